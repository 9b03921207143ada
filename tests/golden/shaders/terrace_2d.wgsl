// head of perlin_2d.wgsl
// fn quotient is quotient of planks_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32, i1: f32, i2: f32) -> f32 {
    let v10 = 1.0f < i1;
    let v11 = select(1.0f, i1, v10);
    let v12 = v11 < 1000000.0f;
    let v13 = select(1000000.0f, v11, v12);
    let v14 = i0 * v13;
    let v15 = bitcast<u32>(v14);
    let v17 = v15 & 0x7fffffffu;
    let v18 = bitcast<f32>(v17);
    let v20 = v18 < 8388608.0f;
    let v22 = select(0.0f, v14, v20);
    let v23 = i32(v22);
    let v24 = bitcast<u32>(v23);
    let v25 = bitcast<i32>(v24);
    let v26 = f32(v25);
    let v27 = v22 < v26;
    let v30 = select(0.0f, 1.0f, v27);
    let v31 = v26 - v30;
    let v32 = select(v14, v31, v20);
    let v34 = 1e-6f < i2;
    let v35 = select(1e-6f, i2, v34);
    let v36 = v35 < 1.0f;
    let v37 = select(1.0f, v35, v36);
    let v38 = v37 * 0.5f;
    let v39 = v14 - v32;
    let v40 = v39 - 0.5f;
    let v41 = v40 + v38;
    let v42 = v38 + v38;
    let v43 = quotient(v41, v42);
    let v45 = 0.0f < v43;
    let v46 = select(0.0f, v43, v45);
    let v47 = v46 < 1.0f;
    let v48 = select(1.0f, v46, v47);
    let v49 = v32 + 1.0f;
    let v50 = v48 * v48;
    let v52 = 3.0f - v48;
    let v53 = v52 - v48;
    let v54 = v50 * v53;
    let v55 = v49 - v32;
    let v56 = v54 * v55;
    let v57 = v32 + v56;
    let v58 = quotient(v57, v13);
    return v58;
}
// fn k3 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(3u, x, y, z);
    let r1 = k1(5u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(5u, r1, bitcast<f32>(args[1u].x), bitcast<f32>(args[2u].x));
    return array<f32, 1>(k3(5u, r2));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
