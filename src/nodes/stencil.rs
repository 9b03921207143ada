//! Stencil nodes: their input at places a fixed distance around. They stay functions of the place, so they tile, warp
//! and are equal at each size; the distance is in metres and never the pixel.

use super::{Node, Output};
use crate::kernel::Kernel;
use crate::machine::Machine;
use crate::machine::math::{clamp, upright};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};

/// The keys that stencils share.
struct Stencil {
    of: Expr,
    radius: Option<f64>,
}

impl Stencil {
    fn read(fields: &mut Fields) -> Self {
        Self::read_of(fields, "the height that is looked at, metres")
    }

    fn read_of(fields: &mut Fields, of: &'static str) -> Self {
        Self {
            of: fields.required_field("of", of),
            radius: fields.optional_number(
                "radius",
                1e-6..=1e6,
                "how far around, metres; default 1/256 of the tile's shorter edge",
            ),
        }
    }

    /// How far around, metres, at this octave along x and y.
    fn radius(&self, l: &Lower, at: At) -> [f64; 2] {
        let tile = l.preset.tile;
        let radius = self.radius.unwrap_or(tile[0].min(tile[1]) / 256.0);
        let scale = at.scale();
        [radius / scale[0], radius / scale[1]]
    }

    /// The input at `x`, `y` radii from here.
    fn at(&self, l: &mut Lower, at: At, x: f64, y: f64) -> Num {
        let tile = l.preset.tile;
        let radius = self.radius.unwrap_or(tile[0].min(tile[1]) / 256.0);
        // `displaced` shrinks metres with the octave by itself.
        let by = [l.constant(x * radius), l.constant(y * radius), l.constant(0.0)];
        let moved = l.displaced(by, at);
        l.number(&self.of, moved)
    }

    /// Central differences along x (right) and y (up), per metre.
    fn slopes(&self, l: &mut Lower, at: At) -> [Num; 2] {
        let radius = self.radius(l, at);
        let ends = [[(1.0, 0.0), (-1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]];
        let mut out = [l.constant(0.0); 2];
        for (axis, out) in out.iter_mut().enumerate() {
            let [a, b] = ends[axis].map(|(x, y)| self.at(l, at, x, y));
            let difference = l.call("-", &[a, b]);
            let per_metre = l.constant(0.5 / radius[axis]);
            *out = l.call("*", &[difference, per_metre]);
        }
        out
    }
}

/// `slope`: how steep a height is.
pub struct Slope(Stencil);

impl Slope {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self(Stencil::read(fields)))
    }
}

impl Node for Slope {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn outputs(&self) -> &'static [Output] {
        const OUTPUTS: &[Output] = &[
            Output::new("x", "slope to the right, metres per metre"),
            Output::new("y", "slope up the picture, metres per metre"),
        ];
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let [x, y] = self.0.slopes(l, at);
        Value::Number(match output {
            "x" => x,
            "y" => y,
            _ => {
                let squares = [l.call("*", &[x, x]), l.call("*", &[y, y])];
                let sum = l.call("+", &squares);
                l.call("sqrt", &[sum])
            }
        })
    }
}

/// `normal_of`: the direction that a height faces.
pub struct NormalOf {
    stencil: Stencil,
    strength: Expr,
}

impl NormalOf {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let stencil = Stencil::read(fields);
        Box::new(Self { stencil, strength: fields.field("strength", 1.0, "factor on the slopes") })
    }
}

impl Node for NormalOf {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.stencil.of);
        see(&self.strength);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let [x, y] = self.stencil.slopes(l, at);
        let strength = l.number(&self.strength, at);
        let ins = [l.call("*", &[x, strength]), l.call("*", &[y, strength])];
        let level = Range::new(-1.0, 1.0);
        let out = l.graph.kernel(Normal, at.place, &ins, &[level, level, Range::UNIT]);
        Value::Vector([out[0], out[1], out[2]])
    }
}

/// The unit vector that stands on these slopes: x to the right, y up the picture, z towards the eye.
struct Normal;

impl Kernel for Normal {
    type In<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 3];
    fn name(&self) -> String {
        "normal".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], [x, y]: [M::F; 2]) -> [M::F; 3] {
        // Held, so that squares stay finite.
        let far = m.f(1e9);
        upright(m, [clamp(m, x, -far, far), clamp(m, y, -far, far)])
    }
}

/// `curvature`: how much a height bulges.
pub struct Curvature(Stencil);

impl Curvature {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self(Stencil::read(fields)))
    }
}

impl Node for Curvature {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn outputs(&self) -> &'static [Output] {
        const OUTPUTS: &[Output] = &[
            Output::new("convex", "curvature of bulges, 0 in hollows, 1/metre"),
            Output::new("concave", "curvature of hollows, 0 on bulges, 1/metre"),
        ];
        OUTPUTS
    }
    /// Half the negative Laplacian: 1 / r on top of a sphere of radius r.
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let middle = self.0.at(l, at, 0.0, 0.0);
        let radius = self.0.radius(l, at);
        let mut bend = l.constant(0.0);
        for (axis, (x, y)) in [(1.0, 0.0), (0.0, 1.0)].into_iter().enumerate() {
            let [a, b] = [self.0.at(l, at, x, y), self.0.at(l, at, -x, -y)];
            let around = l.call("+", &[a, b]);
            let twice = l.call("+", &[middle, middle]);
            let difference = l.call("-", &[twice, around]);
            let scale = l.constant(0.5 / (radius[axis] * radius[axis]));
            let part = l.call("*", &[difference, scale]);
            bend = l.call("+", &[bend, part]);
        }
        let zero = l.constant(0.0);
        Value::Number(match output {
            "convex" => l.call("max", &[bend, zero]),
            "concave" => {
                let hollow = l.call("negate", &[bend]);
                l.call("max", &[hollow, zero])
            }
            _ => bend,
        })
    }
}

/// `soften`: a small blur.
pub struct Soften(Stencil);

/// Places in radii, all of the same weight: ten on a ring of `sqrt(2 - sqrt(2))` standard deviations of a third each,
/// five on one of `sqrt(2 + sqrt(8))`. Up to the fourth degree they have the moments of a Gaussian; turned so that no
/// two of them pass an upright or a level edge at once.
const PLACES: [[f64; 2]; 15] = [
    [0.227316, 0.115823],
    [0.115823, 0.227316],
    [-0.0399099, 0.251981],
    [-0.180399, 0.180399],
    [-0.251981, 0.0399099],
    [-0.227316, -0.115823],
    [-0.115823, -0.227316],
    [0.0399099, -0.251981],
    [0.180399, -0.180399],
    [0.251981, -0.0399099],
    [0.728444, 0.0765625],
    [0.152286, 0.71645],
    [-0.634326, 0.366228],
    [-0.544321, -0.490109],
    [0.297917, -0.669132],
];

impl Soften {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self(Stencil::read_of(fields, "what is softened")))
    }
}

impl Node for Soften {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.0.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let samples = PLACES.map(|[x, y]| self.0.at(l, at, x, y));
        let range = samples.iter().map(|n| l.graph.range(*n)).fold(l.graph.range(samples[0]), Range::hull);
        let rises = range.minus(range).times(Range::point(15.0));
        let mut sum = l.constant(0.0);
        for five in samples.chunks_exact(5) {
            let mut ins = vec![sum, samples[0]];
            ins.extend(five);
            sum = l.graph.kernel(Rises, at.place, &ins, &[rises])[0];
        }
        Value::Number(l.graph.kernel(Mean, at.place, &[sum, samples[0]], &[range])[0])
    }
}

/// A sum, and how much five numbers rise above another one: what is level stays level to the last bit.
struct Rises;

impl Kernel for Rises {
    type In<M: Machine> = [M::F; 7];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "sum of rises".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, _: M, _: [M::T; 3], [sum, from, a, b, c, d, e]: [M::F; 7]) -> [M::F; 1] {
        [sum + (a - from) + (b - from) + (c - from) + (d - from) + (e - from)]
    }
}

/// What the rises of 15 numbers above a number make of it.
struct Mean;

impl Kernel for Mean {
    type In<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "mean of 15".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], [sum, from]: [M::F; 2]) -> [M::F; 1] {
        [from + sum * m.f(1.0 / 15.0)]
    }
}
