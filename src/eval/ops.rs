//! Kernels as operations: a pointwise kernel, a lattice noise, a move of a place. Each runs on lanes, with slopes and
//! in double precision; the loops over a row stand here, once for all kernels.

use super::block::{Block, In, Ins, MOST_IN, MOST_OUT, NO_INS, NO_OUTS, Outs, STRIP, SlopeBlock};
use super::rows;
use crate::kernel::{Axis, Grid, Kernel, Lattice, Pack, sample};
use crate::machine::counted::{self, Counted, Mark};
#[cfg(feature = "gpu")]
use crate::machine::wgsl::{self, Arithmetic, Float, Recorded, Recorder, Wgsl};
use crate::machine::{Cpu, Dual, Level, Machine, Narrow, Reference, Slope, SlopedPlace, lanes, narrow};
use crate::program::op::{Op, Place, Sum, Wiring};
use fearless_simd::{Simd, prelude::*};
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

/// A place on one axis, made of a place and a number.
pub trait Motion: Send + Sync + 'static {
    /// The name in listings, which tells motions apart.
    fn name(&self) -> String;
    /// The function.
    fn moved<M: Machine>(&self, m: M, at: [M::T; 3], by: M::F) -> M::T;
}

/// A motion as an operation: a circle comes out.
pub struct Moved<K>(pub K);

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
pub(super) fn places<'a>(place: Place<usize>, x: &'a [u32], y: u32, z: u32, circles: &'a [Vec<u32>]) -> [Lane<'a>; 3] {
    match place {
        Place::Row(shift) => {
            [Lane::Each(x, shift[0]), Lane::Same(y.wrapping_add(shift[1])), Lane::Same(z.wrapping_add(shift[2]))]
        }
        Place::Free(c) => [Lane::Each(&circles[c[0]], 0), Lane::Each(&circles[c[1]], 0), Lane::Each(&circles[c[2]], 0)],
    }
}

/// A function of one point on any machine.
trait AtPoint {
    /// How many numbers go in.
    #[cfg(feature = "gpu")]
    fn ins(&self) -> usize;
    /// The function.
    fn at<M: Machine>(&self, m: M, at: [M::T; 3], ins: &[M::F]) -> Vec<M::F>;
}

impl<K: Kernel> AtPoint for Point<K> {
    #[cfg(feature = "gpu")]
    fn ins(&self) -> usize {
        K::In::<Reference>::LEN
    }
    #[inline(always)]
    fn at<M: Machine>(&self, m: M, at: [M::T; 3], ins: &[M::F]) -> Vec<M::F> {
        let mut packed = K::In::<M>::splat(m.f(0.0));
        packed.values_mut().copy_from_slice(ins);
        self.0.eval(m, at, packed).values().to_vec()
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
    fn operations(&self) -> [u32; 2] {
        [counted::operations(|m| self.0.eval(m, [Mark; 3], K::In::<Counted>::splat(Mark))); 2]
    }
    fn run(&self, level: Level, _: bool, block: &mut Block, step: &Wiring) {
        let at = places(step.place, &block.x, block.y, block.z, &block.circles);
        let (mut ins, mut outs): (Ins, Outs) = (NO_INS, NO_OUTS);
        block.numbers.wired(step, &mut ins, &mut outs);
        lanes!(level, s => point(s, &self.0, at, &ins, block.len, &mut outs));
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        slopes(block, step, |m, at, ins| self.at(m, at, ins));
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], outs: &mut [f64]) -> u64 {
        outs.copy_from_slice(&self.at(Reference, place, ins));
        0
    }
    #[cfg(feature = "gpu")]
    fn record(&self, arithmetic: Arithmetic, slopes: bool) -> Recorded {
        recorded(self, arithmetic, slopes)
    }
    fn is_sum(&self) -> Option<Sum> {
        self.0.sum()
    }
}

#[inline(always)]
fn point<S: Simd, K: Kernel>(s: S, kernel: &K, at: [Lane; 3], ins: &Ins, len: usize, outs: &mut Outs) {
    const { assert!(K::In::<Reference>::LEN <= MOST_IN) };
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let len = len.min(STRIP);
    // Copies of their own: what stands behind a reference would be read anew for every vector.
    let ins = *ins;
    let mut registers = [const { None }; MOST_OUT];
    for k in 0..K::Out::<Cpu<S>>::LEN {
        registers[k] = outs[k].take();
    }
    let mut i = 0;
    while i < len {
        let mut packed = K::In::<Cpu<S>>::splat(m.f(0.0));
        for k in 0..K::In::<Cpu<S>>::LEN {
            packed.values_mut()[k] = ins[k].load(s, i);
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

impl<L: Lattice> AtPoint for Source<L> {
    #[cfg(feature = "gpu")]
    fn ins(&self) -> usize {
        usize::from(self.sum.is_some())
    }
    #[inline(always)]
    fn at<M: Machine>(&self, m: M, at: [M::T; 3], ins: &[M::F]) -> Vec<M::F> {
        let mut out = sample(m, &self.noise, &self.grid, at);
        if let Some(sum) = self.sum {
            let v = magnitude(m, out.values()[0], sum.magnitude);
            out.values_mut()[0] = ins[0] + v * m.arg_f(sum.weight);
        }
        out.values().to_vec()
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
    fn operations(&self) -> [u32; 2] {
        let end = self.sum.map_or(0, |sum| 2 + u32::from(sum.magnitude));
        let lines = L::Lines::<Counted>::splat(L::Line::<Counted>::splat(Mark));
        let axis = Axis { cell: Mark, fraction: Mark, period: Mark };
        let column = L::Column::<Counted>::splat(Mark);
        let row = counted::operations(|m| self.noise.pixel(m, &lines, column, &[axis; 3], &self.grid));
        let alone = counted::operations(|m| sample(m, &self.noise, &self.grid, [Mark; 3]));
        [if L::ROWS { row } else { alone } + end, alone + end]
    }
    fn run(&self, level: Level, rows: bool, block: &mut Block, step: &Wiring) {
        let Block { len, x, y, z, strip, numbers, circles, scratch, .. } = block;
        let (mut ins, mut outs): (Ins, Outs) = (NO_INS, NO_OUTS);
        numbers.wired(step, &mut ins, &mut outs);
        let sum = self.sum.map(|sum| (sum, ins[0]));
        match step.place {
            Place::Row(shift) if rows && L::ROWS => {
                let mut grid = self.grid;
                for (offset, shift) in grid.offset.iter_mut().zip(shift) {
                    *offset = offset.wrapping_add(shift);
                }
                let row = rows::Row { x, y: *y, z: *z, len: *len, strip: *strip };
                let scratch = &mut scratch[step.index];
                lanes!(level, s => rows::row(s, &self.noise, &grid, row, scratch, sum, &mut outs));
            }
            _ => {
                let at = places(step.place, x, *y, *z, circles);
                lanes!(level, s => points(s, &self.noise, &self.grid, at, *len, sum, &mut outs));
            }
        }
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        slopes(block, step, |m, at, ins| self.at(m, at, ins));
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], outs: &mut [f64]) -> u64 {
        outs.copy_from_slice(&self.at(Reference, place, ins));
        0
    }
    #[cfg(feature = "gpu")]
    fn record(&self, arithmetic: Arithmetic, slopes: bool) -> Recorded {
        recorded(self, arithmetic, slopes)
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
    sum: Option<(Sum, In)>,
    outs: &mut Outs,
) {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let len = len.min(STRIP);
    let mut i = 0;
    while i < len {
        let mut v = sample(m, noise, grid, [at[0].load(s, i), at[1].load(s, i), at[2].load(s, i)]);
        if let Some((sum, before)) = sum {
            v.values_mut()[0] = before.load(s, i) + magnitude(m, v.values()[0], sum.magnitude) * m.f(sum.weight);
        }
        for k in 0..L::Out::<Cpu<S>>::LEN {
            if let Some(out) = &mut outs[k] {
                v.values()[k].store_slice(&mut out[i..i + n]);
            }
        }
        i += n;
    }
}

impl<K: Motion> Op for Moved<K> {
    fn name(&self) -> String {
        self.0.name()
    }
    fn outs(&self) -> usize {
        0
    }
    fn placed(&self) -> bool {
        true
    }
    fn operations(&self) -> [u32; 2] {
        [counted::operations(|m| self.0.moved(m, [Mark; 3], Mark)); 2]
    }
    fn run(&self, level: Level, _: bool, block: &mut Block, step: &Wiring) {
        let Some(out) = step.outs[0] else { return };
        let mut circle = std::mem::take(&mut block.circles[out]);
        let at = places(step.place, &block.x, block.y, block.z, &block.circles);
        let by = block.numbers.read(step.ins[0]);
        lanes!(level, s => moved(s, &self.0, at, by, block.len, &mut circle));
        block.circles[out] = circle;
    }
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring) {
        let Some(out) = step.outs[0] else { return };
        let m = Dual(narrow());
        let n = LANES;
        let mut i = 0;
        while i < block.len {
            let by = load_slope(block, step.ins[0], i);
            let v = self.0.moved(m, sloped_places(block, step.place, i), by);
            v.place.store_slice(&mut block.circles[out][i..i + n]);
            for k in 0..3 {
                v.d[k].store_slice(&mut block.circle_slopes[out][k][i..i + n]);
            }
            i += n;
        }
    }
    fn reference(&self, place: [u64; 3], ins: &[f64], _outs: &mut [f64]) -> u64 {
        self.0.moved(Reference, place, ins[0])
    }
    #[cfg(feature = "gpu")]
    fn record(&self, arithmetic: Arithmetic, slopes: bool) -> Recorded {
        let recorder = Recorder::new(arithmetic);
        let m = Wgsl(&recorder);
        if !slopes {
            let name = self.0.moved(m, m.places(), m.inputs(1)[0]).name();
            return recorder.finish(&name);
        }
        let m = Dual(m);
        let moved = self.0.moved(m, m.sloped_places(), m.sloped_inputs(1)[0]);
        let d = moved.d.map(|d| d.name());
        let result = format!("Moved({}, array<f32, 3>({}, {}, {}))", moved.place.name(), d[0], d[1], d[2]);
        recorder.finish(&result)
    }
}

#[inline(always)]
fn moved<S: Simd, K: Motion>(s: S, motion: &K, at: [Lane; 3], by: In, len: usize, circle: &mut [u32]) {
    let n = S::f32s::LEN;
    let mut i = 0;
    while i < len {
        let place = [at[0].load(s, i), at[1].load(s, i), at[2].load(s, i)];
        let v = motion.moved(Cpu(s), place, by.load(s, i));
        v.store_slice(&mut circle[i..i + n]);
        i += n;
    }
}

/// Records a function of a point: one number comes out as it is, several as an array; with slopes each has its three
/// behind it.
#[cfg(feature = "gpu")]
fn recorded(op: &impl AtPoint, arithmetic: Arithmetic, slopes: bool) -> Recorded {
    let recorder = Recorder::new(arithmetic);
    let m = Wgsl(&recorder);
    let results: Vec<Float> = if slopes {
        let m = Dual(m);
        let sloped = op.at(m, m.sloped_places(), &m.sloped_inputs(op.ins()));
        sloped.into_iter().flat_map(|v| [v.value, v.d[0], v.d[1], v.d[2]]).collect()
    } else {
        op.at(m, m.places(), &m.inputs(op.ins()))
    };
    let result = wgsl::list(&results);
    recorder.finish(&result)
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
            let at = places(place, &block.x, block.y, block.z, &block.circles);
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
