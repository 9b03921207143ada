//! `histogram`: a value by its rank among all values of the tile.
//!
//! The ranks are found on a periodic grid of its own, without octave cut-off, as those of `cover`: 257 numbers that
//! share the sorted samples into equal parts. What a place shows is a function of its value alone, so unlike a filter
//! it keeps the detail of the picture. Rejected: counts in bins of equal width, which say nothing about a value that
//! most of the tile has.

use super::Node;
use crate::kernel::Kernel;
use crate::machine::Machine;
use crate::machine::math::{clamp, div};
use crate::memory;
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Sampling, Table, Value};
use std::sync::Arc;

/// The node.
pub struct Histogram {
    of: Expr,
    scan: bool,
    position: Expr,
    contrast: f64,
    grid: Option<i64>,
}

/// Equal parts of the samples: a power of two.
const PARTS: usize = 256;

impl Histogram {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "the value");
        let modes = [
            ("equalise", false, "the share of the tile that is not above the value: evenly spread over 0..1"),
            ("scan", true, "a mask of the greatest values, `position` of the tile"),
        ];
        let scan = fields.choice("mode", &modes, 0, "what is made of the rank");
        let position = fields.field("position", 0.5, "with `scan`: the share that is covered, 0 nothing, 1 all");
        let contrast = fields.number("contrast", 0.8, 0.0..=1.0, "with `scan`: 1 a hard edge, 0 the widest");
        for key in ["position", "contrast"] {
            if fields.has(key) && !scan {
                fields.problem(fields.key_span(key), format!("`{key}` belongs to `mode = \"scan\"`"));
            }
        }
        let grid = "samples along each edge, on which ranks are found; default 256, of 3D nodes 64";
        Box::new(Self { of, scan, position, contrast, grid: fields.optional_integer("grid", 16..=1024, grid) })
    }

    /// The share of the tile that is not above the value.
    fn rank(&self, l: &mut Lower, at: At) -> Num {
        let of = l.number(&self.of, at);
        let Some(engine) = l.engine else { return l.graph.opaque(Range::UNIT) };
        let axes = l.axes();
        let edge = self.grid.unwrap_or(if axes == 3 { 64 } else { 256 }) as usize;
        let depth = if axes == 3 { edge } else { 1 };
        if let Some(refusal) = memory::refusal(4 * (edge * edge * depth) as u64) {
            l.problem(&self.of.span, refusal, "take a smaller `grid`");
            return l.constant(0.0);
        }
        let table = l.table(at, |l| {
            let mut inner = l.nested(Sampling { pixels: None });
            let of = inner.number(&self.of, at.at_row());
            let mut samples = engine.grid(&inner.graph.plan(&[of]), edge, edge, depth);
            samples.sort_unstable_by(f32::total_cmp);
            let last = samples.len() - 1;
            let knots: Vec<f32> = (0..=PARTS).map(|k| samples[k * last / PARTS]).collect();
            Table { size: [PARTS + 1, 1], values: knots.into(), range: Range::UNIT }
        });
        l.graph.kernel(Rank(table.values.clone()), at.place, &[of], &[Range::UNIT])[0]
    }
}

impl Node for Histogram {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
        see(&self.position);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let rank = self.rank(l, at);
        if !self.scan {
            return Value::Number(rank);
        }
        // A window as wide as the contrast leaves runs from above the ranks (position 0) to below them (1).
        let position = l.number(&self.position, at);
        let position = l.call("saturate", &[position]);
        let width = 1.0 - self.contrast;
        let (whole, one, wide) = (l.constant(1.0 + width), l.constant(1.0), l.constant(width));
        let way = l.call("*", &[position, whole]);
        let low = l.call("-", &[one, way]);
        let high = l.call("+", &[low, wide]);
        Value::Number(l.call("smoothstep", &[low, high, rank]))
    }
}

/// Where a number stands among sorted ones, 0 to 1.
struct Rank(Arc<[f32]>);

impl Kernel for Rank {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "rank".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], [v]: [M::F; 1]) -> [M::F; 1] {
        let mut part = m.u(0);
        let mut half = PARTS as u32 / 2;
        while half > 0 {
            let next = part + m.u(half);
            part = m.pick_u(m.lt(v, m.fetch(&self.0, next)), part, next);
            half /= 2;
        }
        let (low, high) = (m.fetch(&self.0, part), m.fetch(&self.0, part + m.u(1)));
        let (zero, one) = (m.f(0.0), m.f(1.0));
        let within = clamp(m, div(m, v - low, high - low), zero, one);
        let within = m.pick(m.lt(v, high), within, one);
        [(m.from_int(part) + within) * m.f(1.0 / PARTS as f32)]
    }
}
