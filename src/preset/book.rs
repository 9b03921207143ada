//! All files that a preset is made from: what it extends, what it uses, what those extend and use.
//!
//! Comes in: the preset's own text, and a [`Library`] that finds others. Goes out: a [`Book`]: the texts one behind the other
//! in one [`Source`], and tables whose places are places in it, so that any span says in which file it stands. For that each
//! file is parsed with as many spaces in front as text lies before it. Spans with the number of their file were rejected: every
//! message, formula and getter would carry a number that is 0 for most presets.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::diagnostics::{Problem, Source, Span};
use super::{dismantle, extend, in_file_order};

/// The most files that one preset is made from.
const MOST_FILES: usize = 32;
/// The longest text of all further files together, bytes.
const LONGEST: usize = 1 << 20;
/// The most presets that are used, those used by others included.
const MOST_USES: u32 = 64;

/// Where presets are found that others name. The core reads no files; the command line brings a library that does.
pub trait Library {
    /// The preset that `name` means in the file `from`, which is the name of a [`Source`] that this library or the caller
    /// gave. The same file has the same name whoever asks for it: circles are noticed by it.
    ///
    /// # Errors
    /// Why there is none.
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing>;
}

/// Why a preset was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is wrong, in one line.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

/// The files of a preset.
pub(super) struct Book {
    /// All texts.
    pub source: Arc<Source>,
    pages: Vec<Page>,
    /// The page behind each name of a preset, by the place of the name.
    links: BTreeMap<usize, usize>,
    uses: Cell<u32>,
}

/// One file.
struct Page {
    name: String,
    start: usize,
    /// Its text behind `start` spaces.
    padded: String,
}

impl Page {
    fn new(name: &str, start: usize, text: &str) -> Self {
        // A byte order mark may stand at the beginning only, where spaces are now.
        let text = text.strip_prefix('\u{feff}').map_or(text.to_string(), |rest| format!("   {rest}"));
        Self { name: name.to_string(), start, padded: " ".repeat(start) + &text }
    }
}

impl Book {
    /// Finds all files. What can't be found, circles and mistakes of the TOML grammar go to `problems`; true where there is
    /// one of the latter.
    pub fn gather(own: Source, library: &dyn Library, problems: &mut Vec<Problem>) -> (Self, bool) {
        let first = Page::new(&own.name, 0, &own.text);
        let (source, pages) = (own, vec![first]);
        let mut gather = Gather { source, pages, links: BTreeMap::new(), library, problems, broken: false };
        gather.visit(0, &mut Vec::new());
        let Gather { source, pages, links, broken, .. } = gather;
        (Self { source: Arc::new(source), pages, links, uses: Cell::new(0) }, broken)
    }

    /// The table of a file, with what it extends below it; `None` where that was not found.
    pub fn document(&self, page: usize) -> Option<DeTable<'_>> {
        let own = DeTable::parse_recoverable(&self.pages[page].padded).0.into_inner();
        let Some((_, span)) = own.get("extends").and_then(named) else { return Some(own) };
        match self.linked(&span).and_then(|parent| self.document(parent)) {
            Some(parent) => Some(extend::merge(parent, own)),
            None => {
                dismantle(own);
                None
            }
        }
    }

    /// The page that the text at this place names.
    pub fn linked(&self, span: &Span) -> Option<usize> {
        self.links.get(&span.start).copied()
    }

    /// The name of a file.
    pub fn name(&self, page: usize) -> &str {
        &self.pages[page].name
    }

    /// Where the text of a file begins.
    pub fn start(&self, page: usize) -> usize {
        self.pages[page].start
    }

    /// Counts a preset that is used; false where there are too many.
    pub fn count(&self) -> bool {
        self.uses.set(self.uses.get() + 1);
        self.uses.get() <= MOST_USES
    }
}

struct Gather<'a> {
    source: Source,
    pages: Vec<Page>,
    links: BTreeMap<usize, usize>,
    library: &'a dyn Library,
    problems: &'a mut Vec<Problem>,
    broken: bool,
}

impl Gather<'_> {
    /// Depth first; `chain` are the pages on the way here.
    fn visit(&mut self, page: usize, chain: &mut Vec<usize>) {
        chain.push(page);
        for (name, span) in self.names(page) {
            match self.follow(page, &name, &span, chain) {
                Ok(next) => drop(self.links.insert(span.start, next)),
                Err(problem) => self.problems.push(problem),
            }
        }
        chain.pop();
    }

    /// The page of a preset that is named on a page.
    fn follow(&mut self, page: usize, name: &str, span: &Span, chain: &mut Vec<usize>) -> Result<usize, Problem> {
        let found = self.library.find(name, &self.pages[page].name).map_err(|Missing { message, help }| {
            let problem = Problem::error(span.clone(), message);
            if help.is_empty() { problem } else { problem.help(help) }
        })?;
        if let Some(known) = self.pages.iter().position(|page| page.name == found.name) {
            return if chain.contains(&known) { Err(self.circle(chain, known, name, span)) } else { Ok(known) };
        }
        let further = self.source.text.len() - self.pages[0].padded.len();
        if self.pages.len() == MOST_FILES || further + found.text.len() > LONGEST {
            let message =
                format!("a preset is made from {MOST_FILES} files and {LONGEST} bytes of further text at most");
            return Err(Problem::error(span.clone(), message).help("a chain this long is most likely a mistake"));
        }
        let start = self.source.add(&found);
        self.pages.push(Page::new(&found.name, start, &found.text));
        let next = self.pages.len() - 1;
        self.visit(next, chain);
        Ok(next)
    }

    /// The message for a file that is made from itself.
    fn circle(&self, chain: &[usize], known: usize, name: &str, span: &Span) -> Problem {
        let first = chain.iter().position(|page| *page == known).unwrap_or(0);
        let names: Vec<&str> =
            chain[first..].iter().chain([&known]).map(|page| self.pages[*page].name.as_str()).collect();
        let message = format!("{} is made from itself: {}", self.pages[known].name, names.join(" -> "));
        let help = match crate::presets::find(name) {
            Some(_) => format!("the preset that comes with the program is `std:{name}`"),
            None => "remove one of these steps".to_string(),
        };
        Problem::error(span.clone(), message).label("this closes the circle").help(help)
    }

    /// The presets that a page names, with the places of the names; tells mistakes of the grammar.
    fn names(&mut self, page: usize) -> Vec<(String, Span)> {
        let (document, errors) = DeTable::parse_recoverable(&self.pages[page].padded);
        let document = document.into_inner();
        self.broken |= !errors.is_empty();
        let start = self.pages[page].start;
        let place = |error: &toml::de::Error| error.span().unwrap_or(start..start);
        self.problems.extend(errors.iter().map(|error| Problem::error(place(error), error.message())));
        let mut names: Vec<(String, Span)> = document.get("extends").and_then(named).into_iter().collect();
        let uses = document.get("use").and_then(|value| value.get_ref().as_table());
        names.extend(in_file_order(uses).into_iter().filter_map(|(_, _, value)| match value.get_ref() {
            DeValue::Table(table) => table.get("preset").and_then(named),
            _ => named(value),
        }));
        dismantle(document);
        names
    }
}

/// A text and its place.
fn named(value: &super::fields::Value) -> Option<(String, Span)> {
    value.get_ref().as_str().map(|name| (name.to_string(), value.span()))
}
