//! Simpler ways to the same number: what changes nothing is left out, and two operations that follow each other become
//! one pass over the registers.
//!
//! In: a function and its arguments, as a formula calls it. Out: the number, where there is a simpler way. The bits are
//! those of the operations one after another, but for a quotient by a constant and `smoothstep` between constants, which
//! become products, half a step of rounding apart. A product that is read twice is computed twice, which is less work than
//! to store and load it.

use super::functions::{Add, Invert, Multiply, Subtract, call};
use super::range::Range;
use super::{Graph, Num, op::Place};
use crate::kernel::{Kernel, Pack};
use crate::machine::{Machine, math};

/// The result of a function of formulas, where there is a simpler way to it.
pub(super) fn simpler(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
    without_work(graph, name, ins).or_else(|| in_one_pass(graph, name, ins))
}

fn without_work(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
    let constant = |i: usize| graph.value(*ins.get(i)?);
    match (name, constant(0), constant(1), constant(2)) {
        ("+", Some(0.0), _, _) | ("*", Some(1.0), _, _) => Some(ins[1]),
        ("+" | "-", _, Some(0.0), _) | ("*" | "/", _, Some(1.0), _) => Some(ins[0]),
        ("*", Some(0.0), _, _) => Some(ins[0]),
        ("*", _, Some(0.0), _) => Some(ins[1]),
        ("mix", _, _, Some(0.0)) => Some(ins[0]),
        ("/", None, Some(divisor), _) if (1.0 / divisor).is_normal() => {
            let inverse = graph.constant(1.0 / divisor);
            call(graph, "*", &[ins[0], inverse])
        }
        ("smoothstep", Some(a), Some(b), None) if (1.0 / (b - a)).is_normal() => {
            let inverse = graph.constant(1.0 / (b - a));
            Some(add(graph, Rise, &[ins[0], inverse, ins[2]], Range::UNIT))
        }
        _ => None,
    }
}

fn in_one_pass(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
    let (a, b) = (*ins.first()?, *ins.last()?);
    let product = |n: Num| graph.made_by::<Multiply>(n);
    match name {
        "+" => {
            let ([x, y], rest) = product(a).map(|p| (p, b)).or_else(|| Some((product(b)?, a)))?;
            let range = graph.range(a).plus(graph.range(b));
            Some(add(graph, MultiplyAdd, &[x, y, rest], range))
        }
        "-" => {
            let range = graph.range(a).minus(graph.range(b));
            if let Some([x, y]) = product(a) {
                return Some(add(graph, MultiplySubtract, &[x, y, b], range));
            }
            let [x, y] = product(b)?;
            Some(add(graph, SubtractProduct, &[x, y, a], range))
        }
        "*" => {
            let ([x, y], rest) = product(a).map(|p| (p, b)).or_else(|| Some((product(b)?, a)))?;
            let range = graph.range(a).times(graph.range(b));
            Some(add(graph, Product3, &[x, y, rest], range))
        }
        "saturate" => saturated(graph, a, Add)
            .or_else(|| saturated(graph, a, Subtract))
            .or_else(|| saturated(graph, a, Multiply))
            .or_else(|| saturated(graph, a, Invert))
            .or_else(|| saturated(graph, a, MultiplyAdd))
            .or_else(|| saturated(graph, a, MultiplySubtract))
            .or_else(|| saturated(graph, a, SubtractProduct)),
        _ => None,
    }
}

fn add<K: Kernel>(graph: &mut Graph, kernel: K, ins: &[Num], range: Range) -> Num {
    graph.kernel(kernel, Place::Row([0; 3]), ins, &[range])[0]
}

/// `saturate` of what the kernel makes, where `n` comes from it.
fn saturated<K: Kernel>(graph: &mut Graph, n: Num, kernel: K) -> Option<Num> {
    let ins = graph.ins_of::<K>(n)?.to_vec();
    let range = graph.range(n).greatest(Range::point(0.0)).least(Range::point(1.0));
    Some(add(graph, Saturated(kernel), &ins, range))
}

macro_rules! fused {
    ($(#[doc = $text:literal])* $kernel:ident, $name:literal, |$m:ident, $a:ident| $value:expr) => {
        $(#[doc = $text])*
        struct $kernel;
        impl Kernel for $kernel {
            type In<M: Machine> = [M::F; 3];
            type Out<M: Machine> = [M::F; 1];
            fn name(&self) -> String {
                $name.into()
            }
            #[inline(always)]
            fn eval<M: Machine>(&self, $m: M, _: [M::T; 3], $a: [M::F; 3]) -> [M::F; 1] {
                let _ = $m;
                [$value]
            }
        }
    };
}

fused!(
    /// a b + c
    MultiplyAdd, "a b + c", |m, a| a[0] * a[1] + a[2]
);
fused!(
    /// a b - c
    MultiplySubtract, "a b - c", |m, a| a[0] * a[1] - a[2]
);
fused!(
    /// c - a b
    SubtractProduct, "c - a b", |m, a| a[2] - a[0] * a[1]
);
fused!(
    /// a b c
    Product3, "a b c", |m, a| a[0] * a[1] * a[2]
);
fused!(
    /// `smoothstep` between constants, of where it starts, the inverse of its width, and x.
    Rise, "smoothstep a, 1 / (b - a)", |m, a| {
        let t = math::clamp(m, (a[2] - a[0]) * a[1], m.f(0.0), m.f(1.0));
        t * t * (m.f(3.0) - m.f(2.0) * t)
    }
);

/// What a kernel makes, held between 0 and 1.
struct Saturated<K>(K);

impl<K: Kernel> Kernel for Saturated<K> {
    type In<M: Machine> = K::In<M>;
    type Out<M: Machine> = [M::F; 1];
    fn name(&self) -> String {
        format!("saturate {}", self.0.name())
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], ins: K::In<M>) -> [M::F; 1] {
        let v = self.0.eval(m, at, ins).values()[0];
        [math::clamp(m, v, m.f(0.0), m.f(1.0))]
    }
}
