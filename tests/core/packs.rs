//! Packs and profiles: what is in a channel is the map that it names, as its own file holds it.

use crate::support::*;
use bakestone::maps::{Convention, Kind};
use bakestone::preset::{FileDecl, FileSource, Profile, read_profile};
use bakestone::{Bake, Engine, Image, Material, Request, Samples, Want, profiles};
use std::sync::Arc;

const TEXT: &str = "edition = 1\nname = 't'\n[nodes]\nn = { type = 'fbm', period = 3, octaves = 3 }\n[maps]\n\
    height = { value = '0.1 * n - 0.02', span = [-0.02, 0.08] }\nbasecolor = \"mix('#204060', '#f0d0a0', n)\"\n\
    roughness = '0.2 + 0.6 * n'\nopacity = '1 - 0.5 * n'\nwet = 'n * n'\n";

fn one(pack: &str) -> Material {
    material(&format!("{TEXT}[pack.p]\n{pack}\n"))
}

#[test]
fn channels_are_the_maps_that_they_name() {
    let images = bake(&one("r = 'roughness'\ng = '1 - wet'\nb = 'height'\na = 'basecolor.g'"), &floats([40, 24]));
    let pack = map(&images, "p");
    assert_eq!(pack.map.of, ["roughness", "1 - wet", "height", "basecolor.g"]);
    assert_eq!(channel(pack, 0), channel(map(&images, "roughness"), 0));
    let less = |v: &[f32]| v.iter().map(|v| 1.0 - v).collect::<Vec<_>>();
    assert_eq!(channel(pack, 1), less(&channel(map(&images, "wet"), 0)));
    for (got, metres) in channel(pack, 2).iter().zip(channel(map(&images, "height"), 0)) {
        assert!((got - (metres + 0.02) / 0.1).abs() < 1e-6, "{got} of {metres}");
    }
    assert_eq!(channel(pack, 3), channel(map(&images, "basecolor"), 1));
}

/// The parts of a picture of whole bytes.
fn bytes(image: &Image, channels: std::ops::Range<usize>) -> Vec<u8> {
    let Samples::U8(all) = &image.samples else { panic!("{} is no picture of bytes", image.map.name) };
    all.chunks(image.map.stored_channels()).flat_map(|pixel| pixel[channels.clone()].to_vec()).collect()
}

#[test]
fn a_packed_colour_is_srgb_and_its_alpha_is_not() {
    let images = bake(&one("rgb = 'basecolor'\na = 'opacity'"), &Request::new([33, 20]));
    let pack = map(&images, "p");
    assert!(pack.map.kind == Kind::Colour && pack.map.is_srgb() && pack.map.stored_channels() == 4);
    assert_eq!(bytes(pack, 0..3), bytes(map(&images, "basecolor"), 0..3));
    assert_eq!(bytes(pack, 3..4), bytes(map(&images, "opacity"), 0..1));
}

#[test]
fn what_a_material_lacks_is_neutral_and_an_alpha_of_it_is_left_out() {
    let images = bake(&one("r = 'ao'\ng = 'metallic'\nb = '1 - emission.r'\na = 0.25"), &floats([8, 8]));
    let pack = map(&images, "p");
    // This height has relief, so that there is an ao.
    assert_eq!(channel(pack, 0), channel(map(&images, "ao"), 0));
    for (c, want) in [(1, 0.0), (2, 1.0), (3, 0.25)] {
        assert!(channel(pack, c).iter().all(|v| *v == want), "channel {c}");
    }
    let text = TEXT.replace("opacity = '1 - 0.5 * n'\n", "");
    let images = bake(&material(&format!("{text}[pack.p]\nrgb = 'basecolor'\na = 'opacity'\n")), &Request::new([8, 8]));
    assert_eq!(map(&images, "p").map.stored_channels(), 3);
}

#[test]
fn packs_that_make_no_sense_are_told() {
    for (pack, words) in [
        ("", &["pack `p` is empty", "r = \"ao\""][..]),
        ("r = 'normal'", &["`normal` can't be a channel"]),
        ("r = 'basecolor'", &["`basecolor` is a colour", "basecolor.r"]),
        ("r = 'roughness.g'", &["`roughness` is a number"]),
        ("r = 'basecolor.x'", &["`basecolor.x` is no channel", "basecolor.r"]),
        ("r = 'rougness'", &["unknown map `rougness`", "did you mean `roughness`?"]),
        ("r = '2 - roughness'", &["unknown map"]),
        ("r = 1.5", &["outside 0 .. 1"]),
        ("rgb = 'basecolor'\ng = 'ao'", &["`g` and `rgb` say the same"]),
        ("rgb = 'roughness'", &["`roughness` is a number"]),
        ("r = 'ao'\nformat = 'png'\ndepth = 'half'", &["a PNG file holds whole numbers"]),
    ] {
        let told = refused(&format!("{TEXT}[pack.p]\n{pack}\n"));
        assert!(words.iter().all(|word| told.contains(word)), "{pack}:\n{told}");
    }
}

fn built_in_profiles() -> impl Iterator<Item = (&'static str, Profile)> {
    profiles::ALL.iter().map(|(name, _)| {
        let read = read_profile(profiles::find(name).unwrap());
        (*name, read.unwrap_or_else(|problems| panic!("{}", problems.render(false))))
    })
}

fn under(profile: &Profile, maps: Option<Vec<String>>) -> Want {
    Want { profile: Some(Arc::new(profile.clone())), maps, ..Want::default() }
}

fn file(name: &str, source: FileSource) -> FileDecl {
    FileDecl { name: name.into(), source, format: None, depth: None }
}

/// Each file of each profile is there where the material has a map of it, and is what the preset makes without one.
#[test]
fn profiles_hold_the_maps_of_every_preset() {
    let fine = [16.0, 16.0, f64::INFINITY];
    let few = &material(TEXT);
    let plain = bake(few, &Request::new([16, 16]));
    for (name, profile) in built_in_profiles() {
        assert!(profile.description.len() > 20, "{name} says what it is for");
        for (preset, material) in built_in() {
            let maps = |want: &Want| material.maps(fine, want).unwrap().into_iter().map(|map| map.name);
            let (all, found): (Vec<_>, Vec<_>) =
                (maps(&Want::default()).collect(), maps(&under(&profile, None)).collect());
            for file in &profile.files {
                let wanted = match &file.source {
                    FileSource::Map(map, _) => all.contains(map),
                    FileSource::Channels(channels) => channels.maps().any(|map| all.iter().any(|name| name == map)),
                };
                assert_eq!(found.contains(&file.name), wanted, "{name}, {preset}: {}", file.name);
            }
        }
        let images = bake(few, &Request { want: under(&profile, None), ..Request::new([16, 16]) });
        for file in &profile.files {
            match &file.source {
                FileSource::Map(from, _) if from != "normal" && plain.iter().any(|image| image.map.name == *from) => {
                    assert_eq!(map(&images, &file.name).samples, map(&plain, from).samples, "{name}: {}", file.name);
                }
                _ => {}
            }
        }
    }
}

/// Unity's smoothness, and green the other way round in a file beside.
#[test]
fn profiles_invert_and_turn() {
    let every = |name: &str| built_in_profiles().find(|profile| profile.0 == name).unwrap().1;
    let plain = bake(&material(TEXT), &Request::new([24, 24]));
    let unity = bake(&material(TEXT), &Request { want: under(&every("unity"), None), ..Request::new([24, 24]) });
    let smooth = bytes(map(&unity, "MaskMap"), 3..4);
    for (smooth, rough) in smooth.iter().zip(bytes(map(&plain, "roughness"), 0..1)) {
        assert!((i32::from(*smooth) + i32::from(rough) - 255).abs() <= 1, "{smooth} beside {rough}");
    }
    let both = bake(&material(TEXT), &Request { want: under(&every("ambientcg"), None), ..Request::new([24, 24]) });
    let (Samples::U16(up), Samples::U16(down)) = (&map(&both, "NormalGL").samples, &map(&both, "NormalDX").samples)
    else {
        panic!("normals have 16 bits");
    };
    let mut moved = 0;
    for (up, down) in up.chunks(3).zip(down.chunks(3)) {
        assert_eq!([up[0], up[2]], [down[0], down[2]]);
        assert!((i32::from(up[1]) + i32::from(down[1]) - 65535).abs() <= 1, "{} and {}", up[1], down[1]);
        moved += usize::from(up[1] != down[1]);
    }
    assert!(moved > 500, "{moved} of 576 have a slope");
}

#[test]
fn profiles_that_make_no_sense_are_told() {
    for (text, words) in [
        ("", &["this profile has no file"][..]),
        ("[files]\nA = { map = 'rougness' }", &["unknown map `rougness`", "roughness"]),
        ("[files]\nA = 'roughness'", &["the file `A` is a table"]),
        ("[files]\nA = { map = 'ao', g = 'ao' }", &["unknown key `g`"]),
        ("[files]\nA = { map = 'ao', convention = 'directx' }", &["convention"]),
        ("[files]\nA = { map = 'normal', convention = 'vulkan' }", &["directx"]),
        ("[files]\nA = {}", &["file `A` is empty"]),
        ("[file]\nA = { map = 'ao' }", &["files"]),
        ("[files\n", &["error"]),
    ] {
        let told = read_profile(bakestone::Source::new("mine.toml", text)).unwrap_err().render(false);
        assert!(words.iter().all(|word| told.contains(word)), "{text}:\n{told}");
    }
    let wet = Profile {
        description: String::new(),
        name: None,
        document: None,
        files: vec![file("A", FileSource::Map("glow".into(), Some(Convention::OpenGl)))],
    };
    let told = |want: Want| {
        let request = Request { want, ..Request::new([8, 8]) };
        Bake::new(&material(TEXT), &request, &Engine::default()).err().unwrap()
    };
    assert!(told(under(&wet, None)).contains("it has: height"), "{}", told(under(&wet, None)));
    let told = told(under(&wet, Some(vec!["B".into()])));
    assert!(told.contains("no file `B`"), "{told}");
}
