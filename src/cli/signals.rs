//! Ctrl-C and friends: the first one asks a bake to stop and leave nothing behind, the second ends the process at once.

use super::failed::{Failed, INTERRUPTED};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody asked to stop.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
///
/// # Errors
/// The system does not let us.
pub fn listen() -> Result<(), Failed> {
    let heard = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    };
    ctrlc::set_handler(heard).map_err(|e| Failed::cannot(format!("cannot listen for Ctrl-C: {e}")))
}

/// Whether somebody asked to stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
