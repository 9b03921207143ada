//! The maps that light is concerned with, from the pictures of a bake.

use super::Maps;
use crate::bake::Image;
use crate::maps::{Convention, Depth, Format, Kind, Samples, Want};

/// The names of those maps.
pub const LIT: [&str; 7] = ["height", "normal", "basecolor", "roughness", "metallic", "ao", "emission"];

impl Maps {
    /// How the pictures are to be baked: as floats, which are the maps as they are.
    pub fn wanted() -> Want {
        Want { format: Some(Format::Exr), depth: Some(Depth::Float), ..Want::default() }
    }

    /// The maps in pictures of one bake; those that are missing are neutral. `tile` is in metres.
    pub fn of(images: Vec<Image>, size: [u32; 2], tile: [f64; 2]) -> Self {
        let [width, height] = size.map(|n| n as usize);
        let n = width * height;
        let mut maps = Self {
            width,
            height,
            tile,
            basecolor: vec![[0.5; 3]; n],
            normal: vec![[0.0, 0.0, 1.0]; n],
            roughness: vec![0.5; n],
            metallic: vec![0.0; n],
            ao: vec![1.0; n],
            height_m: None,
            emission: None,
        };
        for Image { map, samples, .. } in images {
            let Samples::Float(values) = samples else { continue };
            let triples = || values.as_chunks::<3>().0.to_vec();
            match (map.name.as_str(), map.kind) {
                ("normal", Kind::Normal { convention, signed, .. }) => {
                    let unit = |v: f32| if signed { v } else { v * 2.0 - 1.0 };
                    let green = if convention == Convention::DirectX { -1.0 } else { 1.0 };
                    maps.normal = triples().into_iter().map(|[x, y, z]| [unit(x), green * unit(y), unit(z)]).collect();
                }
                ("basecolor", _) => maps.basecolor = triples(),
                ("emission", _) => maps.emission = Some(triples()),
                ("height", _) => maps.height_m = Some(values),
                ("roughness", _) => maps.roughness = values,
                ("metallic", _) => maps.metallic = values,
                ("ao", _) => maps.ao = values,
                _ => {}
            }
        }
        maps
    }
}
