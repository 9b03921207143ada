//! What grid nodes have in common.
//!
//! The input is sampled on a periodic grid of its own, filtered once, and read back with a periodic cubic: again a
//! function of the place, independent of the picture's size and the same in each job. Reading is a lattice noise whose
//! lattice points are the cells of the grid, so a scanline shares the vertical half of it.

use crate::eval::Engine;
use crate::grid::Grid2;
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::Machine;
use crate::machine::math::clamp;
use crate::memory;
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Sampling, Table, Value};
use std::sync::Arc;

/// Samples along the longer edge of the tile where `grid` does not say.
pub const GRID: u32 = 1024;

/// The keys of a grid node.
pub struct GridKeys {
    /// What is filtered.
    pub of: Expr,
    radius: Option<f64>,
    grid: u32,
}

/// The cells of a grid and how far its filter looks, metres.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Width and height of a cell.
    pub cell: [f64; 2],
    /// How far.
    pub radius: f64,
}

/// The filter of a grid node with `N` outputs.
pub struct Filter<B, F> {
    /// Which output is read.
    pub output: usize,
    /// Bytes of memory that it takes for each cell, the results among them.
    pub bytes: u64,
    /// Within which bounds the outputs lie for an input of these bounds and a radius; what is read is held to them.
    pub bounds: B,
    /// The filter.
    pub run: F,
}

impl GridKeys {
    /// Reads them; `of` and `radius` say what they are.
    pub fn read(fields: &mut Fields, of: &'static str, radius: &'static str) -> Self {
        let of = fields.required_field("of", of);
        let radius = fields.optional_number("radius", 1e-6..=1e6, radius);
        Self { of, radius, grid: grid_key(fields) }
    }

    /// The same for a filter without a radius; its `of` was read before.
    pub fn of(fields: &mut Fields, of: Expr) -> Self {
        Self { of, radius: None, grid: grid_key(fields) }
    }

    /// The filtered input at a place. `bound` says within which bounds the filter leaves an input of these bounds; what
    /// is read is held to them.
    pub fn lower(
        &self,
        l: &mut Lower,
        at: At,
        bound: impl Fn(Range, f64) -> Range,
        filter: impl FnOnce(&Engine, &Grid2, Reach) -> Grid2,
    ) -> Value {
        let bounds = |of, radius| [bound(of, radius)];
        let run = |engine: &Engine, field: &Grid2, reach| [filter(engine, field, reach)];
        self.output(l, at, Filter { output: 0, bytes: BYTES, bounds, run })
    }

    /// One output of a filter with several, which are computed together.
    pub fn output<const N: usize, B, F>(&self, l: &mut Lower, at: At, filter: Filter<B, F>) -> Value
    where
        B: Fn(Range, f64) -> [Range; N],
        F: FnOnce(&Engine, &Grid2, Reach) -> [Grid2; N],
    {
        if at.scale() != [1.0; 3] {
            return l.problem(&self.of.span, "a grid node can't be an octave of a fractal", "sample it outside");
        }
        if l.is_3d() {
            let help =
                "leave it out of what volumes and slices are made of, or take `soften`: it looks around without a grid";
            return l.problem(&self.of.span, "grid nodes are for flat pictures: their grids have no depth", help);
        }
        let Filter { output, bytes, bounds, run } = filter;
        let tile = l.preset.tile;
        let radius = reach_metres(tile, self.radius);
        // Checked here too, so that mistakes inside show without an engine.
        let of = l.number(&self.of, at);
        let Some(engine) = l.engine else {
            let range = bounds(l.graph.range(of), radius)[output];
            return Value::Number(l.graph.opaque(range));
        };
        if let Some(refusal) = refusal(tile, self.grid, bytes) {
            return l.problem(&self.of.span, refusal, "take a smaller `grid`");
        }
        let tables = l.tables(at, |l| {
            let mut inner = l.nested(sampling(tile, self.grid));
            let of = inner.number(&self.of, at.at_row());
            let ranges = bounds(inner.graph.range(of), radius);
            let grids = filtered(engine, &inner, of, self.radius, self.grid, run).into_iter();
            grids.zip(ranges).map(|(grid, range)| Table::of(grid, range)).collect()
        });
        match tables.get(output) {
            Some(table) => Value::Number(read(l, table, at)),
            None => Value::Number(l.constant(0.0)),
        }
    }
}

impl Table {
    fn of(grid: Grid2, range: Range) -> Self {
        Self { size: [grid.width, grid.height], values: grid.values.into(), range }
    }
}

fn grid_key(fields: &mut Fields) -> u32 {
    fields.integer("grid", i64::from(GRID), 16..=8192, "samples along the longer edge of the tile") as u32
}

/// What a filter takes for each cell: the input, two grids of work, the result and its copy for the program.
const BYTES: u64 = 4 * 5;

/// How far a filter looks, metres.
fn reach_metres(tile: [f64; 3], radius: Option<f64>) -> f64 {
    radius.unwrap_or(tile[0].min(tile[1]) / 32.0)
}

/// Samples along each axis of a grid with `longer` along the longer edge.
fn grid_pixels(tile: [f64; 3], longer: u32) -> [f64; 3] {
    let longest = tile[0].max(tile[1]);
    let along = |t: f64| (f64::from(longer) * t / longest).round().max(1.0);
    [along(tile[0]), along(tile[1]), f64::INFINITY]
}

/// The sampling of a grid with `longer` samples along the longer edge of the tile.
pub fn sampling(tile: [f64; 3], longer: u32) -> Sampling {
    Sampling { pixels: Some(grid_pixels(tile, longer)) }
}

/// What to say where a grid with `longer` samples along the longer edge does not fit into memory.
pub fn too_large(tile: [f64; 3], longer: u32) -> Option<String> {
    refusal(tile, longer, BYTES)
}

fn refusal(tile: [f64; 3], longer: u32, bytes: u64) -> Option<String> {
    let [width, height, _] = grid_pixels(tile, longer);
    memory::refusal(bytes * (width * height) as u64)
}

/// The number `of` of the program `inner`, sampled on a grid and filtered.
pub fn filtered<R>(
    engine: &Engine,
    inner: &Lower,
    of: Num,
    radius: Option<f64>,
    longer: u32,
    filter: impl FnOnce(&Engine, &Grid2, Reach) -> R,
) -> R {
    let tile = inner.preset.tile;
    let [width, height, _] = grid_pixels(tile, longer).map(|p| if p.is_finite() { p as usize } else { 1 });
    let values = engine.grid(&inner.graph.plan(&[of]), width, height, 1);
    let cell = [tile[0] / width as f64, tile[1] / height as f64];
    filter(engine, &Grid2 { width, height, values }, Reach { cell, radius: reach_metres(tile, radius) })
}

/// Adds a reader of a grid to the program.
pub fn read(l: &mut Lower, table: &Table, at: At) -> Num {
    let [width, height] = table.size;
    let half = |n: usize| ((1u64 << 31) / n as u64) as u32;
    let lattice = Grid {
        period: [width as u32, height as u32, 1],
        // Sample k stands in the middle of cell k.
        offset: [half(width).wrapping_neg(), half(height).wrapping_neg(), 0],
        seed: 0,
        aspect: [1.0; 3],
    };
    let reader = Cubic { values: table.values.clone(), width: width as u32, range: table.range };
    l.graph.lattice(reader, lattice, at.place, &[table.range])[0]
}

/// Reads a grid with a Catmull-Rom cubic, held to the bounds of the grid.
#[derive(Clone)]
struct Cubic {
    values: Arc<[f32]>,
    width: u32,
    range: Range,
}

/// Weights of the samples at -1, 0, 1 and 2 for a place `t` after sample 0.
#[inline(always)]
fn weights<M: Machine>(m: M, t: M::F) -> [M::F; 4] {
    let (one, half) = (m.f(1.0), m.f(0.5));
    let before = -half * t * (one - t) * (one - t);
    let after = -half * t * t * (one - t);
    let next = half * t * (one + t * (m.f(4.0) - m.f(3.0) * t));
    [before, one - before - next - after, next, after]
}

impl Lattice for Cubic {
    type Corner<M: Machine> = [M::F; 4];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 4];
    type Column<M: Machine> = [M::F; 5];
    type Out<M: Machine> = [M::F; 1];
    const FIRST: i32 = -1;

    fn name(&self) -> String {
        "grid".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, m: M, x: M::F, _: &Grid) -> [M::F; 5] {
        let w = weights(m, x);
        [x, w[0], w[1], w[2], w[3]]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 4] {
        let width = m.arg_u(self.width);
        [
            m.fetch(&self.values, y.step(m, -1) * width + x),
            m.fetch(&self.values, y.cell * width + x),
            m.fetch(&self.values, y.step(m, 1) * width + x),
            m.fetch(&self.values, y.step(m, 2) * width + x),
        ]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, m: M, v: [M::F; 4], y: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        let w = weights(m, y.fraction);
        [v[0] * w[0] + v[1] * w[1] + v[2] * w[2] + v[3] * w[3]]
    }
    #[inline(always)]
    fn pixel<M: Machine>(&self, m: M, l: &[[M::F; 1]; 4], c: [M::F; 5], _: &[Axis<M>; 3], _: &Grid) -> [M::F; 1] {
        let v = l[0][0] * c[1] + l[1][0] * c[2] + l[2][0] * c[3] + l[3][0] * c[4];
        [clamp(m, v, m.arg_f(self.range.lo), m.arg_f(self.range.hi))]
    }
}
