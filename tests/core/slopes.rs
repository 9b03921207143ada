//! Exact slopes: through the same kernels, with the same values, equal to differences in double precision.
//!
//! Creases have no slope: a place is left out where the slopes to its two sides differ, close by or within what f32
//! rounding may move it to the other side. Few are.

use crate::support::*;
use bakestone::eval::{Engine, Raster, Window, reference};
use bakestone::machine::Reference;
use bakestone::program::Program;

const SIZE: u32 = 24;

/// Slopes before and after a place along an axis, per turn, over 2^-`fine` turns.
fn sides(program: &Program, place: [u64; 3], axis: usize, output: usize, fine: u32) -> [f64; 2] {
    let step = 1u64 << (64 - fine);
    let at = |moved: u64| {
        let mut p = place;
        p[axis] = p[axis].wrapping_add(moved);
        reference(program, p)[output]
    };
    let (before, here, after) = (at(step.wrapping_neg()), at(0), at(step));
    let turns = (-f64::from(fine)).exp2();
    [(here - before) / turns, (after - here) / turns]
}

#[test]
fn slopes_are_those_of_double_precision() {
    let mut told = Vec::new();
    for case in cases() {
        let material = material(&case.text());
        for output in case.outputs() {
            check(&format!("{output} of {}", case.name()), &program(&material, &output), &mut told);
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

fn check(name: &str, program: &Program, told: &mut Vec<String>) {
    // Off the lines on which regular patterns have their creases.
    let raster = Raster { shift: [0x0051_2345, 0x0113_9876, 0x0200_0000], ..Raster::new(SIZE, SIZE) };
    let window = Window { x: 0, y: 0, z: 0, width: SIZE as usize, height: SIZE as usize };
    let engine = Engine::default();
    let slopes = engine.slopes(program, &raster, window);
    let values = engine.window(program, &raster, window);
    for (output, (slopes, values)) in slopes.iter().zip(&values).enumerate() {
        assert!(bits(&slopes[0]) == bits(values), "{}: values differ", name);
        let size = |v: &[f32]| mean(wide(v).map(|v| v * v)).sqrt();
        let usual = size(&slopes[1]) + size(&slopes[2]);
        let (mut seen, mut wrong) = (0, Vec::new());
        for i in 0..values.len() {
            let (x, y) = (i % SIZE as usize, i / SIZE as usize);
            let place = [raster.place(0, x as i64), raster.place(1, y as i64), raster.place(2, 0)];
            let place = place.map(Reference::place);
            for axis in 0..2 {
                let near = sides(program, place, axis, output, 24);
                let far = sides(program, place, axis, output, 14);
                let want = 0.5 * (near[0] + near[1]);
                let bend = (near[1] - near[0]).abs();
                // Within 2^-14 turns a smooth slope changes by a few percent at most.
                let crease = far.iter().any(|f| (f - want).abs() > 0.1 * (want.abs() + usual));
                if crease || bend > 1e-3 * (want.abs() + usual) + 1e-5 {
                    continue;
                }
                seen += 1;
                let v = f64::from(slopes[1 + axis][i]);
                if (v - want).abs() > 1e-3 * (want.abs() + usual) + 1e-6 {
                    wrong.push((x, y, axis, v, want));
                }
            }
        }
        if !wrong.is_empty() {
            told.push(format!("{name}, number {output}: {} of {seen} differ: {:?}", wrong.len(), &wrong[..1]));
        }
        let all = 2 * values.len();
        if seen * 10 < all * 8 {
            told.push(format!("{name}: only {seen} of {all} places were compared"));
        }
    }
}

/// The slopes of presets have the values of their pictures.
#[test]
fn slopes_of_presets_have_their_values() {
    for (name, material) in built_in() {
        let engine = Engine::default();
        let samples = [64.0, 64.0, f64::INFINITY];
        let recipe = material.recipe(samples, &Default::default(), &engine).unwrap();
        let raster = Raster::new(64, 64);
        let window = Window { x: 5, y: 60, z: 0, width: 64, height: 9 };
        let values = engine.window(&recipe.program, &raster, window);
        for (slopes, values) in engine.slopes(&recipe.program, &raster, window).iter().zip(&values) {
            assert!(bits(&slopes[0]) == bits(values), "{name}: values differ");
        }
    }
}
