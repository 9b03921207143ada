//! Detail that a picture can't carry, as roughness: `roughness = { lost_detail = "add" }`.
//!
//! The slopes that the octave cut-off takes out of the normal map spread highlights as roughness does. Their variance is
//! the difference between the variance of all slopes and of those that are left, both taken with exact slopes on a fixed
//! grid of places, so it depends on the material and the size but not on the picture. Microfacet lobes widen by
//! alpha'^2 = alpha^2 + 2 variance, with alpha = roughness^2 (Kaplanyan et al., "Filtering Distributions of Normals for
//! Shading Antialiasing", 2016).

use super::plan::height;
use crate::eval::{Raster, Window};
use crate::program::{At, Lower, Num, Sampling};

/// Places along each edge at which slopes are taken.
const PLACES: u32 = 64;

/// Roughness with the lost slopes added.
pub fn roughened(l: &mut Lower, roughness: Num, at: At) -> Num {
    let strength = l.preset.maps.iter().find(|m| m.name == "normal").map_or(1.0, |m| m.strength);
    let (Some(engine), Some(_)) = (l.engine, l.sampling.pixels) else { return roughness };
    let variance = |l: &Lower, sampling: Sampling| {
        let mut inner = l.fresh(sampling);
        let (n, _) = height(&mut inner, at);
        let program = inner.graph.plan(&[n]);
        // A prime number of samples keeps them off the lattices.
        let edge = PLACES - 3;
        let raster = Raster::new(edge, edge);
        let window = Window { x: 0, y: 0, z: 0, width: edge as usize, height: edge as usize };
        let slopes = &engine.slopes(&program, &raster, window)[0];
        let mean_square = |plane: &[f32], tile: f64| {
            plane.iter().fold(0.0, |sum, v| sum + (f64::from(*v) / tile).powi(2)) / plane.len() as f64
        };
        0.5 * (mean_square(&slopes[1], l.preset.tile[0]) + mean_square(&slopes[2], l.preset.tile[1]))
    };
    let all = variance(l, Sampling { pixels: None });
    let left = variance(l, l.sampling);
    let lost = ((all - left) * strength * strength).clamp(0.0, 1.0);
    if lost <= 0.0 {
        return roughness;
    }
    let added = l.constant(2.0 * lost);
    let square = l.call("*", &[roughness, roughness]);
    let fourth = l.call("*", &[square, square]);
    let sum = l.call("+", &[fourth, added]);
    let root = l.call("sqrt", &[sum]);
    let rough = l.call("sqrt", &[root]);
    l.call("saturate", &[rough])
}
