//! The exact distance to the border of a cell, after Inigo Quilez, "Voronoi distances" (2012): the border towards
//! another point is the plane half way, so first the nearest point is found, then the nearest of those planes.
//!
//! A plane nearer than `e` belongs to a point within `F1 + 2 e` of the pixel; rings are searched until nothing in them
//! can be as near as that.

use super::nearest::{Dimensions, Points, for_ring, id, norm_of, ring_distance, rings};
use super::norm::Euclid;
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::Machine;
use crate::machine::math::sqrt;
use std::marker::PhantomData;

const FAR: f32 = 1e9;

/// F1, the distance to the border, and the id of the cell.
#[derive(Clone, Copy)]
pub struct Border<D> {
    points: Points,
    nearest: u32,
    border: u32,
    dimensions: PhantomData<D>,
}

impl<D: Dimensions> Border<D> {
    /// With these points, in cells of this shape.
    pub fn new(points: Points, aspect: [f32; 3]) -> Self {
        let nearest = rings::<Euclid, D>(Euclid, points, aspect, 1);
        let second = rings::<Euclid, D>(Euclid, points, aspect, 2);
        // F1 + 2 e is at most 2 F1 + F2: the border towards the second nearest is at most (F1 + F2) / 2 away.
        Self { points, nearest, border: 2 * nearest + second, dimensions: PhantomData }
    }
}

impl<D: Dimensions> Lattice for Border<D> {
    type Corner<M: Machine> = [M::F; 1];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 1];
    type Column<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 3];
    const FIRST: i32 = 0;
    const ROWS: bool = false;

    fn name(&self) -> String {
        format!("worley {}D border", D::AXES)
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
        // Nearest: squared distance, offset, id.
        let mut near = [m.f(FAR), m.f(0.0), m.f(0.0), m.f(0.0), m.f(0.0)];
        for ring in 1..=self.nearest {
            let reach = ring_distance::<M, D>(m, axes, grid, self.points, ring);
            m.when(
                m.lt(reach * reach, near[0]),
                &mut near,
                #[inline(always)]
                |near| {
                    for_ring::<M, D>(
                        m,
                        axes,
                        grid,
                        self.points,
                        ring,
                        near,
                        #[inline(always)]
                        |d, h, _, near| {
                            let norm = norm_of::<M, Euclid, D>(m, Euclid, d);
                            let nearer = m.lt(norm, near[0]);
                            near[0] = m.pick(nearer, norm, near[0]);
                            for i in 0..3 {
                                near[1 + i] = m.pick(nearer, d[i], near[1 + i]);
                            }
                            near[4] = m.pick(nearer, id(m, h), near[4]);
                        },
                    );
                },
            );
        }
        let f1 = sqrt(m, near[0]);
        let own = [near[1], near[2], near[3]];
        let mut edge = [m.f(FAR)];
        for ring in 1..=self.border {
            let reach = ring_distance::<M, D>(m, axes, grid, self.points, ring);
            m.when(
                m.lt(reach, f1 + edge[0] + edge[0]),
                &mut edge,
                #[inline(always)]
                |edge| {
                    for_ring::<M, D>(
                        m,
                        axes,
                        grid,
                        self.points,
                        ring,
                        edge,
                        #[inline(always)]
                        |d, _, _, edge| {
                            let between = [d[0] - own[0], d[1] - own[1], d[2] - own[2]];
                            let square = between[0] * between[0] + between[1] * between[1] + between[2] * between[2];
                            let sum = (d[0] + own[0]) * between[0]
                                + (d[1] + own[1]) * between[1]
                                + (d[2] + own[2]) * between[2];
                            // The point itself has no border.
                            let other = m.lt(m.f(1e-10), square);
                            let length = m.sqrt(m.pick(other, square, m.f(1.0)));
                            let distance = m.div(sum * m.f(0.5), length);
                            let nearer = m.lt(distance, edge[0]);
                            edge[0] = m.pick(other, m.pick(nearer, distance, edge[0]), edge[0]);
                        },
                    );
                },
            );
        }
        let zero = m.f(0.0);
        [f1, m.pick(m.lt(zero, edge[0]), edge[0], zero), near[4]]
    }
}
