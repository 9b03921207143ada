//! One value of a table as a number: literals, and arithmetic on parameters in quotes.

use std::ops::RangeInclusive;

use toml::de::{DeFloat, DeInteger, DeValue};

use super::constant::{Constant, evaluate};
use super::diagnostics::Problem;
use super::fields::{Fields, Value, show};
use super::formula;
use super::getters::LARGEST_WHOLE;
use super::text::TextMap;

impl<'a> Fields<'a> {
    /// A finite number in a range.
    pub(super) fn number_in(&mut self, key: &str, value: &'a Value<'a>, range: &RangeInclusive<f64>) -> Option<f64> {
        let number = self.constant_number(key, value, "a number")?;
        if range.contains(&number) {
            return Some(number);
        }
        self.problem(value.span(), format!("`{key} = {}` is outside {}", show(number), show_range(range)));
        None
    }

    pub(super) fn whole_in(&mut self, key: &str, value: &'a Value<'a>, range: &RangeInclusive<i64>) -> Option<i64> {
        let number = self.constant_number(key, value, "a whole number")?;
        if number.fract() != 0.0 {
            let problem = Problem::error(value.span(), format!("`{key}` takes a whole number, not {}", show(number)));
            self.report(problem.help(format!("it may be {}", show_whole_range(range))));
            return None;
        }
        // Exact: it is whole and at most 2^53; `as` saturates beyond.
        if range.contains(&(number as i64)) {
            return Some(number as i64);
        }
        self.problem(value.span(), format!("`{key} = {}` is outside {}", show(number), show_whole_range(range)));
        None
    }

    fn constant_number(&mut self, key: &str, value: &'a Value<'a>, wanted: &str) -> Option<f64> {
        match self.constant(key, value, wanted)? {
            Constant::Number(number) => Some(number),
            Constant::Colour(_) | Constant::Text(_) => {
                let example = self.example(key);
                self.wrong_part(key, value, wanted, &example);
                None
            }
        }
    }

    /// A literal number, or a text with arithmetic.
    pub(super) fn constant(&mut self, key: &str, value: &'a Value<'a>, wanted: &str) -> Option<Constant> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => literal_integer(number),
            DeValue::Float(number) => literal_float(number),
            DeValue::String(text) => {
                let map = TextMap::of_string(&self.scope.source.text, value.span(), text);
                let before = self.problems.len();
                let expr = formula::parse(text, &map, &mut self.problems);
                if self.problems.len() > before {
                    return None;
                }
                return evaluate(&expr, &self.scope).map_err(|problem| self.problems.push(problem)).ok();
            }
            _ => {
                let example = self.example(key);
                self.wrong_part(key, value, wanted, &example);
                return None;
            }
        };
        number.map(Constant::Number).map_err(|message| self.problem(value.span(), format!("`{key}` {message}"))).ok()
    }
}

/// The value of a literal, or what is wrong with it.
pub(super) fn literal_integer(number: &DeInteger) -> Result<f64, String> {
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(value) if value.unsigned_abs() <= LARGEST_WHOLE.unsigned_abs() => Ok(value as f64),
        _ => Err(format!("is too large: whole numbers end at {LARGEST_WHOLE} (2^53 - 1)")),
    }
}

/// The value of a literal, or what is wrong with it.
pub(super) fn literal_float(number: &DeFloat) -> Result<f64, String> {
    match number.as_str().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("must be a finite number, not {}", number.as_str())),
    }
}

/// `0 .. 1`, `0 ..`, `.. 1`, `any number`.
pub(super) fn show_range(range: &RangeInclusive<f64>) -> String {
    let (low, high) = (*range.start(), *range.end());
    match (low > -1e15, high < 1e15) {
        (true, true) => format!("{} .. {}", show(low), show(high)),
        (true, false) => format!("{} ..", show(low)),
        (false, true) => format!(".. {}", show(high)),
        (false, false) => "any number".into(),
    }
}

/// `1 .. 16`
pub(super) fn show_whole_range(range: &RangeInclusive<i64>) -> String {
    format!("{} .. {}", range.start(), range.end())
}
