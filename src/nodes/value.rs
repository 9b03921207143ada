//! `value`: value noise, a random number at each lattice point, blended with Perlin's quintic fade.

use super::noise::{CellKeys, Moments, Noise, NoiseType, signed_range};
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::math::{lerp, quintic};
use crate::machine::{Machine, hash};
use crate::preset::Fields;
use crate::program::{At, Lower, Num};

/// The node.
pub struct ValueNoise {
    cells: CellKeys,
}

impl NoiseType for ValueNoise {
    const NAME: &'static str = "value";
    const DOC: &'static str = "value noise: random numbers on a lattice, blended; blockier than perlin";
    fn read(fields: &mut Fields) -> Self {
        Self { cells: CellKeys::read(fields) }
    }
}

impl Noise for ValueNoise {
    fn signed(&self, l: &mut Lower, at: At) -> Num {
        let Some(period) = l.periods(self.cells.counts(l.preset.tile), at) else { return l.constant(0.0) };
        let range = signed_range(1.0);
        let out = if l.is_3d() { l.lattice(Value3, period, at, &range) } else { l.lattice(Value2, period, at, &range) };
        out[0]
    }
    fn moments(&self, dimensions: usize) -> Moments {
        // Lattice values are uniform; the mean of (1 - f)^2 + f^2 over the fade is 0.7836, so n^2 has the mean
        // 0.7836^axes / 3. The others are measured.
        let abs = if dimensions == 3 { [0.3301, 0.1604, 0.0935, 0.0606] } else { [0.3768, 0.2046, 0.1284, 0.0892] };
        Moments { mean: 0.0, abs }
    }
    fn counts(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.cells.counts(tile))
    }
}

/// The number of a lattice point, -1 to below 1.
#[inline(always)]
fn number<M: Machine>(m: M, x: M::U, y: M::U, z: M::U, grid: &Grid) -> M::F {
    hash::unit(m, hash::point(m, x, y, z, m.arg_u(grid.seed))) * m.f(2.0) - m.f(1.0)
}

/// The 2D kernel.
#[derive(Clone, Copy)]
pub struct Value2;

impl Lattice for Value2 {
    type Corner<M: Machine> = [M::F; 2];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 2];
    type Column<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const FIRST: i32 = 0;

    fn name(&self) -> String {
        "value 2D".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, m: M, x: M::F, _: &Grid) -> [M::F; 2] {
        [x, quintic(m, x)]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, _: &Axis<M>, grid: &Grid) -> [M::F; 2] {
        [number(m, x, y.cell, m.u(0), grid), number(m, x, y.step(m, 1), m.u(0), grid)]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, m: M, v: [M::F; 2], y: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        [lerp(v[0], v[1], quintic(m, y.fraction))]
    }
    #[inline(always)]
    fn pixel<M: Machine>(&self, _: M, l: &[[M::F; 1]; 2], c: [M::F; 2], _: &[Axis<M>; 3], _: &Grid) -> [M::F; 1] {
        [lerp(l[0][0], l[1][0], c[1])]
    }
}

/// The 3D kernel.
#[derive(Clone, Copy)]
pub struct Value3;

impl Lattice for Value3 {
    type Corner<M: Machine> = [M::F; 4];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 2];
    type Column<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const FIRST: i32 = 0;

    fn name(&self) -> String {
        "value 3D".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, m: M, x: M::F, _: &Grid) -> [M::F; 2] {
        [x, quintic(m, x)]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, z: &Axis<M>, grid: &Grid) -> [M::F; 4] {
        let (y1, z1) = (y.step(m, 1), z.step(m, 1));
        [
            number(m, x, y.cell, z.cell, grid),
            number(m, x, y1, z.cell, grid),
            number(m, x, y.cell, z1, grid),
            number(m, x, y1, z1, grid),
        ]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, m: M, v: [M::F; 4], y: &Axis<M>, z: &Axis<M>, _: &Grid) -> [M::F; 1] {
        let (fy, fz) = (quintic(m, y.fraction), quintic(m, z.fraction));
        [lerp(lerp(v[0], v[1], fy), lerp(v[2], v[3], fy), fz)]
    }
    #[inline(always)]
    fn pixel<M: Machine>(&self, _: M, l: &[[M::F; 1]; 2], c: [M::F; 2], _: &[Axis<M>; 3], _: &Grid) -> [M::F; 1] {
        [lerp(l[0][0], l[1][0], c[1])]
    }
}
