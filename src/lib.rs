//! bakestone

pub mod grid;
