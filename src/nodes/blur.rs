//! `blur`: the mean of what lies around, a grid node.

use super::Node;
use super::gridded::GridKeys;
use crate::grid;
use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// The node.
pub struct Blur(GridKeys);

impl Blur {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let radius = "how far it reaches, three standard deviations, metres; default 1/32 of the shorter edge";
        Box::new(Self(GridKeys::read(fields, "what is blurred", radius)))
    }
}

impl Node for Blur {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        self.0.lower(l, at, |of, _| of, |engine, field, reach| grid::blur(engine, field, reach.cell, reach.radius))
    }
}
