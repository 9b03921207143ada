//! The program as it is used: arguments in; files, streams and exit codes out.

#![cfg(feature = "cli")]

mod diff;
mod files;
#[cfg(feature = "gpu")]
mod gpu;
mod mistakes;
mod pictures;
mod profiles;
mod reuse;
#[cfg(unix)]
mod signals;
mod streams;
mod verify;
mod volumes;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A small preset with a height, a normal map and a colour.
const P0: &str = r##"
edition = 1
name = "p0"
seed = 1
size = 64
[params]
gain = { value = 0.5, min = 0.1, max = 0.9 }
dark = { color = "#204060" }
light = { color = "#ffffff" }
[variants]
night = { light = "#404040" }
[nodes]
base = { type = "fbm", basis = "perlin", period = 4, octaves = 4, gain = "gain" }
[maps]
height = "base"
ao = false
basecolor = "mix(dark, light, base)"
"##;

/// A folder with presets, and the program in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Place { folder: tempfile::tempdir().unwrap() };
        place.write("p0.toml", P0);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bakestone"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace()).env_remove("BAKESTONE_SIMD");
        command
    }

    fn run(&self, arguments: &str) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// Names and bytes of all files below a folder, also hidden ones.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        collect(&self.path(folder), &self.path(folder), &mut all);
        all
    }

    fn names(&self, folder: &str) -> Vec<String> {
        self.files(folder).into_keys().collect()
    }
}

/// Command lines that are refused with code 2 and these words, and write nothing.
#[track_caller]
fn assert_refused(place: &Place, cases: &[(&str, &[&str])]) {
    let before = place.names("");
    for (arguments, words) in cases {
        let run = place.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments}\n{}", run.err);
        assert_eq!(run.out, "", "{arguments}");
        run.says(words);
        assert_eq!(place.names(""), before, "{arguments}");
    }
}

fn collect(root: &Path, folder: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, all);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            all.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// What a run left behind on its streams.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Ended with this code.
    #[track_caller]
    fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    /// Says all of these on stderr.
    #[track_caller]
    fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in:\n{}", self.err);
        }
        self
    }
}
