//! `bakestone.toml`: what holds for all presets of a project.

use toml::de::DeTable;

use super::diagnostics::{Problem, Problems, Source};
use super::dismantle;
use super::fields::{Fields, Scope, Table};
use std::sync::Arc;

/// The `paths` of a project file: folders in which presets without a path are looked for, as they were written.
///
/// # Errors
/// All that is wrong with the file.
pub fn read_paths(source: Source) -> Result<Vec<String>, Problems> {
    let source = Arc::new(source);
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    let document = document.into_inner();
    let mut problems: Vec<Problem> =
        errors.iter().map(|error| Problem::error(error.span().unwrap_or(0..0), error.message())).collect();
    let mut fields = Fields::new("", 0..0, Table::Whole(&document), Scope::bare(&source));
    let paths = fields.texts("paths", "folders in which presets without a path are looked for");
    if problems.is_empty() {
        problems = fields.finish();
    }
    let paths = paths.into_iter().map(|path| path.0).collect();
    dismantle(document);
    if problems.is_empty() { Ok(paths) } else { Err(Problems::new(source, problems)) }
}
