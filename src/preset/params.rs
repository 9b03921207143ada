//! Parameters: what an artist turns, variants (named sets of values), and what the command line sets.
//!
//! The command line wins over the variant, the variant over the preset. Every value passes the same check, wherever it comes from.

use toml::de::DeValue;

use super::diagnostics::{Problem, Source, Span};
use super::fields::{Fields, Scope, Table, Value, show};
use super::formula::{is_name, parse_colour};
use super::getters::LARGEST_WHOLE;
use super::literals::show_range;
use super::nearest::suggest;
use super::{in_file_order, table_of};

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum ParamValue {
    /// A finite number.
    Number(f64),
    /// A whole number.
    Int(i64),
    /// A switch.
    Bool(bool),
    /// A colour, sRGB.
    Colour([u8; 3]),
    /// One of the words of its parameter.
    Choice(String),
}

/// What values a parameter takes.
#[derive(Debug, Clone, PartialEq)]
pub enum ParamKind {
    /// A number from `min` to `max`.
    Number {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// A whole number from `min` to `max`.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A switch.
    Bool,
    /// A colour.
    Colour,
    /// A word.
    Choice {
        /// The words.
        of: Vec<String>,
    },
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value for this bake.
    pub value: ParamValue,
    /// Its value in the preset.
    pub default: ParamValue,
    /// What values it takes.
    pub kind: ParamKind,
    /// What it does.
    pub doc: String,
    /// Where its name stands.
    pub span: Span,
}

/// All parameters, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Params {
    /// In the order of the file.
    pub list: Vec<Param>,
}

impl Params {
    /// The parameter of this name.
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.list.iter().find(|param| param.name == name)
    }

    /// The names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.list.iter().map(|param| param.name.as_str())
    }

    /// Sets a value that was checked before.
    pub(super) fn set(&mut self, name: &str, value: ParamValue) {
        if let Some(param) = self.list.iter_mut().find(|param| param.name == name) {
            param.value = value;
        }
    }
}

/// The keys that hold a value, one for each kind.
pub(super) const KINDS: [&str; 5] = ["value", "int", "bool", "color", "choice"];

/// Reads `[params]`.
pub(super) fn read_params(value: &Value, source: &Source, problems: &mut Vec<Problem>) -> Params {
    let mut list: Vec<Param> = Vec::new();
    for (name, span, value) in in_file_order(table_of("params", value, problems)) {
        let DeValue::Table(table) = value.get_ref() else {
            let problem =
                Problem::error(value.span(), format!("the parameter `{name}` is a table with its value and its range"));
            problems.push(problem.help(format!(
                "for example `{name} = {{ value = 0.1, min = 0, max = 1 }}` or `{name} = {{ color = \"#888\" }}`"
            )));
            continue;
        };
        if !is_name(name) || name == "layers" || name == "doc" {
            problems.push(bad_name("parameter", name, span.clone()));
        }
        let mut fields =
            Fields::new(format!("parameter `{name}`"), value.span(), Table::Whole(table), Scope::bare(source));
        let read = read_param(&mut fields, name);
        problems.extend(fields.finish());
        if let Some((kind, value, doc)) = read {
            list.push(Param { name: name.to_string(), default: value.clone(), value, kind, doc, span });
        }
    }
    Params { list }
}

/// A name that cannot be one.
pub(super) fn bad_name(what: &str, name: &str, span: Span) -> Problem {
    let message = if is_name(name) {
        format!("a {what} cannot be called `{name}`: the word is taken")
    } else {
        format!("{name:?} cannot name a {what}")
    };
    Problem::error(span, message).help("names are made of a-z, 0-9 and _, and do not begin with a digit")
}

fn read_param(fields: &mut Fields, name: &str) -> Option<(ParamKind, ParamValue, String)> {
    let doc = fields.text("doc", "what it does").map_or(String::new(), |doc| doc.0);
    let mut found = KINDS.into_iter().filter(|key| fields.has(key));
    let any = f64::MIN..=f64::MAX;
    let whole = -LARGEST_WHOLE..=LARGEST_WHOLE;
    let (kind, value) = match found.next() {
        Some("value") => {
            let value = fields.number("value", 0.0, any.clone(), "a number");
            let min = fields.number("min", f64::MIN, any.clone(), "the least value");
            let max = fields.number("max", f64::MAX, any, "the greatest value");
            (ParamKind::Number { min, max }, ParamValue::Number(value))
        }
        Some("int") => {
            let value = fields.integer("int", 0, whole.clone(), "a whole number");
            let min = fields.integer("min", -LARGEST_WHOLE, whole.clone(), "the least value");
            let max = fields.integer("max", LARGEST_WHOLE, whole, "the greatest value");
            (ParamKind::Int { min, max }, ParamValue::Int(value))
        }
        Some("bool") => (ParamKind::Bool, ParamValue::Bool(fields.boolean("bool", false, "a switch"))),
        Some("color") => {
            let (text, span) = fields.text("color", "a colour").unwrap_or(("#000".into(), 0..0));
            let colour = parse_colour(&text);
            if colour.is_none() {
                fields.report(
                    Problem::error(span, format!("{text:?} is not a colour"))
                        .help("colours are written #rrggbb or #rgb"),
                );
            }
            (ParamKind::Colour, ParamValue::Colour(colour.unwrap_or_default()))
        }
        Some(_) => {
            let value = fields.text("choice", "a word").map_or(String::new(), |text| text.0);
            let of: Vec<String> =
                fields.texts("of", "the words to choose from").into_iter().map(|text| text.0).collect();
            (ParamKind::Choice { of }, ParamValue::Choice(value))
        }
        None => {
            for key in KINDS {
                fields.raw(key, "one of these", "the value");
            }
            let problem = Problem::error(fields.span(), format!("{} has no value", fields.what()));
            fields.report(problem.help("write `value` (a number), `int`, `bool`, `color` or `choice`"));
            return None;
        }
    };
    let key = KINDS.into_iter().find(|key| fields.has(key)).unwrap_or("value");
    if let Err(message) = check(name, &kind, &value) {
        fields.problem(fields.span_of(key), message);
    }
    Some((kind, value, doc))
}

/// Whether a value of the right type is in range; else what is wrong.
pub(super) fn check(name: &str, kind: &ParamKind, value: &ParamValue) -> Result<(), String> {
    match (kind, value) {
        (ParamKind::Number { min, max }, ParamValue::Number(x)) if !(min..=max).contains(&x) => {
            Err(format!("`{name} = {}` is outside {}", show(*x), show_range(&(*min..=*max))))
        }
        (ParamKind::Int { min, max }, ParamValue::Int(x)) if !(min..=max).contains(&x) => {
            Err(format!("`{name} = {x}` is outside {}", show_range(&(*min as f64..=*max as f64))))
        }
        (ParamKind::Choice { of }, ParamValue::Choice(word)) if !of.contains(word) => {
            Err(format!("`{name}` cannot be {word:?}: {}", suggest(word, of.iter().map(String::as_str), "choices")))
        }
        _ => Ok(()),
    }
}
