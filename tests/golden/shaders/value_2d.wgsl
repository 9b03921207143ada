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
fn k0(p: u32, x: u32, y: u32, z: u32) -> f32 {
    let v3 = args[p + 0u].x;
    let v4 = args[p + 0u].y;
    let v5 = x + v4;
    let v7 = v5 & 0x0000ffffu;
    let v8 = v7 * v3;
    let v9 = v5 >> 16u;
    let v10 = v9 * v3;
    let v11 = v8 >> 16u;
    let v12 = v10 + v11;
    let v13 = v12 << 16u;
    let v15 = v8 & 0x0000ffffu;
    let v16 = v13 | v15;
    let v17 = v16 >> 8u;
    let v18 = v12 >> 16u;
    let v19 = bitcast<i32>(v17);
    let v20 = f32(v19);
    let v22 = v20 * 5.9604645e-8f;
    let v23 = args[p + 0u].z;
    let v24 = y + v23;
    let v26 = v24 & 0x0000ffffu;
    let v27 = v26 * v3;
    let v28 = v24 >> 16u;
    let v29 = v28 * v3;
    let v30 = v27 >> 16u;
    let v31 = v29 + v30;
    let v32 = v31 << 16u;
    let v34 = v27 & 0x0000ffffu;
    let v35 = v32 | v34;
    let v36 = v35 >> 8u;
    let v37 = v31 >> 16u;
    let v38 = bitcast<i32>(v36);
    let v39 = f32(v38);
    let v41 = v39 * 5.9604645e-8f;
    let v42 = args[p + 0u].w;
    let v43 = args[p + 1u].x;
    let v44 = z + v43;
    let v46 = v44 & 0x0000ffffu;
    let v47 = v46 * v42;
    let v48 = v44 >> 16u;
    let v49 = v48 * v42;
    let v50 = v47 >> 16u;
    let v51 = v49 + v50;
    let v52 = v51 << 16u;
    let v54 = v47 & 0x0000ffffu;
    let v55 = v52 | v54;
    let v56 = v55 >> 8u;
    let v57 = v51 >> 16u;
    let v58 = bitcast<i32>(v56);
    let v59 = f32(v58);
    let v61 = v59 * 5.9604645e-8f;
    let v64 = args[p + 1u].y;
    let v66 = v18 * 0x9e3779b1u;
    let v68 = v37 * 0x85ebca77u;
    let v69 = v66 ^ v68;
    let v71 = 0u * 0xc2b2ae3du;
    let v72 = v69 ^ v71;
    let v73 = v72 ^ v64;
    let v74 = v73 >> 16u;
    let v75 = v73 ^ v74;
    let v77 = v75 * 0x7feb352du;
    let v78 = v77 >> 15u;
    let v79 = v77 ^ v78;
    let v81 = v79 * 0x846ca68bu;
    let v82 = v81 >> 16u;
    let v83 = v81 ^ v82;
    let v84 = v83 >> 8u;
    let v85 = bitcast<i32>(v84);
    let v86 = f32(v85);
    let v88 = v86 * 5.9604645e-8f;
    let v90 = v88 * 2.0f;
    let v92 = v90 - 1.0f;
    let v94 = v37 + 1u;
    let v95 = v94 == v3;
    let v97 = select(v94, 0u, v95);
    let v101 = v97 * 0x85ebca77u;
    let v102 = v66 ^ v101;
    let v104 = v102 ^ v71;
    let v105 = v104 ^ v64;
    let v106 = v105 >> 16u;
    let v107 = v105 ^ v106;
    let v109 = v107 * 0x7feb352du;
    let v110 = v109 >> 15u;
    let v111 = v109 ^ v110;
    let v113 = v111 * 0x846ca68bu;
    let v114 = v113 >> 16u;
    let v115 = v113 ^ v114;
    let v116 = v115 >> 8u;
    let v117 = bitcast<i32>(v116);
    let v118 = f32(v117);
    let v120 = v118 * 5.9604645e-8f;
    let v122 = v120 * 2.0f;
    let v124 = v122 - 1.0f;
    let v125 = v41 * v41;
    let v126 = v125 * v41;
    let v128 = v41 * 6.0f;
    let v130 = v128 - 15.0f;
    let v131 = v41 * v130;
    let v133 = v131 + 10.0f;
    let v134 = v126 * v133;
    let v135 = v124 - v92;
    let v136 = v134 * v135;
    let v137 = v92 + v136;
    let v139 = v18 + 1u;
    let v140 = v139 == v3;
    let v142 = select(v139, 0u, v140);
    let v145 = v142 * 0x9e3779b1u;
    let v147 = v145 ^ v68;
    let v149 = v147 ^ v71;
    let v150 = v149 ^ v64;
    let v151 = v150 >> 16u;
    let v152 = v150 ^ v151;
    let v154 = v152 * 0x7feb352du;
    let v155 = v154 >> 15u;
    let v156 = v154 ^ v155;
    let v158 = v156 * 0x846ca68bu;
    let v159 = v158 >> 16u;
    let v160 = v158 ^ v159;
    let v161 = v160 >> 8u;
    let v162 = bitcast<i32>(v161);
    let v163 = f32(v162);
    let v165 = v163 * 5.9604645e-8f;
    let v167 = v165 * 2.0f;
    let v169 = v167 - 1.0f;
    let v175 = v145 ^ v101;
    let v177 = v175 ^ v71;
    let v178 = v177 ^ v64;
    let v179 = v178 >> 16u;
    let v180 = v178 ^ v179;
    let v182 = v180 * 0x7feb352du;
    let v183 = v182 >> 15u;
    let v184 = v182 ^ v183;
    let v186 = v184 * 0x846ca68bu;
    let v187 = v186 >> 16u;
    let v188 = v186 ^ v187;
    let v189 = v188 >> 8u;
    let v190 = bitcast<i32>(v189);
    let v191 = f32(v190);
    let v193 = v191 * 5.9604645e-8f;
    let v195 = v193 * 2.0f;
    let v197 = v195 - 1.0f;
    let v201 = v197 - v169;
    let v202 = v134 * v201;
    let v203 = v169 + v202;
    let v204 = v22 * v22;
    let v205 = v204 * v22;
    let v207 = v22 * 6.0f;
    let v209 = v207 - 15.0f;
    let v210 = v22 * v209;
    let v212 = v210 + 10.0f;
    let v213 = v205 * v212;
    let v214 = v203 - v137;
    let v215 = v213 * v214;
    let v216 = v137 + v215;
    return v216;
}
fn k1(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v7 = i0 * i1;
    let v8 = v7 + i2;
    return v8;
}
fn k2(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z);
    let r1 = k1(3u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
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
