//! Presets made from others: the pixels are those of the presets themselves.

use crate::support::*;
use bakestone::preset::{Library, Missing};
use bakestone::{Engine, Image, Material, Settings, Source, presets};

/// Presets by name, and those that come with the program.
struct Shelf(Vec<(&'static str, String)>);

impl Library for Shelf {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        match self.0.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Ok(Source::new(format!("{name}.toml"), text.as_str())),
            None => presets::BuiltIn.find(name, from),
        }
    }
}

fn read(shelf: &Shelf, text: &str) -> Material {
    let read = Material::read_with(Source::new("own.toml", text), &Settings::default(), shelf);
    read.unwrap_or_else(|problems| panic!("{}", problems.render(false)))
}

fn baked(shelf: &Shelf, text: &str) -> Vec<Image> {
    bake(&read(shelf, text), &floats([24, 24]))
}

/// The same pixels in the maps of these names.
#[track_caller]
fn equal(a: &[Image], b: &[Image], names: &[&str]) {
    for name in names {
        assert_eq!(values(map(a, name)), values(map(b, name)), "{name}");
    }
}

/// Grids, quantiles, ids, layers that interlock, a warp: everything that depends on seeds, names and the tile.
const GROUND: &str = r##"edition = 1
seed = 5
tile = [0.8, 0.8]
[params]
amount = { value = 0.5, min = 0, max = 1 }
tint = { color = "#406080" }
[variants]
deep = { amount = 0.9 }
[nodes]
base = { type = "fbm", cell = 0.2, octaves = 3 }
cells = { type = "worley", cell = 0.2, warp = { by = "base", amount = 0.03 } }
soft = { type = "blur", of = "base", radius = 0.05, grid = 64 }
part = "cover(soft, 0.4, 0.1)"
[[layers]]
name = "low"
basecolor = "tint * random(cells.id, 'tone')"
height = "0.02 * amount * base"
roughness = "soft"
[[layers]]
blend = "height"
softness = 0.004
mask = "part"
height = { replace = "0.012 * cells.f1" }
basecolor = "#908070"
[maps]
wet = "part * layers.low.height"
"##;

const GROUND_MAPS: [&str; 4] = ["basecolor", "height", "roughness", "wet"];

fn ground() -> Shelf {
    Shelf(vec![("ground", GROUND.to_string())])
}

#[test]
fn a_child_that_changes_nothing_is_its_parent() {
    for name in ["marble", "linen"] {
        let own = bake(&read(&ground(), presets::find(name).unwrap().text.as_str()), &floats([16, 16]));
        let child = bake(&read(&ground(), &format!("extends = '{name}'")), &floats([16, 16]));
        for (a, b) in own.iter().zip(&child) {
            assert_eq!((&a.map.name, values(a)), (&b.map.name, values(b)), "{name}");
        }
        assert_eq!(own.len(), child.len());
    }
}

#[test]
fn a_child_is_what_its_text_would_be() {
    let child = "extends = 'ground'\nseed = 6\n[params]\namount = 0.7\n[nodes]\nbase = { type = 'perlin', cell = 0.1 }\n[[layers]]\nname = 'low'\nroughness = 'base'\n";
    let by_hand = GROUND
        .replace("seed = 5", "seed = 6")
        .replace("amount = { value = 0.5", "amount = { value = 0.7")
        .replace(r#"base = { type = "fbm", cell = 0.2, octaves = 3 }"#, "base = { type = 'perlin', cell = 0.1 }")
        .replace("basecolor = \"tint * random(cells.id, 'tone')\"\nheight = \"0.02 * amount * base\"\n", "")
        .replace("roughness = \"soft\"", "roughness = \"base\"");
    assert_eq!(by_hand.matches("base\"").count(), 3);
    equal(&baked(&ground(), child), &baked(&ground(), &by_hand), &GROUND_MAPS);
}

/// Whatever the preset around it calls its nodes and parameters, and whatever its seed is.
#[test]
fn maps_of_a_preset_in_use_are_its_own() {
    let around = r##"edition = 1
seed = 77
tile = [0.8, 0.8]
[params]
amount = { value = 0.1 }
[use]
ground = "ground"
[nodes]
base = { type = "value", cell = 0.1 }
cells = { type = "worley", cell = 0.1 }
[maps]
basecolor = "ground.basecolor"
height = "ground.height"
roughness = "ground.roughness"
wet = "ground.wet"
own = "base * amount * ground.height"
"##;
    let alone = baked(&ground(), GROUND);
    equal(&baked(&ground(), around), &alone, &GROUND_MAPS);
    let layered = "edition = 1\ntile = [0.8, 0.8]\n[use]\ng = 'ground'\n[[layers]]\nfrom = 'g'\n";
    equal(&baked(&ground(), layered), &alone, &["basecolor", "height", "roughness", "normal", "ao"]);
    // Two of one preset in two places, and one inside of another.
    let mut shelf = ground();
    shelf.0.push(("between", layered.replace("'g'", "'base'").replace("g =", "base =")));
    let twice = "edition = 1\ntile = [0.8, 0.8]\nuse = { base = 'between', cells = 'ground' }\n[maps]\nheight = 'base.height'\nother = 'cells.height'\nroughness = 'base.roughness'\n";
    let images = baked(&shelf, twice);
    equal(&images, &alone, &["height", "roughness"]);
    assert_eq!(values(map(&images, "other")), values(map(&alone, "height")));
}

#[test]
fn a_preset_in_use_is_what_its_variant_values_seed_and_tile_make_it() {
    let head = "edition = 1\ntile = [1.7, 1.1]\n[params]\nmuch = { value = 0.8 }\n[use.g]\npreset = 'ground'\n";
    let maps = "[maps]\nbasecolor = 'g.basecolor'\nheight = 'g.height'\nroughness = 'g.roughness'\nwet = 'g.wet'\n";
    let alone = |settings: Settings| {
        let settings = Settings { tile: Some(vec![1.7, 1.1]), ..settings };
        let read = Material::read(Source::new("ground.toml", GROUND), &settings);
        bake(&read.unwrap_or_else(|p| panic!("{}", p.render(false))), &floats([24, 24]))
    };
    let plain = Settings::default();
    let set = |name: &str, value: &str| vec![(name.to_string(), value.to_string())];
    let cases = [
        ("", plain.clone()),
        ("variant = 'deep'\n", Settings { variant: Some("deep".into()), ..plain.clone() }),
        ("set = { amount = 'much / 2' }\n", Settings { set: set("amount", "0.4"), ..plain.clone() }),
        (
            "variant = 'deep'\nset = { tint = '#ff0000' }\nseed = 9\n",
            Settings { variant: Some("deep".into()), set: set("tint", "#ff0000"), seed: Some(9), ..plain },
        ),
    ];
    let mut heights = Vec::new();
    for (keys, settings) in cases {
        let images = baked(&ground(), &format!("{head}{keys}{maps}"));
        equal(&images, &alone(settings), &GROUND_MAPS);
        heights.push(values(map(&images, "height")).to_vec());
    }
    assert!((1..heights.len()).all(|i| heights[i] != heights[0]));
}

/// A preset in use is lowered where it is read: moved, and as an octave.
#[test]
fn maps_of_a_preset_in_use_are_functions_of_the_place() {
    let shelf = Shelf(vec![(
        "wave",
        "edition = 1\n[nodes]\nn = { type = 'perlin', period = 3 }\n[maps]\nheight = 'n'\n".into(),
    )]);
    let text = |node: &str| format!("edition = 1\n{node}[maps]\nheight = 'moved'\nother = 'sum'\n");
    let nodes =
        "moved = { type = 'offset', of = 'm', by = [0.25, 0] }\nsum = { type = 'fbm', basis = 'm', octaves = 3 }\n";
    let used = baked(&shelf, &text(&format!("use = {{ w = 'wave' }}\n[nodes]\nm = 'w.height'\n{nodes}")));
    let own = baked(&shelf, &text(&format!("[nodes]\nn = {{ type = 'perlin', period = 3 }}\nm = 'n'\n{nodes}")));
    equal(&used, &own, &["height", "other"]);
}

#[test]
fn mistakes_of_types_are_shown_in_their_own_file() {
    let shelf =
        Shelf(vec![("bad", "edition = 1\n[nodes]\nc = '#102030'\n[[layers]]\nheight = 1\nroughness = 'c'\n".into())]);
    let text = "edition = 1\n[use]\nb = 'bad'\n[maps]\nheight = 'b.height'\n";
    let Err(problems) = Material::read_with(Source::new("own.toml", text), &Settings::default(), &shelf) else {
        panic!("accepted");
    };
    let text = problems.render(false);
    assert!(text.contains("bad.toml:6:") && text.contains("a number is needed here"), "{text}");
}

#[test]
fn what_fades_is_told_with_its_whole_name() {
    let shelf = Shelf(vec![(
        "fine",
        "edition = 1\n[nodes]\nn = { type = 'perlin', period = 64 }\n[maps]\nheight = 'n'\n".into(),
    )]);
    let material = read(&shelf, "edition = 1\n[use]\nf = 'fine'\n[maps]\nheight = 'f.height'\n");
    let bake = bakestone::Bake::new(&material, &floats([64, 64]), &Engine::default()).unwrap();
    assert_eq!(bake.dropped().iter().map(|d| d.node.as_str()).collect::<Vec<_>>(), ["f.n"]);
}
