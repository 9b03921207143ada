// head of perlin_2d.wgsl
// fn quotient is quotient of planks_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32) -> f32 {
    let v7 = 0u + 128u;
    let v8 = bitcast<f32>(data[args[p + 0u].x + v7]);
    let v9 = i0 < v8;
    let v10 = select(v7, 0u, v9);
    let v12 = v10 + 64u;
    let v13 = bitcast<f32>(data[args[p + 0u].x + v12]);
    let v14 = i0 < v13;
    let v15 = select(v12, v10, v14);
    let v17 = v15 + 32u;
    let v18 = bitcast<f32>(data[args[p + 0u].x + v17]);
    let v19 = i0 < v18;
    let v20 = select(v17, v15, v19);
    let v22 = v20 + 16u;
    let v23 = bitcast<f32>(data[args[p + 0u].x + v22]);
    let v24 = i0 < v23;
    let v25 = select(v22, v20, v24);
    let v27 = v25 + 8u;
    let v28 = bitcast<f32>(data[args[p + 0u].x + v27]);
    let v29 = i0 < v28;
    let v30 = select(v27, v25, v29);
    let v32 = v30 + 4u;
    let v33 = bitcast<f32>(data[args[p + 0u].x + v32]);
    let v34 = i0 < v33;
    let v35 = select(v32, v30, v34);
    let v37 = v35 + 2u;
    let v38 = bitcast<f32>(data[args[p + 0u].x + v37]);
    let v39 = i0 < v38;
    let v40 = select(v37, v35, v39);
    let v42 = v40 + 1u;
    let v43 = bitcast<f32>(data[args[p + 0u].x + v42]);
    let v44 = i0 < v43;
    let v45 = select(v42, v40, v44);
    let v46 = bitcast<f32>(data[args[p + 0u].x + v45]);
    let v48 = v45 + 1u;
    let v49 = bitcast<f32>(data[args[p + 0u].x + v48]);
    let v52 = i0 - v46;
    let v53 = v49 - v46;
    let v55 = bitcast<u32>(v53);
    let v57 = v55 & 0x7fffffffu;
    let v58 = bitcast<f32>(v57);
    let v59 = 0.0f < v58;
    let v61 = select(1.0f, v53, v59);
    let v62 = quotient(v52, v61);
    let v63 = select(0.0f, v62, v59);
    let v64 = 0.0f < v63;
    let v65 = select(0.0f, v63, v64);
    let v66 = v65 < 1.0f;
    let v67 = select(1.0f, v65, v66);
    let v68 = i0 < v49;
    let v69 = select(1.0f, v67, v68);
    let v70 = bitcast<i32>(v45);
    let v71 = f32(v70);
    let v72 = v71 + v69;
    let v74 = v72 * 0.00390625f;
    return v74;
}
// fn k3 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 1> {
    let r0 = k0(1u, x, y, z);
    let r1 = k1(3u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(3u, r1);
    return array<f32, 1>(k3(4u, r2));
}
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
