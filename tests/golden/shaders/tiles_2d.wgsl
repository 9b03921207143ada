// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
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
    let v28 = v22 & 1u;
    let v30 = v28 == 1u;
    let v31 = args[p + 0u].z;
    let v32 = select(v31, v31, v30);
    let v34 = select(0u, v6, v30);
    let v35 = v7 + v34;
    let v37 = v35 & 0x0000ffffu;
    let v38 = v37 * v32;
    let v39 = v35 >> 16u;
    let v40 = v39 * v32;
    let v41 = v38 >> 16u;
    let v42 = v40 + v41;
    let v43 = v42 << 16u;
    let v45 = v38 & 0x0000ffffu;
    let v46 = v43 | v45;
    let v47 = v46 >> 8u;
    let v48 = v42 >> 16u;
    let v49 = bitcast<i32>(v47);
    let v50 = f32(v49);
    let v52 = v50 * 5.9604645e-8f;
    let v53 = bitcast<f32>(args[p + 0u].w);
    let v54 = select(v53, v53, v30);
    let v55 = bitcast<f32>(args[p + 1u].x);
    let v57 = v54 * 0.5f;
    let v59 = v55 * 0.5f;
    let v61 = v52 - 0.5f;
    let v62 = v61 * v54;
    let v64 = v26 - 0.5f;
    let v65 = v64 * v55;
    let v67 = 0.0f < i0;
    let v68 = select(0.0f, i0, v67);
    let v70 = v68 * 0.5f;
    let v71 = v57 - v70;
    let v72 = 0.0f < v71;
    let v73 = select(0.0f, v71, v72);
    let v74 = v59 - v70;
    let v75 = 0.0f < v74;
    let v76 = select(0.0f, v74, v75);
    let v77 = v73 < v76;
    let v78 = select(v76, v73, v77);
    let v79 = 0.0f < i1;
    let v80 = select(0.0f, i1, v79);
    let v81 = v80 < v78;
    let v82 = select(v78, v80, v81);
    let v83 = bitcast<u32>(v62);
    let v85 = v83 & 0x7fffffffu;
    let v86 = bitcast<f32>(v85);
    let v87 = v86 - v73;
    let v88 = v87 + v82;
    let v89 = bitcast<u32>(v65);
    let v91 = v89 & 0x7fffffffu;
    let v92 = bitcast<f32>(v91);
    let v93 = v92 - v76;
    let v94 = v93 + v82;
    let v95 = 0.0f < v88;
    let v96 = select(0.0f, v88, v95);
    let v97 = 0.0f < v94;
    let v98 = select(0.0f, v94, v97);
    let v99 = v96 * v96;
    let v100 = v98 * v98;
    let v101 = v99 + v100;
    let v102 = root(v101);
    let v103 = v82 - v102;
    let v104 = v94 < v88;
    let v105 = select(v94, v88, v104);
    let v106 = v105 < 0.0f;
    let v107 = select(0.0f, v105, v106);
    let v108 = v103 - v107;
    let v109 = -(v70);
    let v110 = v109 < v108;
    let v111 = select(v109, v108, v110);
    return v111;
}
// fn k1 is k1 of bricks_2d.wgsl
// fn k2 is k2 of perlin_2d.wgsl
// fn program is program of bricks_2d.wgsl
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
