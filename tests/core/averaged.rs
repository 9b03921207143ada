//! Steps over distances: the mean over a pixel, against many samples.

use crate::support::*;
use bakestone::{Request, Samples};

/// Picture of a formula as a map, `samples` x `samples` per pixel.
fn drawn(nodes: &str, formula: &str, size: [u32; 2], samples: u32) -> Vec<f32> {
    let text = format!("edition = 1\n[nodes]\n{nodes}\n[maps]\nroughness = \"{formula}\"\n");
    let mut request = floats(size);
    request.samples = samples;
    values(map(&bake(&material(&text), &request), "roughness")).to_vec()
}

fn worst(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

const BANDS: &str = "strip = { type = 'bands', widths = [1, 2, 1.5, 0.7] }";
const WALL: &str = "wall = { type = 'bricks', period = [3, 6], round = 0.03 }";

#[test]
fn straight_borders_are_means_over_the_pixel() {
    for formula in [
        "step(0.0113, strip.edge)",
        "step(strip.edge, 0.0113)",
        "1 - step(0.2, 17 * strip.edge)",
        "smoothstep(0.004, 0.0061, strip.edge)",
        "smoothstep(0.05, 0.002, strip.edge + 0.001)",
        "saturate((strip.edge - 0.005) / 0.003)",
        "saturate(remap(strip.edge, 0.002, 0.03, 0, 1))",
        "step(0.01, abs(strip.edge - 0.02))",
    ] {
        // Strips of 64 pixels from edge to edge have borders between pixels only by chance.
        let one = drawn(BANDS, formula, [61, 61], 1);
        let truth = drawn(BANDS, formula, [61, 61], 16);
        let worst = worst(&one, &truth);
        // 16 samples see the place of a border to 1/32 of a pixel.
        assert!(worst < 0.04, "{formula}: {worst}");
        assert!(one.iter().any(|v| (0.05..0.95).contains(v)), "{formula} has no pixel on a border");
    }
}

#[test]
fn round_and_slanted_borders_are_near_the_mean() {
    for (nodes, formula) in [
        (WALL, "step(0.01, wall.edge)"),
        ("cells = { type = 'worley', period = 5 }", "step(0.03, cells.edge)"),
        ("cells = { type = 'worley', period = 5 }", "step(0.06, cells.f1)"),
        ("stones = { type = 'cobbles', period = 5 }", "step(0.01, stones.edge)"),
        ("hex = { type = 'tiles', shape = 'hex', period = 4 }", "step(0.02, hex.edge)"),
    ] {
        let truth = drawn(nodes, formula, [128, 128], 16);
        let one = drawn(nodes, formula, [128, 128], 1);
        let far = |v: &[f32], limit: f32| v.iter().zip(&truth).filter(|(a, b)| (**a - **b).abs() > limit).count();
        assert!(far(&one, 0.2) * 1000 < one.len(), "{formula}: {} of {}", far(&one, 0.2), one.len());
        assert!(truth.iter().any(|v| (0.2..0.8).contains(v)), "{formula}: no border");
    }
}

#[test]
fn what_is_wide_or_no_distance_is_left_alone() {
    let base = "base = { type = 'perlin', period = 2 }\nwall = { type = 'bricks', period = [2, 2] }";
    for formula in ["step(0.5, base)", "smoothstep(0, 0.2, wall.edge)", "smoothstep(0.3, 0.4, base)"] {
        let coarse = drawn(base, formula, [256, 256], 1);
        // Every third pixel of a picture three times as large lies at the same places.
        let fine = drawn(base, formula, [768, 768], 1);
        let same: Vec<f32> = (0..256 * 256).map(|i| fine[(i / 256 * 3 + 1) * 768 + i % 256 * 3 + 1]).collect();
        assert_eq!(bits(&coarse), bits(&same), "{formula}");
    }
}

/// A wall whose bricks end in a hard step.
const BRICKS: &str = r##"
edition = 1
samples = 2
tile = [1.5, 1.5]
[nodes]
wall = { type = "bricks", bond = "flemish", cell = [0.25, 0.0833], joint = 0.011, round = 0.004, bevel = 0.003 }
[[layers]]
basecolor = "#a39a8c"
roughness = 0.9
[[layers]]
mask = "step(0, wall.edge)"
basecolor = "mix('#6f3a2a', '#a8745a', random(wall.id, 'tone'))"
roughness = 0.7
height = "0.008 * wall"
[maps]
normal = { method = "analytic" }
"##;

#[test]
fn few_samples_of_a_wall_are_near_many() {
    let wall = material(BRICKS);
    let colours = |samples: u32| {
        let mut request = Request { samples, ..Request::new([320, 320]) };
        request.want.maps = Some(vec!["basecolor".into()]);
        match &bake(&wall, &request)[0].samples {
            Samples::U8(v) => v.clone(),
            other => panic!("{other:?}"),
        }
    };
    let (few, many) = (colours(2), colours(16));
    let far = few.chunks(3).zip(many.chunks(3)).filter(|(a, b)| (0..3).any(|i| a[i].abs_diff(b[i]) > 16)).count();
    assert!(far * 1000 < few.len() / 3, "{far} pixels");
}

#[test]
fn a_wall_is_the_same_at_each_size() {
    // Half of it with half of the pixels: what 512 and 2048 pixels of the whole are.
    let wall = material(&BRICKS.replace("tile = [1.5, 1.5]", "tile = [0.75, 0.75]"));
    let (small, large) = (bake(&wall, &floats([256, 256])), bake(&wall, &floats([1024, 1024])));
    for map in &small {
        let name = &map.map.name;
        let range = if name == "height" { 0.008 } else { 1.0 };
        let far = mean((0..map.map.stored_channels()).flat_map(|c| {
            let mean_of = boxed(&channel(self::map(&large, name), c), 1024, 4);
            let far = |(a, b): (f32, f32)| f64::from((a - b).abs());
            channel(map, c).into_iter().zip(mean_of).map(far).collect::<Vec<_>>()
        }));
        assert!(far / range < 0.01, "{name}: {far}");
    }
}
