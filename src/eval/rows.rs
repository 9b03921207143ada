//! The fast path of lattice noises: a strip of columns walked down row by row.
//!
//! Columns are prepared once per strip, corners once per row of cells, lines once per scanline; then each cell is a run
//! of pixels between two lines. A run of lanes may write past its end: the next run, or the padding, takes that, which
//! is simpler and faster than masks. Rejected: per-lane gathers of lattice lines. The functions called are those of
//! [`crate::kernel::sample`], so the bits are equal.

use super::block::{In, Outs, REGISTER, STRIP, Scratch};
use super::ops::magnitude;
use crate::kernel::{Axis, Grid, Lattice, Pack, axis};
use crate::machine::{Cpu, Machine};
use crate::program::op::Sum;
use fearless_simd::{Simd, prelude::*};

/// The most numbers that a column keeps.
const MOST_COLUMN: usize = 8;

/// The row to be sampled.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// The columns.
    pub x: &'a [u32],
    /// The row.
    pub y: u32,
    /// The slice.
    pub z: u32,
    /// Columns in use.
    pub len: usize,
    /// The number of the strip.
    pub strip: u64,
}

#[inline(always)]
pub(super) fn row<S: Simd, L: Lattice>(
    s: S,
    noise: &L,
    grid: &Grid,
    row: Row,
    scratch: &mut Scratch,
    sum: Option<(Sum, In)>,
    outs: &mut Outs,
) {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let period = grid.period[0];
    if scratch.strip != Some(row.strip) {
        columns(s, noise, grid, row, scratch);
    }
    let (y, z) = (axis(m, grid, 1, m.u(row.y)), axis(m, grid, 2, m.u(row.z)));
    let count = L::Lines::<Cpu<S>>::LEN;
    // Lattice lines of the strip, rounded up to whole vectors.
    let width = (scratch.ends.len() + count - 1).div_ceil(n) * n;
    let cells = [first(y.cell), first(z.cell)];
    let corner_numbers = L::Corner::<Cpu<S>>::LEN;
    if scratch.cells != Some(cells) {
        scratch.cells = Some(cells);
        scratch.corners.resize(width * corner_numbers, 0.0);
        let mut x = (scratch.first as i64 + i64::from(L::FIRST)).rem_euclid(i64::from(period)) as u32;
        let mut i = 0;
        while i < width {
            let mut indices = [0u32; 16];
            for index in &mut indices[..n] {
                *index = x;
                x = if x + 1 == period { 0 } else { x + 1 };
            }
            let corner = noise.corner(m, S::u32s::from_slice(s, &indices[..n]), &y, &z, grid);
            for a in 0..corner_numbers {
                corner.values()[a].store_slice(&mut scratch.corners[a * width + i..][..n]);
            }
            i += n;
        }
    }
    let line_numbers = L::Line::<Cpu<S>>::LEN;
    scratch.lines.resize(width * line_numbers, 0.0);
    let mut i = 0;
    while i < width {
        let mut corner = L::Corner::<Cpu<S>>::splat(m.f(0.0));
        for a in 0..corner_numbers {
            corner.values_mut()[a] = S::f32s::from_slice(s, &scratch.corners[a * width + i..][..n]);
        }
        let line = noise.line(m, corner, &y, &z, grid);
        for a in 0..line_numbers {
            line.values()[a].store_slice(&mut scratch.lines[a * width + i..][..n]);
        }
        i += n;
    }
    let Some(out) = &mut outs[0] else { return };
    let mut columns = [&[0.0; REGISTER]; MOST_COLUMN];
    for a in 0..L::Column::<Cpu<S>>::LEN {
        columns[a] = scratch.columns[a * REGISTER..].first_chunk().expect("columns have REGISTER numbers");
    }
    let mut axes = [Axis { cell: m.u(0), fraction: m.f(0.0), period: m.u(period) }, y, z];
    // The lines that meet in a cell: the next cell shares all but the last.
    let mut lines = L::Lines::<Cpu<S>>::splat(L::Line::<Cpu<S>>::splat(m.f(0.0)));
    for k in 1..count {
        for a in 0..line_numbers {
            lines.values_mut()[k].values_mut()[a] = m.f(scratch.lines[a * width + k - 1]);
        }
    }
    let mut start = 0;
    let mut x = scratch.first as u32;
    for cell in 0..scratch.ends.len() {
        let end = scratch.ends[cell].min(STRIP);
        axes[0].cell = m.u(x);
        x = if x + 1 == period { 0 } else { x + 1 };
        for k in 1..count {
            lines.values_mut()[k - 1] = lines.values()[k];
        }
        for a in 0..line_numbers {
            lines.values_mut()[count - 1].values_mut()[a] = m.f(scratch.lines[a * width + cell + count - 1]);
        }
        let mut i = start;
        while i < end {
            let mut column = L::Column::<Cpu<S>>::splat(m.f(0.0));
            for a in 0..L::Column::<Cpu<S>>::LEN {
                column.values_mut()[a] = S::f32s::from_slice(s, &columns[a][i..i + n]);
            }
            axes[0].fraction = column.values()[0];
            let mut v = noise.pixel(m, &lines, column, &axes, grid).values()[0];
            if let Some((sum, before)) = sum {
                v = before.load(s, i) + magnitude(m, v, sum.magnitude) * m.f(sum.weight);
            }
            v.store_slice(&mut out[i..i + n]);
            i += n;
        }
        start = end;
    }
}

/// Prepares a strip: the runs of its cells, and what depends on columns only.
#[inline(always)]
fn columns<S: Simd, L: Lattice>(s: S, noise: &L, grid: &Grid, row: Row, scratch: &mut Scratch) {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    scratch.strip = Some(row.strip);
    scratch.cells = None;
    let period = u64::from(grid.period[0]);
    let origin = u64::from(row.x[0].wrapping_add(grid.offset[0]));
    // Not wrapped: a strip may cross the border of the tile.
    let cell = |i: usize| ((origin + u64::from(row.x[i].wrapping_sub(row.x[0]))) * period) >> 32;
    scratch.first = cell(0) % period;
    scratch.ends.clear();
    for i in 1..row.len {
        for _ in cell(i - 1)..cell(i) {
            scratch.ends.push(i);
        }
    }
    scratch.ends.push(row.len);
    scratch.columns.resize(REGISTER * L::Column::<Cpu<S>>::LEN, 0.0);
    let mut i = 0;
    while i < row.len {
        let x = axis(m, grid, 0, S::u32s::from_slice(s, &row.x[i..i + n])).fraction;
        let column = noise.column(m, x, grid);
        for a in 0..L::Column::<Cpu<S>>::LEN {
            column.values()[a].store_slice(&mut scratch.columns[a * REGISTER + i..][..n]);
        }
        i += n;
    }
}

#[inline(always)]
fn first<S: Simd, V: SimdBase<S, Element = u32>>(v: V) -> u32 {
    v.as_slice()[0]
}
