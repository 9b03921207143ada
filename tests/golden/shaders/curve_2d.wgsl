// head of perlin_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32) -> f32 {
    let v5 = bitcast<f32>(args[p + 0u].x);
    let v6 = i0 - v5;
    let v7 = bitcast<f32>(args[p + 0u].y);
    let v8 = v6 * v7;
    let v11 = 0.0f < v8;
    let v12 = select(0.0f, v8, v11);
    let v13 = v12 < 1.0f;
    let v14 = select(1.0f, v12, v13);
    let v15 = bitcast<f32>(args[p + 0u].z);
    let v16 = bitcast<f32>(args[p + 0u].w);
    let v17 = bitcast<f32>(args[p + 1u].x);
    let v18 = v14 * v17;
    let v19 = v16 + v18;
    let v20 = v14 * v19;
    let v21 = v15 + v20;
    let v22 = v14 * v21;
    let v23 = v5 + v22;
    let v25 = v6 < 0.0f;
    let v26 = select(v23, v5, v25);
    let v27 = bitcast<f32>(args[p + 1u].y);
    let v28 = i0 - v27;
    let v29 = bitcast<f32>(args[p + 1u].z);
    let v30 = v28 * v29;
    let v33 = 0.0f < v30;
    let v34 = select(0.0f, v30, v33);
    let v35 = v34 < 1.0f;
    let v36 = select(1.0f, v34, v35);
    let v37 = bitcast<f32>(args[p + 1u].w);
    let v38 = bitcast<f32>(args[p + 2u].x);
    let v39 = bitcast<f32>(args[p + 2u].y);
    let v40 = v36 * v39;
    let v41 = v38 + v40;
    let v42 = v36 * v41;
    let v43 = v37 + v42;
    let v44 = v36 * v43;
    let v45 = v15 + v44;
    let v47 = v28 < 0.0f;
    let v48 = select(v45, v26, v47);
    return v48;
}
// fn k3 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z);
    let r1 = k1(3u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(3u, r1);
    return array<f32, 1>(k3(6u, r2));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
