//! Patterns against brute force in double precision: the list of all elements as it would be laid out by hand, and the
//! nearest of them by search.

use crate::support::*;
use crate::worley::{hash, mix, named, numbered};
use bakestone::eval::Engine;
use std::f64::consts::PI;

/// A rectangle that is filled by one element and its joints, metres.
#[derive(Clone, Copy, Debug)]
struct Rect {
    from: [f64; 2],
    to: [f64; 2],
    /// Whether it lies along y.
    standing: bool,
    /// Which element it is: copies beyond the tile's border are the same one.
    element: usize,
}

impl Rect {
    fn new(from: [f64; 2], size: [f64; 2], element: usize) -> Self {
        Self { from, to: [from[0] + size[0], from[1] + size[1]], standing: false, element }
    }
    fn holds(&self, p: [f64; 2]) -> bool {
        (0..2).all(|i| p[i] >= self.from[i] && p[i] < self.to[i])
    }
    /// Distance to the border of what the joint leaves, positive inside; corners are round.
    fn inside(&self, p: [f64; 2], joint: f64, round: f64) -> f64 {
        let low = [0, 1].map(|i| self.from[i] + joint / 2.0);
        let high = [0, 1].map(|i| self.to[i] - joint / 2.0);
        let radius = round.min((high[0] - low[0]) / 2.0).min((high[1] - low[1]) / 2.0);
        // From the rectangle on which the middles of the corners lie.
        let outside = [0, 1].map(|i| (low[i] + radius - p[i]).max(p[i] - high[i] + radius));
        if outside[0] > 0.0 && outside[1] > 0.0 {
            return radius - outside[0].hypot(outside[1]);
        }
        (0..2).map(|i| radius - outside[i]).fold(f64::INFINITY, f64::min)
    }
    fn local(&self, p: [f64; 2]) -> [f64; 2] {
        let [u, v] = [0, 1].map(|i| (p[i] - self.from[i]) / (self.to[i] - self.from[i]));
        if self.standing { [v, u] } else { [u, v] }
    }
}

/// All of a tile, and what of its neighbours could matter.
fn repeated(rects: &[Rect], tile: [f64; 2]) -> Vec<Rect> {
    let mut all = Vec::new();
    for x in [-1.0, 0.0, 1.0] {
        for y in [-1.0, 0.0, 1.0] {
            let by = [x * tile[0], y * tile[1]];
            let moved = |p: [f64; 2]| [p[0] + by[0], p[1] + by[1]];
            all.extend(rects.iter().map(|r| Rect { from: moved(r.from), to: moved(r.to), ..*r }));
        }
    }
    all
}

/// A row from the left to the right: lengths by turns, the first one starting at `start`.
fn row(rects: &mut Vec<Rect>, [y, height]: [f64; 2], start: f64, lengths: &[f64], width: f64) {
    let (mut x, mut k) = (start, 0);
    while x < start + width - 1e-9 {
        rects.push(Rect::new([x, y], [lengths[k % lengths.len()], height], rects.len()));
        x += lengths[k % lengths.len()];
        k += 1;
    }
}

/// The bricks of a bond on a tile, with the counts as `bricks` takes them.
fn wall(bond: &str, shift: f64, [columns, rows]: [u32; 2], tile: [f64; 2]) -> Vec<Rect> {
    let mut rects = Vec::new();
    let (n, height) = (f64::from(columns), tile[1] / f64::from(rows));
    for r in 0..rows {
        let at = [f64::from(r) * height, height];
        let odd = r % 2 == 1;
        let brick = tile[0] / n;
        match bond {
            "stack" => row(&mut rects, at, 0.0, &[brick], tile[0]),
            "running" => row(&mut rects, at, if odd { shift * brick } else { 0.0 }, &[brick], tile[0]),
            "flemish" => {
                let long = 4.0 / 3.0 * brick;
                row(&mut rects, at, if odd { 0.75 * long } else { 0.0 }, &[long, long / 2.0], tile[0]);
            }
            "english" if odd => row(&mut rects, at, brick / 4.0, &[brick / 2.0], tile[0]),
            "english" => row(&mut rects, at, 0.0, &[brick], tile[0]),
            // Lying bricks start one square further to the right in each row; standing ones stand on their ends.
            _ => {
                let square = [brick, height];
                for i in 0..columns / 4 {
                    let x = f64::from(4 * i + r);
                    let lying = [x * square[0], at[0]];
                    rects.push(Rect::new(lying, [2.0 * square[0], square[1]], rects.len()));
                    let above = [(x - 1.0) * square[0], at[0]];
                    let standing = Rect::new(above, [square[0], 2.0 * square[1]], rects.len());
                    rects.push(Rect { standing: true, ..standing });
                }
            }
        }
    }
    // Each once on the torus, whatever the walls above started with.
    for rect in &mut rects {
        let by = [0, 1].map(|i| (rect.from[i] / tile[i] + 1e-9).floor() * tile[i]);
        rect.from = [rect.from[0] - by[0], rect.from[1] - by[1]];
        rect.to = [rect.to[0] - by[0], rect.to[1] - by[1]];
    }
    rects
}

fn at(engine: &Engine, material: &bakestone::Material, output: &str, places: &[[u32; 3]]) -> Vec<f64> {
    let program = program(material, output);
    places.iter().map(|p| f64::from(at_place(engine, &program, *p)[0])).collect()
}

fn text(keys: &str, tile: [f64; 2]) -> String {
    let [x, y] = tile;
    format!("edition = 1\nseed = 5\ntile = [{x}, {y}]\n[nodes]\ntested = {{ {keys} }}\n[maps]\nroughness = 0.5\n")
}

/// The seed of the node `tested` under this label, from the description of seeds.
fn seed(label: &str) -> u32 {
    (named(numbered(named(5, "tested"), 0), label) >> 32) as u32
}

fn unit(h: u32) -> f64 {
    f64::from(h >> 8) / 16_777_216.0
}

/// Where places lie, metres.
fn metres(place: [u32; 3], tile: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| f64::from(place[k]) / 4_294_967_296.0 * tile[k])
}

fn places(count: usize, seed: u64) -> Vec<[u32; 3]> {
    let mut words = Words(seed);
    (0..count).map(|_| words.place()).collect()
}

/// Outputs of the node `tested` at these places.
fn outputs<const N: usize>(keys: &str, tile: [f64; 2], names: [&str; N], places: &[[u32; 3]]) -> [Vec<f64>; N] {
    let material = material(&text(keys, tile));
    let name = |o: &str| if o.is_empty() { "tested".to_string() } else { format!("tested.{o}") };
    names.map(|o| at(&Engine::default(), &material, &name(o), places))
}

/// Compares a pattern of rectangles with the list of them.
fn check(keys: &str, rects: &[Rect], tile: [f64; 2], joint: f64, round: f64) {
    let corners = if keys.contains("'weave'") { String::new() } else { format!(", round = {round}") };
    let material = material(&text(&format!("{keys}, joint = {joint}{corners}"), tile));
    let places = places(1500, rects.len() as u64);
    let engine = Engine::default();
    let [edge, id, u, v] = ["edge", "id", "u", "v"].map(|o| at(&engine, &material, &format!("tested.{o}"), &places));
    let all = repeated(rects, tile);
    let elements = rects.iter().map(|r| r.element + 1).max().unwrap();
    let mut ids = vec![None; elements];
    let mut inside = 0;
    for (i, place) in places.iter().enumerate() {
        let p = metres(*place, tile);
        let say = format!("{keys} at {p:?}");
        let own: Vec<&Rect> = all.iter().filter(|r| r.holds(p)).collect();
        assert_eq!(own.len(), 1, "elements must fill the tile and not overlap: {say}");
        let nearest = all.iter().map(|r| r.inside(p, joint, round)).fold(f64::NEG_INFINITY, f64::max);
        let want = nearest.max(-joint / 2.0);
        assert!((edge[i] - want).abs() < 2e-6, "edge is {}, by brute force {want}: {say}", edge[i]);
        inside += usize::from(want > 0.0);
        let to_border = own[0].inside(p, 0.0, 0.0);
        if to_border < 1e-5 {
            continue;
        }
        let [wu, wv] = own[0].local(p);
        assert!((u[i] - wu).abs() < 2e-5 && (v[i] - wv).abs() < 2e-5, "{} {}, not {wu} {wv}: {say}", u[i], v[i]);
        let known = ids[own[0].element].get_or_insert(id[i]);
        assert_eq!(*known, id[i], "an element has two ids: {say}");
    }
    assert!(inside > 500, "{keys}: the test must see elements");
    let mut ids: Vec<u32> = ids.into_iter().flatten().map(|id| id as u32).collect();
    let seen = ids.len();
    assert!(seen * 10 >= elements * 8);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), seen, "{keys}: two elements have one id");
}

#[test]
fn bricks_are_those_of_a_list() {
    for (bond, counts) in [
        ("stack", [3u32, 5u32]),
        ("running", [3, 6]),
        ("running", [1, 2]),
        ("flemish", [6, 4]),
        ("english", [3, 4]),
        ("herringbone", [8, 4]),
        ("herringbone", [4, 8]),
    ] {
        for tile in [[1.0, 1.0], [1.7, 0.6]] {
            for (joint, round) in [(0.02, 0.0), (0.02, 0.03), (0.0, 0.02), (0.03, 9.0)] {
                for shift in if bond == "running" { vec![0.5, 0.3] } else { vec![0.5] } {
                    let keys = format!(
                        "type = 'bricks', bond = '{bond}', period = [{}, {}], shift = {shift}",
                        counts[0], counts[1]
                    );
                    check(&keys, &wall(bond, shift, counts, tile), tile, joint, round);
                }
            }
        }
    }
}

#[test]
fn squares_are_those_of_a_list() {
    for (counts, tile) in [([1u32, 1u32], [1.0, 1.0]), ([4, 3], [1.0, 1.0]), ([5, 2], [0.3, 0.4])] {
        for (joint, round) in [(0.01, 0.0), (0.01, 0.02)] {
            let keys = format!("type = 'tiles', period = [{}, {}]", counts[0], counts[1]);
            check(&keys, &wall("stack", 0.0, counts, tile), tile, joint, round);
        }
    }
}

/// Boards end where the hash puts them, whatever their neighbours do; a row is laid out from its first end on.
#[test]
fn planks_are_those_of_a_list() {
    let word = seed("elements");
    for (n, rows, vary, tile) in
        [(3u32, 4u32, 0.5, [1.0, 1.0]), (1, 3, 0.9, [1.2, 0.5]), (2, 2, 0.0, [1.0, 1.0]), (5, 7, 0.9, [2.0, 1.0])]
    {
        let mut rects = Vec::new();
        let height = tile[1] / f64::from(rows);
        for r in 0..rows {
            let start = f64::from(hash([r, 0, 1], word)) / 4_294_967_296.0 * tile[0];
            let end = |k: u32| {
                let moved = (unit(hash([k % n, r, 2], word)) - 0.5) * vary;
                (f64::from(k) + moved) * tile[0] / f64::from(n) - start
            };
            for k in 0..n {
                let rect = Rect::new([end(k), f64::from(r) * height], [end(k + 1) - end(k), height], rects.len());
                rects.push(rect);
            }
        }
        for (joint, round) in [(0.004, 0.0), (0.01, 0.02)] {
            let keys = format!("type = 'planks', period = [{n}, {rows}], vary = {vary}");
            check(&keys, &rects, tile, joint, round);
        }
    }
}

/// Drafts as weavers write them: X where the thread across is on top.
const DRAFTS: &[(&str, &[&str])] = &[
    ("plain", &["X.", ".X"]),
    ("twill", &["XX..", "X..X", "..XX", ".XX."]),
    ("satin", &["X....", "..X..", "....X", ".X...", "...X."]),
];

#[test]
fn weaves_are_those_of_their_drafts() {
    for (name, draft) in DRAFTS {
        let n = draft.len();
        for (columns, rows, tile) in [(n, n, [1.0, 1.0]), (2 * n, 3 * n, [1.0, 1.0]), (2 * n, n, [0.4, 0.3])] {
            let across = |x: usize, y: usize| draft[y % n].as_bytes()[x % n] == b'X';
            let side = [tile[0] / columns as f64, tile[1] / rows as f64];
            let mut rects = Vec::new();
            for y in 0..rows {
                for x in 0..columns {
                    // Where a thread comes up a part of it begins, and goes on as far as it is seen.
                    let seen = |k: usize| if across(x, y) { across(x + k, y) } else { !across(x, y + k) };
                    if seen(n - 1) {
                        continue;
                    }
                    let length = (1..n).find(|k| !seen(*k)).unwrap_or(n) as f64;
                    let from = [x as f64 * side[0], y as f64 * side[1]];
                    if across(x, y) {
                        rects.push(Rect::new(from, [length * side[0], side[1]], y));
                    } else {
                        let down = Rect::new(from, [side[0], length * side[1]], rows + x);
                        rects.push(Rect { standing: true, ..down });
                    }
                }
            }
            let keys = format!("type = 'weave', weave = '{name}', period = [{columns}, {rows}]");
            for joint in [0.0, 0.01] {
                check(&keys, &rects, tile, joint, 0.0);
            }
            let places = places(300, 4);
            let [warp, row, column] = outputs(&keys, tile, ["warp", "row", "column"], &places);
            for (i, place) in places.iter().enumerate() {
                let p = metres(*place, tile);
                let (x, y) = ((p[0] / side[0]).floor(), (p[1] / side[1]).floor());
                assert_eq!([column[i], row[i]], [x, y], "{keys} at {p:?}");
                assert_eq!(warp[i] == 0.0, across(x as usize, y as usize), "{keys} at {p:?}");
            }
        }
    }
}

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
        let [main, edge, u, v] = outputs(&keys, tile, ["", "edge", "u", "v"], &places);
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
                let local = [0, 1].map(|k| (0.5 + (p[k] - near[0][k]) / (1.5 * side[k])).clamp(0.0, 1.0));
                assert!((u[i] - local[0]).abs() < 1e-5 && (v[i] - local[1]).abs() < 1e-5, "{say}");
            }
        }
    }
}

#[test]
fn counts_are_legal_or_told() {
    for (keys, nearest) in [
        ("type = 'bricks', period = [4, 7]", "[4, 8]"),
        ("type = 'bricks', bond = 'flemish', period = [5, 4]", "[6, 4]"),
        ("type = 'bricks', bond = 'herringbone', period = [7, 9]", "[8, 8]"),
        ("type = 'checker', period = [1, 2]", "[2, 2]"),
        ("type = 'weave', weave = 'satin', period = [12, 10]", "[10, 10]"),
        ("type = 'tiles', shape = 'hex', period = [3, 3]", "[3, 4]"),
    ] {
        let told = refused(&text(keys, [1.0, 1.0]));
        assert!(told.contains(nearest) && told.contains("test.toml:5"), "{told}");
    }
    assert!(refused(&text("type = 'bricks', period = 4, cell = 0.2", [1.0, 1.0])).contains("twice"));
    assert!(refused(&text("type = 'bricks', period = [4, 4, 4]", [1.0, 1.0])).contains("every depth"));
    assert!(refused(&text("type = 'bands', widths = [1, -1]", [1.0, 1.0])).contains("widths"));
    let cells = |keys: &str, tile: [f64; 2]| {
        let material = material(&text(keys, tile));
        let [x, y, _] = material.preset().nodes[0].body.cells([tile[0], tile[1], 1.0]).unwrap();
        [x, y]
    };
    assert_eq!(cells("type = 'bricks', cell = [0.24, 0.08]", [1.0, 1.0]), [4.0, 12.0]);
    assert_eq!(cells("type = 'bricks', bond = 'herringbone', cell = 0.2", [1.0, 1.0]), [12.0, 12.0]);
    assert_eq!(cells("type = 'planks', along = 'y', cell = [1.0, 0.1]", [0.9, 2.0]), [9.0, 2.0]);
    assert_eq!(cells("type = 'tiles', shape = 'hex', period = 8", [1.0, 1.0]), [8.0, 10.0]);
}

/// `random` gives each element one number, spread over 0..1.
#[test]
fn elements_have_random_numbers() {
    let text = text("type = 'bricks', period = [16, 32]", [1.0, 1.0])
        .replace("[maps]", "tone = \"random(tested.id, 'tone')\"\n[maps]");
    let material = material(&text);
    let (ids, tones) = (picture(&material, "tested.id", 256, 256), picture(&material, "tone", 256, 256));
    let mut of = std::collections::BTreeMap::new();
    for (id, tone) in ids.iter().zip(&tones) {
        assert_eq!(*of.entry(*id as u32).or_insert(*tone), *tone);
    }
    assert_eq!(of.len(), 512);
    let m = mean(of.values().map(|v| f64::from(*v)));
    let square = mean(of.values().map(|v| (f64::from(*v) - m).powi(2)));
    assert!((m - 0.5).abs() < 0.05 && (square - 1.0 / 12.0).abs() < 0.01, "{m} {square}");
}
