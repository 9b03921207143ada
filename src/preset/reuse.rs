//! `[use.NAME]`: other presets, whose maps this one reads as `NAME.map`.
//!
//! Each is read as a preset of its own, with its own parameters, nodes, layers and seed, on the tile of the preset that uses it.
//! To copy its nodes into this preset under longer names was rejected: every formula, key and seed in them would have to be
//! renamed, while lowering only has to know in which preset it is.

use toml::de::{DeTable, DeValue};

use super::book::Book;
use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, Value, found};
use super::formula::is_name;
use super::getters::LARGEST_WHOLE;
use super::params::bad_name;
use super::{Preset, Settings, in_file_order, root};

/// A preset that another one uses.
pub struct Use {
    /// What its maps are called after.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The file.
    pub file: String,
    /// The preset, with the values that were set.
    pub preset: Preset,
}

/// What a preset wants of one that it uses.
pub(super) struct Order<'a> {
    /// The variant, with its place.
    pub variant: Option<(String, Span)>,
    /// Parameters.
    pub set: Option<&'a DeTable<'a>>,
    /// What their values may be made from.
    pub scope: Scope<'a>,
}

/// Reads `[use]`. What cannot be read is left out, after a mistake was reported.
pub(super) fn read_uses<'a>(
    book: &Book,
    table: Option<&'a DeTable<'a>>,
    scope: Scope<'a>,
    tile: [f64; 3],
    problems: &mut Vec<Problem>,
) -> Vec<Use> {
    let mut uses = Vec::new();
    for (name, span, value) in in_file_order(table) {
        if !is_name(name) || name == "layers" {
            problems.push(bad_name("preset in use", name, span.clone()));
        }
        let other = scope.params.get(name).map(|_| "a parameter").or(scope.nodes.contains(name).then_some("a node"));
        if let Some(other) = other {
            let problem =
                Problem::error(span.clone(), format!("`{name}` is the name of a preset in use and of {other}"));
            problems.push(problem.help("rename one of them"));
        }
        let table = match value.get_ref() {
            DeValue::Table(table) => Table::Whole(table),
            DeValue::String(_) => Table::One("preset", value),
            other => {
                let message = format!("`{name}` names a preset to use, it is not {}", found(other));
                problems.push(Problem::error(value.span(), message).help(format!("for example `{name} = \"rock\"`")));
                continue;
            }
        };
        let mut fields = Fields::new(format!("use `{name}`"), value.span(), table, scope);
        let preset = read_use(&mut fields, book, tile, problems);
        problems.extend(fields.finish());
        uses.extend(preset.map(|(file, preset)| Use { name: name.to_string(), span, file, preset }));
    }
    uses
}

fn read_use<'a>(
    fields: &mut Fields<'a>,
    book: &Book,
    tile: [f64; 3],
    problems: &mut Vec<Problem>,
) -> Option<(String, Preset)> {
    let named = fields.text("preset", "a preset by its name, or the path of its file from here");
    let variant = fields.text("variant", "one of its variants");
    let seed = fields.optional_integer("seed", 0..=LARGEST_WHOLE, "instead of its own");
    let set =
        fields.raw("set", "table of values", "values for its parameters, perhaps made from parameters of this preset");
    let set = set.and_then(|value| parameters(fields, value));
    let place = fields.span_of("preset");
    if !fields.has("preset") {
        let problem = Problem::error(place, format!("{} lacks `preset`", fields.what()));
        fields.report(problem.help("for example `preset = \"rock\"`"));
        return None;
    }
    named?;
    // One that was not found is told already.
    let page = book.linked(&place)?;
    if !book.count() {
        fields.report(
            Problem::error(place, "too many presets use each other").help("64 at most, those used by others included"),
        );
        return None;
    }
    let settings = Settings { seed: seed.map(|seed| seed as u64), tile: Some(tile.to_vec()), ..Settings::default() };
    let order = Order { variant, set, scope: fields.scope };
    let preset = root::read_page(book, page, &settings, Some(&order), problems)?;
    if preset.map_names().is_empty() {
        fields.report(Problem::error(place, format!("{} makes no map that could be used", book.name(page))));
    }
    Some((book.name(page).to_string(), preset))
}

fn parameters<'a>(fields: &mut Fields, value: &'a Value<'a>) -> Option<&'a DeTable<'a>> {
    let table = value.get_ref().as_table();
    if table.is_none() {
        fields.wrong_type("set", "a table of values", "{ density = 0.4 }");
    }
    table
}
