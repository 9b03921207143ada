//! `bricks`: walls and pavings of rectangles in a bond.
//!
//! Courses are rows of units; every second one may have other units and start elsewhere, and a unit may be cut into a
//! stretcher and a header (flemish). Herringbone is a grid of squares, two of which make a brick; which two depends on
//! column less row, so it closes where both counts are multiples of 4.

use super::surface::extent;
use super::{CountKeys, Counts, Element, Layout, OUTPUTS, Surface};
use crate::machine::Machine;
use crate::nodes::{Node, Output};
use crate::preset::{Expr, Fields};
use crate::program::turn_word;
use crate::program::{At, Lower, Value};

/// The node.
pub struct Bricks {
    counts: CountKeys,
    bond: Bond,
    shift: f64,
    surface: Surface,
}

/// How bricks overlap those below.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bond {
    Running,
    Stack,
    Flemish,
    English,
    Herringbone,
}

impl Bricks {
    /// Reads its keys.
    pub fn read(fields: &mut Fields) -> Box<dyn Node> {
        let bonds = [
            ("running", Bond::Running, "every second row is shifted"),
            ("stack", Bond::Stack, "joints in one line"),
            ("flemish", Bond::Flemish, "long and short bricks by turns in each row"),
            ("english", Bond::English, "rows of long and of short bricks by turns"),
            ("herringbone", Bond::Herringbone, "bricks of two squares, at right angles to each other"),
        ];
        let bond = fields.choice("bond", &bonds, 0, "how bricks overlap those below");
        let any = Counts::any(4, 3.0);
        let rule = match bond {
            Bond::Stack => any,
            Bond::Running | Bond::English => Counts { steps: [1, 2], ..any },
            // A row of long and short bricks has 4 / 3 as many as one of long ones.
            Bond::Flemish => Counts { steps: [2, 2], density: 4.0 / 3.0, ..any },
            Bond::Herringbone => Counts { steps: [4, 4], density: 2.0, aspect: 2.0, ..any },
        };
        let shift = fields.number("shift", 0.5, 0.0..=1.0, "running: how far every second row is shifted, in bricks");
        Box::new(Self {
            counts: CountKeys::read(fields, rule),
            bond,
            shift,
            surface: Surface::read(fields, 0.01, 0.005, true),
        })
    }

    fn courses(&self, [columns, rows]: [u32; 2], tile: [f64; 2]) -> Courses {
        // Units in even and in odd rows, the shift of odd ones in their units, and where a unit is cut.
        let (units, shift, cut) = match self.bond {
            Bond::Stack | Bond::Herringbone => ([columns; 2], 0.0, 1.0),
            Bond::Running => ([columns; 2], self.shift, 1.0),
            Bond::Flemish => ([columns / 2; 2], 0.5, 2.0 / 3.0),
            // A header lies over the middle of each stretcher and over each joint.
            Bond::English => ([columns, 2 * columns], 0.5, 1.0),
        };
        // Starting later is the same as looking from further left.
        let shift = turn_word(-shift / f64::from(units[1]));
        let width = tile[1] / f64::from(rows);
        Courses { rows, units, shift, cut, lengths: units.map(|n| tile[0] / f64::from(n)), width }
    }
}

impl Node for Bricks {
    fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        self.surface.uses(see);
    }
    fn outputs(&self) -> &'static [Output] {
        OUTPUTS
    }
    fn lower(&self, l: &mut Lower, at: At, output: &str) -> Value {
        let (tile, scale) = extent(l, at, false);
        let counts = self.counts.counts(tile, scale);
        if self.bond == Bond::Herringbone {
            let square = [tile[0] / f64::from(counts[0]), tile[1] / f64::from(counts[1])];
            return self.surface.lower(l, at, output, Herringbone { counts, square }, false);
        }
        self.surface.lower(l, at, output, self.courses(counts, tile), false)
    }
    fn cells(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.counts.cells(tile, false))
    }
    fn tile(&self) -> Option<[f64; 2]> {
        self.counts.tile(false)
    }
}

/// Rows of units.
#[derive(Clone, Debug)]
pub struct Courses {
    /// Rows per tile; even, or both kinds of rows are the same.
    pub rows: u32,
    /// Units per tile in even and in odd rows.
    pub units: [u32; 2],
    /// Where odd rows start, 2^-32 tiles.
    pub shift: u32,
    /// Where a unit is cut in two, 1 if it is not.
    pub cut: f64,
    /// Length of a unit in even and in odd rows, metres.
    pub lengths: [f64; 2],
    /// Width of a row, metres.
    pub width: f64,
}

impl Layout for Courses {
    fn name(&self) -> String {
        let cut = if self.cut < 1.0 { " in two" } else { "" };
        format!("{} rows of {} and {}{cut}", self.rows, self.units[0], self.units[1])
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let (row, across) = m.cell(at[1], m.arg_u(self.rows));
        let odd = m.eq(row & m.u(1), m.u(1));
        let units = m.pick_u(odd, m.arg_u(self.units[1]), m.arg_u(self.units[0]));
        let (unit, place) = m.cell(m.shifted(at[0], m.pick_u(odd, m.arg_u(self.shift), m.u(0))), units);
        let length = m.pick(odd, m.arg_f(self.lengths[1] as f32), m.arg_f(self.lengths[0] as f32));
        let width = m.arg_f(self.width as f32);
        if self.cut == 1.0 {
            return Element::new([unit, row], [place, across], [length, width]);
        }
        let cut = m.arg_f(self.cut as f32);
        let first = m.lt(place, cut);
        let per_share = m.pick(first, m.arg_f((1.0 / self.cut) as f32), m.arg_f((1.0 / (1.0 - self.cut)) as f32));
        let along = (place - m.pick(first, m.f(0.0), cut)) * per_share;
        let share = m.pick(first, cut, m.arg_f((1.0 - self.cut) as f32));
        let column = unit + unit + m.pick_u(first, m.u(0), m.u(1));
        Element::new([column, row], [along, across], [length * share, width])
    }
    fn largest(&self) -> [f64; 2] {
        [self.lengths[0].max(self.lengths[1]) * self.cut.max(1.0 - self.cut), self.width]
    }
    fn last(&self) -> [u32; 2] {
        let per_unit = if self.cut == 1.0 { 1 } else { 2 };
        [self.units[0].max(self.units[1]) * per_unit - 1, self.rows - 1]
    }
}

/// Bricks of two squares. Along a row and down a column the squares are by turns the ends of lying and of standing ones.
#[derive(Clone, Debug)]
struct Herringbone {
    /// Squares per tile, multiples of 4.
    counts: [u32; 2],
    /// Sides of a square, metres.
    square: [f64; 2],
}

impl Layout for Herringbone {
    fn name(&self) -> String {
        format!("herringbone of {} x {} squares", self.counts[0], self.counts[1])
    }
    #[inline(always)]
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], _: u32) -> Element<M> {
        let (x, right) = m.cell(at[0], m.arg_u(self.counts[0]));
        let (y, down) = m.cell(at[1], m.arg_u(self.counts[1]));
        // 0 and 1: left and right half of a lying brick; 3 and 2: upper and lower half of a standing one.
        let kind = (x - y) & m.u(3);
        let standing = m.eq(kind & m.u(2), m.u(2));
        let second = m.eq((kind ^ (kind >> 1)) & m.u(1), m.u(1));
        let back = m.pick_u(second, m.u(1), m.u(0));
        let (here, over) = (m.pick(standing, down, right), m.pick(standing, right, down));
        let along = (here + m.from_int(back)) * m.f(0.5);
        // The halves of a brick lie on both sides of the tile's border where that cuts it.
        let first_x = wrapped_before(m, x, m.pick_u(standing, m.u(0), back), m.arg_u(self.counts[0]));
        let first_y = wrapped_before(m, y, m.pick_u(standing, back, m.u(0)), m.arg_u(self.counts[1]));
        let [wide, high] = [m.arg_f(self.square[0] as f32), m.arg_f(self.square[1] as f32)];
        let size = [m.pick(standing, high + high, wide + wide), m.pick(standing, wide, high)];
        Element::new([first_x, first_y], [along, over], size)
    }
    fn largest(&self) -> [f64; 2] {
        let [x, y] = self.square;
        // The bound of a distance to the border wants the greater width of the two kinds.
        [2.0 * x.max(y), x.max(y)]
    }
    fn last(&self) -> [u32; 2] {
        self.counts.map(|n| n - 1)
    }
}

/// The cell `back` (0 or 1) before, wrapped.
#[inline(always)]
fn wrapped_before<M: Machine>(m: M, cell: M::U, back: M::U, count: M::U) -> M::U {
    let wraps = m.eq(cell | (back ^ m.u(1)), m.u(0));
    m.pick_u(wraps, count, cell) - back
}
