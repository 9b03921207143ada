//! The erased operation: what a program knows of a kernel.
//!
//! In: a block of registers and which of them to read and write. Out: the registers written. Nothing above this trait
//! knows a kernel, nothing below knows a program. Each operation can run on every machine.

use crate::eval::block::{Block, SlopeBlock};
use crate::machine::Level;
#[cfg(feature = "gpu")]
use crate::machine::wgsl::{Arithmetic, Recorded};
use std::any::Any;
use std::sync::Arc;

/// Where a step samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place<C> {
    /// The pixels of a row, all shifted by a constant (2^-32 tiles): scanlines may share work.
    Row([u32; 3]),
    /// Any place: one circle per axis.
    Free([C; 3]),
}

/// An operation on registers of numbers and circles.
pub trait Op: Any + Send + Sync {
    /// Short description for listings.
    fn name(&self) -> String;
    /// How many numbers come out (0: one circle).
    fn outs(&self) -> usize;
    /// Whether it looks at the place.
    fn placed(&self) -> bool;
    /// Vector operations that a sample costs: along a row, where what a row shares is not counted, and alone.
    fn operations(&self) -> [u32; 2];
    /// One row of one strip; `rows` lets lattice noises share work along the scanline.
    fn run(&self, level: Level, rows: bool, block: &mut Block, step: &Wiring);
    /// The same with slopes.
    fn run_slopes(&self, block: &mut SlopeBlock, step: &Wiring);
    /// One point in double precision: `place` is in 2^-64 tiles. Numbers out, or one circle as its bits.
    fn reference(&self, place: [u64; 3], ins: &[f64], outs: &mut [f64]) -> u64;
    /// Writes one point as a function of a shader, with slopes or without; gives its result: see [`Recorded`].
    #[cfg(feature = "gpu")]
    fn record(&self, arithmetic: Arithmetic, slopes: bool) -> Recorded;
    /// The same operation that ends in `sum + value * weight` (or `|value|`), where it can.
    fn summed(&self, _sum: Sum) -> Option<Arc<dyn Op>> {
        None
    }
    /// Whether this operation adds its first output to a sum, and how.
    fn is_sum(&self) -> Option<Sum> {
        None
    }
}

/// The end `sum + value * weight` of an octave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sum {
    /// What the value is multiplied with.
    pub weight: f32,
    /// Whether the magnitude of the value is added.
    pub magnitude: bool,
}

/// Which registers a step reads and writes.
#[derive(Clone, Debug)]
pub struct Wiring {
    /// Its number in the program: the index of its scratch memory.
    pub index: usize,
    /// Where it samples.
    pub place: Place<usize>,
    /// Registers of numbers that go in.
    pub ins: Vec<usize>,
    /// Registers of the numbers that come out; what nobody reads is not stored. For a circle the one circle register.
    pub outs: Vec<Option<usize>>,
}
