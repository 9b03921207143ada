// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
fn k3(p: u32, i0: f32) -> f32 {
    let v7 = i0 * 0.15915494f;
    let v8 = bitcast<u32>(v7);
    let v10 = v8 & 0x7fffffffu;
    let v11 = bitcast<f32>(v10);
    let v13 = v11 < 4194304.0f;
    let v15 = select(0.0f, v7, v13);
    let v17 = v15 + 0.5f;
    let v18 = bitcast<u32>(v17);
    let v20 = v18 & 0x7fffffffu;
    let v21 = bitcast<f32>(v20);
    let v23 = v21 < 8388608.0f;
    let v25 = select(0.0f, v17, v23);
    let v26 = i32(v25);
    let v27 = bitcast<u32>(v26);
    let v28 = bitcast<i32>(v27);
    let v29 = f32(v28);
    let v30 = v25 < v29;
    let v33 = select(0.0f, 1.0f, v30);
    let v34 = v29 - v33;
    let v35 = select(v17, v34, v23);
    let v36 = v15 - v35;
    let v38 = v36 * 2147483600.0f;
    let v39 = i32(v38);
    let v40 = bitcast<u32>(v39);
    let v41 = v40 << 1u;
    let v42 = 0u + v41;
    let v44 = v42 + 0x40000000u;
    let v46 = v44 & 0x80000000u;
    let v48 = v46 == 0u;
    let v50 = 0x80000000u - v42;
    let v51 = select(v50, v42, v48);
    let v52 = bitcast<i32>(v51);
    let v53 = f32(v52);
    let v55 = v53 * 9.313226e-10f;
    let v56 = v55 * v55;
    let v58 = (-3.4287907e-6f) * v56;
    let v60 = v58 + 0.00016024703f;
    let v61 = v60 * v56;
    let v63 = v61 + (-0.004681651f);
    let v64 = v63 * v56;
    let v66 = v64 + 0.0796926f;
    let v67 = v66 * v56;
    let v69 = v67 + (-0.6459641f);
    let v70 = v69 * v56;
    let v72 = v70 + 0.5707963f;
    let v73 = v55 * v72;
    let v74 = v55 + v73;
    return v74;
}
// fn k4 is k0 of worley_2d.wgsl
fn k5(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v7 = i0 * i1;
    let v8 = v7 * i2;
    return v8;
}
// fn k6 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z);
    let r1 = k1(5u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(5u, bitcast<f32>(args[1u].x), r1);
    let r3 = k3(5u, r2);
    let r4 = k4(5u, x, y, z);
    let r5 = k5(8u, r4, bitcast<f32>(args[2u].x), r3);
    let r6 = k1(8u, r1, r1, r5);
    return array<f32, 1>(k6(8u, r6));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
