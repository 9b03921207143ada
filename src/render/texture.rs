//! The maps of a material as one periodic texture with box-filtered mip levels.
//!
//! In: [`Maps`]. Out: a [`Texel`] or a height at a place, averaged over a footprint. Levels are exact box averages for any
//! size, so odd and non-square maps stay periodic. Normals are averaged and not renormalised: the length that they lose is the
//! spread of the normals, and becomes roughness (Toksvig, "Mipmapping Normal Maps", 2005). Summed-area tables were rejected:
//! they need f64 sums for 4K maps and are no better in a picture that is supersampled anyway.

use super::Maps;
use super::math::{Vec3, floor, saturate, vec3};

/// Thirteen are used: sixteen make a texel one line of the cache.
const CHANNELS: usize = 16;
const BASE: usize = 0;
const NORMAL: usize = 3;
const EMISSION: usize = 6;
const ALPHA_SQUARED: usize = 9;
const METALLIC: usize = 10;
const AO: usize = 11;
const OPACITY: usize = 12;

/// Below this roughness a highlight is smaller than a pixel and only makes noise.
const SMOOTHEST: f32 = 0.045;

type Packed = [f32; CHANNELS];

/// What the material is at one place, averaged over a footprint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Texel {
    /// Linear base colour, 0..1.
    pub base: Vec3,
    /// Unit normal in the frame of the texture: x right, y up, z out.
    pub normal: Vec3,
    /// Linear light given off, in units of the picture's white.
    pub emission: Vec3,
    /// GGX alpha, the square of the roughness, with the spread of the normals added.
    pub alpha: f32,
    /// 0 dielectric, 1 metal.
    pub metallic: f32,
    /// 0 closed, 1 open.
    pub ao: f32,
    /// 0 nothing, 1 solid.
    pub opacity: f32,
}

struct Level {
    width: usize,
    height: usize,
    texels: Vec<Packed>,
    /// Metres above the mean; empty without a height map.
    heights: Vec<f32>,
}

/// All levels, the finest first.
pub(super) struct Texture {
    levels: Vec<Level>,
    /// Lowest and highest point in metres around the mean; `None` when flat or without a height map.
    pub relief: Option<[f32; 2]>,
}

impl Texture {
    /// Panics when a map has not `width * height` entries or there are none; see [`super::render`].
    pub fn new(maps: &Maps) -> Texture {
        let base = finest(maps);
        let relief = base
            .heights
            .iter()
            .fold(None, |span: Option<[f32; 2]>, &h| {
                let [lo, hi] = span.unwrap_or([h, h]);
                Some([lo.min(h), hi.max(h)])
            })
            .filter(|[lo, hi]| lo < hi);
        let mut levels = vec![base];
        while let Some(last) = levels.last().filter(|l| l.width > 1 || l.height > 1) {
            levels.push(halved(last));
        }
        Texture { levels, relief }
    }

    /// Pixels of the finest level.
    pub fn size(&self) -> [f32; 2] {
        [self.levels[0].width as f32, self.levels[0].height as f32]
    }

    /// The mean opacity of all of it.
    pub fn opacity(&self) -> f32 {
        self.levels.last().map_or(1.0, |level| level.texels[0][OPACITY])
    }

    /// The material around (`u`, `v`) in tiles, v downwards, averaged over `footprint` pixels of the finest level.
    #[inline]
    pub fn sample(&self, u: f32, v: f32, footprint: f32) -> Texel {
        let (level, t) = self.level(footprint);
        let fine = &self.levels[level];
        let mut texel = fine.bilinear(&fine.texels, u, v);
        if t > 0.0 {
            let coarse = &self.levels[level + 1];
            let other = coarse.bilinear(&coarse.texels, u, v);
            for (a, b) in texel.iter_mut().zip(other) {
                *a += (b - *a) * t;
            }
        }
        unpack(&texel)
    }

    /// The heights to look at with this footprint, from the one level nearest to it.
    #[inline]
    pub fn heights(&self, footprint: f32) -> Heights<'_> {
        let (level, t) = self.level(footprint);
        Heights { level: &self.levels[level + usize::from(t > 0.5)], footprint }
    }

    /// The level whose pixels are just finer than the footprint, and how far on the way to the next one.
    /// A linear step between powers of two stands in for the logarithm.
    #[inline]
    fn level(&self, footprint: f32) -> (usize, f32) {
        let mut rest = footprint;
        let mut level = 0;
        while rest >= 2.0 && level + 1 < self.levels.len() {
            rest *= 0.5;
            level += 1;
        }
        if level + 1 < self.levels.len() { (level, saturate(rest - 1.0)) } else { (level, 0.0) }
    }
}

/// Heights averaged over a footprint.
#[derive(Clone, Copy)]
pub(super) struct Heights<'a> {
    level: &'a Level,
    /// Pixels of the finest level.
    pub footprint: f32,
}

impl Heights<'_> {
    /// Metres above the mean around (`u`, `v`) in tiles; 0 without a height map.
    #[inline]
    pub fn at(self, u: f32, v: f32) -> f32 {
        let heights = self.level.heights.as_slice();
        if heights.is_empty() {
            return 0.0;
        }
        let [h] = bilinear_by(self.level, u, v, |i| [heights[i]]);
        h
    }
}

impl Level {
    #[inline]
    fn bilinear(&self, texels: &[Packed], u: f32, v: f32) -> Packed {
        bilinear_by(self, u, v, |i| texels[i])
    }
}

/// Weighted mean of the four pixels around a place, wrapping on both axes.
#[inline]
fn bilinear_by<const N: usize>(level: &Level, u: f32, v: f32, at: impl Fn(usize) -> [f32; N]) -> [f32; N] {
    let (x0, x1, fx) = wrapped(u, level.width);
    let (y0, y1, fy) = wrapped(v, level.height);
    let (row0, row1) = (y0 * level.width, y1 * level.width);
    let (a, b, c, d) = (at(row0 + x0), at(row0 + x1), at(row1 + x0), at(row1 + x1));
    let (wa, wb) = ((1.0 - fx) * (1.0 - fy), fx * (1.0 - fy));
    let (wc, wd) = ((1.0 - fx) * fy, fx * fy);
    let mut out = [0.0; N];
    for i in 0..N {
        out[i] = a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd;
    }
    out
}

/// The two pixels around a place in tiles on an axis of `n` pixels, and the weight of the second.
#[inline]
fn wrapped(place: f32, n: usize) -> (usize, usize, f32) {
    let pixel = (place - floor(place)) * n as f32 - 0.5;
    let whole = floor(pixel);
    // -1 is the last one of the tile before; `as` takes NaN to 0.
    let first = if whole < 0.0 { n - 1 } else { (whole as i32 as usize).min(n - 1) };
    let second = if first + 1 == n { 0 } else { first + 1 };
    (first, second, saturate(pixel - whole))
}

fn finest(maps: &Maps) -> Level {
    let count = maps.width * maps.height;
    assert!(count > 0, "a material has at least one pixel");
    let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
    let texels = (0..count)
        .map(|i| {
            let mut texel = [0.0; CHANNELS];
            let rough = saturate(maps.roughness[i]).max(SMOOTHEST);
            for c in 0..3 {
                texel[BASE + c] = saturate(maps.basecolor[i][c]);
                texel[NORMAL + c] = finite(maps.normal[i][c]);
                texel[EMISSION + c] = maps.emission.as_ref().map_or(0.0, |e| finite(e[i][c]).max(0.0));
            }
            texel[ALPHA_SQUARED] = rough * rough * rough * rough;
            texel[METALLIC] = saturate(maps.metallic[i]);
            texel[AO] = saturate(maps.ao[i]);
            texel[OPACITY] = maps.opacity.as_ref().map_or(1.0, |o| saturate(o[i]));
            texel
        })
        .collect();
    let heights = maps.height_m.as_ref().map_or(Vec::new(), |heights| {
        assert_eq!(heights.len(), count, "the height map has the size of the others");
        let sum: f64 = heights.iter().map(|&h| f64::from(finite(h))).sum();
        let mean = (sum / count as f64) as f32;
        heights.iter().map(|&h| finite(h) - mean).collect()
    });
    Level { width: maps.width, height: maps.height, texels, heights }
}

/// The next coarser level: each pixel is the exact mean of the area that it covers.
fn halved(fine: &Level) -> Level {
    let (width, height) = ((fine.width / 2).max(1), (fine.height / 2).max(1));
    let columns: Vec<_> = (0..width).map(|x| cover(x, width, fine.width)).collect();
    let mut texels = Vec::with_capacity(width * height);
    let mut heights = Vec::with_capacity(if fine.heights.is_empty() { 0 } else { width * height });
    for y in 0..height {
        let rows = cover(y, height, fine.height);
        for column in &columns {
            let mut texel = [0.0; CHANNELS];
            let mut metres = 0.0;
            for &(fy, wy) in &rows {
                for &(fx, wx) in column {
                    let i = fy * fine.width + fx;
                    for (sum, v) in texel.iter_mut().zip(&fine.texels[i]) {
                        *sum += v * (wx * wy);
                    }
                    metres += fine.heights.get(i).map_or(0.0, |h| h * (wx * wy));
                }
            }
            texels.push(texel);
            if !fine.heights.is_empty() {
                heights.push(metres);
            }
        }
    }
    Level { width, height, texels, heights }
}

/// The fine pixels under coarse pixel `i` and their weights, which add up to 1.
fn cover(i: usize, coarse: usize, fine: usize) -> Vec<(usize, f32)> {
    // In units of 1 / coarse of a fine pixel all borders are whole.
    let (start, end) = (i * fine, (i + 1) * fine);
    (start / coarse..end.div_ceil(coarse))
        .map(|j| {
            let covered = end.min((j + 1) * coarse) - start.max(j * coarse);
            (j, covered as f32 / fine as f32)
        })
        .collect()
}

#[inline]
fn unpack(t: &Packed) -> Texel {
    let colour = |at: usize| vec3(t[at], t[at + 1], t[at + 2]);
    let sum = colour(NORMAL);
    let length = sum.length().min(1.0);
    // Toksvig's estimate of the variance of the slopes, as an addition to alpha squared (= twice the variance).
    let spread = if length > 0.01 { (1.0 - length) / length } else { 1.0 };
    Texel {
        base: colour(BASE),
        normal: if length > 0.01 { sum.normalized() } else { vec3(0.0, 0.0, 1.0) },
        emission: colour(EMISSION),
        alpha: (t[ALPHA_SQUARED] + 2.0 * spread).min(1.0).sqrt(),
        metallic: t[METALLIC],
        ao: t[AO],
        opacity: t[OPACITY],
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::studs;
    use super::*;

    #[test]
    fn the_coarsest_level_is_the_mean_for_any_size() {
        for (width, height) in [(1, 1), (5, 3), (7, 1), (12, 31)] {
            let mut maps = studs(width, height);
            for (i, colour) in maps.basecolor.iter_mut().enumerate() {
                colour[0] = ((i * 37) % 11) as f32 / 11.0;
            }
            let mean = maps.basecolor.iter().map(|c| c[0]).sum::<f32>() / (width * height) as f32;
            let seen = Texture::new(&maps).sample(0.3, 0.8, 1000.0).base.x;
            assert!((seen - mean).abs() < 1e-5, "{width} x {height}: {seen} {mean}");
        }
    }

    #[test]
    fn lost_normals_become_roughness() {
        let mut maps = studs(2, 2);
        for (i, normal) in maps.normal.iter_mut().enumerate() {
            *normal = if i % 2 == 0 { [0.6, 0.0, 0.8] } else { [-0.6, 0.0, 0.8] };
        }
        let texture = Texture::new(&maps);
        let far = texture.sample(0.0, 0.0, 100.0);
        // The mean normal is 0.8 long: a variance of 0.25, or 0.5 in alpha squared, on top of 0.4^4.
        assert_eq!(far.normal, vec3(0.0, 0.0, 1.0));
        assert!((far.alpha * far.alpha - 0.5256).abs() < 1e-4);
        assert!((texture.sample(0.25, 0.25, 1.0).alpha - 0.16).abs() < 1e-4);
    }

    #[test]
    fn a_texture_repeats() {
        let texture = Texture::new(&studs(24, 10));
        for i in 0..50 {
            let (u, v) = (i as f32 / 32.0 - 0.5, i as f32 / 64.0);
            let heights = texture.heights(1.7);
            let (here, there) = (heights.at(u, v), heights.at(u + 2.0, v - 1.0));
            assert!((here - there).abs() < 1e-6);
        }
    }
}
