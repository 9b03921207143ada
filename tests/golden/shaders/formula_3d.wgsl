// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_3d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k3 of formula_2d.wgsl
// fn k4 is k0 of worley_3d.wgsl
// fn k5 is k5 of formula_2d.wgsl
// fn k6 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z);
    let r1 = k1(5u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(5u, bitcast<f32>(args[1u].x), r1);
    let r3 = k3(5u, r2);
    let r4 = k4(5u, x, y, z);
    let r5 = k5(7u, r4, bitcast<f32>(args[2u].x), r3);
    let r6 = k1(7u, r1, r1, r5);
    return array<f32, 1>(k6(7u, r6));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
