//! Getters for fields, which are evaluated per pixel, and for lists of constants.
//!
//! A field is a number, or a text with a formula; a text that is only `#rrggbb` is a formula as well.

use std::ops::RangeInclusive;

use toml::de::DeValue;

use super::constant::Constant;
use super::diagnostics::{Problem, Span};
use super::fields::{FieldDoc, Fields, Value, show};
use super::formula::{self, Expr, ExprKind};
use super::literals::{literal_float, literal_integer, show_range};
use super::text::TextMap;

/// What stands at one place of a ramp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StopValue {
    /// A number.
    Number(f64),
    /// A colour, sRGB.
    Colour([u8; 3]),
}

/// One place of a ramp: where, what, and its place in the file.
pub type Stop = (f64, StopValue, Span);

impl<'a> Fields<'a> {
    /// A field with a default.
    pub fn field(&mut self, key: &'static str, default: f64, doc: &'static str) -> Expr {
        self.slot(FieldDoc::new(key, "number or formula", doc).default(show(default))).unwrap_or(Expr::number(default))
    }

    /// A field, or `None` where the key is missing.
    pub fn optional_field(&mut self, key: &'static str, doc: &'static str) -> Option<Expr> {
        self.slot(FieldDoc::new(key, "number or formula", doc))
    }

    /// A field that must be there; 0 after a mistake.
    pub fn required_field(&mut self, key: &'static str, doc: &'static str) -> Expr {
        self.slot(FieldDoc::new(key, "number or formula", doc).required()).unwrap_or(Expr::number(0.0))
    }

    /// A field that is a colour (a number is a grey), with a default.
    pub fn colour_field(&mut self, key: &'static str, default: [u8; 3], doc: &'static str) -> Expr {
        let [r, g, b] = default;
        let shown = format!("#{r:02x}{g:02x}{b:02x}");
        self.slot(FieldDoc::new(key, "colour or formula", doc).default(shown)).unwrap_or(Expr::colour(default))
    }

    /// A field that is a colour, or `None` where the key is missing.
    pub fn optional_colour_field(&mut self, key: &'static str, doc: &'static str) -> Option<Expr> {
        self.slot(FieldDoc::new(key, "colour or formula", doc))
    }

    fn slot(&mut self, doc: FieldDoc) -> Option<Expr> {
        let (key, colour) = (doc.key, doc.kind.starts_with("colour"));
        let value = self.ask(doc)?;
        let number = match value.get_ref() {
            DeValue::Integer(number) => literal_integer(number),
            DeValue::Float(number) => literal_float(number),
            DeValue::String(text) => {
                let map = TextMap::of_string(&self.scope.source.text, value.span(), text);
                return Some(formula::parse(text, &map, &mut self.problems));
            }
            _ if colour => {
                self.wrong_part(key, value, "a colour or a formula in quotes", "\"#c0a080\"");
                return None;
            }
            _ => {
                self.wrong_part(key, value, "a number or a formula in quotes", "\"1 - base\"");
                return None;
            }
        };
        match number {
            Ok(number) => Some(Expr { kind: ExprKind::Number(number), span: value.span() }),
            Err(message) => {
                self.problem(value.span(), format!("`{key}` {message}"));
                None
            }
        }
    }

    /// The places of a ramp, `[[0, "#000"], [0.5, 0.2], [1, "body"]]`: where, and a number, a colour or a parameter. They must rise;
    /// two at one place are a hard step.
    pub fn stops(&mut self, key: &'static str, doc: &'static str) -> Vec<Stop> {
        const EXAMPLE: &str = "[[0, \"#000\"], [1, \"#fff\"]]";
        let mut stops: Vec<Stop> = Vec::new();
        for (value, parts) in self.pairs(key, "list of [place, number or colour]", "a list of pairs", EXAMPLE, doc) {
            let place = self.number_in(key, &parts[0], &(f64::MIN..=f64::MAX));
            let what = self.constant(key, &parts[1], "a number or a colour");
            let what = match what {
                Some(Constant::Number(number)) => Some(StopValue::Number(number)),
                Some(Constant::Colour(colour)) => Some(StopValue::Colour(colour)),
                Some(Constant::Text(_)) => {
                    self.wrong_part(key, &parts[1], "numbers or colours", EXAMPLE);
                    None
                }
                None => None,
            };
            let (Some(place), Some(what)) = (place, what) else {
                continue;
            };
            if stops.last().is_some_and(|last| last.0 > place) {
                self.problem(value.span(), format!("the places of `{key}` must rise: {} comes too late", show(place)));
            }
            stops.push((place, what, value.span()));
        }
        stops
    }

    /// Points in a plane, `[[0, 0], [0.5, 0.8], [1, 1]]`.
    pub fn points(&mut self, key: &'static str, doc: &'static str) -> Vec<[f64; 2]> {
        let any = f64::MIN..=f64::MAX;
        let mut points = Vec::new();
        for (_, parts) in self.pairs(key, "list of points", "a list of points", "[[0, 0], [1, 1]]", doc) {
            let (x, y) = (self.number_in(key, &parts[0], &any), self.number_in(key, &parts[1], &any));
            points.extend(x.zip(y).map(|(x, y)| [x, y]));
        }
        points
    }

    /// A list of numbers.
    pub fn numbers(&mut self, key: &'static str, range: RangeInclusive<f64>, doc: &'static str) -> Vec<f64> {
        let doc = FieldDoc::new(key, "list of numbers", doc).range(show_range(&range)).structural();
        self.list(doc, "a list of numbers", "[1, 0.5]")
            .iter()
            .filter_map(|part| self.number_in(key, part, &range))
            .collect()
    }

    /// A list of colours or of parameters that are colours, each with its place.
    pub fn colours(&mut self, key: &'static str, doc: &'static str) -> Vec<([u8; 3], Span)> {
        const EXAMPLE: &str = "[\"#000\", \"#fff\"]";
        let mut colours = Vec::new();
        for part in self.list(FieldDoc::new(key, "list of colours", doc).structural(), "a list of colours", EXAMPLE) {
            match self.constant(key, part, "colours") {
                Some(Constant::Colour(colour)) => colours.push((colour, part.span())),
                Some(_) => self.wrong_part(key, part, "colours", EXAMPLE),
                None => {}
            }
        }
        colours
    }

    /// A list of texts.
    pub fn texts(&mut self, key: &'static str, doc: &'static str) -> Vec<(String, Span)> {
        let mut texts = Vec::new();
        for part in self.list(FieldDoc::new(key, "list of texts", doc), "a list of texts", "[\"stone\"]") {
            match part.get_ref() {
                DeValue::String(text) => texts.push((text.to_string(), part.span())),
                _ => self.wrong_part(key, part, "a list of texts", "[\"stone\"]"),
            }
        }
        texts
    }

    fn list(&mut self, doc: FieldDoc, wanted: &str, example: &str) -> &'a [Value<'a>] {
        let key = doc.key;
        match self.ask(doc).map(|value| (value, value.get_ref())) {
            None => &[],
            Some((_, DeValue::Array(list))) => list,
            Some((value, _)) => {
                self.wrong_part(key, value, wanted, example);
                &[]
            }
        }
    }

    /// The pairs of a list of pairs; others are reported.
    fn pairs(
        &mut self,
        key: &'static str,
        kind: &str,
        wanted: &str,
        example: &str,
        doc: &'static str,
    ) -> Vec<(&'a Value<'a>, &'a [Value<'a>])> {
        let mut pairs = Vec::new();
        for part in self.list(FieldDoc::new(key, kind, doc).structural(), wanted, example) {
            match part.get_ref() {
                DeValue::Array(pair) if pair.len() == 2 => pairs.push((part, &pair[..])),
                DeValue::Array(other) => {
                    let problem =
                        Problem::error(part.span(), format!("`{key}` takes pairs, not a list of {}", other.len()));
                    self.report(problem.help(format!("for example `{key} = {example}`")));
                }
                _ => self.wrong_part(key, part, wanted, example),
            }
        }
        pairs
    }
}
