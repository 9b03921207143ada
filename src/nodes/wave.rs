//! `wave`: whole waves per tile, moved by a phase: with a noise as phase, Perlin's marble is `sin(x + turbulence)`.

use super::noise::{Moments, Noise, NoiseType};
use crate::kernel::Kernel;
use crate::machine::math::abs;
use crate::machine::{Machine, hash};
use crate::preset::{Axes, Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num};

/// The node.
pub struct Wave {
    frequency: [i32; 3],
    shape: Shape,
    phase: Expr,
}

/// The form of one wave, -1..1; each starts at 0 and rises.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Sine,
    Triangle,
    Saw,
}

impl NoiseType for Wave {
    const NAME: &'static str = "wave";
    const DOC: &'static str = "whole waves per tile, moved by a phase";
    const GROUP: &'static str = "shape";
    fn read(fields: &mut Fields) -> Self {
        let shapes = [
            ("sine", Shape::Sine, "sin(2 pi t)"),
            ("triangle", Shape::Triangle, "straight up and down"),
            ("saw", Shape::Saw, "straight up, then a jump"),
        ];
        let doc = "whole waves per tile along x, y (down the picture) and z";
        let frequency = match fields.whole_axes("frequency", Some(Axes::Each(1, 0, None)), -65535..=65535, doc) {
            Some(Axes::All(f)) => [f, 0, 0],
            Some(axes @ Axes::Each(..)) => axes.or_z(0),
            None => [1, 0, 0],
        };
        Self {
            frequency: frequency.map(|f| f as i32),
            shape: fields.choice("shape", &shapes, 0, "the form of one wave"),
            phase: fields.field("phase", 0.0, "moves the wave, in turns: 1 is a whole wave"),
        }
    }
}

impl Noise for Wave {
    fn signed(&self, l: &mut Lower, at: At) -> Num {
        let phase = l.number(&self.phase, at);
        let scale = at.scale();
        let frequency = [0, 1, 2].map(|i| (f64::from(self.frequency[i]) * scale[i]).round() as i64 as u32);
        // Octaves and copies start elsewhere; the wave itself starts at 0.
        let start = if at.salt == 0 { 0 } else { (hash::seed(at.salt, "wave") >> 32) as u32 };
        let kernel = Ripple { frequency, shape: self.shape, start };
        l.graph.kernel(kernel, at.place, &[phase], &[Range::new(-1.0, 1.0)])[0]
    }
    fn moments(&self, _: usize) -> Moments {
        use std::f64::consts::PI;
        let abs = match self.shape {
            Shape::Sine => [2.0 / PI, 0.5, 4.0 / (3.0 * PI), 0.375],
            Shape::Triangle | Shape::Saw => [0.5, 1.0 / 3.0, 0.25, 0.2],
        };
        Moments { mean: 0.0, abs }
    }
    fn counts(&self, _: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.frequency.map(|f| f64::from(f).abs()))
    }
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.phase);
    }
}

/// The kernel.
struct Ripple {
    frequency: [u32; 3],
    shape: Shape,
    start: u32,
}

impl Kernel for Ripple {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        let f = self.frequency.map(|f| f as i32);
        format!("{:?} wave {} {} {}", self.shape, f[0], f[1], f[2]).to_lowercase()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], phase: [M::F; 1]) -> [M::F; 1] {
        let k = [m.arg_u(self.frequency[0]), m.arg_u(self.frequency[1]), m.arg_u(self.frequency[2])];
        let t = m.moved(m.shifted(m.waves(at, k), m.arg_u(self.start)), phase[0]);
        [match self.shape {
            Shape::Sine => m.sin_turn(t),
            Shape::Triangle => m.f(1.0) - m.f(4.0) * abs(m, m.turns(m.shifted(t, m.u(0xc000_0000)))),
            Shape::Saw => m.turns(t) * m.f(2.0),
        }]
    }
}
