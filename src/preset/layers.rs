//! `[[layers]]`: what lies on what, from the bottom up.

use toml::de::DeValue;

use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::{Expr, is_name};
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
    /// `below + value * mask`, the default of heights.
    Add,
}

/// How a mask becomes a weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blend {
    /// The mask is the weight.
    Mix,
    /// The higher of the two lies on top, within `softness` metres.
    Height {
        /// Metres over which one goes over into the other.
        softness: f64,
    },
}

/// The maps that a layer can set: name, whether it is a colour, and meaning.
pub const CHANNELS: &[(&str, bool, &str)] = &[
    ("basecolor", true, "colour of the surface"),
    ("roughness", false, "0 mirror .. 1 dull"),
    ("metallic", false, "0 or 1"),
    ("emission", true, "colour of its own light"),
    ("opacity", false, "0 .. 1"),
    ("anisotropy", false, "0 .. 1"),
    ("ao", false, "open sky, 0 .. 1"),
    ("height", false, "metres, added to what is below"),
];

/// Reads `[[layers]]`.
pub(super) fn read_layers<'a>(value: &'a Value<'a>, scope: Scope<'a>, problems: &mut Vec<Problem>) -> Vec<Layer> {
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
        let layer = read_layer(&mut fields, name);
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

fn read_layer(fields: &mut Fields, number: String) -> Layer {
    let (mut name, mut span) = (number, fields.span());
    if let Some((written, at)) = fields.text("name", "how formulas call it: `layers.NAME.height`") {
        if !is_name(&written) {
            fields.report(bad_name("layer", &written, at.clone()));
        }
        fields.rename(format!("layer `{written}`"));
        (name, span) = (written, at);
    }
    let mask = fields.optional_field("mask", "where it covers what is below: 0 nowhere, 1 wholly");
    let channels = CHANNELS.iter().filter_map(|channel| read_channel(fields, *channel)).collect();
    let by_height = fields.choice(
        "blend",
        &[("mix", false, "the mask is the weight"), ("height", true, "the higher lies on top")],
        0,
        "how the mask works",
    );
    let softness = fields.number(
        "softness",
        0.001,
        0.0..=1000.0,
        "with `blend = \"height\"`: metres over which one goes over into the other",
    );
    if fields.has("softness") && !by_height {
        fields.problem(fields.key_span("softness"), "`softness` belongs to `blend = \"height\"`");
    }
    Layer { name, span, mask, channels, blend: if by_height { Blend::Height { softness } } else { Blend::Mix } }
}

fn read_channel(fields: &mut Fields, (map, colour, doc): (&'static str, bool, &'static str)) -> Option<LayerChannel> {
    let span = fields.key_span(map);
    if !matches!(fields.value(map).map(|value| value.get_ref()), Some(DeValue::Table(_))) {
        let value = if colour { fields.optional_colour_field(map, doc) } else { fields.optional_field(map, doc) };
        let mode = if map == "height" { Mode::Add } else { Mode::Mix };
        return value.map(|value| LayerChannel { map, span, value, mode });
    }
    let (value, mode) = fields.nested(map, doc, read_mode)??;
    Some(LayerChannel { map, span, value, mode })
}

/// `{ multiply = ".." }` and the like: exactly one.
fn read_mode(fields: &mut Fields) -> Option<(Expr, Mode)> {
    let modes = [
        ("mix", Mode::Mix, "covers what is below"),
        ("replace", Mode::Mix, "covers what is below"),
        ("multiply", Mode::Multiply, "multiplied with what is below"),
        ("screen", Mode::Screen, "lightens what is below"),
        ("add", Mode::Add, "added to what is below"),
    ];
    let mut found = None;
    for (key, mode, doc) in modes {
        let value = fields.optional_colour_field(key, doc);
        if found.is_some() && value.is_some() {
            fields.problem(fields.key_span(key), format!("{} has two values", fields.what()));
        }
        found = found.or(value.map(|value| (value, mode)));
    }
    if !modes.iter().any(|mode| fields.has(mode.0)) {
        let problem = Problem::error(fields.span(), format!("{} has no value", fields.what()));
        fields.report(
            problem.help("write one of mix, replace, multiply, screen and add, for example `{ multiply = \"0.5\" }`"),
        );
    }
    found
}
