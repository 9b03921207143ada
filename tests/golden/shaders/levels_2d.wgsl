// head of perlin_2d.wgsl
// fn quotient is quotient of planks_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32, i1: f32, i2: f32, i3: f32, i4: f32) -> f32 {
    let v9 = i0 - i1;
    let v10 = i2 - i1;
    let v12 = bitcast<u32>(v10);
    let v14 = v12 & 0x7fffffffu;
    let v15 = bitcast<f32>(v14);
    let v16 = 0.0f < v15;
    let v18 = select(1.0f, v10, v16);
    let v19 = quotient(v9, v18);
    let v20 = select(0.0f, v19, v16);
    let v21 = i4 - i3;
    let v22 = v20 * v21;
    let v23 = i3 + v22;
    return v23;
}
fn k3(p: u32, i0: f32) -> f32 {
    let v7 = 0.0f < i0;
    let v8 = select(0.0f, i0, v7);
    let v9 = v8 < 1.0f;
    let v10 = select(1.0f, v8, v9);
    return v10;
}
fn k4(p: u32, i0: f32, i1: f32) -> f32 {
    let v7 = 1.1754944e-38f < i0;
    let v8 = select(1.1754944e-38f, i0, v7);
    let v10 = bitcast<u32>(v8);
    let v11 = v10 - 0x3f3504f3u;
    let v12 = v11 >> 31u;
    let v14 = v12 == 0u;
    let v15 = v11 >> 23u;
    let v17 = v15 | 0xfffffe00u;
    let v18 = select(v17, v15, v14);
    let v20 = v11 & 0x007fffffu;
    let v21 = v20 + 0x3f3504f3u;
    let v22 = bitcast<f32>(v21);
    let v24 = v22 - 1.0f;
    let v25 = bitcast<i32>(v18);
    let v26 = f32(v25);
    let v28 = (-0.109949544f) * v24;
    let v30 = v28 + 0.18617496f;
    let v31 = v30 * v24;
    let v33 = v31 + (-0.19106475f);
    let v34 = v33 * v24;
    let v36 = v34 + 0.20460062f;
    let v37 = v36 * v24;
    let v39 = v37 + (-0.2396174f);
    let v40 = v39 * v24;
    let v42 = v40 + 0.2885674f;
    let v43 = v42 * v24;
    let v45 = v43 + (-0.36069664f);
    let v46 = v45 * v24;
    let v48 = v46 + 0.48089823f;
    let v49 = v48 * v24;
    let v51 = v49 + (-0.72134733f);
    let v52 = v51 * v24;
    let v54 = v52 + 1.442695f;
    let v55 = v24 * v54;
    let v56 = i1 * v26;
    let v57 = i1 * v55;
    let v58 = v56 + v57;
    let v60 = v58 < 127.49f;
    let v61 = select(127.49f, v58, v60);
    let v63 = (-126.0f) < v61;
    let v64 = select((-126.0f), v61, v63);
    let v66 = v64 + 0.5f;
    let v67 = bitcast<u32>(v66);
    let v69 = v67 & 0x7fffffffu;
    let v70 = bitcast<f32>(v69);
    let v72 = v70 < 8388608.0f;
    let v74 = select(0.0f, v66, v72);
    let v75 = i32(v74);
    let v76 = bitcast<u32>(v75);
    let v77 = bitcast<i32>(v76);
    let v78 = f32(v77);
    let v79 = v74 < v78;
    let v82 = select(0.0f, 1.0f, v79);
    let v83 = v78 - v82;
    let v84 = select(v66, v83, v72);
    let v85 = v64 - v84;
    let v87 = 0.00015353385f * v85;
    let v89 = v87 + 0.0013398873f;
    let v90 = v89 * v85;
    let v92 = v90 + 0.009618437f;
    let v93 = v92 * v85;
    let v95 = v93 + 0.055503324f;
    let v96 = v95 * v85;
    let v98 = v96 + 0.24022648f;
    let v99 = v98 * v85;
    let v101 = v99 + 0.6931472f;
    let v102 = v85 * v101;
    let v104 = v102 + 1.0f;
    let v105 = i32(v84);
    let v106 = bitcast<u32>(v105);
    let v108 = v106 + 127u;
    let v109 = v108 << 23u;
    let v110 = bitcast<f32>(v109);
    let v111 = v104 * v110;
    let v113 = 0.0f < i1;
    let v116 = i1 < 0.0f;
    let v119 = select(1.0f, 0.0f, v116);
    let v120 = select(v119, 0.0f, v113);
    let v122 = 0.0f < i0;
    let v123 = select(v120, v111, v122);
    return v123;
}
fn k5(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v7 = i1 - i0;
    let v8 = i2 * v7;
    let v9 = i0 + v8;
    return v9;
}
// fn k6 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(6u, x, y, z);
    let r1 = k1(8u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(8u, r1, bitcast<f32>(args[1u].x), bitcast<f32>(args[2u].x), bitcast<f32>(args[3u].x), bitcast<f32>(args[4u].x));
    let r3 = k3(8u, r2);
    let r4 = k4(8u, r3, bitcast<f32>(args[5u].x));
    let r5 = k5(8u, bitcast<f32>(args[3u].x), bitcast<f32>(args[4u].x), r4);
    return array<f32, 1>(k6(8u, r5));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
