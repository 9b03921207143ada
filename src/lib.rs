//! bakestone
pub mod grid;
