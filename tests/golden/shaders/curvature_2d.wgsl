// head of warp_3d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k5 of cobbles_2d.wgsl
// fn k4 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z);
    let r1 = k1(5u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(5u, bitcast<f32>(args[1u].x), r1);
    let r3 = k0(6u, x + args[5u].x, y, z);
    let r4 = k1(8u, r3, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r5 = k0(9u, x + args[8u].x, y, z);
    let r6 = k1(11u, r5, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r7 = k2(11u, bitcast<f32>(args[1u].x), r6);
    let r8 = k1(11u, bitcast<f32>(args[1u].x), r4, r7);
    let r9 = k1(11u, bitcast<f32>(args[1u].x), r1, r2);
    let r10 = k3(11u, r9, r8);
    let r11 = k0(12u, x, y + args[11u].x, z);
    let r12 = k1(14u, r11, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r13 = k0(15u, x, y + args[14u].x, z);
    let r14 = k1(17u, r13, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r15 = k2(17u, bitcast<f32>(args[1u].x), r14);
    let r16 = k1(17u, bitcast<f32>(args[1u].x), r12, r15);
    let r17 = k3(17u, r9, r16);
    let r18 = k2(17u, r17, bitcast<f32>(args[2u].x));
    let r19 = k1(17u, r10, bitcast<f32>(args[2u].x), r18);
    return array<f32, 1>(k4(17u, r19));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
