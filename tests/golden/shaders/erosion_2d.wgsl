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
    let v23 = y + v4;
    let v25 = v23 & 0x0000ffffu;
    let v26 = v25 * v3;
    let v27 = v23 >> 16u;
    let v28 = v27 * v3;
    let v29 = v26 >> 16u;
    let v30 = v28 + v29;
    let v31 = v30 << 16u;
    let v33 = v26 & 0x0000ffffu;
    let v34 = v31 | v33;
    let v35 = v34 >> 8u;
    let v36 = v30 >> 16u;
    let v37 = bitcast<i32>(v35);
    let v38 = f32(v37);
    let v40 = v38 * 5.9604645e-8f;
    let v41 = args[p + 0u].z;
    let v42 = args[p + 0u].w;
    let v43 = z + v42;
    let v45 = v43 & 0x0000ffffu;
    let v46 = v45 * v41;
    let v47 = v43 >> 16u;
    let v48 = v47 * v41;
    let v49 = v46 >> 16u;
    let v50 = v48 + v49;
    let v51 = v50 << 16u;
    let v53 = v46 & 0x0000ffffu;
    let v54 = v51 | v53;
    let v55 = v54 >> 8u;
    let v56 = v50 >> 16u;
    let v57 = bitcast<i32>(v55);
    let v58 = f32(v57);
    let v60 = v58 * 5.9604645e-8f;
    let v63 = v18 == 0u;
    let v64 = select(v18, v3, v63);
    let v66 = v64 - 1u;
    let v68 = v36 == 0u;
    let v69 = select(v36, v3, v68);
    let v71 = v69 - 1u;
    let v72 = v71 * v3;
    let v73 = v72 + v66;
    let v74 = bitcast<f32>(data[args[p + 1u].x + v73]);
    let v75 = v36 * v3;
    let v76 = v75 + v66;
    let v77 = bitcast<f32>(data[args[p + 1u].x + v76]);
    let v79 = v36 + 1u;
    let v80 = v79 == v3;
    let v82 = select(v79, 0u, v80);
    let v83 = v82 * v3;
    let v84 = v83 + v66;
    let v85 = bitcast<f32>(data[args[p + 1u].x + v84]);
    let v89 = v82 + 1u;
    let v90 = v89 == v3;
    let v92 = select(v89, 0u, v90);
    let v93 = v92 * v3;
    let v94 = v93 + v66;
    let v95 = bitcast<f32>(data[args[p + 1u].x + v94]);
    let v98 = -(0.5f);
    let v99 = v98 * v40;
    let v100 = 1.0f - v40;
    let v101 = v99 * v100;
    let v102 = v101 * v100;
    let v103 = v99 * v40;
    let v104 = v103 * v100;
    let v105 = 0.5f * v40;
    let v108 = 3.0f * v40;
    let v109 = 4.0f - v108;
    let v110 = v40 * v109;
    let v111 = 1.0f + v110;
    let v112 = v105 * v111;
    let v113 = 1.0f - v102;
    let v114 = v113 - v112;
    let v115 = v114 - v104;
    let v116 = v74 * v102;
    let v117 = v77 * v115;
    let v118 = v116 + v117;
    let v119 = v85 * v112;
    let v120 = v118 + v119;
    let v121 = v95 * v104;
    let v122 = v120 + v121;
    let v125 = v72 + v18;
    let v126 = bitcast<f32>(data[args[p + 1u].x + v125]);
    let v127 = v75 + v18;
    let v128 = bitcast<f32>(data[args[p + 1u].x + v127]);
    let v131 = v83 + v18;
    let v132 = bitcast<f32>(data[args[p + 1u].x + v131]);
    let v137 = v93 + v18;
    let v138 = bitcast<f32>(data[args[p + 1u].x + v137]);
    let v143 = v126 * v102;
    let v144 = v128 * v115;
    let v145 = v143 + v144;
    let v146 = v132 * v112;
    let v147 = v145 + v146;
    let v148 = v138 * v104;
    let v149 = v147 + v148;
    let v151 = v18 + 1u;
    let v152 = v151 == v3;
    let v154 = select(v151, 0u, v152);
    let v157 = v72 + v154;
    let v158 = bitcast<f32>(data[args[p + 1u].x + v157]);
    let v159 = v75 + v154;
    let v160 = bitcast<f32>(data[args[p + 1u].x + v159]);
    let v163 = v83 + v154;
    let v164 = bitcast<f32>(data[args[p + 1u].x + v163]);
    let v169 = v93 + v154;
    let v170 = bitcast<f32>(data[args[p + 1u].x + v169]);
    let v175 = v158 * v102;
    let v176 = v160 * v115;
    let v177 = v175 + v176;
    let v178 = v164 * v112;
    let v179 = v177 + v178;
    let v180 = v170 * v104;
    let v181 = v179 + v180;
    let v185 = v154 + 1u;
    let v186 = v185 == v3;
    let v188 = select(v185, 0u, v186);
    let v191 = v72 + v188;
    let v192 = bitcast<f32>(data[args[p + 1u].x + v191]);
    let v193 = v75 + v188;
    let v194 = bitcast<f32>(data[args[p + 1u].x + v193]);
    let v197 = v83 + v188;
    let v198 = bitcast<f32>(data[args[p + 1u].x + v197]);
    let v203 = v93 + v188;
    let v204 = bitcast<f32>(data[args[p + 1u].x + v203]);
    let v209 = v192 * v102;
    let v210 = v194 * v115;
    let v211 = v209 + v210;
    let v212 = v198 * v112;
    let v213 = v211 + v212;
    let v214 = v204 * v104;
    let v215 = v213 + v214;
    let v218 = v98 * v22;
    let v219 = 1.0f - v22;
    let v220 = v218 * v219;
    let v221 = v220 * v219;
    let v222 = v218 * v22;
    let v223 = v222 * v219;
    let v224 = 0.5f * v22;
    let v227 = 3.0f * v22;
    let v228 = 4.0f - v227;
    let v229 = v22 * v228;
    let v230 = 1.0f + v229;
    let v231 = v224 * v230;
    let v232 = 1.0f - v221;
    let v233 = v232 - v231;
    let v234 = v233 - v223;
    let v235 = v122 * v221;
    let v236 = v149 * v234;
    let v237 = v235 + v236;
    let v238 = v181 * v231;
    let v239 = v237 + v238;
    let v240 = v215 * v223;
    let v241 = v239 + v240;
    let v242 = bitcast<f32>(args[p + 1u].y);
    let v243 = bitcast<f32>(args[p + 1u].z);
    let v244 = v242 < v241;
    let v245 = select(v242, v241, v244);
    let v246 = v245 < v243;
    let v247 = select(v243, v245, v246);
    return v247;
}
fn k1(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(0u, x, y, z);
    return array<f32, 1>(k1(2u, r0));
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
