// head of warp_3d.wgsl
// fn quotient is quotient of planks_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k2 of cobbles_2d.wgsl
// fn k4 is k5 of slope_2d.wgsl
// fn k5 is k5 of formula_2d.wgsl
fn k6(p: u32, i0: f32, i1: f32) -> array<f32, 3> {
    let v7 = -(1000000000.0f);
    let v8 = v7 < i0;
    let v9 = select(v7, i0, v8);
    let v10 = v9 < 1000000000.0f;
    let v11 = select(1000000000.0f, v9, v10);
    let v12 = v7 < i1;
    let v13 = select(v7, i1, v12);
    let v14 = v13 < 1000000000.0f;
    let v15 = select(1000000000.0f, v13, v14);
    let v17 = v11 * v11;
    let v18 = v15 * v15;
    let v19 = v17 + v18;
    let v21 = v19 + 1.0f;
    let v22 = root(v21);
    let v23 = quotient(1.0f, v22);
    let v24 = -(v11);
    let v25 = v24 * v23;
    let v26 = -(v15);
    let v27 = v26 * v23;
    return array<f32, 3>(v25, v27, v23);
}
// fn k7 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 3> {
    let r0 = k0(5u, x + args[4u].x, y, z);
    let r1 = k1(7u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k0(8u, x + args[7u].x, y, z);
    let r3 = k1(10u, r2, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r4 = k2(10u, bitcast<f32>(args[1u].x), r3);
    let r5 = k3(10u, bitcast<f32>(args[1u].x), r1, r4);
    let r6 = k0(11u, x, y + args[10u].x, z);
    let r7 = k1(13u, r6, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r8 = k0(14u, x, y + args[13u].x, z);
    let r9 = k1(16u, r8, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r10 = k2(16u, bitcast<f32>(args[1u].x), r9);
    let r11 = k3(16u, bitcast<f32>(args[1u].x), r7, r10);
    let r12 = k0(16u, x, y, z);
    let r13 = k1(18u, r12, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r14 = k4(18u, bitcast<f32>(args[2u].x), r13);
    let r15 = k5(18u, r5, bitcast<f32>(args[3u].x), r14);
    let r16 = k5(18u, r11, bitcast<f32>(args[3u].x), r14);
    let r17 = k6(18u, r15, r16);
    return array<f32, 3>(k7(18u, r17[0]), k7(18u, r17[1]), k7(18u, r17[2]));
}
@compute @workgroup_size(16, 16)
// fn main is main of ramp_2d.wgsl
