//! bakestone

pub mod machine;
