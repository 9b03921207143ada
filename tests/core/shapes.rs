//! Patterns of other shapes against brute force in double precision: the nearest by search, polygons by cutting, outlines
//! by walking along them.

use crate::patterns::{metres, outputs, places, seed, unit};
use crate::worley::{hash, mix};
use std::f64::consts::PI;

/// The part of a plane that is nearer to `own` than to any other point, less `inset` on each side, as its corners.
fn nearest_polygon(own: [f64; 2], others: &[[f64; 2]], inset: f64) -> Vec<[f64; 2]> {
    let mut corners = vec![[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
    for other in others {
        let d = [other[0] - own[0], other[1] - own[1]];
        let length = d[0].hypot(d[1]);
        if length < 1e-9 {
            continue;
        }
        let beyond = |p: &[f64; 2]| ((p[0] - own[0]) * d[0] + (p[1] - own[1]) * d[1]) / length - (length / 2.0 - inset);
        let mut cut = Vec::new();
        for (i, a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let (da, db) = (beyond(a), beyond(&b));
            if da <= 0.0 {
                cut.push(*a);
            }
            if (da < 0.0) != (db < 0.0) {
                let t = da / (da - db);
                cut.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
            }
        }
        corners = cut;
    }
    corners
}

/// Distance to the border of a convex polygon, positive inside.
fn inside_polygon(p: [f64; 2], corners: &[[f64; 2]]) -> f64 {
    let (mut nearest, mut inside) = (f64::INFINITY, true);
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (d, q) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
        let square = d[0] * d[0] + d[1] * d[1];
        let t = if square > 0.0 { ((q[0] * d[0] + q[1] * d[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
        nearest = nearest.min((q[0] - t * d[0]).hypot(q[1] - t * d[1]));
        inside &= d[0] * q[1] - d[1] * q[0] >= 0.0;
    }
    if inside { nearest } else { -nearest }
}

/// The points of a lattice whose odd rows are shifted, with all that lie around the tile.
fn shifted_rows(columns: u32, rows: u32, tile: [f64; 2]) -> Vec<([f64; 2], usize)> {
    let side = [tile[0] / f64::from(columns), tile[1] / f64::from(rows)];
    let (c, r) = (i64::from(columns), i64::from(rows));
    let mut points = Vec::new();
    for y in -r - 2..2 * r + 2 {
        for x in -c - 2..2 * c + 2 {
            let shift = if y.rem_euclid(2) == 1 { 1.0 } else { 0.5 };
            let element = (y.rem_euclid(r) * c + x.rem_euclid(c)) as usize;
            points.push(([(x as f64 + shift) * side[0], (y as f64 + 0.5) * side[1]], element));
        }
    }
    points
}

#[test]
fn hexagons_and_pennies_are_what_is_nearest() {
    for (columns, rows, tile) in [(4u32, 4u32, [1.0, 1.0]), (3, 2, [1.0, 1.0]), (1, 2, [1.0, 1.1]), (5, 8, [1.0, 1.3])]
    {
        let points = shifted_rows(columns, rows, tile);
        let all: Vec<[f64; 2]> = points.iter().map(|p| p.0).collect();
        for (joint, round) in [(0.02, 0.0), (0.02, 0.03), (0.0, 0.0)] {
            let keys = format!("period = [{columns}, {rows}], joint = {joint}");
            let places = places(500, 8);
            let hexes = format!("type = 'tiles', shape = 'hex', {keys}, round = {round}");
            let [edge, id, row, column, u, v] =
                outputs(&hexes, tile, ["edge", "id", "row", "column", "u", "v"], &places);
            let pennies = format!("type = 'tiles', shape = 'penny', {keys}");
            let [penny, penny_id] = outputs(&pennies, tile, ["edge", "id"], &places);
            let mut ids = std::collections::HashMap::new();
            // The largest circle in a cell.
            let radius = all[1..].iter().map(|p| (p[0] - all[0][0]).hypot(p[1] - all[0][1])).fold(9.0, f64::min) / 2.0;
            for (i, place) in places.iter().enumerate() {
                let p = metres(*place, tile);
                let say = format!("{keys}, round = {round} at {p:?}");
                let mut near = points.clone();
                let far = |q: &[f64; 2]| (q[0] - p[0]).hypot(q[1] - p[1]);
                near.sort_by(|a, b| far(&a.0).total_cmp(&far(&b.0)));
                let around: Vec<[f64; 2]> = near[..30].iter().map(|n| n.0).collect();
                let edges = around[..4].iter().map(|own| {
                    let polygon = nearest_polygon(*own, &around, joint / 2.0 + round);
                    round + inside_polygon(p, &polygon)
                });
                let want = edges.fold(-joint / 2.0, f64::max);
                assert!((edge[i] - want).abs() < 2e-6, "edge is {}, by brute force {want}: {say}", edge[i]);
                let want = radius - joint / 2.0 - far(&near[0].0);
                assert!((penny[i] - want).abs() < 2e-6, "penny edge is {}, not {want}: {say}", penny[i]);
                if far(&near[1].0) - far(&near[0].0) < 1e-5 {
                    continue;
                }
                let (own, element) = near[0];
                assert_eq!(
                    [column[i], row[i]],
                    [element as u32 % columns, element as u32 / columns].map(f64::from),
                    "{say}"
                );
                let known = *ids.entry(element).or_insert(id[i]);
                assert_eq!([known, known], [id[i], penny_id[i]], "{say}");
                let corners = nearest_polygon(own, &around, 0.0);
                let span = |k: usize| {
                    let of = |f: fn(f64, f64) -> f64, e: f64| corners.iter().map(|c| c[k]).fold(e, f);
                    let (low, high) = (of(f64::min, 99.0), of(f64::max, -99.0));
                    (p[k] - low) / (high - low)
                };
                assert!((u[i] - span(0)).abs() < 1e-5 && (v[i] - span(1)).abs() < 1e-5, "{} {}: {say}", u[i], v[i]);
            }
            let mut all: Vec<u32> = ids.values().map(|id| *id as u32).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), ids.len(), "two elements have one id: {keys}");
        }
    }
}

/// Scales laid from the lowest row up: the last one at a place is seen. Its border is found by walking along the
/// outlines of all scales around.
#[test]
fn scales_are_those_of_a_roof() {
    for (columns, rows, tile) in [(3u32, 6u32, [1.0, 1.0]), (4, 6, [1.0, 1.0]), (2, 6, [1.0, 1.2]), (3, 4, [1.0, 1.0])]
    {
        let radius = tile[0] / f64::from(columns) / 2.0;
        let apart = tile[1] / f64::from(rows);
        // The middles of half circles lie on the upper borders of rows.
        let mut scales: Vec<([f64; 2], usize)> = shifted_rows(columns, rows, tile);
        for scale in &mut scales {
            scale.0[1] -= apart / 2.0;
        }
        scales.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
        let covers = |c: [f64; 2], p: [f64; 2]| {
            let d = [p[0] - c[0], p[1] - c[1]];
            if d[1] < 0.0 { d[0].abs() < radius } else { d[0].hypot(d[1]) < radius }
        };
        let reach = 4.0 * radius + apart;
        let keys = format!("type = 'tiles', shape = 'fish_scale', period = [{columns}, {rows}], joint = 0.01");
        let places = places(40, 3);
        let [edge, row, column, u, v] = outputs(&keys, tile, ["edge", "row", "column", "u", "v"], &places);
        for (i, place) in places.iter().enumerate() {
            let p = metres(*place, tile);
            let around = scales.iter().filter(|s| (s.0[0] - p[0]).hypot(s.0[1] - p[1]) < reach);
            let around: Vec<_> = around.copied().collect();
            let seen = |p: [f64; 2]| around.iter().position(|s| covers(s.0, p));
            let own = seen(p).unwrap();
            let mut nearest = f64::INFINITY;
            for (c, _) in &around {
                for k in 0..2000 {
                    // Half of the walk along the circle, a quarter up each side.
                    let t = f64::from(k) / 2000.0;
                    let (q, normal) = if t < 0.5 {
                        let (sin, cos) = (t * 2.0 * PI).sin_cos();
                        ([c[0] + radius * cos, c[1] + radius * sin], [cos, sin])
                    } else {
                        let side = if t < 0.75 { 1.0 } else { -1.0 };
                        ([c[0] + side * radius, c[1] - (t % 0.25) * 8.0 * radius], [side, 0.0])
                    };
                    let on = [-1e-7, 1e-7].map(|e| seen([q[0] + e * normal[0], q[1] + e * normal[1]]));
                    if on[0] != on[1] && on.contains(&Some(own)) {
                        nearest = nearest.min((q[0] - p[0]).hypot(q[1] - p[1]));
                    }
                }
            }
            let say = format!("{keys} at {p:?}");
            assert!(
                (edge[i] - (nearest - 0.005)).abs() < 2e-3 * radius,
                "edge is {}, not {nearest} - 0.005: {say}",
                edge[i]
            );
            let (c, element) = around[own];
            assert_eq!(
                [column[i], row[i]],
                [element as u32 % columns, element as u32 / columns].map(f64::from),
                "{say}"
            );
            let local = [(p[0] - c[0]) / (2.0 * radius) + 0.5, (p[1] - c[1] + apart) / (apart + radius)];
            assert!((u[i] - local[0]).abs() < 1e-5 && (v[i] - local[1]).abs() < 1e-5, "{} {}: {say}", u[i], v[i]);
        }
    }
}

#[test]
fn checkers_bands_and_ramps_are_as_said() {
    let tile = [1.2, 0.9];
    let places = places(2000, 6);
    let [checker, edge] = outputs("type = 'checker', period = [4, 6], soft = 0.04", tile, ["", "edge"], &places);
    let [bands, border, v, row] = outputs(
        "type = 'bands', widths = [1, 2, 0.5], repeat = 2, joint = 0.02, bevel = 0.03",
        tile,
        ["", "edge", "v", "row"],
        &places,
    );
    let [triangle] = outputs("type = 'gradient', axis = 'y', period = 3", tile, [""], &places);
    let [saw] = outputs("type = 'gradient', shape = 'saw', period = 2, phase = 0.25", tile, [""], &places);
    let [smooth] = outputs("type = 'gradient', shape = 'smooth'", tile, [""], &places);
    let smoothed = |t: f64| t.clamp(0.0, 1.0).powi(2) * (3.0 - 2.0 * t.clamp(0.0, 1.0));
    for (i, place) in places.iter().enumerate() {
        let p = metres(*place, tile);
        let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-5, "{what}: {a}, not {b} at {p:?}");
        // To the next line on each axis.
        let to_line = (0..2).map(|k| {
            let side = tile[k] / [4.0, 6.0][k];
            (p[k] - (p[k] / side).round() * side).abs()
        });
        let d = to_line.fold(9.0, f64::min);
        near(edge[i], d, "edge");
        let light = ((p[0] / 0.3).floor() + (p[1] / 0.15).floor()).rem_euclid(2.0) == 1.0;
        near(checker[i], smoothed(0.5 + if light { d } else { -d } / 0.04), "checker");
        let ends = [0.0, 1.0, 3.0, 3.5, 4.5, 6.5, 7.0].map(|e| e / 7.0 * tile[1]);
        let k = (0..6).find(|k| p[1] < ends[k + 1]).unwrap();
        let want = (p[1] - ends[k]).min(ends[k + 1] - p[1]) - 0.01;
        assert_eq!(row[i], k as f64);
        near(border[i], want, "border");
        near(v[i], (p[1] - ends[k]) / (ends[k + 1] - ends[k]), "v");
        assert!((bands[i] - smoothed(want / 0.03)).abs() < 1e-4);
        near(triangle[i], 1.0 - (1.0 - 2.0 * (p[1] / 0.3).fract()).abs(), "triangle");
        near(saw[i], (p[0] / 0.6 + 0.25).fract(), "saw");
        near(smooth[i], smoothed(1.0 - (1.0 - 2.0 * p[0] / 1.2).abs()), "smooth");
    }
}

#[test]
fn rings_are_those_of_a_list() {
    let tile = [1.0, 0.8];
    let (columns, rows) = (2u32, 1u32);
    let keys = "type = 'rings', period = [2, 1], spacing = 0.05, vary = 0.8, phase = 0.3, late = 0.25";
    let places = places(2000, 9);
    let [main, edge, v, row, id] = outputs(keys, tile, ["", "edge", "v", "row", "id"], &places);
    let mut ids = std::collections::HashMap::new();
    for (i, place) in places.iter().enumerate() {
        let p = metres(*place, tile);
        let side = [tile[0] / f64::from(columns), tile[1] / f64::from(rows)];
        let cell = [0, 1].map(|k| (p[k] / side[k]).floor());
        let d = [0, 1].map(|k| side[k] / PI * (PI * (p[k] / side[k] - cell[k] - 0.5)).sin());
        let far = d[0].hypot(d[1]) / 0.05 + 0.3;
        let middle = hash([cell[0] as u32, cell[1] as u32, 1], seed("elements"));
        // Ring k is that between the ends k and k + 1.
        let end = |k: i64| {
            let h = mix((k as u32).wrapping_add(1).wrapping_mul(0x9E37_79B1) ^ middle);
            k as f64 + 0.8 * (unit(h) - 0.5)
        };
        let k = (-2..40).find(|k| end(*k + 1) > far).unwrap();
        let want = [(far - end(k)) * 0.05, (end(k + 1) - far) * 0.05];
        let share = (far - end(k)) / (end(k + 1) - end(k));
        if want[0].min(want[1]) < 1e-5 {
            continue;
        }
        let say = format!("at {p:?}");
        assert!((edge[i] - want[0].min(want[1])).abs() < 2e-6, "edge is {}, not {want:?} {say}", edge[i]);
        assert!((v[i] - share).abs() < 1e-4, "v is {}, not {share} {say}", v[i]);
        assert_eq!(row[i], k as f64, "{say}");
        assert!((main[i] - (share / 0.75).min((1.0 - share) / 0.25)).abs() < 5e-4, "{say}");
        assert_eq!(*ids.entry((cell[0] as i64, k)).or_insert(id[i]), id[i], "{say}");
    }
    let mut all: Vec<u32> = ids.values().map(|id| *id as u32).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), ids.len());
}

#[test]
fn cobbles_are_what_is_nearest() {
    let word = seed("elements");
    for (columns, rows, tile, jitter) in
        [(5i64, 4i64, [1.0, 0.8], 0.7), (6, 3, [1.0, 1.0], 1.0), (4, 4, [1.0, 1.0], 0.0), (1, 1, [1.0, 1.0], 1.0)]
    {
        let side = [tile[0] / columns as f64, tile[1] / rows as f64];
        let mut points = Vec::new();
        for y in -rows - 5..2 * rows + 5 {
            for x in -columns - 5..2 * columns + 5 {
                let cell = [x.rem_euclid(columns) as u32, y.rem_euclid(rows) as u32, 0];
                let a = hash(cell, word);
                let within = [a, a.wrapping_mul(0x9E37_79B1)].map(|h| unit(h) * jitter + 0.5 - 0.5 * jitter);
                points.push([(x as f64 + within[0]) * side[0], (y as f64 + within[1]) * side[1]]);
            }
        }
        let keys = format!(
            "type = 'cobbles', period = [{columns}, {rows}], jitter = {jitter}, joint = 0.02, radius = 0.12, bevel = 0.05"
        );
        let places = places(400, 2);
        let [main, edge, u, v, id] = outputs(&keys, tile, ["", "edge", "u", "v", "id"], &places);
        let mut ids = std::collections::HashMap::new();
        for (i, place) in places.iter().enumerate() {
            let p = metres(*place, tile);
            let far = |q: &[f64; 2]| (q[0] - p[0]).hypot(q[1] - p[1]);
            let mut near = points.clone();
            near.sort_by(|a, b| far(a).total_cmp(&far(b)));
            let polygon = nearest_polygon(near[0], &near[..60.min(near.len())], 0.0);
            let want = (inside_polygon(p, &polygon) - 0.01).min(0.12 - far(&near[0]));
            let say = format!("{keys} at {p:?}");
            assert!((edge[i] - want).abs() < 1e-5, "edge is {}, by brute force {want}: {say}", edge[i]);
            let t = (want / 0.05).clamp(0.0, 1.0);
            assert!((main[i] - t * (2.0 - t)).abs() < 1e-3, "{say}");
            if far(&near[1]) - far(&near[0]) > 1e-5 {
                // Copies on other tiles are the same stone.
                let on_tile = [0, 1].map(|k| (near[0][k].rem_euclid(tile[k]) * 1e6).round() as u32);
                assert_eq!(*ids.entry(on_tile).or_insert(id[i]), id[i], "a stone has two ids: {say}");
                let local = [0, 1].map(|k| (0.5 + (p[k] - near[0][k]) / (1.5 * side[k])).clamp(0.0, 1.0));
                assert!((u[i] - local[0]).abs() < 1e-5 && (v[i] - local[1]).abs() < 1e-5, "{say}");
            }
        }
        let mut all: Vec<u32> = ids.values().map(|id| *id as u32).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), ids.len(), "two stones have one id: {keys}");
    }
}
