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

/// W3C, "Compositing and Blending Level 1" (2015), section 9.1: the mixing function of each mode, below and x in 0..1.
fn blended(mode: &str, below: f64, x: f64) -> f64 {
    let multiply = |a: f64, b: f64| a * b;
    let screen = |a: f64, b: f64| a + b - a * b;
    // hard-light(backdrop, source); overlay(b, s) = hard-light(s, b).
    let hard_light = |b: f64, s: f64| if s <= 0.5 { multiply(b, 2.0 * s) } else { screen(b, 2.0 * s - 1.0) };
    match mode {
        "mix" => x,
        "multiply" => multiply(below, x),
        "screen" => screen(below, x),
        "overlay" => hard_light(x, below),
        "soft_light" if x <= 0.5 => below - (1.0 - 2.0 * x) * below * (1.0 - below),
        "soft_light" => {
            let d = if below <= 0.25 { ((16.0 * below - 12.0) * below + 4.0) * below } else { below.sqrt() };
            below + (2.0 * x - 1.0) * (d - below)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn values_meet_as_their_mode_says() {
    let mut words = Words(11);
    for mode in ["mix", "multiply", "screen", "overlay", "soft_light"] {
        for _ in 0..12 {
            let code = |words: &mut Words| [0; 3].map(|_| (words.next() % 256) as u8);
            let hex = |c: [u8; 3]| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
            let (a, b) = (code(&mut words), code(&mut words));
            let [rough, over, mask, opacity] = [0.0; 4].map(|_| (words.unit() * 1000.0).round() / 1000.0);
            let below = format!("basecolor = '{}'\nroughness = {rough}\nheight = 0.01", hex(a));
            let weight = mask * opacity;
            let mixed = |below: f64, x: f64, weight: f64| below + weight * (blended(mode, below, x) - below);
            let colour = [0, 1, 2].map(|i| mixed(linear(a[i]), linear(b[i]), mask));
            // For all maps of the layer, with an opacity for one, and the height as ever.
            let layer = format!(
                "blend = '{mode}'\nmask = {mask}\nbasecolor = '{}'\nheight = 0.02\n\
                 roughness = {{ value = {over}, opacity = {opacity} }}",
                hex(b)
            );
            let images = baked(&layers(&[&below, &layer]));
            is(&images, "basecolor", &colour);
            is(&images, "roughness", &[mixed(rough, over, weight)]);
            is(&images, "height", &[0.01 + mask * 0.02]);
            // For a map each, whatever the layer says.
            let layer = format!(
                "blend = 'screen'\nmask = {mask}\nbasecolor = {{ {mode} = '{}' }}\n\
                 roughness = {{ {mode} = {over}, opacity = {opacity} }}",
                hex(b)
            );
            let images = baked(&layers(&[&below, &layer]));
            is(&images, "basecolor", &colour);
            is(&images, "roughness", &[mixed(rough, over, weight)]);
        }
    }
}

#[test]
fn opacity_is_of_one_map() {
    let images = baked(&layers(&[
        "basecolor = '#000'\nroughness = 0.2\nheight = 0.1",
        "basecolor = { value = '#fff', opacity = 0.25 }\nroughness = 0.6\nheight = { value = 0.2, opacity = '0.5' }",
        "metallic = { value = 1, opacity = 7 }\nheight = { replace = 1, opacity = 0 }",
    ]));
    is(&images, "basecolor", &[0.25; 3]);
    is(&images, "roughness", &[0.6]);
    is(&images, "height", &[0.2]);
    is(&images, "metallic", &[1.0]);
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

fn smoothstep(a: f64, b: f64, x: f64) -> f64 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Heights that interlock, against the formula in double precision: the mask lowers the layer, by all that it can stand
/// above the stack where the mask is 0; one weight for all maps.
#[test]
fn masks_lower_layers_that_interlock() {
    const SOFT: f64 = 0.003;
    let text = |height: &str| {
        "edition = 1\n[nodes]\nrock = '0.02 * clamp(2 * r - 0.5, 0, 1)'\nmoss = '0.015 * clamp(2 * m - 0.5, 0, 1)'\nr = { type = 'perlin', period = 5 }\n\
         m = { type = 'perlin', period = 7 }\nwhere = { type = 'wave', frequency = [1, 1, 0] }\n\
         [[layers]]\nheight = 'rock'\nroughness = 0.2\nbasecolor = '#000'\n\
         [[layers]]\nname = 'green'\nblend = 'height'\nsoftness = 0.003\nmask = 'where'\nroughness = 0.8\nbasecolor = '#fff'\n\
         height = HEIGHT\n[maps]\nnormal = false\nao = false\nseen = 'layers.green.mask'\n"
            .replace("HEIGHT", height)
    };
    for (height, added) in [("{ replace = 'moss' }", false), ("'moss - 0.005'", true)] {
        let material = material(&text(height));
        let size = [61, 40];
        let images = bake(&material, &floats(size));
        let [rock, moss, mask] = ["rock", "moss", "where"].map(|node| picture(&material, node, size[0], size[1]));
        let reach = if added { 0.01 } else { 0.015 } + SOFT;
        let (mut hidden, mut whole) = (0, 0);
        for i in 0..rock.len() {
            let [rock, moss, mask] = [rock[i], moss[i], mask[i]].map(f64::from);
            let lowered = (mask - 1.0) * reach;
            let own = if added { rock + moss - 0.005 } else { moss } + lowered;
            let weight = smoothstep(-SOFT, SOFT, own - rock);
            let near = |name: &str, want: f64| {
                let v = f64::from(values(map(&images, name))[i * map(&images, name).map.stored_channels()]);
                assert!((v - want).abs() < 4e-5, "{height}: {name} is {v}, not {want}");
            };
            near("seen", weight);
            near("roughness", 0.2 + 0.6 * weight);
            near("basecolor", weight);
            near("height", rock + weight * (own - rock));
            hidden += u32::from(weight == 0.0);
            whole += u32::from(weight == 1.0);
        }
        assert!(hidden > 100 && whole > 50, "{hidden} hidden, {whole} whole of {}", rock.len());
    }
}

/// Where the mask is 0 nothing shows, however high the layer; where it is 1 heights alone decide. No picture is too small
/// for that: what lowers the layer is that of all octaves.
#[test]
fn interlocking_does_not_depend_on_the_size() {
    let text = |mask: f64| {
        format!(
            "edition = 1\n[nodes]\nn = {{ type = 'fbm', period = 16, octaves = 5 }}\n[[layers]]\nheight = 0.002\nroughness = 0\n\
             [[layers]]\nblend = 'height'\nmask = {mask}\nheight = {{ replace = '0.01 * n' }}\nroughness = 1\n"
        )
    };
    let roughness =
        |mask: f64, size: u32| channel(map(&bake(&material(&text(mask)), &floats([size, size])), "roughness"), 0);
    assert!(roughness(0.0, 128).iter().all(|v| *v == 0.0));
    // In 4 pixels nothing is left of the noise but its mean, 0.005, which is 0.003 above: 1 above it by 0.001 or more.
    assert!(roughness(1.0, 4).iter().all(|v| *v == 1.0));
    // Half a mask lowers by at least half of the most that 0.01 n can be above 0.002, and half of the softness.
    assert!(roughness(0.5, 4).iter().all(|v| *v < 0.1), "{:?}", roughness(0.5, 4));
}

#[test]
fn masks_are_named_once() {
    let text = "edition = 1\n[nodes]\nrest = '1 - layers.paint.mask'\n[[layers]]\nroughness = 0.5\n\
        [[layers]]\nname = 'paint'\nmask = '3 * 0.1'\nroughness = 0.1\n\
        [[layers]]\nname = 'rust'\nmask = 'rest'\nmetallic = 1\n[maps]\nall = 'layers.layer1.mask'\n";
    let images = baked(text);
    is(&images, "metallic", &[0.7]);
    is(&images, "all", &[1.0]);
    let circle = text.replace("3 * 0.1", "rest");
    assert!(refused(&circle).contains("layers.paint -> rest"), "{}", refused(&circle));
}

#[test]
fn mistakes_of_blending_are_told() {
    let told = |layer: &str, parts: &[&str]| {
        let text = refused(&layers(&["roughness = 1\nheight = 1", layer]));
        for part in parts {
            assert!(text.contains(part), "{layer}\n{text}\nlacks {part:?}");
        }
        text
    };
    told("blend = 'overly'\nroughness = 1", &["`blend` cannot be \"overly\"", "did you mean `overlay`?", "soft_light"]);
    let text = told("roughness = { overly = 1 }", &["unknown key `overly` in `roughness`", "did you mean `overlay`?"]);
    assert!(!text.contains("has no value"), "{text}");
    told("roughness = { opacity = 1 }", &["has no value", "soft_light"]);
    told("roughness = { value = 1, overlay = 1 }", &["has two values"]);
    told("height = { overlay = 1 }", &["`overlay` means nothing for metres", "add, replace and multiply"]);
    told("blend = 'height'\nroughness = 1", &["needs a `height`", "opacity = 0"]);
    told("blend = 'multiply'\nsoftness = 1\nroughness = 1", &["`softness` belongs to `blend = \"height\"`"]);
    told("name = 'a'\nroughness = 'layers.layer1.maks'", &["unknown map `maks`", "did you mean `mask`?"]);
    told("roughness = { value = 1, opacity = 'nothing' }", &["unknown name `nothing`"]);
    told(
        "blend = 'height'\nmask = 0.5\nheight = '1 / (n - 0.5)'\n[nodes]\nn = { type = 'perlin' }",
        &["how high this layer can stand is not known"],
    );
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
