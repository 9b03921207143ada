//! The files of `--report`: a page for people, JSON and JUnit's XML for programs.

use super::super::diff::tell::json as comparison_json;
use super::super::failed::{DONE, Failed};
use super::super::record;
use super::result::{MapResult, PresetResult};
use super::{junit, page, tell};
use crate::output::{Clobber, create_folder, write_atomic};
use serde_json::{Value, json};
use std::path::Path;

/// Writes all three.
///
/// # Errors
/// What the file system refuses.
pub fn write(folder: &Path, results: &[PresetResult]) -> Result<(), Failed> {
    create_folder(folder)?;
    let page = page::html(results)?;
    for (name, text) in
        [("index.html", page), ("report.json", record::text(&json(results))?), ("junit.xml", junit::xml(results))]
    {
        write_atomic(&folder.join(name), text.as_bytes(), Clobber::Replace)?;
    }
    Ok(())
}

/// All that is known.
pub fn json(results: &[PresetResult]) -> Value {
    let fine = results.iter().filter(|result| result.code() == DONE).count();
    json!({
        "bakestone": env!("CARGO_PKG_VERSION"),
        "fine": fine == results.len(),
        "summary": tell::summary(results),
        "presets": results.iter().map(preset).collect::<Vec<_>>(),
    })
}

fn preset(result: &PresetResult) -> Value {
    let message = result.failed.as_ref().map(Failed::message);
    json!({
        "preset": result.label,
        "golden": result.golden,
        "state": result.word(),
        "size": result.size,
        "why": result.why.as_ref().map(|why| {
            let mut value = json!(why);
            value["text"] = json!(why.text());
            value
        }),
        "message": message,
        "maps": result.maps.iter().map(map).collect::<Vec<_>>(),
    })
}

fn map(map: &MapResult) -> Value {
    let comparison = match (&map.comparison, &map.before, &map.after) {
        (Some(done), Some(before), Some(after)) => comparison_json(done, [before, after]),
        _ => Value::Null,
    };
    let faults = map.faults.iter().map(|fault| json!({ "code": fault.code, "text": fault.text }));
    json!({
        "name": map.name,
        "kind": map.kind.name(),
        "state": map.state.word(),
        "expected": map.expected,
        "actual": map.actual,
        "faults": faults.collect::<Vec<_>>(),
        "pictures": comparison,
    })
}
