//! Patterns of rectangles against the list of all of them, as it would be laid out by hand.

use crate::support::*;
use crate::worley::{hash, named, numbered};
use bakestone::eval::Engine;
use bakestone::program::{At, Lower, Sampling};

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

pub fn text(keys: &str, tile: [f64; 2]) -> String {
    let [x, y] = tile;
    format!("edition = 1\nseed = 5\ntile = [{x}, {y}]\n[nodes]\ntested = {{ {keys} }}\n[maps]\nroughness = 0.5\n")
}

/// The seed of the node `tested` under this label, from the description of seeds.
pub fn seed(label: &str) -> u32 {
    (named(numbered(named(5, "tested"), 0), label) >> 32) as u32
}

pub fn unit(h: u32) -> f64 {
    f64::from(h >> 8) / 16_777_216.0
}

/// Where places lie, metres.
pub fn metres(place: [u32; 3], tile: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| f64::from(place[k]) / 4_294_967_296.0 * tile[k])
}

pub fn places(count: usize, seed: u64) -> Vec<[u32; 3]> {
    let mut words = Words(seed);
    (0..count).map(|_| words.place()).collect()
}

/// Outputs of the node `tested` at these places.
pub fn outputs<const N: usize>(keys: &str, tile: [f64; 2], names: [&str; N], places: &[[u32; 3]]) -> [Vec<f64>; N] {
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
    let names = ["edge", "id", "u", "v", "row", "column"];
    let [edge, id, u, v, row, column] = names.map(|o| at(&engine, &material, &format!("tested.{o}"), &places));
    let mut numbers = std::collections::HashMap::new();
    let all = repeated(rects, tile);
    let lying = rects.iter().find(|r| !r.standing).unwrap();
    let rows = (tile[1] / (lying.to[1] - lying.from[1])).round();
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
        if !keys.contains("'weave'") {
            let element = *numbers.entry([row[i] as u32, column[i] as u32]).or_insert(own[0].element);
            assert_eq!(element, own[0].element, "row {} column {} are two elements: {say}", row[i], column[i]);
            let standing = keys.contains("herringbone") && own[0].standing;
            assert!(
                standing
                    || row[i] == (own[0].from[1] / (own[0].to[1] - own[0].from[1]) + 1e-6).floor().rem_euclid(rows),
                "{say}"
            );
        }
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
    assert_eq!(cells("type = 'bricks', period = 4", [1.0, 1.0]), [4.0, 12.0]);
    assert_eq!(cells("type = 'bricks', period = 4", [2.0, 1.0]), [8.0, 12.0]);
    assert_eq!(cells("type = 'bricks', period = 4", [1.0, 2.0]), [4.0, 24.0]);
    assert_eq!(cells("type = 'bricks', cell = [0.24, 0.08]", [1.0, 1.0]), [4.0, 12.0]);
    assert_eq!(cells("type = 'bricks', cell = [0.25, 0.07]", [1.0, 1.0]), [4.0, 14.0]);
    assert_eq!(cells("type = 'bricks', cell = 9", [1.0, 1.0]), [1.0, 4.0]);
    assert_eq!(cells("type = 'bricks', cell = 1e-6", [1.0, 1.0]), [65535.0, 65534.0]);
    // One column would be flatter than two rows can be.
    assert_eq!(cells("type = 'tiles', shape = 'hex', period = 1", [1.4, 1.0]), [2.0, 2.0]);
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

/// Under an octave a pattern shrinks as a whole: half as large it has half the distances, joints included.
#[test]
fn patterns_shrink_as_a_whole() {
    for keys in [
        "type = 'bricks', period = [3, 4], joint = 0.02, round = 0.03",
        "type = 'bricks', bond = 'herringbone', period = [4, 4], joint = '0.01 + 0.01'",
        "type = 'tiles', shape = 'hex', period = [2, 4], joint = 0.02, round = 0.01",
        "type = 'tiles', shape = 'penny', period = [3, 4], joint = 0.02",
        "type = 'tiles', shape = 'fish_scale', period = [2, 4], joint = 0.01",
        "type = 'weave', weave = 'satin', period = 5, joint = 0.01",
        "type = 'bands', widths = [1, 2, 0.5], joint = 0.02",
    ] {
        let material = material(&text(keys, [1.0, 1.0]));
        let sorted = |at: At, by: f32| {
            let mut l = Lower::new(material.preset(), Sampling { pixels: None }, None);
            let edge = l.node("tested", "edge", &(0..0), at).channels()[0];
            let height = l.node("tested", "", &(0..0), at).channels()[0];
            [(edge, by), (height, 1.0)].map(|(n, by)| {
                let mut all: Vec<f32> = plane(&l.graph.plan(&[n]), 509, 509).iter().map(|v| v * by).collect();
                all.sort_by(f32::total_cmp);
                all
            })
        };
        // Octaves start elsewhere, so the same numbers stand at other places.
        let (whole, half) = (sorted(At::start(), 1.0), sorted(At::start().octave([2.0; 3], 1), 2.0));
        for (whole, half) in whole.iter().zip(&half) {
            let spread = whole[whole.len() - 1] - whole[0];
            let difference = mean(whole.iter().zip(half).map(|(a, b)| f64::from((a - b).abs())));
            assert!(difference < 0.006 * f64::from(spread), "{keys}: {difference} of {spread}");
        }
    }
}

#[test]
fn a_pattern_can_set_the_size_of_the_tile() {
    let preset = |keys: &str, tile: &str| {
        format!("edition = 1\ntile = {tile}\n[nodes]\nwall = {{ {keys} }}\n[maps]\nroughness = 'wall'\n")
    };
    for (keys, tile) in [
        ("type = 'bricks', period = [8, 12], cell = [0.25, 0.075]", [2.0, 0.9]),
        ("type = 'bricks', bond = 'herringbone', period = [4, 8], cell = [0.2, 0.1]", [0.4, 0.8]),
        ("type = 'tiles', period = [3, 5], cell = 0.2", [0.6, 1.0]),
        ("type = 'planks', along = 'y', period = [2, 5], cell = [1.5, 0.12]", [0.6, 3.0]),
    ] {
        let material = material(&preset(keys, "'wall'"));
        let [x, y, z] = material.preset().tile;
        assert!((x - tile[0]).abs() < 1e-9 && (y - tile[1]).abs() < 1e-9 && z == x.min(y), "{keys}: {x} x {y} x {z}");
        // On that tile the pattern has the elements that were asked for.
        let cells = material.preset().nodes[0].body.cells(material.preset().tile).unwrap();
        let again = self::material(
            &preset(keys, "'wall'")
                .replace("'wall'\n[n", &format!("[{x}, {y}]\n[n"))
                .replace(&keys[keys.find(", cell").unwrap()..], ""),
        );
        assert_eq!(again.preset().nodes[0].body.cells(again.preset().tile).unwrap(), cells, "{keys}");
    }
    for (keys, tile, want) in [
        ("type = 'bricks', period = [8, 12]", "'wall'", "`wall` does not say how large the tile is"),
        ("type = 'bricks', period = 8, cell = 0.2", "'wall'", "`wall` does not say how large the tile is"),
        ("type = 'perlin', period = 8", "'wall'", "`wall` does not say how large the tile is"),
        ("type = 'bricks', period = [8, 12]", "'wal'", "did you mean `wall`"),
        ("type = 'bricks', period = [8, 12], cell = [0.25, 0.075]", "[1, 1]", "twice"),
        ("type = 'bricks', period = [8, 12], cell = [1e6, 0.075]", "'wall'", "makes a tile of"),
    ] {
        let told = refused(&preset(keys, tile));
        assert!(told.contains(want), "{keys}, {tile}: {told}");
    }
}

#[test]
fn joints_and_widths_that_make_no_sense_are_told() {
    for (keys, want) in [
        ("type = 'bricks', period = [4, 10], joint = 0.2", "leaves nothing of elements"),
        ("type = 'tiles', period = 4, joint = -0.01", "never less than 0 m"),
        ("type = 'cobbles', period = 4, joint = 0.3", "leaves nothing of elements"),
        ("type = 'weave', period = 4, joint = 0.3", "leaves nothing of elements"),
        ("type = 'rings', spacing = 0", "more than 0 m wide"),
        ("type = 'bands', widths = []", "at least one band"),
    ] {
        let told = refused(&format!("edition = 1\n[nodes]\nwall = {{ {keys} }}\n[maps]\nroughness = 'wall'\n"));
        assert!(told.contains(want), "{keys}: {told}");
    }
}
