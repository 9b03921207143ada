//! Volumes as somebody waits for them, by the program itself: seconds, and the most memory that it held.
//!
//! `cargo bench --bench volumes`. It fails where the larger volume of the clouds, 128 voxels each way, four channels and
//! smaller levels, takes longer than its share of 3 s on 2 cores, or where memory grows with the depth.

mod page;

use page::{best, head, row};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Seconds that 128 voxels each way may take on two cores.
const MOST: f64 = 3.0;
/// What memory may grow by from 64 slices to 1024: threads do not hold the same at the same time in every run.
const GROWTH: f64 = 1.25;

/// Bytes that a program held at its peak until now, where the system tells.
fn peak(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// Runs it once; what it held at its peak.
fn run(flags: &str, folder: &Path) -> Result<Option<u64>> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bakestone"))
        .args("volume clouds --maps base --quiet".split(' ').chain(flags.split(' ')))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut held = None;
    let status = loop {
        held = peak(program.id()).max(held);
        if let Some(status) = program.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    if status.success() { Ok(held) } else { Err(format!("volume clouds {flags}: {status}").into()) }
}

/// The fastest of three runs, and the most memory of all.
fn measure(flags: &str, folder: &Path) -> Result<(f64, Option<u64>)> {
    let (mut most, mut failed) = (None, None);
    let seconds = best(3, || match run(flags, folder) {
        Ok(held) => most = most.max(held),
        Err(error) => failed = Some(error),
    });
    if let Some(error) = failed {
        return Err(error);
    }
    row(&format!("`{flags}`"), [format!("{seconds:.2}"), mebibytes(most)]);
    Ok((seconds, most))
}

fn mebibytes(bytes: Option<u64>) -> String {
    bytes.map_or("?".into(), |bytes| format!("{:.1}", bytes as f64 / f64::from(1 << 20)))
}

fn main() -> Result<ExitCode> {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(base)?;
    println!("\n## Volumes\n");
    println!(
        "`cargo bench --bench volumes`: `bakestone volume clouds --maps base`, four channels of 8 bits, with these flags,"
    );
    println!("to a memory disk. Seconds from the call to the end, best of 3, and the most memory in MiB.");
    head("", &["seconds", "memory"]);
    let (whole, _) = measure("-s 128", folder.path())?;
    let mut grows = false;
    for layout in ["slices", "ktx2 --mips"] {
        let of = |depth: u32| measure(&format!("-s 256x256x{depth} --layout {layout}"), folder.path());
        let depths = [of(64)?, of(256)?, of(1024)?];
        if let [(_, Some(few)), .., (_, Some(many))] = depths {
            grows |= many as f64 > GROWTH * few as f64;
        }
    }
    measure("-s 64 --layout slices", folder.path())?;
    measure("-s 256 --layout slices", folder.path())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let slow = whole > MOST * 2.0 / cores.min(2) as f64;
    if slow {
        eprintln!("128 voxels each way took {whole:.2} s");
    }
    if grows {
        eprintln!("memory grows with the depth");
    }
    Ok(if slow || grows { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
