//! Where presets are found: those that presets extend or use, and those of the command line.
//!
//! `std:brick` comes with the program. What holds a `/` or ends with `.toml` is the path of a file, seen from the file that says
//! it. A plain name is looked for in the folders that `bakestone.toml` names as `paths`, then among those that come with the
//! program. `bakestone.toml` is the nearest one upwards from the file that says the name, or from the working directory.

use super::failed::Failed;
use crate::preset::{self, Missing, Source, suggest};
use crate::presets;
use std::cell::RefCell;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// A preset is a page or two; this much is no preset.
const LONGEST: u64 = 16 << 20;

/// Finds presets and remembers what it found: a preset that is read many times in a run is the same each time.
#[derive(Default)]
pub struct Library {
    looked: RefCell<Vec<Looked>>,
}

struct Looked {
    name: String,
    from: String,
    found: Result<Source, Missing>,
}

impl preset::Library for Library {
    fn find(&self, name: &str, from: &str) -> Result<Source, Missing> {
        let mut looked = self.looked.borrow_mut();
        if let Some(known) = looked.iter().find(|known| known.name == name && known.from == from) {
            return known.found.clone();
        }
        let found = find(name, from);
        looked.push(Looked { name: name.to_string(), from: from.to_string(), found: found.clone() });
        found
    }
}

impl Library {
    /// Whether everything would still be found as it was.
    pub fn is_current(&self) -> bool {
        self.looked.borrow().iter().all(|looked| find(&looked.name, &looked.from) == looked.found)
    }
}

/// Whether a name is the path of a file.
pub fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator) || name.to_ascii_lowercase().ends_with(".toml")
}

/// The file that a path names in the file `from`.
pub fn path_of(name: &str, from: &str) -> PathBuf {
    let mut path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
    if !name.to_ascii_lowercase().ends_with(".toml") {
        path.as_mut_os_string().push(".toml");
    }
    tidy(&path)
}

/// The preset `name`, as the file `from` writes it; `from` is empty for the command line.
///
/// # Errors
/// Why there is none.
pub fn find(name: &str, from: &str) -> Result<Source, Missing> {
    let missing = |message: String, help: String| Err(Missing { message, help });
    let built_in = || presets::ALL.iter().map(|p| p.0);
    if let Some(name) = name.strip_prefix("std:") {
        let help = suggest(name, built_in(), "built-in presets");
        return presets::find(name).map_or_else(|| missing(format!("there is no built-in preset `{name}`"), help), Ok);
    }
    if presets::name_of(from).is_some() {
        return preset::Library::find(&presets::BuiltIn, name, from);
    }
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    if is_path(name) {
        return read(&path_of(name, from), "preset")
            .map_err(|failed| Missing { message: failed.message(), help: String::new() });
    }
    let paths = project(folder)?;
    let file = format!("{name}.toml");
    if let Some(path) = paths.iter().map(|path| path.join(&file)).find(|path| path.is_file()) {
        return read(&path, "preset").map_err(|failed| Missing { message: failed.message(), help: String::new() });
    }
    if let Some(source) = presets::find(name) {
        return Ok(source);
    }
    let message = format!("there is no preset `{name}` in this project or built in");
    if folder.join(&file).is_file() {
        let (place, written) =
            if from.is_empty() { ("in this folder", file) } else { ("beside this one", format!("./{name}")) };
        return missing(message, format!("for the file {place} write {written}"));
    }
    let own = paths.iter().flat_map(|path| presets_in(path));
    let known: Vec<String> = own.chain(built_in().map(str::to_string)).collect();
    let help = suggest(name, known.iter().map(String::as_str), "presets");
    missing(message, format!("{help}; a file is named with its path or .toml"))
}

/// The names of the presets of the project around the working directory.
///
/// # Errors
/// A project file that is wrong.
pub fn of_project() -> Result<Vec<String>, Failed> {
    let paths =
        project(Path::new("")).map_err(|missing| Failed::wrong(format!("{}; {}", missing.message, missing.help)))?;
    let mut names: Vec<String> = paths.iter().flat_map(|path| presets_in(path)).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// The names of the presets in a folder, sorted.
fn presets_in(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "toml"));
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// Where a file really is, links followed; `None` where there is none.
pub fn real(path: impl AsRef<Path>) -> Option<PathBuf> {
    path.as_ref().canonicalize().ok()
}

/// The text of a file; `what` is what it should be: `preset`, say.
///
/// # Errors
/// A file that can't be read, or is no text of a page or two.
pub fn read(path: &Path, what: &str) -> Result<Source, Failed> {
    let name = path.display();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) if bytes.len() as u64 > LONGEST => Err(Failed::wrong(format!("{name} is too long for a {what}"))),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name.to_string(), text)),
            Err(_) => Err(Failed::wrong(format!("{name} is not a {what}: it is not UTF-8 text"))),
        },
        Err(e) if e.kind() == ErrorKind::NotFound => Err(Failed::wrong(format!(
            "there is no file {name}; `bakestone list {what}s` names those that come with the program"
        ))),
        Err(e) if e.kind() == ErrorKind::IsADirectory => {
            Err(Failed::wrong(format!("{name} is a folder, not a {what}")))
        }
        Err(e) => Err(Failed::cannot(format!("cannot read {name}: {e}"))),
    }
}

/// The folders of the project around a folder; none where there is no project.
fn project(folder: &Path) -> Result<Vec<PathBuf>, Missing> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // Written as the preset is, so that messages and records name no folder of this machine.
    let depth = here.canonicalize().map_or(0, |real| real.components().count());
    let mut roots = (0..depth).map(|up| folder.join(std::iter::repeat_n("..", up).collect::<PathBuf>()));
    let Some(root) = roots.find(|root| root.join("bakestone.toml").is_file()) else { return Ok(Vec::new()) };
    let file = tidy(&root.join("bakestone.toml"));
    let wrong = |message: String| Missing { message, help: "`bakestone.toml` says `paths = [\"presets\"]`".into() };
    let source = read(&file, "project file").map_err(|failed| wrong(failed.message()))?;
    let paths = preset::read_paths(source).map_err(|problems| {
        let Some(first) = problems.list.first() else { return wrong(file.display().to_string()) };
        let (line, column) = problems.source.line_column(first.span.start);
        wrong(format!("{}:{line}:{column}: {}", file.display(), first.message))
    })?;
    Ok(paths.iter().map(|path| tidy(&root.join(path))).collect())
}

/// A path without `.` and `..` where it leads to the same place: one file has one name.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        let last = tidied.components().next_back();
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(last, Some(Component::Normal(_))) => drop(tidied.pop()),
            other => tidied.push(other),
        }
    }
    // A folder that is a link has another parent than its name says.
    if real(path).is_none_or(|there| real(&tidied) == Some(there)) { tidied } else { path.to_path_buf() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_tidied() {
        for (path, tidied) in
            [("a/../b.toml", "b.toml"), ("./a/./b", "a/b"), ("../a/../../b", "../../b"), ("/../a", "/../a")]
        {
            assert_eq!(tidy(Path::new(path)), Path::new(tidied), "{path}");
        }
    }
}
