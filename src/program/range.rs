//! Intervals: between which bounds a number can lie. Heights take their default span from them.

/// All numbers from `lo` to `hi`; either may be infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// The lower bound.
    pub lo: f32,
    /// The upper bound.
    pub hi: f32,
}

impl Range {
    /// Every number.
    pub const ANY: Range = Range { lo: f32::NEG_INFINITY, hi: f32::INFINITY };
    /// 0 to 1.
    pub const UNIT: Range = Range { lo: 0.0, hi: 1.0 };

    /// From `lo` to `hi`.
    pub const fn new(lo: f32, hi: f32) -> Self {
        Self { lo, hi }
    }
    /// A single number.
    pub const fn point(v: f32) -> Self {
        Self { lo: v, hi: v }
    }
    /// Whether both bounds are finite.
    pub fn is_finite(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }
    /// The least interval that holds both.
    pub fn hull(self, o: Self) -> Self {
        Self { lo: self.lo.min(o.lo), hi: self.hi.max(o.hi) }
    }
    /// Sum.
    pub fn plus(self, o: Self) -> Self {
        Self { lo: self.lo + o.lo, hi: self.hi + o.hi }
    }
    /// Negative.
    pub fn negative(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
    /// Difference.
    pub fn minus(self, o: Self) -> Self {
        self.plus(o.negative())
    }
    /// Product; 0 times anything is 0.
    pub fn times(self, o: Self) -> Self {
        let product = |a: f32, b: f32| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let all = [product(self.lo, o.lo), product(self.lo, o.hi), product(self.hi, o.lo), product(self.hi, o.hi)];
        Self::of(&all)
    }
    /// Quotient where 0 is not among the divisors, else any number.
    pub fn over(self, o: Self) -> Self {
        if o.lo > 0.0 || o.hi < 0.0 { self.times(Self { lo: 1.0 / o.hi, hi: 1.0 / o.lo }) } else { Self::ANY }
    }
    /// Magnitude.
    pub fn abs(self) -> Self {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            self.negative()
        } else {
            Self { lo: 0.0, hi: self.hi.max(-self.lo) }
        }
    }
    /// Under a function that rises.
    pub fn rising(self, f: impl Fn(f32) -> f32) -> Self {
        Self { lo: f(self.lo), hi: f(self.hi) }
    }
    /// The lesser of two.
    pub fn least(self, o: Self) -> Self {
        Self { lo: self.lo.min(o.lo), hi: self.hi.min(o.hi) }
    }
    /// The greater of two.
    pub fn greatest(self, o: Self) -> Self {
        Self { lo: self.lo.max(o.lo), hi: self.hi.max(o.hi) }
    }
    /// `self` at t = 0, `o` at t = 1.
    pub fn mixed(self, o: Self, t: Self) -> Self {
        if t.lo >= 0.0 && t.hi <= 1.0 {
            let at = |t: f32| {
                let (a, b) = (Self::point(1.0 - t).times(self), Self::point(t).times(o));
                a.plus(b)
            };
            at(t.lo).hull(at(t.hi))
        } else {
            self.plus(t.times(o.minus(self)))
        }
    }
    /// The least interval that holds these numbers; any number if one is NaN.
    pub fn of(all: &[f32]) -> Self {
        if all.iter().any(|v| v.is_nan()) {
            return Self::ANY;
        }
        let lo = all.iter().fold(f32::INFINITY, |a, b| a.min(*b));
        Self { lo, hi: all.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b)) }
    }
}
