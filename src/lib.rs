//! bakestone
pub mod nodes;
pub mod preset;
