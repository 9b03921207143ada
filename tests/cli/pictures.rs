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
    let levels = place.run("list simd").code(0);
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
    for scene in ["sphere", "cube", "plane"] {
        place.run(&format!("render p0.toml -s 40 --samples 1 --scene {scene} -o {scene}")).code(0);
        let picture = open(&place, &format!("{scene}/p0_render.png"));
        assert_eq!((picture.width(), picture.height()), (40, 40));
    }
}

#[test]
fn a_crop_is_the_corner_of_the_lit_maps() {
    let place = Place::new();
    place.run("render p0.toml -s 64 --scene crop -o whole").code(0);
    place.run("render p0.toml -s 20x30 --scene crop -o part").code(0);
    let (whole, part) = (open(&place, "whole/p0_render.png"), open(&place, "part/p0_render.png"));
    assert!(whole.crop_imm(0, 0, 20, 30).as_bytes() == part.as_bytes());
    // The preset is 64 pixels wide: after that comes the next tile.
    place.run("render p0.toml -s 128x64 --scene crop -o two").code(0);
    let two = open(&place, "two/p0_render.png");
    assert!(two.crop_imm(64, 0, 64, 64).as_bytes() == whole.as_bytes());
}

#[test]
fn a_bake_can_have_a_picture_beside_it() {
    let place = Place::new();
    let run = place.run("bake p0.toml -s 32 -o out --render").code(0);
    assert!(run.out.lines().any(|line| line.ends_with("p0_render.png")), "{}", run.out);
    assert_eq!(place.names("out"), ["p0.json", "p0_basecolor.png", "p0_height.png", "p0_normal.png", "p0_render.png"]);
    let picture = open(&place, "out/p0_render.png");
    assert_eq!((picture.width(), picture.height()), (1024, 512));
    // The maps are those of a bake without it, and the picture is the one that `render` makes.
    place.run("bake p0.toml -s 32 -o plain").code(0);
    assert!(place.read("out/p0_normal.png") == place.read("plain/p0_normal.png"));
    place.run("render p0.toml -s 1024x512 -o plain").code(0);
    assert!(place.read("out/p0_render.png") == place.read("plain/p0_render.png"));
    place.run("bake p0.toml -s 32 -o cube --render=cube --maps height").code(0);
    assert_eq!(place.names("cube"), ["p0.json", "p0_height.png", "p0_render.png"]);
}

#[test]
fn a_sheet_has_a_cell_for_everything() {
    let place = Place::new();
    // Cells of 32 pixels with 8 between, and 16 for each line of a label.
    let size = |arguments: &str| {
        place.run(&format!("sheet {arguments} --samples 1 --cell 32 -o out/sheet.png")).code(0);
        let sheet = open(&place, "out/sheet.png");
        ((sheet.width() - 8) / 40, (sheet.height() - 8) / 40, (sheet.height() - 8) % 40)
    };
    let one_line = |rows: u32| (rows * 56 / 40, rows * 56 % 40);
    let two_lines = |rows: u32| (rows * 72 / 40, rows * 72 % 40);
    let cells = |columns: u32, (rows, rest): (u32, u32)| (columns, rows, rest);
    assert_eq!(size("p0.toml"), cells(1, one_line(1)));
    assert_eq!(size("p0.toml --variants"), cells(2, one_line(1)));
    assert_eq!(size("p0.toml p0.toml@night --seeds 1..3"), cells(3, two_lines(2)));
    assert_eq!(size("p0.toml --seeds 4,9 --sweep gain=0.2..0.8:4"), cells(4, two_lines(2)));
    assert_eq!(size("p0.toml --sweep dark=#111,#222,#333 --columns 2"), cells(2, two_lines(2)));
    assert_eq!(place.names("out"), ["sheet.png"]);
}

#[test]
fn a_cell_is_the_render_of_its_material() {
    let place = Place::new();
    place.run("sheet p0.toml --sweep gain=0.2..0.8:4 --columns 2 --cell 48 --scene cube -o sheet.png").code(0);
    place.run("render p0.toml --set gain=0.6 -s 48 --scene cube -o one").code(0);
    let (sheet, one) = (open(&place, "sheet.png"), open(&place, "one/p0_render.png"));
    assert!(sheet.crop_imm(8, 8 + 48 + 32 + 8, 48, 48).as_bytes() == one.as_bytes());
    let label = sheet.crop_imm(8, 8 + 48, 48, 16).to_rgb8();
    assert!(label.pixels().any(|p| p.0[0] > 150), "no label");
}
