//! What wrong presets are told.

use super::*;

const P0: &str = r#"edition = 1
name = "p0"
seed = 1
size = 256
[nodes]
base = { type = "fbm", basis = "perlin", period = 4, octaves = 5, lacunarity = 2.0, gain = 0.5 }
flat = { type = "perlin", period = 4 }
[maps]
height = "base"
normal = { strength = 2 }
"#;

/// P0 with one piece replaced.
fn p0(from: &str, to: &str) -> String {
    assert!(P0.contains(from));
    P0.replace(from, to)
}

#[test]
fn unknown_keys_are_mistakes_in_every_table() {
    good(P0);
    assert_says(
        &bad(&p0("octaves", "octave")),
        &["unknown key `octave` in node `base` of type `fbm`", "p0.toml:6:54", "did you mean `octaves`?"],
    );
    assert_says(&bad(&p0("size = 256", "lacunarity = 2.0")), &["unknown key `lacunarity`", "p0.toml:4:1"]);
    assert_says(&bad(&p0("[maps]", "[heigth]")), &["unknown key `heigth`", "p0.toml:8:2"]);
    assert_says(
        &bad(&p0("strength", "strenght")),
        &["unknown key `strenght` in map `normal`", "did you mean `strength`?", "10 |"],
    );
    assert_says(
        &bad(&p0("\"perlin\", period = 4 }", "\"perlin\", jitter = 1 }")),
        &["unknown key `jitter` in node `flat`", "known keys: "],
    );
    assert_says(&bad(&p0("height =", "heigth =")), &["the map `heigth`", "did you mean `height`?"]);
    assert_says(&bad(&p0("height =", "normals = 1\nheight =")), &["the map `normals`"]);
    assert_says(
        &bad(&p0("[maps]", "[[layers]]\nruoghness = 1\n[maps]")),
        &["unknown key `ruoghness` in layer `layer1`", "`roughness`"],
    );
    assert_says(
        &bad(&p0("[maps]", "[[layers]]\nheight = { ad = 1 }\n[maps]")),
        &["unknown key `ad` in `height` of layer `layer1`"],
    );
    assert_says(
        &bad(&p0("[maps]", "[[layer]]\nheight = 1\n[maps]")),
        &["unknown key `layer`", "did you mean `layers`?"],
    );
    assert_says(
        &bad(&p0("period = 4 }", "period = 4, warp = { by = 0, amont = 1 } }")),
        &["unknown key `amont`", "lacks `amount`"],
    );
    assert_says(
        &bad(&p0("[nodes]", "[params]\na = { value = 1, mn = 0 }\n[nodes]")),
        &["unknown key `mn` in parameter `a`", "`min`"],
    );
    assert_says(&bad(&format!("{P0}[pack.orm]\nred = 1")), &["unknown key `red` in pack `orm`"]);
    assert_says(&bad(&format!("{P0}strength = 1\n[maps.ao]\nstrength = 1")), &["unknown key `strength` in map `ao`"]);
}

#[test]
fn all_mistakes_at_once_and_in_order() {
    let text = p0("octaves = 5", "octave = 5")
        .replace("gain = 0.5", "gain = 7")
        .replace("seed = 1", "seed = true")
        .replace("strength", "strenght");
    let Err(problems) = read_with(&text, &Settings::default()) else { panic!() };
    let lines: Vec<usize> = problems.list.iter().map(|p| problems.source.line_column(p.span.start).0).collect();
    assert_eq!(lines, [3, 6, 6, 10], "{}", problems.render(false));
}

#[test]
fn keys_of_other_tools_get_a_hint() {
    assert_says(&bad(&p0("size = 256", "tile = false")), &["every preset is seamless"]);
    assert_says(&bad(&p0("period = 4 }", "normalize = true }")), &["never stretched"]);
    assert_says(&bad(&p0("period = 4 }", "frequency = 4 }")), &["period = 8", "cell = 0.05"]);
    assert_says(&bad(&p0("[maps]", "[[out]]\nmap = \"height\"\n[maps]")), &["unknown key `out`", "[maps]"]);
    assert_says(&bad("seed = 1"), &["the preset lacks `edition`", "`edition = 1`"]);
    assert_says(&bad("edition = 2"), &["there is no edition 2", "`edition = 1`"]);
}

#[test]
fn circles_name_their_members() {
    assert_says(&bad(&nodes("a = \"a + 1\"")), &["`a` is made from itself", "a -> a", "p0.toml:3:6"]);
    assert_says(&bad(&nodes("a = \"b\"\nb = \"c * 2\"\nc = \"1 - a\"")), &["a -> b -> c -> a", "p0.toml:5:10"]);
    assert_says(
        &bad(&nodes("a = { type = \"fbm\", basis = \"b\" }\nb = { type = \"fbm\", basis = \"a\" }")),
        &["a -> b -> a"],
    );
    assert_says(&bad(&nodes("a = { type = \"perlin\", warp = { by = \"a\", amount = 1 } }")), &["a -> a"]);
    good(&nodes("a = \"b + b + c\"\nb = \"c\"\nc = 1"));
}

#[test]
fn layers_read_what_is_below() {
    let layers = |first: &str, second: &str, node: &str| {
        format!(
            "edition = 1\n[nodes]\nn = \"{node}\"\n[[layers]]\nname = \"a\"\n{first}\n[[layers]]\nname = \"b\"\n{second}\n"
        )
    };
    good(&layers("height = 1", "mask = 'layers.a.height + n'", "layers.a.height"));
    assert_says(
        &bad(&layers("mask = 'layers.a.height'", "", "1")),
        &["the layer `a` cannot read `layers.a`", "p0.toml:6:16"],
    );
    assert_says(&bad(&layers("mask = 'layers.b.height'", "", "1")), &["the layer `a` cannot read `layers.b`"]);
    assert_says(&bad(&layers("mask = 'n'", "", "layers.b.height")), &["layers.b -> layers.a -> n"]);
    assert_says(&bad(&layers("mask = 'layers.c.height'", "", "1")), &["unknown layer `c`", "layers: a, b"]);
    assert_says(&bad(&layers("mask = 1", "", "layers.a.heigth")), &["unknown map `heigth`", "did you mean `height`?"]);
    assert_says(&bad(&layers("mask = 1", "", "layers.a + layers")), &["names no map of a layer"]);
    let twice = layers("", "", "1").replace("\"b\"", "\"a\"");
    assert_says(&bad(&twice), &["there are two layers `a`", "p0.toml:8:9"]);
}

#[test]
fn long_chains_are_messages() {
    let chain = |n: usize| {
        nodes(&(0..n).map(|i| format!("n{i} = \"n{} + 1\"\n", i + 1)).chain([format!("n{n} = 1")]).collect::<String>())
    };
    good(&chain(250));
    assert_says(&bad(&chain(10_000)), &["more than 256 nodes in a row"]);
    let ring = (0..10_000).map(|i| format!("n{i} = \"n{} + 1\"\n", (i + 1) % 10_000)).collect::<String>();
    assert_says(&bad(&nodes(&ring)), &["n0 -> n1 -> ", " -> .. -> ", "n9999 -> n0"]);
    good(&format!("edition = 1\n{}", "[[layers]]\nheight = 1\n".repeat(10_000)));
    // Nodes and layers in turns are as deep as the nodes alone.
    let turns = (0..300).map(|i| format!("[[layers]]\nname = \"l{i}\"\nheight = \"n{i}\"\n[nodes.n{}]\ntype = \"formula\"\nvalue = \"layers.l{i}.height\"\n", i + 1));
    assert_says(
        &bad(&format!("edition = 1\n[nodes]\nn0 = 1\n{}", turns.collect::<String>())),
        &["more than 256 nodes in a row"],
    );
    let wrong = (0..5_000).map(|i| format!("n{i} = \"m{i}x + 1\"\n")).collect::<String>();
    assert_says(&bad(&nodes(&wrong)), &["unknown name `m4999x`", "p0.toml:5002:10"]);
    let deep = format!("edition = 1\n[nodes]\n{} = 1\n", vec!["a"; 100_000].join("."));
    let result = std::thread::Builder::new().stack_size(1 << 20).spawn(move || bad(&deep)).unwrap().join();
    assert!(result.is_ok());
    bad(&format!("edition = 1\nsize = {}{}", "[".repeat(100_000), "]".repeat(100_000)));
}

#[test]
fn names_are_checked() {
    assert_says(
        &bad(&nodes("base = 1\na = \"1 - bsae\"")),
        &["unknown name `bsae`", "did you mean `base`?", "p0.toml:4:10"],
    );
    assert_says(
        &bad(&nodes("A = 1\n\"1a\" = 1\n\"ä\" = 1\nlayers = 1")),
        &["\"A\" cannot name", "\"1a\" cannot name", "\"ä\" cannot name", "the word is taken"],
    );
    assert_says(
        &bad("edition = 1\n[params]\na = { value = 1 }\n[nodes]\na = 1"),
        &["name of a node and of a parameter", "line 3"],
    );
    assert_says(&bad("edition = 1\nname = \"../x\""), &["cannot name files"]);
    assert_says(
        &bad(&nodes("a = { type = \"fmb\" }")),
        &["unknown node type `fmb`", "did you mean `fbm`?", "types: perlin"],
    );
    assert_says(&bad(&nodes("a = { period = 4 }")), &["node `a` has no `type`", "perlin"]);
    assert_says(
        &bad(&format!("{P0}[pack.orm]\nr = \"rougness\"")),
        &["unknown map `rougness`", "did you mean `roughness`?"],
    );
    assert_says(&bad(&format!("{P0}[pack.normal]\nr = 1")), &["cannot be called `normal`"]);
}

#[test]
fn parameters_are_checked() {
    let params = |line: &str| bad(&format!("edition = 1\n[params]\n{line}\n"));
    assert_says(&params("a = { value = 2, min = 0, max = 1 }"), &["`a = 2` is outside 0 .. 1", "p0.toml:3:15"]);
    assert_says(&params("a = { int = 2, min = 3, max = 9 }"), &["`a = 2` is outside 3 .. 9"]);
    assert_says(&params("a = { choice = \"x\", of = [\"y\", \"z\"] }"), &["`a` cannot be \"x\""]);
    assert_says(&params("a = { color = \"red\" }"), &["\"red\" is not a colour"]);
    assert_says(&params("a = { value = nan }"), &["finite"]);
    assert_says(&params("a = { doc = \"x\" }"), &["has no value"]);
    assert_says(&params("a = { value = 1, bool = true }"), &["unknown key"]);
    assert_says(&params("a = 1"), &["is a table"]);
    assert_says(&params("[variants]\nx = { a = 1 }"), &["unknown parameter `a` in the variant `x`"]);
    assert_says(
        &params("a = { value = 1, max = 2 }\n[variants]\nx = { a = 3 }"),
        &["`a = 3` is outside .. 2", "p0.toml:5:11"],
    );
}

#[test]
fn maps_are_checked() {
    let maps = |line: &str| bad(&p0("normal = { strength = 2 }", line));
    assert_says(&maps("ao = { depth = 8, format = \"exr\" }"), &["an EXR file holds floats"]);
    assert_says(&maps("ao = { depth = \"half\", format = \"png\" }"), &["a PNG file holds whole numbers"]);
    assert_says(&maps("ao = { depth = 12 }"), &["`depth` cannot be \"12\"", "choices: 8, 16, half, float, 32"]);
    assert_says(&maps("normal = \"base\""), &["takes no value"]);
    assert_says(&maps("[maps.x]\nspan = [0, 1]"), &["unknown key `span`"]);
    let height = |line: &str| bad(&p0("height = \"base\"", line));
    assert_says(&height("height = { value = 1, span = [1, 0] }"), &["the lower one first"]);
    assert_says(&height("height = { value = 1, span = [0, 1], amplitude = 1 }"), &["say the same"]);
}

#[test]
fn broken_toml_is_shown_without_what_follows_from_it() {
    let text = bad("edition = 1\nseed = \nsize = 256\n[nodes]\na = { type = \"perlin\", octave = 2 }\na = 1\n");
    assert_says(&text, &["p0.toml:2:", "duplicate key", "unknown key `octave`"]);
    assert!(!text.contains("`seed`"), "{text}");
    assert_says(&bad("edition = 1 x"), &["p0.toml:1:11"]);
    // The key that lacks its value, and the missing edition, follow from what is broken.
    let text = bad("seed = 1.5 x\n[nodes\n");
    assert!(!text.contains("lacks") && !text.contains("whole number"), "{text}");
    bad("");
    bad("\u{feff}");
    bad("\0");
}
