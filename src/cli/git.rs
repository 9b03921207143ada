//! `git:REVISION:PATH`: a file as it was in a revision, and a preset with all that it extends or uses there.

use super::failed::Failed;
use super::library;
use crate::preset::{Library, Missing, Source};
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// A file in a revision.
#[derive(Clone, Debug, PartialEq)]
pub struct Versioned {
    revision: String,
    /// Seen from the working directory, as all paths on the command line are.
    pub path: String,
}

const PREFIX: &str = "git:";

impl Versioned {
    /// What was typed, where it begins with `git:`.
    ///
    /// # Errors
    /// What is not `git:REVISION:PATH`.
    pub fn parse(typed: &str) -> Option<Result<Self, Failed>> {
        let rest = typed.strip_prefix(PREFIX)?;
        let wrong = || {
            Failed::wrong(format!(
                "`{typed}` names no file of a revision: write git:REVISION:PATH, as git:HEAD~1:rock.toml"
            ))
        };
        Some(match rest.split_once(':') {
            // A revision that begins with a dash would be an option.
            Some((revision, path)) if !revision.is_empty() && !revision.starts_with('-') && !path.is_empty() => {
                Ok(Self { revision: revision.to_string(), path: path.to_string() })
            }
            _ => Err(wrong()),
        })
    }

    fn name(&self) -> String {
        format!("{PREFIX}{}:{}", self.revision, self.path)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// There is no git, no repository, no such revision, or no such file in it.
    pub fn bytes(&self) -> Result<Vec<u8>, Failed> {
        let path = Path::new(&self.path);
        let (folder, file) = match (path.is_absolute(), path.parent(), path.file_name()) {
            (true, Some(folder), Some(file)) => (folder, file.to_string_lossy()),
            _ => (Path::new("."), self.path.as_str().into()),
        };
        let object = format!("{}:./{}", self.revision, file.replace('\\', "/"));
        let done = Command::new("git").arg("-C").arg(folder).args(["show", &object]).env("LC_ALL", "C").output();
        let output = done.map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failed::wrong(format!(
                "{} is read with `git show`, and there is no program `git` on the path; install git, or name a file",
                self.name()
            )),
            _ => Failed::cannot(format!("cannot run git: {error}")),
        })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let told = String::from_utf8_lossy(&output.stderr);
        let line = told.lines().next().unwrap_or_default();
        let line = line.strip_prefix("fatal: ").unwrap_or(line);
        let (revision, path) = (&self.revision, &self.path);
        let help = if line.contains("not a git repository") {
            "the working directory is in no repository".to_string()
        } else if line.contains("object name") || line.contains("revision") {
            format!(
                "there is no revision `{revision}`: `git log --oneline -- {path}` lists those that changed the file"
            )
        } else {
            format!(
                "`git ls-tree -r --name-only {revision}` lists the files of the revision; the path is seen from here"
            )
        };
        Err(Failed::wrong(format!("cannot read {}: git says: {line}; {help}", self.name())))
    }

    /// Its text.
    ///
    /// # Errors
    /// As [`Versioned::bytes`], and what is no text.
    pub fn source(&self) -> Result<Source, Failed> {
        let wrong = |_| Failed::wrong(format!("{} is not a preset: it is not UTF-8 text", self.name()));
        Ok(Source::new(self.name(), String::from_utf8(self.bytes()?).map_err(wrong)?))
    }
}

/// Finds presets in the revision that the file is from which names them. Where a plain name leads is looked up in the working
/// directory, what stands there is read from the revision.
pub struct Revisions;

impl Library for Revisions {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        let missing = |failed: Failed| Missing { message: failed.message(), help: String::new() };
        let Some(from) = Versioned::parse(from) else { return library::find(name, from) };
        let from = from.map_err(missing)?;
        let path = if library::is_path(name) && !name.starts_with("std:") {
            library::path_of(name, &from.path).display().to_string()
        } else {
            let found = library::find(name, &from.path)?;
            if crate::presets::name_of(&found.name).is_some() {
                return Ok(found);
            }
            found.name
        };
        Versioned { path, ..from }.source().map_err(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_have_two_parts() {
        let read = |typed: &str| Versioned::parse(typed).map(|read| read.ok().map(|v| (v.revision, v.path)));
        assert_eq!(read("rock.toml"), None);
        assert_eq!(read("git:HEAD~2:a/b.toml"), Some(Some(("HEAD~2".into(), "a/b.toml".into()))));
        for wrong in ["git:", "git:HEAD", "git:HEAD:", "git::a.toml", "git:--output=x:a.toml"] {
            assert_eq!(read(wrong), Some(None), "{wrong}");
        }
    }
}
