//! A bake on a graphics card: the shaders of a recipe, and bands that come back ready to be packed.
//!
//! ```text
//! places -> [ program -> planes -> samples of each map ] -> staging -> parts, on the threads of the host
//! ```
//! `layout` cuts a picture into slots and steps, `feed` keeps the card at work and hands out what it made, `canary`
//! compares it with this processor beforehand. Rejected: the whole picture at once, which is bounded by the memory of the
//! card and leaves the host idle until the end.

mod canary;
mod feed;
mod layout;
#[cfg(test)]
mod tests;

pub(super) use feed::Feed;

use super::Bake;
use crate::eval::gpu::{Binding, Buffer, Device, Failure, Group, Pipeline};
use crate::machine::shader::Finished;
use crate::machine::wgsl::Arithmetic;
use crate::maps::shader as map_shader;
use crate::maps::{Kind, MapPlan, Method, Recipe};
use crate::program::shader::{self as program_shader, Show};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Samples of the first call; calls grow as long as they are quick.
const FIRST_CALL: u64 = 1 << 14;

/// The shaders of a recipe on a card.
pub(super) struct Card {
    device: Arc<Device>,
    program: Shader,
    slopes: Option<Shader>,
    maps: Vec<Shader>,
    /// Planes, those of slopes behind the outputs.
    planes: u64,
    /// Rows and columns around a band that normals need.
    halo: u32,
    /// Samples that a call may compute.
    call: AtomicU64,
    /// The longest that the device may be silent.
    patience: Duration,
    /// Microseconds of the longest call that was waited for.
    longest: AtomicU64,
}

/// A pipeline with its parameters and data.
struct Shader {
    pipeline: Arc<Pipeline>,
    job: Buffer,
    args: Buffer,
    data: Buffer,
}

impl Card {
    /// Compiles what a bake needs. Drivers may compile when they run a shader first: `patience` counts that in.
    pub(super) fn new(device: &Arc<Device>, bake: &Bake, patience: Duration) -> Result<Self, Failure> {
        let Recipe { program, height, maps, .. } = &*bake.recipe;
        let arithmetic = if device.is_strict() { Arithmetic::Marked } else { Arithmetic::Guarded };
        let method = |map: &MapPlan| if let Kind::Normal { method, .. } = map.kind { Some(method) } else { None };
        let analytic = maps.iter().any(|map| method(map) == Some(Method::Analytic));
        let halo = u32::from(maps.iter().any(|map| method(map) == Some(Method::Central)));
        let outputs = program.outputs.len() as u32;
        let places = [Binding::ReadOnly, Binding::ReadWrite];
        let shade =
            |show, of| Shader::new(device, &program_shader::shader(of, show, bake.samples, arithmetic), &places);
        let slopes = match height {
            Some(height) if analytic => {
                let per_metre = [1.0 / bake.tile[0], -1.0 / bake.tile[1]].map(|v| v as f32);
                Some(shade(Show::Slopes(outputs, per_metre), height)?)
            }
            _ => None,
        };
        let pixel = bake.pixel_metres();
        let made = |map: &MapPlan| {
            let bindings = [Binding::ReadOnly, Binding::ReadWrite, Binding::ReadWrite];
            Shader::new(device, &map_shader::shader(map, outputs, pixel, arithmetic), &bindings)
        };
        Ok(Self {
            program: shade(Show::Values, program)?,
            maps: maps.par_iter().map(made).collect::<Result<_, _>>()?,
            planes: u64::from(outputs) + if slopes.is_some() { 2 } else { 0 },
            slopes,
            halo,
            device: Arc::clone(device),
            call: AtomicU64::new(FIRST_CALL),
            patience,
            longest: AtomicU64::new(0),
        })
    }

    pub(super) fn device(&self) -> &Arc<Device> {
        &self.device
    }
    /// The longest call that was waited for; short ones are not.
    pub(super) fn longest_call(&self) -> Duration {
        Duration::from_micros(self.longest.load(Ordering::Relaxed))
    }
}

impl Shader {
    /// `more` are the bindings behind the job, the parameters and the data.
    fn new(device: &Device, shader: &Finished, more: &[Binding]) -> Result<Self, Failure> {
        let args = if shader.has_uniform_args() { Binding::Uniform } else { Binding::ReadOnly };
        let mut bindings = vec![Binding::Uniform, args, Binding::ReadOnly];
        bindings.extend(more);
        let pipeline = device.pipeline(&shader.text, &bindings)?;
        let words = bytemuck::cast_slice(&shader.args);
        let args = if shader.has_uniform_args() {
            let args = device.uniform(words.len() as u64, "parameters")?;
            device.write(&args, words, "parameters")?;
            args
        } else {
            device.upload(words, "parameters")?
        };
        let data = device.upload(bytemuck::cast_slice(&shader.data), "tables and grids")?;
        Ok(Self { pipeline, job: device.uniform(64, "a job")?, args, data })
    }

    fn group(&self, device: &Device, more: &[&Buffer]) -> Result<Group, Failure> {
        let mut buffers = vec![&self.job, &self.args, &self.data];
        buffers.extend(more);
        device.group(&self.pipeline, &buffers)
    }
}
