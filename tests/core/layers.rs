//! Layers, parameters and variants: what each does to which map.

use crate::support::*;
use bakestone::{Image, Settings};

fn linear(code: u8) -> f64 {
    let c = f64::from(code) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn baked(text: &str) -> Vec<Image> {
    bake(&material(text), &floats([4, 3]))
}

fn is(images: &[Image], name: &str, want: &[f64]) {
    let image = map(images, name);
    for pixel in values(image).chunks_exact(want.len()) {
        for (v, want) in pixel.iter().zip(want) {
            assert!((f64::from(*v) - want).abs() < 2e-6, "{name} is {pixel:?}, not {want:?}");
        }
    }
}

fn layers(list: &[&str]) -> String {
    format!("edition = 1\n{}", list.iter().map(|l| format!("[[layers]]\n{l}\n")).collect::<String>())
}

#[test]
fn layers_mix_from_the_bottom_up() {
    let images = baked(&layers(&[
        "basecolor = '#204060'\nroughness = 0.8\nheight = 0.01",
        "mask = 0.25\nbasecolor = '#ffffff'\nroughness = 0.4\nheight = 0.02",
        "mask = '2'\nmetallic = 1",
        "mask = 0.5\nroughness = { multiply = 0.5 }\nbasecolor = { screen = '#808080' }",
    ]));
    is(&images, "height", &[0.01 + 0.25 * 0.02]);
    let rough = 0.8 + 0.25 * (0.4 - 0.8);
    is(&images, "roughness", &[rough + 0.5 * (rough * 0.5 - rough)]);
    // A mask is held to 0..1.
    is(&images, "metallic", &[1.0]);
    let colour = [0x20, 0x40, 0x60].map(|code| {
        let c = linear(code) + 0.25 * (1.0 - linear(code));
        let screen = 1.0 - (1.0 - c) * (1.0 - linear(0x80));
        c + 0.5 * (screen - c)
    });
    is(&images, "basecolor", &colour);
    let names: Vec<&str> = images.iter().map(|i| i.map.name.as_str()).collect();
    assert!(["height", "normal", "basecolor", "roughness", "metallic"].iter().all(|n| names.contains(n)), "{names:?}");
    assert!(!names.contains(&"emission") && !names.contains(&"opacity"), "{names:?}");
}

#[test]
fn heights_add_or_replace() {
    let height = |second: &str| baked(&layers(&["height = 0.03", second]));
    is(&height("height = 0.01"), "height", &[0.04]);
    is(&height("height = -0.01\nmask = 0.5"), "height", &[0.025]);
    is(&height("height = { replace = 0.01 }"), "height", &[0.01]);
    is(&height("height = { replace = 0.01 }\nmask = 0.25"), "height", &[0.03 + 0.25 * (0.01 - 0.03)]);
    is(&height("height = { multiply = 2 }"), "height", &[0.06]);
    is(&height("mask = 1"), "height", &[0.03]);
}

#[test]
fn the_higher_lies_on_top() {
    // Rise of -0.01 to 0.01 within a softness of 0.01: smoothstep(-0.01, 0.01, rise).
    for (own, weight) in [(0.05, 1.0), (0.01, 0.0), (0.03, 0.5), (0.035, 0.84375)] {
        let images = baked(&layers(&[
            "height = 0.03\nroughness = 0.2",
            &format!("blend = 'height'\nsoftness = 0.01\nheight = {{ replace = {own} }}\nroughness = 0.8"),
        ]));
        is(&images, "roughness", &[0.2 + weight * 0.6]);
        is(&images, "height", &[0.03 + weight * (own - 0.03)]);
    }
}

#[test]
fn layers_can_be_read() {
    let text = "edition = 1\n[nodes]\nlow = '2 * layers.ground.height'\n[[layers]]\nname = 'ground'\nheight = 0.1\nroughness = 0.3\n\
        [[layers]]\nname = 'top'\nheight = 0.2\nmask = 0.5\nroughness = 'low + layers.ground.metallic'\n\
        [maps]\nseen = 'layers.top.height'\nbelow = 'layers.ground.height'\nunset = 'layers.top.opacity'\n";
    let images = baked(text);
    is(&images, "seen", &[0.2]);
    is(&images, "below", &[0.1]);
    is(&images, "unset", &[1.0]);
    is(&images, "roughness", &[0.3 + 0.5 * (0.2 - 0.3)]);
}

#[test]
fn values_in_maps_beat_layers() {
    let text = layers(&["roughness = 0.3\nmetallic = 1\nheight = 0.2"])
        + "[maps]\nroughness = 0.9\nmetallic = false\nnormal = false\nao = false\nextra = \"'#ff0000'\"\n";
    let images = baked(&text);
    is(&images, "roughness", &[0.9]);
    is(&images, "extra", &[1.0, 0.0, 0.0]);
    let names: Vec<&str> = images.iter().map(|i| i.map.name.as_str()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn packs_take_maps_and_neutral_values() {
    let text = layers(&["roughness = 0.3"]) + "[pack.orm]\nr = 'ao'\ng = 'roughness'\nb = 'metallic'\n";
    is(&baked(&text), "orm", &[1.0, 0.3, 0.0]);
}

/// Each parameter and variant changes the maps that it stands in, and no other.
#[test]
fn parameters_change_the_right_maps() {
    let text = "edition = 1\n[params]\nrough = { value = 0.3, min = 0, max = 1 }\ntint = { color = '#336699' }\n\
        cells = { int = 4, min = 1, max = 9 }\nkind = { choice = 'f1', of = ['f1', 'f2'] }\nshiny = { bool = false }\n\
        [variants]\ndark = { tint = '#102030', rough = 0.9 }\n\
        [nodes]\nspots = { type = 'worley', period = 'cells', value = 'kind' }\n\
        [[layers]]\nbasecolor = 'tint'\nroughness = 'rough'\nheight = '0.2 * spots'\nmetallic = 'shiny'\n";
    let go = |settings: &Settings| bake(&material_with(text, settings), &bakestone::Request::new([48, 48]));
    let usual = go(&Settings::default());
    let changed = |settings: &Settings| -> Vec<String> {
        let images = go(settings);
        let pairs = usual.iter().zip(&images);
        pairs.filter(|(a, b)| a.samples != b.samples).map(|(a, _)| a.map.name.clone()).collect()
    };
    let set = |name: &str, value: &str| Settings { set: vec![(name.into(), value.into())], ..Settings::default() };
    let dark = Settings { variant: Some("dark".into()), ..Settings::default() };
    assert_eq!(changed(&Settings::default()), Vec::<String>::new());
    assert_eq!(changed(&set("rough", "0.5")), ["roughness"]);
    assert_eq!(changed(&set("tint", "#ff0000")), ["basecolor"]);
    assert_eq!(changed(&set("shiny", "true")), ["metallic"]);
    assert_eq!(changed(&set("cells", "5")), ["height", "normal", "ao"]);
    assert_eq!(changed(&set("kind", "f2")), ["height", "normal", "ao"]);
    assert_eq!(changed(&dark), ["basecolor", "roughness"]);
    let both = Settings { set: vec![("rough".into(), "0.3".into())], ..dark };
    assert_eq!(changed(&both), ["basecolor"]);
}

/// Renaming a node changes it, pinning its seed does not, the order of nodes never does.
#[test]
fn names_are_seeds() {
    let go = |nodes: &str, read: &str| {
        picture(&material(&format!("edition = 1\nseed = 3\n[nodes]\n{nodes}\n[maps]\nroughness = 0.5\n")), read, 32, 32)
    };
    let (a, b) = ("a = { type = 'perlin' }", "b = { type = 'value' }");
    let usual = go(&format!("{a}\n{b}"), "a");
    assert!(usual == go(&format!("{b}\n{a}"), "a"));
    assert!(usual != go("c = { type = 'perlin' }", "c"));
    assert!(usual == go("c = { type = 'perlin', seed = 'a' }", "c"));
    assert!(go("c = { type = 'perlin', seed = 9 }", "c") == go("d = { type = 'perlin', seed = 9 }", "d"));
}
