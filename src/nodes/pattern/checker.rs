//! `checker`: squares by turns 0 and 1.

use super::bricks::Courses;
use super::surface::{border, extent, frame, metres, part};
use super::{CountKeys, Counts, Frame, Layout, OUTPUTS};
use crate::kernel::Kernel;
use crate::machine::Machine;
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Checker {
    counts: CountKeys,
    soft: Expr,
}

impl Checker {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let counts = CountKeys::read(fields, Counts { steps: [2, 2], ..Counts::any(8, 1.0) });
        Box::new(Self { counts, soft: fields.field("soft", 0.0, "width of the slope between squares, metres") })
    }
}

impl Node for Checker {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.soft);
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, false);
        let [columns, rows] = self.counts.counts(tile, scale);
        let lengths = [tile[0] / f64::from(columns); 2];
        let width = tile[1] / f64::from(rows);
        let layout = Courses { rows, units: [columns; 2], shift: 0, cut: 1.0, lengths, width };
        if let Some(value) = part(l, at, output, &layout, false) {
            return value;
        }
        if output == "edge" {
            let zero = l.constant(0.0);
            return Value::Number(border(l, at, layout, false, [zero; 2]));
        }
        let most = (0.5 * lengths[0].min(width) * (1.0 + 1e-5)) as f32;
        let kernel = Sides { layout, frame: frame(l, at, false) };
        let side = l.graph.kernel(kernel, at.place, &[], &[Range::new(-most, most)])[0];
        let soft = metres(l, at, &self.soft);
        let half = l.constant(0.5);
        let above = l.call("*", &[soft, half]);
        let below = l.call("negate", &[above]);
        Value::Number(l.call("smoothstep", &[below, above, side]))
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(false)
    }
}

/// Metres to the border of the square, negative in the dark ones.
struct Sides {
    layout: Courses,
    frame: Frame,
}

impl Kernel for Sides {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("sides of {}", self.layout.name())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 1] {
        let at = self.frame.own(m, at);
        let [column, row] = self.layout.element(m, at, self.frame.seed).cell;
        let edge = self.layout.edge(m, at, self.frame.seed, [m.f(0.0), m.f(0.0)]);
        [m.pick(m.eq((column + row) & m.u(1), m.u(0)), -edge, edge)]
    }
}
