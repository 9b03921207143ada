//! Samples per second of each node at each SIMD level, through the whole path from a preset to a picture of f32, one
//! thread; then the same work by other libraries in the same run; then the gate: AVX2 at least 1.5 times SSE2
//! for each kernel.
//!
//! `cargo bench --bench nodes`, or with a word to measure only the lines that contain it: `cargo bench --bench nodes perlin`.
//! Times are the best of several runs; trust ratios within one run more than figures of two runs.

mod page;

use bakestone::eval::{Engine, Raster, Window};
use bakestone::machine::level_names;
use bakestone::nodes::registry;
use bakestone::program::Program;
use bakestone::{Material, Settings, Source};
use page::{best, head, row};
use std::hint::black_box;
use std::time::Instant;

/// What is measured: a label, the nodes of a preset (the one called `n` is measured), dimensions, edge in pixels.
type Case = (&'static str, &'static str, u32, u32);

/// A warp that costs little beside the noise that it moves.
const FREE: &str = "warp = { by = \"d\", amount = 0.1 } }\nd = { type = \"wave\", out = \"signed\" }\n";

const CASES: &[Case] = &[
    ("perlin 3D, period 4", "n = { type = \"perlin\", period = 4 }", 3, 1024),
    ("perlin 3D, period 16", "n = { type = \"perlin\", period = 16 }", 3, 1024),
    ("perlin 3D, period 7, 1000 px", "n = { type = \"perlin\", period = 7 }", 3, 1000),
    ("perlin 3D, period 128", "n = { type = \"perlin\", period = 128 }", 3, 1024),
    ("perlin 2D, period 16", "n = { type = \"perlin\", period = 16 }", 2, 1024),
    ("fbm 3D, 6 octaves from 4", "n = { type = \"fbm\", period = 4 }", 3, 1024),
    ("fbm 3D, 6 octaves from 16", "n = { type = \"fbm\", period = 16 }", 3, 1024),
    ("fbm 2D, 6 octaves from 4", "n = { type = \"fbm\", period = 4 }", 2, 1024),
    ("worley f1 3D, period 16", "n = { type = \"worley\", period = 16 }", 3, 1024),
    ("worley f1 3D, period 64", "n = { type = \"worley\", period = 64 }", 3, 1024),
    ("worley f1 2D, period 16", "n = { type = \"worley\", period = 16 }", 2, 1024),
    ("worley edge 2D, period 16", "n = { type = \"worley\", period = 16, value = \"edge\" }", 2, 512),
];

/// Keys that a node type needs, for the table of all nodes.
fn needed(name: &str) -> &'static str {
    match name {
        "constant" => ", value = 0.3",
        "formula" => ", value = \"base * 2\"",
        "warp" => ", of = \"base\", by = \"base\"",
        "offset" => ", of = \"base\", by = [0.1, 0.2]",
        "shift" => ", of = \"base\", x = \"base * 0.1\"",
        "ramp" => ", of = \"base\", stops = [[0, \"#000\"], [0.5, \"#a63\"], [1, \"#fff\"]]",
        "palette" => ", of = \"base\", colours = [\"#000\", \"#a63\", \"#fff\"]",
        "curve" => ", of = \"base\", points = [[0, 0], [0.3, 0.7], [1, 1]]",
        "levels" | "terrace" | "slope" | "curvature" | "soften" => ", of = \"base\"",
        "occlusion" | "flow" | "erosion" => ", of = \"base\", grid = 256",
        _ => "",
    }
}

fn material(nodes: &str, dimensions: u32) -> Result<Material, String> {
    let text = format!(
        "edition = 1\ndimensions = {dimensions}\n[nodes]\nbase = {{ type = \"perlin\", period = 8 }}\n{nodes}\n[maps]\nshown = \"base\"\n"
    );
    Material::read(Source::new("bench", text), &Settings::default()).map_err(|p| p.render(false))
}

/// Millions of samples per second of the node `n` on one thread, for each engine: the best of rounds that take turns, so
/// that a machine that slows down slows all of them.
fn rates(program: &Program, engines: &[Engine], edge: u32) -> Vec<f64> {
    let raster = Raster { shift: [0, 0, 1 << 30], ..Raster::new(edge, edge) };
    let window = Window { x: 0, y: 0, z: 0, width: edge as usize, height: edge as usize };
    let mut planes = vec![vec![0.0; window.width * window.height]; program.outputs.len()];
    let mut least = vec![f64::INFINITY; engines.len()];
    let start = Instant::now();
    for round in 0..20 {
        for (engine, least) in engines.iter().zip(&mut least) {
            let t = Instant::now();
            let mut rows: Vec<&mut [f32]> = planes.iter_mut().map(Vec::as_mut_slice).collect();
            engine.window_into(program, &raster, window, &mut rows);
            black_box(&rows);
            *least = least.min(t.elapsed().as_secs_f64());
        }
        if round >= 2 && start.elapsed().as_secs_f64() > 1.0 {
            break;
        }
    }
    least.iter().map(|s| f64::from(edge) * f64::from(edge) / s / 1e6).collect()
}

/// Clock ticks per second: a chain of rotations that each wait for the one before, one tick each.
fn clock() -> f64 {
    const TICKS: u32 = 40_000_000;
    let time = best(5, || {
        let mut v = black_box(1u64);
        for _ in 0..TICKS / 2 {
            // Two dependent operations of one tick.
            v = v.rotate_left(7) ^ 0x9e37;
        }
        black_box(v);
    });
    f64::from(TICKS) / time
}

fn main() -> Result<(), String> {
    let only = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    let levels: Vec<_> =
        level_names().into_iter().filter_map(|(n, l)| Some((n, l?))).filter(|l| l.0 != "auto").collect();
    let at = |name: &str| levels.iter().position(|l| l.0 == name);
    let widest = levels.len() - 1;
    let lanes = match levels[widest].0 {
        "avx512" => 16.0,
        "avx2" => 8.0,
        _ => 4.0,
    };
    let clock = clock();

    println!("\n## Nodes\n");
    println!("`cargo bench --bench nodes`: million samples per second, one thread, from a preset to a picture of f32.");
    println!(
        "`rows` share work along scanlines, `alone` is each point for itself, as behind a warp. Then what bounds them:"
    );
    println!(
        "vector operations for a sample, counted by the machine `Counted`, and how much of the bound that {lanes:.0} lanes"
    );
    println!(
        "and two operations a tick set at {:.2} GHz (measured) was reached. A row has more to do than these",
        clock / 1e9
    );
    println!(
        "operations: loads, stores, and the start of every row and cell. Above 100 %: integer operations have more"
    );
    println!(
        "ports, points of a row share what depends on the row, and what a search skips is counted (worley). The bench"
    );
    println!("fails where AVX2 is below 1.5 times SSE2 for points alone, or slower than SSE2 along rows.");
    let names = |way: &str| levels.iter().map(|l| format!("{}, {way}", l.0)).collect::<Vec<_>>();
    let mut columns = names("rows");
    columns.extend(names("alone"));
    columns.extend(["operations, row", "share", "operations, alone", "share"].map(String::from));
    head("", &columns);

    let mut slow = Vec::new();
    let mut line = |label: &str, nodes: &str, dimensions: u32, edge: u32, gate: bool| -> Result<(), String> {
        if !label.contains(&only) {
            return Ok(());
        }
        let material = material(nodes, dimensions)?;
        let both = [true, false]
            .map(|rows| levels.iter().map(move |(_, level)| Engine { level: *level, rows, ..Engine::default() }));
        let engines: Vec<Engine> = both.into_iter().flatten().collect();
        let program = material.node("n", "", None, &engines[0])?.1;
        let rates = rates(&program, &engines, edge);
        let operations = program.operations();
        let share = |rate: f64, operations: u32| rate * 1e6 * f64::from(operations) / (2.0 * lanes * clock);
        let mut cells: Vec<String> = rates.iter().map(|r| format!("{r:.1}")).collect();
        for (rate, operations) in [rates[widest], rates[levels.len() + widest]].into_iter().zip(operations) {
            cells.extend([operations.to_string(), format!("{:.0} %", 100.0 * share(rate, operations))]);
        }
        row(label, cells);
        let (Some(sse2), Some(avx2), true) = (at("sse2"), at("avx2"), gate) else { return Ok(()) };
        // Each point alone is the kernel and nothing else. Along rows the loads, stores and the start of each row weigh
        // as much as the arithmetic: there a cliff shows as a ratio below 1.
        let ratio = |at: usize| rates[at + avx2] / rates[at + sse2];
        for (way, ratio, limit) in [("points", ratio(levels.len()), 1.5), ("rows", ratio(0), 1.0)] {
            if ratio < limit {
                slow.push(format!("{label}, {way}: avx2 is {ratio:.2} times sse2, wanted {limit}"));
            }
        }
        Ok(())
    };
    for (label, nodes, dimensions, edge) in CASES {
        line(label, nodes, *dimensions, *edge, false)?;
    }
    let warped = format!("n = {{ type = \"perlin\", period = 8, {FREE}");
    line("perlin 3D, warped by a wave", &warped, 3, 1024, false)?;
    for dimensions in [2, 3] {
        for kind in registry() {
            if matches!(kind.name, "occlusion" | "flow" | "erosion") && dimensions == 3 {
                continue;
            }
            let nodes = format!("n = {{ type = \"{}\"{} }}", kind.name, needed(kind.name));
            // These only write or copy numbers, or gather them lane by lane: bound by memory, not by lanes.
            let gate = !matches!(kind.name, "constant" | "formula" | "offset" | "occlusion" | "flow" | "erosion");
            line(&format!("{} {dimensions}D, defaults", kind.name), &nodes, dimensions, 512, gate)?;
        }
    }
    peers(&only);
    if slow.is_empty() { Ok(()) } else { Err(format!("an inlining cliff?\n{}", slow.join("\n"))) }
}

/// The same grids by other libraries: none of them tiles here.
fn peers(only: &str) {
    use noise::NoiseFn;
    println!("\n## Other libraries\n");
    println!("The same grids in the same run, 1024 x 1024, one thread, not tiling: million samples per second.");
    head("", &["rate"]);
    let edge = 1024usize;
    let show = |label: &str, run: &mut dyn FnMut()| {
        if label.contains(only) {
            row(label, [format!("{:.1}", (edge * edge) as f64 / best(5, run) / 1e6)]);
        }
    };
    let mut out = vec![0f32; edge * edge];
    let mut fill = |f: &dyn Fn(f64, f64) -> f32| {
        for (i, out) in out.iter_mut().enumerate() {
            *out = f((i % edge) as f64 / edge as f64, (i / edge) as f64 / edge as f64);
        }
        black_box(&out);
    };
    let perlin = noise::Perlin::new(1);
    show("noise: perlin 3D, 16 cells", &mut || fill(&|x, y| perlin.get([x * 16.0, y * 16.0, 0.25]) as f32));
    let mut fbm = noise::Fbm::<noise::Perlin>::new(1);
    fbm.octaves = 6;
    show("noise: fbm 3D, 6 octaves from 4", &mut || fill(&|x, y| fbm.get([x * 4.0, y * 4.0, 0.25]) as f32));
    let worley = noise::Worley::new(1);
    show("noise: worley 3D, 16 cells", &mut || fill(&|x, y| worley.get([x * 16.0, y * 16.0, 0.25]) as f32));
    let mut lite = fastnoise_lite::FastNoiseLite::with_seed(1);
    lite.set_frequency(Some(1.0));
    lite.set_noise_type(Some(fastnoise_lite::NoiseType::Perlin));
    show("fastnoise-lite: perlin 3D, 16 cells", &mut || {
        fill(&|x, y| lite.get_noise_3d(x as f32 * 16.0, y as f32 * 16.0, 0.25));
    });
    lite.set_fractal_type(Some(fastnoise_lite::FractalType::FBm));
    lite.set_fractal_octaves(Some(6));
    show("fastnoise-lite: fbm 3D, 6 octaves from 4", &mut || {
        fill(&|x, y| lite.get_noise_3d(x as f32 * 4.0, y as f32 * 4.0, 0.25));
    });
    lite.set_fractal_type(Some(fastnoise_lite::FractalType::None));
    lite.set_noise_type(Some(fastnoise_lite::NoiseType::Cellular));
    show("fastnoise-lite: worley f1 3D, 16 cells", &mut || {
        fill(&|x, y| lite.get_noise_3d(x as f32 * 16.0, y as f32 * 16.0, 0.25));
    });
    #[cfg(target_arch = "x86_64")]
    {
        let frequency = 16.0 / edge as f32;
        show("simdnoise: gradient 3D, 16 cells", &mut || {
            let noise = simdnoise::NoiseBuilder::gradient_3d(edge, edge, 1).with_freq(frequency).generate();
            black_box(noise);
        });
        show("simdnoise: fbm 3D, 6 octaves from 4", &mut || {
            let builder = &mut simdnoise::NoiseBuilder::fbm_3d(edge, edge, 1);
            black_box(builder.with_freq(4.0 / edge as f32).with_octaves(6).generate());
        });
        show("simdnoise: cellular 3D, 16 cells", &mut || {
            let noise = simdnoise::NoiseBuilder::cellular_3d(edge, edge, 1).with_freq(frequency).generate();
            black_box(noise);
        });
    }
}
