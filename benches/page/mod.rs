//! What benches share: a page of Markdown, and the best of several runs.

use std::time::Instant;

/// Seconds of the fastest of `runs` runs: what disturbs a run only makes it slower.
pub fn best(runs: usize, mut run: impl FnMut()) -> f64 {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// A row of a table.
pub fn row<T: std::fmt::Display>(label: &str, cells: impl IntoIterator<Item = T>) {
    let cells: Vec<String> = cells.into_iter().map(|cell| format!(" {cell} |")).collect();
    println!("| {label} |{}", cells.concat());
}

/// The head of a table.
pub fn head<T: std::fmt::Display>(first: &str, columns: &[T]) {
    println!();
    row(first, columns);
    row("---", columns.iter().map(|_| "---"));
}

/// The processor, as the system names it, and its cores.
#[allow(dead_code)] // Only the bench that begins the page says it.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", name.unwrap_or(std::env::consts::ARCH))
}
