//! Whole bakes against the encoder alone: marble, rock and turbulence to files, and in the same run the `png` crate at
//! `Compression::Fast` on the finished pixels, one after another on one thread.
//!
//! `cargo bench --bench bake`, or with an edge in pixels: `cargo bench --bench bake 2048`. Fixed maps: height 16 bit,
//! normal, basecolor, roughness and ao 8 bit.

use bakestone::maps::{Depth, Samples};
use bakestone::output::{Clobber, Compression, Container, FileSpec, MapFile, OutputError, Rows, Sample};
use bakestone::{Bake, Engine, Image, Material, Request, Settings, Sink, Source, Want, presets};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const MAPS: [&str; 5] = ["height", "normal", "basecolor", "roughness", "ao"];

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

struct FileSink(MapFile);

impl Sink for FileSink {
    type Error = OutputError;
    fn rows(&mut self, rows: &Samples) -> Result<(), OutputError> {
        self.0.write_rows(match rows {
            Samples::U8(v) => Rows::U8(v),
            Samples::U16(v) => Rows::U16(v),
            Samples::Float(v) => Rows::Float(v),
        })
    }
}

/// Seconds from the preset's text to files on disk.
fn baked(text: &str, edge: u32, folder: &Path) -> Result<f64, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let bake = prepare(text, edge)?;
    let mut sinks = Vec::new();
    for map in bake.maps() {
        let spec = FileSpec {
            path: folder.join(format!("{}.png", map.name)),
            container: Container::Png,
            width: edge,
            height: edge,
            channels: map.stored_channels() as u8,
            sample: if map.depth == Depth::Eight { Sample::U8 } else { Sample::U16 },
            srgb: map.is_srgb(),
            compression: Compression::default(),
        };
        sinks.push(FileSink(MapFile::create(&spec)?));
    }
    bake.run(&mut sinks, &AtomicBool::new(false), &|_| ()).map_err(|e| format!("{e:?}"))?;
    for sink in sinks {
        sink.0.commit(Clobber::Replace)?;
    }
    Ok(start.elapsed().as_secs_f64())
}

fn prepare(text: &str, edge: u32) -> Result<Bake, String> {
    let material = Material::read(Source::new("bench", text), &Settings::default()).map_err(|p| p.render(false))?;
    let want = Want { maps: Some(MAPS.map(String::from).to_vec()), ..Want::default() };
    Bake::new(&material, &Request { want, ..Request::new([edge, edge]) }, &Engine::default())
}

/// Seconds that the `png` crate needs for this picture, into memory.
fn encoded(image: &Image) -> Result<f64, png::EncodingError> {
    let bytes: Vec<u8> = match &image.samples {
        Samples::U8(v) => v.clone(),
        Samples::U16(v) => v.iter().flat_map(|v| v.to_be_bytes()).collect(),
        Samples::Float(_) => Vec::new(),
    };
    let start = Instant::now();
    let mut encoder = png::Encoder::new(Vec::new(), image.width, image.height);
    encoder.set_color(if image.map.stored_channels() == 1 { png::ColorType::Grayscale } else { png::ColorType::Rgb });
    encoder.set_depth(if image.map.depth == Depth::Eight { png::BitDepth::Eight } else { png::BitDepth::Sixteen });
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(start.elapsed().as_secs_f64())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let edge: u32 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(4096);
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(base)?;
    let threads = rayon::current_num_threads();
    println!("{edge} px, {threads} threads, files in {}; seconds, best of 3", folder.path().display());
    println!("{:12}{:>10}{:>18}{:>10}", "", "bake", "encoder alone", "ratio");
    let (mut all, mut alone) = (0.0, 0.0);
    for (name, text) in presets::ALL {
        let text = with_narrow_normal(text);
        let images = prepare(&text, edge)?.images();
        let (mut bake, mut encode) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..3 {
            bake = bake.min(baked(&text, edge, folder.path())?);
            let mut sum = 0.0;
            for image in &images {
                sum += encoded(image)?;
            }
            encode = encode.min(sum);
        }
        println!("{name:12}{bake:10.3}{encode:18.3}{:10.2}", bake / encode);
        all += bake;
        alone += encode;
    }
    println!("{:12}{all:10.3}{alone:18.3}{:10.2}", "all", all / alone);
    Ok(())
}
