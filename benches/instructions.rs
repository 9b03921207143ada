//! Instructions of ten kernels and three bakes, counted by callgrind: what a change costs, on any machine and under any
//! load. Each has a limit 3 % above what was counted; who makes something slower on purpose raises it and says why.
//!
//! `cargo bench --bench instructions`, with valgrind and `gungraun-runner` (`cargo install gungraun-runner --version` as
//! in Cargo.lock). The counts are those of AVX2 lanes and of rustc 1.95: other compilers differ by some percent.

// The macros of gungraun make public functions of these.
#![allow(missing_docs)]

use bakestone::eval::{Raster, Window};
use bakestone::machine::level_by_name;
use bakestone::program::Program;
use bakestone::{Bake, Engine, Image, Material, Request, Settings, Source, presets};
use gungraun::prelude::*;
use gungraun::{Callgrind, EventKind};
use std::hint::black_box;

/// At most this many thousand instructions, and 3 % more.
fn limit(thousands: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    callgrind.hard_limits([(EventKind::Ir, thousands * 1030)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

fn engine(rows: bool) -> Engine {
    Engine { level: level_by_name("avx2").unwrap_or(Engine::default().level), rows, ..Engine::default() }
}

/// The program of a node in so many dimensions.
fn program(node: &str, dimensions: u32) -> Program {
    let text = format!("edition = 1\ndimensions = {dimensions}\n[nodes]\nn = {{ {node} }}\n[maps]\nshown = 'n'\n");
    let material = Material::read(Source::new("bench", text), &Settings::default()).expect("a good preset");
    material.node("n", "", None, &engine(true)).expect("a node").1
}

/// 256 x 256 samples of a program.
fn sampled(program: &Program, rows: bool) -> Vec<Vec<f32>> {
    let window = Window { x: 0, y: 0, z: 0, width: 256, height: 256 };
    engine(rows).window(program, &Raster::new(256, 256), window)
}

#[library_benchmark(setup = program)]
#[bench::perlin_2d(args = ("type = 'perlin', period = 16", 2), config = limit(714))]
#[bench::perlin_3d(args = ("type = 'perlin', period = 16", 3), config = limit(852))]
#[bench::value_2d(args = ("type = 'value', period = 16", 2), config = limit(609))]
#[bench::fbm_2d(args = ("type = 'fbm', period = 4", 2), config = limit(5_324))]
#[bench::turbulence_3d(args = ("type = 'turbulence', period = 4", 3), config = limit(7_371))]
#[bench::worley_f1_2d(args = ("type = 'worley', period = 16", 2), config = limit(1_836))]
#[bench::worley_f1_3d(args = ("type = 'worley', period = 16", 3), config = limit(3_960))]
#[bench::worley_edge_2d(args = ("type = 'worley', period = 16, value = 'edge'", 2), config = limit(18_623))]
#[bench::wave(args = ("type = 'wave', frequency = [3, 1, 0]", 2), config = limit(1_091))]
fn rows(program: Program) -> Vec<Vec<f32>> {
    black_box(sampled(&program, true))
}

#[library_benchmark(setup = program)]
#[bench::perlin_3d(args = ("type = 'perlin', period = 16", 3), config = limit(4_776))]
fn alone(program: Program) -> Vec<Vec<f32>> {
    black_box(sampled(&program, false))
}

fn material(name: &str) -> Material {
    let source = presets::find(name).expect("a built-in preset");
    Material::read(source, &Settings::default()).expect("a good preset")
}

#[library_benchmark(setup = material)]
#[bench::marble(args = ("marble"), config = limit(38_166))]
#[bench::rock(args = ("rock"), config = limit(577_802))]
#[bench::turbulence(args = ("turbulence"), config = limit(368_689))]
fn bake(material: Material) -> Vec<Image> {
    // Only what this thread does is counted.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    pool.install(|| Bake::new(&material, &Request::new([256, 256]), &engine(true)).expect("a good request").images())
}

library_benchmark_group!(name = kernels, benchmarks = [rows, alone]);
library_benchmark_group!(name = bakes, benchmarks = [bake]);
main!(library_benchmark_groups = [kernels, bakes]);
