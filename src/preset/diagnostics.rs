//! Mistakes with their place, and how they are shown.
//!
//! Comes in: problems in the order in which they were found. Goes out: one text, sorted by place, that shows file, line,
//! column, the text with a marker, and what to write instead. `annotate-snippets` draws it: it is rustc's own renderer. ariadne
//! counts in characters, while our spans are bytes; miette wants an error trait and a derive where we have one plain list.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A piece of a [`Source`], in bytes.
pub type Span = Range<usize>;

/// A text that mistakes can be in: a preset file, or an argument of the command line.
///
/// The files that a preset is made from lie behind its own text, so that a span alone says in which file something stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What to call it: a path, or `command line`.
    pub name: String,
    /// The whole text, with that of all further files behind it.
    pub text: String,
    /// Where each further file begins, and its name.
    further: Vec<(usize, String)>,
}

/// A text of nothing.
pub(super) static NOWHERE: Source = Source { name: String::new(), text: String::new(), further: Vec::new() };

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), further: Vec::new() }
    }

    /// Puts another file behind the text; returns where it begins.
    pub(super) fn add(&mut self, file: &Source) -> usize {
        self.text.push('\n');
        let start = self.text.len();
        self.text += &file.text;
        self.further.push((start, file.name.clone()));
        start
    }

    /// The files: names and texts, the preset's own first, each once.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let starts = std::iter::once(0).chain(self.further.iter().map(|file| file.0));
        starts.map(|start| {
            let (name, bytes) = self.file_at(start);
            (name, &self.text[bytes])
        })
    }

    /// The name of the file that a byte is in, and its bytes.
    pub(super) fn file_at(&self, offset: usize) -> (&str, Span) {
        let before = self.further.iter().rposition(|file| file.0 <= offset);
        let (start, name) = before.map_or((0, &self.name), |i| (self.further[i].0, &self.further[i].1));
        let next = self.further.get(before.map_or(0, |i| i + 1));
        // A newline stands between two files.
        (name, start..next.map_or(self.text.len(), |file| file.0 - 1))
    }

    /// Where the line of a byte begins.
    pub(crate) fn line_start(&self, offset: usize) -> usize {
        self.text[..floor_boundary(&self.text, offset)].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Line and column of a byte in its file, both counted from 1, columns in characters. An offset past the end is the end.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = floor_boundary(&self.text, offset);
        let before = &self.text[self.file_at(offset).1.start..offset];
        (before.matches('\n').count() + 1, self.text[self.line_start(offset)..offset].chars().count() + 1)
    }

    /// The span cut to its file and to whole characters, so that it can always be sliced.
    pub fn clamp(&self, span: &Span) -> Span {
        let start = floor_boundary(&self.text, span.start);
        let end = span.end.min(self.file_at(start).1.end);
        start..floor_boundary(&self.text, end).max(start)
    }
}

/// Names may hold anything that TOML can escape; terminals must not obey it.
fn escape_controls(text: &mut String) {
    if text.contains(char::is_control) {
        let escape = |c: char| {
            if c.is_control() { c.escape_debug().to_string() } else { c.to_string() }
        };
        *text = text.chars().map(escape).collect();
    }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing can be made from it.
    Error,
    /// It can be made, but is most likely not what was meant.
    Warning,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Where, in bytes of its source.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// What stands at the marker; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// How bad it is.
    pub severity: Severity,
    /// The text it is in, where that is not the preset.
    pub source: Option<Arc<Source>>,
}

impl Problem {
    /// A mistake that stops the bake.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            label: String::new(),
            help: None,
            severity: Severity::Error,
            source: None,
        }
    }

    /// Something to look at; the bake goes on.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(span, message) }
    }

    /// A mistake in the whole of another text, such as an argument.
    pub fn elsewhere(source: Source, message: impl Into<String>) -> Self {
        Self { source: Some(Arc::new(source.clone())), ..Self::error(0..source.text.len(), message) }
    }

    /// With a text at the marker.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With a way out.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// All mistakes of one preset.
#[derive(Debug, Clone, PartialEq)]
pub struct Problems {
    /// The preset's text.
    pub source: Arc<Source>,
    /// The mistakes, sorted by place by [`Problems::new`].
    pub list: Vec<Problem>,
}

impl Problems {
    /// Sorts by place (those of the command line first), cuts every span to its text, and drops exact repetitions.
    pub fn new(source: Arc<Source>, mut list: Vec<Problem>) -> Self {
        for problem in &mut list {
            problem.span = problem.source.as_ref().unwrap_or(&source).clamp(&problem.span);
            let texts = [&mut problem.message, &mut problem.label].into_iter().chain(&mut problem.help);
            texts.for_each(escape_controls);
        }
        list.sort_by_key(|p| (p.source.is_none(), p.span.start, p.severity, p.span.end));
        list.dedup();
        Self { source, list }
    }

    /// Whether any of them stops the bake.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The text for a terminal, without ANSI codes unless `colour` is set. Ends with a newline unless empty.
    pub fn render(&self, colour: bool) -> String {
        // Markers follow their text in plain ASCII, and links would put control codes into logs.
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let mut text = String::new();
        for problem in &self.list {
            text += &renderer.render(&self.report(problem));
            text += "\n\n";
        }
        text.truncate(text.trim_end().len() + usize::from(!text.is_empty()));
        text
    }

    fn report<'a>(&'a self, problem: &'a Problem) -> Vec<Group<'a>> {
        let source = problem.source.as_ref().unwrap_or(&self.source);
        let level = match problem.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        // Only the lines of the mistake are handed over: the renderer reads all that it gets, for each mistake anew.
        let text = source.text.as_str();
        let start = source.line_start(problem.span.start);
        let end = text[problem.span.end..].find('\n').map_or(text.len(), |at| problem.span.end + at);
        let (line, _) = source.line_column(start);
        let span = problem.span.start - start..problem.span.end - start;
        let mut marker = AnnotationKind::Primary.span(span);
        if !problem.label.is_empty() {
            marker = marker.label(&problem.label);
        }
        let snippet =
            Snippet::source(&text[start..end]).path(source.file_at(start).0).line_start(line).annotation(marker);
        let mut group = level.primary_title(&problem.message).element(snippet);
        if let Some(help) = &problem.help {
            group = group.element(Level::HELP.message(help));
        }
        vec![group]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, problem: Problem) -> String {
        Problems::new(Arc::new(Source::new("p.toml", text)), vec![problem]).render(false)
    }

    #[test]
    fn shows_place_text_marker_and_help() {
        let problem = Problem::error(17..23, "unknown key `octave`").label("here").help("did you mean `octaves`?");
        let text = show("edition = 1\na = {octave = 1}\n", problem);
        assert!(text.contains("p.toml:2:6"), "{text}");
        assert!(text.contains("2 | a = {octave = 1}"), "{text}");
        assert!(text.contains("^^^^^^ here"), "{text}");
        assert!(text.contains("help: did you mean `octaves`?"), "{text}");
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn spans_are_cut_to_whole_characters() {
        for start in 0..12 {
            for end in 0..12 {
                show("ä = \"ö\"\n", Problem::error(Span { start, end }, "x"));
            }
        }
        show("", Problem::error(0..0, "x"));
        show("\u{feff}\r\n\t\u{0}", Problem::error(1..6, "x"));
    }

    #[test]
    fn no_control_code_reaches_the_terminal() {
        let problem = Problem::error(0..3, "\u{1b}[31mred\u{7}").label("\u{1b}").help("\r\n\u{9b}");
        let text = show("a\u{1b}[31m = \u{7}\n", problem);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("p", "äö = 1\nb = 2");
        assert_eq!(source.line_column(5), (1, 4));
        assert_eq!(source.line_column(8), (1, 7));
        assert_eq!(source.line_column(9), (2, 1));
        assert_eq!(source.line_column(99), (2, 6));
    }

    #[test]
    fn each_file_has_its_own_lines() {
        let mut source = Source::new("a", "1\n2");
        let b = source.add(&Source::new("b", "3\nö5"));
        let c = source.add(&Source::new("c", ""));
        let d = source.add(&Source::new("d", "\n7"));
        assert_eq!(source.files().collect::<Vec<_>>(), [("a", "1\n2"), ("b", "3\nö5"), ("c", ""), ("d", "\n7")]);
        assert_eq!([2, b, b + 4, c, d + 1].map(|at| source.line_column(at)), [(2, 1), (1, 1), (2, 2), (1, 1), (2, 1)]);
        assert_eq!(source.clamp(&(b..c + 9)), b..b + 5);
        for (at, place) in [(2, "a:2:1"), (b + 4, "b:2:2"), (c, "c:1:1"), (d + 1, "d:2:1")] {
            let problems = Problems::new(Arc::new(source.clone()), vec![Problem::error(at..at + 1, "x")]);
            assert!(problems.render(false).contains(place), "{}", problems.render(false));
        }
    }

    #[test]
    fn sorted_by_place_and_without_repetitions() {
        let list = vec![Problem::error(5..6, "b"), Problem::error(1..2, "a"), Problem::error(5..6, "b")];
        let problems = Problems::new(Arc::new(Source::new("p", "0123456789")), list);
        assert_eq!(problems.list.iter().map(|p| p.message.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
