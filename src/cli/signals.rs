//! Ctrl-C and friends: the first one asks a bake to stop and leave nothing behind, the second ends the process at once.
//!
//! `signal-hook` sets flags from signal handlers in safe code. Rejected: `ctrlc`, which can't catch SIGXFSZ, the signal
//! of a file that outgrows `ulimit -f`: with it caught, the write fails with an error like any other.

use super::failed::{Failed, INTERRUPTED};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Whether somebody asked to stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(false)));

/// Listens from now on.
///
/// # Errors
/// The system does not let us.
pub fn listen() -> Result<(), Failed> {
    register().map_err(|e| Failed::cannot(format!("cannot listen for Ctrl-C: {e}")))
}

fn register() -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds the flag that the first one set.
        flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(&STOP))?;
        flag::register(signal, Arc::clone(&STOP))?;
    }
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

/// Set once somebody asked to stop.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether somebody asked to stop.
pub fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
