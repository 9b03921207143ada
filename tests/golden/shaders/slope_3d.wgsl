// head of perlin_2d.wgsl
// fn root is root of worley_2d.wgsl
// fn k0 is k0 of perlin_3d.wgsl
// fn k1 is k1 of perlin_2d.wgsl
// fn k2 is k1 of worley_2d.wgsl
// fn k3 is k2 of cobbles_2d.wgsl
// fn k4 is k5 of formula_2d.wgsl
// fn k5 is k5 of slope_2d.wgsl
// fn k6 is k6 of slope_2d.wgsl
// fn k7 is k2 of perlin_2d.wgsl
// fn program is program of slope_2d.wgsl
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
