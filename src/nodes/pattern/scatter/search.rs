//! The search: of all elements that can reach a place, which one shows there, and how high it is.

use super::form::Form;
use super::given::{Given, Stamp};
use super::places::{Places, Reach};
use crate::kernel::Kernel;
use crate::machine::math::clamp;
use crate::machine::{Machine, hash};
use crate::nodes::worley::nearest::id;

/// What shows where elements meet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overlap {
    /// The highest one.
    Highest,
    /// That of the later layer, within one by chance.
    Order,
    /// The sum of heights; of the rest that of the highest one.
    Sum,
}

/// The kernel: height, id, u and v of what shows.
pub struct Scattered {
    /// Where elements stand.
    pub places: Places,
    /// Where to look for them.
    pub reach: Reach,
    /// What they look like.
    pub form: Form,
    /// What shows where they meet.
    pub overlap: Overlap,
    /// Least and greatest length, metres.
    pub size: [f32; 2],
    /// The chance of an element to be there.
    pub density: Given,
    /// What its size is multiplied with, 0 to 1.
    pub scale: Given,
    /// Turns that its direction is moved by.
    pub turn: Given,
    /// What lies on it.
    pub stamp: Option<Stamp>,
}

/// Random numbers of an element, told apart by these words.
const SIZE: u32 = 0x68E3_1DA4;
const THERE: u32 = 0xB529_7A4D;
const ANGLE: u32 = 0x1B56_C4E9;
const TOP: u32 = 0x846C_A68B;
const CHANCE: u32 = 0x27D4_EB2F;

/// A random number of the element with the hash `h`, between two numbers.
#[inline(always)]
pub fn drawn<M: Machine>(m: M, h: M::U, which: u32, [a, b]: [f32; 2]) -> M::F {
    if a == b {
        return m.arg_f(a);
    }
    m.arg_f(a) + hash::unit(m, hash::mix(m, h ^ m.u(which))) * m.arg_f(b - a)
}

impl Kernel for Scattered {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 4];
    const PLACED: bool = true;

    fn name(&self) -> String {
        let Places { counts: [x, y], layers, .. } = self.places;
        let [across, down] = self.reach.across;
        format!("scattered {} {x} x {y} x {layers}, {across} x {down} cells seen", self.form.name())
    }

    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 4] {
        // The rank of what shows (nothing has rank 0), its height or the sum of all, its id, u and v.
        let mut top = [m.f(0.0); 5];
        m.repeat(
            self.places.layers,
            &mut top,
            #[inline(always)]
            |k, top| {
                let layer = self.places.layer(m, k);
                let seen = self.reach.seen(m, layer, at);
                m.repeat(
                    self.reach.across[1],
                    top,
                    #[inline(always)]
                    |j, top| {
                        let (row, dy) = self.reach.cell(m, seen, 1, j);
                        m.repeat(
                            self.reach.across[0],
                            top,
                            #[inline(always)]
                            |i, top| {
                                let (column, dx) = self.reach.cell(m, seen, 0, i);
                                let (middle, h) = self.places.element(m, layer, [column, row]);
                                let away = self.reach.metres(m, [dx - middle[0], dy - middle[1]]);
                                let far = away[0] * away[0] + away[1] * away[1];
                                m.when(
                                    m.lt(far, m.arg_f(self.reach.square)),
                                    top,
                                    #[inline(always)]
                                    |top| {
                                        let number = self.reach.number(m, k, [column, row]);
                                        self.lay(m, Found { h, number, layer: k, away, far }, top);
                                    },
                                );
                            },
                        );
                    },
                );
            },
        );
        [top[1], top[2], top[3], top[4]]
    }
}

/// An element near a place.
#[derive(Clone, Copy)]
struct Found<M: Machine> {
    h: M::U,
    /// Of its cell, among those of all layers.
    number: M::U,
    layer: M::U,
    /// Metres from its middle to the place, and their square.
    away: [M::F; 2],
    far: M::F,
}

impl Scattered {
    /// Lays an element on what is there already.
    #[inline(always)]
    fn lay<M: Machine>(&self, m: M, found: Found<M>, top: &mut [M::F]) {
        let Found { h, number, far, .. } = found;
        let mut half = drawn(m, h, SIZE, self.size) * m.f(0.5);
        if !self.scale.is(1.0) {
            half = half * self.scale.of(m, number);
        }
        let reach = half * m.arg_f(self.form.spread() as f32 * (1.0 + 1e-4));
        let mut near = m.lt(far, reach * reach);
        if !self.density.is(1.0) {
            let there = m.lt(drawn(m, h, THERE, [0.0, 1.0]), self.density.of(m, number));
            near = m.lt(m.pick(there, far, m.f(1e30)), reach * reach);
        }
        m.when(
            near,
            top,
            #[inline(always)]
            |top| self.show(m, found, m.pick(near, half, m.f(1.0)), near, top),
        );
    }

    /// The same for one that may cover the place: `near` says where.
    #[inline(always)]
    fn show<M: Machine>(&self, m: M, found: Found<M>, half: M::F, near: M::B, top: &mut [M::F]) {
        let (zero, one) = (m.f(0.0), m.f(1.0));
        let Found { h, number, layer, away, .. } = found;
        let mut turns = drawn(m, h, ANGLE, self.form.angle);
        if !self.turn.is(0.0) {
            turns = turns + self.turn.of(m, number);
        }
        let turn = m.moved(m.origin(), turns);
        let (sin, cos) = (m.sin_turn(turn), m.sin_turn(m.shifted(turn, m.u(0x4000_0000))));
        let turned = [away[0] * cos + away[1] * sin, away[1] * cos - away[0] * sin];
        let (within, ratio) = self.form.within(m, h, turned, m.div(one, half));
        let depth = m.pick(near, self.form.depth(m, h, within, ratio), zero);
        let mut local = [zero; 2];
        for i in 0..2 {
            local[i] = clamp(m, m.f(0.5) + m.f(0.5) * within[i], zero, one);
        }
        let mut height = self.form.height(m, depth) * drawn(m, h, TOP, self.form.top);
        if let Some(stamp) = &self.stamp {
            height = height * stamp.at(m, local);
        }
        let mut rank = height;
        if self.overlap == Overlap::Order {
            let chance = drawn(m, h, CHANCE, [0.25, 0.75]) + m.from_int(layer);
            rank = m.pick(m.lt(zero, height), chance, zero);
        }
        let over = m.lt(top[0], rank);
        let shown = if self.overlap == Overlap::Sum { top[1] + height } else { m.pick(over, height, top[1]) };
        let new = [id(m, h), local[0], local[1]];
        top[0] = m.pick(over, rank, top[0]);
        top[1] = shown;
        for i in 0..3 {
            top[2 + i] = m.pick(over, new[i], top[2 + i]);
        }
    }
}
