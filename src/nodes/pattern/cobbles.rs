//! `cobbles`: rounded stones around scattered points, with joints between them.
//!
//! A stone is what lies nearer to its point than to any other (Worley's cells, by the kernels of `worley`), cut by a
//! circle around the point, which takes its corners off. Points stand in a jittered grid: without jitter it is a
//! grid, with full jitter stones differ as much as they can. Rejected: Lloyd's relaxation, which is no function of a
//! place; a jitter below 1 keeps points apart as well.

use super::surface::{Surface, extent, frame, metres};
use super::{CountKeys, Counts};
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::Machine;
use crate::machine::math::clamp;
use crate::nodes::worley::border::Border;
use crate::nodes::worley::nearest::{Flat, Points, farthest, for_ring, norm_of, ring_distance, rings};
use crate::nodes::worley::norm::Euclid;
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};

/// The node.
pub struct Cobbles {
    counts: CountKeys,
    jitter: f32,
    radius: Option<Expr>,
    surface: Surface,
}

const STONE_OUTPUTS: &[Output] = &[
    Output::distance(
        "edge",
        "metres to the border of the stone; negative in the joint, where stones do not meet to their circle",
    ),
    Output::new("id", "id of the stone, for `random`"),
    Output::new("u", "place within the stone to the right, 0.5 at its point, 0 to 1 over 1.5 cells"),
    Output::new("v", "place within the stone downwards, 0.5 at its point, 0 to 1 over 1.5 cells"),
];

impl Cobbles {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            counts: CountKeys::read(fields, Counts::any(8, 1.0)),
            jitter: fields.number("jitter", 0.5, 0.0..=1.0, "0: stones in a grid, 1: anywhere in their cells") as f32,
            radius: fields.optional_field("radius", "largest radius of a stone, metres; default 0.6 cells"),
            surface: Surface::read_round(fields, 0.006, 0.02),
        })
    }
}

impl Node for Cobbles {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.radius.iter().for_each(&mut *see);
        self.surface.uses(see);
    }
    fn outputs(&self) -> &'static [Output] {
        STONE_OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, false);
        let counts = self.counts.counts(tile, scale);
        let stones = Stones::new(l, at, counts, tile, self.jitter);
        let value = match output {
            "u" => stones.middle(l, at)[0],
            "v" => stones.middle(l, at)[1],
            "id" => return Value::Id(stones.border(l, at)[2]),
            _ => {
                let [from_middle, to_border, _] = stones.border(l, at);
                let radius = match &self.radius {
                    Some(radius) => metres(l, at, radius),
                    None => l.constant(0.6 * stones.cell),
                };
                let joint = self.surface.joint(l, at, [stones.cell; 2]);
                let (zero, half) = (l.constant(0.0), l.constant(0.5));
                let joint = l.call("max", &[joint, zero]);
                let gap = l.call("*", &[joint, half]);
                let inside = l.call("-", &[radius, from_middle]);
                let border = l.call("-", &[to_border, gap]);
                let edge = l.call("min", &[inside, border]);
                l.graph.set_pace(edge, 1.0);
                if output == "edge" { edge } else { self.surface.height(l, at, edge) }
            }
        };
        Value::Number(value)
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(false)
    }
}

/// The lattice of the points.
struct Stones {
    grid: Grid,
    points: Points,
    /// Width of the narrower side of a cell, metres.
    cell: f64,
}

impl Stones {
    fn new(l: &Lower, at: At, counts: [u32; 2], tile: [f64; 2], jitter: f32) -> Self {
        let sides = [tile[0] / f64::from(counts[0]), tile[1] / f64::from(counts[1])];
        let cell = sides[0].min(sides[1]);
        let frame = frame(l, at, false);
        let grid = Grid {
            period: [counts[0], counts[1], 1],
            offset: [frame.start[0], frame.start[1], 0],
            seed: frame.seed,
            aspect: [(sides[0] / cell) as f32, (sides[1] / cell) as f32, 1.0],
        };
        Self { grid, points: Points { jitter }, cell }
    }

    /// Metres to the point of the stone and to the border of its cell; its id.
    fn border(&self, l: &mut Lower, at: At) -> [Num; 3] {
        let Self { grid, points, cell } = self;
        let far = |order| farthest::<Euclid, Flat>(Euclid, *points, grid.aspect, order);
        let (first, second) = (far(1) * (1.0 + 1e-5), far(2) * (1.0 + 1e-5));
        let ranges = [
            Range::new(0.0, first as f32),
            Range::new(0.0, (0.5 * (first + second)) as f32),
            Range::new(0.0, 16_777_215.0),
        ];
        let out = l.graph.lattice(Border::<Flat>::new(*points, grid.aspect), *grid, at.place, &ranges);
        let metres = l.constant(*cell);
        [l.call("*", &[out[0], metres]), l.call("*", &[out[1], metres]), out[2]]
    }

    /// Place from the point, 0 to 1 over 1.5 cells.
    fn middle(&self, l: &mut Lower, at: At) -> [Num; 2] {
        let rings = rings::<Euclid, Flat>(Euclid, self.points, self.grid.aspect, 1);
        let kernel = Middle { points: self.points, rings };
        let out = l.graph.lattice(kernel, self.grid, at.place, &[Range::UNIT; 2]);
        [out[0], out[1]]
    }
}

/// The place within a stone.
#[derive(Clone, Copy)]
struct Middle {
    points: Points,
    rings: u32,
}

impl Lattice for Middle {
    type Corner<M: Machine> = [M::F; 1];
    type Line<M: Machine> = [M::F; 1];
    type Lines<M: Machine> = [[M::F; 1]; 1];
    type Column<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 2];
    const FIRST: i32 = 0;
    const ROWS: bool = false;

    fn name(&self) -> String {
        "place in cobbles".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, _: M, x: M::F, _: &Grid) -> [M::F; 1] {
        [x]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, _: M::U, _: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        [m.f(0.0)]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, _: M, corner: [M::F; 1], _: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 1] {
        corner
    }
    #[inline(always)]
    fn pixel<M: Machine>(&self, m: M, _: &[[M::F; 1]; 1], _: [M::F; 1], axes: &[Axis<M>; 3], grid: &Grid) -> [M::F; 2] {
        let mut near = [m.f(1e9), m.f(0.0), m.f(0.0)];
        for ring in 1..=self.rings {
            let reach = ring_distance::<M, Flat>(m, axes, grid, self.points, ring);
            m.when(
                m.lt(reach * reach, near[0]),
                &mut near,
                #[inline(always)]
                |near| {
                    for_ring::<M, Flat>(
                        m,
                        axes,
                        grid,
                        self.points,
                        ring,
                        near,
                        #[inline(always)]
                        |d, _, _, near| {
                            let norm = norm_of::<M, Euclid, Flat>(m, Euclid, d);
                            let nearer = m.lt(norm, near[0]);
                            near[0] = m.pick(nearer, norm, near[0]);
                            near[1] = m.pick(nearer, d[0], near[1]);
                            near[2] = m.pick(nearer, d[1], near[2]);
                        },
                    );
                },
            );
        }
        let (zero, half, one) = (m.f(0.0), m.f(0.5), m.f(1.0));
        let mut out = [half; 2];
        for i in 0..2 {
            out[i] = clamp(m, half - near[1 + i] * m.arg_f(1.0 / (1.5 * grid.aspect[i])), zero, one);
        }
        out
    }
}
