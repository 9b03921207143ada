//! `worley`: cellular noise after Steven Worley, "A Cellular Texture Basis Function" (SIGGRAPH 1996): distances to the
//! nearest of one random point per cell.
//!
//! Exact: the search goes on in rings until no point further out can be nearer, for each metric, order, jitter and shape
//! of cell. Distances are in metres; the main output is scaled to 0..1 by a constant per metric and order.

pub(super) mod border;
pub(super) mod nearest;
pub(super) mod norm;

use super::Output;
use super::noise::{CellKeys, Moments, Noise, NoiseType};
use crate::eval::Engine;
use crate::kernel::{Grid, Lattice};
use crate::preset::Fields;
use crate::program::range::Range;
use crate::program::{At, Graph, Lower, Num, Value, op::Place};
use border::Border;
use nearest::{Flat, Nearest, Solid, Two};
use norm::{Euclid, Norm, Straight};
use std::sync::OnceLock;

/// The node.
pub struct Worley {
    cells: CellKeys,
    metric: Metric,
    value: Main,
    jitter: f32,
    moments: [OnceLock<Moments>; 2],
}

/// How distance is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Metric {
    Euclidean,
    Manhattan,
    Chebyshev,
}

/// What the main output is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Main {
    F1,
    F2,
    F2F1,
    Edge,
}

impl NoiseType for Worley {
    const NAME: &'static str = "worley";
    const DOC: &'static str = "cells around scattered points: distances, borders, ids (Worley 1996)";
    fn read(fields: &mut Fields) -> Self {
        let values = [
            ("f1", Main::F1, "distance to the nearest point"),
            ("f2", Main::F2, "distance to the second nearest"),
            ("f2_f1", Main::F2F1, "their difference: 0 on the borders of cells"),
            ("edge", Main::Edge, "distance to the border of the cell"),
        ];
        let metrics = [
            ("euclidean", Metric::Euclidean, "straight line"),
            ("manhattan", Metric::Manhattan, "|x| + |y|: diamonds"),
            ("chebyshev", Metric::Chebyshev, "max(|x|, |y|): squares"),
        ];
        Self {
            cells: CellKeys::read(fields),
            value: fields.choice("value", &values, 0, "what the main output is"),
            metric: fields.choice("metric", &metrics, 0, "how distance is measured"),
            jitter: fields.number("jitter", 1.0, 0.0..=1.0, "0: points in the middle of cells, 1: anywhere in them")
                as f32,
            moments: [OnceLock::new(), OnceLock::new()],
        }
    }
}

/// Outputs beside the main one.
const OUTPUTS: &[Output] = &[
    Output::distance("f1", "distance to the nearest point, metres"),
    Output::distance("f2", "distance to the second nearest point, metres"),
    Output::distance(
        "edge",
        "distance to the border of the cell, metres; with metrics other than euclidean (f2 - f1) / 2, its lower bound",
    ),
    Output::new("id", "id of the cell, for `random`"),
];

/// How many numbers a search is for.
#[derive(Clone, Copy, PartialEq)]
enum Want {
    F1,
    F2,
    Edge,
}

/// What a search found: distances in units of the narrowest cell.
#[derive(Clone, Copy)]
struct Found {
    f1: Num,
    f2: Option<Num>,
    edge: Option<Num>,
    id: Option<Num>,
}

impl Worley {
    /// Divides the main output: at jitter 1 the 99.99th percentile becomes 0.97. In narrowest cells.
    fn reach(&self, dimensions: usize) -> f64 {
        let [flat, solid] = match (self.value, self.metric) {
            (Main::F1, Metric::Euclidean) => [1.075, 1.106],
            (Main::F1, Metric::Manhattan) => [1.45, 1.674],
            (Main::F1, Metric::Chebyshev) => [0.954, 0.902],
            (Main::F2, Metric::Euclidean) => [1.33, 1.224],
            (Main::F2, Metric::Manhattan) => [1.681, 1.832],
            (Main::F2, Metric::Chebyshev) => [1.227, 1.022],
            (Main::F2F1, Metric::Euclidean) => [1.147, 0.949],
            (Main::F2F1, Metric::Manhattan) => [1.413, 1.403],
            (Main::F2F1, Metric::Chebyshev) => [1.076, 0.793],
            (Main::Edge, Metric::Euclidean) => [0.628, 0.535],
            (Main::Edge, Metric::Manhattan) => [0.707, 0.701],
            (Main::Edge, Metric::Chebyshev) => [0.538, 0.396],
        };
        if dimensions == 2 { flat } else { solid }
    }

    /// Adds the search to a program that has this lattice.
    fn search(&self, l: &mut Lower, period: [u32; 3], at: At, want: Want) -> Found {
        match (l.is_3d(), self.metric) {
            (false, Metric::Euclidean) => self.dispatch::<Flat, _>(l, Euclid, period, at, want),
            (true, Metric::Euclidean) => self.dispatch::<Solid, _>(l, Euclid, period, at, want),
            (solid, metric) => {
                let norm = Straight { chebyshev: metric == Metric::Chebyshev };
                if solid {
                    self.dispatch::<Solid, _>(l, norm, period, at, want)
                } else {
                    self.dispatch::<Flat, _>(l, norm, period, at, want)
                }
            }
        }
    }

    fn dispatch<D: nearest::Dimensions, N: Norm>(
        &self,
        l: &mut Lower,
        norm: N,
        period: [u32; 3],
        at: At,
        want: Want,
    ) -> Found
    where
        Nearest<D, N>: Lattice,
        Two<D, N>: Lattice,
        Border<D>: Lattice,
    {
        let id = Range::new(0.0, 16_777_215.0);
        let points = nearest::Points { jitter: self.jitter };
        let aspect = l.aspect(period);
        // A little wide, because distances are rounded.
        let bound = |order| nearest::farthest::<N, D>(norm, points, aspect, order) * (1.0 + 1e-5);
        let far = [Range::new(0.0, bound(1) as f32), Range::new(0.0, bound(2) as f32)];
        // The border towards the second nearest is at most half of both distances away.
        let border = Range::new(0.0, (0.5 * (bound(1) + bound(2))) as f32);
        match want {
            Want::F1 => {
                let out = l.lattice(Nearest::<D, N>::new(norm, points, aspect), period, at, &[far[0]]);
                Found { f1: out[0], f2: None, edge: None, id: None }
            }
            Want::Edge if self.metric == Metric::Euclidean => {
                let out = l.lattice(Border::<D>::new(points, aspect), period, at, &[far[0], border, id]);
                Found { f1: out[0], f2: None, edge: Some(out[1]), id: Some(out[2]) }
            }
            Want::F2 | Want::Edge => {
                let out = l.lattice(Two::<D, N>::new(norm, points, aspect), period, at, &[far[0], far[1], id]);
                let edge = (want == Want::Edge).then(|| {
                    let (difference, half) = (l.call("-", &[out[1], out[0]]), l.constant(0.5));
                    l.call("*", &[difference, half])
                });
                Found { f1: out[0], f2: Some(out[1]), edge, id: Some(out[2]) }
            }
        }
    }

    /// The main output in units of the narrowest cell.
    fn main(&self, l: &mut Lower, period: [u32; 3], at: At) -> Num {
        match self.value {
            Main::F1 => self.search(l, period, at, Want::F1).f1,
            Main::F2 => {
                let found = self.search(l, period, at, Want::F2);
                found.f2.unwrap_or(found.f1)
            }
            Main::F2F1 => {
                let found = self.search(l, period, at, Want::F2);
                l.call("-", &[found.f2.unwrap_or(found.f1), found.f1])
            }
            Main::Edge => {
                let found = self.search(l, period, at, Want::Edge);
                found.edge.unwrap_or(found.f1)
            }
        }
    }

    fn measure(&self, dimensions: usize) -> Moments {
        // 64 x 64 cells (16^3 in 3D), 4 samples each way: the same numbers on every machine.
        let (cells, grid) = if dimensions == 3 { (16, 64) } else { (64, 256) };
        let depth = if dimensions == 3 { grid } else { 1 };
        let mut graph = Graph::default();
        let grid_of_cells = Grid { period: [cells; 3], offset: [0; 3], seed: 1, aspect: [1.0; 3] };
        let points = nearest::Points { jitter: self.jitter };
        let place = Place::Row([0; 3]);
        let ranges = [Range::new(0.0, 8.0); 3];
        let square = [1.0; 3];
        let straight = Straight { chebyshev: self.metric == Metric::Chebyshev };
        let euclid = self.metric == Metric::Euclidean;
        let edge = self.value == Main::Edge;
        let g = &mut graph;
        let out = match (dimensions == 3, euclid, edge) {
            (false, true, true) => g.lattice(Border::<Flat>::new(points, square), grid_of_cells, place, &ranges),
            (true, true, true) => g.lattice(Border::<Solid>::new(points, square), grid_of_cells, place, &ranges),
            (false, true, false) => {
                g.lattice(Two::<Flat, _>::new(Euclid, points, square), grid_of_cells, place, &ranges)
            }
            (true, true, false) => {
                g.lattice(Two::<Solid, _>::new(Euclid, points, square), grid_of_cells, place, &ranges)
            }
            (false, false, _) => {
                g.lattice(Two::<Flat, _>::new(straight, points, square), grid_of_cells, place, &ranges)
            }
            (true, false, _) => {
                g.lattice(Two::<Solid, _>::new(straight, points, square), grid_of_cells, place, &ranges)
            }
        };
        // On this thread: others may be waiting for what is measured.
        let samples = |n: Num| Engine::default().grid_alone(&graph.plan(&[n]), [grid, grid, depth]);
        let (first, second) = (samples(out[0]), samples(out[1]));
        let reach = self.reach(dimensions);
        let mut moments = Moments { mean: 0.0, abs: [0.0; 4] };
        for (f1, f2) in first.iter().zip(&second) {
            let v = match (self.value, self.metric) {
                (Main::F1, _) => *f1,
                // Of a search for borders the second number is the border.
                (Main::F2, _) | (Main::Edge, Metric::Euclidean) => *f2,
                (Main::F2F1, _) => f2 - f1,
                (Main::Edge, _) => (f2 - f1) * 0.5,
            };
            let n = 2.0 * f64::from(v) / reach - 1.0;
            moments.mean += n;
            let mut power = 1.0;
            for abs in &mut moments.abs {
                power *= n.abs();
                *abs += power;
            }
        }
        let count = first.len() as f64;
        Moments { mean: moments.mean / count, abs: moments.abs.map(|a| a / count) }
    }
}

impl Noise for Worley {
    fn signed(&self, l: &mut Lower, at: At) -> Num {
        let v = self.unsigned(l, at);
        let (two, one) = (l.constant(2.0), l.constant(1.0));
        let twice = l.call("*", &[v, two]);
        l.call("-", &[twice, one])
    }
    fn unsigned(&self, l: &mut Lower, at: At) -> Num {
        let Some(period) = l.periods(self.cells.counts(l.preset.tile), at) else { return l.constant(0.0) };
        let v = self.main(l, period, at);
        let scale = l.constant(1.0 / self.reach(l.axes()));
        l.call("*", &[v, scale])
    }
    fn moments(&self, dimensions: usize) -> Moments {
        let kept = &self.moments[usize::from(dimensions == 3)];
        *kept.get_or_init(|| self.measure(dimensions))
    }
    fn counts(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.cells.counts(tile))
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn output(&self, l: &mut Lower, at: At, output: &str) -> Value {
        // Beyond 65535 cells there is nothing left to measure: the widest lattice there is stands in.
        let counts = self.cells.counts(l.preset.tile);
        let period = l.periods(counts, at).unwrap_or([65535; 3]);
        let want = match output {
            "f1" => Want::F1,
            "edge" => Want::Edge,
            _ => Want::F2,
        };
        let found = self.search(l, period, at, want);
        let units = match output {
            "f1" => found.f1,
            "f2" => found.f2.unwrap_or(found.f1),
            "edge" => found.edge.unwrap_or(found.f1),
            _ => return Value::Id(found.id.unwrap_or(found.f1)),
        };
        let metres = l.constant(l.cell_metres(period));
        Value::Number(l.call("*", &[units, metres]))
    }
}
