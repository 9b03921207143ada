//! Whether a picture is what a map of its kind can be, whatever it shows: it tiles, it holds numbers, these lie in their range,
//! and directions have unit length.
//!
//! Rows come in bands that are looked at on any thread; what was found is put together from top to bottom. Nothing is held but
//! two rows and a sum for each column.

use crate::bake;
use crate::maps::{Counts, Depth, Kind, MapPlan, Rows};
use std::convert::Infallible;

/// The share of samples that may be held to what can be stored.
const CLIPPED: f64 = 0.005;
/// A border is a seam where its mean step is more than this times the greatest one inside. Joints of boards and courses may
/// lie on it, so it may be the greatest.
const SEAM: f64 = 2.0;
/// Pictures that are smaller have too few steps inside to say anything.
const LEAST: usize = 8;

/// What is wrong with a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// One word: `seam`, `nan`, `range` or `unit`.
    pub code: &'static str,
    /// A sentence.
    pub text: String,
}

/// Looks at the rows of one picture.
pub struct Soundness {
    look: Look,
    height: u32,
    depth: Depth,
    /// Sums of the steps from each column to the next one, the last to the first.
    columns: Vec<f64>,
    first: Vec<f32>,
    last: Vec<f32>,
    /// The greatest sum of steps from a row to the next one.
    rows: f64,
    odd: Odd,
}

/// How a band is looked at.
#[derive(Clone)]
pub struct Look {
    channels: usize,
    width: usize,
    /// For directions: the factor and the summand that make -1..1 of samples, and how far a length may be from 1.
    unit: Option<[f32; 3]>,
}

/// Samples that can't be.
#[derive(Clone, Copy, Default)]
struct Odd {
    no_number: u64,
    no_unit: u64,
}

/// What was found in a band.
pub struct Band {
    first: Vec<f32>,
    last: Vec<f32>,
    columns: Vec<f64>,
    rows: f64,
    odd: Odd,
}

impl Soundness {
    /// Of a map with these edges.
    pub fn new(map: &MapPlan, [width, height]: [u32; 2]) -> Self {
        let channels = map.stored_channels();
        // Half a step off in each of three channels, twice that with dither; halves are coarsest below 1.
        let off = |step: f32| 3f32.sqrt() * step + 1e-4;
        let unit = match (&map.kind, map.depth) {
            (Kind::Normal { .. }, Depth::Eight) => Some([2.0, -1.0, off(2.0 / 255.0)]),
            (Kind::Normal { .. }, Depth::Sixteen) => Some([2.0, -1.0, off(2.0 / 65535.0)]),
            (Kind::Normal { signed: true, .. }, Depth::Half) => Some([1.0, 0.0, off(1.0 / 2048.0)]),
            (Kind::Normal { .. }, Depth::Half) => Some([2.0, -1.0, off(2.0 / 2048.0)]),
            (Kind::Normal { signed: true, .. }, Depth::Float) => Some([1.0, 0.0, 1e-4]),
            (Kind::Normal { .. }, Depth::Float) => Some([2.0, -1.0, 1e-4]),
            _ => None,
        };
        let width = width as usize;
        Self {
            look: Look { channels, width, unit },
            height,
            depth: map.depth,
            columns: vec![0.0; width],
            first: Vec::new(),
            last: Vec::new(),
            rows: 0.0,
            odd: Odd::default(),
        }
    }

    /// The next band.
    pub fn add(&mut self, band: Band) {
        self.columns.iter_mut().zip(&band.columns).for_each(|(sum, more)| *sum += more);
        if self.first.is_empty() {
            self.first = band.first;
        } else {
            self.rows = self.rows.max(steps(&self.last, &band.first));
        }
        self.rows = self.rows.max(band.rows);
        self.last = band.last;
        self.odd.no_number += band.odd.no_number;
        self.odd.no_unit += band.odd.no_unit;
    }

    /// What is wrong, given what was noticed while samples were made.
    pub fn faults(&self, counts: &Counts) -> Vec<Fault> {
        let mut faults = Vec::new();
        let (width, height) = (self.look.width, self.height as usize);
        let pixels = (width * height) as f64;
        let samples = pixels * self.look.channels as f64;
        let mut add = |code, text| faults.push(Fault { code, text });
        if self.odd.no_number > 0 {
            add("nan", format!("{} of {samples} samples are no finite numbers", self.odd.no_number));
        }
        let clipped = counts.below + counts.above;
        if clipped as f64 > CLIPPED * samples {
            add("range", format!("{clipped} of {samples} samples lie outside of what can be stored"));
        }
        if self.odd.no_unit > 0 {
            let text = format!("{} of {pixels} directions are not of unit length, or point down", self.odd.no_unit);
            add("unit", text);
        }
        let step = match self.depth {
            Depth::Eight => 1.0 / 255.0,
            _ => 1.0 / 65535.0,
        };
        let seam = |border: f64, inside: f64| border > SEAM * inside + 2.0 * step * self.look.channels as f64;
        let inner = self.columns.split_last().map_or(&[][..], |(_, inner)| inner);
        let inside = inner.iter().copied().fold(0.0, f64::max) / height as f64;
        let border = self.columns.last().copied().unwrap_or(0.0) / height as f64;
        let told = |name: &str, border: f64, inside: f64| {
            format!("the mean step over the {name} border is {border:.5}, at most {inside:.5} inside")
        };
        if width >= LEAST && seam(border, inside) {
            add("seam", told("right", border, inside));
        }
        let (border, inside) = (steps(&self.last, &self.first) / width as f64, self.rows / width as f64);
        if height >= LEAST && seam(border, inside) {
            add("seam", told("lower", border, inside));
        }
        faults
    }
}

/// The sum of the steps between two rows.
fn steps(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs())).filter(|step| step.is_finite()).sum()
}

impl bake::Pack for Look {
    type Part = Band;

    fn part(&self, _: u32, rows: Rows) -> Band {
        let all: Vec<f32> = match rows {
            Rows::U8(all) => all.iter().map(|v| f32::from(*v) / 255.0).collect(),
            Rows::U16(all) => all.iter().map(|v| f32::from(*v) / 65535.0).collect(),
            Rows::Float(all) => all.to_vec(),
        };
        let (n, width) = (self.channels, self.width);
        let mut columns = vec![0.0; width];
        let mut odd = Odd { no_number: all.iter().filter(|v| !v.is_finite()).count() as u64, no_unit: 0 };
        for row in all.chunks_exact(n * width) {
            for (x, sum) in columns.iter_mut().enumerate() {
                let next = (x + 1) % width;
                *sum += steps(&row[x * n..][..n], &row[next * n..][..n]);
            }
        }
        if let Some([factor, summand, off]) = self.unit {
            for pixel in all.chunks_exact(n) {
                let of = |v: f32| factor * v + summand;
                let length = pixel.iter().map(|v| of(*v).powi(2)).sum::<f32>().sqrt();
                let down = pixel.get(2).is_some_and(|z| of(*z) < -off);
                odd.no_unit += u64::from((length - 1.0).abs() > off || down);
            }
        }
        let lines: Vec<&[f32]> = all.chunks_exact(n * width).collect();
        let rows = lines.windows(2).map(|two| steps(two[0], two[1])).fold(0.0, f64::max);
        let line = |line: Option<&&[f32]>| line.map_or(Vec::new(), |line| line.to_vec());
        Band { first: line(lines.first()), last: line(lines.last()), columns, rows, odd }
    }
}

impl bake::Sink for Soundness {
    type Error = Infallible;
    type Pack = Look;
    fn pack(&self) -> Look {
        self.look.clone()
    }
    fn take(&mut self, band: Band) -> Result<(), Infallible> {
        self.add(band);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::{Pack, Sink};
    use crate::maps::{Convention, Format, Method};
    use crate::program::range::Range;

    fn plan(kind: Kind, depth: Depth) -> MapPlan {
        let channels = vec![0];
        MapPlan {
            name: "m".into(),
            of: Vec::new(),
            kind,
            channels,
            format: Format::Png,
            depth,
            dither: false,
            range: Range::UNIT,
        }
    }

    const NORMAL: Kind =
        Kind::Normal { strength: 1.0, convention: Convention::OpenGl, signed: true, method: Method::Central };

    /// The codes of what is wrong with floats, cut into bands of any height.
    fn codes(
        kind: Kind,
        [width, height]: [u32; 2],
        counts: &Counts,
        at: impl Fn(u32, u32) -> Vec<f32>,
    ) -> Vec<&'static str> {
        let mut all = Vec::new();
        for bands in [1, 5, height] {
            let mut sound = Soundness::new(&plan(kind.clone(), Depth::Float), [width, height]);
            for first in (0..height).step_by(bands as usize) {
                let rows = first..(first + bands).min(height);
                let samples: Vec<f32> =
                    rows.flat_map(|y| (0..width).flat_map(|x| at(x, y)).collect::<Vec<_>>()).collect();
                let band = sound.pack().part(first, Rows::Float(&samples));
                assert!(sound.take(band).is_ok());
            }
            all.push(sound.faults(counts).into_iter().map(|fault| fault.code).collect::<Vec<_>>());
        }
        assert!(all.iter().all(|codes| *codes == all[0]), "{all:?}");
        all.remove(0)
    }

    #[test]
    fn seams_are_where_the_border_is_steeper_than_all_else() {
        let size = [40, 24];
        let turn = |i: u32, n: u32| std::f32::consts::TAU * i as f32 / n as f32;
        let none = Counts::default();
        let good = |x, y| vec![0.5 + 0.3 * (turn(x, 40).sin() + turn(y, 24).cos())];
        assert_eq!(codes(Kind::Data, size, &none, good), [""; 0]);
        // A ramp tiles in one direction only; half a wave in the other.
        assert_eq!(codes(Kind::Data, size, &none, |x, y| vec![x as f32 / 40.0 + good(0, y)[0]]), ["seam"]);
        assert_eq!(codes(Kind::Data, size, &none, |x, y| vec![turn(y, 24) / 3.0 + good(x, 0)[0]]), ["seam"]);
        // A joint on the border is no seam where there are joints like it inside.
        assert_eq!(codes(Kind::Data, size, &none, |x, _| vec![(x / 10 % 2) as f32]), [""; 0]);
        assert_eq!(codes(Kind::Data, size, &none, |_, _| vec![0.25]), [""; 0]);
    }

    #[test]
    fn numbers_ranges_and_lengths() {
        let (size, none) = ([16, 16], Counts::default());
        assert_eq!(codes(Kind::Data, size, &none, |x, y| vec![if x + y == 9 { f32::NAN } else { 0.5 }]), ["nan"]);
        let clipped = |below| Counts { below, ..Counts::default() };
        assert_eq!(codes(Kind::Data, size, &clipped(1), |_, _| vec![0.5]), [""; 0]);
        assert_eq!(codes(Kind::Data, size, &clipped(2), |_, _| vec![0.5]), ["range"]);
        let tilted = |z: f32| move |_, _| vec![0.6, 0.0, z];
        assert_eq!(codes(NORMAL, size, &none, tilted(0.8)), [""; 0]);
        assert_eq!(codes(NORMAL, size, &none, tilted(0.79)), ["unit"]);
        assert_eq!(codes(NORMAL, size, &none, tilted(-0.8)), ["unit"]);
    }
}
