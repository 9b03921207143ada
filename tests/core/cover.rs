//! Masks of a share of the area, and ambient occlusion against a horizon by brute force.

use crate::support::*;

#[test]
fn masks_cover_their_share() {
    for (node, name) in [
        ("type = 'perlin', period = 8", "perlin"),
        ("type = 'fbm', period = 5, octaves = 4", "fbm"),
        ("type = 'worley', period = 6", "worley"),
        ("type = 'ridged', period = 4, octaves = 3", "ridged"),
        ("type = 'wave', frequency = [3, 2, 0]", "wave"),
    ] {
        for share in [0.05, 0.3, 0.5, 0.9] {
            for softness in [0.0, 0.1, 0.5] {
                let text =
                    p0(node, "").replace("[maps]", &format!("mask = 'cover(base, {share}, {softness})'\n[maps]"));
                let mask = picture(&material(&text), "mask", 512, 512);
                let found = mean(wide(&mask));
                assert!((found - share).abs() <= 0.01, "{name}: cover(x, {share}, {softness}) covers {found:.4}");
                assert!(mask.iter().all(|v| (0.0..=1.0).contains(v)));
            }
        }
    }
    for (share, all) in [(0.0, 0.0), (1.0, 1.0)] {
        let text = p0(P0_NODE, "").replace("[maps]", &format!("mask = 'cover(base, {share})'\n[maps]"));
        assert!(picture(&material(&text), "mask", 9, 9).iter().all(|v| *v == all));
    }
}

/// Fine print 13: the threshold is found on a grid of its own, so a larger picture has the same mask.
#[test]
fn masks_do_not_depend_on_the_picture() {
    let text = p0("type = 'perlin', period = 5", "").replace("[maps]", "mask = 'cover(base, 0.4)'\n[maps]");
    let material = material(&text);
    let (small, large) = (picture(&material, "mask", 81, 81), picture(&material, "mask", 243, 243));
    // Centres of small pixels are centres of every third large one.
    for i in 0..small.len() {
        assert_eq!(small[i], large[(i / 81 * 3 + 1) * 243 + i % 81 * 3 + 1]);
    }
}

#[test]
fn occlusion_is_that_of_a_horizon() {
    const N: usize = 256;
    let text = p0("type = 'fbm', period = 6, octaves = 4", "").replace(
        "[maps]",
        "relief = '0.12 * base'\nshade = { type = 'occlusion', of = 'relief', grid = 256, radius = 0.05 }\n[maps]",
    );
    let material = material(&text);
    let heights = picture(&material, "relief", N as u32, N as u32);
    let shade = picture(&material, "shade", N as u32, N as u32);
    let z = |x: i64, y: i64| f64::from(heights[y.rem_euclid(N as i64) as usize * N + x.rem_euclid(N as i64) as usize]);
    let read = |u: f64, v: f64| {
        let (x, y) = (u.floor() as i64, v.floor() as i64);
        let (s, t) = (u - u.floor(), v - v.floor());
        (z(x, y) * (1.0 - s) + z(x + 1, y) * s) * (1.0 - t) + (z(x, y + 1) * (1.0 - s) + z(x + 1, y + 1) * s) * t
    };
    let mut differences = Vec::new();
    for i in (0..N * N).step_by(7) {
        let (x, y) = ((i % N) as f64, (i / N) as f64);
        let here = z(x as i64, y as i64);
        let open = mean((0..48).map(|azimuth| {
            let (sin, cos) = (f64::from(azimuth) / 48.0 * std::f64::consts::TAU).sin_cos();
            let steps = 0.05 * N as f64 * 2.0;
            let slope = (1..=steps as u32).map(|k| {
                let cells = f64::from(k) * 0.5;
                (read(x + cos * cells, y + sin * cells) - here) / (cells / N as f64)
            });
            let slope = slope.fold(0.0, f64::max);
            // Cosine-weighted sky above the horizon: cos^2 of its elevation.
            1.0 / (1.0 + slope * slope)
        }));
        differences.push((open - f64::from(shade[i])).abs());
    }
    let difference = mean(differences.iter().copied());
    assert!(difference <= 0.02, "mean difference {difference:.4}");
    let m = mean(wide(&shade));
    assert!((0.2..0.97).contains(&m), "there is shade: {m:.3}");
}
