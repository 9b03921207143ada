//! Relief as true geometry: rays against shapes that stand out by the heights of a texture.
//!
//! In: a ray, and how far a place lies above the surface (its gap). Out: where the ray meets the surface, and how much of
//! the key lamp a place sees. The march goes in steps of a pixel of the picture, only where the surface can be, and then looks
//! closer within the last step. Offset parallax was rejected: it swims at grazing angles, where an artist looks for it, and leaves outlines
//! straight.

use super::math::saturate;
use super::texture::{Heights, Texture};

/// More steps than this cost more than they show; longer ways take longer steps.
const MOST_STEPS: f32 = 128.0;

/// Footprints per step of a ray of the camera, and of one to the lamp, whose shadow is soft.
const STRIDES: [f32; 2] = [1.25, 3.0];

/// Looks between the last place outside and the first inside.
const CLOSER: usize = 4;

/// A texture laid on a surface, in units of the scene.
pub(super) struct Laid<'a> {
    pub texture: &'a Texture,
    /// Tiles per unit, along the texture's x and y.
    tiles: [f32; 2],
    /// Units per metre.
    scale: f32,
    /// Texels of the finest level over one unit, on the denser axis.
    pub texels: f32,
    /// Lowest and highest point in units around the mean; `None` for a flat one.
    pub relief: Option<[f32; 2]>,
}

impl<'a> Laid<'a> {
    /// `tile` in metres; one unit of the scene is `unit` metres.
    pub fn new(texture: &'a Texture, tile: [f64; 2], unit: f64) -> Laid<'a> {
        let tiles = tile.map(|metres| (unit / metres) as f32);
        let size = texture.size();
        let scale = (1.0 / unit) as f32;
        Laid {
            texture,
            tiles,
            scale,
            texels: (tiles[0] * size[0]).max(tiles[1] * size[1]),
            relief: texture.relief.map(|span| span.map(|h| h * scale)),
        }
    }

    /// Where a place lies on the texture, in tiles.
    #[inline]
    pub fn tiles(&self, x: f32, y: f32) -> [f32; 2] {
        [x * self.tiles[0], y * self.tiles[1]]
    }

    /// Units above the mean at a place.
    #[inline]
    pub fn height(&self, x: f32, y: f32, heights: Heights) -> f32 {
        let [u, v] = self.tiles(x, y);
        heights.at(u, v) * self.scale
    }

    #[inline]
    fn steps(&self, across: f32, stride: f32, heights: Heights) -> f32 {
        (across * self.texels / (stride * heights.footprint.max(1.0))).ceil().clamp(4.0, MOST_STEPS)
    }

    /// How far along the ray, between `start` and `end`, the first place with a gap of 0 lies, if there is one. Steps are
    /// made for a ray that goes `across` units over the texture meanwhile.
    #[inline]
    pub fn hit(&self, [start, end]: [f32; 2], across: f32, heights: Heights, gap: impl Fn(f32) -> f32) -> Option<f32> {
        let steps = self.steps(across, STRIDES[0], heights);
        let at = |i: usize| start + (end - start) * (i as f32 / steps);
        let (mut outside, mut inside) = ([start, f32::INFINITY], None);
        for i in 1..=steps as usize {
            let look = [at(i), gap(at(i))];
            if look[1] <= 0.0 {
                inside = Some(look);
                break;
            }
            outside = look;
        }
        let mut inside = inside?;
        for _ in 0..CLOSER {
            // Where a straight line would meet the surface, but never so near an end that nothing is gained.
            let share = outside[1] / (outside[1] - inside[1]);
            let share = if share.is_finite() { share.clamp(0.1, 0.9) } else { 0.5 };
            let t = outside[0] + (inside[0] - outside[0]) * share;
            let look = [t, gap(t)];
            if look[1] <= 0.0 { inside = look } else { outside = look }
        }
        Some(inside[0])
    }

    /// The share of a lamp of angular `radius` that is not behind the relief, from the narrowest gap on the way to it, which
    /// is `end` long and goes `across` units over the texture.
    #[inline]
    pub fn open(&self, end: f32, across: f32, radius: f32, heights: Heights, gap: impl Fn(f32) -> f32) -> f32 {
        // A shadow shorter than a footprint can't be seen; what single precision leaves of so flat a relief is noise.
        if end * self.texels <= heights.footprint.max(1.0) {
            return 1.0;
        }
        let steps = self.steps(across, STRIDES[1], heights);
        let mut open: f32 = 1.0;
        for i in 0..steps as usize {
            let t = end * (i as f32 + 0.5) / steps;
            // Half hidden when the middle of the lamp touches the edge.
            open = open.min(saturate(0.5 + 0.5 * gap(t) / (radius.max(0.01) * t)));
            if open == 0.0 {
                break;
            }
        }
        open
    }
}

/// How far a way leads over a surface that it meets at an angle of this cosine.
#[inline]
pub(super) fn across(cosine: f32, way: f32) -> f32 {
    (1.0 - cosine * cosine).max(0.0).sqrt() * way
}

#[cfg(test)]
mod tests {
    use super::super::camera::Ray;
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
        let laid = Laid::new(&texture, maps.tile, 1.5);
        let [lo, hi] = laid.relief.unwrap();
        let heights = texture.heights(1.0);
        let mut raised = 0;
        for i in 0..200 {
            let along = vec3(0.3, -0.25, -1.0).normalized();
            let ray = Ray { from: vec3(i as f32 * 0.037, 0.5, i as f32 * 0.011), along };
            let gap = |t: f32| {
                let place = ray.at(t);
                place.y - laid.height(place.x, place.z, heights)
            };
            let span = [hi, lo].map(|h| (h - ray.from.y) / along.y);
            let t = laid.hit(span, across(along.y, span[1] - span[0]), heights, gap).unwrap();
            assert!(gap(t).abs() < 3e-3, "{i}: {}", gap(t));
            for k in 0..2000 {
                let before = (t - 3e-3) * k as f32 / 2000.0;
                assert!(gap(before) > -2e-3, "{i}: {before} {}", gap(before));
            }
            raised += usize::from(ray.at(t).y > 0.005);
        }
        assert!(raised > 20, "{raised}");
    }
}
