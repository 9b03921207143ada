//! The ball: the texture as relief around a sphere that stands on the studio floor.

use super::backdrop::{Caster, behind};
use super::camera::{Camera, Ray};
use super::light::{Openness, Studio};
use super::math::{Vec3, smoothstep, vec3};
use super::relief::{Laid, across};
use super::texture::{Heights, Texture};
use super::{Spacing, Stage};

/// The middle of the ball, which has a radius of 1.
const MIDDLE: Vec3 = vec3(0.0, 1.0, 0.0);

/// A ball of radius 1 that touches the floor y = 0.
pub(super) struct Ball<'a> {
    laid: Laid<'a>,
    studio: &'a Studio,
    camera: Camera,
    /// From the middle towards the camera, where the texture is not distorted at all.
    pole: Vec3,
    /// Where the texture's y goes up at the pole.
    up: Vec3,
}

impl<'a> Ball<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Ball<'a> {
        let camera = Camera::new(vec3(0.0, 2.1, 6.6), vec3(0.0, 0.97, 0.0), 0.198);
        let pole = (camera.place - MIDDLE).normalized();
        let up = pole.cross(camera.right);
        // The flattened half ball is 2 sqrt(2) wide; the shorter edge of a tile goes twice into it.
        let unit = tile[0].min(tile[1]) / std::f64::consts::SQRT_2;
        Ball { laid: Laid::new(texture, tile, unit), studio, camera, pole, up }
    }

    /// A direction from the middle along the axes of the camera.
    fn turned(&self, out: Vec3) -> Vec3 {
        vec3(out.dot(self.camera.right), out.dot(self.up), out.dot(self.pole).max(-0.9))
    }

    /// Lambert's equal-area map around the point that faces the camera: no seam and no pole in view, the same density of
    /// detail everywhere, and undistorted where the ball is seen straight on. From a turned direction to the texture's
    /// plane, v downwards.
    fn flattened(out: Vec3) -> [f32; 2] {
        let flat = (2.0 / (1.0 + out.z)).sqrt();
        [out.x * flat, -out.y * flat]
    }

    /// Units above the surface.
    fn gap(&self, place: Vec3, heights: Heights) -> f32 {
        let off = place - MIDDLE;
        let length = off.length();
        let [x, y] = Ball::flattened(self.turned(off * (1.0 / length)));
        length - 1.0 - self.laid.height(x, y, heights)
    }

    /// Where a ray meets the surface. `inside` is 1 minus the square of its least distance to the middle, `nearest` where on
    /// the ray that is.
    fn hit(&self, ray: Ray, nearest: f32, inside: f32, heights: Heights) -> Option<f32> {
        let Some([lo, hi]) = self.laid.relief else {
            return (inside > 0.0).then(|| nearest - inside.sqrt());
        };
        // Half the chord in the ball of this radius.
        let chord = |radius: f32| inside + (radius * radius - 1.0);
        let outer = chord(1.0 + hi);
        if outer <= 0.0 {
            return None;
        }
        let start = nearest - outer.sqrt();
        let inner = chord((1.0 + lo).max(0.0));
        // Past the inner ball, a ray can only meet what stands up from the shell, on both sides of the middle.
        let end = if inner > 0.0 { nearest - inner.sqrt() } else { nearest + outer.sqrt() };
        let gap = |t: f32| self.gap(ray.at(t), heights);
        let steep = if inner > 0.0 { inner.sqrt() / (1.0 + lo) } else { 0.0 };
        let found = self.laid.hit([start, end], across(steep, end - start), heights, gap);
        found.or((inner > 0.0).then_some(end))
    }

    /// How much of the key lamp a place sees past the relief around it.
    fn key(&self, place: Vec3, smooth: Vec3, heights: Heights) -> f32 {
        let (towards, radius) = self.studio.key();
        let Some([_, hi]) = self.laid.relief else {
            return 1.0;
        };
        if smooth.dot(towards) <= 0.0 {
            // The ball itself is between.
            return 1.0;
        }
        let off = place - MIDDLE;
        let b = off.dot(towards);
        let end = (b * b + (1.0 + hi) * (1.0 + hi) - off.dot(off)).max(0.0).sqrt() - b;
        let ray = Ray { from: place, along: towards };
        self.laid.open(end, across(smooth.dot(towards), end), radius, heights, |t| self.gap(ray.at(t), heights))
    }

    fn surface(&self, ray: Ray, t: f32, footprint: f32, heights: Heights) -> (Vec3, f32) {
        let smooth = (ray.at(t) - MIDDLE).normalized();
        let out = self.turned(smooth);
        let flat = Ball::flattened(out);
        let [u, v] = self.laid.tiles(flat[0], flat[1]);
        let eye = -ray.along;
        let texel = self.laid.texture.sample(u, v, footprint);

        // The frame of the pole, carried along the great circle to this point.
        let (right, up) = (self.camera.right, self.up);
        let bend = 1.0 / (1.0 + out.z);
        let tangent = right * (1.0 - out.x * out.x * bend) - up * (out.x * out.y * bend) - self.pole * out.x;
        let upward = up * (1.0 - out.y * out.y * bend) - right * (out.x * out.y * bend) - self.pole * out.y;
        let mapped = texel.normal;
        let normal = (tangent * mapped.x + upward * mapped.y + smooth * mapped.z).normalized();

        let place = ray.at(t);
        let reflected = normal * (2.0 * normal.dot(eye)) - eye;
        let mirrored = if reflected.y < -0.01 {
            self.sky_past(Ray { from: place, along: reflected }.at(-place.y / reflected.y))
        } else {
            1.0
        };
        // The foot of the ball stands in its own shadow.
        let under = 0.35 + 0.65 * smoothstep(0.0, 1.3, place.y);
        let open = Openness {
            key: self.key(place, smooth, heights),
            floor_mirrored: mirrored + (under - mirrored) * texel.alpha,
            floor: under,
        };
        (self.studio.shade(&texel, normal, smooth, eye, open), texel.opacity)
    }
}

impl Stage for Ball<'_> {
    fn light(&self, x: f32, y: f32, spacing: Spacing) -> Vec3 {
        let ray = self.camera.ray(x, y);
        let off = ray.from - MIDDLE;
        let nearest = -off.dot(ray.along);
        let least = off + ray.along * nearest;
        let inside = 1.0 - least.dot(least);
        let behind = || behind(ray, self.studio, self, self.laid.texture.opacity());
        // The texture is foreshortened as much as the ball is.
        let facing = inside.max(0.0).sqrt().max(0.05).sqrt();
        let footprint =
            spacing.ray * self.camera.spread * (nearest - inside.max(0.0).sqrt()) * self.laid.texels / facing;
        let heights = self.laid.texture.heights(spacing.of_pixel(footprint));
        match self.hit(ray, nearest, inside, heights).map(|t| self.surface(ray, t, footprint, heights)) {
            Some((seen, opacity)) if opacity < 1.0 => behind().lerp(seen, opacity),
            Some((seen, _)) => seen,
            None => behind(),
        }
    }
}

impl Caster for Ball<'_> {
    fn key_past(&self, place: Vec3, towards: Vec3, radius: f32) -> f32 {
        let away = MIDDLE - place;
        let along = away.dot(towards);
        // Inside the cone of half light the lamp is partly hidden; its width grows with the distance to the ball.
        let beside = (away - towards * along).length();
        let half_light = 2.2 * radius * along.max(0.0) + 1e-3;
        smoothstep(1.0 - half_light, 1.0 + half_light, beside)
    }

    /// Exact.
    fn sky_past(&self, place: Vec3) -> f32 {
        let away = MIDDLE - place;
        let d2 = away.dot(away).max(1.0);
        1.0 - away.y / (d2 * d2.sqrt())
    }
}
