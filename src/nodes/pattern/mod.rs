//! Patterns: elements that fill the tile (bricks, tiles, planks), each with an id, a place within itself and a border.
//!
//! In: whole counts per tile and sizes in metres. Out: for each place the [`Element`] that it belongs to, and how far
//! the border of that element is. A pattern says only where its elements lie ([`Layout`]); joints, corners, profiles
//! and outputs are the same for all of them. Rejected: one kernel with all outputs, because a node that is asked for
//! its id would pay for its border as well.

pub mod bands;
pub mod bricks;
pub mod checker;
pub mod cobbles;
mod count;
pub mod gradient;
mod hexagon;
pub mod planks;
pub mod rings;
mod scales;
pub mod scatter;
mod surface;
pub mod tiles;
pub mod weave;

use super::Output;
use crate::kernel::Kernel;
use crate::machine::math::{abs, clamp};
use crate::machine::{Machine, hash};
pub use count::{CountKeys, Counts};
pub use surface::Surface;

/// What every pattern of elements gives beside its main output.
pub const OUTPUTS: &[Output] = &[
    Output::distance(
        "edge",
        "metres to the border of the element; negative in the joint, down to half its width in its middle",
    ),
    Output::new("id", "id of the element, for `random`"),
    Output::new("u", "place along the element, 0 to 1 from one joint's middle to the next"),
    Output::new("v", "place across the element, 0 to 1"),
    Output::count("row", "number of its row, from 0"),
    Output::count("column", "number of the element in its row, from 0"),
];

/// The element at a place.
pub struct Element<M: Machine> {
    /// Its column and row.
    pub cell: [M::U; 2],
    /// What its id is made of: its column and row, if not told otherwise.
    pub named: [M::U; 2],
    /// The place within it along and across, 0 to 1.
    pub local: [M::F; 2],
    /// How long and wide it is, joint included, metres.
    pub size: [M::F; 2],
}

impl<M: Machine> Element<M> {
    /// The element in this column and row.
    #[inline(always)]
    pub fn new(cell: [M::U; 2], local: [M::F; 2], size: [M::F; 2]) -> Self {
        Self { cell, named: cell, local, size }
    }
    /// The place from its middle, metres.
    #[inline(always)]
    pub fn offset(&self, m: M) -> [M::F; 2] {
        [(self.local[0] - m.f(0.5)) * self.size[0], (self.local[1] - m.f(0.5)) * self.size[1]]
    }
}

/// Where elements lie.
pub trait Layout: Clone + Send + Sync + 'static {
    /// The name in listings.
    fn name(&self) -> String;
    /// The element at a place.
    fn element<M: Machine>(&self, m: M, at: [M::T; 2], seed: u32) -> Element<M>;
    /// Metres to the border that joints of this width and corners of this radius leave of it.
    #[inline(always)]
    fn edge<M: Machine>(&self, m: M, at: [M::T; 2], seed: u32, [joint, round]: [M::F; 2]) -> M::F {
        let element = self.element(m, at, seed);
        let half = [element.size[0] * m.f(0.5), element.size[1] * m.f(0.5)];
        box_edge(m, element.offset(m), half, joint, round)
    }
    /// Length and width of the largest element, metres.
    fn largest(&self) -> [f64; 2];
    /// The greatest column and row.
    fn last(&self) -> [u32; 2];
    /// How far below the middle of a joint `.edge` can be, metres.
    fn hollow(&self) -> f64 {
        0.0
    }
}

/// How far a place is inside of a rectangle around 0 without its joint. In the joint minus the distance to the
/// rectangle, but never more than to the joint's middle, where the neighbour's border is as near: so it is continuous.
#[inline(always)]
pub fn box_edge<M: Machine>(m: M, p: [M::F; 2], half: [M::F; 2], joint: M::F, round: M::F) -> M::F {
    let zero = m.f(0.0);
    let gap = m.greater(joint, zero) * m.f(0.5);
    let inner = [m.greater(half[0] - gap, zero), m.greater(half[1] - gap, zero)];
    let radius = clamp(m, round, zero, m.lesser(inner[0], inner[1]));
    let x = abs(m, p[0]) - inner[0] + radius;
    let y = abs(m, p[1]) - inner[1] + radius;
    let (over_x, over_y) = (m.greater(x, zero), m.greater(y, zero));
    let outside = m.sqrt(over_x * over_x + over_y * over_y);
    m.greater(radius - outside - m.lesser(m.greater(x, y), zero), -gap)
}

/// How a pattern lies on the tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Where it starts along its own axes, 2^-32 tiles.
    pub start: [u32; 2],
    /// Whether its elements lie along y instead of x.
    pub turned: bool,
    /// Of its ids and random numbers.
    pub seed: u32,
}

impl Frame {
    /// How its elements lie, for listings.
    fn way(self) -> &'static str {
        if self.turned { ", along y" } else { "" }
    }

    /// A place along the pattern's own axes.
    #[inline(always)]
    fn own<M: Machine>(self, m: M, at: [M::T; 3]) -> [M::T; 2] {
        let [x, y] = if self.turned { [at[1], at[0]] } else { [at[0], at[1]] };
        [m.shifted(x, m.arg_u(self.start[0])), m.shifted(y, m.arg_u(self.start[1]))]
    }
}

/// The kernel of `.edge`.
struct Edge<L> {
    layout: L,
    frame: Frame,
}

impl<L: Layout> Kernel for Edge<L> {
    type In<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("edge of {}{}", self.layout.name(), self.frame.way())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], ins: [M::F; 2]) -> [M::F; 1] {
        [self.layout.edge(m, self.frame.own(m, at), self.frame.seed, ins)]
    }
}

/// What a place has of its element beside the border.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Id,
    Along,
    Across,
    Row,
    Column,
}

/// The kernel of one of them.
struct Piece<L> {
    layout: L,
    frame: Frame,
    part: Part,
}

impl<L: Layout> Kernel for Piece<L> {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        format!("{:?} of {}{}", self.part, self.layout.name(), self.frame.way()).to_lowercase()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 1] {
        let Element { cell, named, local, .. } = self.layout.element(m, self.frame.own(m, at), self.frame.seed);
        [match self.part {
            Part::Id => id(m, named, self.frame.seed),
            // Rounding can put a place at an end a little outside.
            Part::Along => clamp(m, local[0], m.f(0.0), m.f(1.0)),
            Part::Across => clamp(m, local[1], m.f(0.0), m.f(1.0)),
            Part::Row => m.from_int(cell[1]),
            Part::Column => m.from_int(cell[0]),
        }]
    }
}

/// The id of an element: a whole number below 2^24.
#[inline(always)]
fn id<M: Machine>(m: M, named: [M::U; 2], seed: u32) -> M::F {
    m.from_int(hash::point(m, named[0], named[1], m.u(0), m.arg_u(seed)) >> 8)
}
