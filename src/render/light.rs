//! The studio: what shines on the material, and how much of it comes back to the eye.
//!
//! In: a surface point, the direction to the eye, what is hidden from it. Out: linear light, 1 being paper white.
//! The surroundings are formulas, not a picture: a soft vertical gradient with a few soft boxes, each of which can be asked
//! for with any blur, so that a rough mirror costs as much as a clear one. Their diffuse light is kept as nine numbers per
//! channel (Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment Maps", 2001). An HDR photograph
//! was rejected: megabytes in the program, and its prefiltering would be most of the renderer.

use super::brdf::{self, AlbedoTable};
use super::math::{Vec3, lobe_share, saturate, vec3};
use super::surroundings::{Harmonics, SoftBox, basis, harmonics};
use super::texture::Texel;

/// Reflectance of a dielectric seen straight on, that of an index of 1.5.
const DIELECTRIC: f32 = 0.04;

/// A round lamp, far away.
struct Lamp {
    towards: Vec3,
    /// Light on a white surface that faces the lamp, 1 being paper white.
    strength: Vec3,
    /// Sine of half the angle that it covers.
    radius: f32,
}

impl Lamp {
    fn new(towards: Vec3, strength: Vec3, radius: f32) -> Lamp {
        Lamp { towards: towards.normalized(), strength, radius }
    }
}

/// What stands between a surface point and the lights: each 0 hidden .. 1 open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Openness {
    /// The key lamp.
    pub key: f32,
    /// What the mirror direction sees of the floor.
    pub floor_mirrored: f32,
    /// What the surface as a whole sees of the floor.
    pub floor: f32,
}

impl Openness {
    pub const FULL: Openness = Openness { key: 1.0, floor_mirrored: 1.0, floor: 1.0 };
}

/// All lights, and the table of what GGX returns.
pub(super) struct Studio {
    sky: [Vec3; 2],
    floor: Vec3,
    boxes: Vec<SoftBox>,
    lamps: Vec<Lamp>,
    diffuse_above: Harmonics,
    diffuse_floor: Harmonics,
    table: &'static AlbedoTable,
}

impl Studio {
    /// The studio of the ball. x is right, y up, z towards the viewer.
    pub fn for_ball() -> Studio {
        let boxes = vec![
            // The large box over the left shoulder, a strip on the right, a bright edge behind.
            SoftBox::new(vec3(-0.75, 0.75, 0.6), [0.42, 0.42], vec3(2.8, 2.66, 2.48)),
            SoftBox::new(vec3(1.0, 0.25, 0.15), [0.16, 0.75], vec3(1.6, 1.68, 1.8)),
            SoftBox::new(vec3(-0.2, 0.55, -1.0), [0.9, 0.22], vec3(1.4, 1.42, 1.5)),
        ];
        let key = Lamp::new(vec3(-0.72, 0.73, 0.5), vec3(0.6, 0.54, 0.47), 0.2);
        let rim = Lamp::new(vec3(0.75, 0.35, -0.62), vec3(0.28, 0.31, 0.36), 0.2);
        Studio::new([Vec3::splat(0.3), vec3(0.46, 0.48, 0.51)], Vec3::splat(0.22), boxes, vec![key, rim])
    }

    /// The studio of the plane: the key lamp stands low on the left and a little behind, so that relief throws shadows and
    /// gloss shows.
    pub fn for_plane() -> Studio {
        let boxes = vec![SoftBox::new(vec3(-0.5, 0.62, -1.0), [1.5, 0.28], vec3(1.7, 1.64, 1.55))];
        let key = Lamp::new(vec3(-0.74, 0.52, -0.3), vec3(0.82, 0.74, 0.64), 0.12);
        let fill = Lamp::new(vec3(0.6, 0.6, 0.5), vec3(0.14, 0.15, 0.17), 0.3);
        Studio::new([Vec3::splat(0.2), vec3(0.34, 0.355, 0.38)], Vec3::splat(0.15), boxes, vec![key, fill])
    }

    /// A sky of 1 all around and nothing else: a white surface must look like the sky (the white furnace).
    #[cfg(test)]
    pub fn uniform() -> Studio {
        Studio::new([Vec3::splat(1.0); 2], Vec3::splat(1.0), Vec::new(), Vec::new())
    }

    fn new(sky: [Vec3; 2], floor: Vec3, boxes: Vec<SoftBox>, lamps: Vec<Lamp>) -> Studio {
        let dark = [Vec3::ZERO; 9];
        let mut studio =
            Studio { sky, floor, boxes, lamps, diffuse_above: dark, diffuse_floor: dark, table: AlbedoTable::shared() };
        studio.diffuse_above = harmonics(|d| studio.surroundings(d, 0.02, 0.0));
        studio.diffuse_floor = harmonics(|d| studio.surroundings(d, 0.02, 1.0) - studio.surroundings(d, 0.02, 0.0));
        studio
    }

    /// The direction to the key lamp and its angular radius; straight up and a point when there are no lamps.
    pub fn key(&self) -> (Vec3, f32) {
        self.lamps.first().map_or((vec3(0.0, 1.0, 0.0), 0.0), |lamp| (lamp.towards, lamp.radius))
    }

    /// Light from around `direction`, averaged over a lobe of half width `blur` (radians), with `floor` of the floor visible.
    fn surroundings(&self, direction: Vec3, blur: f32, floor: f32) -> Vec3 {
        // The gradient is so soft that only the horizon needs the blur.
        let up = saturate(0.5 + 0.5 * direction.y);
        let mut above = self.sky[0].lerp(self.sky[1], up);
        for b in &self.boxes {
            above = above + b.radiance * b.share(direction, blur.max(0.03));
        }
        let above_horizon = lobe_share(direction.y / blur.max(0.06));
        (self.floor * floor).lerp(above, above_horizon)
    }

    /// Light in a GGX lobe around `reflected`. The half width and the mixture are fitted to lobes that were summed ray by ray
    /// (see the test): facets tilted by t turn the light by 2 t, the horizon cuts wide lobes, and the widest of all are like
    /// the cosine.
    fn mirrored(&self, reflected: Vec3, alpha: f32, floor: f32) -> Vec3 {
        let blur = 2.0 * alpha / (1.0 + 2.0 * alpha);
        self.surroundings(reflected, blur, floor).lerp(self.diffuse(reflected, floor), alpha * alpha)
    }

    /// Light that a white matte surface gives off by the surroundings alone.
    fn diffuse(&self, n: Vec3, floor: f32) -> Vec3 {
        let basis = basis(n);
        let mut sum = Vec3::ZERO;
        for (i, weight) in basis.iter().enumerate() {
            sum = sum + (self.diffuse_above[i] + self.diffuse_floor[i] * floor) * *weight;
        }
        sum.map(|v| v.max(0.0))
    }

    /// Light from a surface point to the eye. `normal` is the mapped normal, `smooth` that of the bare shape, both in world
    /// axes; `eye` is the unit direction to the eye.
    pub fn shade(&self, m: &Texel, normal: Vec3, smooth: Vec3, eye: Vec3, open: Openness) -> Vec3 {
        // A mapped normal may face away from the eye; the least bend that keeps it visible avoids black rims.
        let facing = normal.dot(eye);
        let n = if facing < 0.02 { (normal + eye * (0.02 - facing)).normalized() } else { normal };
        let nov = n.dot(eye).clamp(0.02, 1.0);
        let albedo = self.table.at(m.alpha, nov);
        // A half-way metal is a mixture of a metal and a dielectric, and only the latter has a body under its surface.
        let specular = |of: &dyn Fn(f32) -> f32| Vec3::splat(of(DIELECTRIC)).lerp(m.base.map(of), m.metallic);
        let mirrored = specular(&|f0| albedo.specular(f0));
        let body = m.base * ((1.0 - m.metallic) * (1.0 - albedo.specular(DIELECTRIC)));

        let reflected = n * (2.0 * n.dot(eye)) - eye;
        let seen = mirror_openness(nov, m.ao, m.alpha) * above_surface(reflected, smooth);
        let mut light = m.emission
            + mirrored * self.mirrored(reflected, m.alpha, open.floor_mirrored) * seen
            + body * self.diffuse(n, open.floor) * bounced(m.ao, m.base);

        for (i, lamp) in self.lamps.iter().enumerate() {
            let visible = if i == 0 { open.key } else { 1.0 };
            let nol = n.dot(lamp.towards);
            // The bare shape throws its own shadow, softly, since the lamp has a size.
            let lit = visible * saturate(smooth.dot(lamp.towards) / 0.1);
            if nol <= 0.0 || lit <= 0.0 {
                continue;
            }
            let gloss = self.highlight(lamp, n, eye, reflected, m.alpha);
            let gloss = specular(&|f0| (f0 + (1.0 - f0) * gloss.fresnel) * albedo.compensation(f0) * gloss.amount);
            light = light + lamp.strength * (body * nol + gloss) * lit;
        }
        light
    }

    /// The highlight of a round lamp: the point of the lamp nearest to the mirror direction stands for all of it, and the lobe
    /// is widened by the lamp's size (Karis, "Real Shading in Unreal Engine 4", 2013).
    fn highlight(&self, lamp: &Lamp, n: Vec3, eye: Vec3, reflected: Vec3, alpha: f32) -> Highlight {
        let off = reflected * lamp.towards.dot(reflected) - lamp.towards;
        let towards = (lamp.towards + off * saturate(lamp.radius / off.length().max(1e-6))).normalized();
        let half = (towards + eye).normalized();
        let nol = n.dot(towards).max(1e-4);
        let nov = n.dot(eye).clamp(0.02, 1.0);
        let widened = saturate(alpha + 0.5 * lamp.radius);
        let ratio = alpha / widened;
        let lobe = brdf::ggx(alpha, nov, nol, saturate(n.dot(half))) * ratio * ratio;
        // `strength` is that of a white matte surface, pi times less than what the BRDF is defined for.
        Highlight { amount: lobe * nol * std::f32::consts::PI, fresnel: brdf::schlick(saturate(eye.dot(half))) }
    }
}

struct Highlight {
    amount: f32,
    fresnel: f32,
}

/// Occlusion of the mirror direction from that of the whole hemisphere, after Lagarde and de Rousiers ("Moving Frostbite to
/// PBR", 2014); their exponent is close to 1/2 for a mirror and to 0 elsewhere, and is blended here without a power.
fn mirror_openness(nov: f32, ao: f32, alpha: f32) -> f32 {
    let clear = saturate((nov + ao).sqrt() - 1.0 + ao);
    clear + (ao - clear) * saturate(alpha * 10.0)
}

/// Fades mirror directions that point below the bare surface.
fn above_surface(reflected: Vec3, smooth: Vec3) -> f32 {
    let v = saturate(1.0 + 1.4 * reflected.dot(smooth));
    v * v
}

/// Occlusion with the light that bright surfaces pass on to each other (Jimenez et al., "Practical Realtime Strategies for
/// Accurate Indirect Occlusion", 2016, their cubic fit).
fn bounced(ao: f32, base: Vec3) -> Vec3 {
    base.map(|c| {
        let (a, b, d) = (2.0404 * c - 0.3324, -4.7951 * c + 0.6417, 2.7552 * c + 0.6903);
        ao.max(((ao * a + b) * ao + d) * ao)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(rough: f32, metallic: f32) -> Texel {
        Texel {
            base: Vec3::splat(1.0),
            normal: vec3(0.0, 0.0, 1.0),
            emission: Vec3::ZERO,
            alpha: rough * rough,
            metallic,
            ao: 1.0,
            opacity: 1.0,
        }
    }

    #[test]
    fn white_furnace() {
        let studio = Studio::uniform();
        for rough in [0.1, 0.3, 0.5, 0.8, 1.0] {
            for metallic in [0.0, 0.5, 1.0] {
                for tilt in [0.0, 0.5, 1.0, 2.0] {
                    let n = vec3(tilt, 0.3, 1.0).normalized();
                    let eye = vec3(0.0, 0.0, 1.0);
                    let seen = studio.shade(&white(rough, metallic), n, n, eye, Openness::FULL);
                    for v in [seen.x, seen.y, seen.z] {
                        assert!((v - 1.0).abs() < 0.03, "{rough} {metallic} {tilt}: {v}");
                    }
                }
            }
        }
    }

    #[test]
    fn diffuse_light_is_that_of_the_surroundings() {
        // Straight quadrature of the cosine over the hemisphere, instead of harmonics.
        let studio = Studio::for_ball();
        for n in [vec3(0.0, 1.0, 0.0), vec3(-0.6, 0.6, 0.5).normalized(), vec3(0.7, -0.2, 0.7).normalized()] {
            let (mut sum, mut weight) = (Vec3::ZERO, 0.0);
            for i in 0..300 {
                let y = (i as f32 + 0.5) / 150.0 - 1.0;
                let r = (1.0 - y * y).sqrt();
                for j in 0..300 {
                    let phi = (j as f32 + 0.5) / 300.0 * std::f32::consts::TAU;
                    let d = vec3(r * phi.cos(), y, r * phi.sin());
                    let cosine = d.dot(n).max(0.0);
                    sum = sum + studio.surroundings(d, 0.02, 1.0) * cosine;
                    weight += cosine;
                }
            }
            let right = sum * (1.0 / weight);
            let got = studio.diffuse(n, 1.0);
            assert!((got.y - right.y).abs() < 0.06 * right.y + 0.02, "{got:?} {right:?}");
        }
    }

    #[test]
    fn blurred_surroundings_follow_a_brute_force_lobe() {
        // GGX half vectors around straight reflection, each sent out as a ray into the sharp surroundings.
        let studio = Studio::for_ball();
        for alpha in [0.1f32, 0.3, 0.6] {
            for towards in [vec3(-0.7, 0.75, 0.6), vec3(0.2, 0.4, 1.0), vec3(0.9, 0.3, 0.4)] {
                let n = towards.normalized();
                let side = n.cross(vec3(0.0, 1.0, 0.0)).normalized();
                let up = side.cross(n);
                let (mut sum, mut weight) = (0.0, 0.0);
                for i in 0..200 {
                    let u = (i as f32 + 0.5) / 200.0;
                    let c = ((1.0 - u) / (1.0 + (alpha * alpha - 1.0) * u)).sqrt();
                    let s = (1.0 - c * c).sqrt();
                    for j in 0..100 {
                        let phi = (j as f32 + 0.5) / 100.0 * std::f32::consts::TAU;
                        let h = n * c + side * (s * phi.cos()) + up * (s * phi.sin());
                        let l = h * (2.0 * n.dot(h)) - n;
                        let nol = l.dot(n).max(0.0);
                        sum += studio.surroundings(l, 0.01, 1.0).y * nol;
                        weight += nol;
                    }
                }
                let (got, right) = (studio.mirrored(n, alpha, 1.0).y, sum / weight);
                assert!((got - right).abs() < 0.2 * right, "{alpha} {n:?}: {got} {right}");
            }
        }
    }
}
