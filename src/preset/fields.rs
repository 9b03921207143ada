//! Typed access to one table of a preset.
//!
//! Each key is read by a getter that says its type, range, default and meaning at once, so that unknown keys, the nearest right
//! one, the documentation of a node type and its schema come from one place. A getter never fails: it reports what is wrong and
//! goes on with the default, so that one pass finds all mistakes. serde was not taken because it stops at the first one, and its
//! check for unknown keys does not work with tagged enums and `flatten`, which is what nodes would be.
//!
//! The getters for numbers, choices and lists stand in `getters` and `lists`, those for formulas in `slots`.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::diagnostics::{NOWHERE, Problem, Source, Span};
use super::hints::TRIED;
use super::nearest::{nearest, suggest};
use super::params::Params;

/// A value of a TOML table with its place.
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// What the values of a table may refer to.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The file, with the files that it is made from.
    pub source: &'a Source,
    /// The parameters with their final values.
    pub params: &'a Params,
    /// The names of all nodes.
    pub nodes: &'a BTreeSet<String>,
    /// The node that sets the size of the tile.
    pub tile: Option<&'a str>,
}

static NO_PARAMS: Params = Params { list: Vec::new() };
static NO_NODES: BTreeSet<String> = BTreeSet::new();

impl<'a> Scope<'a> {
    /// Nothing to refer to but the text itself.
    pub fn bare(source: &'a Source) -> Self {
        Self { source, params: &NO_PARAMS, nodes: &NO_NODES, tile: None }
    }
}

/// What one key is, for documentation, `list` and the schema.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDoc {
    /// The key.
    pub key: &'static str,
    /// The type in words, such as `number` or `formula`.
    pub kind: String,
    /// The default as one would write it; empty where there is none.
    pub default: String,
    /// The range or the choices; empty where there is no limit.
    pub range: String,
    /// The meaning, with its unit.
    pub doc: &'static str,
    /// Whether it must be known before anything is drawn: numbers and parameters only.
    pub structural: bool,
    /// Whether it is a mistake to leave it out.
    pub required: bool,
    /// The keys of a table inside.
    pub inside: Vec<FieldDoc>,
}

/// Where the values come from.
#[derive(Clone, Copy)]
pub(super) enum Table<'a> {
    /// Nowhere: only the documentation is wanted.
    Nothing,
    /// A table.
    Whole(&'a DeTable<'a>),
    /// A value that stands for a table with this one key, as a formula does for a node.
    One(&'static str, &'a Value<'a>),
}

/// The reader of one table.
pub struct Fields<'a> {
    what: String,
    span: Span,
    pub(super) table: Table<'a>,
    pub(super) scope: Scope<'a>,
    asked: Vec<FieldDoc>,
    sets_tile: bool,
    pub(super) problems: Vec<Problem>,
}

impl Fields<'static> {
    /// A reader of nothing: getters return their defaults and are written down for [`Fields::docs`].
    pub fn documenting() -> Self {
        Self::new("", 0..0, Table::Nothing, Scope::bare(&NOWHERE))
    }
}

impl<'a> Fields<'a> {
    /// A reader of `table`, which is called `what` in messages and stands at `span`.
    pub(super) fn new(what: impl Into<String>, span: Span, table: Table<'a>, scope: Scope<'a>) -> Self {
        Self { what: what.into(), span, table, scope, asked: Vec::new(), sets_tile: false, problems: Vec::new() }
    }

    /// Changes what the table is called in messages: ``node `base` of type `fbm` ``.
    pub(super) fn rename(&mut self, what: impl Into<String>) {
        self.what = what.into();
    }

    /// Says whether this is the node that sets the size of the tile.
    pub(super) fn set_sets_tile(&mut self, name: &str) {
        self.sets_tile = self.scope.tile == Some(name);
    }

    /// Whether this is the node that sets the size of the tile.
    pub fn sets_tile(&self) -> bool {
        self.sets_tile
    }

    /// What the table is called in messages.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Where the table stands.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The keys asked for so far, in order.
    pub fn docs(&self) -> &[FieldDoc] {
        &self.asked
    }

    /// Whether the preset has a node of this name.
    pub fn is_node(&self, name: &str) -> bool {
        self.scope.nodes.contains(name)
    }

    /// Whether the table has the key. Does not make the key known.
    pub fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// Whether each key of the table was asked for.
    pub(super) fn keys_are_known(&self) -> bool {
        let Table::Whole(table) = self.table else { return true };
        table.keys().all(|key| self.asked.iter().any(|doc| doc.key == key.get_ref().as_ref()))
    }

    /// Where the value of a key stands; the table itself where there is none.
    pub fn span_of(&self, key: &str) -> Span {
        self.value(key).map_or_else(|| self.span.clone(), Spanned::span)
    }

    /// Where a key stands; the table itself where there is none.
    pub fn key_span(&self, key: &str) -> Span {
        match self.table {
            Table::Whole(table) => table.get_key_value(key).map_or_else(|| self.span.clone(), |(key, _)| key.span()),
            Table::One(..) | Table::Nothing => self.span.clone(),
        }
    }

    /// Reports a mistake in one line.
    pub fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.report(Problem::error(span, message));
    }

    /// Reports a mistake with all that can be said about it.
    pub fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Ends the reading: keys that nobody asked for are mistakes. Returns what was found.
    pub fn finish(mut self) -> Vec<Problem> {
        if let Table::Whole(table) = self.table {
            for key in table.keys() {
                let name: &str = key.get_ref();
                if !self.asked.iter().any(|doc| doc.key == name) {
                    let problem = self.unknown(name, key.span());
                    self.problems.push(problem);
                }
            }
        }
        self.problems
    }

    fn unknown(&self, name: &str, span: Span) -> Problem {
        let known = self.asked.iter().map(|doc| doc.key);
        let tried = TRIED.iter().find(|(key, _)| *key == name).map(|(_, help)| (*help).to_string());
        let near = nearest(name, known.clone()).is_some();
        let help = if near { None } else { tried }.unwrap_or_else(|| suggest(name, known, "known keys"));
        let inside = if self.what.is_empty() { String::new() } else { format!(" in {}", self.what) };
        Problem::error(span, format!("unknown key `{name}`{inside}")).help(help)
    }

    /// The value of a key without making the key known.
    pub(super) fn value(&self, key: &str) -> Option<&'a Value<'a>> {
        match self.table {
            Table::Nothing => None,
            Table::Whole(table) => table.get(key),
            Table::One(name, value) => (name == key).then_some(value),
        }
    }

    /// The value of a key, which is known from now on. A second question about the same key keeps the first answer's doc.
    pub(super) fn ask(&mut self, doc: FieldDoc) -> Option<&'a Value<'a>> {
        let (key, required) = (doc.key, doc.required);
        if !self.asked.iter().any(|asked| asked.key == key) {
            self.asked.push(doc);
        }
        let value = self.value(key);
        if value.is_none() && required && !matches!(self.table, Table::Nothing) {
            let inside = if self.what.is_empty() { "the preset".to_string() } else { self.what.clone() };
            let problem = Problem::error(self.span.clone(), format!("{inside} lacks `{key}`"));
            let meaning = self
                .asked
                .iter()
                .find(|asked| asked.key == key)
                .map(|asked| format!("`{key}` is {}: {}", asked.kind, asked.doc));
            self.problems.push(Problem { help: meaning, ..problem });
        }
        value
    }

    /// The raw value of a key, for what is read elsewhere.
    pub(super) fn raw(&mut self, key: &'static str, kind: &str, doc: &'static str) -> Option<&'a Value<'a>> {
        self.ask(FieldDoc::new(key, kind, doc))
    }

    /// A table inside of this one, read by `read`; `None` where it is missing.
    pub fn nested<T>(
        &mut self,
        key: &'static str,
        doc: &'static str,
        read: impl FnOnce(&mut Fields<'a>) -> T,
    ) -> Option<T> {
        let value = self.raw(key, "table", doc);
        let (table, span) = match value.map(|value| (value.get_ref(), value.span())) {
            None => (Table::Nothing, 0..0),
            Some((DeValue::Table(table), span)) => (Table::Whole(table), span),
            Some(_) => {
                self.wrong_type(key, "a table", "{ .. }");
                (Table::Nothing, 0..0)
            }
        };
        let what = if self.what.is_empty() { format!("`{key}`") } else { format!("`{key}` of {}", self.what) };
        let mut inside = Fields::new(what, span, table, self.scope);
        let result = read(&mut inside);
        if let Some(doc) = self.asked.iter_mut().find(|doc| doc.key == key) {
            doc.inside = inside.asked.clone();
        }
        let found = matches!(inside.table, Table::Whole(_));
        self.problems.extend(inside.finish());
        found.then_some(result)
    }

    /// A number that could stand at `key`.
    pub(super) fn example(&self, key: &str) -> String {
        let default = self.asked.iter().find(|doc| doc.key == key).map_or("", |doc| &doc.default);
        if default.is_empty() { "2".into() } else { default.into() }
    }

    /// Reports that the value of `key` is of a wrong type.
    pub(super) fn wrong_type(&mut self, key: &str, wanted: &str, example: &str) {
        if let Some(value) = self.value(key) {
            self.wrong_part(key, value, wanted, example);
        }
    }

    /// Reports that a value, or an element of the value, of `key` is of a wrong type.
    pub(super) fn wrong_part(&mut self, key: &str, value: &Value, wanted: &str, example: &str) {
        let message = format!("`{key}` takes {wanted}, not {}", found(value.get_ref()));
        self.problems.push(Problem::error(value.span(), message).help(format!("for example `{key} = {example}`")));
    }
}

impl FieldDoc {
    /// An optional key without default or range.
    pub(super) fn new(key: &'static str, kind: impl Into<String>, doc: &'static str) -> Self {
        let (kind, default, range) = (kind.into(), String::new(), String::new());
        Self { key, kind, default, range, doc, structural: false, required: false, inside: Vec::new() }
    }

    pub(super) fn default(mut self, default: impl Into<String>) -> Self {
        self.default = default.into();
        self
    }

    pub(super) fn range(mut self, range: impl Into<String>) -> Self {
        self.range = range.into();
        self
    }

    pub(super) fn structural(mut self) -> Self {
        self.structural = true;
        self
    }

    pub(super) fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

/// A value in words.
pub(super) fn found(value: &DeValue) -> String {
    match value {
        DeValue::String(text) if text.chars().count() <= 24 => format!("the text {text:?}"),
        DeValue::String(_) => "a text".into(),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(value) => format!("`{value}`"),
        DeValue::Datetime(_) => "a date or time".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}

/// A number as one would write it.
pub(super) fn show(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-5..1e9).contains(&size) { format!("{value:e}") } else { format!("{value}") }
}
