//! The graphics card: finding it, shaders that leave it no choice, memory, and waiting with an end.
//!
//! In: WGSL that was recorded, and bytes. Out: bytes. wgpu is named nowhere else; nothing here knows a program or a map.

mod adapter;
mod buffer;
mod device;
mod failure;
mod pipeline;
pub mod spirv;
#[cfg(test)]
mod tests;
mod timer;

pub use adapter::{About, Choice, Kind, devices};
pub use buffer::{Buffer, Staging, View};
pub use device::{Device, Shaders, Submitted};
pub use failure::Failure;
pub use pipeline::{Binding, Copy, Dispatch, Group, Pipeline};
pub use timer::Timer;
