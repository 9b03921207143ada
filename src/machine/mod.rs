//! What a kernel computes on.
//!
//! In: nothing. Out: the trait [`Machine`] and its implementations. Each noise and each function is written once,
//! generic over a machine; the machine decides whether that means SIMD lanes ([`Cpu`]), values with exact slopes
//! ([`Dual`]), double precision ([`Reference`]), only counting ([`counted::Counted`]), or writing the kernel down as a
//! function of a shader (`wgsl`). For that one loops and skippable work go through [`Machine::repeat`] and
//! [`Machine::when`], and parameters through `arg_*`.
//!
//! Exactness: kernels use only operations that every machine rounds alike: `+ - *`, division and square root where
//! they are correctly rounded, floor, compare, select and integers. No fused multiply-add, no libm. What differs
//! between SIMD levels for NaN, -0 or out-of-range numbers (min, max, floor, float to int) is defined here by compare
//! and select. Rejected: one hand-written kernel per SIMD level, which is four chances to differ.
//!
//! Every function of this module and of every kernel is `#[inline(always)]`: a call that is not inlined into the
//! function that carries the target feature runs at a fifth of the speed with all tests green.

pub mod colour;
pub mod counted;
mod cpu;
mod dual;
#[cfg(any(test, feature = "gpu"))]
mod exact;
pub mod hash;
pub mod math;
mod reference;
#[cfg(feature = "gpu")]
pub mod shader;
#[cfg(feature = "gpu")]
pub mod wgsl;

pub(crate) use cpu::lanes;
pub use cpu::{Cpu, Level, LevelName, Narrow, level_by_name, level_names, narrow};
pub use dual::{Dual, Slope, SlopedPlace};
pub use reference::Reference;

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Shl, Shr, Sub};

/// A 32-bit float as kernels see it: `+ - *` and negation.
pub trait Float: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {}
impl<T> Float for T where T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Neg<Output = T> {}

/// A wrapping 32-bit unsigned integer.
pub trait Word:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shr<u32, Output = Self>
    + Shl<u32, Output = Self>
{
}
impl<T> Word for T where
    T: Copy
        + Add<Output = T>
        + Sub<Output = T>
        + Mul<Output = T>
        + BitXor<Output = T>
        + BitAnd<Output = T>
        + BitOr<Output = T>
        + Shr<u32, Output = T>
        + Shl<u32, Output = T>
{
}

/// What a kernel computes on: numbers, words, masks and places on a circle, and the operations between them.
///
/// A place on a circle (`T`) is a fraction of the tile along one axis, 2^32 to the tile, so that it can't leave the
/// torus. It's a type of its own, apart from `U`, so that [`Dual`] can carry slopes through it.
// `from_bits` and `from_int` convert what they are given; the machine is only the tool.
#[allow(clippy::wrong_self_convention)]
pub trait Machine: Copy {
    /// A number.
    type F: Float;
    /// A wrapping 32-bit integer.
    type U: Word;
    /// The answer of a comparison.
    type B: Copy;
    /// A place on a circle of one turn.
    type T: Copy;

    /// A number that is part of the formula.
    fn f(self, v: f32) -> Self::F;
    /// An integer that is part of the formula.
    fn u(self, v: u32) -> Self::U;
    /// A number that is a parameter: a splat on the CPU, the next word of a buffer where the kernel is recorded.
    #[inline(always)]
    fn arg_f(self, v: f32) -> Self::F {
        self.f(v)
    }
    /// An integer that is a parameter.
    #[inline(always)]
    fn arg_u(self, v: u32) -> Self::U {
        self.u(v)
    }

    /// `a < b`; false where one is NaN.
    fn lt(self, a: Self::F, b: Self::F) -> Self::B;
    /// `a == b`.
    fn eq(self, a: Self::U, b: Self::U) -> Self::B;
    /// `a` where `c`, else `b`.
    fn pick(self, c: Self::B, a: Self::F, b: Self::F) -> Self::F;
    /// `a` where `c`, else `b`.
    fn pick_u(self, c: Self::B, a: Self::U, b: Self::U) -> Self::U;
    /// `a` where `a < b`, else `b`: what x86 calls the minimum.
    #[inline(always)]
    fn lesser(self, a: Self::F, b: Self::F) -> Self::F {
        self.pick(self.lt(a, b), a, b)
    }
    /// `a` where `b < a`, else `b`.
    #[inline(always)]
    fn greater(self, a: Self::F, b: Self::F) -> Self::F {
        self.pick(self.lt(b, a), a, b)
    }
    /// Magnitude.
    #[inline(always)]
    fn abs(self, a: Self::F) -> Self::F {
        self.greater(a, -a)
    }

    /// The IEEE bits of a number.
    fn bits(self, a: Self::F) -> Self::U;
    /// The number with these IEEE bits.
    fn from_bits(self, a: Self::U) -> Self::F;
    /// Towards zero, two's complement; `|a| < 2^31` or the result is not defined.
    fn int(self, a: Self::F) -> Self::U;
    /// The word as a signed number, rounded to nearest even.
    fn from_int(self, a: Self::U) -> Self::F;
    /// The greatest whole number not above `a`; `a` itself from 2^23 on and for NaN.
    fn floor(self, a: Self::F) -> Self::F;

    /// Lattice cell and fraction (24 bits, 0 to below 1) of a place, for `period` cells per turn (1 to 65535).
    fn cell(self, t: Self::T, period: Self::U) -> (Self::U, Self::F);
    /// The place `by` turns further; anything that is not a number below 2^22 moves nothing.
    fn moved(self, t: Self::T, by: Self::F) -> Self::T;
    /// The place `by / 2^32` turns further.
    fn shifted(self, t: Self::T, by: Self::U) -> Self::T;
    /// The place `sum(k * t)`: whole waves along each axis.
    fn waves(self, t: [Self::T; 3], k: [Self::U; 3]) -> Self::T;
    /// A place as a number of turns, -1/2 to below 1/2.
    fn turns(self, t: Self::T) -> Self::F;
    /// The place at the start of the circle.
    fn origin(self) -> Self::T;
    /// sin(2 pi t).
    fn sin_turn(self, t: Self::T) -> Self::F;

    /// Skippable work: `body` must leave the state alone in lanes where `c` is false, so that it may run for all or none.
    fn when(self, c: Self::B, state: &mut [Self::F], body: impl FnOnce(&mut [Self::F]));
    /// `body` for 0 to n - 1: a real loop on each machine.
    fn repeat(self, n: u32, state: &mut [Self::F], body: impl Fn(Self::U, &mut [Self::F]));
    /// A word of a published table of 2^n words, at `i` modulo its length.
    fn table(self, t: &'static [u32], i: Self::U) -> Self::U;
    /// A number of a baked grid, at `i`, which must be inside.
    fn fetch(self, data: &[f32], i: Self::U) -> Self::F;

    /// `a / b`, correctly rounded; the caller keeps b away from 0.
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// Square root, correctly rounded, of a number that is not negative.
    fn sqrt(self, a: Self::F) -> Self::F;
    /// 2^x, 1.2 ulp; x is held between -126 and 127.49.
    fn exp2(self, x: Self::F) -> Self::F;
    /// Exponent and binary logarithm of the mantissa of a normal positive number; their sum is log2, 1.6 ulp.
    fn log2_parts(self, x: Self::F) -> (Self::F, Self::F);
}
