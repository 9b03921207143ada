//! `[pack.NAME]`: pictures whose channels are maps.

use std::fmt;

use toml::de::DeValue;

use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::is_name;
use super::literals::{literal_float, literal_integer};
use super::maps::{Depth, Format, MAPS, MapDecl, read_storage};
use super::nearest::{distance, suggest};
use super::params::bad_name;
use super::{in_file_order, table_of};

/// A picture of several maps.
#[derive(Debug, Clone, PartialEq)]
pub struct PackDecl {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What is in it.
    pub channels: Channels,
    /// The file format.
    pub format: Option<Format>,
    /// How many bits a channel has.
    pub depth: Option<Depth>,
}

/// What is in r, g, b, a; `None` where nothing is said.
#[derive(Debug, Clone, PartialEq)]
pub struct Channels {
    /// Each of them.
    pub each: [Option<PackSource>; 4],
    /// Whether `rgb` was written, so that the picture is a colour.
    pub colour: bool,
}

/// What is in a channel of a packed picture.
#[derive(Debug, Clone, PartialEq)]
pub enum PackSource {
    /// A map.
    Map {
        /// Its name.
        name: String,
        /// Which of its channels, 0 to 2; `None` for a map of numbers.
        part: Option<usize>,
        /// Whether one minus it is stored: smoothness for roughness.
        inverted: bool,
        /// Where it is written.
        span: Span,
    },
    /// The same everywhere, 0 to 1.
    Number(f64),
}

/// As presets write it.
impl fmt::Display for PackSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Map { name, part, inverted, .. } => {
                let (less, part) = (if *inverted { "1 - " } else { "" }, part.and_then(|part| PARTS.get(part)));
                write!(f, "{less}{name}{}", part.map_or(String::new(), |part| format!(".{part}")))
            }
        }
    }
}

impl Channels {
    /// The maps that are read, each as often as it is.
    pub fn maps(&self) -> impl Iterator<Item = &str> {
        self.each.iter().flatten().filter_map(|source| match source {
            PackSource::Map { name, .. } => Some(name.as_str()),
            PackSource::Number(_) => None,
        })
    }
}

/// The channels of a colour.
const PARTS: [&str; 3] = ["r", "g", "b"];

/// Reads `[pack.NAME]` tables. `maps` are the custom ones, too.
pub(super) fn read_packs<'a>(
    value: &'a Value<'a>,
    scope: Scope<'a>,
    maps: &[MapDecl],
    problems: &mut Vec<Problem>,
) -> Vec<PackDecl> {
    let own = maps.iter().map(|map| map.name.as_str()).filter(|name| !MAPS.contains(name));
    let known: Vec<&str> = MAPS.iter().copied().chain(own).collect();
    let mut packs = Vec::new();
    for (name, span, value) in in_file_order(table_of("pack", value, problems)) {
        if !is_name(name) || MAPS.contains(&name) || maps.iter().any(|map| map.name == name) {
            problems.push(bad_name("pack", name, span.clone()));
        }
        let DeValue::Table(table) = value.get_ref() else {
            problems.push(
                Problem::error(value.span(), format!("the pack `{name}` is a table"))
                    .help("for example `[pack.orm]` with `r = \"ao\"`"),
            );
            continue;
        };
        let mut fields = Fields::new(format!("pack `{name}`"), value.span(), Table::Whole(table), scope);
        let channels = read_channels(&mut fields, Some(&known));
        let (format, depth) = read_storage(&mut fields);
        problems.extend(fields.finish());
        packs.push(PackDecl { name: name.to_string(), span, channels, format, depth });
    }
    packs
}

/// Reads `r`, `g`, `b`, `a` and `rgb`. Maps are some of `known`; `None` for any.
pub(super) fn read_channels(fields: &mut Fields, known: Option<&[&str]>) -> Channels {
    let colour = fields.has("rgb");
    let whole = fields.text("rgb", "a map of colours, in place of r, g and b; the picture is sRGB as that map is");
    let mut each = ["r", "g", "b", "a"].map(|key| read_source(fields, key, known));
    if let Some((text, span)) = whole {
        for (part, key) in PARTS.into_iter().enumerate() {
            if fields.has(key) {
                let problem = Problem::error(fields.key_span(key), format!("`{key}` and `rgb` say the same"));
                fields.report(problem.help("drop one of them"));
            }
            if let Some(source) = source_of(fields, &text, span.clone(), known) {
                each[part] = Some(match source {
                    PackSource::Map { name, inverted, span, .. } => {
                        PackSource::Map { name, part: Some(part), inverted, span }
                    }
                    number => number,
                });
            }
        }
    }
    let said = ["r", "g", "b", "a", "rgb"].iter().any(|key| fields.has(key));
    if !said && fields.keys_are_known() {
        let problem = Problem::error(fields.span(), format!("{} is empty", fields.what()));
        fields.report(problem.help("say what is in its channels, for example `r = \"ao\"`"));
    }
    Channels { each, colour }
}

fn read_source(fields: &mut Fields, key: &'static str, known: Option<&[&str]>) -> Option<PackSource> {
    let value = fields.raw(key, "map or number", "a map, one minus it (\"1 - roughness\"), or a number from 0 to 1")?;
    let number = match value.get_ref() {
        DeValue::String(_) => {
            let (text, span) = fields.text(key, "")?;
            return source_of(fields, &text, span, known);
        }
        DeValue::Integer(number) => literal_integer(number),
        DeValue::Float(number) => literal_float(number),
        _ => {
            fields.wrong_type(key, "a map or a number from 0 to 1", "\"ao\"");
            return None;
        }
    };
    match number {
        Ok(number) if (0.0..=1.0).contains(&number) => return Some(PackSource::Number(number)),
        Ok(number) => fields.problem(value.span(), format!("`{key} = {number}` is outside 0 .. 1")),
        Err(message) => fields.problem(value.span(), format!("`{key}` {message}")),
    }
    None
}

/// What a text such as `1 - basecolor.r` says.
fn source_of(fields: &mut Fields, text: &str, span: Span, known: Option<&[&str]>) -> Option<PackSource> {
    let rest = text.trim().strip_prefix('1').and_then(|rest| rest.trim_start().strip_prefix('-'));
    let whole = rest.unwrap_or(text).trim();
    let (name, part) = whole.split_once('.').map_or((whole, None), |(name, part)| (name, Some(part)));
    let part = match part.map(|part| PARTS.iter().position(|p| *p == part)) {
        Some(None) => {
            let problem = Problem::error(span, format!("`{whole}` is no channel of a map"));
            fields
                .report(problem.help("the channels of a colour are `.r`, `.g` and `.b`, for example \"basecolor.r\""));
            return None;
        }
        part => part.flatten(),
    };
    // A profile does not know which other maps presets have.
    let wrong = match known {
        Some(known) => !known.contains(&name),
        None => !is_name(name) || MAPS.iter().any(|map| distance(map, name) == 1),
    };
    if wrong {
        let help = match name.contains('-') {
            true => "one minus a map is written \"1 - roughness\"; other formulas stand in [maps]".into(),
            false => suggest(name, known.unwrap_or(MAPS).iter().copied(), "maps"),
        };
        fields.report(Problem::error(span, format!("unknown map `{name}`")).help(help));
        return None;
    }
    Some(PackSource::Map { name: name.to_string(), part, inverted: rest.is_some(), span })
}
