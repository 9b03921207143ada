// head of perlin_2d.wgsl
// fn k0 is k0 of perlin_3d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(4u, x + args[1u].x, y + args[2u].x, z + args[3u].x);
    let r1 = k1(6u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    return array<f32, 1>(k2(6u, r1));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
