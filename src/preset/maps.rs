//! `[maps]`: what is written to files, and how.

use toml::de::DeValue;

use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::{Expr, is_name};
use super::nearest::distance;
use super::params::bad_name;
use super::{in_file_order, table_of};

/// The maps of a material; others are custom.
pub const MAPS: &[&str] =
    &["height", "normal", "basecolor", "roughness", "metallic", "ao", "emission", "opacity", "anisotropy"];

/// What a preset says about one map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapDecl {
    /// Its name, one of [`MAPS`] or any other.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Its value, which beats the layers.
    pub value: Option<Expr>,
    /// Whether it is dropped (`= false`).
    pub off: bool,
    /// The file format.
    pub format: Option<Format>,
    /// How many bits a channel has.
    pub depth: Option<Depth>,
    /// Whether what rounding loses is scattered.
    pub dither: bool,
    /// `normal`: factor on the slopes.
    pub strength: f64,
    /// `normal`: where green points.
    pub convention: Convention,
    /// `normal`: EXR files hold -1..1 instead of 0..1.
    pub signed: bool,
    /// `normal`: how slopes are found.
    pub method: Method,
    /// `height`: metres at the darkest and the lightest value.
    pub span_metres: Option<[f64; 2]>,
    /// `height`: metres between them, from 0 up; the value is multiplied by it.
    pub amplitude: Option<f64>,
    /// `roughness`: whether normals that are too fine to be drawn make it rougher.
    pub lost_detail: bool,
    /// `ao`: how far a slope shades, metres.
    pub radius: Option<f64>,
    /// `ao`: cells of its grid along the longer edge.
    pub grid: Option<u32>,
}

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Whole numbers.
    Png,
    /// Floats, linear.
    Exr,
}

/// How many bits a channel has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// 8 bits, PNG.
    Eight,
    /// 16 bits, PNG.
    Sixteen,
    /// 16-bit float, EXR.
    Half,
    /// 32-bit float, EXR.
    Float,
}

/// Where green points in a normal map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// Up.
    OpenGl,
    /// Down.
    DirectX,
}

/// How slopes are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Central differences of the height map.
    Central,
    /// The exact derivative of the formulas.
    Analytic,
}

/// Reads `[maps]`.
pub(super) fn read_maps<'a>(value: &'a Value<'a>, scope: Scope<'a>, problems: &mut Vec<Problem>) -> Vec<MapDecl> {
    let mut maps = Vec::new();
    for (name, span, value) in in_file_order(table_of("maps", value, problems)) {
        if !is_name(name) {
            problems.push(bad_name("map", name, span.clone()));
        } else if let Some(near) = MAPS.iter().find(|map| distance(map, name) == 1) {
            let problem = Problem::error(span.clone(), format!("the map `{name}` is too easily taken for `{near}`"));
            problems.push(problem.help(format!("did you mean `{near}`? Otherwise choose a name that differs more")));
        }
        let what = format!("map `{name}`");
        let mut fields = match value.get_ref() {
            DeValue::Table(table) => Fields::new(what, value.span(), Table::Whole(table), scope),
            DeValue::Boolean(_) => Fields::new(what, value.span(), Table::Nothing, scope),
            _ => Fields::new(what, value.span(), Table::One("value", value), scope),
        };
        let mut map = read_map(&mut fields, name, span);
        map.off = matches!(value.get_ref(), DeValue::Boolean(false));
        problems.extend(fields.finish());
        maps.push(map);
    }
    maps
}

fn read_map(fields: &mut Fields, name: &str, span: Span) -> MapDecl {
    let normal = name == "normal";
    let mut value = None;
    if !normal {
        value = fields.optional_colour_field("value", "a number or a formula, instead of what the layers give");
    } else if fields.has("value") {
        fields.raw("value", "nothing", "");
        fields.report(
            Problem::error(fields.span_of("value"), "the normal map follows from the height and takes no value")
                .help("for example `normal = { strength = 2 }`"),
        );
    }
    let (format, depth) = read_storage(fields);
    let mut map = MapDecl {
        name: name.to_string(),
        span,
        value,
        off: false,
        format,
        depth,
        dither: fields.boolean("dither", false, "scatter what rounding loses, the same way each time"),
        strength: 1.0,
        convention: Convention::OpenGl,
        signed: false,
        method: Method::Central,
        span_metres: None,
        amplitude: None,
        lost_detail: false,
        radius: None,
        grid: None,
    };
    match name {
        "height" => read_height(fields, &mut map),
        "normal" => {
            map.strength = fields.number("strength", 1.0, -1000.0..=1000.0, "factor on the slopes");
            map.convention = fields.choice("convention", &CONVENTIONS, 0, "where green points");
            map.signed = fields.boolean("signed", false, "EXR files hold -1..1 instead of 0..1");
            let methods = [
                ("central", Method::Central, "differences of the height map"),
                ("analytic", Method::Analytic, "the exact derivative"),
            ];
            map.method = fields.choice("method", &methods, 0, "how slopes are found");
        }
        "roughness" => {
            map.lost_detail = fields
                .optional_choice(
                    "lost_detail",
                    &[("add", true, "makes it rougher")],
                    "what becomes of normals too fine to be drawn",
                )
                .is_some();
        }
        "ao" => {
            map.radius = fields.optional_number("radius", 1e-6..=1e6, "how far a slope shades, metres");
            map.grid = fields
                .optional_integer("grid", 8..=8192, "cells of its grid along the longer edge")
                .map(|grid| grid as u32);
        }
        _ => {}
    }
    map
}

/// Where green points, by name.
pub(super) const CONVENTIONS: [(&str, Convention, &str); 2] =
    [("opengl", Convention::OpenGl, "green is up"), ("directx", Convention::DirectX, "green is down")];

/// Reads `format` and `depth`, which have to go together.
pub(super) fn read_storage(fields: &mut Fields) -> (Option<Format>, Option<Depth>) {
    let format = fields.optional_choice(
        "format",
        &[("png", Format::Png, "whole numbers"), ("exr", Format::Exr, "floats, linear")],
        "the file format",
    );
    let depths = [
        ("8", Depth::Eight, "PNG"),
        ("16", Depth::Sixteen, "PNG"),
        ("half", Depth::Half, "EXR"),
        ("float", Depth::Float, "EXR"),
        ("32", Depth::Float, "EXR"),
    ];
    let depth = fields.optional_choice("depth", &depths, "bits of a channel");
    let whole = matches!(depth, Some(Depth::Eight | Depth::Sixteen));
    match (format, depth) {
        (Some(Format::Exr), Some(_)) if whole => {
            fields.report(
                Problem::error(fields.span_of("depth"), "an EXR file holds floats")
                    .help("its depth is \"half\" or \"float\""),
            );
        }
        (Some(Format::Png), Some(_)) if !whole => {
            fields.report(
                Problem::error(fields.span_of("depth"), "a PNG file holds whole numbers").help("its depth is 8 or 16"),
            );
        }
        _ => {}
    }
    (format, depth)
}

fn read_height(fields: &mut Fields, map: &mut MapDecl) {
    map.amplitude = fields.optional_number("amplitude", 0.0..=1e6, "metres from the darkest to the lightest value");
    let range = fields.numbers("span", -1e6..=1e6, "metres at the darkest and the lightest value");
    if !fields.has("span") {
        return;
    }
    match range[..] {
        [low, high] if low <= high => map.span_metres = Some([low, high]),
        _ => {
            let problem = Problem::error(fields.span_of("span"), "`span` takes two numbers, the lower one first");
            fields.report(problem.help("for example `span = [-0.01, 0.02]`, in metres"));
        }
    }
    if fields.has("amplitude") {
        fields.report(
            Problem::error(fields.key_span("amplitude"), "`amplitude` and `span` say the same")
                .help("`amplitude = 0.004` is short for `span = [0, 0.004]` with a formula of 0..1 scaled by it"),
        );
    }
}
