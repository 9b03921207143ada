//! The gallery: docs/gallery.md and the pictures that it and the README show, from the list of built-in presets.
//!
//! `cargo run --release --example gallery` renders what is stale; `-- all` renders everything. Bless golden presets first:
//! the pictures are as old as those.
//!
//! `page` is the text, `stale` knows what a picture was made of, `palette` keeps files small. A test (tests/core/gallery.rs)
//! includes `page` and `stale` and says when this has to be run again; it renders nothing.

mod page;
mod palette;
mod stale;

use bakestone::render::{Maps, Scene, View, render};
use bakestone::{Bake, Engine, Material, presets};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

/// The height of a preset's picture, and the edge of that of a variant, pixels.
const SIZES: [u32; 2] = [240, 104];
/// Colours of a picture: what 256 show better is lost in the noise of the material, and a file is a sixth larger.
const COLOURS: usize = 128;

fn main() -> Result<(), Box<dyn Error>> {
    let all = std::env::args().any(|argument| argument == "all");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    let (old, new) = (stale::manifest(root), stale::keys(root));
    let mut files = BTreeSet::from(["manifest.toml".to_string()]);
    for (name, text) in presets::ALL {
        let variants = page::material(name, text, None)?.preset().variants.clone();
        let mut views = vec![(None, View { scene: Scene::Both, width: 2 * SIZES[0], height: SIZES[0], samples: 4 })];
        let small = View { scene: Scene::Sphere, width: SIZES[1], height: SIZES[1], samples: 5 };
        views.extend(variants.into_iter().map(|variant| (Some(variant.name), small)));
        for (variant, view) in views {
            let file = page::picture(name, variant.as_deref());
            let path = folder.join(&file);
            if all || old.get(*name) != new.get(*name) || !path.exists() {
                println!("{file}");
                paint(&page::material(name, text, variant)?, &view, &path)?;
            }
            files.insert(file);
        }
    }
    for entry in std::fs::read_dir(&folder)? {
        let entry = entry?;
        if !files.contains(&*entry.file_name().to_string_lossy()) {
            println!("removed {}", entry.file_name().display());
            std::fs::remove_file(entry.path())?;
        }
    }
    std::fs::write(folder.join("manifest.toml"), stale::text(&new))?;
    std::fs::write(root.join("docs/gallery.md"), page::text(root)?)?;
    Ok(())
}

fn paint(material: &Material, view: &View, path: &Path) -> Result<(), Box<dyn Error>> {
    // Twice as fine as the picture: these are looked at for long.
    let texels = bakestone::Size::Longer(512);
    let request = Maps::request(material, Some(texels))?;
    let bake = Bake::new(material, &request, &Engine::default())?;
    let [x, y, _] = material.preset().tile;
    let pixels = render(&Maps::of(bake.images(), request.size, [x, y]), view);
    let (palette, indices) = palette::reduced(&pixels, COLOURS);
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, view.width, view.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(())
}
