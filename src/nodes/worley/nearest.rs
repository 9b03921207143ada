//! The nearest and the two nearest points.
//!
//! The cells around a pixel (3 along each axis) are looked at first, lattice line by lattice line; then ring after ring
//! as long as a point there could be nearer. A ring is skipped where no lane needs it. Ring r holds nothing nearer than
//! `aspect * (r - 1/2 - jitter/2 + distance to the nearer border of the cell)` along its axis; how many rings there can
//! be at all follows from the greatest distance that the points of the own and the neighbour cell can have.

use super::norm::Norm;
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::{Machine, hash};
use std::marker::PhantomData;

/// Farther than anything, in units of [`Norm::axis`].
const FAR: f32 = 1e9;

/// Where points lie in their cells.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// 0: in the middle, 1: anywhere.
    pub jitter: f32,
}

impl Points {
    /// The point of a cell, 0..1 within it, and its hash.
    #[inline(always)]
    pub fn of_cell<M: Machine>(self, m: M, x: M::U, y: M::U, z: M::U, grid: &Grid) -> ([M::F; 3], M::U) {
        let a = hash::point(m, x, y, z, m.arg_u(grid.seed));
        let b = a * m.u(0x9E37_79B1);
        let c = (b ^ (b >> 15)) * m.u(0x2c1b_3c6d);
        let c = c ^ (c >> 13);
        let jitter = m.arg_f(self.jitter);
        let start = m.arg_f(0.5 - 0.5 * self.jitter);
        let at = [a, b, c];
        let mut p = [m.f(0.0); 3];
        for i in 0..3 {
            p[i] = hash::unit(m, at[i]) * jitter + start;
        }
        (p, a)
    }
}

/// The id of a cell: a whole number below 2^24.
#[inline(always)]
pub fn id<M: Machine>(m: M, h: M::U) -> M::F {
    m.from_int(hash::mix(m, h ^ m.u(0x5bd1_e995)) >> 8)
}

/// Two or three dimensions: how many cells meet along z.
pub trait Dimensions: Copy + Send + Sync + 'static {
    /// 2 or 3.
    const AXES: usize;
}

/// Two dimensions.
#[derive(Clone, Copy)]
pub struct Flat;
impl Dimensions for Flat {
    const AXES: usize = 2;
}

/// Three dimensions.
#[derive(Clone, Copy)]
pub struct Solid;
impl Dimensions for Solid {
    const AXES: usize = 3;
}

/// How far cells of ring `ring` are at least, in units of the narrowest cell: the least over the axes. A little less
/// than that, so that rounding can't close a ring for one lane that another lane's answer came from.
#[inline(always)]
pub fn ring_distance<M: Machine, D: Dimensions>(
    m: M,
    axes: &[Axis<M>; 3],
    grid: &Grid,
    points: Points,
    ring: u32,
) -> M::F {
    let mut least = m.f(FAR);
    for i in 0..D::AXES {
        let f = axes[i].fraction;
        let border = m.lesser(f, m.f(1.0) - f);
        let inner = m.arg_f(ring as f32 - 0.5 - 0.5 * points.jitter - 1e-4);
        least = m.lesser(least, (border + inner) * m.arg_f(grid.aspect[i]));
    }
    least
}

/// How far the nearest (`order` 1) or second nearest (2) point can be, in units of the narrowest cell.
pub fn farthest<N: Norm, D: Dimensions>(norm: N, points: Points, aspect: [f32; 3], order: u32) -> f64 {
    let half = 0.5 + 0.5 * f64::from(points.jitter);
    let mut offset = [0.0; 3];
    let mut narrow = 0;
    for i in 0..D::AXES {
        offset[i] = half * f64::from(aspect[i]);
        if aspect[i] < aspect[narrow] {
            narrow = i;
        }
    }
    // The second nearest is at most as far as the point of the nearer neighbour along the narrowest axis.
    if order > 1 {
        offset[narrow] = (half + 0.5) * f64::from(aspect[narrow]);
    }
    norm.greatest(offset)
}

/// Rings that can hold one of the nearest `order` points.
pub fn rings<N: Norm, D: Dimensions>(norm: N, points: Points, aspect: [f32; 3], order: u32) -> u32 {
    let greatest = farthest::<N, D>(norm, points, aspect, order);
    let inner = 0.5 + 0.5 * f64::from(points.jitter);
    // Ring r is at least r - inner away, wherever the pixel lies in its cell: the narrowest cell is 1 wide.
    ((greatest + inner + 1e-3).ceil() as u32).saturating_sub(1).max(1)
}

/// The cell `k - reach` further on an axis, wrapped, for any period.
#[inline(always)]
fn far_cell<M: Machine>(m: M, axis: &Axis<M>, period: u32, k: M::U, reach: u32) -> M::U {
    let turns = reach.div_ceil(period);
    let mut n = axis.cell + k + m.u(turns) * axis.period - m.u(reach);
    for _ in 0..2 * turns {
        let over = m.eq((n - axis.period) >> 31, m.u(0));
        n = n - m.pick_u(over, axis.period, m.u(0));
    }
    n
}

/// Calls `see` with offset, point and hash of each cell in the box of `reach` cells to each side, leaving out the cells
/// within `inner` of the middle (their norm is set to [`FAR`] by the caller through the mask).
#[inline(always)]
pub fn for_ring<M: Machine, D: Dimensions>(
    m: M,
    axes: &[Axis<M>; 3],
    grid: &Grid,
    points: Points,
    reach: u32,
    state: &mut [M::F],
    see: impl Fn([M::F; 3], M::U, M::B, &mut [M::F]),
) {
    let width = 2 * reach + 1;
    let depth = if D::AXES == 3 { width } else { 1 };
    m.repeat(
        depth,
        state,
        #[inline(always)]
        |k, state| {
            let z = if D::AXES == 3 { far_cell(m, &axes[2], grid.period[2], k, reach) } else { m.u(0) };
            let dk = m.from_int(k) - m.f(reach as f32);
            m.repeat(
                width,
                state,
                #[inline(always)]
                |j, state| {
                    let y = far_cell(m, &axes[1], grid.period[1], j, reach);
                    let dj = m.from_int(j) - m.f(reach as f32);
                    m.repeat(
                        width,
                        state,
                        #[inline(always)]
                        |i, state| {
                            let x = far_cell(m, &axes[0], grid.period[0], i, reach);
                            let di = m.from_int(i) - m.f(reach as f32);
                            let (p, h) = points.of_cell(m, x, y, z, grid);
                            let mut d = [m.f(0.0); 3];
                            d[0] = (p[0] + di - axes[0].fraction) * m.arg_f(grid.aspect[0]);
                            d[1] = (p[1] + dj - axes[1].fraction) * m.arg_f(grid.aspect[1]);
                            let mut outside = m.f(0.0);
                            let edge = m.f(reach as f32 - 0.5);
                            outside = greater(m, outside, greater(m, di * di, dj * dj));
                            if D::AXES == 3 {
                                d[2] = (p[2] + dk - axes[2].fraction) * m.arg_f(grid.aspect[2]);
                                outside = greater(m, outside, dk * dk);
                            }
                            see(d, h, m.lt(edge * edge, outside), state);
                        },
                    );
                },
            );
        },
    );
}

#[inline(always)]
fn greater<M: Machine>(m: M, a: M::F, b: M::F) -> M::F {
    m.pick(m.lt(a, b), b, a)
}

/// The norm of an offset.
#[inline(always)]
pub fn norm_of<M: Machine, N: Norm, D: Dimensions>(m: M, norm: N, d: [M::F; 3]) -> M::F {
    let rest = norm.axis(m, d[1]);
    let rest = if D::AXES == 3 { norm.join(m, rest, norm.axis(m, d[2])) } else { rest };
    norm.join(m, norm.axis(m, d[0]), rest)
}

/// F1: the distance to the nearest point.
#[derive(Clone, Copy)]
pub struct Nearest<D, N> {
    norm: N,
    points: Points,
    rings: u32,
    dimensions: PhantomData<D>,
}

impl<D: Dimensions, N: Norm> Nearest<D, N> {
    /// With this metric and these points, in cells of this shape.
    pub fn new(norm: N, points: Points, aspect: [f32; 3]) -> Self {
        Self { norm, points, rings: rings::<N, D>(norm, points, aspect, 1), dimensions: PhantomData }
    }
}

/// F1, F2 and the id of the nearest point's cell.
#[derive(Clone, Copy)]
pub struct Two<D, N> {
    norm: N,
    points: Points,
    rings: u32,
    dimensions: PhantomData<D>,
}

impl<D: Dimensions, N: Norm> Two<D, N> {
    /// With this metric and these points, in cells of this shape.
    pub fn new(norm: N, points: Points, aspect: [f32; 3]) -> Self {
        Self { norm, points, rings: rings::<N, D>(norm, points, aspect, 2), dimensions: PhantomData }
    }
}

/// Stages of F1: per lattice line the points of `CELLS` cells, each its place along x, and along the other axes first
/// its place, then what that counts from the scanline.
macro_rules! nearest_lattice {
    ($dimensions:ident, $cells:literal, $corner:literal, $line:literal) => {
        impl<N: Norm> Lattice for Nearest<$dimensions, N> {
            type Corner<M: Machine> = [M::F; $corner];
            type Line<M: Machine> = [M::F; $line];
            type Lines<M: Machine> = [[M::F; $line]; 3];
            type Column<M: Machine> = [M::F; 2];
            type Out<M: Machine> = [M::F; 1];
            const FIRST: i32 = -1;

            fn name(&self) -> String {
                format!("worley {}D {} f1", $dimensions::AXES, self.norm.name())
            }
            #[inline(always)]
            fn column<M: Machine>(&self, m: M, x: M::F, grid: &Grid) -> [M::F; 2] {
                [x, x * m.arg_f(grid.aspect[0])]
            }
            #[inline(always)]
            fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, z: &Axis<M>, grid: &Grid) -> [M::F; $corner] {
                let mut corner = [m.f(0.0); $corner];
                for k in 0..$cells {
                    let (j, i) = (k as i32 % 3 - 1, k as i32 / 3 - 1);
                    let zc = if $dimensions::AXES == 3 { z.step(m, i) } else { m.u(0) };
                    let (p, _) = self.points.of_cell(m, x, y.step(m, j), zc, grid);
                    corner[k] = p[0] * m.arg_f(grid.aspect[0]);
                    corner[$cells + k] = p[1] + m.f(j as f32);
                    if $dimensions::AXES == 3 {
                        corner[$corner - $cells + k] = p[2] + m.f(i as f32);
                    }
                }
                corner
            }
            #[inline(always)]
            fn line<M: Machine>(
                &self,
                m: M,
                corner: [M::F; $corner],
                y: &Axis<M>,
                z: &Axis<M>,
                grid: &Grid,
            ) -> [M::F; $line] {
                let mut line = [m.f(0.0); $line];
                for k in 0..$cells {
                    line[k] = corner[k];
                    let dy = (corner[$cells + k] - y.fraction) * m.arg_f(grid.aspect[1]);
                    let mut rest = self.norm.axis(m, dy);
                    if $dimensions::AXES == 3 {
                        let dz = (corner[$corner - $cells + k] - z.fraction) * m.arg_f(grid.aspect[2]);
                        rest = self.norm.join(m, rest, self.norm.axis(m, dz));
                    }
                    line[$cells + k] = rest;
                }
                line
            }
            #[inline(always)]
            fn pixel<M: Machine>(
                &self,
                m: M,
                lines: &[[M::F; $line]; 3],
                column: [M::F; 2],
                axes: &[Axis<M>; 3],
                grid: &Grid,
            ) -> [M::F; 1] {
                let mut best = m.f(FAR);
                for i in 0..3 {
                    let at = column[1] - m.f(i as f32 - 1.0) * m.arg_f(grid.aspect[0]);
                    for k in 0..$cells {
                        let d = self.norm.axis(m, lines[i][k] - at);
                        best = m.lesser(best, self.norm.join(m, d, lines[i][$cells + k]));
                    }
                }
                let mut state = [best];
                for ring in 2..=self.rings {
                    let reach = ring_distance::<M, $dimensions>(m, axes, grid, self.points, ring);
                    let open = m.lt(self.norm.axis(m, reach), state[0]);
                    m.when(
                        open,
                        &mut state,
                        #[inline(always)]
                        |state| {
                            for_ring::<M, $dimensions>(
                                m,
                                axes,
                                grid,
                                self.points,
                                ring,
                                state,
                                #[inline(always)]
                                |d, _, outside, state| {
                                    // The inner cells were seen by lines, which round differently.
                                    let norm = norm_of::<M, N, $dimensions>(m, self.norm, d);
                                    state[0] = m.lesser(state[0], m.pick(outside, norm, m.f(FAR)));
                                },
                            );
                        },
                    );
                }
                [self.norm.distance(m, state[0])]
            }
        }
    };
}

nearest_lattice!(Flat, 3, 6, 6);
nearest_lattice!(Solid, 9, 27, 18);

/// The nearest two so far (norms), and the id of the nearest.
#[inline(always)]
pub fn insert_two<M: Machine>(m: M, d: M::F, h: M::U, state: &mut [M::F]) {
    let nearer = m.lt(d, state[0]);
    let passed = m.pick(nearer, state[0], d);
    state[2] = m.pick(nearer, id(m, h), state[2]);
    state[1] = m.lesser(state[1], passed);
    state[0] = m.pick(nearer, d, state[0]);
}

impl<D: Dimensions, N: Norm> Lattice for Two<D, N> {
    type Corner<M: Machine> = [M::F; 1];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 1];
    type Column<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 3];
    const FIRST: i32 = 0;
    const ROWS: bool = false;

    fn name(&self) -> String {
        format!("worley {}D {} f1 f2 id", D::AXES, self.norm.name())
    }
    #[inline(always)]
    fn column<M: Machine>(&self, _: M, x: M::F, _: &Grid) -> [M::F; 1] {
        [x]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, _: M::U, _: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        [m.f(0.0)]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, _: M, corner: [M::F; 1], _: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        corner
    }
    #[inline(always)]
    fn pixel<M: Machine>(&self, m: M, _: &[[M::F; 1]; 1], _: [M::F; 1], axes: &[Axis<M>; 3], grid: &Grid) -> [M::F; 3] {
        let mut state = [m.f(FAR), m.f(FAR), m.f(0.0)];
        for ring in 1..=self.rings {
            let reach = ring_distance::<M, D>(m, axes, grid, self.points, ring);
            let open = m.lt(self.norm.axis(m, reach), state[1]);
            m.when(
                open,
                &mut state,
                #[inline(always)]
                |state| {
                    for_ring::<M, D>(
                        m,
                        axes,
                        grid,
                        self.points,
                        ring,
                        state,
                        #[inline(always)]
                        |d, h, outside, state| {
                            let norm = norm_of::<M, N, D>(m, self.norm, d);
                            // The first ring comes with the cell itself.
                            let norm = if ring == 1 { norm } else { m.pick(outside, norm, m.f(FAR)) };
                            insert_two(m, norm, h, state);
                        },
                    );
                },
            );
        }
        [self.norm.distance(m, state[0]), self.norm.distance(m, state[1]), state[2]]
    }
}
