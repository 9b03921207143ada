//! Files are read back by programs that did not write them, and must be whole or absent.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bakestone::output::{
    Cause, Clobber, Compression, Container, ExrCompression, FileSpec, MapFile, OutputError, Packer, Part, PixelHash,
    PngCompression, Rows, Sample, create_folder, write_atomic,
};
use exr::prelude::*;

/// The last ones end in, at and behind the end of a part.
const SIZES: [(u32, u32); 7] = [(1, 1), (1, 64), (37, 53), (300, 200), (31, 63), (5000, 65), (33, 129)];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn png(path: PathBuf, size: (u32, u32), channels: u8, sample: Sample) -> FileSpec {
    let (width, height) = size;
    FileSpec {
        path,
        container: Container::Png,
        width,
        height,
        channels,
        sample,
        srgb: false,
        compression: Compression::default(),
    }
}

fn exr(path: PathBuf, size: (u32, u32), channels: u8, sample: Sample) -> FileSpec {
    FileSpec { container: Container::Exr, ..png(path, size, channels, sample) }
}

const EXR_WAYS: [ExrCompression; 4] =
    [ExrCompression::None, ExrCompression::Rle, ExrCompression::Zip, ExrCompression::Piz];

fn packed(exr: ExrCompression, spec: FileSpec) -> FileSpec {
    FileSpec { compression: Compression { exr, ..spec.compression }, ..spec }
}

/// Smooth in the high bits and rough in the low ones, as noise is.
fn noise(count: usize) -> Vec<u16> {
    (0..count as u32).map(|i| (i.wrapping_mul(37) ^ i.wrapping_mul(0x9e37_79b1) >> 21) as u16).collect()
}

fn floats(count: usize) -> Vec<f32> {
    noise(count).iter().map(|&v| f32::from(v) * 0.37 - 5000.0).collect()
}

fn bytes(count: usize) -> Vec<u8> {
    noise(count).iter().map(|&v| (v >> 3) as u8).collect()
}

/// Writes `samples` in bands of `band` rows.
fn write<T>(
    spec: &FileSpec,
    samples: &[T],
    rows: for<'a> fn(&'a [T]) -> Rows<'a>,
    band: usize,
) -> std::result::Result<(), OutputError> {
    let mut file = MapFile::create(spec)?;
    for part in samples.chunks(band * spec.width as usize * usize::from(spec.channels)) {
        file.write_rows(rows(part))?;
    }
    file.commit(Clobber::Replace)
}

fn samples(spec: &FileSpec) -> usize {
    spec.width as usize * spec.height as usize * usize::from(spec.channels)
}

/// The names of a PNG's chunks, in order.
fn chunks(path: &Path) -> Vec<String> {
    let file = fs::read(path).unwrap();
    let (mut at, mut names) = (8, Vec::new());
    while at < file.len() {
        let length = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        names.push(String::from_utf8_lossy(&file[at + 4..at + 8]).into_owned());
        at += length + 12;
    }
    names
}

fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What a foreign program prints about a file, or `None` with a loud word where it is not installed.
fn foreign(program: &str, file: &Path) -> Option<(bool, String)> {
    match Command::new(program).arg(file).output() {
        Ok(done) => Some((done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())),
        Err(_) => {
            eprintln!("skipped: {program} is not installed");
            None
        }
    }
}

#[test]
fn png_of_8_bits_comes_back_as_it_was() {
    let folder = folder();
    for size in SIZES {
        for channels in 1..=4 {
            let spec = png(folder.path().join("a.png"), size, channels, Sample::U8);
            let pixels = bytes(samples(&spec));
            write(&spec, &pixels, |r| Rows::U8(r), 7).unwrap();
            let read = image::open(&spec.path).unwrap();
            assert_eq!((read.width(), read.height()), size);
            assert_eq!(read.color().channel_count(), channels);
            assert_eq!(read.color().bytes_per_pixel(), channels);
            assert!(read.as_bytes() == pixels, "{size:?} {channels}");
        }
    }
}

#[test]
fn png_of_16_bits_has_the_high_byte_first() {
    let folder = folder();
    for size in SIZES {
        for channels in [1, 3, 4] {
            let spec = png(folder.path().join("a.png"), size, channels, Sample::U16);
            let pixels = noise(samples(&spec));
            write(&spec, &pixels, |r| Rows::U16(r), 7).unwrap();
            let read = image::open(&spec.path).unwrap();
            let read = match (channels, read) {
                (1, image::DynamicImage::ImageLuma16(read)) => read.into_raw(),
                (3, image::DynamicImage::ImageRgb16(read)) => read.into_raw(),
                (4, image::DynamicImage::ImageRgba16(read)) => read.into_raw(),
                (_, other) => panic!("{channels} channels came back as {:?}", other.color()),
            };
            assert!(read == pixels, "{size:?} {channels}");
        }
    }
    // Against a common mistake of writer and reader: the bytes themselves.
    let spec = png(folder.path().join("b.png"), (5, 3), 1, Sample::U16);
    write(&spec, &[0x4001; 15], |r| Rows::U16(r), 3).unwrap();
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(&spec.path).unwrap())).read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut raw).unwrap();
    assert_eq!(raw, [0x40, 0x01].repeat(15));
}

#[test]
fn only_colour_is_marked_srgb() {
    let folder = folder();
    let data = png(folder.path().join("data.png"), (37, 53), 1, Sample::U16);
    write(&data, &noise(samples(&data)), |r| Rows::U16(r), 53).unwrap();
    let colour = FileSpec { srgb: true, ..png(folder.path().join("colour.png"), (37, 53), 3, Sample::U8) };
    write(&colour, &bytes(samples(&colour)), |r| Rows::U8(r), 53).unwrap();
    assert_eq!(chunks(&data.path), ["IHDR", "IDAT", "IDAT", "IEND"]);
    assert_eq!(chunks(&colour.path), ["IHDR", "sRGB", "IDAT", "IDAT", "IEND"]);
}

#[test]
fn pngcheck_has_no_complaint() {
    let folder = folder();
    for size in SIZES {
        for (channels, sample, kind) in [
            (1, Sample::U16, "16-bit grayscale"),
            (3, Sample::U16, "48-bit RGB"),
            (1, Sample::U8, "8-bit grayscale"),
            (4, Sample::U8, "32-bit RGB+alpha"),
        ] {
            let spec = png(folder.path().join("a.png"), size, channels, sample);
            match sample {
                Sample::U16 => write(&spec, &noise(samples(&spec)), |r| Rows::U16(r), 16).unwrap(),
                _ => write(&spec, &bytes(samples(&spec)), |r| Rows::U8(r), 16).unwrap(),
            }
            let Some((fine, said)) = foreign("pngcheck", &spec.path) else {
                return;
            };
            assert!(fine && said.contains(&format!("{}x{}, {kind}", size.0, size.1)), "{said}");
        }
    }
}

/// The channels of an EXR by name, each with its samples as `f32`, in stored order, by the `exr` crate's reader.
fn read_exr(path: &Path) -> Vec<(String, Vec<f32>)> {
    let image = read_first_flat_layer_from_file(path).unwrap();
    let channels = image.layer_data.channel_data.list.iter();
    channels.map(|c| (c.name.to_string(), c.sample_data.values_as_f32().collect())).collect()
}

#[test]
fn exr_comes_back_as_it_was() {
    let folder = folder();
    for size in SIZES {
        for (channels, names) in [(1, &["Y"][..]), (3, &["B", "G", "R"]), (4, &["A", "B", "G", "R"])] {
            for way in EXR_WAYS {
                for sample in [Sample::Half, Sample::Float] {
                    let path = folder.path().join("a.exr");
                    let spec = packed(way, exr(path, size, channels, sample));
                    let pixels = floats(samples(&spec));
                    write(&spec, &pixels, |r| Rows::Float(r), 50).unwrap();
                    let read = read_exr(&spec.path);
                    assert_eq!(read.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
                    for (name, stored) in &read {
                        let at = "RGBA".find(name.as_str()).unwrap_or(0);
                        let given = pixels.iter().skip(at).step_by(usize::from(channels));
                        let wanted = given.map(|&v| match sample {
                            Sample::Half => half::f16::from_f64(v.into()).to_f32(),
                            _ => v,
                        });
                        assert!(wanted.eq(stored.iter().copied()), "{size:?} {name} {spec:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn exr_has_red_under_the_name_of_red() {
    let folder = folder();
    for sample in [Sample::Half, Sample::Float] {
        let spec = exr(folder.path().join("a.exr"), (37, 53), 3, sample);
        write(&spec, &[1.0, 0.5, 0.25].repeat(37 * 53), |r| Rows::Float(r), 53).unwrap();
        let read = read_exr(&spec.path);
        for (name, value) in [("R", 1.0), ("G", 0.5), ("B", 0.25)] {
            let (_, stored) = read.iter().find(|(stored, _)| stored == name).unwrap();
            assert!(stored.iter().all(|v| *v == value), "{name}");
        }
    }
}

#[test]
fn halves_are_rounded_to_nearest_even() {
    // Between 2048 and 4096 halves lie 2 apart: odd whole numbers are ties, and go to the one with an even last bit.
    let folder = folder();
    let spec = exr(folder.path().join("a.exr"), (8, 1), 1, Sample::Half);
    let given = [2049.0, 2051.0, 2053.0, 2050.99, 2049.01, -2049.0, 65519.0, 1.0 / 3.0];
    write(&spec, &given, |r| Rows::Float(r), 1).unwrap();
    let wanted = [2048.0, 2052.0, 2052.0, 2050.0, 2050.0, -2048.0, 65504.0, 1365.0 / 4096.0];
    assert_eq!(read_exr(&spec.path)[0].1, wanted);
}

#[test]
fn exr_header_is_plain() {
    let folder = folder();
    for (channels, sample, lines) in [
        (1, Sample::Float, &["Y, 32-bit floating-point, sampling 1 1"][..]),
        (3, Sample::Half, &["B, 16-bit", "G, 16-bit", "R, 16-bit"]),
        (4, Sample::Half, &["A, 16-bit", "B, 16-bit", "G, 16-bit", "R, 16-bit"]),
    ] {
        for (way, name) in
            EXR_WAYS.into_iter().zip(["none", "run-length encoding", "zip, multi-scanline blocks", "piz"])
        {
            let path = folder.path().join("a.exr");
            let spec = packed(way, exr(path, (37, 53), channels, sample));
            write(&spec, &floats(samples(&spec)), |r| Rows::Float(r), 53).unwrap();
            let Some((fine, said)) = foreign("exrheader", &spec.path) else {
                return;
            };
            let wanted = [
                "type (type string): \"scanlineimage\"",
                "dataWindow (type box2i): (0 0) - (36 52)",
                "displayWindow (type box2i): (0 0) - (36 52)",
                "lineOrder (type lineOrder): increasing y",
            ];
            for line in wanted.iter().chain(lines).chain([&name]) {
                assert!(fine && said.contains(line), "no \"{line}\" in\n{said}");
            }
            let places: Vec<_> = lines.iter().map(|line| said.find(line)).collect();
            assert!(places.is_sorted(), "channels out of order in\n{said}");
        }
    }
}

/// Constant pictures through OpenImageIO: each channel by its name, each number as it was meant.
#[test]
fn openimageio_reads_the_same_numbers() {
    let folder = folder();
    let stats = |path: &Path| match Command::new("oiiotool").arg("--stats").arg(path).output() {
        Ok(done) => Some(String::from_utf8_lossy(&done.stdout).into_owned()),
        Err(_) => {
            eprintln!("skipped: oiiotool is not installed");
            None
        }
    };
    let count = 37 * 53;
    let colour: Vec<f32> = [1.0, 0.5, 0.25].repeat(count);
    for sample in [Sample::Half, Sample::Float] {
        let spec = exr(folder.path().join("colour.exr"), (37, 53), 3, sample);
        write(&spec, &colour, |r| Rows::Float(r), 53).unwrap();
        let Some(said) = stats(&spec.path) else { return };
        assert!(said.contains("Stats Min: 1.000000 0.500000 0.250000"), "{said}");
    }
    let spec = png(folder.path().join("grey.png"), (37, 53), 1, Sample::U16);
    write(&spec, &vec![16384u16; count], |r| Rows::U16(r), 53).unwrap();
    let Some(said) = stats(&spec.path) else { return };
    assert!(said.contains("Stats Min: 16384") && said.contains("Stats Max: 16384"), "{said}");
}

#[test]
fn openexr_reads_every_pixel() {
    let folder = folder();
    let copy = folder.path().join("copy.exr");
    for way in EXR_WAYS {
        for (channels, sample) in [(1, Sample::Float), (3, Sample::Half), (4, Sample::Float)] {
            let path = folder.path().join("a.exr");
            let spec = packed(way, exr(path, (300, 200), channels, sample));
            write(&spec, &floats(samples(&spec)), |r| Rows::Float(r), 50).unwrap();
            let done = Command::new("exrmaketiled").args(["-z", "none"]).args([&spec.path, &copy]).output();
            let Ok(done) = done else {
                eprintln!("skipped: exrmaketiled is not installed");
                return;
            };
            assert!(done.status.success(), "{spec:?} {}", String::from_utf8_lossy(&done.stderr));
            assert!(read_exr(&copy) == read_exr(&spec.path), "{spec:?}");
        }
    }
}

#[test]
fn splits_and_threads_do_not_change_a_byte() {
    let folder = folder();
    let pools = [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for size in [(1, 1), (1, 64), (37, 53), (31, 63), (300, 200), (33, 129)] {
        let grey = png(folder.path().join("a.png"), size, 1, Sample::U16);
        let colour = png(folder.path().join("b.png"), size, 3, Sample::U8);
        let zip = exr(folder.path().join("a.exr"), size, 3, Sample::Float);
        let piz = packed(ExrCompression::Piz, exr(folder.path().join("b.exr"), size, 1, Sample::Half));
        let bake = |band| {
            write(&grey, &noise(samples(&grey)), |r| Rows::U16(r), band).unwrap();
            write(&colour, &bytes(samples(&colour)), |r| Rows::U8(r), band).unwrap();
            write(&zip, &floats(samples(&zip)), |r| Rows::Float(r), band).unwrap();
            write(&piz, &floats(samples(&piz)), |r| Rows::Float(r), band).unwrap();
            [&grey, &colour, &zip, &piz].map(|spec| fs::read(&spec.path).unwrap())
        };
        let whole = bake(size.1 as usize);
        for pool in &pools {
            for band in [1, 7, 64, 65, 150] {
                assert!(pool.install(|| bake(band)) == whole, "{size:?} {band}");
            }
        }
    }
}

/// The rows of each part, with the first one's number.
fn parts<'a, T>(spec: &FileSpec, samples: &'a [T]) -> impl Iterator<Item = (u32, &'a [T])> {
    let rows = bakestone::bake::band_rows(spec.width);
    let row = spec.width as usize * usize::from(spec.channels);
    samples.chunks(rows as usize * row).enumerate().map(move |(i, part)| (i as u32 * rows, part))
}

#[test]
fn parts_packed_in_any_order_make_the_same_file() {
    fn both<T: std::marker::Sync>(spec: &FileSpec, samples: &[T], rows: for<'a> fn(&'a [T]) -> Rows<'a>) {
        write(spec, samples, rows, spec.height as usize).unwrap();
        let wanted = fs::read(&spec.path).unwrap();
        let mut file = MapFile::create(spec).unwrap();
        let packer = file.packer();
        let mut packed: Vec<Part> = Vec::new();
        for (first, part) in parts(spec, samples).collect::<Vec<_>>().into_iter().rev() {
            let packer = packer.clone();
            packed.push(std::thread::scope(|s| s.spawn(|| packer.pack(first, rows(part))).join().unwrap()));
        }
        for part in packed.into_iter().rev() {
            file.append(part).unwrap();
        }
        file.commit(Clobber::Replace).unwrap();
        assert!(fs::read(&spec.path).unwrap() == wanted, "{spec:?}");
    }
    let folder = folder();
    // Some of EXR's blocks of 16 and 32 rows lie across its parts of 52, the last one of 215 rows too.
    for size in SIZES.into_iter().chain([(5041, 230), (5041, 215), (700, 400)]) {
        let spec = png(folder.path().join("a.png"), size, 1, Sample::U16);
        both(&spec, &noise(samples(&spec)), |r| Rows::U16(r));
        let spec = png(folder.path().join("a.png"), size, 3, Sample::U8);
        both(&spec, &bytes(samples(&spec)), |r| Rows::U8(r));
        for way in EXR_WAYS {
            let spec = packed(way, exr(folder.path().join("a.exr"), size, 1, Sample::Half));
            let pixels = floats(samples(&spec));
            both(&spec, &pixels, |r| Rows::Float(r));
            let wanted = pixels.iter().map(|&v| half::f16::from_f64(v.into()).to_f32());
            assert!(wanted.eq(read_exr(&spec.path)[0].1.iter().copied()), "{spec:?}");
        }
    }
}

#[test]
fn parts_that_are_none_are_refused() {
    let folder = folder();
    let spec = png(folder.path().join("a.png"), (10, 150), 1, Sample::U8);
    let pixels = bytes(1500);
    let packer: Packer = MapFile::create(&spec).unwrap().packer();
    let part = |first: u32, rows: usize| packer.pack(first, Rows::U8(&pixels[..10 * rows]));
    let refused = |file: &mut MapFile, part: Part| {
        assert!(matches!(file.append(part).unwrap_err().cause(), Cause::Misuse(_)));
    };
    let mut file = MapFile::create(&spec).unwrap();
    for (first, rows) in [(0, 63), (0, 65), (0, 0), (1, 64), (64, 64), (128, 22), (192, 0)] {
        refused(&mut file, part(first, rows));
    }
    refused(&mut file, packer.pack(0, Rows::U16(&[0; 640])));
    refused(&mut file, packer.pack(0, Rows::U8(&pixels[..639])));
    file.append(part(0, 64)).unwrap();
    refused(&mut file, part(0, 64));
    file.append(part(64, 64)).unwrap();
    refused(&mut file, part(128, 21));
    file.write_rows(Rows::U8(&pixels[..10])).unwrap();
    // One row waits to become a part.
    refused(&mut file, part(128, 22));
    file.write_rows(Rows::U8(&pixels[..210])).unwrap();
    file.commit(Clobber::Replace).unwrap();
    let float = exr(folder.path().join("a.exr"), (10, 150), 1, Sample::Float);
    refused(&mut MapFile::create(&float).unwrap(), part(0, 64));
}

/// Numbers without a pattern, the same in every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ word >> 31) % end
    }
}

/// Samples of one of several kinds: noise, few values, smooth, constant, zero, steep gradients, long runs.
fn content(random: &mut Random, kind: u64, count: usize) -> Vec<u16> {
    let (base, step) = (random.below(65536), random.below(300));
    let mut last = base;
    let mut sample = |i: u64| match kind {
        0 => random.below(65536),
        1 => random.below(5),
        2 => base + i / 7 + random.below(4),
        3 => base,
        4 => 0,
        5 => i * step,
        _ => {
            last = if random.below(90) == 0 { random.below(65536) } else { last };
            last
        }
    };
    (0..count as u64).map(|i| sample(i) as u16).collect()
}

/// The stored bytes of a PNG by the `png` crate: samples of 16 bits with the high byte first.
fn read_png(path: &Path) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut raw = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut raw).unwrap();
    raw
}

/// Rows by the definitions of the PNG specification (9.2), from the data of all IDAT chunks, inflated by another crate
/// than `png` uses.
fn read_png_by_hand(path: &Path, row_bytes: usize, pixel: usize) -> Vec<u8> {
    let file = fs::read(path).unwrap();
    let (mut at, mut stream) = (8, Vec::new());
    while at < file.len() {
        let length = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        if file[at + 4..at + 8] == *b"IDAT" {
            stream.extend(&file[at + 8..at + 8 + length]);
        }
        at += length + 12;
    }
    let data = miniz_oxide::inflate::decompress_to_vec_zlib(&stream).unwrap();
    let mut above = vec![0; row_bytes];
    let mut all = Vec::new();
    for row in data.chunks(1 + row_bytes) {
        let mut here = row[1..].to_vec();
        for i in 0..row_bytes {
            let (left, corner) = if i < pixel { (0, 0) } else { (here[i - pixel], above[i - pixel]) };
            let (a, b, c) = (i32::from(left), i32::from(above[i]), i32::from(corner));
            let p = a + b - c;
            let guess = match row[0] {
                0 => 0,
                1 => a,
                2 => b,
                3 => (a + b) / 2,
                4 if (p - a).abs() <= (p - b).abs() && (p - a).abs() <= (p - c).abs() => a,
                4 if (p - b).abs() <= (p - c).abs() => b,
                4 => c,
                other => panic!("no filter {other}"),
            };
            here[i] = here[i].wrapping_add(guess as u8);
        }
        all.extend(&here);
        above = here;
    }
    all
}

#[test]
fn png_of_any_shape_and_content_comes_back() {
    let folder = folder();
    let mut random = Random(7);
    for round in 0..300 {
        let width = 1 + if round % 10 == 0 { random.below(9000) } else { random.below(200) } as u32;
        let height = [1, 2, 15, 16, 17, 29, 63, 64, 65, 128, 129][random.below(11) as usize];
        let channels = 1 + random.below(4) as u8;
        let sample = [Sample::U8, Sample::U16][random.below(2) as usize];
        let mut spec = png(folder.path().join("a.png"), (width, height), channels, sample);
        spec.compression.png = match round % 12 {
            0 => PngCompression::Small,
            1 => PngCompression::Balanced,
            _ => PngCompression::Fast,
        };
        let kind = random.below(7);
        let pixels = content(&mut random, kind, samples(&spec));
        let narrow: Vec<u8> = pixels.iter().map(|v| *v as u8).collect();
        let band = 1 + random.below(height.into()) as usize;
        let (wanted, sample_bytes) = match sample {
            Sample::U8 => {
                write(&spec, &narrow, |r| Rows::U8(r), band).unwrap();
                (narrow, 1)
            }
            _ => {
                write(&spec, &pixels, |r| Rows::U16(r), band).unwrap();
                (pixels.iter().flat_map(|v| v.to_be_bytes()).collect(), 2)
            }
        };
        assert!(read_png(&spec.path) == wanted, "{spec:?} {kind}");
        let pixel = usize::from(channels) * sample_bytes;
        assert!(read_png_by_hand(&spec.path, width as usize * pixel, pixel) == wanted, "{spec:?} {kind}");
        if round % 10 == 1 {
            let quiet = Command::new("pngcheck").arg("-q").arg(&spec.path).output();
            assert!(quiet.is_ok_and(|done| done.status.success() && done.stdout.is_empty()), "{spec:?} {kind}");
        }
    }
}

#[test]
fn sizes_of_png_are_bounded() {
    let folder = folder();
    let mut random = Random(8);
    let mut size = |way: PngCompression, kind: u64| {
        let mut spec = png(folder.path().join("a.png"), (1024, 1024), 1, Sample::U16);
        spec.compression.png = way;
        write(&spec, &content(&mut random, kind, 1 << 20), |r| Rows::U16(r), 100).unwrap();
        fs::metadata(&spec.path).unwrap().len()
    };
    let raw = 2 << 20;
    for way in [PngCompression::Fast, PngCompression::Balanced, PngCompression::Small] {
        // White noise; a constant.
        assert!(size(way, 0) * 1000 < raw * 1002);
        let flat = size(way, 3);
        assert!(flat < raw / 350, "{flat}");
    }
    let [fast, balanced, small] =
        [PngCompression::Fast, PngCompression::Balanced, PngCompression::Small].map(|way| size(way, 6));
    assert!(small <= balanced && balanced < fast, "{small} {balanced} {fast}");
}

#[test]
fn nothing_is_seen_before_commit_and_nothing_is_left_without() {
    let folder = folder();
    for container in [Container::Png, Container::Exr] {
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let spec = match container {
            Container::Png => png(path.clone(), (37, 53), 1, Sample::U16),
            Container::Exr => exr(path.clone(), (37, 53), 1, Sample::Float),
        };
        let mut file = MapFile::create(&spec).unwrap();
        match container {
            Container::Png => file.write_rows(Rows::U16(&noise(37 * 20))).unwrap(),
            Container::Exr => file.write_rows(Rows::Float(&floats(37 * 20))).unwrap(),
        }
        assert_eq!(listing(folder.path()), [".a.0.bakestone", "a"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        // 33 rows are missing.
        assert!(matches!(file.commit(Clobber::Replace).unwrap_err().cause(), Cause::Misuse(_)));
        assert_eq!(listing(folder.path()), ["a"]);
        drop(MapFile::create(&spec).unwrap());
        assert_eq!(listing(folder.path()), ["a"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}

#[test]
fn leftovers_of_the_dead_go_and_files_of_the_living_stay() {
    let folder = folder();
    let spec = png(folder.path().join("h.png"), (4, 4), 1, Sample::U8);
    let living = MapFile::create(&spec).unwrap();
    for dead in [".h.png.1.bakestone", ".h.png.2.bakestone", ".other.png.0.bakestone", ".h.png.x"] {
        fs::write(folder.path().join(dead), "half").unwrap();
    }
    let next = MapFile::create(&spec).unwrap();
    let others = [".h.png.x", ".other.png.0.bakestone"];
    assert_eq!(listing(folder.path()), [".h.png.0.bakestone", ".h.png.1.bakestone", others[0], others[1]]);
    assert_eq!(fs::read(folder.path().join(".h.png.1.bakestone")).unwrap().len(), 0);
    drop((living, next));
    assert_eq!(listing(folder.path()), others);
}

#[test]
fn a_file_that_is_to_be_kept_is_kept() {
    let folder = folder();
    let path = folder.path().join("p.json");
    write_atomic(&path, b"one", Clobber::Refuse).unwrap();
    let error = write_atomic(&path, b"two", Clobber::Refuse).unwrap_err();
    assert!(matches!(error.cause(), Cause::AlreadyExists));
    assert!(error.to_string().contains("p.json"));
    assert_eq!(fs::read(&path).unwrap(), b"one");
    write_atomic(&path, b"three", Clobber::Replace).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"three");
    assert_eq!(listing(folder.path()), ["p.json"]);
}

#[cfg(unix)]
#[test]
fn files_have_ordinary_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let ordinary = folder.path().join("ordinary");
    fs::write(&ordinary, "").unwrap();
    let ours = folder.path().join("ours");
    write_atomic(&ours, b"", Clobber::Replace).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&ordinary));
}

#[test]
fn names_that_cannot_be_files_are_told() {
    let folder = folder();
    let at = |path: PathBuf| MapFile::create(&png(path, (4, 4), 1, Sample::U8)).err().unwrap();
    assert!(matches!(at(folder.path().to_owned()).cause(), Cause::IsFolder));
    assert!(matches!(at(folder.path().join("..")).cause(), Cause::IsFolder));
    let missing = at(folder.path().join("no/h.png")).to_string();
    assert!(missing.contains("h.png") && missing.contains("create its folder"), "{missing}");

    let file = folder.path().join("p.toml");
    fs::write(&file, "preset").unwrap();
    for inside in [file.clone(), file.join("deeper")] {
        let error = create_folder(&inside).unwrap_err().to_string();
        assert!(error.contains("p.toml"), "{error}");
    }
    assert!(matches!(create_folder(&file).unwrap_err().cause(), Cause::NotAFolder));
    assert_eq!(fs::read(&file).unwrap(), b"preset");
    create_folder(&folder.path().join("a/b")).unwrap();
    create_folder(&folder.path().join("a/b")).unwrap();
    #[cfg(unix)]
    assert!(matches!(at("/dev/null".into()).cause(), Cause::NotAFile));
}

#[test]
fn a_folder_that_may_not_be_written_is_told() {
    let folder = folder();
    let mut permissions = fs::metadata(folder.path()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path(), permissions).unwrap();
    if fs::write(folder.path().join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write into read-only folders");
        return;
    }
    let error = write_atomic(&folder.path().join("h.json"), b"", Clobber::Replace).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("h.json") && text.contains("may write to"), "{text}");
}

#[test]
fn specs_and_rows_that_do_not_fit_are_refused() {
    let folder = folder();
    let path = || folder.path().join("a");
    for spec in [
        png(path(), (4, 4), 1, Sample::Float),
        png(path(), (4, 4), 5, Sample::U8),
        png(path(), (0, 4), 1, Sample::U8),
        png(path(), (4, u32::MAX), 1, Sample::U8),
        exr(path(), (4, 4), 1, Sample::U16),
        exr(path(), (4, 4), 2, Sample::Half),
    ] {
        assert!(matches!(MapFile::create(&spec).err().unwrap().cause(), Cause::Misuse(_)));
    }
    let mut file = MapFile::create(&png(path(), (4, 4), 1, Sample::U8)).unwrap();
    for rows in [Rows::U16(&[0; 4]), Rows::U8(&[0; 5]), Rows::U8(&[0; 20])] {
        assert!(matches!(file.write_rows(rows).unwrap_err().cause(), Cause::Misuse(_)));
    }
    file.write_rows(Rows::U8(&[0; 16])).unwrap();
    file.commit(Clobber::Refuse).unwrap();
    assert_eq!(listing(folder.path()), ["a"]);
}

/// A tmpfs of 64 KiB, unmounted when dropped.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = folder();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder.path()).output();
        mounted.is_ok_and(|done| done.status.success()).then_some(SmallDisk(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("skipped: this user may not mount a tmpfs");
        return;
    };
    // Sizes whose last bytes fail at different places: while rows come, in the last chunk, in the table of offsets.
    for side in (150..200).chain([400]) {
        for container in [Container::Png, Container::Exr] {
            let path = disk.0.path().join("h");
            let done = match container {
                Container::Png => {
                    let spec = png(path, (side, side), 1, Sample::U16);
                    write(&spec, &noise(samples(&spec)), |r| Rows::U16(r), 7)
                }
                Container::Exr => {
                    let spec = exr(path, (side, side), 1, Sample::Half);
                    write(&spec, &floats(samples(&spec)), |r| Rows::Float(r), 7)
                }
            };
            match done {
                Ok(()) => fs::remove_file(disk.0.path().join("h")).unwrap(),
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.contains("h: No space left") && text.contains("free some"), "{text}");
                }
            }
            assert!(listing(disk.0.path()).is_empty());
            assert!(side < 400 || !disk.0.path().join("h").exists());
        }
    }
}

#[test]
fn pixel_hash_is_that_of_the_stated_bytes() {
    use xxhash_rust::xxh3::xxh3_128;
    let wanted = |shape: [u32; 4], rows: &[Vec<u8>]| {
        let mut bytes: Vec<u8> = shape.iter().flat_map(|v| v.to_le_bytes()).collect();
        bytes.extend(rows.iter().flat_map(|row| xxh3_128(row).to_le_bytes()));
        format!("{:032x}", xxh3_128(&bytes))
    };
    let pixels = noise(37 * 53);
    let rows: Vec<Vec<u8>> = pixels.chunks(37).map(|row| row.iter().flat_map(|v| v.to_le_bytes()).collect()).collect();
    for band in [1, 7, 53] {
        let mut hash = PixelHash::new(37, 53, 1, Sample::U16);
        pixels.chunks(37 * band).for_each(|rows| hash.update(&PixelHash::of_rows(Rows::U16(rows), 37)));
        assert_eq!(hash.finish(), wanted([37, 53, 1, 2], &rows));
    }
    let mut hash = PixelHash::new(1, 1, 1, Sample::Half);
    hash.update(&PixelHash::of_rows(Rows::Float(&[0.1]), 1));
    assert_eq!(hash.finish(), wanted([1, 1, 1, 4], &[0.1f32.to_bits().to_le_bytes().to_vec()]));
}
