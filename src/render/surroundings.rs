//! The parts that the surroundings are made of: soft boxes, and harmonics for diffuse light.
//!
//! In: a direction and a blur. Out: the share of a soft box, or nine numbers that hold the diffuse light of any direction.
//! Boxes are blurred by formula; filtering a cube map was rejected, since it must be built before the first pixel and is
//! blocky in a clear mirror.

use super::math::{Vec3, lobe_share, vec3};

/// A rectangle of light, far away.
pub(super) struct SoftBox {
    towards: Vec3,
    right: Vec3,
    up: Vec3,
    /// Half the width and height, roughly in radians.
    half: [f32; 2],
    pub radiance: Vec3,
}

impl SoftBox {
    pub fn new(towards: Vec3, half: [f32; 2], radiance: Vec3) -> SoftBox {
        let towards = towards.normalized();
        let right = vec3(0.0, 1.0, 0.0).cross(towards).normalized();
        SoftBox { towards, right, up: towards.cross(right), half, radiance }
    }

    /// The share of a lobe of half width `blur` around `direction` that falls into the box, in stereographic coordinates,
    /// where a lobe stays round and only the point behind is lost.
    #[inline]
    pub fn share(&self, direction: Vec3, blur: f32) -> f32 {
        let stretch = 2.0 / (1.0 + direction.dot(self.towards)).max(0.02);
        let window = |x: f32, half: f32| lobe_share((x + half) / blur) - lobe_share((x - half) / blur);
        let u = direction.dot(self.right) * stretch;
        let v = direction.dot(self.up) * stretch;
        window(u, self.half[0]) * window(v, self.half[1])
    }
}

/// The nine coefficients of the diffuse light of a part of the surroundings.
pub(super) type Harmonics = [Vec3; 9];

/// The first nine real spherical harmonics.
#[inline]
pub(super) fn basis(d: Vec3) -> [f32; 9] {
    [
        0.282_094_8,
        0.488_602_5 * d.y,
        0.488_602_5 * d.z,
        0.488_602_5 * d.x,
        1.092_548_4 * d.x * d.y,
        1.092_548_4 * d.y * d.z,
        0.315_391_57 * (3.0 * d.z * d.z - 1.0),
        1.092_548_4 * d.x * d.z,
        0.546_274_2 * (d.x * d.x - d.y * d.y),
    ]
}

/// Light per direction, smeared with the cosine of a matte surface and divided by pi. The quadrature runs over the six faces
/// of a cube.
pub(super) fn harmonics(light: impl Fn(Vec3) -> Vec3) -> Harmonics {
    const SIDE: usize = 48;
    let mut sums = [Vec3::ZERO; 9];
    let mut area = 0.0;
    let place = |i: usize| (i as f32 + 0.5) * 2.0 / SIDE as f32 - 1.0;
    for i in 0..SIDE {
        for j in 0..SIDE {
            let (a, b) = (place(i), place(j));
            let length = (1.0 + a * a + b * b).sqrt();
            let weight = 1.0 / (length * length * length);
            for s in [1.0, -1.0] {
                for d in [vec3(s, a, b), vec3(a, s, b), vec3(a, b, s)] {
                    let d = d * (1.0 / length);
                    let seen = light(d) * weight;
                    for (sum, y) in sums.iter_mut().zip(basis(d)) {
                        *sum = *sum + seen * y;
                    }
                    area += weight;
                }
            }
        }
    }
    // The cosine keeps 1, 2/3 and 1/4 of the three bands.
    let scale = 4.0 * std::f32::consts::PI / area;
    let mut out = sums.map(|sum| sum * scale);
    for (i, c) in out.iter_mut().enumerate() {
        *c = *c * [1.0, 2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 0.25, 0.25, 0.25, 0.25, 0.25][i];
    }
    out
}
