//! `rings`: growth rings around the middle of each cell.
//!
//! The distance to a middle is taken through a sine along each axis, so near the middle rings are circles, further out
//! they are bent towards the neighbours', and nowhere is there a crease. Rejected: the plain distance to the nearest
//! middle, whose rings meet in corners half way.

use super::surface::{extent, frame, metres};
use super::{CountKeys, Counts, Frame};
use crate::kernel::Kernel;
use crate::machine::{Machine, hash};
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};

/// The node.
pub struct Rings {
    counts: CountKeys,
    spacing: Expr,
    phase: Expr,
    vary: f64,
    late: f64,
}

const RING_OUTPUTS: &[Output] = &[
    Output::distance("edge", "metres to the nearer border of the ring, where rings are circles"),
    Output::new("id", "id of the ring, for `random`"),
    Output::new("v", "place within the ring, 0 inside to 1 outside"),
    Output::count("row", "number of the ring, from 0 in the middle"),
];

impl Rings {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        Box::new(Self {
            counts: CountKeys::read(fields, Counts::any(1, 1.0)),
            spacing: fields.field("spacing", 0.02, "mean width of a ring, metres"),
            phase: fields.field("phase", 0.0, "moves rings inwards, in rings: a noise makes them wander"),
            vary: fields.number("vary", 0.5, 0.0..=0.9, "how much widths differ, as a share of the mean width"),
            late: fields.number("late", 0.2, 0.01..=0.99, "share of a ring in which it falls from 1 to 0"),
        })
    }

    fn around(&self, l: &mut Lower, at: At, part: Part, range: Range) -> Num {
        let (tile, scale) = extent(l, at, false);
        let counts = self.counts.counts(tile, scale);
        let reach = [0, 1].map(|i| tile[i] / f64::from(counts[i]) / std::f64::consts::PI);
        let spacing = metres(l, at, &self.spacing);
        if l.graph.range(spacing).hi <= 0.0 {
            l.problem(&self.spacing.span, "rings are more than 0 m wide", "for example `spacing = 0.02`");
        }
        let ins = [spacing, l.number(&self.phase, at)];
        let kernel = Around { counts, reach, vary: self.vary as f32, frame: frame(l, at, false), part };
        l.graph.kernel(kernel, at.place, &ins, &[range])[0]
    }
}

impl Node for Rings {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.spacing);
        see(&self.phase);
    }
    fn outputs(&self) -> &'static [Output] {
        RING_OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        match output {
            "id" => return Value::Id(self.around(l, at, Part::Id, Range::new(0.0, 16_777_215.0))),
            "row" => return Value::Number(self.around(l, at, Part::Number, Range::ANY)),
            "edge" => return Value::Number(self.around(l, at, Part::Edge, Range::new(0.0, f32::INFINITY))),
            _ => {}
        }
        let place = self.around(l, at, Part::Place, Range::UNIT);
        if output == "v" {
            return Value::Number(place);
        }
        let (one, late, early) = (l.constant(1.0), l.constant(1.0 / self.late), l.constant(1.0 / (1.0 - self.late)));
        let rise = l.call("*", &[place, early]);
        let rest = l.call("-", &[one, place]);
        let fall = l.call("*", &[rest, late]);
        let both = l.call("min", &[rise, fall]);
        // Rounding included.
        Value::Number(l.call("min", &[both, one]))
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(false)
    }
}

/// What is asked of a ring.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Edge,
    Id,
    Place,
    Number,
}

/// The kernel.
struct Around {
    counts: [u32; 2],
    /// Sides of a cell over pi, metres.
    reach: [f64; 2],
    vary: f32,
    frame: Frame,
    part: Part,
}

impl Kernel for Around {
    type In<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("{:?} of rings around {} x {} middles", self.part, self.counts[0], self.counts[1]).to_lowercase()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], [spacing, phase]: [M::F; 2]) -> [M::F; 1] {
        let at = self.frame.own(m, at);
        let (half, one) = (m.f(0.5), m.f(1.0));
        let mut cell = [m.u(0); 2];
        let mut square = m.f(0.0);
        for i in 0..2 {
            let (number, place) = m.cell(at[i], m.arg_u(self.counts[i]));
            // Half a turn from border to border of the cell.
            let sine = m.sin_turn(m.moved(m.origin(), (place - half) * half)) * m.arg_f(self.reach[i] as f32);
            cell[i] = number;
            square = square + sine * sine;
        }
        let spacing = m.greater(spacing, m.f(1e-6));
        let place = m.div(m.sqrt(square), spacing) + phase;
        let whole = m.floor(place);
        let inside = place - whole;
        let number = m.int(whole);
        let seed = hash::point(m, cell[0], cell[1], m.u(1), m.arg_u(self.frame.seed));
        // Where rings start, from the one before to the second after.
        let mut starts = [m.f(0.0); 4];
        for k in 0..4 {
            let h = hash::mix(m, ((number + m.u(k as u32)) * m.u(0x9E37_79B1)) ^ seed);
            starts[k] = (hash::unit(m, h) - half) * m.arg_f(self.vary) + m.f(k as f32 - 1.0);
        }
        let before = m.lt(inside, starts[1]);
        let this = m.lt(inside, starts[2]);
        let left = m.pick(before, starts[0], m.pick(this, starts[1], starts[2]));
        let right = m.pick(before, starts[1], m.pick(this, starts[2], starts[3]));
        let ring = number + m.pick_u(before, m.u(u32::MAX), m.pick_u(this, m.u(0), m.u(1)));
        [match self.part {
            Part::Edge => m.greater(m.lesser(inside - left, right - inside) * spacing, m.f(0.0)),
            Part::Id => m.from_int(hash::mix(m, (ring * m.u(0x85EB_CA77)) ^ seed) >> 8),
            Part::Place => {
                let share = m.div(inside - left, m.greater(right - left, m.f(0.01)));
                m.greater(m.lesser(share, one), m.f(0.0))
            }
            Part::Number => m.from_int(ring),
        }]
    }
}
