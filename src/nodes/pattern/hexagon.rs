//! Hexagons and pennies: elements around the points of a lattice whose every second row is shifted by half a length.
//!
//! A tile of any size holds whole counts of them, so they are regular only as nearly as the counts allow. A hexagon is
//! what is nearest to its point in metres; its borders are straight and half way between two points, whatever the
//! counts. Two rows hold the nearest point as long as rows are at least half a length apart.

use super::{Element, Layout};
use crate::machine::Machine;
use crate::machine::math::{abs, clamp};

/// The layout.
#[derive(Clone, Debug)]
pub struct Hexagons {
    counts: [u32; 2],
    /// Length of an element, and how far rows are apart, metres.
    size: [f64; 2],
    /// Circles instead of hexagons.
    round: bool,
    /// From the middle to the slanted border, and the direction of that.
    slant: f64,
    normal: [f64; 2],
    /// From the middle to the upper corner.
    top: f64,
}

impl Hexagons {
    /// Columns and rows of elements of this length, this far apart.
    pub fn new(counts: [u32; 2], size: [f64; 2], round: bool) -> Self {
        let next = (0.25 * size[0] * size[0] + size[1] * size[1]).sqrt();
        let normal = [0.5 * size[0] / next, size[1] / next];
        let slant = 0.5 * next;
        Self { counts, size, round, slant, normal, top: slant / normal[1] }
    }

    /// The largest circle in an element.
    fn inner(&self) -> f64 {
        self.slant.min(0.5 * self.size[0])
    }
}

impl Layout for Hexagons {
    fn name(&self) -> String {
        format!("{} x {} {}", self.counts[0], self.counts[1], if self.round { "pennies" } else { "hexagons" })
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let (half, one) = (m.f(0.5), m.f(1.0));
        let columns = m.arg_u(self.counts[0]);
        let rows = m.arg_u(self.counts[1]);
        let (row, down) = m.cell(at[1], rows);
        // The middles of odd rows lie on the borders between columns.
        let (even_column, even) = m.cell(at[0], columns);
        let half_left = m.arg_u((0x8000_0000u32 / self.counts[0]).wrapping_neg());
        let (odd_column, odd) = m.cell(m.shifted(at[0], half_left), columns);
        let is_odd = m.eq(row & m.u(1), m.u(1));
        let [length, apart] = [m.arg_f(self.size[0] as f32), m.arg_f(self.size[1] as f32)];
        let own = [(m.pick(is_odd, odd, even) - half) * length, (down - half) * apart];
        // The nearer one of the rows above and below.
        let upper = m.lt(down, half);
        let other_down = m.pick(upper, down + one, down - one);
        let other = [(m.pick(is_odd, even, odd) - half) * length, (other_down - half) * apart];
        let is_other = m.lt(other[0] * other[0] + other[1] * other[1], own[0] * own[0] + own[1] * own[1]);
        let above = m.pick_u(m.eq(row, m.u(0)), rows, row) - m.u(1);
        let next = row + m.u(1);
        let below = m.pick_u(m.eq(next, rows), m.u(0), next);
        let other_row = m.pick_u(upper, above, below);
        let (own_column, other_column) =
            (m.pick_u(is_odd, odd_column, even_column), m.pick_u(is_odd, even_column, odd_column));
        let cell = [m.pick_u(is_other, other_column, own_column), m.pick_u(is_other, other_row, row)];
        let (x, y) = (m.pick(is_other, other[0], own[0]), m.pick(is_other, other[1], own[1]));
        let [per_length, per_width] = [m.arg_f((1.0 / self.size[0]) as f32), m.arg_f((0.5 / self.top) as f32)];
        let size = [length, m.arg_f((2.0 * self.top) as f32)];
        Element::new(cell, [x * per_length + half, y * per_width + half], size)
    }
    #[inline(always)]
    fn edge<M: Machine>(&self, m: M, at: [M::T; 2], seed: u32, [joint, round]: [M::F; 2]) -> M::F {
        let element = self.element(m, at, seed);
        let p = element.offset(m);
        let zero = m.f(0.0);
        let gap = m.greater(joint, zero) * m.f(0.5);
        let inner = m.arg_f(self.inner() as f32);
        if self.round {
            return inner - gap - m.sqrt(p[0] * p[0] + p[1] * p[1]);
        }
        // A quarter of the hexagon on which the middles of the corners lie: an upright border and a slanted one.
        let (x, y) = (abs(m, p[0]), abs(m, p[1]));
        let gap = m.lesser(gap, inner);
        let radius = clamp(m, round, zero, inner - gap);
        let inset = gap + radius;
        let [right, up] = [m.arg_f(self.normal[0] as f32), m.arg_f(self.normal[1] as f32)];
        let slant = m.arg_f(self.slant as f32) - inset;
        // In a flat hexagon that is much smaller than its element the slanted borders meet.
        let tip = slant * m.arg_f((1.0 / self.normal[0]) as f32);
        let upright = m.lesser(m.arg_f((0.5 * self.size[0]) as f32) - inset, tip);
        let per_up = m.arg_f((1.0 / self.normal[1]) as f32);
        let corner = m.greater((slant - right * upright) * per_up, zero);
        let inside = m.greater(x - upright, right * x + up * y - slant);
        let beyond = m.greater(y - corner, zero);
        let to_upright = (x - upright) * (x - upright) + beyond * beyond;
        let (dx, dy) = (x - upright, y - corner);
        let along = clamp(m, right * dy - up * dx, zero, upright * per_up);
        let (ex, ey) = (dx + up * along, dy - right * along);
        let outside = m.sqrt(m.lesser(to_upright, ex * ex + ey * ey));
        m.greater(radius - m.pick(m.lt(inside, zero), inside, outside), -gap)
    }
    fn largest(&self) -> [f64; 2] {
        [self.size[0], 2.0 * self.top]
    }
    fn last(&self) -> [u32; 2] {
        self.counts.map(|n| n - 1)
    }
    fn hollow(&self) -> f64 {
        // Between circles lie corners.
        if self.round { self.top.max(0.5 * self.size[0]).hypot(self.size[1]) } else { 0.0 }
    }
}
