//! Whether one picture is the other one, rolled over the border by whole pixels.
//!
//! Sums of hashes over a row don't change when it is rolled, so the sums of all rows say how far a picture was moved down, and
//! those of all columns how far to the right. What they allow is then looked at pixel by pixel. Rejected: phase correlation,
//! which says where a roll is likely, costs a Fourier transform and knows no "exactly".

use super::picture::Picture;
use rayon::prelude::*;

/// Shifts of one axis that are looked at, the shortest first; a picture with a pattern allows many.
const MOST: usize = 8;

/// By how many pixels A is rolled to the right and down to be B, the shortest way.
pub(super) fn find(a: &Picture, b: &Picture) -> Option<[i64; 2]> {
    if a.depth != b.depth || [a.width, a.height, a.channels as u32] != [b.width, b.height, b.channels as u32] {
        return None;
    }
    let [rows_a, columns_a] = sums(a);
    let [rows_b, columns_b] = sums(b);
    let down = shifts(&rows_a, &rows_b);
    let right = shifts(&columns_a, &columns_b);
    let mut all: Vec<[i64; 2]> = right.iter().flat_map(|x| down.iter().map(|y| [*x, *y])).collect();
    all.sort_by_key(|[x, y]| x.abs() + y.abs());
    all.into_iter().find(|by| *by != [0, 0] && is_rolled(a, b, *by))
}

/// Sums of the hashes of the pixels of each row and of each column.
fn sums(picture: &Picture) -> [Vec<u64>; 2] {
    let (width, n) = (picture.width as usize, picture.channels);
    let nothing = || (Vec::new(), vec![0u64; width]);
    let row = |(mut rows, mut columns): (Vec<(u32, u64)>, Vec<u64>), y: u32| {
        let start = y as usize * width * n;
        let mut sum = 0u64;
        for (x, column) in columns.iter_mut().enumerate() {
            let hash = (0..n).fold(0, |hash, c| mixed(hash ^ u64::from(picture.bits(start + x * n + c))));
            sum = sum.wrapping_add(hash);
            *column = column.wrapping_add(hash);
        }
        rows.push((y, sum));
        (rows, columns)
    };
    let both = |(mut rows, mut columns): (Vec<(u32, u64)>, Vec<u64>), (more, other): (Vec<(u32, u64)>, Vec<u64>)| {
        rows.extend(more);
        columns.iter_mut().zip(other).for_each(|(sum, other)| *sum = sum.wrapping_add(other));
        (rows, columns)
    };
    let (mut rows, columns) = (0..picture.height).into_par_iter().fold(nothing, row).reduce(nothing, both);
    rows.sort_unstable();
    [rows.into_iter().map(|(_, sum)| sum).collect(), columns]
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mixed(v: u64) -> u64 {
    let v = v.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let v = (v ^ (v >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let v = (v ^ (v >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ (v >> 31)
}

/// By how much `a` can be rolled to be `b`, the shortest ways first.
fn shifts(a: &[u64], b: &[u64]) -> Vec<i64> {
    let n = a.len();
    let fits = |by: &usize| (0..n).all(|i| b[(i + by) % n] == a[i]);
    // 0, 1, -1, 2, -2, ..
    let ways = (0..=n / 2).flat_map(|by| [by as i64, -(by as i64)]);
    let mut found: Vec<i64> = Vec::new();
    for by in ways {
        if found.len() < MOST && !found.contains(&by) && fits(&(by.rem_euclid(n as i64) as usize)) {
            found.push(by);
        }
    }
    found
}

fn is_rolled(a: &Picture, b: &Picture, [right, down]: [i64; 2]) -> bool {
    let (width, height, n) = (a.width as usize, a.height as usize, a.channels);
    let right = right.rem_euclid(width as i64) as usize;
    (0..height).into_par_iter().all(|y| {
        let to = (y as i64 + down).rem_euclid(height as i64) as usize;
        (0..width).all(|x| {
            let from = (y * width + x) * n;
            let into = (to * width + (x + right) % width) * n;
            (0..n).all(|c| a.bits(from + c) == b.bits(into + c))
        })
    })
}
