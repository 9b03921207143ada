//! The keys at the top of the file, and the order in which the rest is read.
//!
//! Parameters come first: every structural number may be made from them.

use std::collections::BTreeSet;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::book::Book;
use super::diagnostics::{Problem, Severity, Source, Span};
use super::fields::{FieldDoc as Doc, Fields, Scope, Table};
use super::formula::Expr;
use super::getters::{Axes, LARGEST_WHOLE};
use super::literals::show_range;
use super::nearest::suggest;
use super::params::{self, Params};
use super::reuse::{self, Order};
use super::values::{self, Variant};
use super::{
    NodeDecl, Preset, Settings, Size, dismantle, in_file_order, is_file_name, layers, maps, names, node, pack,
    table_of, volumes,
};

/// A file of the book, on top of what it extends; what is wrong with it goes to `problems`. `None` where a node or a name is
/// missing, so that nothing can be said about what reads it. `order` is what a preset wants that uses this one.
pub(super) fn read_page(
    book: &Book,
    page: usize,
    settings: &Settings,
    order: Option<&Order>,
    problems: &mut Vec<Problem>,
) -> Option<Preset> {
    let document = book.document(page)?;
    let preset = read_root(book, page, &document, settings, order, problems);
    dismantle(document);
    preset
}

fn read_root<'a>(
    book: &'a Book,
    page: usize,
    document: &'a DeTable<'a>,
    settings: &Settings,
    order: Option<&Order>,
    problems: &mut Vec<Problem>,
) -> Option<Preset> {
    let source = &*book.source;
    let mut params =
        document.get("params").map_or_else(Params::default, |value| params::read_params(value, source, problems));
    let variants =
        document.get("variants").map_or_else(Vec::new, |value| values::read_variants(value, &params, source, problems));
    apply(&mut params, &variants, settings, problems);
    if let Some(order) = order {
        obey(&mut params, &variants, order, problems);
    }
    let node_table = document.get("nodes").and_then(|value| table_of("nodes", value, problems));
    let use_table = document.get("use").and_then(|value| table_of("use", value, problems));
    let keys_of =
        |table: Option<&DeTable>| table.into_iter().flatten().map(|(name, _)| name.get_ref().to_string()).collect();
    let names: BTreeSet<String> = keys_of(node_table);
    // Names are declared even where what they name could not be read: who uses them has made no mistake.
    let mut declared: BTreeSet<String> = keys_of(document.get("params").and_then(|value| value.get_ref().as_table()));
    declared.extend(names.iter().cloned());
    declared.extend(keys_of(use_table));
    let scope = Scope { source, params: &params, nodes: &names, tile: None };

    let start = book.start(page);
    let mut root = Fields::new("", start..start, Table::Whole(document), scope);
    root.text("extends", "the preset that this one starts from, by its name, or by the path of its file from here");
    let edition = Doc::new("edition", "whole number", "which pictures it makes; `edition = 1` is the only one")
        .range("1 .. 1")
        .structural();
    let edition = root.ask(edition.required()).and_then(|value| root.whole_in("edition", value, &(0..=LARGEST_WHOLE)));
    let edition = check_edition(edition.unwrap_or(1), &mut root);
    let name = read_name(&mut root, book.name(page));
    let description = root.text("description", "what it is, in one line").map_or(String::new(), |text| text.0);
    let tags = root.texts("tags", "words to find it by").into_iter().map(|tag| tag.0).collect();
    let seed = root.integer("seed", 0, 0..=LARGEST_WHOLE, "another number is another picture of the same kind") as u64;
    let seed = settings.seed.map_or(seed, |seed| check_seed(seed, &mut root));
    let (tile, tile_of) = read_tile(&mut root, settings);
    let dimensions = root.integer("dimensions", 2, 2..=3, "2 or 3: which kernels a picture is made with") as u32;
    let size = read_size(&mut root);
    let verified = root.nested("verify", "what `bakestone verify` does otherwise than `bake`", read_size).flatten();
    let samples = root.integer("samples", 1, 1..=16, "samples per pixel and axis") as u32;
    root.raw("params", "tables", "what an artist turns");
    root.raw("variants", "tables", "named sets of values of parameters");
    root.raw("nodes", "tables and formulas", "fields on the torus");
    root.raw("use", "tables", "other presets, whose maps are read as NAME.map");
    let of_nodes = Scope { tile: tile_of.as_ref().map(|(name, _)| name.as_str()), ..scope };
    let nodes = node::read_nodes(node_table, of_nodes, problems);
    let tile = match &tile_of {
        Some(named) => {
            tile_of_node(named, &nodes, &names, problems).filter(|_| settings.tile.is_none()).unwrap_or(tile)
        }
        None => tile,
    };
    let uses = reuse::read_uses(book, use_table, scope, tile, problems);
    let layers = root.raw("layers", "list of tables", "what lies on what, bottom first");
    let layers = layers.map_or_else(Vec::new, |value| layers::read_layers(value, scope, &uses, use_table, problems));
    let maps = root.raw("maps", "table", "what is written to files, and how");
    let maps = maps.map_or_else(Vec::new, |value| maps::read_maps(value, scope, problems));
    let packs = root.raw("pack", "tables", "pictures made of several maps");
    let packs = packs.map_or_else(Vec::new, |value| pack::read_packs(value, scope, &maps, problems));
    let volumes = root.raw("volumes", "tables", "fields in three dimensions, for `bakestone volume`");
    let volumes = volumes.map_or_else(Vec::new, |value| volumes::read_volumes(value, scope, &maps, &packs, problems));
    problems.extend(root.finish());

    let known = problems.len();
    let made = maps.iter().filter_map(|map| map.value.as_ref());
    let made = made.chain(volumes.iter().flat_map(|volume| volume.channels.iter().flatten()));
    let made: Vec<&Expr> = made.collect();
    let longest = names::check(&declared, &nodes, &layers, &made, &uses, problems);
    let lost = problems[known..].iter().any(|problem| problem.severity == Severity::Error);
    if lost || nodes.len() < names.len() || uses.len() < use_table.map_or(0, DeTable::len) {
        return None;
    }
    let source = Arc::clone(&book.source);
    let extends = document.get("extends").and_then(|value| book.linked(&value.span()));
    let variant =
        settings.variant.clone().or(order.and_then(|order| order.variant.as_ref()).map(|named| named.0.clone()));
    Some(Preset {
        source,
        extends: extends.map(|page| book.name(page).to_string()),
        edition,
        name,
        description,
        tags,
        seed,
        tile,
        dimensions,
        size,
        verified,
        samples,
        params,
        variants,
        variant,
        uses,
        nodes,
        layers,
        maps,
        packs,
        volumes,
        longest,
    })
}

/// Sets parameters: first those of the variant, then those of the command line.
fn apply(params: &mut Params, variants: &[Variant], settings: &Settings, problems: &mut Vec<Problem>) {
    if let Some(name) = &settings.variant {
        match variants.iter().find(|variant| variant.name == *name) {
            Some(variant) => variant.values.iter().for_each(|(name, value)| params.set(name, value.clone())),
            None => {
                let help = suggest(name, variants.iter().map(|variant| variant.name.as_str()), "variants");
                problems.push(
                    Problem::elsewhere(Source::new("command line", name.clone()), format!("unknown variant `{name}`"))
                        .help(help),
                );
            }
        }
    }
    for (name, text) in &settings.set {
        match values::from_command_line(params, name, text) {
            Ok(value) => params.set(name, value),
            Err(problem) => problems.push(problem),
        }
    }
}

/// Sets parameters as the preset wants that uses this one: first its variant, then its `set`.
fn obey(params: &mut Params, variants: &[Variant], order: &Order, problems: &mut Vec<Problem>) {
    if let Some((name, span)) = &order.variant {
        match variants.iter().find(|variant| variant.name == *name) {
            Some(variant) => variant.values.iter().for_each(|(name, value)| params.set(name, value.clone())),
            None => {
                let help = suggest(name, variants.iter().map(|variant| variant.name.as_str()), "variants");
                problems.push(Problem::error(span.clone(), format!("unknown variant `{name}`")).help(help));
            }
        }
    }
    let entries = in_file_order(order.set);
    for (name, value) in values::read_values(&entries, params, "of the preset in use", &order.scope, problems) {
        params.set(&name, value);
    }
}

/// Only the first edition exists.
fn check_edition(edition: i64, root: &mut Fields) -> u32 {
    if edition != 1 {
        let problem = Problem::error(root.span_of("edition"), format!("there is no edition {edition}"));
        root.report(problem.help("write `edition = 1`, or take a newer bakestone"));
    }
    1
}

fn read_name(root: &mut Fields, file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let Some((name, span)) = root.text("name", "the name that files get: letters, digits, _ and -") else {
        return stem.chars().map(|c| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '_' }).collect();
    };
    if !is_file_name(&name) {
        root.report(
            Problem::error(span, format!("{name:?} cannot name files"))
                .help("a name is made of letters, digits, _ and -"),
        );
    }
    name
}

fn check_seed(seed: u64, root: &mut Fields) -> u64 {
    if seed > LARGEST_WHOLE as u64 {
        let source = Source::new("command line", format!("--seed {seed}"));
        root.report(Problem::elsewhere(source, format!("the seed is outside 0 .. {LARGEST_WHOLE}")));
    }
    seed
}

/// The least and greatest length of a tile, metres.
const TILE: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// Metres, and the node that says them instead.
fn read_tile(root: &mut Fields, settings: &Settings) -> ([f64; 3], Option<(String, Span)>) {
    let meaning =
        "metres that one tile covers: [x, y] or [x, y, z], or the pattern that says it by number and size of elements";
    let before = root.problems.len();
    let value = root.value("tile").map(|value| value.get_ref());
    let boolean = matches!(value, Some(DeValue::Boolean(_)));
    let node = if matches!(value, Some(DeValue::String(_))) { root.node("tile", meaning) } else { None };
    let written = if root.problems.len() > before || node.is_some() {
        Vec::new()
    } else if boolean {
        root.raw("tile", "lengths", meaning);
        let problem = Problem::error(root.span_of("tile"), "`tile` is the size of the tile, not a switch");
        root.report(problem.help("every preset is seamless; for example `tile = [1, 1]`, in metres"));
        Vec::new()
    } else {
        root.numbers("tile", TILE, meaning)
    };
    if root.has("tile") && node.is_none() && !matches!(written.len(), 2 | 3) && root.problems.len() == before {
        root.problem(root.span_of("tile"), "`tile` takes 2 or 3 lengths in metres, for example `tile = [1, 1]`");
    }
    let tile = match &settings.tile {
        Some(tile) => {
            let text = tile.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
            if !matches!(tile.len(), 2 | 3) || !tile.iter().all(|length| TILE.contains(length)) {
                let problem = Problem::elsewhere(
                    Source::new("command line", format!("--tile {text}")),
                    "a tile has 2 or 3 lengths",
                );
                root.report(problem.help(format!("each in {}, metres", show_range(&TILE))));
            }
            tile
        }
        None => &written,
    };
    // Without a third length the tile is as deep as it is wide or high: voxels of as many along each edge are cubes.
    let depth = tile.iter().take(2).copied().reduce(f64::min).unwrap_or(1.0);
    let usual = [1.0, 1.0, depth];
    (std::array::from_fn(|axis| tile.get(axis).copied().unwrap_or(usual[axis])), node)
}

/// The tile that a pattern makes.
fn tile_of_node(
    (name, span): &(String, Span),
    nodes: &[NodeDecl],
    names: &BTreeSet<String>,
    problems: &mut Vec<Problem>,
) -> Option<[f64; 3]> {
    if !names.contains(name) {
        let help = suggest(name, names.iter().map(String::as_str).take(40), "nodes");
        problems.push(Problem::error(span.clone(), format!("there is no node `{name}`")).help(help));
        return None;
    }
    let node = nodes.iter().find(|node| node.name == *name)?;
    let Some([x, y]) = node.body.tile() else {
        let message = format!("`{name}` does not say how large the tile is");
        let help = "a pattern (bricks, tiles, planks, cobbles, weave, rings, checker) with `period = [columns, rows]` and `cell` does";
        problems.push(Problem::error(span.clone(), message).help(help));
        return None;
    };
    if !TILE.contains(&x) || !TILE.contains(&y) {
        let message = format!("`{name}` makes a tile of {x} x {y} m");
        problems
            .push(Problem::error(span.clone(), message).help(format!("each side is in {}, metres", show_range(&TILE))));
        return None;
    }
    Some([x, y, x.min(y)])
}

fn read_size(root: &mut Fields) -> Option<Size> {
    let range = 1..=1 << 24;
    match root.whole_axes("size", None, range, "pixels of the longer edge, or [width, height]")? {
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
