//! A material in memory, changed and lit: parse a preset, set a parameter, bake its maps, render a picture of it.
//!
//! `cargo run --release --example preview -- presets/marble.toml out.png [name=value ..]`

use bakestone::output::{Clobber, FileSpec, MapFile, Rows};
use bakestone::render::{Maps, Scene, View, render};
use bakestone::{Bake, Engine, Material, Settings, Source};

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

    let view = View { scene: Scene::Both, width: 1024, height: 512, samples: 3 };
    let request = Maps::request(&material, view.texels())?;
    let bake = Bake::new(&material, &request, &Engine::default())?;
    let [x, y, _] = material.preset().tile;
    let maps = Maps::of(bake.images(), request.size, [x, y]);
    let picture = render(&maps, &view);

    let spec = FileSpec::of_picture(target.into(), [view.width, view.height]);
    let mut file = MapFile::create(&spec)?;
    file.write_rows(Rows::U8(picture.as_flattened()))?;
    file.commit(Clobber::Replace)?;
    Ok(())
}
