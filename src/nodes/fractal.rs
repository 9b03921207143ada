//! `fbm`, `turbulence`, `billow`, `ridged`: octaves of any node.
//!
//! Octave k is the basis, smaller by lacunarity^k and with other seeds and another offset of its lattice, times gain^k.
//! All are scaled by constants that follow from octaves, gain and the moments of the basis, never from a picture.
//! What a picture can't carry is replaced by its mean, octave by octave; the scale stays that of all octaves.
//! Sources: Perlin, "An Image Synthesizer" (SIGGRAPH 1985) for turbulence as the sum of |noise|; Ebert, Musgrave et al.,
//! "Texturing and Modeling" (2003) for fBm and ridges.

use super::noise::{Basis, Moments, Noise, NoiseType};
use crate::preset::{Expr, Fields};
use crate::program::op::Sum;
use crate::program::{At, Lower, Num};

/// What is summed.
enum Over {
    /// A noise by its type name; its keys stand in the table of the fractal.
    Type(Basis),
    /// A node.
    Node(Expr, String),
}

/// The keys that fractals share.
struct Octaves {
    over: Over,
    octaves: f64,
    lacunarity: [f64; 3],
    gain: f64,
}

impl Octaves {
    fn read(fields: &mut Fields) -> Self {
        let over = match fields.node("basis", "what is summed: a noise type (its keys stand here too) or a node") {
            None => read_basis("perlin", fields),
            Some((name, span)) => match super::find(&name) {
                Some(kind) if kind.basis.is_some() && !fields.is_node(&name) => read_basis(kind.name, fields),
                _ => Over::Node(Expr::name(name.clone(), span), name),
            },
        };
        let lacunarity = fields.axes("lacunarity", None, 1.0..=16.0, "how much smaller each octave is, also per axis");
        Self {
            over,
            octaves: fields.number("octaves", 6.0, 1.0..=16.0, "sizes of detail; a fraction is a fainter last one"),
            lacunarity: lacunarity.map_or([2.0; 3], |axes| axes.or_z(2.0)),
            gain: fields.number("gain", 0.5, 0.0..=2.0, "weight of each octave against the one before"),
        }
    }

    /// The weight of each octave.
    fn amplitudes(&self) -> Vec<f64> {
        let mut amplitude = 1.0;
        let mut all = Vec::new();
        let mut left = self.octaves;
        while left > 0.0 {
            all.push(amplitude * left.min(1.0));
            amplitude *= self.gain;
            left -= 1.0;
        }
        all
    }

    fn moments(&self, l: &Lower) -> Moments {
        match &self.over {
            Over::Type(noise) => noise.moments(l.axes()),
            Over::Node(_, name) => l.node_body(name).and_then(|n| n.as_noise()).map_or(ANY, |n| n.moments(l.axes())),
        }
    }

    /// The same where there is no program to ask for a node: such a basis is taken to be like perlin.
    fn basis_moments(&self, dimensions: usize) -> Moments {
        match &self.over {
            Over::Type(noise) => noise.moments(dimensions),
            Over::Node(..) => ANY,
        }
    }

    /// One octave in signed form, and what the picture can carry of it.
    fn octave(&self, l: &mut Lower, k: usize, scale: [f64; 3], at: At) -> (Num, f64) {
        let at = at.octave(scale, k as u64);
        match &self.over {
            Over::Type(noise) => {
                let weight = noise.counts(l.preset.tile).map_or(1.0, |counts| l.weight(counts, at));
                let n = if weight > 0.0 { noise.signed(l, at) } else { l.constant(0.0) };
                (n, f64::from(weight))
            }
            Over::Node(e, name) => l.noise_of(name, &e.span, at),
        }
    }

    /// `start + sum(amplitude * term(octave))`, where a term that can't be carried is its mean.
    fn sum(&self, l: &mut Lower, at: At, shape: Shape, scale: f64, start: f64) -> Num {
        let moments = self.moments(l);
        let mean = shape.mean(&moments);
        let mut octaves = Vec::new();
        let mut start = start;
        let mut size = [1.0; 3];
        for (k, amplitude) in self.amplitudes().into_iter().enumerate() {
            let (n, weight) = self.octave(l, k, size, at);
            let amplitude = amplitude * scale;
            start += amplitude * (1.0 - weight) * mean;
            if weight > 0.0 {
                octaves.push((n, amplitude * weight));
            }
            size = [0, 1, 2].map(|i| size[i] * self.lacunarity[i]);
        }
        let mut sum = l.constant(start);
        for (n, amplitude) in octaves {
            let value = if shape == Shape::Ridge { ridge(l, n) } else { n };
            let end = Sum { weight: amplitude as f32, magnitude: shape == Shape::Magnitude };
            sum = l.graph.accumulate(sum, value, end);
        }
        sum
    }

    /// Cells per tile of the first octave; `None` where a node is summed, which has its own.
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        match &self.over {
            Over::Type(noise) => noise.cells(tile),
            Over::Node(..) => None,
        }
    }

    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        match &self.over {
            Over::Type(noise) => noise.uses(see),
            Over::Node(e, _) => see(e),
        }
    }
}

fn read_basis(name: &str, fields: &mut Fields) -> Over {
    match super::find(name).and_then(|t| t.basis) {
        Some(read) => Over::Type(read(fields)),
        None => Over::Node(Expr::name(name, 0..0), name.to_string()),
    }
}

/// The moments that are assumed of a node that is no noise: about those of perlin.
const ANY: Moments = Moments { mean: 0.0, abs: [0.2632, 0.1040, 0.0502, 0.0274] };

/// What is done with an octave before it is added.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// n
    Plain,
    /// |n|
    Magnitude,
    /// (1 - |n|)^2
    Ridge,
}

impl Shape {
    fn mean(self, m: &Moments) -> f64 {
        match self {
            Shape::Plain => m.mean,
            Shape::Magnitude => m.abs[0],
            Shape::Ridge => 1.0 - 2.0 * m.abs[0] + m.abs[1],
        }
    }
    fn deviation(self, m: &Moments) -> f64 {
        let square = match self {
            Shape::Plain | Shape::Magnitude => m.abs[1],
            Shape::Ridge => 1.0 - 4.0 * m.abs[0] + 6.0 * m.abs[1] - 4.0 * m.abs[2] + m.abs[3],
        };
        let mean = self.mean(m);
        (square - mean * mean).max(0.0).sqrt()
    }
}

fn ridge(l: &mut Lower, n: Num) -> Num {
    let magnitude = l.call("abs", &[n]);
    let rest = l.call("invert", &[magnitude]);
    l.call("*", &[rest, rest])
}

/// A sum of octaves has longer tails than one octave: this brings its 99.99th percentile to about 0.95.
const FIT: f64 = 0.9;

/// Moments of a sum of octaves, which is near to a normal distribution. Odd moments of the magnitude are those of one
/// around 0 and of one far from 0, with a root between them: no libm, since they decide constants of programs.
fn normal(mean: f64, deviation: f64) -> Moments {
    let (m, s) = (mean * mean, deviation * deviation);
    let magnitude = (m + s * std::f64::consts::FRAC_2_PI).sqrt();
    Moments { mean, abs: [magnitude, m + s, magnitude * (m + 2.0 * s), m * m + 6.0 * m * s + 3.0 * s * s] }
}

/// Sum and root of the sum of squares of the amplitudes.
fn totals(amplitudes: &[f64]) -> (f64, f64) {
    let sum = amplitudes.iter().sum();
    (sum, amplitudes.iter().map(|a| a * a).sum::<f64>().sqrt())
}

macro_rules! fractal {
    ($(#[doc = $text:literal])* $kind:ident, $name:literal, $doc:literal) => {
        $(#[doc = $text])*
        pub struct $kind(Octaves);
        impl NoiseType for $kind {
            const NAME: &'static str = $name;
            const DOC: &'static str = $doc;
            const GROUP: &'static str = "fractal";
            const BASIS: bool = false;
            fn read(fields: &mut Fields) -> Self {
                Self(Octaves::read(fields))
            }
        }
    };
}

fractal!(
    /// Octaves summed, scaled to 0.9 of the deviation of one octave.
    Fbm, "fbm", "octaves of a node summed: clouds, ground, anything natural"
);
fractal!(
    /// Magnitudes of octaves summed; 1 lies 4 deviations above the mean.
    Turbulence, "turbulence", "magnitudes of octaves summed: creases at 0 (Perlin 1985)"
);
fractal!(
    /// The same from 2.4 deviations below the mean to 4 above, so that all of 0..1 is used: puffs.
    Billow, "billow", "magnitudes of octaves summed about their mean: puffs"
);
fractal!(
    /// (1 - |n|)^2 of each octave summed: crests.
    Ridged, "ridged", "(1 - |n|)^2 of octaves summed: crests and veins"
);

impl Noise for Fbm {
    fn signed(&self, l: &mut Lower, at: At) -> Num {
        let (sum, root) = totals(&self.0.amplitudes());
        let mean = self.0.moments(l).mean;
        self.0.sum(l, at, Shape::Plain, FIT / root, mean * (1.0 - FIT * sum / root))
    }
    fn moments(&self, dimensions: usize) -> Moments {
        let basis = self.0.basis_moments(dimensions);
        normal(basis.mean, basis.deviation() * FIT)
    }
    fn counts(&self, _: [f64; 3]) -> Option<[f64; 3]> {
        None
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        self.0.cells(tile)
    }
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.0.uses(see);
    }
}

/// A fractal that is 0..1 by nature: `low` and `high` are the sums that become 0 and 1.
fn scaled(octaves: &Octaves, l: &mut Lower, at: At, shape: Shape, ends: fn(f64, f64, f64) -> (f64, f64)) -> Num {
    let (sum, root) = totals(&octaves.amplitudes());
    let m = octaves.moments(l);
    let (low, high) = ends(shape.mean(&m) * sum, shape.deviation(&m) * root, sum);
    octaves.sum(l, at, shape, 1.0 / (high - low), -low / (high - low))
}

macro_rules! unsigned_fractal {
    ($kind:ident, $shape:expr, |$mean:ident, $deviation:ident, $sum:ident| $ends:expr) => {
        impl $kind {
            /// The sums that become 0 and 1.
            fn ends($mean: f64, $deviation: f64, $sum: f64) -> (f64, f64) {
                let _ = $sum;
                $ends
            }
        }

        impl Noise for $kind {
            fn signed(&self, l: &mut Lower, at: At) -> Num {
                let v = self.unsigned(l, at);
                let (two, one) = (l.constant(2.0), l.constant(1.0));
                let twice = l.call("*", &[v, two]);
                l.call("-", &[twice, one])
            }
            fn unsigned(&self, l: &mut Lower, at: At) -> Num {
                scaled(&self.0, l, at, $shape, Self::ends)
            }
            fn moments(&self, dimensions: usize) -> Moments {
                let m = self.0.basis_moments(dimensions);
                let (sum, root) = totals(&self.0.amplitudes());
                let (mean, deviation) = ($shape.mean(&m) * sum, $shape.deviation(&m) * root);
                let (low, high) = Self::ends(mean, deviation, sum);
                let scale = 2.0 / (high - low);
                normal((mean - low) * scale - 1.0, deviation * scale)
            }
            fn counts(&self, _: [f64; 3]) -> Option<[f64; 3]> {
                None
            }
            fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
                self.0.cells(tile)
            }
            fn uses(&self, see: &mut dyn FnMut(&Expr)) {
                self.0.uses(see);
            }
        }
    };
}

unsigned_fractal!(Turbulence, Shape::Magnitude, |mean, deviation, sum| (0.0, mean + 4.0 * deviation));
unsigned_fractal!(Billow, Shape::Magnitude, |mean, deviation, sum| (mean - 2.4 * deviation, mean + 4.0 * deviation));
unsigned_fractal!(Ridged, Shape::Ridge, |mean, deviation, sum| {
    ((mean - 3.2 * deviation).max(0.0), (mean + 3.8 * deviation).min(sum))
});
