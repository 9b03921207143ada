//! What people and scripts see: results on stdout, everything else on stderr.
//!
//! A bar only where somebody looks at it; colours only there and without `NO_COLOR`. Logs get plain lines. A reader that
//! goes away (`| head`) is no failure, a full device is.

use super::failed::Failed;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The two streams.
pub struct Screen {
    /// Whether somebody looks at stderr.
    terminal: bool,
    /// Whether stderr takes colours.
    pub colour: bool,
    /// Whether nobody reads stdout any more.
    closed: AtomicBool,
    warned: Mutex<BTreeSet<String>>,
}

impl Screen {
    /// Looks at the streams of the process.
    pub fn new() -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        let terminal = io::stderr().is_terminal() && !dumb;
        let colour = terminal && !set("NO_COLOR");
        Self { terminal, colour, closed: AtomicBool::new(false), warned: Mutex::default() }
    }

    /// A result, on stdout.
    ///
    /// # Errors
    /// A stream that can't take it, but for a reader that is gone.
    pub fn print(&self, text: &str) -> Result<(), Failed> {
        if self.closed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => Err(Failed::cannot(format!("cannot write to standard output: {error}"))),
        }
    }

    /// A line on stderr.
    pub fn note(&self, text: &str) {
        // Nobody is left to be told that stderr is gone.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Finished lines on stderr, or nothing.
    pub fn note_text(&self, text: &str) {
        if !text.is_empty() {
            self.note(text.trim_end());
        }
    }

    /// A failure, on stderr.
    pub fn error(&self, failed: &Failed) {
        self.note(&failed.render(self.colour));
    }

    /// A warning, on stderr; the same one is told once.
    pub fn warn(&self, text: &str) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if warned.insert(text.to_string()) {
            let warning = if self.colour { "\x1b[1;33mwarning\x1b[0m" } else { "warning" };
            self.note(&format!("{warning}: {text}"));
        }
    }

    /// Forgets which warnings were told.
    pub fn forget(&self) {
        self.warned.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A bar over this many rows; hidden where it would be garbage.
    pub fn bar(&self, label: &str, rows: u32, quiet: bool) -> ProgressBar {
        if quiet || !self.terminal {
            return ProgressBar::hidden();
        }
        let template = if self.colour {
            "{prefix} [{bar:32.cyan}] {percent:>3} % {eta}"
        } else {
            "{prefix} [{bar:32}] {percent:>3} % {eta}"
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(u64::from(rows)), ProgressDrawTarget::stderr());
        bar.set_style(style.progress_chars("=> "));
        bar.set_prefix(label.to_string());
        bar
    }
}

/// Rows of words as columns, two spaces apart and two in.
pub fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|w| w.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (word, width) in row.iter().zip(&widths) {
            line += &format!("  {word:width$}");
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}
