//! Patterns against brute force in double precision: the list of all elements as it would be laid out by hand, and the
//! nearest of them by search.

use crate::support::*;
use bakestone::eval::Engine;

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

/// Compares a pattern of rectangles with the list of them.
fn check(keys: &str, rects: &[Rect], tile: [f64; 2], joint: f64, round: f64) {
    let text = format!(
        "edition = 1\nseed = 5\ntile = [{}, {}]\n[nodes]\ntested = {{ {keys}, joint = {joint}, round = {round} }}\n\
         [maps]\nroughness = 0.5\n",
        tile[0], tile[1]
    );
    let material = material(&text);
    let mut words = Words(rects.len() as u64);
    let places: Vec<[u32; 3]> = (0..1500).map(|_| words.place()).collect();
    let engine = Engine::default();
    let [edge, id, u, v] = ["edge", "id", "u", "v"].map(|o| at(&engine, &material, &format!("tested.{o}"), &places));
    let all = repeated(rects, tile);
    let mut ids = vec![None; rects.len()];
    let mut inside = 0;
    for (i, place) in places.iter().enumerate() {
        let p = [0, 1].map(|k| f64::from(place[k]) / 4_294_967_296.0 * tile[k]);
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
    assert!(seen * 10 >= rects.len() * 8);
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
