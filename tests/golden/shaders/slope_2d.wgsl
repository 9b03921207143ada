// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k2 of cobbles_2d.wgsl
// fn k4 is k5 of formula_2d.wgsl
fn k5(p: u32, i0: f32, i1: f32) -> f32 {
    let v6 = i0 + i1;
    return v6;
}
fn k6(p: u32, i0: f32) -> f32 {
    let v6 = 0.0f < i0;
    let v7 = select(0.0f, i0, v6);
    let v8 = root(v7);
    return v8;
}
// fn k7 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(4u, x + args[3u].x, y, z);
    let r1 = k1(6u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k0(7u, x + args[6u].x, y, z);
    let r3 = k1(9u, r2, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r4 = k2(9u, bitcast<f32>(args[1u].x), r3);
    let r5 = k3(9u, bitcast<f32>(args[1u].x), r1, r4);
    let r6 = k2(9u, r5, bitcast<f32>(args[2u].x));
    let r7 = k0(10u, x, y + args[9u].x, z);
    let r8 = k1(12u, r7, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r9 = k0(13u, x, y + args[12u].x, z);
    let r10 = k1(15u, r9, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r11 = k2(15u, bitcast<f32>(args[1u].x), r10);
    let r12 = k3(15u, bitcast<f32>(args[1u].x), r8, r11);
    let r13 = k2(15u, r12, bitcast<f32>(args[2u].x));
    let r14 = k4(15u, r5, bitcast<f32>(args[2u].x), r6);
    let r15 = k4(15u, r12, bitcast<f32>(args[2u].x), r13);
    let r16 = k5(15u, r14, r15);
    let r17 = k6(15u, r16);
    return array<f32, 1>(k7(15u, r17));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
