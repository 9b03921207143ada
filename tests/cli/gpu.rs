//! `--gpu`: the files of this processor from a graphics card, or one clear line.

use super::*;

/// Whether there is a device; if not, that is said, and is a failure where one is required.
fn has_device(place: &Place) -> bool {
    let run = place.run("list devices").code(0);
    if run.out.contains("Vulkan") {
        return true;
    }
    assert!(std::env::var_os("BAKESTONE_REQUIRE_GPU").is_none(), "{}", run.out);
    eprintln!("SKIPPED: {}", run.out.trim_end());
    false
}

/// The program where no driver can be found.
fn without_drivers(place: &Place, arguments: &str) -> Run {
    let mut command = place.command(arguments);
    command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent");
    command.env("WGPU_BACKEND", "vulkan");
    Run::of(command.output().unwrap())
}

#[test]
fn files_from_a_card_are_equal() {
    let place = Place::new();
    if !has_device(&place) {
        return;
    }
    for more in [
        "-s 150",
        "-s 97x33 --samples 2 --offset 0.3,0.6",
        "-s 80 --region 70,60,33,40 --format exr",
        "-s 48 --tile 0.7x0.3",
    ] {
        let presets = "marble rock turbulence p0.toml";
        place.run(&format!("bake {presets} {more} -o here")).code(0);
        let run = place.run(&format!("bake {presets} {more} -o there --gpu --json")).code(0);
        let (here, there) = (place.files("here"), place.files("there"));
        assert_eq!(here.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>());
        for (name, bytes) in &here {
            assert!(*bytes == there[name], "{more}: {name} differs");
        }
        // It really ran there.
        let said: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let presets = said["presets"].as_array().unwrap();
        assert_eq!(presets.len(), 4);
        for preset in presets {
            let device = &preset["device"];
            assert!(
                device["name"].is_string() && device["driver"].is_string() && device["kind"].is_string(),
                "{device}"
            );
            for map in preset["maps"].as_object().unwrap().keys() {
                assert_eq!(device["canary"][map], "equal", "{map}: {device}");
            }
        }
    }
}

#[test]
fn slices_of_volumes_are_equal() {
    let place = Place::new();
    if !has_device(&place) {
        return;
    }
    for slice in ["0/4", "3/4"] {
        place.run(&format!("bake turbulence p0.toml -s 65 --slice {slice} -o here")).code(0);
        place.run(&format!("bake turbulence p0.toml -s 65 --slice {slice} -o there --gpu")).code(0);
        assert!(place.files("here") == place.files("there"), "slice {slice} differs");
    }
}

#[test]
fn a_bake_without_the_flag_names_no_device() {
    let place = Place::new();
    let run = place.run("bake p0.toml --json").code(0);
    let said: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert!(said["presets"][0]["device"].is_null());
    assert!(!run.err.contains("gpu"), "{}", run.err);
}

#[test]
fn the_device_is_named_once() {
    let place = Place::new();
    if !has_device(&place) {
        return;
    }
    let name = place.run("list devices").code(0).out;
    let first = name.lines().next().unwrap();
    let run = place.run("bake p0.toml marble -s 32 --gpu=0").code(0);
    assert_eq!(run.err.matches(first).count(), 1, "{}", run.err);
    if first.contains("software") {
        let run =
            place.run("bake p0.toml -s 32 --gpu=auto").code(0).says(&["--gpu=auto", "this processor", "software"]);
        assert!(!run.err.contains("warning"), "{}", run.err);
        place.run("bake p0.toml -s 32 --gpu=SOFTWARE").code(3).says(&["no GPU called `SOFTWARE`", first]);
    }
    place.run("bake p0.toml -s 32 --gpu=99").code(3).says(&["no GPU 99", first]);
    place.run("render p0.toml -s 32 --samples 1 --gpu -o r").code(0).says(&[first]);
}

#[test]
fn no_device_is_one_clear_line() {
    let place = Place::new();
    let before = place.names(".");
    for typed in ["--gpu", "--gpu=0", "--gpu=nvidia"] {
        let run = without_drivers(&place, &format!("bake p0.toml {typed}")).code(3);
        assert!(
            run.err.starts_with("error: --gpu: ") && run.err.contains("no adapter found (tried Vulkan)"),
            "{}",
            run.err
        );
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert_eq!(place.names("."), before);
    }
    assert!(without_drivers(&place, "list devices").code(0).out.contains("no graphics card"));
    let run = without_drivers(&place, "bake p0.toml --gpu=auto -o auto").code(0);
    assert!(run.err.contains("--gpu=auto: this processor bakes") && run.err.contains("no adapter"), "{}", run.err);
    without_drivers(&place, "bake p0.toml -o plain").code(0);
    place.run("bake p0.toml -o here").code(0);
    assert!(place.files("auto") == place.files("here") && place.files("plain") == place.files("here"));
}

/// A golden of this processor holds on a card; what differs there is within limits or not.
#[test]
fn a_card_is_verified_by_goldens_of_this_processor() {
    let place = Place::new();
    if !has_device(&place) {
        return;
    }
    let verify = |more: &str| {
        let mut command = place.command(&format!("verify p0.toml --golden g {more}"));
        Run::of(command.env_remove("CI").output().unwrap())
    };
    verify("--bless").code(0);
    assert!(verify("--gpu").code(0).out.contains("as expected"));
    // A golden whose picture is a step of 8 bits off, and its hash another one.
    let golden = String::from_utf8(place.read("g/p0.toml")).unwrap();
    let hash = golden.lines().find(|line| line.starts_with("basecolor = ")).unwrap();
    place.write("g/p0.toml", &golden.replace(hash, &format!("basecolor = \"{}\"", "0".repeat(32))));
    let mut picture = image::open(place.path("g/p0/basecolor.png")).unwrap().to_rgb8();
    picture.pixels_mut().for_each(|pixel| pixel.0[1] -= 1);
    picture.save(place.path("g/p0/basecolor.png")).unwrap();
    let told = verify("--gpu").code(0).out;
    assert!(told.contains("basecolor within limits: "), "{told}");
    verify("").code(1);
    place.write("g/golden.toml", "[kind.colour]\nmax = 0.01\n");
    verify("--gpu").code(1);
    place.write("g/golden.toml", "[kind.colour]\nmax = 0.01\n[map.basecolor]\nmax = 3\nmean = 2\n");
    verify("--gpu").code(0);
}
