//! The presets that come with the program.

use crate::preset::Source;

/// Name and text of each, in the order of the alphabet.
pub const ALL: &[(&str, &str)] = &[
    ("brick", include_str!("../presets/brick.toml")),
    ("cobblestone", include_str!("../presets/cobblestone.toml")),
    ("linen", include_str!("../presets/linen.toml")),
    ("marble", include_str!("../presets/marble.toml")),
    ("oak_floor", include_str!("../presets/oak_floor.toml")),
    ("rock", include_str!("../presets/rock.toml")),
    ("turbulence", include_str!("../presets/turbulence.toml")),
    ("weathered_wall", include_str!("../presets/weathered_wall.toml")),
];

/// The preset of this name.
pub fn find(name: &str) -> Option<Source> {
    ALL.iter().find(|p| p.0 == name).map(|p| Source::new(format!("{name}.toml (built in)"), p.1))
}
