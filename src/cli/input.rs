//! `PRESET` on the command line: a path, or the name of a preset of the project or of one that comes with the program, with
//! `@variant` behind.

use super::failed::Failed;
use super::library::{self, Library};
use crate::preset::{Problems, Settings, Source};
use crate::{Material, presets};
use std::path::Path;

/// A preset as it was named.
#[derive(Clone, Debug)]
pub struct Input {
    /// As it was typed.
    pub typed: String,
    /// What stands before `@`.
    name: String,
    /// The same without folder and extension.
    pub stem: String,
    /// What stands behind `@`.
    pub variant: Option<String>,
}

impl Input {
    /// A path or `*.toml` is a file, all else is a preset of the project or comes with the program.
    pub fn new(typed: &str) -> Self {
        let (name, variant) = match typed.rsplit_once('@') {
            Some((name, variant)) if !variant.contains(std::path::is_separator) && !Path::new(typed).exists() => {
                (name, Some(variant.to_string()))
            }
            _ => (typed, None),
        };
        let plain = name.strip_prefix("std:").unwrap_or(name);
        let stem = if library::is_path(name) { Path::new(name).file_stem() } else { None };
        let stem = stem.map_or(plain.to_string(), |stem| stem.to_string_lossy().into_owned());
        Self { typed: typed.to_string(), name: name.to_string(), stem, variant }
    }

    /// Whether it was named as a file.
    pub fn is_path(&self) -> bool {
        library::is_path(&self.name)
    }

    /// Its text as it is now.
    pub fn open(&self) -> Text {
        Text { source: self.source(), library: Library::default() }
    }

    fn source(&self) -> Result<Source, Failed> {
        if self.is_path() {
            return library::read(Path::new(&self.name), "preset");
        }
        library::find(&self.name, "").map_err(|missing| Failed::wrong(format!("{}; {}", missing.message, missing.help)))
    }
}

/// The text of a preset, and where the presets are found that it extends or uses.
pub struct Text {
    source: Result<Source, Failed>,
    library: Library,
}

impl Text {
    /// The text itself.
    ///
    /// # Errors
    /// No such preset, or a file that can't be read.
    pub fn source(&self) -> Result<&Source, Failed> {
        self.source.as_ref().map_err(Failed::clone)
    }

    /// The material.
    ///
    /// # Errors
    /// No such preset, or what is wrong with it.
    pub fn material(&self, settings: &Settings) -> Result<Material, Failed> {
        Ok(self.read(self.source()?.clone(), settings)?)
    }

    /// The same from another text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, source: Source, settings: &Settings) -> Result<Material, Problems> {
        Material::read_with(source, settings, &self.library)
    }

    /// Whether it is still what `input` names, with all presets that were found for it.
    pub fn is_current(&self, input: &Input) -> bool {
        input.source() == self.source && self.library.is_current()
    }

    /// Whether it comes with the program, and so never changes.
    pub fn is_built_in(&self) -> bool {
        self.source.as_ref().is_ok_and(|source| presets::name_of(&source.name).is_some())
    }
}

/// The texts of all presets as they are now.
pub fn texts(inputs: &[Input]) -> Vec<Text> {
    inputs.iter().map(Input::open).collect()
}
