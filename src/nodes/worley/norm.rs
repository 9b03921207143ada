//! Metrics: how the distance along single axes joins to one. `join` works on what `axis` gives; only at the end of a
//! search does `distance` turn it into a length.

use crate::machine::Machine;
use crate::machine::math::abs;

/// A metric.
pub trait Norm: Copy + Send + Sync + 'static {
    /// What the offset along one axis counts.
    fn axis<M: Machine>(self, m: M, d: M::F) -> M::F;
    /// Two axes together.
    fn join<M: Machine>(self, m: M, a: M::F, b: M::F) -> M::F;
    /// The length.
    fn distance<M: Machine>(self, m: M, v: M::F) -> M::F;
    /// The greatest length of an offset with these magnitudes, on the host.
    fn greatest(self, offset: [f64; 3]) -> f64;
    /// The name in listings.
    fn name(self) -> &'static str;
}

/// Straight lines: squares are summed.
#[derive(Clone, Copy)]
pub struct Euclid;

impl Norm for Euclid {
    #[inline(always)]
    fn axis<M: Machine>(self, _: M, d: M::F) -> M::F {
        d * d
    }
    #[inline(always)]
    fn join<M: Machine>(self, _: M, a: M::F, b: M::F) -> M::F {
        a + b
    }
    #[inline(always)]
    fn distance<M: Machine>(self, m: M, v: M::F) -> M::F {
        m.sqrt(v)
    }
    fn greatest(self, o: [f64; 3]) -> f64 {
        (o[0] * o[0] + o[1] * o[1] + o[2] * o[2]).sqrt()
    }
    fn name(self) -> &'static str {
        "euclidean"
    }
}

/// Along the axes: the sum (manhattan) or the greatest (chebyshev) of the magnitudes.
#[derive(Clone, Copy)]
pub struct Straight {
    /// The greatest instead of the sum.
    pub chebyshev: bool,
}

impl Norm for Straight {
    #[inline(always)]
    fn axis<M: Machine>(self, m: M, d: M::F) -> M::F {
        abs(m, d)
    }
    #[inline(always)]
    fn join<M: Machine>(self, m: M, a: M::F, b: M::F) -> M::F {
        if self.chebyshev { m.pick(m.lt(a, b), b, a) } else { a + b }
    }
    #[inline(always)]
    fn distance<M: Machine>(self, _: M, v: M::F) -> M::F {
        v
    }
    fn greatest(self, o: [f64; 3]) -> f64 {
        if self.chebyshev { o[0].max(o[1]).max(o[2]) } else { o[0] + o[1] + o[2] }
    }
    fn name(self) -> &'static str {
        if self.chebyshev { "chebyshev" } else { "manhattan" }
    }
}
