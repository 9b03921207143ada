// head of perlin_2d.wgsl
// fn k0 is k0 of fbm_2d.wgsl
// fn k1 is k1 of worley_2d.wgsl
fn k2(p: u32, x: u32, y: u32, z: u32, i0: f32) -> u32 {
    let v4 = bitcast<u32>(i0);
    let v6 = v4 & 0x7fffffffu;
    let v7 = bitcast<f32>(v6);
    let v9 = v7 < 4194304.0f;
    let v11 = select(0.0f, i0, v9);
    let v13 = v11 + 0.5f;
    let v14 = bitcast<u32>(v13);
    let v16 = v14 & 0x7fffffffu;
    let v17 = bitcast<f32>(v16);
    let v19 = v17 < 8388608.0f;
    let v21 = select(0.0f, v13, v19);
    let v22 = i32(v21);
    let v23 = bitcast<u32>(v22);
    let v24 = bitcast<i32>(v23);
    let v25 = f32(v24);
    let v26 = v21 < v25;
    let v29 = select(0.0f, 1.0f, v26);
    let v30 = v25 - v29;
    let v31 = select(v13, v30, v19);
    let v32 = v11 - v31;
    let v34 = v32 * 2147483600.0f;
    let v35 = i32(v34);
    let v36 = bitcast<u32>(v35);
    let v37 = v36 << 1u;
    let v38 = x + v37;
    return v38;
}
fn k3(p: u32, x: u32, y: u32, z: u32, i0: f32) -> u32 {
    let v4 = bitcast<u32>(i0);
    let v6 = v4 & 0x7fffffffu;
    let v7 = bitcast<f32>(v6);
    let v9 = v7 < 4194304.0f;
    let v11 = select(0.0f, i0, v9);
    let v13 = v11 + 0.5f;
    let v14 = bitcast<u32>(v13);
    let v16 = v14 & 0x7fffffffu;
    let v17 = bitcast<f32>(v16);
    let v19 = v17 < 8388608.0f;
    let v21 = select(0.0f, v13, v19);
    let v22 = i32(v21);
    let v23 = bitcast<u32>(v22);
    let v24 = bitcast<i32>(v23);
    let v25 = f32(v24);
    let v26 = v21 < v25;
    let v29 = select(0.0f, 1.0f, v26);
    let v30 = v25 - v29;
    let v31 = select(v13, v30, v19);
    let v32 = v11 - v31;
    let v34 = v32 * 2147483600.0f;
    let v35 = i32(v34);
    let v36 = bitcast<u32>(v35);
    let v37 = v36 << 1u;
    let v38 = y + v37;
    return v38;
}
fn k4(p: u32, x: u32, y: u32, z: u32, i0: f32) -> u32 {
    let v4 = bitcast<u32>(i0);
    let v6 = v4 & 0x7fffffffu;
    let v7 = bitcast<f32>(v6);
    let v9 = v7 < 4194304.0f;
    let v11 = select(0.0f, i0, v9);
    let v13 = v11 + 0.5f;
    let v14 = bitcast<u32>(v13);
    let v16 = v14 & 0x7fffffffu;
    let v17 = bitcast<f32>(v16);
    let v19 = v17 < 8388608.0f;
    let v21 = select(0.0f, v13, v19);
    let v22 = i32(v21);
    let v23 = bitcast<u32>(v22);
    let v24 = bitcast<i32>(v23);
    let v25 = f32(v24);
    let v26 = v21 < v25;
    let v29 = select(0.0f, 1.0f, v26);
    let v30 = v25 - v29;
    let v31 = select(v13, v30, v19);
    let v32 = v11 - v31;
    let v34 = v32 * 2147483600.0f;
    let v35 = i32(v34);
    let v36 = bitcast<u32>(v35);
    let v37 = v36 << 1u;
    let v38 = z + v37;
    return v38;
}
// fn k5 is k0 of perlin_2d.wgsl
// fn k6 is k1 of perlin_2d.wgsl
// fn k7 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z, bitcast<f32>(args[0u].x));
    let r1 = k0(5u, x, y, z, r0);
    let r2 = k0(7u, x, y, z, bitcast<f32>(args[0u].x));
    let r3 = k0(9u, x, y, z, r2);
    let r4 = k1(11u, r1, bitcast<f32>(args[1u].x));
    let r5 = k1(11u, r3, bitcast<f32>(args[1u].x));
    let r6 = k2(11u, x, y, z, r4);
    let r7 = k3(11u, x, y, z, r5);
    let r8 = k4(11u, x, y, z, bitcast<f32>(args[0u].x));
    let r9 = k5(11u, r6, r7, r8);
    let r10 = k6(13u, r9, bitcast<f32>(args[2u].x), bitcast<f32>(args[2u].x));
    return array<f32, 1>(k7(13u, r10));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
