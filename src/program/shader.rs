//! A program as a compute shader: one thread for each pixel, which writes the outputs into planes.
//!
//! In: a program. Out: the text and its buffers. Each step is a call of the function that its operation was recorded as;
//! registers are values that are written once. Places of columns and rows come from a buffer, where the host computed
//! them as for every other machine. Rejected: an interpreter of steps on the card, which can't keep numbers in registers.

use super::op::Place;
use super::{Program, Step};
use crate::machine::Machine;
use crate::machine::math::clean;
use crate::machine::shader::{Finished, Shader};
use crate::machine::wgsl::Arithmetic;
use std::fmt::Write;

/// What becomes of the outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Show {
    /// A plane for each output, NaN and -0 replaced by 0.
    Values,
    /// Two planes, from this one on: the slopes of the first output along x and y, times these factors.
    Slopes(u32, [f32; 2]),
}

/// The struct `Job` of these shaders, as words; binding 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Job {
    /// Column and row of the first pixel of this call, counted in the planes.
    pub first: [u32; 2],
    /// Columns and rows of this call.
    pub size: [u32; 2],
    /// Where in `places` the columns stand, after the rows.
    pub columns_at: u32,
    /// The slice.
    pub z: u32,
    /// Pixels of a row of a plane.
    pub stride: u32,
    /// Pixels of a plane.
    pub plane: u32,
}

impl Job {
    /// The words of the buffer; the last one is the zero of guarded arithmetic.
    pub fn words(self) -> [u32; 12] {
        let ([x, y], [w, h]) = (self.first, self.size);
        [x, y, w, h, self.columns_at, self.z, self.stride, self.plane, 0, 0, 0, 0]
    }
}

const HEAD: &str = "\
struct Job {
    first: vec2<u32>,
    size: vec2<u32>,
    columns_at: u32,
    z: u32,
    stride: u32,
    plane: u32,
    zero: u32,
}
struct Moved {
    place: u32,
    slopes: array<f32, 3>,
}
@group(0) @binding(3) var<storage, read> places: array<u32>;
@group(0) @binding(4) var<storage, read_write> planes: array<f32>;
";

/// Threads of a group along x and y.
pub const GROUP: u32 = 16;

/// The shader of a program, for `samples` x `samples` samples per pixel.
pub fn shader(program: &Program, show: Show, samples: u32, arithmetic: Arithmetic) -> Finished {
    let mut shader = Shader::new(arithmetic);
    let mut body = Body::new(program, show != Show::Values, &mut shader);
    program.steps.iter().for_each(|step| body.step(step));
    let outputs: Vec<String> = match show {
        Show::Values => program.outputs.iter().map(|o| body.numbers[*o][0].clone()).collect(),
        Show::Slopes(..) => body.numbers[program.outputs[0]][1..3].to_vec(),
    };
    let text = body.text;
    let outputs = match show {
        Show::Values => {
            outputs.iter().map(|v| shader.function(ONE, "f32", &[v], |m| clean(m, m.float("a")).name())).collect()
        }
        Show::Slopes(..) => outputs,
    };
    let count = outputs.len();
    let all = outputs.join(", ");
    let mut main = format!(
        "fn program(x: u32, y: u32, z: u32) -> array<f32, {count}> {{\n{text}    return array<f32, {count}>({all});\n}}\n"
    );
    let sampled = sampled(&mut shader, count, samples);
    let (first, factors) = match show {
        Show::Values => (0, Vec::new()),
        Show::Slopes(first, factors) => (first, factors.to_vec()),
    };
    let mut stores = String::new();
    for k in 0..count {
        let mut value = format!("values[{k}]");
        if let Some(factor) = factors.get(k) {
            value = times(&mut shader, &value, *factor);
        }
        let _ = writeln!(stores, "    planes[{}u * job.plane + at] = {value};", first as usize + k);
    }
    let _ = write!(
        main,
        "@compute @workgroup_size({GROUP}, {GROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    if (id.x >= job.size.x || id.y >= job.size.y) {{
        return;
    }}
    let column = job.first.x + id.x;
    let row = job.first.y + id.y;
{sampled}    let at = row * job.stride + column;
{stores}}}
"
    );
    shader.finish(HEAD, &main)
}

/// The arguments of a function of one number.
const ONE: &[[&str; 2]] = &[["a", "f32"]];

/// A value times a parameter.
fn times(shader: &mut Shader, value: &str, factor: f32) -> String {
    shader.function(ONE, "f32", &[value], |m| (m.float("a") * m.arg_f(factor)).name())
}

/// The lines that make `values` of one pixel: the mean of its samples, summed row by row.
fn sampled(shader: &mut Shader, count: usize, samples: u32) -> String {
    if samples == 1 {
        return "    let values = program(places[job.columns_at + column], places[row], job.z);\n".into();
    }
    let (mut sums, mut means) = (String::new(), String::new());
    for k in 0..count {
        let value = format!("values[{k}]");
        let sample = format!("sample[{k}]");
        let two = [["a", "f32"], ["b", "f32"]];
        let sum = shader.function(&two, "f32", &[&value, &sample], |m| (m.float("a") + m.float("b")).name());
        let mean = times(shader, &value, 1.0 / (samples * samples) as f32);
        let _ = writeln!(sums, "            values[{k}] = {sum};");
        let _ = writeln!(means, "    values[{k}] = {mean};");
    }
    format!(
        "    var values = array<f32, {count}>();
    for (var j = 0u; j < {samples}u; j++) {{
        for (var i = 0u; i < {samples}u; i++) {{
            let x = places[job.columns_at + column * {samples}u + i];
            let y = places[row * {samples}u + j];
            let sample = program(x, y, job.z);
{sums}        }}
    }}
{means}"
    )
}

/// What a recorded operation takes and gives; `outs` is 0 for a circle.
fn signature(placed: bool, slopes: bool, ins: usize, outs: usize) -> String {
    let each = if slopes { 4 } else { 1 };
    let mut text = String::from("(p: u32");
    if placed {
        text += ", x: u32, y: u32, z: u32";
        if slopes {
            ["x", "y", "z"].iter().for_each(|axis| {
                (0..3).for_each(|k| {
                    let _ = write!(text, ", {axis}{k}: f32");
                });
            });
        }
    }
    (0..ins * each).for_each(|i| {
        let _ = write!(text, ", i{i}: f32");
    });
    let result = match outs * each {
        0 if slopes => "Moved".into(),
        0 => "u32".into(),
        1 => "f32".into(),
        many => format!("array<f32, {many}>"),
    };
    format!("{text}) -> {result}")
}

/// The lines of a program, step by step.
struct Body<'a> {
    shader: &'a mut Shader,
    slopes: bool,
    text: String,
    /// What the registers of numbers hold: a value, and its slopes where they are wanted.
    numbers: Vec<Vec<String>>,
    circles: Vec<String>,
    steps: usize,
}

impl<'a> Body<'a> {
    fn new(program: &Program, slopes: bool, shader: &'a mut Shader) -> Self {
        let mut numbers = vec![Vec::new(); program.numbers];
        for constant in &program.constants {
            let mut value = vec![shader.number(*constant)];
            value.extend(vec!["0.0f".to_string(); if slopes { 3 } else { 0 }]);
            numbers.push(value);
        }
        Self { shader, slopes, text: String::new(), numbers, circles: vec![String::new(); program.circles], steps: 0 }
    }

    fn step(&mut self, Step { op, wiring }: &Step) {
        let mut arguments = if op.placed() { self.place(wiring.place) } else { Vec::new() };
        arguments.extend(wiring.ins.iter().flat_map(|register| self.numbers[*register].clone()));
        let signature = signature(op.placed(), self.slopes, wiring.ins.len(), op.outs());
        let call = self.shader.call(&signature, op.record(self.shader.arithmetic(), self.slopes), &arguments);
        let name = format!("r{}", self.steps);
        self.steps += 1;
        let _ = writeln!(self.text, "    let {name} = {call};");
        if op.outs() == 0 {
            if let Some(Some(register)) = wiring.outs.first() {
                self.circles[*register] = name;
            }
            return;
        }
        let each = if self.slopes { 4 } else { 1 };
        for (k, register) in wiring.outs.iter().enumerate() {
            let Some(register) = register else { continue };
            let values = (k * each..(k + 1) * each).map(|i| match op.outs() * each {
                1 => name.clone(),
                _ => format!("{name}[{i}]"),
            });
            self.numbers[*register] = values.collect();
        }
    }

    /// The arguments x, y and z, with slopes where they are wanted.
    fn place(&mut self, place: Place<usize>) -> Vec<String> {
        let axes = ["x", "y", "z"];
        let mut places = Vec::new();
        let mut slopes = Vec::new();
        for axis in 0..3 {
            match place {
                Place::Row(shift) => {
                    places.push(match shift[axis] {
                        0 => axes[axis].to_string(),
                        by => format!("{} + {}", axes[axis], self.shader.word(by)),
                    });
                    slopes.extend((0..3).map(|k| if k == axis { "1.0f".to_string() } else { "0.0f".into() }));
                }
                Place::Free(circles) => {
                    let circle = &self.circles[circles[axis]];
                    if self.slopes {
                        places.push(format!("{circle}.place"));
                        slopes.extend((0..3).map(|k| format!("{circle}.slopes[{k}]")));
                    } else {
                        places.push(circle.clone());
                    }
                }
            }
        }
        if self.slopes {
            places.extend(slopes);
        }
        places
    }
}
