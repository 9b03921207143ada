//! Normals from heights: central differences of the unquantised height, wrapping around the tile.
//!
//! Slopes are true, metres per metre, so they are the same at every size; x points right and y up. This is the one
//! stage that looks at neighbour pixels: it takes rows with one more sample on each side.

use crate::machine::{Cpu, Level, Machine};
use fearless_simd::{Simd, dispatch, prelude::*};

/// Heights of some rows, with one row more above and below and one column more left and right, metres.
pub struct Heights<'a> {
    /// Row by row; each row has `width + 2` numbers.
    pub values: &'a [f32],
    /// Columns of the result.
    pub width: usize,
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

/// Unit normals as three planes, -1..1, for the rows within.
pub fn normals(level: Level, heights: &Heights, steps: Steps) -> [Vec<f32>; 3] {
    let stride = heights.width + 2;
    let rows = (heights.values.len() / stride).saturating_sub(2);
    let mut out = [0, 1, 2].map(|_| vec![0.0; rows * heights.width]);
    for row in 0..rows {
        let above = &heights.values[row * stride + 1..][..heights.width];
        let here = &heights.values[(row + 1) * stride..][..stride];
        let below = &heights.values[(row + 2) * stride + 1..][..heights.width];
        let [x, y, z] = &mut out;
        let range = row * heights.width..(row + 1) * heights.width;
        let to = [&mut x[range.clone()], &mut y[range.clone()], &mut z[range]];
        dispatch!(level, s => row_normals(s, above, here, below, steps, to));
    }
    out
}

/// Unit normals from exact slopes (metres per metre, x right, y up the picture), in place of differences.
pub fn from_slopes(level: Level, x: &[f32], y: &[f32], strength: f32, green: f32) -> [Vec<f32>; 3] {
    let mut out = [0, 1, 2].map(|_| vec![0.0; x.len()]);
    let [a, b, c] = &mut out;
    dispatch!(level, s => slope_normals(s, x, y, [strength, strength * green], [a, b, c]));
    out
}

/// Takes differences and stores unit normals, a vector at a time; the last one is moved back to end with the row.
#[inline(always)]
fn row_normals<S: Simd>(s: S, above: &[f32], here: &[f32], below: &[f32], steps: Steps, to: [&mut [f32]; 3]) {
    let width = above.len();
    let (mut x, mut y) = (vec![0.0; width], vec![0.0; width]);
    for i in 0..width {
        x[i] = (here[i + 2] - here[i]) * steps.x;
        y[i] = (above[i] - below[i]) * steps.y;
    }
    slope_normals(s, &x, &y, [1.0, 1.0], to);
}

/// `(-x, -y, 1)` scaled to length 1.
#[inline(always)]
fn slope_normals<S: Simd>(s: S, x: &[f32], y: &[f32], scale: [f32; 2], to: [&mut [f32]; 3]) {
    let n = S::f32s::LEN;
    let whole = x.len() / n * n;
    let mut i = 0;
    while i < whole {
        let (a, b) = (S::f32s::from_slice(s, &x[i..i + n]), S::f32s::from_slice(s, &y[i..i + n]));
        let v = unit(s, a, b, scale);
        for k in 0..3 {
            v[k].store_slice(&mut to[k][i..i + n]);
        }
        i += n;
    }
    let rest = x.len() - whole;
    if rest > 0 {
        let (mut xs, mut ys) = ([0.0; 16], [0.0; 16]);
        xs[..rest].copy_from_slice(&x[whole..]);
        ys[..rest].copy_from_slice(&y[whole..]);
        let v = unit(s, S::f32s::from_slice(s, &xs[..n]), S::f32s::from_slice(s, &ys[..n]), scale);
        for k in 0..3 {
            to[k][whole..].copy_from_slice(&v[k].as_slice()[..rest]);
        }
    }
}

#[inline(always)]
fn unit<S: Simd>(s: S, x: S::f32s, y: S::f32s, scale: [f32; 2]) -> [S::f32s; 3] {
    let m = Cpu(s);
    let (a, b) = (x * m.f(scale[0]), y * m.f(scale[1]));
    let inverse = m.div(m.f(1.0), m.sqrt(a * a + b * b + m.f(1.0)));
    [-a * inverse, -b * inverse, inverse]
}
