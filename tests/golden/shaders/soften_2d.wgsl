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
@group(0) @binding(1) var<uniform> args: array<vec4<u32>, 64>;
@group(0) @binding(2) var<storage, read> data: array<u32>;
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32, i1: f32, i2: f32, i3: f32, i4: f32, i5: f32, i6: f32) -> f32 {
    let v11 = i2 - i1;
    let v12 = i0 + v11;
    let v13 = i3 - i1;
    let v14 = v12 + v13;
    let v15 = i4 - i1;
    let v16 = v14 + v15;
    let v17 = i5 - i1;
    let v18 = v16 + v17;
    let v19 = i6 - i1;
    let v20 = v18 + v19;
    return v20;
}
fn k3(p: u32, i0: f32, i1: f32) -> f32 {
    let v7 = i0 * 0.06666667f;
    let v8 = i1 + v7;
    return v8;
}
// fn k4 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(4u, x + args[2u].x, y + args[3u].x, z);
    let r1 = k1(6u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k0(8u, x + args[6u].x, y + args[7u].x, z);
    let r3 = k1(10u, r2, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r4 = k0(12u, x + args[10u].x, y + args[11u].x, z);
    let r5 = k1(14u, r4, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r6 = k0(16u, x + args[14u].x, y + args[15u].x, z);
    let r7 = k1(18u, r6, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r8 = k0(20u, x + args[18u].x, y + args[19u].x, z);
    let r9 = k1(22u, r8, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r10 = k0(24u, x + args[22u].x, y + args[23u].x, z);
    let r11 = k1(26u, r10, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r12 = k0(28u, x + args[26u].x, y + args[27u].x, z);
    let r13 = k1(30u, r12, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r14 = k0(32u, x + args[30u].x, y + args[31u].x, z);
    let r15 = k1(34u, r14, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r16 = k0(36u, x + args[34u].x, y + args[35u].x, z);
    let r17 = k1(38u, r16, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r18 = k0(40u, x + args[38u].x, y + args[39u].x, z);
    let r19 = k1(42u, r18, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r20 = k0(44u, x + args[42u].x, y + args[43u].x, z);
    let r21 = k1(46u, r20, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r22 = k0(48u, x + args[46u].x, y + args[47u].x, z);
    let r23 = k1(50u, r22, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r24 = k0(52u, x + args[50u].x, y + args[51u].x, z);
    let r25 = k1(54u, r24, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r26 = k0(56u, x + args[54u].x, y + args[55u].x, z);
    let r27 = k1(58u, r26, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r28 = k0(60u, x + args[58u].x, y + args[59u].x, z);
    let r29 = k1(62u, r28, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r30 = k2(62u, bitcast<f32>(args[1u].x), r1, r1, r3, r5, r7, r9);
    let r31 = k2(62u, r30, r1, r11, r13, r15, r17, r19);
    let r32 = k2(62u, r31, r1, r21, r23, r25, r27, r29);
    let r33 = k3(62u, r32, r1);
    return array<f32, 1>(k4(62u, r33));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
