//! Maths written once for all machines: total functions (each input gives a defined number) and the polynomials
//! behind sine, exponential and logarithm.
//!
//! The polynomials are minimax fits, coefficients rounded to f32 one after another with a refit of the rest. Measured
//! over all turns, all exponents and all normal numbers: sine 2 ulp, 2^x 1.2 ulp, log2 1.6 ulp, and pow 9e-8 absolute
//! for bases in 0..1. Rejected: libm, whose bits differ from system to system.

use super::{Float, Machine};

/// The lesser; `b` where `a` is NaN.
#[inline(always)]
pub fn min<M: Machine>(m: M, a: M::F, b: M::F) -> M::F {
    m.lesser(a, b)
}

/// The greater; `b` where `a` is NaN.
#[inline(always)]
pub fn max<M: Machine>(m: M, a: M::F, b: M::F) -> M::F {
    m.greater(a, b)
}

/// `a` held between `lo` and `hi`; `lo` for NaN.
#[inline(always)]
pub fn clamp<M: Machine>(m: M, a: M::F, lo: M::F, hi: M::F) -> M::F {
    min(m, max(m, a, lo), hi)
}

/// Magnitude.
#[inline(always)]
pub fn abs<M: Machine>(m: M, a: M::F) -> M::F {
    m.abs(a)
}

/// What is no number becomes 0, and so does -0.
#[inline(always)]
pub fn clean<M: Machine>(m: M, v: M::F) -> M::F {
    let zero = m.f(0.0);
    m.pick(m.lt(v, zero), v, m.pick(m.lt(zero, v), v, zero))
}

/// `a` at t = 0, `b` at t = 1.
#[inline(always)]
pub fn lerp<F: Float>(a: F, b: F, t: F) -> F {
    a + t * (b - a)
}

/// `c[0] + c[1] x + c[2] x^2 ..` by Horner's rule.
#[inline(always)]
pub fn polynomial<M: Machine, const N: usize>(m: M, x: M::F, c: [f32; N]) -> M::F {
    let mut r = m.f(c[N - 1]);
    for i in (0..N - 1).rev() {
        r = r * x + m.f(c[i]);
    }
    r
}

/// `a / b`, and 0 where b is 0 or NaN.
#[inline(always)]
pub fn div<M: Machine>(m: M, a: M::F, b: M::F) -> M::F {
    let zero = m.f(0.0);
    let some = m.lt(zero, abs(m, b));
    m.pick(some, m.div(a, m.pick(some, b, m.f(1.0))), zero)
}

/// Square root, and 0 below 0.
#[inline(always)]
pub fn sqrt<M: Machine>(m: M, a: M::F) -> M::F {
    m.sqrt(max(m, a, m.f(0.0)))
}

/// x^y for x >= 0, and 0 elsewhere. The product is split so that the whole part of y log2(x) costs no digits.
#[inline(always)]
pub fn pow<M: Machine>(m: M, x: M::F, y: M::F) -> M::F {
    let (e, l) = m.log2_parts(max(m, x, m.f(f32::MIN_POSITIVE)));
    let r = m.exp2(y * e + y * l);
    let zero_base = m.pick(m.lt(m.f(0.0), y), m.f(0.0), m.pick(m.lt(y, m.f(0.0)), m.f(0.0), m.f(1.0)));
    m.pick(m.lt(m.f(0.0), x), r, zero_base)
}

/// Binary logarithm; of 0 and below its value at the least normal number, -126.
#[inline(always)]
pub fn log2<M: Machine>(m: M, x: M::F) -> M::F {
    let (e, l) = m.log2_parts(max(m, x, m.f(f32::MIN_POSITIVE)));
    e + l
}

/// Sine of an angle in radians.
#[inline(always)]
pub fn sin<M: Machine>(m: M, x: M::F) -> M::F {
    m.sin_turn(m.moved(m.origin(), x * m.f(std::f32::consts::FRAC_1_PI * 0.5)))
}

/// Cosine of an angle in radians.
#[inline(always)]
pub fn cos<M: Machine>(m: M, x: M::F) -> M::F {
    let t = m.moved(m.origin(), x * m.f(std::f32::consts::FRAC_1_PI * 0.5));
    m.sin_turn(m.shifted(t, m.u(0x4000_0000)))
}

/// The unit vector that stands on a surface with these slopes: `(-x, -y, 1)`, scaled to length 1.
#[inline(always)]
pub fn upright<M: Machine>(m: M, [x, y]: [M::F; 2]) -> [M::F; 3] {
    let shrink = m.div(m.f(1.0), m.sqrt(x * x + y * y + m.f(1.0)));
    [-x * shrink, -y * shrink, shrink]
}

/// 0 at and below a, 1 at and above b, 3t^2 - 2t^3 between; `step(a, x)` where a = b; a > b falls instead of rising.
#[inline(always)]
pub fn smoothstep<M: Machine>(m: M, a: M::F, b: M::F, x: M::F) -> M::F {
    let width = b - a;
    let flat = m.lt(abs(m, width), m.f(f32::MIN_POSITIVE));
    let t = clamp(m, m.div(x - a, m.pick(flat, m.f(1.0), width)), m.f(0.0), m.f(1.0));
    m.pick(flat, step(m, a, x), t * t * (m.f(3.0) - m.f(2.0) * t))
}

/// 1 where x >= a, else 0.
#[inline(always)]
pub fn step<M: Machine>(m: M, a: M::F, x: M::F) -> M::F {
    m.pick(m.lt(x, a), m.f(0.0), m.f(1.0))
}

/// Perlin's fade of 2002: 6t^5 - 15t^4 + 10t^3; value, first and second derivative vanish at 0 and match at 1.
#[inline(always)]
pub fn quintic<M: Machine>(m: M, t: M::F) -> M::F {
    t * t * t * (t * (t * m.f(6.0) - m.f(15.0)) + m.f(10.0))
}

/// sin(pi/2 x) for x in -1..1.
#[inline(always)]
pub(super) fn sin_quarter<M: Machine>(m: M, x: M::F) -> M::F {
    x + x * polynomial(
        m,
        x * x,
        [0.570_796_3, -0.645_964_1, 0.079_692_6, -0.004_681_651, 0.000_160_247_03, -3.428_790_7e-6],
    )
}

/// `sin_turn` for machines whose places are 32-bit words: the reduction is integer, so exact.
#[inline(always)]
pub(super) fn sin_word<M: Machine>(m: M, u: M::U) -> M::F {
    let far = m.eq((u + m.u(0x4000_0000)) & m.u(0x8000_0000), m.u(0));
    let x = m.from_int(m.pick_u(far, u, m.u(0x8000_0000) - u)) * m.f(1.0 / (1u32 << 30) as f32);
    sin_quarter(m, x)
}

/// 2^x by splitting off the whole part.
#[inline(always)]
pub(super) fn exp2_bits<M: Machine>(m: M, x: M::F) -> M::F {
    let x = max(m, min(m, x, m.f(127.49)), m.f(-126.0));
    let n = m.floor(x + m.f(0.5));
    let f = x - n;
    let c = [std::f32::consts::LN_2, 0.240_226_48, 0.055_503_324, 0.009_618_437, 0.001_339_887_3, 0.000_153_533_85];
    let p = f * polynomial(m, f, c) + m.f(1.0);
    p * m.from_bits((m.int(n) + m.u(127)) << 23)
}

/// Exponent and logarithm of the mantissa, which lies between sqrt(1/2) and sqrt(2).
#[inline(always)]
pub(super) fn log2_bits<M: Machine>(m: M, x: M::F) -> (M::F, M::F) {
    let root_half = m.u(0x3f35_04f3);
    let b = m.bits(x) - root_half;
    let e = m.pick_u(m.eq(b >> 31, m.u(0)), b >> 23, (b >> 23) | m.u(0xffff_fe00));
    let t = m.from_bits((b & m.u(0x007f_ffff)) + root_half) - m.f(1.0);
    let c = [
        std::f32::consts::LOG2_E,
        -0.721_347_33,
        0.480_898_24,
        -0.360_696_64,
        0.288_567_4,
        -0.239_617_4,
        0.204_600_62,
        -0.191_064_75,
        0.186_174_96,
        -0.109_949_544,
    ];
    (m.from_int(e), t * polynomial(m, t, c))
}

/// `floor` by way of a whole number, for machines whose own differs for -0 or for what does not fit one.
#[inline(always)]
pub(super) fn floor_int<M: Machine>(m: M, a: M::F) -> M::F {
    let small = m.lt(abs(m, a), m.f(8_388_608.0));
    let near = m.pick(small, a, m.f(0.0));
    let t = m.from_int(m.int(near));
    let down = t - m.pick(m.lt(near, t), m.f(1.0), m.f(0.0));
    m.pick(small, down, a)
}

/// Cell and fraction of a 32-bit place: the 48-bit product `u * period` in two halves.
#[inline(always)]
pub(super) fn cell_word<M: Machine>(m: M, u: M::U, period: M::U) -> (M::U, M::F) {
    let lo = (u & m.u(0xffff)) * period;
    let t = (u >> 16) * period + (lo >> 16);
    let fraction = ((t << 16) | (lo & m.u(0xffff))) >> 8;
    (t >> 16, m.from_int(fraction) * m.f(1.0 / 16_777_216.0))
}

/// Turns to 2^-32 turns; all 24 bits of a small displacement are kept, what is no number below 2^22 gives 0.
#[inline(always)]
pub(super) fn turn_word<M: Machine>(m: M, d: M::F) -> M::U {
    let d = m.pick(m.lt(abs(m, d), m.f(4_194_304.0)), d, m.f(0.0));
    m.int((d - m.floor(d + m.f(0.5))) * m.f(2_147_483_648.0)) << 1
}
