//! Values for parameters: `[variants]`, and `--set` of the command line. Both pass the checks of the parameter.

use std::sync::Arc;

use toml::de::DeValue;

use super::constant::{Constant, evaluate};
use super::diagnostics::{NOWHERE, Problem, Source, Span};
use super::fields::{Scope, Value, found};
use super::formula::{self, parse_colour};
use super::getters::LARGEST_WHOLE;
use super::literals::{literal_float, literal_integer, show_range};
use super::nearest::suggest;
use super::params::{Param, ParamKind, ParamValue, Params, check};
use super::text::TextMap;
use super::{in_file_order, is_file_name, table_of};

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

/// A value for a parameter, as it was written.
enum Given<'a> {
    Number(f64),
    Bool(bool),
    Text(&'a str, TextMap),
}

/// Checks a value for a parameter. It may be made from the parameters of `scope`. The span of a mistake in the whole value is
/// `span`.
fn convert(param: &Param, given: &Given, span: &Span, scope: &Scope) -> Result<ParamValue, Problem> {
    let fail = |wanted: &str| Err(Problem::error(span.clone(), format!("`{}` takes {wanted}", param.name)));
    let number = match given {
        Given::Number(number) => Some(*number),
        Given::Text(text, map) if matches!(param.kind, ParamKind::Number { .. } | ParamKind::Int { .. }) => {
            let mut problems = Vec::new();
            let expr = formula::parse(text, map, &mut problems);
            if let Some(problem) = problems.into_iter().next() {
                return Err(problem);
            }
            match evaluate(&expr, scope)? {
                Constant::Number(number) => Some(number),
                Constant::Colour(_) | Constant::Text(_) => None,
            }
        }
        _ => None,
    };
    let passed = match given {
        Given::Text(text, _) => passed(&param.kind, text, scope),
        _ => None,
    };
    if let Some(value) = passed {
        return checked(param, value, span);
    }
    let value = match (&param.kind, given, number) {
        (ParamKind::Number { .. }, _, Some(number)) => ParamValue::Number(number),
        (ParamKind::Number { min, max }, ..) => {
            return fail(&format!("a number, {}", show_range(&(*min..=*max))));
        }
        (ParamKind::Int { .. }, _, Some(number)) if number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE as f64 => {
            ParamValue::Int(number as i64)
        }
        (ParamKind::Int { min, max }, ..) => {
            return fail(&format!("a whole number, {}", show_range(&(*min as f64..=*max as f64))));
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
    checked(param, value, span)
}

/// The value of a parameter of `scope` of the same kind, where one is named. A word that is a choice means itself.
fn passed(kind: &ParamKind, text: &str, scope: &Scope) -> Option<ParamValue> {
    let own = &scope.params.get(text.trim())?.value;
    let same = match (kind, own) {
        (ParamKind::Bool, ParamValue::Bool(_)) | (ParamKind::Colour, ParamValue::Colour(_)) => true,
        (ParamKind::Choice { of }, ParamValue::Choice(_)) => !of.iter().any(|word| word == text),
        _ => false,
    };
    same.then(|| own.clone())
}

fn checked(param: &Param, value: ParamValue, span: &Span) -> Result<ParamValue, Problem> {
    match check(&param.name, &param.kind, &value) {
        Ok(()) => Ok(value),
        Err(message) => Err(Problem::error(span.clone(), message)),
    }
}

/// Reads `[variants]`.
pub(super) fn read_variants(
    value: &Value,
    params: &Params,
    source: &Source,
    problems: &mut Vec<Problem>,
) -> Vec<Variant> {
    let mut variants = Vec::new();
    for (name, span, value) in in_file_order(table_of("variants", value, problems)) {
        if !is_file_name(name) {
            let problem = Problem::error(span.clone(), format!("{name:?} cannot name a variant"));
            problems.push(problem.help("names of variants are made of letters, digits, _ and -"));
        }
        let DeValue::Table(table) = value.get_ref() else {
            let problem = Problem::error(value.span(), format!("the variant `{name}` is a table of parameters"));
            problems.push(problem.help(format!("for example `{name} = {{ wander = 0.2 }}`")));
            continue;
        };
        let mut variant = Variant { name: name.to_string(), doc: String::new(), span, values: Vec::new() };
        let mut entries = in_file_order(Some(table));
        if let Some(DeValue::String(doc)) = table.get("doc").map(|doc| doc.get_ref()) {
            variant.doc = doc.to_string();
            entries.retain(|entry| entry.0 != "doc");
        }
        let what = format!("in the variant `{name}`");
        variant.values = read_values(&entries, params, &what, &Scope::bare(source), problems);
        variants.push(variant);
    }
    variants
}

/// Values for some of `params`, perhaps made from the parameters of `scope`; `what` ends the message for an unknown one.
pub(super) fn read_values(
    entries: &[(&str, Span, &Value)],
    params: &Params,
    what: &str,
    scope: &Scope,
    problems: &mut Vec<Problem>,
) -> Vec<(String, ParamValue)> {
    let mut values = Vec::new();
    for (key, key_span, value) in entries {
        let Some(param) = params.get(key) else {
            let problem = Problem::error(key_span.clone(), format!("unknown parameter `{key}` {what}"));
            problems.push(problem.help(suggest(key, params.names(), "parameters")));
            continue;
        };
        let text = &scope.source.text;
        match given(value, text).and_then(|given| convert(param, &given, &value.span(), scope)) {
            Ok(value) => values.push((key.to_string(), value)),
            Err(problem) => problems.push(problem),
        }
    }
    values
}

fn given<'a>(value: &'a Value, text: &str) -> Result<Given<'a>, Problem> {
    let number = match value.get_ref() {
        DeValue::String(inner) => {
            return Ok(Given::Text(inner, TextMap::of_string(text, value.span(), inner)));
        }
        DeValue::Boolean(value) => return Ok(Given::Bool(*value)),
        DeValue::Integer(number) => literal_integer(number),
        DeValue::Float(number) => literal_float(number),
        other => Err(format!("is a number, a colour, a word or true or false, not {}", found(other))),
    };
    number.map(Given::Number).map_err(|message| Problem::error(value.span(), format!("the value {message}")))
}

/// A value from the command line, `--set name=text`.
pub(super) fn from_command_line(params: &Params, name: &str, text: &str) -> Result<ParamValue, Problem> {
    let start = "--set ".len();
    let source = Source::new("command line", format!("--set {name}={text}"));
    let span = start + name.len() + 1..source.text.len();
    let result = match params.get(name) {
        None => {
            let problem = Problem::error(start..start + name.len(), format!("unknown parameter `{name}`"));
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
            convert(param, &given, &span, &Scope::bare(&NOWHERE))
        }
    };
    result.map_err(|problem| Problem { source: Some(Arc::new(source)), ..problem })
}
