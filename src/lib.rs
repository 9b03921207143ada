//! bakestone

#[cfg(feature = "cli")]
pub mod output;
