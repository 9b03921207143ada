//! `erosion`: what running water and gravity make of a height, a grid node.

use super::gridded::{Filter, GridKeys, Reach};
use super::{Node, Output};
use crate::eval::Engine;
use crate::grid::{self, Eroded, Grid2};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Erosion {
    keys: GridKeys,
    acts: grid::Erosion,
}

/// What the grids of a run take for each cell: heights, rock and loose ground, routes, water and what it carries,
/// results.
const BYTES: u64 = 96;

impl Erosion {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "the height, metres");
        let acts = grid::Erosion {
            strength: fields.number("strength", 1.0, 0.0..=1e3, "how much water cuts in all; 0 nothing"),
            settle: fields.number("settle", 0.5, 0.0..=10.0, "how much of it settles on its way; 0 nothing"),
            talus: fields.number("talus", 1.0, 0.0..=1e3, "the steepest slope that holds, metres per metre"),
            slides: fields.integer("slides", 16, 0..=4096, "passes in which steeper ground slides, in all") as u32,
            steps: fields.integer("steps", 4, 1..=256, "rounds of rain in which it is done") as u32,
        };
        Box::new(Self { keys: GridKeys::of(fields, of), acts })
    }
}

impl Node for Erosion {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.keys.of);
    }
    fn outputs(&self) -> &'static [Output] {
        const OUTPUTS: &[Output] = &[
            Output::new("wear", "rock that was taken away, metres"),
            Output::new("sediment", "loose ground that lies there, metres"),
        ];
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let output = self.outputs().iter().position(|o| o.name == output).map_or(0, |i| i + 1);
        let bounds = |of: Range, _| {
            let relief = Range::new(0.0, of.hi - of.lo);
            [of, relief, relief]
        };
        let run = |engine: &Engine, heights: &Grid2, reach: Reach| {
            let Eroded { height, wear, sediment } = grid::erosion(engine, heights, reach.cell, self.acts);
            [height, wear, sediment]
        };
        self.keys.output(l, at, Filter { output, bytes: BYTES, bounds, run })
    }
}
