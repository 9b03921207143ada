//! From numbers to stored samples: spans, sRGB, rounding, dither. Values are held to what can be stored, and how many
//! had to be is counted.

use super::plan::{Kind, MapPlan};
use super::{Depth, Format};
use crate::machine::math::clamp;
use crate::machine::{Cpu, Level, Machine, colour, hash};
use fearless_simd::{Simd, dispatch, prelude::*};

/// Interleaved samples of whole rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Samples {
    /// 8-bit.
    U8(Vec<u8>),
    /// 16-bit.
    U16(Vec<u16>),
    /// Floats, stored as half or float.
    Float(Vec<f32>),
}

/// What was noticed while samples were made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Samples below what can be stored.
    pub below: u64,
    /// Samples above.
    pub above: u64,
    /// The least and the greatest value before storing: metres for heights, linear for colours.
    pub least: f32,
    /// See `least`.
    pub greatest: f32,
}

impl Default for Counts {
    fn default() -> Self {
        Self { below: 0, above: 0, least: f32::INFINITY, greatest: f32::NEG_INFINITY }
    }
}

impl Counts {
    /// Both together.
    pub fn merge(&mut self, o: &Counts) {
        self.below += o.below;
        self.above += o.above;
        self.least = self.least.min(o.least);
        self.greatest = self.greatest.max(o.greatest);
    }
}

/// One channel on its way.
struct Task {
    /// `stored = value * scale + offset`, 0..1 for whole numbers.
    scale: f32,
    offset: f32,
    srgb: bool,
    /// The greatest stored whole number; 0 for floats.
    top: f32,
    dither: bool,
}

/// Turns the planes of a picture's channels into stored samples. `first` is the pixel (x, y) of the first sample on a
/// tile of `size` pixels and `width` the length of a row: dither depends on the pixel of the tile alone.
pub fn finish(
    level: Level,
    map: &MapPlan,
    planes: &[&[f32]],
    first: [u32; 2],
    size: [u32; 2],
    width: usize,
) -> (Samples, Counts) {
    let mut counts = Counts::default();
    let channels = planes.len();
    let len = planes.first().map_or(0, |p| p.len());
    let task = task(map);
    if map.format == Format::Exr {
        let mut out = vec![0.0; len * channels];
        for (c, plane) in planes.iter().enumerate() {
            for (i, v) in plane.iter().enumerate() {
                out[i * channels + c] = v * task.scale + task.offset;
                counts.least = counts.least.min(*v);
                counts.greatest = counts.greatest.max(*v);
            }
        }
        return (Samples::Float(out), counts);
    }
    let mut words = vec![0u32; len + 16];
    let mut narrow = vec![0u8; if map.depth == Depth::Eight { len * channels } else { 0 }];
    let mut wide = vec![0u16; if map.depth == Depth::Eight { 0 } else { len * channels }];
    for (c, plane) in planes.iter().enumerate() {
        let place = Dither { first, size, width, channel: c as u32 };
        let count = dispatch!(level, s => whole(s, &task, plane, place, &mut words));
        counts.merge(&count);
        if map.depth == Depth::Eight {
            for (to, w) in narrow[c..].iter_mut().step_by(channels).zip(&words[..len]) {
                *to = *w as u8;
            }
        } else {
            for (to, w) in wide[c..].iter_mut().step_by(channels).zip(&words[..len]) {
                *to = *w as u16;
            }
        }
    }
    let samples = if map.depth == Depth::Eight { Samples::U8(narrow) } else { Samples::U16(wide) };
    (samples, counts)
}

fn task(map: &MapPlan) -> Task {
    let float = map.format == Format::Exr;
    let (scale, offset) = match &map.kind {
        Kind::Height { .. } if float => (1.0, 0.0),
        // A height without relief is stored as its midlevel.
        Kind::Height { span } if span[0] == span[1] => (0.0, 0.5),
        Kind::Height { span } => (1.0 / (span[1] - span[0]), -span[0] / (span[1] - span[0])),
        Kind::Normal { signed: true, .. } if float => (1.0, 0.0),
        Kind::Normal { .. } => (0.5, 0.5),
        Kind::Colour | Kind::Data => (1.0, 0.0),
    };
    let top = match map.depth {
        Depth::Eight => 255.0,
        Depth::Sixteen => 65535.0,
        Depth::Half | Depth::Float => 0.0,
    };
    Task { scale: scale as f32, offset: offset as f32, srgb: map.is_srgb(), top, dither: map.dither }
}

#[derive(Clone, Copy)]
struct Dither {
    first: [u32; 2],
    size: [u32; 2],
    width: usize,
    channel: u32,
}

/// Whole numbers of one channel, rounded to nearest.
#[inline(always)]
fn whole<S: Simd>(s: S, task: &Task, plane: &[f32], place: Dither, out: &mut [u32]) -> Counts {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let (zero, one, top) = (m.f(0.0), m.f(1.0), m.f(task.top));
    let (mut least, mut greatest) = (m.f(f32::INFINITY), m.f(f32::NEG_INFINITY));
    let (mut below, mut above) = (m.u(0), m.u(0));
    // A stored value may pass 0..1 by this much and still be rounding of the arithmetic.
    let (low, high) = (m.f(-1e-6), m.f(1.0 + 1e-6));
    let mut i = 0;
    while i < plane.len() {
        let count = n.min(plane.len() - i);
        let v = if count == n {
            S::f32s::from_slice(s, &plane[i..i + n])
        } else {
            // The last value again and again: it is counted once more at most for each lane, which is taken back below.
            let mut lanes = [plane[plane.len() - 1]; 16];
            lanes[..count].copy_from_slice(&plane[i..]);
            S::f32s::from_slice(s, &lanes[..n])
        };
        least = m.pick(m.lt(v, least), v, least);
        greatest = m.pick(m.lt(greatest, v), v, greatest);
        let t = v * m.f(task.scale) + m.f(task.offset);
        let mut lanes = m.pick_u(m.lt(t, low), m.u(1), m.u(0));
        let mut lanes_above = m.pick_u(m.lt(high, t), m.u(1), m.u(0));
        if count < n {
            let mut used = [0u32; 16];
            used[..count].fill(1);
            let used = S::u32s::from_slice(s, &used[..n]);
            lanes = lanes & used;
            lanes_above = lanes_above & used;
        }
        below += lanes;
        above += lanes_above;
        let t = if task.srgb { colour::to_srgb(m, t) } else { clamp(m, t, zero, one) };
        let mut t = t * top;
        if task.dither {
            t = t + scatter(s, place, i);
        }
        let w = m.int(clamp(m, t + m.f(0.5), zero, top));
        w.store_slice(&mut out[i..i + n]);
        i += n;
    }
    let sum = |v: S::u32s| v.as_slice().iter().map(|v| u64::from(*v)).sum();
    let (least, greatest) = (least.as_slice(), greatest.as_slice());
    Counts {
        below: sum(below),
        above: sum(above),
        least: least.iter().fold(f32::INFINITY, |a, b| a.min(*b)),
        greatest: greatest.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b)),
    }
}

/// Triangular noise of one step, -1..1, by the pixel and the channel.
#[inline(always)]
fn scatter<S: Simd>(s: S, place: Dither, i: usize) -> S::f32s {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let (mut xs, mut ys) = ([0u32; 16], [0u32; 16]);
    for k in 0..n {
        xs[k] = (place.first[0] + ((i + k) % place.width) as u32) % place.size[0];
        ys[k] = (place.first[1] + ((i + k) / place.width) as u32) % place.size[1];
    }
    let (x, y) = (S::u32s::from_slice(s, &xs[..n]), S::u32s::from_slice(s, &ys[..n]));
    let h = hash::point(m, x, y, m.u(place.channel), m.u(0x0d17_4e12));
    let (a, b) = (hash::unit(m, h), hash::unit(m, hash::mix(m, h)));
    a - b
}
