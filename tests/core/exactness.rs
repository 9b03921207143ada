//! One picture everywhere: equal bits on all SIMD levels, by both paths, with any number of threads, in any part.

use crate::support::*;
use bakestone::eval::Engine;
use bakestone::{Bake, Image, Region, Request, Samples, Want};

/// Pictures that are no whole number of vectors, strips or bands.
const SIZES: &[[u32; 2]] = &[[1, 1], [3, 5], [37, 37], [257, 17], [513, 3], [1025, 3]];

#[test]
fn nodes_have_equal_bits_on_all_levels_and_paths() {
    let outputs = |case: Case| case.outputs().into_iter().map(move |output| (case, output));
    for (case, output) in cases().into_iter().flat_map(outputs) {
        let program = program(&material(&case.text()), &output);
        for [width, height] in SIZES {
            // Pixels in 3D are dearer.
            let height = if case.dimensions == 3 { height.div_ceil(4) } else { *height };
            let size = format!("{output} of {} at {width} x {height}", case.name());
            let mut first = None;
            for (name, level) in levels() {
                for rows in [false, true] {
                    let planes = planes(&Engine { level, rows, ..Engine::default() }, &program, *width, height);
                    let planes: Vec<Vec<u32>> = planes.iter().map(|p| bits(p)).collect();
                    let first = first.get_or_insert_with(|| planes.clone());
                    assert!(*first == planes, "{size} differs on {name}, rows {rows}");
                }
            }
        }
    }
}

fn parts(size: [u32; 2]) -> [Region; 3] {
    let [width, height] = size;
    [
        // Across both borders, one pixel, one whole row.
        Region { x: width - 5, y: height - 3, width: width / 2, height: height / 3 },
        Region { x: width / 2, y: height / 2, width: 1, height: 1 },
        Region { x: 3, y: 1, width, height: 1 },
    ]
}

fn check(name: &str, size: [u32; 2], go: &(dyn Fn(&Request, &Engine) -> Vec<Image> + Sync), request: &Request) {
    let whole = with_threads(1, || go(request, &Engine::default()));
    let three = with_threads(3, || go(request, &Engine::default()));
    assert!(whole == three, "{name} differs with three threads");
    for (level_name, level) in levels() {
        for rows in [false, true] {
            let images = go(request, &Engine { level, rows, ..Engine::default() });
            for (a, b) in whole.iter().zip(&images) {
                assert!(a == b, "{name}, map {} differs on {level_name}, rows {rows}", a.map.name);
            }
        }
    }
    for region in parts(size) {
        let images = go(&Request { region: Some(region), ..request.clone() }, &Engine::default());
        for (whole, part) in whole.iter().zip(&images) {
            assert!(cut(whole, region) == part.samples, "{name}, map {}: {region:?} differs", whole.map.name);
        }
    }
}

#[test]
fn regions_and_threads_of_nodes_do_not_change_a_bit() {
    for case in cases() {
        let material = material(&case.text());
        for (size, samples) in [([83, 20], 1), ([29, 18], 2)] {
            let request = Request { samples, ..tested(size) };
            let go = |request: &Request, engine: &Engine| bake_on(&material, request, engine);
            check(&format!("{} with {samples} samples", case.name()), size, &go, &request);
        }
    }
}

#[test]
fn presets_have_equal_bits_everywhere() {
    for (name, material) in built_in().into_iter().filter(|(name, _)| FEW.contains(name)) {
        for (size, samples, request) in [([101, 75], 1, floats([101, 75])), ([41, 27], 2, Request::new([41, 27]))] {
            // Grids have a test of their own among the nodes; here they would be most of the work.
            let maps = Bake::new(&material, &request, &Engine::default()).unwrap();
            let maps = maps.maps().iter().map(|m| m.name.clone()).filter(|m| m != "ao").collect();
            let request = Request { samples, want: Want { maps: Some(maps), ..request.want.clone() }, ..request };
            let go = |request: &Request, engine: &Engine| bake_on(&material, request, engine);
            check(&format!("{name} with {samples} samples"), size, &go, &request);
        }
    }
}

/// Bands are at least 8 rows: a picture of many bands is the same as its rows one by one.
#[test]
fn bands_do_not_change_a_bit() {
    let material = material(&p0(P0_NODE, ""));
    let size = [1025, 150];
    let whole = bake(&material, &Request::new(size));
    for y in [0, 7, 8, 63, 64, 65, 149] {
        let region = Region { x: 0, y, width: size[0], height: 1 };
        let row = bake(&material, &Request { region: Some(region), ..Request::new(size) });
        for (whole, row) in whole.iter().zip(&row) {
            assert!(cut(whole, region) == row.samples, "row {y} of {}", whole.map.name);
        }
    }
}

/// Dither is a function of the pixel on the tile, so it rolls and wraps as all else does.
#[test]
fn dither_rolls_and_wraps() {
    let text = "edition = 1\n[nodes]\nbase = { type = 'perlin', period = 3 }\n[maps]\n\
        roughness = { value = 'base', dither = true }\nbasecolor = { value = 'base', dither = true }\n";
    let material = material(text);
    let size = [61, 43];
    let whole = bake(&material, &Request::new(size));
    let by = [17, -9];
    let moved = bake(&material, &offset(&Request::new(size), by));
    for (whole, moved) in whole.iter().zip(&moved) {
        assert!(rolled(whole, by) == moved.samples, "{} does not roll", whole.map.name);
    }
    for region in parts(size) {
        let part = bake(&material, &Request { region: Some(region), ..Request::new(size) });
        for (whole, part) in whole.iter().zip(&part) {
            assert!(cut(whole, region) == part.samples, "{}: {region:?} differs", whole.map.name);
        }
    }
}

#[test]
fn slices_of_a_volume_are_pictures_of_3d_kernels() {
    let material = material(&p0("type = 'perlin', period = 3", "tile = [1, 1, 1]"));
    let slice = |k: u32, d: u32| bake(&material, &Request { slice: Some([k, d]), ..floats([40, 40]) });
    // Slice k of d lies at (k + 1/2) / d: slice 7 of 15 is slice 22 of 45.
    assert!(slice(7, 15) == slice(22, 45));
    assert!(slice(6, 15) != slice(7, 15));
}

/// Dither scatters what rounding loses: nothing of whole numbers, and of others none on average.
#[test]
fn dither_keeps_what_rounding_keeps() {
    let text = |value: f64| {
        format!(
            "edition = 1\n[[layers]]\nroughness = {value}\nheight = 0\n[maps]\nroughness = {{ dither = true }}\n\
             normal = {{ depth = 8, dither = true }}\nao = false\n"
        )
    };
    let bytes = |value: f64, map_name: &str| {
        let images = bake(&material(&text(value)), &Request::new([64, 64]));
        match &map(&images, map_name).samples {
            Samples::U8(v) => v.clone(),
            other => panic!("{other:?}"),
        }
    };
    for whole in [0u8, 1, 100, 255] {
        assert!(bytes(f64::from(whole) / 255.0, "roughness").iter().all(|v| *v == whole), "{whole}");
    }
    let between = bytes(100.3 / 255.0, "roughness");
    let mean = between.iter().map(|v| f64::from(*v)).sum::<f64>() / between.len() as f64;
    assert!((mean - 100.3).abs() < 0.03 && between.iter().all(|v| (100..=101).contains(v)), "{mean}");
    // 0.5 lies between 127 and 128.
    assert!(bytes(0.5, "normal").as_chunks::<3>().0.iter().all(|n| n[2] == 255 && (127..=128).contains(&n[0])));
}
