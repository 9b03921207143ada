// head of perlin_2d.wgsl
// fn k0 is k0 of blur_2d.wgsl
// fn k1 is k2 of perlin_2d.wgsl
// fn program is program of blur_2d.wgsl
@compute @workgroup_size(16, 16)
// fn main is main of perlin_2d.wgsl
