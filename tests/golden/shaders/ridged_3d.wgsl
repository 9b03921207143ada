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
    let v43 = z + v42;
    let v45 = v43 & 0x0000ffffu;
    let v46 = v45 * v3;
    let v47 = v43 >> 16u;
    let v48 = v47 * v3;
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
    let v63 = v37 + 1u;
    let v64 = v63 == v3;
    let v66 = select(v63, 0u, v64);
    let v68 = v56 + 1u;
    let v69 = v68 == v3;
    let v71 = select(v68, 0u, v69);
    let v72 = args[p + 1u].x;
    let v74 = v18 * 0x9e3779b1u;
    let v76 = v37 * 0x85ebca77u;
    let v77 = v74 ^ v76;
    let v79 = v56 * 0xc2b2ae3du;
    let v80 = v77 ^ v79;
    let v81 = v80 ^ v72;
    let v82 = v81 >> 16u;
    let v83 = v81 ^ v82;
    let v85 = v83 * 0x7feb352du;
    let v86 = v85 >> 15u;
    let v87 = v85 ^ v86;
    let v89 = v87 * 0x846ca68bu;
    let v90 = v89 >> 16u;
    let v91 = v89 ^ v90;
    let v92 = v91 >> 8u;
    let v93 = bitcast<i32>(v92);
    let v94 = f32(v93);
    let v96 = v94 * 5.9604645e-8f;
    let v98 = v96 * 2.0f;
    let v100 = v98 - 1.0f;
    let v103 = v66 * 0x85ebca77u;
    let v104 = v74 ^ v103;
    let v106 = v104 ^ v79;
    let v107 = v106 ^ v72;
    let v108 = v107 >> 16u;
    let v109 = v107 ^ v108;
    let v111 = v109 * 0x7feb352du;
    let v112 = v111 >> 15u;
    let v113 = v111 ^ v112;
    let v115 = v113 * 0x846ca68bu;
    let v116 = v115 >> 16u;
    let v117 = v115 ^ v116;
    let v118 = v117 >> 8u;
    let v119 = bitcast<i32>(v118);
    let v120 = f32(v119);
    let v122 = v120 * 5.9604645e-8f;
    let v124 = v122 * 2.0f;
    let v126 = v124 - 1.0f;
    let v130 = v71 * 0xc2b2ae3du;
    let v131 = v77 ^ v130;
    let v132 = v131 ^ v72;
    let v133 = v132 >> 16u;
    let v134 = v132 ^ v133;
    let v136 = v134 * 0x7feb352du;
    let v137 = v136 >> 15u;
    let v138 = v136 ^ v137;
    let v140 = v138 * 0x846ca68bu;
    let v141 = v140 >> 16u;
    let v142 = v140 ^ v141;
    let v143 = v142 >> 8u;
    let v144 = bitcast<i32>(v143);
    let v145 = f32(v144);
    let v147 = v145 * 5.9604645e-8f;
    let v149 = v147 * 2.0f;
    let v151 = v149 - 1.0f;
    let v155 = v104 ^ v130;
    let v156 = v155 ^ v72;
    let v157 = v156 >> 16u;
    let v158 = v156 ^ v157;
    let v160 = v158 * 0x7feb352du;
    let v161 = v160 >> 15u;
    let v162 = v160 ^ v161;
    let v164 = v162 * 0x846ca68bu;
    let v165 = v164 >> 16u;
    let v166 = v164 ^ v165;
    let v167 = v166 >> 8u;
    let v168 = bitcast<i32>(v167);
    let v169 = f32(v168);
    let v171 = v169 * 5.9604645e-8f;
    let v173 = v171 * 2.0f;
    let v175 = v173 - 1.0f;
    let v176 = v41 * v41;
    let v177 = v176 * v41;
    let v179 = v41 * 6.0f;
    let v181 = v179 - 15.0f;
    let v182 = v41 * v181;
    let v184 = v182 + 10.0f;
    let v185 = v177 * v184;
    let v186 = v60 * v60;
    let v187 = v186 * v60;
    let v189 = v60 * 6.0f;
    let v191 = v189 - 15.0f;
    let v192 = v60 * v191;
    let v194 = v192 + 10.0f;
    let v195 = v187 * v194;
    let v196 = v126 - v100;
    let v197 = v185 * v196;
    let v198 = v100 + v197;
    let v199 = v175 - v151;
    let v200 = v185 * v199;
    let v201 = v151 + v200;
    let v202 = v201 - v198;
    let v203 = v195 * v202;
    let v204 = v198 + v203;
    let v206 = v18 + 1u;
    let v207 = v206 == v3;
    let v209 = select(v206, 0u, v207);
    let v215 = v209 * 0x9e3779b1u;
    let v217 = v215 ^ v76;
    let v219 = v217 ^ v79;
    let v220 = v219 ^ v72;
    let v221 = v220 >> 16u;
    let v222 = v220 ^ v221;
    let v224 = v222 * 0x7feb352du;
    let v225 = v224 >> 15u;
    let v226 = v224 ^ v225;
    let v228 = v226 * 0x846ca68bu;
    let v229 = v228 >> 16u;
    let v230 = v228 ^ v229;
    let v231 = v230 >> 8u;
    let v232 = bitcast<i32>(v231);
    let v233 = f32(v232);
    let v235 = v233 * 5.9604645e-8f;
    let v237 = v235 * 2.0f;
    let v239 = v237 - 1.0f;
    let v242 = v215 ^ v103;
    let v244 = v242 ^ v79;
    let v245 = v244 ^ v72;
    let v246 = v245 >> 16u;
    let v247 = v245 ^ v246;
    let v249 = v247 * 0x7feb352du;
    let v250 = v249 >> 15u;
    let v251 = v249 ^ v250;
    let v253 = v251 * 0x846ca68bu;
    let v254 = v253 >> 16u;
    let v255 = v253 ^ v254;
    let v256 = v255 >> 8u;
    let v257 = bitcast<i32>(v256);
    let v258 = f32(v257);
    let v260 = v258 * 5.9604645e-8f;
    let v262 = v260 * 2.0f;
    let v264 = v262 - 1.0f;
    let v268 = v217 ^ v130;
    let v269 = v268 ^ v72;
    let v270 = v269 >> 16u;
    let v271 = v269 ^ v270;
    let v273 = v271 * 0x7feb352du;
    let v274 = v273 >> 15u;
    let v275 = v273 ^ v274;
    let v277 = v275 * 0x846ca68bu;
    let v278 = v277 >> 16u;
    let v279 = v277 ^ v278;
    let v280 = v279 >> 8u;
    let v281 = bitcast<i32>(v280);
    let v282 = f32(v281);
    let v284 = v282 * 5.9604645e-8f;
    let v286 = v284 * 2.0f;
    let v288 = v286 - 1.0f;
    let v292 = v242 ^ v130;
    let v293 = v292 ^ v72;
    let v294 = v293 >> 16u;
    let v295 = v293 ^ v294;
    let v297 = v295 * 0x7feb352du;
    let v298 = v297 >> 15u;
    let v299 = v297 ^ v298;
    let v301 = v299 * 0x846ca68bu;
    let v302 = v301 >> 16u;
    let v303 = v301 ^ v302;
    let v304 = v303 >> 8u;
    let v305 = bitcast<i32>(v304);
    let v306 = f32(v305);
    let v308 = v306 * 5.9604645e-8f;
    let v310 = v308 * 2.0f;
    let v312 = v310 - 1.0f;
    let v319 = v264 - v239;
    let v320 = v185 * v319;
    let v321 = v239 + v320;
    let v322 = v312 - v288;
    let v323 = v185 * v322;
    let v324 = v288 + v323;
    let v325 = v324 - v321;
    let v326 = v195 * v325;
    let v327 = v321 + v326;
    let v328 = v22 * v22;
    let v329 = v328 * v22;
    let v331 = v22 * 6.0f;
    let v333 = v331 - 15.0f;
    let v334 = v22 * v333;
    let v336 = v334 + 10.0f;
    let v337 = v329 * v336;
    let v338 = v327 - v204;
    let v339 = v337 * v338;
    let v340 = v204 + v339;
    return v340;
}
fn k1(p: u32, i0: f32) -> f32 {
    let v5 = bitcast<u32>(i0);
    let v7 = v5 & 0x7fffffffu;
    let v8 = bitcast<f32>(v7);
    return v8;
}
fn k2(p: u32, i0: f32) -> f32 {
    let v6 = 1.0f - i0;
    return v6;
}
fn k3(p: u32, i0: f32, i1: f32) -> f32 {
    let v6 = i0 * i1;
    return v6;
}
fn k4(p: u32, i0: f32, i1: f32) -> f32 {
    let v6 = bitcast<f32>(args[p + 0u].x);
    let v7 = i1 * v6;
    let v8 = i0 + v7;
    return v8;
}
fn k5(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z);
    let r1 = k0(3u, x, y, z);
    let r2 = k0(5u, x, y, z);
    let r3 = k0(7u, x, y, z);
    let r4 = k1(9u, r0);
    let r5 = k2(9u, r4);
    let r6 = k3(9u, r5, r5);
    let r7 = k4(9u, bitcast<f32>(args[0u].x), r6);
    let r8 = k1(10u, r1);
    let r9 = k2(10u, r8);
    let r10 = k3(10u, r9, r9);
    let r11 = k4(10u, r7, r10);
    let r12 = k1(11u, r2);
    let r13 = k2(11u, r12);
    let r14 = k3(11u, r13, r13);
    let r15 = k4(11u, r11, r14);
    let r16 = k1(12u, r3);
    let r17 = k2(12u, r16);
    let r18 = k3(12u, r17, r17);
    let r19 = k4(12u, r15, r18);
    return array<f32, 1>(k5(13u, r19));
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
