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
mod layers;
mod maps;
mod names;
mod nearest;
mod params;
mod parser;
mod slots;
#[cfg(test)]
mod tests;
mod text;

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
pub use params::{Param, ParamKind, ParamValue, Params, Variant};
pub use slots::{Stop, StopValue};
pub use text::TextMap;

use crate::nodes::{Node, NodeType, registry};
use fields::{FieldDoc as Doc, Table, Value};
use formula::is_name;

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
    let source = Arc::new(source);
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    let document = document.into_inner();
    let mut problems = Vec::new();
    let preset = read_document(&source, &document, settings, &mut problems);
    dismantle(document);
    if !errors.is_empty() {
        problems = with_syntax_errors(&source, &errors, problems);
    }
    let problems = Problems::new(source.clone(), problems);
    match preset {
        Some(preset) if !problems.has_errors() => Ok((preset, problems.list)),
        _ => Err(problems),
    }
}

/// Mistakes of the TOML grammar. Where there are some, other mistakes on their lines, and what seems to be missing, only follow.
fn with_syntax_errors(
    source: &Source,
    errors: &[toml::de::Error],
    problems: Vec<Problem>,
) -> Vec<Problem> {
    let line = |span: &Span| source.line_column(span.start).0;
    let mut all: Vec<Problem> = errors
        .iter()
        .map(|e| Problem::error(e.span().unwrap_or(0..0), e.message()))
        .collect();
    let lines: BTreeSet<usize> = all.iter().map(|problem| line(&problem.span)).collect();
    let kept = |problem: &Problem| {
        problem.source.is_some()
            || (problem.span != (0..0) && !lines.contains(&line(&problem.span)))
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

fn read_document<'a>(
    source: &'a Arc<Source>,
    document: &'a DeTable<'a>,
    settings: &Settings,
    problems: &mut Vec<Problem>,
) -> Option<Preset> {
    let text = source.text.as_str();
    let mut params = document
        .get("params")
        .map_or_else(Params::default, |value| {
            params::read_params(value, text, problems)
        });
    let variants = document.get("variants").map_or_else(Vec::new, |value| {
        params::read_variants(value, &params, text, problems)
    });
    apply(&mut params, &variants, settings, problems);
    let node_table = document
        .get("nodes")
        .and_then(|value| table_of("nodes", value, problems));
    let keys_of = |table: Option<&DeTable>| {
        table
            .into_iter()
            .flatten()
            .map(|(name, _)| name.get_ref().to_string())
            .collect()
    };
    let names: BTreeSet<String> = keys_of(node_table);
    // Names are declared even where what they name could not be read: who uses them has made no mistake.
    let mut declared: BTreeSet<String> = keys_of(
        document
            .get("params")
            .and_then(|value| value.get_ref().as_table()),
    );
    declared.extend(names.iter().cloned());
    let scope = Scope {
        text,
        params: &params,
        nodes: &names,
    };

    let mut root = Fields::new("", 0..0, Table::Whole(document), scope);
    let edition = Doc::new(
        "edition",
        "whole number",
        "which pictures it makes; `edition = 1` is the only one",
    )
    .range("1 .. 1")
    .structural();
    let edition = root
        .ask(edition.required())
        .and_then(|value| root.whole_in("edition", value, &(0..=LARGEST_WHOLE)));
    let edition = check_edition(edition.unwrap_or(1), &mut root);
    let name = read_name(&mut root, source);
    let description = root
        .text("description", "what it is, in one line")
        .map_or(String::new(), |text| text.0);
    let tags = root
        .texts("tags", "words to find it by")
        .into_iter()
        .map(|tag| tag.0)
        .collect();
    let seed = root.integer(
        "seed",
        0,
        0..=LARGEST_WHOLE,
        "another number is another picture of the same kind",
    ) as u64;
    let seed = settings
        .seed
        .map_or(seed, |seed| check_seed(seed, &mut root));
    let tile = read_tile(&mut root, settings);
    let dimensions = root.integer(
        "dimensions",
        2,
        2..=3,
        "2 or 3: which kernels a picture is made with",
    ) as u32;
    let size = read_size(&mut root);
    let samples = root.integer("samples", 1, 1..=16, "samples per pixel and axis") as u32;
    root.raw("params", "tables", "what an artist turns");
    root.raw("variants", "tables", "named sets of values of parameters");
    root.raw("nodes", "tables and formulas", "fields on the torus");
    let layers = root.raw(
        "layers",
        "list of tables",
        "what lies on what, bottom first",
    );
    let layers = layers.map_or_else(Vec::new, |value| {
        layers::read_layers(value, scope, problems)
    });
    let maps = root.raw("maps", "table", "what is written to files, and how");
    let maps = maps.map_or_else(Vec::new, |value| maps::read_maps(value, scope, problems));
    let packs = root.raw("pack", "tables", "pictures made of several maps");
    let packs = packs.map_or_else(Vec::new, |value| {
        maps::read_packs(value, scope, &maps, problems)
    });
    problems.extend(root.finish());

    let nodes = read_nodes(node_table, scope, problems);
    names::check(&declared, &nodes, &layers, &maps, problems);
    let source = source.clone();
    let variant = settings.variant.clone();
    Some(Preset {
        source,
        edition,
        name,
        description,
        tags,
        seed,
        tile,
        dimensions,
        size,
        samples,
        params,
        variants,
        variant,
        nodes,
        layers,
        maps,
        packs,
    })
}

/// Sets parameters: first those of the variant, then those of the command line.
fn apply(
    params: &mut Params,
    variants: &[Variant],
    settings: &Settings,
    problems: &mut Vec<Problem>,
) {
    if let Some(name) = &settings.variant {
        match variants.iter().find(|variant| variant.name == *name) {
            Some(variant) => variant
                .values
                .iter()
                .for_each(|(name, value)| params.set(name, value.clone())),
            None => {
                let help = suggest(
                    name,
                    variants.iter().map(|variant| variant.name.as_str()),
                    "variants",
                );
                problems.push(
                    Problem::elsewhere(
                        Source::new("command line", name.clone()),
                        format!("unknown variant `{name}`"),
                    )
                    .help(help),
                );
            }
        }
    }
    for (name, text) in &settings.set {
        match params::from_command_line(params, name, text) {
            Ok(value) => params.set(name, value),
            Err(problem) => problems.push(problem),
        }
    }
}

/// Only the first edition exists.
fn check_edition(edition: i64, root: &mut Fields) -> u32 {
    if edition != 1 {
        let problem = Problem::error(
            root.span_of("edition"),
            format!("there is no edition {edition}"),
        );
        root.report(problem.help("write `edition = 1`, or take a newer bakestone"));
    }
    1
}

fn read_name(root: &mut Fields, source: &Source) -> String {
    let stem = std::path::Path::new(&source.name)
        .file_stem()
        .map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let Some((name, span)) = root.text("name", "the name that files get: letters, digits, _ and -")
    else {
        return stem
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "_-".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .collect();
    };
    if !is_file_name(&name) {
        root.report(
            Problem::error(span, format!("{name:?} cannot name files"))
                .help("a name is made of letters, digits, _ and -"),
        );
    }
    name
}

/// Letters, digits, `_` and `-`.
fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 128
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

fn check_seed(seed: u64, root: &mut Fields) -> u64 {
    if seed > LARGEST_WHOLE as u64 {
        let source = Source::new("command line", format!("--seed {seed}"));
        root.report(Problem::elsewhere(
            source,
            format!("the seed is outside 0 .. {LARGEST_WHOLE}"),
        ));
    }
    seed
}

/// The least and greatest length of a tile, metres.
const TILE: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

fn read_tile(root: &mut Fields, settings: &Settings) -> [f64; 3] {
    let meaning = "metres that one tile covers: [x, y] or [x, y, z]";
    let before = root.problems.len();
    let boolean = matches!(
        root.value("tile").map(|value| value.get_ref()),
        Some(DeValue::Boolean(_))
    );
    let written = if boolean {
        root.raw("tile", "lengths", meaning);
        let problem = Problem::error(
            root.span_of("tile"),
            "`tile` is the size of the tile, not a switch",
        );
        root.report(
            problem.help("every preset is seamless; for example `tile = [1, 1]`, in metres"),
        );
        Vec::new()
    } else {
        root.numbers("tile", TILE, meaning)
    };
    if root.has("tile") && !matches!(written.len(), 2 | 3) && root.problems.len() == before {
        root.problem(
            root.span_of("tile"),
            "`tile` takes 2 or 3 lengths in metres, for example `tile = [1, 1]`",
        );
    }
    let tile = match &settings.tile {
        Some(tile) => {
            let text = tile
                .iter()
                .map(f64::to_string)
                .collect::<Vec<_>>()
                .join(",");
            if !matches!(tile.len(), 2 | 3) || !tile.iter().all(|length| TILE.contains(length)) {
                let problem = Problem::elsewhere(
                    Source::new("command line", format!("--tile {text}")),
                    "a tile has 2 or 3 lengths",
                );
                root.report(
                    problem.help(format!("each in {}, metres", getters::show_range(&TILE))),
                );
            }
            tile
        }
        None => &written,
    };
    std::array::from_fn(|axis| tile.get(axis).copied().unwrap_or(1.0))
}

fn read_size(root: &mut Fields) -> Option<Size> {
    let range = 1..=1 << 24;
    match root.whole_axes(
        "size",
        None,
        range,
        "pixels of the longer edge, or [width, height]",
    )? {
        Axes::All(longer) => Some(Size::Longer(longer as u32)),
        Axes::Each(width, height, None) => Some(Size::Exact(width as u32, height as u32)),
        Axes::Each(_, _, Some(_)) => {
            root.problem(
                root.span_of("size"),
                "`size` takes a number or `[width, height]`; a picture has no third side",
            );
            None
        }
    }
}

fn read_nodes<'a>(
    table: Option<&'a DeTable<'a>>,
    scope: Scope<'a>,
    problems: &mut Vec<Problem>,
) -> Vec<NodeDecl> {
    let mut nodes = Vec::new();
    for (name, span, value) in in_file_order(table) {
        if !is_name(name) || name == "layers" {
            problems.push(params::bad_name("node", name, span.clone()));
        } else if let Some(param) = scope.params.get(name) {
            let problem = Problem::error(
                span.clone(),
                format!("`{name}` is the name of a node and of a parameter"),
            );
            let (line, _) = Source::new("", scope.text).line_column(param.span.start);
            problems.push(problem.help(format!(
                "the parameter stands in line {line}; rename one of them"
            )));
        }
        let table = match value.get_ref() {
            DeValue::Table(table) => Table::Whole(table),
            DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) => {
                Table::One("value", value)
            }
            other => {
                let problem = Problem::error(
                    value.span(),
                    format!(
                        "the node `{name}` is a table or a formula, not {}",
                        fields::found(other)
                    ),
                );
                problems.push(problem.help(format!("for example `{name} = {{ type = \"perlin\", period = 4 }}` or `{name} = \"1 - other\"`")));
                continue;
            }
        };
        let mut fields = Fields::new(format!("node `{name}`"), value.span(), table, scope);
        let read = read_node(&mut fields, name, span);
        // Without a type nothing is known about the keys.
        let known = read.is_some();
        let found = if known {
            fields.finish()
        } else {
            fields.problems
        };
        problems.extend(found);
        nodes.extend(read);
    }
    nodes
}

fn read_node(fields: &mut Fields, name: &str, span: Span) -> Option<NodeDecl> {
    let formula = matches!(fields.table, Table::One(..));
    let node_type = find_type(fields, formula)?;
    fields.rename(format!("node `{name}` of type `{}`", node_type.name));
    let (mut seed, mut warp) = (NodeSeed::Name(name.to_string()), None);
    if !formula {
        seed = read_seed(fields).unwrap_or(seed);
        warp = read_warp(fields);
    }
    let body = (node_type.read)(fields);
    Some(NodeDecl {
        name: name.to_string(),
        span,
        kind: node_type.name,
        seed,
        warp,
        body,
    })
}

fn find_type(fields: &mut Fields, formula: bool) -> Option<&'static NodeType> {
    let names = || registry().iter().map(|node_type| node_type.name);
    let (written, span) = if formula {
        ("formula".to_string(), 0..0)
    } else {
        let found = fields.text("type", "the type of the node");
        if !fields.has("type") {
            let problem = Problem::error(
                fields.span_of("type"),
                format!("{} has no `type`", fields.what()),
            );
            fields.report(problem.help(format!(
                "there are {}",
                names().collect::<Vec<_>>().join(", ")
            )));
        }
        found?
    };
    let found = registry()
        .iter()
        .find(|node_type| node_type.name == written);
    if found.is_none() {
        let all = names().collect::<Vec<_>>().join(", ");
        let help = nearest(&written, names())
            .map_or(String::new(), |near| format!("did you mean `{near}`? "));
        fields.report(
            Problem::error(span, format!("unknown node type `{written}`"))
                .help(format!("{help}types: {all}")),
        );
    }
    found
}

/// `seed = 7`, or the name that it had before.
fn read_seed(fields: &mut Fields) -> Option<NodeSeed> {
    let value = fields.raw(
        "seed",
        "whole number or name",
        "pins its random numbers: a number, or an older name of the node",
    )?;
    if let DeValue::String(text) = value.get_ref()
        && is_name(text)
        && fields.scope.params.get(text).is_none()
    {
        return Some(NodeSeed::Name(text.to_string()));
    }
    fields
        .whole_in("seed", value, &(0..=LARGEST_WHOLE))
        .map(|seed| NodeSeed::Number(seed as u64))
}

fn read_warp(fields: &mut Fields) -> Option<WarpDecl> {
    let span = fields.span_of("warp");
    fields.nested("warp", "moves the place where it is looked at", |warp| {
        WarpDecl {
            by: warp.required_field("by", "where to: a vector, or the name of a node"),
            amount: warp.required_field("amount", "how far, metres"),
            span,
        }
    })
}

/// The table that a key holds; anything else is reported.
fn table_of<'a>(
    key: &str,
    value: &'a Value<'a>,
    problems: &mut Vec<Problem>,
) -> Option<&'a DeTable<'a>> {
    if let DeValue::Table(table) = value.get_ref() {
        return Some(table);
    }
    let message = format!("`{key}` is a table, not {}", fields::found(value.get_ref()));
    problems.push(
        Problem::error(value.span(), message).help(format!("it begins with a line `[{key}]`")),
    );
    None
}

/// The entries of a table as they stand in the file, each with its name and the place of the name.
fn in_file_order<'a>(table: Option<&'a DeTable<'a>>) -> Vec<(&'a str, Span, &'a Value<'a>)> {
    let entries = table.into_iter().flatten();
    let mut entries: Vec<_> = entries
        .map(|(name, value)| (name.get_ref().as_ref(), name.span(), value))
        .collect();
    entries.sort_by_key(|(_, span, _)| span.start);
    entries
}
