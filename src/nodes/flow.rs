//! `flow`: how much ground drains through a place, a grid node.

use super::gridded::{Filter, GridKeys, Reach};
use super::{Node, Output};
use crate::eval::Engine;
use crate::grid::{self, Grid2, Runs};
use crate::machine::{Machine, math, narrow};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};
use fearless_simd::SimdBase;

/// The node.
pub struct Flow {
    keys: GridKeys,
    ending: bool,
    focus: u32,
    tilt: f64,
    fade: Option<f64>,
}

/// What the grids of a run take for each cell: heights, routes, water of two turns, results.
const BYTES: u64 = 80;

/// The area whose main output is 0, as a power of two of the tile.
const LEAST: f32 = -20.0;

impl Flow {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "the height, metres");
        let hollows = [
            ("through", false, "they run over the lowest rim, all to the lowest place of the tile"),
            ("end", true, "they end there; always so with `tilt`"),
        ];
        let ending = fields.choice("hollows", &hollows, 0, "what becomes of runs in hollows");
        let focus = "how runs part: 1 wide, 16 nearly all to the steepest side";
        let focus = fields.integer("focus", 4, 1..=16, focus) as u32;
        let tilt = "how much more the ground falls down the picture, as a wall does, metres per metre";
        let tilt = fields.number("tilt", 0.0, -1e3..=1e3, tilt);
        let fade = "with `tilt`: metres over which runs fade to 37 %; default half of the shorter edge";
        let fade = fields.optional_number("fade", 1e-6..=1e6, fade);
        if tilt != 0.0 && !ending && fields.has("hollows") {
            fields.problem(fields.span_of("hollows"), "on ground with `tilt` runs end in hollows");
        }
        if tilt == 0.0 && fields.has("fade") {
            fields.problem(fields.key_span("fade"), "`fade` belongs to ground with `tilt`");
        }
        Box::new(Self { keys: GridKeys::of(fields, of), ending, focus, tilt, fade })
    }

    fn runs(&self, tile: [f64; 3]) -> Runs {
        match (self.tilt, self.ending) {
            (0.0, false) => Runs::Through,
            (0.0, true) => Runs::Ending,
            (tilt, _) => Runs::Down { tilt, fade: self.fade.unwrap_or(tile[0].min(tile[1]) / 2.0) },
        }
    }
}

impl Node for Flow {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.keys.of);
    }
    fn outputs(&self) -> &'static [Output] {
        const OUTPUTS: &[Output] = &[Output::new("area", "area that drains through here, square metres")];
        OUTPUTS
    }
    /// The main output is a logarithm, 0 at a millionth of the tile and 1 at all of it, whatever the picture holds.
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let tile = l.preset.tile;
        let runs = self.runs(tile);
        let bounds = |_, _| [Range::UNIT, Range::new(0.0, (tile[0] * tile[1]) as f32)];
        let run = |engine: &Engine, heights: &Grid2, reach: Reach| {
            let cells = grid::flow(engine, heights, reach.cell, self.focus, runs);
            let (share, square) = (1.0 / cells.values.len() as f32, (reach.cell[0] * reach.cell[1]) as f32);
            let main = cells.values.iter().map(|cells| logarithm(cells * share));
            let main = Grid2 { values: main.collect(), ..cells };
            [main, Grid2 { values: cells.values.iter().map(|cells| cells * square).collect(), ..cells }]
        };
        self.keys.output(l, at, Filter { output: usize::from(output == "area"), bytes: BYTES, bounds, run })
    }
}

/// 0 to 1 for a share of the tile.
fn logarithm(share: f32) -> f32 {
    let m = narrow();
    let exponent = math::log2(m, m.f(share)).as_slice()[0];
    (1.0 - exponent / LEAST).clamp(0.0, 1.0)
}
