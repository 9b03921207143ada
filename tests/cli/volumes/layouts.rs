//! Pictures of slices, and which of them are where.

use super::{Array, V0, open, place};
use exr::prelude::{FlatSamples, read_first_flat_layer_from_file};

const MAPS: [&str; 4] = ["basecolor", "fog", "height", "normal"];

/// x to the right, y down, z away: a slice of a volume is the slice that `bake` cuts.
#[test]
fn slices_are_those_of_bake() {
    let place = place();
    place.run("volume v0.toml --maps height,basecolor,normal -s 18x12x5 --layout slices -o volume").code(0);
    place.run("volume v0.toml --node fog -s 18x12x5 --layout slices -o volume").code(0);
    for slice in 0..5 {
        let common = format!("-s 18x12 --slice {slice}/5 -o {slice} --name {{map}}_{{slice}}");
        place.run(&format!("bake v0.toml --maps height,basecolor,normal {common}")).code(0);
        place.run(&format!("bake v0.toml --node fog {common}")).code(0);
        for map in MAPS {
            let whole = open(&place, &format!("volume/v0_{map}_{slice:04}.png"));
            let alone = open(&place, &format!("{slice}/{map}_{slice}.png"));
            assert_eq!((whole.width(), whole.height()), (18, 12));
            assert_eq!(whole.color(), alone.color(), "{map}");
            assert!(whole.as_bytes() == alone.as_bytes(), "{map} {slice}");
            let next = open(&place, &format!("volume/v0_{map}_{:04}.png", (slice + 1) % 5));
            assert!(whole.as_bytes() != next.as_bytes(), "{map} {slice}");
        }
    }
    assert_eq!(place.names("volume").len(), 4 * 5 + 1);
}

#[test]
fn an_atlas_has_its_slices_row_by_row() {
    let place = place();
    let arguments = "volume v0.toml --maps height,basecolor -s 20x14x12";
    place.run(&format!("{arguments} --layout slices -o slices")).code(0);
    for (flags, columns, rows) in [("--layout atlas", 4, 3), ("--atlas 12x1", 12, 1), ("--atlas 3x4", 3, 4)] {
        place.run(&format!("{arguments} {flags} -o atlas")).code(0);
        assert_eq!(place.names("atlas"), ["v0_basecolor.png", "v0_height.png", "v0_volumes.json"]);
        for map in ["height", "basecolor"] {
            let atlas = open(&place, &format!("atlas/v0_{map}.png"));
            assert_eq!((atlas.width(), atlas.height()), (20 * columns, 14 * rows));
            for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                let slice = open(&place, &format!("slices/v0_{map}_{:04}.png", r * columns + c));
                assert!(atlas.crop_imm(c * 20, r * 14, 20, 14) == slice, "{flags} {map}: column {c}, row {r}");
            }
        }
        let side: serde_json::Value = serde_json::from_slice(&place.read("atlas/v0_volumes.json")).unwrap();
        assert_eq!(side["volumes"]["height"]["atlas"], serde_json::json!([columns, rows]));
    }
}

/// Bands go over several rows of tiles of an atlas, and over parts of one.
#[test]
fn tiles_of_any_height_are_put_together() {
    let place = place();
    for (size, columns) in [("5x3x6", 2), ("300x70x4", 2), ("7x4x9", 3)] {
        let arguments = format!("volume v0.toml --node fog -s {size} --depth 8");
        place.run(&format!("{arguments} --layout npy -o {size}")).code(0);
        let array = Array::read(&place, &format!("{size}/v0_fog.npy"));
        let [depth, height, width] = array.shape[..] else { panic!("{:?}", array.shape) };
        place.run(&format!("{arguments} --atlas {columns}x{} -o {size}", depth / columns)).code(0);
        let atlas = open(&place, &format!("{size}/v0_fog.png")).to_luma8();
        assert_eq!((atlas.width() as usize, atlas.height() as usize), (columns * width, depth / columns * height));
        for (i, sample) in array.bytes.iter().enumerate() {
            let (x, y, z) = (i % width, i / width % height, i / width / height);
            let at = (z % columns * width + x, z / columns * height + y);
            assert_eq!(atlas.get_pixel(at.0 as u32, at.1 as u32).0[0], *sample, "{size}: {x} {y} {z}");
        }
    }
}

/// Pictures have no place for two channels: the third is 0.
#[test]
fn pictures_and_arrays_hold_the_same_samples() {
    let place = place();
    for (depth, kind) in [("8", "|u1"), ("16", "<u2")] {
        place.run(&format!("volume v0.toml --depth {depth} --layout npy -o npy")).code(0);
        place.run(&format!("volume v0.toml --depth {depth} --layout slices -o slices")).code(0);
        for (volume, channels) in [("one", 1), ("two", 2), ("three", 3), ("four", 4)] {
            let array = Array::read(&place, &format!("npy/v0_{volume}.npy"));
            let shape = [8, 8, 8, channels];
            assert_eq!((array.kind.as_str(), &array.shape[..]), (kind, &shape[..if channels > 1 { 4 } else { 3 }]));
            for (z, slice) in array.slices().iter().enumerate() {
                let picture = open(&place, &format!("slices/v0_{volume}_{z:04}.png"));
                assert_eq!(usize::from(picture.color().channel_count()), if channels == 2 { 3 } else { channels });
                let samples: Vec<f64> = match depth {
                    "8" => picture.as_bytes().iter().map(|v| f64::from(*v)).collect(),
                    _ => picture.as_bytes().chunks(2).map(|b| f64::from(u16::from_ne_bytes([b[0], b[1]]))).collect(),
                };
                let wide = |pixel: &[f64]| [pixel, &[0.0][..usize::from(channels == 2)]].concat();
                let expected: Vec<f64> = slice.chunks(channels).flat_map(wide).collect();
                assert!(samples == expected, "{volume} {z} in {depth} bits");
            }
        }
    }
}

#[test]
fn floats_go_into_exr() {
    let place = place();
    place.run("volume v0.toml --maps one --depth float --layout npy").code(0);
    place.run("volume v0.toml --maps one --depth float --layout slices").code(0);
    let array = Array::read(&place, "v0_one.npy");
    assert_eq!((array.kind.as_str(), &array.shape[..]), ("<f4", &[8, 8, 8][..]));
    for (z, slice) in array.slices().iter().enumerate() {
        let exr = read_first_flat_layer_from_file(place.path(&format!("v0_one_{z:04}.exr"))).unwrap();
        let FlatSamples::F32(samples) = &exr.layer_data.channel_data.list[0].sample_data else { panic!("no floats") };
        assert!(samples.iter().map(|v| f64::from(*v)).eq(slice.iter().copied()), "slice {z}");
    }
}

#[test]
fn sizes_are_the_flags_then_the_presets_then_the_tiles() {
    let place = place();
    let shape = |name: &str| Array::read(&place, name).shape;
    place.run("volume v0.toml --maps one --layout npy").code(0);
    assert_eq!(shape("v0_one.npy"), [8, 8, 8]);
    place.run("volume v0.toml --maps one --layout npy -s 6").code(0);
    assert_eq!(shape("v0_one.npy"), [6, 6, 6]);
    place.run("volume v0.toml --maps one --layout npy -s 6x5x3").code(0);
    assert_eq!(shape("v0_one.npy"), [3, 5, 6]);
    place.write("v0.toml", &V0.replace("size = 16", "tile = [2, 1, 0.5]"));
    place.run("volume v0.toml --maps one --layout npy").code(0);
    assert_eq!(shape("v0_one.npy"), [2, 4, 8]);
}

#[test]
fn threads_give_the_same_files() {
    let place = place();
    let cases = ["--layout ktx2 --mips", "--layout dds --mips", "--layout npy", "--layout slices", "--layout atlas"];
    for flags in cases {
        let arguments = format!("volume v0.toml clouds -s 16 {flags}");
        place.run(&format!("{arguments} --threads 1 -o one")).code(0);
        place.run(&format!("{arguments} --threads 3 -o three")).code(0);
        let (one, three) = (place.files("one"), place.files("three"));
        assert!(one.len() >= 8 && one == three, "{flags}");
    }
}
