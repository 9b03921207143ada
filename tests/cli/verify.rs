//! `verify`: goldens are written once, hold to the bit, say why they don't, and never change by themselves.

use super::{P0, Place, Run};
use serde_json::Value;

/// A run as on a developer's machine, whatever runs the tests.
fn run(place: &Place, arguments: &str) -> Run {
    Run::of(place.command(&format!("verify {arguments}")).env_remove("CI").output().unwrap())
}

/// Replaces text in a file that must hold it.
fn edit(place: &Place, name: &str, from: &str, to: &str) {
    let text = String::from_utf8(place.read(name)).unwrap();
    assert!(text.contains(from), "no `{from}` in {name}:\n{text}");
    place.write(name, &text.replace(from, to));
}

fn blessed() -> Place {
    let place = Place::new();
    run(&place, "p0.toml --golden g --bless").code(0);
    place
}

#[test]
fn a_golden_is_missing_then_blessed_then_as_expected() {
    let place = Place::new();
    let missing = run(&place, "p0.toml --golden g").code(1);
    for words in ["there is no golden g/p0.toml", "verify p0.toml --golden g --bless"] {
        assert!(missing.out.replace('\\', "/").contains(words), "{}", missing.out);
    }
    assert!(!place.path("g").exists());
    let told = run(&place, "p0.toml --golden g --bless").code(0).out;
    assert!(told.contains("blessed") && told.contains("height (new): nothing -> "), "{told}");
    assert_eq!(place.names("g"), ["p0.toml", "p0/basecolor.png", "p0/height.png", "p0/normal.png"]);
    // The hashes are those of the side file, the pictures those of a bake.
    place.run("bake p0.toml -q -o out").code(0);
    let side: Value = serde_json::from_slice(&place.read("out/p0.json")).unwrap();
    let golden = String::from_utf8(place.read("g/p0.toml")).unwrap();
    for map in ["basecolor", "height", "normal"] {
        assert!(golden.contains(side["maps"][map]["hash"].as_str().unwrap()), "{golden}");
        place.run(&format!("diff g/p0/{map}.png out/p0_{map}.png --exact")).code(0);
    }
    // Nothing is written when all is well, not even with --bless.
    let before = place.files("");
    let told = run(&place, "p0.toml --golden g").code(0).out;
    assert!(told.contains("p0.toml: as expected (3 maps, 64 x 64)"), "{told}");
    run(&place, "p0.toml --golden g --bless").code(0);
    run(&place, "p0.toml --golden g --threads 1 --simd scalar -q").code(0);
    assert!(place.files("") == before);
}

#[test]
fn what_changed_is_named() {
    let place = blessed();
    let golden = place.read("g/p0.toml");
    // What moves no pixel is none.
    let text = P0.replace("octaves = 4, gain", "octaves = 4,  gain").replace("[maps]", "# comment\n[maps]");
    place.write("p0.toml", &text.replace("name = \"p0\"", "name = \"p0\"\ndescription = \"new\""));
    run(&place, "p0.toml --golden g").code(0);
    place.write("p0.toml", &P0.replace("octaves = 4", "octaves = 3").replace("value = 0.5", "value = 0.6"));
    let told = run(&place, "p0.toml --golden g").code(1).out;
    for words in ["height differs: ", "64 x 64 pixels, A the golden", "maximum", "changed nodes.base, params.gain"] {
        assert!(told.contains(words), "no `{words}` in\n{told}");
    }
    assert!(place.read("g/p0.toml") == golden);
    // A roll is seen in the picture; the seed is the part that changed.
    place.write("p0.toml", &P0.replace("seed = 1", "seed = 2").replace("ao = false", "rough = 0.5\nao = false"));
    let told = run(&place, "p0.toml --golden g").code(1).out;
    assert!(told.contains("changed seed; new maps.rough") && told.contains("rough new: nothing -> "), "{told}");
    place.write("p0.toml", &P0.replace("ao = false\nbasecolor", "normal = false\nao = false\nbasecolor"));
    let told = run(&place, "p0.toml --golden g").code(1).out;
    assert!(told.contains("normal gone: ") && told.contains("new maps.normal"), "{told}");
    let told = run(&place, "p0.toml --golden g --bless").code(0).out;
    assert!(told.contains("normal (gone): "), "{told}");
    assert_eq!(place.names("g"), ["p0.toml", "p0/basecolor.png", "p0/height.png"]);
    run(&place, "p0.toml --golden g").code(0);
    let told = run(&place, "p0.toml --golden g -s 32").code(1).out;
    assert!(told.contains("made at 64 x 64 pixels"), "{told}");
}

#[test]
fn the_program_and_the_edition_are_told_apart_from_the_preset() {
    let place = blessed();
    let good = String::from_utf8(place.read("g/p0.toml")).unwrap();
    let line = good.lines().find(|line| line.starts_with("height = ")).unwrap();
    let other = format!("height = \"{}\"", "0".repeat(32));
    edit(&place, "g/p0.toml", line, &other);
    let told = run(&place, "p0.toml --golden g").code(1).out;
    for words in
        ["height differs", "pictures of 64 x 64 pixels show no difference", "neither the preset nor the version"]
    {
        assert!(told.contains(words), "no `{words}` in\n{told}");
    }
    assert!(!told.contains("normal differs"));
    std::fs::rename(place.path("g/p0/height.png"), place.path("height.png")).unwrap();
    assert!(run(&place, "p0.toml --golden g").code(1).out.contains("no picture of it"));
    std::fs::rename(place.path("height.png"), place.path("g/p0/height.png")).unwrap();
    edit(&place, "g/p0.toml", &format!("bakestone = \"{}\"", env!("CARGO_PKG_VERSION")), "bakestone = \"0.0.9\"");
    let told = run(&place, "p0.toml --golden g").code(1).out;
    assert!(told.contains("made by bakestone 0.0.9"), "{told}");
    edit(&place, "g/p0.toml", "edition = 1", "edition = 0");
    let told = run(&place, "p0.toml --golden g").code(1).out;
    assert!(told.contains("of edition 0, this is edition 1"), "{told}");
    // Only what fails is written, and it is what it was before the damage.
    let normal = std::fs::metadata(place.path("g/p0/normal.png")).unwrap().modified().unwrap();
    run(&place, "p0.toml --golden g --bless").code(0);
    assert_eq!(String::from_utf8(place.read("g/p0.toml")).unwrap(), good);
    assert_eq!(std::fs::metadata(place.path("g/p0/normal.png")).unwrap().modified().unwrap(), normal);
    edit(&place, "g/p0.toml", "[maps]", "<<<<<<< HEAD\n[maps]");
    run(&place, "p0.toml --golden g").code(1).says(&["g", "p0.toml:7", "no golden", "--bless"]);
    run(&place, "p0.toml --golden g --bless").code(0);
    assert_eq!(String::from_utf8(place.read("g/p0.toml")).unwrap(), good);
}

/// C62: goldens are written over goldens only.
#[test]
fn a_preset_is_never_overwritten() {
    let place = Place::new();
    for golden in [".", "../"] {
        let folder = place.path("sub");
        std::fs::create_dir_all(&folder).unwrap();
        let typed = if golden == "." { "p0.toml" } else { "../p0.toml" };
        let mut command = place.command(&format!("verify {typed} --golden {golden} --bless"));
        let at = if golden == "." { place.path("") } else { folder };
        let output = command.current_dir(at).env_remove("CI").output().unwrap();
        Run::of(output).code(2).says(&["the preset itself"]);
    }
    std::fs::rename(place.path("p0.toml"), place.path("other.toml")).unwrap();
    place.write("p0.toml", "# mine\n");
    run(&place, "other.toml --golden . --bless").code(1).says(&["no golden", "--bless keeps", "delete it"]);
    assert_eq!(place.names(""), ["other.toml", "p0.toml"]);
    assert_eq!(place.read("p0.toml"), b"# mine\n");
    place.write(
        "deep.toml",
        "edition = 1\nname = 'deep'\n[nodes]\nn = { type = 'perlin' }\n[volumes.v]\nchannels = { r = 'n' }\n",
    );
    run(&place, "deep.toml --golden g --bless").code(2).says(&["makes no map"]);
}

#[test]
fn blessing_is_refused_in_ci() {
    let place = Place::new();
    let bless = |ci: &str| Run::of(place.command("verify p0.toml --golden g --bless").env("CI", ci).output().unwrap());
    for ci in ["true", "1"] {
        bless(ci).code(2).says(&["--bless", "CI"]);
        assert!(!place.path("g").exists());
    }
    for ci in ["false", ""] {
        bless(ci).code(0);
    }
    place.write("p0.toml", &P0.replace("octaves = 4", "octaves = 3"));
    let before = place.files("g");
    bless("true").code(2);
    assert!(place.files("g") == before);
}

/// C39: a bad preset hides nothing and ends with 2; the summary counts.
#[test]
fn a_bad_preset_does_not_hide_the_others() {
    let place = blessed();
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    place.write("p1.toml", &P0.replace("\"p0\"", "\"p1\""));
    let told = run(&place, "p0.toml bad.toml gone.toml p1.toml p0.toml@night --golden g").code(2);
    assert!(told.out.contains("p0.toml: as expected") && told.out.contains("there is no golden"), "{}", told.out);
    let told = told.says(&["bad.toml:", "gone.toml", "5 presets: 1 as expected, 2 no golden, 2 failed"]);
    assert!(told.out.contains("bad.toml: not verified"), "{}", told.out);
    run(&place, "p1.toml p0.toml p0.toml@night --golden g --bless").code(0).says(&["1 as expected, 2 blessed"]);
    assert!(place.path("g/p0_night.toml").exists() && place.path("g/p1.toml").exists());
    for (arguments, words) in [
        ("--golden g", &["Usage"][..]),
        ("p0.toml", &["--golden"]),
        ("p0.toml p0.toml --golden g", &["one golden"]),
        ("p0.toml --golden p0.toml", &["p0.toml is a file"]),
        ("p0.toml --golden g --report p0.toml", &["p0.toml is a file"]),
        ("p0.toml --golden g --bless --gpu", &["--gpu"]),
        ("marbel --golden g", &["did you mean `marble`"]),
    ] {
        run(&place, arguments).code(2).says(words);
    }
    for (text, words) in [
        ("[kind.bump]\nmax = 1\n", &["golden.toml", "bump", "height"][..]),
        ("[map.ao]\nmax = -1\n", &["golden.toml", "ao", "from 0 up"]),
        ("[map.ao]\nmaximum = 1\n", &["golden.toml:2", "maximum"]),
        ("[map.ao]\nunchecked = ['seams']\n", &["seams", "seam, nan"]),
    ] {
        place.write("g/golden.toml", text);
        run(&place, "p0.toml --golden g").code(2).says(words);
    }
}

#[test]
fn maps_are_checked_whatever_the_golden_says() {
    let place = Place::new();
    place.write("loud.toml", &P0.replace("height = \"base\"", "height = \"3 * base\"").replace("\"p0\"", "\"loud\""));
    let told = run(&place, "loud.toml --golden g --bless").code(1).out;
    assert!(told.contains("height range: ") && !told.contains("seam"), "{told}");
    let told = run(&place, "loud.toml --golden g").code(1).out;
    assert!(told.contains("loud.toml: faulty") && told.contains("height range: "), "{told}");
    place.write("g/golden.toml", "[map.height]\nunchecked = ['range']\n");
    run(&place, "loud.toml --golden g").code(0);
}

#[test]
fn reports_are_for_people_and_programs() {
    let place = blessed();
    place.write("a&b.toml", &P0.replace("octaves = 4", "octaves = 3"));
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    place.write("new.toml", &P0.replace("\"p0\"", "\"new\""));
    let before = place.files("g");
    run(&place, "a&b.toml bad.toml new.toml --golden g --report r/s").code(2);
    assert!(place.files("g") == before);
    assert_eq!(place.names("r"), ["s/index.html", "s/junit.xml", "s/report.json"]);
    let page = String::from_utf8(place.read("r/s/index.html")).unwrap();
    // Three maps that differ with four pictures each, three new ones with two.
    assert_eq!(page.matches("src=\"data:image/png;base64,").count(), 3 * 4 + 3 * 2);
    assert_eq!(page.matches("<figcaption>difference, amplified").count(), 3);
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("<script"));
    assert!(page.contains("a&amp;b.toml") && page.contains("changed nodes.base"), "no cause");
    // Of the first map, the height, there are the golden, the difference, the bake, and that moved by half a tile.
    let pictures: Vec<_> = page.split("base64,").skip(1).map(|data| data.split('"').next().unwrap()).collect();
    let shown = |i: usize| image::load_from_memory(&decoded(pictures[i])).unwrap().to_rgb8();
    let golden = image::open(place.path("g/p0/height.png")).unwrap().to_luma16();
    let expected = shown(0);
    for (x, y, pixel) in golden.enumerate_pixels() {
        assert_eq!(expected.get_pixel(x, y).0, [(f64::from(pixel.0[0]) / 257.0).round() as u8; 3]);
    }
    let (actual, moved) = (shown(2), shown(3));
    assert!(actual.enumerate_pixels().all(|(x, y, pixel)| moved.get_pixel((x + 32) % 64, (y + 32) % 64) == pixel));

    let junit = String::from_utf8(place.read("r/s/junit.xml")).unwrap();
    assert!(junit.contains("tests=\"8\" failures=\"4\" errors=\"1\""), "{junit}");
    assert!(
        junit.contains("classname=\"a&amp;b.toml\" name=\"height\"><failure message=\"height differs\""),
        "{junit}"
    );

    let json: Value = serde_json::from_slice(&place.read("r/s/report.json")).unwrap();
    assert_eq!((&json["fine"], &json["presets"][0]["state"]), (&false.into(), &"differs".into()));
    assert_eq!(json["presets"][0]["why"]["changed"], serde_json::json!(["nodes.base"]));
    assert!(json["presets"][0]["maps"][0]["pictures"]["figures"]["maximum"].as_f64().unwrap() > 1.0);
    assert_eq!(json["presets"][1]["state"], "failed");
    let printed = run(&place, "a&b.toml bad.toml new.toml --golden g --json").code(2);
    assert_eq!(serde_json::from_str::<Value>(&printed.out).unwrap(), json);
    // A report of what is well has no pictures.
    place.write("p0.toml", P0);
    run(&place, "p0.toml --golden g --report r/t").code(0);
    assert!(!String::from_utf8(place.read("r/t/index.html")).unwrap().contains("data:"));
}

/// The bytes of RFC 4648's base64.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<u8> = text
        .trim_end_matches('=')
        .chars()
        .flat_map(|c| {
            let digit = digits.find(c).unwrap();
            (0..6).rev().map(move |bit| (digit >> bit & 1) as u8)
        })
        .collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |v, bit| v << 1 | bit)).collect()
}

#[test]
fn github_shows_failures_at_their_lines() {
    let place = blessed();
    place.write("p0.toml", &P0.replace("octaves = 4", "octaves = 3"));
    place.write("bad.toml", &P0.replace("octaves", "octave"));
    let told = run(&place, "p0.toml bad.toml --golden g --format github").code(2).out;
    let errors: Vec<&str> = told.lines().filter(|line| line.starts_with("::error ")).collect();
    let line = |word: &str| P0.lines().position(|line| line.contains(word)).unwrap() + 1;
    let start = format!("::error file=p0.toml,line={},title=p0.toml::height differs%0A", line("octaves"));
    assert!(errors.len() == 4 && errors[0].starts_with(&start), "{told}");
    assert!(errors[3].starts_with(&format!("::error file=bad.toml,line={},", line("octaves"))), "{told}");
}

#[test]
fn large_maps_have_small_pictures() {
    let place = Place::new();
    run(&place, "p0.toml --golden g --bless -s 600x300").code(0);
    let size = |map: &str| {
        let picture = image::open(place.path(&format!("g/p0/{map}.png"))).unwrap();
        (picture.width(), picture.height())
    };
    assert_eq!((size("height"), size("normal")), ((256, 128), (256, 128)));
    run(&place, "p0.toml --golden g -s 600x300").code(0);
    // The preset may say what is delivered.
    place.write("large.toml", &P0.replace("[params]", "[verify]\nsize = 100\n[params]").replace("\"p0\"", "\"large\""));
    assert!(run(&place, "large.toml --golden g --bless").code(0).out.contains("blessed"));
    assert!(String::from_utf8(place.read("g/large.toml")).unwrap().contains("size = [100, 100]"));
    // Maps of floats have pictures, too.
    place.write(
        "exr.toml",
        &P0.replace("height = \"base\"", "height = { value = \"base\", format = \"exr\" }")
            .replace("\"p0\"", "\"exr\""),
    );
    run(&place, "exr.toml --golden g --bless").code(0);
    assert_eq!(size("height"), (256, 128));
    assert!(place.path("g/exr/height.png").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_can_not_be_written_makes_the_answer_no() {
    let place = blessed();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = place.command("verify p0.toml --golden g").stdout(full).output().unwrap();
    Run::of(output).code(1).says(&["standard output"]);
    std::fs::create_dir_all(place.path("r/index.html")).unwrap();
    run(&place, "p0.toml --golden g --report r").code(1).says(&["index.html", "folder"]);
    // A full disk, C11: files are whole or not there.
    place.write("new.toml", &P0.replace("\"p0\"", "\"new\""));
    let line = "ulimit -f 1; exec \"$0\" verify new.toml --golden g --bless";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", line, env!("CARGO_BIN_EXE_bakestone")]).current_dir(place.path("")).env_remove("CI");
    Run::of(limited.output().unwrap()).code(1).says(&["cannot write", "new"]);
    assert!(!place.path("g/new.toml").exists() && place.names("g").iter().all(|name| !name.contains(".bakestone")));
}
