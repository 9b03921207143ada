//! `per`: each element looks at a piece of its own, the same field at a place that is moved, flipped and turned.

use crate::support::*;
use bakestone::eval::reference;
use bakestone::machine::{Machine, Reference, hash};
use std::collections::BTreeSet;

fn text(tile: &str) -> String {
    format!(
        "edition = 1\nseed = 5\ntile = {tile}\n[nodes]\nwall = {{ type = 'bricks', period = [6, 8] }}\n\
         own = {{ type = 'fbm', period = 3, octaves = 3, seed = 'grain' }}\n\
         grain = {{ type = 'fbm', period = 3, octaves = 3, per = 'wall.id' }}\n[maps]\nroughness = 'grain'\n"
    )
}

/// The place that an element looks at, and which of the eight ways it has, by what `per` promises.
fn seen(id: f64, place: [u64; 3], square: bool) -> ([u64; 3], u32) {
    let node = hash::seed_number(hash::seed(5, "grain"), 0);
    let seed = (hash::seed(node, "per element") >> 32) as u32;
    let mix = |v: u32| hash::mix(Reference, Reference.u(v)).0;
    let h = mix((id as u32).wrapping_mul(0x9E37_79B1) ^ seed);
    let turned = square && h & 8 != 0;
    let at = |axis: usize| {
        let from = if turned && axis < 2 { 1 - axis } else { axis };
        let flipped = if h & (1 << axis) != 0 { place[from].wrapping_neg() } else { place[from] };
        flipped.wrapping_add(Reference::place(mix(h ^ (0x68E3_1DA4 + axis as u32))))
    };
    ([at(0), at(1), at(2)], h & 3 | u32::from(turned) << 2)
}

#[test]
fn elements_show_the_same_field_elsewhere() {
    for (tile, square) in [("[1, 1]", true), ("[1.2, 0.8]", false)] {
        let material = material(&text(tile));
        let [id, own, grain] = ["wall.id", "own", "grain"].map(|node| program(&material, node));
        let mut words = Words(7);
        let (mut ways, mut values) = (BTreeSet::new(), Vec::new());
        for _ in 0..2000 {
            let place = words.place().map(Reference::place);
            let element = reference(&id, place)[0];
            let (there, way) = seen(element, place, square);
            let (got, want) = (reference(&grain, place)[0], reference(&own, there)[0]);
            assert!((got - want).abs() < 1e-9, "{got} is not {want} in the element {element}");
            ways.insert(way);
            values.push(got);
        }
        assert_eq!(ways.len(), if square { 8 } else { 4 }, "{ways:?}");
        assert!(values.iter().any(|v| *v < 0.4) && values.iter().any(|v| *v > 0.6));
    }
}

#[test]
fn everything_else_holds_with_it() {
    let material = material(&text("[1, 1]"));
    let program = program(&material, "grain");
    let plain = bits(&plane(&program, 96, 80));
    for (name, level) in levels() {
        let engine = bakestone::eval::Engine { level, ..bakestone::eval::Engine::default() };
        assert_eq!(plain, bits(&engine.grid(&program, 96, 80, 1)), "{name}");
    }
    // A whole picture, and the same one rolled: elements at the border of the tile are whole.
    let whole = bake(&material, &floats([96, 80]));
    let moved = bake(&material, &offset(&floats([96, 80]), [37, -11]));
    assert!(map(&moved, "roughness").samples == rolled(map(&whole, "roughness"), [37, -11]));
}

#[test]
fn only_an_id_is_an_element() {
    let told = refused(&text("[1, 1]").replace("per = 'wall.id'", "per = 'wall.u'"));
    assert!(told.contains("`per` takes an id, this is a number"), "{told}");
    let told = refused(&text("[1, 1]").replace("per = 'wall.id'", "per = 'wal.id'"));
    assert!(told.contains("did you mean `wall`"), "{told}");
    let told = refused(&text("[1, 1]").replace("[6, 8] }", "[6, 8], per = 'grain' }"));
    assert!(told.contains("made from itself"), "{told}");
}
