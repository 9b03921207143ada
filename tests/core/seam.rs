//! Seamless by construction: exact rolls, no step and no kink at the border, nothing that gives a repetition away.

use crate::support::*;
use bakestone::eval::{Engine, reference};
use bakestone::machine::Reference;
use bakestone::program::turn_word;
use bakestone::{Offset, Request, Settings};

/// First and second differences along x: of the border against the greatest and the mean of interior columns.
struct Seam {
    border: f64,
    greatest: f64,
    mean: f64,
    kink: f64,
    greatest_kink: f64,
}

fn seam(plane: &[f32], width: usize) -> Seam {
    let height = plane.len() / width;
    let v = |x: usize, y: usize| f64::from(plane[y * width + x % width]);
    let first = |x: usize| mean((0..height).map(|y| (v(x + 1, y) - v(x, y)).abs()));
    let second = |x: usize| mean((0..height).map(|y| (v(x + 2, y) - 2.0 * v(x + 1, y) + v(x, y)).abs()));
    let firsts: Vec<f64> = (0..width - 1).map(first).collect();
    Seam {
        border: first(width - 1),
        greatest: firsts.iter().copied().fold(0.0, f64::max),
        mean: mean(firsts.iter().copied()),
        kink: second(width - 2).max(second(width - 1)),
        greatest_kink: (0..width - 2).map(second).fold(0.0, f64::max),
    }
}

fn turned(plane: &[f32], width: usize) -> Vec<f32> {
    let height = plane.len() / width;
    (0..plane.len()).map(|i| plane[(i % height) * width + i / height]).collect()
}

/// M1, the duplicate check and M2 of CASES, the means over some pictures, along both axes.
fn assert_seamless(name: &str, pictures: &[(Vec<f32>, usize)]) {
    assert_smooth_border(name, pictures, false);
}

/// The same; `mirrored` pictures may be alike on both sides of the border, as a joint of bricks is.
fn assert_smooth_border(name: &str, pictures: &[(Vec<f32>, usize)], mirrored: bool) {
    for axis in ["x", "y"] {
        let seams: Vec<Seam> = pictures
            .iter()
            .map(
                |(plane, width)| {
                    if axis == "x" { seam(plane, *width) } else { seam(&turned(plane, *width), plane.len() / width) }
                },
            )
            .collect();
        // What does not change along an axis has no seam.
        if seams.iter().all(|s| s.mean < 1e-7) {
            assert!(seams.iter().all(|s| s.border < 1e-6), "{name}: a step at the border along {axis}");
            continue;
        }
        let step = mean(seams.iter().map(|s| s.border / s.greatest.max(1e-12)));
        let same = mean(seams.iter().map(|s| s.border / s.mean.max(1e-12)));
        let kink = mean(seams.iter().map(|s| s.kink / s.greatest_kink.max(1e-12)));
        assert!(step <= 1.10, "{name}: M1 along {axis} is {step:.3}");
        assert!(mirrored || same >= 0.20, "{name}: the duplicate check along {axis} is {same:.3}");
        assert!(kink <= 1.25, "{name}: M2 along {axis} is {kink:.3}");
    }
}

/// A picture of numbers and its width.
type Plane = (Vec<f32>, usize);

#[test]
fn nodes_are_seamless() {
    for case in cases() {
        let pictures: Vec<_> = (1..=6)
            .map(|seed| {
                let program = program(&seeded(&case.text(), seed), "tested");
                (plane(&program, 48, 40), 48)
            })
            .collect();
        let pattern = bakestone::nodes::find(case.kind).is_some_and(|t| t.group == "pattern");
        assert_smooth_border(&case.name(), &pictures, pattern);
    }
}

#[test]
fn presets_are_seamless() {
    for (name, text) in bakestone::presets::ALL {
        let mut maps: Vec<(String, Vec<Plane>)> = Vec::new();
        for seed in 1..=4 {
            let material = seeded(text, seed);
            for image in bake(&material, &floats([128, 128])) {
                for c in 0..image.map.stored_channels() {
                    let key = format!("{name}, {} {c}", image.map.name);
                    let picture = (channel(&image, c), 128);
                    match maps.iter_mut().find(|m| m.0 == key) {
                        Some(map) => map.1.push(picture),
                        None => maps.push((key, vec![picture])),
                    }
                }
            }
        }
        for (name, pictures) in maps {
            assert_seamless(&name, &pictures);
        }
    }
}

/// The strict test: a picture that starts some pixels further is the same picture, rolled.
#[test]
fn nodes_roll_exactly() {
    for case in cases() {
        let material = material(&case.text());
        for size in [256, 300, 37] {
            // Rows are cheap to leave out: what differs shows in a band as well.
            let request = tested([size, if size == 37 { 37 } else { 12 }]);
            let whole = bake(&material, &request);
            for by in [[-101, 11], [i64::from(size) * 5 + 77, -3]] {
                let moved = bake(&material, &offset(&request, by));
                assert!(rolled(&whole[0], by) == moved[0].samples, "{} at {size} px by {by:?}", case.name());
            }
        }
    }
}

#[test]
fn presets_roll_exactly() {
    for (name, material) in built_in() {
        let sizes = [[37, 37], [256, 256], [300, 90]];
        for size in if FEW.contains(&name) { sizes.to_vec() } else { sizes[..1].to_vec() } {
            let request = Request::new(size);
            let whole = bake(&material, &request);
            let by = [-71, 13];
            for (whole, moved) in whole.iter().zip(bake(&material, &offset(&request, by))) {
                assert!(rolled(whole, by) == moved.samples, "{name} {} at {size:?}", moved.map.name);
            }
        }
    }
}

/// Cells and borders of the tile against double precision: each period, square or not, on square and other tiles.
#[test]
fn lattices_are_continuous_at_every_period() {
    let noises = [
        ("perlin", ""),
        ("perlin", ", hash = 'perlin2002'"),
        ("value", ""),
        ("worley", ""),
        ("worley", ", value = 'f2'"),
        ("worley", ", value = 'edge'"),
    ];
    let mut words = Words(3);
    for period in [1u32, 2, 3, 5, 7, 12, 300, 65535] {
        for (kind, keys) in noises {
            for (dimensions, tile) in [(2, "[1, 1, 1]"), (2, "[2, 1, 1]"), (2, "[3, 2, 1]"), (3, "[1, 1, 1]")] {
                if period == 65535 && tile != "[1, 1, 1]" {
                    continue;
                }
                let text = format!(
                    "edition = 1\ndimensions = {dimensions}\ntile = {tile}\n[nodes]\n\
                     tested = {{ type = '{kind}', period = {period}, out = 'signed'{keys} }}\n[maps]\nroughness = 0.5\n"
                );
                let program = program(&material(&text), "tested");
                for _ in 0..24 {
                    // Within 2^-10 cells of a lattice line on two axes; every other one on the border of the tile.
                    let near = |words: &mut Words| {
                        let line = if words.next() & 1 == 0 { 0 } else { words.next() % period };
                        let reach = (4_194_304 / period).max(4);
                        let line = (u64::from(line) << 32) / u64::from(period);
                        (line as u32).wrapping_add(words.next() % reach).wrapping_sub(reach / 2)
                    };
                    let place = [near(&mut words), near(&mut words), words.next()];
                    let want = reference(&program, place.map(Reference::place))[0];
                    for rows in [true, false] {
                        let v = f64::from(at_place(&Engine { rows, ..Engine::default() }, &program, place)[0]);
                        let name = format!("{kind}{keys} {dimensions}D period {period} tile {tile} at {place:?}");
                        assert!((v - want).abs() <= 4e-6, "{name}: {v}, in double precision {want}");
                    }
                }
            }
        }
    }
}

/// C02: octaves whose periods are no whole multiples still close.
#[test]
fn any_lacunarity_closes() {
    for lacunarity in ["1.67", "2.1", "3.0", "[2.1, 1.5]"] {
        let node = P0_NODE.replace("octaves = 5", "octaves = 6").replace("2.0", lacunarity);
        let text = p0(&node, "");
        let pictures: Vec<_> = (1..=4).map(|seed| (picture(&seeded(&text, seed), "base", 256, 256), 256)).collect();
        assert_seamless(&format!("lacunarity {lacunarity}"), &pictures);
        let whole = bake(&material(&text), &Request::new([256, 256]));
        let moved = bake(&material(&text), &offset(&Request::new([256, 256]), [100, -31]));
        assert!(rolled(&whole[0], [100, -31]) == moved[0].samples);
    }
}

/// C19: also the last of 8 octaves, whose period is beyond the usual table of 256.
#[test]
fn the_last_octave_rolls() {
    for period in [3u32, 5, 7, 12] {
        let node = format!("type = 'fbm', basis = 'perlin', period = {period}, octaves = 8, gain = 1.0");
        let material = material(&p0(&node, ""));
        let program = program(&material, "base");
        let mut words = Words(u64::from(period));
        for _ in 0..64 {
            // On the border of the tile every octave must meet its other end.
            let place = [words.next() % 64, words.next(), words.next()];
            let engine = Engine::default();
            let a = at_place(&engine, &program, place)[0];
            let b = at_place(&engine, &program, [place[0].wrapping_sub(64), place[1], place[2]])[0];
            assert!((a - b).abs() < 1e-4, "a step of {} at the border, period {period}", (a - b).abs());
        }
        let size = [1024, 16];
        let whole = bake(&material, &Request::new(size));
        let quarter = Request { offset: Offset::Tiles([0.25, 0.5]), ..Request::new(size) };
        for (whole, moved) in whole.iter().zip(bake(&material, &quarter)) {
            assert!(rolled(whole, [256, 8]) == moved.samples, "period {period}: {}", moved.map.name);
        }
    }
}

/// C32: fine octaves do not repeat inside the tile.
#[test]
fn nothing_repeats_inside_the_tile() {
    for kind in ["fbm", "turbulence", "billow", "ridged"] {
        for basis in ["perlin", "value", "worley"] {
            let text = p0(&format!("type = '{kind}', basis = '{basis}', period = 4, octaves = 5, gain = 1.0"), "");
            // Few coarse cells correlate by chance: the mean over seeds.
            let planes: Vec<Vec<f32>> = (1..=6).map(|seed| picture(&seeded(&text, seed), "base", 96, 96)).collect();
            for by in [[48, 0], [0, 48], [24, 0], [0, 24]] {
                let r = mean(planes.iter().map(|plane| {
                    let moved = |i: usize| plane[(i / 96 + by[1]) % 96 * 96 + (i + by[0]) % 96];
                    correlation(plane, &(0..plane.len()).map(moved).collect::<Vec<_>>())
                }));
                assert!(r.abs() <= 0.15, "{kind} of {basis} repeats after {by:?} of 96 px: r = {r:.3}");
            }
        }
    }
}

/// C33: a cross-fade would be flat around the border.
#[test]
fn the_border_varies_as_the_middle() {
    for kind in ["perlin", "value", "worley", "fbm", "turbulence", "billow", "ridged"] {
        for size in [256usize, 16] {
            let octaves = if ["perlin", "value", "worley"].contains(&kind) { "" } else { ", octaves = 4" };
            let text = p0(&format!("type = '{kind}', period = 8{octaves}"), "");
            let ratios = (0..12).map(|seed| {
                let plane = picture(&seeded(&text, seed), "base", size as u32, size as u32);
                let middle = |i: usize| (size / 4..size * 3 / 4).contains(&i);
                let part = |inside: bool| {
                    let part: Vec<f64> =
                        wide(&plane).enumerate().filter(|(i, _)| middle(i % size) == inside).map(|v| v.1).collect();
                    let m = mean(part.iter().copied());
                    mean(part.iter().map(|v| (v - m) * (v - m)))
                };
                part(true) / part(false)
            });
            let ratio = mean(ratios);
            assert!((0.8..=1.25).contains(&ratio), "{kind} at {size} px: middle / border is {ratio:.3}");
        }
    }
}

/// C31: octaves are not copies of each other, and do not meet at the origin.
#[test]
fn octaves_are_independent() {
    let material = |period: u32, octaves: u32, seed: u64| {
        let node = format!(
            "type = 'fbm', basis = 'perlin', period = {period}, gain = 1.0, out = 'signed', octaves = {octaves}"
        );
        seeded(&p0(&node, ""), seed)
    };
    // Octave k alone: the sum of k + 1 octaves less that of k, each undone of its scale.
    let sum = |octaves: u32, size: u32, seed: u64| -> Vec<f32> {
        let scale = f64::from(octaves).sqrt();
        wide(&picture(&material(16, octaves, seed), "base", size, size)).map(|v| (v * scale) as f32).collect()
    };
    let octave = |k: u32, size: u32, seed: u64| -> Vec<f32> {
        if k == 0 {
            return sum(1, size, seed);
        }
        sum(k + 1, size, seed).iter().zip(sum(k, size, seed)).map(|(a, b)| a - b).collect()
    };
    // Octave k + 1, seen twice as large from the origin on, against octave k.
    for k in 0..3 {
        let r = mean((0..6).map(|seed| {
            let (coarse, fine) = (octave(k, 128, seed), octave(k + 1, 256, seed));
            let fine: Vec<f32> = (0..128 * 128).map(|i| fine[(i / 128) * 256 + i % 128]).collect();
            correlation(&coarse, &fine)
        }));
        assert!(r.abs() < 0.05, "octaves {k} and {} correlate: {r:.3}", k + 1);
    }
    // Energy around the origin against that around a place without meaning.
    let (mut near, mut far) = (0.0, 0.0);
    for seed in 0..200 {
        let program = program(&material(4, 5, seed), "base");
        for i in 0..12u32 {
            // A ring of 0.1 cells of the first octave.
            let (sin, cos) = (f64::from(i) / 12.0 * std::f64::consts::TAU).sin_cos();
            for (x, y, sum) in [(0.0, 0.0, &mut near), (0.371, 0.613, &mut far)] {
                let place = [turn_word(x + 0.025 * cos), turn_word(y + 0.025 * sin), 0];
                let v = f64::from(at_place(&Engine::default(), &program, place)[0]);
                *sum += v * v;
            }
        }
    }
    let ratio = near / far;
    assert!((0.9..=1.1).contains(&ratio), "energy at the origin is {ratio:.3} of that elsewhere");
}

/// C58: whole tiles change nothing, no size of number breaks anything.
#[test]
fn large_numbers_are_places_too() {
    let text = p0(P0_NODE, "");
    let small = Request::new([48, 48]);
    let whole = bake(&material(&text), &small);
    for tiles in [[1e6, 1e6], [-3.0, 1e18], [-1e300, 4_503_599_627_370_496.0], [f64::INFINITY, f64::NAN]] {
        let moved = bake(&material(&text), &Request { offset: Offset::Tiles(tiles), ..small.clone() });
        assert!(whole == moved, "an offset of {tiles:?} tiles");
    }
    let far = bake(&material(&text), &offset(&small, [i64::MAX / 2, i64::MIN / 2]));
    let by = [(i64::MAX / 2).rem_euclid(48), (i64::MIN / 2).rem_euclid(48)];
    assert!(rolled(&whole[0], by) == far[0].samples);
    let largest = (1u64 << 53) - 1;
    assert!(bake(&seeded(&text, largest), &small) != whole);
    assert!(
        bake(&material(&text.replace("seed = 1", &format!("seed = {largest}"))), &small)[0].samples != whole[0].samples
    );
    assert!(refused(&text.replace("seed = 1", "seed = 9007199254740992")).contains("seed"));
    assert!(refused(&text.replace("seed = 1", "seed = 4611686018427387904")).contains("seed"));
    let too_large = Settings { seed: Some(1 << 53), ..Settings::default() };
    assert!(bakestone::Material::read(bakestone::Source::new("t", text.as_str()), &too_large).is_err());
    assert!(refused(&p0(&P0_NODE.replace("period = 4", "period = 65536"), "")).contains("period"));
    let wild = P0_NODE.replace("period = 4", "period = 65535").replace("octaves = 5", "octaves = 16");
    let flat = bake(&material(&p0(&wild, "")), &small);
    assert!(flat[0].samples != whole[0].samples);
}

/// C59: pictures of any shape, tiles of any ratio.
#[test]
fn odd_shapes_are_seamless() {
    for (tile, size) in [
        ("[4, 1]", [512u32, 128u32]),
        ("[3, 2]", [300, 200]),
        ("[1, 1]", [300, 200]),
        ("[1, 1]", [37, 53]),
        ("[2, 1]", [128, 64]),
    ] {
        for kind in ["fbm", "turbulence", "ridged"] {
            let text =
                p0(&P0_NODE.replace("fbm", kind).replace("octaves = 5", "octaves = 3"), &format!("tile = {tile}"));
            let pictures: Vec<_> = (1..=6)
                .map(|seed| (picture(&seeded(&text, seed), "base", size[0], size[1]), size[0] as usize))
                .collect();
            assert_seamless(&format!("{kind} on a tile {tile} at {size:?}"), &pictures);
        }
    }
    // A column is a picture as well.
    for size in [[1, 64], [64, 1], [2, 2]] {
        for image in bake(&material(&p0(P0_NODE, "")), &Request::new(size)) {
            assert_eq!([image.width, image.height], size);
        }
    }
}

/// C59: cells are square on every tile, so slopes per metre are alike along both axes.
#[test]
fn cells_are_square_on_any_tile() {
    for (tile, size, wide) in
        [("[4, 1]", [256u32, 64u32], 4.0), ("[3, 2]", [192, 128], 1.5), ("[3, 2]", [128, 128], 1.5)]
    {
        let text = p0("type = 'perlin', period = 6", &format!("tile = {tile}"));
        let (mut x, mut y) = (0.0, 0.0);
        for seed in 0..20 {
            let program = program(&seeded(&text, seed), "base");
            let raster = bakestone::eval::Raster::new(size[0], size[1]);
            let window =
                bakestone::eval::Window { x: 0, y: 0, z: 0, width: size[0] as usize, height: size[1] as usize };
            let [_, dx, dy] = &Engine::default().slopes(&program, &raster, window)[0];
            x += mean(crate::support::wide(dx).map(f64::abs)) / wide;
            y += mean(crate::support::wide(dy).map(f64::abs));
        }
        assert!((x / y - 1.0).abs() < 0.05, "tile {tile} at {size:?}: slopes x / y = {:.3}", x / y);
    }
}
