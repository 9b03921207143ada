//! The cube: one tile on each face, as relief, seen from a corner.
//!
//! The solid is what three reliefs have in common: its surface is where the greatest of the three gaps is 0, so that edges
//! are as ragged as the material. Faces that look away are plain.

use super::backdrop::{Caster, behind};
use super::camera::{Camera, Ray};
use super::light::{Openness, Studio};
use super::math::{Vec3, saturate, smoothstep, vec3};
use super::relief::{Laid, across};
use super::texture::{Heights, Texture};
use super::{Spacing, Stage};

/// Half an edge.
const HALF: f32 = 0.8;
const MIDDLE: Vec3 = vec3(0.0, HALF, 0.0);
/// Cosine and sine of the turn around the vertical axis: a Pythagorean triple, about 37 degrees.
const TURN: [f32; 2] = [0.8, 0.6];
/// Looks at the way of a shadow ray past the cube.
const LOOKS: usize = 24;

/// A face: where its texture's x runs, where y goes up, where it looks, in the axes of the cube.
struct Face {
    right: Vec3,
    up: Vec3,
    out: Vec3,
}

static FACES: [Face; 3] = [
    Face { right: vec3(1.0, 0.0, 0.0), up: vec3(0.0, 1.0, 0.0), out: vec3(0.0, 0.0, 1.0) },
    Face { right: vec3(0.0, 0.0, 1.0), up: vec3(0.0, 1.0, 0.0), out: vec3(-1.0, 0.0, 0.0) },
    Face { right: vec3(1.0, 0.0, 0.0), up: vec3(0.0, 0.0, -1.0), out: vec3(0.0, 1.0, 0.0) },
];

/// A cube that stands on the floor y = 0.
pub(super) struct Cube<'a> {
    laid: Laid<'a>,
    studio: &'a Studio,
    camera: Camera,
}

/// From the axes of the scene to those of the cube.
fn turned(v: Vec3) -> Vec3 {
    let [c, s] = TURN;
    vec3(c * v.x - s * v.z, v.y, s * v.x + c * v.z)
}

/// Back again.
fn returned(v: Vec3) -> Vec3 {
    let [c, s] = TURN;
    vec3(c * v.x + s * v.z, v.y, c * v.z - s * v.x)
}

impl<'a> Cube<'a> {
    pub fn new(texture: &'a Texture, studio: &'a Studio, tile: [f64; 2]) -> Cube<'a> {
        let camera = Camera::new(vec3(0.0, 3.5, 6.1), vec3(0.0, 0.74, 0.0), 0.2);
        let unit = tile[0].min(tile[1]) / f64::from(2.0 * HALF);
        Cube { laid: Laid::new(texture, tile, unit), studio, camera }
    }

    /// Units that each of the faces lies below a place, and which lies least.
    fn gap(&self, place: Vec3, heights: Heights) -> (f32, &'static Face) {
        let of = |face: &'static Face| {
            let off = place.dot(face.out) - HALF;
            // Below the whole relief nothing needs to be looked up.
            let height = match self.laid.relief {
                Some([lo, hi]) if off < lo => hi,
                Some(_) => self.laid.height(place.dot(face.right), -place.dot(face.up), heights),
                None => 0.0,
            };
            (off - height, face)
        };
        let (first, rest) = (of(&FACES[0]), [of(&FACES[1]), of(&FACES[2])]);
        rest.into_iter().fold(first, |most, other| if other.0 > most.0 { other } else { most })
    }

    /// Where a ray, in the axes of the cube, enters and leaves the box that lies between plain faces behind and faces `out`
    /// units before the bare ones in front.
    fn span(ray: Ray, out: f32) -> Option<[f32; 2]> {
        let (mut start, mut end) = (0.0f32, f32::INFINITY);
        for face in &FACES {
            let (from, along) = (ray.from.dot(face.out), ray.along.dot(face.out));
            // A ray along a face is the limit of one that hardly leaves it.
            let along = if along.abs() < 1e-6 { 1e-6 } else { along };
            let (a, b) = ((-HALF - from) / along, (HALF + out - from) / along);
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
        (start < end).then_some([start, end])
    }

    fn hit(&self, ray: Ray, heights: Heights) -> Option<(f32, &'static Face)> {
        let [lo, hi] = self.laid.relief.unwrap_or([0.0; 2]);
        let [start, end] = Cube::span(ray, hi)?;
        let inner = Cube::span(ray, lo).map(|[start, _]| start);
        let gap = |t: f32| self.gap(ray.at(t), heights);
        let found = if lo < hi {
            let end = inner.unwrap_or(end);
            // Any of the faces may be met, so steps are as if the ray went along one.
            self.laid.hit([start, end], end - start, heights, |t| gap(t).0).or(inner)
        } else {
            inner
        };
        found.map(|t| (t, gap(t).1))
    }

    /// How much of the key lamp a place sees past the relief around it.
    fn key(&self, place: Vec3, face: &Face, heights: Heights) -> f32 {
        let (towards, radius) = self.studio.key();
        let ray = Ray { from: place, along: turned(towards) };
        match (self.laid.relief, ray.along.dot(face.out) > 0.0) {
            (Some([_, hi]), true) => {
                let end = Cube::span(ray, hi).map_or(0.0, |[_, end]| end);
                let way = across(ray.along.dot(face.out), end);
                self.laid.open(end, way, radius, heights, |t| self.gap(ray.at(t), heights).0)
            }
            _ => 1.0,
        }
    }
}

impl Stage for Cube<'_> {
    fn light(&self, x: f32, y: f32, spacing: Spacing) -> Vec3 {
        let ray = self.camera.ray(x, y);
        let behind = || behind(ray, self.studio, self, self.laid.texture.opacity());
        let inner = Ray { from: turned(ray.from - MIDDLE), along: turned(ray.along) };
        let Some([near, _]) = Cube::span(inner, self.laid.relief.map_or(0.0, |span| span[1])) else {
            return behind();
        };
        let per_ray = spacing.ray * self.camera.spread * near * self.laid.texels;
        let facing = FACES.iter().map(|face| inner.along.dot(face.out).abs()).fold(0.05, f32::max);
        let Some((t, face)) = self.hit(inner, self.laid.texture.heights(spacing.of_pixel(per_ray / facing.sqrt())))
        else {
            return behind();
        };
        let facing = inner.along.dot(face.out).abs().max(0.05);
        let footprint = per_ray / facing.sqrt();
        let place = inner.at(t);
        let [u, v] = self.laid.tiles(place.dot(face.right), -place.dot(face.up));
        let texel = self.laid.texture.sample(u, v, footprint);
        let n = texel.normal;
        let normal = returned(face.right * n.x + face.up * n.y + face.out * n.z);
        let eye = -ray.along;
        let height = place.y + HALF;
        let under = 0.45 + 0.55 * smoothstep(0.0, 1.4, height);
        let reflected = normal * (2.0 * normal.dot(eye)) - eye;
        let mirrored = if reflected.y < -0.01 {
            let from = returned(place) + MIDDLE;
            self.sky_past(Ray { from, along: reflected }.at(-height / reflected.y))
        } else {
            1.0
        };
        let open = Openness {
            key: self.key(place, face, self.laid.texture.heights(spacing.of_pixel(footprint))),
            floor_mirrored: mirrored + (under - mirrored) * texel.alpha,
            floor: under,
        };
        let seen = self.studio.shade(&texel, normal, returned(face.out), eye, open);
        if texel.opacity < 1.0 { behind().lerp(seen, texel.opacity) } else { seen }
    }
}

/// Units from the bare cube, in its axes; below 0 inside.
fn distance(place: Vec3) -> f32 {
    let off = vec3(place.x.abs() - HALF, place.y.abs() - HALF, place.z.abs() - HALF);
    off.map(|v| v.max(0.0)).length() + off.largest().min(0.0)
}

impl Caster for Cube<'_> {
    /// From the narrowest gap between the ray to the lamp and the bare cube.
    fn key_past(&self, place: Vec3, towards: Vec3, radius: f32) -> f32 {
        let ray = Ray { from: turned(place - MIDDLE), along: turned(towards) };
        // Where the ray is nearest to the middle: far from the ball around the cube nothing is hidden.
        let nearest = -ray.from.dot(ray.along);
        let reach = 1.75 * HALF;
        if nearest < -reach || ray.at(nearest).length() > reach + 2.0 * radius * nearest.max(0.0) {
            return 1.0;
        }
        let (start, end) = ((nearest - reach).max(0.02), (nearest + reach).max(0.04));
        let mut open: f32 = 1.0;
        for i in 0..LOOKS {
            let t = start + (end - start) * (i as f32 + 0.5) / LOOKS as f32;
            open = open.min(saturate(0.5 + 0.5 * distance(ray.at(t)) / (radius.max(0.01) * t)));
        }
        open
    }

    /// That of a long wall as high as the cube, `1 - (1 - d / sqrt(d^2 + h^2)) / 2` at the distance d, and nothing of it under
    /// the cube; corners hide a little less.
    fn sky_past(&self, place: Vec3) -> f32 {
        let local = turned(place - MIDDLE);
        let d = vec3((local.x.abs() - HALF).max(0.0), 0.0, (local.z.abs() - HALF).max(0.0)).length();
        0.5 + 0.5 * d / (d * d + 4.0 * HALF * HALF).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::studs;
    use super::*;

    #[test]
    fn turning_back_is_the_inverse() {
        let v = vec3(0.3, -0.7, 0.9);
        assert!((returned(turned(v)) - v).length() < 1e-6);
        assert!((turned(v).length() - v.length()).abs() < 1e-6);
    }

    #[test]
    fn rays_meet_each_face() {
        let mut maps = studs(64, 64);
        maps.height_m.iter_mut().flatten().for_each(|h| *h *= 2.0);
        let texture = Texture::new(&maps);
        let studio = Studio::for_ball();
        let cube = Cube::new(&texture, &studio, maps.tile);
        let heights = texture.heights(1.0);
        let (mut hits, mut seen) = (0, [false; 3]);
        for i in 0..40 {
            for j in 0..40 {
                let ray = cube.camera.ray(i as f32 / 20.0 - 0.99, j as f32 / 20.0 - 0.99);
                let ray = Ray { from: turned(ray.from - MIDDLE), along: turned(ray.along) };
                let Some((_, face)) = cube.hit(ray, heights) else { continue };
                hits += 1;
                seen[FACES.iter().position(|f| std::ptr::eq(f, face)).unwrap()] = true;
            }
        }
        assert!(hits > 400 && seen == [true; 3], "{hits} {seen:?}");
    }
}
