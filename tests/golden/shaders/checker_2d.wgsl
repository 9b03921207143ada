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
    let v108 = bitcast<u32>(v106);
    let v110 = v108 & 0x7fffffffu;
    let v111 = v110 >> 23u;
    let v113 = v111 == 0u;
    let v114 = bitcast<i32>(v110);
    let v115 = f32(v114);
    let v116 = bitcast<u32>(v115);
    let v117 = select(v110, v116, v113);
    let v118 = v117 >> 23u;
    let v121 = select(0u, 149u, v113);
    let v122 = v118 - v121;
    let v124 = v117 & 0x007fffffu;
    let v126 = v124 | 0x00800000u;
    let v127 = v122 & 1u;
    let v128 = 1u - v127;
    let v129 = v122 - v128;
    let v130 = v128 * v126;
    let v131 = v126 + v130;
    let v132 = bitcast<i32>(v131);
    let v133 = f32(v132);
    let v135 = 0.5f * v133;
    let v137 = bitcast<u32>(v133);
    let v138 = v137 >> 1u;
    let v139 = 0x5f3759dfu - v138;
    let v140 = bitcast<f32>(v139);
    let v142 = v135 * v140;
    let v143 = v142 * v140;
    let v144 = 1.5f - v143;
    let v145 = v140 * v144;
    let v147 = v135 * v145;
    let v148 = v147 * v145;
    let v149 = 1.5f - v148;
    let v150 = v145 * v149;
    let v152 = v135 * v150;
    let v153 = v152 * v150;
    let v154 = 1.5f - v153;
    let v155 = v150 * v154;
    let v156 = v133 * v155;
    let v158 = v156 * 2896.3093f;
    let v159 = i32(v158);
    let v160 = bitcast<u32>(v159);
    let v161 = v131 << 23u;
    let v162 = v160 * v160;
    let v163 = v161 - v162;
    let v164 = bitcast<i32>(v163);
    let v165 = f32(v164);
    let v166 = v165 * v155;
    let v168 = v166 * 0.0001726335f;
    let v169 = bitcast<u32>(v168);
    let v171 = v169 & 0x7fffffffu;
    let v172 = bitcast<f32>(v171);
    let v174 = v172 < 8388608.0f;
    let v176 = select(0.0f, v168, v174);
    let v177 = i32(v176);
    let v178 = bitcast<u32>(v177);
    let v179 = bitcast<i32>(v178);
    let v180 = f32(v179);
    let v181 = v176 < v180;
    let v184 = select(0.0f, 1.0f, v181);
    let v185 = v180 - v184;
    let v186 = select(v168, v185, v174);
    let v187 = i32(v186);
    let v188 = bitcast<u32>(v187);
    let v189 = v160 + v188;
    let v190 = v189 * v189;
    let v191 = v161 - v190;
    let v192 = v191 >> 31u;
    let v193 = v189 - v192;
    let v194 = v189 + v189;
    let v195 = v194 - 1u;
    let v196 = v192 * v195;
    let v197 = v191 + v196;
    let v198 = v197 - v193;
    let v199 = v198 - v193;
    let v200 = v199 - 1u;
    let v201 = v200 >> 31u;
    let v202 = 1u - v201;
    let v203 = v193 + v202;
    let v204 = v193 + v193;
    let v205 = v204 + 1u;
    let v206 = v202 * v205;
    let v207 = v197 - v206;
    let v208 = v203 - v207;
    let v209 = v208 >> 31u;
    let v210 = v203 + v209;
    let v212 = v129 + 127u;
    let v213 = v212 >> 1u;
    let v214 = v213 << 23u;
    let v215 = v214 + v210;
    let v217 = v215 - 0x00800000u;
    let v219 = v110 == 0u;
    let v222 = select(0u, 1u, v219);
    let v224 = v111 == 255u;
    let v227 = select(0u, 1u, v224);
    let v228 = v222 | v227;
    let v230 = v228 == 1u;
    let v231 = bitcast<f32>(v217);
    let v232 = select(v231, v106, v230);
    let v233 = v87 - v232;
    let v234 = v99 < v93;
    let v235 = select(v99, v93, v234);
    let v236 = v235 < 0.0f;
    let v237 = select(0.0f, v235, v236);
    let v238 = v233 - v237;
    let v239 = -(v77);
    let v240 = v239 < v238;
    let v241 = select(v239, v238, v240);
    let v242 = v45 + v20;
    let v244 = v242 & 1u;
    let v246 = v244 == 0u;
    let v247 = -(v241);
    let v248 = select(v241, v247, v246);
    return v248;
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
