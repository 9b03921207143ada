//! What is wrong is said with its place and its remedy, before anything is written.

use super::{P0, Place, Run, assert_refused};

#[test]
fn a_wrong_command_line_is_code_2_and_writes_nothing() {
    let cases: &[(&str, &[&str])] = &[
        ("bake", &["Usage"]),
        ("bakr", &["bake"]),
        ("bake p0.toml -s 0", &["1048576"]),
        ("bake p0.toml -s 2147483648x1", &["1048576"]),
        ("bake p0.toml -s big", &["1024x512"]),
        ("bake p0.toml --seed 9007199254740992", &["9007199254740991"]),
        ("bake p0.toml --seed -1", &["--seed"]),
        ("bake p0.toml --seeds 5..1", &["first..last"]),
        ("bake p0.toml --seeds 1..2 --seed 3", &["--seed"]),
        ("bake p0.toml --set gian=0.3", &["gian", "did you mean `gain`"]),
        ("bake p0.toml --set gain=7", &["gain", "0.1", "0.9"]),
        ("bake p0.toml --set gain", &["name=value"]),
        ("bake p0.toml --set p1.gain=0.3", &["p1", "did you mean `p0`"]),
        ("bake p0.toml --maps hieght", &["hieght", "did you mean `height`"]),
        ("bake p0.toml --node bsae", &["bsae", "did you mean `base`"]),
        ("bake p0.toml --node base --maps height", &["--maps"]),
        ("bake p0.toml --format exr --depth 8", &["EXR", "half or float"]),
        ("bake p0.toml --format png --depth half", &["PNG", "8 or 16"]),
        ("bake p0.toml --format jpg", &["png", "exr"]),
        ("bake p0.toml --samples 0", &["--samples"]),
        ("bake p0.toml --threads 0", &["--threads"]),
        ("bake p0.toml --simd mmx", &["mmx", "scalar"]),
        ("bake p0.toml --tile 1", &["1.2x0.8"]),
        ("bake p0.toml --tile 0x1", &["--tile"]),
        ("bake p0.toml --tile nanx1", &["--tile"]),
        ("bake p0.toml --offset 1", &["256px,128px"]),
        ("bake p0.toml --offset 1px,0.5", &["256px,128px"]),
        ("bake p0.toml --region 0,0,65,1", &["64 x 64"]),
        ("bake p0.toml --region 64,0,1,1", &["64 x 64"]),
        ("bake p0.toml --slice 4/4", &["from 0"]),
        ("bake p0.toml@nihgt", &["nihgt", "did you mean `night`"]),
        ("bake marbel", &["marbel", "did you mean `marble`"]),
        ("bake p0", &["p0.toml"]),
        ("bake none.toml", &["none.toml"]),
        ("bake ./ ", &["folder"]),
        ("bake p0.toml p0.toml", &["p0_height.png"]),
        ("bake p0.toml --name {mpa}", &["mpa", "{map}"]),
        ("bake p0.toml --name fixed", &["{map}"]),
        ("bake p0.toml --name {name}_{map}.jpg", &["png"]),
        ("bake p0.toml --name {name}_{map}.exr --format png", &["--name", "--format"]),
        ("bake p0.toml --name ../{map}", &["--name"]),
        ("bake marble --watch", &["built-in"]),
        ("render p0.toml --scene crop -s 9000", &["8192"]),
        ("render p0.toml --scene dome", &["sphere", "crop"]),
        ("render marble --watch", &["--watch", "never change"]),
        ("bake p0.toml --render --node base", &["--node"]),
        ("bake p0.toml --render=dome", &["cube"]),
        ("sheet p0.toml --sweep gain=0..1", &["name=first..last:count"]),
        ("sheet p0.toml --sweep gain=0..1:3", &["`gain = 0` is outside"]),
        ("sheet p0.toml --sweep gian=0.2..0.4:3", &["gian", "`gain`"]),
        ("sheet p0.toml --sweep p1.gain=0.2..0.4:3", &["p1", "in this call"]),
        ("sheet p0.toml --seeds 2,2", &["twice"]),
        ("sheet p0.toml --seeds 0..2000", &["at most 1024 cells"]),
        ("sheet p0.toml --seeds 0..1000 --cell 4096 --columns 1", &["smaller --cell"]),
        ("sheet p0.toml -o .", &["folder"]),
        ("bake p0.toml -o -", &["folder"]),
        ("bake p0.toml -o p0.toml", &["folder", "is a file"]),
        ("bake p0.toml -o made/p0.PNG", &["folder", "take -o made"]),
        ("render p0.toml -o ball.png", &["folder", "take -o ."]),
        ("volume p0.toml -o fog.ktx2", &["folder", "take -o ."]),
        ("sheet p0", &["p0.toml"]),
        ("render p0.toml -s 100000", &["8192"]),
        ("new a/b?c", &["letters"]),
    ];
    assert_refused(&Place::new(), cases);
}

#[test]
fn the_level_of_the_environment_counts_and_is_checked() {
    let place = Place::new();
    let output = place.command("bake p0.toml").env("BAKESTONE_SIMD", "mmx").output().unwrap();
    super::Run::of(output).code(2).says(&["BAKESTONE_SIMD", "mmx"]);
}

/// C06, C55: the file, the line, and what was meant.
#[test]
fn mistakes_in_a_preset_have_a_place() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("octaves = 4", "octave = 4", &["bad.toml:", "octave", "octaves"]),
        ("\"base\"", "\"bsae\"", &["bad.toml:", "did you mean `base`"]),
        ("[maps]", "[mpas]", &["bad.toml:", "maps"]),
        ("period = 4", "period = \"4 + base\"", &["bad.toml:"]),
        ("basis = \"perlin\"", "basis = \"base\"", &["bad.toml:", "base"]),
        ("edition = 1", "edition = ", &["bad.toml:"]),
    ];
    for (good, bad, words) in cases {
        let place = Place::new();
        assert!(P0.contains(good), "{good}");
        place.write("bad.toml", &P0.replace(good, bad));
        place.run("bake bad.toml -o out").code(2).says(words);
        assert!(!place.path("out").exists(), "{bad}");
        place.run("check bad.toml").code(2).says(words);
    }
}

/// C39: one bad preset does not hide the others, nor does it end well.
#[test]
fn a_bad_preset_does_not_hide_the_others() {
    let place = Place::new();
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    place.write("p1.toml", &P0.replace("\"p0\"", "\"p1\""));
    let run = place.run("bake p0.toml bad.toml gone.toml p1.toml -o out -s 16");
    let run = run.code(2).says(&["bad.toml:", "gone.toml", "2 failed, 2 baked"]);
    assert_eq!(run.out.lines().count(), 8);
    assert_eq!(place.names("out").len(), 8);

    let run = place.run("check p0.toml bad.toml").code(2).says(&["1 of 2"]);
    assert_eq!(run.out, "p0.toml: good\n");
}

#[test]
fn check_reads_the_variants_too() {
    let place = Place::new();
    place.write("bad.toml", &P0.replace("light = \"#404040\"", "lihgt = \"#404040\""));
    place.run("check bad.toml").code(2).says(&["lihgt"]);
    place.run("check p0.toml marble rock turbulence").code(0);
}

#[test]
fn the_keys_of_a_node_are_listed() {
    let place = Place::new();
    let run = place.run("list shift").code(0);
    assert!(["of", "x", "y", "required", "warp"].iter().all(|word| run.out.contains(word)), "{}", run.out);
    place.run("list shfit").code(2).says(&["shfit", "`shift`"]);
}

/// C50: memory that is not there is refused before work, with the amount.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_not_there_is_refused() {
    let place = Place::new();
    place.write("deep.toml", "edition = 1\nname = 'deep'\n[nodes]\nn = { type = 'perlin' }\n[[layers]]\nheight = '0.1 * n'\n[maps]\nao = { grid = 8192 }\n");
    let limited = |kib: u32, arguments: &str| {
        let line = format!("ulimit -v {kib}; exec \"$0\" {arguments}");
        let mut run = std::process::Command::new("sh");
        run.args(["-c", &line, env!("CARGO_BIN_EXE_bakestone")]);
        Run::of(run.current_dir(place.path("")).output().unwrap())
    };
    limited(400_000, "bake deep.toml -s 64 --threads 1").code(2).says(&["GiB of memory", "grid"]);
    limited(250_000, "render rock --threads 1").code(3).says(&["of memory"]);
    assert_eq!(place.names("").len(), place.names("").iter().filter(|n| n.ends_with(".toml")).count());
}

/// Halves around 0.5 are far apart: a faint normal map is all steps there, too.
#[test]
fn a_faint_normal_in_halves_is_told() {
    let place = Place::new();
    let text = "edition = 1\nname = 'faint'\n[nodes]\nn = { type = 'perlin' }\n[[layers]]\nheight = '0.0002 * n'\n";
    place.write("faint.toml", text);
    place.run("bake faint.toml -s 64 --maps normal --format exr").code(0).says(&["almost flat", "--depth float"]);
    let float = place.run("bake faint.toml -s 64 --maps normal --format exr --depth float").code(0);
    assert!(!float.err.contains("almost flat"), "{}", float.err);
}

/// Fine print 9: what a picture could not carry is written down.
/// Halves end at 65504.
#[test]
fn infinite_halves_are_told() {
    let place = Place::new();
    place.write(
        "hot.toml",
        &P0.replace("ao = false", "ao = false\nglow = { value = \"90000 * base\", depth = \"half\" }"),
    );
    place.run("bake hot.toml --maps glow -s 16 -o o").code(0).says(&["glow", "infinite", "--depth float"]);
    assert!(!place.run("bake hot.toml --maps glow -s 16 -o o --depth float").code(0).err.contains("infinite"));
}

#[test]
fn the_side_file_says_what_was_dropped() {
    let place = Place::new();
    place.write("fine.toml", "edition = 1\nname = 'fine'\n[nodes]\nn = { type = 'fbm', period = 4, octaves = 6 }\n[[layers]]\nroughness = 'n'\n");
    let dropped = |size: u32| -> usize {
        place.run(&format!("bake fine.toml -s {size}")).code(0);
        let side: serde_json::Value = serde_json::from_slice(&place.read("fine.json")).unwrap();
        side["dropped"].as_array().unwrap().iter().filter(|d| d["node"] == "n" && d["weight"] == 0.0).count()
    };
    // 4, 8, 16 .. 128 cells: those of less than 2 pixels are gone.
    assert_eq!((dropped(512), dropped(64), dropped(32)), (0, 3, 4));
}
