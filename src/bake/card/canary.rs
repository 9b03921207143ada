//! The canary: a bake of 64 x 64 pixels on both sides before the one that is wanted, compared bit for bit.
//!
//! It is the very program, over the whole tile, with all maps: a driver that computes otherwise shows here, not in files.

use super::Card;
use crate::bake::{Bake, Image, Region, Stopped};
use crate::eval::Raster;
use crate::eval::gpu::{Device, Failure};
use crate::maps::{Counts, Samples};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Pixels of an edge of the canary.
const EDGE: u32 = 64;
/// The longest that a device may be silent that has run its shaders before.
const PATIENCE: Duration = Duration::from_secs(30);
/// The same for the first time, when shaders are compiled: thousands of operations on a slow device take their time.
const FIRST_PATIENCE: Duration = Duration::from_secs(300);
/// Nobody asks for an end.
static GOING: AtomicBool = AtomicBool::new(false);

impl Bake {
    /// The same bake on a graphics card, once its canary has the bits of this processor in every map.
    ///
    /// # Errors
    /// What the card can't do, or a canary that differs.
    pub fn on(self, device: &Arc<Device>) -> Result<Self, Failure> {
        let here = self.canary();
        let (ours, there) = rayon::join(
            || both(&here),
            || {
                let card = Card::new(device, &here, FIRST_PATIENCE)?;
                both(&Self { card: Some(Arc::new(card)), ..here.clone() })
            },
        );
        let (ours, theirs) = (ours?, there?);
        let noticed = ours.1.iter().zip(&theirs.1);
        for ((ours, theirs), counts) in ours.0.iter().zip(&theirs.0).zip(noticed) {
            if let Some(difference) = difference(ours, theirs).or_else(|| miscounted(counts)) {
                let (device, map) = (device.about().to_string(), ours.map.name.clone());
                return Err(Failure::Differs { device, map, difference });
            }
        }
        let card = Card::new(device, &self, PATIENCE)?;
        Ok(Self { card: Some(Arc::new(card)), ..self })
    }

    /// The device that it runs on, if it is no bake on this processor.
    pub fn device(&self) -> Option<&Arc<Device>> {
        self.card.as_ref().map(|card| card.device())
    }

    /// The longest call that the card was waited for; short ones are not.
    pub fn longest_call(&self) -> Option<Duration> {
        self.card.as_ref().map(|card| card.longest_call())
    }

    /// The whole tile on few pixels.
    fn canary(&self) -> Self {
        let [width, height, depth] = [EDGE * self.samples, EDGE * self.samples, self.raster.size[2]];
        let shift = [0, 0, self.raster.shift[2]];
        let raster = Raster { size: [width, height, depth], origin: [0; 3], shift };
        Self { size: [EDGE; 2], raster, region: Region { x: 0, y: 0, width: EDGE, height: EDGE }, ..self.clone() }
    }
}

/// The pictures, and what was noticed.
fn both(bake: &Bake) -> Result<(Vec<Image>, Vec<Counts>), Failure> {
    let stop = bake.engine.stop.unwrap_or(&GOING);
    bake.pictures(stop, &|_| ()).map_err(|stopped| match stopped {
        Stopped::Device(reason) => Failure::Canary { reason },
        Stopped::Asked => Failure::Interrupted,
        Stopped::Sink(never) => match never {},
    })
}

/// The first sample that differs.
fn difference(ours: &Image, theirs: &Image) -> Option<String> {
    let (at, a, b) = match (&ours.samples, &theirs.samples) {
        (Samples::U8(a), Samples::U8(b)) => first(a, b, |v| v.to_string()),
        (Samples::U16(a), Samples::U16(b)) => first(a, b, |v| v.to_string()),
        (Samples::Float(a), Samples::Float(b)) => {
            let bits = |all: &[f32]| all.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            first(&bits(a), &bits(b), |v| format!("{:e}", f32::from_bits(*v)))
        }
        _ => Some((0, "samples".into(), "samples of another kind".into())),
    }?;
    let (pixel, channel) = (at / ours.map.stored_channels(), at % ours.map.stored_channels());
    let (x, y) = (pixel % ours.width as usize, pixel / ours.width as usize);
    Some(format!("pixel {x}, {y}, channel {channel}: {b} in place of {a}"))
}

fn first<T: PartialEq>(a: &[T], b: &[T], shown: impl Fn(&T) -> String) -> Option<(usize, String, String)> {
    let at = a.iter().zip(b).position(|(a, b)| a != b)?;
    Some((at, shown(&a[at]), shown(&b[at])))
}

/// What was noticed otherwise.
fn miscounted((ours, theirs): (&Counts, &Counts)) -> Option<String> {
    (ours != theirs).then(|| format!("counts {theirs:?} in place of {ours:?}"))
}
