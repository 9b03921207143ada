//! What formulas mean: precedence, conventions, and each function against plain f64.

use crate::support::*;

/// A formula of the fields `a` (0..1), `b` (-1..1) and `c` (a colour's red, 0..1) with what it means.
type Meaning = (&'static str, fn(f64, f64) -> f64);

fn smooth(a: f64, b: f64, x: f64) -> f64 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

const MEANINGS: &[Meaning] = &[
    ("a + b * 2", |a, b| a + b * 2.0),
    ("(a + b) * 2", |a, b| (a + b) * 2.0),
    ("a - b - 1", |a, b| a - b - 1.0),
    ("1 - a / 2 / 2", |a, _| 1.0 - a / 4.0),
    ("-a ^ 2", |a, _| -(a * a)),
    ("(-a) ^ 2", |a, _| a * a),
    ("2 ^ 3 ^ 2 * a", |a, _| 512.0 * a),
    ("b ^ 3", |_, b| b * b * b),
    ("b ^ 0", |_, _| 1.0),
    ("(a + 1) ^ -2", |a, _| 1.0 / ((a + 1.0) * (a + 1.0))),
    ("(a + 1) ^ 2.5", |a, _| (a + 1.0).powf(2.5)),
    ("a ^ (a + 0)", |a, _| a.powf(a)),
    ("2 * -a", |a, _| -2.0 * a),
    ("a / 0", |_, _| 0.0),
    ("0 / (a - a)", |_, _| 0.0),
    ("abs(b)", |_, b| b.abs()),
    ("min(a, b)", |a, b| a.min(b)),
    ("max(a, b)", |a, b| a.max(b)),
    ("clamp(b, -0.2, 0.3)", |_, b| b.clamp(-0.2, 0.3)),
    ("saturate(2 * b)", |_, b| (2.0 * b).clamp(0.0, 1.0)),
    ("mix(2, 5, a)", |a, _| 2.0 + 3.0 * a),
    ("mix(a, b, 3)", |a, b| a + 3.0 * (b - a)),
    ("smoothstep(0.2, 0.7, a)", |a, _| smooth(0.2, 0.7, a)),
    ("smoothstep(0.7, 0.2, a)", |a, _| smooth(0.7, 0.2, a)),
    ("sqrt(b)", |_, b| b.max(0.0).sqrt()),
    ("exp(3 * b)", |_, b| (3.0 * b).exp()),
    ("log(a + 0.5)", |a, _| (a + 0.5).ln()),
    ("sin(10 * b)", |_, b| (10.0 * b).sin()),
    ("cos(10 * b)", |_, b| (10.0 * b).cos()),
    ("pow(a, 0.3)", |a, _| a.powf(0.3)),
    ("remap(a, 0.2, 0.4, 10, 20)", |a, _| 10.0 + (a - 0.2) / 0.2 * 10.0),
    ("remap(a, 1, 1, 10, 20)", |_, _| 10.0),
    ("invert(b)", |_, b| 1.0 - b),
    ("luma(a)", |a, _| a),
    ("screen(a, b)", |a, b| a + b - a * b),
    ("overlay(a, b)", |a, b| if a <= 0.5 { 2.0 * a * b } else { 1.0 - 2.0 * (1.0 - a) * (1.0 - b) }),
    ("soft_light(0.8, a)", |a, _| 0.8 + (2.0 * a - 1.0) * if a <= 0.5 { 0.8 * 0.2 } else { 0.8f64.sqrt() - 0.8 }),
    // Held to 0..1.
    ("soft_light(a, b - 2) + soft_light(a, 0)", |a, _| 2.0 * a * a),
];

/// Functions that jump, on sharp values: column 0 to 9 of ten hold `a` = 0, 0.1 ... through `terrace`.
const JUMPS: &[(&str, f64)] = &[
    ("step(0.5, 0.5)", 1.0),
    ("step(0.5, 0.4999)", 0.0),
    ("smoothstep(0.5, 0.5, 0.5)", 1.0),
    ("smoothstep(0.5, 0.5, 0.4)", 0.0),
    ("select(0.5, 1, 2)", 2.0),
    ("select(0.6, 1, 2)", 1.0),
    ("floor(-0.5)", -1.0),
    ("floor(2)", 2.0),
    ("fract(-0.25)", 0.75),
    ("fract(3.5)", 0.5),
    ("sqrt(-4)", 0.0),
    ("log(0) - log(-1)", 0.0),
    ("pow(-1, 2)", 0.0),
    ("pow(0, 0)", 1.0),
    ("1 / 0", 0.0),
    ("-1 / 0", 0.0),
    ("exp(0)", 1.0),
    ("min(2, 3) * max(2, 3)", 6.0),
    ("'#ff0000'.r - '#ff0000'.g", 1.0),
    ("luma('#ffffff')", 1.0),
    ("luma('#00ff00')", 0.7152),
    ("hsl('#ff0000', 0.333333333, 0, 0).g", 1.0),
    ("luma(oklch('#808080', 0.3, -1, 0.2))", 0.511_752),
];

fn with(formula: &str) -> String {
    format!(
        "edition = 1\n[nodes]\na = {{ type = 'perlin', period = 3 }}\nb = {{ type = 'value', period = 5, out = 'signed' }}\n\
         f = \"{formula}\"\n[maps]\nroughness = 0.5\n"
    )
}

#[test]
fn formulas_mean_what_they_say() {
    for (formula, meaning) in MEANINGS {
        let material = material(&with(formula));
        let [a, b, f] = ["a", "b", "f"].map(|node| picture(&material, node, 40, 40));
        for i in 0..f.len() {
            let want = meaning(f64::from(a[i]), f64::from(b[i]));
            let error = (f64::from(f[i]) - want).abs();
            assert!(
                error <= 3e-6 * (1.0 + want.abs()),
                "{formula} = {}, not {want} at a = {}, b = {}",
                f[i],
                a[i],
                b[i]
            );
        }
    }
}

#[test]
fn conventions_of_jumps() {
    for (formula, want) in JUMPS {
        let v = picture(&material(&with(formula)), "f", 1, 1)[0];
        assert!((f64::from(v) - want).abs() < 2e-6, "{formula} = {v}, not {want}");
        // The same for numbers that are not folded.
        let late = format!("a - a + ({formula})");
        let v = picture(&material(&with(&late)), "f", 1, 1)[0];
        assert!((f64::from(v) - want).abs() < 2e-6, "{late} = {v}, not {want}");
    }
}

#[test]
fn every_function_has_a_meaning_here() {
    for doc in bakestone::program::functions::DOCS.iter().chain(bakestone::program::functions::TYPED_DOCS) {
        let called = format!("{}(", doc.name);
        let elsewhere = ["+", "-", "*", "/", "negate", "cover", "random"].contains(&doc.name);
        let here = MEANINGS.iter().any(|m| m.0.contains(&called)) || JUMPS.iter().any(|j| j.0.contains(&called));
        assert!(here || elsewhere, "`{}` has no meaning in tests/core/formulas.rs", doc.name);
    }
}

/// `random` is even over 0..1, one number for each element, and another for each salt and seed.
#[test]
fn random_is_even_and_salted() {
    let text = "edition = 1\nseed = 4\n[nodes]\ncells = { type = 'worley', period = 60 }\n\
        one = \"random(cells.id, 'one')\"\ntwo = \"random(cells.id, 'two')\"\n[maps]\nroughness = 0.5\n";
    let material = material(text);
    let [one, two, id] = ["one", "two", "cells.id"].map(|node| picture(&material, node, 240, 240));
    assert!((mean(wide(&one)) - 0.5).abs() < 0.02);
    assert!((mean(wide(&one).map(|v| (v - 0.5) * (v - 0.5))) - 1.0 / 12.0).abs() < 0.004);
    assert!(correlation(&one, &two).abs() < 0.06);
    let mut by_id = std::collections::BTreeMap::new();
    for (id, one) in id.iter().zip(&one) {
        assert_eq!(*by_id.entry(id.to_bits()).or_insert(*one), *one, "one element has two numbers");
    }
    assert!(by_id.len() > 3000);
    assert!(picture(&seeded(text, 5), "one", 240, 240) != one);
}
