//! `PRESET` on the command line: a path, or the name of a preset that comes with the program, with `@variant` behind.

use super::failed::Failed;
use crate::preset::{Source, suggest};
use crate::presets;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A preset is a page or two; this much is no preset.
const LONGEST: u64 = 16 << 20;

/// A preset as it was named.
#[derive(Clone, Debug)]
pub struct Input {
    /// As it was typed.
    pub typed: String,
    /// The file, unless it comes with the program.
    pub path: Option<PathBuf>,
    /// What stands before `@`, without folder and extension.
    pub stem: String,
    /// What stands behind `@`.
    pub variant: Option<String>,
}

impl Input {
    /// A path or `*.toml` is a file, all else comes with the program.
    pub fn new(typed: &str) -> Self {
        let (name, variant) = match typed.rsplit_once('@') {
            Some((name, variant)) if !variant.contains(std::path::is_separator) && !Path::new(typed).exists() => {
                (name, Some(variant.to_string()))
            }
            _ => (typed, None),
        };
        let is_file = name.contains(std::path::is_separator) || name.to_ascii_lowercase().ends_with(".toml");
        let path = is_file.then(|| PathBuf::from(name));
        let stem = Path::new(name).file_stem().map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned());
        let stem = if is_file { stem } else { name.to_string() };
        Self { typed: typed.to_string(), path, stem, variant }
    }

    /// Its text.
    ///
    /// # Errors
    /// No such preset, or a file that can't be read.
    pub fn source(&self) -> Result<Source, Failed> {
        let Some(path) = &self.path else {
            return presets::find(&self.stem).ok_or_else(|| Failed::wrong(self.unknown()));
        };
        let name = path.display();
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) if bytes.len() as u64 > LONGEST => Err(Failed::wrong(format!("{name} is too long for a preset"))),
            Ok(_) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Source::new(name.to_string(), text)),
                Err(_) => Err(Failed::wrong(format!("{name} is not a preset: it is not UTF-8 text"))),
            },
            Err(e) if e.kind() == ErrorKind::NotFound => Err(Failed::wrong(format!(
                "there is no file {name}; `bakestone list presets` names those that come with the program"
            ))),
            Err(e) if e.kind() == ErrorKind::IsADirectory => {
                Err(Failed::wrong(format!("{name} is a folder, not a preset")))
            }
            Err(e) => Err(Failed::cannot(format!("cannot read {name}: {e}"))),
        }
    }

    fn unknown(&self) -> String {
        let here = format!("{}.toml", self.stem);
        if Path::new(&here).is_file() {
            return format!("there is no built-in preset `{}`; for the file in this folder write {here}", self.stem);
        }
        let known = presets::ALL.iter().map(|p| p.0);
        let help = suggest(&self.stem, known, "built-in presets");
        format!("there is no built-in preset `{}`; {help}; a file is named with its path or .toml", self.stem)
    }
}
