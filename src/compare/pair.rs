//! Two pictures of one shape, and the distance of their pixels.

use super::colour::{ciede2000, decode, encode, lab};
use super::kind::Kind;
use super::picture::Picture;
use crate::maps::Depth;
use rayon::prelude::*;

/// Two pictures of one size with the same channels.
pub struct Pair<'a> {
    /// The one.
    pub a: &'a Picture,
    /// The other.
    pub b: &'a Picture,
    /// What they mean.
    pub kind: Kind,
    /// What 65535 steps of 16 bit are: 1, but for heights in metres all that is between the lowest and the highest.
    scale: f64,
    /// Whether floats of normals go from -1 to 1.
    signed: [bool; 2],
    /// What each whole number of a colour is in linear light; empty where A and B are not stored alike.
    linear: Vec<f64>,
}

/// Finite least and greatest of all samples.
pub(super) fn extremes(picture: &Picture) -> [f64; 2] {
    let of_row = |y: u32| {
        let mut row = Vec::new();
        picture.row(y, &mut row);
        let finite = row.into_iter().filter(|v| v.is_finite());
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], v| [lo.min(v), hi.max(v)])
    };
    let hull = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.min(c), b.max(d)];
    (0..picture.height).into_par_iter().map(of_row).reduce(|| [f64::INFINITY, f64::NEG_INFINITY], hull)
}

/// Whether the directions of a picture of floats are of unit length as they stand, and not as 0..1.
pub(super) fn is_signed(picture: &Picture) -> bool {
    if picture.is_whole() || picture.channels < 3 {
        return false;
    }
    let lengths = |y: u32| {
        let mut row = Vec::new();
        picture.row(y, &mut row);
        let off =
            |pixel: &[f64], of: fn(f64) -> f64| (pixel.iter().take(3).map(|v| of(*v).powi(2)).sum::<f64>() - 1.0).abs();
        let pixels = row.chunks_exact(picture.channels);
        pixels.fold([0u64; 2], |[plain, stored], p| match off(p, |v| v) < off(p, |v| 2.0 * v - 1.0) {
            true => [plain + 1, stored],
            false => [plain, stored + 1],
        })
    };
    let [plain, stored] =
        (0..picture.height).into_par_iter().map(lengths).reduce(|| [0; 2], |[a, b], [c, d]| [a + c, b + d]);
    plain > stored
}

/// The spacing of halves around a value.
fn half_step(v: f64) -> f64 {
    let exponent = v.abs().log2().floor().clamp(-14.0, 15.0);
    2f64.powf(exponent - 10.0)
}

impl<'a> Pair<'a> {
    /// Of two pictures that have the same size and channels.
    pub fn new(a: &'a Picture, b: &'a Picture, kind: Kind) -> Self {
        let metres = kind == Kind::Height && !a.is_whole() && !b.is_whole();
        let scale = match metres.then(|| [extremes(a), extremes(b)]) {
            Some([[lo, hi], [low, high]]) if hi.max(high) > lo.min(low) => hi.max(high) - lo.min(low),
            _ => 1.0,
        };
        let signed = if kind == Kind::Normal { [is_signed(a), is_signed(b)] } else { [false; 2] };
        // Directions have two or three parts; one number is none.
        let kind = if kind == Kind::Normal && a.channels < 2 { Kind::Data } else { kind };
        let tabled = kind == Kind::Colour && a.is_whole() && a.depth == b.depth;
        let top = if tabled { a.top() as u32 } else { 0 };
        let linear = (0..=top).take_while(|_| tabled).map(|v| decode(f64::from(v) / f64::from(top))).collect();
        Self { a, b, kind, scale, signed, linear }
    }

    /// Whether both hold directions from -1 to 1.
    pub(super) fn is_signed(&self) -> bool {
        self.signed == [true, true]
    }

    /// Colours in floats are linear: beside whole numbers they are encoded as these are.
    fn encodes(&self, picture: &Picture) -> bool {
        self.kind == Kind::Colour && !picture.is_whole() && self.a.is_whole() != self.b.is_whole()
    }

    /// Both rows as samples that can be subtracted.
    pub(super) fn rows(&self, y: u32, rows: &mut [Vec<f64>; 2]) {
        for (picture, row) in [self.a, self.b].into_iter().zip(rows) {
            picture.row(y, row);
            if self.encodes(picture) {
                row.iter_mut().for_each(|v| *v = encode(*v));
            }
        }
    }

    /// The greatest difference of two pixels' samples in steps of the stored depth, the finer of both.
    pub(super) fn steps(&self, a: &[f64], b: &[f64]) -> f64 {
        let (top, halves) = match (self.a.depth, self.b.depth) {
            (Depth::Eight, Depth::Eight) => (255.0, false),
            (Depth::Half, Depth::Half) => (1.0, true),
            _ => (65535.0 / self.scale, false),
        };
        let step = |(a, b): (&f64, &f64)| match apart(*a, *b) {
            d if halves => d / half_step(a.abs().max(b.abs())),
            d => d * top,
        };
        a.iter().zip(b).map(step).fold(0.0, f64::max)
    }

    /// How far apart two pixels are, in the unit of the kind.
    pub(super) fn figure(&self, a: &[f64], b: &[f64]) -> f64 {
        if a.iter().zip(b).any(|(a, b)| apart(*a, *b).is_infinite()) {
            return f64::INFINITY;
        }
        let alpha = self.a.alpha().map_or(0.0, |i| apart(a[i], b[i]));
        match self.kind {
            Kind::Height | Kind::Data => {
                a.iter().zip(b).map(|(a, b)| apart(*a, *b)).fold(0.0, f64::max) * 65535.0 / self.scale
            }
            Kind::Normal => {
                let [p, q] = [self.direction(a, 0), self.direction(b, 1)];
                let chord = p.iter().zip(q).map(|(p, q)| apart(*p, q).powi(2)).sum::<f64>().sqrt();
                // The angle between directions of unit length; a wrong length counts as well.
                let angle = 2.0 * (chord / 2.0).min(1.0).asin().to_degrees();
                // An alpha beside a direction from 0 to 1 as half a turn.
                if self.a.channels == 4 { angle.max(180.0 * alpha) } else { angle }
            }
            // An alpha from 0 to 1 as black to white.
            Kind::Colour => ciede2000(self.lab(a), self.lab(b)).max(100.0 * alpha),
        }
    }

    fn direction(&self, pixel: &[f64], which: usize) -> [f64; 3] {
        let of = |v: f64| if self.signed[which] { v } else { 2.0 * v - 1.0 };
        let (x, y) = (of(pixel[0]), of(pixel[1]));
        match pixel {
            [_, _, z, ..] => [x, y, of(*z)],
            // Only x and y are stored.
            _ => [x, y, (1.0 - x * x - y * y).max(0.0).sqrt()],
        }
    }

    fn lab(&self, pixel: &[f64]) -> [f64; 3] {
        let whole = self.a.is_whole() || self.b.is_whole();
        let linear = |v: f64| {
            let v = if v.is_nan() { 0.0 } else { v };
            match self.linear.get((v * self.a.top() + 0.5) as usize) {
                Some(linear) => *linear,
                None if whole => decode(v),
                None => v,
            }
        };
        match pixel {
            [r, g, b, ..] => lab([*r, *g, *b].map(linear)),
            [grey, ..] => lab([linear(*grey); 3]),
            [] => [0.0; 3],
        }
    }
}

/// How far apart two samples are: two that are no numbers not at all, one of them beyond all measure.
fn apart(a: f64, b: f64) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (false, false) if a == b => 0.0,
        (false, false) => (a - b).abs(),
        _ => f64::INFINITY,
    }
}
