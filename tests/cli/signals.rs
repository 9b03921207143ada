//! Stopped from outside, a bake leaves what was there before and nothing else.

use super::{P0, Place};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn kill(child: &Child, signal: &str) {
    let done = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(done.success());
}

/// Waits until something is so; panics when it never is.
fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// C10
#[test]
fn an_interrupted_bake_leaves_the_old_files() {
    let place = Place::new();
    place.run("bake p0.toml -o out --maps height").code(0);
    let before = place.files("out");
    for signal in ["-INT", "-TERM"] {
        let mut command = place.command("bake p0.toml -o out --maps height -s 8192");
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // In the middle of the work: rows have reached the temporary file.
        let rows = || place.files("out").iter().any(|(name, bytes)| name.ends_with(".bakestone") && bytes.len() > 1000);
        wait_until("no temporary file", rows);
        kill(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(place.files("out") == before, "{signal}: {:?}", place.names("out"));
    }
}

/// A command that writes `file` from p0.toml writes it again when the preset is another one.
fn watches(arguments: &str, file: &str) {
    let place = Place::new();
    let mut command = place.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let there = || std::fs::read(place.path(file)).ok();
    wait_until("no first one", || there().is_some() && place.names("out").iter().all(|n| !n.ends_with(".bakestone")));
    let first = there();
    place.write("p0.toml", "no preset at all");
    std::thread::sleep(Duration::from_millis(700));
    assert!(there() == first, "{arguments}");
    place.write("p0.toml", &P0.replace("seed = 1", "seed = 2"));
    wait_until("no second one", || there() != first);
    kill(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments}");
}

#[test]
fn watch_goes_on_and_survives_mistakes() {
    watches("bake p0.toml -o out --maps height -s 16 --watch", "out/p0_height.png");
    watches("render p0.toml -o out -s 32 --samples 1 --watch", "out/p0_render.png");
}

/// A file that another one extends counts as its text, also while it is missing.
#[test]
fn watch_sees_the_files_that_a_preset_is_made_from() {
    let place = Place::new();
    place.write("own.toml", "extends = \"./p0\"\n");
    let mut command = place.command("bake own.toml -o out --maps height -s 16 --watch");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let there = || std::fs::read(place.path("out/own_height.png")).ok();
    wait_until("no first bake", || there().is_some() && place.path("out/own.json").exists());
    let first = there();
    std::fs::remove_file(place.path("p0.toml")).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(there() == first);
    place.write("p0.toml", &P0.replace("seed = 1", "seed = 2"));
    wait_until("no second bake", || there() != first);
    kill(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
