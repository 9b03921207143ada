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
@group(0) @binding(1) var<uniform> args: array<vec4<u32>, 32>;
@group(0) @binding(2) var<storage, read> data: array<u32>;
// fn k0 is k0 of fbm_3d.wgsl
// fn k1 is k1 of worley_2d.wgsl
// fn k2 is k2 of warp_2d.wgsl
// fn k3 is k3 of warp_2d.wgsl
// fn k4 is k4 of warp_2d.wgsl
// fn k5 is k0 of perlin_3d.wgsl
// fn k6 is k1 of perlin_2d.wgsl
// fn k7 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z, bitcast<f32>(args[0u].x));
    let r1 = k0(5u, x, y, z, r0);
    let r2 = k0(7u, x, y, z, bitcast<f32>(args[0u].x));
    let r3 = k0(9u, x, y, z, r2);
    let r4 = k0(11u, x, y, z, bitcast<f32>(args[0u].x));
    let r5 = k0(13u, x, y, z, r4);
    let r6 = k1(15u, r1, bitcast<f32>(args[1u].x));
    let r7 = k1(15u, r3, bitcast<f32>(args[1u].x));
    let r8 = k1(15u, r5, bitcast<f32>(args[1u].x));
    let r9 = k2(15u, x, y, z, r6);
    let r10 = k3(15u, x, y, z, r7);
    let r11 = k4(15u, x, y, z, r8);
    let r12 = k5(15u, r9, r10, r11);
    let r13 = k6(17u, r12, bitcast<f32>(args[2u].x), bitcast<f32>(args[2u].x));
    return array<f32, 1>(k7(17u, r13));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
