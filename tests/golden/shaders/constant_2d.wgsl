// head of perlin_2d.wgsl
// fn k0 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    return array<f32, 1>(k0(1u, bitcast<f32>(args[0u].x)));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
