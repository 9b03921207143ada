//! Ctrl-C and friends: the first one asks a bake to stop and leave nothing behind, the second ends the process at once.
//!
//! `signal-hook` sets flags from signal handlers in safe code. Rejected: `ctrlc`, which can't catch SIGXFSZ, the signal
//! of a file that outgrows `ulimit -f`: with it caught, the write fails with an error like any other.

use super::failed::{Failed, INTERRUPTED};
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGXFSZ};
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
    #[cfg(unix)]
    let ends = [SIGINT, SIGTERM, SIGHUP];
    #[cfg(not(unix))]
    let ends = [SIGINT, SIGTERM];
    for signal in ends {
        // In this order: the second signal finds the flag that the first one set.
        flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(&STOP))?;
        flag::register(signal, Arc::clone(&STOP))?;
    }
    #[cfg(unix)]
    flag::register(SIGXFSZ, Arc::default())?;
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
