//! How two values meet: the formulas of "Compositing and Blending Level 1" (W3C, 2015, section 9.1), for one channel.
//!
//! There `overlay` is `hard-light` with the layers exchanged. Both are meant for 0..1. Browsers use them on sRGB codes;
//! here colours are linear, as everywhere in a material.

use crate::machine::Machine;
use crate::machine::math::{clamp, sqrt};

/// Multiply below 0.5, screen above: what is dark gets darker, what is light lighter.
#[inline(always)]
pub fn overlay<M: Machine>(m: M, below: M::F, x: M::F) -> M::F {
    let (one, two) = (m.f(1.0), m.f(2.0));
    let dark = two * below * x;
    let light = one - two * (one - below) * (one - x);
    m.pick(m.lt(m.f(0.5), below), light, dark)
}

/// `below - (1 - 2 x) below (1 - below)` up to x = 0.5, from there `below + (2 x - 1) (D(below) - below)`, where D is
/// `((16 b - 12) b + 4) b` up to b = 1/4 and the square root from there. Both are held to 0..1.
#[inline(always)]
pub fn soft_light<M: Machine>(m: M, below: M::F, x: M::F) -> M::F {
    let (zero, one) = (m.f(0.0), m.f(1.0));
    let (b, x) = (clamp(m, below, zero, one), clamp(m, x, zero, one));
    let turn = x + x - one;
    let cubic = ((m.f(16.0) * b - m.f(12.0)) * b + m.f(4.0)) * b;
    let bright = m.pick(m.lt(m.f(0.25), b), sqrt(m, b), cubic);
    let by = m.pick(m.lt(zero, turn), bright - b, b * (one - b));
    b + turn * by
}
