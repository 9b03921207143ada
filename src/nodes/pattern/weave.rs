//! `weave`: threads down and across the picture, over and under each other.
//!
//! Which thread is on top at a crossing depends on `step * column + row` modulo the repeat, so it closes where both
//! counts are multiples of the repeat. An element is the part of a thread that is seen between two dives; its id is
//! that of the thread.

use super::surface::{border, extent, frame, gap, part};
use super::{CountKeys, Counts, Element, Frame, Layout, OUTPUTS};
use crate::kernel::Kernel;
use crate::machine::Machine;
use crate::machine::math::{abs, clamp};
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Weave {
    counts: CountKeys,
    bond: Bond,
    joint: Expr,
}

/// How threads cross.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bond {
    /// Crossings until it repeats.
    repeat: u32,
    /// Of these, how many the thread across is on top.
    over: u32,
    /// How far the pattern moves from column to column.
    step: u32,
}

/// What a weave gives beside its height.
const WEAVE_OUTPUTS: &[Output] = &{
    let mut all = [Output::new("warp", "1 where a thread down the picture is on top, else 0"); 7];
    let mut i = 0;
    while i < OUTPUTS.len() {
        all[i] = OUTPUTS[i];
        i += 1;
    }
    all
};

impl Weave {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let bonds = [
            ("plain", Bond { repeat: 2, over: 1, step: 1 }, "over one, under one"),
            ("twill", Bond { repeat: 4, over: 2, step: 1 }, "over two, under two, in slanted lines"),
            ("satin", Bond { repeat: 5, over: 1, step: 2 }, "over four, under one: long threads, hidden crossings"),
        ];
        let bond = fields.choice("weave", &bonds, 0, "how threads cross");
        let rule = Counts { steps: [bond.repeat; 2], ..Counts::any(20, 1.0) };
        let counts = CountKeys::read(fields, rule);
        Box::new(Self { counts, bond, joint: fields.field("joint", 0.0, "width of the gaps between threads, metres") })
    }
}

impl Node for Weave {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.joint);
    }
    fn outputs(&self) -> &'static [Output] {
        WEAVE_OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, false);
        let counts = self.counts.counts(tile, scale);
        let crossing = [tile[0] / f64::from(counts[0]), tile[1] / f64::from(counts[1])];
        let threads = Threads { counts, crossing, bond: self.bond };
        if let Some(value) = part(l, at, output, &threads, false) {
            return value;
        }
        let joint = gap(l, at, &self.joint, crossing);
        let frame = frame(l, at, false);
        let out = match output {
            "edge" => {
                let sharp = l.constant(0.0);
                border(l, at, threads, false, [joint, sharp])
            }
            "warp" => l.graph.kernel(Warp { threads, frame }, at.place, &[], &[Range::UNIT])[0],
            _ => l.graph.kernel(Bulge { threads, frame }, at.place, &[joint], &[Range::UNIT])[0],
        };
        Value::Number(out)
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(false)
    }
}

/// The threads.
#[derive(Clone, Debug)]
struct Threads {
    /// Threads down and across, multiples of the repeat.
    counts: [u32; 2],
    /// Sides of a crossing, metres.
    crossing: [f64; 2],
    bond: Bond,
}

/// A place on its thread.
struct Crossing<M: Machine> {
    cell: [M::U; 2],
    /// Place within the crossing.
    place: [M::F; 2],
    /// Whether the thread across is on top.
    across: M::B,
    /// Crossings since it came up.
    back: M::F,
}

impl Threads {
    #[inline(always)]
    fn crossing<M: Machine>(&self, m: M, at: [M::T; 2]) -> Crossing<M> {
        let (column, right) = m.cell(at[0], m.arg_u(self.counts[0]));
        let (row, down) = m.cell(at[1], m.arg_u(self.counts[1]));
        let Bond { repeat, over, step } = self.bond;
        // Below 2^18, so the quotient is never rounded across a whole number.
        let sum = m.from_int(column * m.arg_u(step) + row);
        let turns = m.floor((sum + m.f(0.5)) * m.arg_f(1.0 / repeat as f32));
        let phase = sum - turns * m.arg_f(repeat as f32);
        let over = m.arg_f(over as f32);
        let across = m.lt(phase, over);
        Crossing { cell: [column, row], place: [right, down], across, back: m.pick(across, phase, phase - over) }
    }
}

impl Layout for Threads {
    fn name(&self) -> String {
        format!("{} x {} threads", self.counts[0], self.counts[1])
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let Crossing { cell, place, across, back } = self.crossing(m, at);
        let Bond { repeat, over, .. } = self.bond;
        let seen = m.pick(across, m.arg_f(over as f32), m.arg_f((repeat - over) as f32));
        let per_seen = m.pick(across, m.arg_f(1.0 / over as f32), m.arg_f(1.0 / (repeat - over) as f32));
        let along = (m.pick(across, place[0], place[1]) + back) * per_seen;
        let [x, y] = [m.arg_f(self.crossing[0] as f32), m.arg_f(self.crossing[1] as f32)];
        let size = [m.pick(across, x, y) * seen, m.pick(across, y, x)];
        // Threads are counted through: those across first.
        let thread = m.pick_u(across, cell[1], cell[0] + m.arg_u(self.counts[1]));
        let named = [thread, m.u(0)];
        let element = Element::new(cell, [along, m.pick(across, place[1], place[0])], size);
        Element { named, ..element }
    }
    fn largest(&self) -> [f64; 2] {
        let most = self.bond.over.max(self.bond.repeat - self.bond.over);
        let [x, y] = self.crossing;
        [f64::from(most) * x.max(y), x.max(y)]
    }
    fn last(&self) -> [u32; 2] {
        self.counts.map(|n| n - 1)
    }
}

/// The kernel of `.warp`.
struct Warp {
    threads: Threads,
    frame: Frame,
}

impl Kernel for Warp {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("warp of {}", self.threads.name())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 1] {
        [m.pick(self.threads.crossing(m, self.frame.own(m, at)).across, m.f(0.0), m.f(1.0))]
    }
}

/// The height: round across a thread, and down to 0 over the last half crossing before it dives.
struct Bulge {
    threads: Threads,
    frame: Frame,
}

impl Kernel for Bulge {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("height of {}", self.threads.name())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], [joint]: [M::F; 1]) -> [M::F; 1] {
        let (zero, one, half) = (m.f(0.0), m.f(1.0), m.f(0.5));
        let Element { local, size, .. } = self.threads.element(m, self.frame.own(m, at), self.frame.seed);
        let width = m.greater(size[1] - m.greater(joint, zero), size[1] * m.f(1e-3));
        let aside = m.div((local[1] - half) * size[1] * m.f(2.0), width);
        let across = m.greater(one - aside * aside, zero);
        let to_end = (half - abs(m, local[0] - half)) * size[0];
        let [x, y] = self.threads.crossing;
        let rise = clamp(m, to_end * m.arg_f((2.0 / x.min(y)) as f32), zero, one);
        [across * rise * rise * (m.f(3.0) - m.f(2.0) * rise)]
    }
}
