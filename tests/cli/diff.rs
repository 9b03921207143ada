//! `diff`: what counts as equal, what is said about the rest, and what is no picture.

use super::{P0, Place, Run};
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::process::Command;

/// Samples of a PNG, changed and written under another name. Wide samples are whole numbers here too.
fn rewrite(place: &Place, from: &str, to: &str, change: impl Fn(&mut Vec<u32>, [usize; 3])) {
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(File::open(place.path(from)).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let wide = info.bit_depth == png::BitDepth::Sixteen;
    let mut samples: Vec<u32> = match wide {
        true => bytes.chunks_exact(2).map(|b| u32::from(b[0]) << 8 | u32::from(b[1])).collect(),
        false => bytes.iter().map(|b| u32::from(*b)).collect(),
    };
    let shape = [info.width as usize, info.height as usize, info.color_type.samples()];
    change(&mut samples, shape);
    let bytes: Vec<u8> = match wide {
        true => samples.iter().flat_map(|v| (*v as u16).to_be_bytes()).collect(),
        false => samples.iter().map(|v| *v as u8).collect(),
    };
    write_png(&place.path(to), [info.width, info.height], info.color_type, info.bit_depth, &bytes);
}

fn write_png(path: &Path, [width, height]: [u32; 2], colour: png::ColorType, depth: png::BitDepth, bytes: &[u8]) {
    let mut encoder = png::Encoder::new(File::create(path).unwrap(), width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(bytes).unwrap();
    writer.finish().unwrap();
}

/// C46: what the usual limits let pass and what not, for each map of a bake.
#[test]
fn the_usual_limits_tell_rounding_from_damage() {
    let place = Place::new();
    place.run("bake p0.toml -q").code(0);
    for map in ["p0_height", "p0_normal", "p0_basecolor"] {
        let top = if map == "p0_basecolor" { 255 } else { 65535 };
        let a = format!("{map}.png");
        let diff = |change: &dyn Fn(&mut Vec<u32>, [usize; 3]), flags: &str| {
            rewrite(&place, &a, &format!("b_{map}.png"), change);
            place.run(&format!("diff {a} b_{map}.png {flags}"))
        };
        diff(&|_, _| (), "--exact").code(0);
        let step =
            |all: &mut Vec<u32>, _: [usize; 3]| all.iter_mut().for_each(|v| *v = if *v < top { *v + 1 } else { *v });
        assert!(diff(&step, "").code(0).out.contains("equal but for rounding"));
        diff(&step, "--exact").code(1);
        diff(&step, "--tolerance 0").code(1);
        let pixel = |all: &mut Vec<u32>, [width, _, n]: [usize; 3]| {
            let i = (40 * width + 12) * n;
            all[i] = (all[i] as f64 * 0.95) as u32;
        };
        let run = diff(&pixel, "").code(1);
        assert!(run.out.contains("at (12, 40)") && run.out.contains("1 of 4096 pixels"), "{}", run.out);
        let column = |all: &mut Vec<u32>, [width, height, n]: [usize; 3]| {
            for y in 0..height {
                all.copy_within(y * width * n..(y * width + 1) * n, ((y + 1) * width - 1) * n);
            }
        };
        assert!(diff(&column, "").code(1).out.contains("in column 63"), "{map}");
        let roll = |all: &mut Vec<u32>, [width, _, n]: [usize; 3]| {
            all.chunks_exact_mut(width * n).for_each(|row| row.rotate_right(n));
        };
        assert!(
            diff(&roll, "")
                .code(1)
                .out
                .contains("cause: B is A rolled by (1, 0) pixels over the border: 1 to the right\n"),
            "{map}"
        );
        let flip = |all: &mut Vec<u32>, [_, _, n]: [usize; 3]| {
            all.chunks_exact_mut(n).for_each(|pixel| pixel[n / 2] = top - pixel[n / 2]);
        };
        let run = diff(&flip, "").code(1);
        let word = ["OpenGL, the other DirectX", "inverted"][usize::from(map != "p0_normal")];
        assert!(run.out.contains(word), "{map}: {}", run.out);
    }
    // sRGB numbers stored as linear ones.
    let linear = |all: &mut Vec<u32>, _: [usize; 3]| {
        for v in all {
            let c = f64::from(*v) / 255.0;
            *v = (255.0 * if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }).round() as u32;
        }
    };
    rewrite(&place, "p0_basecolor.png", "linear_basecolor.png", linear);
    let run = place.run("diff p0_basecolor.png linear_basecolor.png").code(1);
    assert!(run.out.contains("without the sRGB curve"), "{}", run.out);
    let run = place.run("diff linear_basecolor.png p0_basecolor.png --tolerance 200").code(0);
    assert!(run.out.contains("equal within the limits"), "{}", run.out);
}

#[test]
fn json_has_all_figures() {
    let place = Place::new();
    place.run("bake p0.toml -q --maps height").code(0);
    rewrite(&place, "p0_height.png", "b.png", |all, _| all[64 * 3 + 5] += 700);
    let run = place.run("diff p0_height.png b.png --json").code(1);
    let all: Value = serde_json::from_str(&run.out).unwrap();
    let one = &all["pictures"][0];
    assert_eq!(
        (&all["equal"], &one["kind"], &one["unit"]),
        (&false.into(), &"height".into(), &"steps of 16 bit".into())
    );
    let figures = &one["figures"];
    assert_eq!(figures["at"], serde_json::json!([5, 3]));
    assert!((figures["maximum"].as_f64().unwrap() - 700.0).abs() < 1e-6);
    assert!((figures["mean"].as_f64().unwrap() - 700.0 / 4096.0).abs() < 1e-6);
    let there = |side: &str| figures[side][0].as_f64().unwrap();
    assert_eq!(there("b_there") - there("a_there"), 700.0);
    assert_eq!((&figures["pixels_beyond"], &figures["p99"]), (&1.into(), &0.0.into()));
    let as_normal = place.run("diff p0_height.png b.png --as colour --json").code(1);
    assert!(as_normal.out.contains("CIEDE2000"));
}

#[test]
fn the_picture_shows_both_and_the_difference() {
    let place = Place::new();
    place.run("bake p0.toml -q --maps height").code(0);
    rewrite(&place, "p0_height.png", "b.png", |all, _| all[64 * 3 + 5] += 700);
    let run = place.run("diff p0_height.png b.png -o new/diff.png").code(1);
    assert!(run.out.lines().any(|line| line == "new/diff.png"), "{}", run.out);
    let picture = image::open(place.path("new/diff.png")).unwrap().to_rgb8();
    let a = image::open(place.path("p0_height.png")).unwrap().to_luma16();
    assert_eq!(picture.dimensions(), (64 * 3 + 16, 64));
    for (x, y, pixel) in a.enumerate_pixels() {
        let grey = (f64::from(pixel.0[0]) / 257.0).round() as u8;
        assert_eq!(picture.get_pixel(x, y).0, [grey; 3]);
        assert_eq!(picture.get_pixel(72 + x, y).0, [if (x, y) == (5, 3) { 255 } else { 0 }; 3], "{x} {y}");
    }
}

#[test]
fn presets_are_compared_map_by_map() {
    let place = Place::new();
    place.write("other.toml", &P0.replace("gain = { value = 0.5", "gain = { value = 0.55"));
    let run = place.run("diff p0.toml p0.toml -s 32 --exact").code(0).says(&["3 of 3 pictures are equal"]);
    assert_eq!(run.out.lines().filter(|line| line.contains(": equal (")).count(), 3);
    let run = place.run("diff p0.toml other.toml -s 32x16 -o out").code(1).says(&["0 of 3"]);
    assert!(run.out.contains("height: different (height, 32 x 16, grey, 16 bits)"), "{}", run.out);
    assert_eq!(place.names("out"), ["basecolor_diff.png", "height_diff.png", "normal_diff.png"]);
    let run = place.run("diff p0.toml p0.toml@night -s 32").code(1).says(&["2 of 3"]);
    assert!(run.out.contains("basecolor: different"), "{}", run.out);
    // The size that nobody says.
    assert!(place.run("diff p0.toml p0.toml").code(0).out.contains("512 x 512"));
}

#[test]
fn folders_and_side_files_are_compared_by_name() {
    let place = Place::new();
    place.run("bake p0.toml -q -o a").code(0);
    place.run("bake p0.toml -q -o b --maps height,normal").code(0);
    let run = place.run("diff a b").code(1).says(&["2 of 3"]);
    assert!(run.out.contains("p0_basecolor.png: missing in b"), "{}", run.out);
    let run = place.run("diff a/p0.json b/p0.json").code(1);
    assert!(run.out.contains("basecolor: missing in b/p0.json"), "{}", run.out);
    place.run("bake p0.toml -q -o b --name {name}-{map}").code(0);
    place.run("diff a/p0.json b/p0.json --exact").code(0);
    std::fs::write(place.path("b/p0_basecolor.png"), b"").unwrap();
    place.run("bake p0.toml -q -o c").code(0);
    std::fs::write(place.path("c/p0_basecolor.png"), b"").unwrap();
    // C39: one that can't be read does not hide the others.
    let run = place.run("diff a c").code(2).says(&["p0_basecolor.png: it is empty", "2 of 3"]);
    assert!(run.out.contains("p0_height.png: equal"));
}

/// A preset, what it uses and a picture, as they were in a revision.
#[test]
fn a_file_is_compared_with_its_version() {
    let place = Place::new();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(place.path("")).args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "-c",
            "init.defaultBranch=main",
        ]);
        let output = git.args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    place.run("diff git:HEAD:p0.toml p0.toml").code(2).says(&["git", "no repository"]);
    git(&["init", "-q"]);
    std::fs::create_dir(place.path("sub")).unwrap();
    place.write("sub/top.toml", "edition = 1\nname = 'top'\nextends = '../p0.toml'\n");
    place.run("bake p0.toml -q -s 16 --maps height").code(0);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    place.run("diff git:HEAD:p0.toml p0.toml -s 16 --exact").code(0);
    place.run("diff git:HEAD:sub/top.toml sub/top.toml -s 16 --exact").code(0);
    place.write("p0.toml", &P0.replace("octaves = 4", "octaves = 3"));
    place.run("bake p0.toml -q -s 16 --maps height --seed 5").code(0);
    place.run("diff git:HEAD:sub/top.toml sub/top.toml -s 64").code(1);
    place.run("diff git:HEAD:p0.toml@night p0.toml@night -s 64").code(1);
    let run = place.run("diff git:HEAD:p0_height.png p0_height.png").code(1);
    assert!(run.out.contains("(height, 16 x 16"), "{}", run.out);
    // The path is seen from the working directory, as all paths are.
    let output =
        place.command("diff git:HEAD:top.toml git:HEAD:../p0.toml -s 16").current_dir(place.path("sub")).output();
    Run::of(output.unwrap()).code(0);
    place.run("diff git:none:p0.toml p0.toml").code(2).says(&["no revision `none`", "git log"]);
    place.run("diff git:HEAD:p9.toml p0.toml").code(2).says(&["p9.toml", "git ls-tree"]);
    place.run("diff git:p0.toml p0.toml").code(2).says(&["git:REVISION:PATH"]);
    let output = place.command("diff git:HEAD:p0.toml p0.toml").env("PATH", "").output().unwrap();
    Run::of(output).code(2).says(&["no program `git`"]);
}

#[test]
fn what_can_not_be_compared_is_said() {
    let place = Place::new();
    place.run("bake p0.toml -q").code(0);
    place.run("bake p0.toml -q -o small -s 32").code(0);
    std::fs::create_dir(place.path("a folder.png")).unwrap();
    place.write("empty.png", "");
    place.write("text.png", "this is no picture");
    let whole = place.read("p0_height.png");
    std::fs::write(place.path("cut.png"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(place.path("headless.png"), &whole[..20]).unwrap();
    place.run("bake p0.toml -q --format exr").code(0);
    let whole = place.read("p0_height.exr");
    std::fs::write(place.path("cut.exr"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(place.path("head.exr"), &whole[..30]).unwrap();
    place.write("x.json", "{}");
    let before = place.names("");
    for (arguments, words) in [
        ("p0_height.png", &["Usage"][..]),
        ("p0_height.png none.png", &["no file none.png"]),
        ("p0_height.png small", &["`p0_height.png` is a picture", "`small` is a folder"]),
        ("p0_height.png p0.toml", &["is a preset"]),
        ("p0.json small", &["`p0.json` is a side file", "`small` is a folder"]),
        ("p0_height.png empty.png", &["empty.png", "it is empty"]),
        ("p0_height.png text.png", &["text.png", "neither a PNG nor an OpenEXR"]),
        ("p0_height.png cut.png", &["cut.png", "cut off"]),
        ("p0_height.png headless.png", &["headless.png", "cut off"]),
        ("p0_height.exr cut.exr", &["cut.exr"]),
        ("p0_height.exr head.exr", &["head.exr"]),
        ("p0_height.png p0_height.png -s 64", &["--size is for presets"]),
        ("p0_height.png p0_height.png --tolerance -1", &["from 0 up"]),
        ("p0_height.png p0_height.png --tolerance nan", &["from 0 up"]),
        ("p0_height.png p0_height.png --tolerance 1 --exact", &["--exact"]),
        ("p0_height.png p0_height.png --as bump", &["normal", "height", "colour", "data"]),
        ("p0_height.png p0_height.png -o small", &["takes a file", "small is a folder"]),
        ("p0_height.png p0_height.png -o p0_height.png", &["not overwritten"]),
        ("p0_height.png p0_height.png -o diff.jpg", &[".png"]),
        ("small small -o p0_height.png", &["takes a folder"]),
        ("x.json x.json", &["no side file"]),
        ("p0_height.png p0_height.JPG", &["p0_height.JPG", "end with .png or .exr"]),
        ("p0.toml marbel", &["did you mean `marble`"]),
    ] {
        let run = place.run(&format!("diff {arguments}"));
        assert_eq!(run.code, Some(2), "{arguments}\n{}{}", run.out, run.err);
        run.says(words);
        assert_eq!(place.names(""), before, "{arguments}");
    }
    let output = place.command("diff p0_height.png").arg("a folder.png").output().unwrap();
    Run::of(output).code(2).says(&["a folder.png"]);
    // What can be read but not laid over the other is another picture.
    let run = place.run("diff p0_height.png small/p0_height.png").code(1);
    assert!(run.out.contains("A has 64 x 64 pixels, B 32 x 32"), "{}", run.out);
    let run = place.run("diff p0_height.png p0_normal.png").code(1);
    assert!(run.out.contains("A is grey, B is RGB"), "{}", run.out);
    // C63
    std::fs::copy(place.path("p0_height.png"), place.path("my copy.PNG")).unwrap();
    let output = place.command("diff p0_height.png").arg("my copy.PNG").output().unwrap();
    Run::of(output).code(0);
    place.run("diff p0_height.exr p0_height.exr --exact").code(0);
    place.run("diff p0_normal.exr p0_normal.png --tolerance 0.1").code(0);
    place.run("diff p0_basecolor.exr p0_basecolor.png --tolerance 1").code(0);
}

/// Every kind of PNG, also those that others write.
#[test]
fn all_kinds_of_png_are_read() {
    use png::{BitDepth, ColorType};
    let place = Place::new();
    let grey = |depth: BitDepth, name: &str, bytes: &[u8]| {
        write_png(&place.path(name), [8, 2], ColorType::Grayscale, depth, bytes);
    };
    grey(BitDepth::One, "one.png", &[0b1010_1010, 0b0101_0101]);
    grey(BitDepth::Eight, "eight.png", &[255, 0, 255, 0, 255, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 255]);
    place.run("diff one.png eight.png --exact").code(0);
    let mut encoder = png::Encoder::new(File::create(place.path("palette.png")).unwrap(), 8, 2);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::One);
    encoder.set_palette(&[10u8, 20, 30, 200, 210, 220][..]);
    encoder.write_header().unwrap().write_image_data(&[0b1010_1010, 0b0101_0101]).unwrap();
    let rgb: Vec<u8> = [0b1010_1010u8, 0b0101_0101]
        .iter()
        .flat_map(|byte| {
            (0..8).rev().flat_map(move |bit| if byte >> bit & 1 == 1 { [200, 210, 220] } else { [10, 20, 30] })
        })
        .collect();
    write_png(&place.path("rgb.png"), [8, 2], ColorType::Rgb, BitDepth::Eight, &rgb);
    place.run("diff palette.png rgb.png --exact").code(0);
}

/// C51: pictures that this program writes are read, beyond the limits of decoders; equal and different ones.
#[test]
fn large_pictures_are_read() {
    let place = Place::new();
    // 4096 x 4096 RGBA of 16 bits: 128 MiB, where `png` refuses above 64.
    let size = 4096u32;
    for (name, last) in [("a.png", 40u8), ("b.png", 41)] {
        let mut encoder = png::Encoder::new(File::create(place.path(name)).unwrap(), size, size);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Sixteen);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().unwrap();
        let mut stream = writer.stream_writer().unwrap();
        let mut row = vec![40; size as usize * 8];
        for y in 0..size {
            row[0] = (y / 32) as u8;
            row[6] = if y == size - 1 { last } else { 40 };
            std::io::Write::write_all(&mut stream, &row).unwrap();
        }
        stream.finish().unwrap();
    }
    place.run("diff a.png a.png --exact").code(0);
    assert!(place.run("diff a.png b.png").code(1).out.contains("beyond one step of the stored depth: at (0, 4095)"));
}

#[cfg(target_os = "linux")]
#[test]
fn what_can_not_be_written_is_said() {
    let place = Place::new();
    place.run("bake p0.toml -q --maps height").code(0);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = place.command("diff p0_height.png p0_height.png").stdout(full).output().unwrap();
    Run::of(output).code(3).says(&["standard output"]);
    std::fs::create_dir(place.path("x.png")).unwrap();
    place.run("diff p0_height.png p0_height.png -o p0.toml/d.png").code(3).says(&["p0.toml", "not a folder"]);
    // Memory that is not there is refused before it is asked for.
    let line = "ulimit -v 300000; exec \"$0\" diff huge.png huge.png --threads 1";
    let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x10\x06\0\0\0".to_vec();
    huge.extend(crc32(&huge[12..]).to_be_bytes());
    huge.extend(b"\0\0\0\0IDAT");
    huge.extend(crc32(b"IDAT").to_be_bytes());
    std::fs::write(place.path("huge.png"), huge).unwrap();
    let mut run = Command::new("sh");
    run.args(["-c", line, env!("CARGO_BIN_EXE_bakestone")]).current_dir(place.path(""));
    Run::of(run.output().unwrap()).code(2).says(&["huge.png", "65536 x 65536", "of memory"]);
}

#[cfg(target_os = "linux")]
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    };
    !bytes.iter().fold(!0, step)
}
