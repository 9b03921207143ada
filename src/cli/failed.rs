//! Why a command could not do what it was told, and the exit code that says so. The larger code wins.

use crate::output::OutputError;
use crate::preset::Problems;

/// All went well.
pub const DONE: u8 = 0;
/// The answer is no: pictures are not equal.
pub const DIFFERENT: u8 = 1;
/// Wrong command line or preset.
pub const WRONG: u8 = 2;
/// The file system, memory or threads.
pub const CANNOT: u8 = 3;
/// Somebody pressed Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// A failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    /// The exit code.
    pub code: u8,
    cause: Cause,
}

#[derive(Clone, Debug, PartialEq)]
enum Cause {
    Message(String),
    Problems(Box<Problems>),
}

impl Failed {
    /// The command line or a preset is wrong.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self { code: WRONG, cause: Cause::Message(message.into()) }
    }

    /// The answer is no.
    pub fn different(message: impl Into<String>) -> Self {
        Self { code: DIFFERENT, cause: Cause::Message(message.into()) }
    }

    /// The same where all that can't be done makes the answer no.
    pub fn or_different(self) -> Self {
        Self { code: if self.code == CANNOT { DIFFERENT } else { self.code }, ..self }
    }

    /// The file and the line of the first mistake, counted from 1, where it is in a preset.
    pub fn place(&self) -> Option<(String, usize)> {
        let Cause::Problems(problems) = &self.cause else { return None };
        let first = problems.list.first()?;
        let source = first.source.as_deref().unwrap_or(&problems.source);
        Some((source.name.clone(), source.line_column(first.span.start).0))
    }

    /// It is right but can't be done.
    pub fn cannot(message: impl Into<String>) -> Self {
        Self { code: CANNOT, cause: Cause::Message(message.into()) }
    }

    /// Stopped from outside.
    pub fn interrupted() -> Self {
        Self { code: INTERRUPTED, cause: Cause::Message("interrupted; no unfinished file is left".into()) }
    }

    /// The text alone.
    pub fn message(&self) -> String {
        match &self.cause {
            Cause::Problems(problems) => problems.render(false),
            Cause::Message(text) => text.clone(),
        }
    }

    /// The text, with `error:` in front.
    pub fn render(&self, colour: bool) -> String {
        match &self.cause {
            Cause::Problems(problems) => problems.render(colour).trim_end().to_string(),
            // Mistakes that show only when a preset is lowered come as finished text.
            Cause::Message(text) if text.starts_with("error") => text.trim_end().to_string(),
            Cause::Message(text) if colour => format!("\x1b[1;31merror\x1b[0m: {text}"),
            Cause::Message(text) => format!("error: {text}"),
        }
    }
}

impl From<Problems> for Failed {
    fn from(problems: Problems) -> Self {
        Self { code: WRONG, cause: Cause::Problems(Box::new(problems)) }
    }
}

impl From<OutputError> for Failed {
    fn from(error: OutputError) -> Self {
        Self::cannot(error.to_string())
    }
}
