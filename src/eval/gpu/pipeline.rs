//! Shaders made ready, and work handed to the GPU.
//!
//! In comes the text of a compute shader with its buffers; out goes a [`Pipeline`], kept in the device by its text, and a
//! place in the queue for each list of dispatches. On Vulkan the text goes to the driver as strict SPIR-V of our own
//! making (see [`super::spirv`]); elsewhere wgpu translates it.
//!
//! Rejected: wgpu's own translation on Vulkan. It lets drivers fuse products and sums, and 80 to 90 % of the texels differ.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::buffer::{Buffer, Staging, check};
use super::device::{Device, Submitted};
use super::failure::{Failure, one_line};
use super::spirv;
use super::timer::Timer;

/// The function that a shader starts in.
const ENTRY: &str = "main";
/// Pipelines that a device keeps; a batch with more distinct shaders than this makes some anew.
const KEPT: usize = 256;

/// What stands at a binding of group 0. Its number is its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// `var<storage, read>`
    ReadOnly,
    /// `var<storage, read_write>`
    ReadWrite,
    /// `var<uniform>`
    Uniform,
}

/// A shader that is ready to run.
#[derive(Debug)]
pub struct Pipeline {
    raw: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    bindings: Vec<Binding>,
}

/// The buffers of one dispatch.
#[derive(Clone, Debug)]
pub struct Group {
    raw: wgpu::BindGroup,
}

/// A run of a shader.
#[derive(Clone, Copy, Debug)]
pub struct Dispatch<'a> {
    /// The shader.
    pub pipeline: &'a Pipeline,
    /// Its buffers; made for this pipeline or one with the same bindings.
    pub group: &'a Group,
    /// Workgroups along x, y and z.
    pub groups: [u32; 3],
}

/// A copy to where the CPU can read it, after all dispatches.
#[derive(Clone, Copy, Debug)]
pub struct Copy<'a> {
    /// From its front.
    pub from: &'a Buffer,
    /// To its front.
    pub to: &'a Staging,
    /// How much; rounded up to a multiple of 4.
    pub bytes: u64,
}

type Slot = Arc<OnceLock<Result<Arc<Pipeline>, Failure>>>;

/// The pipelines of a device by text and bindings.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<HashMap<(String, Vec<Binding>), Slot>>);

impl Device {
    /// The pipeline of a text, from earlier or made now. Threads that want the same one wait for each other, others don't.
    ///
    /// # Errors
    /// The text does not compile, breaks the rules of exactness on a strict device, or needs more than the device has.
    pub fn pipeline(&self, wgsl: &str, bindings: &[Binding]) -> Result<Arc<Pipeline>, Failure> {
        let slot = {
            let mut known = self.pipelines.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= KEPT {
                known.clear();
            }
            known.entry((wgsl.to_string(), bindings.to_vec())).or_default().clone()
        };
        slot.get_or_init(|| self.compile(wgsl, bindings).map(Arc::new)).clone()
    }

    fn compile(&self, wgsl: &str, bindings: &[Binding]) -> Result<Pipeline, Failure> {
        let storages = bindings.iter().filter(|binding| **binding != Binding::Uniform).count();
        let most = self.limits().max_storage_buffers_per_shader_stage;
        fits("a shader", storages, most, "storage buffers")?;
        let entries: Vec<_> = (0..).zip(bindings).map(|(place, binding)| entry(place, *binding)).collect();
        let module = self.module(wgsl)?;
        let shader = |failure| match failure {
            Failure::Refused { reason, .. } => Failure::Shader { reason },
            other => other,
        };
        self.caught("a shader", wgsl.len() as u64, || {
            let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
            let layout = self.raw.create_bind_group_layout(&descriptor);
            let whole = self.raw.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                bind_group_layouts: &[Some(&layout)],
                ..Default::default()
            });
            let raw = self.raw.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&whole),
                module: &module,
                entry_point: Some(ENTRY),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                cache: None,
            });
            Pipeline { raw, layout, bindings: bindings.to_vec() }
        })
        .map_err(shader)
    }

    #[allow(unsafe_code)]
    fn module(&self, wgsl: &str) -> Result<wgpu::ShaderModule, Failure> {
        let shader = |reason: String| Failure::Shader { reason: one_line(&reason) };
        let Some(controls) = self.controls() else {
            let source = wgpu::ShaderSource::Wgsl(wgsl.into());
            let descriptor = wgpu::ShaderModuleDescriptor { label: None, source };
            return self.caught("a shader", wgsl.len() as u64, || self.raw.create_shader_module(descriptor)).map_err(
                |failure| match failure {
                    Failure::Refused { reason, .. } => shader(reason),
                    other => other,
                },
            );
        };
        let words = spirv::strict(wgsl, controls).map_err(shader)?;
        let faults = spirv::faults(&words);
        if !faults.is_empty() {
            return Err(shader(faults.join("; ")));
        }
        // wgpu looks at nothing of a module that is passed through; what it would have looked at:
        let limits = self.limits();
        let size = spirv::workgroup_size(&words).ok_or_else(|| shader("it has no workgroup size".into()))?;
        let most = [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ];
        for axis in 0..3 {
            fits("a workgroup", size[axis] as usize, most[axis], "invocations along an axis")?;
        }
        let all = size.iter().map(|size| *size as usize).product();
        fits("a workgroup", all, limits.max_compute_invocations_per_workgroup, "invocations")?;
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: vec![wgpu::PassthroughShaderEntryPoint { name: ENTRY.into(), workgroup_size: size.into() }]
                .into(),
            spirv: Some((&words).into()),
            ..Default::default()
        };
        self.caught("a shader", wgsl.len() as u64, || {
            // SAFETY: naga validated the text and wrote the words; the pass only adds decorations, capabilities and
            // execution modes that the device advertises. Our texts check their indices themselves, and the Vulkan
            // device is opened with robust buffer access.
            unsafe { self.raw.create_shader_module_passthrough(descriptor) }
        })
    }

    /// Binds whole buffers, in the order of the pipeline's bindings.
    ///
    /// # Errors
    /// Their number or kinds don't fit the bindings, or out of memory.
    pub fn group(&self, pipeline: &Pipeline, buffers: &[&Buffer]) -> Result<Group, Failure> {
        if buffers.len() != pipeline.bindings.len() {
            let reason = format!("{} buffers for {} bindings", buffers.len(), pipeline.bindings.len());
            return Err(Failure::Refused { what: "a group of buffers".into(), reason });
        }
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.raw.as_entire_binding() })
            .collect();
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &pipeline.layout, entries: &entries };
        self.caught("a group of buffers", 0, || self.raw.create_bind_group(&descriptor)).map(|raw| Group { raw })
    }

    /// Hands work to the GPU and returns at once. Dispatches run in order, each sees what those before it wrote.
    ///
    /// # Errors
    /// More workgroups or bytes than the device takes, a staging buffer that is still viewed, or the device is lost.
    pub fn submit(
        &self,
        work: &[Dispatch<'_>],
        copies: &[Copy<'_>],
        timer: Option<&Timer>,
    ) -> Result<Submitted, Failure> {
        let most = self.limits().max_compute_workgroups_per_dimension;
        for count in work.iter().flat_map(|dispatch| dispatch.groups) {
            fits("a dispatch", count as usize, most, "workgroups along an axis")?;
        }
        for copy in copies {
            check("a copy", copy.bytes, copy.from.bytes().min(copy.to.bytes()))?;
        }
        self.caught("a submission", 0, || {
            let mut encoder = self.raw.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: timer.map(|timer| wgpu::ComputePassTimestampWrites {
                        query_set: &timer.readings,
                        beginning_of_pass_write_index: Some(0),
                        end_of_pass_write_index: Some(1),
                    }),
                });
                for Dispatch { pipeline, group, groups: [x, y, z] } in work {
                    pass.set_pipeline(&pipeline.raw);
                    pass.set_bind_group(0, &group.raw, &[]);
                    pass.dispatch_workgroups(*x, *y, *z);
                }
            }
            for Copy { from, to, bytes } in copies {
                encoder.copy_buffer_to_buffer(&from.raw, 0, &to.raw, 0, bytes.next_multiple_of(4));
            }
            if let Some(timer) = timer {
                encoder.resolve_query_set(&timer.readings, 0..2, &timer.resolved.raw, 0);
                encoder.copy_buffer_to_buffer(&timer.resolved.raw, 0, &timer.staging.raw, 0, 16);
            }
            Submitted(self.queue.submit([encoder.finish()]))
        })
    }
}

fn fits(what: &str, wanted: usize, limit: u32, unit: &'static str) -> Result<(), Failure> {
    if wanted as u64 <= u64::from(limit) {
        return Ok(());
    }
    Err(Failure::TooLarge { what: what.into(), wanted: wanted as u64, limit: limit.into(), unit })
}

fn entry(binding: u32, kind: Binding) -> wgpu::BindGroupLayoutEntry {
    let ty = match kind {
        Binding::ReadOnly => wgpu::BufferBindingType::Storage { read_only: true },
        Binding::ReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
        Binding::Uniform => wgpu::BufferBindingType::Uniform,
    };
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    }
}
