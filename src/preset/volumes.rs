//! `[volumes.NAME]`: fields on the whole torus, x, y and z, of up to four channels.

use toml::de::DeValue;

use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::{Expr, is_name};
use super::getters::Axes;
use super::maps::{Depth, MAPS, MapDecl};
use super::pack::PackDecl;
use super::params::bad_name;
use super::{in_file_order, table_of};

/// The longest edge of a volume, voxels: the most that graphics cards say they take. Many take 2048.
pub const LONGEST_VOLUME_EDGE: u32 = 1 << 14;

/// What a preset says about one volume.
#[derive(Debug, Clone, PartialEq)]
pub struct VolumeDecl {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Its size, if the preset says one.
    pub size: Option<VolumeSize>,
    /// What is in r, g, b, a; `None` where nothing is said. One of them is there.
    pub channels: [Option<Expr>; 4],
    /// How a sample is stored, if the preset says so.
    pub depth: Option<Depth>,
    /// Whether containers get smaller levels as well.
    pub mips: bool,
}

/// The size of a volume in voxels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VolumeSize {
    /// The longest edge; the tile's ratio gives the others.
    Longest(u32),
    /// Width, height and depth.
    Exact([u32; 3]),
}

/// Reads `[volumes]`. `maps` and `packs` have names that volumes can't have.
pub(super) fn read_volumes<'a>(
    value: &'a Value<'a>,
    scope: Scope<'a>,
    maps: &[MapDecl],
    packs: &[PackDecl],
    problems: &mut Vec<Problem>,
) -> Vec<VolumeDecl> {
    let mut volumes = Vec::new();
    for (name, span, value) in in_file_order(table_of("volumes", value, problems)) {
        let taken = MAPS.contains(&name) || maps.iter().any(|m| m.name == name) || packs.iter().any(|p| p.name == name);
        if !is_name(name) {
            problems.push(bad_name("volume", name, span.clone()));
        } else if taken {
            let problem = Problem::error(span.clone(), format!("`{name}` is the name of a map"));
            problems
                .push(problem.help("files and `--maps` tell volumes and maps apart by their names: choose another"));
        }
        let DeValue::Table(table) = value.get_ref() else {
            let problem = Problem::error(value.span(), format!("the volume `{name}` is a table"));
            problems
                .push(problem.help(format!("for example `{name} = {{ size = 64, channels = {{ r = \"base\" }} }}`")));
            continue;
        };
        let mut fields = Fields::new(format!("volume `{name}`"), value.span(), Table::Whole(table), scope);
        volumes.push(read_volume(&mut fields, name, span));
        problems.extend(fields.finish());
    }
    volumes
}

fn read_volume(fields: &mut Fields, name: &str, span: Span) -> VolumeDecl {
    let size = read_size(fields);
    let depths = [
        ("8", Depth::Eight, "whole numbers"),
        ("16", Depth::Sixteen, "whole numbers"),
        ("half", Depth::Half, "16-bit floats"),
        ("float", Depth::Float, "32-bit floats"),
        ("32", Depth::Float, "32-bit floats"),
    ];
    let depth = fields.optional_choice("depth", &depths, "bits of a channel; whole numbers hold 0..1");
    let mips = fields.boolean("mips", false, "smaller levels as well, in ktx2 and dds");
    let lacking = !fields.has("channels");
    let channels = fields.nested("channels", "what is in r, g, b and a", |fields| {
        let docs = ["first channel", "second channel", "third channel", "fourth channel"];
        let mut channels = [None, None, None, None];
        for ((key, doc), channel) in ["r", "g", "b", "a"].into_iter().zip(docs).zip(&mut channels) {
            *channel = fields.optional_field(key, doc);
        }
        if fields.keys_are_known() && !["r", "g", "b", "a"].iter().any(|key| fields.has(key)) {
            let problem = Problem::error(fields.span(), format!("{} has no channel", fields.what()));
            fields.report(problem.help("for example `channels = { r = \"base\" }`, with formulas for r, g, b and a"));
        }
        channels
    });
    if lacking {
        let problem = Problem::error(fields.span(), format!("{} lacks `channels`", fields.what()));
        fields.report(problem.help("for example `channels = { r = \"base\" }`, with formulas for r, g, b and a"));
    }
    VolumeDecl { name: name.to_string(), span, size, channels: channels.unwrap_or_default(), depth, mips }
}

fn read_size(fields: &mut Fields) -> Option<VolumeSize> {
    let range = 1..=i64::from(LONGEST_VOLUME_EDGE);
    match fields.whole_axes("size", None, range, "voxels of the longest edge, or [width, height, depth]")? {
        Axes::All(longest) => Some(VolumeSize::Longest(longest as u32)),
        Axes::Each(width, height, Some(depth)) => Some(VolumeSize::Exact([width, height, depth].map(|n| n as u32))),
        Axes::Each(_, _, None) => {
            let span = fields.span_of("size");
            fields.problem(span, "`size` takes a number or `[width, height, depth]`: a volume has three sides");
            None
        }
    }
}
