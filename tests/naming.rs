//! Templates for file names: what they give, and what they refuse.
#![cfg(feature = "cli")]

use bakestone::output::{Axes, Container, Names, Template, collisions};

const ROCK: Names = Names {
    name: "rock",
    variant: "mossy",
    seed: 7,
    size: [1024, 1024],
    map: "height",
    colorspace: "raw",
    slice: None,
};

fn fill(template: &str, names: &Names) -> String {
    Template::parse(template).unwrap().fill(names).unwrap()
}

#[test]
fn placeholders_are_filled() {
    assert_eq!(Template::default().fill(&ROCK).unwrap(), "rock_height");
    assert_eq!(Template::parse("{name}_{map}").unwrap(), Template::default());
    assert_eq!(fill("{name}-{variant}-{seed}-{size}-{map}-{colorspace}", &ROCK), "rock-mossy-7-1024-height-raw");
    assert_eq!(fill("{size}", &Names { size: [64, 32], ..ROCK }), "64x32");
    assert_eq!(fill("{map}_{slice}", &Names { slice: Some((7, 128)), ..ROCK }), "height_007");
    assert_eq!(fill("{map}_{slice}", &Names { slice: Some((7, 10)), ..ROCK }), "height_7");
    assert_eq!(fill("{name}/{map}", &ROCK), "rock/height");
    assert_eq!(fill("v1.2_{map}", &ROCK), "v1.2_height");
}

#[test]
fn an_empty_value_takes_its_separator_along() {
    let plain = Names { variant: "", ..ROCK };
    assert_eq!(fill("{name}_{variant}_{map}", &plain), "rock_height");
    assert_eq!(fill("{variant}_{map}", &plain), "height");
    assert_eq!(fill("t/{variant}-{map}", &plain), "t/height");
    assert_eq!(fill("{map}_{variant}", &plain), "height");
}

#[test]
fn what_varies_enters_the_name() {
    let all = Axes { name: true, variant: true, seed: true, size: true, map: true, slice: true };
    let names = Names { slice: Some((3, 64)), ..ROCK };
    for (template, filled) in [
        ("{name}_{map}", "rock_mossy_7_1024_height_03"),
        ("{map}", "rock_mossy_7_1024_height_03"),
        ("{size}/{map}", "1024/rock_mossy_7_height_03"),
        ("{map}@{seed}", "rock_mossy_1024_height@7_03"),
    ] {
        let template = Template::parse(template).unwrap().with_axes(&all).unwrap();
        assert_eq!(template.fill(&names).unwrap(), filled);
    }
    let seeds = Axes { seed: true, ..Axes::default() };
    let template = Template::parse("tile").unwrap().with_axes(&seeds).unwrap();
    assert_eq!(template.fill(&ROCK).unwrap(), "tile_7");
    assert_eq!(Template::default().with_axes(&Axes::default()).unwrap(), Template::default());

    let maps = Axes { map: true, ..Axes::default() };
    let error = Template::parse("{name}").unwrap().with_axes(&maps).unwrap_err();
    assert!(error.contains("{map}"), "{error}");
}

#[test]
fn extensions_decide_the_format_in_any_case() {
    for (template, container, file) in [
        ("H.PNG", Some(Container::Png), "H.PNG"),
        ("h.Exr", Some(Container::Exr), "h.Exr"),
        ("{map}.png", Some(Container::Png), "height.png"),
        ("h", None, "h.exr"),
        ("{name}.{map}", None, "rock.height.exr"),
    ] {
        let template = Template::parse(template).unwrap();
        assert_eq!(template.container(), container);
        assert_eq!(template.file_name(&ROCK, Container::Exr).unwrap(), file);
    }
    for wrong in ["h.jpg", "h.tar.png", "{map}.tga", "h.", ".tiff"] {
        let error = Template::parse(wrong).unwrap_err();
        assert!(error.contains(".png") && error.contains(".exr"), "{error}");
    }
    assert!(Template::parse(".png").is_err());
}

#[test]
fn mistakes_name_the_placeholders_and_the_nearest() {
    for (wrong, near) in [
        ("{mapp}", "{map}"),
        ("{Name}", "{name}"),
        ("{colourspace}", "{colorspace}"),
        ("{sede}", "{seed}"),
        ("{na{me}", "{name}"),
    ] {
        let error = Template::parse(wrong).unwrap_err();
        assert!(error.contains(&format!("did you mean {near}?")), "{error}");
    }
    for wrong in ["{zzzzzzz}", "{}", "{name", "name}", "}{"] {
        let error = Template::parse(wrong).unwrap_err();
        assert!(!error.contains("did you mean"), "{error}");
        for key in ["{name}", "{variant}", "{seed}", "{size}", "{map}", "{colorspace}", "{slice}"] {
            assert!(error.contains(key), "{error}");
        }
    }
}

#[test]
fn names_that_leave_the_folder_or_some_system_are_refused() {
    for wrong in [
        "",
        ".",
        "..",
        "../{map}",
        "a/../{map}",
        "/{map}",
        "{map}/",
        "a//{map}",
        "a\\{map}",
        "c:{map}",
        ".{map}",
        "{map}\n",
        "a\0",
        "{map} ",
        "{map}?",
        "con",
        "NUL",
        "Aux.{map}",
        "com1",
        "LPT9",
        "a/prn/{map}",
    ] {
        assert!(Template::parse(wrong).is_err(), "{wrong:?}");
    }
    for wrong in ["..", "a/b", "a\\b", "", "nul", "a\u{7}", "a:b", "a.", &"x".repeat(201)] {
        let template = Template::parse("{name}").unwrap();
        assert!(template.fill(&Names { name: wrong, ..ROCK }).is_err(), "{wrong:?}");
    }
    for fine in ["com", "com10", "console", "größe", "a b", &"x".repeat(200)] {
        assert_eq!(fill("{name}", &Names { name: fine, ..ROCK }), fine);
    }
}

#[test]
fn one_file_under_two_names_is_found() {
    let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(collisions(&names(&["h.png", "n.png", "H.png"])), Some((0, 2)));
    assert_eq!(collisions(&names(&["a", "b", "b", "A"])), Some((1, 2)));
    assert_eq!(collisions(&names(&["Ä.png", "ä.png"])), Some((0, 1)));
    assert_eq!(collisions(&names(&["h.png", "h.exr", "sub/h.png"])), None);
}
