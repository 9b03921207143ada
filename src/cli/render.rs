//! `bakestone render`: bakes a material into memory and writes a lit picture of it.

use super::failed::{DONE, Failed};
use super::input::Input;
use super::screen::Screen;
use super::signals;
use super::target::Target;
use super::values::Pixels;
use super::{ChangeArgs, EngineArgs, TargetArgs};
use crate::memory;
use crate::output::{Axes, Clobber, Container, FileSpec, MapFile, Names, Rows, Template, create_folder};
use crate::preset::Size;
use crate::render::{LIT, Maps, Scene, View, render};
use crate::{Bake, Engine, Material, Request, Stopped};
use clap::{Args, ValueEnum};
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
}

#[derive(Clone, Copy, ValueEnum)]
enum SceneArg {
    /// A ball
    Sphere,
    /// A tiled plane
    Plane,
    /// The ball on the left, the plane on the right
    Both,
}

/// Pixels of the maps along the longer edge: three texels for each pixel of a picture of the usual size.
const MAPS_EDGE: u32 = 1024;
/// The longest edge of the picture, which is held in memory.
const LONGEST: u32 = 8192;

/// Renders.
///
/// # Errors
/// What is wrong with the preset, or with the file.
pub fn run(args: &RenderArgs, screen: &Screen) -> Result<u8, Failed> {
    let input = Input::new(&args.preset);
    args.change.check(std::slice::from_ref(&input))?;
    let view = view(args)?;
    let engine = args.engine.engine()?;
    let target = args.target.target(screen, args.quiet)?;
    let pool = args.engine.pool()?;
    let material = input.open().material(&args.change.settings(&input))?;
    let path = args.out.join(file_name(&material)?);
    signals::listen()?;
    create_folder(&args.out)?;
    let spec = FileSpec::of_picture(path.clone(), [view.width, view.height]);
    // Claimed first, so that a folder that can't be written to is noticed before the work.
    let mut file = MapFile::create(&spec)?;
    let pixels = pool.install(|| maps(&material, &engine, &target, args, screen).map(|maps| render(&maps, &view)))?;
    if signals::stopped() {
        return Err(Failed::interrupted());
    }
    file.write_rows(Rows::U8(pixels.as_flattened()))?;
    file.commit(Clobber::Replace)?;
    screen.print(&format!("{}\n", path.strip_prefix(".").unwrap_or(&path).display()))?;
    Ok(DONE)
}

fn view(args: &RenderArgs) -> Result<View, Failed> {
    let (scene, wide) = match args.scene {
        SceneArg::Sphere => (Scene::Sphere, 1),
        SceneArg::Plane => (Scene::Plane, 1),
        SceneArg::Both => (Scene::Both, 2),
    };
    let (width, height) = match args.size.map_or(Size::Longer(MAPS_EDGE * wide), |s| s.0) {
        Size::Longer(n) => (n, n / wide),
        Size::Exact(w, h) => (w, h),
    };
    if width == 0 || height == 0 || width > LONGEST || height > LONGEST {
        return Err(Failed::wrong(format!("a render of {width} x {height} pixels: an edge has 1 to {LONGEST} pixels")));
    }
    Ok(View { scene, width, height, samples: u32::from(args.samples) })
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

/// Bakes the maps in floats.
fn maps(
    material: &Material,
    engine: &Engine,
    target: &Target,
    args: &RenderArgs,
    screen: &Screen,
) -> Result<Maps, Failed> {
    let size = material.pixels(Some(Size::Longer(MAPS_EDGE))).map_err(Failed::wrong)?;
    let mut request = Request { want: Maps::wanted(), ..Request::new(size) };
    let fine = size.map(|n| f64::from(n) * f64::from(material.preset().samples));
    let have = material.maps([fine[0], fine[1], f64::INFINITY], &request.want).map_err(Failed::wrong)?;
    let lit = have.into_iter().map(|map| map.name).filter(|name| LIT.contains(&name.as_str()));
    request.want.maps = Some(lit.collect());
    // Maps in floats, their mips and the picture.
    if let Some(refusal) = memory::refusal(220 * u64::from(size[0]) * u64::from(size[1]) + (24 << 20)) {
        return Err(Failed::cannot(refusal));
    }
    let bake = target.take(Bake::new(material, &request, engine).map_err(Failed::wrong)?, screen)?;
    let bar = screen.bar(&args.preset, size[1], args.quiet);
    let pictures = bake.pictures(signals::flag(), &|rows| bar.set_position(rows));
    bar.finish_and_clear();
    let (images, _) = pictures.map_err(|stopped| match stopped {
        Stopped::Asked => Failed::interrupted(),
        Stopped::Device(why) => Failed::cannot(why),
        Stopped::Sink(never) => match never {},
    })?;
    let [x, y, _] = material.preset().tile;
    Ok(Maps::of(images, size, [x, y]))
}
