//! Pictures that must not change: hashes of what is baked, and small pictures of them for people.
//!
//! `BLESS=1 cargo test --test core golden` accepts what is baked now for those that differ, says which, and never runs
//! where `CI` is set. Look at what changed before you commit it.

use crate::support::*;
use bakestone::eval::Engine;
use bakestone::{Image, Request, Samples, Size};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn blessing() -> bool {
    let asked = std::env::var_os("BLESS").is_some();
    assert!(!(asked && std::env::var_os("CI").is_some()), "goldens are never blessed in CI");
    asked
}

fn hash(samples: &Samples) -> String {
    let bytes: Vec<u8> = match samples {
        Samples::U8(v) => v.clone(),
        Samples::U16(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Samples::Float(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
    };
    format!("{:032x}", xxh3_128(&bytes))
}

/// The hashes of one section of `hashes.toml`, each with its name.
fn compare(section: &str, found: &BTreeMap<String, String>, show: impl Fn(&str)) {
    let path = folder().join(format!("{section}.toml"));
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let old: BTreeMap<String, String> = toml::from_str(&old).unwrap();
    let differ: Vec<&String> = found.iter().filter(|(name, hash)| old.get(*name) != Some(hash)).map(|f| f.0).collect();
    let gone: Vec<&String> = old.keys().filter(|name| !found.contains_key(*name)).collect();
    if differ.is_empty() && gone.is_empty() {
        return;
    }
    if !blessing() {
        let list = |names: &[&String]| names.iter().map(|n| format!("  {n}\n")).collect::<String>();
        panic!(
            "{section} differ from tests/golden/{section}.toml:\n{}no longer there:\n{}\
             If that is meant: BLESS=1 cargo test --test core golden",
            list(&differ),
            list(&gone)
        );
    }
    std::fs::create_dir_all(folder()).unwrap();
    for name in differ {
        eprintln!("blessed {section} {name}");
        show(name);
    }
    for name in gone {
        eprintln!("removed {section} {name}");
        let _ = std::fs::remove_file(folder().join(format!("{name}.png")));
    }
    let head = "# xxh3-128 of the samples, little endian. Written by BLESS=1 cargo test --test core golden\n";
    let lines: String = found.iter().map(|(name, hash)| format!("{name:?} = {hash:?}\n")).collect();
    std::fs::write(path, format!("{head}{lines}")).unwrap();
}

/// 8 bits are enough to look at.
fn save(image: &Image, name: &str) {
    let bytes: Vec<u8> = match &image.samples {
        Samples::U8(v) => v.clone(),
        Samples::U16(v) => v.iter().map(|v| (v >> 8) as u8).collect(),
        Samples::Float(v) => v.iter().map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8).collect(),
    };
    let kind = match image.map.stored_channels() {
        1 => image::ColorType::L8,
        3 => image::ColorType::Rgb8,
        _ => image::ColorType::Rgba8,
    };
    image::save_buffer(folder().join(format!("{name}.png")), &bytes, image.width, image.height, kind).unwrap();
}

#[test]
fn golden_presets() {
    let mut images = BTreeMap::new();
    for (name, material) in built_in() {
        let size = material.pixels(Some(Size::Longer(128))).unwrap();
        for image in bake(&material, &Request::new(size)) {
            images.insert(format!("{name}_{}", image.map.name), image);
        }
    }
    let hashes = images.iter().map(|(name, image)| (name.clone(), hash(&image.samples))).collect();
    compare("presets", &hashes, |name| save(&images[name], name));
}

#[test]
fn golden_nodes() {
    let mut hashes = BTreeMap::new();
    for case in cases() {
        let program = program(&material(&case.text()), "tested");
        let planes = planes(&Engine::default(), &program, 64, 64);
        let name = format!("{}_{}d_{}", case.kind, case.dimensions, case.number);
        hashes.insert(name, hash(&Samples::Float(planes.concat())));
    }
    compare("nodes", &hashes, |_| ());
}
