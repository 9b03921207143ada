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
@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<uniform> args: array<vec4<u32>, 16>;
@group(0) @binding(2) var<storage, read> data: array<u32>;
fn k0(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    return array<f32, 1>(k0(1u, bitcast<f32>(args[0u].x)));
}
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= job.size.x || id.y >= job.size.y) {
        return;
    }
    let column = job.first.x + id.x;
    let row = job.first.y + id.y;
    let values = program(places[job.columns_at + column], places[row], job.z);
    let at = row * job.stride + column;
    planes[0u * job.plane + at] = values[0];
}
