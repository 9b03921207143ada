//! Kernels as operations: a pointwise kernel, a lattice noise, a move of a place. Each runs on lanes, with slopes and
//! in double precision; the loops over a row stand here, once for all kernels.

use super::block::{Block, REGISTER, STRIP, SlopeBlock, register};
use super::rows;
use crate::kernel::{Grid, Kernel, Lattice, Pack, sample};
use crate::machine::{Cpu, Dual, Level, Machine, Narrow, Reference, Slope, SlopedPlace, narrow};
use crate::program::op::{Op, Place, Sum, Wiring};
use fearless_simd::{Simd, dispatch, prelude::*};
use std::sync::Arc;

/// A pointwise kernel as an operation.
pub struct Point<K>(pub K);

/// A lattice noise as an operation, perhaps with the end of an octave.
pub struct Source<L> {
    /// The noise.
    pub noise: L,
    /// Its lattice.
    pub grid: Grid,
    /// Adds the first output to the register that goes in.
    pub sum: Option<Sum>,
}

/// A circle: the place on one axis, moved by the number that goes in (turns).
pub struct Move {
    /// 0, 1, 2 for x, y, z.
    pub axis: usize,
}

/// One axis of the places of a row.
#[derive(Clone, Copy)]
pub(super) enum Lane<'a> {
    Each(&'a [u32], u32),
    Same(u32),
}

impl Lane<'_> {
    #[inline(always)]
    pub(super) fn load<S: Simd>(self, s: S, i: usize) -> S::u32s {
        match self {
            Lane::Each(all, shift) => S::u32s::from_slice(s, &all[i..i + S::u32s::LEN]) + S::u32s::splat(s, shift),
            Lane::Same(v) => S::u32s::splat(s, v),
        }
    }
}

/// The places of a step.
pub(super) fn lanes<'a>(place: Place<usize>, x: &'a [u32], y: u32, z: u32, circles: &'a [Vec<u32>]) -> [Lane<'a>; 3] {
    match place {
        Place::Row(shift) => {
            [Lane::Each(x, shift[0]), Lane::Same(y.wrapping_add(shift[1])), Lane::Same(z.wrapping_add(shift[2]))]
        }
        Place::Free(c) => [Lane::Each(&circles[c[0]], 0), Lane::Each(&circles[c[1]], 0), Lane::Each(&circles[c[2]], 0)],
    }
}

/// The most numbers that come out of a kernel.
const MOST_OUT: usize = 4;

/// Registers that are being written, taken out of the block so that the others can be read; empty where an output is
/// not wanted.
pub(super) type Outs = [Vec<f32>; MOST_OUT];

#[inline(always)]
fn take(numbers: &mut [Vec<f32>], outs: &[Option<usize>]) -> Outs {
    let mut taken = [const { Vec::new() }; MOST_OUT];
    for k in 0..outs.len() {
        if let Some(register) = outs[k] {
            taken[k] = std::mem::take(&mut numbers[register]);
        }
    }
    taken
}

#[inline(always)]
fn put_back(numbers: &mut [Vec<f32>], outs: &[Option<usize>], taken: Outs) {
    for (register, taken) in outs.iter().zip(taken) {
        if let Some(register) = register {
            numbers[*register] = taken;
        }
    }
}

impl<K: Kernel> Op for Point<K> {
    fn name(&self) -> String {
        self.0.name()
    }
    fn outs(&self) -> usize {
        K::Out::<Reference>::LEN
    }
    fn placed(&self) -> bool {
        K::PLACED
    }
    fn run(&self, level: Level, _: bool, block: &mut Block, step: &Wiring) {
        let mut outs = take(&mut block.numbers, &step.outs);
        let at = lanes(step.place, &block.x, block.y, block.z, &block.circles);
        let mut ins = [&[0.0; REGISTER]; MOST];
        for (slot, i) in ins.iter_mut().zip(&step.ins) {
            *slot = register(&block.numbers[*i]);
        }
        dispatch!(level, s => point(s, &self.0, at, &ins, block.len, &mut outs));
        put_back(&mut block.numbers, &step.outs, outs);
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        slopes(block, step, |m, at, ins| {
            let mut packed = K::In::<Dual<Narrow>>::splat(m.f(0.0));
            packed.values_mut().copy_from_slice(ins);
            self.0.eval(m, at, packed).values().to_vec()
        });
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], outs: &mut [f64]) -> u64 {
        let mut packed = K::In::<Reference>::splat(0.0);
        packed.values_mut().copy_from_slice(ins);
        outs.copy_from_slice(self.0.eval(Reference, place, packed).values());
        0
    }
    fn is_sum(&self) -> Option<Sum> {
        self.0.sum()
    }
}

/// The most numbers that go into a pointwise kernel.
const MOST: usize = 8;

#[inline(always)]
fn point<S: Simd, K: Kernel>(
    s: S,
    kernel: &K,
    at: [Lane; 3],
    ins: &[&[f32; REGISTER]; MOST],
    len: usize,
    outs: &mut Outs,
) {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let len = len.min(STRIP);
    let mut registers = [const { None }; MOST_OUT];
    for (register, out) in registers.iter_mut().zip(outs) {
        *register = out.first_chunk_mut::<REGISTER>();
    }
    let mut i = 0;
    while i < len {
        let mut packed = K::In::<Cpu<S>>::splat(m.f(0.0));
        for k in 0..K::In::<Cpu<S>>::LEN {
            packed.values_mut()[k] = S::f32s::from_slice(s, &ins[k][i..i + n]);
        }
        let place = if K::PLACED { [at[0].load(s, i), at[1].load(s, i), at[2].load(s, i)] } else { [m.u(0); 3] };
        let v = kernel.eval(m, place, packed);
        for k in 0..K::Out::<Cpu<S>>::LEN {
            if let Some(out) = &mut registers[k] {
                v.values()[k].store_slice(&mut out[i..i + n]);
            }
        }
        i += n;
    }
}

impl<L: Lattice> Op for Source<L> {
    fn name(&self) -> String {
        let p = self.grid.period;
        let end = match self.sum {
            None => String::new(),
            Some(Sum { weight, magnitude: false }) => format!(", sum + {weight} v"),
            Some(Sum { weight, magnitude: true }) => format!(", sum + {weight} |v|"),
        };
        format!("{} {} x {} x {}{end}", self.noise.name(), p[0], p[1], p[2])
    }
    fn outs(&self) -> usize {
        L::Out::<Reference>::LEN
    }
    fn placed(&self) -> bool {
        true
    }
    fn run(&self, level: Level, rows: bool, block: &mut Block, step: &Wiring) {
        let mut outs = take(&mut block.numbers, &step.outs);
        let Block { len, x, y, z, strip, numbers, circles, scratch, .. } = block;
        let sum = self.sum.map(|sum| (sum, &numbers[step.ins[0]][..]));
        match step.place {
            Place::Row(shift) if rows && L::ROWS => {
                let mut grid = self.grid;
                for (offset, shift) in grid.offset.iter_mut().zip(shift) {
                    *offset = offset.wrapping_add(shift);
                }
                let row = rows::Row { x, y: *y, z: *z, len: *len, strip: *strip };
                let scratch = &mut scratch[step.index];
                dispatch!(level, s => rows::row(s, &self.noise, &grid, row, scratch, sum, &mut outs));
            }
            _ => {
                let at = lanes(step.place, x, *y, *z, circles);
                dispatch!(level, s => points(s, &self.noise, &self.grid, at, *len, sum, &mut outs));
            }
        }
        put_back(numbers, &step.outs, outs);
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        slopes(block, step, |m, at, ins| {
            let mut out = sample(m, &self.noise, &self.grid, at);
            if let Some(sum) = self.sum {
                let v = out.values()[0];
                out.values_mut()[0] = ins[0] + magnitude(m, v, sum.magnitude) * m.arg_f(sum.weight);
            }
            out.values().to_vec()
        });
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], outs: &mut [f64]) -> u64 {
        outs.copy_from_slice(sample(Reference, &self.noise, &self.grid, place).values());
        if let Some(sum) = self.sum {
            outs[0] = ins[0] + magnitude(Reference, outs[0], sum.magnitude) * f64::from(sum.weight);
        }
        0
    }
    fn summed(&self, sum: Sum) -> Option<Arc<dyn Op>> {
        let single = L::Out::<Reference>::LEN == 1 && self.sum.is_none();
        single.then(|| Arc::new(Self { noise: self.noise.clone(), grid: self.grid, sum: Some(sum) }) as Arc<dyn Op>)
    }
}

#[inline(always)]
pub(super) fn magnitude<M: Machine>(m: M, v: M::F, magnitude: bool) -> M::F {
    if magnitude { crate::machine::math::abs(m, v) } else { v }
}

#[inline(always)]
fn points<S: Simd, L: Lattice>(
    s: S,
    noise: &L,
    grid: &Grid,
    at: [Lane; 3],
    len: usize,
    sum: Option<(Sum, &[f32])>,
    outs: &mut Outs,
) {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let mut i = 0;
    while i < len {
        let mut v = sample(m, noise, grid, [at[0].load(s, i), at[1].load(s, i), at[2].load(s, i)]);
        if let Some((sum, register)) = sum {
            let before = S::f32s::from_slice(s, &register[i..i + n]);
            v.values_mut()[0] = before + magnitude(m, v.values()[0], sum.magnitude) * m.f(sum.weight);
        }
        for k in 0..L::Out::<Cpu<S>>::LEN {
            if !outs[k].is_empty() {
                v.values()[k].store_slice(&mut outs[k][i..i + n]);
            }
        }
        i += n;
    }
}

impl Op for Move {
    fn name(&self) -> String {
        format!("move {}", ["x", "y", "z"][self.axis])
    }
    fn outs(&self) -> usize {
        0
    }
    fn placed(&self) -> bool {
        true
    }
    fn run(&self, level: Level, _: bool, block: &mut Block, step: &Wiring) {
        let Some(out) = step.outs[0] else { return };
        let mut circle = std::mem::take(&mut block.circles[out]);
        let at = lanes(step.place, &block.x, block.y, block.z, &block.circles)[self.axis];
        let by = &block.numbers[step.ins[0]];
        dispatch!(level, s => moved(s, at, by, block.len, &mut circle));
        block.circles[out] = circle;
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        let Some(out) = step.outs[0] else { return };
        let m = Dual(narrow());
        let n = LANES;
        let mut i = 0;
        while i < block.len {
            let by = load_slope(block, step.ins[0], i);
            let v = m.moved(sloped_places(block, step.place, i)[self.axis], by);
            v.place.store_slice(&mut block.circles[out][i..i + n]);
            for k in 0..3 {
                v.d[k].store_slice(&mut block.circle_slopes[out][k][i..i + n]);
            }
            i += n;
        }
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], _outs: &mut [f64]) -> u64 {
        Reference.moved(place[self.axis], ins[0])
    }
}

#[inline(always)]
fn moved<S: Simd>(s: S, at: Lane, by: &[f32], len: usize, circle: &mut [u32]) {
    let n = S::f32s::LEN;
    let mut i = 0;
    while i < len {
        let v = Cpu(s).moved(at.load(s, i), S::f32s::from_slice(s, &by[i..i + n]));
        v.store_slice(&mut circle[i..i + n]);
        i += n;
    }
}

/// Numbers in a vector of slopes: those of every 128-bit level.
const LANES: usize = 4;

type Sloped = Slope<<Narrow as Machine>::F>;
type SlopedAt = SlopedPlace<<Narrow as Machine>::T, <Narrow as Machine>::F>;

fn load_slope(block: &SlopeBlock, register: usize, i: usize) -> Sloped {
    let m = narrow();
    let load = |k: usize| <Narrow as Machine>::F::from_slice(m.0, &block.numbers[register][k][i..i + LANES]);
    Slope { value: load(0), d: [load(1), load(2), load(3)] }
}

fn sloped_places(block: &SlopeBlock, place: Place<usize>, i: usize) -> [SlopedAt; 3] {
    let m = narrow();
    match place {
        Place::Row(_) => {
            let at = lanes(place, &block.x, block.y, block.z, &block.circles);
            [0, 1, 2].map(|k| Dual(m).place(at[k].load(m.0, i), k))
        }
        Place::Free(c) => c.map(|c| {
            let slope = |k: usize| <Narrow as Machine>::F::from_slice(m.0, &block.circle_slopes[c][k][i..i + LANES]);
            let place = <Narrow as Machine>::T::from_slice(m.0, &block.circles[c][i..i + LANES]);
            SlopedPlace { place, d: [slope(0), slope(1), slope(2)] }
        }),
    }
}

/// Runs a kernel with slopes over the row of a block.
fn slopes(
    block: &mut SlopeBlock,
    step: &Wiring,
    kernel: impl Fn(Dual<Narrow>, [SlopedAt; 3], &[Sloped]) -> Vec<Sloped>,
) {
    let m = Dual(narrow());
    let mut i = 0;
    while i < block.len {
        let ins: Vec<Sloped> = step.ins.iter().map(|r| load_slope(block, *r, i)).collect();
        let v = kernel(m, sloped_places(block, step.place, i), &ins);
        for (out, v) in step.outs.iter().zip(v) {
            if let Some(out) = out {
                let register = &mut block.numbers[*out];
                v.value.store_slice(&mut register[0][i..i + LANES]);
                for k in 0..3 {
                    v.d[k].store_slice(&mut register[k + 1][i..i + LANES]);
                }
            }
        }
        i += LANES;
    }
}
