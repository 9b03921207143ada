//! Rays and the pinhole that sends them out.

use super::math::{Vec3, vec3};

/// A ray from `from` along the unit vector `along`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub from: Vec3,
    pub along: Vec3,
}

impl Ray {
    #[inline]
    pub fn at(self, t: f32) -> Vec3 {
        self.from + self.along * t
    }
}

/// A pinhole that looks at a point, y up.
pub(super) struct Camera {
    pub place: Vec3,
    forward: Vec3,
    pub right: Vec3,
    up: Vec3,
    /// Tangent of half the angle that the shorter edge of the picture covers.
    pub spread: f32,
}

impl Camera {
    pub fn new(place: Vec3, target: Vec3, spread: f32) -> Camera {
        let forward = (target - place).normalized();
        let right = forward.cross(vec3(0.0, 1.0, 0.0)).normalized();
        Camera { place, forward, right, up: right.cross(forward), spread }
    }

    /// The ray through (`x`, `y`): -1..1 over the shorter edge, y up.
    #[inline]
    pub fn ray(&self, x: f32, y: f32) -> Ray {
        let across = self.right * (x * self.spread) + self.up * (y * self.spread);
        Ray { from: self.place, along: (self.forward + across).normalized() }
    }
}
