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
use super::formula::{Expr, ExprKind, FUNCTIONS, HEIGHT, Operator, parse_colour};
use super::nearest::suggest;
use super::text::TextMap;

/// The reader of one formula.
pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    map: &'a TextMap,
    problems: &'a mut Vec<Problem>,
}

/// A tree with its height.
struct Tree {
    expr: Expr,
    height: u32,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, map: &'a TextMap, problems: &'a mut Vec<Problem>) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            map,
            problems,
        }
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
            Some(')') => self.fail_here(
                "this `)` closes nothing",
                "",
                "remove it, or add the `(` that it belongs to",
            ),
            Some(',') => self.fail_here(
                "a `,` outside of a function",
                "",
                "decimals are written with a point: 0.5",
            ),
            Some(c) if starts_value(c) => self.fail_here(
                "two values without an operator",
                "an operator is missing before this",
                "write `a * b`, not `a b` or `2a`",
            ),
            Some(c) => self.fail_unknown(c),
        }
    }

    fn sum(&mut self) -> Option<Tree> {
        self.chain(
            &[('+', Operator::Add), ('-', Operator::Subtract)],
            Self::product,
        )
    }

    fn product(&mut self) -> Option<Tree> {
        self.chain(
            &[('*', Operator::Multiply), ('/', Operator::Divide)],
            Self::signed,
        )
    }

    /// Operators of one level, from left to right.
    fn chain(
        &mut self,
        operators: &[(char, Operator)],
        operand: fn(&mut Self) -> Option<Tree>,
    ) -> Option<Tree> {
        let mut left = operand(self)?;
        while let Some(&(sign, operator)) = operators
            .iter()
            .find(|(sign, _)| self.peek() == Some(*sign))
        {
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
        self.above(
            height,
            Expr {
                kind: ExprKind::Binary(operator, Box::new(left.expr), Box::new(right.expr)),
                span,
            },
        )
    }

    /// A tree one higher than what is in it, unless that is too high.
    fn above(&mut self, height: u32, expr: Expr) -> Option<Tree> {
        if height < HEIGHT {
            Some(Tree {
                expr,
                height: height + 1,
            })
        } else {
            self.fail_deep()
        }
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
            return self.above(
                of.height,
                Expr {
                    kind: ExprKind::Negate(Box::new(of.expr)),
                    span,
                },
            );
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
            whole = self.above(
                whole.height,
                Expr {
                    kind: ExprKind::Field(Box::new(whole.expr), name, name_span),
                    span,
                },
            )?;
        }
        Some(whole)
    }

    fn value(&mut self) -> Option<Tree> {
        let Some(c) = self.peek() else {
            let end = self.text.trim_end();
            self.at = end.len();
            let last = end.char_indices().next_back().map_or(0, |(at, _)| at);
            return self.fail(
                last,
                "a value is missing",
                "nothing follows this",
                "write a number, a name or a formula after it",
            );
        };
        let start = self.at;
        match c {
            '(' => {
                self.at += 1;
                let mut tree = self.sum()?;
                self.close(start, "this `(` is never closed")?;
                tree.expr.span = self.map.span(start..self.at);
                Some(tree)
            }
            '#' => {
                self.at += 1;
                let text = self.text;
                self.word();
                match parse_colour(&text[start..self.at]) {
                    Some(colour) => self.leaf(start, ExprKind::Colour(colour)),
                    None => self.fail_colour(start),
                }
            }
            '\'' => self.quoted(start),
            c if c.is_ascii_digit() || c == '.' => self.number(start),
            c if starts_name(c) => {
                let name = self.word().to_string();
                let end = self.at;
                if self.peek() == Some('(') {
                    self.call(start, end, name)
                } else {
                    self.leaf(start, ExprKind::Name(name))
                }
            }
            ')' | ',' => self.fail_here(
                format!("a value is missing before this `{c}`"),
                "",
                "write a value, or remove what is too much",
            ),
            '+' | '*' | '/' | '^' => self.fail_here(
                format!("a value is missing before this `{c}`"),
                "",
                "an operator stands between two values",
            ),
            c => self.fail_unknown(c),
        }
    }

    fn leaf(&mut self, start: usize, kind: ExprKind) -> Option<Tree> {
        // White space that was looked over to find what follows is not part of the value.
        let end = start + self.text[start..self.at].trim_end().len();
        Some(Tree {
            expr: Expr {
                kind,
                span: self.map.span(start..end),
            },
            height: 1,
        })
    }

    fn quoted(&mut self, start: usize) -> Option<Tree> {
        let inner = &self.text[start + 1..];
        let Some(length) = inner.find('\'') else {
            self.at = self.text.len();
            return self.fail(
                start,
                "this `'` is never closed",
                "",
                "texts are written 'tone'",
            );
        };
        self.at = start + length + 2;
        let inner = &inner[..length];
        match parse_colour(inner) {
            Some(colour) => self.leaf(start, ExprKind::Colour(colour)),
            None if inner.starts_with('#') => self.fail_colour(start),
            None => self.leaf(start, ExprKind::Text(inner.to_string())),
        }
    }

    fn number(&mut self, start: usize) -> Option<Tree> {
        let bytes = self.text.as_bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') && !bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic)
        {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                end = digits(end + 1 + sign);
            }
        }
        self.at = end.max(start + 1);
        match self.text[start..end].parse::<f64>() {
            Ok(value) if value.is_finite() => self.leaf(start, ExprKind::Number(value)),
            Ok(_) => self.fail(
                start,
                "this number is too large",
                "",
                "numbers end at about 1.8e308",
            ),
            Err(_) => self.fail(
                start,
                "this is not a number",
                "",
                "numbers are written 2, 0.5, .5 or 1e-3",
            ),
        }
    }

    fn call(&mut self, start: usize, name_end: usize, name: String) -> Option<Tree> {
        let open = self.at;
        self.at += 1;
        let (mut args, mut height) = (Vec::new(), 0);
        while self.peek() != Some(')') || !args.is_empty() {
            let arg = self.sum()?;
            height = arg.height.max(height);
            args.push(arg.expr);
            if self.peek() != Some(',') {
                break;
            }
            self.at += 1;
            if self.peek() == Some(')') {
                return self.fail(
                    self.at - 1,
                    "a value is missing after this `,`",
                    "",
                    "remove the comma, or add a value",
                );
            }
        }
        self.close(open, "this `(` is never closed")?;
        let (name_span, span) = (
            self.map.span(start..name_end),
            self.map.span(start..self.at),
        );
        match FUNCTIONS.iter().find(|(known, _)| *known == name) {
            None => {
                let help = suggest(&name, FUNCTIONS.iter().map(|f| f.0), "functions");
                self.problems.push(
                    Problem::error(name_span.clone(), format!("unknown function `{name}`"))
                        .help(help),
                );
            }
            Some((_, counts)) if !counts.contains(&args.len()) => {
                let (low, high) = (counts.start(), counts.end());
                let wanted = if low == high {
                    format!("{low}")
                } else {
                    format!("{low} or {high}")
                };
                let values = if *high == 1 { "value" } else { "values" };
                let message = format!("`{name}` takes {wanted} {values}, not {}", args.len());
                self.problems.push(Problem::error(span.clone(), message));
            }
            Some(_) => {}
        }
        self.above(
            height,
            Expr {
                kind: ExprKind::Call {
                    name,
                    name_span,
                    args,
                },
                span,
            },
        )
    }

    /// Past the `)` that belongs to the `(` at `open`.
    fn close(&mut self, open: usize, message: &str) -> Option<()> {
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
            Some(_) => self.fail_here(
                "a `,` outside of a function",
                "",
                "decimals are written with a point: 0.5",
            ),
            None => {
                self.at = open + 1;
                self.fail(open, message, "", "add a `)`")
            }
        }
    }

    /// The next character after white space, which is skipped.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    /// The letters, digits and underscores from here on.
    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn fail<T>(
        &mut self,
        start: usize,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        let span = self.map.span(start..self.at.max(start));
        self.problems
            .push(Problem::error(span, message).label(label).help(help));
        None
    }

    /// A mistake at the next character.
    fn fail_here<T>(
        &mut self,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        let start = self.at;
        self.at += self.text[start..].chars().next().map_or(0, char::len_utf8);
        self.fail(start, message, label, help)
    }

    fn fail_unknown<T>(&mut self, c: char) -> Option<T> {
        let help = match c {
            '<' | '>' | '=' | '!' => {
                "compare with `step(edge, x)`, choose with `select(condition, a, b)`"
            }
            '"' => "texts inside of a formula stand in single quotes: 'tone'",
            '%' => "the part after the point is `fract(x)`",
            _ => {
                "a formula is made of names, numbers, '#rrggbb' colours, + - * / ^ ( ) , and functions"
            }
        };
        self.fail_here(
            format!("`{}` has no meaning here", c.escape_debug()),
            "",
            help,
        )
    }

    fn fail_colour<T>(&mut self, start: usize) -> Option<T> {
        self.fail(
            start,
            "this is not a colour",
            "",
            "colours are written #rrggbb or #rgb, with the digits 0-9 and a-f",
        )
    }
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn starts_value(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit() || matches!(c, '.' | '(' | '#' | '\'')
}
