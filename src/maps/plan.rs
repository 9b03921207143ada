//! Which maps a material has, what each shows and how each is stored.
//!
//! Maps are those that layers set and those of `[maps]`, where a value there beats the layers and `false` drops one;
//! `normal` comes with a height, `ao` with a height that has relief.

use super::pack::{self, Misfit};
use super::volume::plan_volume;
use super::{Convention, Depth, Format, Method, lost};
use crate::nodes::gridded::{self, GRID};
use crate::nodes::occlusion;
use crate::preset::{MAPS, MapDecl, Preset, Profile, suggest};
use crate::program::Dropped;
use crate::program::range::Range;
use crate::program::stack::is_colour;
use crate::program::{At, Lower, Num, Program, Value};
use std::sync::Arc;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Metres, stored as `(h - lo) / (hi - lo)`; float formats store metres.
    Height {
        /// `[lo, hi]`, metres.
        span: [f64; 2],
    },
    /// Directions, from the height.
    Normal {
        /// Factor on the true slopes.
        strength: f64,
        /// Where green points.
        convention: Convention,
        /// Whether float formats hold -1..1.
        signed: bool,
        /// How slopes are found.
        method: Method,
    },
    /// A colour, linear inside and in float formats, sRGB in others. A fourth channel is a number, alpha.
    Colour,
    /// Numbers 0..1.
    Data,
}

/// One picture.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlan {
    /// Its name: of a map, a node or a pack.
    pub name: String,
    /// The maps in its channels, as presets write them, where its name does not say it.
    pub of: Vec<String>,
    /// What it shows.
    pub kind: Kind,
    /// Its channels, as outputs of the program: 1 to 4, of flat pictures 1, 3 or 4. A normal map has the height as its only one here and is
    /// stored with 3.
    pub channels: Vec<usize>,
    /// The file format.
    pub format: Format,
    /// How a sample is stored.
    pub depth: Depth,
    /// Whether what rounding loses is scattered.
    pub dither: bool,
    /// Between which bounds its values can lie.
    pub range: Range,
}

impl MapPlan {
    /// Channels of the stored picture.
    pub fn stored_channels(&self) -> usize {
        if matches!(self.kind, Kind::Normal { .. }) { 3 } else { self.channels.len() }
    }
    /// Whether stored samples are sRGB encoded.
    pub fn is_srgb(&self) -> bool {
        self.kind == Kind::Colour && self.format == Format::Png
    }
}

/// What is wanted of a material, as far as it decides what is computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// Only these maps and packs, or files of the profile; `None` for all.
    pub maps: Option<Vec<String>>,
    /// The files of this profile, instead of maps and packs.
    pub profile: Option<Arc<Profile>>,
    /// These nodes (`name` or `name.output`) as pictures, instead of maps.
    pub nodes: Vec<String>,
    /// This volume of `[volumes]`, instead of maps.
    pub volume: Option<String>,
    /// The format of all maps.
    pub format: Option<Format>,
    /// The depth of all maps that can have it.
    pub depth: Option<Depth>,
}

/// Everything that a bake computes.
pub struct Recipe {
    /// All outputs.
    pub program: Program,
    /// The heights alone, for rows around a band; `None` where no normal map is made.
    pub height: Option<Program>,
    /// The pictures.
    pub maps: Vec<MapPlan>,
    /// Lattices that the picture can't carry.
    pub dropped: Vec<Dropped>,
}

/// Outputs of the program while maps are planned.
#[derive(Default)]
pub(super) struct Planes {
    numbers: Vec<Num>,
}

impl Planes {
    fn channel(&mut self, n: Num) -> usize {
        self.numbers.iter().position(|m| *m == n).unwrap_or_else(|| {
            self.numbers.push(n);
            self.numbers.len() - 1
        })
    }
}

/// Plans the pictures and lowers what they show. Mistakes go to `l.problems`; names on the command line that don't
/// exist are returned.
pub fn plan<'a>(mut l: Lower<'a>, want: &Want) -> (Result<Recipe, String>, Lower<'a>) {
    let mut planes = Planes::default();
    let maps = if let Some(name) = &want.volume {
        plan_volume(&mut l, name, want, &mut planes).map(|map| vec![map])
    } else if want.nodes.is_empty() {
        plan_maps(&mut l, want, &mut planes)
    } else {
        want.nodes.iter().map(|name| plan_node(&mut l, name, want, &mut planes)).collect()
    };
    let maps = match maps {
        Ok(maps) => maps,
        Err(message) => return (Err(message), l),
    };
    let program = l.graph.plan(&planes.numbers);
    let normal = maps.iter().find(|m| matches!(m.kind, Kind::Normal { .. }));
    let height = normal.map(|m| l.graph.plan(&[planes.numbers[m.channels[0]]]));
    let dropped = l.dropped.clone();
    (Ok(Recipe { program, height, maps, dropped }), l)
}

fn plan_node(l: &mut Lower, name: &str, want: &Want, planes: &mut Planes) -> Result<MapPlan, String> {
    let (node, output) = name.split_once('.').unwrap_or((name, ""));
    if !l.has_node(node) {
        let names: Vec<&str> = l.preset.nodes.iter().map(|n| n.name.as_str()).collect();
        return Err(format!("there is no node `{node}`: {}", suggest(node, names.iter().copied(), "nodes")));
    }
    if !output.is_empty() && !l.outputs_of(node).iter().any(|o| o.name == output) {
        let names: Vec<&str> = l.outputs_of(node).iter().map(|o| o.name).collect();
        return Err(format!(
            "the node `{node}` has no output `{output}`: {}",
            suggest(output, names.iter().copied(), "outputs")
        ));
    }
    let value = l.node(node, output, &(0..0), At::start());
    let (kind, numbers, depth) = match value {
        Value::Colour(c) => (Kind::Colour, c.to_vec(), Depth::Eight),
        Value::Vector(v) => {
            // -1..1 as 0..1, as normal maps do.
            let half = l.constant(0.5);
            let shown = v.map(|n| {
                let scaled = l.call("*", &[n, half]);
                l.call("+", &[scaled, half])
            });
            (Kind::Data, shown.to_vec(), Depth::Sixteen)
        }
        Value::Id(n) => {
            let scale = l.constant(1.0 / 16_777_216.0);
            (Kind::Data, vec![l.call("*", &[n, scale])], Depth::Sixteen)
        }
        Value::Number(n) => (Kind::Data, vec![n], Depth::Sixteen),
    };
    let file = name.replace('.', "_");
    Ok(stored(l, file, kind, &numbers, (None, Some(depth), false), want, planes))
}

/// Fills in how a picture is stored: the command line before the preset before the usual.
pub(super) fn stored(
    l: &Lower,
    name: String,
    kind: Kind,
    numbers: &[Num],
    (format, depth, dither): (Option<Format>, Option<Depth>, bool),
    want: &Want,
    planes: &mut Planes,
) -> MapPlan {
    let format = want.format.or(format).unwrap_or(match depth {
        Some(Depth::Half | Depth::Float) => Format::Exr,
        _ => Format::Png,
    });
    let fits = |d: &Depth| matches!(d, Depth::Eight | Depth::Sixteen) == (format == Format::Png);
    let usual = match (format, &kind) {
        (Format::Png, Kind::Height { .. } | Kind::Normal { .. }) => Depth::Sixteen,
        (Format::Png, _) => Depth::Eight,
        (Format::Exr, Kind::Height { .. }) => Depth::Float,
        (Format::Exr, _) => Depth::Half,
    };
    let depth = want.depth.filter(fits).or(depth.filter(fits)).unwrap_or(usual);
    let range = numbers.iter().map(|n| l.graph.range(*n)).reduce(Range::hull).unwrap_or(Range::UNIT);
    let channels = numbers.iter().map(|n| planes.channel(*n)).collect();
    MapPlan { name, of: Vec::new(), kind, channels, format, depth, dither, range }
}

/// A map before it is stored.
pub(super) struct Shown {
    pub kind: Kind,
    pub numbers: Vec<Num>,
}

fn plan_maps(l: &mut Lower, want: &Want, planes: &mut Planes) -> Result<Vec<MapPlan>, String> {
    let preset = l.preset;
    let mut names: Vec<String> = preset.map_names().into_iter().map(str::to_string).collect();
    let has_height = names.iter().any(|n| n == "height") || dropped_height(preset);
    let off = |name: &str| preset.maps.iter().any(|m| m.name == name && m.off);
    for extra in ["normal", "ao"] {
        if has_height && !names.iter().any(|n| n == extra) && !off(extra) {
            names.push(extra.to_string());
        }
    }
    names.sort_by_key(|n| MAPS.iter().position(|m| m == n).unwrap_or(MAPS.len()));
    if let Some(profile) = &want.profile {
        return pack::plan_profile(l, profile, &names, want, planes);
    }
    let packs: Vec<&str> = preset.packs.iter().map(|p| p.name.as_str()).collect();
    if let Some(wanted) = &want.maps {
        let known: Vec<&str> = names.iter().map(String::as_str).chain(packs.iter().copied()).collect();
        let volumes: Vec<&str> = preset.volumes.iter().map(|v| v.name.as_str()).collect();
        if let Some(name) = wanted.iter().map(String::as_str).find(|name| !known.contains(name)) {
            if volumes.contains(&name) {
                return Err(format!("`{name}` is a volume: `bakestone volume` bakes it"));
            }
            let (one, all) = if volumes.is_empty() { ("map", "maps") } else { ("map or volume", "maps and volumes") };
            let near = suggest(name, known.iter().chain(&volumes).copied(), all);
            return Err(format!("there is no {one} `{name}`: {near}"));
        }
    }
    let wanted = |name: &str| want.maps.as_ref().is_none_or(|maps| maps.iter().any(|m| m == name));
    let at = At::start();
    let mut out = Vec::new();
    for name in names.iter().filter(|n| wanted(n)) {
        let decl = preset.maps.iter().find(|m| m.name == *name);
        let Some(shown) = show(l, name, decl, at) else { continue };
        let how = decl.map_or((None, None, false), |d| (d.format, d.depth, d.dither));
        out.push(stored(l, name.clone(), shown.kind, &shown.numbers, how, want, planes));
    }
    for pack in preset.packs.iter().filter(|p| wanted(&p.name)) {
        match pack::packed(l, &pack.channels, &names, at) {
            Ok(shown) => {
                let how = (pack.format, pack.depth, false);
                let plan = stored(l, pack.name.clone(), shown.kind, &shown.numbers, how, want, planes);
                out.push(MapPlan { of: shown.of, ..plan });
            }
            Err(Misfit { span, message, help }) => {
                l.problem(&span, message, help);
            }
        }
    }
    Ok(out)
}

/// Whether there is a height although its map is dropped.
fn dropped_height(preset: &Preset) -> bool {
    let set = preset.layers.iter().any(|l| l.channels.iter().any(|c| c.map == "height"));
    set || preset.maps.iter().any(|m| m.name == "height" && m.value.is_some())
}

/// What a map shows; `None` for one that there is no reason to make.
pub(super) fn show(l: &mut Lower, name: &str, decl: Option<&MapDecl>, at: At) -> Option<Shown> {
    let value = decl.and_then(|d| d.value.as_ref());
    match name {
        "height" => {
            let (n, span) = height(l, at);
            Some(Shown { kind: Kind::Height { span }, numbers: vec![n] })
        }
        "normal" => {
            let kind = Kind::Normal {
                strength: decl.map_or(1.0, |d| d.strength),
                convention: decl.map_or(Convention::OpenGl, |d| d.convention),
                signed: decl.is_some_and(|d| d.signed),
                method: decl.map_or(Method::Central, |d| d.method),
            };
            let (n, _) = height(l, at);
            Some(Shown { kind, numbers: vec![n] })
        }
        "ao" if value.is_none() && !l.preset.layers.iter().any(|l| l.channels.iter().any(|c| c.map == "ao")) => {
            let (n, _) = height(l, at);
            if l.is_3d() || (decl.is_none() && l.graph.value(n).is_some()) {
                return None;
            }
            let Some(engine) = l.engine else {
                return Some(Shown { kind: Kind::Data, numbers: vec![l.graph.opaque(Range::UNIT)] });
            };
            let longer = decl.and_then(|d| d.grid).unwrap_or(GRID);
            if let Some(refusal) = gridded::too_large(l.preset.tile, longer) {
                l.problem(&decl.map_or(0..0, |d| d.span.clone()), refusal, "give `ao` a smaller `grid`");
                return None;
            }
            let mut inner = l.nested(gridded::sampling(l.preset.tile, longer));
            let (inner_height, _) = height(&mut inner, at);
            let shade = occlusion::shade(l, engine, inner, inner_height, decl.and_then(|d| d.radius), longer, at);
            Some(Shown { kind: Kind::Data, numbers: vec![shade] })
        }
        _ => {
            let value = l.map(name, at)?;
            let colour = is_colour(name) || matches!(value, Value::Colour(_));
            let span = decl.map_or(0..0, |d| d.span.clone());
            let mut numbers = match (value, colour) {
                (Value::Colour(c), _) => c.to_vec(),
                (Value::Number(n), true) => vec![n; 3],
                (Value::Number(n), false) => vec![n],
                (other, _) => {
                    let message = format!("a map shows a number or a colour, this is {}", other.type_name());
                    l.problem(&span, message, "take a part of it, or make a number of an id with `random`");
                    return None;
                }
            };
            if name == "roughness" && decl.is_some_and(|d| d.lost_detail) {
                numbers = vec![lost::roughened(l, numbers[0], at)];
            }
            Some(Shown { kind: if colour { Kind::Colour } else { Kind::Data }, numbers })
        }
    }
}

/// The final height in metres and the span that its map stores.
pub fn height(l: &mut Lower, at: At) -> (Num, [f64; 2]) {
    let preset = l.preset;
    let decl = preset.maps.iter().find(|m| m.name == "height");
    let amplitude = decl.and_then(|d| d.amplitude);
    let declared = decl.and_then(|d| d.span_metres);
    let n = match l.map("height", at) {
        Some(Value::Number(n)) => n,
        _ => l.constant(0.0),
    };
    if decl.is_some_and(|d| d.value.is_some()) {
        return (n, declared.unwrap_or([0.0, amplitude.unwrap_or(1.0)]));
    }
    let bound = || stack_bound(l, at);
    let span = declared.or(amplitude.map(|a| [0.0, a])).unwrap_or_else(bound);
    (n, span)
}

/// Between which heights the layers can lie, metres, with all octaves: what a size can't carry must not change what the
/// stored numbers mean.
fn stack_bound(l: &Lower, at: At) -> [f64; 2] {
    let mut whole = l.without_cut_off();
    let range = match whole.stack("height", at) {
        Some(Value::Number(n)) => whole.graph.range(n),
        _ => Range::point(0.0),
    };
    if range.is_finite() { [f64::from(range.lo), f64::from(range.hi)] } else { [0.0, 1.0] }
}
