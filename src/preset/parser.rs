//! Text of a formula to its tree, by recursive descent.
//!
//! ```text
//! sum     = product (("+" | "-") product)*
//! product = signed (("*" | "/") signed)*
//! signed  = "-" signed | part ("^" signed)?          so -x^2 = -(x^2), 2^-1 works, and ^ binds from the right
//! part    = value ("." name)*
//! value   = number | #rrggbb | 'text' | name | name "(" sum ("," sum)* ")" | "(" sum ")"
//! ```
//! The first mistake in the grammar ends the reading of this formula: what follows it would be guessed. Unknown functions and
//! wrong counts of arguments do not.

use super::diagnostics::Problem;
use super::formula::{Expr, ExprKind, HEIGHT, Operator};
use super::text::TextMap;

/// The reader of one formula.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: u32,
    pub(super) map: &'a TextMap,
    pub(super) problems: &'a mut Vec<Problem>,
}

/// A tree with its height.
pub(super) struct Tree {
    pub(super) expr: Expr,
    pub(super) height: u32,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, map: &'a TextMap, problems: &'a mut Vec<Problem>) -> Self {
        Self { text, at: 0, depth: 0, map, problems }
    }

    /// The whole text as one formula; `None` after a mistake.
    pub(super) fn whole(mut self) -> Option<Expr> {
        if self.peek().is_none() {
            return self.fail(
                0,
                "this formula is empty",
                "",
                "write a number, a name, or a formula such as \"1 - base\"",
            );
        }
        let tree = self.sum()?;
        match self.peek() {
            None => Some(tree.expr),
            Some(')') => self.fail_here("this `)` closes nothing", "", "remove it, or add the `(` that it belongs to"),
            Some(',') => self.fail_here("a `,` outside of a function", "", "decimals are written with a point: 0.5"),
            Some(c) if starts_value(c) => self.fail_here(
                "two values without an operator",
                "an operator is missing before this",
                "write `a * b`, not `a b` or `2a`",
            ),
            Some(c) => self.fail_unknown(c),
        }
    }

    pub(super) fn sum(&mut self) -> Option<Tree> {
        self.chain(&[('+', Operator::Add), ('-', Operator::Subtract)], Self::product)
    }

    fn product(&mut self) -> Option<Tree> {
        self.chain(&[('*', Operator::Multiply), ('/', Operator::Divide)], Self::signed)
    }

    /// Operators of one level, from left to right.
    fn chain(&mut self, operators: &[(char, Operator)], operand: fn(&mut Self) -> Option<Tree>) -> Option<Tree> {
        let mut left = operand(self)?;
        while let Some(&(sign, operator)) = operators.iter().find(|(sign, _)| self.peek() == Some(*sign)) {
            self.at += sign.len_utf8();
            if self.text[self.at..].starts_with('*') {
                return self.fail_here("`**` is not an operator", "", "a power is written `a ^ b`");
            }
            let right = operand(self)?;
            left = self.binary(operator, left, right)?;
        }
        Some(left)
    }

    fn binary(&mut self, operator: Operator, left: Tree, right: Tree) -> Option<Tree> {
        let span = left.expr.span.start..right.expr.span.end;
        let height = left.height.max(right.height);
        self.above(height, Expr { kind: ExprKind::Binary(operator, Box::new(left.expr), Box::new(right.expr)), span })
    }

    /// A tree one higher than what is in it, unless that is too high.
    pub(super) fn above(&mut self, height: u32, expr: Expr) -> Option<Tree> {
        if height < HEIGHT { Some(Tree { expr, height: height + 1 }) } else { self.fail_deep() }
    }

    fn fail_deep<T>(&mut self) -> Option<T> {
        self.fail_here(
            "this formula is too deep",
            format!("the {HEIGHT}th operator or parenthesis in a row is before this"),
            "split it into nodes",
        )
    }

    fn signed(&mut self) -> Option<Tree> {
        // Every loop of the grammar passes here, so this bounds the stack.
        self.depth += 1;
        if self.depth > HEIGHT {
            return self.fail_deep();
        }
        let tree = self.signed_within();
        self.depth -= 1;
        tree
    }

    fn signed_within(&mut self) -> Option<Tree> {
        if self.peek() == Some('-') {
            let start = self.at;
            self.at += 1;
            let of = self.signed()?;
            let span = self.map.span(start..start + 1).start..of.expr.span.end;
            return self.above(of.height, Expr { kind: ExprKind::Negate(Box::new(of.expr)), span });
        }
        let base = self.part()?;
        if self.peek() != Some('^') {
            return Some(base);
        }
        self.at += 1;
        let exponent = self.signed()?;
        self.binary(Operator::Power, base, exponent)
    }

    fn part(&mut self) -> Option<Tree> {
        let mut whole = self.value()?;
        while self.peek() == Some('.') {
            self.at += 1;
            if !self.peek().is_some_and(starts_name) {
                return self.fail_here(
                    "a name is missing after the `.`",
                    "",
                    "outputs are written `crack.edge`, channels `body.r`",
                );
            }
            let start = self.at;
            let name = self.word().to_string();
            let name_span = self.map.span(start..self.at);
            let span = whole.expr.span.start..name_span.end;
            whole =
                self.above(whole.height, Expr { kind: ExprKind::Field(Box::new(whole.expr), name, name_span), span })?;
        }
        Some(whole)
    }

    /// Past the `)` that belongs to the `(` at `open`.
    pub(super) fn close(&mut self, open: usize, message: &str) -> Option<()> {
        match self.peek() {
            Some(')') => {
                self.at += 1;
                Some(())
            }
            Some(c) if starts_value(c) => self.fail_here(
                "two values without an operator",
                "an operator or a `,` is missing before this",
                "write `a * b`, not `a b` or `2a`",
            ),
            Some(c) if c != ',' => self.fail_unknown(c),
            Some(_) => self.fail_here("a `,` outside of a function", "", "decimals are written with a point: 0.5"),
            None => {
                self.at = open + 1;
                self.fail(open, message, "", "add a `)`")
            }
        }
    }

    /// The next character after white space, which is skipped.
    pub(super) fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    /// The letters, digits and underscores from here on.
    pub(super) fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn fail<T>(
        &mut self,
        start: usize,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        let span = self.map.span(start..self.at.max(start));
        self.problems.push(Problem::error(span, message).label(label).help(help));
        None
    }

    /// A mistake at the next character.
    pub(super) fn fail_here<T>(
        &mut self,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        let start = self.at;
        self.at += self.text[start..].chars().next().map_or(0, char::len_utf8);
        self.fail(start, message, label, help)
    }

    pub(super) fn fail_unknown<T>(&mut self, c: char) -> Option<T> {
        let help = match c {
            '<' | '>' | '=' | '!' => "compare with `step(edge, x)`, choose with `select(condition, a, b)`",
            '"' => "texts inside of a formula stand in single quotes: 'tone'",
            '%' => "the part after the point is `fract(x)`",
            _ => "a formula is made of names, numbers, '#rrggbb' colours, + - * / ^ ( ) , and functions",
        };
        self.fail_here(format!("`{}` has no meaning here", c.escape_debug()), "", help)
    }
}

pub(super) fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn starts_value(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit() || matches!(c, '.' | '(' | '#' | '\'')
}
