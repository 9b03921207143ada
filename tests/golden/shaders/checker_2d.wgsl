// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
fn k0(p: u32, x: u32, y: u32, z: u32) -> f32 {
    let v4 = args[p + 0u].x;
    let v5 = x + v4;
    let v6 = y + v4;
    let v7 = args[p + 0u].y;
    let v9 = v6 & 0x0000ffffu;
    let v10 = v9 * v7;
    let v11 = v6 >> 16u;
    let v12 = v11 * v7;
    let v13 = v10 >> 16u;
    let v14 = v12 + v13;
    let v15 = v14 << 16u;
    let v17 = v10 & 0x0000ffffu;
    let v18 = v15 | v17;
    let v19 = v18 >> 8u;
    let v20 = v14 >> 16u;
    let v21 = bitcast<i32>(v19);
    let v22 = f32(v21);
    let v24 = v22 * 5.9604645e-8f;
    let v26 = v20 & 1u;
    let v28 = v26 == 1u;
    let v29 = select(v7, v7, v28);
    let v31 = select(0u, v4, v28);
    let v32 = v5 + v31;
    let v34 = v32 & 0x0000ffffu;
    let v35 = v34 * v29;
    let v36 = v32 >> 16u;
    let v37 = v36 * v29;
    let v38 = v35 >> 16u;
    let v39 = v37 + v38;
    let v40 = v39 << 16u;
    let v42 = v35 & 0x0000ffffu;
    let v43 = v40 | v42;
    let v44 = v43 >> 8u;
    let v45 = v39 >> 16u;
    let v46 = bitcast<i32>(v44);
    let v47 = f32(v46);
    let v49 = v47 * 5.9604645e-8f;
    let v50 = bitcast<f32>(args[p + 0u].z);
    let v51 = select(v50, v50, v28);
    let v64 = v51 * 0.5f;
    let v66 = v50 * 0.5f;
    let v68 = v49 - 0.5f;
    let v69 = v68 * v51;
    let v71 = v24 - 0.5f;
    let v72 = v71 * v50;
    let v74 = 0.0f < 0.0f;
    let v75 = select(0.0f, 0.0f, v74);
    let v77 = v75 * 0.5f;
    let v78 = v64 - v77;
    let v79 = 0.0f < v78;
    let v80 = select(0.0f, v78, v79);
    let v81 = v66 - v77;
    let v82 = 0.0f < v81;
    let v83 = select(0.0f, v81, v82);
    let v84 = v80 < v83;
    let v85 = select(v83, v80, v84);
    let v86 = v75 < v85;
    let v87 = select(v85, v75, v86);
    let v88 = bitcast<u32>(v69);
    let v90 = v88 & 0x7fffffffu;
    let v91 = bitcast<f32>(v90);
    let v92 = v91 - v80;
    let v93 = v92 + v87;
    let v94 = bitcast<u32>(v72);
    let v96 = v94 & 0x7fffffffu;
    let v97 = bitcast<f32>(v96);
    let v98 = v97 - v83;
    let v99 = v98 + v87;
    let v100 = 0.0f < v93;
    let v101 = select(0.0f, v93, v100);
    let v102 = 0.0f < v99;
    let v103 = select(0.0f, v99, v102);
    let v104 = v101 * v101;
    let v105 = v103 * v103;
    let v106 = v104 + v105;
    let v107 = root(v106);
    let v108 = v87 - v107;
    let v109 = v99 < v93;
    let v110 = select(v99, v93, v109);
    let v111 = v110 < 0.0f;
    let v112 = select(0.0f, v110, v111);
    let v113 = v108 - v112;
    let v114 = -(v77);
    let v115 = v114 < v113;
    let v116 = select(v114, v113, v115);
    let v117 = v45 + v20;
    let v119 = v117 & 1u;
    let v121 = v119 == 0u;
    let v122 = -(v116);
    let v123 = select(v116, v122, v121);
    return v123;
}
// fn k1 is k1 of bricks_2d.wgsl
// fn k2 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(2u, x, y, z);
    let r1 = k1(3u, bitcast<f32>(args[0u].x), bitcast<f32>(args[1u].x), r0);
    return array<f32, 1>(k2(3u, r1));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
