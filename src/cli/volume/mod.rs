//! `bakestone volume`: presets to volumes, for clouds, smoke and solid stone.
//!
//! As `bake` does, it reads all presets and settles all names of files before the first voxel is computed.

mod job;
mod record;
mod write;

use super::bake::Outcome;
use super::failed::{Failed, INTERRUPTED};
use super::input::{self, Input};
use super::record as records;
use super::screen::Screen;
use super::values::{AtlasArg, CompressionArg, DepthArg, FormatArg, LayoutArg, Voxels};
use super::{ChangeArgs, EngineArgs, check_folder, signals, warnings};
use crate::output::{Clobber, Template, disk_refusal};
use crate::{Engine, memory};
use clap::Args;
use job::{Files, Job, Plan};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What `volume` takes.
#[derive(Args)]
pub struct VolumeArgs {
    /// Files, or names of built-in presets; `rock@mossy` is the variant `mossy`
    #[arg(required = true, value_name = "PRESET")]
    pub presets: Vec<String>,
    /// Folder for the files, made when missing
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// Voxels of the longest edge, or of all three [default: the preset's, else 128]
    #[arg(short, long, value_name = "N|WxHxD")]
    pub size: Option<Voxels>,
    #[command(flatten)]
    pub change: ChangeArgs,
    /// Only these volumes of the preset; or these maps of the material, as volumes
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', conflicts_with = "node")]
    pub maps: Vec<String>,
    /// These nodes as volumes
    #[arg(long, value_name = "NODE,..", value_delimiter = ',')]
    pub node: Vec<String>,
    /// One texture (ktx2, dds), one array (npy), a picture for each slice, or all slices in one picture [default: ktx2]
    #[arg(long)]
    pub layout: Option<LayoutArg>,
    /// Columns and rows of an atlas: slices lie row by row from the top left [default: the most square]
    #[arg(long, value_name = "CxR")]
    pub atlas: Option<AtlasArg>,
    /// File format of slices and atlas
    #[arg(long)]
    pub format: Option<FormatArg>,
    /// How a sample is stored; whole numbers hold 0..1 [default: the preset's, else 8]
    #[arg(long)]
    pub depth: Option<DepthArg>,
    /// Smaller levels as well, which tile as the large one does: ktx2 and dds
    #[arg(long)]
    pub mips: bool,
    /// Names of files, with {name} {variant} {seed} {size} {map} {colorspace} {slice} [default: {name}_{map}]
    #[arg(long, value_name = "TEMPLATE")]
    pub name: Option<String>,
    /// How pictures are packed, as for `bake`
    #[arg(long, value_name = "WAY", default_value = "fast,zip")]
    pub compression: CompressionArg,
    #[command(flatten)]
    pub engine: EngineArgs,
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
    #[arg(long, conflicts_with = "json")]
    pub dry_run: bool,
}

impl VolumeArgs {
    /// # Errors
    /// A template that is none.
    fn template(&self) -> Result<Template, Failed> {
        let text = self.name.as_deref();
        text.map_or(Ok(Template::default()), |t| Template::parse(t).map_err(|e| Failed::wrong(format!("--name: {e}"))))
    }
}

/// What a run needs.
struct Run<'a> {
    args: &'a VolumeArgs,
    screen: &'a Screen,
    engine: Engine,
}

/// Bakes.
///
/// # Errors
/// What stops the whole run; the exit code has the rest.
pub fn run(args: &VolumeArgs, screen: &Screen) -> Result<u8, Failed> {
    let inputs: Vec<Input> = args.presets.iter().map(|typed| Input::new(typed)).collect();
    args.change.check(&inputs)?;
    check_folder(&args.out)?;
    let plan = Plan::new(args)?;
    let run = Run { args, screen, engine: args.engine.engine()? };
    let pool = args.engine.pool()?;
    signals::listen()?;
    pool.install(|| run.bake(&inputs, &plan))
}

impl Run<'_> {
    /// # Errors
    /// What stops the whole run.
    fn bake(&self, inputs: &[Input], plan: &Plan) -> Result<u8, Failed> {
        let (args, screen) = (self.args, self.screen);
        let mut outcome = Outcome::default();
        let mut jobs = Vec::new();
        for (input, text) in inputs.iter().zip(&input::texts(inputs)) {
            match Job::new(input, text, plan) {
                Ok(job) => jobs.push(job),
                Err(failed) => outcome.fail(screen, &input.typed, &failed),
            }
        }
        let files = plan.files(&jobs)?;
        if !args.dry_run {
            let bytes = jobs.iter().fold(0, |sum: u64, job| sum.saturating_add(plan.bytes(job)));
            if let Some(text) = disk_refusal(&args.out, bytes) {
                return Err(Failed::cannot(format!("{text}; take a smaller --size or another folder")));
            }
        }
        for (job, files) in jobs.iter().zip(&files) {
            if args.dry_run {
                screen.print(&listing(files))?;
                continue;
            }
            match self.job(job, files, plan) {
                Ok(made) => outcome.made.push(made),
                Err(failed) => outcome.fail(screen, &job.label, &failed),
            }
            if outcome.code == INTERRUPTED {
                break;
            }
        }
        if args.json {
            let version = env!("CARGO_PKG_VERSION");
            let all = json!({ "bakestone": version, "presets": outcome.made, "failures": outcome.failures });
            screen.print(&records::text(&all)?)?;
        }
        Ok(outcome.code)
    }

    /// Bakes one preset and tells about it.
    fn job(&self, job: &Job, files: &Files, plan: &Plan) -> Result<Value, Failed> {
        let (args, screen) = (self.args, self.screen);
        screen.note_text(&job.warnings(screen.colour));
        let start = std::time::Instant::now();
        let clobber = if args.no_clobber { Clobber::Refuse } else { Clobber::Replace };
        let bakes = job.bakes(&self.engine)?;
        for (bake, piece) in bakes.iter().zip(&job.pieces) {
            let threads = rayon::current_num_threads();
            // Stacks of threads, the program and its buffers come on top.
            let bytes = bake.volume_bytes(plan.stack(piece), threads) + plan.memory(piece) + (24 << 20);
            if let Some(text) = memory::refusal(bytes) {
                return Err(Failed::cannot(format!("{text}; take a smaller --size or fewer --threads")));
            }
        }
        let rows = bakes.iter().zip(&job.pieces).map(|(bake, piece)| bake.stacked(plan.stack(piece))[1]).sum();
        let bar = screen.bar(&job.label, rows, args.quiet);
        let written = write::write(job, &bakes, files, plan, clobber, &|rows| bar.set_position(rows));
        bar.finish_and_clear();
        let side = written?;
        let mut told = plan.warnings(job);
        for bake in &bakes {
            told.extend(warnings::nothing_left(&job.material, bake.dropped()));
        }
        told.extend(side.volumes.0.iter().flat_map(|(_, volume)| volume.warnings.iter().cloned()));
        for warning in &told {
            screen.warn(&format!("{}: {warning}", job.label));
        }
        if !args.quiet {
            let seconds = start.elapsed().as_secs_f64();
            let volumes = side.volumes.0.iter().map(|(name, volume)| {
                let [width, height, depth] = volume.size;
                format!("{name} {width} x {height} x {depth}")
            });
            screen.note(&format!("{}: {}, {seconds:.1} s", job.label, volumes.collect::<Vec<_>>().join(", ")));
        }
        if !args.json {
            screen.print(&listing(files))?;
        }
        Ok(side.told(job, files, &told))
    }
}

fn listing(files: &Files) -> String {
    files.all().map(|file| format!("{}\n", file.display())).collect()
}
