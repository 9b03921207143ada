//! Values with exact slopes: each number carries its derivative along x, y and z (forward mode), through the same
//! kernels. The value has the bits of the machine below. Compares, selects, floors and hashes look at the value only.
//!
//! Operations are `#[inline]`, not `always`: the lanes below are those of every processor, so a call costs little, and a
//! recorded kernel would be ten times the code.

use super::Machine;
use std::ops::{Add, Mul, Neg, Sub};

/// The machine `M`, with slopes. A slope is per turn of the tile along its axis.
#[derive(Clone, Copy)]
pub struct Dual<M>(pub M);

/// A number and its derivative along the three axes.
#[derive(Clone, Copy)]
pub struct Slope<F> {
    /// The number.
    pub value: F,
    /// Its derivative per turn along x, y, z.
    pub d: [F; 3],
}

/// A place on a circle and how it moves with x, y and z.
#[derive(Clone, Copy)]
pub struct SlopedPlace<T, F> {
    /// The place.
    pub place: T,
    /// Turns per turn along x, y, z.
    pub d: [F; 3],
}

impl<F: super::Float> Add for Slope<F> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        let (a, b) = (self.d, o.d);
        Self { value: self.value + o.value, d: [a[0] + b[0], a[1] + b[1], a[2] + b[2]] }
    }
}
impl<F: super::Float> Sub for Slope<F> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        let (a, b) = (self.d, o.d);
        Self { value: self.value - o.value, d: [a[0] - b[0], a[1] - b[1], a[2] - b[2]] }
    }
}
impl<F: super::Float> Mul for Slope<F> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let (a, b) = (self.d, o.d);
        let (u, v) = (self.value, o.value);
        Self { value: u * v, d: [a[0] * v + b[0] * u, a[1] * v + b[1] * u, a[2] * v + b[2] * u] }
    }
}
impl<F: super::Float> Neg for Slope<F> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { value: -self.value, d: [-self.d[0], -self.d[1], -self.d[2]] }
    }
}

impl<M: Machine> Dual<M> {
    /// A place of axis `i` that moves with it, one turn per turn.
    #[inline]
    pub fn place(self, place: M::T, i: usize) -> SlopedPlace<M::T, M::F> {
        let mut d = [self.0.f(0.0); 3];
        d[i] = self.0.f(1.0);
        SlopedPlace { place, d }
    }
    #[inline]
    fn flat(self, value: M::F) -> Slope<M::F> {
        Slope { value, d: [self.0.f(0.0); 3] }
    }
    #[inline]
    fn along(value: M::F, s: M::F, d: [M::F; 3]) -> Slope<M::F> {
        Slope { value, d: [s * d[0], s * d[1], s * d[2]] }
    }
}

/// Numbers of state that `when` and `repeat` can carry here: 32, four times that below.
const STATE: usize = 128;

impl<M: Machine> Machine for Dual<M> {
    type F = Slope<M::F>;
    type U = M::U;
    type B = M::B;
    type T = SlopedPlace<M::T, M::F>;

    #[inline]
    fn f(self, v: f32) -> Self::F {
        self.flat(self.0.f(v))
    }
    #[inline]
    fn u(self, v: u32) -> M::U {
        self.0.u(v)
    }
    #[inline]
    fn arg_f(self, v: f32) -> Self::F {
        self.flat(self.0.arg_f(v))
    }
    #[inline]
    fn arg_u(self, v: u32) -> M::U {
        self.0.arg_u(v)
    }
    #[inline]
    fn lt(self, a: Self::F, b: Self::F) -> M::B {
        self.0.lt(a.value, b.value)
    }
    #[inline]
    fn eq(self, a: M::U, b: M::U) -> M::B {
        self.0.eq(a, b)
    }
    #[inline]
    fn pick(self, c: M::B, a: Self::F, b: Self::F) -> Self::F {
        let mut d = a.d;
        for i in 0..3 {
            d[i] = self.0.pick(c, a.d[i], b.d[i]);
        }
        Slope { value: self.0.pick(c, a.value, b.value), d }
    }
    #[inline]
    fn pick_u(self, c: M::B, a: M::U, b: M::U) -> M::U {
        self.0.pick_u(c, a, b)
    }
    #[inline]
    fn bits(self, a: Self::F) -> M::U {
        self.0.bits(a.value)
    }
    #[inline]
    fn from_bits(self, a: M::U) -> Self::F {
        self.flat(self.0.from_bits(a))
    }
    #[inline]
    fn int(self, a: Self::F) -> M::U {
        self.0.int(a.value)
    }
    #[inline]
    fn from_int(self, a: M::U) -> Self::F {
        self.flat(self.0.from_int(a))
    }
    #[inline]
    fn floor(self, a: Self::F) -> Self::F {
        self.flat(self.0.floor(a.value))
    }
    #[inline]
    fn cell(self, t: Self::T, period: M::U) -> (M::U, Self::F) {
        let (cell, fraction) = self.0.cell(t.place, period);
        (cell, Self::along(fraction, self.0.from_int(period), t.d))
    }
    #[inline]
    fn moved(self, t: Self::T, by: Self::F) -> Self::T {
        let (a, b) = (t.d, by.d);
        SlopedPlace { place: self.0.moved(t.place, by.value), d: [a[0] + b[0], a[1] + b[1], a[2] + b[2]] }
    }
    #[inline]
    fn shifted(self, t: Self::T, by: M::U) -> Self::T {
        SlopedPlace { place: self.0.shifted(t.place, by), d: t.d }
    }
    #[inline]
    fn waves(self, t: [Self::T; 3], k: [M::U; 3]) -> Self::T {
        let mut d = [self.0.f(0.0); 3];
        for i in 0..3 {
            for j in 0..3 {
                d[j] = d[j] + self.0.from_int(k[i]) * t[i].d[j];
            }
        }
        SlopedPlace { place: self.0.waves([t[0].place, t[1].place, t[2].place], k), d }
    }
    #[inline]
    fn turns(self, t: Self::T) -> Self::F {
        Slope { value: self.0.turns(t.place), d: t.d }
    }
    #[inline]
    fn origin(self) -> Self::T {
        SlopedPlace { place: self.0.origin(), d: [self.0.f(0.0); 3] }
    }
    #[inline]
    fn sin_turn(self, t: Self::T) -> Self::F {
        let m = self.0;
        let cosine = m.sin_turn(m.shifted(t.place, m.u(0x4000_0000)));
        Self::along(m.sin_turn(t.place), m.f(std::f32::consts::TAU) * cosine, t.d)
    }
    #[inline(always)]
    fn when(self, c: M::B, state: &mut [Self::F], body: impl FnOnce(&mut [Self::F])) {
        unpacked(
            self,
            state,
            #[inline(always)]
            |m, flat, n| {
                m.when(
                    c,
                    flat,
                    #[inline(always)]
                    |flat| repacked(m, flat, n, body),
                )
            },
        );
    }
    #[inline(always)]
    fn repeat(self, count: u32, state: &mut [Self::F], body: impl Fn(M::U, &mut [Self::F])) {
        unpacked(
            self,
            state,
            #[inline(always)]
            |m, flat, n| {
                m.repeat(
                    count,
                    flat,
                    #[inline(always)]
                    |i, flat| {
                        repacked(
                            m,
                            flat,
                            n,
                            #[inline(always)]
                            |s: &mut [Self::F]| body(i, s),
                        )
                    },
                )
            },
        );
    }
    #[inline]
    fn table(self, t: &'static [u32], i: M::U) -> M::U {
        self.0.table(t, i)
    }
    #[inline]
    fn fetch(self, data: &[f32], i: M::U) -> Self::F {
        self.flat(self.0.fetch(data, i))
    }
    #[inline]
    fn div(self, a: Self::F, b: Self::F) -> Self::F {
        let m = self.0;
        let q = m.div(a.value, b.value);
        let mut d = a.d;
        for i in 0..3 {
            d[i] = m.div(a.d[i] - q * b.d[i], b.value);
        }
        Slope { value: q, d }
    }
    #[inline]
    fn sqrt(self, a: Self::F) -> Self::F {
        let m = self.0;
        let root = m.sqrt(a.value);
        let some = m.lt(m.f(0.0), root);
        let s = m.pick(some, m.div(m.f(0.5), m.pick(some, root, m.f(1.0))), m.f(0.0));
        Self::along(root, s, a.d)
    }
    #[inline]
    fn exp2(self, x: Self::F) -> Self::F {
        let v = self.0.exp2(x.value);
        Self::along(v, v * self.0.f(std::f32::consts::LN_2), x.d)
    }
    #[inline]
    fn log2_parts(self, x: Self::F) -> (Self::F, Self::F) {
        let m = self.0;
        let (e, l) = m.log2_parts(x.value);
        (self.flat(e), Self::along(l, m.div(m.f(std::f32::consts::LOG2_E), x.value), x.d))
    }
}

#[inline(always)]
fn unpacked<M: Machine>(m: Dual<M>, state: &mut [Slope<M::F>], go: impl FnOnce(M, &mut [M::F], usize)) {
    let mut flat = [m.0.f(0.0); STATE];
    let n = state.len();
    for i in 0..n {
        flat[4 * i] = state[i].value;
        for j in 0..3 {
            flat[4 * i + 1 + j] = state[i].d[j];
        }
    }
    go(m.0, &mut flat[..4 * n], n);
    for i in 0..n {
        state[i] = Slope { value: flat[4 * i], d: [flat[4 * i + 1], flat[4 * i + 2], flat[4 * i + 3]] };
    }
}

#[inline(always)]
fn repacked<M: Machine>(m: M, flat: &mut [M::F], n: usize, body: impl FnOnce(&mut [Slope<M::F>])) {
    let mut state = [Dual(m).f(0.0); STATE / 4];
    for i in 0..n {
        state[i] = Slope { value: flat[4 * i], d: [flat[4 * i + 1], flat[4 * i + 2], flat[4 * i + 3]] };
    }
    body(&mut state[..n]);
    for i in 0..n {
        flat[4 * i] = state[i].value;
        for j in 0..3 {
            flat[4 * i + 1 + j] = state[i].d[j];
        }
    }
}
