//! `bakestone render`: bakes a material into memory and writes a lit picture of it.

use super::failed::{DONE, Failed};
use super::input::{Input, Text};
use super::picture::{self, Painter, SceneArg};
use super::screen::Screen;
use super::target::Target;
use super::values::Pixels;
use super::{ChangeArgs, EngineArgs, TargetArgs, check_folder, signals, watch};
use crate::output::{Axes, Clobber, Container, Names, Template, create_folder};
use crate::render::View;
use crate::{Engine, Material};
use clap::Args;
use std::path::PathBuf;

/// What `render` takes.
#[derive(Args)]
pub struct RenderArgs {
    /// A file, or the name of a built-in preset
    preset: String,
    /// Folder for the picture, made when missing
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// What is shown
    #[arg(long, default_value = "both")]
    scene: SceneArg,
    /// Pixels of the picture [default: 1024 high]
    #[arg(short, long, value_name = "N|WxH")]
    size: Option<Pixels>,
    /// Pixels of the maps that are shown [default: as many as the picture can show; for a crop those of the preset]
    #[arg(long, value_name = "N|WxH")]
    texels: Option<Pixels>,
    /// N x N rays per pixel
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=16))]
    samples: u8,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// Only the result, warnings and mistakes
    #[arg(short, long)]
    quiet: bool,
    /// Render again whenever the preset's text changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// Pixels of the usual picture's height.
const HEIGHT: u32 = 1024;

/// What a run needs.
struct Run<'a> {
    args: &'a RenderArgs,
    screen: &'a Screen,
    input: Input,
    view: View,
    engine: Engine,
    target: Target,
}

/// Renders.
///
/// # Errors
/// What is wrong with the preset, or with the file.
pub fn run(args: &RenderArgs, screen: &Screen) -> Result<u8, Failed> {
    let input = Input::new(&args.preset);
    args.change.check(std::slice::from_ref(&input))?;
    check_folder(&args.out)?;
    let view = args.scene.view(args.size.map_or(args.scene.longer(HEIGHT), |size| size.0), args.samples)?;
    let engine = args.engine.engine()?;
    let target = args.target.target(screen, args.quiet)?;
    let pool = args.engine.pool()?;
    let run = Run { args, screen, input, view, engine, target };
    signals::listen()?;
    pool.install(|| {
        if !args.watch {
            return run.render(&run.input.open());
        }
        let inputs = std::slice::from_ref(&run.input);
        watch::run(inputs, screen, |texts, _| texts.iter().try_fold(DONE, |_, text| run.render(text)))
    })
}

impl Run<'_> {
    fn render(&self, text: &Text) -> Result<u8, Failed> {
        let Self { args, screen, view, .. } = self;
        let material = text.material(&args.change.settings(&self.input))?;
        let path = args.out.join(file_name(&material)?);
        create_folder(&args.out)?;
        // Claimed first, so that a folder that can't be written to is noticed before the work.
        let file = picture::create(&path, [view.width, view.height])?;
        let painter = Painter { engine: &self.engine, target: &self.target, screen };
        let rows = args.texels.map(|pixels| pixels.0).or(view.texels());
        let bar = screen.bar(&args.preset, material.pixels(rows).map_err(Failed::wrong)?[1], args.quiet);
        let pixels = painter.pixels(&material, view, args.texels, &|rows| bar.set_position(rows));
        bar.finish_and_clear();
        picture::save(file, &pixels?, Clobber::Replace)?;
        screen.print(&format!("{}\n", path.strip_prefix(".").unwrap_or(&path).display()))?;
        Ok(DONE)
    }
}

fn file_name(material: &Material) -> Result<String, Failed> {
    let preset = material.preset();
    let names = Names {
        name: &preset.name,
        variant: preset.variant.as_deref().unwrap_or_default(),
        seed: preset.seed,
        size: [0, 0],
        map: "render",
        colorspace: "srgb",
        slice: None,
    };
    let template = Template::default().with_axes(&Axes { variant: true, ..Axes::default() });
    template.and_then(|t| t.file_name(&names, Container::Png)).map_err(Failed::wrong)
}
