//! `bakestone sheet`: many materials, variants, seeds or values of a parameter side by side, each with its name.

use super::cells::{Cell, cells, check};
use super::failed::{DONE, Failed};
use super::input::Input;
use super::label::{self, LINE};
use super::picture::{self, LONGEST, Painter, SceneArg};
use super::screen::Screen;
use super::values::{Seeds, Steps, Sweep};
use super::{ChangeArgs, EngineArgs, TargetArgs, signals};
use crate::memory;
use crate::output::{Clobber, create_folder};
use crate::preset::Size;
use clap::Args;
use std::path::{Path, PathBuf};

/// What `sheet` takes.
#[derive(Args)]
pub struct SheetArgs {
    /// Files, or names of built-in presets; `rock@mossy` is the variant `mossy`
    #[arg(required = true, value_name = "PRESET")]
    presets: Vec<String>,
    /// The picture, a PNG
    #[arg(short, long, value_name = "FILE", default_value = "sheet.png")]
    out: PathBuf,
    /// Also each variant of the presets
    #[arg(long)]
    pub variants: bool,
    /// A cell for each value of a parameter: evenly spaced, or a list; more than one give all combinations
    #[arg(long, value_name = "[PRESET.]NAME=A..B:N|V,V,..")]
    pub sweep: Vec<Sweep>,
    /// A cell for each of these seeds
    #[arg(long, value_name = "A..B|A,B,..", conflicts_with = "seed")]
    pub seeds: Option<Seeds>,
    /// What a cell shows
    #[arg(long, default_value = "sphere")]
    scene: SceneArg,
    /// Pixels of a cell's longer edge
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u32).range(16..=4096))]
    cell: u32,
    /// Cells in a row [default: the values of the last sweep, the seeds, else a square]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    columns: Option<u32>,
    /// N x N rays per pixel
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=16))]
    samples: u8,
    #[command(flatten)]
    pub change: ChangeArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// Only the result, warnings and mistakes
    #[arg(short, long)]
    quiet: bool,
}

const PAPER: [u8; 3] = [24, 24, 26];
const INK: [u8; 3] = [226, 224, 218];
const FAINT: [u8; 3] = [160, 160, 158];
/// Pixels between cells and around all of them.
const GAP: usize = 8;

/// Makes the sheet.
///
/// # Errors
/// What is wrong with a preset, or with the file.
pub fn run(args: &SheetArgs, screen: &Screen) -> Result<u8, Failed> {
    let inputs: Vec<Input> = args.presets.iter().map(|typed| Input::new(typed)).collect();
    check(&args.sweep, &args.change, &inputs)?;
    args.target.check(&args.presets)?;
    if args.out.is_dir() {
        return Err(Failed::wrong(format!("--out takes a file: {} is a folder", args.out.display())));
    }
    let view = args.scene.view(Size::Longer(args.cell), args.samples)?;
    let engine = args.engine.engine()?;
    let cells = cells(args, &inputs)?;
    let sheet = Sheet::new(&cells, columns(args, cells.len()), [view.width, view.height])?;
    let target = args.target.target(screen, args.quiet)?;
    let pool = args.engine.pool()?;
    signals::listen()?;
    create_folder(args.out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let file = picture::create(&args.out, sheet.size.map(|n| n as u32))?;
    let painter = Painter { engine: &engine, target: &target, screen };
    let bar = screen.bar("sheet", cells.len() as u32, args.quiet);
    let mut pixels = sheet.paper();
    let painted = pool.install(|| {
        cells.iter().enumerate().try_for_each(|(i, cell)| {
            let picture = painter.pixels(&cell.material, &view, None, &|_| ())?;
            sheet.put(&mut pixels, i, &picture, &cell.label);
            bar.inc(1);
            Ok::<(), Failed>(())
        })
    });
    bar.finish_and_clear();
    painted?;
    picture::save(file, &pixels, Clobber::Replace)?;
    screen.print(&format!("{}\n", args.out.display()))?;
    Ok(DONE)
}

/// Cells in a row.
fn columns(args: &SheetArgs, cells: usize) -> usize {
    // Longer rows are broken into a square.
    let suits = |n: usize| (2..=16).contains(&n) && n <= cells;
    let swept = args.sweep.last().map(|sweep| match &sweep.steps {
        Steps::Named(words) => words.len(),
        Steps::Even { count, .. } => *count as usize,
    });
    let seeds = args.seeds.as_ref().map(|seeds| seeds.0.len());
    let square = (1..).find(|n| n * n >= cells).unwrap_or(1);
    args.columns.map_or(swept.or(seeds).filter(|n| suits(*n)).unwrap_or(square), |n| (n as usize).min(cells))
}

/// Where the cells lie.
struct Sheet {
    columns: usize,
    /// Pixels of a cell's picture.
    cell: [usize; 2],
    /// Lines of text below it.
    lines: usize,
    size: [usize; 2],
}

impl Sheet {
    /// # Errors
    /// A sheet that is too large.
    fn new(cells: &[Cell], columns: usize, cell: [u32; 2]) -> Result<Self, Failed> {
        let cell = cell.map(|n| n as usize);
        let lines = if cells.iter().any(|cell| !cell.label[1].is_empty()) { 2 } else { 1 };
        let rows = cells.len().div_ceil(columns);
        let size = [GAP + columns * (cell[0] + GAP), GAP + rows * (cell[1] + lines * LINE + GAP)];
        if size.iter().any(|n| *n > 2 * LONGEST as usize) {
            let [w, h] = size;
            return Err(Failed::wrong(format!(
                "{} cells make a sheet of {w} x {h} pixels, and an edge has at most {}; take a smaller --cell",
                cells.len(),
                2 * LONGEST
            )));
        }
        match memory::refusal((6 * size[0] * size[1]) as u64) {
            Some(refusal) => Err(Failed::cannot(refusal)),
            None => Ok(Self { columns, cell, lines, size }),
        }
    }

    fn paper(&self) -> Vec<[u8; 3]> {
        vec![PAPER; self.size[0] * self.size[1]]
    }

    fn put(&self, sheet: &mut [[u8; 3]], i: usize, picture: &[[u8; 3]], label: &[String; 2]) {
        let ([width, height], across) = (self.cell, self.size[0]);
        let x = GAP + (i % self.columns) * (width + GAP);
        let y = GAP + (i / self.columns) * (height + self.lines * LINE + GAP);
        for (row, pixels) in picture.chunks(width).enumerate() {
            let at = (y + row) * across + x;
            sheet[at..at + width].copy_from_slice(pixels);
        }
        for (line, (text, ink)) in label.iter().zip([INK, FAINT]).enumerate().take(self.lines) {
            label::draw(sheet, across, [x, y + height + line * LINE], &label::fitting(text, width), ink);
        }
    }
}
