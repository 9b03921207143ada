//! Flags that must not change a pixel, and those that change them in a known way.

use super::Place;
use image::DynamicImage;

fn open(place: &Place, name: &str) -> DynamicImage {
    image::open(place.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn threads_and_levels_give_the_same_files() {
    let place = Place::new();
    place.run("bake p0.toml marble -s 64 -o first").code(0);
    let first = place.files("first");
    assert!(first.len() > 8);
    let levels = place.run("list levels").code(0);
    let here = levels.out.lines().filter(|line| line.ends_with("here"));
    let flags = here.map(|line| format!("--simd {}", line.split_whitespace().next().unwrap()));
    for flags in flags.chain(["--threads 1".into(), "--threads 3".into()]) {
        place.run(&format!("bake p0.toml marble -s 64 -o again {flags}")).code(0);
        assert!(place.files("again") == first, "{flags}");
    }
}

#[test]
fn a_region_is_cut_from_the_whole() {
    let place = Place::new();
    place.run("bake p0.toml -s 48x32 -o whole").code(0);
    place.run("bake p0.toml -s 48x32 -o part --region 10,20,17,9").code(0);
    for map in ["height", "normal", "basecolor"] {
        let whole = open(&place, &format!("whole/p0_{map}.png"));
        let part = open(&place, &format!("part/p0_{map}.png"));
        assert!(whole.crop_imm(10, 20, 17, 9).as_bytes() == part.as_bytes(), "{map}");
    }
}

#[test]
fn an_offset_in_pixels_is_a_roll() {
    let place = Place::new();
    place.run("bake p0.toml -s 37x24 -o still").code(0);
    place.run("bake p0.toml -s 37x24 -o rolled --offset -5px,7px").code(0);
    for map in ["height", "normal", "basecolor"] {
        let still = open(&place, &format!("still/p0_{map}.png")).to_rgb16();
        let rolled = open(&place, &format!("rolled/p0_{map}.png")).to_rgb16();
        for (x, y, pixel) in rolled.enumerate_pixels() {
            let from = ((x as i32 - 5).rem_euclid(37) as u32, (y as i32 + 7).rem_euclid(24) as u32);
            assert_eq!(pixel, still.get_pixel(from.0, from.1), "{map} {x} {y}");
        }
    }
    place.run("bake p0.toml -s 37x24 -o whole --offset 1,-2").code(0);
    assert!(place.read("whole/p0_height.png") == place.read("still/p0_height.png"));
}

#[test]
fn maps_and_nodes_narrow_a_bake() {
    let place = Place::new();
    place.run("bake p0.toml -s 32 -o all").code(0);
    place.run("bake p0.toml -s 32 -o some --maps normal,height").code(0);
    assert_eq!(place.names("some"), ["p0.json", "p0_height.png", "p0_normal.png"]);
    for name in ["p0_height.png", "p0_normal.png"] {
        assert!(place.read(&format!("all/{name}")) == place.read(&format!("some/{name}")), "{name}");
    }
    // Here the node is the height, 0..1 in 16 bits both times; its side file is another one than the material's.
    place.run("bake p0.toml -s 32 -o node --node base").code(0);
    assert_eq!(place.names("node"), ["p0_base.png", "p0_nodes.json"]);
    assert!(place.read("node/p0_base.png") == place.read("all/p0_height.png"));
}

#[test]
fn format_and_depth_hold_for_all_maps() {
    let place = Place::new();
    place.run("bake p0.toml -s 8 -o exr --depth float").code(0);
    assert!(place.names("exr").iter().all(|name| name.ends_with(".exr") || name == "p0.json"));
    assert_eq!(&place.read("exr/p0_height.exr")[..4], [0x76, 0x2f, 0x31, 0x01]);
    place.run("bake p0.toml -s 8 -o eight --depth 8").code(0);
    assert_eq!(open(&place, "eight/p0_height.png").color(), image::ColorType::L8);
    assert_eq!(open(&place, "eight/p0_normal.png").color(), image::ColorType::Rgb8);
    place.run("bake p0.toml -s 8 -o usual").code(0);
    assert_eq!(open(&place, "usual/p0_height.png").color(), image::ColorType::L16);
    assert_eq!(open(&place, "usual/p0_basecolor.png").color(), image::ColorType::Rgb8);
}

#[test]
fn a_render_is_a_picture_of_the_wanted_size() {
    let place = Place::new();
    place.run("render p0.toml -s 64x32 --samples 1 -o out").code(0);
    let picture = open(&place, "out/p0_render.png");
    assert_eq!((picture.width(), picture.height()), (64, 32));
    assert_eq!(place.names("out"), ["p0_render.png"]);
}
