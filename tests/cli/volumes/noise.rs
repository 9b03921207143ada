//! Volumes go on through their last slice, and change from slice to slice.

use super::{Array, V0, place};

/// The mean absolute difference of two slices.
fn step(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / a.len() as f64
}

/// Volumes of 32 slices, channel by channel.
fn channels() -> Vec<(String, Vec<Vec<f64>>)> {
    let place = place();
    place.write("v0.toml", &V0.replace("period = 1", "period = 4"));
    let arguments = "-s 32 --depth float --layout npy";
    place.run(&format!("volume v0.toml --node fog,cells {arguments}")).code(0);
    place.run(&format!("volume clouds --maps base {arguments}")).code(0);
    let mut all = Vec::new();
    // The finest of the clouds needs more than 32 voxels: nothing is left of it.
    for (file, count) in [("v0_fog", 1), ("v0_cells", 1), ("clouds_base", 3)] {
        let array = Array::read(&place, &format!("{file}.npy"));
        let (slices, step) = (array.slices(), array.shape.get(3).copied().unwrap_or(1));
        assert_eq!(slices.len(), 32);
        for channel in 0..count {
            let of = |slice: &Vec<f64>| slice.iter().skip(channel).step_by(step).copied().collect();
            all.push((format!("{file}, channel {channel}"), slices.iter().map(of).collect()));
        }
    }
    all
}

#[test]
fn there_is_no_seam_along_z() {
    for (name, slices) in channels() {
        let inner: Vec<f64> = slices.windows(2).map(|pair| step(&pair[0], &pair[1])).collect();
        let wrap = step(&slices[31], &slices[0]);
        let mean = inner.iter().sum::<f64>() / inner.len() as f64;
        assert!(inner.iter().all(|step| *step > 0.0), "{name}: two slices are equal");
        assert!(wrap <= 1.10 * mean, "{name}: {wrap} where others are {mean}");
    }
}

/// All slices are different ones, and each has the numbers that it has: none is stretched over the whole range.
#[test]
fn slices_are_not_spread_one_by_one() {
    for (name, slices) in channels() {
        for (i, slice) in slices.iter().enumerate() {
            assert!(!slices[..i].contains(slice), "{name}: slice {i} is there twice");
        }
        let ends = |slice: &Vec<f64>| {
            let (least, greatest) = (f64::INFINITY, f64::NEG_INFINITY);
            slice.iter().fold((least, greatest), |(least, greatest), v| (least.min(*v), greatest.max(*v)))
        };
        let each: Vec<(f64, f64)> = slices.iter().map(ends).collect();
        let all = each.iter().fold(each[0], |all, one| (all.0.min(one.0), all.1.max(one.1)));
        let spread = each.iter().filter(|one| **one == all).count();
        assert!(spread <= 2, "{name}: {spread} slices reach both ends");
    }
}
