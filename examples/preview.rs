//! A material in memory, changed and lit: parse a preset, set a parameter, bake its maps, render a picture of it.
//!
//! `cargo run --release --example preview -- presets/marble.toml out.png [name=value ..]`

use bakestone::maps::Kind;
use bakestone::output::{Clobber, Compression, Container, FileSpec, MapFile, Rows, Sample};
use bakestone::render::{Maps, Scene, View, render};
use bakestone::{Bake, Engine, Material, Request, Samples, Settings, Size, Source, Want};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, target, set @ ..] = args.as_slice() else {
        return Err("usage: preview PRESET.toml TARGET.png [name=value ..]".into());
    };
    // Parameters are set while the preset is read, so that their ranges are checked.
    let set = set.iter().filter_map(|s| s.split_once('=')).map(|(name, value)| (name.to_string(), value.to_string()));
    let settings = Settings { set: set.collect(), ..Settings::default() };
    let source = Source::new(preset.as_str(), std::fs::read_to_string(preset)?);
    let material = Material::read(source, &settings).map_err(|problems| problems.render(false))?;

    // Floats are the maps as they are: heights in metres, colours linear, normals -1..1 where `signed`, else 0..1.
    let [width, height] = material.pixels(Some(Size::Longer(1024)))?;
    let want = Want { format: Some(bakestone::maps::Format::Exr), ..Want::default() };
    let bake = Bake::new(&material, &Request { want, ..Request::new([width, height]) }, &Engine::default())?;
    let pixels = (width * height) as usize;
    let mut maps = Maps {
        width: width as usize,
        height: height as usize,
        tile: [material.preset().tile[0], material.preset().tile[1]],
        basecolor: vec![[0.5; 3]; pixels],
        normal: vec![[0.0, 0.0, 1.0]; pixels],
        roughness: vec![0.5; pixels],
        metallic: vec![0.0; pixels],
        ao: vec![1.0; pixels],
        height_m: None,
        emission: None,
    };
    for image in bake.images() {
        let Samples::Float(values) = image.samples else { continue };
        let colours = || values.chunks_exact(3).map(|c| [c[0], c[1], c[2]]);
        match image.map.name.as_str() {
            "basecolor" => maps.basecolor = colours().collect(),
            "emission" => maps.emission = Some(colours().collect()),
            "normal" => {
                let signed = matches!(image.map.kind, Kind::Normal { signed: true, .. });
                let decode = |v: f32| if signed { v } else { v * 2.0 - 1.0 };
                maps.normal = colours().map(|c| c.map(decode)).collect();
            }
            "roughness" => maps.roughness = values,
            "metallic" => maps.metallic = values,
            "ao" => maps.ao = values,
            "height" => maps.height_m = Some(values),
            _ => {}
        }
    }
    let view = View { scene: Scene::Both, width: 1024, height: 512, samples: 3 };
    let picture = render(&maps, &view);

    let spec = FileSpec {
        path: target.into(),
        container: Container::Png,
        width: view.width,
        height: view.height,
        channels: 3,
        sample: Sample::U8,
        srgb: true,
        compression: Compression::default(),
    };
    let mut file = MapFile::create(&spec)?;
    file.write_rows(Rows::U8(picture.as_flattened()))?;
    file.commit(Clobber::Replace)?;
    Ok(())
}
