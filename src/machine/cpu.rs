//! SIMD lanes: the machine that bakes. One vector of 4, 8 or 16 numbers through `fearless_simd`, at the level chosen once.

use super::Machine;
use super::math::{cell_word, exp2_bits, floor_int, log2_bits, sin_word, turn_word};
pub use fearless_simd::Level;
use fearless_simd::{Simd, prelude::*};

/// Lanes of the SIMD level whose token is `S`.
#[derive(Clone, Copy)]
pub struct Cpu<S>(pub S);

impl<S: Simd> Machine for Cpu<S> {
    type F = S::f32s;
    type U = S::u32s;
    type B = S::mask32s;
    type T = S::u32s;

    #[inline(always)]
    fn f(self, v: f32) -> S::f32s {
        S::f32s::splat(self.0, v)
    }
    #[inline(always)]
    fn u(self, v: u32) -> S::u32s {
        S::u32s::splat(self.0, v)
    }
    #[inline(always)]
    fn lt(self, a: S::f32s, b: S::f32s) -> S::mask32s {
        a.simd_lt(b)
    }
    #[inline(always)]
    fn eq(self, a: S::u32s, b: S::u32s) -> S::mask32s {
        a.simd_eq(b)
    }
    #[inline(always)]
    fn pick(self, c: S::mask32s, a: S::f32s, b: S::f32s) -> S::f32s {
        c.select(a, b)
    }
    #[inline(always)]
    fn pick_u(self, c: S::mask32s, a: S::u32s, b: S::u32s) -> S::u32s {
        c.select(a, b)
    }
    #[inline(always)]
    fn lesser(self, a: S::f32s, b: S::f32s) -> S::f32s {
        if is_x86(self.0) { a.min(b) } else { self.pick(self.lt(a, b), a, b) }
    }
    #[inline(always)]
    fn greater(self, a: S::f32s, b: S::f32s) -> S::f32s {
        if is_x86(self.0) { a.max(b) } else { self.pick(self.lt(b, a), a, b) }
    }
    #[inline(always)]
    fn abs(self, a: S::f32s) -> S::f32s {
        self.from_bits(self.bits(a) & self.u(0x7fff_ffff))
    }
    #[inline(always)]
    fn bits(self, a: S::f32s) -> S::u32s {
        a.bitcast()
    }
    #[inline(always)]
    fn from_bits(self, a: S::u32s) -> S::f32s {
        a.bitcast()
    }
    #[inline(always)]
    fn int(self, a: S::f32s) -> S::u32s {
        let i: S::i32s = a.to_int();
        i.bitcast()
    }
    #[inline(always)]
    fn from_int(self, a: S::u32s) -> S::f32s {
        let i: S::i32s = a.bitcast();
        i.to_float()
    }
    #[inline(always)]
    fn floor(self, a: S::f32s) -> S::f32s {
        floor_int(self, a)
    }
    #[inline(always)]
    fn cell(self, t: S::u32s, period: S::u32s) -> (S::u32s, S::f32s) {
        cell_word(self, t, period)
    }
    #[inline(always)]
    fn moved(self, t: S::u32s, by: S::f32s) -> S::u32s {
        t + turn_word(self, by)
    }
    #[inline(always)]
    fn shifted(self, t: S::u32s, by: S::u32s) -> S::u32s {
        t + by
    }
    #[inline(always)]
    fn waves(self, t: [S::u32s; 3], k: [S::u32s; 3]) -> S::u32s {
        t[0] * k[0] + t[1] * k[1] + t[2] * k[2]
    }
    #[inline(always)]
    fn turns(self, t: S::u32s) -> S::f32s {
        self.from_int(t) * self.f(1.0 / 4_294_967_296.0)
    }
    #[inline(always)]
    fn origin(self) -> S::u32s {
        self.u(0)
    }
    #[inline(always)]
    fn sin_turn(self, t: S::u32s) -> S::f32s {
        sin_word(self, t)
    }
    #[inline(always)]
    fn when(self, c: S::mask32s, state: &mut [S::f32s], body: impl FnOnce(&mut [S::f32s])) {
        if c.any_true() {
            body(state);
        }
    }
    #[inline(always)]
    fn repeat(self, n: u32, state: &mut [S::f32s], body: impl Fn(S::u32s, &mut [S::f32s])) {
        for i in 0..n {
            body(self.u(i), state);
        }
    }
    #[inline(always)]
    fn table(self, t: &'static [u32], i: S::u32s) -> S::u32s {
        let mut lanes = [0u32; 16];
        let n = S::u32s::LEN;
        i.store_slice(&mut lanes[..n]);
        for lane in &mut lanes[..n] {
            *lane = t[*lane as usize & (t.len() - 1)];
        }
        S::u32s::from_slice(self.0, &lanes[..n])
    }
    #[inline(always)]
    fn fetch(self, data: &[f32], i: S::u32s) -> S::f32s {
        let mut at = [0u32; 16];
        let mut lanes = [0f32; 16];
        let n = S::u32s::LEN;
        i.store_slice(&mut at[..n]);
        for k in 0..n {
            lanes[k] = data[at[k] as usize];
        }
        S::f32s::from_slice(self.0, &lanes[..n])
    }
    #[inline(always)]
    fn div(self, a: S::f32s, b: S::f32s) -> S::f32s {
        a / b
    }
    #[inline(always)]
    fn sqrt(self, a: S::f32s) -> S::f32s {
        a.sqrt()
    }
    #[inline(always)]
    fn exp2(self, x: S::f32s) -> S::f32s {
        exp2_bits(self, x)
    }
    #[inline(always)]
    fn log2_parts(self, x: S::f32s) -> (S::f32s, S::f32s) {
        log2_bits(self, x)
    }
}

/// Whether these are lanes of x86, whose minimum and maximum are exactly `lesser` and `greater`. Decided while compiling.
#[inline(always)]
fn is_x86<S: Simd>(s: S) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return !s.level().is_fallback();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    return {
        let _ = s;
        false
    };
}

/// Runs an expression with the lanes of a level: `lanes!(level, s => kernel(s, ..))`, where the kernel is
/// `#[inline(always)]`. Where `fearless_simd::dispatch` has a copy for SSE4.2, that level takes the lanes of SSE2 here:
/// its bits are equal, and each kernel costs a fifth less to compile. Unit tests have these lanes only: `tests/core` compares the
/// levels.
macro_rules! lanes {
    (@run $token:expr, $s:ident => $op:expr) => {{
        let $s = $token;
        fearless_simd::Simd::vectorize(
            $s,
            #[inline(always)]
            || $op,
        )
    }};
    ($level:expr, $s:ident => $op:expr) => {{
        #[cfg(test)]
        let lanes = {
            let _: $crate::machine::Level = $level;
            $crate::machine::lanes!(@run $crate::machine::narrow().0, $s => $op)
        };
        #[cfg(not(test))]
        let lanes = match $level {
            #[cfg(target_arch = "x86_64")]
            $crate::machine::Level::Avx512(token) => $crate::machine::lanes!(@run token, $s => $op),
            #[cfg(target_arch = "x86_64")]
            $crate::machine::Level::Avx2(token) => $crate::machine::lanes!(@run token, $s => $op),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::machine::Level::WasmSimd128(token) => $crate::machine::lanes!(@run token, $s => $op),
            $crate::machine::Level::Fallback(token) => $crate::machine::lanes!(@run token, $s => $op),
            _ => $crate::machine::lanes!(@run $crate::machine::narrow().0, $s => $op),
        };
        lanes
    }};
}
pub(crate) use lanes;

/// The lanes that every processor of the target has. Equal bits on every level make it free to use them where speed does
/// not count: one copy of a kernel instead of five.
pub type Narrow = Cpu<NarrowToken>;
#[cfg(target_arch = "x86_64")]
type NarrowToken = fearless_simd::x86::Sse2;
#[cfg(target_arch = "aarch64")]
type NarrowToken = fearless_simd::aarch64::Neon;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type NarrowToken = fearless_simd::Fallback;

/// Those lanes.
pub fn narrow() -> Narrow {
    #[cfg(target_arch = "x86_64")]
    let token = Level::baseline().as_sse2();
    #[cfg(target_arch = "aarch64")]
    let token = Level::baseline().as_neon();
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let token = Some(fearless_simd::Fallback::new());
    Cpu(token.expect("the baseline of the target has its own level"))
}

/// The levels that `--simd` names: the name, and the level where this machine and build have it.
pub type LevelName = (&'static str, Option<Level>);

/// All names of levels, lowest first, `auto` last.
pub fn level_names() -> Vec<LevelName> {
    let best = Level::new();
    let mut names = vec![("scalar", Some(Level::fallback()))];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    names.extend([
        ("sse2", best.as_sse2().map(Level::Sse2)),
        ("avx2", best.as_avx2().map(Level::Avx2)),
        ("avx512", best.as_avx512().map(Level::Avx512)),
        ("neon", None),
    ]);
    #[cfg(target_arch = "aarch64")]
    names.extend([("sse2", None), ("avx2", None), ("avx512", None), ("neon", best.as_neon().map(Level::Neon))]);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    names.extend([("sse2", None), ("avx2", None), ("avx512", None), ("neon", None)]);
    names.push(("auto", Some(best)));
    names
}

/// The level with this name. Errors: a name that doesn't exist, or one that this processor doesn't have.
pub fn level_by_name(name: &str) -> Result<Level, String> {
    let names = level_names();
    match names.iter().find(|n| n.0 == name) {
        Some((_, Some(level))) => Ok(*level),
        Some((_, None)) => {
            let have: Vec<&str> = names.iter().filter(|n| n.1.is_some()).map(|n| n.0).collect();
            Err(format!("this processor does not have the SIMD level `{name}`; it has {}", have.join(", ")))
        }
        None => {
            let all: Vec<&str> = names.iter().map(|n| n.0).collect();
            Err(format!("there is no SIMD level `{name}`; there are {}", all.join(", ")))
        }
    }
}
