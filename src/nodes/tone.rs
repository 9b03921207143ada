//! Nodes that change a number or turn it into a colour: `ramp`, `palette`, `curve`, `levels`, `terrace`.

use super::Node;
use crate::kernel::Kernel;
use crate::machine::math::{clamp, lerp};
use crate::machine::{Machine, colour, hash, narrow};
use crate::preset::{Expr, Fields, StopValue};
use crate::program::functions::linear;
use crate::program::range::Range;
use crate::program::{At, Lower, Value};
use fearless_simd::SimdBase;

/// `ramp`: colours or numbers along a value.
pub struct Ramp {
    of: Expr,
    places: Vec<f32>,
    colours: Vec<[f32; 3]>,
    is_colour: bool,
    oklab: bool,
}

impl Ramp {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "where on the ramp");
        let mut stops =
            fields.stops("stops", "pairs of place and colour (or number), e.g. `[[0, \"#000\"], [1, \"#fff\"]]`");
        let spaces = [("linear", false, "mixed in linear light"), ("oklab", true, "mixed evenly to the eye")];
        let oklab = fields.choice("space", &spaces, 0, "how neighbours are mixed");
        let is_colour = stops.iter().any(|(_, v, _)| matches!(v, StopValue::Colour(_)));
        stops.sort_by(|a, b| a.0.total_cmp(&b.0));
        let colours = stops.iter().map(|(_, value, _)| match value {
            StopValue::Colour(c) if oklab => lab(c.map(linear)),
            StopValue::Colour(c) => c.map(linear),
            // Among colours a number is a grey.
            StopValue::Number(v) if oklab && is_colour => lab([*v as f32; 3]),
            StopValue::Number(v) => [*v as f32; 3],
        });
        let colours = colours.collect();
        let places = stops.iter().map(|s| s.0 as f32).collect();
        Box::new(Self { of, places, colours, is_colour, oklab: oklab && is_colour })
    }
}

/// Oklab of a linear colour, on the host.
fn lab(c: [f32; 3]) -> [f32; 3] {
    let m = narrow();
    colour::to_oklab(m, c.map(|v| m.f(v))).map(|v| v.as_slice()[0])
}

impl Node for Ramp {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let of = l.number(&self.of, at);
        if self.places.is_empty() {
            return Value::Number(of);
        }
        let bounds = |i: usize| Range::of(&self.colours.iter().map(|c| c[i]).collect::<Vec<_>>());
        let ranges = if self.oklab { [Range::UNIT; 3] } else { [bounds(0), bounds(1), bounds(2)] };
        let kernel = Gradient { places: self.places.clone(), colours: self.colours.clone(), oklab: self.oklab };
        let out = l.graph.kernel(kernel, at.place, &[of], &ranges);
        if self.is_colour { Value::Colour([out[0], out[1], out[2]]) } else { Value::Number(out[0]) }
    }
}

struct Gradient {
    places: Vec<f32>,
    colours: Vec<[f32; 3]>,
    oklab: bool,
}

impl Kernel for Gradient {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 3];
    fn name(&self) -> String {
        format!("ramp of {} stops", self.places.len())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], x: [M::F; 1]) -> [M::F; 3] {
        let first = self.colours[0];
        let mut c = [m.arg_f(first[0]), m.arg_f(first[1]), m.arg_f(first[2])];
        for k in 1..self.places.len() {
            let width = self.places[k] - self.places[k - 1];
            // Stops at one place are a step.
            let inverse = if width > 0.0 { 1.0 / width } else { 1e30 };
            let t = clamp(m, (x[0] - m.arg_f(self.places[k - 1])) * m.arg_f(inverse), m.f(0.0), m.f(1.0));
            for i in 0..3 {
                c[i] = c[i] + t * (m.arg_f(self.colours[k][i]) - m.arg_f(self.colours[k - 1][i]));
            }
        }
        if !self.oklab {
            return c;
        }
        // Between two colours Oklab can leave what sRGB holds.
        let mixed = colour::from_oklab(m, c);
        for i in 0..3 {
            c[i] = clamp(m, mixed[i], m.f(0.0), m.f(1.0));
        }
        c
    }
}

/// `palette`: one of a list of colours, by an id or by a number 0..1.
pub struct Palette {
    of: Expr,
    colours: Vec<[u8; 3]>,
    /// Where each colour ends on 0..1.
    ends: Vec<f32>,
}

impl Palette {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "an id (a colour for each element) or a number 0..1 along the list");
        let colours = fields.colours("colours", "the list, e.g. `[\"#8a4b32\", \"#9c5a3c\"]`");
        let weights =
            fields.numbers("weights", 0.0..=1e6, "how often each colour is taken, in any unit; default all alike");
        let sum: f64 = weights.iter().sum();
        if fields.has("weights") && (weights.len() != colours.len() || sum <= 0.0) {
            let message = format!("`weights` takes a number above 0 for each of the {} colours", colours.len());
            fields.problem(fields.span_of("weights"), message);
        }
        let share = |k: usize| weights.get(k).map_or(1.0 / colours.len() as f64, |weight| weight / sum);
        let ends = (0..colours.len()).scan(0.0, |end, k| {
            *end += share(k);
            Some(*end as f32)
        });
        Box::new(Self { of, ends: ends.collect(), colours: colours.into_iter().map(|c| c.0).collect() })
    }
}

impl Node for Palette {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let of = l.expr(&self.of, at);
        let seed = l.seed_word("palette", at);
        let (x, by_id) = match of {
            Value::Id(n) => (n, true),
            other => (l.as_number(other, &self.of.span), false),
        };
        if self.colours.is_empty() {
            return l.colour([0, 0, 0]);
        }
        let colours: Vec<[f32; 3]> = self.colours.iter().map(|c| c.map(linear)).collect();
        let out =
            l.graph.kernel(Pick { colours, ends: self.ends.clone(), by_id, seed }, at.place, &[x], &[Range::UNIT; 3]);
        Value::Colour([out[0], out[1], out[2]])
    }
}

struct Pick {
    colours: Vec<[f32; 3]>,
    ends: Vec<f32>,
    by_id: bool,
    seed: u32,
}

impl Kernel for Pick {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 3];
    fn name(&self) -> String {
        format!("palette of {}", self.colours.len())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], x: [M::F; 1]) -> [M::F; 3] {
        let x = if self.by_id {
            hash::unit(m, hash::mix(m, (m.int(x[0]) * m.u(0x9E37_79B1)) ^ m.arg_u(self.seed)))
        } else {
            x[0]
        };
        let first = self.colours[0];
        let mut c = [m.arg_f(first[0]), m.arg_f(first[1]), m.arg_f(first[2])];
        for k in 1..self.colours.len() {
            let before = m.lt(x, m.arg_f(self.ends[k - 1]));
            for i in 0..3 {
                c[i] = m.pick(before, c[i], m.arg_f(self.colours[k][i]));
            }
        }
        c
    }
}

/// `curve`: a smooth curve through points, without overshoot (Fritsch and Carlson, 1980).
pub struct Curve {
    of: Expr,
    points: Vec<[f64; 2]>,
}

impl Curve {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let of = fields.required_field("of", "the value");
        let mut points = fields.points("points", "pairs of value and result, e.g. `[[0, 0], [0.4, 0.7], [1, 1]]`");
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        for pair in points.windows(2) {
            if pair[0][0] == pair[1][0] {
                let span = fields.span_of("points");
                fields.problem(span, format!("two points of the curve stand at {}", pair[0][0]));
            }
        }
        Box::new(Self { of, points })
    }

    /// Slopes at the points that keep the curve between its neighbours.
    fn slopes(&self) -> Vec<f64> {
        let p = &self.points;
        let n = p.len();
        let secant = |i: usize| (p[i + 1][1] - p[i][1]) / (p[i + 1][0] - p[i][0]);
        (0..n)
            .map(|i| {
                if n < 2 {
                    return 0.0;
                }
                let (before, after) = (secant(i.max(1) - 1), secant(i.min(n - 2)));
                if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
            })
            .collect()
    }
}

impl Node for Curve {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.of);
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let of = l.number(&self.of, at);
        let Some(first) = self.points.first() else { return Value::Number(of) };
        let slopes = self.slopes();
        let mut pieces = Vec::new();
        for (i, pair) in self.points.windows(2).enumerate() {
            let width = pair[1][0] - pair[0][0];
            let rise = pair[1][1] - pair[0][1];
            // Hermite in t = (x - start) / width, as a polynomial.
            let (a, b) = (slopes[i] * width, slopes[i + 1] * width);
            let c = [pair[0][1], a, 3.0 * rise - 2.0 * a - b, a + b - 2.0 * rise];
            let inverse = if width > 0.0 { 1.0 / width } else { 0.0 };
            pieces.push(Piece { start: pair[0][0] as f32, inverse: inverse as f32, c: c.map(|c| c as f32) });
        }
        let values: Vec<f32> = self.points.iter().map(|p| p[1] as f32).collect();
        let kernel = Spline { first: first[1] as f32, pieces };
        Value::Number(l.graph.kernel(kernel, at.place, &[of], &[Range::of(&values)])[0])
    }
}

struct Piece {
    start: f32,
    inverse: f32,
    c: [f32; 4],
}

struct Spline {
    first: f32,
    pieces: Vec<Piece>,
}

impl Kernel for Spline {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        format!("curve of {} points", self.pieces.len() + 1)
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], x: [M::F; 1]) -> [M::F; 1] {
        let mut v = m.arg_f(self.first);
        for k in 0..self.pieces.len() {
            let piece = &self.pieces[k];
            let d = x[0] - m.arg_f(piece.start);
            let t = clamp(m, d * m.arg_f(piece.inverse), m.f(0.0), m.f(1.0));
            let [a, b, c, e] = [m.arg_f(piece.c[0]), m.arg_f(piece.c[1]), m.arg_f(piece.c[2]), m.arg_f(piece.c[3])];
            let here = a + t * (b + t * (c + t * e));
            v = m.pick(m.lt(d, m.f(0.0)), v, here);
        }
        [v]
    }
}

/// `levels`: black and white point, gamma, and the range that comes out.
pub struct Levels {
    of: Expr,
    low: Expr,
    high: Expr,
    gamma: Expr,
    out: [Expr; 2],
}

impl Levels {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            of: fields.required_field("of", "the value"),
            low: fields.field("low", 0.0, "what becomes 0"),
            high: fields.field("high", 1.0, "what becomes 1"),
            gamma: fields.field("gamma", 1.0, "above 1 lifts the middle, below 1 lowers it"),
            out: [fields.field("out_low", 0.0, "what 0 becomes"), fields.field("out_high", 1.0, "what 1 becomes")],
        })
    }
}

impl Node for Levels {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        for e in [&self.of, &self.low, &self.high, &self.gamma, &self.out[0], &self.out[1]] {
            see(e);
        }
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let [of, low, high, gamma] = [&self.of, &self.low, &self.high, &self.gamma].map(|e| l.number(e, at));
        let [out_low, out_high] = [0, 1].map(|i| l.number(&self.out[i], at));
        let (zero, one) = (l.constant(0.0), l.constant(1.0));
        let t = l.call("remap", &[of, low, high, zero, one]);
        let mut t = l.call("saturate", &[t]);
        if l.graph.value(gamma) != Some(1.0) {
            let power = l.call("/", &[one, gamma]);
            t = l.call("pow", &[t, power]);
        }
        Value::Number(l.call("mix", &[out_low, out_high, t]))
    }
}

/// `terrace`: steps with smooth rises between them.
pub struct Terrace {
    of: Expr,
    steps: Expr,
    smooth: Expr,
}

impl Terrace {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            of: fields.required_field("of", "the value"),
            steps: fields.field("steps", 6.0, "steps from 0 to 1"),
            smooth: fields.field("smooth", 0.3, "share of a step that rises: 0 is a hard edge, 1 has no flats"),
        })
    }
}

impl Node for Terrace {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        for e in [&self.of, &self.steps, &self.smooth] {
            see(e);
        }
    }
    fn lower(&self, l: &mut Lower, at: At, _: &str) -> Value {
        let ins = [&self.of, &self.steps, &self.smooth].map(|e| l.number(e, at));
        let [of, steps] = [l.graph.range(ins[0]), l.graph.range(ins[1])];
        let range = if of.is_finite() && steps.lo >= 1.0 {
            Range::new(of.lo - 1.0 / steps.lo, of.hi + 1.0 / steps.lo)
        } else {
            Range::ANY
        };
        Value::Number(l.graph.kernel(Stairs, at.place, &ins, &[range])[0])
    }
}

struct Stairs;

impl Kernel for Stairs {
    type In<M: Machine> = [M::F; 3];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "terrace".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], [x, steps, smooth]: [M::F; 3]) -> [M::F; 1] {
        let (half, one) = (m.f(0.5), m.f(1.0));
        let steps = clamp(m, steps, one, m.f(1e6));
        let t = x * steps;
        let whole = m.floor(t);
        let reach = clamp(m, smooth, m.f(1e-6), one) * half;
        let s = clamp(m, m.div(t - whole - half + reach, reach + reach), m.f(0.0), one);
        [m.div(lerp(whole, whole + one, s * s * (m.f(3.0) - s - s)), steps)]
    }
}
