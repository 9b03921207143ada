//! `distance`: how far it is to the border of a mask, a grid node.

use super::Node;
use super::gridded::GridKeys;
use crate::grid;
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Distance(GridKeys);

impl Distance {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let radius = "distances are cut here, metres; default 1/32 of the shorter edge";
        Box::new(Self(GridKeys::read(fields, "the mask: inside where it is above 0.5", radius)))
    }
}

impl Node for Distance {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let bound = |_, radius: f64| Range::new(-radius as f32, radius as f32);
        let metres =
            self.0.lower(l, at, bound, |engine, mask, reach| grid::distance(engine, mask, reach.cell, reach.radius));
        if let Value::Number(n) = metres {
            l.graph.set_pace(n, 1.0);
        }
        metres
    }
}
