//! Lattices of noises: how many cells they have, and what a picture can carry of them.
//!
//! A lattice has whole cells per tile, as square as whole counts allow. It is cut off where the picture has fewer than
//! two samples per cell, and fades between four and two: a noise that is finer than the pixels becomes its mean instead
//! of aliasing.

use super::graph::Num;
use super::lower::{At, Lower};
use super::range::Range;
use crate::kernel::{Grid, Lattice};
use crate::machine::hash;

/// How finely a program will be sampled: what decides which octaves fade.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Samples per tile along each axis (infinite where it doesn't count); `None` switches the cut-off off.
    pub pixels: Option<[f64; 3]>,
}

/// A lattice whose weight fell below 1 because the picture can't carry it.
#[derive(Clone, PartialEq, Debug)]
pub struct Dropped {
    /// The node.
    pub node: String,
    /// Cells per tile along x, y, z.
    pub period: [f64; 3],
    /// What is left of it, 0 to below 1.
    pub weight: f32,
}

impl Sampling {
    /// The longer side of a sample, metres; 0 without a cut-off.
    pub(super) fn footprint(self, tile: [f64; 3]) -> f32 {
        self.pixels.map_or(0.0, |pixels| [0, 1].map(|i| tile[i] / pixels[i]).into_iter().fold(0.0, f64::max) as f32)
    }
}

/// How large the cells of a lattice are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CellSize {
    /// Whole cells per tile along the shorter edge.
    Period(f64),
    /// Whole cells per tile along x and y, and along z if it is given.
    Periods(f64, f64, Option<f64>),
    /// Width in metres, snapped to a whole number of cells.
    Cell(f64),
}

/// Cells per tile of a lattice on a tile of this size (metres).
pub fn counts(size: CellSize, tile: [f64; 3]) -> [f64; 3] {
    let shorter = tile[0].min(tile[1]);
    let square = |period: f64| {
        let cell = shorter / period;
        [0, 1, 2].map(|i| (tile[i] / cell).round().max(1.0))
    };
    match size {
        CellSize::Period(p) => square(p),
        CellSize::Periods(x, y, z) => {
            let cell = (tile[0] / x).min(tile[1] / y);
            [x, y, z.unwrap_or_else(|| (tile[2] / cell).round().max(1.0))]
        }
        CellSize::Cell(metres) => square((shorter / metres).round().max(1.0)),
    }
}

impl Lower<'_> {
    /// Cells per tile for cells of this size: whole counts, nearest to square cells on the shorter edge of the tile.
    pub fn counts(&self, size: CellSize) -> [f64; 3] {
        counts(size, self.preset.tile)
    }

    /// The whole periods of a lattice with these counts at this octave; `None` above 65535 on an axis that counts.
    pub fn periods(&self, counts: [f64; 3], at: At) -> Option<[u32; 3]> {
        let scale = at.scale();
        let mut periods = [1u32; 3];
        for axis in 0..self.axes() {
            let p = (counts[axis] * scale[axis]).round().max(1.0);
            if p > 65535.0 {
                return None;
            }
            periods[axis] = p as u32;
        }
        Some(periods)
    }

    /// What a picture of this sampling can carry of a lattice: 1 all, 0 nothing. Faded ones are noted.
    pub fn weight(&mut self, counts: [f64; 3], at: At) -> f32 {
        let scale = at.scale();
        let period = [0, 1, 2].map(|i| if i < self.axes() { (counts[i] * scale[i]).round().max(1.0) } else { 1.0 });
        let weight = if period.iter().any(|p| *p > 65535.0) {
            0.0
        } else if let Some(pixels) = self.sampling.pixels {
            let coarsest = (0..self.axes()).map(|i| pixels[i] / period[i]).fold(f64::INFINITY, f64::min);
            ((coarsest - 2.0) / 2.0).clamp(0.0, 1.0)
        } else {
            1.0
        } as f32;
        if weight < 1.0 {
            let dropped = Dropped { node: self.node.clone(), period, weight };
            if !self.dropped.contains(&dropped) {
                self.dropped.push(dropped);
            }
        }
        weight
    }

    /// A lattice noise of the node that is being lowered.
    pub fn lattice<L: Lattice>(&mut self, noise: L, period: [u32; 3], at: At, ranges: &[Range]) -> Vec<Num> {
        let seed = hash::seed_number(self.seed, at.salt);
        let word = |n: u64| (hash::seed_number(seed, n) >> 32) as u32;
        let aspect = self.aspect(period);
        let grid = Grid { period, offset: [word(1), word(2), word(3)], seed: word(0), aspect };
        self.graph.lattice(noise, grid, at.place, ranges)
    }

    /// The same for a noise with a published table: no seed, and no offset of the lattice outside of fractals.
    pub fn lattice_published<L: Lattice>(&mut self, noise: L, period: [u32; 3], at: At, ranges: &[Range]) -> Vec<Num> {
        let mut offset = [0; 3];
        if at.salt != 0 {
            for (axis, offset) in offset.iter_mut().enumerate().take(self.axes()) {
                *offset = (hash::seed_number(at.salt, axis as u64) >> 32) as u32;
            }
        }
        let grid = Grid { period, offset, seed: 0, aspect: [1.0; 3] };
        self.graph.lattice(noise, grid, at.place, ranges)
    }

    /// Width of the cells of a lattice along each axis, the narrowest being 1.
    pub fn aspect(&self, period: [u32; 3]) -> [f32; 3] {
        let least = self.cell_metres(period);
        let width = |i: usize| (self.preset.tile[i] / f64::from(period[i]) / least) as f32;
        [0, 1, 2].map(|i| if i < self.axes() { width(i) } else { 1.0 })
    }

    /// Width of the narrowest cell of a lattice, metres.
    pub fn cell_metres(&self, period: [u32; 3]) -> f64 {
        (0..self.axes()).map(|i| self.preset.tile[i] / f64::from(period[i])).fold(f64::INFINITY, f64::min)
    }
}
