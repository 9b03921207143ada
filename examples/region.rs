//! A part of a material, as an engine streams it: one map, a rectangle of an 8192 pixel picture, in memory.
//!
//! `cargo run --release --example region`

use bakestone::{Bake, Engine, Material, Region, Request, Samples, Settings, Want, presets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = presets::find("rock").ok_or("no such preset")?;
    let material = Material::read(source, &Settings::default()).map_err(|problems| problems.render(false))?;

    // The same bits as in a bake of the whole picture.
    let region = Region { x: 8000, y: 4096, width: 256, height: 256 };
    let want = Want { maps: Some(vec!["height".into()]), ..Want::default() };
    let request = Request { region: Some(region), want, ..Request::new([8192, 8192]) };
    let bake = Bake::new(&material, &request, &Engine::default())?;

    for image in bake.images() {
        if let Samples::U16(heights) = image.samples {
            let (least, greatest) = (heights.iter().min(), heights.iter().max());
            println!("{}: {} x {}, from {least:?} to {greatest:?}", image.map.name, image.width, image.height);
        }
    }
    Ok(())
}
