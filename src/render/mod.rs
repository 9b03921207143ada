//! A lit picture of a material, to judge it by.
//!
//! ```text
//! Maps -> texture (mips) -\
//!         light (studio) --+-> stage (ball | cube | plane) + relief -> tone -> 8-bit sRGB
//!         brdf (GGX) -----/
//! ```
//! In: the maps of one material, in memory. Out: a picture, the same bytes for any number of threads. A general path tracer
//! was rejected: a preview must be there in a second and without noise, so every integral over light is a closed form or a
//! small table.

mod backdrop;
mod ball;
mod brdf;
mod camera;
mod cube;
mod light;
mod maps;
mod math;
mod plane;
mod relief;
mod surroundings;
mod texture;

use ball::Ball;
use cube::Cube;
use light::Studio;
use math::{SrgbEncoder, Vec3};
use plane::{Crop, Plane};
use rayon::prelude::*;
use texture::Texture;

/// The maps of one material, each `width * height` values, row 0 on top.
///
/// Values that are not finite count as 0, shares outside 0..1 are clamped.
#[derive(Clone, Debug)]
pub struct Maps {
    /// Pixels per row, at least 1.
    pub width: usize,
    /// Rows, at least 1.
    pub height: usize,
    /// Metres that the maps cover on x and y, above 0.
    pub tile: [f64; 2],
    /// Linear base colour, 0..1.
    pub basecolor: Vec<[f32; 3]>,
    /// Unit normals: x right, y up (OpenGL), z out.
    pub normal: Vec<[f32; 3]>,
    /// Perceptual roughness, 0..1; GGX's alpha is its square.
    pub roughness: Vec<f32>,
    /// 0 dielectric .. 1 metal.
    pub metallic: Vec<f32>,
    /// Ambient occlusion: 0 closed .. 1 open.
    pub ao: Vec<f32>,
    /// Height in metres: relief is true geometry, with outlines and shadows.
    pub height_m: Option<Vec<f32>>,
    /// 0 nothing .. 1 solid: how much hides what is behind, a checkerboard or the studio.
    pub opacity: Option<Vec<f32>>,
    /// Linear light that the surface gives off; 1 is paper white.
    pub emission: Option<Vec<[f32; 3]>>,
}

/// What the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A ball on a studio floor, about two tiles across.
    Sphere,
    /// A cube on the same floor, one tile on each face.
    Cube,
    /// An endless tiled plane in perspective, about three tiles across.
    Plane,
    /// The ball on the left half, the plane on the right half.
    Both,
    /// The maps from straight above under the lamp of the plane, one pixel for each texel, from the upper left corner on.
    Crop,
}

impl Scene {
    /// How many square pictures it has side by side.
    pub fn panels(self) -> u32 {
        if self == Scene::Both { 2 } else { 1 }
    }
}

/// How the picture is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// What is shown.
    pub scene: Scene,
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Each pixel is the mean of `samples * samples` rays, or of four of them where those are alike; 1..=16, others are
    /// clamped. 3 is good. A crop takes one.
    pub samples: u32,
}

/// Renders a material: `view.width * view.height` sRGB pixels, row 0 on top.
///
/// The bytes depend on the arguments only. Works on rayon's current pool; needs about 90 bytes per pixel of the maps besides
/// them.
///
/// # Panics
/// When a map does not have `width * height` values, or there are none.
pub fn render(maps: &Maps, view: &View) -> Vec<[u8; 3]> {
    render_in([&Studio::for_ball(), &Studio::for_plane()], maps, view)
}

/// [`render`] in any studios, that of the ball and that of the plane.
fn render_in(studios: [&Studio; 2], maps: &Maps, view: &View) -> Vec<[u8; 3]> {
    let (width, height) = (view.width as usize, view.height as usize);
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let texture = Texture::new(maps);
    let ball = Ball::new(&texture, studios[0], maps.tile);
    let cube = Cube::new(&texture, studios[0], maps.tile);
    let plane = Plane::new(&texture, studios[1], maps.tile);
    let crop = Crop::new(&texture, studios[1], maps.tile);
    let panel = |width, stage| Panel { width, height, samples: view.samples.clamp(1, 16) as usize, stage };
    let panels: Vec<Panel> = match view.scene {
        Scene::Sphere => vec![panel(width, &ball)],
        Scene::Cube => vec![panel(width, &cube)],
        Scene::Plane => vec![panel(width, &plane)],
        Scene::Both => vec![panel(width / 2, &ball), panel(width - width / 2, &plane)],
        Scene::Crop => Vec::new(),
    };
    let encoder = SrgbEncoder::new();
    let encode = |light: Vec3| [light.x, light.y, light.z].map(|v| encoder.encode(v));
    let mut picture = vec![[0; 3]; width * height];
    picture.par_chunks_mut(width).enumerate().for_each(|(row, mut pixels)| {
        for panel in &panels {
            let (own, rest) = pixels.split_at_mut(panel.width);
            own.iter_mut().enumerate().for_each(|(column, pixel)| *pixel = encode(panel.pixel(column, row)));
            pixels = rest;
        }
        // What no panel covers is a crop.
        pixels.iter_mut().enumerate().for_each(|(x, pixel)| *pixel = encode(tone_mapped(crop.texel(x, row))));
    });
    picture
}

/// A thing with its camera and its light.
trait Stage: Sync {
    /// Light seen at (`x`, `y`) of the picture: -1..1 over the shorter edge, y up.
    fn light(&self, x: f32, y: f32, spacing: Spacing) -> Vec3;
}

/// How far rays and pixels lie apart, in the units of a picture. What is seen is as fine as rays are; relief is as fine as
/// pixels, since a march through it is most of the work.
#[derive(Clone, Copy)]
struct Spacing {
    ray: f32,
    pixel: f32,
}

impl Spacing {
    /// The footprint of a pixel where that of a ray is this.
    fn of_pixel(self, ray: f32) -> f32 {
        ray * (self.pixel / self.ray)
    }
}

/// Rays of a pixel that differ by less than this after tone mapping are as good as all.
const ALIKE: f32 = 0.04;

/// A rectangle of pixels with one camera.
struct Panel<'a> {
    width: usize,
    height: usize,
    samples: usize,
    stage: &'a dyn Stage,
}

impl Panel<'_> {
    /// The mean of a grid of rays, or of those at its corners where they are alike. Each is tone mapped first: else one bright
    /// highlight outweighs its neighbours and the edge is jagged again.
    fn pixel(&self, column: usize, row: usize) -> Vec3 {
        let n = self.samples;
        let shorter = self.width.min(self.height) as f32;
        // Twice the distance from the middle, in samples: whole numbers, so that both halves mirror each other exactly.
        let centred = |i: usize, k: usize, edge: usize| (2 * (i * n + k) + 1) as f32 - (edge * n) as f32;
        let scale = 1.0 / (shorter * n as f32);
        let spacing = Spacing { ray: 2.0 * scale, pixel: 2.0 / shorter };
        let ray = |i: usize, j: usize| {
            let (x, y) = (centred(column, i, self.width) * scale, -centred(row, j, self.height) * scale);
            tone_mapped(self.stage.light(x, y, spacing))
        };
        let mut sum = Vec3::ZERO;
        if n > 2 {
            let corners = [ray(0, 0), ray(n - 1, 0), ray(0, n - 1), ray(n - 1, n - 1)];
            sum = (corners[0] + corners[1]) + (corners[2] + corners[3]);
            let mean = sum * 0.25;
            if corners.iter().all(|corner| (*corner - mean).map(f32::abs).largest() < ALIKE) {
                return mean;
            }
        }
        let corner = |i: usize, j: usize| n > 2 && (i == 0 || i + 1 == n) && (j == 0 || j + 1 == n);
        for j in 0..n {
            for i in (0..n).filter(|i| !corner(*i, j)) {
                sum = sum + ray(i, j);
            }
        }
        sum * (1.0 / (n * n) as f32)
    }
}

/// The Khronos "PBR Neutral" tone mapper (2024), made for product pictures: colours below 0.76 keep hue and saturation,
/// brighter ones roll off to white. Filmic curves were rejected: they bend the base colour that the artist wants to check.
fn tone_mapped(light: Vec3) -> Vec3 {
    const START: f32 = 0.8 - 0.04;
    const DESATURATION: f32 = 0.15;
    let low = light.smallest();
    let offset = if low < 0.08 { low - 6.25 * low * low } else { 0.04 };
    let light = light - Vec3::splat(offset);
    let peak = light.largest();
    if peak < START {
        return light;
    }
    let room = 1.0 - START;
    let new_peak = 1.0 - room * room / (peak + room - START);
    let grey = 1.0 - 1.0 / (DESATURATION * (peak - new_peak) + 1.0);
    (light * (new_peak / peak)).lerp(Vec3::splat(new_peak), grey)
}

#[cfg(test)]
mod tests;
