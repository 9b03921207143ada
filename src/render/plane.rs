//! The endless tiled plane in perspective, and the texture from straight above, texel by texel.

use super::backdrop::{checker, wall};
use super::camera::{Camera, Ray};
use super::light::{Openness, Studio};
use super::math::{Vec3, saturate, smoothstep, vec3};
use super::relief::{Laid, across};
use super::texture::{Heights, Texel, Texture};
use super::{Spacing, Stage};

const UP: Vec3 = vec3(0.0, 1.0, 0.0);

/// Squares of the checkerboard behind a plane, per unit.
const SQUARES: f32 = 12.0;
/// The edge of one behind a crop, pixels.
const SQUARE: f32 = 16.0;

/// The height map as a plane y = 0; one unit is the mean edge of a tile.
struct Ground<'a> {
    laid: Laid<'a>,
    studio: &'a Studio,
}

impl<'a> Ground<'a> {
    fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Ground<'a> {
        Ground { laid: Laid::new(texture, tile, (tile[0] * tile[1]).sqrt()), studio }
    }

    fn gap(&self, place: Vec3, heights: Heights) -> f32 {
        place.y - self.laid.height(place.x, place.z, heights)
    }

    /// The first place where a ray from above meets the surface.
    fn hit(&self, ray: Ray, heights: Heights) -> Vec3 {
        let down = |height: f32| ((height - ray.from.y) / ray.along.y).max(0.0);
        let Some([lo, hi]) = self.laid.relief else {
            return ray.at(down(0.0));
        };
        let span = [down(hi), down(lo)];
        let way = across(ray.along.y, span[1] - span[0]);
        ray.at(self.laid.hit(span, way, heights, |t| self.gap(ray.at(t), heights)).unwrap_or(span[1]))
    }

    /// How much of the key lamp a place sees.
    fn key(&self, place: Vec3, heights: Heights) -> f32 {
        let (towards, radius) = self.studio.key();
        let Some([_, hi]) = self.laid.relief else {
            return 1.0;
        };
        if towards.y <= 0.0 {
            return 0.0;
        }
        let ray = Ray { from: place, along: towards };
        let end = (hi - place.y) / towards.y;
        self.laid.open(end, across(towards.y, end), radius, heights, |t| self.gap(ray.at(t), heights))
    }

    /// The light from a place to the eye.
    fn shade(&self, texel: &Texel, place: Vec3, eye: Vec3, heights: Heights) -> Vec3 {
        let n = texel.normal;
        let normal = vec3(n.x, n.z, -n.y);
        let open = Openness { key: self.key(place, heights), ..Openness::FULL };
        self.studio.shade(texel, normal, UP, eye, open)
    }
}

/// The plane, seen from above and in front.
pub(super) struct Plane<'a> {
    ground: Ground<'a>,
    camera: Camera,
}

impl<'a> Plane<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Plane<'a> {
        let camera = Camera::new(vec3(0.0, 2.35, 2.7), vec3(0.0, 0.0, -0.15), 0.36);
        Plane { ground: Ground::new(texture, studio, tile), camera }
    }
}

impl Stage for Plane<'_> {
    fn light(&self, x: f32, y: f32, spacing: Spacing) -> Vec3 {
        let ray = self.camera.ray(x, y);
        let wall = wall(ray.along.y);
        if ray.along.y > -0.02 {
            return wall;
        }
        let laid = &self.ground.laid;
        let distance = -ray.from.y / ray.along.y;
        // The footprint is long away from the eye; its geometric mean is neither blurred nor noisy, given the
        // supersampling.
        let footprint = spacing.ray * self.camera.spread * distance * laid.texels / (-ray.along.y).sqrt();
        let heights = laid.texture.heights(spacing.of_pixel(footprint));
        let place = self.ground.hit(ray, heights);
        let [u, v] = laid.tiles(place.x, place.z);
        let texel = laid.texture.sample(u, v, footprint);
        let mut seen = self.ground.shade(&texel, place, -ray.along, heights);
        if texel.opacity < 1.0 {
            let below = ray.at(distance);
            seen = checker(below.x * SQUARES, below.z * SQUARES).lerp(seen, texel.opacity);
        }
        seen.lerp(wall, saturate(smoothstep(5.0, 16.0, distance)))
    }
}

/// The texture from straight above.
pub(super) struct Crop<'a> {
    ground: Ground<'a>,
}

impl<'a> Crop<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Crop<'a> {
        Crop { ground: Ground::new(texture, studio, tile) }
    }

    /// The light of one texel, counted from the upper left corner; there is always another tile beside.
    pub fn texel(&self, column: usize, row: usize) -> Vec3 {
        let laid = &self.ground.laid;
        let [width, height] = laid.texture.size();
        let place = |i: usize, n: f32| (i % n as usize) as f32 + 0.5;
        let (u, v) = (place(column, width) / width, place(row, height) / height);
        let texel = laid.texture.sample(u, v, 1.0);
        let per_unit = laid.tiles(1.0, 1.0);
        let (x, z) = (u / per_unit[0], v / per_unit[1]);
        let heights = laid.texture.heights(1.0);
        let seen = self.ground.shade(&texel, vec3(x, laid.height(x, z, heights), z), UP, heights);
        checker(column as f32 / SQUARE, row as f32 / SQUARE).lerp(seen, texel.opacity)
    }
}
