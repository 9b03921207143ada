//! `occlusion`: ambient occlusion of a height, a grid node.

use super::Node;
use super::gridded::{self, GridKeys, Reach};
use crate::eval::Engine;
use crate::grid::{self, Grid2};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Table, Value};

/// The node.
pub struct Occlusion(GridKeys);

impl Occlusion {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let radius = "how far things cast shade, metres; default 1/32 of the shorter edge";
        Box::new(Self(GridKeys::read(fields, "the height, metres", radius)))
    }
}

impl Node for Occlusion {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        self.0.lower(l, at, |_, _| Range::UNIT, open_sky)
    }
}

fn open_sky(engine: &Engine, heights: &Grid2, reach: Reach) -> Grid2 {
    grid::occlusion(engine, heights, reach.cell.map(|c| c as f32), reach.radius as f32)
}

/// Adds the occlusion of `height`, a number of the program `inner`, to the program `l`.
pub fn shade(
    l: &mut Lower,
    engine: &Engine,
    inner: Lower,
    height: Num,
    radius: Option<f64>,
    longer: u32,
    at: At,
) -> Num {
    let shade = gridded::filtered(engine, &inner, height, radius, longer, open_sky);
    let table = Table { size: [shade.width, shade.height], values: shade.values.into(), range: Range::UNIT };
    gridded::read(l, &table, at)
}
