// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k2 of warp_2d.wgsl
// fn k4 is k3 of warp_2d.wgsl
// fn k5 is k4 of warp_2d.wgsl
// fn k6 is k0 of worley_2d.wgsl
// fn k7 is k5 of formula_2d.wgsl
// fn k8 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(5u, x, y, z);
    let r1 = k1(7u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(7u, bitcast<f32>(args[1u].x), r1);
    let r3 = k3(7u, x, y, z, r2);
    let r4 = k4(7u, x, y, z, bitcast<f32>(args[2u].x));
    let r5 = k5(7u, x, y, z, bitcast<f32>(args[3u].x));
    let r6 = k0(7u, r3, r4, r5);
    let r7 = k1(9u, r6, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r8 = k6(9u, r3, r4, r5);
    let r9 = k7(12u, r8, bitcast<f32>(args[4u].x), r7);
    return array<f32, 1>(k8(12u, r9));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
