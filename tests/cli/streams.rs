//! Results on stdout, the rest on stderr, and neither of them garbage.

use super::{P0, Place, Run};
use serde_json::Value;

/// C42
#[test]
fn logs_have_no_control_codes() {
    let place = Place::new();
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    for term in ["dumb", "xterm-256color"] {
        let output = place.command("bake p0.toml bad.toml -s 128 -o out").env("TERM", term).output().unwrap();
        let run = Run::of(output).code(2);
        for text in [&run.out, &run.err] {
            assert!(!text.contains(['\x1b', '\r']), "{text:?}");
        }
        assert!(run.err.len() < 4096);
    }
}

#[test]
fn quiet_leaves_results_and_mistakes() {
    let place = Place::new();
    let run = place.run("bake p0.toml --quiet").code(0);
    assert_eq!(run.err, "");
    assert_eq!(run.out.lines().count(), 4);
}

#[test]
fn json_is_one_document() {
    let place = Place::new();
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    let run = place.run("bake p0.toml bad.toml -s 16 -o out --json").code(2);
    let all: Value = serde_json::from_str(&run.out).unwrap();
    let made = &all["presets"][0];
    assert_eq!(made["name"], "p0");
    assert_eq!(made["size"], serde_json::json!([16, 16]));
    let path = made["maps"]["height"]["path"].as_str().unwrap();
    assert!(place.path(path).exists());
    let side: Value = serde_json::from_slice(&place.read("out/p0.json")).unwrap();
    assert_eq!(made["maps"]["height"]["hash"], side["maps"]["height"]["hash"]);
    // 16 pixels carry 4 cells wholly, 8 cells not at all, and 16 and 32 neither.
    let dropped = made["dropped"].as_array().unwrap();
    assert_eq!(dropped.len(), 3, "{dropped:?}");
    assert!(dropped.iter().all(|d| d["node"] == "base" && d["weight"] == 0.0), "{dropped:?}");
    assert!(all["failures"][0]["message"].as_str().unwrap().contains("bad.toml"));
}

#[test]
fn what_is_lost_is_warned_about() {
    let place = Place::new();
    place.run("bake p0.toml -s 8 -o out").code(0).says(&["warning", "nothing is left", "`base`", "4 x 4 cells"]);
    place.run("bake p0.toml -s 64x32 -o out").code(0).says(&["warning", "do not fit", "64 x 64 fits"]);
    place.write("loud.toml", &P0.replace("height = \"base\"", "height = \"3 * base\""));
    place.run("bake loud.toml -o out").code(0).says(&["warning", "height", "clipped", "span"]);
    place.write("faint.toml", &P0.replace("height = \"base\"", "height = \"0.00001 * base\""));
    place.run("bake faint.toml -o out --maps height,normal").code(0).says(&["height: it uses only", "almost flat"]);
    let run = place.run("bake p0.toml -o out").code(0);
    assert!(!run.err.contains("warning"), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_a_failure_and_a_closed_one_is_not() {
    let place = Place::new();
    for arguments in ["list", "bake p0.toml -s 8", "bake p0.toml -s 8 --json"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = place.command(arguments).stdout(full).output().unwrap();
        Run::of(output).code(3).says(&["standard output"]);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = place.command(arguments).stdout(writer).output().unwrap();
        Run::of(output).code(0);
    }
}

#[test]
fn lists_name_everything() {
    let place = Place::new();
    let all = place.run("list").code(0).out;
    for word in ["marble", "rock", "turbulence", "perlin", "worley", "occlusion", "fractal"] {
        assert!(all.contains(word), "{word}");
    }
    assert!(place.run("list functions").code(0).out.contains("smoothstep(a, b, x)"));
    assert!(place.run("list simd").code(0).out.contains("scalar"));
}

#[test]
fn show_tells_cells_in_metres() {
    let place = Place::new();
    let text = place.run("show p0.toml -s 16").code(0).out;
    for word in ["4 x 4 cells of 250 mm x 250 mm", "0.1 .. 0.9", "night", "png 16", "8 x 8 cells", "gone"] {
        assert!(text.contains(word), "no `{word}` in\n{text}");
    }
    assert!(place.run("show p0.toml --program").code(0).out.contains("perlin 2D"));
    assert!(place.run("completions bash").code(0).out.contains("--no-clobber"));
    assert!(place.run("man").code(0).out.contains(".TH bakestone"));
}
