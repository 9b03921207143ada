//! Steps as a picture can carry them: the mean over the sample instead of the value in its middle.
//!
//! In: a function of formulas and its arguments. Out: its mean over a sample, where one of the arguments is a distance.
//! A distance changes by one metre per metre, so how much it changes over a sample is known without looking at
//! neighbours, and the mean of a ramp over an interval is a difference of its integral (Heckbert, "Filtering by repeated
//! integration", 1986). What is added to a distance may change as well: it is taken to be slower. Rejected: gradients by
//! dual numbers, which make every formula four times the work; more samples, which do what is left (`samples`).

use super::range::Range;
use super::{Graph, Num, op::Place};
use crate::kernel::Kernel;
use crate::machine::{Machine, math};

/// A ramp that is this many times as wide as a sample is left alone: its mean is its value, to a part in 6000.
const WIDE: f32 = 32.0;

/// How much a result of a function changes per metre, where it is a distance, perhaps scaled or bent.
pub(super) fn pace(graph: &Graph, name: &str, ins: &[Num]) -> Option<f32> {
    let of = |i: usize| graph.pace(*ins.get(i)?);
    let constant = |i: usize| graph.value(*ins.get(i)?);
    let faster = || [of(0), of(1)].into_iter().flatten().reduce(f32::max);
    match name {
        "+" | "-" | "min" | "max" => faster(),
        "negate" | "abs" | "invert" => of(0),
        "*" => {
            let (pace, factor) = of(0).zip(constant(1)).or_else(|| of(1).zip(constant(0)))?;
            Some(pace * factor.abs())
        }
        "/" => of(0).zip(constant(1)).map(|(pace, divisor)| pace / divisor.abs()),
        "remap" => {
            let (a, b, c, d) = (constant(1)?, constant(2)?, constant(3)?, constant(4)?);
            Some(of(0)? * ((d - c) / (b - a)).abs())
        }
        _ => None,
    }
    .filter(|pace| pace.is_finite())
}

/// The mean of a function over a sample, where that is known and differs from its value.
pub(super) fn averaged(graph: &mut Graph, name: &str, ins: &[Num]) -> Option<Num> {
    let x = *ins.last()?;
    // How much the argument changes over a sample.
    let over = |graph: &Graph, n: Num| graph.pace(n).map(|pace| pace * graph.footprint).filter(|width| *width > 0.0);
    match name {
        "step" => {
            let width = over(graph, x).or_else(|| over(graph, ins[0]))?;
            let width = graph.constant(width);
            Some(add(graph, Edge, &[ins[0], x, width]))
        }
        "saturate" => {
            let width = over(graph, x).filter(|width| 1.0 < WIDE * width)?;
            let width = graph.constant(width);
            Some(add(graph, Ramp, &[x, width]))
        }
        "smoothstep" => {
            let width = over(graph, x)?;
            let (a, b) = (graph.range(ins[0]), graph.range(ins[1]));
            let ramp = b.minus(a).abs();
            if ramp.lo >= WIDE * width {
                return None;
            }
            let width = graph.constant(width);
            Some(add(graph, Rise, &[ins[0], ins[1], x, width]))
        }
        _ => None,
    }
}

fn add<K: Kernel>(graph: &mut Graph, kernel: K, ins: &[Num]) -> Num {
    graph.kernel(kernel, Place::Row([0; 3]), ins, &[Range::UNIT])[0]
}

/// The integral of `saturate` from 0 to t.
#[inline(always)]
fn under_ramp<M: Machine>(m: M, t: M::F) -> M::F {
    let inside = math::clamp(m, t, m.f(0.0), m.f(1.0));
    inside * inside * m.f(0.5) + math::max(m, t - m.f(1.0), m.f(0.0))
}

/// The integral of `smoothstep(0, 1, t)` from 0 to t.
#[inline(always)]
fn under_rise<M: Machine>(m: M, t: M::F) -> M::F {
    let inside = math::clamp(m, t, m.f(0.0), m.f(1.0));
    inside * inside * inside * (m.f(1.0) - m.f(0.5) * inside) + math::max(m, t - m.f(1.0), m.f(0.0))
}

macro_rules! means {
    ($(#[doc = $text:literal])* $kernel:ident, $name:literal, $n:literal, |$m:ident, $a:ident| $value:expr) => {
        $(#[doc = $text])*
        struct $kernel;
        impl Kernel for $kernel {
            type In<M: Machine> = [M::F; $n];
            type Out<M: Machine> = [M::F; 1];
            fn name(&self) -> String {
                $name.into()
            }
            #[inline(always)]
            fn eval<M: Machine>(&self, $m: M, _: [M::T; 3], $a: [M::F; $n]) -> [M::F; 1] {
                let mean = $value;
                [math::clamp($m, mean, $m.f(0.0), $m.f(1.0))]
            }
        }
    };
}

means!(
    /// Mean of `step(a, x)`, of a, x and how much x changes over a sample.
    Edge, "mean of step", 3, |m, a| m.div(a[1] - a[0], a[2]) + m.f(0.5)
);
means!(
    /// Mean of `saturate(x)`, of x and how much it changes over a sample.
    Ramp, "mean of saturate", 2, |m, a| {
        let reach = a[1] * m.f(0.5);
        let x = math::clamp(m, a[0], -reach, m.f(1.0) + reach);
        m.div(under_ramp(m, x + reach) - under_ramp(m, x - reach), a[1])
    }
);
means!(
    /// Mean of `smoothstep(a, b, x)`, of a, b, x and how much x changes over a sample. A rise that is much narrower than
    /// a sample is one of 1/64 of it.
    Rise, "mean of smoothstep", 4, |m, a| {
        let least = a[3] * m.f(1.0 / 64.0);
        let width = a[1] - a[0];
        let width = m.pick(m.lt(math::abs(m, width), least), least, width);
        let reach = math::abs(m, m.div(a[3] * m.f(0.5), width));
        let t = math::clamp(m, m.div(a[2] - a[0], width), -reach, m.f(1.0) + reach);
        m.div(under_rise(m, t + reach) - under_rise(m, t - reach), reach + reach)
    }
);
