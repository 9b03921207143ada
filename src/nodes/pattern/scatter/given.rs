//! What fields say about elements, and what is stamped on them.
//!
//! A field is read once for each element, at its middle, by a program of its own: the element is whole however the
//! field changes across it, and the same in pictures of any size. A stamp is read on a grid over its tile.

use super::places::Places;
use crate::machine::Machine;
use crate::machine::math::{clamp, lerp};
use crate::memory;
use crate::preset::Expr;
use crate::program::range::Range;
use crate::program::{At, Lower, Sampling, Table};
use std::sync::Arc;

/// A number of each element.
#[derive(Clone, Debug)]
pub enum Given {
    /// The same for all.
    Same(f32),
    /// By the number of the element's cell.
    Each(Arc<[f32]>),
}

impl Given {
    /// The field `of` at the middles of all elements, held to `range`; `None` where only a bake computes it.
    pub fn lower(l: &mut Lower, at: At, of: &Expr, key: &str, places: Places, range: Range) -> Option<Self> {
        // Lowered here too, so that mistakes inside show without an engine.
        let number = l.number(of, at);
        let held = |v: f32| v.clamp(range.lo, range.hi);
        if let Some(v) = l.graph.value(number) {
            return Some(Given::Same(held(v)));
        }
        let engine = l.engine?;
        let [columns, rows] = places.counts.map(|n| n as usize);
        let cells = columns * rows * places.layers as usize;
        // The numbers of a layer, those of all of them, and their copy for the program.
        if let Some(refusal) = memory::refusal(12 * cells as u64) {
            l.problem(&of.span, refusal, "take fewer elements, or a number instead of a field");
            return Some(Given::Same(range.lo));
        }
        let table = l.table(at.salted(key), |l| {
            let mut values = Vec::with_capacity(cells);
            for layer in 0..places.layers {
                let mut inner = l.nested(Sampling { pixels: None });
                let middles = places.middles(&mut inner, at, layer);
                let number = inner.number(of, middles);
                let layer = engine.grid(&inner.graph.plan(&[number]), columns, rows, 1);
                values.extend(layer.into_iter().map(held));
            }
            Table { size: [columns, rows * places.layers as usize], values: values.into(), range }
        });
        Some(Given::Each(table.values.clone()))
    }

    /// That of the element with this number.
    #[inline(always)]
    pub fn of<M: Machine>(&self, m: M, number: M::U) -> M::F {
        match self {
            Given::Same(v) => m.arg_f(*v),
            Given::Each(values) => m.fetch(values, number),
        }
    }

    /// Whether it is this number for all elements.
    #[inline(always)]
    pub fn is(&self, v: f32) -> bool {
        matches!(self, Given::Same(same) if *same == v)
    }
}

/// The tile of a node on a grid.
#[derive(Clone, Debug)]
pub struct Stamp {
    values: Arc<[f32]>,
    /// Samples along each edge.
    edge: u32,
}

impl Stamp {
    /// The node `of`, held to 0..1; `None` where only a bake computes it. All octaves and copies have the same stamp.
    pub fn lower(l: &mut Lower, of: &Expr, edge: u32) -> Option<Self> {
        let at = At::start();
        l.number(of, at);
        let engine = l.engine?;
        let table = l.table(at.salted("stamp"), |l| {
            let samples = edge as usize;
            let along = f64::from(edge);
            let mut inner = l.nested(Sampling { pixels: Some([along, along, f64::INFINITY]) });
            let number = inner.number(of, at);
            let values = engine.grid(&inner.graph.plan(&[number]), samples, samples, 1);
            let values = values.into_iter().map(|v| v.clamp(0.0, 1.0)).collect();
            Table { size: [samples; 2], values, range: Range::UNIT }
        });
        Some(Stamp { values: table.values.clone(), edge })
    }

    /// At a place of its tile, 0 to 1, linear between its samples and constant from the last one to the border.
    #[inline(always)]
    pub fn at<M: Machine>(&self, m: M, place: [M::F; 2]) -> M::F {
        let [x, dx] = self.sample(m, place[0]);
        let [y, dy] = self.sample(m, place[1]);
        let edge = m.u(self.edge);
        let first = m.int(y) * edge + m.int(x);
        let (a, b) = (m.fetch(&self.values, first), m.fetch(&self.values, first + m.u(1)));
        let below = first + edge;
        let (c, d) = (m.fetch(&self.values, below), m.fetch(&self.values, below + m.u(1)));
        lerp(lerp(a, b, dx), lerp(c, d, dx), dy)
    }

    /// The sample before a place, and how far behind it the place lies.
    #[inline(always)]
    fn sample<M: Machine>(&self, m: M, place: M::F) -> [M::F; 2] {
        let edge = self.edge as f32;
        let at = clamp(m, place * m.f(edge) - m.f(0.5), m.f(0.0), m.f(edge - 1.0));
        let first = m.lesser(m.floor(at), m.f(edge - 2.0));
        [first, at - first]
    }
}
