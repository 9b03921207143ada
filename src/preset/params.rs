//! Parameters: what an artist turns, variants (named sets of values), and what the command line sets.
//!
//! The command line wins over the variant, the variant over the preset. Every value passes the same check, wherever it comes from.

use toml::de::DeValue;

use super::constant::{Constant, evaluate};
use super::diagnostics::{Problem, Source, Span};
use super::fields::{Fields, Scope, Table, Value, show};
use super::formula::{self, is_name, parse_colour};
use super::getters::{LARGEST_WHOLE, literal_float, literal_integer, show_range};
use super::nearest::suggest;
use super::text::TextMap;
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

/// A named set of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What it looks like.
    pub doc: String,
    /// Where its name stands.
    pub span: Span,
    /// The parameters that differ from the preset, in the order of the file.
    pub values: Vec<(String, ParamValue)>,
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

/// Reads `[params]`.
pub(super) fn read_params(value: &Value, text: &str, problems: &mut Vec<Problem>) -> Params {
    let mut list: Vec<Param> = Vec::new();
    for (name, span, value) in in_file_order(table_of("params", value, problems)) {
        let DeValue::Table(table) = value.get_ref() else {
            let problem = Problem::error(
                value.span(),
                format!("the parameter `{name}` is a table with its value and its range"),
            );
            problems.push(problem.help(format!("for example `{name} = {{ value = 0.1, min = 0, max = 1 }}` or `{name} = {{ color = \"#888\" }}`")));
            continue;
        };
        if !is_name(name) || name == "layers" || name == "doc" {
            problems.push(bad_name("parameter", name, span.clone()));
        }
        let mut fields = Fields::new(
            format!("parameter `{name}`"),
            value.span(),
            Table::Whole(table),
            Scope::bare(text),
        );
        let read = read_param(&mut fields, name);
        problems.extend(fields.finish());
        if let Some((kind, value, doc)) = read {
            list.push(Param {
                name: name.to_string(),
                default: value.clone(),
                value,
                kind,
                doc,
                span,
            });
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
    Problem::error(span, message)
        .help("names are made of a-z, 0-9 and _, and do not begin with a digit")
}

fn read_param(fields: &mut Fields, name: &str) -> Option<(ParamKind, ParamValue, String)> {
    let doc = fields
        .text("doc", "what it does")
        .map_or(String::new(), |doc| doc.0);
    let kinds = ["value", "int", "bool", "color", "choice"];
    let mut found = kinds.into_iter().filter(|key| fields.has(key));
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
        Some("bool") => (
            ParamKind::Bool,
            ParamValue::Bool(fields.boolean("bool", false, "a switch")),
        ),
        Some("color") => {
            let (text, span) = fields
                .text("color", "a colour")
                .unwrap_or(("#000".into(), 0..0));
            let colour = parse_colour(&text);
            if colour.is_none() {
                fields.report(
                    Problem::error(span, format!("{text:?} is not a colour"))
                        .help("colours are written #rrggbb or #rgb"),
                );
            }
            (
                ParamKind::Colour,
                ParamValue::Colour(colour.unwrap_or_default()),
            )
        }
        Some(_) => {
            let value = fields
                .text("choice", "a word")
                .map_or(String::new(), |text| text.0);
            let of: Vec<String> = fields
                .texts("of", "the words to choose from")
                .into_iter()
                .map(|text| text.0)
                .collect();
            (ParamKind::Choice { of }, ParamValue::Choice(value))
        }
        None => {
            for key in kinds {
                fields.raw(key, "one of these", "the value");
            }
            let problem = Problem::error(fields.span(), format!("{} has no value", fields.what()));
            fields.report(
                problem.help("write `value` (a number), `int`, `bool`, `color` or `choice`"),
            );
            return None;
        }
    };
    let key = kinds
        .into_iter()
        .find(|key| fields.has(key))
        .unwrap_or("value");
    if let Err(message) = check(name, &kind, &value) {
        fields.problem(fields.span_of(key), message);
    }
    Some((kind, value, doc))
}

/// Whether a value of the right type is in range; else what is wrong.
fn check(name: &str, kind: &ParamKind, value: &ParamValue) -> Result<(), String> {
    match (kind, value) {
        (ParamKind::Number { min, max }, ParamValue::Number(x)) if !(min..=max).contains(&x) => {
            Err(format!(
                "`{name} = {}` is outside {}",
                show(*x),
                show_range(&(*min..=*max))
            ))
        }
        (ParamKind::Int { min, max }, ParamValue::Int(x)) if !(min..=max).contains(&x) => {
            Err(format!(
                "`{name} = {x}` is outside {}",
                show_range(&(*min as f64..=*max as f64))
            ))
        }
        (ParamKind::Choice { of }, ParamValue::Choice(word)) if !of.contains(word) => Err(format!(
            "`{name}` cannot be {word:?}: {}",
            suggest(word, of.iter().map(String::as_str), "choices")
        )),
        _ => Ok(()),
    }
}

/// A value for a parameter, as it was written.
enum Given<'a> {
    Number(f64),
    Bool(bool),
    Text(&'a str, TextMap),
}

/// Checks a value for a parameter. The span of a mistake in the whole value is `span`.
fn convert(param: &Param, given: &Given, span: &Span) -> Result<ParamValue, Problem> {
    let fail = |wanted: &str| {
        Err(Problem::error(
            span.clone(),
            format!("`{}` takes {wanted}", param.name),
        ))
    };
    let number = match given {
        Given::Number(number) => Some(*number),
        Given::Text(text, map)
            if matches!(param.kind, ParamKind::Number { .. } | ParamKind::Int { .. }) =>
        {
            let mut problems = Vec::new();
            let expr = formula::parse(text, map, &mut problems);
            if let Some(problem) = problems.into_iter().next() {
                return Err(problem);
            }
            match evaluate(&expr, &Scope::bare(""))? {
                Constant::Number(number) => Some(number),
                Constant::Colour(_) | Constant::Text(_) => None,
            }
        }
        _ => None,
    };
    let value = match (&param.kind, given, number) {
        (ParamKind::Number { .. }, _, Some(number)) => ParamValue::Number(number),
        (ParamKind::Number { min, max }, ..) => {
            return fail(&format!("a number, {}", show_range(&(*min..=*max))));
        }
        (ParamKind::Int { .. }, _, Some(number))
            if number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE as f64 =>
        {
            ParamValue::Int(number as i64)
        }
        (ParamKind::Int { min, max }, ..) => {
            return fail(&format!(
                "a whole number, {}",
                show_range(&(*min as f64..=*max as f64))
            ));
        }
        (ParamKind::Bool, Given::Bool(value), _) => ParamValue::Bool(*value),
        (ParamKind::Bool, ..) => return fail("true or false"),
        (ParamKind::Colour, Given::Text(text, _), _) => match parse_colour(text) {
            Some(colour) => ParamValue::Colour(colour),
            None => return fail("a colour, #rrggbb or #rgb"),
        },
        (ParamKind::Colour, ..) => return fail("a colour, \"#rrggbb\" or \"#rgb\""),
        (ParamKind::Choice { .. }, Given::Text(word, _), _) => ParamValue::Choice(word.to_string()),
        (ParamKind::Choice { of }, ..) => return fail(&format!("one of {}", of.join(", "))),
    };
    match check(&param.name, &param.kind, &value) {
        Ok(()) => Ok(value),
        Err(message) => Err(Problem::error(span.clone(), message)),
    }
}

/// Reads `[variants]`.
pub(super) fn read_variants(
    value: &Value,
    params: &Params,
    text: &str,
    problems: &mut Vec<Problem>,
) -> Vec<Variant> {
    let mut variants = Vec::new();
    for (name, span, value) in in_file_order(table_of("variants", value, problems)) {
        if !super::is_file_name(name) {
            let problem = Problem::error(span.clone(), format!("{name:?} cannot name a variant"));
            problems.push(problem.help("names of variants are made of letters, digits, _ and -"));
        }
        let DeValue::Table(table) = value.get_ref() else {
            let problem = Problem::error(
                value.span(),
                format!("the variant `{name}` is a table of parameters"),
            );
            problems.push(problem.help(format!("for example `{name} = {{ wander = 0.2 }}`")));
            continue;
        };
        let mut variant = Variant {
            name: name.to_string(),
            doc: String::new(),
            span,
            values: Vec::new(),
        };
        for (key, key_span, value) in in_file_order(Some(table)) {
            if let ("doc", DeValue::String(doc)) = (key, value.get_ref()) {
                variant.doc = doc.to_string();
                continue;
            }
            let Some(param) = params.get(key) else {
                let problem = Problem::error(
                    key_span,
                    format!("unknown parameter `{key}` in the variant `{name}`"),
                );
                problems.push(problem.help(suggest(key, params.names(), "parameters")));
                continue;
            };
            match given(value, text).and_then(|given| convert(param, &given, &value.span())) {
                Ok(value) => variant.values.push((key.to_string(), value)),
                Err(problem) => problems.push(problem),
            }
        }
        variants.push(variant);
    }
    variants
}

fn given<'a>(value: &'a Value, text: &str) -> Result<Given<'a>, Problem> {
    let number = match value.get_ref() {
        DeValue::String(inner) => {
            return Ok(Given::Text(
                inner,
                TextMap::of_string(text, value.span(), inner),
            ));
        }
        DeValue::Boolean(value) => return Ok(Given::Bool(*value)),
        DeValue::Integer(number) => literal_integer(number),
        DeValue::Float(number) => literal_float(number),
        other => Err(format!(
            "is a number, a colour, a word or true or false, not {}",
            super::fields::found(other)
        )),
    };
    number
        .map(Given::Number)
        .map_err(|message| Problem::error(value.span(), format!("the value {message}")))
}

/// A value from the command line, `--set name=text`.
pub(super) fn from_command_line(
    params: &Params,
    name: &str,
    text: &str,
) -> Result<ParamValue, Problem> {
    let start = "--set ".len();
    let source = Source::new("command line", format!("--set {name}={text}"));
    let span = start + name.len() + 1..source.text.len();
    let result = match params.get(name) {
        None => {
            let problem = Problem::error(
                start..start + name.len(),
                format!("unknown parameter `{name}`"),
            );
            Err(problem.help(suggest(name, params.names(), "parameters")))
        }
        Some(param) => {
            let given = match (&param.kind, text.trim()) {
                (ParamKind::Bool, "true") => Given::Bool(true),
                (ParamKind::Bool, "false") => Given::Bool(false),
                (ParamKind::Number { .. } | ParamKind::Int { .. }, _) => {
                    Given::Text(text, TextMap::plain(span.start, text))
                }
                (_, trimmed) => Given::Text(trimmed, TextMap::plain(span.start, text)),
            };
            convert(param, &given, &span)
        }
    };
    result.map_err(|problem| Problem {
        source: Some(std::sync::Arc::new(source)),
        ..problem
    })
}
