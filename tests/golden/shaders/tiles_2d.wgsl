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
@group(0) @binding(1) var<uniform> args: array<vec4<u32>, 16>;
@group(0) @binding(2) var<storage, read> data: array<u32>;
fn root(a: f32) -> f32 {
    let v2 = bitcast<u32>(a);
    let v4 = v2 & 0x7fffffffu;
    let v5 = v4 >> 23u;
    let v7 = v5 == 0u;
    let v8 = bitcast<i32>(v4);
    let v9 = f32(v8);
    let v10 = bitcast<u32>(v9);
    let v11 = select(v4, v10, v7);
    let v12 = v11 >> 23u;
    let v15 = select(0u, 149u, v7);
    let v16 = v12 - v15;
    let v18 = v11 & 0x007fffffu;
    let v20 = v18 | 0x00800000u;
    let v21 = v16 & 1u;
    let v22 = 1u - v21;
    let v23 = v16 - v22;
    let v24 = v22 * v20;
    let v25 = v20 + v24;
    let v26 = bitcast<i32>(v25);
    let v27 = f32(v26);
    let v29 = 0.5f * v27;
    let v31 = bitcast<u32>(v27);
    let v32 = v31 >> 1u;
    let v33 = 0x5f3759dfu - v32;
    let v34 = bitcast<f32>(v33);
    let v36 = v29 * v34;
    let v37 = v36 * v34;
    let v38 = 1.5f - v37;
    let v39 = v34 * v38;
    let v41 = v29 * v39;
    let v42 = v41 * v39;
    let v43 = 1.5f - v42;
    let v44 = v39 * v43;
    let v46 = v29 * v44;
    let v47 = v46 * v44;
    let v48 = 1.5f - v47;
    let v49 = v44 * v48;
    let v50 = v27 * v49;
    let v52 = v50 * 2896.3093f;
    let v53 = i32(v52);
    let v54 = bitcast<u32>(v53);
    let v55 = v25 << 23u;
    let v56 = v54 * v54;
    let v57 = v55 - v56;
    let v58 = bitcast<i32>(v57);
    let v59 = f32(v58);
    let v60 = v59 * v49;
    let v62 = v60 * 0.0001726335f;
    let v63 = bitcast<u32>(v62);
    let v65 = v63 & 0x7fffffffu;
    let v66 = bitcast<f32>(v65);
    let v68 = v66 < 8388608.0f;
    let v70 = select(0.0f, v62, v68);
    let v71 = i32(v70);
    let v72 = bitcast<u32>(v71);
    let v73 = bitcast<i32>(v72);
    let v74 = f32(v73);
    let v75 = v70 < v74;
    let v78 = select(0.0f, 1.0f, v75);
    let v79 = v74 - v78;
    let v80 = select(v62, v79, v68);
    let v81 = i32(v80);
    let v82 = bitcast<u32>(v81);
    let v83 = v54 + v82;
    let v84 = v83 * v83;
    let v85 = v55 - v84;
    let v86 = v85 >> 31u;
    let v87 = v83 - v86;
    let v88 = v83 + v83;
    let v89 = v88 - 1u;
    let v90 = v86 * v89;
    let v91 = v85 + v90;
    let v92 = v91 - v87;
    let v93 = v92 - v87;
    let v94 = v93 - 1u;
    let v95 = v94 >> 31u;
    let v96 = 1u - v95;
    let v97 = v87 + v96;
    let v98 = v87 + v87;
    let v99 = v98 + 1u;
    let v100 = v96 * v99;
    let v101 = v91 - v100;
    let v102 = v97 - v101;
    let v103 = v102 >> 31u;
    let v104 = v97 + v103;
    let v106 = v23 + 127u;
    let v107 = v106 >> 1u;
    let v108 = v107 << 23u;
    let v109 = v108 + v104;
    let v111 = v109 - 0x00800000u;
    let v113 = v4 == 0u;
    let v116 = select(0u, 1u, v113);
    let v118 = v5 == 255u;
    let v121 = select(0u, 1u, v118);
    let v122 = v116 | v121;
    let v124 = v122 == 1u;
    let v125 = bitcast<f32>(v111);
    let v126 = select(v125, a, v124);
    return v126;
}
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
fn k2(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z, bitcast<f32>(args[0u].x), bitcast<f32>(args[1u].x));
    let r1 = k1(5u, bitcast<f32>(args[1u].x), bitcast<f32>(args[2u].x), r0);
    return array<f32, 1>(k2(5u, r1));
}
@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= job.size.x || id.y >= job.size.y) {
        return;
    }
    let column = job.first.x + id.x;
    let row = job.first.y + id.y;
    let values = program(places[job.columns_at + column], places[row], job.z);
    let at = row * job.stride + column;
    planes[0u * job.plane + at] = values[0];
}
