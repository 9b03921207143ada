//! Scattered elements against the same elements laid out as a list, in double precision.

use crate::support::*;
use bakestone::eval::Engine;
use bakestone::machine::{Machine, Reference, hash};
use bakestone::{Material, Request};
use std::collections::{BTreeMap, BTreeSet};

const TILE: [f64; 2] = [1.5, 1.0];

/// One element of the list.
struct Element {
    /// Of its cell on the whole tile, metres.
    middle: [f64; 2],
    layer: u32,
    h: u32,
    size: f64,
    turns: f64,
    ratio: f64,
    top: f64,
    bend: f64,
    chance: f64,
}

/// What a case says, and the fields where there are some.
struct Keys<'a> {
    shape: &'a str,
    counts: [u32; 2],
    layers: u32,
    jitter: f64,
    size: [f64; 2],
    ratio: [f64; 2],
    angle: [f64; 2],
    bend: f64,
    bevel: f64,
    overlap: &'a str,
    stamp: bool,
    /// `density`, `scale` and `turn`: numbers or the names of nodes.
    fields: [&'a str; 3],
}

const USUAL: Keys = Keys {
    shape: "blob",
    counts: [7, 4],
    layers: 2,
    jitter: 1.0,
    size: [0.1, 0.3],
    ratio: [0.3, 0.6],
    angle: [-0.1, 0.2],
    bend: 0.0,
    bevel: 1.0,
    overlap: "max",
    stamp: false,
    fields: ["1.0", "1.0", "0.0"],
};
const TOP: [f64; 2] = [0.4, 1.0];
const STAMP: usize = 16;

impl Keys<'_> {
    fn text(&self) -> String {
        let Keys { counts: [x, y], size: [s, t], ratio: [r, q], angle: [a, b], .. } = self;
        let Keys { shape, layers, jitter, bend, bevel, overlap, fields: [density, scale, turn], .. } = self;
        let stamp = if self.stamp { format!("stamp = 'print', grid = {STAMP},") } else { String::new() };
        let [density, scale, turn] = [density, scale, turn]
            .map(|field| if field.parse::<f64>().is_ok() { field.to_string() } else { format!("'{field}'") });
        format!(
            "edition = 1\nseed = 1\ntile = [1.5, 1]\n[nodes]\nbase = {{ type = 'perlin', period = 2 }}\n\
             print = {{ type = 'perlin', period = 2 }}\n\
             tested = {{ type = 'scatter', period = [{x}, {y}], shape = '{shape}', size = [{s}, {t}], layers = {layers}, \
             jitter = {jitter}, overlap = '{overlap}', ratio = [{r}, {q}], angle = [{a}, {b}], height = [0.4, 1], \
             bend = {bend}, bevel = {bevel}, {stamp} density = {density}, scale = {scale}, turn = {turn} }}\n\
             [maps]\nroughness = 0.5\n"
        )
    }

    /// All elements that there are. Only the random numbers are those of the node.
    fn elements(&self, material: &Material) -> Vec<Element> {
        let node = hash::seed_number(hash::seed(1, "tested"), 0);
        let first = (hash::seed(node, "elements") >> 32) as u32;
        let mix = |h: u32| hash::mix(Reference, Reference.u(h)).0;
        let unit = |h: u32| f64::from(h >> 8) / 16_777_216.0;
        let mut all = Vec::new();
        for layer in 0..self.layers {
            let seed = mix(first ^ layer.wrapping_mul(0x9E37_79B1));
            let start = [0x85EB_CA77, 0xC2B2_AE3D].map(|word| match layer {
                0 => 0.0,
                _ => f64::from(mix(seed ^ word)) / 4_294_967_296.0,
            });
            for (x, y) in (0..self.counts[1]).flat_map(|y| (0..self.counts[0]).map(move |x| (x, y))) {
                let [i, j, zero, s] = [x, y, 0, seed].map(|v| Reference.u(v));
                let h = hash::point(Reference, i, j, zero, s).0;
                let drawn = |word: u32, [a, b]: [f64; 2]| a + unit(mix(h ^ word)) * (b - a);
                let within = [unit(h), unit(h.wrapping_mul(0x9E37_79B1))].map(|p| 0.5 + (p - 0.5) * self.jitter);
                let cell = [f64::from(x), f64::from(y)];
                let middle = [0, 1].map(|i| (cell[i] + within[i]) / f64::from(self.counts[i]) - start[i]);
                let [density, scale, turn] = self.fields.map(|field| match field.parse::<f64>() {
                    Ok(v) => v,
                    Err(_) => {
                        let place = middle.map(|p| ((p - p.floor()) * 4_294_967_296.0) as u32);
                        f64::from(at_place(&Engine::default(), &program(material, field), [place[0], place[1], 0])[0])
                    }
                });
                if drawn(0xB529_7A4D, [0.0, 1.0]) >= density {
                    continue;
                }
                all.push(Element {
                    middle: [middle[0] * TILE[0], middle[1] * TILE[1]],
                    layer,
                    h,
                    size: drawn(0x68E3_1DA4, self.size) * scale.clamp(0.0, 1.0),
                    turns: drawn(0x1B56_C4E9, self.angle) + turn,
                    ratio: drawn(0x7FEB_352D, self.ratio),
                    top: drawn(0x846C_A68B, TOP),
                    bend: drawn(0x58F1_2C6B, [-self.bend, self.bend]),
                    chance: drawn(0x27D4_EB2F, [0.25, 0.75]),
                });
            }
        }
        all
    }

    /// Height and place in an element, where it covers this place of the plane.
    fn seen(&self, e: &Element, place: [f64; 2], print: &[f32]) -> Option<[f64; 3]> {
        let p = [place[0] - e.middle[0], place[1] - e.middle[1]];
        // Twice as far as any of them is seen.
        if p[0].hypot(p[1]) > 1.5 * e.size {
            return None;
        }
        let (sin, cos) = (e.turns * std::f64::consts::TAU).sin_cos();
        let half = e.size / 2.0;
        let x = (p[0] * cos + p[1] * sin) / half;
        let y = (p[1] * cos - p[0] * sin) / half - e.bend * (x * x - 0.5);
        let r = e.ratio;
        let depth = match self.shape {
            "blob" => 1.0 - x.hypot(y / r),
            "capsule" | "line" => 1.0 - (x.abs() - (1.0 - r)).max(0.0).hypot(y) / r,
            "leaf" => 1.0 - x * x - (y / r).abs(),
            "ring" => 1.0 - (x.hypot(y) - (1.0 - r)).abs() / r,
            "box" => ((1.0 - x.abs()) / r).min(1.0 - (y / r).abs()),
            _ => {
                let side = |k: u32| {
                    let word = 0x3C6E_F372u32.wrapping_mul(2 * k + 1);
                    let word = hash::mix(Reference, Reference.u(e.h ^ word)).0;
                    let tilt = f64::from(word & 0xffff) / 65_536.0 * 0.52 - 0.26;
                    let steep = f64::from(word >> 16) / 65_536.0 * (1.0 / 0.42 - 1.0 / 0.7) + 1.0 / 0.7;
                    let (b, a) = (f64::from(k) / 6.0 * std::f64::consts::TAU).sin_cos();
                    (x * (a - tilt * b) + y / r * (b + tilt * a)) * steep
                };
                1.0 - (0..6).map(side).fold(0.0, f64::max)
            }
        };
        let t = (depth / self.bevel).min(1.0);
        let v = if self.shape == "ring" { y } else { y / r };
        let local = [x, v].map(|v| v / 2.0 + 0.5);
        let mut height = e.top * t * (2.0 - t);
        if self.stamp && depth > 0.0 {
            height *= printed(print, local);
        }
        (depth > 0.0 && height > 0.0).then_some([height, local[0], local[1]])
    }
}

/// The stamp at a place, linear between its samples.
fn printed(print: &[f32], place: [f64; 2]) -> f64 {
    let at = place.map(|p| (p * STAMP as f64 - 0.5).clamp(0.0, STAMP as f64 - 1.0));
    let [x, y] = at.map(|v| (v as usize).min(STAMP - 2));
    let [dx, dy] = [at[0] - x as f64, at[1] - y as f64];
    let sample = |i: usize, j: usize| f64::from(print[(y + j) * STAMP + x + i]);
    let row = |j: usize| sample(0, j) + dx * (sample(1, j) - sample(0, j));
    row(0) + dy * (row(1) - row(0))
}

#[test]
fn elements_lie_where_a_list_has_them() {
    let cases = [
        Keys { fields: ["0.8", "1.0", "0.0"], layers: 1, ..USUAL },
        Keys {
            shape: "capsule",
            size: [0.5, 0.9],
            jitter: 0.6,
            overlap: "order",
            fields: ["0.5", "1.0", "0.0"],
            ..USUAL
        },
        Keys { shape: "line", bend: 0.8, ratio: [0.02, 0.3], size: [0.3, 0.7], ..USUAL },
        Keys { shape: "leaf", size: [0.2, 0.45], layers: 3, bend: 0.4, ..USUAL },
        Keys { shape: "ring", ratio: [0.1, 0.3], overlap: "add", ..USUAL },
        Keys { shape: "chip", bevel: 0.4, ratio: [0.6, 1.0], angle: [0.0, 1.0], jitter: 0.0, ..USUAL },
        Keys { shape: "box", bevel: 0.1, overlap: "order", ratio: [1.0, 1.0], angle: [0.0, 1.0], ..USUAL },
        // Longer than the tile is wide: an element meets itself.
        Keys { shape: "leaf", size: [1.7, 1.8], overlap: "order", fields: ["0.3", "1.0", "0.0"], ..USUAL },
        Keys { shape: "capsule", size: [0.6, 0.7], counts: [1, 1], layers: 4, overlap: "add", ..USUAL },
        // Cells that are no squares, and fields.
        Keys { counts: [3, 17], size: [0.2, 0.4], fields: ["base", "base", "base"], layers: 4, ..USUAL },
        Keys { shape: "box", stamp: true, bevel: 0.001, fields: ["1.0", "1.0", "base"], ..USUAL },
    ];
    for keys in cases {
        let material = material(&keys.text());
        let [w, h] = [96, 64];
        let [height, mask, u, v] =
            ["tested", "tested.mask", "tested.u", "tested.v"].map(|node| picture(&material, node, w, h));
        let edge = STAMP as u32;
        let print: Vec<f32> = picture(&material, "print", edge, edge).iter().map(|v| v.clamp(0.0, 1.0)).collect();
        let elements = keys.elements(&material);
        let (mut wrong, mut covered, mut example) = (0, 0, String::new());
        for i in 0..height.len() {
            let place = [(i as u32 % w) as f64 + 0.5, (i as u32 / w) as f64 + 0.5];
            let place = [place[0] / f64::from(w) * TILE[0], place[1] / f64::from(h) * TILE[1]];
            let (mut best, mut sum): (Option<(f64, [f64; 3])>, f64) = (None, 0.0);
            // As many copies of the tile as there could be.
            for (e, copy) in elements.iter().flat_map(|e| (0..25).map(move |copy| (e, copy))) {
                let copy = [copy % 5 - 2, copy / 5 - 2].map(f64::from);
                let place = [place[0] + copy[0] * TILE[0], place[1] + copy[1] * TILE[1]];
                let Some(seen) = keys.seen(e, place, &print) else { continue };
                sum += seen[0];
                let rank = if keys.overlap == "order" { f64::from(e.layer) + e.chance } else { seen[0] };
                if best.is_none_or(|(old, _)| rank > old) {
                    best = Some((rank, seen));
                }
            }
            let shown = best.map_or(0.0, |(_, s)| if keys.overlap == "add" { sum } else { s[0] });
            let want = best.map_or([0.0; 4], |(_, s)| [shown, 1.0, s[1], s[2]]);
            covered += u32::from(best.is_some());
            let got = [height[i], mask[i], u[i], v[i]].map(f64::from);
            // At a border another element may win by rounding.
            if got.iter().zip(want).any(|(a, b)| (a - b).abs() > 2e-4) {
                wrong += 1;
                example = format!("at {place:?}: {got:?}, wanted {want:?}");
            }
        }
        let name = format!("{} {:?} {}", keys.shape, keys.size, keys.overlap);
        assert!(wrong * 300 < w * h, "{name}: {wrong} of {} places differ, as {example}", w * h);
        assert!(covered * 10 > w * h, "{name}: only {covered} of {} places are covered", w * h);
    }
}

fn small(keys: &str) -> String {
    format!(
        "edition = 1\n[nodes]\nbase = {{ type = 'perlin', period = 3 }}\ntested = {{ type = 'scatter', {keys} }}\n\
         tone = \"random(tested.id, 'tone')\"\n[maps]\nroughness = 'tone'\n"
    )
}

#[test]
fn each_element_has_one_id() {
    let material = material(&small("period = 5, layers = 1, jitter = 0, size = 0.15, density = 1"));
    let (mask, tone) = (picture(&material, "tested.mask", 80, 80), picture(&material, "tone", 80, 80));
    let mut tones: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for i in 0..80 * 80 {
        if mask[i] > 0.0 {
            tones.entry(i / 80 / 16 * 5 + i % 80 / 16).or_default().insert(tone[i].to_bits());
        }
    }
    assert!(tones.len() == 25 && tones.values().all(|t| t.len() == 1), "one id in each of 25 cells: {tones:?}");
    assert_eq!(tones.values().flatten().collect::<BTreeSet<_>>().len(), 25, "25 different ones");
}

/// A field decides about whole elements: none is cut by it, and no picture's size changes which are there.
#[test]
fn fields_decide_about_whole_elements() {
    let all = material(&small("period = 12, layers = 1, jitter = 0, size = 0.06, ratio = 1, density = 1"));
    let some =
        material(&small("period = 12, layers = 1, jitter = 0, size = 0.06, ratio = 1, density = 'step(0.5, base)'"));
    let mut there = Vec::new();
    for edge in [12 * 8, 12 * 31] {
        let [all, some] = [&all, &some].map(|material| picture(material, "tested.mask", edge, edge));
        let mut cells: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for i in (0..edge * edge).filter(|i| all[*i as usize] > 0.0) {
            let cell = i / edge / (edge / 12) * 12 + i % edge / (edge / 12);
            cells.entry(cell).or_default().insert(some[i as usize].to_bits());
        }
        assert!(cells.len() == 144 && cells.values().all(|masks| masks.len() == 1), "an element is cut at {edge} px");
        there.push(cells);
    }
    assert!(there[0] == there[1], "other elements are there in a larger picture");
    let count = there[0].values().filter(|masks| !masks.contains(&0)).count();
    assert!((30..114).contains(&count), "{count} of 144 elements are there");
}

/// Every element has a middle that nothing covers where there is room, so the share of cells with one is the density.
#[test]
fn density_is_the_share_of_cells() {
    let material = material(&small("period = 60, layers = 1, jitter = 0, size = 0.01, ratio = 1, density = 0.3"));
    let mask = picture(&material, "tested.mask", 60, 60);
    let share = mean(wide(&mask));
    assert!((share - 0.3).abs() < 4.0 * (0.3f64 * 0.7 / 3600.0).sqrt(), "{share} of the cells hold an element");
}

#[test]
fn what_scatter_cannot_do_is_told() {
    let told = |keys: &str, part: &str| assert!(refused(&small(keys)).contains(part), "{}", refused(&small(keys)));
    told("period = 64, size = 1", "too large for cells");
    told("size = [0.2, 0.1]", "the least and the greatest");
    told("size = [0.2, 0.3, 0.4]", "the least and the greatest");
    told("shape = 'blub'", "did you mean `blob`?");
    told("grid = 64", "`grid` belongs to `stamp`");
    told("density = 'bose'", "did you mean `base`?");
    told("stamp = 'tested'", "tested");
    // All of the largest search is still done.
    let widest = material(&small("period = 8, size = 1.8, layers = 1, density = 0.01"));
    assert!(!bake(&widest, &Request::new([32, 32])).is_empty());
}
