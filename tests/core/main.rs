//! The core against properties and outside values. Every suite that can walks the registry of node types and the list
//! of presets, so that a new one is covered by being registered.

mod averaged;
mod cover;
mod exactness;
mod formulas;
mod functions;
#[cfg(feature = "cli")]
mod gallery;
mod golden;
#[cfg(feature = "gpu")]
mod gpu;
mod gridded;
mod layers;
#[cfg(feature = "cli")]
mod materials;
mod mistakes;
mod packs;
mod patterns;
mod per_element;
mod ranges;
mod reuse;
mod scatter;
mod seam;
#[cfg(feature = "gpu")]
mod shaders;
mod shapes;
mod sizes;
mod slopes;
#[cfg(feature = "cli")]
mod spectrum;
mod support;
mod vectors;
mod worley;
