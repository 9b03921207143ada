//! What a preset is made of, so that a golden can say what changed: each node, layer, parameter and so on with a hash of how
//! it is written.
//!
//! Comments, order of keys, spaces, descriptions and the ends of parameters don't count: none of them moves a pixel.

use super::golden::part_hash;
use crate::preset::Preset;
use crate::presets;
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Table, Value};

/// Tables whose entries are parts of their own.
const TABLES: [&str; 6] = ["params", "nodes", "use", "maps", "pack", "variants"];
/// Keys that change no pixel, or that are told apart from parts.
const NO_PARTS: [&str; 8] = ["verify", "name", "description", "tags", "size", "edition", "volumes", "layers"];

/// The parts of a preset and of all that it extends or uses.
pub fn parts(preset: &Preset) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (i, (file, text)) in preset.source.files().enumerate() {
        // A preset that was read is TOML.
        let Ok(table) = text.parse::<Table>() else { continue };
        let prefix = match presets::name_of(file) {
            _ if i == 0 => String::new(),
            Some(name) => format!("std:{name} "),
            None => format!("{} ", super::super::record::relative(Path::new(file), Path::new(&preset.source.name))),
        };
        for (name, text) in parts_of(&table) {
            all.insert(format!("{prefix}{name}"), part_hash(&text));
        }
    }
    all.insert("tile".into(), part_hash(&format!("{:?}", preset.tile)));
    all.insert("seed".into(), part_hash(&preset.seed.to_string()));
    all
}

/// Parts of a file with their canonical texts.
fn parts_of(table: &Table) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(entries) if TABLES.contains(&key.as_str()) => {
                for (name, entry) in entries {
                    parts.push((format!("{key}.{name}"), canonical(entry, key == "params")));
                }
            }
            _ if NO_PARTS.contains(&key.as_str()) => {}
            value => parts.push((key.clone(), canonical(value, false))),
        }
    }
    let layers = table.get("layers").and_then(Value::as_array).into_iter().flatten();
    for (i, layer) in layers.enumerate() {
        let name = layer.get("name").and_then(Value::as_str).map_or((i + 1).to_string(), str::to_string);
        // Layers lie on each other: the place counts.
        parts.push((format!("layers.{name}"), format!("{i} {}", canonical(layer, false))));
    }
    parts
}

/// A value in one way of writing.
fn canonical(value: &Value, param: bool) -> String {
    match value {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Integer(v) => (*v as f64).to_string(),
        Value::Float(v) => v.to_string(),
        Value::Array(all) => all.iter().map(|v| canonical(v, false) + ",").collect(),
        Value::Table(entries) => {
            let counts = |key: &str| !(key == "doc" || param && matches!(key, "min" | "max" | "of"));
            let entries = entries.iter().filter(|(key, _)| counts(key));
            entries.map(|(key, v)| format!("{key}={};", canonical(v, false))).collect()
        }
        other => other.to_string(),
    }
}

/// The line of a part in the text of its file, counted from 1.
pub fn line(text: &str, part: &str) -> Option<usize> {
    let document = toml::de::DeTable::parse(text).ok()?;
    let table = document.get_ref();
    let (key, name) = part.split_once('.').unwrap_or((part, ""));
    let (outer, value) = table.iter().find(|(found, _)| found.get_ref() == key)?;
    let inner = value.get_ref().as_table().and_then(|table| table.iter().find(|(found, _)| found.get_ref() == name));
    let start = inner.map_or(outer.span().start, |(found, _)| found.span().start);
    Some(text[..start.min(text.len())].matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(String, String)> {
        parts_of(&text.parse().unwrap())
    }

    #[test]
    fn ways_of_writing_are_no_change() {
        let one = "seed = 7\n[params]\na = { value = 1, min = 0, max = 2, doc = 'x' }\n[nodes]\nn = { type = 'fbm', period = 4 }\nf = 'a  * n'\n";
        let other = "# said\nseed=7\ndescription = 'new'\n[nodes.n]\nperiod = 4.0\ntype = \"fbm\"\n[nodes]\nf = 'a * n'\n[params.a]\nvalue = 1.0\nmax = 5\n";
        assert_eq!(of(one).len(), 4);
        let (mut a, mut b) = (of(one), of(other.replace("[nodes]\nf = 'a * n'\n", "").as_str()));
        a.sort();
        b.push(("nodes.f".into(), "a * n".into()));
        b.sort();
        assert_eq!(a, b);
        assert_ne!(of("[nodes]\nf = 'a'"), of("[nodes]\nf = 'b'"));
        // Layers change places.
        let [ab, ba] = ["ab", "ba"]
            .map(|order| order.chars().map(|name| format!("[[layers]]\nname = '{name}'\n")).collect::<String>());
        assert_ne!(of(&ab), of(&ba));
        assert_eq!(of(&ab)[0].0, "layers.a");
    }

    #[test]
    fn parts_have_lines() {
        let text = "seed = 1\n\n[nodes]\na = 'x'\nb.type = 'fbm'\n[[layers]]\nname = 'l'\n";
        assert_eq!(
            ["seed", "nodes.a", "nodes.b", "layers.l", "gone"].map(|part| line(text, part)),
            [Some(1), Some(4), Some(5), Some(6), None]
        );
    }
}
