//! `bakestone bake`: presets to files.
//!
//! All presets are read, and all names of files settled, before the first pixel is computed. One that is wrong does not
//! hide the others: they are baked, and the exit code tells.

use super::depfile::Depfile;
use super::failed::{DONE, Failed, INTERRUPTED};
use super::input::{self, Input, Text};
use super::job::{Files, Job, Naming, check_files, want};
use super::library;
use super::picture::{self, Painter, SceneArg};
use super::profile;
use super::record::{self, Ordered, SideFile};
use super::screen::Screen;
use super::target::{self, Target};
use super::values::{CompressionArg, DepthArg, FormatArg, OffsetArg, Pixels, RegionArg, Seeds, SliceArg};
use super::write::{Writing, write};
use super::{ChangeArgs, EngineArgs, TargetArgs, check_folder, signals, warnings, watch};
use crate::memory;
use crate::output::{Clobber, Template};
use crate::preset::Profile;
use crate::{Bake, Engine, Want};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What `bake` takes.
#[derive(Args)]
pub struct BakeArgs {
    /// Files, or names of built-in presets; `rock@mossy` is the variant `mossy`
    #[arg(required = true, value_name = "PRESET")]
    pub presets: Vec<String>,
    /// Folder for the files, made when missing
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// Pixels of the longer edge, or both edges [default: the preset's, else 1024]
    #[arg(short, long, value_name = "N|WxH")]
    pub size: Option<Pixels>,
    #[command(flatten)]
    pub change: ChangeArgs,
    /// Bake with each of these seeds: both ends included, or a list
    #[arg(long, value_name = "A..B|A,B,..", conflicts_with = "seed")]
    pub seeds: Option<Seeds>,
    /// Only these maps, or files of the profile
    #[arg(long, value_name = "MAP,..", value_delimiter = ',', conflicts_with = "node")]
    pub maps: Vec<String>,
    /// Files as a program loads them, packed and named for it: see `bakestone list profiles`, or a file of your own
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "node")]
    pub profile: Option<String>,
    /// These nodes as pictures, instead of maps
    #[arg(long, value_name = "NODE,..", value_delimiter = ',')]
    pub node: Vec<String>,
    /// File format of all maps
    #[arg(long)]
    pub format: Option<FormatArg>,
    /// How a sample is stored, in all maps that can have it
    #[arg(long)]
    pub depth: Option<DepthArg>,
    /// Average N x N samples per pixel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub samples: Option<u8>,
    /// Names of files, with {name} {variant} {seed} {size} {map} {colorspace} {slice} [default: {name}_{map}]
    #[arg(long, value_name = "TEMPLATE")]
    pub name: Option<String>,
    /// Where the picture starts on the tile: tiles, or whole pixels as 256px,128px
    #[arg(long, value_name = "U,V", allow_hyphen_values = true)]
    pub offset: Option<OffsetArg>,
    /// Only a part of the picture, with the same pixels as in the whole
    #[arg(long, value_name = "X,Y,W,H")]
    pub region: Option<RegionArg>,
    /// Slice K of D through the volume
    #[arg(long, value_name = "K/D")]
    pub slice: Option<SliceArg>,
    /// How files are packed: PNG fast, balanced or small; EXR none, rle, zip or piz; or one of each, as small,piz
    #[arg(long, value_name = "WAY", default_value = "fast,zip")]
    pub compression: CompressionArg,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub target: TargetArgs,
    /// Also a lit picture of each material, 512 pixels high: its ball and plane, or another scene
    #[arg(long, value_name = "SCENE", num_args = 0..=1, require_equals = true, default_missing_value = "both",
        conflicts_with_all = ["node", "slice"])]
    pub render: Option<SceneArg>,
    /// Print what was made as one JSON document
    #[arg(long)]
    pub json: bool,
    /// No progress, only results, warnings and mistakes
    #[arg(short, long)]
    pub quiet: bool,
    /// Refuse to replace files
    #[arg(long)]
    pub no_clobber: bool,
    /// Print the names of the files and write nothing
    #[arg(long, conflicts_with_all = ["json", "watch"])]
    pub dry_run: bool,
    /// Also a Make rule with all files that presets and profile were read from, for build tools
    #[arg(long, value_name = "FILE", conflicts_with_all = ["watch", "dry_run"])]
    pub depfile: Option<PathBuf>,
    /// Bake again whenever a preset's text changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["json", "no_clobber"])]
    pub watch: bool,
}

impl BakeArgs {
    /// The names of files: as typed, else as the profile has them.
    ///
    /// # Errors
    /// A template that is none.
    pub fn template(&self, profile: Option<&Profile>) -> Result<Template, Failed> {
        let of_profile = || profile.and_then(|profile| Some((profile.name.as_deref()?, "`name` of the profile")));
        match self.name.as_deref().map(|name| (name, "--name")).or_else(of_profile) {
            Some((text, place)) => Template::parse(text).map_err(|e| Failed::wrong(format!("{place}: {e}"))),
            None => Ok(Template::default()),
        }
    }
}

/// Pixels of the height of a picture beside the maps.
const RENDER: u32 = 512;

/// What a run needs.
struct Run<'a> {
    args: &'a BakeArgs,
    screen: &'a Screen,
    inputs: Vec<Input>,
    engine: Engine,
    want: Want,
    target: Target,
}

/// What is known about a run so far.
#[derive(Default)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// What was made.
    pub made: Vec<Value>,
    /// What failed.
    pub failures: Vec<Value>,
}

impl Outcome {
    /// Tells a failure and notes it.
    pub fn fail(&mut self, screen: &Screen, label: &str, failed: &Failed) {
        screen.error(failed);
        self.code = self.code.max(failed.code);
        self.failures.push(json!({ "preset": label, "message": failed.render(false) }));
    }
}

/// Bakes.
///
/// # Errors
/// What stops the whole run; the exit code has the rest.
pub fn run(args: &BakeArgs, screen: &Screen) -> Result<u8, Failed> {
    let inputs: Vec<Input> = args.presets.iter().map(|typed| Input::new(typed)).collect();
    args.change.check(&inputs)?;
    check_folder(&args.out)?;
    let profile = args.profile.as_deref().map(profile::read).transpose()?;
    let want = want(args, profile.map(Arc::new))?;
    let engine = args.engine.engine()?;
    args.target.check(&args.presets)?;
    let target = if args.dry_run { Target::Here } else { args.target.target(screen, args.quiet)? };
    let run = Run { args, screen, inputs, engine, want, target };
    let pool = args.engine.pool()?;
    signals::listen()?;
    pool.install(|| match args.watch {
        true => watch::run(&run.inputs, screen, |texts, new| run.bake(texts, new)),
        false => run.bake(&input::texts(&run.inputs), |_| true),
    })
}

impl Run<'_> {
    /// Bakes the presets that `wanted` names by index; mistakes of the others are not told.
    ///
    /// # Errors
    /// What stops the whole run.
    fn bake(&self, texts: &[Text], wanted: impl Fn(usize) -> bool) -> Result<u8, Failed> {
        let (args, screen) = (self.args, self.screen);
        let mut outcome = Outcome::default();
        let (mut jobs, mut owners) = (Vec::new(), Vec::new());
        for (i, (input, text)) in self.inputs.iter().zip(texts).enumerate() {
            match self.jobs_of(input, text) {
                Ok(some) => {
                    owners.extend(some.iter().map(|_| i));
                    jobs.extend(some);
                }
                Err(failed) if wanted(i) => outcome.fail(screen, &input.typed, &failed),
                Err(_) => {}
            }
        }
        if !jobs.is_empty() {
            let naming = Naming::new(args, &self.want, &jobs)?;
            let files = jobs.iter().map(|job| naming.files(job, &job.maps)).collect::<Result<Vec<Files>, _>>()?;
            check_files(&jobs, &files, args.no_clobber)?;
            let all = jobs.iter().zip(&files).zip(&owners).filter(|(_, owner)| wanted(**owner)).map(|(both, _)| both);
            if args.dry_run {
                all.map(|(_, files)| files).try_for_each(|files| screen.print(&listing(files)))?;
            } else {
                let profile = args.profile.as_deref().filter(|name| library::is_path(name));
                let all: Vec<(&Job, &Files)> = all.collect();
                let depfile = args.depfile.as_deref().map(|path| Depfile::new(path, &all, profile)).transpose()?;
                self.jobs(&all.iter().map(|(job, _)| *job).collect::<Vec<_>>(), &naming, &mut outcome);
                // What was not made must not look as if it were.
                if let Some(depfile) = depfile.filter(|_| outcome.code == DONE) {
                    depfile.write()?;
                }
            }
        }
        let failures = outcome.failures.len();
        if failures > 0 && outcome.code != INTERRUPTED && self.inputs.len().max(jobs.len()) > 1 {
            screen.note(&format!("{failures} failed, {} baked", outcome.made.len()));
        }
        if args.json {
            let version = env!("CARGO_PKG_VERSION");
            let all = json!({ "bakestone": version, "presets": outcome.made, "failures": outcome.failures });
            screen.print(&record::text(&all)?)?;
        }
        Ok(outcome.code)
    }

    /// One job, or one for each seed.
    fn jobs_of(&self, input: &Input, text: &Text) -> Result<Vec<Job>, Failed> {
        let job = |seed| Job::new(input, text, seed, self.args, &self.want);
        match &self.args.seeds {
            None => Ok(vec![job(None)?]),
            Some(seeds) => seeds.0.iter().map(|seed| job(Some(*seed))).collect(),
        }
    }

    /// Bakes jobs one after another. While one is baked, the next one is prepared, so that its grids and the end of
    /// this one share the cores.
    fn jobs(&self, jobs: &[&Job], naming: &Naming, outcome: &mut Outcome) {
        let prepare = |job: &Job| {
            let bake = Bake::new(&job.material, &job.request, &self.engine).map_err(Failed::wrong)?;
            self.target.take(bake, self.screen)
        };
        let mut ready = jobs.first().map(|job| prepare(job));
        for (k, job) in jobs.iter().enumerate() {
            let Some(bake) = ready.take() else { break };
            let (made, next) = rayon::join(
                || bake.and_then(|bake| self.job(job, &bake, naming)),
                || jobs.get(k + 1).map(|j| prepare(j)),
            );
            match made {
                Ok(made) => outcome.made.push(made),
                Err(failed) => outcome.fail(self.screen, &job.label, &failed),
            }
            if outcome.code == INTERRUPTED {
                break;
            }
            ready = next;
        }
    }

    /// Bakes one job and tells about it.
    fn job(&self, job: &Job, bake: &Bake, naming: &Naming) -> Result<Value, Failed> {
        let (args, screen) = (self.args, self.screen);
        screen.note_text(&job.warnings(screen.colour));
        let start = std::time::Instant::now();
        if signals::stopped() {
            return Err(Failed::interrupted());
        }
        fits_memory(bake.bytes(rayon::current_num_threads()))?;
        let files = naming.files(job, bake.maps())?;
        let clobber = if args.no_clobber { Clobber::Refuse } else { Clobber::Replace };
        let how = Writing { clobber, compression: args.compression.0 };
        let [width, height] = bake.size();
        let bar = screen.bar(&job.label, height, args.quiet);
        let written = write(job, bake, &files, how, &|rows| bar.set_position(rows));
        bar.finish_and_clear();
        let side = written?;
        if let Some(path) = &files.render {
            self.render(job, path, clobber)?;
        }
        let mut told: Vec<String> = warnings::stretched(job).into_iter().collect();
        told.extend(warnings::nothing_left(&job.material, bake.dropped()));
        told.extend(side.maps.0.iter().flat_map(|(_, map)| map.warnings.iter().cloned()));
        for warning in &told {
            screen.warn(&format!("{}: {warning}", job.label));
        }
        if !args.quiet {
            let (maps, seconds) = (files.maps.len(), start.elapsed().as_secs_f64());
            let plural = if maps == 1 { "" } else { "s" };
            screen.note(&format!("{}: {maps} map{plural}, {width} x {height}, {seconds:.1} s", job.label));
        }
        if !args.json {
            screen.print(&listing(&files))?;
        }
        Ok(made(job, bake, &files, &side, &told))
    }
}

impl Run<'_> {
    /// The lit picture beside the maps, of the whole material.
    fn render(&self, job: &Job, path: &Path, clobber: Clobber) -> Result<(), Failed> {
        let scene = self.args.render.unwrap_or(SceneArg::Both);
        let view = scene.view(scene.longer(RENDER), 3)?;
        let file = picture::create(path, [view.width, view.height])?;
        let painter = Painter { engine: &self.engine, target: &self.target, screen: self.screen };
        picture::save(file, &painter.pixels(&job.material, &view, None, &|_| ())?, clobber)
    }
}

/// What `--json` says about one job.
fn made(job: &Job, bake: &Bake, files: &Files, side: &SideFile, warnings: &[String]) -> Value {
    let maps = side.maps.0.iter().zip(&files.maps).map(|((name, map), path)| {
        let mut value = json!(map);
        value["path"] = json!(path.display().to_string());
        (name.clone(), value)
    });
    json!({
        "preset": job.label,
        "name": side.head.name,
        "size": bake.size(),
        "render": files.render.as_ref().map(|path| path.display().to_string()),
        "document": files.document.as_ref().map(|(path, _)| path.display().to_string()),
        "side_file": files.side.display().to_string(),
        "maps": Ordered(maps.collect()),
        "dropped": side.dropped,
        "device": target::json(bake),
        "warnings": warnings,
    })
}

fn listing(files: &Files) -> String {
    files.all().map(|file| format!("{}\n", file.display())).collect()
}

/// Refuses what this machine can't hold.
///
/// # Errors
/// The amount that is missing.
pub fn fits_memory(bytes: u64) -> Result<(), Failed> {
    // Stacks of threads, the program and its buffers come on top.
    let refusal = memory::refusal(bytes + (24 << 20));
    refusal.map_or(Ok(()), |text| {
        Err(Failed::cannot(format!("{text}; take fewer --threads, fewer --samples or a --region")))
    })
}
