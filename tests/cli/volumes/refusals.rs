//! What can't be made is refused before work, with what can.

use super::super::{P0, assert_refused};
use super::{V0, place};

#[test]
fn a_wrong_command_line_is_code_2_and_writes_nothing() {
    let cases: &[(&str, &[&str])] = &[
        ("volume", &["Usage"]),
        ("volume v0.toml -s 8x8", &["128x128x64"]),
        ("volume v0.toml -s 0", &["1 to 16384"]),
        ("volume v0.toml -s 16385", &["1 to 16384"]),
        ("volume v0.toml --maps on", &["no map or volume `on`", "did you mean `one`"]),
        ("volume v0.toml --maps smoke", &["smoke", "height", "one, two, three, four"]),
        ("volume v0.toml --node fgo", &["fgo", "did you mean `fog`"]),
        ("volume p0.toml", &["p0.toml", "no volumes", "[volumes]", "channels = { r = \"base\" }", "--node base"]),
        ("bake v0.toml --maps one", &["`one` is a volume", "bakestone volume"]),
        ("volume v0.toml -s 4x4x12 --atlas 5x2", &["10 places for 12 slices", "4 x 3 fits"]),
        ("volume v0.toml -s 4x4x7 --atlas 4x2", &["8 places for 7 slices", "7 x 1 fits"]),
        ("volume v0.toml -s 16384 --atlas 16384x1", &["268435456 x 16384 pixels", "at most"]),
        ("volume v0.toml --atlas 8", &["8x4"]),
        ("volume v0.toml --atlas 4x2 --layout ktx2", &["--atlas", "--layout atlas"]),
        ("volume v0.toml --format png", &["--layout slices"]),
        ("volume v0.toml --layout npy --mips", &["--layout ktx2 or dds"]),
        ("volume v0.toml --layout slices --mips", &["--layout ktx2 or dds"]),
        ("volume v0.toml --layout slices --format exr --depth 8", &["EXR", "half or float"]),
        ("volume v0.toml --layout dds -s 2049x1x1", &["2048", "--layout ktx2"]),
        ("volume v0.toml --maps normal --mips", &["normal"]),
        ("volume v0.toml --maps height,ao", &["`ao`", "flat pictures", "--maps height"]),
        ("volume v0.toml --layout tiff", &["ktx2", "slices"]),
        ("volume v0.toml -o -", &["folder"]),
        ("volume v0.toml --dry-run --json", &["--json"]),
    ];
    assert_refused(&place(), cases);
}

/// Terabytes: the amount is said, and no file is begun.
#[test]
fn what_does_not_fit_is_refused_with_the_amount() {
    let place = place();
    for layout in ["ktx2", "npy", "slices"] {
        let run = place.run(&format!("volume v0.toml --depth float --layout {layout} -s 16384 -o out")).code(3);
        run.says(&["GiB", "free", "smaller --size"]);
        assert!(!place.path("out").exists(), "{layout}");
    }
}

/// Nodes with a grid know no depth. Volumes beside them, which do not read them, are baked.
#[test]
fn flat_nodes_are_told_what_to_do() {
    let grids = [
        "occlusion\", of = \"fog\"",
        "erosion\", of = \"fog\"",
        "blur\", of = \"fog\", radius = 0.1",
        "distance\", of = \"fog\"",
    ];
    for node in grids {
        let place = place();
        let text = V0.replace("[maps]", &format!("flat = {{ type = \"{node} }}\n[maps]"));
        place.write("v0.toml", &text);
        place.run("volume v0.toml -s 4 -o out").code(0);
        place.run("volume v0.toml --node flat -s 4 -o flat").code(2).says(&["v0.toml:", "flat pictures", "soften"]);
        place.write("v0.toml", &text.replace("r = \"fog\" }", "r = \"flat\" }"));
        place.run("volume v0.toml --maps one -s 4 -o flat").code(2).says(&["v0.toml:", "flat pictures", "soften"]);
        assert!(!place.path("flat").exists(), "{node}");
    }
}

#[test]
fn mistakes_in_volumes_have_a_place() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("one = { size", "height = { size", &["`height` is the name of a map"]),
        ("one = { size = 8,", "one = { size = [8, 8],", &["[width, height, depth]"]),
        ("one = { size = 8,", "one = { size = 20000,", &["16384"]),
        ("one = { size = 8,", "one = { sise = 8,", &["sise", "did you mean `size`"]),
        ("one = { size = 8,", "one = { depth = 12,", &["depth", "half"]),
        ("channels = { r = \"fog\" }", "mips = true", &["lacks `channels`", "channels = { r = "]),
        ("channels = { r = \"fog\" }", "channels = { }", &["no channel"]),
        ("channels = { r = \"fog\" }", "channels = { r = \"fgo\" }", &["did you mean `fog`"]),
    ];
    for (good, bad, words) in cases {
        let place = place();
        assert!(V0.contains(good), "{good}");
        place.write("v0.toml", &V0.replacen(good, bad, 1));
        place.run("volume v0.toml -o out").code(2).says(words).says(&["v0.toml:"]);
        assert!(!place.path("out").exists(), "{bad}");
    }
}

#[test]
fn a_bad_preset_does_not_hide_the_others() {
    let place = place();
    place.write("p0.toml", P0);
    place.run("volume p0.toml v0.toml -s 4 -o out").code(2).says(&["p0.toml", "no volumes"]);
    assert_eq!(place.names("out").len(), 5);
}

#[test]
fn no_clobber_keeps_what_is_there() {
    let place = place();
    for layout in ["ktx2", "slices", "atlas"] {
        place.run(&format!("volume v0.toml -s 4 --layout {layout} -o out")).code(0);
        let before = place.files("out");
        let again = format!("volume v0.toml -s 4 --layout {layout} -o out --seed 9");
        place.run(&format!("{again} --no-clobber")).code(3).says(&["--no-clobber"]);
        assert!(place.files("out") == before, "{layout}");
        place.run(&again).code(0);
        assert!(place.files("out") != before, "{layout}");
    }
}

#[test]
fn a_dry_run_names_the_files_and_writes_none() {
    let place = place();
    for (layout, files) in [("ktx2", 5), ("slices", 4 * 6 + 1), ("atlas", 5)] {
        let arguments = format!("volume v0.toml -s 6 --layout {layout} -o {layout}");
        let told = place.run(&format!("{arguments} --dry-run")).code(0).out;
        assert!(!place.path(layout).exists());
        assert_eq!(told.lines().count(), files);
        assert_eq!(place.run(&arguments).code(0).out, told);
        assert!(told.lines().all(|file| place.path(file).is_file()), "{told}");
    }
}
