//! Volumes are read back by programs that did not write them.

mod layouts;
mod levels;
mod noise;
mod refusals;
mod textures;

use super::Place;
use half::f16;
use image::DynamicImage;

/// Fields of one to four channels, and two maps. Something is left of both noises in three voxels.
const V0: &str = r##"
edition = 1
name = "v0"
seed = 1
size = 16
[params]
dark = { color = "#204060" }
light = { color = "#ffffff" }
[nodes]
fog = { type = "fbm", period = 1, octaves = 3 }
cells = { type = "worley", period = 1 }
[maps]
height = "fog"
basecolor = "mix(dark, light, cells)"
[volumes]
one = { size = 8, channels = { r = "fog" } }
two = { size = 8, channels = { r = "fog", g = "1 - fog" } }
three = { size = 8, channels = { r = "fog", g = "cells", b = "fog * cells" } }
four = { size = 8, channels = { r = "fog", b = "cells", a = "1 - cells" } }
"##;

fn place() -> Place {
    let place = Place::new();
    place.write("v0.toml", V0);
    place
}

fn open(place: &Place, name: &str) -> DynamicImage {
    image::open(place.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// What numpy would load: the type of the samples, the shape and the bytes.
struct Array {
    kind: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Array {
    /// After the description of the format, version 1.0.
    fn read(place: &Place, name: &str) -> Array {
        let file = place.read(name);
        assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
        let start = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((start % 64, file[start - 1]), (0, b'\n'));
        let text = std::str::from_utf8(&file[10..start]).unwrap().trim_end();
        let value = |key: &str, end: char| {
            let (_, rest) = text.split_once(&format!("'{key}': ")).unwrap_or_else(|| panic!("{key} in {text}"));
            rest.split(end).next().unwrap().trim_start_matches('(').to_string()
        };
        assert!(text.starts_with('{') && text.ends_with('}'), "{text}");
        assert_eq!(value("fortran_order", ','), "False");
        Array {
            kind: value("descr", ',').trim_matches('\'').to_string(),
            shape: value("shape", ')').split(", ").map(|n| n.parse().unwrap()).collect(),
            bytes: file[start..].to_vec(),
        }
    }

    fn numbers(&self) -> Vec<f64> {
        numbers(&self.kind, &self.bytes)
    }

    /// The numbers of each slice.
    fn slices(&self) -> Vec<Vec<f64>> {
        let all = self.numbers();
        all.chunks(all.len() / self.shape[0]).map(<[f64]>::to_vec).collect()
    }
}

/// Samples of a type, as numpy calls it.
fn numbers(kind: &str, bytes: &[u8]) -> Vec<f64> {
    let pairs = bytes.chunks_exact(2).map(|b| [b[0], b[1]]);
    match kind {
        "|u1" => bytes.iter().map(|b| f64::from(*b)).collect(),
        "<u2" => pairs.map(|b| f64::from(u16::from_le_bytes(b))).collect(),
        "<f2" => pairs.map(|b| f16::from_le_bytes(b).to_f64()).collect(),
        "<f4" => bytes.chunks_exact(4).map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))).collect(),
        _ => panic!("samples of type {kind}"),
    }
}
