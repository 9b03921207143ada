//! Nodes that look around on a grid of their own, against what they are defined as.

use crate::support::*;
use bakestone::eval::Engine;

const N: usize = 64;

fn preset(node: &str) -> String {
    format!(
        "edition = 1\ntile = [2, 1]\n[nodes]\nbase = {{ type = 'perlin', period = 4 }}\ncells = {{ type = 'worley', period = 4 }}\n\
         tested = {{ {node} }}\n[maps]\nroughness = 0.5\n"
    )
}

/// The samples of a grid of 64 x 32 cells, at which it reads back what it holds.
fn samples(text: &str, node: &str) -> Vec<f32> {
    picture(&material(text), node, N as u32, N as u32 / 2)
}

#[test]
fn blur_is_a_gaussian_of_a_third_of_its_radius() {
    for radius in [0.02, 0.11, 0.5, 3.0] {
        let text = preset(&format!("type = 'blur', of = 'base', grid = 64, radius = {radius}"));
        let (base, got) = (samples(&text, "base"), samples(&text, "tested"));
        let cell = 2.0 / N as f64;
        let reach = (radius / cell) as i64;
        let weight = |k: i64| (-0.5 * (3.0 * k as f64 * cell / radius).powi(2)).exp();
        for i in (0..base.len()).step_by(37) {
            let (x, y) = ((i % N) as i64, (i / N) as i64);
            let (mut sum, mut all) = (0.0, 0.0);
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let (x, y) = ((x + dx).rem_euclid(N as i64), (y + dy).rem_euclid(N as i64 / 2));
                    sum += weight(dx) * weight(dy) * f64::from(base[y as usize * N + x as usize]);
                    all += weight(dx) * weight(dy);
                }
            }
            assert!((f64::from(got[i]) - sum / all).abs() < 2e-6, "{radius}: {} at {i}, not {}", got[i], sum / all);
        }
    }
}

#[test]
fn distance_is_that_to_the_nearest_point_of_the_border() {
    let text = preset("type = 'distance', of = 'base', grid = 64, radius = 0.4");
    let (base, got) = (samples(&text, "base"), samples(&text, "tested"));
    let (w, h) = (N as i64, N as i64 / 2);
    let at = |x: i64, y: i64| f64::from(base[(y.rem_euclid(h) * w + x.rem_euclid(w)) as usize]);
    let mut border = Vec::new();
    for (x, y) in (-h..2 * h).flat_map(|y| (-w..2 * w).map(move |x| (x, y))) {
        for (i, j) in [(1, 0), (0, 1)] {
            let (a, b) = (at(x, y), at(x + i, y + j));
            if (a > 0.5) != (b > 0.5) {
                let part = (0.5 - a) / (b - a);
                border.push([x as f64 + part * i as f64, y as f64 + part * j as f64]);
            }
        }
    }
    let (mut inside, mut cut) = (0, 0);
    for (i, v) in got.iter().enumerate() {
        let (x, y) = ((i % N) as f64, (i / N) as f64);
        let cells = border.iter().map(|p| (p[0] - x).hypot(p[1] - y)).fold(f64::INFINITY, f64::min);
        let metres = (cells * 2.0 / N as f64).min(0.4);
        let want = if base[i] > 0.5 { -metres } else { metres };
        assert!((f64::from(*v) - want).abs() < 2e-6, "{v} at {i}, not {want}");
        inside += u32::from(want < 0.0);
        cut += u32::from(metres == 0.4);
    }
    assert!(inside > 500 && inside < 1500, "{inside} inside, {cut} cut");
}

/// Bits of places that two sizes share; and places between them are between.
#[test]
fn grids_do_not_depend_on_the_picture() {
    for node in [
        "type = 'blur', of = 'base', radius = 0.05, grid = 100",
        "type = 'distance', of = 'cells', radius = 0.05, grid = 100",
        "type = 'occlusion', of = '0.1 * base', radius = 0.05, grid = 100",
        "type = 'histogram', of = 'base'",
        "type = 'flow', of = '0.1 * base', grid = 100",
        "type = 'flow', of = '0.1 * base', grid = 100, tilt = 1",
        "type = 'erosion', of = '0.1 * base', grid = 100",
    ] {
        let material = material(&preset(node));
        let (small, large) = (picture(&material, "tested", 54, 27), picture(&material, "tested", 162, 81));
        for i in 0..small.len() {
            let shared = large[(i / 54 * 3 + 1) * 162 + i % 54 * 3 + 1];
            assert_eq!(small[i].to_bits(), shared.to_bits(), "{node}");
        }
    }
}

#[test]
fn ranks_are_evenly_spread() {
    for of in ["base", "cells", "base ^ 4", "cells.f1 * base"] {
        let text =
            preset(&format!("type = 'histogram', of = '{of}'")).replace("tested", &format!("of = '{of}'\ntested"));
        let material = material(&text);
        let mut pairs: Vec<(f32, f32)> =
            picture(&material, "of", 300, 300).into_iter().zip(picture(&material, "tested", 300, 300)).collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(pairs.windows(2).all(|p| p[0].1 <= p[1].1), "{of}: a greater value has a lesser rank");
        for (i, (value, rank)) in pairs.iter().enumerate() {
            let want = (i as f64 + 0.5) / pairs.len() as f64;
            assert!((f64::from(*rank) - want).abs() < 0.006, "{of}: {value} has rank {rank}, not {want}");
        }
    }
    // What most of the tile has is as high as the share that is not above it.
    let text = preset("type = 'histogram', of = 'two'").replace("tested", "two = 'cover(base, 0.25)'\ntested");
    let material = material(&text);
    for (two, rank) in picture(&material, "two", 90, 90).iter().zip(picture(&material, "tested", 90, 90)) {
        let want = if *two > 0.5 { 1.0 } else { 0.75 };
        assert!((rank - want).abs() < 0.006, "{two} has rank {rank}");
    }
}

#[test]
fn scans_cover_their_position() {
    let covered = |position: f64, contrast: f64| {
        let keys =
            format!("type = 'histogram', of = 'base', mode = 'scan', position = {position}, contrast = {contrast}");
        let mask = picture(&material(&preset(&keys)), "tested", 200, 200);
        assert!(mask.iter().all(|v| (0.0..=1.0).contains(v)));
        mean(wide(&mask))
    };
    for position in [0.1, 0.5, 0.8] {
        assert!((covered(position, 1.0) - position).abs() < 0.01, "{position}: {}", covered(position, 1.0));
    }
    for contrast in [0.0, 0.4, 1.0] {
        assert!(covered(0.0, contrast) < 0.001 && covered(1.0, contrast) > 0.999);
        assert!((covered(0.5, contrast) - 0.5).abs() < 0.01);
    }
}

/// The direction of a plane that stands on the slopes that `slope` finds, of length 1.
#[test]
fn normals_stand_on_slopes() {
    let text = preset("type = 'normal_of', of = '0.3 * base', strength = 2, radius = 0.01")
        .replace("tested", "slope = { type = 'slope', of = '0.3 * base', radius = 0.01 }\ntested");
    let material = material(&text);
    let go = |node: &str| picture(&material, node, 40, 20);
    let normal = planes(&Engine::default(), &program(&material, "tested"), 40, 20);
    let (x, y) = (go("slope.x"), go("slope.y"));
    for i in 0..x.len() {
        let slopes = [x[i], y[i]].map(|v| 2.0 * f64::from(v));
        let length = (1.0 + slopes[0] * slopes[0] + slopes[1] * slopes[1]).sqrt();
        let want = [-slopes[0] / length, -slopes[1] / length, 1.0 / length];
        for (v, want) in normal.iter().zip(want) {
            assert!((f64::from(v[i]) - want).abs() < 1e-6, "{} at {i}, not {want}", v[i]);
        }
    }
    assert!(normal[2].iter().any(|z| *z < 0.8), "there are slopes");
}

/// A small Gaussian, like that of `blur` on a fine grid; what is level stays level.
#[test]
fn softened_is_blurred() {
    let text = preset("type = 'blur', of = 'base', grid = 2048, radius = 0.06")
        .replace("tested", "soft = { type = 'soften', of = 'base', radius = 0.06 }\ntested");
    let material = material(&text);
    let [base, soft, blurred] = ["base", "soft", "tested"].map(|node| picture(&material, node, 80, 40));
    let far = |a: &[f32], b: &[f32]| wide(a).zip(wide(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(far(&base, &blurred) > 0.02, "{}", far(&base, &blurred));
    assert!(far(&soft, &blurred) < 0.05 * far(&base, &blurred), "{}", far(&soft, &blurred));
    let level = preset("type = 'soften', of = '0.3 + 0 * base'");
    let level = crate::support::material(&level);
    assert!(picture(&level, "tested", 30, 30).iter().all(|v| *v == 0.3));
}

/// All water of the tile meets in one place; the main output is a logarithm of the share of the tile.
#[test]
fn flow_adds_up_to_the_tile() {
    for (keys, whole) in [("", true), (", hollows = 'end'", false), (", tilt = 2", false)] {
        let text = preset(&format!("type = 'flow', of = '0.2 * base', grid = 64{keys}"));
        let (main, area) = (samples(&text, "tested"), samples(&text, "tested.area"));
        let (cell, tile) = (4.0 / (N * N) as f64, 2.0);
        let greatest = wide(&area).fold(0.0, f64::max);
        assert_eq!((greatest - tile).abs() < 1e-6, whole, "{keys}: {greatest} square metres meet");
        for (main, area) in wide(&main).zip(wide(&area)) {
            assert!(area > 0.999_999 * cell, "{keys}: less than its own rain, {area}");
            let want = 1.0 + (area / tile).log2() / 20.0;
            assert!((main - want).abs() < 1e-5, "{keys}: {main} for {area} square metres");
        }
    }
}

/// On a wall with an upright rib water leaves the rib on its way down.
#[test]
fn runs_go_down_a_wall() {
    let text = preset("type = 'flow', of = '0.3 * smoothstep(0.6, 0.7, bump)', grid = 64, tilt = 1, fade = 1")
        .replace("tested", "bump = { type = 'gradient', shape = 'smooth' }\ntested");
    let material = material(&text);
    let [bump, wet] = ["bump", "tested.area"].map(|node| picture(&material, node, N as u32, N as u32 / 2));
    let on = |high: bool| {
        let of = bump.iter().zip(wide(&wet)).filter(|(bump, _)| (**bump > 0.65) == high);
        mean(of.map(|pair| pair.1))
    };
    assert!(on(false) > 1.5 * on(true), "{} beside the rib, {} on it", on(false), on(true));
}

#[test]
fn erosion_keeps_accounts() {
    for keys in ["", ", strength = 3, settle = 1, talus = 0.3", ", strength = 0, talus = 0.2, slides = 40"] {
        let text = preset(&format!("type = 'erosion', of = '0.3 * base', grid = 64{keys}"));
        let [of, height, wear, sediment] =
            ["base", "tested", "tested.wear", "tested.sediment"].map(|node| samples(&text, node));
        for i in 0..of.len() {
            let want = 0.3 * of[i] - wear[i] + sediment[i];
            assert!((height[i] - want).abs() < 1e-6, "{keys}: {} at {i}, not {want}", height[i]);
        }
        let (worn, laid) = (mean(wide(&wear)), mean(wide(&sediment)));
        assert!(worn > 1e-4 && laid > 0.0 && laid < worn * 1.000_01, "{keys}: {worn} worn, {laid} laid");
    }
}

#[test]
fn mistakes_of_grids_are_told() {
    let told = |text: &str, part: &str| assert!(refused(text).contains(part), "{}\nlacks {part:?}", refused(text));
    for kind in ["blur", "distance", "occlusion", "flow", "erosion"] {
        let node = format!("type = '{kind}', of = 'base'");
        told(&preset(&node).replace("edition = 1", "edition = 1\ndimensions = 3"), "for flat pictures");
        let octaves = "tested = { type = 'fbm', basis = 'inner' }\ninner";
        told(&preset(&node).replace("tested", octaves), "a grid node can't be an octave");
        told(&preset(&format!("type = '{kind}'")), "lacks `of`");
        told(&preset(&format!("type = '{kind}', of = 'cells.id'")), "an id");
    }
    told(&preset("type = 'flow', of = 'base', tilt = 1, hollows = 'through'"), "runs end in hollows");
    told(&preset("type = 'flow', of = 'base', fade = 1"), "`fade` belongs to ground with `tilt`");
    told(&preset("type = 'histogram', of = 'base', position = 0.2"), "belongs to `mode = \"scan\"`");
}
