//! `--watch`: does something again when the text of a preset is another one, or that of a preset which it extends or uses.
//!
//! Texts are compared, not times: editors write in many ways, and some file systems tell no one. Rejected: a crate for file
//! events, which is a lot of code per system for a file of two pages.

use super::failed::{Failed, INTERRUPTED};
use super::input::{self, Input, Text};
use super::screen::Screen;
use super::signals::stopped;
use std::time::Duration;

/// How long to wait between looks, in steps that notice Ctrl-C.
const STEP: Duration = Duration::from_millis(50);
const STEPS: u32 = 6;

/// Calls `act` with all texts, and which of them are new, until Ctrl-C; mistakes are told and do not end it.
///
/// # Errors
/// Nothing to watch.
pub fn run(
    inputs: &[Input],
    screen: &Screen,
    mut act: impl FnMut(&[Text], &dyn Fn(usize) -> bool) -> Result<u8, Failed>,
) -> Result<u8, Failed> {
    let mut tell = |texts: &[Text], new: &dyn Fn(usize) -> bool| {
        if let Err(failed) = act(texts, new) {
            screen.error(&failed);
        }
    };
    let mut seen = input::texts(inputs);
    let fixed = |(input, text): (&Input, &Text)| text.is_built_in() || !input.is_path() && text.source().is_err();
    if inputs.iter().zip(&seen).all(fixed) {
        return Err(Failed::wrong("--watch needs a preset in a file: built-in ones never change"));
    }
    tell(&seen, &|_| true);
    while !stopped() {
        for _ in 0..STEPS {
            if !stopped() {
                std::thread::sleep(STEP);
            }
        }
        let changed: Vec<bool> = inputs.iter().zip(&seen).map(|(input, text)| !text.is_current(input)).collect();
        if changed.contains(&true) && !stopped() {
            seen = input::texts(inputs);
            screen.forget();
            tell(&seen, &|i| changed[i]);
        }
    }
    Ok(INTERRUPTED)
}
