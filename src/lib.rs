//! bakestone

pub mod grid;
#[cfg(feature = "cli")]
pub mod render;
