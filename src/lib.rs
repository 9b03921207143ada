//! bakestone
