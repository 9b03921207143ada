//! Published values, through the kernels that bake.

use crate::support::{at_place, material, program, published};
use bakestone::eval::{Engine, reference};
use bakestone::machine::{Dual, Machine, Reference, math::quintic};
use bakestone::program::turn_word;

fn number(v: &toml::Value) -> f64 {
    v.as_float().unwrap_or_else(|| v.as_integer().unwrap() as f64)
}

/// One cell per unit: 256 cells per tile, the lattice's origin at the tile's.
const NODE: &str = "edition = 1\ndimensions = 3\ntile = [1, 1, 1]\n[nodes]\n\
    tested = { type = 'perlin', hash = 'perlin2002', period = [256, 256, 256], out = 'signed' }\n[maps]\nroughness = 0.5\n";

fn place(p: [f64; 3]) -> [u32; 3] {
    p.map(|p| turn_word(p / 256.0))
}

fn both_paths() -> [Engine; 2] {
    [true, false].map(|rows| Engine { rows, ..Engine::default() })
}

#[test]
fn perlin_2002_has_its_published_values() {
    let program = program(&material(NODE), "tested");
    let all = published()["perlin2002"].as_array().unwrap();
    assert!(all.len() >= 6);
    for entry in all {
        let p: Vec<f64> = entry["p"].as_array().unwrap().iter().map(number).collect();
        let (p, want) = ([p[0], p[1], p[2]], number(&entry["value"]));
        for engine in both_paths() {
            let v = f64::from(at_place(&engine, &program, place(p))[0]);
            assert!((v - want).abs() < 1e-6, "{p:?}: {v}, published {want}, rows {}", engine.rows);
        }
        let v = reference(&program, p.map(|p| ((p / 256.0).rem_euclid(1.0) * 18_446_744_073_709_551_616.0) as u64))[0];
        assert!((v - want).abs() < 1e-6, "{p:?}: {v} in double precision, published {want}");
    }
}

#[test]
fn perlin_2002_is_zero_at_whole_coordinates() {
    let program = program(&material(NODE), "tested");
    for i in 0..256 {
        let p = [f64::from(i), f64::from(i * 7 % 256), f64::from(i * 31 % 256)];
        for engine in both_paths() {
            assert_eq!(at_place(&engine, &program, place(p)), [0.0], "{p:?}");
        }
        assert_eq!(reference(&program, place(p).map(Reference::place)), [0.0], "{p:?}");
    }
}

/// A flat picture with the published table is the slice of the noise at a whole z: zero along lattice points, and the
/// published values of z = 0.
// 3.14 is what was published.
#[allow(clippy::approx_constant)]
#[test]
fn flat_perlin_2002_is_a_slice_at_a_whole_z() {
    let flat = NODE.replace("dimensions = 3", "dimensions = 2").replace("[256, 256, 256]", "[256, 256]");
    let program = program(&material(&flat), "tested");
    let middle = 1 << 31;
    for engine in both_paths() {
        for (p, want) in [([3.14, 42.0], 0.136_919_958_784_000_12), ([-4.2, 10.0], -0.142_080_000_000_000_43)] {
            let [x, y, _] = place([p[0], p[1], 0.0]);
            let v = f64::from(at_place(&engine, &program, [x, y, middle])[0]);
            assert!((v - want).abs() < 1e-6, "{p:?}: {v}, published {want}");
        }
    }
}

#[test]
fn fade_ends_flat_and_straight() {
    for entry in published()["quintic"].as_array().unwrap() {
        assert_eq!(quintic(Reference, number(&entry["t"])), number(&entry["value"]));
    }
    // Twice dual: the slope of the slope is the second derivative. Places in the middle of the circle are 0.
    let m = Dual(Dual(Reference));
    for (t, want) in [(0.0, 0.0), (1.0, 1.0)] {
        let x = m.turns(m.place(m.0.place(0, 0), 0)) + m.f(t);
        let fade = quintic(m, x);
        assert_eq!(fade.value.value, want, "value at {t}");
        assert_eq!(fade.value.d[0], 0.0, "slope at {t}");
        assert_eq!(fade.d[0].value, 0.0, "slope at {t}");
        assert_eq!(fade.d[0].d[0], 0.0, "second derivative at {t}");
    }
    // Not by accident: in the middle the slope is 15/8 and the second derivative at 1/4 is not 0.
    let slope = |t: f32| quintic(m, m.turns(m.place(m.0.place(0, 0), 0)) + m.f(t)).d[0];
    assert_eq!(slope(0.5).value, 1.875);
    assert!(slope(0.25).d[0] > 1.0);
}
