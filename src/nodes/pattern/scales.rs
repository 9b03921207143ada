//! Fish scales: rows of half circles, each over the next row; what is seen of a scale is what the rows above leave of
//! it. Above its middle a scale has straight sides, so nothing is left open where rows are far apart.

use super::{Element, Layout};
use crate::machine::Machine;

/// The layout.
#[derive(Clone, Debug)]
pub struct Scales {
    /// Columns and rows; rows are even.
    pub counts: [u32; 2],
    /// Length of a scale, and how far rows are apart, metres: less than four times as long as far.
    pub size: [f64; 2],
}

/// A place as its scale sees it.
struct Seen<M: Machine> {
    cell: [M::U; 2],
    /// From the middle of its scale, metres, y down.
    own: [M::F; 2],
    /// How far to the side of the middle of the nearest scale in the rows above and below it is.
    aside: M::F,
}

impl Scales {
    #[inline(always)]
    fn seen<M: Machine>(&self, m: M, at: [M::T; 2]) -> Seen<M> {
        let half = m.f(0.5);
        let columns = m.arg_u(self.counts[0]);
        let rows = m.arg_u(self.counts[1]);
        let (row, down) = m.cell(at[1], rows);
        let (even_column, even) = m.cell(at[0], columns);
        let half_left = m.arg_u((0x8000_0000u32 / self.counts[0]).wrapping_neg());
        let (odd_column, odd) = m.cell(m.shifted(at[0], half_left), columns);
        let is_odd = m.eq(row & m.u(1), m.u(1));
        let [length, apart] = [m.arg_f(self.size[0] as f32), m.arg_f(self.size[1] as f32)];
        let square = m.arg_f((0.25 * self.size[0] * self.size[0]) as f32);
        let same = (m.pick(is_odd, odd, even) - half) * length;
        let next = (m.pick(is_odd, even, odd) - half) * length;
        let (same_column, next_column) =
            (m.pick_u(is_odd, odd_column, even_column), m.pick_u(is_odd, even_column, odd_column));
        // The middles of a row lie on its upper border. The row above wins, then this one, then the row below.
        let y = down * apart;
        let above = m.lt(next * next + (y + apart) * (y + apart), square);
        let this = m.lt(same * same + y * y, square);
        let row_above = m.pick_u(m.eq(row, m.u(0)), rows, row) - m.u(1);
        let after = row + m.u(1);
        let row_below = m.pick_u(m.eq(after, rows), m.u(0), after);
        let cell = [
            m.pick_u(above, next_column, m.pick_u(this, same_column, next_column)),
            m.pick_u(above, row_above, m.pick_u(this, row, row_below)),
        ];
        let own = [m.pick(above, next, m.pick(this, same, next)), m.pick(above, y + apart, m.pick(this, y, y - apart))];
        let aside = m.pick(above, same, m.pick(this, next, same));
        Seen { cell, own, aside }
    }
}

impl Layout for Scales {
    fn name(&self) -> String {
        format!("{} x {} scales", self.counts[0], self.counts[1])
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let Seen { cell, own, .. } = self.seen(m, at);
        let [length, height] = self.largest();
        let along = own[0] * m.arg_f((1.0 / length) as f32) + m.f(0.5);
        let down = (own[1] + m.arg_f(self.size[1] as f32)) * m.arg_f((1.0 / height) as f32);
        Element::new(cell, [along, down], [m.arg_f(length as f32), m.arg_f(height as f32)])
    }
    #[inline(always)]
    fn edge<M: Machine>(&self, m: M, at: [M::T; 2], _: u32, [joint, _]: [M::F; 2]) -> M::F {
        let Seen { own: [x, y], aside, .. } = self.seen(m, at);
        let zero = m.f(0.0);
        let radius = m.arg_f((0.5 * self.size[0]) as f32);
        let apart = m.arg_f(self.size[1] as f32);
        // To the side, or to the lower end; to the lower ends of the scales of the row above, and of the one above that.
        let below = m.greater(y, zero);
        let own = radius - m.sqrt(x * x + below * below);
        let (up, up_twice) = (y + apart, y + apart + apart);
        let next = m.sqrt(aside * aside + up * up) - radius;
        let second = m.sqrt(x * x + up_twice * up_twice) - radius;
        m.lesser(own, m.lesser(next, second)) - m.greater(joint, zero) * m.f(0.5)
    }
    fn largest(&self) -> [f64; 2] {
        // From where two scales of the row above meet to the lower end.
        [self.size[0], self.size[1] + 0.5 * self.size[0]]
    }
    fn last(&self) -> [u32; 2] {
        self.counts.map(|n| n - 1)
    }
}
