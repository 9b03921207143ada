//! The maps that light is concerned with, from the pictures of a bake.

use super::{Maps, Scene, View};
use crate::bake::{Image, Request};
use crate::maps::{Convention, Depth, Format, Kind, Samples, Want};
use crate::material::Material;
use crate::preset::Size;

/// The names of those maps.
const LIT: [&str; 8] = ["height", "normal", "basecolor", "roughness", "metallic", "ao", "emission", "opacity"];

/// Texels along the longer edge of a tile: as many as a panel of the picture has pixels, within these bounds. The widest
/// view, two tiles across a ball, then has two for each pixel.
const TEXELS: [u32; 2] = [256, 4096];

impl View {
    /// The size that the maps of this view should have, in pixels of the longer edge; `None` for that of the preset, which a
    /// crop shows as it is.
    pub fn texels(&self) -> Option<Size> {
        let edge = (self.width / self.scene.panels()).min(self.height);
        (self.scene != Scene::Crop).then(|| Size::Longer(edge.clamp(TEXELS[0], TEXELS[1])))
    }
}

impl Maps {
    /// The bake that a picture of a material needs: those maps that light is concerned with, as floats, which are the maps as
    /// they are. `texels` as in [`Material::pixels`], usually [`View::texels`]; with [`Maps::of`] what it makes becomes maps.
    ///
    /// # Errors
    /// A size that can't be baked.
    pub fn request(material: &Material, texels: Option<Size>) -> Result<Request, String> {
        let size = material.pixels(texels)?;
        let mut want = Want { format: Some(Format::Exr), depth: Some(Depth::Float), ..Want::default() };
        let fine = size.map(|n| f64::from(n) * f64::from(material.preset().samples));
        let have = material.maps([fine[0], fine[1], f64::INFINITY], &want)?;
        want.maps = Some(have.into_iter().map(|map| map.name).filter(|name| LIT.contains(&name.as_str())).collect());
        Ok(Request { want, ..Request::new(size) })
    }

    /// About how many bytes a bake into maps of this size and a picture of them need.
    pub fn bytes([width, height]: [u32; 2]) -> u64 {
        250 * u64::from(width) * u64::from(height)
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
            opacity: None,
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
                ("opacity", _) => maps.opacity = Some(values),
                _ => {}
            }
        }
        maps
    }
}
