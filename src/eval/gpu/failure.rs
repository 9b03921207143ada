//! What can go wrong with a GPU, each in one line for a person.
//!
//! In come the many error types of wgpu, often several lines long; out goes one [`Failure`]. None of them is a panic.
//! Rejected: passing wgpu's texts on as they are. They speak of descriptors and ids, and break over lines.

use std::fmt;
use std::time::Duration;

/// Why the GPU could not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No adapter at all.
    NoAdapter {
        /// The backends that were asked.
        tried: String,
    },
    /// There are adapters, but not this one.
    NoSuchDevice {
        /// The name or number that was asked for.
        wanted: String,
        /// What there is, a line each.
        found: Vec<String>,
    },
    /// The adapter is there but does not open.
    CannotOpen {
        /// Its name.
        device: String,
        /// What the driver said.
        reason: String,
    },
    /// The device went away, or an error came that nobody waited for. Nothing works on it any more.
    Lost {
        /// What the driver said.
        reason: String,
    },
    /// Out of memory.
    Memory {
        /// What the memory was for.
        what: String,
        /// How much was asked for.
        bytes: u64,
    },
    /// More than the device can take at once.
    TooLarge {
        /// What is too large.
        what: String,
        /// How much was asked for.
        wanted: u64,
        /// The most that the device takes.
        limit: u64,
        /// What is counted: `"bytes"`, `"groups"`.
        unit: &'static str,
    },
    /// The shader does not compile, or breaks the rules of exactness. A mistake of ours or of a driver.
    Shader {
        /// What was said about it.
        reason: String,
    },
    /// Somebody asked for an end.
    Interrupted,
    /// Something went wrong in the canary, before the bake.
    Canary {
        /// What was said about it.
        reason: String,
    },
    /// It took too long. The device is given up.
    TimedOut {
        /// What was waited for.
        what: String,
        /// How long.
        limit: Duration,
    },
    /// The canary has other bits than this processor: pictures of this device would not be the same.
    Differs {
        /// The device with its driver.
        device: String,
        /// The map that shows it.
        map: String,
        /// Where first, and what.
        difference: String,
    },
    /// wgpu refused a call. A mistake of ours.
    Refused {
        /// The call.
        what: String,
        /// What was said about it.
        reason: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoAdapter { tried } => {
                write!(f, "there is no GPU that bakestone can use: no adapter found (tried {tried})")
            }
            Failure::NoSuchDevice { wanted, found } => {
                write!(f, "there is no GPU {wanted}; there is {}", found.join("; "))
            }
            Failure::CannotOpen { device, reason } => write!(f, "the GPU {device} cannot be opened: {reason}"),
            Failure::Lost { reason } => write!(f, "device lost: {reason}"),
            Failure::Memory { what, bytes } => {
                write!(f, "the GPU has no memory left for {what} ({})", amount(*bytes, "bytes"))
            }
            Failure::TooLarge { what, wanted, limit, unit } => write!(
                f,
                "too large for the GPU: {what} needs {}, the limit is {}",
                amount(*wanted, unit),
                amount(*limit, unit)
            ),
            Failure::Shader { reason } => write!(f, "the GPU refused a shader: {reason}"),
            Failure::Interrupted => write!(f, "interrupted"),
            Failure::Canary { reason } => write!(f, "the bake is not begun, its canary failed: {reason}"),
            Failure::TimedOut { what, limit } => {
                write!(f, "the GPU did not answer: waited {:.1} s for {what}", limit.as_secs_f64())
            }
            Failure::Differs { device, map, difference } => {
                write!(
                    f,
                    "the GPU computes another picture than this processor: map `{map}`, {difference}; on {device}"
                )
            }
            Failure::Refused { what, reason } => write!(f, "the GPU refused {what}: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

fn amount(count: u64, unit: &str) -> String {
    if unit == "bytes" && count >= 1 << 20 {
        format!("{:.1} MiB", count as f64 / f64::from(1 << 20))
    } else {
        format!("{count} {unit}")
    }
}

/// Several lines in one; wgpu's headings, which say nothing, are left out.
pub(crate) fn one_line(text: &str) -> String {
    let said = |line: &&str| !matches!(*line, "" | "Validation Error" | "Caused by:");
    text.lines().map(str::trim).filter(said).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line() {
        assert_eq!(one_line("Validation Error\n\nCaused by:\n  In a call\n    too big\n"), "In a call: too big");
        let large = Failure::TooLarge { what: "a band".into(), wanted: 1 << 28, limit: 1 << 27, unit: "bytes" };
        assert_eq!(large.to_string(), "too large for the GPU: a band needs 256.0 MiB, the limit is 128.0 MiB");
        let groups = Failure::TooLarge { what: "a dispatch".into(), wanted: 70000, limit: 65535, unit: "groups" };
        assert!(groups.to_string().ends_with("needs 70000 groups, the limit is 65535 groups"));
    }
}
