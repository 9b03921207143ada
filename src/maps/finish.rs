//! From numbers to stored samples: spans, sRGB, rounding, dither. Values are held to what can be stored, and how many
//! had to be is counted.

use super::plan::{Kind, MapPlan};
use super::{Depth, Format};
use crate::eval::block::{REGISTER, STRIP};
use crate::machine::math::clamp;
use crate::machine::{Cpu, Level, Machine, colour, hash, lanes, narrow};
use fearless_simd::{Simd, prelude::*};

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

/// The same, lent: samples of a pixel side by side, top to bottom, native byte order.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// 8-bit.
    U8(&'a [u8]),
    /// 16-bit.
    U16(&'a [u16]),
    /// Floats, stored as half or float.
    Float(&'a [f32]),
}

impl<'a> From<&'a Samples> for Rows<'a> {
    fn from(samples: &'a Samples) -> Self {
        match samples {
            Samples::U8(all) => Rows::U8(all),
            Samples::U16(all) => Rows::U16(all),
            Samples::Float(all) => Rows::Float(all),
        }
    }
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

impl Samples {
    /// No samples yet, of the kind that a map has.
    pub fn none(map: &MapPlan) -> Self {
        match map.depth {
            Depth::Eight => Self::U8(Vec::new()),
            Depth::Sixteen => Self::U16(Vec::new()),
            Depth::Half | Depth::Float => Self::Float(Vec::new()),
        }
    }

    /// Changes how many samples there are; new ones are 0.
    pub fn resize(&mut self, samples: usize) {
        match self {
            Self::U8(all) => all.resize(samples, 0),
            Self::U16(all) => all.resize(samples, 0),
            Self::Float(all) => all.resize(samples, 0.0),
        }
    }
}

/// How the numbers of a map become samples.
pub struct Finish {
    level: Level,
    task: Task,
    /// Width and height of the whole picture, around which columns and rows wrap.
    size: [u32; 2],
    /// Samples of each channel of a run, before they are put beside each other.
    words: Box<[[u32; REGISTER]; 4]>,
}

/// What is done with a channel.
#[derive(Clone, Copy)]
pub(super) struct Task {
    /// `stored = value * scale + offset`, 0..1 for whole numbers.
    scale: f32,
    offset: f32,
    srgb: bool,
    /// The greatest stored whole number; 0 for floats.
    top: f32,
    pub(super) dither: bool,
}

/// A run of pixels in a row.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Column and row of the first one in the whole picture, on which dither depends; beyond its border they wrap.
    pub at: [u32; 2],
    /// Where it is stored.
    pub first: usize,
}

impl Finish {
    /// For a picture of this size.
    pub fn new(level: Level, map: &MapPlan, size: [u32; 2]) -> Self {
        Self { level, task: task(map), size, words: Box::new([[0; REGISTER]; 4]) }
    }

    /// Stores a run of at most [`STRIP`] pixels: the numbers of each channel, as long as the run.
    pub fn run(&mut self, channels: &[&[f32]], run: Run, samples: &mut Samples) -> Counts {
        let mut all = Counts::default();
        for (c, (plane, words)) in channels.iter().zip(self.words.iter_mut()).enumerate() {
            let task = &self.task.of_channel(c);
            let place = Dither { run, size: self.size, channel: c as u32 };
            let ends = lanes!(self.level, s => channel(s, task, plane, place, words));
            all.merge(&counts(task, plane, ends));
        }
        let first = run.first * channels.len();
        let len = channels.first().map_or(0, |c| c.len()).min(STRIP);
        let from = (&*self.words, channels.len(), len);
        match samples {
            Samples::U8(to) => side_by_side(self.level, from, &mut to[first..], |w| w as u8),
            Samples::U16(to) => side_by_side(self.level, from, &mut to[first..], |w| w as u16),
            Samples::Float(to) => side_by_side(self.level, from, &mut to[first..], f32::from_bits),
        }
        all
    }
}

/// The words of 1 to 4 channels as samples, those of a pixel after each other.
fn side_by_side<T: Copy>(
    level: Level,
    (words, channels, len): (&[[u32; REGISTER]; 4], usize, usize),
    to: &mut [T],
    narrow: impl Fn(u32) -> T,
) {
    let [r, g, b, a] = words;
    // The lanes are those that the compiler finds in these loops.
    lanes!(level, s => {
        let _ = s;
        match channels {
            1 => {
                for (to, v) in to.iter_mut().zip(&r[..len]) {
                    *to = narrow(*v);
                }
            }
            2 => {
                let (r, g) = (&r[..len], &g[..len]);
                for (i, to) in to.as_chunks_mut::<2>().0.iter_mut().take(len).enumerate() {
                    *to = [narrow(r[i]), narrow(g[i])];
                }
            }
            3 => {
                let (r, g, b) = (&r[..len], &g[..len], &b[..len]);
                for (i, to) in to.as_chunks_mut::<3>().0.iter_mut().take(len).enumerate() {
                    *to = [narrow(r[i]), narrow(g[i]), narrow(b[i])];
                }
            }
            _ => {
                let (r, g, b, a) = (&r[..len], &g[..len], &b[..len], &a[..len]);
                for (i, to) in to.as_chunks_mut::<4>().0.iter_mut().take(len).enumerate() {
                    *to = [narrow(r[i]), narrow(g[i]), narrow(b[i]), narrow(a[i])];
                }
            }
        }
    });
}

impl Task {
    /// What is done with channel `c`: alpha is a number, in a colour, too.
    pub(super) fn of_channel(self, c: usize) -> Self {
        Self { srgb: self.srgb && c < 3, ..self }
    }
    /// A number between what float formats store and what whole numbers are made of.
    #[inline(always)]
    fn scaled<M: Machine>(&self, m: M, v: M::F) -> M::F {
        v * m.arg_f(self.scale) + m.arg_f(self.offset)
    }

    /// A sample: the bits of a float, or a whole number, rounded to nearest, or down after `scatter` was added.
    #[inline(always)]
    pub(super) fn stored<M: Machine>(&self, m: M, v: M::F, scatter: M::F) -> M::U {
        let (zero, one, top) = (m.f(0.0), m.f(1.0), m.f(self.top));
        let t = self.scaled(m, v);
        if self.top == 0.0 {
            return m.bits(t);
        }
        let t = if self.srgb { colour::to_srgb(m, t) } else { clamp(m, t, zero, one) };
        let t = t * top;
        m.int(if self.dither { clamp(m, t + scatter, zero, top) } else { t + m.f(0.5) })
    }

    /// -1 below what can be stored, 1 above, else 0, as always for floats. By 1e-6 it is rounding of the arithmetic.
    #[inline(always)]
    pub(super) fn outside<M: Machine>(&self, m: M, v: M::F) -> M::F {
        if self.top == 0.0 {
            return m.f(0.0);
        }
        let t = self.scaled(m, v);
        let (below, above) = (m.lt(t, m.f(-1e-6)), m.lt(m.f(1.0 + 1e-6), t));
        m.pick(below, m.f(-1.0), m.pick(above, m.f(1.0), m.f(0.0)))
    }
}

/// What is done with the channels of a map.
pub(super) fn task(map: &MapPlan) -> Task {
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
    run: Run,
    size: [u32; 2],
    channel: u32,
}

/// Samples of one channel; gives the least and the greatest number.
#[inline(always)]
fn channel<S: Simd>(s: S, task: &Task, plane: &[f32], place: Dither, out: &mut [u32; REGISTER]) -> [f32; 2] {
    // A loop for each kind, which asks nothing while it runs.
    match (task.top == 0.0, task.srgb, task.dither) {
        (true, ..) => channel_of(s, Task { top: 0.0, srgb: false, dither: false, ..*task }, plane, place, out),
        (_, false, false) => channel_of(s, Task { srgb: false, dither: false, ..*task }, plane, place, out),
        (_, true, false) => channel_of(s, Task { srgb: true, dither: false, ..*task }, plane, place, out),
        (_, false, true) => channel_of(s, Task { srgb: false, dither: true, ..*task }, plane, place, out),
        (_, true, true) => channel_of(s, Task { srgb: true, dither: true, ..*task }, plane, place, out),
    }
}

#[inline(always)]
fn channel_of<S: Simd>(s: S, task: Task, plane: &[f32], place: Dither, out: &mut [u32; REGISTER]) -> [f32; 2] {
    let m = Cpu(s);
    let n = S::f32s::LEN;
    let (mut least, mut greatest) = (m.f(f32::INFINITY), m.f(f32::NEG_INFINITY));
    let mut i = 0;
    while i < plane.len().min(STRIP) {
        let count = n.min(plane.len() - i);
        let v = if count == n {
            S::f32s::from_slice(s, &plane[i..i + n])
        } else {
            // The last value again and again: it changes neither least nor greatest.
            let mut lanes = [plane[plane.len() - 1]; 16];
            lanes[..count].copy_from_slice(&plane[i..]);
            S::f32s::from_slice(s, &lanes[..n])
        };
        least = m.lesser(v, least);
        greatest = m.greater(v, greatest);
        let noise = if task.dither { scatter(m, pixels(s, place, i), place.channel) } else { m.f(0.0) };
        task.stored(m, v, noise).store_slice(&mut out[i..i + n]);
        i += n;
    }
    [
        least.as_slice().iter().fold(f32::INFINITY, |a, b| a.min(*b)),
        greatest.as_slice().iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b)),
    ]
}

/// What of a channel passes what can be stored. Few pictures do, so numbers are only looked at where an end does.
fn counts(task: &Task, plane: &[f32], [least, greatest]: [f32; 2]) -> Counts {
    let mut counts = Counts { least, greatest, ..Counts::default() };
    let passes = |v: f32| task.outside(narrow(), narrow().f(v)).as_slice()[0];
    if [least, greatest].iter().any(|v| passes(*v) != 0.0) {
        counts.below = plane.iter().filter(|v| passes(**v) < 0.0).count() as u64;
        counts.above = plane.iter().filter(|v| passes(**v) > 0.0).count() as u64;
    }
    counts
}

/// Column and row of the pixels from `i` on, in the whole picture.
#[inline(always)]
fn pixels<S: Simd>(s: S, place: Dither, i: usize) -> [S::u32s; 2] {
    let [w, h] = place.size;
    let mut xs = [0u32; 16];
    for (k, x) in xs[..S::f32s::LEN].iter_mut().enumerate() {
        *x = (place.run.at[0] + (i + k) as u32) % w;
    }
    [S::u32s::from_slice(s, &xs[..S::f32s::LEN]), S::u32s::splat(s, place.run.at[1] % h)]
}

/// Even noise of one step, 0 to below 1, by the pixel and the channel: rounded down with it, a value between two whole
/// numbers becomes either, on average itself; a whole number stays.
#[inline(always)]
pub(super) fn scatter<M: Machine>(m: M, [x, y]: [M::U; 2], channel: u32) -> M::F {
    let h = hash::point(m, x, y, m.arg_u(channel), m.u(0x0d17_4e12));
    hash::unit(m, hash::mix(m, h))
}
