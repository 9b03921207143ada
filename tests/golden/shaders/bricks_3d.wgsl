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
    let v104 = bitcast<u32>(v102);
    let v106 = v104 & 0x7fffffffu;
    let v107 = v106 >> 23u;
    let v109 = v107 == 0u;
    let v110 = bitcast<i32>(v106);
    let v111 = f32(v110);
    let v112 = bitcast<u32>(v111);
    let v113 = select(v106, v112, v109);
    let v114 = v113 >> 23u;
    let v117 = select(0u, 149u, v109);
    let v118 = v114 - v117;
    let v120 = v113 & 0x007fffffu;
    let v122 = v120 | 0x00800000u;
    let v123 = v118 & 1u;
    let v124 = 1u - v123;
    let v125 = v118 - v124;
    let v126 = v124 * v122;
    let v127 = v122 + v126;
    let v128 = bitcast<i32>(v127);
    let v129 = f32(v128);
    let v131 = 0.5f * v129;
    let v133 = bitcast<u32>(v129);
    let v134 = v133 >> 1u;
    let v135 = 0x5f3759dfu - v134;
    let v136 = bitcast<f32>(v135);
    let v138 = v131 * v136;
    let v139 = v138 * v136;
    let v140 = 1.5f - v139;
    let v141 = v136 * v140;
    let v143 = v131 * v141;
    let v144 = v143 * v141;
    let v145 = 1.5f - v144;
    let v146 = v141 * v145;
    let v148 = v131 * v146;
    let v149 = v148 * v146;
    let v150 = 1.5f - v149;
    let v151 = v146 * v150;
    let v152 = v129 * v151;
    let v154 = v152 * 2896.3093f;
    let v155 = i32(v154);
    let v156 = bitcast<u32>(v155);
    let v157 = v127 << 23u;
    let v158 = v156 * v156;
    let v159 = v157 - v158;
    let v160 = bitcast<i32>(v159);
    let v161 = f32(v160);
    let v162 = v161 * v151;
    let v164 = v162 * 0.0001726335f;
    let v165 = bitcast<u32>(v164);
    let v167 = v165 & 0x7fffffffu;
    let v168 = bitcast<f32>(v167);
    let v170 = v168 < 8388608.0f;
    let v172 = select(0.0f, v164, v170);
    let v173 = i32(v172);
    let v174 = bitcast<u32>(v173);
    let v175 = bitcast<i32>(v174);
    let v176 = f32(v175);
    let v177 = v172 < v176;
    let v180 = select(0.0f, 1.0f, v177);
    let v181 = v176 - v180;
    let v182 = select(v164, v181, v170);
    let v183 = i32(v182);
    let v184 = bitcast<u32>(v183);
    let v185 = v156 + v184;
    let v186 = v185 * v185;
    let v187 = v157 - v186;
    let v188 = v187 >> 31u;
    let v189 = v185 - v188;
    let v190 = v185 + v185;
    let v191 = v190 - 1u;
    let v192 = v188 * v191;
    let v193 = v187 + v192;
    let v194 = v193 - v189;
    let v195 = v194 - v189;
    let v196 = v195 - 1u;
    let v197 = v196 >> 31u;
    let v198 = 1u - v197;
    let v199 = v189 + v198;
    let v200 = v189 + v189;
    let v201 = v200 + 1u;
    let v202 = v198 * v201;
    let v203 = v193 - v202;
    let v204 = v199 - v203;
    let v205 = v204 >> 31u;
    let v206 = v199 + v205;
    let v208 = v125 + 127u;
    let v209 = v208 >> 1u;
    let v210 = v209 << 23u;
    let v211 = v210 + v206;
    let v213 = v211 - 0x00800000u;
    let v215 = v106 == 0u;
    let v218 = select(0u, 1u, v215);
    let v220 = v107 == 255u;
    let v223 = select(0u, 1u, v220);
    let v224 = v218 | v223;
    let v226 = v224 == 1u;
    let v227 = bitcast<f32>(v213);
    let v228 = select(v227, v102, v226);
    let v229 = v83 - v228;
    let v230 = v95 < v89;
    let v231 = select(v95, v89, v230);
    let v232 = v231 < 0.0f;
    let v233 = select(0.0f, v231, v232);
    let v234 = v229 - v233;
    let v235 = -(v71);
    let v236 = v235 < v234;
    let v237 = select(v235, v234, v236);
    return v237;
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
