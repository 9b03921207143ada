//! From numbers to finished pixels of the maps.
//!
//! In: a material and what is wanted of it. Out: a [`MapPlan`] per picture (what it shows, how it is stored) and, band
//! by band, finished samples. `plan` decides which maps there are and lowers them; `finish` turns planes of numbers
//! into stored samples; `normal` makes normals of heights, the one step that looks at neighbour pixels.

mod finish;
mod lost;
mod normal;
mod pack;
mod plan;
#[cfg(feature = "gpu")]
pub mod shader;
mod volume;

pub use finish::{Counts, Finish, Rows, Run, Samples};
pub use normal::{Heights, Steps, Units, from_slopes, normals};
pub use plan::{Kind, MapPlan, Recipe, Want, plan};

pub use crate::preset::{Convention, Depth, Format, Method};
