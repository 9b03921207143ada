//! Properties of whole pictures.

use super::*;

const SCENES: [Scene; 5] = [Scene::Sphere, Scene::Cube, Scene::Plane, Scene::Both, Scene::Crop];

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
        opacity: None,
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
        pool.install(|| [Scene::Both, Scene::Cube, Scene::Crop].map(|scene| render(&maps, &view(scene, 97, 41))))
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
    broken.opacity = Some((0..64).map(|i| [0.0, 0.5, f32::NAN, 7.0][i % 4]).collect());
    maps.push(broken);
    for maps in &maps {
        for (width, height) in [(1, 1), (2, 9), (31, 8), (8, 31)] {
            for scene in SCENES {
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
        let cube = Cube::new(&texture, &studios[0], maps.tile);
        let plane = Plane::new(&texture, &studios[1], maps.tile);
        let spacing = Spacing { ray: 0.01, pixel: 0.03 };
        for i in 0..60 {
            for j in 0..60 {
                let (x, y) = (i as f32 / 30.0 - 0.99, j as f32 / 30.0 - 0.99);
                for light in [ball.light(x, y, spacing), cube.light(x, y, spacing), plane.light(x, y, spacing)] {
                    assert!(light.smallest() >= 0.0 && light.largest() < 1e4, "{x} {y} {light:?}");
                }
            }
        }
    }
}

#[test]
fn relief_makes_outlines_ragged() {
    // Seen against the wall: the outline of a flat ball is the same on both sides, that of a ball with studs is not.
    let outline = |maps: &Maps| -> usize {
        let picture = render(maps, &View { samples: 1, ..view(Scene::Sphere, 128, 128) });
        let empty = render(
            &Maps { opacity: Some(vec![0.0; maps.ao.len()]), ..maps.clone() },
            &View { samples: 1, ..view(Scene::Sphere, 128, 128) },
        );
        let solid = |x: usize, y: usize| picture[y * 128 + x] != empty[y * 128 + x];
        (10..60)
            .map(|y| {
                (0..128).find(|x| solid(*x, y)).unwrap_or(0).abs_diff((0..128).find(|x| solid(127 - x, y)).unwrap_or(0))
            })
            .sum()
    };
    let mut bumpy = studs(64, 64);
    bumpy.height_m.iter_mut().flatten().for_each(|h| *h *= 2.0);
    let level = Maps { height_m: None, ..bumpy.clone() };
    assert!(outline(&level) <= 4, "{}", outline(&level));
    assert!(outline(&bumpy) > 20, "{}", outline(&bumpy));
}

#[test]
fn a_ball_of_hardly_any_relief_is_a_flat_ball() {
    let level = Maps { height_m: None, ..studs(32, 32) };
    let hardly =
        Maps { height_m: Some(studs(32, 32).height_m.unwrap().iter().map(|h| h * 1e-3).collect()), ..level.clone() };
    for scene in [Scene::Sphere, Scene::Cube, Scene::Plane, Scene::Crop] {
        let [a, b] = [&level, &hardly].map(|maps| render(maps, &view(scene, 64, 64)));
        let off = a.as_flattened().iter().zip(b.as_flattened()).filter(|(a, b)| a.abs_diff(**b) > 6).count();
        assert!(off < 3 * 64 * 64 / 100, "{scene:?}: {off}");
    }
}

#[test]
fn a_crop_shows_each_texel_once() {
    // Texels of two colours in an order of their own: light is the same on all of them, so the picture has that order.
    let mut maps = flat(7, 5, [0.1; 3], 0.8, 0.0);
    let light = |i: usize| (i * i + i / 3).is_multiple_of(3);
    for (i, colour) in maps.basecolor.iter_mut().enumerate() {
        *colour = if light(i) { [0.7; 3] } else { [0.1; 3] };
    }
    let picture = render(&maps, &view(Scene::Crop, 9, 6));
    let colour = |wanted: bool| (0..35).find(|i| light(*i) == wanted).map(|i| picture[i / 7 * 9 + i % 7]).unwrap();
    assert!(colour(true)[1] > colour(false)[1] + 60);
    for (i, pixel) in picture.iter().enumerate() {
        let (x, y) = (i % 9 % 7, i / 9 % 5);
        assert_eq!(*pixel, colour(light(y * 7 + x)), "{i}");
    }
}

#[test]
fn what_is_clear_shows_what_is_behind() {
    for scene in SCENES {
        let paint = |base: [f32; 3], opacity: f32| {
            render(&Maps { opacity: Some(vec![opacity; 4]), ..flat(2, 2, base, 0.5, 0.0) }, &view(scene, 40, 40))
        };
        // Nothing of a clear material is left, its colour least of all.
        let clear = paint([0.9, 0.1, 0.1], 0.0);
        assert_eq!(clear, paint([0.1, 0.1, 0.9], 0.0), "{scene:?}");
        let solid = render(&flat(2, 2, [0.9, 0.1, 0.1], 0.5, 0.0), &view(scene, 40, 40));
        assert_eq!(solid, paint([0.9, 0.1, 0.1], 1.0), "{scene:?}");
        let red = |picture: &[[u8; 3]]| picture.iter().map(|p| i64::from(p[0]) - i64::from(p[2])).sum::<i64>();
        let half = red(&paint([0.9, 0.1, 0.1], 0.5));
        assert!(red(&clear) + 1000 < half && half + 1000 < red(&solid), "{scene:?}");
    }
}

#[test]
fn emission_needs_no_light() {
    for scene in SCENES {
        let dark = flat(2, 2, [0.0; 3], 1.0, 0.0);
        let glowing = Maps { emission: Some(vec![[0.0, 0.6, 0.0]; 4]), ..dark.clone() };
        let [dark, glowing] = [dark, glowing].map(|maps| render(&maps, &view(scene, 40, 40)));
        let brighter = dark.iter().zip(&glowing).filter(|(d, g)| g[1] > d[1] + 60).count();
        assert!(brighter > 400, "{scene:?}: {brighter}");
    }
}

#[test]
fn rays_that_are_alike_are_few() {
    use std::sync::atomic::{AtomicU32, Ordering};
    /// Dark on the left of `edge`, light on the right, and how often somebody looked.
    struct Edge(f32, AtomicU32);
    impl Stage for Edge {
        fn light(&self, x: f32, _: f32, _: Spacing) -> Vec3 {
            self.1.fetch_add(1, Ordering::Relaxed);
            Vec3::splat(if x < self.0 { 0.1 } else { 0.5 })
        }
    }
    let look = |edge: f32, samples: usize| {
        let stage = Edge(edge, AtomicU32::new(0));
        // One pixel, -1..1 wide.
        let light = Panel { width: 1, height: 1, samples, stage: &stage }.pixel(0, 0).x;
        (light, stage.1.load(Ordering::Relaxed))
    };
    let [dark, light] = [2.0, -2.0].map(|edge| look(edge, 3).0);
    assert_eq!(look(2.0, 3), (dark, 4));
    assert_eq!(look(2.0, 2).1, 4);
    // An edge between the first and the second of three columns: all are seen, and a third of them is dark.
    let (mixed, rays) = look(-0.4, 3);
    assert_eq!(rays, 9);
    assert!((mixed - (dark + 2.0 * light) / 3.0).abs() < 1e-6, "{mixed}");
}
