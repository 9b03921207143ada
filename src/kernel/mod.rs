//! What a node computes, written once for all machines.
//!
//! In: places on the torus and numbers. Out: numbers. A [`Kernel`] is a function of one point; a [`Lattice`] is a noise
//! cut into stages, so that a scanline can share what it has in common; [`sample`] runs the same stages for one point,
//! so both ways have the same bits.

mod lattice;

pub use lattice::{Axis, Grid, Lattice, axis, sample};

use crate::machine::Machine;
use crate::program::op::Sum;

/// A fixed number of values: an array, seen through a trait because a kernel's own counts can't be array lengths.
pub trait Pack<V: Copy>: Copy {
    /// How many.
    const LEN: usize;
    /// All equal.
    fn splat(v: V) -> Self;
    /// The values.
    fn values(&self) -> &[V];
    /// The values, to be written.
    fn values_mut(&mut self) -> &mut [V];
}

impl<V: Copy, const N: usize> Pack<V> for [V; N] {
    const LEN: usize = N;
    #[inline(always)]
    fn splat(v: V) -> Self {
        [v; N]
    }
    #[inline(always)]
    fn values(&self) -> &[V] {
        self
    }
    #[inline(always)]
    fn values_mut(&mut self) -> &mut [V] {
        self
    }
}

/// A function of a place and some numbers.
pub trait Kernel: Send + Sync + 'static {
    /// The numbers that go in, 8 at most.
    type In<M: Machine>: Pack<M::F>;
    /// The numbers that come out, 4 at most.
    type Out<M: Machine>: Pack<M::F>;
    /// Whether it looks at the place; what doesn't is shared between places and may be folded to a constant.
    const PLACED: bool = false;
    /// The name in listings.
    fn name(&self) -> String;
    /// Whether it is the end of an octave, which a noise can take over.
    fn sum(&self) -> Option<Sum> {
        None
    }
    /// The function.
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], ins: Self::In<M>) -> Self::Out<M>;
}
