//! Getters for what must be known before anything is drawn: numbers, switches, choices, texts.
//!
//! A number may be a literal or, in quotes, arithmetic on parameters. Whole numbers and floats are the same where they are equal:
//! `gain = 1`, `octaves = 5.0`.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::diagnostics::{Problem, Span};
use super::fields::{FieldDoc, Fields, Value, show};
use super::formula::is_name;
use super::literals::{show_range, show_whole_range};
use super::nearest::nearest;
use super::params::{ParamKind, ParamValue};
use super::text::TextMap;

/// The largest whole number in a preset: beyond it f64, and so JSON, skips some.
pub const LARGEST_WHOLE: i64 = (1 << 53) - 1;

/// A value per axis, as it was written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axes<T> {
    /// One value for all axes.
    All(T),
    /// One for x, one for y, and one for z if it was written.
    Each(T, T, Option<T>),
}

impl<T: Copy> Axes<T> {
    /// The values for x, y, z, where a missing z is `z`.
    pub fn or_z(self, z: T) -> [T; 3] {
        match self {
            Axes::All(value) => [value; 3],
            Axes::Each(x, y, written) => [x, y, written.unwrap_or(z)],
        }
    }
}

impl<'a> Fields<'a> {
    /// A number.
    pub fn number(&mut self, key: &'static str, default: f64, range: RangeInclusive<f64>, doc: &'static str) -> f64 {
        let doc = FieldDoc::new(key, "number", doc).default(show(default)).range(show_range(&range)).structural();
        self.ask(doc).and_then(|value| self.number_in(key, value, &range)).unwrap_or(default)
    }

    /// A number, or `None` where the key is missing.
    pub fn optional_number(&mut self, key: &'static str, range: RangeInclusive<f64>, doc: &'static str) -> Option<f64> {
        let doc = FieldDoc::new(key, "number", doc).range(show_range(&range)).structural();
        self.ask(doc).and_then(|value| self.number_in(key, value, &range))
    }

    /// A whole number.
    pub fn integer(&mut self, key: &'static str, default: i64, range: RangeInclusive<i64>, doc: &'static str) -> i64 {
        let doc = FieldDoc::new(key, "whole number", doc)
            .default(default.to_string())
            .range(show_whole_range(&range))
            .structural();
        self.ask(doc).and_then(|value| self.whole_in(key, value, &range)).unwrap_or(default)
    }

    /// A whole number, or `None` where the key is missing.
    pub fn optional_integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
        doc: &'static str,
    ) -> Option<i64> {
        let doc = FieldDoc::new(key, "whole number", doc).range(show_whole_range(&range)).structural();
        self.ask(doc).and_then(|value| self.whole_in(key, value, &range))
    }

    /// `true` or `false`, or a parameter that is.
    pub fn boolean(&mut self, key: &'static str, default: bool, doc: &'static str) -> bool {
        let doc = FieldDoc::new(key, "true or false", doc).default(default.to_string()).structural();
        let Some(value) = self.ask(doc) else {
            return default;
        };
        match value.get_ref() {
            DeValue::Boolean(value) => return *value,
            DeValue::String(name) => {
                if let Some(ParamValue::Bool(value)) = self.scope.params.get(name).map(|param| &param.value) {
                    return *value;
                }
            }
            _ => {}
        }
        self.wrong_part(key, value, "true or false", "true");
        default
    }

    /// A number per axis: `2`, `[2, 3]` or `[2, 3, 1]`.
    pub fn axes(
        &mut self,
        key: &'static str,
        default: Option<Axes<f64>>,
        range: RangeInclusive<f64>,
        doc: &'static str,
    ) -> Option<Axes<f64>> {
        let shown = default.map_or(String::new(), |axes| show_axes(axes, show));
        let doc = FieldDoc::new(key, "number, or list of one per axis", doc)
            .default(shown)
            .range(show_range(&range))
            .structural();
        let value = self.ask(doc);
        value
            .and_then(|value| self.axes_of(key, value, |fields, value| fields.number_in(key, value, &range)))
            .or(default)
    }

    /// A whole number per axis: `2`, `[2, 3]` or `[2, 3, 1]`.
    pub fn whole_axes(
        &mut self,
        key: &'static str,
        default: Option<Axes<i64>>,
        range: RangeInclusive<i64>,
        doc: &'static str,
    ) -> Option<Axes<i64>> {
        let shown = default.map_or(String::new(), |axes| show_axes(axes, |value| value.to_string()));
        let doc = FieldDoc::new(key, "whole number, or list of one per axis", doc)
            .default(shown)
            .range(show_whole_range(&range))
            .structural();
        let value = self.ask(doc);
        value
            .and_then(|value| self.axes_of(key, value, |fields, value| fields.whole_in(key, value, &range)))
            .or(default)
    }

    /// A number, or the least and the greatest: `0.2` or `[0.1, 0.3]`.
    pub fn bounds(
        &mut self,
        key: &'static str,
        default: Option<[f64; 2]>,
        range: RangeInclusive<f64>,
        doc: &'static str,
    ) -> Option<[f64; 2]> {
        let shown = default.map_or(String::new(), |[a, b]| if a == b { show(a) } else { format!("[{a}, {b}]") });
        let doc = FieldDoc::new(key, "number, or [least, greatest]", doc)
            .default(shown)
            .range(show_range(&range))
            .structural();
        self.ask(doc).and_then(|value| self.bounds_of(key, value, &range)).or(default)
    }

    fn bounds_of(&mut self, key: &str, value: &'a Value<'a>, range: &RangeInclusive<f64>) -> Option<[f64; 2]> {
        let DeValue::Array(list) = value.get_ref() else {
            return self.number_in(key, value, range).map(|v| [v, v]);
        };
        let parts: Vec<Option<f64>> = list.iter().map(|part| self.number_in(key, part, range)).collect();
        match parts[..] {
            [Some(least), Some(greatest)] if least <= greatest => return Some([least, greatest]),
            [None, _] | [_, None] => {}
            _ => {
                let message = format!("`{key}` takes a number, or the least and the greatest");
                self.report(Problem::error(value.span(), message).help(format!("for example `{key} = [0.1, 0.3]`")));
            }
        }
        None
    }

    fn axes_of<T>(
        &mut self,
        key: &str,
        value: &'a Value<'a>,
        mut each: impl FnMut(&mut Self, &'a Value<'a>) -> Option<T>,
    ) -> Option<Axes<T>> {
        let DeValue::Array(list) = value.get_ref() else {
            return each(self, value).map(Axes::All);
        };
        if !(2..=3).contains(&list.len()) {
            self.problem(
                value.span(),
                format!("`{key}` takes a number, or a list of 2 or 3 of them, not of {}", list.len()),
            );
            return None;
        }
        // All parts are read before any is missed, so that each mistake is found.
        let mut parts = list.iter().map(|part| each(self, part)).collect::<Vec<_>>().into_iter();
        let (x, y, z) = (parts.next()?, parts.next()?, parts.next());
        Some(Axes::Each(x?, y?, if let Some(z) = z { Some(z?) } else { None }))
    }

    /// One of a few words, or a parameter of the kind `choice` with one of them. Each option is its name, its value and its meaning.
    pub fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        options: &[(&'static str, T, &'static str)],
        default: usize,
        doc: &'static str,
    ) -> T {
        let name = options[default].0;
        self.choose(key, options, name, doc).unwrap_or(options[default].1)
    }

    /// One of a few words, or `None` where the key is missing.
    pub fn optional_choice<T: Copy>(
        &mut self,
        key: &'static str,
        options: &[(&'static str, T, &'static str)],
        doc: &'static str,
    ) -> Option<T> {
        self.choose(key, options, "", doc)
    }

    fn choose<T: Copy>(
        &mut self,
        key: &'static str,
        options: &[(&'static str, T, &'static str)],
        default: &str,
        doc: &'static str,
    ) -> Option<T> {
        let names = || options.iter().map(|option| option.0);
        let list = names().collect::<Vec<_>>().join(", ");
        let value =
            self.ask(FieldDoc::new(key, "one of a few words", doc).default(default).range(list.clone()).structural())?;
        let mut written = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            _ => {
                self.wrong_part(key, value, &format!("one of {list}"), &format!("{:?}", options[0].0));
                return None;
            }
        };
        if !names().any(|name| name == written)
            && let Some(ParamValue::Choice(text)) = self.scope.params.get(&written).map(|p| &p.value)
        {
            written = text.clone();
        }
        if let Some(option) = options.iter().find(|option| option.0 == written) {
            return Some(option.1);
        }
        let near = nearest(&written, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let problem = Problem::error(value.span(), format!("`{key}` cannot be {written:?}"));
        self.report(problem.help(format!("{near}choices: {list}")));
        None
    }

    /// A text with its place (without the quotes).
    pub fn text(&mut self, key: &'static str, doc: &'static str) -> Option<(String, Span)> {
        self.text_slot(FieldDoc::new(key, "text", doc))
    }

    /// The name of a node or of a node type, or a parameter of the kind `choice` that holds one; with its place.
    pub fn node(&mut self, key: &'static str, doc: &'static str) -> Option<(String, Span)> {
        let (name, span) = self.text_slot(FieldDoc::new(key, "name of a node", doc).structural())?;
        if let Some(param) = self.scope.params.get(&name)
            && let (ParamKind::Choice { .. }, ParamValue::Choice(chosen)) = (&param.kind, &param.value)
        {
            return Some((chosen.clone(), span));
        }
        if !is_name(&name) {
            let problem = Problem::error(span, format!("`{key}` takes the name of one node, not {name:?}"));
            self.report(problem.help("give the formula a name in `[nodes]`, and write that name here"));
            return None;
        }
        Some((name, span))
    }

    fn text_slot(&mut self, doc: FieldDoc) -> Option<(String, Span)> {
        let (key, kind) = (doc.key, doc.kind.clone());
        let value = self.ask(doc)?;
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_part(key, value, &format!("a {kind}"), "\"..\"");
            return None;
        };
        let map = TextMap::of_string(&self.scope.source.text, value.span(), text);
        Some((text.to_string(), map.span(0..text.len())))
    }
}

fn show_axes<T: Copy>(axes: Axes<T>, show: impl Fn(T) -> String) -> String {
    match axes {
        Axes::All(value) => show(value),
        Axes::Each(x, y, None) => format!("[{}, {}]", show(x), show(y)),
        Axes::Each(x, y, Some(z)) => format!("[{}, {}, {}]", show(x), show(y), show(z)),
    }
}
