//! Presets made from others: what is taken over, what is replaced, and what is said where that goes wrong.

use super::*;

/// Presets by name; the file of `a` is `a.toml`.
struct Shelf<'a>(&'a [(&'a str, &'a str)]);

impl Library for Shelf<'_> {
    fn find(&self, name: &str, _: &str) -> Result<Source, Missing> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        let missing = || Missing { message: format!("there is no preset `{name}`"), help: "a, b".into() };
        found.map(|(name, text)| Source::new(format!("{name}.toml"), *text)).ok_or_else(missing)
    }
}

fn read_from(shelf: &[(&str, &str)], text: &str) -> Result<Preset, String> {
    match read_all(Source::new("own.toml", text), &Settings::default(), &Shelf(shelf)) {
        (Some(preset), problems) if problems.list.is_empty() => Ok(preset),
        (_, problems) => Err(problems.render(false)),
    }
}

#[track_caller]
fn fine(shelf: &[(&str, &str)], text: &str) -> Preset {
    read_from(shelf, text).unwrap_or_else(|text| panic!("{text}"))
}

#[track_caller]
fn wrong(shelf: &[(&str, &str)], text: &str, parts: &[&str]) -> String {
    let Err(problems) = read_from(shelf, text) else { panic!("this was accepted:\n{text}") };
    assert_says(&problems, parts);
    problems
}

fn layer_names(preset: &Preset) -> Vec<&str> {
    preset.layers.iter().map(|layer| layer.name.as_str()).collect()
}

const MARBLES: &[(&str, &str)] = &[("marble", MARBLE)];

#[test]
fn a_child_takes_everything_but_the_name() {
    let (parent, child) = (good(MARBLE), fine(MARBLES, "extends = \"marble\""));
    assert_eq!((child.name.as_str(), child.extends.as_deref()), ("own", Some("marble.toml")));
    assert_eq!((child.seed, child.tile, child.size, &child.tags), (7, parent.tile, parent.size, &parent.tags));
    assert_eq!(child.params.names().collect::<Vec<_>>(), parent.params.names().collect::<Vec<_>>());
    assert_eq!(child.nodes.len(), parent.nodes.len());
    assert_eq!(layer_names(&child), ["layer1", "veins"]);
    assert_eq!(child.map_names(), parent.map_names());
    assert_eq!(child.variants[0].values, parent.variants[0].values);
    assert_eq!(child.source.files().map(|file| file.0).collect::<Vec<_>>(), ["own.toml", "marble.toml"]);
}

#[test]
fn a_child_overrides_what_it_writes() {
    let text = r##"
extends = "marble"
name = "nero"
seed = 8
size = [64, 32]
[params]
wander = 0.2
body = "#101010"
wet = true
count = { max = 12, doc = "more" }
kind = { value = 3 }
extra = { value = 1 }
[variants]
green = { wander = 0.1 }
red = { body = "#a02020" }
[nodes]
cloud = { type = "perlin", period = 2 }
dust = "1 - cloud"
[maps]
normal = { strength = 2 }
wetness = { depth = 8 }
roughness = "dust"
[pack]
orm = false
"##;
    let preset = fine(MARBLES, text);
    assert_eq!((preset.name.as_str(), preset.seed, preset.size), ("nero", 8, Some(Size::Exact(64, 32))));
    let param = |name: &str| preset.params.get(name).unwrap();
    assert_eq!(param("wander").value, ParamValue::Number(0.2));
    assert_eq!(param("wander").kind, ParamKind::Number { min: 0.0, max: 0.4 });
    assert_eq!(param("body").value, ParamValue::Colour([16; 3]));
    assert_eq!(param("wet").value, ParamValue::Bool(true));
    assert_eq!(param("count").kind, ParamKind::Int { min: 1, max: 12 });
    assert_eq!((&param("count").value, param("count").doc.as_str()), (&ParamValue::Int(5), "more"));
    assert_eq!(param("kind").value, ParamValue::Number(3.0));
    assert!(preset.params.get("extra").is_some());
    let variant = |name: &str| preset.variants.iter().find(|variant| variant.name == name).unwrap();
    assert_eq!(variant("green").values.len(), 2);
    assert!(variant("green").values.contains(&("wander".into(), ParamValue::Number(0.1))));
    assert_eq!(variant("red").values.len(), 1);
    let kind = |name: &str| preset.nodes.iter().find(|node| node.name == name).unwrap().kind;
    assert_eq!((kind("cloud"), kind("dust"), kind("crack")), ("perlin", "formula", "fbm"));
    let map = |name: &str| preset.maps.iter().find(|map| map.name == name).unwrap();
    assert_eq!((map("normal").strength, map("normal").depth), (2.0, Some(Depth::Sixteen)));
    assert!(map("wetness").value.is_some() && map("wetness").depth == Some(Depth::Eight));
    assert!(map("roughness").value.is_some() && map("metallic").off);
    assert!(preset.packs.is_empty());
}

#[test]
fn layers_are_replaced_in_place_dropped_or_put_on_top() {
    let four = "edition = 1\n[[layers]]\nheight = 1\n[[layers]]\nname = \"mid\"\nheight = 2\n[[layers]]\nheight = 3\n";
    let read = |text: &str| fine(&[("four", four)], &format!("extends = \"four\"\n{text}"));
    let preset = read("[[layers]]\nname = \"mid\"\nroughness = 1\n[[layers]]\nmetallic = 1");
    assert_eq!(layer_names(&preset), ["layer1", "mid", "layer3", "layer4"]);
    assert_eq!(preset.layers[1].channels.iter().map(|c| c.map).collect::<Vec<_>>(), ["roughness"]);
    // A number stays the name of its layer when one below it is gone.
    let preset = read("[[layers]]\nname = \"layer1\"\ndrop = true\n[[layers]]\nheight = 5");
    assert_eq!(layer_names(&preset), ["mid", "layer3", "layer4"]);
    let shelf = [("four", four), ("less", "extends = \"four\"\n[[layers]]\nname = \"mid\"\ndrop = true")];
    let preset = fine(&shelf, "extends = \"less\"\n[[layers]]\nheight = 5");
    assert_eq!(layer_names(&preset), ["layer1", "layer3", "layer4"]);
    let text = "extends = \"four\"\n[[layers]]\nname = \"mud\"\ndrop = true";
    wrong(&[("four", four)], text, &["no layer `mud` to drop", "own.toml:4:1"]);
}

#[test]
fn a_mistake_is_shown_in_the_file_that_makes_it() {
    let broken = MARBLE.replace("gain = 0.5", "gian = 0.5");
    let shelf = [("marble", broken.as_str())];
    wrong(&shelf, "extends = \"marble\"\nseed = 1", &["unknown key `gian`", "marble.toml:22:68", "cloud = {"]);
    // The child mends it.
    fine(&shelf, "extends = \"marble\"\n[nodes]\ncloud = { type = \"perlin\" }");
    let text = "extends = \"marble\"\n[params]\nwander = 0.5";
    wrong(MARBLES, text, &["`wander = 0.5` is outside 0 .. 0.4", "own.toml:3:10"]);
    wrong(MARBLES, "extends = \"marble\"\n[params]\nnew = 0.5", &["the parameter `new` is a table", "own.toml:3:7"]);
    wrong(MARBLES, "extends = \"marble\"\n[nodes]\nbody = 1", &["own.toml:3:1", "line 12 of marble.toml"]);
    wrong(MARBLES, "extends = \"marble\"\n[nodes]\nlines = \"dark\"", &["lines -> dark -> lines"]);
    wrong(&[("a", "edition = \n")], "extends = \"a\"", &["a.toml:1:"]);
    wrong(
        &[("a", "\u{feff}seed = 1\nedition = 1\nsead = 2")],
        "extends = \"a\"",
        &["a.toml:3:1", "did you mean `seed`?"],
    );
}

#[test]
fn what_is_not_there_and_circles_have_a_place() {
    let alone =
        wrong(&[], "seed = 1\nextends = \"a\"\n[maps]\nheight = \"x\"", &["own.toml:2:11", "there is no preset `a`"]);
    assert!(!alone.contains("edition") && !alone.contains("unknown name"), "{alone}");
    wrong(&[("own", "edition = 1")], "extends = \"own\"", &["own.toml is made from itself: own.toml -> own.toml"]);
    let shelf = [("a", "extends = \"b\""), ("b", "[use]\nx = \"c\""), ("c", "[use.y]\npreset = \"a\"")];
    let says = ["a.toml is made from itself: a.toml -> b.toml -> c.toml -> a.toml", "c.toml:2:10"];
    wrong(&shelf, "extends = \"a\"", &says);
    // With the name of one that comes with the program, that is most likely meant.
    wrong(&[("brick", "extends = \"brick\"")], "extends = \"brick\"", &["`std:brick`"]);
    wrong(&[], "edition = 1\nextends = 3", &["`extends` takes a text"]);
    let names: Vec<String> = (0..40).map(|i| format!("p{i}")).collect();
    let texts: Vec<String> = (1..=40).map(|i| format!("edition = 1\nextends = \"p{i}\"")).collect();
    let shelf: Vec<(&str, &str)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    wrong(&shelf, "extends = \"p0\"", &["32 files", "p30.toml:2:11"]);
    let twice = |next: &str| {
        format!(
            "edition = 1\nuse = {{ a = \"{next}\", b = \"{next}\" }}\nmaps = {{ height = \"a.height + b.height\" }}"
        )
    };
    let mut texts: Vec<String> = (1..8).map(|i| twice(&format!("p{i}"))).collect();
    texts.push("edition = 1\nmaps = { height = 1 }".into());
    let shelf: Vec<(&str, &str)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    wrong(&shelf, &twice("p0"), &["too many presets use each other"]);
}

const MOSS: &str = r##"edition = 1
seed = 3
[params]
density = { value = 0.5, min = 0, max = 1 }
tint = { color = "#203010" }
wet = { bool = false }
[variants]
dry = { tint = "#605020", density = 0.1 }
[nodes]
tufts = { type = "perlin", cell = 0.25 }
[[layers]]
basecolor = "tint"
height = "0.01 * density * tufts"
ao = 0.5
[maps]
mask = "tufts"
roughness = false
"##;

#[test]
fn a_preset_in_use_has_its_own_names_and_values() {
    let text = r##"edition = 1
seed = 9
tile = [2, 1]
[params]
density = { value = 0.3 }
leaf = { color = "#112233" }
[use]
plain = "moss"
[use.moss]
preset = "moss"
variant = "dry"
seed = 4
set = { density = "1 - density", tint = "leaf", wet = true }
[nodes]
tufts = "moss.mask + plain.height"
[[layers]]
basecolor = "moss.basecolor.r"
[[layers]]
name = "green"
from = "moss"
mask = "tufts"
height = { replace = "moss.height" }
"##;
    let preset = fine(&[("moss", MOSS)], text);
    let [plain, moss] = &preset.uses[..] else { panic!("{} uses", preset.uses.len()) };
    assert_eq!((plain.name.as_str(), plain.file.as_str()), ("plain", "moss.toml"));
    assert_eq!((plain.preset.seed, moss.preset.seed), (3, 4));
    assert_eq!((plain.preset.tile, plain.preset.variant.as_deref()), ([2.0, 1.0, 1.0], None));
    assert_eq!(moss.preset.variant.as_deref(), Some("dry"));
    let value = |used: &Use, name: &str| used.preset.params.get(name).unwrap().value.clone();
    assert_eq!(value(plain, "density"), ParamValue::Number(0.5));
    assert_eq!(value(moss, "density"), ParamValue::Number(0.7));
    assert_eq!(value(moss, "tint"), ParamValue::Colour([0x11, 0x22, 0x33]));
    assert_eq!(value(moss, "wet"), ParamValue::Bool(true));
    assert_eq!(moss.preset.map_names(), ["basecolor", "ao", "height", "mask"]);
    let channels: Vec<_> = preset.layers[1].channels.iter().map(|c| (c.map, c.mode)).collect();
    assert_eq!(channels, [("basecolor", Mode::Mix), ("height", Mode::Mix)]);
    let names: Vec<String> = preset.all_nodes().into_iter().map(|node| node.0).collect();
    assert_eq!(names, ["tufts", "plain.tufts", "moss.tufts"]);
    assert_eq!(preset.source.files().count(), 2);
}

#[test]
fn mistakes_around_a_preset_in_use() {
    let shelf = [("moss", MOSS), ("bad", "edition = 1\n[maps]\nheight = \"x\""), ("empty", "edition = 1")];
    let says = |text: &str, parts: &[&str]| wrong(&shelf, &format!("edition = 1\n{text}"), parts);
    let with = |text: &str| format!("use = {{ moss = \"moss\" }}\n{text}");
    says("[use]\nx = \"mos\"\n[maps]\nheight = \"x.height\"", &["own.toml:3:5", "there is no preset `mos`"]);
    says("[use.x]\npreset = \"moss\"\nvariant = \"dyr\"", &["unknown variant `dyr`", "`dry`", "own.toml:4:12"]);
    says("[use.x]\npreset = \"moss\"\nset = { densty = 1 }", &["unknown parameter `densty`", "`density`"]);
    says("[use.x]\npreset = \"moss\"\nset = { density = 2 }", &["`density = 2` is outside 0 .. 1", "own.toml:4:19"]);
    says("[use.x]\npreset = \"moss\"\nset = { density = \"a\" }", &["unknown parameter `a`"]);
    says("[use.x]\npreset = \"moss\"\nset = 1", &["`set` takes a table"]);
    says("[use.x]\npreset = \"moss\"\nsed = 1", &["unknown key `sed` in use `x`"]);
    says("[use.x]\nseed = 1", &["use `x` lacks `preset`"]);
    says("[use]\nx = \"bad\"", &["unknown name `x`", "bad.toml:3:11"]);
    says("[use]\nx = \"empty\"", &["empty.toml makes no map", "own.toml:3:5"]);
    says("[use]\nX = \"moss\"", &["cannot name"]);
    says("use = 1", &["`use` is a table"]);
    says(&with("nodes = { moss = 1 }"), &["name of a preset in use and of a node"]);
    says(&with("params = { moss = { value = 1 } }"), &["name of a preset in use and of a parameter"]);
    says(&with("maps = { height = \"moss\" }"), &["`moss` is a preset in use, not a value", "`moss.height`"]);
    says(&with("maps = { height = \"moss.hieght\" }"), &["sets no map `hieght`", "did you mean `height`?"]);
    says(&with("maps = { height = \"moss.tufts\" }"), &["sets no map `tufts`"]);
    says(&with("maps = { height = \"moss.roughness\" }"), &["sets no map `roughness`"]);
    says(&with("maps = { height = \"moss.normal\" }"), &["normal_of"]);
    says(&with("[[layers]]\nfrom = \"mos\""), &["unknown preset in use `mos`", "`moss`"]);
    // A name of the preset in use means nothing here.
    says(&with("maps = { height = \"tufts\" }"), &["unknown name `tufts`"]);
}

#[test]
fn a_row_of_nodes_counts_through_presets() {
    let chain = |first: &str, count: usize| {
        let steps: Vec<String> = (1..count).map(|i| format!("n{i} = \"n{} + 1\"", i - 1)).collect();
        format!("[nodes]\nn0 = \"{first}\"\n{}\n[maps]\nheight = \"n{}\"", steps.join("\n"), count - 1)
    };
    let inner = format!("edition = 1\n{}", chain("1", 150));
    let shelf = [("inner", inner.as_str())];
    let outer = |count: usize| format!("edition = 1\nuse = {{ inner = \"inner\" }}\n{}", chain("inner.height", count));
    fine(&shelf, &outer(100));
    wrong(&shelf, &outer(120), &["more than 256 nodes in a row"]);
}
