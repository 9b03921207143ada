//! Formulas that are known before anything is drawn: numbers, parameters, and arithmetic on them.
//!
//! Structural inputs (octaves, periods, counts) take these. Only exact operations are offered, so `^` wants a whole exponent.

use super::diagnostics::{Problem, Span};
use super::fields::Scope;
use super::formula::{Expr, ExprKind, Operator};
use super::nearest::suggest;
use super::params::ParamValue;

/// What a formula without nodes comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// A finite number; a switch is 0 or 1.
    Number(f64),
    /// A colour, sRGB.
    Colour([u8; 3]),
    /// A choice.
    Text(String),
}

/// The value of a formula. Fails at the first part that is not known in advance or is not a finite number.
pub fn evaluate(expr: &Expr, scope: &Scope) -> Result<Constant, Problem> {
    match &expr.kind {
        ExprKind::Number(value) => Ok(Constant::Number(*value)),
        ExprKind::Colour(colour) => Ok(Constant::Colour(*colour)),
        ExprKind::Text(text) => Ok(Constant::Text(text.clone())),
        ExprKind::Name(name) => named(name, &expr.span, scope),
        ExprKind::Field(_, name, _) => {
            Err(Problem::error(expr.span.clone(), format!("`.{name}` differs from pixel to pixel")).help(ONLY))
        }
        ExprKind::Negate(of) => Ok(Constant::Number(-number(of, scope)?)),
        ExprKind::Binary(operator, left, right) => {
            finite(expr, binary(*operator, number(left, scope)?, right, number(right, scope)?)?)
        }
        ExprKind::Call { name, name_span, args } => {
            let values = args.iter().map(|arg| number(arg, scope)).collect::<Result<Vec<f64>, Problem>>()?;
            match (name.as_str(), values.as_slice()) {
                ("abs", [x]) => finite(expr, x.abs()),
                ("floor", [x]) => finite(expr, x.floor()),
                ("sqrt", [x]) => finite(expr, x.max(0.0).sqrt()),
                ("min", [a, b]) => finite(expr, a.min(*b)),
                ("max", [a, b]) => finite(expr, a.max(*b)),
                ("clamp", [x, low, high]) => finite(expr, x.max(*low).min(*high)),
                _ => {
                    let message = format!("`{name}` cannot be used where a value must be known in advance");
                    Err(Problem::error(name_span.clone(), message)
                        .help("here are abs, floor, sqrt, min, max, clamp and + - * / ^"))
                }
            }
        }
    }
}

const ONLY: &str = "this key takes a number, or a formula in quotes that is made of numbers and parameters only";

fn named(name: &str, span: &Span, scope: &Scope) -> Result<Constant, Problem> {
    match scope.params.get(name).map(|param| &param.value) {
        Some(ParamValue::Number(value)) => Ok(Constant::Number(*value)),
        Some(ParamValue::Int(value)) => Ok(Constant::Number(*value as f64)),
        Some(ParamValue::Bool(value)) => Ok(Constant::Number(f64::from(u8::from(*value)))),
        Some(ParamValue::Colour(colour)) => Ok(Constant::Colour(*colour)),
        Some(ParamValue::Choice(text)) => Ok(Constant::Text(text.clone())),
        None if scope.nodes.contains(name) => {
            Err(Problem::error(span.clone(), format!("`{name}` is a node, which differs from pixel to pixel"))
                .help(ONLY))
        }
        None => {
            let help = suggest(name, scope.params.names(), "parameters");
            Err(Problem::error(span.clone(), format!("unknown parameter `{name}`")).help(help))
        }
    }
}

fn number(expr: &Expr, scope: &Scope) -> Result<f64, Problem> {
    match evaluate(expr, scope)? {
        Constant::Number(value) => Ok(value),
        Constant::Colour(_) => Err(Problem::error(expr.span.clone(), "this is a colour; a number is wanted here")),
        Constant::Text(_) => Err(Problem::error(expr.span.clone(), "this is a text; a number is wanted here")),
    }
}

fn binary(operator: Operator, left: f64, right_expr: &Expr, right: f64) -> Result<f64, Problem> {
    match operator {
        Operator::Add => Ok(left + right),
        Operator::Subtract => Ok(left - right),
        Operator::Multiply => Ok(left * right),
        Operator::Divide if right == 0.0 => {
            Err(Problem::error(right_expr.span.clone(), "division by zero").label("this is 0"))
        }
        Operator::Divide => Ok(left / right),
        Operator::Power if right.fract() == 0.0 && right.abs() <= 64.0 => {
            let power = (0..right.abs() as u32).fold(1.0, |product, _| product * left);
            Ok(if right < 0.0 { 1.0 / power } else { power })
        }
        Operator::Power => Err(Problem::error(
            right_expr.span.clone(),
            format!("an exponent here is a whole number up to 64, not {right}"),
        )),
    }
}

fn finite(expr: &Expr, value: f64) -> Result<Constant, Problem> {
    if value.is_finite() {
        return Ok(Constant::Number(value));
    }
    Err(Problem::error(expr.span.clone(), "this is not a finite number").label(format!("comes to {value}")))
}
