//! `--depfile FILE`: a Make rule that says from what the files of a run are made, for Make, Ninja and whatever reads such rules.

use super::failed::Failed;
use super::job::{Files, Job};
use super::library::real;
use crate::output::{Clobber, create_folder, write_atomic};
use crate::presets;
use std::collections::BTreeSet;
use std::path::Path;

/// A rule, and where it goes.
pub struct Depfile<'a> {
    path: &'a Path,
    text: String,
}

impl<'a> Depfile<'a> {
    /// The rule of these jobs. `profile` is a file, too, if one was read.
    ///
    /// # Errors
    /// A name that a preset or one of the files has.
    pub fn new(path: &'a Path, jobs: &[(&Job, &Files)], profile: Option<&str>) -> Result<Self, Failed> {
        let read = |job: &Job| {
            let files = job.material.preset().source.files().map(|(name, _)| name.to_string());
            files.filter(|name| presets::name_of(name).is_none()).collect::<Vec<_>>()
        };
        let sources: BTreeSet<String> =
            jobs.iter().flat_map(|(job, _)| read(job)).chain(profile.map(str::to_string)).collect();
        let made: Vec<String> =
            jobs.iter().flat_map(|(_, files)| files.all()).map(|file| file.to_string_lossy().into_owned()).collect();
        let is_path =
            |name: &String| Path::new(name) == path || real(name).is_some_and(|known| real(path) == Some(known));
        if sources.iter().chain(&made).any(is_path) {
            let path = path.display();
            return Err(Failed::wrong(format!(
                "--depfile would overwrite {path}: give it a name of its own, as out.d"
            )));
        }
        Ok(Self { path, text: rule(&made, &sources) })
    }

    /// Writes it.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn write(&self) -> Result<(), Failed> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        create_folder(folder.unwrap_or(Path::new(".")))?;
        Ok(write_atomic(self.path, self.text.as_bytes(), Clobber::Replace)?)
    }
}

/// One rule, and an empty one for each source: Make goes on when a source is gone, as after `cc -MP`.
fn rule(made: &[String], sources: &BTreeSet<String>) -> String {
    let line =
        |names: &mut dyn Iterator<Item = &String>| names.map(|name| escaped(name)).collect::<Vec<_>>().join(" \\\n  ");
    let mut text = format!("{}:", line(&mut made.iter()));
    if !sources.is_empty() {
        text += &format!(" {}", line(&mut sources.iter()));
    }
    text.push('\n');
    for source in sources {
        text += &format!("\n{}:\n", escaped(source));
    }
    text
}

/// A name as rules write it.
fn escaped(name: &str) -> String {
    name.replace('$', "$$").replace('#', "\\#").replace(' ', "\\ ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let sources = BTreeSet::from(["a b.toml".to_string(), "c#$.toml".to_string()]);
        let text = rule(&["o/x.png".into(), "o/x y.json".into()], &sources);
        let want = "o/x.png \\\n  o/x\\ y.json: a\\ b.toml \\\n  c\\#$$.toml\n\na\\ b.toml:\n\nc\\#$$.toml:\n";
        assert_eq!(text, want);
        assert_eq!(rule(&["o/x.png".into()], &BTreeSet::new()), "o/x.png:\n");
    }
}
