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
    let r0 = k0(2u, x, y, z);
    let r1 = k1(3u, bitcast<f32>(args[0u].x), bitcast<f32>(args[1u].x), r0);
    return array<f32, 1>(k2(3u, r1));
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
