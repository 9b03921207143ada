//! Formulas: the tree and its names.
//!
//! What a formula means (types, outputs, lowering) is decided later; here it is only a tree whose every part knows its bytes in
//! the file. A tree is never higher than [`HEIGHT`], whatever the text, so everything that walks one may recurse.

use std::ops::RangeInclusive;

use super::diagnostics::{Problem, Span};
use super::parser::Parser;
use super::text::TextMap;

/// The greatest height of a tree: the deepest nesting and the longest chain of operators.
pub const HEIGHT: u32 = 256;

/// Each function with the counts of arguments it takes.
pub const FUNCTIONS: &[(&str, RangeInclusive<usize>)] = &[
    ("abs", 1..=1),
    ("min", 2..=2),
    ("max", 2..=2),
    ("clamp", 3..=3),
    ("saturate", 1..=1),
    ("mix", 3..=3),
    ("step", 2..=2),
    ("smoothstep", 3..=3),
    ("select", 3..=3),
    ("floor", 1..=1),
    ("fract", 1..=1),
    ("sqrt", 1..=1),
    ("pow", 2..=2),
    ("exp", 1..=1),
    ("log", 1..=1),
    ("sin", 1..=1),
    ("cos", 1..=1),
    ("remap", 5..=5),
    ("invert", 1..=1),
    ("screen", 2..=2),
    ("overlay", 2..=2),
    ("soft_light", 2..=2),
    ("cover", 2..=3),
    ("random", 2..=2),
    ("hsl", 4..=4),
    ("oklch", 4..=4),
    ("luma", 1..=1),
];

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its bytes in the source.
    pub span: Span,
}

/// What a part of a formula is.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number, finite.
    Number(f64),
    /// A colour, sRGB.
    Colour([u8; 3]),
    /// A text in single quotes: the salt of `random`.
    Text(String),
    /// A node, a parameter, or `layers`.
    Name(String),
    /// `a.b`: the whole, the part's name, and the bytes of that name.
    Field(Box<Expr>, String, Span),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b` and the like.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `name(args)`; the name and the count of arguments stand in [`FUNCTIONS`] if no problem was reported.
    Call {
        /// The function.
        name: String,
        /// The bytes of its name.
        name_span: Span,
        /// What it is called with.
        args: Vec<Expr>,
    },
}

/// An operator between two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
}

impl Expr {
    /// A number that is written nowhere, such as a default.
    pub fn number(value: f64) -> Self {
        Self { kind: ExprKind::Number(value), span: 0..0 }
    }

    /// A colour that is written nowhere.
    pub fn colour(value: [u8; 3]) -> Self {
        Self { kind: ExprKind::Colour(value), span: 0..0 }
    }

    /// A name with its place.
    pub fn name(name: impl Into<String>, span: Span) -> Self {
        Self { kind: ExprKind::Name(name.into()), span }
    }

    /// The parts directly below, from left to right.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Field(a, ..) | ExprKind::Negate(a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Call { args, .. } => args.iter().collect(),
            ExprKind::Number(_) | ExprKind::Colour(_) | ExprKind::Text(_) | ExprKind::Name(_) => Vec::new(),
        }
    }
}

/// Reads a formula. After a mistake, which is reported with its place, the result is the number 0.
pub fn parse(text: &str, map: &TextMap, problems: &mut Vec<Problem>) -> Expr {
    Parser::new(text, map, problems)
        .whole()
        .unwrap_or(Expr { kind: ExprKind::Number(0.0), span: map.span(0..text.len()) })
}

/// `#rgb` or `#rrggbb` to its bytes.
pub fn parse_colour(text: &str) -> Option<[u8; 3]> {
    let digits: Option<Vec<u8>> = text.strip_prefix('#')?.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    match digits?[..] {
        [r, g, b] => Some([r * 17, g * 17, b * 17]),
        [r, s, g, h, b, c] => Some([r * 16 + s, g * 16 + h, b * 16 + c]),
        _ => None,
    }
}

/// Whether it may name a node, a parameter or a layer: `[a-z_][a-z0-9_]*`.
pub fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c == '_';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}
