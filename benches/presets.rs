//! Every built-in preset to files at 2048 pixels, as an artist waits for it: the table of "in under 1.5 s on 2 cores".
//!
//! `cargo bench --bench presets`, or with an edge in pixels: `cargo bench --bench presets -- 4096`. It fails where one takes
//! longer than its share of 1.5 s; other programs that run meanwhile count against it, so seconds of the processor are
//! told beside.

mod page;

use bakestone::output::{Clobber, Compression, FileSpec, MapFile};
use bakestone::{Bake, Engine, Material, Request, Settings, Size, Source, presets};
use page::{best, head, machine, row};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Seconds that 2048 x 2048 pixels may take.
const MOST: f64 = 1.5;

/// From the text to files, all maps as the preset has them.
fn bake(name: &str, text: &str, edge: u32, folder: &Path) -> Result<u64> {
    let material = Material::read(Source::new(name, text), &Settings::default()).map_err(|p| p.render(false))?;
    let size = material.pixels(Some(Size::Longer(edge)))?;
    let bake = Bake::new(&material, &Request::new(size), &Engine::default())?;
    let file = |map: &bakestone::MapPlan| {
        MapFile::create(&FileSpec::of_map(map, folder.join(&map.name), size, Compression::default()))
    };
    let mut files = bake.maps().iter().map(file).collect::<std::result::Result<Vec<_>, _>>()?;
    bake.run(&mut files, &AtomicBool::new(false), &|_| ()).map_err(|e| format!("{e:?}"))?;
    files.into_iter().try_for_each(|file| file.commit(Clobber::Replace))?;
    let bytes = bake.maps().iter().map(|map| std::fs::metadata(folder.join(&map.name)).map_or(0, |m| m.len())).sum();
    Ok(bytes)
}

/// Seconds of the processor that this process had until now, where the system tells.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which is in brackets: user and system time are fields 14 and 15, in hundredths.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok());
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn main() -> Result<ExitCode> {
    let edge: u32 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(2048);
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(base)?;
    let most = MOST * (f64::from(edge) / 2048.0).powi(2);
    let runs = 3;
    println!("\n## Presets\n");
    println!(
        "All maps of each preset as it is, {edge} px, to files on a memory disk, on {}: seconds, best of {runs};",
        machine()
    );
    println!("what the processor worked on average; MB of files.");
    head("", &["seconds", "processor", "MB"]);
    let mut slow = Vec::new();
    for (name, text) in presets::ALL {
        let mut bytes = Ok(0);
        let before = processor();
        let time = best(runs, || bytes = bake(name, text, edge, folder.path()));
        let worked = processor().zip(before).map(|(now, before)| (now - before) / runs as f64);
        let worked = worked.map_or("-".into(), |seconds| format!("{seconds:.2}"));
        row(name, [format!("{time:.2}"), worked, format!("{:.1}", bytes? as f64 / 1e6)]);
        if time > most {
            slow.push(*name);
        }
    }
    if slow.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("slower than {most:.2} s: {}", slow.join(", "));
    Ok(ExitCode::FAILURE)
}
