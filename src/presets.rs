//! The presets that come with the program.

use crate::preset::{Library, Missing, Source, suggest};

/// Name and text of each, in the order of the alphabet.
pub const ALL: &[(&str, &str)] = &[
    ("brick", include_str!("../presets/brick.toml")),
    ("brushed_steel", include_str!("../presets/brushed_steel.toml")),
    ("clouds", include_str!("../presets/clouds.toml")),
    ("cobblestone", include_str!("../presets/cobblestone.toml")),
    ("concrete", include_str!("../presets/concrete.toml")),
    ("copper", include_str!("../presets/copper.toml")),
    ("cracked_mud", include_str!("../presets/cracked_mud.toml")),
    ("granite", include_str!("../presets/granite.toml")),
    ("gravel", include_str!("../presets/gravel.toml")),
    ("ice", include_str!("../presets/ice.toml")),
    ("lava", include_str!("../presets/lava.toml")),
    ("leather", include_str!("../presets/leather.toml")),
    ("linen", include_str!("../presets/linen.toml")),
    ("marble", include_str!("../presets/marble.toml")),
    ("moss", include_str!("../presets/moss.toml")),
    ("oak_floor", include_str!("../presets/oak_floor.toml")),
    ("plaster", include_str!("../presets/plaster.toml")),
    ("raw_wood", include_str!("../presets/raw_wood.toml")),
    ("rock", include_str!("../presets/rock.toml")),
    ("rusted_iron", include_str!("../presets/rusted_iron.toml")),
    ("sand", include_str!("../presets/sand.toml")),
    ("sandstone", include_str!("../presets/sandstone.toml")),
    ("slate", include_str!("../presets/slate.toml")),
    ("snow", include_str!("../presets/snow.toml")),
    ("terrazzo", include_str!("../presets/terrazzo.toml")),
    ("travertine", include_str!("../presets/travertine.toml")),
    ("turbulence", include_str!("../presets/turbulence.toml")),
    ("water", include_str!("../presets/water.toml")),
    ("weathered_wall", include_str!("../presets/weathered_wall.toml")),
];

/// The preset of this name.
pub fn find(name: &str) -> Option<Source> {
    ALL.iter().find(|p| p.0 == name).map(|p| Source::new(format!("{name}{BUILT_IN}"), p.1))
}

/// What stands behind the name of a preset that comes with the program, in the name of its source.
const BUILT_IN: &str = ".toml (built in)";

/// The preset that comes with the program and has a source of this name.
pub fn name_of(source: &str) -> Option<&str> {
    source.strip_suffix(BUILT_IN).filter(|name| ALL.iter().any(|p| p.0 == *name))
}

/// A library of these presets alone: `brick`, or `std:brick`.
pub struct BuiltIn;

impl Library for BuiltIn {
    fn find(&self, name: &str, _: &str) -> Result<Source, Missing> {
        let plain = name.strip_prefix("std:").unwrap_or(name);
        find(plain).ok_or_else(|| Missing {
            message: format!("there is no built-in preset `{plain}`"),
            help: suggest(plain, ALL.iter().map(|p| p.0), "built-in presets"),
        })
    }
}
