//! The functions behind formulas: accuracy, what they give for the wildest numbers, bounds, colours.

use crate::support::*;
use bakestone::eval::{Engine, Raster, Window};
use bakestone::kernel::Kernel;
use bakestone::machine::{Cpu, Machine, Reference, colour, math};
use bakestone::program::Graph;
use bakestone::program::functions::{DOCS, call};
use bakestone::program::op::Place;
use bakestone::program::range::Range;
use fearless_simd::{Fallback, SimdBase};

/// Numbers by column: a program's input that is no constant.
struct Listed(Vec<f32>);

impl Kernel for Listed {
    type In<M: Machine> = [M::F; 0];
    type Out<M: Machine> = [M::F; 1];
    const PLACED: bool = true;
    fn name(&self) -> String {
        "listed".into()
    }
    #[inline(always)]
    fn eval<M: Machine>(&self, m: M, at: [M::T; 3], _: [M::F; 0]) -> [M::F; 1] {
        [m.fetch(&self.0, m.cell(at[0], m.u(self.0.len() as u32)).0)]
    }
}

const WILD: &[f32] = &[0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.7, 1e-30, -1e-30, 1e-45, 1e30, -1e30, f32::MAX, 87.0, -200.0];

fn arguments(doc: &bakestone::program::functions::Doc) -> usize {
    doc.args.split(',').count()
}

/// A function over columns of numbers, with the range that it declares for them.
fn run(name: &str, columns: &[Vec<f32>], engine: &Engine) -> (Vec<f32>, Range) {
    let mut graph = Graph::default();
    let ins: Vec<_> =
        columns.iter().map(|c| graph.kernel(Listed(c.clone()), Place::Row([0; 3]), &[], &[Range::of(c)])[0]).collect();
    let out = call(&mut graph, name, &ins).unwrap();
    let program = graph.plan(&[out]);
    let width = columns[0].len();
    let window = Window { x: 0, y: 0, z: 0, width, height: 1 };
    (engine.window(&program, &Raster::new(width as u32, 1), window).swap_remove(0), graph.range(out))
}

/// Total and alike on all levels for all numbers, and where numbers stay below 1e15 inside of the declared bounds.
#[test]
fn functions_are_total_and_bounded() {
    let mut words = Words(5);
    for doc in DOCS {
        for round in 0..60 {
            let wild = round % 2 == 0;
            let columns: Vec<Vec<f32>> = (0..arguments(doc))
                .map(|_| {
                    // Half of the time all from a few numbers, so that bounds are tight.
                    let few: Vec<f32> = (0..3).map(|_| WILD[words.next() as usize % WILD.len()]).collect();
                    (0..96)
                        .map(|_| {
                            let v = few[words.next() as usize % if wild { 3 } else { 2 }];
                            if wild { v } else { (v.clamp(-1e15, 1e15)) * (1.0 - 1e-3 * words.unit() as f32) }
                        })
                        .collect()
                })
                .collect();
            let mut first: Option<Vec<u32>> = None;
            for (level_name, level) in levels() {
                let (out, range) = run(doc.name, &columns, &Engine { level, ..Engine::default() });
                let first = first.get_or_insert_with(|| bits(&out));
                assert!(*first == bits(&out), "{} differs on {level_name}", doc.name);
                for (i, v) in out.iter().enumerate() {
                    let ins: Vec<f32> = columns.iter().map(|c| c[i]).collect();
                    assert!(!v.is_nan());
                    let largest = ins.iter().fold(1e-30f32, |a, b| a.max(b.abs()));
                    if wild && largest > 1e15 {
                        continue;
                    }
                    let slack = 4e-6 * largest.max(v.abs());
                    let inside = *v >= range.lo - slack && *v <= range.hi + slack;
                    assert!(inside, "{}{ins:?} = {v}, declared {range:?}", doc.name);
                }
            }
        }
    }
}

/// What is folded while a material is read has the bits of what is computed per pixel.
#[test]
fn folding_changes_no_bit() {
    let mut words = Words(6);
    for doc in DOCS {
        for _ in 0..200 {
            let ins: Vec<f32> = (0..arguments(doc)).map(|_| WILD[words.next() as usize % WILD.len()] + 0.0).collect();
            let columns: Vec<Vec<f32>> = ins.iter().map(|v| vec![*v; 4]).collect();
            let (out, _) = run(doc.name, &columns, &Engine::default());
            let mut graph = Graph::default();
            let numbers: Vec<_> = ins.iter().map(|v| graph.constant(*v)).collect();
            let folded = call(&mut graph, doc.name, &numbers).unwrap();
            let folded = graph.value(folded).unwrap();
            assert_eq!(folded.to_bits(), out[0].to_bits(), "{}{ins:?}: {folded} folded, {} computed", doc.name, out[0]);
        }
    }
}

/// Distance in units of the last place of `want` as f32.
fn ulp(v: f32, want: f64) -> f64 {
    let exponent = (want.abs() as f32).max(f32::MIN_POSITIVE).to_bits() >> 23;
    (f64::from(v) - want).abs() / (f64::from(exponent) - 127.0 - 23.0).exp2()
}

#[test]
fn sine_exponential_and_logarithm_are_accurate() {
    let m = Cpu(Fallback::new());
    let (mut sine, mut exponential, mut logarithm) = (0f64, 0f64, 0f64);
    let mut words = Words(7);
    for i in 0..1_000_000u32 {
        let w = if i < 1000 { i.wrapping_mul(0x4000_0000 / 500) } else { words.next() };
        let want = (f64::from(w as i32) / 4_294_967_296.0 * std::f64::consts::TAU).sin();
        let v = m.sin_turn(m.shifted(m.origin(), m.u(w))).as_slice()[0];
        // Near a zero the last place has no meaning: there 2 ulp of 2^-23 are allowed.
        sine = sine.max(if want.abs() > 1e-3 { ulp(v, want) } else { (f64::from(v) - want).abs() * 1e9 });
        let x = (words.unit() * 252.0 - 126.0) as f32;
        exponential = exponential.max(ulp(m.exp2(m.f(x)).as_slice()[0], f64::from(x).exp2()));
        let x = f32::from_bits(0x0080_0000 + words.next() % 0x7f00_0000);
        logarithm = logarithm.max(ulp(math::log2(m, m.f(x)).as_slice()[0], f64::from(x).log2()));
    }
    assert!(sine <= 2.0, "sine {sine:.2} ulp");
    assert!(exponential <= 1.25, "2^x {exponential:.2} ulp");
    assert!(logarithm <= 1.65, "log2 {logarithm:.2} ulp");
}

#[test]
fn power_is_accurate_on_0_to_1() {
    let m = Cpu(Fallback::new());
    let mut words = Words(8);
    let mut worst = 0f64;
    for _ in 0..300_000 {
        let (x, y) = (words.unit() as f32, (words.unit() * 8.0) as f32);
        let v = math::pow(m, m.f(x), m.f(y)).as_slice()[0];
        worst = worst.max((f64::from(v) - f64::from(x).powf(f64::from(y))).abs());
    }
    assert!(worst <= 1.2e-7, "{worst:.2e}");
    for (x, y, want) in
        [(0.0, 0.0, 1.0), (0.0, 2.0, 0.0), (0.0, -2.0, 0.0), (-2.0, 3.0, 0.0), (1.0, 9.0, 1.0), (4.0, 0.5, 2.0)]
    {
        assert_eq!(math::pow(m, m.f(x), m.f(y)).as_slice()[0], want, "{x} ^ {y}");
    }
}

#[test]
fn srgb_comes_back() {
    let m = Cpu(Fallback::new());
    for code in 0..=255u8 {
        let linear = bakestone::program::functions::linear(code);
        let back = colour::to_srgb(m, m.f(linear)).as_slice()[0] * 255.0;
        assert_eq!((back + 0.5).floor() as u8, code);
        let c = f64::from(code) / 255.0;
        let want = if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        assert!((f64::from(linear) - want).abs() < 5e-7, "code {code}: {linear}, not {want}");
    }
    for entry in published()["srgb"].as_array().unwrap() {
        let linear = bakestone::program::functions::linear(entry["code"].as_integer().unwrap() as u8);
        assert!((f64::from(linear) - entry["linear"].as_float().unwrap()).abs() < 1e-6, "{entry:?}: {linear}");
    }
}

#[test]
fn oklab_has_its_published_values() {
    let m = Reference;
    for entry in published()["oklab"].as_array().unwrap() {
        let code: Vec<u8> = entry["colour"].as_array().unwrap().iter().map(|v| v.as_integer().unwrap() as u8).collect();
        let c = [0, 1, 2].map(|i| f64::from(bakestone::program::functions::linear(code[i])));
        let lab = colour::to_oklab(m, c);
        for (i, v) in lab.iter().enumerate() {
            let want = entry["lab"].as_array().unwrap()[i].as_float().unwrap();
            assert!((v - want).abs() < 5e-5, "{code:?}: {lab:?}");
        }
        for (back, c) in colour::from_oklab(m, lab).iter().zip(c) {
            assert!((back - c).abs() < 1e-5);
        }
    }
}

#[test]
fn hues_turn() {
    let m = Reference;
    let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    let (red, green) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    assert!(near(colour::hsl_shift(m, red, 1.0 / 3.0, 0.0, 0.0), green));
    assert!(near(colour::hsl_shift(m, green, -1.0 / 3.0, 0.0, 0.0), red));
    for c in [[0.2, 0.5, 0.7], [0.9, 0.1, 0.3], [0.4, 0.4, 0.4], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0]] {
        assert!(near(colour::hsl_shift(m, c, 0.0, 0.0, 0.0), c), "{c:?}");
        assert!(near(colour::hsl_shift(m, c, 1.0, 0.0, 0.0), c), "{c:?}");
        let grey = colour::hsl_shift(m, c, 0.0, -1.0, 0.0);
        assert!((grey[0] - grey[1]).abs() < 1e-9 && (grey[1] - grey[2]).abs() < 1e-9);
        assert!(near(colour::hsl_shift(m, c, 0.0, 0.0, 1.0), [1.0; 3]));
    }
}

#[test]
fn oklch_moves_hue_chroma_and_lightness() {
    let m = Reference;
    let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-4);
    for c in [[0.2, 0.5, 0.1], [0.6, 0.6, 0.6], [0.05, 0.02, 0.3]] {
        assert!(near(colour::oklch_shift(m, c, 0.0, 0.0, 0.0), c), "{c:?}");
        assert!(near(colour::oklch_shift(m, c, 1.0, 0.0, 0.0), c), "{c:?}");
        let grey = colour::oklch_shift(m, c, 0.0, -1.0, 0.0);
        assert!(near(grey, [grey[0]; 3]), "{grey:?}");
        // Lightness of the grey is that of the colour, and moves alone.
        let [l, ..] = colour::to_oklab(m, c);
        assert!((colour::to_oklab(m, grey)[0] - l).abs() < 1e-4);
        let darker = colour::to_oklab(m, colour::oklch_shift(m, [0.3, 0.35, 0.32], 0.0, 0.0, -0.1));
        let before = colour::to_oklab(m, [0.3, 0.35, 0.32]);
        assert!(near(darker, [before[0] - 0.1, before[1], before[2]]), "{darker:?}");
    }
    // A quarter turn in the plane of a and b.
    let before = colour::to_oklab(m, [0.3, 0.35, 0.32]);
    let after = colour::to_oklab(m, colour::oklch_shift(m, [0.3, 0.35, 0.32], 0.25, 0.0, 0.0));
    assert!(near(after, [before[0], -before[2], before[1]]), "{after:?} {before:?}");
}
