//! `DIR/golden.toml`: how far pictures of a graphics card may be from goldens, and which checks of a map are left out.

use super::super::failed::Failed;
use crate::compare::{Hard, Kind, Limits};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// Its name.
pub const NAME: &str = "golden.toml";

/// What it says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitFile {
    /// By kind of picture.
    #[serde(default)]
    kind: BTreeMap<String, Entry>,
    /// By name of map.
    #[serde(default)]
    map: BTreeMap<String, Entry>,
}

/// For one kind or map.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// In the unit of the kind.
    mean: Option<f64>,
    /// In the unit of the kind, for each pixel.
    max: Option<f64>,
    /// Checks that are left out.
    #[serde(default)]
    unchecked: Vec<String>,
}

const CHECKS: [&str; 4] = ["seam", "nan", "range", "unit"];
const KINDS: [Kind; 4] = [Kind::Normal, Kind::Height, Kind::Colour, Kind::Data];

impl LimitFile {
    /// Reads it; nothing is limited where it is missing.
    ///
    /// # Errors
    /// A file that can't be read, or says what makes no sense.
    pub fn read(folder: &Path) -> Result<Self, Failed> {
        let path = folder.join(NAME);
        let name = path.display();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failed::wrong(format!("cannot read {name}: {error}"))),
        };
        let file: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            Failed::wrong(format!("{name}:{line}: {}", error.message()))
        })?;
        let wrong = |what: String| Err(Failed::wrong(format!("{name}: {what}")));
        if let Some(kind) = file.kind.keys().find(|name| KINDS.iter().all(|kind| kind.name() != name.as_str())) {
            let known = KINDS.map(Kind::name).join(", ");
            return wrong(format!("there is no kind `{kind}`; there are {known}"));
        }
        for (name, entry) in file.kind.iter().chain(&file.map) {
            if [entry.mean, entry.max].into_iter().flatten().any(|limit| !limit.is_finite() || limit < 0.0) {
                return wrong(format!("the limits of `{name}` are numbers from 0 up"));
            }
            if let Some(check) = entry.unchecked.iter().find(|check| !CHECKS.contains(&check.as_str())) {
                return wrong(format!("there is no check `{check}`; there are {}", CHECKS.join(", ")));
            }
        }
        Ok(file)
    }

    /// What is said about a map: by its name before by its kind.
    fn entries(&self, map: &str, kind: Kind) -> impl Iterator<Item = &Entry> {
        [self.map.get(map), self.kind.get(kind.name())].into_iter().flatten()
    }

    /// The limits for a map; one step where nothing is said.
    pub fn limits(&self, map: &str, kind: Kind) -> Limits {
        match self.entries(map, kind).find(|entry| entry.max.is_some() || entry.mean.is_some()) {
            None => Limits::USUAL,
            Some(Entry { mean, max, .. }) => Limits { hard: max.map_or(Hard::OneStep, Hard::AtMost), mean: *mean },
        }
    }

    /// Whether a check of a map is made.
    pub fn is_checked(&self, map: &str, kind: Kind, check: &str) -> bool {
        !self.entries(map, kind).any(|entry| entry.unchecked.iter().any(|name| name == check))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_come_before_kinds() {
        let text = "[kind.data]\nmax = 300\nmean = 2.5\n[map.ao]\nmax = 5\nunchecked = ['seam']\n";
        let file: LimitFile = toml::from_str(text).unwrap();
        assert_eq!(file.limits("ao", Kind::Data), Limits::at_most(5.0));
        assert_eq!(file.limits("roughness", Kind::Data), Limits { hard: Hard::AtMost(300.0), mean: Some(2.5) });
        assert_eq!(file.limits("height", Kind::Height), Limits::USUAL);
        assert!(!file.is_checked("ao", Kind::Data, "seam") && file.is_checked("ao", Kind::Data, "nan"));
        assert!(file.is_checked("roughness", Kind::Data, "seam"));
    }
}
