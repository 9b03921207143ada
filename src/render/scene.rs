//! The two stages: a ball on a floor, and an endless tiled plane.
//!
//! In: a ray of the camera. Out: the linear light along it. Each stage knows its camera, so that the picture code only walks
//! over pixels. Meshes were rejected: both shapes have closed intersections, and the relief of the plane is true geometry by
//! marching through the height map.

use super::light::{Openness, Studio};
use super::math::{Vec3, saturate, smoothstep, vec3};
use super::relief::Relief;
use super::texture::Texture;

/// A ray from `from` along the unit vector `along`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub from: Vec3,
    pub along: Vec3,
}

impl Ray {
    pub fn at(self, t: f32) -> Vec3 {
        self.from + self.along * t
    }
}

/// A pinhole that looks at a point, y up.
struct Camera {
    place: Vec3,
    forward: Vec3,
    right: Vec3,
    up: Vec3,
    /// Tangent of half the angle that the shorter edge of the picture covers.
    spread: f32,
}

impl Camera {
    fn new(place: Vec3, target: Vec3, spread: f32) -> Camera {
        let forward = (target - place).normalized();
        let right = forward.cross(vec3(0.0, 1.0, 0.0)).normalized();
        Camera { place, forward, right, up: right.cross(forward), spread }
    }

    /// The ray through (`x`, `y`): -1..1 over the shorter edge, y up.
    fn ray(&self, x: f32, y: f32) -> Ray {
        let across = self.right * (x * self.spread) + self.up * (y * self.spread);
        Ray { from: self.place, along: (self.forward + across).normalized() }
    }
}

/// A ball of radius 1 that touches the floor y = 0.
pub(super) struct Ball<'a> {
    texture: &'a Texture,
    studio: &'a Studio,
    camera: Camera,
    /// From the middle towards the camera, where the texture is not distorted at all.
    pole: Vec3,
    /// Tiles per unit of the flattened ball.
    tiles: [f32; 2],
}

const MIDDLE: Vec3 = vec3(0.0, 1.0, 0.0);

/// Colour of the far wall at the height of the horizon, and of the floor in full light.
const WALL: Vec3 = vec3(0.088, 0.09, 0.094);
const FLOOR: Vec3 = vec3(0.2, 0.2, 0.2);

impl<'a> Ball<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Ball<'a> {
        let camera = Camera::new(vec3(0.0, 2.1, 6.6), vec3(0.0, 0.97, 0.0), 0.198);
        let pole = (camera.place - MIDDLE).normalized();
        // The flattened half ball is 2 sqrt(2) wide; the shorter edge of a tile goes twice into it.
        let unit = tile[0].min(tile[1]) / std::f64::consts::SQRT_2;
        Ball { texture, studio, camera, pole, tiles: [(unit / tile[0]) as f32, (unit / tile[1]) as f32] }
    }

    /// Light seen at (`x`, `y`) of the picture; `pixel` is the distance between two rays in the same units.
    pub fn light(&self, x: f32, y: f32, pixel: f32) -> Vec3 {
        let ray = self.camera.ray(x, y);
        let to_middle = ray.from - MIDDLE;
        let b = to_middle.dot(ray.along);
        let nearest = to_middle - ray.along * b;
        let inside = 1.0 - nearest.dot(nearest);
        if inside > 0.0 { self.surface(ray, -b - inside.sqrt(), pixel) } else { self.floor(ray) }
    }

    fn surface(&self, ray: Ray, t: f32, pixel: f32) -> Vec3 {
        let smooth = (ray.at(t) - MIDDLE).normalized();
        let (right, up) = (self.camera.right, self.pole.cross(self.camera.right));
        let (x, y, z) = (smooth.dot(right), smooth.dot(up), smooth.dot(self.pole).max(-0.9));
        // Lambert's equal-area map around the point that faces the camera: no seam and no pole in view, the same density of
        // detail everywhere, and undistorted where the ball is seen straight on.
        let flat = (2.0 / (1.0 + z)).sqrt();
        let u = 0.5 + x * flat * self.tiles[0];
        let v = 0.5 - y * flat * self.tiles[1];
        let eye = -ray.along;
        let size = self.texture.size();
        let per_pixel = pixel * self.camera.spread * t;
        let footprint =
            per_pixel * (self.tiles[0] * size[0]).max(self.tiles[1] * size[1]) / smooth.dot(eye).max(0.05).sqrt();
        let texel = self.texture.sample(u, v, footprint);

        // The frame of the pole, carried along the great circle to this point.
        let bend = 1.0 / (1.0 + z);
        let tangent = right * (1.0 - x * x * bend) - up * (x * y * bend) - self.pole * x;
        let upward = up * (1.0 - y * y * bend) - right * (x * y * bend) - self.pole * y;
        let mapped = texel.normal;
        let normal = (tangent * mapped.x + upward * mapped.y + smooth * mapped.z).normalized();

        let place = MIDDLE + smooth;
        let reflected = normal * (2.0 * normal.dot(eye)) - eye;
        let mirrored = if reflected.y < -0.01 {
            let floor = Ray { from: place, along: reflected }.at(-place.y / reflected.y);
            self.floor_openness(floor)
        } else {
            1.0
        };
        // The foot of the ball stands in its own shadow.
        let under = 0.35 + 0.65 * smoothstep(0.0, 1.3, place.y);
        let open = Openness { key: 1.0, floor_mirrored: mirrored + (under - mirrored) * texel.alpha, floor: under };
        self.studio.shade(&texel, normal, smooth, eye, open)
    }

    /// How much of the sky a point of the floor sees past the ball: exact for the cosine-weighted sky.
    fn floor_openness(&self, place: Vec3) -> f32 {
        let away = MIDDLE - place;
        let d2 = away.dot(away).max(1.0);
        1.0 - away.y / (d2 * d2.sqrt())
    }

    /// Floor and wall are one sweep of paper: the floor's light fades into that of the wall.
    fn floor(&self, ray: Ray) -> Vec3 {
        let height = ray.along.y;
        let wall = WALL * (1.0 - 0.45 * smoothstep(0.0, 0.35, height));
        if height > -1e-3 {
            return wall;
        }
        let place = ray.at(-ray.from.y / height);
        let (towards, radius) = self.studio.key();
        let away = MIDDLE - place;
        let along = away.dot(towards);
        // Inside the cone of half light the lamp is partly hidden; its width grows with the distance to the ball.
        let beside = (away - towards * along).length();
        let half_light = 2.2 * radius * along.max(0.0) + 1e-3;
        let key = smoothstep(1.0 - half_light, 1.0 + half_light, beside);
        let lit = 0.5 * self.floor_openness(place) + 0.5 * key;
        let far = vec3(place.x, 0.0, place.z + 0.6).length();
        (FLOOR * lit).lerp(wall, smoothstep(0.6, 6.5, far))
    }
}

/// An endless plane y = 0 seen from above; one unit is the mean edge of a tile.
pub(super) struct Plane<'a> {
    texture: &'a Texture,
    studio: &'a Studio,
    camera: Camera,
    relief: Relief<'a>,
}

impl<'a> Plane<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Plane<'a> {
        let camera = Camera::new(vec3(0.0, 2.35, 2.7), vec3(0.0, 0.0, -0.15), 0.36);
        Plane { texture, studio, camera, relief: Relief::new(texture, tile) }
    }

    /// Light seen at (`x`, `y`) of the picture; `pixel` is the distance between two rays in the same units.
    pub fn light(&self, x: f32, y: f32, pixel: f32) -> Vec3 {
        let ray = self.camera.ray(x, y);
        let wall = WALL * (1.0 - 0.45 * smoothstep(0.0, 0.35, ray.along.y));
        if ray.along.y > -0.02 {
            return wall;
        }
        let distance = -ray.from.y / ray.along.y;
        // The footprint is long away from the eye; its geometric mean is neither blurred nor noisy, given the
        // supersampling.
        let footprint = pixel * self.camera.spread * distance * self.relief.pixels_per_unit() / (-ray.along.y).sqrt();
        let place = self.relief.hit(ray, footprint);
        let [u, v] = self.relief.texture_place(place);
        let texel = self.texture.sample(u, v, footprint);
        let n = texel.normal;
        let normal = vec3(n.x, n.z, -n.y);
        let (towards, radius) = self.studio.key();
        let open = Openness { key: self.relief.open_to(place, towards, radius, footprint), ..Openness::FULL };
        let seen = self.studio.shade(&texel, normal, vec3(0.0, 1.0, 0.0), -ray.along, open);
        seen.lerp(wall, saturate(smoothstep(5.0, 16.0, distance)))
    }
}
