//! A lit picture of a material, to judge it by.
//!
//! ```text
//! Maps -> texture (mips) -\
//!         light (studio) --+-> scene (ball | plane + relief) -> tone -> 8-bit sRGB
//!         brdf (GGX) -----/
//! ```
//! In: the maps of one material, in memory. Out: a picture, the same bytes for any number of threads. A general path tracer
//! was rejected: a preview must be there in a second and without noise, so every integral over light is a closed form or a
//! small table.

mod brdf;
mod light;
mod maps;
mod math;
mod relief;
mod scene;
mod surroundings;
mod texture;

pub use maps::LIT;

use light::Studio;
use math::{SrgbEncoder, Vec3};
use rayon::prelude::*;
use scene::{Ball, Plane};
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
    /// Height in metres. The plane then has true relief; the ball shows the normals only.
    pub height_m: Option<Vec<f32>>,
    /// Linear light that the surface gives off; 1 is paper white.
    pub emission: Option<Vec<[f32; 3]>>,
}

/// What the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A ball on a studio floor, about two tiles across.
    Sphere,
    /// An endless tiled plane in perspective, about three tiles across.
    Plane,
    /// The ball on the left half, the plane on the right half.
    Both,
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
    /// Each pixel is the mean of `samples * samples` rays; 1..=16, others are clamped. 3 is good.
    pub samples: u32,
}

/// Renders a material: `view.width * view.height` sRGB pixels, row 0 on top.
///
/// The bytes depend on the arguments only. Works on rayon's current pool; needs about 70 bytes per pixel of the maps besides
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
    let plane = Plane::new(&texture, studios[1], maps.tile);
    let encoder = SrgbEncoder::new();
    let middle = match view.scene {
        Scene::Sphere => width,
        Scene::Plane => 0,
        Scene::Both => width / 2,
    };
    let left = Panel::new(middle, height, view.samples);
    let right = Panel::new(width - middle, height, view.samples);
    let mut picture = vec![[0; 3]; width * height];
    picture.par_chunks_mut(width).enumerate().for_each(|(row, pixels)| {
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let light = if column < middle {
                left.pixel(column, row, |x, y, size| ball.light(x, y, size))
            } else {
                right.pixel(column - middle, row, |x, y, size| plane.light(x, y, size))
            };
            *pixel = [light.x, light.y, light.z].map(|v| encoder.encode(v));
        }
    });
    picture
}

/// A rectangle of pixels with one camera.
struct Panel {
    width: usize,
    height: usize,
    samples: usize,
}

impl Panel {
    fn new(width: usize, height: usize, samples: u32) -> Panel {
        Panel { width, height, samples: samples.clamp(1, 16) as usize }
    }

    /// The mean of a grid of rays. Each is tone mapped first: else one bright highlight outweighs its neighbours and the edge
    /// is jagged again.
    fn pixel(&self, column: usize, row: usize, light: impl Fn(f32, f32, f32) -> Vec3) -> Vec3 {
        let shorter = self.width.min(self.height) as f32;
        // Twice the distance from the middle, in samples: whole numbers, so that both halves mirror each other exactly.
        let centred =
            |i: usize, k: usize, n: usize| (2 * (i * self.samples + k) + 1) as f32 - (n * self.samples) as f32;
        let scale = 1.0 / (shorter * self.samples as f32);
        let mut sum = Vec3::ZERO;
        for j in 0..self.samples {
            let y = -centred(row, j, self.height) * scale;
            for i in 0..self.samples {
                let x = centred(column, i, self.width) * scale;
                sum = sum + tone_mapped(light(x, y, 2.0 * scale));
            }
        }
        sum * (1.0 / (self.samples * self.samples) as f32)
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
