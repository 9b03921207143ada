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
    let v33 = args[p + 0u].w;
    let v35 = select(0u, v33, v30);
    let v36 = v7 + v35;
    let v38 = v36 & 0x0000ffffu;
    let v39 = v38 * v32;
    let v40 = v36 >> 16u;
    let v41 = v40 * v32;
    let v42 = v39 >> 16u;
    let v43 = v41 + v42;
    let v44 = v43 << 16u;
    let v46 = v39 & 0x0000ffffu;
    let v47 = v44 | v46;
    let v48 = v47 >> 8u;
    let v49 = v43 >> 16u;
    let v50 = bitcast<i32>(v48);
    let v51 = f32(v50);
    let v53 = v51 * 5.9604645e-8f;
    let v54 = bitcast<f32>(args[p + 1u].x);
    let v55 = select(v54, v54, v30);
    let v56 = bitcast<f32>(args[p + 1u].y);
    let v58 = v55 * 0.5f;
    let v60 = v56 * 0.5f;
    let v62 = v53 - 0.5f;
    let v63 = v62 * v55;
    let v65 = v26 - 0.5f;
    let v66 = v65 * v56;
    let v68 = 0.0f < i0;
    let v69 = select(0.0f, i0, v68);
    let v71 = v69 * 0.5f;
    let v72 = v58 - v71;
    let v73 = 0.0f < v72;
    let v74 = select(0.0f, v72, v73);
    let v75 = v60 - v71;
    let v76 = 0.0f < v75;
    let v77 = select(0.0f, v75, v76);
    let v78 = v74 < v77;
    let v79 = select(v77, v74, v78);
    let v80 = 0.0f < i1;
    let v81 = select(0.0f, i1, v80);
    let v82 = v81 < v79;
    let v83 = select(v79, v81, v82);
    let v84 = bitcast<u32>(v63);
    let v86 = v84 & 0x7fffffffu;
    let v87 = bitcast<f32>(v86);
    let v88 = v87 - v74;
    let v89 = v88 + v83;
    let v90 = bitcast<u32>(v66);
    let v92 = v90 & 0x7fffffffu;
    let v93 = bitcast<f32>(v92);
    let v94 = v93 - v77;
    let v95 = v94 + v83;
    let v96 = 0.0f < v89;
    let v97 = select(0.0f, v89, v96);
    let v98 = 0.0f < v95;
    let v99 = select(0.0f, v95, v98);
    let v100 = v97 * v97;
    let v101 = v99 * v99;
    let v102 = v100 + v101;
    let v103 = root(v102);
    let v104 = v83 - v103;
    let v105 = v95 < v89;
    let v106 = select(v95, v89, v105);
    let v107 = v106 < 0.0f;
    let v108 = select(0.0f, v106, v107);
    let v109 = v104 - v108;
    let v110 = -(v71);
    let v111 = v110 < v109;
    let v112 = select(v110, v109, v111);
    return v112;
}
fn k1(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v7 = i2 - i0;
    let v8 = v7 * i1;
    let v11 = 0.0f < v8;
    let v12 = select(0.0f, v8, v11);
    let v13 = v12 < 1.0f;
    let v14 = select(1.0f, v12, v13);
    let v15 = v14 * v14;
    let v18 = 2.0f * v14;
    let v19 = 3.0f - v18;
    let v20 = v15 * v19;
    return v20;
}
// fn k2 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z, bitcast<f32>(args[0u].x), bitcast<f32>(args[1u].x));
    let r1 = k1(5u, bitcast<f32>(args[1u].x), bitcast<f32>(args[2u].x), r0);
    return array<f32, 1>(k2(5u, r1));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
