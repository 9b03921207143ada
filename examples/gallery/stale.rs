//! What the picture of a preset was made of, as a hash: its text, its maps and the renderer.
//!
//! The maps are those of tests/golden/presets.toml, so that nothing has to be baked; a change of the renderer shows in a few
//! small pictures of a material of its own.

use bakestone::render::{Maps, Scene, View, render};
use bakestone::{Bake, Engine, Material, Settings, Source, presets};
use std::collections::BTreeMap;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// A small material with everything that light is concerned with.
const SAMPLE: &str = "edition = 1\nname = 'sample'\ntile = [0.2, 0.1]\n[nodes]\nwall = { type = 'bricks', period = [3, 4] }\n\
    grain = { type = 'fbm', cell = 0.03, octaves = 4 }\n[[layers]]\nbasecolor = \"mix('#804020', '#d0d0c8', grain)\"\n\
    roughness = 'grain'\nmetallic = 'step(0.6, grain)'\nheight = '0.01 * wall + 0.004 * grain'\n\
    emission = \"'#300800' * step(0.7, grain)\"\nopacity = '0.5 + 0.5 * wall'\n";

/// By preset: the hash that its pictures have now.
pub fn keys(root: &Path) -> BTreeMap<String, String> {
    let golden = std::fs::read_to_string(root.join("tests/golden/presets.toml")).unwrap_or_default();
    let renderer = renderer();
    let key = |(name, text): &(&str, &str)| {
        let maps: String = golden.lines().filter(|line| owner(line) == Some(name)).collect();
        (name.to_string(), hash(format!("{text}\n{maps}\n{renderer}").as_bytes()))
    };
    presets::ALL.iter().map(key).collect()
}

/// By preset: the hash that its pictures were made with.
pub fn manifest(root: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root.join("docs/pictures/manifest.toml")).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

/// The manifest as a file.
#[allow(dead_code)] // The test only reads it.
pub fn text(keys: &BTreeMap<String, String>) -> String {
    let lines: String = keys.iter().map(|(name, key)| format!("{name} = \"{key}\"\n")).collect();
    format!("# What the pictures were made of. Written by cargo run --release --example gallery\n{lines}")
}

/// The preset of a line `"oak_floor_normal" = ..`: the one with the longest name that fits.
fn owner(line: &str) -> Option<&'static str> {
    let map = line.strip_prefix('"')?;
    let fits = |name: &&str| map.strip_prefix(*name).is_some_and(|rest| rest.starts_with('_'));
    presets::ALL.iter().map(|preset| preset.0).filter(fits).max_by_key(|name| name.len())
}

fn renderer() -> String {
    let sample = Material::read(Source::new("sample", SAMPLE), &Settings::default());
    let sample = sample.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    let request = Maps::request(&sample, Some(bakestone::Size::Longer(64))).expect("64 pixels can be baked");
    let bake = Bake::new(&sample, &request, &Engine::default()).expect("64 pixels can be baked");
    let maps = Maps::of(bake.images(), request.size, [0.2, 0.1]);
    let small = |scene| render(&maps, &View { scene, width: 48, height: 24, samples: 1 });
    hash(&[Scene::Both, Scene::Sphere].map(small).concat().concat())
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}
