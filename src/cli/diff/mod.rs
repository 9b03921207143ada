//! `bakestone diff`: two pictures, or all pictures of two presets, folders or side files, by what they mean.

mod panels;
mod sides;
pub mod tell;

use super::failed::{DIFFERENT, DONE, Failed};
use super::library::real;
use super::screen::Screen;
use super::values::Pixels;
use super::{EngineArgs, record, signals};
use crate::compare::{Comparison, Kind, Limits, Pair, Picture, compare};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use sides::{Item, Side};
use std::path::PathBuf;

/// What `diff` takes.
#[derive(Args)]
#[command(
    after_help = "Without --exact or --tolerance, samples that differ by one step of their stored depth are equal: \
    another machine may round them so. Everything else is a difference, in a single pixel too.\n\n\
    Exit codes: 0 equal, 1 different, 2 wrong command line or preset, or a picture that can't be read, 3 could not write."
)]
pub struct DiffArgs {
    /// A PNG or EXR, a preset, a folder of pictures, or a side file; git:REVISION:PATH is a file as it was
    #[arg(value_name = "A")]
    pub a: String,
    /// What to compare it with
    #[arg(value_name = "B")]
    pub b: String,
    /// What pictures show [default: what their names say, as in rock_normal.png]
    #[arg(long = "as", value_name = "KIND")]
    pub kind: Option<KindArg>,
    /// Only equal samples are equal
    #[arg(long, conflicts_with = "tolerance")]
    pub exact: bool,
    /// No pixel further apart than this: degrees, steps of 16 bit, or CIEDE2000; 0 is the strictest
    #[arg(long, value_name = "N", value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Pixels of the longer edge, or both edges, for presets [default: 512]
    #[arg(short, long, value_name = "N|WxH")]
    pub size: Option<Pixels>,
    /// Also a picture of A, the difference amplified, and B; of many pictures a folder
    #[arg(short, long, value_name = "FILE|DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Only mistakes and the exit code
    #[arg(short, long, conflicts_with = "json")]
    pub quiet: bool,
}

/// `--as`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindArg {
    /// Directions, in degrees
    Normal,
    /// Heights, in steps of 16 bit
    Height,
    /// Colours, in CIEDE2000
    #[value(alias = "color")]
    Colour,
    /// Numbers, in steps of 16 bit
    Data,
}

impl From<KindArg> for Kind {
    fn from(kind: KindArg) -> Self {
        match kind {
            KindArg::Normal => Kind::Normal,
            KindArg::Height => Kind::Height,
            KindArg::Colour => Kind::Colour,
            KindArg::Data => Kind::Data,
        }
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|v: &f64| v.is_finite() && *v >= 0.0);
    number.ok_or_else(|| "a tolerance is a number from 0 up: degrees, steps of 16 bit, or CIEDE2000".into())
}

/// Compares.
///
/// # Errors
/// What stops the whole run; the exit code has the rest.
pub fn run(args: &DiffArgs, screen: &Screen) -> Result<u8, Failed> {
    let engine = args.engine.engine()?;
    let pool = args.engine.pool()?;
    signals::listen()?;
    pool.install(|| {
        let [a, b] = [Side::new(&args.a)?, Side::new(&args.b)?];
        let many = a.is_many();
        check_out(args, many)?;
        let items = sides::items(a, b, args, &engine)?;
        Run { args, screen, many }.items(items)
    })
}

/// # Errors
/// A folder where a file is wanted, or the other way round, and files that are being read.
fn check_out(args: &DiffArgs, many: bool) -> Result<(), Failed> {
    let Some(out) = &args.out else { return Ok(()) };
    let shown = out.display();
    if many && out.is_file() {
        return Err(Failed::wrong(format!("--out takes a folder for many pictures: {shown} is a file")));
    }
    if !many && out.is_dir() {
        return Err(Failed::wrong(format!("--out takes a file for one picture: {shown} is a folder")));
    }
    if !many && !out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(Failed::wrong(format!("--out writes a PNG, and {shown} does not end with .png")));
    }
    let read = [&args.a, &args.b].map(real);
    if real(out).is_some_and(|out| read.contains(&Some(out))) {
        return Err(Failed::wrong(format!("{shown} is compared; it is not overwritten")));
    }
    Ok(())
}

/// What a run needs.
struct Run<'a> {
    args: &'a DiffArgs,
    screen: &'a Screen,
    /// Whether there may be more than one pair.
    many: bool,
}

impl Run<'_> {
    fn items(&self, items: Vec<Item>) -> Result<u8, Failed> {
        let (mut code, mut told, mut equal) = (DONE, Vec::new(), 0);
        let count = items.len();
        for item in items {
            if signals::stopped() {
                return Err(Failed::interrupted());
            }
            let name = item.name.clone();
            match self.item(item) {
                Ok((is_equal, value)) => {
                    code = code.max(if is_equal { DONE } else { DIFFERENT });
                    equal += usize::from(is_equal);
                    told.push(value);
                }
                Err(failed) if !self.many => return Err(failed),
                Err(failed) => {
                    self.screen.error(&failed);
                    code = code.max(failed.code);
                    told.push(json!({ "name": name, "equal": false, "error": failed.message() }));
                }
            }
        }
        if self.args.json {
            let version = env!("CARGO_PKG_VERSION");
            let all = json!({ "bakestone": version, "equal": equal == count, "pictures": told });
            self.screen.print(&record::text(&all)?)?;
        } else if self.many && !self.args.quiet {
            self.screen.note(&format!("{equal} of {count} pictures are equal"));
        }
        Ok(code)
    }

    /// Whether a pair is equal, and what is said about it.
    fn item(&self, item: Item) -> Result<(bool, Value), Failed> {
        let Item { name, labels, sides: [a, b] } = item;
        let missing = if a.is_none() { 0 } else { 1 };
        let (Some(a), Some(b)) = (a, b) else {
            let side = &labels[missing];
            if !self.args.json && !self.args.quiet {
                self.screen.print(&format!("{name}: missing in {side}\n"))?;
            }
            return Ok((false, json!({ "name": name, "equal": false, "missing_in": side })));
        };
        let (loaded_a, loaded_b) = rayon::join(|| a.load(), || b.load());
        let ((a, kind), (b, other)) = (loaded_a?, loaded_b?);
        let kind = self.args.kind.map(Kind::from).or(kind).or(other).unwrap_or_else(|| Kind::of_picture(&a));
        let limits = match (self.args.exact, self.args.tolerance) {
            (true, _) => Limits::EXACT,
            (_, Some(most)) => Limits::at_most(most),
            _ => Limits::USUAL,
        };
        let done = compare(&a, &b, kind, &limits);
        let path = match &self.args.out {
            Some(out) if !self.many => self.panels(out.clone(), &done, &a, &b)?,
            Some(out) if !done.equal => {
                self.panels(out.join(format!("{}_diff.png", name.replace(['/', '\\'], "_"))), &done, &a, &b)?
            }
            _ => None,
        };
        if !self.args.json && !self.args.quiet {
            let title = if self.many { name.clone() } else { labels.join(", ") };
            self.screen.print(&tell::text(&title, &done, &a))?;
            if let Some(path) = &path {
                self.screen.print(&format!("{}\n", path.display()))?;
            }
        }
        let mut value = tell::json(&done, [&a, &b]);
        value["name"] = json!(name);
        value["picture"] = json!(path.map(|path| path.display().to_string()));
        Ok((done.equal, value))
    }

    /// Writes the picture of a pair, where one can be laid over the other.
    fn panels(&self, path: PathBuf, done: &Comparison, a: &Picture, b: &Picture) -> Result<Option<PathBuf>, Failed> {
        let Some(figures) = &done.figures else {
            self.screen.warn("no picture of the difference: one can't be laid over the other");
            return Ok(None);
        };
        panels::write(&path, &Pair::new(a, b, done.kind), figures.max)?;
        Ok(Some(path))
    }
}
