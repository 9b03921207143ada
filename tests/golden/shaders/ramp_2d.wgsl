// head of perlin_2d.wgsl
// fn k0 is k0 of perlin_2d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
fn k2(p: u32, i0: f32) -> array<f32, 3> {
    let v5 = bitcast<f32>(args[p + 0u].x);
    let v6 = bitcast<f32>(args[p + 0u].y);
    let v7 = bitcast<f32>(args[p + 0u].z);
    let v8 = bitcast<f32>(args[p + 0u].w);
    let v9 = i0 - v8;
    let v10 = bitcast<f32>(args[p + 1u].x);
    let v11 = v9 * v10;
    let v14 = 0.0f < v11;
    let v15 = select(0.0f, v11, v14);
    let v16 = v15 < 1.0f;
    let v17 = select(1.0f, v15, v16);
    let v18 = bitcast<f32>(args[p + 1u].y);
    let v19 = v18 - v5;
    let v20 = v17 * v19;
    let v21 = v5 + v20;
    let v22 = bitcast<f32>(args[p + 1u].z);
    let v23 = v22 - v6;
    let v24 = v17 * v23;
    let v25 = v6 + v24;
    let v26 = bitcast<f32>(args[p + 1u].w);
    let v27 = v26 - v7;
    let v28 = v17 * v27;
    let v29 = v7 + v28;
    let v30 = bitcast<f32>(args[p + 2u].x);
    let v31 = i0 - v30;
    let v32 = v31 * v10;
    let v35 = 0.0f < v32;
    let v36 = select(0.0f, v32, v35);
    let v37 = v36 < 1.0f;
    let v38 = select(1.0f, v36, v37);
    let v39 = bitcast<f32>(args[p + 2u].y);
    let v40 = v39 - v18;
    let v41 = v38 * v40;
    let v42 = v21 + v41;
    let v43 = v39 - v22;
    let v44 = v38 * v43;
    let v45 = v25 + v44;
    let v46 = v39 - v26;
    let v47 = v38 * v46;
    let v48 = v29 + v47;
    return array<f32, 3>(v42, v45, v48);
}
// fn k3 is k2 of perlin_2d.wgsl
fn program(x: u32, y: u32, z: u32) -> array<f32, 3> {
    let r0 = k0(1u, x, y, z);
    let r1 = k1(3u, r0, bitcast<f32>(args[0u].x), bitcast<f32>(args[0u].x));
    let r2 = k2(3u, r1);
    return array<f32, 3>(k3(6u, r2[0]), k3(6u, r2[1]), k3(6u, r2[2]));
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
    planes[1u * job.plane + at] = values[1];
    planes[2u * job.plane + at] = values[2];
}
