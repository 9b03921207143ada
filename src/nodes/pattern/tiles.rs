//! `tiles`: floors and roofs of one shape.

use super::bricks::Courses;
use super::hexagon::Hexagons;
use super::scales::Scales;
use super::surface::extent;
use super::{CountKeys, Counts, OUTPUTS, Surface};
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// The node.
pub struct Tiles {
    counts: CountKeys,
    shape: Shape,
    turned: bool,
    surface: Surface,
}

/// The shape of a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Square,
    Hex,
    Penny,
    Scale,
}

impl Tiles {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let shapes = [
            ("square", Shape::Square, "squares, or rectangles where `period` or `cell` says so"),
            ("hex", Shape::Hex, "hexagons"),
            ("penny", Shape::Penny, "circles as close as they lie"),
            ("fish_scale", Shape::Scale, "half circles, each row over the next one"),
        ];
        let shape = fields.choice("shape", &shapes, 0, "the shape of a tile");
        let rule = match shape {
            Shape::Square => Counts::any(8, 1.0),
            // Rows of regular hexagons are sqrt(3) / 2 lengths apart; flatter than half a length, other neighbours meet.
            Shape::Hex | Shape::Penny => Counts { steps: [1, 2], flattest: 2.0, ..Counts::any(8, 2.0 / 3f64.sqrt()) },
            Shape::Scale => Counts { steps: [1, 2], flattest: 3.9, ..Counts::any(8, 2.0) },
        };
        let counts = CountKeys::read(fields, rule);
        let ways = [("x", false, "rows run along x"), ("y", true, "rows run along y")];
        let turned = fields.choice("along", &ways, 0, "which way rows run");
        let corners = matches!(shape, Shape::Square | Shape::Hex);
        Box::new(Self { counts, shape, turned, surface: Surface::read(fields, 0.004, 0.003, corners) })
    }
}

impl Node for Tiles {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.surface.uses(see);
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, self.turned);
        let [columns, rows] = self.counts.counts(tile, scale);
        let size = [tile[0] / f64::from(columns), tile[1] / f64::from(rows)];
        match self.shape {
            Shape::Square => {
                let courses =
                    Courses { rows, units: [columns; 2], shift: 0, cut: 1.0, lengths: [size[0]; 2], width: size[1] };
                self.surface.lower(l, at, output, courses, self.turned)
            }
            Shape::Hex | Shape::Penny => {
                let hexagons = Hexagons::new([columns, rows], size, self.shape == Shape::Penny);
                self.surface.lower(l, at, output, hexagons, self.turned)
            }
            Shape::Scale => self.surface.lower(l, at, output, Scales { counts: [columns, rows], size }, self.turned),
        }
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, self.turned))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(self.turned)
    }
}
