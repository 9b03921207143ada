//! bakestone bakes seamless procedural materials into texture maps: the same bits on every machine, at every size the
//! same picture.
//!
//! ```text
//! TOML text -> preset (typed, resolved) -> Material (checked) -> recipe (flat program + pictures)
//!           -> Bake: bands of rows through SIMD lanes on all cores, or on a graphics card with the same bits
//!           -> maps (normals, rounding) -> sinks (files, memory)
//! ```
//!
//! ```
//! use bakestone::{Bake, Engine, Material, Request, Settings, presets};
//!
//! let material = Material::read(presets::find("marble").unwrap(), &Settings::default()).unwrap();
//! let bake = Bake::new(&material, &Request::new([64, 64]), &Engine::default()).unwrap();
//! for image in bake.images() {
//!     println!("{}: {} x {}", image.map.name, image.width, image.height);
//! }
//! ```
//!
//! The core, from preset to pixels in memory, needs no files: it builds for `wasm32-unknown-unknown` with
//! `--no-default-features`. The feature `cli` (default) adds files and the command line, which is built on nothing else; the
//! feature `gpu` (default) adds graphics cards: `Bake::on`.

pub mod bake;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod eval;
pub mod grid;
pub mod kernel;
pub mod machine;
pub mod maps;
pub mod material;
pub mod memory;
pub mod nodes;
#[cfg(feature = "cli")]
pub mod output;
pub mod preset;
pub mod presets;
pub mod profiles;
pub mod program;
#[cfg(feature = "cli")]
pub mod render;

pub use bake::{Bake, Image, Offset, Pack, Plain, Region, Request, Sink, Stopped};
pub use eval::Engine;
pub use maps::{Counts, MapPlan, Samples, Want};
pub use material::Material;
pub use preset::{Problem, Problems, Settings, Size, Source, VolumeSize};
