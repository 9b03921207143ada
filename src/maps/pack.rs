//! Pictures whose channels are maps: packs of a preset, and files of a profile.

use super::Convention;
use super::plan::{Kind, MapPlan, Planes, Shown, Want, show, stored};
use crate::preset::{Channels, FileSource, PackSource, Profile, Span, suggest};
use crate::program::{At, Lower, Num};

/// What a packed picture shows.
pub(super) struct Packed {
    pub kind: Kind,
    pub numbers: Vec<Num>,
    /// What is in each channel, as presets write it.
    pub of: Vec<String>,
}

/// A map that can't be a channel.
pub(super) struct Misfit {
    /// Where it is written.
    pub span: Span,
    pub message: String,
    pub help: String,
}

/// The channels of a packed picture: 3, or 4 where something is said about alpha. `names` are the maps of the material; what
/// it does not have is neutral, but for the alpha of a colour, which is left out then.
pub(super) fn packed(l: &mut Lower, channels: &Channels, names: &[String], at: At) -> Result<Packed, Misfit> {
    let missing = |source: &PackSource| matches!(source, PackSource::Map { name, .. } if !names.contains(name));
    let alpha = channels.each[3].as_ref().is_some_and(|source| !channels.colour || !missing(source));
    let (mut numbers, mut of) = (Vec::new(), Vec::new());
    for (i, source) in channels.each.iter().enumerate().take(if alpha { 4 } else { 3 }) {
        numbers.push(match source {
            Some(source) => channel(l, source, names, at)?,
            None => l.constant(if i == 3 { 1.0 } else { 0.0 }),
        });
        of.push(source.as_ref().map_or_else(|| "0".to_string(), PackSource::to_string));
    }
    let kind = if channels.colour { Kind::Colour } else { Kind::Data };
    Ok(Packed { kind, numbers, of })
}

fn channel(l: &mut Lower, source: &PackSource, names: &[String], at: At) -> Result<Num, Misfit> {
    let (name, part, inverted, span) = match source {
        PackSource::Number(v) => return Ok(l.constant(*v)),
        PackSource::Map { name, part, inverted, span } => (name, *part, *inverted, span),
    };
    let misfit = |message: String, help: &str| Err(Misfit { span: span.clone(), message, help: help.into() });
    let preset = l.preset;
    let decl = preset.maps.iter().find(|m| m.name == *name);
    let shown = if names.contains(name) { show(l, name, decl, at) } else { None };
    let n = match shown {
        Some(Shown { kind: Kind::Height { span: [lo, hi] }, numbers }) if part.is_none() => {
            let bounds = [lo, hi, 0.0, 1.0].map(|v| l.constant(v));
            l.call("remap", &[numbers[0], bounds[0], bounds[1], bounds[2], bounds[3]])
        }
        Some(Shown { kind: Kind::Normal { .. }, .. }) => {
            return misfit(
                "`normal` can't be a channel".into(),
                "normals are made of stored heights, after all formulas: they have a file of their own",
            );
        }
        Some(Shown { numbers, .. }) => match (part, &numbers[..]) {
            (None, [n]) => *n,
            (Some(part), [_, _, _]) => numbers[part],
            (None, _) => {
                let help = format!("`{name}.r`, `{name}.g` and `{name}.b` are its channels");
                return misfit(format!("`{name}` is a colour and can't be one channel"), &help);
            }
            (Some(_), _) => {
                return misfit(format!("`{name}` is a number and has no channels"), &format!("write `{name}`"));
            }
        },
        None => {
            let neutral = l.unset(name);
            let neutral = neutral.channels();
            let which = part.unwrap_or(0).min(neutral.len().saturating_sub(1));
            neutral.get(which).copied().unwrap_or_else(|| l.constant(0.0))
        }
    };
    if !inverted {
        return Ok(n);
    }
    let one = l.constant(1.0);
    Ok(l.call("-", &[one, n]))
}

/// The files of a profile, as far as the material has any of the maps in them.
pub(super) fn plan_profile(
    l: &mut Lower,
    profile: &Profile,
    names: &[String],
    want: &Want,
    planes: &mut Planes,
) -> Result<Vec<MapPlan>, String> {
    let known: Vec<&str> = profile.files.iter().map(|file| file.name.as_str()).collect();
    if let Some(unknown) = want.maps.iter().flatten().find(|name| !known.contains(&name.as_str())) {
        return Err(format!(
            "the profile has no file `{unknown}`: {}",
            suggest(unknown, known.iter().copied(), "its files")
        ));
    }
    let has = |map: &str| names.iter().any(|name| name == map);
    let mut out = Vec::new();
    for file in &profile.files {
        if want.maps.as_ref().is_some_and(|maps| !maps.contains(&file.name)) {
            continue;
        }
        let preset = l.preset;
        match &file.source {
            FileSource::Map(map, convention) if has(map) => {
                let decl = preset.maps.iter().find(|m| m.name == *map);
                let Some(shown) = show(l, map, decl, At::start()) else { continue };
                let kind = pointing(shown.kind, *convention);
                let format = file.format.or(decl.and_then(|d| d.format));
                let depth = file.depth.or(decl.and_then(|d| d.depth));
                let how = (format, depth, decl.is_some_and(|d| d.dither));
                let plan = stored(l, file.name.clone(), kind, &shown.numbers, how, want, planes);
                out.push(MapPlan { of: vec![map.clone()], ..plan });
            }
            FileSource::Channels(channels) if channels.maps().any(has) => {
                let packed = packed(l, channels, names, At::start());
                let Packed { kind, numbers, of } =
                    packed.map_err(|misfit| format!("file `{}` of the profile: {}", file.name, misfit.message))?;
                let how = (file.format, file.depth, false);
                let plan = stored(l, file.name.clone(), kind, &numbers, how, want, planes);
                out.push(MapPlan { of, ..plan });
            }
            _ => {}
        }
    }
    if out.is_empty() {
        let own = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(format!("none of the profile's files is made of a map of this material; it has: {own}"));
    }
    Ok(out)
}

/// A normal map in which green points there.
fn pointing(kind: Kind, wanted: Option<Convention>) -> Kind {
    match kind {
        Kind::Normal { strength, convention, signed, method } => {
            Kind::Normal { strength, convention: wanted.unwrap_or(convention), signed, method }
        }
        other => other,
    }
}
