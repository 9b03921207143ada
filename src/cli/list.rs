//! `bakestone list`: what there is.

use super::failed::{DONE, Failed};
use super::input::Input;
use super::library;
use super::profile;
use super::screen::{Screen, columns};
use super::target;
use crate::machine::level_names;
use crate::preset::{self, FUNCTIONS, FieldDoc, Fields, Settings, Source};
use crate::program::functions;
use crate::{nodes, presets};
use clap::Args;

/// What `list` takes.
#[derive(Args)]
pub struct ListArgs {
    /// presets, nodes, functions, profiles, simd, devices, or a node type to see its keys [default: presets and nodes]
    #[arg(value_name = "WHAT")]
    what: Option<String>,
}

/// What can be listed beside node types.
const LISTS: [&str; 6] = ["presets", "nodes", "functions", "profiles", "simd", "devices"];

/// Lists.
///
/// # Errors
/// A stdout that can't take it, or a project file that is wrong.
pub fn run(args: &ListArgs, screen: &Screen) -> Result<u8, Failed> {
    let text = match args.what.as_deref() {
        None => format!("presets\n{}\n{}", presets()?, nodes()),
        Some("presets") => presets()?,
        Some("nodes") => nodes(),
        Some("functions") => functions(),
        Some("profiles") => profile::list(),
        Some("simd") => levels(),
        Some("devices") => target::devices(),
        Some(name) => keys(name)?,
    };
    screen.print(&text)?;
    Ok(DONE)
}

fn presets() -> Result<String, Failed> {
    let own = |name: &String| {
        let read = Input::new(name).open().material(&Settings::default());
        vec![name.clone(), read.map_or("has mistakes".into(), |material| material.preset().description.clone())]
    };
    let built_in = |(name, text): &(&str, &str)| {
        let read = preset::read(Source::new(*name, *text), &Settings::default());
        vec![name.to_string(), read.map_or(String::new(), |(preset, _)| preset.description)]
    };
    let own: Vec<_> = library::of_project()?.iter().map(own).collect();
    let built_in = columns(&presets::ALL.iter().map(built_in).collect::<Vec<_>>());
    Ok(if own.is_empty() { built_in } else { format!("{}\nbuilt-in presets\n{built_in}", columns(&own)) })
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

/// The keys of a node type.
fn keys(name: &str) -> Result<String, Failed> {
    let Some(kind) = nodes::find(name) else {
        let known: Vec<&str> = LISTS.into_iter().chain(nodes::registry().iter().map(|kind| kind.name)).collect();
        let help = preset::suggest(name, known.iter().copied(), "things to list");
        return Err(Failed::wrong(format!("there is nothing to list that is called `{name}`: {help}")));
    };
    let mut fields = Fields::documenting();
    let node = (kind.read)(&mut fields);
    let mut rows = Vec::new();
    describe(fields.docs(), "", &mut rows);
    let mut text = format!("{name}: {}\n", kind.doc);
    if !rows.is_empty() {
        text += &format!("\nkeys, beside `seed`, `per` and `warp`\n{}", columns(&rows));
    }
    let outputs: Vec<Vec<String>> =
        node.outputs().iter().map(|o| vec![format!("{name}.{}", o.name), o.doc.to_string()]).collect();
    if !outputs.is_empty() {
        text += &format!("\noutputs, beside the main one\n{}", columns(&outputs));
    }
    Ok(text)
}

fn describe(docs: &[FieldDoc], inside: &str, rows: &mut Vec<Vec<String>>) {
    for doc in docs {
        let default = match (doc.required, doc.default.as_str()) {
            (true, _) => "required".to_string(),
            (false, "") => String::new(),
            (false, default) => format!("default {default}"),
        };
        rows.push(vec![
            format!("{inside}{}", doc.key),
            doc.kind.clone(),
            doc.range.clone(),
            default,
            doc.doc.to_string(),
        ]);
        describe(&doc.inside, &format!("{inside}{}.", doc.key), rows);
    }
}

fn functions() -> String {
    let row = |(name, _): &(&str, _)| {
        let mut all = functions::DOCS.iter().chain(functions::TYPED_DOCS);
        let (args, doc) = all.find(|d| d.name == *name).map(|d| (d.args, d.doc)).unwrap_or_default();
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
    fn every_node_tells_its_keys() {
        for kind in nodes::registry() {
            let text = keys(kind.name).unwrap_or_else(|e| panic!("{}: {}", kind.name, e.render(false)));
            let mut fields = Fields::documenting();
            (kind.read)(&mut fields);
            for doc in fields.docs() {
                assert!(text.lines().any(|l| l.trim_start().starts_with(doc.key) && l.contains(doc.doc)), "{text}");
            }
        }
        assert!(keys("perlim").is_err_and(|e| e.render(false).contains("`perlin`")));
    }

    #[test]
    fn every_function_is_explained() {
        let text = functions();
        for (name, _) in FUNCTIONS {
            let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{name}("))).unwrap();
            assert!(line.split("  ").filter(|part| !part.is_empty()).count() == 2, "{line}");
        }
    }
}
