//! The node types.

use crate::preset::{Expr, Fields};

/// A node as it was read.
pub trait Node: Send + Sync {
    /// Every formula it reads; a node named by a key as a formula that is only this name.
    fn uses(&self, see: &mut dyn FnMut(&Expr));
}

/// One kind of node.
pub struct NodeType {
    /// What stands in `type = ".."`.
    pub name: &'static str,
    /// What it draws, in one line.
    pub doc: &'static str,
    /// Reads its keys.
    pub read: fn(&mut Fields) -> Box<dyn Node>,
}

/// All node types.
pub fn registry() -> &'static [NodeType] {
    &[
        NodeType {
            name: "perlin",
            doc: "gradient noise",
            read: |f| Box::new(Perlin::read(f)),
        },
        NodeType {
            name: "fbm",
            doc: "a sum of octaves",
            read: |f| Box::new(Fbm::read(f)),
        },
        NodeType {
            name: "formula",
            doc: "a formula",
            read: |f| {
                Box::new(Formula {
                    value: f.required_field("value", "the formula"),
                })
            },
        },
        NodeType {
            name: "ramp",
            doc: "colours along a value",
            read: |f| Box::new(Ramp::read(f)),
        },
    ]
}

struct Perlin;
impl Perlin {
    fn read(fields: &mut Fields) -> Self {
        fields.whole_axes("period", None, 1..=65535, "whole cells per tile");
        fields.optional_number("cell", 1e-6..=1e6, "size of a cell, metres");
        Perlin
    }
}
impl Node for Perlin {
    fn uses(&self, _: &mut dyn FnMut(&Expr)) {}
}

struct Fbm {
    basis: Option<Expr>,
}
impl Fbm {
    fn read(fields: &mut Fields) -> Self {
        let basis = fields.node("basis", "what is summed");
        Perlin::read(fields);
        fields.number("octaves", 6.0, 1.0..=16.0, "how many sizes of detail");
        fields.axes(
            "lacunarity",
            None,
            1.0..=8.0,
            "ratio of one octave's period to the last one's",
        );
        fields.number("gain", 0.5, 0.0..=1.0, "weight of each next octave");
        fields.choice(
            "out",
            &[
                ("unsigned", 0, "0 .. 1"),
                ("signed", 1, "-1 .. 1"),
                ("vector", 2, "three fields"),
            ],
            0,
            "what it gives",
        );
        let basis = basis.filter(|basis| !registry().iter().any(|t| t.name == basis.0));
        Fbm {
            basis: basis.map(|(name, span)| Expr::name(name, span)),
        }
    }
}
impl Node for Fbm {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.basis.iter().for_each(see);
    }
}

struct Formula {
    value: Expr,
}
impl Node for Formula {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.value);
    }
}

struct Ramp {
    of: Expr,
}
impl Ramp {
    fn read(fields: &mut Fields) -> Self {
        fields.stops("stops", "places with their colours");
        Ramp {
            of: fields.required_field("of", "where on the ramp"),
        }
    }
}
impl Node for Ramp {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
    }
}
