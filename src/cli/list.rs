//! `bakestone list`: what there is.

use super::failed::{DONE, Failed};
use super::screen::{Screen, columns};
use crate::machine::level_names;
use crate::preset::{self, FUNCTIONS, Settings, Source};
use crate::program::functions;
use crate::{nodes, presets};
use clap::{Args, ValueEnum};

/// What `list` takes.
#[derive(Args)]
pub struct ListArgs {
    /// What to list [default: presets and nodes]
    what: Option<What>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Presets that come with the program
    Presets,
    /// Node types, by group
    Nodes,
    /// Functions of formulas
    Functions,
    /// SIMD levels
    Levels,
}

/// Lists.
///
/// # Errors
/// A stdout that can't take it.
pub fn run(args: &ListArgs, screen: &Screen) -> Result<u8, Failed> {
    let text = match args.what {
        None => format!("presets\n{}\n{}", presets(), nodes()),
        Some(What::Presets) => presets(),
        Some(What::Nodes) => nodes(),
        Some(What::Functions) => functions(),
        Some(What::Levels) => levels(),
    };
    screen.print(&text)?;
    Ok(DONE)
}

fn presets() -> String {
    let row = |(name, text): &(&str, &str)| {
        let read = preset::read(Source::new(*name, *text), &Settings::default());
        vec![name.to_string(), read.map_or(String::new(), |(preset, _)| preset.description)]
    };
    columns(&presets::ALL.iter().map(row).collect::<Vec<_>>())
}

fn nodes() -> String {
    let mut groups: Vec<&str> = Vec::new();
    for kind in nodes::registry() {
        if !groups.contains(&kind.group) {
            groups.push(kind.group);
        }
    }
    let width = nodes::registry().iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for group in groups {
        let members = nodes::registry().iter().filter(|kind| kind.group == group);
        let rows: Vec<_> = members.map(|k| vec![format!("{:width$}", k.name), k.doc.to_string()]).collect();
        text += &format!("nodes: {group}\n{}\n", columns(&rows));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Functions that are more than one operation on numbers.
const MORE: &[(&str, &str, &str)] = &[
    ("cover", "x, share, softness", "mask of the highest places of x that covers this share of the area"),
    ("random", "id, 'salt'", "a number 0 .. 1 per element"),
    ("hsl", "c, dh, ds, dl", "colour moved in hue (turns), saturation and lightness"),
    ("luma", "c", "brightness of a colour, linear"),
];

fn functions() -> String {
    let row = |(name, _): &(&str, _)| {
        let simple = functions::DOCS.iter().find(|d| d.name == *name).map(|d| (d.args, d.doc));
        let more = MORE.iter().find(|d| d.0 == *name).map(|d| (d.1, d.2));
        let (args, doc) = simple.or(more).unwrap_or_default();
        vec![format!("{name}({args})"), doc.to_string()]
    };
    let rows: Vec<_> = FUNCTIONS.iter().map(row).collect();
    format!("operators: + - * / ^ ( ) and parts .r .g .b .x .y .z\n{}", columns(&rows))
}

fn levels() -> String {
    let row = |(name, level): &(&str, Option<_>)| {
        let here = if level.is_some() { "here" } else { "not on this processor" };
        vec![name.to_string(), if *name == "auto" { "the highest one here".into() } else { here.to_string() }]
    };
    columns(&level_names().iter().map(row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_explained() {
        let text = functions();
        for (name, _) in FUNCTIONS {
            let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{name}("))).unwrap();
            assert!(line.split("  ").filter(|part| !part.is_empty()).count() == 2, "{line}");
        }
    }
}
