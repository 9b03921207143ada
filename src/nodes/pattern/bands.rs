//! `bands`: strips of given widths across the whole tile, for trim sheets. They have no ends: `.u` runs once along the
//! tile, and `.edge` looks across only.

use super::surface::extent;
use super::{Element, Layout, OUTPUTS, Surface};
use crate::machine::Machine;
use crate::machine::math::abs;
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::{At, Lower, Value};

/// The most bands of one list: each costs a few operations per pixel.
const MOST: usize = 64;

/// The node.
pub struct Bands {
    widths: Vec<f64>,
    repeat: f64,
    turned: bool,
    surface: Surface,
}

impl Bands {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let doc = "widths from the top down, in any unit: together they fill the tile; default [1, 1, 1, 1]";
        let mut widths = fields.numbers("widths", 1e-6..=1e6, doc);
        if widths.len() > MOST {
            let span = fields.span_of("widths");
            fields.problem(span, format!("`widths` takes at most {MOST} bands, these are {}", widths.len()));
            widths.truncate(MOST);
        }
        if widths.is_empty() && fields.has("widths") {
            let span = fields.span_of("widths");
            fields.problem(span, "`widths` takes at least one band");
        }
        if widths.is_empty() {
            widths = vec![1.0; 4];
        }
        let repeat = fields.integer("repeat", 1, 1..=1000, "how often the list follows itself on a tile") as f64;
        let ways = [("x", false, "bands run along x"), ("y", true, "bands run along y, from the left")];
        let turned = fields.choice("along", &ways, 0, "which way bands run");
        Box::new(Self { widths, repeat, turned, surface: Surface::read(fields, 0.0, 0.005, false) })
    }
}

impl Node for Bands {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.surface.uses(see);
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, self.turned);
        let repeat = (self.repeat * scale[1]).round().clamp(1.0, 1000.0) as u32;
        let sum: f64 = self.widths.iter().sum();
        let (mut starts, mut before) = (Vec::new(), 0.0);
        for width in &self.widths {
            starts.push(before / sum);
            before += width;
        }
        let shares = self.widths.iter().map(|w| w / sum).collect();
        let size = [tile[0], tile[1] / f64::from(repeat)];
        self.surface.lower(l, at, output, Strips { starts, shares, repeat, size }, self.turned)
    }
}

/// Strips.
#[derive(Clone, Debug)]
struct Strips {
    /// Where each starts, as a share of the list.
    starts: Vec<f64>,
    /// How wide each is.
    shares: Vec<f64>,
    /// Lists per tile.
    repeat: u32,
    /// Length of the strips and width of a list, metres.
    size: [f64; 2],
}

impl Layout for Strips {
    fn name(&self) -> String {
        format!("{} times {} bands", self.repeat, self.starts.len())
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let (list, across) = m.cell(at[1], m.arg_u(self.repeat));
        let (_, along) = m.cell(at[0], m.u(1));
        let (mut start, mut share) = (m.f(0.0), m.arg_f(self.shares[0] as f32));
        let mut inverse = m.arg_f((1.0 / self.shares[0]) as f32);
        let mut number = m.u(0);
        for k in 1..self.starts.len() {
            let from = m.arg_f(self.starts[k] as f32);
            let before = m.lt(across, from);
            start = m.pick(before, start, from);
            share = m.pick(before, share, m.arg_f(self.shares[k] as f32));
            inverse = m.pick(before, inverse, m.arg_f((1.0 / self.shares[k]) as f32));
            number = m.pick_u(before, number, m.u(k as u32));
        }
        let row = list * m.u(self.starts.len() as u32) + number;
        let size = [m.arg_f(self.size[0] as f32), share * m.arg_f(self.size[1] as f32)];
        Element::new([m.u(0), row], [along, (across - start) * inverse], size)
    }
    #[inline(always)]
    fn edge<M: Machine>(&self, m: M, at: [M::T; 2], seed: u32, [joint, _]: [M::F; 2]) -> M::F {
        let element = self.element(m, at, seed);
        let half = element.size[1] * m.f(0.5);
        let inside = m.greater(half - abs(m, element.offset(m)[1]), m.f(0.0));
        inside - m.greater(joint, m.f(0.0)) * m.f(0.5)
    }
    fn largest(&self) -> [f64; 2] {
        let widest = self.shares.iter().fold(0.0, |a: f64, b| a.max(*b)) * self.size[1];
        // Nothing ends along them.
        [self.size[0].max(widest), widest]
    }
    fn last(&self) -> [u32; 2] {
        [0, self.repeat * self.starts.len() as u32 - 1]
    }
}
