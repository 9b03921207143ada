//! What came out of the verification of a preset.

use super::super::failed::{DIFFERENT, DONE, Failed};
use super::golden::Why;
use crate::compare::{Comparison, Fault, Kind, Picture};

/// How a map lies to its golden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Equal hashes.
    Equal,
    /// Other bits, within the limits of `golden.toml`.
    Within,
    /// Other bits.
    Differs,
    /// Not in the golden.
    New,
    /// In the golden, and not made any more.
    Gone,
}

impl State {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            State::Equal => "equal",
            State::Within => "within limits",
            State::Differs => "differs",
            State::New => "new",
            State::Gone => "gone",
        }
    }
}

/// One map.
pub struct MapResult {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub kind: Kind,
    /// How it lies to its golden.
    pub state: State,
    /// The hash that the golden has.
    pub expected: Option<String>,
    /// The hash that it has.
    pub actual: Option<String>,
    /// What is wrong with it, whatever the golden says.
    pub faults: Vec<Fault>,
    /// The golden's picture.
    pub before: Option<Picture>,
    /// The picture as it is.
    pub after: Option<Picture>,
    /// Both compared.
    pub comparison: Option<Comparison>,
}

impl MapResult {
    /// Whether it is as it should be.
    pub fn is_fine(&self) -> bool {
        matches!(self.state, State::Equal | State::Within) && self.faults.is_empty()
    }
}

/// One preset.
pub struct PresetResult {
    /// As it was typed.
    pub label: String,
    /// The file that it was read from, where it is one.
    pub file: Option<String>,
    /// Its text.
    pub text: String,
    /// Its golden.
    pub golden: String,
    /// Pixels at delivery.
    pub size: [u32; 2],
    /// The maps.
    pub maps: Vec<MapResult>,
    /// Whether nobody has said yet what is expected.
    pub missing: bool,
    /// What is not as it was when the golden was made, where something differs.
    pub why: Option<Why>,
    /// What kept it from being verified.
    pub failed: Option<Failed>,
    /// Whether the golden was written anew.
    pub blessed: bool,
}

impl PresetResult {
    /// One that could not be verified.
    pub fn failed(label: &str, failed: Failed) -> Self {
        Self {
            label: label.to_string(),
            file: None,
            text: String::new(),
            golden: String::new(),
            size: [0, 0],
            maps: Vec::new(),
            missing: false,
            why: None,
            failed: Some(failed.or_different()),
            blessed: false,
        }
    }

    /// Whether a map is not as the golden has it.
    pub fn differs(&self) -> bool {
        self.maps.iter().any(|map| !matches!(map.state, State::Equal | State::Within))
    }

    /// The exit code that it asks for. What was blessed is fine, but for maps that nothing can make so.
    pub fn code(&self) -> u8 {
        let faulty = self.maps.iter().any(|map| !map.faults.is_empty());
        match &self.failed {
            Some(failed) => failed.code,
            None if faulty || (self.differs() || self.missing) && !self.blessed => DIFFERENT,
            None => DONE,
        }
    }

    /// One word.
    pub fn word(&self) -> &'static str {
        match () {
            () if self.failed.is_some() => "failed",
            () if self.code() == DONE && self.blessed => "blessed",
            () if self.code() == DONE => "as expected",
            () if self.missing && !self.blessed => "no golden",
            () if self.differs() && !self.blessed => "differs",
            () => "faulty",
        }
    }
}
