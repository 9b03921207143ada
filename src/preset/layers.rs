//! `[[layers]]`: what lies on what, from the bottom up.

use toml::de::{DeTable, DeValue};

use super::Use;
use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::{Expr, ExprKind, is_name};
use super::nearest::suggest;
use super::params::bad_name;

/// A layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Its name; `layer1`, `layer2` .. where none is written.
    pub name: String,
    /// Where its name stands, or its table.
    pub span: Span,
    /// Where it covers what is below: 0 nowhere, 1 wholly. Everywhere where there is none.
    pub mask: Option<Expr>,
    /// What it does to each map that it touches, in the order of [`CHANNELS`].
    pub channels: Vec<LayerChannel>,
    /// How the mask is turned into a weight.
    pub blend: Blend,
}

/// What a layer does to one map.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerChannel {
    /// The map.
    pub map: &'static str,
    /// Where the map's key stands.
    pub span: Span,
    /// What is put there.
    pub value: Expr,
    /// How it is put there.
    pub mode: Mode,
    /// How much of it shows in this map alone, 0..1; all of it where there is none.
    pub opacity: Option<Expr>,
}

/// How a layer's value meets the one below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// `mix(below, value, mask)`; `replace` is the same and is how heights say it.
    Mix,
    /// `mix(below, below * value, mask)`
    Multiply,
    /// `mix(below, 1 - (1 - below) * (1 - value), mask)`
    Screen,
    /// `mix(below, overlay(below, value), mask)`
    Overlay,
    /// `mix(below, soft_light(below, value), mask)`
    SoftLight,
    /// `below + value * mask`, the default of heights.
    Add,
}

/// How a mask becomes a weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blend {
    /// The mask is the weight.
    Mix,
    /// The higher of the two lies on top, within `softness` metres; the mask lowers the layer.
    Height {
        /// Metres over which one goes over into the other.
        softness: f64,
    },
}

/// The maps that a layer can set: name, whether it is a colour, and meaning.
pub const CHANNELS: &[Channel] = &[
    ("basecolor", true, "colour of the surface"),
    ("roughness", false, "0 mirror .. 1 dull"),
    ("metallic", false, "0 or 1"),
    ("emission", true, "colour of its own light"),
    ("opacity", false, "0 .. 1"),
    ("anisotropy", false, "0 .. 1"),
    ("ao", false, "open sky, 0 .. 1"),
    ("height", false, "metres, added to what is below"),
];

/// The presets in use: all names, and those that could be read.
#[derive(Clone, Copy)]
struct Uses<'a> {
    named: Option<&'a DeTable<'a>>,
    read: &'a [Use],
}

/// Reads `[[layers]]`. `uses` are the presets in use that could be read, `use_table` has the names of all.
pub(super) fn read_layers<'a>(
    value: &'a Value<'a>,
    scope: Scope<'a>,
    uses: &'a [Use],
    use_table: Option<&'a DeTable<'a>>,
    problems: &mut Vec<Problem>,
) -> Vec<Layer> {
    let uses = Uses { named: use_table, read: uses };
    let DeValue::Array(list) = value.get_ref() else {
        problems.push(
            Problem::error(value.span(), "layers are a list of tables")
                .help("each layer begins with a line `[[layers]]`"),
        );
        return Vec::new();
    };
    let mut layers: Vec<Layer> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (index, value) in list.iter().enumerate() {
        let name = format!("layer{}", index + 1);
        let DeValue::Table(table) = value.get_ref() else {
            problems.push(
                Problem::error(value.span(), "a layer is a table").help("each layer begins with a line `[[layers]]`"),
            );
            continue;
        };
        let mut fields = Fields::new(format!("layer `{name}`"), value.span(), Table::Whole(table), scope);
        let layer = read_layer(&mut fields, name, uses);
        if !seen.insert(layer.name.clone()) {
            fields.report(
                Problem::error(layer.span.clone(), format!("there are two layers `{}`", layer.name))
                    .help("give one of them another `name`"),
            );
        }
        problems.extend(fields.finish());
        layers.push(layer);
    }
    layers
}

fn read_layer(fields: &mut Fields, number: String, uses: Uses) -> Layer {
    let (mut name, mut span) = (number, fields.span());
    if let Some((written, at)) = fields.text("name", "how formulas call it: `layers.NAME.height`") {
        if !is_name(&written) {
            fields.report(bad_name("layer", &written, at.clone()));
        }
        fields.rename(format!("layer `{written}`"));
        (name, span) = (written, at);
    }
    let mask = fields.optional_field("mask", "where it covers what is below: 0 nowhere, 1 wholly");
    let usual = fields.choice(
        "blend",
        &[
            ("mix", Some(Mode::Mix), "its values cover those below"),
            ("height", None, "the higher lies on top"),
            ("multiply", Some(Mode::Multiply), "its values are multiplied with those below"),
            ("screen", Some(Mode::Screen), "its values lighten those below"),
            ("overlay", Some(Mode::Overlay), "its values darken what is dark below and lighten what is light"),
            ("soft_light", Some(Mode::SoftLight), "the same, gently"),
        ],
        0,
        "how its values meet those below; heights are added by all",
    );
    if fields.boolean("drop", false, "takes the layer of this name away from the preset that is extended") {
        let problem = Problem::error(fields.key_span("drop"), format!("there is no layer `{name}` to drop"));
        fields.report(problem.help("`drop` takes away a layer of the preset that `extends` names"));
    }
    let from = fields.text("from", "a preset in use, whose maps are taken where no other value is written");
    let from = from.and_then(|(name, span)| find_use(fields, uses, &name, span));
    let read = |channel: &Channel| {
        let usual = usual.unwrap_or(Mode::Mix);
        let written = fields.has(channel.0);
        let read = read_channel(fields, *channel, usual);
        if written { read } else { from.as_ref().and_then(|(used, span)| taken(used, span, channel.0, usual)) }
    };
    let channels: Vec<LayerChannel> = CHANNELS.iter().filter_map(read).collect();
    if let Some((used, span)) = &from
        && channels.is_empty()
    {
        fields.problem(span.clone(), format!("`{}` has no map that a layer could take", used.name));
    }
    let softness = fields.number(
        "softness",
        0.001,
        0.0..=1000.0,
        "with `blend = \"height\"`: metres over which one goes over into the other",
    );
    let blend = if usual.is_none() { Blend::Height { softness } } else { Blend::Mix };
    if fields.has("softness") && blend == Blend::Mix {
        fields.problem(fields.key_span("softness"), "`softness` belongs to `blend = \"height\"`");
    }
    let has_height = fields.has("height") || channels.iter().any(|channel| channel.map == "height");
    if blend != Blend::Mix && !has_height {
        let problem = Problem::error(fields.span_of("blend"), "`blend = \"height\"` needs a `height` to compare");
        fields.report(problem.help(
            "for example `height = { replace = 0.004 }`, with `opacity = 0` beside it to leave the height map alone",
        ));
    }
    Layer { name, span, mask, channels, blend }
}

/// The preset in use of this name, with the place of the name.
fn find_use<'u>(fields: &mut Fields, uses: Uses<'u>, name: &str, span: Span) -> Option<(&'u Use, Span)> {
    if let Some(used) = uses.read.iter().find(|used| used.name == name) {
        return Some((used, span));
    }
    // What is wrong with one that could not be read is told there.
    if !uses.named.is_some_and(|table| table.contains_key(name)) {
        let known = uses.read.iter().map(|used| used.name.as_str());
        let help = suggest(name, known, "presets in use");
        fields.report(Problem::error(span, format!("unknown preset in use `{name}`")).help(help));
    }
    None
}

/// A map of a preset in use as it lies in a layer. Its `ao` is left out: that of the whole follows from the final height.
fn taken(used: &Use, span: &Span, map: &'static str, usual: Mode) -> Option<LayerChannel> {
    if map == "ao" || !used.preset.map_names().contains(&map) {
        return None;
    }
    let whole = Box::new(Expr::name(used.name.clone(), span.clone()));
    let value = Expr { kind: ExprKind::Field(whole, map.to_string(), span.clone()), span: span.clone() };
    let mode = if map == "height" { Mode::Add } else { usual };
    Some(LayerChannel { map, span: span.clone(), value, mode, opacity: None })
}

/// A map that a layer can set.
type Channel = (&'static str, bool, &'static str);

fn read_channel(fields: &mut Fields, (map, colour, doc): Channel, usual: Mode) -> Option<LayerChannel> {
    let span = fields.key_span(map);
    let usual = if map == "height" { Mode::Add } else { usual };
    if !matches!(fields.value(map).map(|value| value.get_ref()), Some(DeValue::Table(_))) {
        let value = if colour { fields.optional_colour_field(map, doc) } else { fields.optional_field(map, doc) };
        return value.map(|value| LayerChannel { map, span, value, mode: usual, opacity: None });
    }
    let (value, mode, opacity) = fields.nested(map, doc, |fields| read_mode(fields, map, usual))??;
    Some(LayerChannel { map, span, value, mode, opacity })
}

/// `{ multiply = ".." }` and the like: exactly one, and perhaps an `opacity`.
fn read_mode(fields: &mut Fields, map: &str, usual: Mode) -> Option<(Expr, Mode, Option<Expr>)> {
    let modes = [
        ("value", usual, "put there as the layer's `blend` says"),
        ("mix", Mode::Mix, "covers what is below"),
        ("replace", Mode::Mix, "covers what is below"),
        ("multiply", Mode::Multiply, "multiplied with what is below"),
        ("screen", Mode::Screen, "lightens what is below"),
        ("overlay", Mode::Overlay, "darkens what is dark below and lightens what is light"),
        ("soft_light", Mode::SoftLight, "the same, gently"),
        ("add", Mode::Add, "added to what is below"),
    ];
    let mut found = None;
    for (key, mode, doc) in modes {
        let value = fields.optional_colour_field(key, doc);
        if found.is_some() && value.is_some() {
            fields.problem(fields.key_span(key), format!("{} has two values", fields.what()));
        }
        if map == "height" && value.is_some() && matches!(mode, Mode::Overlay | Mode::SoftLight) {
            let problem = Problem::error(fields.key_span(key), format!("`{key}` means nothing for metres"));
            fields.report(problem.help("heights take add, replace and multiply"));
        }
        found = found.or(value.map(|value| (value, mode)));
    }
    let opacity = fields.optional_field("opacity", "how much of it shows in this map alone, 0..1");
    // An unknown key is told as such, with the nearest one that is known.
    if fields.keys_are_known() && !modes.iter().any(|mode| fields.has(mode.0)) {
        let keys = modes.map(|mode| mode.0).join(", ");
        let problem = Problem::error(fields.span(), format!("{} has no value", fields.what()));
        fields.report(problem.help(format!("write one of {keys}, for example `{{ multiply = \"0.5\" }}`")));
    }
    found.map(|(value, mode)| (value, mode, opacity))
}
