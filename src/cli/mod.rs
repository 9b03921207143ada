//! The command line: a thin layer over the library, which knows nothing of it.
//!
//! What was typed (the clap types here and in each command) and what a run needs (`Run`, `Job`) are two types: the first
//! mirrors the flags, the second can't hold a contradiction. One list of flags feeds parser, help, man pages and
//! completions.

mod bake;
mod cells;
mod check;
mod depfile;
mod diff;
mod failed;
mod git;
mod input;
mod job;
mod label;
mod library;
mod list;
mod new;
mod pages;
mod picture;
mod profile;
mod record;
mod render;
mod screen;
mod sheet;
mod show;
mod signals;
mod target;
mod values;
mod verify;
mod volume;
mod warnings;
mod watch;
mod write;

use crate::machine::{Level, level_by_name};
use crate::{Engine, Settings};
use clap::{Args, Parser, Subcommand};
use failed::Failed;
use input::Input;
use screen::Screen;
use std::path::Path;
use std::process::ExitCode;
use target::Target;
use values::{Set, Tile};

/// Bakes seamless procedural materials into texture maps.
#[derive(Parser)]
#[command(name = "bakestone", version, about, subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 pictures differ (diff, verify), 2 wrong command line or preset, 3 could not do it, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Bake the maps of presets to files
    Bake(Box<bake::BakeArgs>),
    /// Bake volumes of presets to files: textures, arrays, slices or atlases
    Volume(Box<volume::VolumeArgs>),
    /// Make a lit picture of a material
    Render(render::RenderArgs),
    /// Make one labelled picture of many materials, variants, seeds or values
    Sheet(Box<sheet::SheetArgs>),
    /// Compare two pictures, or the pictures of two presets or folders, by what they mean
    Diff(Box<diff::DiffArgs>),
    /// Bake presets and compare them with their goldens
    Verify(Box<verify::VerifyArgs>),
    /// List presets, nodes, functions and SIMD levels
    List(list::ListArgs),
    /// Show what is in a preset: parameters, nodes, layers, maps
    Show(show::ShowArgs),
    /// Report all mistakes of presets
    Check(check::CheckArgs),
    /// Write a preset to start from
    New(new::NewArgs),
    /// Print completions for a shell
    Completions(pages::CompletionsArgs),
    /// Print the manual page, or write one for each command
    Man(pages::ManArgs),
}

/// The greatest seed.
const SEEDS: u64 = crate::preset::LARGEST_WHOLE as u64;

/// Flags that change a preset.
#[derive(Args, Clone)]
struct ChangeArgs {
    /// Metres that one tile covers; cells keep their size
    #[arg(long, value_name = "XxY")]
    tile: Option<Tile>,
    /// Another seed, 0 to 9007199254740991
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=SEEDS))]
    seed: Option<u64>,
    /// Set a parameter; may be given more than once
    #[arg(long, value_name = "[PRESET.]NAME=VALUE")]
    set: Vec<Set>,
}

impl ChangeArgs {
    /// What is changed in one preset.
    fn settings(&self, input: &Input) -> Settings {
        let set = self.set.iter().filter(|s| s.preset.as_ref().is_none_or(|p| *p == input.stem));
        Settings {
            variant: input.variant.clone(),
            set: set.map(|s| (s.name.clone(), s.value.clone())).collect(),
            seed: self.seed,
            tile: self.tile.as_ref().map(|t| t.0.clone()),
        }
    }

    /// # Errors
    /// A `--set` for a preset that is not among these.
    fn check(&self, inputs: &[Input]) -> Result<(), Failed> {
        let stems: Vec<&str> = inputs.iter().map(|i| i.stem.as_str()).collect();
        match self.set.iter().find(|s| s.preset.as_ref().is_some_and(|p| !stems.contains(&p.as_str()))) {
            None => Ok(()),
            Some(set) => {
                let preset = set.preset.as_deref().unwrap_or_default();
                let help = crate::preset::suggest(preset, stems.iter().copied(), "presets of this call");
                Err(Failed::wrong(format!("--set {set}: there is no preset `{preset}` in this call; {help}")))
            }
        }
    }
}

/// Flags about the machine; none of them changes a pixel.
#[derive(Args)]
struct EngineArgs {
    /// Threads to work with [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// SIMD level: auto, scalar, sse2, avx2, avx512, neon [default: $BAKESTONE_SIMD, else auto]
    #[arg(long, value_name = "LEVEL")]
    simd: Option<String>,
}

impl EngineArgs {
    /// # Errors
    /// A level that there is not.
    fn engine(&self) -> Result<Engine, Failed> {
        let level = match (&self.simd, std::env::var("BAKESTONE_SIMD")) {
            (Some(name), _) => level_by_name(name).map_err(|e| Failed::wrong(format!("--simd: {e}")))?,
            (None, Ok(name)) if !name.is_empty() => {
                level_by_name(&name).map_err(|e| Failed::wrong(format!("BAKESTONE_SIMD: {e}")))?
            }
            _ => Level::new(),
        };
        Ok(Engine { level, stop: Some(signals::flag()), ..Engine::default() })
    }

    /// # Errors
    /// The system gives no threads.
    fn pool(&self) -> Result<rayon::ThreadPool, Failed> {
        let threads = usize::from(self.threads.unwrap_or(0));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(4 << 20).build();
        pool.map_err(|e| Failed::cannot(format!("no threads to work with: {e}; try fewer with --threads")))
    }
}

/// Where a bake runs; no pixel changes with it either.
#[derive(Args)]
struct TargetArgs {
    /// Bake on a graphics card, the same bits: the best one, or a name or number of `list devices`; auto may do without
    #[arg(long, value_name = "NAME|NUMBER|auto", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    gpu: Option<String>,
}

impl TargetArgs {
    /// # Errors
    /// What looks like a device behind `--gpu` but is read as a preset.
    fn check(&self, presets: &[String]) -> Result<(), Failed> {
        let device = |typed: &&String| typed.parse::<u16>().is_ok() || *typed == "auto";
        match presets.iter().find(device) {
            Some(typed) if self.gpu.as_deref() == Some("") => Err(Failed::wrong(format!(
                "`{typed}` is read as a preset: a device stands behind `=`, as in --gpu={typed}"
            ))),
            _ => Ok(()),
        }
    }

    /// # Errors
    /// A card that there is not.
    fn target(&self, screen: &Screen, quiet: bool) -> Result<Target, Failed> {
        Target::new(self.gpu.as_deref(), screen, quiet)
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let screen = Screen::new();
    let done = match Cli::parse().command {
        Command::Bake(args) => bake::run(&args, &screen),
        Command::Volume(args) => volume::run(&args, &screen),
        Command::Render(args) => render::run(&args, &screen),
        Command::Sheet(args) => sheet::run(&args, &screen),
        Command::Diff(args) => diff::run(&args, &screen),
        Command::Verify(args) => verify::run(&args, &screen),
        Command::List(args) => list::run(&args, &screen),
        Command::Show(args) => show::run(&args, &screen),
        Command::Check(args) => check::run(&args, &screen),
        Command::New(args) => new::run(&args, &screen),
        Command::Completions(args) => pages::completions(&args, &screen),
        Command::Man(args) => pages::man(&args, &screen),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failed) => {
            screen.error(&failed);
            ExitCode::from(failed.code)
        }
    }
}

/// Refuses what `--out` can't make a folder of, and what is meant as the name of a file.
///
/// # Errors
/// Standard output, a file, or a name that ends as those of files do and is no folder yet.
fn check_folder(out: &Path) -> Result<(), Failed> {
    const FILES: [&str; 8] = ["png", "exr", "ktx2", "dds", "npy", "glb", "mtlx", "json"];
    let shown = out.display();
    let extension = out.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    if out == Path::new("-") {
        return Err(Failed::wrong("--out takes a folder: pictures are not written to standard output"));
    }
    if out.is_file() {
        return Err(Failed::wrong(format!("--out takes a folder: {shown} is a file")));
    }
    if !out.is_dir() && extension.is_some_and(|extension| FILES.contains(&extension.as_str())) {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        return Err(Failed::wrong(format!(
            "--out takes a folder, and {shown} is named as a file: take -o {}; files are named after the preset",
            folder.display()
        )));
    }
    Ok(())
}
