//! What nodes declare of themselves: moments of noises, bounds of values, use of 0..1.

use crate::support::*;
use bakestone::Bake;
use bakestone::eval::Engine;

/// Noises that are measured, in their default form and in those that change their moments.
const NOISES: &[&str] = &[
    "type = 'perlin'",
    "type = 'perlin', hash = 'perlin2002'",
    "type = 'value'",
    "type = 'worley'",
    "type = 'worley', value = 'f2'",
    "type = 'worley', value = 'f2_f1', jitter = 0.5",
    "type = 'worley', value = 'edge'",
    "type = 'worley', value = 'f1', metric = 'manhattan'",
    "type = 'worley', value = 'f1', metric = 'chebyshev'",
];

fn text(node: &str, dimensions: u32) -> String {
    let cells = if dimensions == 3 { 32 } else { 96 };
    p0(&format!("{node}, period = {cells}, out = 'signed'"), &format!("dimensions = {dimensions}\ntile = [1, 1, 1]"))
}

/// Samples of a noise in all its dimensions, 3 to a cell and axis, none in step with the cells.
fn samples(node: &str, dimensions: u32, seed: u64) -> Vec<f32> {
    let program = program(&seeded(&text(node, dimensions), seed), "base");
    let edge = if dimensions == 3 { 97 } else { 289 };
    Engine::default().grid(&program, edge, edge, if dimensions == 3 { edge } else { 1 })
}

#[test]
fn moments_are_as_declared() {
    for dimensions in [2, 3] {
        for node in NOISES {
            let material = material(&text(node, dimensions));
            let declared = material.preset().nodes[0].body.as_noise().unwrap().moments(dimensions as usize);
            let (mut seen, mut count) = ([0.0; 5], 0.0);
            for seed in 0..if dimensions == 3 { 1 } else { 6 } {
                for v in wide(&samples(node, dimensions, seed)) {
                    seen[0] += v;
                    for (k, sum) in seen[1..].iter_mut().enumerate() {
                        *sum += v.abs().powi(k as i32 + 1);
                    }
                    count += 1.0;
                }
            }
            let seen = seen.map(|s| s / count);
            let all = [declared.mean, declared.abs[0], declared.abs[1], declared.abs[2], declared.abs[3]];
            for (k, (seen, declared)) in seen.iter().zip(all).enumerate() {
                // A mean over lattice points scatters by 0.003 here.
                let allowed = (0.02 * seen.abs()).max(if k == 0 { 0.01 } else { 0.004 });
                assert!(
                    (seen - declared).abs() <= allowed,
                    "{dimensions}D {node}: moment {k} is {seen:.4}, declared {declared:.4}"
                );
            }
        }
    }
}

/// The mean that stands for a fractal within another one.
#[test]
fn fractals_declare_their_mean() {
    for dimensions in [2, 3] {
        for kind in ["fbm", "turbulence", "billow", "ridged"] {
            let node = format!("type = '{kind}', octaves = 4");
            let text =
                text(&node, dimensions).replace("period = 96", "period = 24").replace("period = 32", "period = 6");
            let declared = material(&text).preset().nodes[0].body.as_noise().unwrap().moments(dimensions as usize);
            let all: Vec<f32> = (0..4)
                .flat_map(|seed| {
                    let edge = if dimensions == 3 { 49 } else { 289 };
                    let program = program(&seeded(&text, seed), "base");
                    Engine::default().grid(&program, edge, edge, if dimensions == 3 { edge } else { 1 })
                })
                .collect();
            let m = mean(wide(&all));
            let square = mean(wide(&all).map(|v| v * v));
            assert!(
                (m - declared.mean).abs() < 0.02,
                "{dimensions}D {kind}: mean {m:.4}, declared {:.4}",
                declared.mean
            );
            assert!(
                (square - declared.abs[1]).abs() < 0.02,
                "{dimensions}D {kind}: mean square {square:.4}, declared {:.4}",
                declared.abs[1]
            );
        }
    }
}

#[test]
fn values_lie_within_declared_bounds() {
    for case in cases() {
        for seed in 1..=2 {
            let material = seeded(&case.text(), seed);
            let request = tested([160, if case.dimensions == 3 { 24 } else { 120 }]);
            let bake = Bake::new(&material, &request, &Engine::default()).unwrap();
            for image in bake.images() {
                let range = image.map.range;
                let slack = 1e-6 * (1.0 + range.lo.abs().min(1e6).max(range.hi.abs().min(1e6)));
                for v in values(&image) {
                    assert!(
                        *v >= range.lo - slack && *v <= range.hi + slack,
                        "{}: {v} is outside of the declared {range:?}",
                        case.name()
                    );
                }
            }
        }
    }
}

#[test]
fn fractals_use_most_of_0_to_1() {
    for dimensions in [2, 3] {
        for kind in ["fbm", "turbulence", "billow", "ridged"] {
            let edge = if dimensions == 3 { 64 } else { 400 };
            let node = format!("type = '{kind}', period = {}, octaves = 5", edge / 16);
            let text = p0(&node, &format!("dimensions = {dimensions}\ntile = [1, 1, 1]"));
            let mut all = Vec::new();
            for seed in 0..3 {
                let program = program(&seeded(&text, seed), "base");
                all.extend(Engine::default().grid(&program, edge, edge, if dimensions == 3 { edge } else { 1 }));
            }
            all.sort_by(f32::total_cmp);
            let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
            let (low, high) = (at(0.0001), at(0.9999));
            assert!(high - low >= 0.85, "{dimensions}D {kind} uses {low:.3} .. {high:.3}");
            assert!(low > -0.1 && high < 1.1, "{dimensions}D {kind} leaves 0..1: {low:.3} .. {high:.3}");
        }
    }
}
