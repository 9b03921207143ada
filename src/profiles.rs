//! The profiles that come with the program.

use crate::preset::Source;

/// Name and text of each, in the order of the alphabet.
pub const ALL: &[(&str, &str)] = &[
    ("ambientcg", include_str!("../profiles/ambientcg.toml")),
    ("gltf", include_str!("../profiles/gltf.toml")),
    ("godot", include_str!("../profiles/godot.toml")),
    ("materialx", include_str!("../profiles/materialx.toml")),
    ("polyhaven", include_str!("../profiles/polyhaven.toml")),
    ("unity", include_str!("../profiles/unity.toml")),
    ("unreal", include_str!("../profiles/unreal.toml")),
];

/// The profile of this name.
pub fn find(name: &str) -> Option<Source> {
    ALL.iter()
        .find(|profile| profile.0 == name)
        .map(|(name, text)| Source::new(format!("{name}.toml (built in)"), *text))
}
