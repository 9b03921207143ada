//! What the numbers of a picture mean.

use super::picture::Picture;
use crate::maps;

/// By what pictures are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Directions: degrees.
    Normal,
    /// Heights: steps of 16 bit.
    Height,
    /// Colours: CIEDE2000.
    Colour,
    /// Numbers: steps of 16 bit.
    Data,
}

/// Words in names of files, and what they say.
const WORDS: [(&str, Kind); 31] = [
    ("normal", Kind::Normal),
    ("normals", Kind::Normal),
    ("nrm", Kind::Normal),
    ("nor", Kind::Normal),
    ("norm", Kind::Normal),
    ("height", Kind::Height),
    ("displacement", Kind::Height),
    ("disp", Kind::Height),
    ("bump", Kind::Height),
    ("basecolor", Kind::Colour),
    ("basecolour", Kind::Colour),
    ("albedo", Kind::Colour),
    ("diffuse", Kind::Colour),
    ("diff", Kind::Colour),
    ("color", Kind::Colour),
    ("colour", Kind::Colour),
    ("emission", Kind::Colour),
    ("emissive", Kind::Colour),
    ("render", Kind::Colour),
    ("roughness", Kind::Data),
    ("rough", Kind::Data),
    ("metallic", Kind::Data),
    ("metalness", Kind::Data),
    ("ao", Kind::Data),
    ("opacity", Kind::Data),
    ("anisotropy", Kind::Data),
    ("mask", Kind::Data),
    ("orm", Kind::Data),
    ("arm", Kind::Data),
    ("rma", Kind::Data),
    ("data", Kind::Data),
];

impl Kind {
    /// By the last word of a name that says something.
    pub fn of_name(stem: &str) -> Option<Self> {
        let stem = stem.to_lowercase();
        let mut words = stem.split(|c: char| !c.is_alphanumeric()).rev();
        words.find_map(|word| WORDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind))
    }

    /// By the picture alone: what has colours, or says that it is sRGB, is one.
    pub fn of_picture(picture: &Picture) -> Self {
        if picture.channels < 3 && !picture.srgb { Kind::Data } else { Kind::Colour }
    }

    /// What a map shows.
    pub fn of_map(kind: &maps::Kind) -> Self {
        match kind {
            maps::Kind::Height { .. } => Kind::Height,
            maps::Kind::Normal { .. } => Kind::Normal,
            maps::Kind::Colour => Kind::Colour,
            maps::Kind::Data => Kind::Data,
        }
    }

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Normal => "normal",
            Kind::Height => "height",
            Kind::Colour => "colour",
            Kind::Data => "data",
        }
    }

    /// What the figures are counted in.
    pub fn unit(self) -> &'static str {
        match self {
            Kind::Normal => "degrees",
            Kind::Height | Kind::Data => "steps of 16 bit",
            Kind::Colour => "CIEDE2000",
        }
    }
}
