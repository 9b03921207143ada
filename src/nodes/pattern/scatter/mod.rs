//! `scatter`: elements strewn over the tile, in several layers.
//!
//! In: where elements stand ([`places`]), what they look like ([`form`]) and what fields say about each of them
//! ([`given`]). Out: height, mask, id and place within the element that shows ([`search`]). Everything that is known of
//! an element is a function of its cell, so a place only has to look at the cells from which the largest element can
//! reach it: nothing is ever cut off. Rejected: elements as pictures that are drawn one after another, which is no
//! function of a place; and one program step for each layer, which can't add heights and still know the highest
//! element.

mod form;
mod given;
mod places;
mod search;

use super::surface::{extent, frame};
use super::{CountKeys, Counts};
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields, Span};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};
use form::Form;
use given::{Given, Stamp};
use places::{Places, Reach};
use search::{Overlap, Scattered};

/// The node.
pub struct Scatter {
    counts: CountKeys,
    layers: u32,
    jitter: f64,
    /// Least and greatest length, metres, and where it stands.
    size: Option<[f64; 2]>,
    size_span: Span,
    density: Expr,
    scale: Expr,
    turn: Expr,
    form: Form,
    overlap: Overlap,
    stamp: Option<Expr>,
    grid: u32,
}

const SCATTER_OUTPUTS: &[Output] = &[
    Output::new("mask", "1 where the height is above 0, 0 between elements"),
    Output::new("id", "id of the element that shows, for `random`; 0 between elements"),
    Output::new("u", "place along the element, 0 to 1; 0 between elements"),
    Output::new("v", "place across the element, 0 to 1; 0 between elements"),
];

/// A place looks at this many cells of a layer at most.
const MOST_CELLS: u32 = 256;

impl Scatter {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let counts = CountKeys::read(fields, Counts::any(8, 1.0));
        let layers = fields.integer("layers", 2, 1..=8, "how many such grids of elements lie over each other") as u32;
        let jitter = fields.number("jitter", 1.0, 0.0..=1.0, "0: elements in a grid, 1: anywhere in their cells");
        let density = fields.field("density", 1.0, "share of cells that hold an element; read at its middle");
        let size_span = fields.span_of("size");
        let size = fields.bounds("size", None, 1e-6..=1e6, "length, metres; default 0.5 to 0.9 cells");
        let scale = fields.field("scale", 1.0, "what a field leaves of the size, 0 to 1; read at the element's middle");
        let turn = fields.field("turn", 0.0, "turns that a field adds to `angle`; read at the element's middle");
        let stamp = fields.optional_field("stamp", "a node whose tile lies on each element: 0 to 1, times the height");
        let grid = fields.integer("grid", 128, 16..=1024, "samples of the stamp along each edge") as u32;
        if stamp.is_none() && fields.has("grid") {
            fields.problem(fields.key_span("grid"), "`grid` belongs to `stamp`, which is not there");
        }
        let ways = [
            ("max", Overlap::Highest, "the highest one shows"),
            ("order", Overlap::Order, "the upper one shows: that of the later layer, within one by chance"),
            ("add", Overlap::Sum, "heights add up, also above 1; of the rest the highest one shows"),
        ];
        let overlap = fields.choice("overlap", &ways, 0, "what shows where elements meet");
        let form = Form::read(fields, stamp.is_some());
        Box::new(Self { counts, layers, jitter, size, size_span, density, scale, turn, form, overlap, stamp, grid })
    }
}

impl Node for Scatter {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.density);
        see(&self.scale);
        see(&self.turn);
        self.stamp.iter().for_each(see);
    }
    fn outputs(&self) -> &'static [Output] {
        SCATTER_OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let [height, id, u, v] = l.shared(at, |l| self.all(l, at));
        Value::Number(match output {
            "id" => return Value::Id(id),
            "u" => u,
            "v" => v,
            "mask" => {
                let least = l.constant(f64::from(f32::MIN_POSITIVE));
                l.call("step", &[least, height])
            }
            _ => height,
        })
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
}

impl Scatter {
    /// Height, id, u and v of what shows.
    fn all(&self, l: &mut Lower, at: At) -> [Num; 4] {
        let (tile, scale) = extent(l, at, false);
        let counts = self.counts.counts(tile, scale);
        let sides = [0, 1].map(|i| tile[i] / f64::from(counts[i]));
        let size = match self.size {
            Some(size) => size.map(|s| s / (scale[0] * scale[1]).sqrt()),
            None => [0.5, 0.9].map(|share| share * sides[0].min(sides[1])),
        };
        let reach = Reach::new(counts, sides, 0.5 * size[1] * self.form.spread(), self.jitter);
        if reach.cells() > MOST_CELLS {
            let [x, y] = sides.map(|s| format!("{s:.3}"));
            let message = format!("elements of {} m are too large for cells of {x} x {y} m", size[1]);
            l.problem(&self.size_span, message, "take larger cells (a smaller `period`) and more `layers`");
            return [l.constant(0.0); 4];
        }
        let frame = frame(l, at, false);
        let places =
            Places { counts, layers: self.layers, start: frame.start, seed: frame.seed, jitter: self.jitter as f32 };
        let sum = if self.overlap == Overlap::Sum { self.layers * reach.cells() } else { 1 };
        let ranges = [
            Range::new(0.0, self.form.highest() * sum as f32),
            Range::new(0.0, 16_777_215.0),
            Range::UNIT,
            Range::UNIT,
        ];
        let any_turn = Range::new(-1e6, 1e6);
        let density = Given::lower(l, at, &self.density, "density", places, Range::UNIT);
        let scale = Given::lower(l, at, &self.scale, "scale", places, Range::UNIT);
        let turn = Given::lower(l, at, &self.turn, "turn", places, any_turn);
        let stamp = self.stamp.as_ref().map(|of| Stamp::lower(l, of, self.grid));
        let (Some(density), Some(scale), Some(turn), Some(stamp)) = (density, scale, turn, transposed(stamp)) else {
            return ranges.map(|range| l.graph.opaque(range));
        };
        let scattered = Scattered {
            places,
            reach,
            form: self.form,
            overlap: self.overlap,
            size: size.map(|s| s as f32),
            density,
            scale,
            turn,
            stamp,
        };
        let out = l.graph.kernel(scattered, at.place, &[], &ranges);
        [out[0], out[1], out[2], out[3]]
    }
}

/// `None` where there is a stamp that only a bake computes.
fn transposed(stamp: Option<Option<Stamp>>) -> Option<Option<Stamp>> {
    match stamp {
        None => Some(None),
        Some(stamp) => stamp.map(Some),
    }
}
