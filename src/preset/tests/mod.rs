//! Presets that are right, wrong, and random.

mod formulas;
mod getters;
mod mistakes;
mod random;
mod reuse;
mod values;

use super::*;

/// A preset that uses all parts.
pub(super) const MARBLE: &str = r##"edition = 1
name = "marble"
description = "Polished white marble"
tags = ["stone", "polished"]
seed = 7
tile = [1.2, 1.2]
size = 1024

[params]
wander = { value = 0.12, min = 0.0, max = 0.4, doc = "how far veins drift, metres" }
count = { int = 5, min = 1, max = 9 }
body = { color = "#ebe7df" }
vein = { color = "#5b5a60" }
wet = { bool = false }
kind = { choice = "signed", of = ["signed", "vector"] }

[variants]
green = { body = "#1f3a2c", wander = 0.3, doc = "the green kind" }

[nodes]
drift = { type = "fbm", cell = 0.4, octaves = "count + 1", out = "vector" }
cloud = { type = "fbm", basis = "perlin", cell = 0.3, octaves = 7, gain = 0.5, out = "kind" }
crack = { type = "fbm", cell = 0.4, warp = { by = "drift", amount = "wander" }, seed = "old_crack" }
lines = "1 - smoothstep(0, wander * cover(cloud, 0.6, 0.3), crack.edge)"
dark = { type = "ramp", of = "lines", stops = [[0, "#000"], [0.5, 0.2], [1, "body"]] }

[[layers]]
basecolor = "body * mix(0.9, 1.0, cloud)"
roughness = 0.12

[[layers]]
name = "veins"
mask = "lines"
basecolor = { multiply = "vein" }
roughness = 0.3
height = -0.00005
blend = "height"
softness = 0.002

[maps]
normal = { strength = 4, depth = 16 }
wetness = "layers.veins.height * 2"
metallic = false

[pack.orm]
r = "ao"
g = "roughness"
b = 0.5
"##;

fn read_with(text: &str, settings: &Settings) -> Result<(Preset, Vec<Problem>), Problems> {
    read(Source::new("presets/p0.toml", text), settings)
}

fn good(text: &str) -> Preset {
    match read_with(text, &Settings::default()) {
        Ok((preset, _)) => preset,
        Err(problems) => panic!("{}", problems.render(false)),
    }
}

/// The text of all mistakes.
fn bad(text: &str) -> String {
    bad_with(text, &Settings::default())
}

fn bad_with(text: &str, settings: &Settings) -> String {
    match read_with(text, settings) {
        Ok(_) => panic!("this was accepted:\n{text}"),
        Err(problems) => problems.render(false),
    }
}

/// A preset of these nodes.
fn nodes(lines: &str) -> String {
    format!("edition = 1\n[nodes]\n{lines}\n")
}

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}
