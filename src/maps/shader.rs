//! The samples of a map as a compute shader: the same functions as in `finish` and `normal`, recorded.
//!
//! In: the planes that the shader of the program wrote. Out: packed samples, as they lie in memory on the host, and what
//! was noticed. A thread makes four pixels that follow each other, so that it writes whole words whatever a sample has.

use super::finish::{scatter, task};
use super::normal::normal;
use super::plan::{Kind, MapPlan};
use super::{Convention, Counts, Depth, Method, Steps};
use crate::machine::shader::{Finished, Shader};
use crate::machine::wgsl::{Arithmetic, list};
use std::fmt::Write;

/// The struct `Job` of these shaders, as words; binding 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Job {
    /// Pixels of a row that is made.
    pub width: u32,
    /// Pixels that are made.
    pub pixels: u32,
    /// Pixels of a row of a plane.
    pub stride: u32,
    /// Pixels of a plane.
    pub plane: u32,
    /// Where in a plane the first pixel lies.
    pub corner: u32,
    /// The first word of the samples.
    pub to: u32,
    /// Threads of a row of groups.
    pub line: u32,
    /// The first word of the counts of this map.
    pub counts: u32,
    /// Column and row of the first pixel in the whole picture, on which dither depends.
    pub at: [u32; 2],
    /// Width and height of the whole picture.
    pub around: [u32; 2],
}

impl Job {
    /// The words of the buffer; the last one is the zero of guarded arithmetic.
    pub fn words(self) -> [u32; 16] {
        let ([x, y], [w, h]) = (self.at, self.around);
        let Self { width, pixels, stride, plane, corner, to, line, counts, .. } = self;
        [x, y, w, h, width, pixels, stride, plane, corner, to, line, counts, 0, 0, 0, 0]
    }
}

/// Threads of a group.
pub const GROUP: u32 = 64;
/// Pixels of a thread.
pub const QUAD: u32 = 4;
/// Words of the counts of a map before anything was seen: below, above, the least and the greatest value.
pub const NOTHING_SEEN: [u32; 4] = [0, 0, u32::MAX, 0];

const HEAD: &str = "\
struct Job {
    at: vec2<u32>,
    around: vec2<u32>,
    width: u32,
    pixels: u32,
    stride: u32,
    plane: u32,
    corner: u32,
    to: u32,
    line: u32,
    counts: u32,
    zero: u32,
}
@group(0) @binding(3) var<storage, read> planes: array<f32>;
@group(0) @binding(4) var<storage, read_write> samples: array<u32>;
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;
var<private> seen: vec4<u32> = vec4<u32>(0u, 0u, 0xffffffffu, 0u);
var<workgroup> gathered: array<atomic<u32>, 4>;
// Words that are ordered as numbers are.
fn note(v: f32, outside: f32) {
    let bits = bitcast<u32>(v);
    if ((bits & 0x7fffffffu) > 0x7f800000u) {
        return;
    }
    let key = bits ^ select(0x80000000u, 0xffffffffu, bits >= 0x80000000u);
    seen.x += u32(outside < 0.0f);
    seen.y += u32(outside > 0.0f);
    seen.z = min(seen.z, key);
    seen.w = max(seen.w, key);
}
";

/// The shader of a map, for pixels of this size in metres. Normals from exact slopes find them in the planes `slopes` and the
/// next one.
pub fn shader(map: &MapPlan, slopes: u32, pixel: [f64; 2], arithmetic: Arithmetic) -> Finished {
    let mut shader = Shader::new(arithmetic);
    let task = task(map);
    let mut lines = values(map, slopes, pixel, &mut shader);
    let channels = map.stored_channels();
    let one: &[[&str; 2]] = &[["v", "f32"]];
    let mut stored = Vec::new();
    for c in 0..channels {
        let task = task.of_channel(c);
        let value = format!("c{c}");
        let outside = shader.function(one, "f32", &[&value], |m| task.outside(m, m.float("v")).name());
        let _ = writeln!(lines, "    note({value}, {outside});");
        let noise = if task.dither {
            let places = [["x", "u32"], ["y", "u32"]];
            let place = |m: crate::machine::wgsl::Wgsl<'_>| scatter(m, [m.word("x"), m.word("y")], c as u32).name();
            shader.function(&places, "f32", &["x", "y"], place)
        } else {
            "0.0f".into()
        };
        let takes = [["v", "f32"], ["noise", "f32"]];
        let store = shader
            .function(&takes, "u32", &[&value, &noise], |m| task.stored(m, m.float("v"), m.float("noise")).name());
        stored.push(store);
    }
    let stored = stored.join(", ");
    let main = format!(
        "fn pixel(i: u32) -> array<u32, {channels}> {{
    let column = i % job.width;
    let row = i / job.width;
    let at = job.corner + row * job.stride + column;
    let x = (job.at.x + column) % job.around.x;
    let y = (job.at.y + row) % job.around.y;
{lines}    return array<u32, {channels}>({stored});
}}
@compute @workgroup_size({GROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32) {{
    if (local < 4u) {{
        atomicStore(&gathered[local], select(0u, 0xffffffffu, local == 2u));
    }}
    workgroupBarrier();
    let quad = id.y * job.line + id.x;
    if (quad * {QUAD}u < job.pixels) {{
{packed}        atomicAdd(&gathered[0], seen.x);
        atomicAdd(&gathered[1], seen.y);
        atomicMin(&gathered[2], seen.z);
        atomicMax(&gathered[3], seen.w);
    }}
    workgroupBarrier();
    if (local == 0u) {{
        atomicAdd(&counts[job.counts], atomicLoad(&gathered[0]));
        atomicAdd(&counts[job.counts + 1u], atomicLoad(&gathered[1]));
        atomicMin(&counts[job.counts + 2u], atomicLoad(&gathered[2]));
        atomicMax(&counts[job.counts + 3u], atomicLoad(&gathered[3]));
    }}
}}
",
        packed = packed(channels, bytes(map)),
    );
    shader.finish(HEAD, &main)
}

/// Bytes of a sample, as the host holds it.
pub fn bytes(map: &MapPlan) -> usize {
    match map.depth {
        Depth::Eight => 1,
        Depth::Sixteen => 2,
        Depth::Half | Depth::Float => 4,
    }
}

/// The lines that name the channels of a pixel c0, c1 and on.
fn values(map: &MapPlan, first_slope: u32, pixel: [f64; 2], shader: &mut Shader) -> String {
    let mut lines = String::new();
    let Kind::Normal { strength, convention, method, .. } = map.kind else {
        for (c, plane) in map.channels.iter().enumerate() {
            let _ = writeln!(lines, "    let c{c} = planes[{plane}u * job.plane + at];");
        }
        return lines;
    };
    let up = convention == Convention::OpenGl;
    let two = [["a", "f32"], ["b", "f32"]];
    let (slopes, scale) = match method {
        Method::Analytic => {
            let plane = |k: u32| format!("planes[{}u * job.plane + at]", first_slope + k);
            ([plane(0), plane(1)], [strength as f32, if up { strength as f32 } else { -strength as f32 }])
        }
        Method::Central => {
            let height = |to: &str| format!("planes[{}u * job.plane + at {to}]", map.channels[0]);
            let mut difference = |a: &str, b: &str| {
                let (a, b) = (height(a), height(b));
                shader.function(&two, "f32", &[&a, &b], |m| (m.float("a") - m.float("b")).name())
            };
            let differences = [difference("+ 1u", "- 1u"), difference("- job.stride", "+ job.stride")];
            let steps = Steps::new(pixel, strength, up);
            (differences, [steps.x, steps.y])
        }
    };
    let unit = shader.function(&two, "array<f32, 3>", &[&slopes[0], &slopes[1]], |m| {
        list(&normal(m, [m.float("a"), m.float("b")], scale))
    });
    let _ = writeln!(lines, "    let unit = {unit};");
    for c in 0..3 {
        let _ = writeln!(lines, "    let c{c} = unit[{c}];");
    }
    lines
}

/// The lines that put the samples of four pixels into words.
fn packed(channels: usize, bytes: usize) -> String {
    let words = channels * bytes;
    let mut lines = String::new();
    for word in 0..words {
        let _ = writeln!(lines, "        var w{word} = 0u;");
    }
    for k in 0..QUAD as usize {
        let _ = writeln!(lines, "        if (quad * {QUAD}u + {k}u < job.pixels) {{");
        let _ = writeln!(lines, "            let s = pixel(quad * {QUAD}u + {k}u);");
        for c in 0..channels {
            let byte = (k * channels + c) * bytes;
            let _ = writeln!(lines, "            w{} |= s[{c}] << {}u;", byte / 4, byte % 4 * 8);
        }
        lines += "        }\n";
    }
    for word in 0..words {
        let _ = writeln!(lines, "        samples[job.to + quad * {words}u + {word}u] = w{word};");
    }
    lines
}

/// What the counts of a map say.
pub fn counts([below, above, least, greatest]: [u32; 4]) -> Counts {
    let number = |key: u32| f32::from_bits(if key >> 31 == 1 { key ^ 0x8000_0000 } else { !key });
    if least > greatest {
        return Counts::default();
    }
    Counts { below: u64::from(below), above: u64::from(above), least: number(least), greatest: number(greatest) }
}
