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
    let v103 = bitcast<u32>(v101);
    let v105 = v103 & 0x7fffffffu;
    let v106 = v105 >> 23u;
    let v108 = v106 == 0u;
    let v109 = bitcast<i32>(v105);
    let v110 = f32(v109);
    let v111 = bitcast<u32>(v110);
    let v112 = select(v105, v111, v108);
    let v113 = v112 >> 23u;
    let v116 = select(0u, 149u, v108);
    let v117 = v113 - v116;
    let v119 = v112 & 0x007fffffu;
    let v121 = v119 | 0x00800000u;
    let v122 = v117 & 1u;
    let v123 = 1u - v122;
    let v124 = v117 - v123;
    let v125 = v123 * v121;
    let v126 = v121 + v125;
    let v127 = bitcast<i32>(v126);
    let v128 = f32(v127);
    let v130 = 0.5f * v128;
    let v132 = bitcast<u32>(v128);
    let v133 = v132 >> 1u;
    let v134 = 0x5f3759dfu - v133;
    let v135 = bitcast<f32>(v134);
    let v137 = v130 * v135;
    let v138 = v137 * v135;
    let v139 = 1.5f - v138;
    let v140 = v135 * v139;
    let v142 = v130 * v140;
    let v143 = v142 * v140;
    let v144 = 1.5f - v143;
    let v145 = v140 * v144;
    let v147 = v130 * v145;
    let v148 = v147 * v145;
    let v149 = 1.5f - v148;
    let v150 = v145 * v149;
    let v151 = v128 * v150;
    let v153 = v151 * 2896.3093f;
    let v154 = i32(v153);
    let v155 = bitcast<u32>(v154);
    let v156 = v126 << 23u;
    let v157 = v155 * v155;
    let v158 = v156 - v157;
    let v159 = bitcast<i32>(v158);
    let v160 = f32(v159);
    let v161 = v160 * v150;
    let v163 = v161 * 0.0001726335f;
    let v164 = bitcast<u32>(v163);
    let v166 = v164 & 0x7fffffffu;
    let v167 = bitcast<f32>(v166);
    let v169 = v167 < 8388608.0f;
    let v171 = select(0.0f, v163, v169);
    let v172 = i32(v171);
    let v173 = bitcast<u32>(v172);
    let v174 = bitcast<i32>(v173);
    let v175 = f32(v174);
    let v176 = v171 < v175;
    let v179 = select(0.0f, 1.0f, v176);
    let v180 = v175 - v179;
    let v181 = select(v163, v180, v169);
    let v182 = i32(v181);
    let v183 = bitcast<u32>(v182);
    let v184 = v155 + v183;
    let v185 = v184 * v184;
    let v186 = v156 - v185;
    let v187 = v186 >> 31u;
    let v188 = v184 - v187;
    let v189 = v184 + v184;
    let v190 = v189 - 1u;
    let v191 = v187 * v190;
    let v192 = v186 + v191;
    let v193 = v192 - v188;
    let v194 = v193 - v188;
    let v195 = v194 - 1u;
    let v196 = v195 >> 31u;
    let v197 = 1u - v196;
    let v198 = v188 + v197;
    let v199 = v188 + v188;
    let v200 = v199 + 1u;
    let v201 = v197 * v200;
    let v202 = v192 - v201;
    let v203 = v198 - v202;
    let v204 = v203 >> 31u;
    let v205 = v198 + v204;
    let v207 = v124 + 127u;
    let v208 = v207 >> 1u;
    let v209 = v208 << 23u;
    let v210 = v209 + v205;
    let v212 = v210 - 0x00800000u;
    let v214 = v105 == 0u;
    let v217 = select(0u, 1u, v214);
    let v219 = v106 == 255u;
    let v222 = select(0u, 1u, v219);
    let v223 = v217 | v222;
    let v225 = v223 == 1u;
    let v226 = bitcast<f32>(v212);
    let v227 = select(v226, v101, v225);
    let v228 = v82 - v227;
    let v229 = v94 < v88;
    let v230 = select(v94, v88, v229);
    let v231 = v230 < 0.0f;
    let v232 = select(0.0f, v230, v231);
    let v233 = v228 - v232;
    let v234 = -(v70);
    let v235 = v234 < v233;
    let v236 = select(v234, v233, v235);
    return v236;
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
