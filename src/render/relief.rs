//! The relief of the plane: rays against the height map.
//!
//! In: a ray, a footprint. Out: the place where it meets the surface, and how much of the key lamp that place sees. Heights
//! are true: metres over the metres of a tile. The march goes in steps of the footprint between the highest and the
//! lowest point only, and then halves the last step. Offset parallax was rejected: it swims at grazing angles, where an
//! artist looks for it.

use super::math::{Vec3, saturate};
use super::scene::Ray;
use super::texture::Texture;

/// More steps than this cost more than they show; longer ways take longer steps.
const MOST_STEPS: f32 = 128.0;

/// Footprints per step.
const STRIDE: f32 = 1.5;

/// The height map, laid out on the plane y = 0.
pub(super) struct Relief<'a> {
    texture: &'a Texture,
    /// Tiles per unit on x and z.
    tiles: [f32; 2],
    /// Units per metre.
    scale: f32,
}

impl<'a> Relief<'a> {
    /// `tile` in metres; one unit of the scene is its mean edge.
    pub fn new(texture: &'a Texture, tile: [f64; 2]) -> Relief<'a> {
        let unit = (tile[0] * tile[1]).sqrt();
        Relief { texture, tiles: [(unit / tile[0]) as f32, (unit / tile[1]) as f32], scale: (1.0 / unit) as f32 }
    }

    /// Pixels of the finest level over one unit, on the denser axis.
    pub fn pixels_per_unit(&self) -> f32 {
        let size = self.texture.size();
        (self.tiles[0] * size[0]).max(self.tiles[1] * size[1])
    }

    /// Where a place lies on the texture, in tiles.
    pub fn texture_place(&self, place: Vec3) -> [f32; 2] {
        [place.x * self.tiles[0], place.z * self.tiles[1]]
    }

    /// The first place where a ray from above meets the surface.
    pub fn hit(&self, ray: Ray, footprint: f32) -> Vec3 {
        let Some([lo, hi]) = self.texture.relief.map(|span| span.map(|h| h * self.scale)) else {
            return ray.at(-ray.from.y / ray.along.y);
        };
        let start = ((hi - ray.from.y) / ray.along.y).max(0.0);
        let end = ((lo - ray.from.y) / ray.along.y).max(start);
        let steps = self.steps(ray, end - start, footprint);
        let above = |t: f32| {
            let place = ray.at(t);
            place.y - self.height(place, footprint)
        };
        let (mut outside, mut inside) = (start, end);
        for i in 1..=steps as usize {
            let t = start + (end - start) * (i as f32 / steps);
            if above(t) <= 0.0 {
                inside = t;
                break;
            }
            outside = t;
        }
        for _ in 0..6 {
            let t = 0.5 * (outside + inside);
            if above(t) <= 0.0 {
                inside = t;
            } else {
                outside = t;
            }
        }
        ray.at(inside)
    }

    /// The share of a lamp of angular `radius` that is not behind the relief, from the narrowest gap on the way to it.
    pub fn open_to(&self, place: Vec3, towards: Vec3, radius: f32, footprint: f32) -> f32 {
        let Some([_, hi]) = self.texture.relief else {
            return 1.0;
        };
        if towards.y <= 0.0 {
            return 0.0;
        }
        let ray = Ray { from: place, along: towards };
        let end = (hi * self.scale - place.y) / towards.y;
        // A shadow shorter than a footprint can't be seen; what single precision leaves of so flat a relief is noise.
        if end * self.pixels_per_unit() <= footprint.max(1.0) {
            return 1.0;
        }
        let steps = self.steps(ray, end, footprint);
        let mut open: f32 = 1.0;
        for i in 0..steps as usize {
            let t = end * (i as f32 + 0.5) / steps;
            let at = ray.at(t);
            // Half hidden when the middle of the lamp touches the edge.
            let gap = (at.y - self.height(at, footprint)) / (radius.max(0.01) * t);
            open = open.min(saturate(0.5 + 0.5 * gap));
            if open == 0.0 {
                break;
            }
        }
        open
    }

    fn height(&self, place: Vec3, footprint: f32) -> f32 {
        let [u, v] = self.texture_place(place);
        self.texture.height(u, v, footprint) * self.scale
    }

    fn steps(&self, ray: Ray, way: f32, footprint: f32) -> f32 {
        let across = (ray.along.x * ray.along.x + ray.along.z * ray.along.z).sqrt() * way;
        (across * self.pixels_per_unit() / (STRIDE * footprint.max(1.0))).ceil().clamp(4.0, MOST_STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::super::math::vec3;
    use super::super::tests::studs;
    use super::*;

    #[test]
    fn rays_end_on_the_surface_and_not_behind_it() {
        let mut maps = studs(64, 64);
        // Tiles of 2 x 1 m, raised as a whole, which must not matter.
        maps.tile = [2.0, 1.0];
        maps.height_m.iter_mut().flatten().for_each(|h| *h += 7.0);
        let texture = Texture::new(&maps);
        let relief = Relief::new(&texture, maps.tile);
        let mut raised = 0;
        for i in 0..200 {
            let along = vec3(0.3, -0.25, -1.0).normalized();
            let ray = Ray { from: vec3(i as f32 * 0.037, 0.5, i as f32 * 0.011), along };
            let hit = relief.hit(ray, 1.0);
            assert!((hit.y - relief.height(hit, 1.0)).abs() < 2e-3, "{hit:?}");
            let way = (hit - ray.from).length();
            for k in 0..2000 {
                let before = ray.at((way - 2e-3) * k as f32 / 2000.0);
                assert!(before.y > relief.height(before, 1.0) - 2e-3, "{before:?}");
            }
            raised += usize::from(hit.y > 0.005);
        }
        assert!(raised > 20, "{raised}");
    }
}
