//! The program while it is being built: each step is written once and never again (single assignment).
//!
//! In: operations with the numbers that they read. Out: a list of steps that [`super::plan`] prunes, fuses and gives
//! registers. Numbers that are constant are folded here, with the kernels themselves, so folding can't change a bit.

use super::op::{Op, Place, Sum};
use super::range::Range;
use crate::eval::ops::{Motion, Moved, Point, Source};
use crate::kernel::{Grid, Kernel, Lattice, Pack};
use crate::machine::math;
use crate::machine::{Machine, Narrow, narrow};
use fearless_simd::prelude::*;
use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A number of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Num(u32);

/// A circle of the program: a place on one axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Circle(u32);

/// Where a number comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Constant(f32),
    Step(usize),
}

/// One operation.
pub(super) struct Node {
    pub op: Arc<dyn Op>,
    pub place: Place<Circle>,
    pub ins: Vec<Num>,
    pub outs: Vec<Num>,
    pub circle: Option<Circle>,
}

/// The growing program.
#[derive(Default)]
pub struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) origins: Vec<(Origin, Range)>,
    pub(super) circles: Vec<usize>,
    constants: HashMap<u32, Num>,
    /// Metres that a sample covers; 0 where nothing is to be averaged.
    pub(super) footprint: f32,
    /// How much numbers that are distances change per metre.
    paces: HashMap<Num, f32>,
    /// Numbers that are whole: of rows, rounded ones.
    wholes: HashSet<Num>,
    moves: HashMap<(String, Place<Circle>, Num), Circle>,
    /// Outputs of kernels that are nothing but their type, by what they read: asked twice, computed once.
    shared: HashMap<(TypeId, Vec<Num>), Vec<Num>>,
}

impl Graph {
    /// An empty one for samples that cover this many metres; 0 where nothing is to be averaged.
    pub fn new(footprint: f32) -> Self {
        Self { footprint, ..Self::default() }
    }
    /// A constant; NaN and -0 become 0.
    pub fn constant(&mut self, v: f32) -> Num {
        let v = if v.is_nan() || v == 0.0 { 0.0 } else { v };
        if let Some(n) = self.constants.get(&v.to_bits()) {
            return *n;
        }
        let n = self.number(Origin::Constant(v), Range::point(v));
        self.constants.insert(v.to_bits(), n);
        n
    }
    /// A number that stands for one that only a bake computes; a program with it is for checks and listings.
    pub fn opaque(&mut self, range: Range) -> Num {
        let start = self.constant(range.lo);
        self.push(Arc::new(Point(Pending)), Place::Row([0; 3]), vec![start], &[range])[0]
    }
    /// Its value, where it is constant.
    pub fn value(&self, n: Num) -> Option<f32> {
        match self.origins[n.0 as usize].0 {
            Origin::Constant(v) => Some(v),
            Origin::Step(_) => None,
        }
    }
    /// Between which bounds it lies.
    pub fn range(&self, n: Num) -> Range {
        self.origins[n.0 as usize].1
    }
    /// How much it changes per metre, where it is a distance.
    pub fn pace(&self, n: Num) -> Option<f32> {
        self.paces.get(&n).copied()
    }
    /// Says that a number changes by this much per metre: 1 for a distance.
    pub fn set_pace(&mut self, n: Num, pace: f32) {
        if self.value(n).is_none() {
            self.paces.insert(n, pace);
        }
    }
    /// Whether it is known to be a whole number.
    pub fn is_whole(&self, n: Num) -> bool {
        self.wholes.contains(&n)
    }
    /// Says that a number is whole.
    pub fn set_whole(&mut self, n: Num) {
        self.wholes.insert(n);
    }
    /// What the step reads that makes this number, where that is one output of this kernel.
    pub(super) fn ins_of<K: Kernel>(&self, n: Num) -> Option<&[Num]> {
        let Origin::Step(step) = self.origins[n.index()].0 else { return None };
        let node = &self.nodes[step];
        let op: &dyn Any = node.op.as_ref();
        op.is::<Point<K>>().then_some(&node.ins)
    }
    /// The same for a kernel of two numbers.
    pub(super) fn made_by<K: Kernel>(&self, n: Num) -> Option<[Num; 2]> {
        self.ins_of::<K>(n)?.try_into().ok()
    }
    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn number(&mut self, origin: Origin, range: Range) -> Num {
        self.origins.push((origin, range));
        Num(self.origins.len() as u32 - 1)
    }

    fn push(&mut self, op: Arc<dyn Op>, place: Place<Circle>, ins: Vec<Num>, ranges: &[Range]) -> Vec<Num> {
        let step = self.nodes.len();
        let place = if op.placed() { place } else { Place::Row([0; 3]) };
        let outs: Vec<Num> = ranges.iter().map(|range| self.number(Origin::Step(step), *range)).collect();
        self.nodes.push(Node { op, place, ins, outs: outs.clone(), circle: None });
        outs
    }

    /// A pointwise kernel; `ranges` bounds its outputs. Folded where it can be.
    pub fn kernel<K: Kernel>(&mut self, kernel: K, place: Place<Circle>, ins: &[Num], ranges: &[Range]) -> Vec<Num> {
        let known: Option<Vec<f32>> = ins.iter().map(|n| self.value(*n)).collect();
        if let Some(known) = known.filter(|_| !K::PLACED) {
            let m = narrow();
            let mut packed = K::In::<Narrow>::splat(m.f(0.0));
            for (slot, v) in packed.values_mut().iter_mut().zip(known) {
                *slot = m.f(v);
            }
            let out = kernel.eval(m, [m.u(0); 3], packed);
            return out.values().iter().map(|v| self.constant(v.as_slice()[0])).collect();
        }
        if K::PLACED || size_of::<K>() > 0 {
            return self.push(Arc::new(Point(kernel)), place, ins.to_vec(), ranges);
        }
        let key = (TypeId::of::<K>(), ins.to_vec());
        if let Some(outs) = self.shared.get(&key) {
            return outs.clone();
        }
        let outs = self.push(Arc::new(Point(kernel)), place, ins.to_vec(), ranges);
        self.shared.insert(key, outs.clone());
        outs
    }

    /// A noise on a lattice.
    pub fn lattice<L: Lattice>(&mut self, noise: L, grid: Grid, place: Place<Circle>, ranges: &[Range]) -> Vec<Num> {
        self.push(Arc::new(Source { noise, grid, sum: None }), place, vec![], ranges)
    }

    /// `sum + value * weight`, or `sum + |value| * weight`.
    pub fn accumulate(&mut self, sum: Num, value: Num, end: Sum) -> Num {
        let r = self.range(value);
        let r = if end.magnitude { r.abs() } else { r };
        let range = self.range(sum).plus(r.times(Range::point(end.weight)));
        self.kernel(Accumulate(end), Place::Row([0; 3]), &[sum, value], &[range])[0]
    }

    /// The place on one axis that a motion makes of `place` and a number.
    pub fn moved<K: Motion>(&mut self, motion: K, place: Place<Circle>, by: Num) -> Circle {
        let key = (motion.name(), place, by);
        if let Some(c) = self.moves.get(&key) {
            return *c;
        }
        let circle = Circle(self.circles.len() as u32);
        self.circles.push(self.nodes.len());
        let node = Node { op: Arc::new(Moved(motion)), place, ins: vec![by], outs: vec![], circle: Some(circle) };
        self.nodes.push(node);
        self.moves.insert(key, circle);
        circle
    }
}

impl Num {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Circle {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The end of an octave as a step of its own.
pub struct Accumulate(pub Sum);

impl Kernel for Accumulate {
    type In<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        let Sum { weight, magnitude } = self.0;
        if magnitude { format!("sum + {weight} |v|") } else { format!("sum + {weight} v") }
    }
    fn sum(&self) -> Option<Sum> {
        Some(self.0)
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, _: [M::T; 3], [sum, value]: [M::F; 2]) -> [M::F; 1] {
        let value = if self.0.magnitude { math::abs(m, value) } else { value };
        [sum + value * m.arg_f(self.0.weight)]
    }
}

/// Stands for what a bake computes on a grid.
struct Pending;

impl Kernel for Pending {
    type In<M: Machine> = [M::F; 1];
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        "grid (computed when baked)".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, _: M, _: [M::T; 3], v: [M::F; 1]) -> [M::F; 1] {
        v
    }
}
