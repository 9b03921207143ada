//! From a place in a decoded TOML string back to the bytes of the file.
//!
//! Comes in: the file, the span of a string with its quotes, and the decoded text. Goes out: the span in the file of any piece of
//! the decoded text. Escapes are walked again here because the `toml` crate keeps only the result of decoding them.

use super::diagnostics::Span;

/// Where each byte of a decoded text stands in its file.
#[derive(Debug, Clone)]
pub struct TextMap {
    shift: usize,
    /// Start and end of the character behind each decoded byte; only kept where the text is not a plain copy.
    walked: Option<Vec<Span>>,
    end: usize,
}

impl TextMap {
    /// A text that is a plain copy, starting at byte `shift` of its source.
    pub fn plain(shift: usize, text: &str) -> Self {
        Self { shift, walked: None, end: shift + text.len() }
    }

    /// The string at `span` (quotes included) of `file`, which was decoded to `text`.
    pub fn of_string(file: &str, span: Span, text: &str) -> Self {
        let raw = file.get(span.clone()).unwrap_or("");
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|q| raw.starts_with(q) && raw.len() >= 2 * q.len());
        let Some(quotes) = quotes else {
            return Self::plain(span.start, text);
        };
        let (start, end) = (span.start + quotes.len(), span.end - quotes.len());
        let inner = file.get(start..end).unwrap_or("");
        if inner == text {
            return Self::plain(start, text);
        }
        Self { shift: start, walked: Some(walk(inner, start, quotes, text)), end }
    }

    /// The bytes of the file behind a piece of the decoded text.
    pub fn span(&self, piece: Span) -> Span {
        let at = |i: usize| match &self.walked {
            None => (self.shift + i).min(self.end)..(self.shift + i + 1).min(self.end),
            Some(walked) => walked.get(i).cloned().unwrap_or(self.end..self.end),
        };
        let start = at(piece.start).start;
        if piece.end > piece.start { start..at(piece.end - 1).end.max(start) } else { start..start }
    }
}

/// The span of the character behind each byte of `text`, found by reading `raw` beside it.
fn walk(raw: &str, shift: usize, quotes: &str, text: &str) -> Vec<Span> {
    let escapes = quotes.starts_with('"');
    let mut at = 0;
    if quotes.len() == 3 {
        // A newline right after the opening quotes is not part of the text.
        at = if raw.starts_with("\r\n") { 2 } else { usize::from(raw.starts_with('\n')) };
    }
    let mut spans = Vec::with_capacity(text.len());
    for c in text.chars() {
        let mut rest = raw.get(at..).unwrap_or("");
        while escapes && continues(rest) {
            let next = rest[1..].trim_start();
            at += rest.len() - next.len();
            rest = next;
        }
        let length = match rest.as_bytes() {
            [b'\\', b'u', ..] if escapes => 6,
            [b'\\', b'U', ..] if escapes => 10,
            [b'\\', b'x', ..] if escapes => 4,
            [b'\\', ..] if escapes => 2,
            [b'\r', b'\n', ..] if c == '\n' => 2,
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        let end = (at + length).min(raw.len());
        spans.extend(std::iter::repeat_n(shift + at..shift + end, c.len_utf8()));
        at = end;
    }
    spans
}

/// Whether a backslash stands last on its line: it and all white space after it are skipped.
fn continues(rest: &str) -> bool {
    rest.strip_prefix('\\').is_some_and(|after| after.trim_start_matches([' ', '\t', '\r']).starts_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The raw text behind each piece `x` of the decoded string in `s = ..`.
    fn raw<'f>(file: &'f str, piece: &str) -> &'f str {
        let table = toml::de::DeTable::parse(file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let value = table.get_ref().get("s").unwrap();
        let text = value.get_ref().as_str().unwrap();
        let start = text.find(piece).unwrap();
        &file[TextMap::of_string(file, value.span(), text).span(start..start + piece.len())]
    }

    #[test]
    fn plain_strings() {
        assert_eq!(raw(r#"s = "abc""#, "b"), "b");
        assert_eq!(raw("s = 'abc'", "bc"), "bc");
        assert_eq!(raw("s = '''abc'''", "abc"), "abc");
        assert_eq!(raw("s = \"äöx\"", "x"), "x");
    }

    #[test]
    fn escapes() {
        assert_eq!(raw(r#"s = "a\tb""#, "b"), "b");
        assert_eq!(raw(r#"s = "a\tb""#, "\t"), r"\t");
        assert_eq!(raw(r#"s = "\u00e4b\U0001F600c""#, "b"), "b");
        assert_eq!(raw(r#"s = "\u00e4b\U0001F600c""#, "😀"), r"\U0001F600");
        assert_eq!(raw(r#"s = "\u00e4b\U0001F600c""#, "c"), "c");
        assert_eq!(raw(r#"s = "\\\"x""#, "x"), "x");
        assert_eq!(raw(r#"s = "\x41\eb""#, "b"), "b");
    }

    #[test]
    fn lines() {
        assert_eq!(raw("s = \"\"\"\nab\ncd\"\"\"", "cd"), "cd");
        assert_eq!(raw("s = \"\"\"\r\nab\r\ncd\"\"\"", "cd"), "cd");
        assert_eq!(raw("s = '''\r\nab\r\ncd'''", "cd"), "cd");
        assert_eq!(raw("s = \"\"\"ab \\\n   cd \\  \n\n  ef\"\"\"", "cd"), "cd");
        assert_eq!(raw("s = \"\"\"ab \\\n   cd \\  \n\n  ef\"\"\"", "ef"), "ef");
        assert_eq!(raw("s = \"\"\"ab \\\n   cd \\  \n\n  ef\"\"\"", "b "), "b ");
        assert_eq!(raw("s = \"\"\"a\"b\"\"\"\"", "b\""), "b\"");
    }
}
