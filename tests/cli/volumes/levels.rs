//! Smaller levels are means over the torus, whatever the size.

use super::{Array, numbers, place};
use ddsfile::Dds;

/// The next level: `from * to` points along each axis lie in one voxel of either level.
fn mean(above: &[f64], from: [usize; 3], to: [usize; 3]) -> Vec<f64> {
    let channels = above.len() / from.iter().product::<usize>();
    let mut sums = vec![0.0; to.iter().product::<usize>() * channels];
    for i in 0..(0..3).map(|axis| from[axis] * to[axis]).product() {
        let (wide, tall) = (from[0] * to[0], from[1] * to[1]);
        let point = [i % wide, i / wide % tall, i / wide / tall];
        let voxel = |size: [usize; 3], other: [usize; 3]| {
            let [x, y, z] = [0, 1, 2].map(|axis| point[axis] / other[axis]);
            ((z * size[1] + y) * size[0] + x) * channels
        };
        let (old, new) = (voxel(from, to), voxel(to, from));
        for channel in 0..channels {
            sums[new + channel] += above[old + channel];
        }
    }
    let points = from.iter().product::<usize>() as f64;
    sums.iter().map(|sum| sum / points).collect()
}

#[test]
fn levels_are_means_of_the_first() {
    let place = place();
    for (size, longest) in [([6, 5, 3], 3), ([16, 8, 4], 5), ([7, 7, 9], 4)] {
        // Half a step of a whole number; halves have 11 bits, and the numbers lie in 0..1.
        for (depth, step) in [("8", 0.5), ("16", 0.5), ("half", 1.0 / 2048.0), ("float", 1e-6)] {
            let [w, h, d] = size;
            let arguments = format!("volume v0.toml --maps one,two,four -s {w}x{h}x{d} --depth {depth}");
            place.run(&format!("{arguments} --layout npy")).code(0);
            place.run(&format!("{arguments} --mips")).code(0);
            place.run(&format!("{arguments} --mips --layout dds")).code(0);
            for volume in ["one", "two", "four"] {
                let array = Array::read(&place, &format!("v0_{volume}.npy"));
                let file = ktx2::Reader::new(place.read(&format!("v0_{volume}.ktx2"))).unwrap();
                assert_eq!(file.header().level_count, longest);
                let levels: Vec<&[u8]> = file.levels().map(|level| level.data).collect();
                let edges = |level: usize| size.map(|edge: usize| (edge >> level).max(1));
                let mut exact = array.numbers();
                for (level, data) in levels.iter().enumerate() {
                    if level > 0 {
                        exact = mean(&exact, edges(level - 1), edges(level));
                    }
                    let made = numbers(&array.kind, data);
                    assert_eq!(made.len(), exact.len(), "{volume} {size:?}, level {level}");
                    let far = made.iter().zip(&exact).map(|(made, exact)| (made - exact).abs()).fold(0.0, f64::max);
                    assert!(far <= step + 1e-9, "{volume} {size:?}, depth {depth}, level {level}: {far}");
                }
                let dds = Dds::read(&place.read(&format!("v0_{volume}.dds"))[..]).unwrap();
                assert_eq!(dds.get_num_mipmap_levels(), longest);
                assert!(dds.data == levels.concat(), "{volume} {size:?}, depth {depth}");
            }
        }
    }
}

#[test]
fn a_preset_asks_for_levels() {
    let place = place();
    place.run("volume clouds -s 8").code(0);
    for volume in ["base", "erosion"] {
        let file = ktx2::Reader::new(place.read(&format!("clouds_{volume}.ktx2"))).unwrap();
        assert_eq!(file.header().level_count, 4);
    }
}
