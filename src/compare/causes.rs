//! What was done to a picture, where it shows in every single sample.
//!
//! Each cause is a claim about all pixels, and is made only where all of them bear it out, to one step of the stored depth. A
//! cause that holds for most pixels is none: it would send people the wrong way.

use super::colour::{decode, encode};
use super::kind::Kind;
use super::pair::Pair;
use super::picture::Picture;
use crate::maps::Depth;
use rayon::prelude::*;
use std::fmt;

/// What makes B of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Moved over the border by whole pixels.
    Rolled {
        /// To the right and down.
        by: [i64; 2],
    },
    /// Green points the other way; the flag says whether it is the y of a direction.
    GreenFlipped {
        /// Whether the pictures are normal maps.
        normal: bool,
    },
    /// Blue, green, red.
    RedBlueSwapped,
    /// Last row first.
    UpsideDown,
    /// Last column first.
    Mirrored,
    /// Rows became columns.
    Transposed,
    /// One minus the value.
    Inverted,
    /// The sRGB curve was applied once more.
    Encoded,
    /// The sRGB curve was taken off.
    Decoded,
    /// The same numbers, stored with fewer bits.
    Coarser {
        /// Whether A is the coarser one.
        a: bool,
        /// How the coarser one is stored.
        depth: Depth,
    },
    /// One is grey, the other repeats it in each channel.
    GreyRepeated,
    /// The same colours, with an alpha that is 1 everywhere on one side.
    OpaqueAlpha,
    /// The same colours, with an alpha that is not 1 everywhere on one side.
    Alpha,
}

impl Cause {
    /// One word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Cause::Rolled { .. } => "rolled",
            Cause::GreenFlipped { .. } => "green-flipped",
            Cause::RedBlueSwapped => "red-blue-swapped",
            Cause::UpsideDown => "upside-down",
            Cause::Mirrored => "mirrored",
            Cause::Transposed => "transposed",
            Cause::Inverted => "inverted",
            Cause::Encoded => "srgb-encoded",
            Cause::Decoded => "srgb-decoded",
            Cause::Coarser { .. } => "coarser-depth",
            Cause::GreyRepeated => "grey-repeated",
            Cause::OpaqueAlpha => "opaque-alpha",
            Cause::Alpha => "alpha",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cause::Rolled { by: [x, y] } => {
                let way = |by: i64, back: &str, forth: &str| match by {
                    0 => None,
                    by => Some(format!("{} {}", by.abs(), if by < 0 { back } else { forth })),
                };
                let ways = [way(*x, "to the left", "to the right"), way(*y, "up", "down")];
                let ways: Vec<String> = ways.into_iter().flatten().collect();
                write!(f, "B is A rolled by ({x}, {y}) pixels over the border: {}", ways.join(", "))
            }
            Cause::GreenFlipped { normal: true } => {
                f.write_str("B is A with green (y) flipped: one is OpenGL, the other DirectX")
            }
            Cause::GreenFlipped { normal: false } => f.write_str("B is A with green inverted"),
            Cause::RedBlueSwapped => f.write_str("B is A with red and blue swapped: RGB and BGR were mixed up"),
            Cause::UpsideDown => f.write_str("B is A upside down: its last row comes first"),
            Cause::Mirrored => f.write_str("B is A mirrored: its last column comes first"),
            Cause::Transposed => f.write_str("B is A with rows and columns swapped"),
            Cause::Inverted => f.write_str("B is A inverted: 1 - A"),
            Cause::Encoded => {
                f.write_str("B is A after the sRGB curve: linear numbers were encoded, or sRGB ones taken for linear and encoded again")
            }
            Cause::Decoded => f.write_str("B is A without the sRGB curve: A was read as sRGB and stored linear"),
            Cause::Coarser { a, depth } => {
                let (coarse, fine) = if *a { ("A", "B") } else { ("B", "A") };
                write!(f, "{coarse} is {fine}, rounded to {}", super::picture::depth_name(*depth))
            }
            Cause::GreyRepeated => f.write_str("the values are equal: grey on one side, repeated in each channel on the other"),
            Cause::OpaqueAlpha => f.write_str("the values are equal: one side has an alpha besides, which is 1 everywhere"),
            Cause::Alpha => f.write_str("the values are equal: one side has an alpha besides, which is not 1 everywhere"),
        }
    }
}

/// The causes that explain a pair that differs.
pub(super) fn find(pair: &Pair) -> Vec<Cause> {
    let (a, n) = (pair.a, pair.a.channels);
    let last = a.height - 1;
    let straight = |y: u32| y;
    let near = |a: &[f64], b: &[f64]| pair.steps(a, b) <= 1.0 + 1e-6;
    let moved = |change: fn(&mut [f64])| {
        move |a: &[f64], b: &[f64]| {
            let mut pixel = [0.0; 4];
            let pixel = &mut pixel[..a.len()];
            pixel.copy_from_slice(a);
            change(pixel);
            near(pixel, b)
        }
    };
    let signed = pair.is_signed();
    let mut causes = Vec::new();
    let mut add = |holds: bool, cause: Cause| causes.extend(holds.then_some(cause));
    if a.depth != pair.b.depth
        && let Some(cause) = coarser(pair)
    {
        add(true, cause);
    }
    if n >= 3 {
        let flip: fn(&mut [f64]) = if signed { |p| p[1] = -p[1] } else { |p| p[1] = 1.0 - p[1] };
        add(holds(pair, straight, moved(flip)), Cause::GreenFlipped { normal: pair.kind == Kind::Normal });
        add(holds(pair, straight, moved(|p| p.swap(0, 2))), Cause::RedBlueSwapped);
    }
    add(holds(pair, |y| last - y, moved(|_| ())), Cause::UpsideDown);
    add(mirrored(pair), Cause::Mirrored);
    add(a.width == a.height && transposed(pair.a, pair.b), Cause::Transposed);
    let invert: fn(&mut [f64]) = |p| {
        let colours = if matches!(p.len(), 2 | 4) { p.len() - 1 } else { p.len() };
        p[..colours].iter_mut().for_each(|v| *v = 1.0 - *v);
    };
    add(holds(pair, straight, moved(invert)), Cause::Inverted);
    let curve = |curve: fn(f64) -> f64| holds(pair, straight, |a, b| curved(pair, curve, a, b)) && shows_curves(pair);
    add(curve(encode), Cause::Encoded);
    add(curve(decode), Cause::Decoded);
    causes
}

/// Whether each pixel of A, in the row that `from` names for a row of B, leads to that of B.
fn holds(pair: &Pair, from: impl Fn(u32) -> u32 + Sync, pixel: impl Fn(&[f64], &[f64]) -> bool + Sync) -> bool {
    let n = pair.a.channels;
    (0..pair.a.height).into_par_iter().all(|y| {
        let (mut here, mut there) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        pair.rows(from(y), &mut there);
        pair.rows(y, &mut here);
        there[0].chunks_exact(n).zip(here[1].chunks_exact(n)).all(|(a, b)| pixel(a, b))
    })
}

fn mirrored(pair: &Pair) -> bool {
    let n = pair.a.channels;
    (0..pair.a.height).into_par_iter().all(|y| {
        let mut rows = [Vec::new(), Vec::new()];
        pair.rows(y, &mut rows);
        let [a, b] = &rows;
        a.chunks_exact(n).rev().zip(b.chunks_exact(n)).all(|(a, b)| pair.steps(a, b) <= 1.0 + 1e-6)
    })
}

/// Whether rows of A are columns of B.
fn transposed(a: &Picture, b: &Picture) -> bool {
    let (width, height, n) = (a.width as usize, a.height as usize, a.channels);
    a.depth == b.depth
        && (0..height).into_par_iter().all(|y| {
            (0..width * n).all(|i| {
                let (x, c) = (i / n, i % n);
                a.bits(y * width * n + i) == b.bits((x * height + y) * n + c)
            })
        })
}

/// Whether the samples of A lie far enough apart to tell a curve from a shift: on an almost even grey both fit.
fn shows_curves(pair: &Pair) -> bool {
    const APART: f64 = 0.1;
    let n = pair.a.channels;
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for y in 0..pair.a.height {
        let mut rows = [Vec::new(), Vec::new()];
        pair.rows(y, &mut rows);
        for (_, v) in rows[0].iter().enumerate().filter(|(i, _)| pair.a.alpha() != Some(i % n)) {
            (least, greatest) = (least.min(*v), greatest.max(*v));
        }
    }
    greatest - least > APART
}

/// Whether a rising curve leads from the samples of `a` to those of `b`, given how both were rounded. An alpha has no curve.
fn curved(pair: &Pair, curve: fn(f64) -> f64, a: &[f64], b: &[f64]) -> bool {
    let room = |picture: &Picture| match picture.depth {
        Depth::Eight => 0.5 / 255.0,
        Depth::Sixteen => 0.5 / 65535.0,
        Depth::Half => 0.5 / 2048.0,
        Depth::Float => 1e-5,
    };
    let (from, to) = (room(pair.a), 1.5 * room(pair.b));
    a.iter().zip(b).enumerate().all(|(i, (a, b))| {
        if pair.a.alpha() == Some(i) {
            return (a - b).abs() <= from + to;
        }
        curve(a - from) - to <= *b && *b <= curve(a + from) + to
    })
}

/// Which of the two is the other one with fewer bits.
fn coarser(pair: &Pair) -> Option<Cause> {
    let bits = |depth: Depth| match depth {
        Depth::Eight => 8,
        Depth::Half => 11,
        Depth::Sixteen => 16,
        Depth::Float => 24,
    };
    let a = bits(pair.a.depth) < bits(pair.b.depth);
    let depth = if a { pair.a.depth } else { pair.b.depth };
    // Half a step, and a hair for the curve of colours.
    let near = |a: f64, b: f64| match depth {
        Depth::Eight => (a - b).abs() * 255.0 <= 0.51,
        Depth::Sixteen => (a - b).abs() * 65535.0 <= 0.51,
        Depth::Half | Depth::Float => (a - b).abs() <= a.abs().max(b.abs()) / 2000.0 + 1e-7,
    };
    holds(pair, |y| y, |a, b| a.iter().zip(b).all(|(a, b)| near(*a, *b))).then_some(Cause::Coarser { a, depth })
}

/// What can be said of pictures whose sizes or channels differ.
pub(super) fn between_shapes(a: &Picture, b: &Picture) -> Vec<Cause> {
    if a.channels == b.channels {
        let turned = [a.width, a.height] == [b.height, b.width] && transposed(a, b);
        return if turned { vec![Cause::Transposed] } else { Vec::new() };
    }
    let (few, many) = if a.channels < b.channels { (a, b) } else { (b, a) };
    if [a.width, a.height] != [b.width, b.height] || a.depth != b.depth {
        return Vec::new();
    }
    let (n, m) = (few.channels, many.channels);
    let has_alpha = many.alpha().is_some();
    let colours = if has_alpha { m - 1 } else { m };
    let repeated = n == 1 && colours == 3;
    if !(repeated || n == colours) {
        return Vec::new();
    }
    let pixels = a.width as usize * a.height as usize;
    let same = (0..pixels)
        .into_par_iter()
        .all(|i| (0..colours).all(|c| few.bits(i * n + if repeated { 0 } else { c }) == many.bits(i * m + c)));
    let opaque = || {
        let top = many.top();
        let bits = if many.is_whole() { top as u32 } else { 1f32.to_bits() };
        (0..pixels).into_par_iter().all(|i| many.bits(i * m + m - 1) == bits)
    };
    match (same, repeated, has_alpha) {
        (false, ..) => Vec::new(),
        (true, true, false) => vec![Cause::GreyRepeated],
        (true, repeated, _) => {
            let alpha = if opaque() { Cause::OpaqueAlpha } else { Cause::Alpha };
            if repeated { vec![Cause::GreyRepeated, alpha] } else { vec![alpha] }
        }
    }
}
