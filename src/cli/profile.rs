//! `--profile NAME|FILE`: which files are written, for the program that loads them.

use super::failed::Failed;
use super::library;
use super::screen::columns;
use crate::preset::{Profile, Source, read_profile, suggest};
use crate::profiles;
use std::path::Path;

/// The profile of this name: a path or `*.toml` is a file, all else comes with the program.
///
/// # Errors
/// No such profile, or all that is wrong with it.
pub fn read(name: &str) -> Result<Profile, Failed> {
    Ok(read_profile(find(name)?)?)
}

fn find(name: &str) -> Result<Source, Failed> {
    if library::is_path(name) {
        return library::read(Path::new(name), "profile");
    }
    profiles::find(name).ok_or_else(|| {
        let help = suggest(name, profiles::ALL.iter().map(|profile| profile.0), "profiles");
        Failed::wrong(format!(
            "there is no profile `{name}`; {help}; a profile of your own is a file, as ./{name}.toml"
        ))
    })
}

/// What there is, for people.
pub fn list() -> String {
    let row = |(name, text): &(&str, &str)| {
        let read = read_profile(Source::new(*name, *text));
        vec![name.to_string(), read.map_or(String::new(), |profile| profile.description)]
    };
    columns(&profiles::ALL.iter().map(row).collect::<Vec<_>>())
}
