//! Where elements stand, and which cells a place has to look at.
//!
//! Each layer is a grid with one element per cell, at a random place of the cell. Layers have seeds of their own and
//! start at random places of the tile, the first one where the pattern starts.

use crate::kernel::Kernel;
use crate::machine::{Machine, hash};
use crate::program::op::Place;
use crate::program::range::Range;
use crate::program::{Along, At, Lower};

/// The grids of all layers.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Cells along x and y.
    pub counts: [u32; 2],
    /// Grids.
    pub layers: u32,
    /// Where the first grid starts, 2^-32 tiles.
    pub start: [u32; 2],
    /// What the seeds of layers are made of.
    pub seed: u32,
    /// 0: in the middle of cells, 1: anywhere in them.
    pub jitter: f32,
}

/// One of the grids.
#[derive(Clone, Copy)]
pub struct Layer<M: Machine> {
    /// Mixed into the hashes of its cells.
    pub seed: M::U,
    /// Where it starts, 2^-32 tiles.
    pub start: [M::U; 2],
}

impl Places {
    /// Layer number `k`.
    #[inline(always)]
    pub fn layer<M: Machine>(&self, m: M, k: M::U) -> Layer<M> {
        let seed = hash::mix(m, m.arg_u(self.seed) ^ (k * m.u(0x9E37_79B1)));
        let first = m.eq(k, m.u(0));
        let start = [
            m.pick_u(first, m.arg_u(self.start[0]), hash::mix(m, seed ^ m.u(0x85EB_CA77))),
            m.pick_u(first, m.arg_u(self.start[1]), hash::mix(m, seed ^ m.u(0xC2B2_AE3D))),
        ];
        Layer { seed, start }
    }

    /// The element of a cell: its middle, 0 to 1 within the cell, and its hash.
    #[inline(always)]
    pub fn element<M: Machine>(&self, m: M, layer: Layer<M>, cell: [M::U; 2]) -> ([M::F; 2], M::U) {
        let h = hash::point(m, cell[0], cell[1], m.u(0), layer.seed);
        let (jitter, start) = (m.arg_f(self.jitter), m.arg_f(0.5 - 0.5 * self.jitter));
        let x = hash::unit(m, h) * jitter + start;
        let y = hash::unit(m, h * m.u(0x9E37_79B1)) * jitter + start;
        ([x, y], h)
    }

    /// The middles of all elements of a layer as places, for a program that is sampled once per cell.
    pub fn middles(self, inner: &mut Lower, at: At, layer: u32) -> At {
        let row = Place::Row([0; 3]);
        let by = inner.graph.kernel(Middles { places: self, layer }, row, &[], &[Range::new(-2.0, 2.0); 2]);
        let still = inner.constant(0.0);
        at.at_place(Place::Free([
            inner.graph.moved(Along { axis: 0 }, row, by[0]),
            inner.graph.moved(Along { axis: 1 }, row, by[1]),
            inner.graph.moved(Along { axis: 2 }, row, still),
        ]))
    }
}

/// Turns from the middle of a cell, in a grid that starts with the tile, to the middle of its element.
struct Middles {
    places: Places,
    layer: u32,
}

impl Kernel for Middles {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 2];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("middles of layer {}", self.layer)
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 2] {
        let layer = self.places.layer(m, m.arg_u(self.layer));
        let [columns, rows] = self.places.counts;
        let (x, dx) = m.cell(at[0], m.arg_u(columns));
        let (y, dy) = m.cell(at[1], m.arg_u(rows));
        let (middle, _) = self.places.element(m, layer, [x, y]);
        let start = [m.turns(m.shifted(m.origin(), layer.start[0])), m.turns(m.shifted(m.origin(), layer.start[1]))];
        [
            (middle[0] - dx) * m.arg_f(1.0 / columns as f32) - start[0],
            (middle[1] - dy) * m.arg_f(1.0 / rows as f32) - start[1],
        ]
    }
}

/// The cells whose elements can reach a place: a box that starts with the cell `back` before the place.
///
/// An element reaches as far as `r` cells from its middle, which lies at `1/2 - jitter/2` to `1/2 + jitter/2` of its
/// cell. So of the cells around a place at `x` (in cells) those from `floor(x - s)` on with `s = r - 1/2 + jitter/2`
/// matter, never more than `ceil(2 r + jitter)` of them.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// From a place back to one in the first cell, 2^-32 tiles and cells.
    back: [u32; 2],
    back_cells: [f32; 2],
    /// Cells of the box along x and y.
    pub across: [u32; 2],
    /// Cells of the tile.
    counts: [u32; 2],
    /// Their sides, metres.
    sides: [f32; 2],
    /// How far from its middle an element can be seen, squared.
    pub square: f32,
}

/// A place, seen from the first cell of the box around it.
#[derive(Clone, Copy)]
pub struct Seen<M: Machine> {
    cell: [M::U; 2],
    /// Cells from the first cell's corner.
    place: [M::F; 2],
}

impl Reach {
    /// For elements that are seen up to `metres` from their middles, in cells with these sides, metres.
    pub fn new(counts: [u32; 2], sides: [f64; 2], metres: f64, jitter: f64) -> Self {
        // A little more, for what is rounded: a cell more costs time, one less would cut an element off.
        let metres = metres * (1.0 + 1e-4);
        let cells = sides.map(|side| metres / side + 1e-4);
        let back = [0, 1].map(|i| (cells[i] - 0.5 + 0.5 * jitter) / f64::from(counts[i]));
        let back = back.map(|turns| (turns * 4_294_967_296.0).round() as i64);
        let in_cells = |i: usize| back[i] as f64 / 4_294_967_296.0 * f64::from(counts[i]);
        Self {
            back: back.map(|turns| turns as u32),
            back_cells: [in_cells(0) as f32, in_cells(1) as f32],
            across: cells.map(|r| (2.0 * r + jitter).ceil() as u32),
            counts,
            sides: sides.map(|s| s as f32),
            square: (metres * metres) as f32,
        }
    }

    /// Cells of the box.
    pub fn cells(&self) -> u32 {
        self.across[0].saturating_mul(self.across[1])
    }

    /// A place, as its box sees it.
    #[inline(always)]
    pub fn seen<M: Machine>(&self, m: M, layer: Layer<M>, at: [M::T; 3]) -> Seen<M> {
        let (x, dx) = self.first(m, layer, at, 0);
        let (y, dy) = self.first(m, layer, at, 1);
        Seen { cell: [x, y], place: [dx, dy] }
    }

    #[inline(always)]
    fn first<M: Machine>(&self, m: M, layer: Layer<M>, at: [M::T; 3], i: usize) -> (M::U, M::F) {
        let place = m.shifted(at[i], layer.start[i] - m.arg_u(self.back[i]));
        let (cell, fraction) = m.cell(place, m.arg_u(self.counts[i]));
        (cell, fraction + m.arg_f(self.back_cells[i]))
    }

    /// Cell number `k` of the box along an axis, and metres from its corner to the place.
    #[inline(always)]
    pub fn cell<M: Machine>(&self, m: M, seen: Seen<M>, i: usize, k: M::U) -> (M::U, M::F) {
        let period = m.arg_u(self.counts[i]);
        let mut cell = seen.cell[i] + k;
        for _ in 0..(self.counts[i] + self.across[i] - 2) / self.counts[i] {
            let over = m.eq((cell - period) >> 31, m.u(0));
            cell = cell - m.pick_u(over, period, m.u(0));
        }
        (cell, seen.place[i] - m.from_int(k))
    }

    /// Cells to metres.
    #[inline(always)]
    pub fn metres<M: Machine>(&self, m: M, cells: [M::F; 2]) -> [M::F; 2] {
        [cells[0] * m.arg_f(self.sides[0]), cells[1] * m.arg_f(self.sides[1])]
    }

    /// The number of a cell among those of all layers.
    #[inline(always)]
    pub fn number<M: Machine>(&self, m: M, layer: M::U, cell: [M::U; 2]) -> M::U {
        (layer * m.arg_u(self.counts[1]) + cell[1]) * m.arg_u(self.counts[0]) + cell[0]
    }
}
