//! Nodes that are little more than their keys: `constant` and `formula`.

use super::Node;
use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// `constant`: the same everywhere.
pub struct Constant {
    value: Expr,
}

impl Constant {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self { value: fields.required_field("value", "a number or a colour, known before anything is drawn") })
    }
}

impl Node for Constant {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.value);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let v = l.expr(&self.value, at);
        if v.channels().iter().all(|n| l.graph.value(*n).is_some()) {
            return v;
        }
        let help = "write a formula node instead: `name = \"..\"`";
        l.problem(&self.value.span, "a constant can't depend on the place", help)
    }
}

/// `formula`: a node that is written as a string.
pub struct Formula {
    value: Expr,
}

impl Formula {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self { value: fields.required_field("value", "the formula") })
    }
}

impl Node for Formula {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.value);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        l.expr(&self.value, at)
    }
}
