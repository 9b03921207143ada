//! Whole bakes: against the encoders alone on ready pixels, by size and by threads.
//!
//! `cargo bench --bench bake`, or with an edge in pixels: `cargo bench --bench bake -- 2048`. With the bench `nodes` it
//! writes docs/performance.md: `cargo bench --bench bake --bench nodes --bench presets --bench volumes > docs/performance.md`.

mod page;

use bakestone::maps::{Depth, Format, Samples};
use bakestone::output::{Clobber, Compression, ExrCompression, FileSpec, MapFile, PngCompression, Rows};
use bakestone::{Bake, Engine, Image, MapPlan, Material, Request, Settings, Source, Want, presets};
use page::{best, head, machine, row};
use rayon::ThreadPool;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The maps of each preset. All have 8 bits but the height.
const MAPS: [&str; 5] = ["height", "normal", "basecolor", "roughness", "ao"];

/// The whole job that other programs were timed at: height of 16 bits and normals of 8.
const JOB: &str = "edition = 1\nname = 'job'\ntile = [1.0, 1.0]\n[nodes]\n\
    rough = { type = 'fbm', period = 4, octaves = 8 }\n[[layers]]\nheight = '0.05 * rough'\n[maps]\nao = false\n";

/// A preset whose normal map has 8 bits, whatever it says itself.
fn with_narrow_normal(text: &str) -> String {
    let mut out = String::new();
    let (mut maps, mut done) = (false, false);
    for line in text.lines() {
        maps = if line.starts_with('[') { line.starts_with("[maps]") } else { maps };
        if maps && line.starts_with("normal = {") {
            let keys = line.trim_start_matches("normal = {").trim_end_matches('}');
            let kept: Vec<&str> = keys.split(',').filter(|k| !k.trim_start().starts_with("depth")).collect();
            out += &format!("normal = {{ depth = 8, {} }}\n", kept.join(",").trim_matches([' ', ',']));
            done = true;
            continue;
        }
        out += line;
        out += "\n";
    }
    match (done, out.find("[maps]\n")) {
        (true, _) => out,
        (false, Some(at)) => {
            out.insert_str(at + "[maps]\n".len(), "normal = { depth = 8 }\n");
            out
        }
        (false, None) => out + "\n[maps]\nnormal = { depth = 8 }\n",
    }
}

fn prepare(text: &str, edge: u32) -> Result<Bake> {
    prepare_for(text, edge, None)
}

fn prepare_for(text: &str, edge: u32, format: Option<Format>) -> Result<Bake> {
    let material = Material::read(Source::new("bench", text), &Settings::default()).map_err(|p| p.render(false))?;
    let have = material.maps([f64::from(edge), f64::from(edge), f64::INFINITY], &Want::default())?;
    let maps = MAPS.iter().filter(|name| have.iter().any(|map| map.name == **name)).map(|name| name.to_string());
    let want = Want { maps: Some(maps.collect()), format, ..Want::default() };
    Ok(Bake::new(&material, &Request { want, ..Request::new([edge, edge]) }, &Engine::default())?)
}

fn file(map: &MapPlan, edge: u32, folder: &Path, compression: Compression) -> Result<MapFile> {
    Ok(MapFile::create(&FileSpec::of_map(map, folder.join(&map.name), [edge; 2], compression))?)
}

/// From the preset's text to files.
fn bake(text: &str, edge: u32, folder: &Path) -> Result<()> {
    let bake = prepare(text, edge)?;
    let mut files =
        bake.maps().iter().map(|map| file(map, edge, folder, Compression::default())).collect::<Result<Vec<_>>>()?;
    bake.run(&mut files, &AtomicBool::new(false), &|_| ()).map_err(|e| format!("{e:?}"))?;
    files.into_iter().try_for_each(|file| Ok(file.commit(Clobber::Replace)?))
}

/// Ready pixels to files.
fn write(images: &[Image], folder: &Path, compression: Compression) -> Result<()> {
    for image in images {
        let mut file = file(&image.map, image.width, folder, compression)?;
        file.write_rows(Rows::from(&image.samples))?;
        file.commit(Clobber::Replace)?;
    }
    Ok(())
}

/// Ready pixels through the `png` crate at its fastest, into memory; on one thread, as it works.
fn png_crate(images: &[(Image, Vec<u8>)]) -> std::result::Result<(), png::EncodingError> {
    for (image, bytes) in images {
        let mut encoder = png::Encoder::new(Vec::new(), image.width, image.height);
        let grey = image.map.stored_channels() == 1;
        encoder.set_color(if grey { png::ColorType::Grayscale } else { png::ColorType::Rgb });
        let wide = image.map.depth != Depth::Eight;
        encoder.set_depth(if wide { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(bytes)?;
        writer.finish()?;
    }
    Ok(())
}

fn big_endian(image: Image) -> (Image, Vec<u8>) {
    let bytes = match &image.samples {
        Samples::U8(v) => v.clone(),
        Samples::U16(v) => v.iter().flat_map(|v| v.to_be_bytes()).collect(),
        Samples::Float(_) => Vec::new(),
    };
    (image, bytes)
}

/// Arithmetic and nothing else, shared over the threads of the pool: what a second thread is worth on this machine.
fn arithmetic() -> Result<()> {
    use rayon::prelude::*;
    let parts: Vec<f32> =
        (0..64u32).into_par_iter().map(|k| (0..2_000_000).fold(k as f32, |a, _| a * 0.999 + 1.0)).collect();
    black_box(parts);
    Ok(())
}

fn pool(threads: usize) -> Result<ThreadPool> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
}

fn seconds(runs: usize, pool: &ThreadPool, mut run: impl FnMut() -> Result<()> + Send) -> Result<f64> {
    let mut failed = None;
    let time = pool.install(|| best(runs, || failed = run().err().map(|e| e.to_string()).or(failed.take())));
    failed.map_or(Ok(time), |e| Err(e.into()))
}

fn main() -> Result<()> {
    let edge: u32 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(4096);
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(base)?;
    let threads = rayon::current_num_threads();
    let (many, one) = (pool(threads)?, pool(1)?);

    println!("# Performance\n");
    println!(
        "Made by `cargo bench --bench bake --bench nodes --bench presets --bench volumes > docs/performance.md` on {}.",
        machine()
    );
    println!("Figures of two runs differ more than those of one: trust ratios within a run.");

    println!("\n## Bakes against encoders\n");
    println!("Presets to files on a memory disk, {edge} px, height 16 bit, normal, basecolor, roughness and ao 8 bit,");
    println!(
        "against our PNG encoder alone on the ready pixels, and against the `png` crate at `Compression::Fast` alone,"
    );
    println!("into memory, which works on one thread. Seconds, best of 3.");
    head("", &["threads", "bake", "our encoder", "ratio", "`png` crate", "ratio"]);
    let mut totals = [[0.0; 3]; 2];
    for (name, text) in presets::ALL {
        let text = with_narrow_normal(text);
        let images: Vec<(Image, Vec<u8>)> = prepare(&text, edge)?.images().into_iter().map(big_endian).collect();
        let plain: Vec<Image> = images.iter().map(|(image, _)| image.clone()).collect();
        for (totals, (pool, threads)) in totals.iter_mut().zip([(&many, threads), (&one, 1)]) {
            let peer = seconds(3, &one, || Ok(png_crate(&images)?))?;
            let ours = seconds(3, pool, || write(&plain, folder.path(), Compression::default()))?;
            let bake = seconds(3, pool, || bake(&text, edge, folder.path()))?;
            totals.iter_mut().zip([bake, ours, peer]).for_each(|(total, time)| *total += time);
            ratios(name, threads, [bake, ours, peer]);
        }
    }
    ratios("all", threads, totals[0]);
    ratios("all", 1, totals[1]);

    let job = seconds(3, &many, || bake(JOB, edge, folder.path()))?;
    println!("\nfBm of 8 octaves from period 4, height 16 bit and normal 8 bit, {threads} threads: {job:.3} s.");

    encoders(edge / 2, folder.path(), &many)?;

    println!("\n## By size\n");
    println!(
        "The same fBm: nanoseconds per pixel, {threads} threads. Occlusion adds what its grid costs, the same at every size."
    );
    let sizes: Vec<u32> = [512, 1024, 2048, 4096, 8192, 16384].into_iter().filter(|size| *size <= 4 * edge).collect();
    head("pixels", &sizes);
    let mut times = Vec::new();
    for size in sizes {
        let runs = (8192 / size as usize).clamp(2, 16);
        let time = seconds(runs, &many, || bake(JOB, size, folder.path()))?;
        times.push(format!("{:.1}", time * 1e9 / f64::from(size).powi(2)));
    }
    row("ns", times);

    println!("\n## By threads\n");
    println!("What {threads} threads gain over one, and what they gain in a loop of pure arithmetic in the same run.");
    head("", &["gain", "of pure arithmetic", "share"]);
    for (name, text) in presets::ALL {
        let text = with_narrow_normal(text);
        let gain = seconds(3, &one, || bake(&text, edge, folder.path()))?
            / seconds(3, &many, || bake(&text, edge, folder.path()))?;
        let pure = |pool: &ThreadPool| seconds(3, pool, arithmetic);
        let pure = pure(&one)? / pure(&many)?;
        row(name, [format!("{gain:.2}"), format!("{pure:.2}"), format!("{:.2}", gain / pure)]);
    }
    Ok(())
}

/// What each way to pack takes and leaves: milliseconds, and the size against raw pixels.
fn encoders(edge: u32, folder: &Path, pool: &ThreadPool) -> Result<()> {
    println!("\n## Ways to pack\n");
    println!(
        "turbulence, {edge} px, ready pixels to a memory disk, all cores: milliseconds, and size against raw pixels."
    );
    println!("EXR holds the same maps, height in floats and the others in halves. The defaults are `fast` and `zip`:");
    println!("`piz` makes heights smaller and is faster for halves, but larger for smooth maps.");
    let text = presets::ALL.iter().find(|p| p.0 == "turbulence").map_or("", |p| p.1);
    let png =
        [("fast", PngCompression::Fast), ("balanced", PngCompression::Balanced), ("small", PngCompression::Small)];
    let exr = [
        ("none", ExrCompression::None),
        ("rle", ExrCompression::Rle),
        ("zip", ExrCompression::Zip),
        ("piz", ExrCompression::Piz),
    ];
    let mut ways: Vec<(&str, Format, Compression)> = Vec::new();
    ways.extend(png.map(|(name, png)| (name, Format::Png, Compression { png, ..Compression::default() })));
    ways.extend(exr.map(|(name, exr)| (name, Format::Exr, Compression { exr, ..Compression::default() })));
    let names = ["height", "normal", "basecolor", "roughness"];
    head("", &names);
    for (name, format, compression) in ways {
        let images = prepare_for(text, edge, Some(format))?.images();
        let mut cells = Vec::new();
        for image in images.iter().filter(|image| names.contains(&image.map.name.as_str())) {
            let one = std::slice::from_ref(image);
            let time = seconds(2, pool, || write(one, folder, compression))?;
            let sample = match image.map.depth {
                Depth::Eight => 1,
                Depth::Sixteen | Depth::Half => 2,
                Depth::Float => 4,
            };
            let raw = u64::from(edge).pow(2) * image.map.stored_channels() as u64 * sample;
            let share = 100.0 * std::fs::metadata(folder.join(&image.map.name))?.len() as f64 / raw as f64;
            cells.push(format!("{:.0}, {share:.1} %", time * 1e3));
        }
        row(&format!("{format:?} {name}").to_lowercase(), cells);
    }
    Ok(())
}

fn ratios(name: &str, threads: usize, [bake, ours, peer]: [f64; 3]) {
    let cells = [bake, ours, bake / ours, peer, bake / peer].map(|v| format!("{v:.2}"));
    row(name, std::iter::once(threads.to_string()).chain(cells));
}
