//! Presets: TOML text in, a resolved and typed [`Preset`] out, or all mistakes of the file at once.
//!
//! ```text
//! text -> toml (with recovery) -> [params], variant, command line -> [nodes] -> [[layers]], [maps], [pack] -> names and circles
//! ```
//! Whoever uses a `Preset` sees no TOML and no parameter that is out of range. What is left for later is what needs the types of
//! nodes: whether a formula is a number or a colour, and which outputs a node has.

mod constant;
mod diagnostics;
mod fields;
mod formula;
mod getters;
mod hints;
mod layers;
mod literals;
mod maps;
mod names;
mod nearest;
mod node;
mod operands;
mod params;
mod parser;
mod root;
mod slots;
#[cfg(test)]
mod tests;
mod text;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

pub use constant::{Constant, evaluate};
pub use diagnostics::{Problem, Problems, Severity, Source, Span};
pub use fields::{FieldDoc, Fields, Scope};
pub use formula::{Expr, ExprKind, FUNCTIONS, HEIGHT, Operator, parse, parse_colour};
pub use getters::{Axes, LARGEST_WHOLE};
pub use layers::{Blend, CHANNELS, Layer, LayerChannel, Mode};
pub use maps::{Convention, Depth, Format, MAPS, MapDecl, Method, PackDecl, PackSource};
pub use names::LONGEST_CHAIN;
pub use nearest::{distance, nearest, suggest};
pub use params::{Param, ParamKind, ParamValue, Params};
pub use slots::{Stop, StopValue};
pub use text::TextMap;
pub use values::Variant;

use crate::nodes::Node;
use fields::Value;

/// What the command line changes in a preset.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// The variant to take.
    pub variant: Option<String>,
    /// Parameters: names and the texts of their values.
    pub set: Vec<(String, String)>,
    /// Instead of the preset's `seed`.
    pub seed: Option<u64>,
    /// Instead of the preset's `tile`: 2 or 3 lengths in metres.
    pub tile: Option<Vec<f64>>,
}

/// A material as its author described it, with all parameters set.
pub struct Preset {
    /// The text it was read from.
    pub source: Arc<Source>,
    /// Which pictures it makes; 1 is the only edition.
    pub edition: u32,
    /// The name that files get; the file's own name where none is written.
    pub name: String,
    /// What it is, in one line.
    pub description: String,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// 0 to 2^53 - 1.
    pub seed: u64,
    /// Metres that one tile covers.
    pub tile: [f64; 3],
    /// 2 or 3: which kernels a picture is made with.
    pub dimensions: u32,
    /// The default of `--size`.
    pub size: Option<Size>,
    /// Samples per pixel and axis.
    pub samples: u32,
    /// The parameters with their final values.
    pub params: Params,
    /// All variants.
    pub variants: Vec<Variant>,
    /// The variant that was taken.
    pub variant: Option<String>,
    /// The nodes, in the order of the file.
    pub nodes: Vec<NodeDecl>,
    /// The layers, bottom first.
    pub layers: Vec<Layer>,
    /// What `[maps]` says, in the order of the file.
    pub maps: Vec<MapDecl>,
    /// The packed pictures, in the order of the file.
    pub packs: Vec<PackDecl>,
}

/// The size of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// The longer edge; the tile's ratio gives the other.
    Longer(u32),
    /// Width and height.
    Exact(u32, u32),
}

/// A node.
pub struct NodeDecl {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The name of its type.
    pub kind: &'static str,
    /// What its random numbers come from.
    pub seed: NodeSeed,
    /// The id by which each element has a place of its own in it.
    pub per: Option<Expr>,
    /// How its place is moved before it is looked at.
    pub warp: Option<WarpDecl>,
    /// What it is made of.
    pub body: Box<dyn Node>,
}

/// What the random numbers of a node come from, together with the preset's seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeSeed {
    /// A name: its own, or the one that `seed` pins.
    Name(String),
    /// A number.
    Number(u64),
}

/// `warp = { by, amount }`
#[derive(Debug, Clone, PartialEq)]
pub struct WarpDecl {
    /// Where to: a vector, or the name of a node that is a number.
    pub by: Expr,
    /// How far, metres.
    pub amount: Expr,
    /// Where it stands.
    pub span: Span,
}

/// Reads a preset. Returns it with warnings, or all that is wrong with it and with the settings.
pub fn read(source: Source, settings: &Settings) -> Result<(Preset, Vec<Problem>), Problems> {
    match read_all(source, settings) {
        (Some(preset), problems) if !problems.has_errors() => Ok((preset, problems.list)),
        (_, problems) => Err(problems),
    }
}

/// Reads a preset with mistakes, too: it is returned where it can be looked into further, which is where the file is TOML,
/// each node could be read, and each name leads somewhere. What could not be read has its default.
pub fn read_all(source: Source, settings: &Settings) -> (Option<Preset>, Problems) {
    let source = Arc::new(source);
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    let document = document.into_inner();
    let mut problems = Vec::new();
    let preset = root::read_root(&source, &document, settings, &mut problems);
    dismantle(document);
    if !errors.is_empty() {
        let problems = with_syntax_errors(&source, &errors, problems);
        return (None, Problems::new(source, problems));
    }
    (preset, Problems::new(source, problems))
}

/// Mistakes of the TOML grammar. Where there are some, other mistakes on their lines, and what seems to be missing, only follow.
fn with_syntax_errors(source: &Source, errors: &[toml::de::Error], problems: Vec<Problem>) -> Vec<Problem> {
    let line = |span: &Span| source.line_column(span.start).0;
    let mut all: Vec<Problem> = errors.iter().map(|e| Problem::error(e.span().unwrap_or(0..0), e.message())).collect();
    let lines: BTreeSet<usize> = all.iter().map(|problem| line(&problem.span)).collect();
    let kept = |problem: &Problem| {
        problem.source.is_some() || (problem.span != (0..0) && !lines.contains(&line(&problem.span)))
    };
    all.extend(problems.into_iter().filter(kept));
    all
}

/// Drops a table without recursion: dotted keys nest as deep as the file is long.
fn dismantle(table: DeTable) {
    let mut open = vec![table];
    while let Some(table) = open.pop() {
        for (_, value) in table {
            if let DeValue::Table(inner) = value.into_inner() {
                open.push(inner);
            }
        }
    }
}

/// Letters, digits, `_` and `-`.
fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 128 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// The table that a key holds; anything else is reported.
fn table_of<'a>(key: &str, value: &'a Value<'a>, problems: &mut Vec<Problem>) -> Option<&'a DeTable<'a>> {
    if let DeValue::Table(table) = value.get_ref() {
        return Some(table);
    }
    let message = format!("`{key}` is a table, not {}", fields::found(value.get_ref()));
    problems.push(Problem::error(value.span(), message).help(format!("it begins with a line `[{key}]`")));
    None
}

/// The entries of a table as they stand in the file, each with its name and the place of the name.
fn in_file_order<'a>(table: Option<&'a DeTable<'a>>) -> Vec<(&'a str, Span, &'a Value<'a>)> {
    let entries = table.into_iter().flatten();
    let mut entries: Vec<_> = entries.map(|(name, value)| (name.get_ref().as_ref(), name.span(), value)).collect();
    entries.sort_by_key(|(_, span, _)| span.start);
    entries
}
