//! Resolution is not part of the picture, normals are true, and what a picture can't carry fades to its mean.

use crate::support::*;
use bakestone::maps::Depth;
use bakestone::{Bake, Engine, Request, Samples, Size, Want};

fn at(material: &bakestone::Material, size: u32) -> Vec<f32> {
    values(&bake(material, &tested_base(size))[0]).to_vec()
}

fn tested_base(size: u32) -> Request {
    let mut request = tested([size, size]);
    request.want.nodes = vec!["base".into()];
    request
}

/// C26: the same picture at each size, for the octaves that the smaller one carries.
#[test]
fn sizes_agree() {
    for kind in ["fbm", "turbulence", "billow", "ridged"] {
        let material = material(&p0(&P0_NODE.replace("fbm", kind).replace("octaves = 5", "octaves = 4"), ""));
        let small = at(&material, 128);
        for n in [2, 4] {
            let large = boxed(&at(&material, 128 * n), 128 * n as usize, n as usize);
            let difference = mean(small.iter().zip(&large).map(|(a, b)| f64::from(a - b).abs()));
            assert!(difference <= 0.005, "{kind}: 128 px differ by {difference:.4} from {} px", 128 * n);
        }
    }
    let material = material(&p0(P0_NODE, ""));
    let large = boxed(&at(&material, 1024), 1024, 4);
    let difference = mean(at(&material, 256).iter().zip(&large).map(|(a, b)| f64::from(a - b).abs()));
    assert!(difference <= 0.005, "256 px differ by {difference:.4} from 1024 px");
}

/// C65: detail beyond the pixels is cut off, not aliased.
#[test]
fn fine_turbulence_does_not_alias() {
    let material = material(&p0("type = 'turbulence', period = 8, octaves = 10", ""));
    let small = at(&material, 256);
    let large = boxed(&at(&material, 4096), 4096, 16);
    let square = mean(small.iter().zip(&large).map(|(a, b)| f64::from(a - b).powi(2)));
    assert!(square.sqrt() <= 0.03, "RMS {:.4}", square.sqrt());
    let next: Vec<f32> = (0..small.len()).map(|i| small[i / 256 * 256 + (i + 1) % 256]).collect();
    let r = correlation(&small, &next);
    assert!(r > 0.5, "neighbours correlate by {r:.3}");
}

/// C07: no pixel is the same for every seed; a lattice as fine as the pixels is dropped and said so.
#[test]
fn lattice_points_are_not_sampled() {
    let text = p0(P0_NODE, "");
    let first: Vec<f64> = (0..64).map(|seed| f64::from(at(&seeded(&text, seed), 64)[0])).collect();
    let m = mean(first.iter().copied());
    let deviation = mean(first.iter().map(|v| (v - m) * (v - m))).sqrt();
    assert!(deviation > 0.005, "pixel (0, 0) varies by {deviation:.4}");
    for (period, weight) in [(16, None), (20, Some(0.6)), (32, Some(0.0)), (64, Some(0.0)), (128, Some(0.0))] {
        let material = material(&p0(
            &P0_NODE.replace("period = 4", &format!("period = {period}")).replace("octaves = 5", "octaves = 1"),
            "",
        ));
        let bake = Bake::new(&material, &tested_base(64), &Engine::default()).unwrap();
        let dropped: Vec<f32> = bake.dropped().iter().map(|d| d.weight).collect();
        assert!(dropped.iter().all(|w| (w - weight.unwrap_or(1.0)).abs() < 1e-6), "period {period}: {dropped:?}");
        assert_eq!(dropped.len(), usize::from(weight.is_some()), "period {period}");
        if weight == Some(0.0) {
            assert_eq!(bake.dropped()[0].node, "base");
            let image = &bake.images()[0];
            assert!(values(image).iter().all(|v| *v == 0.5), "what is dropped is its mean");
        }
    }
}

/// The weight clamp((pixels per cell - 2) / 2, 0, 1) on the coarser axis of the whole picture, also with samples.
#[test]
fn cut_off_weights_are_as_documented() {
    let weights = |node: &str, request: Request| -> Vec<f32> {
        let material = material(&p0(node, ""));
        Bake::new(&material, &request, &Engine::default()).unwrap().dropped().iter().map(|d| d.weight).collect()
    };
    let perlin = |period: &str| format!("type = 'perlin', period = {period}");
    let sized = |size: [u32; 2], samples: u32| Request { samples, ..Request { size, ..tested_base(1) } };
    // 60 px on 20 cells: 3 px a cell, half.
    assert_eq!(weights(&perlin("20"), sized([60, 60], 1)), [0.5]);
    assert_eq!(weights(&perlin("20"), sized([600, 60], 1)), [0.5]);
    assert_eq!(weights(&perlin("20"), sized([60, 60], 2)), Vec::<f32>::new());
    assert_eq!(weights(&perlin("[20, 5]"), sized([60, 60], 1)), [0.5]);
    assert_eq!(weights(&perlin("[5, 20]"), sized([60, 60], 1)), [0.5]);
    let region = bakestone::Region { x: 0, y: 0, width: 4, height: 4 };
    assert_eq!(weights(&perlin("20"), Request { region: Some(region), ..sized([60, 60], 1) }), [0.5]);
    // In volumes the slices count as well: 8 slices on 4 cells.
    assert_eq!(weights(&perlin("4"), Request { slice: Some([0, 8]), ..sized([60, 60], 1) }), [0.0]);
    assert_eq!(weights(&perlin("4"), Request { slice: Some([0, 16]), ..sized([60, 60], 1) }), Vec::<f32>::new());
    // Distances and ids never fade.
    let mut request = sized([16, 16], 1);
    request.want.nodes = vec!["base.f1".into(), "base.id".into(), "base.edge".into()];
    assert_eq!(weights("type = 'worley', period = 16", request), Vec::<f32>::new());
}

/// A faded noise is mean + weight (noise - mean); a dropped |noise| leaves its mean.
#[test]
fn what_is_dropped_leaves_its_mean() {
    let mut differences = Vec::new();
    for kind in ["fbm", "turbulence", "billow", "ridged"] {
        for basis in ["perlin", "value", "worley"] {
            let node = format!("type = '{kind}', basis = '{basis}', period = 8, octaves = 6");
            let means = |size: u32| mean((0..2).map(|seed| mean(wide(&at(&seeded(&p0(&node, ""), seed), size)))));
            let (all, few) = (means(512), means(64));
            assert!((all - few).abs() < 0.01, "{kind} of {basis}: mean {all:.4} at 512 px, {few:.4} at 64 px");
            differences.push((all - few).abs());
        }
    }
    assert!(differences.iter().any(|d| *d > 0.0));
    // 48 px on 16 cells: half of the noise.
    for (kind, level) in [("perlin", 0.5), ("value", 0.5)] {
        let material = material(&p0(&format!("type = '{kind}', period = 16"), ""));
        let half = at(&material, 48);
        let all = picture(&material, "base", 48, 48);
        for (half, all) in half.iter().zip(&all) {
            assert!((half - (level + 0.5 * (all - level))).abs() < 1e-6);
        }
    }
}

fn tilts(normal: &[f32]) -> f64 {
    mean(normal.chunks_exact(3).map(|n| (f64::from(n[2]) * 2.0 - 1.0).clamp(-1.0, 1.0).acos()))
}

const RELIEF: &str = "edition = 1\nseed = 1\n[nodes]\n\
    base = { type = 'fbm', basis = 'perlin', period = 4, octaves = 4 }\n[maps]\nheight = { value = 'base', amplitude = 0.1 }\n";

/// C04: slopes are metres per metre, whatever the size.
#[test]
fn normals_tilt_alike_at_all_sizes() {
    for method in ["central", "analytic"] {
        let material = material(&format!("{RELIEF}normal = {{ method = '{method}' }}\n"));
        let tilt = |size: u32| tilts(values(map(&bake(&material, &floats([size, size])), "normal")));
        let ratio = tilt(1024) / tilt(256);
        assert!((0.95..=1.05).contains(&ratio), "{method}: mean tilt 1024 / 256 = {ratio:.3}");
    }
}

/// C01: M4, and more strictly: every pixel is the wrapped central difference of the height.
#[test]
fn normals_wrap() {
    for (tile, size) in [([1.0, 1.0], [96u32, 96u32]), ([2.0, 1.0], [90, 50])] {
        let text = format!("{RELIEF}normal = {{ strength = 3, signed = true }}\n")
            .replace("seed = 1", &format!("seed = 1\ntile = [{}, {}]", tile[0], tile[1]));
        let images = bake(&material(&text), &floats(size));
        let height = values(map(&images, "height"));
        let normal = values(map(&images, "normal"));
        let (w, h) = (size[0] as usize, size[1] as usize);
        let z = |x: usize, y: usize| f64::from(height[y % h * w + x % w]);
        for y in 0..h {
            for x in 0..w {
                let dx = (z(x + 1, y) - z(x + w - 1, y)) / (2.0 * tile[0] / w as f64);
                let dy = (z(x, y + h - 1) - z(x, y + 1)) / (2.0 * tile[1] / h as f64);
                let n = [-3.0 * dx, -3.0 * dy, 1.0];
                let length = (n[0] * n[0] + n[1] * n[1] + 1.0).sqrt();
                for (c, n) in n.iter().enumerate() {
                    let v = f64::from(normal[(y * w + x) * 3 + c]);
                    assert!((v - n / length).abs() < 2e-4, "pixel {x}, {y}: {v}, not {}", n / length);
                }
            }
        }
    }
}

/// Differences over ever smaller pixels come to the exact slopes.
#[test]
fn analytic_normals_are_the_limit_of_central_ones() {
    let normal = |method: &str, size: u32| {
        let text = format!("{RELIEF}normal = {{ method = '{method}', signed = true }}\n");
        values(map(&bake(&material(&text), &floats([size, size])), "normal")).to_vec()
    };
    let error = |size: u32| {
        let (a, b) = (normal("analytic", size), normal("central", size));
        mean(a.iter().zip(&b).map(|(a, b)| f64::from(a - b).abs()))
    };
    let (coarse, fine) = (error(128), error(512));
    assert!(fine < 2e-3, "{fine}");
    assert!(fine < coarse / 8.0, "{coarse} at 128 px, {fine} at 512 px");
    let exr = |convention: &str| {
        let text = format!("{RELIEF}normal = {{ convention = '{convention}', signed = true }}\n");
        values(map(&bake(&material(&text), &floats([32, 32])), "normal")).to_vec()
    };
    for (a, b) in exr("opengl").chunks_exact(3).zip(exr("directx").chunks_exact(3)) {
        assert_eq!([a[0], a[1], a[2]], [b[0], -b[1], b[2]]);
    }
}

/// C37: flat is 128, 128, 255.
#[test]
fn flat_is_flat() {
    for convention in ["opengl", "directx"] {
        for value in ["0.3", "0", "0 * perlin"] {
            for method in ["central", "analytic"] {
                let text = format!(
                    "edition = 1\n[nodes]\nperlin = {{ type = 'perlin' }}\n[maps]\nheight = '{value}'\n\
                     normal = {{ convention = '{convention}', method = '{method}' }}\n"
                );
                let material = material(&text);
                let deep = |depth: Depth| {
                    let want = Want { depth: Some(depth), maps: Some(vec!["normal".into()]), ..Want::default() };
                    bake(&material, &Request { want, ..Request::new([33, 9]) })[0].samples.clone()
                };
                let all = 33 * 9;
                assert_eq!(deep(Depth::Eight), Samples::U8([128, 128, 255].repeat(all)), "{text}");
                assert_eq!(deep(Depth::Sixteen), Samples::U16([32768, 32768, 65535].repeat(all)), "{text}");
            }
        }
    }
}

/// C60: normals have length 1 and never point down.
#[test]
fn normals_have_length_one() {
    for strength in ["0", "0.1", "1", "10", "1000"] {
        let material = material(&format!("{RELIEF}normal = {{ strength = {strength} }}\n"));
        for (depth, top) in [(Depth::Eight, 255.0), (Depth::Sixteen, 65535.0)] {
            let want = Want { depth: Some(depth), ..Want::default() };
            let images = bake(&material, &Request { want, ..Request::new([64, 64]) });
            let stored: Vec<f64> = match &map(&images, "normal").samples {
                Samples::U8(v) => v.iter().map(|v| f64::from(*v)).collect(),
                Samples::U16(v) => v.iter().map(|v| f64::from(*v)).collect(),
                Samples::Float(_) => panic!(),
            };
            for n in stored.chunks_exact(3) {
                let v = [0, 1, 2].map(|i| n[i] / top * 2.0 - 1.0);
                let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
                assert!((length - 1.0).abs() <= 3f64.sqrt() / top, "strength {strength}: length {length}");
                assert!(n[2] * 2.0 >= top, "strength {strength}: z points down");
            }
        }
    }
}

/// C20, C35: stored values are rounded, data has no curve.
#[test]
fn constants_are_stored_as_they_are() {
    for (value, wide, narrow) in [("0.5", 32768u16, 128u8), ("0.25", 16384, 64), ("0", 0, 0), ("1", 65535, 255)] {
        let text = format!("edition = 1\n[maps]\nheight = '{value}'\nroughness = '{value}'\nmask = '{value}'\n");
        let material = material(&text);
        for (depth, want) in
            [(Depth::Sixteen, Samples::U16(vec![wide; 15])), (Depth::Eight, Samples::U8(vec![narrow; 15]))]
        {
            let wanted = Want { depth: Some(depth), ..Want::default() };
            let images = bake(&material, &Request { want: wanted, ..Request::new([5, 3]) });
            for name in ["height", "roughness", "mask"] {
                assert_eq!(map(&images, name).samples, want, "{name} of {value}");
            }
        }
    }
    // Colours come back as the codes they were written with.
    let text = "edition = 1\n[maps]\nbasecolor = \"'#0a80fc'\"\n";
    assert_eq!(bake(&material(text), &Request::new([2, 1]))[0].samples, Samples::U8([10, 128, 252].repeat(2)));
    let size = material(&text.replace("[maps]", "tile = [2, 1]\n[maps]")).pixels(Some(Size::Longer(300)));
    assert_eq!(size, Ok([300, 150]));
}

/// `lost_detail`: slopes that a normal map can't carry widen the highlights, alpha'^2 = alpha^2 + 2 variance.
#[test]
fn lost_slopes_become_roughness() {
    let material = material(
        "edition = 1\nname = 't'\ntile = [1.0, 1.0]\n[nodes]\n\
         rough = { type = 'fbm', period = 4, octaves = 5, gain = 0.6, out = 'signed' }\nheight = '0.02 * rough'\n\
         [[layers]]\nheight = 'height'\nroughness = 0.3\n[maps]\nroughness = { lost_detail = 'add' }\n",
    );
    // The slopes of all octaves, and of those that 64 pixels carry, by differences on a fine grid.
    let variance = |pixels| {
        let n = 1024;
        let (_, program) = material.node("height", "", pixels, &Engine::default()).unwrap();
        let h = plane(&program, n, n);
        let n = n as usize;
        let slope = |a: usize, b: usize| f64::from(h[a] - h[b]) * n as f64 / 2.0;
        mean((0..n * n).map(|i| {
            let (x, y) = (i % n, i / n);
            let across = slope(y * n + (x + 1) % n, y * n + (x + n - 1) % n);
            let down = slope((y + 1) % n * n + x, (y + n - 1) % n * n + x);
            0.5 * (across * across + down * down)
        }))
    };
    let lost = variance(None) - variance(Some([64.0, 64.0, f64::INFINITY]));
    let wanted = (0.3f64.powi(4) + 2.0 * lost).powf(0.25);
    assert!(wanted > 0.4, "the test needs a material that loses much: {wanted}");
    let rough = |size| f64::from(values(map(&bake(&material, &floats([size, size])), "roughness"))[0]);
    assert!((rough(64) - wanted).abs() < 0.02 * wanted, "{} where {wanted} is wanted", rough(64));
    assert!((rough(1024) - 0.3).abs() < 1e-4, "nothing is lost at 1024 px: {}", rough(1024));
}

/// What a size can't carry must not change what the stored heights mean.
#[test]
fn the_span_of_heights_does_not_depend_on_the_size() {
    for (name, material) in built_in() {
        let spans = [16, 250].map(|edge| {
            let want = Want { maps: Some(vec!["height".into()]), ..Want::default() };
            let bake = Bake::new(&material, &Request { want, ..Request::new([edge; 2]) }, &Engine::default()).unwrap();
            bake.maps()[0].kind.clone()
        });
        assert!(spans.iter().all(|span| *span == spans[0]), "{name}: {spans:?}");
    }
}
