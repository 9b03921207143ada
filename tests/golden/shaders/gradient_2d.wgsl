// head of perlin_2d.wgsl
fn k0(p: u32, x: u32, y: u32, z: u32, i0: f32) -> f32 {
    let v6 = args[p + 0u].x;
    let v7 = x * v6;
    let v8 = y * 0u;
    let v9 = v7 + v8;
    let v10 = z * 0u;
    let v11 = v9 + v10;
    let v12 = args[p + 0u].y;
    let v13 = v11 + v12;
    let v14 = bitcast<u32>(i0);
    let v16 = v14 & 0x7fffffffu;
    let v17 = bitcast<f32>(v16);
    let v19 = v17 < 4194304.0f;
    let v21 = select(0.0f, i0, v19);
    let v23 = v21 + 0.5f;
    let v24 = bitcast<u32>(v23);
    let v26 = v24 & 0x7fffffffu;
    let v27 = bitcast<f32>(v26);
    let v29 = v27 < 8388608.0f;
    let v31 = select(0.0f, v23, v29);
    let v32 = i32(v31);
    let v33 = bitcast<u32>(v32);
    let v34 = bitcast<i32>(v33);
    let v35 = f32(v34);
    let v36 = v31 < v35;
    let v39 = select(0.0f, 1.0f, v36);
    let v40 = v35 - v39;
    let v41 = select(v23, v40, v29);
    let v42 = v21 - v41;
    let v44 = v42 * 2147483600.0f;
    let v45 = i32(v44);
    let v46 = bitcast<u32>(v45);
    let v47 = v46 << 1u;
    let v48 = v13 + v47;
    let v51 = v48 & 0x0000ffffu;
    let v52 = v51 * 1u;
    let v53 = v48 >> 16u;
    let v54 = v53 * 1u;
    let v55 = v52 >> 16u;
    let v56 = v54 + v55;
    let v57 = v56 << 16u;
    let v59 = v52 & 0x0000ffffu;
    let v60 = v57 | v59;
    let v61 = v60 >> 8u;
    let v62 = v56 >> 16u;
    let v63 = bitcast<i32>(v61);
    let v64 = f32(v63);
    let v66 = v64 * 5.9604645e-8f;
    let v69 = v66 * 2.0f;
    let v70 = v69 - 1.0f;
    let v71 = bitcast<u32>(v70);
    let v73 = v71 & 0x7fffffffu;
    let v74 = bitcast<f32>(v73);
    let v75 = 1.0f - v74;
    return v75;
}
// fn k1 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z, bitcast<f32>(args[0u].x));
    return array<f32, 1>(k1(2u, r0));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
