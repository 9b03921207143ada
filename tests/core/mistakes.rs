//! What wrong materials are told once their nodes are lowered: types, outputs, circles, sizes. C06, C54, C55 and kinds.

use crate::support::*;
use bakestone::preset::read_profile;
use bakestone::{Bake, Engine, Material, Request, Settings, Source};
use std::time::{Duration, Instant};

fn with(nodes: &str, maps: &str) -> String {
    format!(
        "edition = 1\n[nodes]\ncrack = {{ type = 'worley', period = 4 }}\nbase = {{ type = 'perlin' }}\n\
         tint = \"mix('#000', '#fff', base)\"\nflow = {{ type = 'perlin', out = 'vector' }}\n{nodes}\n[maps]\n{maps}\n"
    )
}

fn says(text: &str, parts: &[&str]) {
    let told = refused(text);
    for part in parts {
        assert!(told.contains(part), "this does not say {part:?}:\n{told}\nof\n{text}");
    }
    assert!(told.contains("test.toml:"), "no place:\n{told}");
}

#[test]
fn types_are_checked() {
    material(&with("a = 'tint.r + luma(tint) + flow.x'", "height = 'a'"));
    material(&with("a = \"random(crack.id, 'tone')\"", "basecolor = 'base'"));
    says(&with("", "height = 'tint'"), &["a number is needed here, this is a colour", "luma", "test.toml:9:11"]);
    says(&with("", "basecolor = 'flow'"), &["vector"]);
    says(&with("a = 'crack.id + 1'", "height = 'a'"), &["random(id, 'salt')"]);
    says(&with("a = 'sin(crack.id)'", "height = 1"), &["random"]);
    says(&with("a = 'tint * flow'", "height = 1"), &["a colour and a vector"]);
    says(&with("a = \"random(base, 'x')\"", "height = 1"), &["needs an id"]);
    says(&with("a = 'crack.egde'", "height = 1"), &["there is no `.egde`", "`edge`"]);
    says(&with("a = 'base.edge'", "height = 1"), &["there is no `.edge`"]);
    says(&with("a = 'flow.r'", "height = 1"), &["there is no `.r`"]);
    says(&with("a = \"base + 'tone'\"", "height = 1"), &["text"]);
    says(&with("a = 'cover(base, base)'", "height = 1"), &["must be known before the picture is drawn"]);
    says(&with("a = { type = 'constant', value = 'base' }", "height = 1"), &["can't depend on the place"]);
    says(&with("a = { type = 'warp', of = 'base', by = 'base + 1', amount = 1 }", "height = 1"), &["needs a vector"]);
    says(&with("a = { type = 'slope', of = 'tint' }", "height = 1"), &["a number is needed"]);
    // In layers, in those that no map shows, and in nodes that nothing reads.
    let layer = "[[layers]]\nheight = 'tint'\n";
    says(&with("", "height = 1").replace("[maps]", &format!("{layer}[maps]")), &["a number is needed"]);
    says(
        &with("", "height = 1").replace("[maps]", "[[layers]]\nmask = 'flow'\nroughness = 1\n[maps]"),
        &["a number is needed"],
    );
}

#[test]
fn all_mistakes_are_told_at_once() {
    let told = refused(&with("a = 'crack.egde'\nb = 'tint + flow'\nc = 'crack.id * 2'", "height = 'tint'"));
    for part in ["egde", "a colour and a vector", "random", "a number is needed"] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
}

#[test]
fn octaves_of_grids_are_mistakes() {
    let shade = "shade = { type = 'occlusion', of = '0.1 * base' }\n";
    material(&with(shade, "ao = 'shade'"));
    says(&with(&format!("{shade}a = {{ type = 'fbm', basis = 'shade' }}"), "height = 1"), &["grid node"]);
    says(&with(shade, "height = 1").replace("edition = 1", "edition = 1\ndimensions = 3"), &["flat"]);
    says(&with("a = { type = 'fbm', basis = 'base', period = 4 }", "height = 1"), &["period"]);
}

/// What would take minutes or all memory is refused before work.
#[test]
fn explosions_are_refused_at_once() {
    let start = Instant::now();
    let tower = |kind: &str, height: u32| -> String {
        (1..=height)
            .map(|i| {
                let below = if i == 1 { "base".to_string() } else { format!("a{}", i - 1) };
                format!("a{i} = {{ type = '{kind}', basis = '{below}', octaves = 16, lacunarity = 1 }}\n")
            })
            .collect()
    };
    for kind in ["fbm", "ridged"] {
        material(&with(&tower(kind, 2), "height = 'a2'"));
        says(&with(&tower(kind, 8), "height = 'a8'"), &["more than 20000 operations", "use fewer"]);
    }
    // Formulas that read each other twice share their work.
    let doubled: String = (1..=60).map(|i| format!("b{i} = 'b{} + b{}'\n", i - 1, i - 1)).collect();
    material(&with(&format!("b0 = 'base'\n{doubled}"), "height = 'b60'"));
    // Warps that move each other do not.
    let warps: String = (1..=40)
        .map(|i| format!("w{i} = {{ type = 'warp', of = 'w{}', by = 'w{}', amount = 0.1 }}\n", i - 1, i - 1))
        .collect();
    says(&with(&format!("w0 = 'base'\n{warps}"), "height = 'w40'"), &["more than 20000 operations"]);
    // Not a measurement: without a limit these take hours.
    assert!(start.elapsed() < Duration::from_secs(120));
}

#[test]
fn long_chains_and_circles_are_refused() {
    let chain = |n: usize| -> String {
        (0..n).map(|i| format!("n{i} = 'n{} + 1'\n", i + 1)).chain([format!("n{n} = 'base'\n")]).collect()
    };
    material(&with(&chain(200), "height = 'n0'"));
    says(&with(&chain(10_000), "height = 'n0'"), &["in a row"]);
    says(&with("a = 'b'\nb = 'a'", "height = 'a'"), &["a -> b -> a"]);
    says(&with("a = 'a'", "height = 'a'"), &["a -> a"]);
}

/// C54: whole numbers where a float is expected are the same pixels.
#[test]
fn whole_numbers_are_numbers() {
    let text = |gain: &str, lacunarity: &str, period: &str, by: &str, stops: &str, octaves: &str| {
        with(
            &format!(
                "a = {{ type = 'fbm', period = {period}, gain = {gain}, lacunarity = {lacunarity}, octaves = {octaves} }}\n\
                 b = {{ type = 'offset', of = 'a', by = {by} }}\nc = {{ type = 'ramp', of = 'b', stops = {stops} }}"
            ),
            "basecolor = 'c'",
        )
    };
    let go = |text: String| bake(&material(&text), &bakestone::Request::new([32, 32]));
    let whole = go(text("1", "2", "4", "[0, 0.5]", "[[0, '#000'], [1, '#fff']]", "5"));
    let floats = go(text("1.0", "2.0", "4", "[0.0, 0.5]", "[[0.0, '#000'], [1.0, '#fff']]", "5.0"));
    assert!(whole == floats);
}

/// C55: however deep a preset is, it is baked or refused; a stack that overflows would end the whole process.
#[test]
fn deep_presets_are_baked_or_refused() {
    let layers = |n: usize| {
        let layer = "[[layers]]\nroughness = 'n0'\nmask = 'n0'\n";
        format!("edition = 1\n[nodes]\nn0 = {{ type = 'perlin' }}\n{}", layer.repeat(n))
    };
    let formulas = |nodes: usize, depth: usize| {
        let nested = |of: &str| format!("{}{of}{}", "abs(".repeat(depth), ")".repeat(depth));
        let nodes: String = (1..=nodes).map(|i| format!("n{i} = '{}'\n", nested(&format!("n{}", i - 1)))).collect();
        format!(
            "edition = 1\n[nodes]\nn0 = {{ type = 'perlin' }}\n{nodes}[maps]\nroughness = 'n1'\nshown = 'n{}'\n",
            nodes.lines().count()
        )
    };
    let texts =
        [layers(3000), layers(10_000), formulas(3, 100), formulas(60, 60), formulas(30, 200), formulas(200, 200)];
    for (i, text) in texts.into_iter().enumerate() {
        // The stack of a thread of the program.
        let baked = std::thread::Builder::new().stack_size(4 << 20).spawn(move || {
            let material = Material::read(Source::new("deep.toml", text), &Settings::default());
            material.is_ok_and(|material| Bake::new(&material, &Request::new([16, 16]), &Engine::default()).is_ok())
        });
        let baked = baked.unwrap().join().unwrap();
        assert_eq!(baked, i < 3, "preset {i}");
    }
}

#[test]
fn examples_of_the_documentation_are_good() {
    for page in ["README.md", "docs/presets.md"] {
        let text = std::fs::read_to_string(page).unwrap();
        let examples: Vec<&str> = text
            .split("```toml\n")
            .skip(1)
            .filter_map(|rest| rest.split_once("```").map(|(example, _)| example))
            .collect();
        assert!(!examples.is_empty(), "{page}");
        for example in examples {
            let source = Source::new(page, example);
            let read = match example.contains("[files") {
                true => read_profile(source).map(drop),
                false => Material::read(source, &Settings::default()).map(drop),
            };
            assert!(read.is_ok(), "{page}: {}", read.err().map_or(String::new(), |problems| problems.render(false)));
        }
    }
}

/// Mistakes of keys do not hide those of types and outputs, and a default in place of a mistake tells no others.
#[test]
fn mistakes_of_all_kinds_are_told_at_once() {
    let text = with(
        "a = { type = 'perlin', perid = 4 }\nb = 'crack.edgee'\nc = 'tint * flow'\nd = { type = 'shift', off = 'a' }\n\
         e = 'd + a'",
        "height = 'tint'",
    );
    says(&text, &["perid", "edgee", "a colour and a vector", "`off`", "a number is needed here, this is a colour"]);
    let told = refused(&text);
    let lines: Vec<&str> = told.lines().filter(|line| line.trim_start().starts_with("-->")).collect();
    assert!(!lines.iter().any(|line| line.contains(":11:")), "line 11 has no mistake of its own:\n{told}");
}
