//! Noises on a lattice, in four stages: what depends on the lattice point (`corner`, once per row of cells), on the
//! lattice line and the scanline (`line`), on the column within its cell (`column`, once per strip), and the pixel.
//!
//! Along a scanline most of the work of a lattice noise is shared: Perlin's collapses to one straight line per lattice
//! line, about 6 operations a pixel. Rejected: vectors of whole pixels with per-lane hashes, ten times the work.

use super::Pack;
use crate::machine::Machine;

/// Where a point lies on one axis of a lattice.
#[derive(Clone, Copy)]
pub struct Axis<M: Machine> {
    /// The cell, 0 to period - 1.
    pub cell: M::U,
    /// The place within the cell, 0 to below 1.
    pub fraction: M::F,
    /// Cells per tile.
    pub period: M::U,
}

impl<M: Machine> Axis<M> {
    /// The cell `k` further, wrapped; k in -2..=2. Correct for every period from 1 on.
    #[inline(always)]
    pub fn step(&self, m: M, k: i32) -> M::U {
        let mut c = self.cell;
        for _ in 0..k.max(0) {
            let next = c + m.u(1);
            c = m.pick_u(m.eq(next, self.period), m.u(0), next);
        }
        for _ in 0..(-k).max(0) {
            c = m.pick_u(m.eq(c, m.u(0)), self.period, c) - m.u(1);
        }
        c
    }
}

/// One octave of a lattice: cells per tile, where it starts, and its seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Cells per tile along x, y, z: 1 to 65535.
    pub period: [u32; 3],
    /// Offset of the lattice, in 2^-32 tiles.
    pub offset: [u32; 3],
    /// Mixed into each hash.
    pub seed: u32,
    /// Width of a cell along each axis, the least being 1: distances are measured in it.
    pub aspect: [f32; 3],
}

/// A noise on a lattice, in stages. `FIRST` is the first of the `Lines::LEN` lattice lines that meet in a pixel,
/// relative to the cell of the pixel.
pub trait Lattice: Clone + Send + Sync + 'static {
    /// What a lattice line keeps for a row of cells.
    type Corner<M: Machine>: Pack<M::F>;
    /// What a lattice line keeps for a scanline.
    type Line<M: Machine>: Pack<M::F>;
    /// The lines that meet in a pixel.
    type Lines<M: Machine>: Pack<Self::Line<M>>;
    /// What a column keeps for a strip, 8 numbers at most; the first is the place within the cell along x.
    type Column<M: Machine>: Pack<M::F>;
    /// The numbers that come out.
    type Out<M: Machine>: Pack<M::F>;
    /// The first lattice line, relative to the pixel's cell.
    const FIRST: i32;
    /// Whether scanlines share lines; else each point is sampled alone. One that shares gives one number.
    const ROWS: bool = true;

    /// The name in listings.
    fn name(&self) -> String;
    /// What depends on the place within the cell along x only.
    fn column<M: Machine>(&self, m: M, x: M::F, grid: &Grid) -> Self::Column<M>;
    /// What depends on the lattice line x and on the cells (not the places within) along y and z.
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, z: &Axis<M>, grid: &Grid) -> Self::Corner<M>;
    /// What a line has in common on a scanline.
    fn line<M: Machine>(&self, m: M, corner: Self::Corner<M>, y: &Axis<M>, z: &Axis<M>, grid: &Grid) -> Self::Line<M>;
    /// The pixel.
    fn pixel<M: Machine>(
        &self,
        m: M,
        lines: &Self::Lines<M>,
        column: Self::Column<M>,
        axes: &[Axis<M>; 3],
        grid: &Grid,
    ) -> Self::Out<M>;
}

/// Where place `t` lies on axis `i` of the grid.
#[inline(always)]
pub fn axis<M: Machine>(m: M, grid: &Grid, i: usize, t: M::T) -> Axis<M> {
    let period = m.arg_u(grid.period[i]);
    let (cell, fraction) = m.cell(m.shifted(t, m.arg_u(grid.offset[i])), period);
    Axis { cell, fraction, period }
}

/// One point: the stages one after another.
#[inline(always)]
pub fn sample<M: Machine, L: Lattice>(m: M, noise: &L, grid: &Grid, t: [M::T; 3]) -> L::Out<M> {
    let axes = [axis(m, grid, 0, t[0]), axis(m, grid, 1, t[1]), axis(m, grid, 2, t[2])];
    let mut lines = L::Lines::<M>::splat(L::Line::<M>::splat(m.f(0.0)));
    for k in 0..L::Lines::<M>::LEN {
        let x = axes[0].step(m, k as i32 + L::FIRST);
        let corner = noise.corner(m, x, &axes[1], &axes[2], grid);
        lines.values_mut()[k] = noise.line(m, corner, &axes[1], &axes[2], grid);
    }
    noise.pixel(m, &lines, noise.column(m, axes[0].fraction, grid), &axes, grid)
}
