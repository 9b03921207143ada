// head of perlin_2d.wgsl
// fn k0 is k0 of value_2d.wgsl
fn k1(p: u32, i0: f32) -> f32 {
    let v5 = bitcast<u32>(i0);
    let v7 = v5 & 0x7fffffffu;
    let v8 = bitcast<f32>(v7);
    return v8;
}
fn k2(p: u32, i0: f32) -> f32 {
    let v6 = 1.0f - i0;
    return v6;
}
// fn k3 is k1 of worley_2d.wgsl
fn k4(p: u32, i0: f32, i1: f32) -> f32 {
    let v6 = bitcast<f32>(args[p + 0u].x);
    let v7 = i1 * v6;
    let v8 = i0 + v7;
    return v8;
}
// fn k5 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z);
    let r1 = k0(3u, x, y, z);
    let r2 = k0(5u, x, y, z);
    let r3 = k0(7u, x, y, z);
    let r4 = k1(9u, r0);
    let r5 = k2(9u, r4);
    let r6 = k3(9u, r5, r5);
    let r7 = k4(9u, bitcast<f32>(args[0u].x), r6);
    let r8 = k1(10u, r1);
    let r9 = k2(10u, r8);
    let r10 = k3(10u, r9, r9);
    let r11 = k4(10u, r7, r10);
    let r12 = k1(11u, r2);
    let r13 = k2(11u, r12);
    let r14 = k3(11u, r13, r13);
    let r15 = k4(11u, r11, r14);
    let r16 = k1(12u, r3);
    let r17 = k2(12u, r16);
    let r18 = k3(12u, r17, r17);
    let r19 = k4(12u, r15, r18);
    return array<f32, 1>(k5(13u, r19));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
