//! A graphics card against all cores of its host: equal bits, compute, transfer and whole bakes.
//!
//! `cargo bench --bench gpu`, or for another device than the best one: `cargo bench --bench gpu -- NAME`. It prints a
//! section of docs/gpu.md.

#[allow(dead_code)]
mod page;

use bakestone::eval::Raster;
use bakestone::eval::gpu::{Binding, Choice, Device, Dispatch, Shaders};
use bakestone::machine::wgsl::Arithmetic;
use bakestone::maps::{Format, Rows};
use bakestone::output::{Clobber, Compression, FileSpec, MapFile};
use bakestone::program::shader::{GROUP, Job, Show, shader};
use bakestone::{Bake, Engine, Material, Pack, Request, Settings, Sink, Source, Want, presets};
use page::{best, head, row};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The job of the first table: one map of fBm with 6 octaves.
const FBM: &str = "edition = 1\nname = 'fbm'\n[nodes]\nn = { type = 'fbm', period = 7, octaves = 6, gain = 0.55 }\n\
    [maps]\nheight = 'n'\nnormal = false\nao = false\n";
const EDGE: u32 = 8192;
const PATIENCE: Duration = Duration::from_secs(20);

fn material(text: &str) -> Result<Material> {
    Ok(Material::read(Source::new("bench", text), &Settings::default()).map_err(|p| p.render(false))?)
}

fn prepared(text: &str, edge: u32, format: Option<Format>) -> Result<Bake> {
    let want = Want { format, ..Want::default() };
    Ok(Bake::new(&material(text)?, &Request { want, ..Request::new([edge; 2]) }, &Engine::default())?)
}

/// Reads all rows, as an encoder would, and keeps nothing.
struct Reads;

impl Pack for Reads {
    type Part = u64;
    fn part(&self, _: u32, rows: Rows) -> u64 {
        match rows {
            Rows::U8(all) => all.iter().map(|v| u64::from(*v)).sum(),
            Rows::U16(all) => all.iter().map(|v| u64::from(*v)).sum(),
            Rows::Float(all) => all.iter().map(|v| u64::from(v.to_bits())).sum(),
        }
    }
}

impl Sink for Reads {
    type Error = std::convert::Infallible;
    type Pack = Reads;
    fn pack(&self) -> Reads {
        Reads
    }
    fn take(&mut self, part: u64) -> std::result::Result<(), Self::Error> {
        black_box(part);
        Ok(())
    }
}

/// Everything but files.
fn evaluate(bake: &Bake) -> Result<()> {
    let mut sinks: Vec<Reads> = bake.maps().iter().map(|_| Reads).collect();
    bake.run(&mut sinks, &AtomicBool::new(false), &|_| ()).map_err(|e| format!("{e:?}"))?;
    Ok(())
}

fn write(bake: &Bake, folder: &Path) -> Result<()> {
    let spec = |map| FileSpec::of_map(map, folder.join(&map.name), bake.size(), Compression::default());
    let mut files = bake.maps().iter().map(|map| Ok(MapFile::create(&spec(map))?)).collect::<Result<Vec<_>>>()?;
    bake.run(&mut files, &AtomicBool::new(false), &|_| ()).map_err(|e| format!("{e:?}"))?;
    files.into_iter().try_for_each(|file| Ok(file.commit(Clobber::Replace)?))
}

/// Milliseconds that the card computes the program of the first job, by its own clock: all rows in one submission.
fn compute(device: &Device) -> Result<Option<f64>> {
    let (_, program) =
        material(FBM)?.node("n", "", Some([f64::from(EDGE), f64::from(EDGE), f64::INFINITY]), &Engine::default())?;
    let arithmetic = if device.is_strict() { Arithmetic::Marked } else { Arithmetic::Guarded };
    let shader = shader(&program, Show::Values, 1, arithmetic);
    let rows = 1024;
    let bindings = [Binding::Uniform, Binding::Uniform, Binding::ReadOnly, Binding::ReadOnly, Binding::ReadWrite];
    let pipeline = device.pipeline(&shader.text, &bindings)?;
    let raster = Raster::new(EDGE, EDGE);
    let mut places: Vec<u32> = (0..i64::from(EDGE)).map(|i| raster.place(1, i)).collect();
    places.extend((0..i64::from(EDGE)).map(|i| raster.place(0, i)));
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let args = device.uniform(4 * shader.args.len() as u64, "parameters")?;
    device.write(&args, &bytes(&shader.args), "parameters")?;
    let data = device.upload(&bytes(&shader.data), "data")?;
    let places = device.upload(&bytes(&places), "places")?;
    let planes = device.storage(4 * u64::from(EDGE) * u64::from(rows), "planes")?;
    let Some(timer) = device.timer()? else { return Ok(None) };
    let mut groups = Vec::new();
    for _ in (0..EDGE).step_by(rows as usize) {
        let job = device.uniform(64, "a job")?;
        let z = raster.place(2, 0);
        let job_of = Job { first: [0, 0], size: [EDGE, rows], columns_at: EDGE, z, stride: EDGE, plane: EDGE * rows };
        device.write(&job, &bytes(&job_of.words()), "a job")?;
        groups.push(device.group(&pipeline, &[&job, &args, &data, &places, &planes])?);
    }
    let across = [EDGE.div_ceil(GROUP), rows.div_ceil(GROUP), 1];
    let work: Vec<Dispatch> =
        groups.iter().map(|group| Dispatch { pipeline: &pipeline, group, groups: across }).collect();
    let mut least = f64::INFINITY;
    for _ in 0..10 {
        let done = device.submit(&work, &[], Some(&timer))?;
        least = least.min(device.elapsed(&timer, &done, PATIENCE)?.as_secs_f64() * 1e3);
    }
    Ok(Some(least))
}

/// Year, month and day of now (Howard Hinnant, "chrono-compatible low-level date algorithms").
fn today() -> Result<String> {
    let days = (SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs() / 86400) as i64 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400 + i64::from(month > 9), if month < 10 { month + 3 } else { month - 9 });
    Ok(format!("{year}-{month:02}-{date:02}"))
}

fn bytes_that_differ(here: &Bake, there: &Bake) -> Result<(u64, u64)> {
    let (here, there) = (here.images(), there.images());
    let (mut all, mut differ) = (0, 0);
    for (a, b) in here.iter().zip(&there) {
        let (a, b) = (bytes_of((&a.samples).into()), bytes_of((&b.samples).into()));
        all += a.len() as u64;
        differ += a.iter().zip(&b).filter(|(a, b)| a != b).count() as u64 + a.len().abs_diff(b.len()) as u64;
    }
    Ok((all, differ))
}

fn bytes_of(rows: Rows) -> Vec<u8> {
    match rows {
        Rows::U8(all) => all.to_vec(),
        Rows::U16(all) => all.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Rows::Float(all) => all.iter().flat_map(|v| v.to_le_bytes()).collect(),
    }
}

/// Seconds of the best of three runs.
fn timed(run: impl Fn() -> Result<()>) -> Result<f64> {
    let mut failed = None;
    let seconds = best(3, || failed = run().err().or(failed.take()));
    failed.map_or(Ok(seconds), Err)
}

fn main() -> Result<()> {
    let name = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let device = Arc::new(Device::open(&name.map_or(Choice::Best, Choice::Named), Shaders::Strict)?);
    let folder = ["/dev/shm", "/tmp"].map(PathBuf::from).into_iter().find(|f| f.is_dir()).unwrap_or_default();
    let folder = folder.join(format!("bakestone-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = page(&device, &folder);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn page(device: &Arc<Device>, folder: &Path) -> Result<()> {
    let cores = rayon::current_num_threads();
    println!("## {}\n", device.about().name);
    println!("{}; {} host threads, {}.\n", device.about(), cores, today()?);
    println!("fBm of 6 octaves from period 7, flat, {EDGE} px, milliseconds:");
    head("", &["card", "host"]);
    if let Some(ms) = compute(device)? {
        row("compute alone, by the clock of the card", [format!("{ms:.1}"), String::new()]);
    }
    for (what, format) in [("16 bit", None), ("floats", Some(Format::Exr))] {
        let here = prepared(FBM, EDGE, format)?;
        let there = here.clone().on(device)?;
        let milliseconds =
            |bake: &Bake| Ok::<_, Box<dyn std::error::Error>>(format!("{:.0}", timed(|| evaluate(bake))? * 1e3));
        row(&format!("evaluated, transferred and read, {what}"), [milliseconds(&there)?, milliseconds(&here)?]);
    }
    println!("\nPresets with all their maps: seconds, best of 3; files on a memory disk.");
    let columns = [
        "pixels",
        "bytes that differ",
        "evaluated: card",
        "evaluated: host",
        "files: card",
        "files: host",
        "compile and canary",
    ];
    head("", &columns);
    for preset in ["marble", "rock", "turbulence"] {
        let (_, text) = presets::ALL.iter().find(|(name, _)| *name == preset).ok_or("no such preset")?;
        for edge in [4096, 8192] {
            let here = prepared(text, edge, None)?;
            let start = Instant::now();
            let there = here.clone().on(device)?;
            let canary = start.elapsed().as_secs_f64();
            let (all, differ) = bytes_that_differ(&here, &there)?;
            let times = [timed(|| evaluate(&there))?, timed(|| evaluate(&here))?];
            let files = [timed(|| write(&there, folder))?, timed(|| write(&here, folder))?];
            let mut cells = vec![edge.to_string(), format!("{differ} of {all}")];
            cells.extend(times.iter().chain(&files).chain([&canary]).map(|s| format!("{s:.3}")));
            row(preset, cells);
        }
    }
    println!();
    Ok(())
}
