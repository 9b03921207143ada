//! The golden of a preset: `DIR/NAME.toml` with the hash of each map, and `DIR/NAME/MAP.png` for people.
//!
//! A file for each preset, a line for each map and for each part of the preset: a change of one of them is one line in a diff,
//! and two people who bless different presets don't meet in one file.

use super::super::failed::Failed;
use crate::output::{Clobber, text_hash, write_atomic};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What is expected of a preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Golden {
    /// The version that made it.
    pub bakestone: String,
    /// Which pictures the preset made.
    pub edition: u32,
    /// Pixels.
    pub size: [u32; 2],
    /// xxh3-128 of the stored samples of each map, as the side file has it.
    pub maps: BTreeMap<String, String>,
    /// What the preset was made of: a hash for each node, layer, parameter and so on.
    pub parts: BTreeMap<String, String>,
}

/// What a golden begins with; a file without it is somebody else's and is never written over.
const MARK: &str = "# What `bakestone verify` expects";

const HEAD: &str = "\
# What `bakestone verify` expects of this preset. `bakestone verify --bless` writes it: look at the pictures before you
# commit. `maps` are xxh3-128 of the stored samples, `parts` say which part of the preset changed when these do.
";

/// The files of a golden.
pub struct Place {
    /// `DIR/NAME.toml`
    pub file: PathBuf,
    /// `DIR/NAME`
    folder: PathBuf,
}

impl Place {
    /// Of a preset with this name, and its variant.
    pub fn new(folder: &Path, name: &str, variant: Option<&str>) -> Self {
        let name = variant.map_or(name.to_string(), |variant| format!("{name}_{variant}"));
        Self { file: folder.join(format!("{name}.toml")), folder: folder.join(name) }
    }

    /// The picture of a map.
    pub fn picture(&self, map: &str) -> PathBuf {
        self.folder.join(format!("{map}.png"))
    }

    /// The folder of the pictures.
    pub fn pictures(&self) -> &Path {
        &self.folder
    }

    /// What is expected; `None` where nobody has said it yet.
    ///
    /// # Errors
    /// A file that can't be read, or is no golden.
    pub fn read(&self) -> Result<Option<Golden>, Failed> {
        let name = self.file.display();
        match std::fs::read_to_string(&self.file) {
            Ok(text) => toml::from_str(&text).map(Some).map_err(|error| {
                let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
                let help = match text.contains(MARK) {
                    true => "--bless writes a new one",
                    false => "--bless keeps what it did not write: restore it, or delete it, or give goldens a folder of their own",
                };
                Failed::different(format!("{name}:{line}: this is no golden: {}; {help}", error.message()))
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failed::different(format!("cannot read {name}: {error}"))),
        }
    }

    /// Whether the file was written by `verify`, even if it is damaged.
    pub fn is_ours(&self) -> bool {
        std::fs::read(&self.file).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(MARK))
    }

    /// Writes what is expected.
    ///
    /// # Errors
    /// What the file system refuses.
    pub fn write(&self, golden: &Golden) -> Result<(), Failed> {
        let text = toml::to_string(golden).map_err(|error| Failed::cannot(format!("cannot write TOML: {error}")))?;
        Ok(write_atomic(&self.file, format!("{HEAD}{text}").as_bytes(), Clobber::Replace)?)
    }
}

impl Golden {
    /// Why pictures may differ from this golden in those of a preset as it is now.
    pub fn why(&self, now: &Golden) -> Why {
        let names = |wanted: &dyn Fn(Option<&String>, Option<&String>) -> bool| {
            let all = self.parts.keys().chain(now.parts.keys().filter(|name| !self.parts.contains_key(*name)));
            let mut all: Vec<String> =
                all.filter(|name| wanted(self.parts.get(*name), now.parts.get(*name))).cloned().collect();
            all.sort();
            all
        };
        Why {
            size: (self.size != now.size).then_some(self.size),
            changed: names(&|old, new| old.is_some() && new.is_some() && old != new),
            added: names(&|old, new| old.is_none() && new.is_some()),
            removed: names(&|old, new| old.is_some() && new.is_none()),
            edition: (self.edition != now.edition).then_some([self.edition, now.edition]),
            version: (self.bakestone != now.bakestone).then(|| [self.bakestone.clone(), now.bakestone.clone()]),
        }
    }
}

/// What is not as it was when a golden was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// The size of the golden, where it is another one.
    pub size: Option<[u32; 2]>,
    /// Parts of the preset that are written otherwise.
    pub changed: Vec<String>,
    /// Parts that are new.
    pub added: Vec<String>,
    /// Parts that are gone.
    pub removed: Vec<String>,
    /// Then and now.
    pub edition: Option<[u32; 2]>,
    /// Then and now.
    pub version: Option<[String; 2]>,
}

impl Why {
    /// In sentences.
    pub fn text(&self) -> String {
        let mut all = Vec::new();
        if let Some([w, h]) = self.size {
            all.push(format!(
                "the golden was made at {w} x {h} pixels: bake it with --size {w}x{h}, or bless this size"
            ));
        }
        let list = |what: &str, names: &[String]| match names {
            [] => None,
            names => Some(format!("{what} {}", names.join(", "))),
        };
        let parts = [list("changed", &self.changed), list("new", &self.added), list("gone", &self.removed)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            all.push(format!("the preset is not what it was: {}", parts.join("; ")));
        }
        if let Some([then, now]) = self.edition {
            all.push(format!("the golden is of edition {then}, this is edition {now}"));
        }
        if all.is_empty() {
            all.push(match &self.version {
                Some([then, now]) => {
                    format!("the preset is what it was; the golden was made by bakestone {then}, this is {now}")
                }
                None => "neither the preset nor the version of bakestone changed: this program was built from other \
                         source, or computes otherwise on this machine (`--simd scalar` tells)"
                    .into(),
            });
        }
        all.join("; ")
    }
}

/// A hash of a part of a preset.
pub fn part_hash(text: &str) -> String {
    text_hash(text).chars().take(16).collect()
}
