//! The functions of formulas: each once, for every machine, with the interval of its result.
//!
//! Every function is total: x / 0 is 0, square root and logarithm of what they have no value for are their value at the
//! end of their domain. Colours and vectors go through a function channel by channel.

use super::range::Range;
use super::{Graph, Num, averaged, blend, fused, op::Place};
use crate::kernel::Kernel;
use crate::machine::math;
use crate::machine::{Machine, Narrow, colour, hash, narrow};
use fearless_simd::SimdBase;

/// What a function takes and does, for people.
pub struct Doc {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub args: &'static str,
    /// What it gives.
    pub doc: &'static str,
}

macro_rules! functions {
    ($($kernel:ident $name:literal $n:literal $args:literal $doc:literal
        |$m:ident, $a:ident| $value:expr; |$r:ident| $range:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "(", $args, ")`: ", $doc, ".")]
            pub struct $kernel;
            impl Kernel for $kernel {
                type In<M: Machine> = [M::F; $n];
                type Out<M: Machine> = [M::F; 1];
                fn name(&self) -> String {
                    $name.into()
                }
                #[inline(always)]
                fn eval<M: Machine>(&self, $m: M, _: [M::T; 3], $a: [M::F; $n]) -> [M::F; 1] {
                    [$value]
                }
            }
        )*
        /// The functions of one number per argument.
        pub const DOCS: &[Doc] = &[$(Doc { name: $name, args: $args, doc: $doc }),*];

        /// Adds the function `name` to the program; `None` where there is no such function of this many numbers.
        pub fn call(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
            let made = averaged::averaged(graph, name, ins)
                .or_else(|| fused::simpler(graph, name, ins))
                .or_else(|| plain(graph, name, ins))?;
            if name == "floor" {
                graph.set_whole(made);
            }
            if let Some(pace) = averaged::pace(graph, name, ins) {
                graph.set_pace(made, pace);
            }
            Some(made)
        }

        /// The same, operation by operation.
        fn plain(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
            match (name, ins.len()) {
                $(($name, $n) => {
                    let ranges: Vec<Range> = ins.iter().map(|n| graph.range(*n)).collect();
                    let go: fn(&[Range]) -> Range = |$r| $range;
                    let range = go(&ranges);
                    Some(graph.kernel($kernel, Place::Row([0; 3]), ins, &[range])[0])
                })*
                _ => None,
            }
        }
    };
}

functions! {
    Add "+" 2 "a, b" "sum" |m, a| { let _ = m; a[0] + a[1] }; |r| r[0].plus(r[1]);
    Subtract "-" 2 "a, b" "difference" |m, a| { let _ = m; a[0] - a[1] }; |r| r[0].minus(r[1]);
    Multiply "*" 2 "a, b" "product" |m, a| { let _ = m; a[0] * a[1] }; |r| r[0].times(r[1]);
    Divide "/" 2 "a, b" "quotient, 0 where b is 0" |m, a| math::div(m, a[0], a[1]); |r| r[0].over(r[1]);
    Negate "negate" 1 "x" "-x" |m, a| { let _ = m; -a[0] }; |r| r[0].negative();
    Abs "abs" 1 "x" "magnitude" |m, a| math::abs(m, a[0]); |r| r[0].abs();
    Min "min" 2 "a, b" "the lesser" |m, a| math::min(m, a[0], a[1]); |r| r[0].least(r[1]);
    Max "max" 2 "a, b" "the greater" |m, a| math::max(m, a[0], a[1]); |r| r[0].greatest(r[1]);
    Clamp "clamp" 3 "x, lo, hi" "x held between lo and hi" |m, a| math::clamp(m, a[0], a[1], a[2]);
        |r| r[0].greatest(r[1]).least(r[2]);
    Saturate "saturate" 1 "x" "x held between 0 and 1" |m, a| math::clamp(m, a[0], m.f(0.0), m.f(1.0));
        |r| r[0].greatest(Range::point(0.0)).least(Range::point(1.0));
    Mix "mix" 3 "a, b, t" "a at t = 0, b at t = 1" |m, a| { let _ = m; math::lerp(a[0], a[1], a[2]) };
        |r| r[0].mixed(r[1], r[2]);
    Step "step" 2 "a, x" "1 where x >= a, else 0" |m, a| math::step(m, a[0], a[1]); |r| { let _ = r; Range::UNIT };
    Smoothstep "smoothstep" 3 "a, b, x" "0 at a, 1 at b, 3t^2 - 2t^3 between; step(a, x) where a = b"
        |m, a| math::smoothstep(m, a[0], a[1], a[2]); |r| { let _ = r; Range::UNIT };
    Select "select" 3 "c, a, b" "a where c > 0.5, else b" |m, a| m.pick(m.lt(m.f(0.5), a[0]), a[1], a[2]);
        |r| r[1].hull(r[2]);
    Floor "floor" 1 "x" "the greatest whole number not above x" |m, a| m.floor(a[0]); |r| r[0].rising(f32::floor);
    Fract "fract" 1 "x" "x - floor(x)" |m, a| a[0] - m.floor(a[0]); |r| { let _ = r; Range::UNIT };
    Sqrt "sqrt" 1 "x" "square root, 0 below 0" |m, a| math::sqrt(m, a[0]); |r| r[0].rising(|v| v.max(0.0).sqrt());
    Pow "pow" 2 "x, y" "x to the power y, 0 where x is negative" |m, a| math::pow(m, a[0], a[1]);
        |r| power_range(r[0], r[1]);
    Exp "exp" 1 "x" "e to the power x" |m, a| m.exp2(a[0] * m.f(std::f32::consts::LOG2_E));
        |r| Range::new(0.0, widened(alone(|m, v| m.exp2(v * m.f(std::f32::consts::LOG2_E)), r[0].hi)));
    Log "log" 1 "x" "natural logarithm; of 0 and below its value at 1.2e-38"
        |m, a| math::log2(m, a[0]) * m.f(std::f32::consts::LN_2); |r| { let _ = r; Range::new(-88.0, 89.0) };
    Sin "sin" 1 "x" "sine of x radians" |m, a| math::sin(m, a[0]); |r| { let _ = r; Range::new(-1.0, 1.0) };
    Cos "cos" 1 "x" "cosine of x radians" |m, a| math::cos(m, a[0]); |r| { let _ = r; Range::new(-1.0, 1.0) };
    Remap "remap" 5 "x, a, b, c, d" "c at x = a, d at x = b, in a line and beyond"
        |m, a| a[3] + math::div(m, a[0] - a[1], a[2] - a[1]) * (a[4] - a[3]);
        |r| r[3].plus(r[0].minus(r[1]).over(r[2].minus(r[1])).times(r[4].minus(r[3])));
    Invert "invert" 1 "x" "1 - x" |m, a| m.f(1.0) - a[0]; |r| Range::point(1.0).minus(r[0]);
    Screen "screen" 2 "a, b" "1 - (1 - a) (1 - b): lightens" |m, a| m.f(1.0) - (m.f(1.0) - a[0]) * (m.f(1.0) - a[1]);
        |r| screen_range(r[0], r[1]);
    Overlay "overlay" 2 "below, x" "2 below x up to below = 0.5, from there screen(2 below - 1, x)"
        |m, a| blend::overlay(m, a[0], a[1]); |r| overlay_range(r[0], r[1]);
    SoftLight "soft_light" 2 "below, x" "darkens below where x < 0.5, lightens it where x > 0.5; both are held to 0..1"
        |m, a| blend::soft_light(m, a[0], a[1]); |r| soft_light_range(r[0], r[1]);
}

fn screen_range(a: Range, b: Range) -> Range {
    let one = Range::point(1.0);
    one.minus(one.minus(a).times(one.minus(b)))
}

/// Each half of `overlay` is linear in both numbers.
fn overlay_range(below: Range, x: Range) -> Range {
    let half = Range::point(0.5);
    let dark = Range::point(2.0).times(below.least(half)).times(x);
    let light = screen_range(Range::point(2.0).times(below.greatest(half)).minus(Range::point(1.0)), x);
    match (below.lo <= 0.5, below.hi > 0.5) {
        (true, true) => dark.hull(light),
        (true, false) => dark,
        _ => light,
    }
}

/// `soft_light` rises with both numbers.
fn soft_light_range(below: Range, x: Range) -> Range {
    let at = |below: f32, x: f32| alone(|m, v| blend::soft_light(m, v, m.f(x)), below);
    Range::new(at(below.lo, x.lo) * (1.0 - 1e-5), widened(at(below.hi, x.hi)))
}

/// Bounds of `pow`, a little wide because the function is rounded.
fn power_range(x: Range, y: Range) -> Range {
    let at = |x: f32, y: f32| widened(alone(|m, v| math::pow(m, v, m.f(y)), x));
    if y.lo >= 0.0 && x.is_finite() && y.is_finite() {
        Range::of(&[at(x.lo, y.lo), at(x.lo, y.hi), at(x.hi, y.lo), at(x.hi, y.hi), 0.0])
    } else {
        Range::new(0.0, f32::INFINITY)
    }
}

fn widened(v: f32) -> f32 {
    v * (1.0 + 1e-5) + f32::MIN_POSITIVE
}

/// A function of one number on the host. Bounds decide the default span of heights, so they too must not depend on a
/// system's libm.
fn alone(f: impl Fn(Narrow, <Narrow as Machine>::F) -> <Narrow as Machine>::F, v: f32) -> f32 {
    let m = narrow();
    f(m, m.f(v)).as_slice()[0]
}

/// `random(id, 'salt')`: a number from 0 to below 1 for each element.
pub struct Random {
    /// From the salt and the preset's seed.
    pub seed: u32,
}

impl Kernel for Random {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "random".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], id: [M::F; 1]) -> [M::F; 1] {
        let h = (m.int(id[0]) * m.u(0x9E37_79B1)) ^ m.arg_u(self.seed);
        [hash::unit(m, hash::mix(m, h))]
    }
}

/// `luma(colour)`: luminance of a linear colour.
pub struct Luma;

impl Kernel for Luma {
    type In<M: Machine> = [M::F; 3];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "luma".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], c: [M::F; 3]) -> [M::F; 1] {
        [colour::luma(m, c)]
    }
}

/// `hsl(colour, dh, ds, dl)`: shifts in HSL of sRGB.
pub struct Hsl;

impl Kernel for Hsl {
    type In<M: Machine> = [M::F; 6];
    type Out<M: Machine> = [M::F; 3];
    fn name(&self) -> String {
        "hsl".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], a: [M::F; 6]) -> [M::F; 3] {
        colour::hsl_shift(m, [a[0], a[1], a[2]], a[3], a[4], a[5])
    }
}

/// `oklch(colour, dh, dc, dl)`: shifts in Oklch.
pub struct Oklch;

impl Kernel for Oklch {
    type In<M: Machine> = [M::F; 6];
    type Out<M: Machine> = [M::F; 3];
    fn name(&self) -> String {
        "oklch".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], a: [M::F; 6]) -> [M::F; 3] {
        colour::oklch_shift(m, [a[0], a[1], a[2]], a[3], a[4], a[5])
    }
}

/// The functions that look at types: for people, and for the parser's list of names.
pub const TYPED_DOCS: &[Doc] = &[
    Doc {
        name: "cover",
        args: "x, share, softness = 0",
        doc: "the mask that covers that share of the area, where x is greatest",
    },
    Doc {
        name: "random",
        args: "id, 'salt'",
        doc: "a number from 0 to 1 for each element, row or column, or for each `floor(..)`",
    },
    Doc { name: "hsl", args: "colour, dh, ds, dl", doc: "hue turned, saturation and lightness raised, in HSL of sRGB" },
    Doc { name: "oklch", args: "colour, dh, dc, dl", doc: "hue turned, chroma and lightness raised, in Oklch" },
    Doc { name: "luma", args: "colour", doc: "luminance, linear" },
];

/// The linear value of a byte of sRGB, through the same curve as everything else.
pub fn linear(byte: u8) -> f32 {
    alone(colour::from_srgb, f32::from(byte) / 255.0)
}
