//! The node types: one file each, and one line each in the registry below.
//!
//! A type says how it reads its keys, what it gives and how it is lowered; keys, messages, documentation, `list` and
//! all test suites that walk the registry follow from that.

mod blur;
mod distance;
mod erosion;
mod flow;
mod fractal;
pub mod gridded;
mod histogram;
mod noise;
pub mod occlusion;
mod pattern;
mod perlin;
mod place;
mod simple;
mod stencil;
mod tone;
mod value;
mod wave;
mod worley;

pub use noise::{Basis, CellKeys, Moments, Noise, NoiseNode, Out};

use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// A further output of a node, read as `node.name`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// Its name.
    pub name: &'static str,
    /// What it is, with its unit.
    pub doc: &'static str,
    /// What formulas may assume of it.
    pub measure: Measure,
}

/// What formulas may assume of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nothing.
    Plain,
    /// It grows by a metre per metre: steps of it are averaged over the pixel.
    Distance,
    /// It is a whole number.
    Count,
}

impl Output {
    /// An output that nothing is assumed of.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc, measure: Measure::Plain }
    }
    /// A distance in metres.
    pub const fn distance(name: &'static str, doc: &'static str) -> Self {
        Self { measure: Measure::Distance, ..Self::new(name, doc) }
    }
    /// A whole number.
    pub const fn count(name: &'static str, doc: &'static str) -> Self {
        Self { measure: Measure::Count, ..Self::new(name, doc) }
    }
}

/// A node as it was read.
pub trait Node: Send + Sync {
    /// Every formula it reads; a node named by a key as a formula that is only this name.
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        let _ = see;
    }
    /// Its outputs beside the main one.
    fn outputs(&self) -> &'static [Output] {
        &[]
    }
    /// An output (`""` is the main one) at a place and octave.
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value;
    /// The node that it shows at another place: it has the outputs of that one.
    fn stands_for(&self) -> Option<&str> {
        None
    }
    /// The noise that it is: what a fractal sums. `None` for a node that is something else.
    fn as_noise(&self) -> Option<&dyn Noise> {
        None
    }
    /// The cells of its lattice per tile, for `show`.
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        self.as_noise().and_then(|n| n.cells(tile))
    }
    /// Length and width of the tile that its elements make by their number and size, metres, where it was told both.
    fn tile(&self) -> Option<[f64; 2]> {
        None
    }
}

/// Reads a noise that a fractal sums.
pub type ReadBasis = fn(&mut Fields) -> Box<dyn Noise>;

/// One kind of node.
pub struct NodeType {
    /// What stands in `type = ".."`.
    pub name: &'static str,
    /// What it draws, in one line.
    pub doc: &'static str,
    /// Its kind: `noise`, `fractal`, `shape`, `pattern`, `value`, `place`, `tone`, `neighbours`.
    pub group: &'static str,
    /// Reads its keys.
    pub read: fn(&mut Fields) -> Box<dyn Node>,
    /// Reads it as the basis of a fractal, where it is a noise: its keys stand in the fractal's table.
    pub basis: Option<ReadBasis>,
}

/// The line of the registry for a node that is no noise.
const fn plain(
    name: &'static str,
    group: &'static str,
    doc: &'static str,
    read: fn(&mut Fields) -> Box<dyn Node>,
) -> NodeType {
    NodeType { name, doc, group, read, basis: None }
}

/// All node types: one line each.
static REGISTRY: &[NodeType] = &[
    noise::entry::<perlin::Perlin>(),
    noise::entry::<value::ValueNoise>(),
    noise::entry::<worley::Worley>(),
    noise::entry::<fractal::Fbm>(),
    noise::entry::<fractal::Turbulence>(),
    noise::entry::<fractal::Billow>(),
    noise::entry::<fractal::Ridged>(),
    noise::entry::<wave::Wave>(),
    plain(
        "bricks",
        "pattern",
        "rectangles in a bond: running, stack, flemish, english, herringbone",
        pattern::bricks::Bricks::read,
    ),
    plain("tiles", "pattern", "squares, hexagons, circles or fish scales", pattern::tiles::Tiles::read),
    plain("planks", "pattern", "rows of boards of different lengths", pattern::planks::Planks::read),
    plain("cobbles", "pattern", "rounded stones around scattered points", pattern::cobbles::Cobbles::read),
    plain("weave", "pattern", "threads over and under each other", pattern::weave::Weave::read),
    plain("rings", "pattern", "growth rings", pattern::rings::Rings::read),
    plain("checker", "pattern", "squares by turns 0 and 1", pattern::checker::Checker::read),
    plain("bands", "pattern", "strips of given widths, for trim sheets", pattern::bands::Bands::read),
    plain(
        "scatter",
        "pattern",
        "elements strewn in layers: blobs, lines, chips, leaves, rings, stamps",
        pattern::scatter::Scatter::read,
    ),
    plain("gradient", "pattern", "ramps along an axis", pattern::gradient::Gradient::read),
    plain("constant", "value", "the same everywhere", simple::Constant::read),
    plain("formula", "value", "a formula; usually written as a string", simple::Formula::read),
    plain("warp", "place", "a node at places moved by other nodes", place::Warp::read),
    plain("offset", "place", "a node moved by constant metres", place::Offset::read),
    plain("shift", "place", "a formula looked at from moved places", place::Shift::read),
    plain("ramp", "tone", "colours or numbers along a value", tone::Ramp::read),
    plain("palette", "tone", "one of a list of colours, by element or by value", tone::Palette::read),
    plain("curve", "tone", "a smooth curve through points", tone::Curve::read),
    plain("levels", "tone", "black point, white point, gamma", tone::Levels::read),
    plain("terrace", "tone", "steps with smooth rises", tone::Terrace::read),
    plain("slope", "neighbours", "how steep a height is, metres per metre", stencil::Slope::read),
    plain("curvature", "neighbours", "how much a height bulges, 1/metre", stencil::Curvature::read),
    plain("normal_of", "neighbours", "the direction that a height faces, a vector", stencil::NormalOf::read),
    plain("soften", "neighbours", "a small blur without a grid: the mean of 15 places around", stencil::Soften::read),
    plain("blur", "neighbours", "the mean of what lies around", blur::Blur::read),
    plain("distance", "neighbours", "metres to the border of a mask", distance::Distance::read),
    plain(
        "histogram",
        "neighbours",
        "a value by its rank on the tile: evenly spread, or cut to a share",
        histogram::Histogram::read,
    ),
    plain("occlusion", "neighbours", "how much of the sky a place sees, from a height", occlusion::Occlusion::read),
    plain("flow", "neighbours", "runs of water: how much ground drains through a place", flow::Flow::read),
    plain("erosion", "neighbours", "what running water and gravity make of a height", erosion::Erosion::read),
];

/// All node types.
pub fn registry() -> &'static [NodeType] {
    REGISTRY
}

/// The type of this name.
pub fn find(name: &str) -> Option<&'static NodeType> {
    registry().iter().find(|t| t.name == name)
}
