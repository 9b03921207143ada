//! What an element looks like: its outline, and the height from its border to its middle.
//!
//! An outline is a function of the place in the element, -1 to 1 along and across, that is 1 in the middle, 0 on the
//! border and below 0 outside. No outline leaves the circle around the element's middle through both of its ends (a
//! box: through its corners), which is what the search counts on.

use super::search::drawn;
use crate::machine::math::{abs, clamp, min};
use crate::machine::{Machine, hash};
use crate::preset::Fields;

/// The keys of the form.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    shape: Shape,
    profile: Profile,
    /// Share of the way from the border to the middle on which the height rises.
    bevel: f32,
    /// Least and greatest width over length.
    ratio: [f32; 2],
    /// Least and greatest direction, turns.
    pub angle: [f32; 2],
    /// Least and greatest height in the middle.
    pub top: [f32; 2],
    /// How far the ends bend away at most, over half the length.
    bend: f32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Blob,
    Capsule,
    Line,
    Chip,
    Leaf,
    Ring,
    Box,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Profile {
    Round,
    Smooth,
    Straight,
}

/// Random numbers of an element, told apart by these words.
const RATIO: u32 = 0x7FEB_352D;
const BEND: u32 = 0x58F1_2C6B;
const PLANE: u32 = 0x3C6E_F372;

/// Sides of a chip.
const PLANES: usize = 6;
/// The direction in which each side lies, before it is tilted.
const FACING: [[f32; 2]; PLANES] = {
    const HALF: f32 = 0.5;
    const ROOT: f32 = 0.866_025_4;
    [[1.0, 0.0], [HALF, ROOT], [-HALF, ROOT], [-1.0, 0.0], [-HALF, -ROOT], [HALF, -ROOT]]
};
/// A side is tilted by up to `atan(TILT)`, so two neighbours are never more than 89.2 degrees apart, and corners never
/// further away than `FAR / cos(44.6 degrees)`, which is 0.98.
const TILT: f32 = 0.26;
/// Nearest and farthest side.
const NEAR: f32 = 0.42;
const FAR: f32 = 0.7;

impl Form {
    /// Reads its keys. A stamp is all there is of an element, unless a shape is asked for.
    pub fn read(fields: &mut Fields, stamped: bool) -> Self {
        let shapes = [
            ("blob", Shape::Blob, "ellipses"),
            ("capsule", Shape::Capsule, "short rods with round ends"),
            ("line", Shape::Line, "long thin rods that bend a little"),
            ("chip", Shape::Chip, "stone chips with six uneven sides"),
            ("leaf", Shape::Leaf, "leaves with two tips"),
            ("ring", Shape::Ring, "circles; `ratio` is how wide the band is"),
            ("box", Shape::Box, "rectangles"),
        ];
        let named = fields.has("shape");
        let doc = "the outline of an element; default `box` with a stamp";
        let read = fields.choice("shape", &shapes, 0, doc);
        let shape = if stamped && !named { Shape::Box } else { read };
        let (ratio, bevel) = shape.usual();
        let ratio = if stamped && !named { [1.0, 1.0] } else { ratio };
        let usual_bend = if shape == Shape::Line { 0.3 } else { 0.0 };
        let number = |v: Option<[f64; 2]>, usual: [f64; 2]| v.unwrap_or(usual).map(|v| v as f32);
        let ratio = number(fields.bounds("ratio", None, 0.001..=1.0, "width over length; default by shape"), ratio);
        let turns = Some([0.0, 1.0]);
        let angle = fields.bounds("angle", turns, -16.0..=16.0, "direction in turns: 0 to the right, 0.25 down");
        let top = fields.bounds("height", Some([0.6, 1.0]), 0.001..=1.0, "height in the middle");
        let bend =
            fields.optional_number("bend", 0.0..=2.0, "how far the ends bend at most, in half lengths; lines 0.3");
        let profiles = [
            ("round", Profile::Round, "a dome"),
            ("smooth", Profile::Smooth, "flat at both ends"),
            ("straight", Profile::Straight, "a chamfer"),
        ];
        let profile = fields.choice("profile", &profiles, 0, "how the height rises from 0 at the border");
        let doc = "share of the way to the middle on which it rises; default 1, chip 0.4, box 0.2, stamp 0";
        let rise = fields.optional_number("bevel", 0.0..=1.0, doc);
        Self {
            shape,
            profile,
            bevel: rise.unwrap_or(if stamped { 0.0 } else { bevel }) as f32,
            ratio,
            angle: number(angle, [0.0, 1.0]),
            top: number(top, [0.6, 1.0]),
            bend: bend.unwrap_or(usual_bend) as f32,
        }
    }

    /// The name in listings.
    pub fn name(&self) -> String {
        format!("{:?}", self.shape).to_lowercase()
    }

    /// The greatest height.
    pub fn highest(&self) -> f32 {
        self.top[1]
    }

    /// How far from its middle an element is seen at most, over half its length. Bending moves a point across by no
    /// more than half of `bend`.
    pub fn spread(&self) -> f64 {
        let ratio = f64::from(self.ratio[1]);
        let straight = if self.shape == Shape::Box { (1.0 + ratio * ratio).sqrt() } else { 1.0 };
        straight + 0.5 * f64::from(self.bend)
    }

    /// Where in the element a place lies, -1 to 1 along and across, and how much narrower than long it is. `over` is
    /// 1 over half of the length, `along` and `across` have its unit.
    #[inline(always)]
    pub fn within<M: Machine>(&self, m: M, h: M::U, [along, across]: [M::F; 2], over: M::F) -> ([M::F; 2], M::F) {
        let ratio = drawn(m, h, RATIO, self.ratio);
        let x = along * over;
        let mut y = across * over;
        if self.bend != 0.0 {
            y = y - drawn(m, h, BEND, [-self.bend, self.bend]) * (x * x - m.f(0.5));
        }
        if self.shape != Shape::Ring {
            y = m.div(y, ratio);
        }
        ([x, y], ratio)
    }

    /// How deep a place lies in the outline.
    #[inline(always)]
    pub fn depth<M: Machine>(&self, m: M, h: M::U, [x, y]: [M::F; 2], ratio: M::F) -> M::F {
        let (zero, one) = (m.f(0.0), m.f(1.0));
        match self.shape {
            Shape::Blob => one - m.sqrt(x * x + y * y),
            Shape::Capsule | Shape::Line => {
                let over = m.div(m.greater(abs(m, x) - (one - ratio), zero), ratio);
                one - m.sqrt(over * over + y * y)
            }
            Shape::Leaf => one - x * x - abs(m, y),
            Shape::Ring => one - m.div(abs(m, m.sqrt(x * x + y * y) - (one - ratio)), ratio),
            // Equally steep on all sides.
            Shape::Box => min(m, m.div(one - abs(m, x), ratio), one - abs(m, y)),
            Shape::Chip => {
                let mut outside = zero;
                for k in 0..PLANES {
                    let word = hash::mix(m, h ^ m.u(PLANE.wrapping_mul(2 * k as u32 + 1)));
                    let share = m.f(1.0 / 65_536.0);
                    let tilt = m.from_int(word & m.u(0xffff)) * share * m.f(2.0 * TILT) - m.f(TILT);
                    let steep = m.from_int(word >> 16) * share * m.f(1.0 / NEAR - 1.0 / FAR) + m.f(1.0 / FAR);
                    let [a, b] = [m.f(FACING[k][0]), m.f(FACING[k][1])];
                    let side = (x * (a - tilt * b) + y * (b + tilt * a)) * steep;
                    outside = m.greater(side, outside);
                }
                one - outside
            }
        }
    }

    /// The height at a depth, 0 to 1.
    #[inline(always)]
    pub fn height<M: Machine>(&self, m: M, depth: M::F) -> M::F {
        let (zero, one, two) = (m.f(0.0), m.f(1.0), m.f(2.0));
        let t = clamp(m, depth * m.arg_f(1.0 / self.bevel.max(1e-6)), zero, one);
        match self.profile {
            Profile::Round => t * (two - t),
            Profile::Smooth => t * t * (m.f(3.0) - two * t),
            Profile::Straight => t,
        }
    }
}

impl Shape {
    /// Usual ratio and bevel.
    fn usual(self) -> ([f64; 2], f64) {
        match self {
            Shape::Blob => ([0.6, 1.0], 1.0),
            Shape::Capsule => ([0.2, 0.35], 1.0),
            Shape::Line => ([0.02, 0.04], 1.0),
            Shape::Chip => ([0.6, 1.0], 0.4),
            Shape::Leaf => ([0.35, 0.5], 1.0),
            Shape::Ring => ([0.1, 0.2], 1.0),
            Shape::Box => ([0.4, 0.8], 0.2),
        }
    }
}
