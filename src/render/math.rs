//! Small vector maths for the lit picture.
//!
//! In: plain `f32`. Out: vectors, smooth steps, the sRGB code of a linear value. Functions are marked for inlining, since
//! a development build does not look across its units. Everything uses only `+ - * /`, square roots
//! and comparisons, so that a picture does not hang on the platform's maths library. A vector crate was rejected: twenty
//! lines are cheaper than a dependency whose FMA and SIMD choices would have to be pinned.

use std::ops::{Add, Mul, Neg, Sub};

/// A direction, a place or a linear colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// Short for a [`Vec3`].
#[inline]
pub(super) const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    pub const ZERO: Vec3 = vec3(0.0, 0.0, 0.0);

    #[inline]
    pub const fn splat(v: f32) -> Vec3 {
        vec3(v, v, v)
    }

    #[inline]
    pub fn dot(self, o: Vec3) -> f32 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline]
    pub fn cross(self, o: Vec3) -> Vec3 {
        vec3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }

    #[inline]
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The unit vector of this direction; straight up when there is none.
    #[inline]
    pub fn normalized(self) -> Vec3 {
        let length = self.length();
        if length > 1e-20 { self * (1.0 / length) } else { vec3(0.0, 1.0, 0.0) }
    }

    #[inline]
    pub fn map(self, f: impl Fn(f32) -> f32) -> Vec3 {
        vec3(f(self.x), f(self.y), f(self.z))
    }

    #[inline]
    pub fn lerp(self, o: Vec3, t: f32) -> Vec3 {
        self + (o - self) * t
    }

    #[inline]
    pub fn largest(self) -> f32 {
        self.x.max(self.y).max(self.z)
    }

    #[inline]
    pub fn smallest(self) -> f32 {
        self.x.min(self.y).min(self.z)
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    #[inline]
    fn add(self, o: Vec3) -> Vec3 {
        vec3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    #[inline]
    fn sub(self, o: Vec3) -> Vec3 {
        vec3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Mul for Vec3 {
    type Output = Vec3;
    #[inline]
    fn mul(self, o: Vec3) -> Vec3 {
        vec3(self.x * o.x, self.y * o.y, self.z * o.z)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;
    #[inline]
    fn mul(self, k: f32) -> Vec3 {
        vec3(self.x * k, self.y * k, self.z * k)
    }
}

impl Neg for Vec3 {
    type Output = Vec3;
    #[inline]
    fn neg(self) -> Vec3 {
        vec3(-self.x, -self.y, -self.z)
    }
}

/// `v` kept within 0..1; NaN becomes 0.
#[inline]
pub(super) fn saturate(v: f32) -> f32 {
    if v > 0.0 { v.min(1.0) } else { 0.0 }
}

/// The whole number below `v`, for what an `i32` holds: without it, each look at the texture calls the platform's library.
#[inline]
pub(super) fn floor(v: f32) -> f32 {
    let whole = v as i32 as f32;
    if whole > v { whole - 1.0 } else { whole }
}

/// The usual cubic step from 0 at `a` to 1 at `b`, for `a < b`.
#[inline]
pub(super) fn smoothstep(a: f32, b: f32, v: f32) -> f32 {
    let t = saturate((v - a) / (b - a));
    t * t * (3.0 - 2.0 * t)
}

/// How much of a GGX-like lobe lies left of `x`: the integral of `(1 + x^2)^(-3/2) / 2`, which is the GGX distribution in the
/// slope plane seen from one side.
#[inline]
pub(super) fn lobe_share(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

/// Linear light to 8-bit sRGB codes, by the 255 values that lie half-way between two codes.
///
/// A table and a search are exact, and need the power 2.4 only (squares and a fifth root), never the power 1/2.4.
pub(super) struct SrgbEncoder {
    borders: [f32; 255],
}

impl SrgbEncoder {
    #[inline]
    pub fn new() -> SrgbEncoder {
        let mut borders = [0.0; 255];
        for (i, border) in borders.iter_mut().enumerate() {
            *border = srgb_to_linear((i as f64 + 0.5) / 255.0) as f32;
        }
        SrgbEncoder { borders }
    }

    /// The code nearest to a linear value; values outside 0..1 are clamped.
    #[inline]
    pub fn encode(&self, linear: f32) -> u8 {
        // The search ends at 255 at most.
        self.borders.partition_point(|&border| border <= linear) as u8
    }
}

/// IEC 61966-2-1, with x^2.4 written as `x^2 * (x^2)^(1/5)`.
fn srgb_to_linear(code: f64) -> f64 {
    if code <= 0.04045 {
        return code / 12.92;
    }
    let x = (code + 0.055) / 1.055;
    let square = x * x;
    // Newton's method from above converges monotonically; 40 rounds are ample for 0.006..1.
    let mut root = 1.0;
    for _ in 0..40 {
        root = (4.0 * root + square / (root * root * root * root)) / 5.0;
    }
    square * root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_is_that_of_the_standard_library() {
        for v in [0.0, 0.25, 1.0, -0.25, -1.0, -1.5, 70000.5, -70000.5, 1e-30, -1e-30] {
            assert_eq!(floor(v), v.floor(), "{v}");
        }
        assert_eq!(floor(f32::NAN), 0.0);
    }

    #[test]
    fn srgb_codes_are_those_of_the_standard() {
        let encoder = SrgbEncoder::new();
        for code in 0..=255u8 {
            let c = f64::from(code) / 255.0;
            let linear = if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
            assert_eq!(encoder.encode(linear as f32), code);
        }
        assert_eq!(encoder.encode(0.5), 188);
        assert_eq!(encoder.encode(-1.0), 0);
        assert_eq!(encoder.encode(7.0), 255);
        assert_eq!(encoder.encode(f32::NAN), 0);
    }
}
