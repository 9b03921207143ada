//! `--watch`: bakes a preset again when its text is another one, or that of a preset which it extends or uses.
//!
//! Texts are compared, not times: editors write in many ways, and some file systems tell no one. Rejected: a crate for file
//! events, which is a lot of code per system for a file of two pages.

use super::bake::Run;
use super::failed::{Failed, INTERRUPTED};
use super::signals::stopped;
use std::time::Duration;

/// How long to wait between looks, in steps that notice Ctrl-C.
const STEP: Duration = Duration::from_millis(50);
const STEPS: u32 = 6;

/// Bakes until Ctrl-C; mistakes are told and do not end it.
///
/// # Errors
/// Nothing to watch.
pub fn run(run: &Run) -> Result<u8, Failed> {
    let mut seen = run.texts();
    if run
        .inputs
        .iter()
        .zip(&seen)
        .all(|(input, text)| text.is_built_in() || !input.is_path() && text.source().is_err())
    {
        return Err(Failed::wrong("--watch needs a preset in a file: built-in ones never change"));
    }
    tell(run, run.bake(&seen, |_| true));
    while !stopped() {
        for _ in 0..STEPS {
            if !stopped() {
                std::thread::sleep(STEP);
            }
        }
        let changed: Vec<bool> = run.inputs.iter().zip(&seen).map(|(input, text)| !text.is_current(input)).collect();
        if changed.contains(&true) && !stopped() {
            seen = run.texts();
            run.screen.forget();
            tell(run, run.bake(&seen, |i| changed[i]));
        }
    }
    Ok(INTERRUPTED)
}

fn tell(run: &Run, done: Result<u8, Failed>) {
    if let Err(failed) = done {
        run.screen.error(&failed);
    }
}
