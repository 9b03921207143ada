//! Division and square root, correctly rounded, from `+ - *` and integers: for machines whose own are rounded otherwise.
//!
//! In: any numbers. Out: the bits that IEEE 754 asks for, denormal ones too. The quotient (or root) is estimated by Newton's
//! iteration, then set right by the remainder, which is exact in wrapping integers: it fits 32 bits although the
//! products do not. Rejected: the operations of a graphics card, which Vulkan lets be 2.5 units off, and which differ from
//! card to card.

use super::Machine;

const SIGN: u32 = 0x8000_0000;
const INFINITE: u32 = 0x7f80_0000;
const HIDDEN: u32 = 0x0080_0000;

/// Biased exponent `e` and mantissa of a magnitude, which is `mantissa * 2^(e - 150)` with 24 bits in the mantissa.
#[inline(always)]
fn parts<M: Machine>(m: M, magnitude: M::U) -> (M::U, M::U) {
    // A denormal is its own word times 2^-149.
    let small = m.eq(magnitude >> 23, m.u(0));
    let bits = m.pick_u(small, m.bits(m.from_int(magnitude)), magnitude);
    let exponent = (bits >> 23) - m.pick_u(small, m.u(149), m.u(0));
    (exponent, (bits & m.u(HIDDEN - 1)) | m.u(HIDDEN))
}

/// 1 where the word is negative as a signed number, else 0.
#[inline(always)]
fn negative<M: Machine>(w: M::U) -> M::U {
    w >> 31
}

#[inline(always)]
fn is<M: Machine>(m: M, flag: M::U) -> M::B {
    m.eq(flag, m.u(1))
}

/// 1 where the words are equal, else 0.
#[inline(always)]
fn same<M: Machine>(m: M, a: M::U, b: M::U) -> M::U {
    m.pick_u(m.eq(a, b), m.u(1), m.u(0))
}

/// `a / b`.
#[inline(always)]
pub(super) fn div<M: Machine>(m: M, a: M::F, b: M::F) -> M::F {
    let (zero, one) = (m.u(0), m.u(1));
    let (a_bits, b_bits) = (m.bits(a), m.bits(b));
    let sign = (a_bits ^ b_bits) & m.u(SIGN);
    let (a_size, b_size) = (a_bits & m.u(!SIGN), b_bits & m.u(!SIGN));
    let ((a_exponent, dividend), (b_exponent, divisor)) = (parts(m, a_size), parts(m, b_size));
    let less = negative::<M>(dividend - divisor);
    let exponent = a_exponent - b_exponent + m.u(127) - less;
    // The quotient is wanted times 2^shift: with 24 bits, or with as many as a denormal has.
    let tiny = is(m, negative::<M>(exponent - one));
    let shift = m.u(23) + less + m.pick_u(tiny, exponent - one, zero);
    let nothing = is(m, negative::<M>(shift + one));
    // Half a unit is all that is left at a shift of -1.
    let halved = negative::<M>(shift);
    let shift = m.pick_u(is(m, halved), zero, shift);
    let divisor = m.pick_u(is(m, halved), divisor << 1, divisor);
    let power = m.from_bits((shift + m.u(127)) << 23);

    let by = m.from_int(divisor);
    let two = m.f(2.0);
    let mut inverse = m.from_bits(m.u(0x7ef3_11c7) - m.bits(by));
    for _ in 0..3 {
        inverse = inverse * (two - by * inverse);
    }
    let quotient = m.int(m.from_int(dividend) * inverse * power);
    let rest = dividend * m.int(power) - quotient * divisor;
    let more = m.int(m.floor(m.from_int(rest) * inverse));
    let (quotient, rest) = (quotient + more, rest - more * divisor);
    let over = negative::<M>(rest);
    let (quotient, rest) = (quotient - over, rest + over * divisor);
    let under = one - negative::<M>(rest - divisor);
    let (quotient, rest) = (quotient + under, rest - under * divisor);
    // To nearest, a tie to even.
    let beyond = rest + rest - divisor;
    let tie = same(m, beyond, zero);
    let up = (one - negative::<M>(beyond)) & ((one - tie) | (quotient & one));
    let quotient = quotient + up;

    let bits = m.pick_u(tiny, quotient, (exponent << 23) + quotient - m.u(HIDDEN));
    let bits = m.pick_u(is(m, negative::<M>(m.u(254) - exponent)), m.u(INFINITE), bits);
    let regular = m.from_bits(m.pick_u(nothing, zero, bits) | sign);
    // With 0, infinity or no number the product with the inverse says it all.
    let endless = m.eq(b_size, m.u(INFINITE));
    let inverse = m.pick_u(endless, b_bits & m.u(SIGN), m.pick_u(m.eq(b_size, zero), b_bits | m.u(INFINITE), b_bits));
    let special = same(m, a_size, zero) | same(m, b_size, zero) | out_of_scale(m, a_size) | out_of_scale(m, b_size);
    m.pick(is(m, special), a * m.from_bits(inverse), regular)
}

/// 1 where a magnitude is infinite or no number.
#[inline(always)]
fn out_of_scale<M: Machine>(m: M, magnitude: M::U) -> M::U {
    same(m, magnitude >> 23, m.u(255))
}

/// The square root of a number that is not negative.
#[inline(always)]
pub(super) fn sqrt<M: Machine>(m: M, a: M::F) -> M::F {
    let one = m.u(1);
    let size = m.bits(a) & m.u(!SIGN);
    let (exponent, mantissa) = parts(m, size);
    // The root of a number times an even power of two.
    let even = one - (exponent & one);
    let (exponent, radicand) = (exponent - even, mantissa + even * mantissa);

    let number = m.from_int(radicand);
    let half = m.f(0.5) * number;
    let mut inverse = m.from_bits(m.u(0x5f37_59df) - (m.bits(number) >> 1));
    for _ in 0..3 {
        inverse = inverse * (m.f(1.5) - half * inverse * inverse);
    }
    // sqrt(2^23) and half of its inverse.
    let root = m.int(number * inverse * m.f(2_896.309_3));
    let rest = (radicand << 23) - root * root;
    let more = m.int(m.floor(m.from_int(rest) * inverse * m.f(0.000_172_633_5)));
    let root = root + more;
    let rest = (radicand << 23) - root * root;
    let over = negative::<M>(rest);
    let (root, rest) = (root - over, rest + over * (root + root - one));
    let under = one - negative::<M>(rest - root - root - one);
    let (root, rest) = (root + under, rest - under * (root + root + one));
    // There are no ties.
    let root = root + negative::<M>(root - rest);

    let bits = (((exponent + m.u(127)) >> 1) << 23) + root - m.u(HIDDEN);
    let special = same(m, size, m.u(0)) | out_of_scale(m, size);
    m.pick(is(m, special), a, m.from_bits(bits))
}

#[cfg(test)]
mod tests {
    use super::super::{Cpu, Level, Narrow, lanes, narrow};
    use super::*;
    use fearless_simd::{Simd, prelude::*};

    /// Runs a function of two numbers over many pairs and compares bits.
    fn compare(
        pairs: &[[f32; 2]],
        ours: impl Fn(Narrow, <Narrow as Machine>::F, <Narrow as Machine>::F) -> <Narrow as Machine>::F,
        theirs: fn(f32, f32) -> f32,
    ) {
        let m = narrow();
        for pairs in pairs.as_chunks::<4>().0 {
            let load = |k: usize| <Narrow as Machine>::F::from_slice(m.0, &pairs.map(|pair| pair[k]));
            let got = ours(m, load(0), load(1));
            for ([a, b], got) in pairs.iter().zip(got.as_slice()) {
                let want = theirs(*a, *b);
                let equal = got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan());
                assert!(equal, "{a:e} {b:e}: {got:e} ({:08x}) for {want:e} ({:08x})", got.to_bits(), want.to_bits());
            }
        }
    }

    /// Words spread over all numbers: each exponent, denormal ones and what is no number.
    fn words(count: u32) -> Vec<[f32; 2]> {
        let word = |i: u32| crate::machine::hash::split_mix(u64::from(i)) as u32;
        (0..count).map(|i| [f32::from_bits(word(2 * i)), f32::from_bits(word(2 * i + 1))]).collect()
    }

    /// Numbers where something begins or ends.
    fn ends() -> Vec<[f32; 2]> {
        let mut ends = vec![0.0, f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE, f32::EPSILON, 1.0, 3.0, 0.1];
        ends.extend(
            [1, 2, 3, 0x7f_fffe, 0x7f_ffff, 0x80_0001, 0x00ff_ffff, 0x3f7f_ffff, 0x3f80_0001].map(f32::from_bits),
        );
        let signed: Vec<f32> = ends.iter().flat_map(|v| [*v, -*v]).collect();
        signed.iter().flat_map(|a| signed.iter().map(|b| [*a, *b])).collect()
    }

    #[test]
    fn quotients_are_those_of_ieee() {
        compare(&ends(), div, |a, b| a / b);
        compare(&words(1 << 22), div, |a, b| a / b);
        // Quotients about the least normal number and below.
        let small: Vec<[f32; 2]> = words(1 << 20)
            .iter()
            .enumerate()
            .map(|(i, [a, b])| {
                let near = |v: &f32, exponent: u32| f32::from_bits(v.to_bits() & 0x807f_ffff | exponent << 23);
                [near(a, 100), near(b, 100 + 100 + i as u32 % 54)]
            })
            .collect();
        compare(&small, div, |a, b| a / b);
        // Close quotients: neighbours of 1 and ties of denormals.
        let close: Vec<[f32; 2]> = words(1 << 18)
            .iter()
            .map(|[a, _]| {
                let bits = a.to_bits() & 0x3fff_ffff;
                [f32::from_bits(bits), f32::from_bits(bits ^ (bits >> 7 & 3))]
            })
            .collect();
        compare(&close, div, |a, b| a / b);
        let halves: Vec<[f32; 2]> =
            (1..1 << 16).map(|i| [f32::from_bits(i), [2.0, 4.0, -2.0, 8.0][i as usize % 4]]).collect();
        compare(&halves, div, |a, b| a / b);
    }

    #[test]
    fn roots_are_those_of_ieee() {
        let positive = |pairs: Vec<[f32; 2]>| -> Vec<[f32; 2]> {
            pairs.into_iter().map(|[a, b]| [if a == 0.0 { a } else { a.abs() }, b]).collect()
        };
        compare(&positive(ends()), |m, a, _| sqrt(m, a), |a, _| a.sqrt());
        compare(&positive(words(1 << 22)), |m, a, _| sqrt(m, a), |a, _| a.sqrt());
    }

    /// All mantissas of both parities of the exponent, and all quotients with some divisors.
    #[test]
    fn every_mantissa_is_right() {
        #[inline(always)]
        fn check<S: Simd>(s: S) -> usize {
            let m = Cpu(s);
            let n = S::f32s::LEN;
            let lane: Vec<u32> = (0..n as u32).collect();
            let lane = S::u32s::from_slice(s, &lane);
            let mut wrong = 0;
            let mut i = 0;
            while i < 1 << 24 {
                let v = m.from_bits(m.u(0x3f80_0000 + i) + lane);
                let (root, third) = (sqrt(m, v), div(m, v, m.f(3.0)));
                let inverse = div(m, m.f(1.0), v);
                let right = [(root, m.sqrt(v)), (third, m.div(v, m.f(3.0))), (inverse, m.div(m.f(1.0), v))];
                for (got, want) in right {
                    wrong += usize::from(m.bits(got).as_slice() != m.bits(want).as_slice());
                }
                i += n as u32;
            }
            wrong
        }
        assert_eq!(lanes!(Level::new(), s => check(s)), 0);
    }
}
