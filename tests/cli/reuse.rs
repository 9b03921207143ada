//! Presets made from other files: where they are found, and what is written down about it.

use super::{Place, Run};
use serde_json::{Value, json};

/// A preset of one colour and a height.
fn flat(colour: &str) -> String {
    format!(
        "edition = 1\nseed = 1\n[params]\ntint = {{ color = \"{colour}\" }}\n[nodes]\nn = {{ type = \"perlin\" }}\n[[layers]]\nbasecolor = \"tint\"\nheight = \"0.01 * n\"\n[maps]\nao = false\n"
    )
}

/// A place with a folder `lib` beside `mats`.
fn place() -> Place {
    let place = Place::new();
    std::fs::create_dir_all(place.path("lib/deep")).unwrap();
    std::fs::create_dir_all(place.path("mats")).unwrap();
    place.write("lib/turf.toml", &flat("#203010"));
    place
}

/// The colour of the first pixel of a map of 8 bits.
fn colour(place: &Place, file: &str) -> [u8; 3] {
    let picture = image::open(place.path(file)).unwrap_or_else(|e| panic!("{file}: {e}")).into_rgb8();
    picture.get_pixel(0, 0).0
}

fn side(place: &Place, file: &str) -> Value {
    serde_json::from_slice(&place.read(file)).unwrap()
}

/// Seen from the file that says it, wherever the program runs.
#[test]
fn paths_lead_from_the_file_that_says_them() {
    let place = place();
    place.write("lib/deep/fern.toml", "extends = \"../turf\"\nparams.tint = \"#305020\"\n");
    place.write("mats/bed.toml", "edition = 1\nuse.fern = \"../lib/deep/fern.toml\"\n[[layers]]\nfrom = \"fern\"\n");
    place.run("bake mats/bed.toml -s 16 -o out").code(0);
    assert_eq!(colour(&place, "out/bed_basecolor.png"), [0x30, 0x50, 0x20]);
    let record = side(&place, "out/bed.json")["made_from"].clone();
    let names: Vec<&Value> = record.as_array().unwrap().iter().map(|file| &file["preset"]).collect();
    assert_eq!(names, [&json!("../lib/deep/fern.toml"), &json!("../lib/turf.toml")]);

    let mut inside = place.command("bake bed.toml -s 16 -o out");
    super::Run::of(inside.current_dir(place.path("mats")).output().unwrap()).code(0);
    assert_eq!(side(&place, "mats/out/bed.json")["made_from"], record);

    // Another text has another hash, and back.
    place.write("lib/turf.toml", &(flat("#203010") + "# grown\n"));
    place.run("bake mats/bed.toml -s 16 -o out").code(0);
    let after = side(&place, "out/bed.json")["made_from"].clone();
    assert_eq!((&after[0], after[1]["hash"] == record[1]["hash"]), (&record[0], false));
    place.run("bake p0.toml -s 16 -o out").code(0);
    assert!(side(&place, "out/p0.json").get("made_from").is_none());

    place.run("check mats/bed.toml").code(0);
    let shown = place.run("show mats/bed.toml -s 16").code(0).out;
    let words = ["fern", "lib/deep/fern.toml", "basecolor, height", "fern.n", "perlin"];
    assert!(words.iter().all(|word| shown.contains(word)), "{shown}");
    assert!(place.run("show lib/deep/fern.toml -s 16").code(0).out.contains("lib/turf.toml"));
}

/// The project first, then what comes with the program; `std:` means that alone.
#[test]
fn plain_names_are_those_of_the_project() {
    let place = place();
    place.write("bakestone.toml", "paths = [\"mats\", \"lib\"]\n");
    place.write("lib/linen.toml", &flat("#ff0000"));
    place.write("mats/child.toml", "extends = \"linen\"\n");
    place.write("mats/other.toml", "extends = \"std:linen\"\n");
    for (typed, file) in [("linen", "linen"), ("child", "child"), ("mats/child.toml", "child")] {
        place.run(&format!("bake {typed} -s 16 -o {file} --maps basecolor")).code(0);
        assert_eq!(colour(&place, &format!("{file}/{file}_basecolor.png")), [255, 0, 0], "{typed}");
    }
    assert_eq!(side(&place, "child/child.json")["made_from"][0]["preset"], "../lib/linen.toml");
    for typed in ["std:linen", "other"] {
        place.run(&format!("bake {typed} -s 16 -o std --maps basecolor")).code(0);
    }
    assert_eq!(place.read("std/linen_basecolor.png"), place.read("std/other_basecolor.png"));
    assert_eq!(side(&place, "std/other.json")["made_from"][0]["preset"], "std:linen");
    // From within, too, and for `--set`.
    let mut inside = place.command("bake turf --set turf.tint=#0000ff -s 16 -o out --maps basecolor");
    super::Run::of(inside.current_dir(place.path("lib/deep")).output().unwrap()).code(0);
    assert_eq!(colour(&place, "lib/deep/out/turf_basecolor.png"), [0, 0, 255]);

    let listed = place.run("list presets").code(0).out;
    assert!(["  child", "  turf", "built-in presets", "  marble"].iter().all(|word| listed.contains(word)), "{listed}");

    place.run("bake tur").code(2).says(&["there is no preset `tur`", "did you mean `turf`?"]);
    place.run("bake std:turf").code(2).says(&["there is no built-in preset `turf`"]);
    place.write("lib/linen.toml", "extends = \"linen\"\n");
    place.run("check linen").code(2).says(&["lib/linen.toml:1:11", "made from itself", "`std:linen`"]);
    place.write("bakestone.toml", "pths = []\n");
    place.run("bake turf").code(2).says(&["bakestone.toml:1:1", "unknown key `pths`", "paths = "]);
    place.run("check mats/child.toml").code(2).says(&["mats/child.toml:1:11", "bakestone.toml:1:1"]);
}

#[test]
fn mistakes_are_shown_in_their_own_files() {
    let place = place();
    place.write("mats/bed.toml", "extends = \"../lib/turf\"\n[nodes]\nn = \"m\"\n");
    place.run("check mats/bed.toml").code(2).says(&["mats/bed.toml:3:6", "unknown name `m`"]);
    place.write("mats/bed.toml", "extends = \"../lib/turf\"\n");
    place.write("lib/turf.toml", &flat("#203010").replace("perlin", "perlim"));
    place.run("check mats/bed.toml").code(2).says(&["lib/turf.toml:6:", "`perlim`", "did you mean `perlin`?"]);
    place.write("mats/bed.toml", "extends = \"turf\"\n");
    place.run("check mats/bed.toml").code(2).says(&["mats/bed.toml:1:11", "no preset `turf`"]);
    place.write("mats/turf.toml", &flat("#203010"));
    place.run("check mats/bed.toml").code(2).says(&["write ./turf"]);
    place.write("mats/bed.toml", "extends = \"./turf\"\n");
    place.run("check mats/bed.toml").code(0);
    place.write("mats/bed.toml", "extends = \"../lib\"\n");
    place.run("check mats/bed.toml").code(2).says(&["mats/bed.toml:1:11", "no file lib.toml"]);
}

/// A copy finds what it is made from, or is not made.
#[test]
fn a_copy_is_read_at_its_new_place() {
    let place = place();
    place.write("mats/bed.toml", "extends = \"../lib/turf\"\n");
    place.run("new bed --from mats/bed.toml").code(2).says(&["bed.toml:2:11"]);
    assert!(!place.path("bed.toml").exists());
    place.run("new mats/leaf --from mats/bed.toml").code(0);
    place.run("check mats/leaf.toml").code(0);
}

/// All files that a bake was made from, as Make reads them: touched, it is made again.
#[test]
fn a_depfile_names_all_sources() {
    let place = place();
    place.write("lib/ground.toml", &flat("#203010"));
    place.write("top coat.toml", "extends = \"./lib/ground\"\nname = \"coat\"\n");
    place.write("mine.toml", "[files]\nC = { map = \"basecolor\" }\n");
    let bake = |place: &Place, preset: &str, more: &str| {
        let mut command = place.command("bake -s 16 -o out --quiet --depfile out/coat.d");
        Run::of(command.arg(preset).args(more.split_whitespace()).output().unwrap())
    };
    bake(&place, "top coat.toml", "--profile ./mine.toml").code(0);
    let rule = String::from_utf8(place.read("out/coat.d")).unwrap();
    let (made, rest) = rule.split_once(':').unwrap();
    assert_eq!(made, "out/coat_C.png \\\n  out/coat.json");
    let sources = rest.split_once("\n\n").unwrap().0.replace(" \\\n ", "");
    assert_eq!(sources.trim(), "./mine.toml lib/ground.toml top\\ coat.toml");
    // A built-in preset is no file, and nothing that is read or made is written over.
    bake(&place, "marble", "").code(0);
    assert!(String::from_utf8(place.read("out/coat.d")).unwrap().ends_with("marble.json:\n"));
    place.run("bake lib/ground.toml -s 16 -o no --depfile lib/ground.toml").code(2).says(&["would overwrite"]);
    assert_eq!(place.read("lib/ground.toml"), flat("#203010").as_bytes());
    assert!(!place.path("no").exists());
    place.run("bake lib/ground.toml -s 16 -o out --dry-run --depfile a.d").code(2);
}
