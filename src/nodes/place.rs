//! Nodes that look at another place: `warp`, `offset`, `shift`. Displacements are in metres, x to the right and y down
//! the picture; a displaced place is still a place on the torus, so nothing can stop tiling.

use super::Node;
use crate::preset::{Expr, Fields, Span};
use crate::program::{At, Lower, Value};

/// `warp`: a node at places moved by a vector, or by two or three decorrelated copies of a node of numbers.
pub struct Warp {
    of: (String, Span),
    by: Expr,
    amount: Expr,
}

impl Warp {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            of: required_node(fields, "of", "the node that is warped"),
            by: fields.required_field("by", "a vector, or the name of a node: one re-seeded copy for each axis"),
            amount: fields.field("amount", 0.05, "how far at `by` = 1, metres"),
        })
    }
}

/// A node that must be named.
pub(super) fn required_node(fields: &mut Fields, key: &'static str, doc: &'static str) -> (String, Span) {
    match fields.node(key, doc) {
        Some(name) => name,
        None => {
            let span = fields.span_of(key);
            if !fields.has(key) {
                fields.problem(span.clone(), format!("{} needs the key `{key}`: {doc}", fields.what()));
            }
            (String::new(), span)
        }
    }
}

impl Node for Warp {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&Expr::name(self.of.0.clone(), self.of.1.clone()));
        see(&self.by);
        see(&self.amount);
    }
    fn stands_for(&self) -> Option<&str> {
        Some(&self.of.0)
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let moved = l.warped(&self.by, &self.amount, at);
        l.node(&self.of.0, output, &self.of.1, moved)
    }
}

/// `offset`: a node moved by constant metres. It keeps the fast path of its noises.
pub struct Offset {
    of: (String, Span),
    by: [f64; 3],
}

impl Offset {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = required_node(fields, "of", "the node that is moved");
        let by = fields.axes("by", None, -1e6..=1e6, "metres along x (right), y (down) and z");
        Box::new(Self { of, by: by.map_or([0.0; 3], |axes| axes.or_z(0.0)) })
    }
}

impl Node for Offset {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&Expr::name(self.of.0.clone(), self.of.1.clone()));
    }
    fn stands_for(&self) -> Option<&str> {
        Some(&self.of.0)
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        // What is seen here lies back along the offset.
        let by = self.by.map(|b| l.constant(-b));
        let moved = l.displaced(by, at);
        l.node(&self.of.0, output, &self.of.1, moved)
    }
}

/// `shift`: a formula at places that are moved by fields.
pub struct Shift {
    of: Expr,
    by: [Expr; 3],
}

impl Shift {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            of: fields.required_field("of", "what is looked at"),
            by: [
                fields.field("x", 0.0, "how far to the right it is looked at, metres"),
                fields.field("y", 0.0, "how far down, metres"),
                fields.field("z", 0.0, "how deep, metres"),
            ],
        })
    }
}

impl Node for Shift {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
        self.by.iter().for_each(see);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let metres = [0, 1, 2].map(|i| l.number(&self.by[i], at));
        let moved = l.displaced(metres, at);
        l.expr(&self.of, moved)
    }
}
