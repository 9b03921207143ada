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
fn k0(p: u32, x: u32, y: u32, z: u32, i0: f32) -> f32 {
    let v4 = args[p + 0u].x;
    let v5 = args[p + 0u].y;
    let v6 = x + v5;
    let v8 = v6 & 0x0000ffffu;
    let v9 = v8 * v4;
    let v10 = v6 >> 16u;
    let v11 = v10 * v4;
    let v12 = v9 >> 16u;
    let v13 = v11 + v12;
    let v14 = v13 << 16u;
    let v16 = v9 & 0x0000ffffu;
    let v17 = v14 | v16;
    let v18 = v17 >> 8u;
    let v19 = v13 >> 16u;
    let v20 = bitcast<i32>(v18);
    let v21 = f32(v20);
    let v23 = v21 * 5.9604645e-8f;
    let v24 = args[p + 0u].z;
    let v25 = y + v24;
    let v27 = v25 & 0x0000ffffu;
    let v28 = v27 * v4;
    let v29 = v25 >> 16u;
    let v30 = v29 * v4;
    let v31 = v28 >> 16u;
    let v32 = v30 + v31;
    let v33 = v32 << 16u;
    let v35 = v28 & 0x0000ffffu;
    let v36 = v33 | v35;
    let v37 = v36 >> 8u;
    let v38 = v32 >> 16u;
    let v39 = bitcast<i32>(v37);
    let v40 = f32(v39);
    let v42 = v40 * 5.9604645e-8f;
    let v43 = args[p + 0u].w;
    let v44 = args[p + 1u].x;
    let v45 = z + v44;
    let v47 = v45 & 0x0000ffffu;
    let v48 = v47 * v43;
    let v49 = v45 >> 16u;
    let v50 = v49 * v43;
    let v51 = v48 >> 16u;
    let v52 = v50 + v51;
    let v53 = v52 << 16u;
    let v55 = v48 & 0x0000ffffu;
    let v56 = v53 | v55;
    let v57 = v56 >> 8u;
    let v58 = v52 >> 16u;
    let v59 = bitcast<i32>(v57);
    let v60 = f32(v59);
    let v62 = v60 * 5.9604645e-8f;
    let v65 = args[p + 1u].y;
    let v67 = v19 * 0x9e3779b1u;
    let v69 = v38 * 0x85ebca77u;
    let v70 = v67 ^ v69;
    let v72 = 0u * 0xc2b2ae3du;
    let v73 = v70 ^ v72;
    let v74 = v73 ^ v65;
    let v75 = v74 >> 16u;
    let v76 = v74 ^ v75;
    let v78 = v76 * 0x7feb352du;
    let v79 = v78 >> 15u;
    let v80 = v78 ^ v79;
    let v82 = v80 * 0x846ca68bu;
    let v83 = v82 >> 16u;
    let v84 = v82 ^ v83;
    let v88 = v84 & 4u;
    let v90 = v88 == 4u;
    let v91 = select(0x3f6c835eu, 0x3ec3ef15u, v90);
    let v92 = v84 << 31u;
    let v93 = v91 ^ v92;
    let v94 = select(0x3ec3ef15u, 0x3f6c835eu, v90);
    let v95 = v84 << 30u;
    let v97 = v95 & 0x80000000u;
    let v98 = v94 ^ v97;
    let v99 = bitcast<f32>(v93);
    let v100 = bitcast<f32>(v98);
    let v102 = v38 + 1u;
    let v103 = v102 == v4;
    let v105 = select(v102, 0u, v103);
    let v109 = v105 * 0x85ebca77u;
    let v110 = v67 ^ v109;
    let v112 = v110 ^ v72;
    let v113 = v112 ^ v65;
    let v114 = v113 >> 16u;
    let v115 = v113 ^ v114;
    let v117 = v115 * 0x7feb352du;
    let v118 = v117 >> 15u;
    let v119 = v117 ^ v118;
    let v121 = v119 * 0x846ca68bu;
    let v122 = v121 >> 16u;
    let v123 = v121 ^ v122;
    let v127 = v123 & 4u;
    let v129 = v127 == 4u;
    let v130 = select(0x3f6c835eu, 0x3ec3ef15u, v129);
    let v131 = v123 << 31u;
    let v132 = v130 ^ v131;
    let v133 = select(0x3ec3ef15u, 0x3f6c835eu, v129);
    let v134 = v123 << 30u;
    let v136 = v134 & 0x80000000u;
    let v137 = v133 ^ v136;
    let v138 = bitcast<f32>(v132);
    let v139 = bitcast<f32>(v137);
    let v140 = v42 * v42;
    let v141 = v140 * v42;
    let v143 = v42 * 6.0f;
    let v145 = v143 - 15.0f;
    let v146 = v42 * v145;
    let v148 = v146 + 10.0f;
    let v149 = v141 * v148;
    let v151 = v138 - v99;
    let v152 = v149 * v151;
    let v153 = v99 + v152;
    let v154 = v153 * 1.5f;
    let v155 = v100 * v42;
    let v157 = v42 - 1.0f;
    let v158 = v139 * v157;
    let v159 = v158 - v155;
    let v160 = v149 * v159;
    let v161 = v155 + v160;
    let v162 = v161 * 1.5f;
    let v164 = v19 + 1u;
    let v165 = v164 == v4;
    let v167 = select(v164, 0u, v165);
    let v170 = v167 * 0x9e3779b1u;
    let v172 = v170 ^ v69;
    let v174 = v172 ^ v72;
    let v175 = v174 ^ v65;
    let v176 = v175 >> 16u;
    let v177 = v175 ^ v176;
    let v179 = v177 * 0x7feb352du;
    let v180 = v179 >> 15u;
    let v181 = v179 ^ v180;
    let v183 = v181 * 0x846ca68bu;
    let v184 = v183 >> 16u;
    let v185 = v183 ^ v184;
    let v189 = v185 & 4u;
    let v191 = v189 == 4u;
    let v192 = select(0x3f6c835eu, 0x3ec3ef15u, v191);
    let v193 = v185 << 31u;
    let v194 = v192 ^ v193;
    let v195 = select(0x3ec3ef15u, 0x3f6c835eu, v191);
    let v196 = v185 << 30u;
    let v198 = v196 & 0x80000000u;
    let v199 = v195 ^ v198;
    let v200 = bitcast<f32>(v194);
    let v201 = bitcast<f32>(v199);
    let v207 = v170 ^ v109;
    let v209 = v207 ^ v72;
    let v210 = v209 ^ v65;
    let v211 = v210 >> 16u;
    let v212 = v210 ^ v211;
    let v214 = v212 * 0x7feb352du;
    let v215 = v214 >> 15u;
    let v216 = v214 ^ v215;
    let v218 = v216 * 0x846ca68bu;
    let v219 = v218 >> 16u;
    let v220 = v218 ^ v219;
    let v224 = v220 & 4u;
    let v226 = v224 == 4u;
    let v227 = select(0x3f6c835eu, 0x3ec3ef15u, v226);
    let v228 = v220 << 31u;
    let v229 = v227 ^ v228;
    let v230 = select(0x3ec3ef15u, 0x3f6c835eu, v226);
    let v231 = v220 << 30u;
    let v233 = v231 & 0x80000000u;
    let v234 = v230 ^ v233;
    let v235 = bitcast<f32>(v229);
    let v236 = bitcast<f32>(v234);
    let v241 = v235 - v200;
    let v242 = v149 * v241;
    let v243 = v200 + v242;
    let v244 = v243 * 1.5f;
    let v245 = v201 * v42;
    let v247 = v236 * v157;
    let v248 = v247 - v245;
    let v249 = v149 * v248;
    let v250 = v245 + v249;
    let v251 = v250 * 1.5f;
    let v252 = v23 * v23;
    let v253 = v252 * v23;
    let v255 = v23 * 6.0f;
    let v257 = v255 - 15.0f;
    let v258 = v23 * v257;
    let v260 = v258 + 10.0f;
    let v261 = v253 * v260;
    let v262 = v154 * v23;
    let v263 = v262 + v162;
    let v265 = v23 - 1.0f;
    let v266 = v244 * v265;
    let v267 = v266 + v251;
    let v268 = v267 - v263;
    let v269 = v261 * v268;
    let v270 = v263 + v269;
    let v271 = bitcast<f32>(args[p + 1u].z);
    let v272 = v270 * v271;
    let v273 = i0 + v272;
    return v273;
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
    let r0 = k0(2u, x, y, z, bitcast<f32>(args[0u].x));
    let r1 = k0(4u, x, y, z, r0);
    let r2 = k0(6u, x, y, z, r1);
    let r3 = k0(8u, x, y, z, r2);
    let r4 = k0(10u, x, y, z, r3);
    let r5 = k1(12u, r4, bitcast<f32>(args[1u].x), bitcast<f32>(args[1u].x));
    return array<f32, 1>(k2(12u, r5));
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
