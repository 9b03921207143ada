//! `--profile`: files for the programs that load them.

use super::*;

#[test]
fn files_are_named_and_packed_for_a_program() {
    let place = Place::new();
    place.run("bake brick --profile unreal -s 32 -o o").code(0);
    let names = ["T_brick.json", "T_brick_BC.png", "T_brick_H.png", "T_brick_N.png", "T_brick_ORM.png"];
    assert_eq!(place.names("o"), names);
    let side: serde_json::Value = serde_json::from_slice(&place.read("o/T_brick.json")).unwrap();
    assert_eq!(side["maps"]["N"]["convention"], "directx");
    assert_eq!(side["maps"]["ORM"]["of"], serde_json::json!(["ao", "roughness", "metallic"]));
    assert_eq!(side["maps"]["BC"]["colorspace"], "srgb");
    // A part of it under names of one's own.
    place.run("bake brick --profile unreal --maps ORM,N -s 32 -o p --name {map}-{name}").code(0);
    assert_eq!(place.names("p"), ["N-brick.png", "ORM-brick.png", "brick.json"]);
    assert_eq!(place.read("p/N-brick.png"), place.read("o/T_brick_N.png"));
    let told = place.run("list profiles").code(0).out;
    assert!(["unreal", "unity", "godot", "gltf"].iter().all(|name| told.contains(name)), "{told}");
}

#[test]
fn a_profile_is_a_file_of_ones_own_too() {
    let place = Place::new();
    place.write("mine.toml", "description = 'ours'\n[files]\nheightmap = { map = 'height', format = 'exr' }\n");
    place.run("bake p0.toml --profile mine.toml -s 16 -o o --name {map}").code(0);
    assert_eq!(place.names("o"), ["heightmap.exr", "p0.json"]);
    place.write("mine.toml", "[files]\nheightmap = { mep = 'height' }\nname = 3\n");
    place.run("bake p0.toml --profile mine.toml -o no").code(2).says(&["mine.toml:2", "mep", "map", "file `name`"]);
    place.run("bake p0.toml --profile unrael -o no").code(2).says(&["no profile `unrael`", "did you mean `unreal`?"]);
    place.run("bake p0.toml --profile lost.toml -o no").code(2).says(&["no file lost.toml", "list profiles"]);
    place.run("bake p0.toml --profile unreal --maps roughness -o no").code(2).says(&["no file `roughness`", "ORM"]);
    place.run("bake p0.toml --profile unreal --node base -o no").code(2);
    assert!(!place.path("no").exists());
}

/// A document that puts the files together, with the files as they are beside it.
#[test]
fn documents_hold_what_is_beside_them() {
    let place = Place::new();
    place.run("bake p0.toml --profile gltf -s 16 -o o").code(0);
    assert_eq!(place.names("o"), ["p0.glb", "p0.json", "p0_baseColor.png", "p0_normal.png"]);
    let glb = place.read("o/p0.glb");
    for file in ["o/p0_baseColor.png", "o/p0_normal.png"] {
        let file = place.read(file);
        assert!(glb.windows(file.len()).any(|part| part == file));
    }
    place.run("bake p0.toml --profile materialx -s 16 -o m --name {map}/{name}").code(0);
    let document = String::from_utf8(place.read("m/p0/p0.mtlx")).unwrap();
    assert!(document.contains("value=\"../base_color/p0.png\" colorspace=\"srgb_texture\""), "{document}");
    place.run("bake p0.toml --profile gltf --format exr -o no").code(2).says(&["PNG", "--format"]);
    place.write("down.toml", "document = 'glb'\n[files]\nN = { map = 'normal', convention = 'directx' }\n");
    place.run("bake p0.toml --profile down.toml -o no").code(2).says(&["`N` points down", "opengl"]);
    place.run("bake p0.toml --profile gltf --region 0,0,8,8 -o no").code(2).says(&["whole tile", "--region"]);
    place.write("two.toml", "[files]\nC = { map = 'height' }\nc = { map = 'basecolor' }\n");
    place.run("bake p0.toml --profile ./two.toml -o no").code(2).says(&["two files of p0.toml", "C", "c"]);
    place.write("flat.toml", "name = '{name}'\n[files]\nC = { map = 'height' }\nD = { map = 'basecolor' }\n");
    place.run("bake p0.toml --profile ./flat.toml -o no").code(2).says(&["`name` of the profile", "{map}"]);
    assert!(!place.path("no").exists());
}
