//! One picture everywhere, on a graphics card too: equal bits with this processor. Without a device these tests say so
//! and pass; `BAKESTONE_REQUIRE_GPU=1` makes that a failure.

use crate::support::*;
use bakestone::eval::gpu::{Choice, Device, Shaders};
use bakestone::{Bake, Engine, Image, Material, Offset, Region, Request};
use std::sync::{Arc, OnceLock};

/// The device, opened once.
fn device() -> Option<&'static Arc<Device>> {
    static DEVICE: OnceLock<Option<Arc<Device>>> = OnceLock::new();
    let open = || match Device::open(&Choice::Best, Shaders::Strict) {
        Ok(device) => Some(Arc::new(device)),
        Err(failure) => {
            assert!(std::env::var_os("BAKESTONE_REQUIRE_GPU").is_none(), "{failure}");
            eprintln!("SKIPPED: {failure}");
            None
        }
    };
    DEVICE.get_or_init(open).as_ref()
}

/// What a bake gives on this processor and on the card.
fn both(material: &Material, request: &Request, device: &Arc<Device>, name: &str) -> [Vec<Image>; 2] {
    let bake = Bake::new(material, request, &Engine::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    let here = bake.images();
    let card = bake.on(device).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(card.device().is_some());
    [here, card.images()]
}

fn check(material: &Material, request: &Request, device: &Arc<Device>, name: &str) {
    let [here, there] = both(material, request, device, name);
    assert_eq!(here.len(), there.len());
    for (here, there) in here.iter().zip(&there) {
        assert!(here == there, "{name}, map {} at {:?} differs", here.map.name, request.size);
    }
}

#[test]
fn nodes_have_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    for case in cases() {
        let material = material(&case.text());
        for size in [[1, 1], [3, 5], [63, 63], [65, 65], [257, 129]] {
            check(&material, &tested(size), device, &case.name());
        }
    }
}

/// All maps as they are stored by default, and as floats.
#[test]
fn presets_have_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    for (name, material) in built_in() {
        let sizes = [[65, 33], [1, 1], [3, 5], [63, 63], [257, 129]];
        for size in if FEW.contains(&name) { sizes.to_vec() } else { sizes[..1].to_vec() } {
            check(&material, &Request::new(size), device, name);
            check(&material, &floats(size), device, name);
        }
    }
}

/// Parts, rolls, several samples a pixel, and slices of a volume.
#[test]
fn requests_have_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    for (name, material) in built_in().into_iter().filter(|(name, _)| FEW.contains(name)) {
        let whole = Request::new([70, 61]);
        let region = Region { x: 66, y: 50, width: 13, height: 30 };
        let requests = [
            Request { region: Some(region), ..whole.clone() },
            Request { offset: Offset::Pixels([-7, 12]), ..whole.clone() },
            Request { offset: Offset::Tiles([0.3, 0.77]), samples: 2, region: Some(region), ..whole.clone() },
            Request { samples: 3, ..whole.clone() },
            Request { slice: Some([3, 7]), ..whole.clone() },
        ];
        // What reads a grid is flat.
        let solid = Bake::new(&material, &requests[4], &Engine::default()).is_ok();
        for request in requests.into_iter().filter(|request| solid || request.slice.is_none()) {
            check(&material, &request, device, &format!("{name} {request:?}"));
        }
    }
}

/// Normals from exact slopes, dither, packs, and data that a shader reads.
#[test]
fn all_that_a_map_can_be_has_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    let text = "edition = 1\nname = 't'\ntile = [1.0, 0.5]\n[nodes]\nn = { type = 'fbm', period = 3, octaves = 4 }\n\
                w = { type = 'worley', period = 5 }\nold = { type = 'perlin', hash = 'perlin2002', period = 6 }\n\
                shade = { type = 'occlusion', of = '0.02 * n', grid = 64 }\n[maps]\n\
                height = { value = '0.03 * n + 0.002 * w.edge', span = [0.0, 0.02] }\n\
                normal = { method = 'METHOD', depth = 8, strength = 2, convention = 'directx' }\n\
                basecolor = { value = \"hsl(mix('#804020', '#f0e0d0', n), 0.1 * old, 0.2, 0)\", dither = true }\n\
                roughness = { value = '1.4 * w - 0.2', depth = 16 }\nao = 'shade'\n\
                mine = { value = \"random(w.id, 'a')\", dither = true }\n\
                [pack.all]\nr = 'ao'\ng = 'roughness'\nb = 'mine'\na = 'height'\n\
                [pack.tint]\nrgb = 'basecolor'\na = '1 - roughness'\n";
    for method in ["central", "analytic"] {
        for samples in [1, 2] {
            let material = material(&text.replace("METHOD", method));
            check(&material, &Request { samples, ..Request::new([131, 67]) }, device, &format!("{method} {samples}"));
            check(&material, &Request { samples, ..floats([131, 67]) }, device, &format!("{method} {samples} floats"));
        }
    }
}

/// The size at which a dispatch of single rows would pass 65535 groups, one less and one more.
#[test]
fn usual_sizes_have_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    for (name, material) in built_in().iter().filter(|(name, _)| FEW.contains(name)) {
        for size in [[2047, 2047], [2048, 2048], [2049, 2049]] {
            check(material, &Request::new(size), device, name);
        }
    }
    check(&material(&p0("type = 'fbm', period = 4, octaves = 2", "")), &Request::new([4096, 1024]), device, "p0");
}

#[test]
fn volumes_have_equal_bits_on_a_card() {
    let Some(device) = device() else { return };
    let material = material(&p0("type = 'fbm', basis = 'worley', period = [4, 3, 5], octaves = 3", ""));
    for slice in [0, 1, 31, 63] {
        let request = Request { slice: Some([slice, 64]), ..Request::new([256, 256]) };
        check(&material, &request, device, &format!("slice {slice}"));
    }
}

/// Where the driver takes no module of ours, arithmetic is guarded in the text.
#[test]
fn plain_shaders_have_equal_bits_too() {
    if device().is_none() {
        return;
    }
    let device = Device::open(&Choice::Best, Shaders::Plain).unwrap();
    assert!(!device.is_strict());
    let device = Arc::new(device);
    for (name, material) in built_in().into_iter().filter(|(name, _)| FEW.contains(name)) {
        check(&material, &Request::new([65, 33]), &device, name);
    }
}
