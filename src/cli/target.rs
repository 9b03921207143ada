//! `--gpu`: where bakes run, on this processor or on a graphics card.
//!
//! A card that was asked for is used or the run fails; only `--gpu=auto` goes on without one, and says so.

use super::failed::Failed;
use super::screen::Screen;
#[cfg(feature = "gpu")]
use super::signals;
use crate::Bake;
use serde_json::Value;

#[cfg(feature = "gpu")]
use crate::eval::gpu::{self, Choice, Device, Kind, Shaders};
#[cfg(feature = "gpu")]
use serde_json::json;
#[cfg(feature = "gpu")]
use std::sync::Arc;

/// Where bakes run.
pub enum Target {
    /// On this processor.
    Here,
    /// On a card.
    #[cfg(feature = "gpu")]
    Card {
        /// The open device.
        device: Arc<Device>,
        /// Whether this processor may do what the card can't.
        auto: bool,
    },
}

/// What is said where this build has no part for graphics cards.
#[cfg(not(feature = "gpu"))]
const NONE: &str = "this build of bakestone has no part for graphics cards (the cargo feature `gpu`)";

impl Target {
    /// What was typed behind `--gpu`: nothing, a name, a number or `auto`. The device is named on stderr.
    ///
    /// # Errors
    /// There is no such device, or it does not open.
    #[cfg(feature = "gpu")]
    pub fn new(typed: Option<&str>, screen: &Screen, quiet: bool) -> Result<Self, Failed> {
        let Some(typed) = typed else { return Ok(Self::Here) };
        let auto = typed == "auto";
        let choice = match (typed, typed.parse()) {
            ("" | "auto", _) => Choice::Best,
            (_, Ok(number)) => Choice::Numbered(number),
            (name, Err(_)) => Choice::Named(name.to_string()),
        };
        match Device::open(&choice, Shaders::Strict) {
            Ok(device) if auto && device.about().kind == Kind::Software => {
                screen.note(&format!("--gpu=auto: this processor bakes; all there is besides is {}", device.about()));
                Ok(Self::Here)
            }
            Ok(device) => {
                if device.about().kind == Kind::Software {
                    screen.warn(&format!("{} is no graphics card: this processor alone is faster", device.about()));
                } else if !quiet {
                    screen.note(&format!("gpu {}", device.about()));
                }
                Ok(Self::Card { device: Arc::new(device), auto })
            }
            Err(failure) if auto => {
                screen.note(&format!("--gpu=auto: this processor bakes; {failure}"));
                Ok(Self::Here)
            }
            Err(failure) => Err(Failed::cannot(format!("--gpu: {failure}"))),
        }
    }

    /// Only `auto` finds a target in a build without a part for cards.
    ///
    /// # Errors
    /// A card was asked for.
    #[cfg(not(feature = "gpu"))]
    pub fn new(typed: Option<&str>, screen: &Screen, _quiet: bool) -> Result<Self, Failed> {
        match typed {
            None => Ok(Self::Here),
            Some("auto") => {
                screen.note(&format!("--gpu=auto: this processor bakes; {NONE}"));
                Ok(Self::Here)
            }
            Some(_) => Err(Failed::cannot(format!("--gpu: {NONE}"))),
        }
    }

    /// Brings a bake to where it runs.
    ///
    /// # Errors
    /// What the card can't do, or does otherwise than this processor.
    pub fn take(&self, bake: Bake, screen: &Screen) -> Result<Bake, Failed> {
        match self {
            Self::Here => {
                let _ = screen;
                Ok(bake)
            }
            #[cfg(feature = "gpu")]
            Self::Card { device, auto } => match bake.clone().on(device) {
                Ok(bake) => Ok(bake),
                Err(_) if signals::stopped() => Err(Failed::interrupted()),
                Err(failure) if *auto => {
                    screen.warn(&format!("--gpu=auto: this processor bakes; {failure}"));
                    Ok(bake)
                }
                Err(failure) => Err(Failed::cannot(failure.to_string())),
            },
        }
    }
}

/// What `--json` says about where a bake ran: null for this processor; every map of a bake on a card had an equal canary.
pub fn json(bake: &Bake) -> Value {
    #[cfg(feature = "gpu")]
    if let Some(device) = bake.device() {
        let about = device.about();
        let canary =
            bake.maps().iter().map(|map| (map.name.clone(), json!("equal"))).collect::<serde_json::Map<_, _>>();
        return json!({
            "number": about.index,
            "name": about.name,
            "kind": about.kind.word(),
            "backend": about.backend,
            "driver": about.driver,
            "strict": device.is_strict(),
            "canary": canary,
            "longest_call_ms": bake.longest_call().map_or(0.0, |call| call.as_secs_f64() * 1e3),
        });
    }
    let _ = bake;
    Value::Null
}

/// The devices of this machine, a line each.
#[cfg(feature = "gpu")]
pub fn devices() -> String {
    let all = gpu::devices();
    if all.is_empty() {
        return "no graphics card that bakestone can use\n".into();
    }
    all.iter().map(|about| format!("{about}\n")).collect()
}

/// A build without a part for cards knows none.
#[cfg(not(feature = "gpu"))]
pub fn devices() -> String {
    format!("{NONE}\n")
}
