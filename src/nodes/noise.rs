//! What all noises share: the size of their cells, `out`, the fading of what a picture can't carry, and the numbers
//! that fractals need to know of them.

use super::{Node, NodeType};
use crate::preset::{Axes, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};
use crate::program::{CellSize, counts};

/// A noise: signed, about -1..1, with a mean and moments that are known.
pub trait Noise: Send + Sync {
    /// The signed noise at a place and octave, not faded.
    fn signed(&self, l: &mut Lower, at: At) -> Num;
    /// The noise as 0..1.
    fn unsigned(&self, l: &mut Lower, at: At) -> Num {
        let n = self.signed(l, at);
        let half = l.constant(0.5);
        let scaled = l.call("*", &[n, half]);
        l.call("+", &[scaled, half])
    }
    /// Mean and mean powers of the magnitude of the signed noise, by the number of dimensions.
    fn moments(&self, dimensions: usize) -> Moments;
    /// Cells per tile of its lattice on a tile of this size; `None` where it has no lattice and fades by itself.
    fn counts(&self, tile: [f64; 3]) -> Option<[f64; 3]>;
    /// The same for people: a fractal has the cells of its first octave.
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        self.counts(tile)
    }
    /// Every formula that it reads.
    fn uses(&self, see: &mut dyn FnMut(&crate::preset::Expr)) {
        let _ = see;
    }
    /// Outputs beside the main one.
    fn outputs(&self) -> &'static [super::Output] {
        &[]
    }
    /// One of them; never faded.
    fn output(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let _ = (at, output);
        Value::Number(l.constant(0.0))
    }
}

/// Moments of a signed noise: what replaces an octave that a picture can't carry, and what scales a fractal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Mean.
    pub mean: f64,
    /// Means of |n|, n^2, |n|^3 and n^4.
    pub abs: [f64; 4],
}

impl Moments {
    /// Standard deviation.
    pub fn deviation(&self) -> f64 {
        (self.abs[1] - self.mean * self.mean).max(0.0).sqrt()
    }
}

/// A type of noise with its keys.
pub trait NoiseType: Noise + Sized + 'static {
    /// What stands in `type = ".."`.
    const NAME: &'static str;
    /// What it draws, in one line.
    const DOC: &'static str;
    /// Its group in lists.
    const GROUP: &'static str = "noise";
    /// Whether a fractal may name it as its basis.
    const BASIS: bool = true;
    /// Reads its own keys.
    fn read(fields: &mut Fields) -> Self;
}

/// What a noise node gives as its main output.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Out {
    /// 0..1.
    Unsigned,
    /// -1..1.
    Signed,
    /// Three independent signed fields.
    Vector,
}

/// The basis of a fractal by its type name.
pub type Basis = Box<dyn Noise>;

/// The line of the registry for a noise.
pub const fn entry<N: NoiseType>() -> NodeType {
    NodeType {
        name: N::NAME,
        doc: N::DOC,
        group: N::GROUP,
        read: |fields| {
            let choices = [
                ("unsigned", Out::Unsigned, "0 .. 1"),
                ("signed", Out::Signed, "-1 .. 1"),
                ("vector", Out::Vector, "three independent fields, -1 .. 1, for warps"),
            ];
            let out = fields.choice("out", &choices, 0, "what it gives");
            Box::new(NoiseNode { noise: N::read(fields), out })
        },
        basis: if N::BASIS { Some(|fields| Box::new(N::read(fields))) } else { None },
    }
}

/// A noise as a node.
pub struct NoiseNode<N> {
    noise: N,
    out: Out,
}

impl<N: Noise> NoiseNode<N> {
    /// The noise, faded towards its mean where the picture can't carry its cells.
    fn faded(&self, l: &mut Lower, at: At, signed: bool) -> Num {
        let weight = self.noise.counts(l.preset.tile).map_or(1.0, |counts| l.weight(counts, at));
        if weight >= 1.0 {
            return if signed { self.noise.signed(l, at) } else { self.noise.unsigned(l, at) };
        }
        // Some noises measure their mean: not before it is needed.
        let mean = self.noise.moments(l.axes()).mean;
        let mean = if signed { mean } else { 0.5 + 0.5 * mean };
        if weight <= 0.0 {
            return l.constant(mean);
        }
        let n = if signed { self.noise.signed(l, at) } else { self.noise.unsigned(l, at) };
        let (mean, weight) = (l.constant(mean), l.constant(f64::from(weight)));
        l.call("mix", &[mean, n, weight])
    }
}

impl<N: Noise> Node for NoiseNode<N> {
    fn uses(&self, see: &mut dyn FnMut(&crate::preset::Expr)) {
        self.noise.uses(see);
    }
    fn outputs(&self) -> &'static [super::Output] {
        self.noise.outputs()
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        match (output, self.out) {
            ("", Out::Unsigned) => Value::Number(self.faded(l, at, false)),
            ("", Out::Signed) => Value::Number(self.faded(l, at, true)),
            ("", Out::Vector) => {
                let mut v = [l.constant(0.0); 3];
                for (v, axis) in v.iter_mut().zip(["x", "y", "z"]).take(l.axes()) {
                    *v = self.faded(l, at.salted(axis), true);
                }
                Value::Vector(v)
            }
            _ => self.noise.output(l, at, output),
        }
    }
    fn as_noise(&self) -> Option<&dyn Noise> {
        Some(&self.noise)
    }
}

/// The keys `period` and `cell`: how large the cells of a lattice are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellKeys {
    size: CellSize,
}

impl CellKeys {
    /// Reads them; without either the lattice has 8 cells along the shorter edge.
    pub fn read(fields: &mut Fields) -> Self {
        let period =
            fields.whole_axes("period", None, 1..=65535, "cells per tile: along the shorter edge, or per axis");
        let cell = fields.optional_number("cell", 1e-6..=1e6, "width of a cell, metres, snapped to whole cells");
        let size = match (period, cell) {
            (Some(_), Some(_)) => {
                let span = fields.key_span("cell");
                fields.problem(span, "`period` and `cell` say the same thing twice: keep one of them");
                CellSize::Period(8.0)
            }
            (Some(Axes::All(p)), None) => CellSize::Period(p as f64),
            (Some(Axes::Each(x, y, z)), None) => CellSize::Periods(x as f64, y as f64, z.map(|z| z as f64)),
            (None, Some(metres)) => CellSize::Cell(metres),
            (None, None) => CellSize::Period(8.0),
        };
        Self { size }
    }
    /// Cells per tile on a tile of this size, metres.
    pub fn counts(&self, tile: [f64; 3]) -> [f64; 3] {
        counts(self.size, tile)
    }
}

/// Bounds of a noise that can leave -1..1 by the factor `peak`.
pub fn signed_range(peak: f32) -> [Range; 1] {
    [Range::new(-peak, peak)]
}
