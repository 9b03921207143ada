//! Textures as the crates `ktx2` and `ddsfile` read them.

use super::{Array, place};
use ddsfile::{AlphaMode, D3D10ResourceDimension, Dds, DxgiFormat};
use ktx2::Format;

/// Depth, type of an array, bytes of a sample, and the formats of one, two and four channels.
type Stored = (&'static str, &'static str, usize, [Format; 3], [DxgiFormat; 3]);

const DEPTHS: [Stored; 4] = [
    (
        "8",
        "|u1",
        1,
        [Format::R8_UNORM, Format::R8G8_UNORM, Format::R8G8B8A8_UNORM],
        [DxgiFormat::R8_UNorm, DxgiFormat::R8G8_UNorm, DxgiFormat::R8G8B8A8_UNorm],
    ),
    (
        "16",
        "<u2",
        2,
        [Format::R16_UNORM, Format::R16G16_UNORM, Format::R16G16B16A16_UNORM],
        [DxgiFormat::R16_UNorm, DxgiFormat::R16G16_UNorm, DxgiFormat::R16G16B16A16_UNorm],
    ),
    (
        "half",
        "<f2",
        2,
        [Format::R16_SFLOAT, Format::R16G16_SFLOAT, Format::R16G16B16A16_SFLOAT],
        [DxgiFormat::R16_Float, DxgiFormat::R16G16_Float, DxgiFormat::R16G16B16A16_Float],
    ),
    (
        "float",
        "<f4",
        4,
        [Format::R32_SFLOAT, Format::R32G32_SFLOAT, Format::R32G32B32A32_SFLOAT],
        [DxgiFormat::R32_Float, DxgiFormat::R32G32_Float, DxgiFormat::R32G32B32A32_Float],
    ),
];

const VOLUMES: [(&str, usize); 4] = [("one", 1), ("two", 2), ("three", 3), ("four", 4)];

/// The samples of an array with a fourth channel of 1 behind three.
fn four(array: &Array, channels: usize, bytes: usize) -> Vec<u8> {
    let one: &[u8] = match (channels, array.kind.as_str()) {
        (3, "|u1") => &[0xff],
        (3, "<u2") => &[0xff, 0xff],
        (3, "<f2") => &[0x00, 0x3c],
        (3, _) => &[0x00, 0x00, 0x80, 0x3f],
        _ => &[],
    };
    array.bytes.chunks(channels * bytes).flat_map(|voxel| [voxel, one].concat()).collect()
}

/// Edges all differ, so that none is taken for another.
#[test]
fn textures_hold_the_samples_of_arrays() {
    let place = place();
    for (depth, kind, bytes, ktx2_formats, dxgi_formats) in DEPTHS {
        for layout in ["npy", "ktx2", "dds"] {
            place.run(&format!("volume v0.toml -s 10x6x7 --depth {depth} --layout {layout}")).code(0);
        }
        for (volume, channels) in VOLUMES {
            let what = format!("{volume}, depth {depth}");
            let format = [0, 1, 2, 2][channels - 1];
            let array = Array::read(&place, &format!("v0_{volume}.npy"));
            assert_eq!((array.kind.as_str(), &array.shape[..3]), (kind, &[7, 6, 10][..]), "{what}");
            let samples = four(&array, channels, bytes);

            let file = ktx2::Reader::new(place.read(&format!("v0_{volume}.ktx2"))).unwrap();
            let header = file.header();
            assert_eq!((header.pixel_width, header.pixel_height, header.pixel_depth), (10, 6, 7), "{what}");
            assert_eq!((header.layer_count, header.face_count, header.level_count), (0, 1, 1), "{what}");
            assert_eq!((header.format, header.type_size), (Some(ktx2_formats[format]), bytes as u32), "{what}");
            assert_eq!(header.supercompression_scheme, None);
            assert_eq!(file.transfer_function(), Some(ktx2::TransferFunction::Linear), "{what}");
            let orientation = file.key_value_data().find(|(key, _)| *key == "KTXorientation").unwrap();
            assert_eq!(orientation.1, b"rdi\0");
            assert!(file.levels().next().unwrap().data == samples, "{what}");

            let file = Dds::read(&place.read(&format!("v0_{volume}.dds"))[..]).unwrap();
            assert_eq!((file.get_width(), file.get_height(), file.get_depth()), (10, 6, 7), "{what}");
            assert_eq!(file.get_dxgi_format(), Some(dxgi_formats[format]), "{what}");
            assert_eq!(file.get_num_mipmap_levels(), 1, "{what}");
            let header = file.header10.as_ref().unwrap();
            assert_eq!(header.resource_dimension, D3D10ResourceDimension::Texture3D);
            let alpha = if channels == 3 { AlphaMode::Opaque } else { AlphaMode::Custom };
            assert_eq!((header.array_size, header.alpha_mode), (1, alpha), "{what}");
            assert!(file.data == samples, "{what}");
        }
    }
}

#[test]
fn colours_are_srgb_where_cards_know_it() {
    let place = place();
    for (depth, format, dxgi) in [
        ("8", Format::R8G8B8A8_SRGB, DxgiFormat::R8G8B8A8_UNorm_sRGB),
        ("half", Format::R16G16B16A16_SFLOAT, DxgiFormat::R16G16B16A16_Float),
    ] {
        for layout in ["ktx2", "dds"] {
            let arguments = format!("volume v0.toml --maps basecolor -s 4 --depth {depth} --layout {layout}");
            place.run(&arguments).code(0);
        }
        let file = ktx2::Reader::new(place.read("v0_basecolor.ktx2")).unwrap();
        assert_eq!(file.header().format, Some(format));
        let transfer = if depth == "8" { ktx2::TransferFunction::SRGB } else { ktx2::TransferFunction::Linear };
        assert_eq!(file.transfer_function(), Some(transfer));
        let file = Dds::read(&place.read("v0_basecolor.dds")[..]).unwrap();
        assert_eq!(file.get_dxgi_format(), Some(dxgi));
    }
    place
        .run("volume v0.toml --maps basecolor -s 4 --depth 16")
        .code(2)
        .says(&["basecolor", "--depth 8, half or float"]);
}

#[test]
fn the_side_file_says_what_was_made() {
    let place = place();
    let run = place.run("volume v0.toml -s 8 --maps four,one --mips --depth half -o out --json").code(0);
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let side: serde_json::Value = serde_json::from_slice(&place.read("out/v0_volumes.json")).unwrap();
    assert_eq!(place.names("out"), ["v0_four.ktx2", "v0_one.ktx2", "v0_volumes.json"]);
    for (volume, channels) in [("one", 1), ("four", 4)] {
        let facts = &side["volumes"][volume];
        assert_eq!(facts["files"], serde_json::json!([format!("v0_{volume}.ktx2")]));
        assert_eq!(facts["size"], serde_json::json!([8, 8, 8]));
        assert_eq!(facts["spacing"], serde_json::json!([0.125, 0.125, 0.125]));
        assert_eq!((&facts["channels"], &facts["levels"]), (&channels.into(), &4.into()));
        assert_eq!((&facts["layout"], &facts["format"]), (&"texture".into(), &"ktx2".into()));
        let paths = told["presets"][0]["volumes"][volume]["paths"].as_array().unwrap();
        assert!(paths.len() == 1 && place.path(paths[0].as_str().unwrap()).is_file(), "{paths:?}");
    }
}
