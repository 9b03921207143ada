//! bakestone

pub mod eval;
pub mod grid;
pub mod kernel;
pub mod machine;
pub mod nodes;
#[cfg(feature = "cli")]
pub mod output;
pub mod preset;
pub mod program;
#[cfg(feature = "cli")]
pub mod render;
