//! Running a program: rows of strips on all cores.
//!
//! In: a program and which part of which picture. Out: planes of f32, one per output. A part may be any rectangle, also
//! across the border of the tile: a pixel is a function of its index alone, so blocks, bands, regions and threads can't
//! change a bit.

pub mod block;
#[cfg(feature = "gpu")]
pub mod gpu;
pub(crate) mod ops;
mod rows;

use crate::machine::math::clean;
use crate::machine::{Cpu, Level, lanes};
use crate::program::op::Place;
use crate::program::{Program, Step};
use block::{Block, PAD, REGISTER, Register, STRIP, SlopeBlock};
use fearless_simd::{Simd, prelude::*};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// What programs run on.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The SIMD level.
    pub level: Level,
    /// Whether lattice noises take the path that shares work along scanlines; both paths give the same bits.
    pub rows: bool,
    /// Once it is set, grids end early with what they have; who set it throws the result away.
    pub stop: Option<&'static AtomicBool>,
}

impl Default for Engine {
    fn default() -> Self {
        Self { level: Level::new(), rows: true, stop: None }
    }
}

/// A picture's raster: how many samples the tile has, and from which one on they are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raster {
    /// Samples along x, y, z.
    pub size: [u32; 3],
    /// Index of the sample that the picture calls 0, along x, y, z.
    pub origin: [i64; 3],
    /// Further offset in 2^-32 tiles.
    pub shift: [u32; 3],
}

impl Raster {
    /// A flat picture of this size: it lies at the start of the third axis.
    pub fn new(width: u32, height: u32) -> Self {
        Self { shift: [0, 0, FLAT], ..Self::volume(width, height, 1) }
    }
    /// A volume of this size.
    pub fn volume(width: u32, height: u32, depth: u32) -> Self {
        Self { size: [width, height, depth], origin: [0; 3], shift: [0; 3] }
    }
    /// A grid of this size: flat where it has one slice.
    fn grid([width, height, depth]: [usize; 3]) -> Self {
        match depth {
            1 => Self::new(width as u32, height as u32),
            _ => Self::volume(width as u32, height as u32, depth as u32),
        }
    }
    /// The place of sample `i` on an axis, in 2^-32 tiles: the centre of the sample, and the
    /// further offset.
    pub fn place(&self, axis: usize, i: i64) -> u32 {
        let n = i64::from(self.size[axis]);
        let k = (i + self.origin[axis]).rem_euclid(n) as u64;
        ((((2 * k + 1) << 31) / n as u64) as u32).wrapping_add(self.shift[axis])
    }
}

/// Moves the middle of the only slice of a flat picture to the start of the axis.
const FLAT: u32 = 1 << 31;

/// A rectangle of samples of one slice; indices may lie outside of the picture, they wrap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// First column.
    pub x: i64,
    /// First row.
    pub y: i64,
    /// The slice.
    pub z: i64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// A row of one strip, finished: -0 and NaN are replaced by 0.
pub struct Strip<'a> {
    /// The first column, counted from the left of the window.
    pub x: usize,
    /// The row, counted from the top of the window.
    pub row: usize,
    block: &'a Block,
    outputs: &'a [usize],
}

impl<'a> Strip<'a> {
    /// An output of the program.
    pub fn output(&self, k: usize) -> &'a [f32] {
        &self.block.numbers.get(self.outputs[k])[..self.block.len]
    }
}

impl Engine {
    /// Whether somebody wants no result any more.
    pub fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Samples a window: one plane of `width * height` numbers per output, row by row, -0 and NaN replaced by 0.
    pub fn window(&self, program: &Program, raster: &Raster, window: Window) -> Vec<Vec<f32>> {
        let mut planes = vec![vec![0.0; window.width * window.height]; program.outputs.len()];
        let mut rows: Vec<&mut [f32]> = planes.iter_mut().map(Vec::as_mut_slice).collect();
        self.window_into(program, raster, window, &mut rows);
        planes
    }

    /// The same into planes that exist, one of `width * height` numbers per output.
    pub fn window_into(&self, program: &Program, raster: &Raster, window: Window, planes: &mut [&mut [f32]]) {
        self.strips(program, raster, window, &mut |strip| {
            for (k, plane) in planes.iter_mut().enumerate() {
                let from = strip.output(k);
                plane[strip.row * window.width + strip.x..][..from.len()].copy_from_slice(from);
            }
        });
    }

    /// Samples a window strip by strip: columns from left to right, each walked down from the top. `each` takes the
    /// numbers while they are in the nearest cache.
    pub fn strips(&self, program: &Program, raster: &Raster, window: Window, each: &mut dyn FnMut(Strip)) {
        let mut block = Block::new(program);
        block.z = raster.place(2, window.z);
        for (x, len) in cuts(raster, window) {
            block.len = len;
            block.strip += 1;
            columns(&mut block.x, raster, window.x + x as i64, block.len);
            for row in 0..window.height {
                block.y = raster.place(1, window.y + row as i64);
                for step in &program.steps {
                    step.op.run(self.level, self.rows, &mut block, &step.wiring);
                }
                for output in &program.outputs {
                    let len = block.len;
                    if let Some(register) = block.numbers.written(*output) {
                        lanes!(self.level, s => cleaned(s, register, len));
                    }
                }
                each(Strip { x, row, block: &block, outputs: &program.outputs });
            }
        }
    }

    /// Samples a window with slopes: per output the value and its derivative per tile along x and y.
    pub fn slopes(&self, program: &Program, raster: &Raster, window: Window) -> Vec<[Vec<f32>; 3]> {
        let empty = || vec![0.0; window.width * window.height];
        let mut planes: Vec<[Vec<f32>; 3]> = program.outputs.iter().map(|_| [empty(), empty(), empty()]).collect();
        let mut block = SlopeBlock::new(program);
        block.z = raster.place(2, window.z);
        for (x, len) in cuts(raster, window) {
            block.len = len;
            columns(&mut block.x, raster, window.x + x as i64, block.len);
            for row in 0..window.height {
                block.y = raster.place(1, window.y + row as i64);
                for step in &program.steps {
                    step.op.run_slopes(&mut block, &step.wiring);
                }
                for (plane, register) in planes.iter_mut().zip(&program.outputs) {
                    for (k, plane) in plane.iter_mut().enumerate() {
                        let to = &mut plane[row * window.width + x..][..block.len];
                        to.copy_from_slice(&block.numbers[*register][k][..block.len]);
                    }
                }
            }
        }
        planes
    }

    /// The first output of a program on a whole grid, on this thread, slices one after another.
    pub fn grid_alone(&self, program: &Program, size: [usize; 3]) -> Vec<f32> {
        let [width, height, depth] = size;
        let raster = Raster::grid(size);
        let mut out = vec![0.0; width * height * depth];
        for (z, slice) in out.chunks_exact_mut(width * height).enumerate() {
            let window = Window { x: 0, y: 0, z: z as i64, width, height };
            self.window_into(program, &raster, window, &mut [slice]);
        }
        out
    }

    /// The first output of a program on a whole grid, all cores, slices one after another.
    pub fn grid(&self, program: &Program, width: usize, height: usize, depth: usize) -> Vec<f32> {
        let raster = Raster::grid([width, height, depth]);
        let mut out = vec![0.0; width * height * depth];
        const ROWS: usize = 32;
        for z in 0..depth {
            let slice = &mut out[z * width * height..][..width * height];
            slice.par_chunks_mut(ROWS * width).enumerate().filter(|_| !self.stopped()).for_each(|(band, rows)| {
                let height = rows.len() / width;
                let window = Window { x: 0, y: (band * ROWS) as i64, z: z as i64, width, height };
                self.window_into(program, &raster, window, &mut [rows]);
            });
        }
        out
    }
}

/// First column and width of each strip of a window. A strip is never wider than the tile, so that its columns can be told
/// apart.
fn cuts(raster: &Raster, window: Window) -> impl Iterator<Item = (usize, usize)> + use<> {
    let most = STRIP.min(raster.size[0] as usize);
    (0..window.width).step_by(most).map(move |x| (x, most.min(window.width - x)))
}

#[inline(always)]
fn cleaned<S: Simd>(s: S, register: &mut Register, len: usize) {
    let n = S::f32s::LEN;
    let len = len.min(STRIP);
    let mut i = 0;
    while i < len {
        clean(Cpu(s), S::f32s::from_slice(s, &register[i..i + n])).store_slice(&mut register[i..i + n]);
        i += n;
    }
}

/// The places of the columns from `first` on; those beyond `len` repeat the last one, so that they open no new cells.
fn columns(x: &mut [u32], raster: &Raster, first: i64, len: usize) {
    for (i, x) in x.iter_mut().enumerate().take(REGISTER.min(len + PAD)) {
        *x = raster.place(0, first + i.min(len - 1) as i64);
    }
}

/// One output of a program at a point, in double precision; `place` is in 2^-64 tiles.
pub fn reference(program: &Program, place: [u64; 3]) -> Vec<f64> {
    let mut numbers = vec![0.0f64; program.numbers];
    numbers.extend(program.constants.iter().map(|v| f64::from(*v)));
    let mut circles = vec![0u64; program.circles];
    for Step { op, wiring } in &program.steps {
        let at = match wiring.place {
            Place::Row(shift) => [0, 1, 2].map(|i| place[i].wrapping_add(crate::machine::Reference::place(shift[i]))),
            Place::Free(c) => c.map(|c| circles[c]),
        };
        let ins: Vec<f64> = wiring.ins.iter().map(|r| numbers[*r]).collect();
        let mut outs = vec![0.0; op.outs()];
        let circle = op.reference(at, &ins, &mut outs);
        if op.outs() == 0 {
            if let Some(Some(register)) = wiring.outs.first() {
                circles[*register] = circle;
            }
            continue;
        }
        for (register, v) in wiring.outs.iter().zip(outs) {
            if let Some(register) = register {
                numbers[*register] = v;
            }
        }
    }
    program.outputs.iter().map(|r| numbers[*r]).collect()
}
