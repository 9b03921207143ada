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
@group(0) @binding(1) var<uniform> args: array<vec4<u32>, 64>;
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
    let v87 = v83 & 4u;
    let v89 = v87 == 4u;
    let v90 = select(0x3f6c835eu, 0x3ec3ef15u, v89);
    let v91 = v83 << 31u;
    let v92 = v90 ^ v91;
    let v93 = select(0x3ec3ef15u, 0x3f6c835eu, v89);
    let v94 = v83 << 30u;
    let v96 = v94 & 0x80000000u;
    let v97 = v93 ^ v96;
    let v98 = bitcast<f32>(v92);
    let v99 = bitcast<f32>(v97);
    let v101 = v37 + 1u;
    let v102 = v101 == v3;
    let v104 = select(v101, 0u, v102);
    let v108 = v104 * 0x85ebca77u;
    let v109 = v66 ^ v108;
    let v111 = v109 ^ v71;
    let v112 = v111 ^ v64;
    let v113 = v112 >> 16u;
    let v114 = v112 ^ v113;
    let v116 = v114 * 0x7feb352du;
    let v117 = v116 >> 15u;
    let v118 = v116 ^ v117;
    let v120 = v118 * 0x846ca68bu;
    let v121 = v120 >> 16u;
    let v122 = v120 ^ v121;
    let v126 = v122 & 4u;
    let v128 = v126 == 4u;
    let v129 = select(0x3f6c835eu, 0x3ec3ef15u, v128);
    let v130 = v122 << 31u;
    let v131 = v129 ^ v130;
    let v132 = select(0x3ec3ef15u, 0x3f6c835eu, v128);
    let v133 = v122 << 30u;
    let v135 = v133 & 0x80000000u;
    let v136 = v132 ^ v135;
    let v137 = bitcast<f32>(v131);
    let v138 = bitcast<f32>(v136);
    let v139 = v41 * v41;
    let v140 = v139 * v41;
    let v142 = v41 * 6.0f;
    let v144 = v142 - 15.0f;
    let v145 = v41 * v144;
    let v147 = v145 + 10.0f;
    let v148 = v140 * v147;
    let v150 = v137 - v98;
    let v151 = v148 * v150;
    let v152 = v98 + v151;
    let v153 = v152 * 1.5f;
    let v154 = v99 * v41;
    let v156 = v41 - 1.0f;
    let v157 = v138 * v156;
    let v158 = v157 - v154;
    let v159 = v148 * v158;
    let v160 = v154 + v159;
    let v161 = v160 * 1.5f;
    let v163 = v18 + 1u;
    let v164 = v163 == v3;
    let v166 = select(v163, 0u, v164);
    let v169 = v166 * 0x9e3779b1u;
    let v171 = v169 ^ v68;
    let v173 = v171 ^ v71;
    let v174 = v173 ^ v64;
    let v175 = v174 >> 16u;
    let v176 = v174 ^ v175;
    let v178 = v176 * 0x7feb352du;
    let v179 = v178 >> 15u;
    let v180 = v178 ^ v179;
    let v182 = v180 * 0x846ca68bu;
    let v183 = v182 >> 16u;
    let v184 = v182 ^ v183;
    let v188 = v184 & 4u;
    let v190 = v188 == 4u;
    let v191 = select(0x3f6c835eu, 0x3ec3ef15u, v190);
    let v192 = v184 << 31u;
    let v193 = v191 ^ v192;
    let v194 = select(0x3ec3ef15u, 0x3f6c835eu, v190);
    let v195 = v184 << 30u;
    let v197 = v195 & 0x80000000u;
    let v198 = v194 ^ v197;
    let v199 = bitcast<f32>(v193);
    let v200 = bitcast<f32>(v198);
    let v206 = v169 ^ v108;
    let v208 = v206 ^ v71;
    let v209 = v208 ^ v64;
    let v210 = v209 >> 16u;
    let v211 = v209 ^ v210;
    let v213 = v211 * 0x7feb352du;
    let v214 = v213 >> 15u;
    let v215 = v213 ^ v214;
    let v217 = v215 * 0x846ca68bu;
    let v218 = v217 >> 16u;
    let v219 = v217 ^ v218;
    let v223 = v219 & 4u;
    let v225 = v223 == 4u;
    let v226 = select(0x3f6c835eu, 0x3ec3ef15u, v225);
    let v227 = v219 << 31u;
    let v228 = v226 ^ v227;
    let v229 = select(0x3ec3ef15u, 0x3f6c835eu, v225);
    let v230 = v219 << 30u;
    let v232 = v230 & 0x80000000u;
    let v233 = v229 ^ v232;
    let v234 = bitcast<f32>(v228);
    let v235 = bitcast<f32>(v233);
    let v240 = v234 - v199;
    let v241 = v148 * v240;
    let v242 = v199 + v241;
    let v243 = v242 * 1.5f;
    let v244 = v200 * v41;
    let v246 = v235 * v156;
    let v247 = v246 - v244;
    let v248 = v148 * v247;
    let v249 = v244 + v248;
    let v250 = v249 * 1.5f;
    let v251 = v22 * v22;
    let v252 = v251 * v22;
    let v254 = v22 * 6.0f;
    let v256 = v254 - 15.0f;
    let v257 = v22 * v256;
    let v259 = v257 + 10.0f;
    let v260 = v252 * v259;
    let v261 = v153 * v22;
    let v262 = v261 + v161;
    let v264 = v22 - 1.0f;
    let v265 = v243 * v264;
    let v266 = v265 + v250;
    let v267 = v266 - v262;
    let v268 = v260 * v267;
    let v269 = v262 + v268;
    return v269;
}
fn k1(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v7 = i0 * i1;
    let v8 = v7 + i2;
    return v8;
}
fn k2(p: u32, i0: f32, i1: f32, i2: f32, i3: f32, i4: f32, i5: f32, i6: f32) -> f32 {
    let v11 = i2 - i1;
    let v12 = i0 + v11;
    let v13 = i3 - i1;
    let v14 = v12 + v13;
    let v15 = i4 - i1;
    let v16 = v14 + v15;
    let v17 = i5 - i1;
    let v18 = v16 + v17;
    let v19 = i6 - i1;
    let v20 = v18 + v19;
    return v20;
}
fn k3(p: u32, i0: f32, i1: f32) -> f32 {
    let v7 = i0 * 0.06666667f;
    let v8 = i1 + v7;
    return v8;
}
fn k4(p: u32, a: f32) -> f32 {
    let v2 = a < 0.0f;
    let v3 = 0.0f < a;
    let v4 = select(0.0f, a, v3);
    let v5 = select(v4, a, v2);
    return v5;
}
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(4u, x + args[2u].x, y + args[3u].x, z);
    let r1 = k1(6u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k0(8u, x + args[6u].x, y + args[7u].x, z);
    let r3 = k1(10u, r2, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r4 = k0(12u, x + args[10u].x, y + args[11u].x, z);
    let r5 = k1(14u, r4, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r6 = k0(16u, x + args[14u].x, y + args[15u].x, z);
    let r7 = k1(18u, r6, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r8 = k0(20u, x + args[18u].x, y + args[19u].x, z);
    let r9 = k1(22u, r8, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r10 = k0(24u, x + args[22u].x, y + args[23u].x, z);
    let r11 = k1(26u, r10, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r12 = k0(28u, x + args[26u].x, y + args[27u].x, z);
    let r13 = k1(30u, r12, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r14 = k0(32u, x + args[30u].x, y + args[31u].x, z);
    let r15 = k1(34u, r14, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r16 = k0(36u, x + args[34u].x, y + args[35u].x, z);
    let r17 = k1(38u, r16, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r18 = k0(40u, x + args[38u].x, y + args[39u].x, z);
    let r19 = k1(42u, r18, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r20 = k0(44u, x + args[42u].x, y + args[43u].x, z);
    let r21 = k1(46u, r20, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r22 = k0(48u, x + args[46u].x, y + args[47u].x, z);
    let r23 = k1(50u, r22, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r24 = k0(52u, x + args[50u].x, y + args[51u].x, z);
    let r25 = k1(54u, r24, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r26 = k0(56u, x + args[54u].x, y + args[55u].x, z);
    let r27 = k1(58u, r26, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r28 = k0(60u, x + args[58u].x, y + args[59u].x, z);
    let r29 = k1(62u, r28, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r30 = k2(62u, bitcast<f32>(args[1u].x), r1, r1, r3, r5, r7, r9);
    let r31 = k2(62u, r30, r1, r11, r13, r15, r17, r19);
    let r32 = k2(62u, r31, r1, r21, r23, r25, r27, r29);
    let r33 = k3(62u, r32, r1);
    return array<f32, 1>(k4(62u, r33));
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
