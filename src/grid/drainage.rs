//! Which way water leaves each cell of a height field on the torus.
//!
//! In: heights on a periodic grid. Out: an order of the cells in which water only runs from later to earlier ones, and
//! for each cell the shares of its water that go to its eight neighbours.
//!
//! A torus has no edge to drain over: all water runs to the lowest cell of the tile. It gets out of hollows by way of
//! their lowest rims: cells are visited from the lowest one on, always the lowest neighbour of those visited next, and
//! water runs to neighbours that were visited before (the search of Ehlschlaeger 1989, "Using the A^T search algorithm
//! to develop hydrologic models"; Metz, Mitasova and Harmon 2011). So it runs down into a hollow, then along its floor
//! and over the rim, and no height is changed for it. Equal heights are visited together, so nothing depends on the
//! order of cells: what is rolled before is what is rolled after.
//!
//! Water spreads over all lower neighbours in proportion to a power of the slope (Freeman 1991, Quinn et al. 1991;
//! Holmgren 1994 for the power). Rejected: all of it to the steepest one (D8), which draws straight lines in eight
//! directions; filling hollows (Barnes, Lehman and Mulla 2014), on whose level lakes runs are rulers.

use super::Grid2;
use crate::eval::Engine;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The eight neighbours, in columns and rows.
pub(super) const AROUND: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// All of a cell's water, in the units of a share.
const WHOLE: u16 = 1 << 15;

/// The ground of a tile as water sees it.
pub(super) struct Drainage {
    size: [usize; 2],
    /// Every cell once; water runs towards the front.
    order: Vec<u32>,
    /// For each cell in this order what goes to its neighbours: whole numbers that add up to `WHOLE`, or nothing where
    /// it ends. Each pass over the cells reads it from one end to the other: cell by cell it missed the cache.
    shares: Vec<[u16; 8]>,
}

/// The water of one cell.
pub(super) struct Run {
    /// Which cell.
    pub cell: usize,
    /// Its neighbours, in the order of [`AROUND`].
    pub around: [usize; 8],
    /// What goes to each of them, in parts of `WHOLE`.
    pub shares: [u16; 8],
}

/// How far apart the middles of neighbours are, metres.
pub(super) fn distances(cell: [f64; 2]) -> [f32; 8] {
    AROUND.map(|[x, y]| {
        let (x, y) = (f64::from(x) * cell[0], f64::from(y) * cell[1]);
        (x * x + y * y).sqrt() as f32
    })
}

impl Drainage {
    /// The whole tile drains to its lowest cell, over the rims of hollows; `focus` is the power of the slope.
    ///
    /// `heights` are finite, metres; `cell` is the width and height of a cell, metres.
    pub fn through(engine: &Engine, heights: &Grid2, cell: [f64; 2], focus: u32) -> Self {
        let rounds = visits(engine, heights);
        let values = &heights.values;
        let slopes = |i: usize, around: &[usize; 8], per_metre: &[f32; 8]| {
            let mut slopes = [0.0; 8];
            let (mut falls, mut lowest) = (false, f32::INFINITY);
            for d in 0..8 {
                let n = around[d];
                if rounds[n] < rounds[i] {
                    slopes[d] = (values[i] - values[n]) * per_metre[d];
                    falls |= slopes[d] > 0.0;
                    lowest = if values[n] < lowest { values[n] } else { lowest };
                }
            }
            // Out of a hollow it goes where it is pushed up least.
            for d in 0..8 {
                let n = around[d];
                if !falls && rounds[n] < rounds[i] && values[n] == lowest {
                    slopes[d] = 1.0;
                }
            }
            slopes
        };
        let shares = shares(engine, heights, cell, focus, slopes);
        Self::new(engine, [heights.width, heights.height], shares)
    }

    /// Runs end in hollows. The ground falls by `tilt` more, metres per metre down the picture; where it does, a run
    /// may come back to itself around the tile, and some run towards the end of the order.
    pub fn ending(engine: &Engine, heights: &Grid2, cell: [f64; 2], focus: u32, tilt: f64) -> Self {
        let down = (tilt * cell[1]) as f32;
        let falls = AROUND.map(|[_, y]| down * y as f32);
        let values = &heights.values;
        let slopes = |i: usize, around: &[usize; 8], per_metre: &[f32; 8]| {
            let mut slopes = [0.0; 8];
            for d in 0..8 {
                slopes[d] = (values[i] - values[around[d]] + falls[d]) * per_metre[d];
            }
            slopes
        };
        let shares = shares(engine, heights, cell, focus, slopes);
        Self::new(engine, [heights.width, heights.height], shares)
    }

    /// Puts cells into order: one is ready when all that its water goes to are there. The last that became ready comes
    /// first, so that the next cell is mostly a neighbour, which is still in the cache. The order of visits is one, too,
    /// but it jumps about the tile: passes over it take a fifth longer.
    fn new(engine: &Engine, size: [usize; 2], shares: Vec<[u16; 8]>) -> Self {
        let mut waits: Vec<u8> = shares.iter().map(|s| s.iter().filter(|s| **s > 0).count() as u8).collect();
        let mut ready: Vec<u32> = (0u32..).zip(&waits).filter(|(_, waits)| **waits == 0).map(|(i, _)| i).collect();
        let mut order = Vec::with_capacity(shares.len());
        let mut ordered = Vec::with_capacity(shares.len());
        let mut unseen = 0;
        while !engine.stopped() {
            while let Some(cell) = ready.pop() {
                order.push(cell);
                ordered.push(shares[cell as usize]);
                for (d, n) in around(cell as usize, size).into_iter().enumerate() {
                    // Its direction to this cell is the opposite one.
                    if shares[n][(d + 4) % 8] > 0 && waits[n] > 0 {
                        waits[n] -= 1;
                        if waits[n] == 0 {
                            ready.push(n as u32);
                        }
                    }
                }
            }
            // What is left runs in circles: it is cut at any cell.
            let Some(cut) = waits[unseen..].iter().position(|waits| *waits > 0) else { break };
            unseen += cut;
            waits[unseen] = 0;
            ready.push(unseen as u32);
        }
        Self { size, order, shares: ordered }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// All runs, from the cells where they end to those where they begin.
    #[inline(always)]
    pub fn runs(&self) -> impl DoubleEndedIterator<Item = Run> + ExactSizeIterator {
        self.order.iter().zip(&self.shares).map(|(cell, shares)| {
            let cell = *cell as usize;
            Run { cell, around: around(cell, self.size), shares: *shares }
        })
    }
}

/// The part of `water` that a share of it is, rounded down.
#[inline]
pub(super) fn part(water: u64, share: u16) -> u64 {
    let (whole, share) = (u64::from(WHOLE), u64::from(share));
    water / whole * share + water % whole * share / whole
}

/// A share as a number from 0 to 1.
#[inline]
pub(super) fn weight(share: u16) -> f32 {
    f32::from(share) * (1.0 / f32::from(WHOLE))
}

/// The neighbours of a cell, in the order of [`AROUND`].
#[inline(always)]
fn around(cell: usize, [width, height]: [usize; 2]) -> [usize; 8] {
    // 32 bits are enough for a cell, and faster to divide.
    let x = (cell as u32 % width as u32) as usize;
    let row = cell - x;
    let east = if x + 1 == width { 0 } else { x + 1 };
    let west = if x == 0 { width - 1 } else { x - 1 };
    let last = width * (height - 1);
    let south = if row == last { 0 } else { row + width };
    let north = if row == 0 { last } else { row - width };
    [row + east, south + east, south + x, south + west, row + west, north + west, north + x, north + east]
}

/// A number that is as great as `v` is, compared with others.
fn key(v: f32) -> u32 {
    let bits = (v + 0.0).to_bits();
    bits ^ if bits >> 31 == 1 { u32::MAX } else { 1 << 31 }
}

/// The round in which each cell is visited; cells of a round have the same height.
fn visits(engine: &Engine, heights: &Grid2) -> Vec<u32> {
    let size = [heights.width, heights.height];
    let keys: Vec<u32> = heights.values.iter().map(|v| key(*v)).collect();
    const UNKNOWN: u32 = u32::MAX;
    let mut rounds = vec![UNKNOWN; keys.len()];
    // Seen and not yet visited, the lowest on top.
    let mut seen = BinaryHeap::new();
    let lowest = keys.iter().min().copied().unwrap_or(0);
    for (i, key) in keys.iter().enumerate().filter(|(_, key)| **key == lowest) {
        seen.push(Reverse(u64::from(*key) << 32 | i as u64));
        rounds[i] = 0;
    }
    let mut round = 0;
    let mut equal: Vec<u32> = Vec::new();
    while let Some(&Reverse(first)) = seen.peek() {
        if round % (1 << 14) == 0 && engine.stopped() {
            break;
        }
        equal.clear();
        while let Some(&Reverse(next)) = seen.peek().filter(|next| next.0 >> 32 == first >> 32) {
            seen.pop();
            rounds[next as u32 as usize] = round;
            equal.push(next as u32);
        }
        for cell in &equal {
            for n in around(*cell as usize, size) {
                if rounds[n] == UNKNOWN {
                    // Any number above those of rounds so far.
                    rounds[n] = UNKNOWN - 1;
                    seen.push(Reverse(u64::from(keys[n]) << 32 | n as u64));
                }
            }
        }
        round += 1;
    }
    rounds
}

/// Shares in proportion to slopes to the power `focus`; slopes that are not above 0 get nothing.
fn shares(
    engine: &Engine,
    heights: &Grid2,
    cell: [f64; 2],
    focus: u32,
    slopes: impl Fn(usize, &[usize; 8], &[f32; 8]) -> [f32; 8] + Sync,
) -> Vec<[u16; 8]> {
    let size = [heights.width, heights.height];
    let per_metre = distances(cell).map(|d| 1.0 / d);
    let mut shares = vec![[0; 8]; heights.values.len()];
    shares.par_chunks_mut(size[0]).enumerate().filter(|_| !engine.stopped()).for_each(|(y, row)| {
        for (x, shares) in row.iter_mut().enumerate() {
            let i = y * size[0] + x;
            *shares = split(slopes(i, &around(i, size), &per_metre), focus);
        }
    });
    shares
}

/// Whole shares that add up to `WHOLE`: what rounding leaves goes to the first of the steepest directions.
fn split(slopes: [f32; 8], focus: u32) -> [u16; 8] {
    let mut greatest = 0.0;
    for d in 0..8 {
        greatest = if slopes[d] > greatest { slopes[d] } else { greatest };
    }
    let mut shares = [0; 8];
    if greatest <= 0.0 {
        return shares;
    }
    let per_greatest = 1.0 / f32::max(greatest, 1e-30);
    let mut steep = [0.0; 8];
    for d in 0..8 {
        steep[d] = if slopes[d] > 0.0 { slopes[d] * per_greatest } else { 0.0 };
    }
    let mut parts = [1.0; 8];
    for _ in 0..focus {
        for d in 0..8 {
            parts[d] *= steep[d];
        }
    }
    let mut sum = 0.0;
    for d in 0..8 {
        sum += parts[d];
    }
    // Below 1 only where slopes are too small for numbers: then the steepest direction gets all.
    let scale = f32::from(WHOLE) / f32::max(sum, 0.5);
    let (mut steepest, mut rest) = (0, WHOLE);
    for d in 0..8 {
        shares[d] = (parts[d] * scale) as u16;
        rest = rest.saturating_sub(shares[d]);
    }
    for d in (0..8).rev() {
        steepest = if slopes[d] == greatest { d } else { steepest };
    }
    shares[steepest] += rest;
    shares
}
