//! docs/gallery.md and its pictures are those of the presets as they are now. Nothing is rendered here but a few pixels.

#[allow(dead_code)] // The command paints pictures, too.
#[path = "../../examples/gallery/page.rs"]
pub mod page;
#[path = "../../examples/gallery/stale.rs"]
mod stale;

use bakestone::presets;
use std::path::Path;

/// The pictures are part of each checkout.
const MOST_BYTES: u64 = 2_500_000;
const REMEDY: &str = "cargo run --release --example gallery";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn pictures_are_those_of_the_presets() {
    let (old, new) = (stale::manifest(root()), stale::keys(root()));
    let stale: Vec<_> = new.keys().filter(|name| old.get(*name) != new.get(*name)).collect();
    assert!(stale.is_empty(), "pictures of {stale:?} are stale: {REMEDY}");
    let gone: Vec<_> = old.keys().filter(|name| !new.contains_key(*name)).collect();
    assert!(gone.is_empty(), "{gone:?} are no presets any more: {REMEDY}");
    for (name, text) in presets::ALL {
        let material = page::material(name, text, None).unwrap();
        let variants = material.preset().variants.iter().map(|variant| Some(variant.name.as_str()));
        for variant in variants.chain([None]) {
            let file = page::picture(name, variant);
            assert!(root().join("docs/pictures").join(&file).is_file(), "{file} is missing: {REMEDY}");
        }
    }
}

#[test]
fn pictures_are_small() {
    let files = std::fs::read_dir(root().join("docs/pictures")).unwrap();
    let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < MOST_BYTES, "docs/pictures has {bytes} bytes, {MOST_BYTES} are the most");
}

#[test]
fn the_page_says_what_presets_say() {
    let now = std::fs::read_to_string(root().join("docs/gallery.md")).unwrap_or_default();
    let page = page::text(root()).unwrap();
    let differs = page.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(page == now, "docs/gallery.md is stale, the first other line is {differs:?}: {REMEDY}");
    for (name, _) in presets::ALL {
        assert!(page.contains(&format!("\n### {name}\n")), "{name} is in no chapter: its first tag is no group");
    }
}

#[test]
fn what_looks_artificial_is_told_of_each_preset() {
    let list = std::fs::read_to_string(root().join("docs/artificial.md")).unwrap();
    let told: Vec<(&str, &str)> =
        list.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**: ")).collect();
    for (name, _) in presets::ALL {
        let words = told.iter().find(|entry| entry.0 == *name).map_or(0, |entry| entry.1.split_whitespace().count());
        assert!(words >= 5, "docs/artificial.md says nothing about {name}: add a line `- **{name}**: ..`");
    }
    for (name, _) in told {
        assert!(
            presets::ALL.iter().any(|preset| preset.0 == name),
            "docs/artificial.md tells of {name}, which is gone"
        );
    }
}

/// The pictures of the README are those of the gallery.
#[test]
fn pictures_that_are_shown_are_there() {
    for page in ["README.md", "docs/gallery.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let folder = root().join(page).parent().unwrap().to_path_buf();
        let mut shown = 0;
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            if link.ends_with(".png") {
                assert!(folder.join(link).is_file(), "{page} shows {link}, which is missing");
                shown += 1;
            }
        }
        assert!(shown > 0, "{page} shows no picture");
    }
}
