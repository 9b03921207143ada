//! Pictures and their difference for people: rows of 8-bit sRGB.

use super::colour::encode;
use super::kind::Kind;
use super::pair::{Pair, extremes, is_signed};
use super::picture::Picture;

/// How the samples of a picture are shown.
pub struct Shown<'a> {
    picture: &'a Picture,
    /// Samples that are black and white.
    range: [f64; 2],
    /// Whether samples are linear.
    linear: bool,
}

impl<'a> Shown<'a> {
    /// A picture of this kind. Heights in metres go from black to white between `others`, so that these can be compared.
    pub fn new(picture: &'a Picture, kind: Kind, others: &[&Picture]) -> Self {
        let floats = !picture.is_whole();
        let range = match kind {
            Kind::Height if floats => {
                let all = others.iter().chain([&picture]).map(|picture| extremes(picture));
                all.fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], [low, high]| [lo.min(low), hi.max(high)])
            }
            Kind::Normal if is_signed(picture) => [-1.0, 1.0],
            _ => [0.0, 1.0],
        };
        Self { picture, range, linear: floats && kind == Kind::Colour }
    }

    /// A row of pixels.
    pub fn row(&self, y: u32) -> Vec<[u8; 3]> {
        let mut row = Vec::new();
        self.picture.row(y, &mut row);
        let [lo, hi] = self.range;
        let level = |v: f64| {
            let v = if hi > lo { (v - lo) / (hi - lo) } else { 0.5 };
            let v = v.clamp(0.0, 1.0);
            // What is no number is black.
            ((if self.linear { encode(v) } else { v }) * 255.0 + 0.5) as u8
        };
        let pixels = row.chunks_exact(self.picture.channels);
        let pixels = pixels.map(|pixel| match pixel {
            [r, g, b, ..] => [*r, *g, *b].map(level),
            [grey, ..] => [level(*grey); 3],
            [] => [0; 3],
        });
        pixels.collect()
    }
}

impl Pair<'_> {
    /// How far apart the pixels of a row are, amplified: black where they are equal, white where they are `most` apart, and
    /// never so dark that it can't be seen.
    pub fn difference_row(&self, y: u32, most: f64) -> Vec<[u8; 3]> {
        let mut rows = [Vec::new(), Vec::new()];
        self.rows(y, &mut rows);
        let n = self.a.channels;
        let level = |(a, b): (&[f64], &[f64])| match self.figure(a, b) {
            0.0 => [0; 3],
            figure => [(64.0 + 191.0 * (figure / most).min(1.0)) as u8; 3],
        };
        rows[0].chunks_exact(n).zip(rows[1].chunks_exact(n)).map(level).collect()
    }
}
