//! Ground that slides where it is steeper than it can hold.
//!
//! In: rock and what lies loose on it, metres, on a periodic grid. Out: the same after some passes of thermal
//! weathering (Musgrave, Kolb and Mace 1989, "The synthesis and rendering of eroded fractal terrains"): where the slope
//! to one of eight neighbours is above the talus, an eighth of the excess goes there; loose ground first, then rock,
//! which is loose from then on. Both ends of a pair compute the same amount, so ground is moved and never made, and each
//! cell adds its eight amounts in one order. An eighth is the most that can't overshoot.

use super::drainage::{AROUND, distances};
use crate::eval::Engine;
use rayon::prelude::*;

/// Rock, and what lies loose on it.
pub(super) struct Ground {
    /// Cells along x and y.
    pub size: [usize; 2],
    /// Height of the rock, metres.
    pub rock: Vec<f32>,
    /// How much lies on it, metres, at least 0.
    pub loose: Vec<f32>,
}

/// Lets the ground slide `passes` times; `talus` is the steepest slope that holds, metres per metre.
pub(super) fn slide(engine: &Engine, ground: &mut Ground, cell: [f64; 2], talus: f64, passes: usize) {
    let [width, height] = ground.size;
    let holds = distances(cell).map(|d| (talus * f64::from(d)) as f32);
    let wide = width + 2;
    let mut surface = vec![0.0; wide * height];
    for _ in 0..passes {
        if engine.stopped() {
            return;
        }
        let (rock, loose) = (&ground.rock, &ground.loose);
        surface.par_chunks_mut(wide).enumerate().for_each(|(y, row)| {
            let (rock, loose) = (&rock[y * width..][..width], &loose[y * width..][..width]);
            for ((out, rock), loose) in row[1..=width].iter_mut().zip(rock).zip(loose) {
                *out = rock + loose;
            }
            (row[0], row[width + 1]) = (row[width], row[1]);
        });
        let rows = ground.rock.par_chunks_mut(width).zip(ground.loose.par_chunks_mut(width));
        rows.enumerate().for_each(|(y, (rock, loose))| {
            let row = |dy: i32| (y + height).wrapping_add_signed(dy as isize) % height * wide;
            let middle = &surface[row(0) + 1..][..width];
            let around = AROUND.map(|[dx, dy]| &surface[(row(dy) + 1).wrapping_add_signed(dx as isize)..][..width]);
            settle(rock, loose, middle, around, &holds);
        });
    }
}

/// Columns that are worked at once.
const BLOCK: usize = 16;

/// Moves what leaves a row of cells and what comes to it.
fn settle(rock: &mut [f32], loose: &mut [f32], middle: &[f32], around: [&[f32]; 8], holds: &[f32; 8]) {
    let whole = rock.len() - rock.len() % BLOCK;
    for x in (0..whole).step_by(BLOCK) {
        block::<BLOCK>(&mut rock[x..], &mut loose[x..], &middle[x..], around.map(|row| &row[x..]), holds);
    }
    for x in whole..rock.len() {
        block::<1>(&mut rock[x..], &mut loose[x..], &middle[x..], around.map(|row| &row[x..]), holds);
    }
}

#[inline(always)]
fn block<const N: usize>(rock: &mut [f32], loose: &mut [f32], middle: &[f32], around: [&[f32]; 8], holds: &[f32; 8]) {
    let (rock, loose, middle) = (&mut rock[..N], &mut loose[..N], &middle[..N]);
    let (mut away, mut here) = ([0.0; N], [0.0; N]);
    for (other, holds) in around.into_iter().zip(holds) {
        let other = &other[..N];
        for i in 0..N {
            let rise = middle[i] - other[i];
            let (down, up) = (rise - holds, -rise - holds);
            away[i] += if down > 0.0 { down } else { 0.0 };
            here[i] += if up > 0.0 { up } else { 0.0 };
        }
    }
    for i in 0..N {
        let (away, here) = (0.125 * away[i], 0.125 * here[i]);
        let from_loose = if away < loose[i] { away } else { loose[i] };
        rock[i] -= away - from_loose;
        loose[i] = loose[i] - from_loose + here;
    }
}
