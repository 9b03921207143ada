//! Double precision, one point at a time: what the kernels would give without rounding. Tests measure the other
//! machines against it; places have 64 bits, so that differences over tiny steps stay clean. Nothing it computes
//! reaches a pixel, so libm is welcome here.

use super::Machine;

/// Scalars of 64 bits; hashes stay those of the other machines.
#[derive(Clone, Copy)]
pub struct Reference;

const TURN: f64 = 18_446_744_073_709_551_616.0;

impl Reference {
    /// The place of a 32-bit fraction of the tile.
    pub fn place(fraction: u32) -> u64 {
        u64::from(fraction) << 32
    }
}

/// A word with the wrapping arithmetic that kernels mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct W(pub u32);

macro_rules! word_ops {
    ($($op:ident $f:ident $wrapping:expr;)*) => {
        $(impl std::ops::$op for W {
            type Output = W;
            fn $f(self, o: W) -> W {
                let go: fn(u32, u32) -> u32 = $wrapping;
                W(go(self.0, o.0))
            }
        })*
    };
}
word_ops! {
    Add add u32::wrapping_add;
    Sub sub u32::wrapping_sub;
    Mul mul u32::wrapping_mul;
    BitXor bitxor |a, b| a ^ b;
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
}
impl std::ops::Shl<u32> for W {
    type Output = W;
    fn shl(self, s: u32) -> W {
        W(self.0 << s)
    }
}
impl std::ops::Shr<u32> for W {
    type Output = W;
    fn shr(self, s: u32) -> W {
        W(self.0 >> s)
    }
}

impl Machine for Reference {
    type F = f64;
    type U = W;
    type B = bool;
    type T = u64;

    fn f(self, v: f32) -> f64 {
        f64::from(v)
    }
    fn u(self, v: u32) -> W {
        W(v)
    }
    fn lt(self, a: f64, b: f64) -> bool {
        a < b
    }
    fn eq(self, a: W, b: W) -> bool {
        a == b
    }
    fn pick(self, c: bool, a: f64, b: f64) -> f64 {
        if c { a } else { b }
    }
    fn pick_u(self, c: bool, a: W, b: W) -> W {
        if c { a } else { b }
    }
    fn bits(self, a: f64) -> W {
        W((a as f32).to_bits())
    }
    fn from_bits(self, a: W) -> f64 {
        f64::from(f32::from_bits(a.0))
    }
    fn int(self, a: f64) -> W {
        W(a as i64 as u32)
    }
    fn from_int(self, a: W) -> f64 {
        f64::from(a.0 as i32)
    }
    fn floor(self, a: f64) -> f64 {
        a.floor()
    }
    fn cell(self, t: u64, period: W) -> (W, f64) {
        let wide = u128::from(t) * u128::from(period.0);
        (W((wide >> 64) as u32), wide as u64 as f64 / TURN)
    }
    fn moved(self, t: u64, by: f64) -> u64 {
        let by = if by.abs() < 4_194_304.0 { by } else { 0.0 };
        // Half a turn at most, in two steps of 2^63, so that the cast stays inside i64.
        t.wrapping_add((((by - (by + 0.5).floor()) * (TURN / 2.0)) as i64 as u64) << 1)
    }
    fn shifted(self, t: u64, by: W) -> u64 {
        t.wrapping_add(Self::place(by.0))
    }
    fn waves(self, t: [u64; 3], k: [W; 3]) -> u64 {
        let signed = |k: W| i64::from(k.0 as i32) as u64;
        (0..3).fold(0u64, |sum, i| sum.wrapping_add(t[i].wrapping_mul(signed(k[i]))))
    }
    fn turns(self, t: u64) -> f64 {
        t as i64 as f64 / TURN
    }
    fn origin(self) -> u64 {
        0
    }
    fn sin_turn(self, t: u64) -> f64 {
        (self.turns(t) * std::f64::consts::TAU).sin()
    }
    fn when(self, c: bool, state: &mut [f64], body: impl FnOnce(&mut [f64])) {
        if c {
            body(state);
        }
    }
    fn repeat(self, n: u32, state: &mut [f64], body: impl Fn(W, &mut [f64])) {
        for i in 0..n {
            body(W(i), state);
        }
    }
    fn table(self, t: &'static [u32], i: W) -> W {
        W(t[i.0 as usize & (t.len() - 1)])
    }
    fn fetch(self, data: &[f32], i: W) -> f64 {
        f64::from(data[i.0 as usize])
    }
    fn div(self, a: f64, b: f64) -> f64 {
        a / b
    }
    fn sqrt(self, a: f64) -> f64 {
        a.sqrt()
    }
    fn exp2(self, x: f64) -> f64 {
        x.clamp(-126.0, 127.49).exp2()
    }
    fn log2_parts(self, x: f64) -> (f64, f64) {
        (0.0, x.log2())
    }
}
