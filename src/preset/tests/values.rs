//! What a right preset comes to.

use super::*;

#[test]
fn a_whole_preset() {
    let preset = good(MARBLE);
    assert_eq!((preset.name.as_str(), preset.seed, preset.tile), ("marble", 7, [1.2, 1.2, 1.2]));
    assert_eq!((preset.size, preset.samples, preset.dimensions), (Some(Size::Longer(1024)), 1, 2));
    assert_eq!(preset.tags, ["stone", "polished"]);
    let names: Vec<&str> = preset.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["drift", "cloud", "crack", "lines", "dark"]);
    assert_eq!(&preset.source.text[preset.nodes[2].span.clone()], "crack");
    assert_eq!(preset.nodes[2].seed, NodeSeed::Name("old_crack".into()));
    assert_eq!(preset.nodes[0].seed, NodeSeed::Name("drift".into()));
    let warp = preset.nodes[2].warp.as_ref().unwrap();
    assert_eq!(&preset.source.text[warp.amount.span.clone()], "wander");
    assert_eq!(preset.nodes[3].kind, "formula");
    assert_eq!(preset.layers[0].name, "layer1");
    assert_eq!(preset.layers[1].blend, Blend::Height { softness: 0.002 });
    let modes: Vec<_> = preset.layers[1].channels.iter().map(|c| (c.map, c.mode)).collect();
    assert_eq!(modes, [("basecolor", Mode::Multiply), ("roughness", Mode::Mix), ("height", Mode::Add)]);
    let maps: Vec<_> = preset.maps.iter().map(|map| (map.name.as_str(), map.off, map.value.is_some())).collect();
    assert_eq!(maps, [("normal", false, false), ("wetness", false, true), ("metallic", true, false)]);
    assert_eq!((preset.maps[0].strength, preset.maps[0].depth), (4.0, Some(Depth::Sixteen)));
    assert_eq!(preset.packs[0].channels.each[2], Some(PackSource::Number(0.5)));
    assert_eq!(preset.packs[0].channels.each[3], None);
}

#[test]
fn the_command_line_beats_the_variant_beats_the_preset() {
    let value = |preset: &Preset, name: &str| preset.params.get(name).unwrap().value.clone();
    let mut settings = Settings { variant: Some("green".into()), ..Settings::default() };
    let (preset, _) = read_with(MARBLE, &settings).unwrap();
    assert_eq!(value(&preset, "wander"), ParamValue::Number(0.3));
    assert_eq!(value(&preset, "body"), ParamValue::Colour([0x1f, 0x3a, 0x2c]));
    assert_eq!(preset.params.get("wander").unwrap().default, ParamValue::Number(0.12));
    assert_eq!((preset.variants[0].doc.as_str(), preset.variant.as_deref()), ("the green kind", Some("green")));
    for (name, text) in [("wander", "0.1*2"), ("count", "9"), ("wet", "true"), ("kind", "vector"), ("vein", "#fff")] {
        settings.set.push((name.into(), text.into()));
    }
    (settings.seed, settings.tile) = (Some(9), Some(vec![2.0, 1.0]));
    let (preset, _) = read_with(MARBLE, &settings).unwrap();
    assert_eq!(value(&preset, "wander"), ParamValue::Number(0.2));
    assert_eq!(value(&preset, "count"), ParamValue::Int(9));
    assert_eq!(value(&preset, "wet"), ParamValue::Bool(true));
    assert_eq!(value(&preset, "kind"), ParamValue::Choice("vector".into()));
    assert_eq!(value(&preset, "vein"), ParamValue::Colour([255; 3]));
    assert_eq!(value(&preset, "body"), ParamValue::Colour([0x1f, 0x3a, 0x2c]));
    assert_eq!((preset.seed, preset.tile), (9, [2.0, 1.0, 1.0]));
}

#[test]
fn what_the_command_line_gets_wrong_is_shown_as_it_was_typed() {
    let set = |name: &str, text: &str| {
        bad_with(MARBLE, &Settings { set: vec![(name.into(), text.into())], ..Settings::default() })
    };
    assert_says(&set("wander", "9"), &["`wander = 9` is outside 0 .. 0.4", "--set wander=9", "command line:1:14"]);
    assert_says(&set("wandr", "0.1"), &["unknown parameter `wandr`", "did you mean `wander`?"]);
    assert_says(&set("banana", "0.1"), &["parameters: wander, count, body, vein, wet, kind"]);
    assert_says(&set("wander", "0.1 +"), &["a value is missing", "--set wander=0.1 +"]);
    assert_says(&set("wander", "nan"), &["unknown parameter `nan`"]);
    assert_says(&set("wander", ""), &["empty"]);
    assert_says(&set("count", "2.5"), &["`count` takes a whole number, 1 .. 9"]);
    assert_says(&set("wet", "yes"), &["`wet` takes true or false"]);
    assert_says(&set("kind", "vektor"), &["`kind` cannot be \"vektor\"", "did you mean `vector`?"]);
    assert_says(&set("vein", "#12"), &["`vein` takes a colour"]);
    assert_says(&set("vein", "ä"), &["`vein` takes a colour"]);
    let variant = Settings { variant: Some("gren".into()), ..Settings::default() };
    assert_says(&bad_with(MARBLE, &variant), &["unknown variant `gren`", "did you mean `green`?"]);
    assert_says(
        &bad_with(MARBLE, &Settings { seed: Some(1 << 53), ..Settings::default() }),
        &["--seed 9007199254740992", "outside"],
    );
    for tile in [vec![], vec![1.0], vec![1.0, -1.0], vec![1.0, f64::NAN], vec![1.0; 4]] {
        assert_says(&bad_with(MARBLE, &Settings { tile: Some(tile), ..Settings::default() }), &["2 or 3 lengths"]);
    }
}

#[test]
fn whole_numbers_and_floats_are_the_same() {
    let node = |keys: &str| bad_or_good(&nodes(&format!("a = {{ type = \"fbm\", {keys} }}")));
    for keys in [
        "gain = 1",
        "gain = 1.0",
        "lacunarity = 2",
        "lacunarity = [2, 2.5]",
        "lacunarity = [2, 2.5, 3]",
        "octaves = 5.0",
    ] {
        assert_eq!(node(keys), Ok(()), "{keys}");
    }
    for keys in
        ["period = 8", "period = 8.0", "period = [4, 8.0, 2]", "period = 0x10", "octaves = 1_0", "octaves = 1e1"]
    {
        assert_eq!(node(keys), Ok(()), "{keys}");
    }
    let ramp = nodes("a = { type = \"ramp\", of = 0.5, stops = [[0, \"#000\"], [1, \"#fff\"]] }");
    assert_eq!(bad_or_good(&ramp), Ok(()));
    assert_eq!(good("edition = 1\nseed = 7.0\nsize = [256.0, 128]\n").size, Some(Size::Exact(256, 128)));
}

fn bad_or_good(text: &str) -> Result<(), String> {
    read_with(text, &Settings::default()).map(|_| ()).map_err(|problems| problems.render(false))
}

#[test]
fn seeds_are_what_json_can_hold() {
    assert_eq!(good("edition = 1\nseed = 9007199254740991").seed, (1 << 53) - 1);
    for seed in [
        "9007199254740992",
        "4611686018427387904",
        "99999999999999999999",
        "-1",
        "1.5",
        "inf",
        "nan",
        "1e300",
        "0xffffffffffffffffff",
    ] {
        assert_says(&bad(&format!("edition = 1\nseed = {seed}")), &["p0.toml:2:8", "seed"]);
    }
    let node = |seed: &str| good(&nodes(&format!("a = {{ type = \"perlin\", seed = {seed} }}"))).nodes[0].seed.clone();
    assert_eq!(node("5"), NodeSeed::Number(5));
    assert_eq!(node("\"b\""), NodeSeed::Name("b".into()));
    assert_eq!(node("\"2 + 3\""), NodeSeed::Number(5));
}

#[test]
fn the_file_gives_the_name() {
    assert_eq!(good("edition = 1").name, "p0");
    assert_eq!(
        read(Source::new("a/wet rock.v2.toml", "edition = 1"), &Settings::default()).unwrap().0.name,
        "wet_rock_v2"
    );
}
