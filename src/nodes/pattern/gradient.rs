//! `gradient`: a ramp from 0 to 1 along an axis, whole ramps per tile.

use crate::kernel::Kernel;
use crate::machine::math::abs;
use crate::machine::{Machine, hash};
use crate::nodes::Node;
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Gradient {
    axis: usize,
    period: f64,
    shape: Shape,
    phase: Expr,
}

/// The form of a ramp.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Triangle,
    Smooth,
    Saw,
}

impl Gradient {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let axes = [("x", 0, "to the right"), ("y", 1, "down the picture"), ("z", 2, "into the depth")];
        let shapes = [
            ("triangle", Shape::Triangle, "straight up, then straight down"),
            ("smooth", Shape::Smooth, "up and down, flat at both ends"),
            ("saw", Shape::Saw, "straight up, then a jump"),
        ];
        Box::new(Self {
            axis: fields.choice("axis", &axes, 0, "where it rises to"),
            period: fields.integer("period", 1, 1..=65535, "ramps per tile") as f64,
            shape: fields.choice("shape", &shapes, 0, "the form of a ramp"),
            phase: fields.field("phase", 0.0, "moves the ramp, in ramps"),
        })
    }
}

impl Node for Gradient {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.phase);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let phase = l.number(&self.phase, at);
        let count = (self.period * at.scale()[self.axis]).round().clamp(1.0, 65535.0) as u32;
        // Octaves and copies start elsewhere; the ramp itself starts at 0.
        let start = if at.salt == 0 { 0 } else { (hash::seed(at.salt, "gradient") >> 32) as u32 };
        let kernel = Ramp { axis: self.axis, count, shape: self.shape, start };
        Value::Number(l.graph.kernel(kernel, at.place, &[phase], &[Range::UNIT])[0])
    }
}

/// The kernel.
struct Ramp {
    axis: usize,
    count: u32,
    shape: Shape,
    start: u32,
}

impl Kernel for Ramp {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("{:?} ramp {} along {}", self.shape, self.count, ["x", "y", "z"][self.axis]).to_lowercase()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], phase: [M::F; 1]) -> [M::F; 1] {
        let mut counts = [m.u(0); 3];
        counts[self.axis] = m.arg_u(self.count);
        let t = m.moved(m.shifted(m.waves(at, counts), m.arg_u(self.start)), phase[0]);
        let (_, place) = m.cell(t, m.u(1));
        let (one, two) = (m.f(1.0), m.f(2.0));
        let both = one - abs(m, place * two - one);
        [match self.shape {
            Shape::Saw => place,
            Shape::Triangle => both,
            Shape::Smooth => both * both * (m.f(3.0) - two * both),
        }]
    }
}
