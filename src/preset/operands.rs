//! The smallest parts of a formula: numbers, colours, texts, names, calls, parentheses.

use super::diagnostics::Problem;
use super::formula::{Expr, ExprKind, FUNCTIONS, parse_colour};
use super::nearest::suggest;
use super::parser::{Parser, Tree, starts_name};

impl Parser<'_> {
    /// A value, from its first character on.
    pub(super) fn value(&mut self) -> Option<Tree> {
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
        Some(Tree { expr: Expr { kind, span: self.map.span(start..end) }, height: 1 })
    }

    fn quoted(&mut self, start: usize) -> Option<Tree> {
        let inner = &self.text[start + 1..];
        let Some(length) = inner.find('\'') else {
            self.at = self.text.len();
            return self.fail(start, "this `'` is never closed", "", "texts are written 'tone'");
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
        if bytes.get(end) == Some(&b'.') && !bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic) {
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
            Ok(_) => self.fail(start, "this number is too large", "", "numbers end at about 1.8e308"),
            Err(_) => self.fail(start, "this is not a number", "", "numbers are written 2, 0.5, .5 or 1e-3"),
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
        let (name_span, span) = (self.map.span(start..name_end), self.map.span(start..self.at));
        match FUNCTIONS.iter().find(|(known, _)| *known == name) {
            None => {
                let help = suggest(&name, FUNCTIONS.iter().map(|f| f.0), "functions");
                self.problems.push(Problem::error(name_span.clone(), format!("unknown function `{name}`")).help(help));
            }
            Some((_, counts)) if !counts.contains(&args.len()) => {
                let (low, high) = (counts.start(), counts.end());
                let wanted = if low == high { format!("{low}") } else { format!("{low} or {high}") };
                let values = if *high == 1 { "value" } else { "values" };
                let message = format!("`{name}` takes {wanted} {values}, not {}", args.len());
                self.problems.push(Problem::error(span.clone(), message));
            }
            Some(_) => {}
        }
        self.above(height, Expr { kind: ExprKind::Call { name, name_span, args }, span })
    }

    fn fail_colour<T>(&mut self, start: usize) -> Option<T> {
        self.fail(start, "this is not a colour", "", "colours are written #rrggbb or #rgb, with the digits 0-9 and a-f")
    }
}
