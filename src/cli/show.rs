//! `bakestone show`: what is in a preset, in plain columns.

use super::failed::{DONE, Failed};
use super::input::Input;
use super::record::param;
use super::screen::{Screen, columns};
use super::signals;
use super::values::Pixels;
use super::{ChangeArgs, EngineArgs};
use crate::maps::{Convention, Depth, Format, Kind};
use crate::material::USUAL_VOLUME_EDGE;
use crate::preset::{NodeDecl, Param, ParamKind, ParamValue, Preset, Use, Variant, VolumeDecl, VolumeSize};
use crate::{Bake, MapPlan, Material, Request};
use clap::Args;

/// What `show` takes.
#[derive(Args)]
pub struct ShowArgs {
    /// A file, or the name of a built-in preset
    preset: String,
    /// Pixels of the longer edge, or both edges: what is too fine depends on it
    #[arg(short, long, value_name = "N|WxH")]
    size: Option<Pixels>,
    #[command(flatten)]
    change: ChangeArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print the flat program, one operation a line
    #[arg(long)]
    program: bool,
}

/// Shows.
///
/// # Errors
/// What is wrong with the preset.
pub fn run(args: &ShowArgs, screen: &Screen) -> Result<u8, Failed> {
    let input = Input::new(&args.preset);
    args.change.check(std::slice::from_ref(&input))?;
    let material = input.open().material(&args.change.settings(&input))?;
    let size = material.pixels(args.size.map(|s| s.0)).map_err(Failed::wrong)?;
    let engine = args.engine.engine()?;
    let pool = args.engine.pool()?;
    signals::listen()?;
    let bake = pool.install(|| Bake::new(&material, &Request::new(size), &engine)).map_err(Failed::wrong)?;
    if signals::stopped() {
        return Err(Failed::interrupted());
    }
    let text = if args.program { bake.listing() } else { describe(&material, &bake) };
    screen.print(&text)?;
    Ok(DONE)
}

fn describe(material: &Material, bake: &Bake) -> String {
    let preset = material.preset();
    let mut text = head(preset, bake.size());
    let mut part = |title: &str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            text += &format!("\n{title}\n{}", columns(&rows));
        }
    };
    part("parameters", preset.params.list.iter().map(parameter).collect());
    part("variants", preset.variants.iter().map(variant).collect());
    part("uses", preset.uses.iter().map(used).collect());
    let node = |(name, n): (String, &NodeDecl)| vec![name, n.kind.into(), cells(preset, n)];
    part("nodes", preset.all_nodes().into_iter().map(node).collect());
    let layer = |l: &crate::preset::Layer| {
        let maps: Vec<&str> = l.channels.iter().map(|c| c.map).collect();
        let masked = if l.mask.is_some() { "masked" } else { "" };
        vec![l.name.clone(), maps.join(", "), masked.to_string()]
    };
    part("layers", preset.layers.iter().map(layer).collect());
    part("maps", bake.maps().iter().map(map).collect());
    part("volumes", preset.volumes.iter().map(|v| volume(material, v)).collect());
    let dropped = bake.dropped().iter().map(|d| {
        let left = if d.weight > 0.0 { format!("{:.0} % left", d.weight * 100.0) } else { "gone".into() };
        vec![d.node.clone(), format!("{} x {} cells", d.period[0], d.period[1]), left]
    });
    part("too fine for this size", dropped.collect());
    text
}

fn head(preset: &Preset, [width, height]: [u32; 2]) -> String {
    let [x, y, _] = preset.tile;
    let variant = preset.variant.as_ref().map(|v| format!(" ({v})")).unwrap_or_default();
    let mut rows = vec![
        vec!["edition".into(), preset.edition.to_string()],
        vec!["seed".into(), preset.seed.to_string()],
        vec!["tile".into(), format!("{x} x {y} m")],
        vec!["size".into(), {
            let (a, b) = (length(x / f64::from(width)), length(y / f64::from(height)));
            format!("{width} x {height} pixels of {a} x {b}")
        }],
        vec!["samples".into(), format!("{0} x {0} per pixel", preset.samples)],
    ];
    if let Some(file) = &preset.extends {
        rows.insert(0, vec!["extends".into(), file.clone()]);
    }
    if !preset.tags.is_empty() {
        rows.insert(0, vec!["tags".into(), preset.tags.join(", ")]);
    }
    format!("{}{variant}: {}\n{}", preset.name, preset.description, columns(&rows))
}

fn parameter(p: &Param) -> Vec<String> {
    let range = match &p.kind {
        ParamKind::Number { min, max } => format!("{min} .. {max}"),
        ParamKind::Int { min, max } => format!("{min} .. {max}, whole"),
        ParamKind::Bool => "true or false".into(),
        ParamKind::Colour => "colour".into(),
        ParamKind::Choice { of } => of.join(" | "),
    };
    vec![p.name.clone(), value(&p.value), range, p.doc.clone()]
}

fn variant(v: &Variant) -> Vec<String> {
    let values: Vec<String> = v.values.iter().map(|(name, v)| format!("{name} = {}", value(v))).collect();
    vec![v.name.clone(), values.join(", "), v.doc.clone()]
}

fn used(u: &Use) -> Vec<String> {
    let variant = u.preset.variant.as_ref().map(|v| format!(" ({v})")).unwrap_or_default();
    vec![u.name.clone(), format!("{}{variant}", u.file), u.preset.map_names().join(", ")]
}

fn value(v: &ParamValue) -> String {
    match param(v) {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Cells per tile and their real size.
fn cells(preset: &Preset, node: &NodeDecl) -> String {
    let Some(cells) = node.body.cells(preset.tile) else { return String::new() };
    let sizes: Vec<String> = (0..2).map(|i| length(preset.tile[i] / cells[i])).collect();
    let octave =
        if crate::nodes::find(node.kind).is_some_and(|t| t.group == "fractal") { ", first octave" } else { "" };
    format!("{} x {} cells of {} x {}{octave}", cells[0], cells[1], sizes[0], sizes[1])
}

/// Metres with four digits, in a unit that suits.
fn length(metres: f64) -> String {
    let (value, unit) = match metres {
        m if !m.is_finite() => return "-".into(),
        m if m >= 1.0 => (m, "m"),
        m if m >= 1e-3 => (m * 1e3, "mm"),
        m => (m * 1e6, "um"),
    };
    let digits = if value >= 100.0 { 1 } else { 3 };
    let text = format!("{value:.digits$}");
    format!("{} {unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

fn volume(material: &Material, volume: &VolumeDecl) -> Vec<String> {
    let size = material.voxels(volume.size.unwrap_or(VolumeSize::Longest(USUAL_VOLUME_EDGE)));
    let size = size.map_or_else(|why| why, |[w, h, d]| format!("{w} x {h} x {d}"));
    let names = ["r", "g", "b", "a"].into_iter().zip(&volume.channels).filter(|(_, channel)| channel.is_some());
    let channels: Vec<&str> = names.map(|(name, _)| name).collect();
    let depth = volume.depth.map_or("8", depth);
    vec![volume.name.clone(), size, depth.into(), channels.join(", ")]
}

fn depth(depth: Depth) -> &'static str {
    match depth {
        Depth::Eight => "8",
        Depth::Sixteen => "16",
        Depth::Half => "half",
        Depth::Float => "float",
    }
}

fn map(map: &MapPlan) -> Vec<String> {
    let format = if map.format == Format::Exr { "exr" } else { "png" };
    let depth = depth(map.depth);
    let more = match map.kind {
        Kind::Height { span: [lo, hi] } => format!("{} .. {} m", lo as f32, hi as f32),
        Kind::Normal { strength, convention, .. } => {
            let convention = if convention == Convention::OpenGl { "opengl" } else { "directx" };
            format!("{convention}, strength {strength}")
        }
        Kind::Colour if map.is_srgb() => "colour, sRGB".into(),
        Kind::Colour => "colour, linear".into(),
        Kind::Data => format!("{} channel{}", map.channels.len(), if map.channels.len() == 1 { "" } else { "s" }),
    };
    vec![map.name.clone(), format!("{format} {depth}"), more]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_a_unit_that_suits() {
        assert_eq!(length(1.5), "1.5 m");
        assert_eq!(length(0.4), "400 mm");
        assert_eq!(length(0.0011718), "1.172 mm");
        assert_eq!(length(0.00005), "50 um");
    }
}
