//! `planks`: rows of boards of different lengths, each row with an offset of its own.
//!
//! A row has whole boards per tile. Their ends are moved, each by at most half of `vary` boards, so the board of a place
//! is that of its cell or one next to it.

use super::surface::extent;
use super::{CountKeys, Counts, Element, Layout, OUTPUTS, Surface};
use crate::kernel::Axis;
use crate::machine::{Machine, hash};
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// The node.
pub struct Planks {
    counts: CountKeys,
    vary: f64,
    turned: bool,
    surface: Surface,
}

impl Planks {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let counts = CountKeys::read(fields, Counts::any(1, 6.0));
        let vary = fields.number("vary", 0.5, 0.0..=0.9, "how much lengths differ, as a share of the mean length");
        let ways = [("x", false, "boards run along x"), ("y", true, "boards run along y")];
        let turned = fields.choice("along", &ways, 0, "which way boards run");
        Box::new(Self { counts, vary, turned, surface: Surface::read(fields, 0.003, 0.002, true) })
    }
}

impl Node for Planks {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.surface.uses(see);
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, self.turned);
        let counts = self.counts.counts(tile, scale);
        let size = [tile[0] / f64::from(counts[0]), tile[1] / f64::from(counts[1])];
        self.surface.lower(l, at, output, Boards { counts, size, vary: self.vary }, self.turned)
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, self.turned))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(self.turned)
    }
}

/// Rows of boards.
#[derive(Clone, Debug)]
struct Boards {
    /// Boards per row, and rows.
    counts: [u32; 2],
    /// Mean length, and width, metres.
    size: [f64; 2],
    /// How far ends are moved, in mean lengths, all in all.
    vary: f64,
}

impl Layout for Boards {
    fn name(&self) -> String {
        format!("{} rows of {} boards", self.counts[1], self.counts[0])
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], seed: u32) -> Element<M> {
        let (row, across) = m.cell(at[1], m.arg_u(self.counts[1]));
        let start = hash::point(m, row, m.u(0), m.u(1), m.arg_u(seed));
        let period = m.arg_u(self.counts[0]);
        let (cell, fraction) = m.cell(m.shifted(at[0], start), period);
        let axis = Axis::<M> { cell, fraction, period };
        let vary = m.arg_f(self.vary as f32);
        // Where boards start, from the cell before this one to the second after it.
        let mut starts = [m.f(0.0); 4];
        for k in 0..4 {
            let h = hash::point(m, axis.step(m, k as i32 - 1), row, m.u(2), m.arg_u(seed));
            starts[k] = (hash::unit(m, h) - m.f(0.5)) * vary + m.f(k as f32 - 1.0);
        }
        let before = m.lt(fraction, starts[1]);
        let this = m.lt(fraction, starts[2]);
        let left = m.pick(before, starts[0], m.pick(this, starts[1], starts[2]));
        let right = m.pick(before, starts[1], m.pick(this, starts[2], starts[3]));
        let column = m.pick_u(before, axis.step(m, -1), m.pick_u(this, cell, axis.step(m, 1)));
        let length = m.greater(right - left, m.f(0.01));
        let along = m.div(fraction - left, length);
        let size = [length * m.arg_f(self.size[0] as f32), m.arg_f(self.size[1] as f32)];
        Element::new([column, row], [along, across], size)
    }
    fn largest(&self) -> [f64; 2] {
        [self.size[0] * (1.0 + self.vary), self.size[1]]
    }
    fn last(&self) -> [u32; 2] {
        self.counts.map(|n| n - 1)
    }
}
