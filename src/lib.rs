//! bakestone
#[cfg(feature = "cli")]
pub mod render;
