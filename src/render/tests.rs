//! Properties of whole pictures.

use super::*;

/// A flat material of one colour.
fn flat(width: usize, height: usize, base: [f32; 3], roughness: f32, metallic: f32) -> Maps {
    let n = width * height;
    Maps {
        width,
        height,
        tile: [1.0, 1.0],
        basecolor: vec![base; n],
        normal: vec![[0.0, 0.0, 1.0]; n],
        roughness: vec![roughness; n],
        metallic: vec![metallic; n],
        ao: vec![1.0; n],
        height_m: None,
        emission: None,
    }
}

/// Square studs with sloping sides, asymmetric in x and y, and the normals that belong to the heights.
pub(super) fn studs(width: usize, height: usize) -> Maps {
    let mut maps = flat(width, height, [0.5, 0.3, 0.2], 0.4, 0.0);
    let at = |x: usize, y: usize| {
        let (u, v) = ((x % width) as f32 / width as f32, (y % height) as f32 / height as f32);
        let ramp = |t: f32| (t * 6.0).min((0.8 - t) * 2.0).clamp(0.0, 1.0);
        0.05 * ramp(u) * ramp(v)
    };
    let heights: Vec<f32> = (0..width * height).map(|i| at(i % width, i / width)).collect();
    for (i, normal) in maps.normal.iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        let dx = (at(x + 1, y) - at(x + width - 1, y)) * width as f32 / 2.0;
        let dy = (at(x, y + height - 1) - at(x, y + 1)) * height as f32 / 2.0;
        let n = math::vec3(-dx, -dy, 1.0).normalized();
        *normal = [n.x, n.y, n.z];
    }
    maps.height_m = Some(heights);
    maps
}

fn view(scene: Scene, width: u32, height: u32) -> View {
    View { scene, width, height, samples: 2 }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let maps = studs(64, 64);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| render(&maps, &view(Scene::Both, 97, 41)))
    };
    assert_eq!(run(1), run(5));
}

#[test]
fn white_things_vanish_under_a_white_sky() {
    // The neutral tone mapper takes 1.0 to 0.8848, which is 241 in sRGB; 3 % of light is about 2 codes there.
    let sky = Studio::uniform();
    for (rough, metallic) in [(0.1, 0.0), (0.5, 0.0), (1.0, 0.0), (0.3, 1.0), (1.0, 1.0)] {
        let maps = flat(2, 2, [1.0; 3], rough, metallic);
        let picture = render_in([&sky, &sky], &maps, &view(Scene::Plane, 16, 16));
        // The upper rows fade into the wall.
        for pixel in &picture[10 * 16..] {
            assert!(pixel.iter().all(|&v| v.abs_diff(241) <= 2), "{rough} {metallic} {pixel:?}");
        }
    }
}

#[test]
fn a_flat_plane_under_an_even_sky_is_symmetric() {
    let sky = Studio::uniform();
    let maps = flat(4, 4, [0.3, 0.5, 0.7], 0.3, 0.0);
    for width in [32, 33] {
        let picture = render_in([&sky, &sky], &maps, &view(Scene::Plane, width, 24));
        for row in picture.chunks(width as usize) {
            assert!(row.iter().eq(row.iter().rev()));
        }
    }
}

#[test]
fn the_key_lamp_stands_on_the_left() {
    let maps = flat(1, 1, [0.5; 3], 0.9, 0.0);
    let picture = render(&maps, &view(Scene::Sphere, 64, 64));
    let sum = |columns: std::ops::Range<usize>| -> u32 { columns.map(|x| u32::from(picture[28 * 64 + x][1])).sum() };
    assert!(sum(16..32) > sum(32..48) + 16 * 20);
}

#[test]
fn normals_point_up_in_green() {
    // A surface that leans up is lighter on the ball, in the middle of the picture, than one that leans down.
    let lean = |y: f32| {
        let mut maps = flat(1, 1, [0.5; 3], 0.9, 0.0);
        maps.normal = vec![[0.0, y, 0.8]];
        render(&maps, &view(Scene::Sphere, 33, 33))[16 * 33 + 16][1]
    };
    assert!(lean(0.6) > lean(-0.6) + 30);
}

#[test]
fn relief_hides_what_lies_behind_it() {
    // Deep studs without any shading of their own: only true relief can change the picture.
    let mut bumpy = studs(64, 64);
    bumpy.normal = vec![[0.0, 0.0, 1.0]; 64 * 64];
    for (i, colour) in bumpy.basecolor.iter_mut().enumerate() {
        *colour = if i % 64 < 32 { [0.8; 3] } else { [0.1; 3] };
    }
    let mut level = bumpy.clone();
    level.height_m = None;
    let both = [&bumpy, &level].map(|maps| render(maps, &view(Scene::Plane, 64, 64)));
    let changed = both[0].iter().zip(&both[1]).filter(|(a, b)| a[1].abs_diff(b[1]) > 8).count();
    assert!(changed > 64 * 64 / 50, "{changed}");
}

#[test]
fn a_constant_height_is_no_relief() {
    let level = studs(16, 16);
    let level = Maps { height_m: None, ..level };
    let raised = Maps { height_m: Some(vec![0.3; 256]), ..level.clone() };
    let view = view(Scene::Plane, 32, 32);
    assert_eq!(render(&level, &view), render(&raised, &view));
}

#[test]
fn odd_shapes_and_values_do_not_panic() {
    let mut maps = vec![flat(1, 1, [0.5; 3], 0.0, 1.0), studs(1, 7), studs(5, 1), studs(24, 10)];
    let mut broken = studs(8, 8);
    broken.basecolor[3] = [f32::NAN, f32::INFINITY, -1.0];
    broken.normal[9] = [0.0; 3];
    broken.normal[10] = [0.0, 0.0, -1.0];
    broken.normal[11] = [f32::NAN; 3];
    broken.roughness[5] = f32::NAN;
    broken.height_m = Some((0..64).map(|i| if i == 7 { f32::NAN } else { i as f32 }).collect());
    broken.emission = Some(vec![[f32::INFINITY, 3.0, -2.0]; 64]);
    maps.push(broken);
    for maps in &maps {
        for (width, height) in [(1, 1), (2, 9), (31, 8), (8, 31)] {
            for scene in [Scene::Sphere, Scene::Plane, Scene::Both] {
                let picture = render(maps, &view(scene, width, height));
                assert_eq!(picture.len(), (width * height) as usize);
            }
        }
    }
    assert!(render(&maps[0], &view(Scene::Both, 0, 5)).is_empty());
}

#[test]
fn light_is_finite_and_positive_everywhere() {
    for (rough, metallic) in [(0.0, 1.0), (0.0, 0.0), (1.0, 1.0)] {
        let mut maps = studs(16, 16);
        maps.roughness = vec![rough; 256];
        maps.metallic = vec![metallic; 256];
        let texture = Texture::new(&maps);
        let studios = [Studio::for_ball(), Studio::for_plane()];
        let ball = Ball::new(&texture, &studios[0], maps.tile);
        let plane = Plane::new(&texture, &studios[1], maps.tile);
        for i in 0..60 {
            for j in 0..60 {
                let (x, y) = (i as f32 / 30.0 - 0.99, j as f32 / 30.0 - 0.99);
                for light in [ball.light(x, y, 0.03), plane.light(x, y, 0.03)] {
                    assert!(light.smallest() >= 0.0 && light.largest() < 1e4, "{x} {y} {light:?}");
                }
            }
        }
    }
}
