//! Presets: TOML text in, a resolved and typed [`Preset`] out, or all mistakes of the file at once.
//!
//! ```text
//! text -> toml (with recovery) -> what it extends -> [params], variant, command line -> what it uses -> [nodes] -> [[layers]],
//! [maps], [pack], [volumes] -> names and circles
//! ```
//! Whoever uses a `Preset` sees no TOML and no parameter that is out of range. What is left for later is what needs the types of
//! nodes: whether a formula is a number or a colour, and which outputs a node has.

mod book;
mod constant;
mod diagnostics;
mod extend;
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
mod pack;
mod params;
mod parser;
mod profile;
mod project;
mod reuse;
mod root;
mod slots;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod volumes;

use std::collections::BTreeSet;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

pub use book::{Library, Missing};
pub use constant::{Constant, evaluate};
pub use diagnostics::{Problem, Problems, Severity, Source, Span};
pub use fields::{FieldDoc, Fields, Scope};
pub use formula::{Expr, ExprKind, FUNCTIONS, HEIGHT, Operator, parse, parse_colour};
pub use getters::{Axes, LARGEST_WHOLE};
pub use layers::{Blend, CHANNELS, Layer, LayerChannel, Mode};
pub use maps::{Convention, Depth, Format, MAPS, MapDecl, Method};
pub use names::LONGEST_CHAIN;
pub use nearest::{distance, nearest, suggest};
pub use pack::{Channels, PackDecl, PackSource};
pub use params::{Param, ParamKind, ParamValue, Params};
pub use profile::{Document, FileDecl, FileSource, Profile, read_profile};
pub use project::read_paths;
pub use reuse::Use;
pub use slots::{Stop, StopValue};
pub use text::TextMap;
pub use values::Variant;
pub use volumes::{LONGEST_VOLUME_EDGE, VolumeDecl, VolumeSize};

use crate::nodes::Node;
use book::Book;
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
    /// The text it was read from, and the texts of all presets that it extends or uses.
    pub source: Arc<Source>,
    /// The file of the preset that it extends.
    pub extends: Option<String>,
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
    /// The size that `bakestone verify` bakes, where it is another one.
    pub verified: Option<Size>,
    /// Samples per pixel and axis.
    pub samples: u32,
    /// The parameters with their final values.
    pub params: Params,
    /// All variants.
    pub variants: Vec<Variant>,
    /// The variant that was taken.
    pub variant: Option<String>,
    /// The presets that it uses, in the order of the file.
    pub uses: Vec<Use>,
    /// The nodes, in the order of the file.
    pub nodes: Vec<NodeDecl>,
    /// The layers, bottom first.
    pub layers: Vec<Layer>,
    /// What `[maps]` says, in the order of the file.
    pub maps: Vec<MapDecl>,
    /// The packed pictures, in the order of the file.
    pub packs: Vec<PackDecl>,
    /// The volumes, in the order of the file.
    pub volumes: Vec<VolumeDecl>,
    /// The number of nodes in the longest row, each made from the next.
    longest: u32,
}

impl Preset {
    /// The maps that layers set or `[maps]` names, but for those that are dropped.
    pub fn map_names(&self) -> Vec<&str> {
        let set = self.layers.iter().flat_map(|layer| layer.channels.iter().map(|channel| channel.map));
        let written = self.maps.iter().filter(|map| map.value.is_some()).map(|map| map.name.as_str());
        let off = |name: &str| self.maps.iter().any(|map| map.name == name && map.off);
        let mut names: Vec<&str> = Vec::new();
        for name in set.chain(written) {
            if !off(name) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// All nodes, those of used presets last, with their whole names: `moss.drift`.
    pub fn all_nodes(&self) -> Vec<(String, &NodeDecl)> {
        let mut all: Vec<_> = self.nodes.iter().map(|node| (node.name.clone(), node)).collect();
        for used in &self.uses {
            all.extend(used.preset.all_nodes().into_iter().map(|(name, node)| (format!("{}.{name}", used.name), node)));
        }
        all
    }
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

/// Reads a preset that extends and uses built-in ones at most. Returns it with warnings, or all that is wrong with it and
/// with the settings.
pub fn read(source: Source, settings: &Settings) -> Result<(Preset, Vec<Problem>), Problems> {
    match read_all(source, settings, &crate::presets::BuiltIn) {
        (Some(preset), problems) if !problems.has_errors() => Ok((preset, problems.list)),
        (_, problems) => Err(problems),
    }
}

/// Reads a preset with mistakes, too: it is returned where it can be looked into further, which is where the file is TOML,
/// each node could be read, and each name leads somewhere. What could not be read has its default.
pub fn read_all(source: Source, settings: &Settings, library: &dyn Library) -> (Option<Preset>, Problems) {
    let mut problems = Vec::new();
    let (book, broken) = Book::gather(source, library, &mut problems);
    let known = problems.len();
    let preset = root::read_page(&book, 0, settings, None, &mut problems);
    if broken {
        let later = problems.split_off(known);
        let problems = with_syntax_errors(&book.source, problems, later);
        return (None, Problems::new(book.source, problems));
    }
    (preset.filter(|_| known == 0), Problems::new(book.source, problems))
}

/// Mistakes of the TOML grammar. Where there are some, other mistakes on their lines, and what seems to be missing, only follow.
fn with_syntax_errors(source: &Source, mut errors: Vec<Problem>, later: Vec<Problem>) -> Vec<Problem> {
    let lines: BTreeSet<usize> = errors.iter().map(|problem| source.line_start(problem.span.start)).collect();
    let nowhere = |span: &Span| span.is_empty() && source.file_at(span.start).1.start == span.start;
    let kept = |problem: &Problem| {
        let span = &problem.span;
        problem.source.is_some() || (!nowhere(span) && !lines.contains(&source.line_start(span.start)))
    };
    errors.extend(later.into_iter().filter(kept));
    errors
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

/// The same for a value.
fn dismantle_value(value: DeValue) {
    if let DeValue::Table(table) = value {
        dismantle(table);
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
