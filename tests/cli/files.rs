//! Files appear whole under their names, and nothing else is touched.

use super::{P0, Place};
use serde_json::Value;

const MAPS: [&str; 3] = ["p0_basecolor.png", "p0_height.png", "p0_normal.png"];

#[test]
fn a_bake_writes_its_maps_and_a_side_file_and_names_them() {
    let place = Place::new();
    let run = place.run("bake p0.toml -o new/out").code(0);
    let mut told: Vec<&str> = run.out.lines().collect();
    told.sort_unstable();
    let expected = ["new/out/p0.json", "new/out/p0_basecolor.png", "new/out/p0_height.png", "new/out/p0_normal.png"];
    assert_eq!(told, expected.map(|p| p.replace('/', std::path::MAIN_SEPARATOR_STR)));
    assert_eq!(place.names("new/out"), ["p0.json", MAPS[0], MAPS[1], MAPS[2]]);
}

#[test]
fn the_side_file_says_what_was_baked() {
    let place = Place::new();
    place.run("bake p0.toml@night -o out --tile 2x1 --seed 5 --set gain=0.25").code(0);
    let side: Value = serde_json::from_slice(&place.read("out/p0_night.json")).unwrap();
    assert_eq!(side["name"], "p0");
    assert_eq!(side["edition"], 1);
    assert_eq!(side["seed"], 5);
    assert_eq!(side["variant"], "night");
    assert_eq!(side["params"]["gain"], 0.25);
    assert_eq!(side["params"]["light"], "#404040");
    assert_eq!(side["tile"], serde_json::json!([2.0, 1.0, 1.0]));
    assert_eq!(side["size"], serde_json::json!([64, 32]));
    let height = &side["maps"]["height"];
    assert_eq!(height["file"], "p0_night_height.png");
    assert_eq!((&height["width"], &height["height"], &height["channels"]), (&64.into(), &32.into(), &1.into()));
    assert_eq!(
        (&height["format"], &height["depth"], &height["colorspace"]),
        (&"png".into(), &16.into(), &"data".into())
    );
    assert_eq!((&height["amplitude"], &height["midlevel"]), (&1.0.into(), &0.0.into()));
    assert_eq!(height["hash"].as_str().unwrap().len(), 32);
    assert_eq!(side["maps"]["basecolor"]["colorspace"], "srgb");
    assert_eq!(side["maps"]["normal"]["convention"], "opengl");
    assert_eq!(side["maps"]["normal"]["strength"], 1.0);
}

/// The height in metres comes back from the stored value by the two numbers of the side file.
#[test]
fn amplitude_and_midlevel_give_metres_back() {
    let place = Place::new();
    let span = "height = { value = \"0.25\", span = [-1, 3] }";
    place.write("flat.toml", &P0.replace("height = \"base\"", span));
    place.run("bake flat.toml --maps height -s 4 --name {map}").code(0);
    let side: Value = serde_json::from_slice(&place.read("p0.json")).unwrap();
    let stored = image::open(place.path("height.png")).unwrap().to_luma16().get_pixel(0, 0).0[0];
    let number = |name: &str| side["maps"]["height"][name].as_f64().unwrap();
    let metres = number("amplitude") * (f64::from(stored) / 65535.0 - number("midlevel"));
    assert!((metres - 0.25).abs() < 4.0 / 65535.0, "{metres}");
}

/// C62
#[test]
fn no_clobber_keeps_what_is_there() {
    let place = Place::new();
    place.run("bake p0.toml -o out").code(0);
    let before = place.files("out");
    place.run("bake p0.toml -o out --seed 9 --no-clobber").code(3).says(&["--no-clobber", "3 more"]);
    assert_eq!(place.files("out"), before);
    place.run("bake p0.toml -o out --seed 9").code(0);
    assert_ne!(place.files("out"), before);
}

/// C62: nothing in a run writes over anything else in it.
#[test]
fn two_presets_with_one_name_are_refused() {
    let place = Place::new();
    place.write("twin.toml", &P0.replace("\"p0\"", "\"P0\""));
    place.run("bake p0.toml twin.toml -o out").code(2).says(&["p0.toml", "twin.toml"]);
    assert!(!place.path("out").exists());
}

#[test]
fn a_preset_is_never_overwritten() {
    let place = Place::new();
    place.write("x.json", P0);
    place.write("p0.json", P0);
    place.run("bake ./p0.json").code(2).says(&["p0.json", "not overwritten"]);
    assert_eq!(place.read("p0.json"), P0.as_bytes());
    // C62: a command line that is wrong, not a file system that refuses.
    place.run("bake p0.toml -o p0.toml").code(2).says(&["p0.toml", "folder"]);
    assert_eq!(place.read("p0.toml"), P0.as_bytes());
    place.run("bake p0.toml -o -").code(2).says(&["folder"]);
    assert!(!place.path("-").exists());
}

#[test]
fn a_file_that_cannot_be_written_is_code_3() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("out/p0_normal.png")).unwrap();
    place.run("bake p0.toml -o out").code(3).says(&["p0_normal.png", "folder"]);
    assert_eq!(place.names("out"), [""; 0]);
}

#[test]
fn templates_seeds_and_variants_make_names() {
    let place = Place::new();
    place.run("bake p0.toml --seeds 1..3 --maps height -s 8 -o seeds").code(0);
    let mut expected: Vec<String> =
        (1..=3).flat_map(|n| [format!("p0_{n}.json"), format!("p0_{n}_height.png")]).collect();
    expected.sort();
    assert_eq!(place.names("seeds"), expected);
    place.run("bake p0.toml p0.toml@night --maps basecolor -s 8 -o variants").code(0);
    assert_eq!(place.names("variants"), ["p0.json", "p0_basecolor.png", "p0_night.json", "p0_night_basecolor.png"]);
    place.run("bake p0.toml -s 8 -o sub --name {map}/{name}_{size}.PNG").code(0);
    let expected = ["basecolor/p0_8.PNG", "height/p0_8.PNG", "normal/p0_8.PNG", "p0/p0_8.json"];
    assert_eq!(place.names("sub"), expected);
    let side: Value = serde_json::from_slice(&place.read("sub/p0/p0_8.json")).unwrap();
    assert_eq!(side["maps"]["height"]["file"], "../height/p0_8.PNG");
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = Place::new();
    let run = place.run("bake p0.toml -o out --dry-run").code(0);
    assert_eq!(run.out.lines().count(), 4);
    assert!(!place.path("out").exists());
}

#[test]
fn new_writes_a_good_preset_once() {
    let place = Place::new();
    place.run("new moss").code(0);
    place.run("check moss.toml").code(0);
    place.run("bake moss.toml -s 16 -o out").code(0);
    let before = place.read("moss.toml");
    place.run("new moss --from marble").code(3).says(&["moss.toml"]);
    assert_eq!(place.read("moss.toml"), before);
    place.run("new copy --from marble").code(0);
    place.run("bake copy.toml -s 8 --maps basecolor").code(0);
    assert!(place.path("copy_basecolor.png").exists());
}

#[test]
fn manual_pages_are_written_for_each_command() {
    let place = Place::new();
    place.run("man --out man").code(0);
    let names = place.names("man");
    for name in ["bakestone.1", "bakestone-bake.1", "bakestone-render.1"] {
        assert!(names.iter().any(|n| n == name), "{names:?}");
    }
}
