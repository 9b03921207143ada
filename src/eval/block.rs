//! The working memory of one worker: a row of one strip of columns, registers of numbers and of circles.

use crate::program::Program;
use crate::program::op::Wiring;
use fearless_simd::{Simd, prelude::*};

/// Columns of a strip.
pub const STRIP: usize = 1024;
/// Room past the end of a register: a run of lanes may write there.
pub const PAD: usize = 16;
/// Numbers of a register.
pub const REGISTER: usize = STRIP + PAD;

/// One number of each column. Its length is known to the compiler: with `i < STRIP`, lanes from `i` on need no check of
/// bounds.
pub type Register = [f32; REGISTER];

/// The most numbers that go into an operation.
pub(super) const MOST_IN: usize = 8;
/// The most numbers that come out of one.
pub(super) const MOST_OUT: usize = 4;

/// A register that is read.
#[derive(Clone, Copy)]
pub(super) struct In<'a> {
    values: &'a Register,
    /// All ones, or 0 for a constant: its first lanes are read again and again, so that it takes no room in the cache.
    mask: usize,
}

impl In<'_> {
    /// The lanes from column `i` on, `i < STRIP`.
    #[inline(always)]
    pub(super) fn load<S: Simd>(self, s: S, i: usize) -> S::f32s {
        let i = i & self.mask & (STRIP - 1);
        S::f32s::from_slice(s, &self.values[i..i + S::f32s::LEN])
    }
}

/// Registers that are read, as many as the operation takes.
pub(super) type Ins<'a> = [In<'a>; MOST_IN];
/// Registers that are written; `None` where nobody reads the output.
pub(super) type Outs<'a> = [Option<&'a mut Register>; MOST_OUT];

/// Registers for values.
pub struct Block {
    /// Columns in use, 1 to [`STRIP`].
    pub len: usize,
    /// The columns, in 2^-32 tiles; beyond `len` they go on.
    pub x: Vec<u32>,
    /// The row.
    pub y: u32,
    /// The slice.
    pub z: u32,
    /// Counts the strips that were walked: scratch memory of an older strip is stale.
    pub strip: u64,
    /// Registers of numbers.
    pub numbers: Numbers,
    /// Registers of circles, in 2^-32 tiles.
    pub circles: Vec<Vec<u32>>,
    /// What each step keeps between rows of a strip.
    pub scratch: Vec<Scratch>,
}

/// The registers of numbers: those that steps write, then constants.
pub struct Numbers {
    all: Vec<Register>,
    constants_from: usize,
}

impl Numbers {
    fn new(program: &Program) -> Self {
        let mut all = vec![[0.0; REGISTER]; program.numbers];
        all.extend(program.constants.iter().map(|v| [*v; REGISTER]));
        Self { all, constants_from: program.numbers }
    }

    /// A register.
    pub fn get(&self, register: usize) -> &Register {
        &self.all[register]
    }

    /// The register of an output, to be cleaned; a constant is clean.
    pub fn written(&mut self, register: usize) -> Option<&mut Register> {
        self.all[..self.constants_from].get_mut(register)
    }

    /// A register to be read.
    pub(super) fn read(&self, register: usize) -> In<'_> {
        In { values: &self.all[register], mask: self.mask(register) }
    }

    fn mask(&self, register: usize) -> usize {
        if register < self.constants_from { usize::MAX } else { 0 }
    }

    /// The registers of a step: what it reads, and what it writes, which are others.
    #[inline(always)]
    pub(super) fn wired<'a>(&'a mut self, step: &Wiring, ins: &mut Ins<'a>, outs: &mut Outs<'a>) {
        for (slot, i) in ins.iter_mut().zip(&step.ins) {
            slot.mask = self.mask(*i);
        }
        if let [Some(out)] = step.outs[..] {
            let (below, rest) = self.all.split_at_mut(out);
            let Some((to, above)) = rest.split_first_mut() else { return };
            for (slot, i) in ins.iter_mut().zip(&step.ins) {
                slot.values = if *i < out { &below[*i] } else { &above[*i - out - 1] };
            }
            outs[0] = Some(to);
        } else {
            let count = self.constants_from;
            let (numbers, constants) = self.all.split_at_mut(count);
            for (i, register) in numbers.iter_mut().enumerate() {
                if let Some(k) = step.outs.iter().position(|out| *out == Some(i)) {
                    outs[k] = Some(register);
                } else {
                    for (slot, _) in ins.iter_mut().zip(&step.ins).filter(|(_, wanted)| **wanted == i) {
                        slot.values = register;
                    }
                }
            }
            for (slot, i) in ins.iter_mut().zip(&step.ins) {
                if let Some(constant) = i.checked_sub(count) {
                    slot.values = &constants[constant];
                }
            }
        }
    }
}

/// No registers yet.
pub(super) const NO_INS: Ins<'static> = [In { values: &[0.0; REGISTER], mask: 0 }; MOST_IN];
/// No registers yet.
pub(super) const NO_OUTS: Outs<'static> = [const { None }; MOST_OUT];

/// What a lattice noise keeps while it walks down a strip.
#[derive(Default)]
pub struct Scratch {
    /// The strip that `ends` and `columns` were made for.
    pub strip: Option<u64>,
    /// The row and slice of cells that `corners` were made for.
    pub cells: Option<[u32; 2]>,
    /// The cell of the first column.
    pub first: u64,
    /// Where the run of each cell ends, in columns.
    pub ends: Vec<usize>,
    /// Numbers of each column.
    pub columns: Vec<f32>,
    /// Numbers of each lattice line for this row of cells.
    pub corners: Vec<f32>,
    /// Numbers of each lattice line for this scanline.
    pub lines: Vec<f32>,
}

impl Block {
    /// The memory that a program wants; constants are in place.
    pub fn new(program: &Program) -> Self {
        Self {
            len: 0,
            x: vec![0; REGISTER],
            y: 0,
            z: 0,
            strip: 0,
            numbers: Numbers::new(program),
            circles: vec![vec![0; REGISTER]; program.circles],
            scratch: (0..program.steps.len()).map(|_| Scratch::default()).collect(),
        }
    }
}

/// Registers for values with slopes.
pub struct SlopeBlock {
    /// Columns in use.
    pub len: usize,
    /// The columns, in 2^-32 tiles.
    pub x: Vec<u32>,
    /// The row.
    pub y: u32,
    /// The slice.
    pub z: u32,
    /// Value and derivative per tile along x, y, z.
    pub numbers: Vec<[Vec<f32>; 4]>,
    /// Places in 2^-32 tiles.
    pub circles: Vec<Vec<u32>>,
    /// How each place moves with x, y, z.
    pub circle_slopes: Vec<[Vec<f32>; 3]>,
}

impl SlopeBlock {
    /// The memory that a program wants; constants are in place.
    pub fn new(program: &Program) -> Self {
        let row = |v: f32| vec![v; REGISTER];
        let constants = program.constants.iter().copied();
        let values = std::iter::repeat_n(0.0, program.numbers).chain(constants);
        Self {
            len: 0,
            x: vec![0; REGISTER],
            y: 0,
            z: 0,
            numbers: values.map(|v| [row(v), row(0.0), row(0.0), row(0.0)]).collect(),
            circles: vec![vec![0; REGISTER]; program.circles],
            circle_slopes: (0..program.circles).map(|_| [row(0.0), row(0.0), row(0.0)]).collect(),
        }
    }
}
