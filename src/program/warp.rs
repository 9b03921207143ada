//! Places that move: warps, offsets and shifts.
//!
//! In: a displacement in metres and a place. Out: a place. What is constant moves the whole row, so that noises there still
//! share work along scanlines; anything else becomes circles, one for each axis.

use super::graph::Num;
use super::lower::{At, Lower, Value, turn_word};
use super::op::Place;
use crate::eval::ops::Motion;
use crate::machine::{Machine, hash};
use crate::preset::{Expr, ExprKind};

impl Lower<'_> {
    /// Moved places: `by` is a vector, or the name of a node that gives numbers, one re-seeded copy for each axis;
    /// `amount` is in metres.
    pub fn warped(&mut self, by: &Expr, amount: &Expr, at: At) -> At {
        let amount = self.number(amount, at);
        let displacement = match self.expr(by, at) {
            Value::Vector(v) => v,
            Value::Number(n) if self.graph.value(n).is_some() => [n; 3],
            Value::Number(_) => {
                let (ExprKind::Name(name), true) =
                    (&by.kind, matches!(&by.kind, ExprKind::Name(n) if self.has_node(n)))
                else {
                    let help = "give a number its own node, or use a node with `out = \"vector\"`";
                    self.problem(&by.span, "a warp needs a vector, or the name of a node", help);
                    return at;
                };
                let mut v = [self.constant(0.0); 3];
                for (axis, v) in v.iter_mut().enumerate().take(self.axes()) {
                    let copy = self.node(name, "", &by.span, at.salted(["x", "y", "z"][axis]));
                    if let Value::Number(n) = copy {
                        *v = self.signed(n);
                    }
                }
                v
            }
            other => {
                let message =
                    format!("a warp needs a vector or a node that gives numbers, this is {}", other.type_name());
                self.problem(&by.span, message, "");
                return at;
            }
        };
        let mut metres = displacement;
        for m in &mut metres {
            *m = self.call("*", &[*m, amount]);
        }
        self.displaced(metres, at)
    }

    /// A number as a signed one: 0..1 becomes -1..1, what can be negative stays.
    pub fn signed(&mut self, n: Num) -> Num {
        if self.graph.range(n).lo < 0.0 {
            return n;
        }
        let (two, one) = (self.constant(2.0), self.constant(1.0));
        let twice = self.call("*", &[n, two]);
        self.call("-", &[twice, one])
    }

    /// Places moved by metres (x to the right, y down the picture), shrunk with the octave.
    pub fn displaced(&mut self, metres: [Num; 3], at: At) -> At {
        let scale = at.scale();
        let axes = self.axes();
        let known = [0, 1, 2].map(|i| if i < axes { self.graph.value(metres[i]) } else { Some(0.0) });
        if let ([Some(x), Some(y), Some(z)], Place::Row(shift)) = (known, at.place) {
            let turns = |i: usize, v: f32| turn_word(f64::from(v) / self.preset.tile[i] / scale[i]);
            let by = [turns(0, x), turns(1, y), turns(2, z)];
            return at.at_place(Place::Row([0, 1, 2].map(|i| shift[i].wrapping_add(by[i]))));
        }
        let mut circles = [None; 3];
        for (axis, circle) in circles.iter_mut().enumerate() {
            let turns = if axis < axes {
                let per_metre = self.constant(1.0 / self.preset.tile[axis] / scale[axis]);
                self.call("*", &[metres[axis], per_metre])
            } else {
                self.constant(0.0)
            };
            *circle = Some(self.graph.moved(Along { axis }, at.place, turns));
        }
        match circles {
            [Some(x), Some(y), Some(z)] => at.at_place(Place::Free([x, y, z])),
            _ => at,
        }
    }

    /// The place as each element sees it: moved anywhere, flipped or not, and on a square tile turned by a quarter or not.
    pub fn per_element(&mut self, of: &Expr, at: At) -> At {
        let id = match self.expr(of, at) {
            Value::Id(id) => id,
            other => {
                let message = format!("`per` takes an id, this is {}", other.type_name());
                self.problem(&of.span, message, "for example `per = \"wall.id\"`");
                return at;
            }
        };
        let quarters = self.preset.tile[0] == self.preset.tile[1];
        let seed = self.seed_word("per element", at);
        at.at_place(Place::Free([0, 1, 2].map(|axis| self.graph.moved(Own { axis, seed, quarters }, at.place, id))))
    }
}

/// The place on an axis, a number of turns further.
pub struct Along {
    /// 0, 1, 2 for x, y, z.
    pub axis: usize,
}

impl Motion for Along {
    fn name(&self) -> String {
        format!("move {}", ["x", "y", "z"][self.axis])
    }
    #[inline(always)]
    fn moved<M: Machine>(&self, m: M, at: [M::T; 3], by: M::F) -> M::T {
        m.moved(at[self.axis], by)
    }
}

/// The place on an axis as the element of an id sees it.
struct Own {
    axis: usize,
    seed: u32,
    /// Whether x and y may change places.
    quarters: bool,
}

impl Motion for Own {
    fn name(&self) -> String {
        format!("{} of each element, seed {:08x}", ["x", "y", "z"][self.axis], self.seed)
    }
    #[inline(always)]
    fn moved<M: Machine>(&self, m: M, at: [M::T; 3], id: M::F) -> M::T {
        let h = hash::mix(m, (m.int(id) * m.u(0x9E37_79B1)) ^ m.arg_u(self.seed));
        let axis = self.axis as u32;
        let far = hash::mix(m, h ^ m.u(0x68E3_1DA4 + axis));
        let (zero, one) = (m.u(0), m.u(1));
        let way = m.pick_u(m.eq(h & m.u(1 << axis), zero), one, zero - one);
        let turned = if self.quarters && axis < 2 { h & m.u(8) } else { zero };
        let as_is = m.eq(turned, zero);
        let mut k = [zero; 3];
        k[self.axis] = m.pick_u(as_is, way, zero);
        if axis < 2 {
            k[1 - self.axis] = m.pick_u(as_is, zero, way);
        }
        m.shifted(m.waves(at, k), far)
    }
}
