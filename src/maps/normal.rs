//! Normals from heights: central differences of the unquantised height, wrapping around the tile.
//!
//! Slopes are true, metres per metre, so they are the same at every size; x points right and y up. This is the one
//! stage that looks at neighbour pixels: it takes rows with one more sample on each side.

use crate::eval::block::{PAD, Register, STRIP};
use crate::machine::math::upright;
use crate::machine::{Cpu, Level, Machine, lanes};
use fearless_simd::{Simd, prelude::*};

/// Heights of some rows, metres, with one row more above and below and one column more left and right.
#[derive(Default)]
pub struct Heights {
    values: Vec<f32>,
    stride: usize,
    width: usize,
}

impl Heights {
    /// Makes room for rows of this width.
    pub fn resize(&mut self, width: usize, rows: usize) {
        (self.width, self.stride) = (width, width + 2 + PAD);
        self.values.resize(self.stride * (rows + 2), 0.0);
    }
    /// The heights of a row; 0 is the one above the first.
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.stride + 1..][..self.width]
    }
    /// Sets what lies left and right of a row of [`Heights::row_mut`].
    pub fn set_sides(&mut self, row: usize, left: f32, right: f32) {
        self.values[row * self.stride] = left;
        self.values[row * self.stride + self.width + 1] = right;
    }
    /// Lets a row go on at its other end, as a whole picture does.
    pub fn wrap(&mut self, row: usize) {
        let (left, right) = (self.values[row * self.stride + self.width], self.values[row * self.stride + 1]);
        self.set_sides(row, left, right);
    }
    /// The row with both sides, from the one left of column `x` on.
    fn from(&self, row: usize, x: usize) -> &[f32] {
        &self.values[row * self.stride + x..(row + 1) * self.stride]
    }
}

/// What a difference over two pixels is multiplied with to become a slope, strength included.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// strength / (2 pixel widths).
    pub x: f32,
    /// strength / (2 pixel heights); negative where green points down.
    pub y: f32,
}

impl Steps {
    /// For pixels of this size in metres.
    pub fn new(pixel: [f64; 2], strength: f64, green_up: bool) -> Self {
        let y = strength / (2.0 * pixel[1]);
        Self { x: (strength / (2.0 * pixel[0])) as f32, y: (if green_up { y } else { -y }) as f32 }
    }
}

/// Unit normals of at most [`STRIP`] pixels, -1..1.
pub type Units = [Register; 3];

/// Normals of the pixels from column `x` of `row` (0 is the first below the border) on.
pub fn normals(level: Level, heights: &Heights, row: usize, x: usize, len: usize, steps: Steps, to: &mut Units) {
    let (above, here, below) = (heights.from(row, x), heights.from(row + 1, x), heights.from(row + 2, x));
    lanes!(level, s => differences(s, above, here, below, len.min(STRIP), steps, to));
}

/// Normals from exact slopes (metres per metre, x right, y up the picture), in place of differences.
pub fn from_slopes(level: Level, x: &[f32], y: &[f32], scale: [f32; 2], to: &mut Units) {
    lanes!(level, s => slopes(s, x, y, scale, to));
}

#[inline(always)]
fn differences<S: Simd>(s: S, above: &[f32], here: &[f32], below: &[f32], len: usize, steps: Steps, to: &mut Units) {
    let n = S::f32s::LEN;
    let load = |row: &[f32], i: usize| S::f32s::from_slice(s, &row[i..i + n]);
    let mut i = 0;
    while i < len {
        let across = load(here, i + 2) - load(here, i);
        let up = load(above, i + 1) - load(below, i + 1);
        unit(s, [across, up], [steps.x, steps.y], i, to);
        i += n;
    }
}

#[inline(always)]
fn slopes<S: Simd>(s: S, x: &[f32], y: &[f32], scale: [f32; 2], to: &mut Units) {
    let n = S::f32s::LEN;
    let load = |from: &[f32], i: usize| {
        let mut lanes = [0.0; 16];
        let count = n.min(from.len() - i);
        lanes[..count].copy_from_slice(&from[i..i + count]);
        S::f32s::from_slice(s, &lanes[..n])
    };
    let mut i = 0;
    while i < x.len().min(STRIP) {
        unit(s, [load(x, i), load(y, i)], scale, i, to);
        i += n;
    }
}

/// Stores normals.
#[inline(always)]
fn unit<S: Simd>(s: S, differences: [S::f32s; 2], scale: [f32; 2], i: usize, to: &mut Units) {
    let n = S::f32s::LEN;
    let unit = normal(Cpu(s), differences, scale);
    for k in 0..3 {
        unit[k].store_slice(&mut to[k][i..i + n]);
    }
}

/// The unit normal of scaled differences.
#[inline(always)]
pub(super) fn normal<M: Machine>(m: M, [x, y]: [M::F; 2], scale: [f32; 2]) -> [M::F; 3] {
    upright(m, [x * m.arg_f(scale[0]), y * m.arg_f(scale[1])])
}
