// head of perlin_2d.wgsl
fn k0(p: u32, x: u32, y: u32, z: u32, i0: f32, i1: f32) -> f32 {
    let v6 = args[p + 0u].x;
    let v7 = x + v6;
    let v8 = y + v6;
    let v9 = args[p + 0u].y;
    let v11 = v8 & 0x0000ffffu;
    let v12 = v11 * v9;
    let v13 = v8 >> 16u;
    let v14 = v13 * v9;
    let v15 = v12 >> 16u;
    let v16 = v14 + v15;
    let v17 = v16 << 16u;
    let v19 = v12 & 0x0000ffffu;
    let v20 = v17 | v19;
    let v21 = v20 >> 8u;
    let v22 = v16 >> 16u;
    let v23 = bitcast<i32>(v21);
    let v24 = f32(v23);
    let v26 = v24 * 5.9604645e-8f;
    let v29 = v7 & 0x0000ffffu;
    let v30 = v29 * 1u;
    let v31 = v7 >> 16u;
    let v32 = v31 * 1u;
    let v33 = v30 >> 16u;
    let v34 = v32 + v33;
    let v35 = v34 << 16u;
    let v37 = v30 & 0x0000ffffu;
    let v38 = v35 | v37;
    let v39 = v38 >> 8u;
    let v40 = v34 >> 16u;
    let v41 = bitcast<i32>(v39);
    let v42 = f32(v41);
    let v44 = v42 * 5.9604645e-8f;
    let v46 = bitcast<f32>(args[p + 0u].z);
    let v47 = bitcast<f32>(args[p + 0u].w);
    let v49 = v26 < v46;
    let v50 = select(v46, 0.0f, v49);
    let v51 = bitcast<f32>(args[p + 1u].x);
    let v52 = select(v51, v46, v49);
    let v53 = bitcast<f32>(args[p + 1u].y);
    let v54 = select(v53, v47, v49);
    let v56 = select(1u, 0u, v49);
    let v57 = bitcast<f32>(args[p + 1u].z);
    let v58 = v26 < v57;
    let v59 = select(v57, v50, v58);
    let v60 = bitcast<f32>(args[p + 1u].w);
    let v61 = select(v60, v52, v58);
    let v62 = bitcast<f32>(args[p + 2u].x);
    let v63 = select(v62, v54, v58);
    let v65 = select(2u, v56, v58);
    let v67 = v22 * 3u;
    let v68 = v67 + v65;
    let v69 = bitcast<f32>(args[p + 2u].y);
    let v70 = v61 * v69;
    let v72 = v26 - v59;
    let v73 = v72 * v63;
    let v75 = v70 * 0.5f;
    let v77 = v44 - 0.5f;
    let v78 = v77 * v69;
    let v80 = v73 - 0.5f;
    let v81 = v80 * v70;
    let v82 = bitcast<u32>(v81);
    let v84 = v82 & 0x7fffffffu;
    let v85 = bitcast<f32>(v84);
    let v86 = v75 - v85;
    let v88 = 0.0f < v86;
    let v89 = select(0.0f, v86, v88);
    let v91 = 0.0f < i0;
    let v92 = select(0.0f, i0, v91);
    let v94 = v92 * 0.5f;
    let v95 = v89 - v94;
    return v95;
}
// fn k1 is k1 of bricks_2d.wgsl
// fn k2 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(2u, x, y, z, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r1 = k1(5u, bitcast<f32>(args[0u].x), bitcast<f32>(args[1u].x), r0);
    return array<f32, 1>(k2(5u, r1));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
