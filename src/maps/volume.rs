//! A volume of `[volumes]`: each channel is a formula of its own, a number. Whole numbers store 0..1, floats the numbers as
//! they are.

use super::plan::{Kind, MapPlan, Planes, Want, stored};
use crate::preset::suggest;
use crate::program::{At, Lower, Num};

/// Lowers the channels of a volume. One that nothing is said about is 0; those behind the last one that is said are
/// left out.
pub(super) fn plan_volume(l: &mut Lower, name: &str, want: &Want, planes: &mut Planes) -> Result<MapPlan, String> {
    let preset = l.preset;
    let Some(volume) = preset.volumes.iter().find(|volume| volume.name == name) else {
        let known = preset.volumes.iter().map(|volume| volume.name.as_str());
        return Err(format!("there is no volume `{name}`: {}", suggest(name, known, "volumes")));
    };
    let used = volume.channels.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
    let number = |channel: &Option<_>| match channel {
        Some(value) => l.number(value, At::start()),
        None => l.constant(0.0),
    };
    let numbers: Vec<Num> = volume.channels[..used].iter().map(number).collect();
    Ok(stored(l, name.to_string(), Kind::Data, &numbers, (None, volume.depth, false), want, planes))
}
