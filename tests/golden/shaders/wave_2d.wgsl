// head of perlin_2d.wgsl
fn k0(p: u32, x: u32, y: u32, z: u32, i0: f32) -> f32 {
    let v5 = args[p + 0u].x;
    let v6 = args[p + 0u].y;
    let v7 = args[p + 0u].z;
    let v8 = x * v5;
    let v9 = y * v6;
    let v10 = v8 + v9;
    let v11 = z * v7;
    let v12 = v10 + v11;
    let v13 = args[p + 0u].w;
    let v14 = v12 + v13;
    let v15 = bitcast<u32>(i0);
    let v17 = v15 & 0x7fffffffu;
    let v18 = bitcast<f32>(v17);
    let v20 = v18 < 4194304.0f;
    let v22 = select(0.0f, i0, v20);
    let v24 = v22 + 0.5f;
    let v25 = bitcast<u32>(v24);
    let v27 = v25 & 0x7fffffffu;
    let v28 = bitcast<f32>(v27);
    let v30 = v28 < 8388608.0f;
    let v32 = select(0.0f, v24, v30);
    let v33 = i32(v32);
    let v34 = bitcast<u32>(v33);
    let v35 = bitcast<i32>(v34);
    let v36 = f32(v35);
    let v37 = v32 < v36;
    let v40 = select(0.0f, 1.0f, v37);
    let v41 = v36 - v40;
    let v42 = select(v24, v41, v30);
    let v43 = v22 - v42;
    let v45 = v43 * 2147483600.0f;
    let v46 = i32(v45);
    let v47 = bitcast<u32>(v46);
    let v48 = v47 << 1u;
    let v49 = v14 + v48;
    let v51 = v49 + 0x40000000u;
    let v53 = v51 & 0x80000000u;
    let v55 = v53 == 0u;
    let v57 = 0x80000000u - v49;
    let v58 = select(v57, v49, v55);
    let v59 = bitcast<i32>(v58);
    let v60 = f32(v59);
    let v62 = v60 * 9.313226e-10f;
    let v63 = v62 * v62;
    let v65 = (-3.4287907e-6f) * v63;
    let v67 = v65 + 0.00016024703f;
    let v68 = v67 * v63;
    let v70 = v68 + (-0.004681651f);
    let v71 = v70 * v63;
    let v73 = v71 + 0.0796926f;
    let v74 = v73 * v63;
    let v76 = v74 + (-0.6459641f);
    let v77 = v76 * v63;
    let v79 = v77 + 0.5707963f;
    let v80 = v62 * v79;
    let v81 = v62 + v80;
    return v81;
}
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(2u, x, y, z, bitcast<f32>(args[0u].x));
    let r1 = k1(3u, r0, bitcast<f32>(args[1u].x), bitcast<f32>(args[1u].x));
    return array<f32, 1>(k2(3u, r1));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
