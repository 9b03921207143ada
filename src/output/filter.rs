//! PNG's filters: a row and the one above in, differences to guesses out (PNG specification, 9.2).
//!
//! All rows of a part take the same filter, but for the first one. Rejected: to choose one for each row by the least sum
//! of absolute differences, as `png` does. On noise it costs the time of all filters and saves less than 0.5 %.

use fearless_simd::{Level, Simd, dispatch, prelude::*};

/// How a byte is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// From the pixel on the left.
    Sub = 1,
    /// From the pixel above.
    Up = 2,
    /// From that of left, above and above left which is nearest to left + above - above left.
    Paeth = 4,
}

/// The most lanes of bytes that a level has.
const MOST_LANES: usize = 64;

/// Writes what is left of a row after guessing. `row` and `above` have the bytes of one pixel, all zero, before those of
/// the row; `to` has no more than the row.
pub(super) fn filter(level: Level, filter: Filter, pixel: usize, row: &[u8], above: &[u8], to: &mut [u8]) {
    let count = to.len();
    let (here, left) = (&row[pixel..][..count], &row[..count]);
    let (up, corner) = (&above[pixel..][..count], &above[..count]);
    match filter {
        Filter::Sub => dispatch!(level, s => differences(s, here, left, to)),
        Filter::Up => dispatch!(level, s => differences(s, here, up, to)),
        Filter::Paeth => dispatch!(level, s => paeth(s, [here, left, up, corner], to)),
    }
}

#[inline(always)]
fn differences<S: Simd>(_: S, here: &[u8], guess: &[u8], to: &mut [u8]) {
    for i in 0..to.len() {
        to[i] = here[i].wrapping_sub(guess[i]);
    }
}

#[inline(always)]
fn paeth<S: Simd>(s: S, from: [&[u8]; 4], to: &mut [u8]) {
    let lanes = S::u8s::LEN;
    let count = to.len();
    if count < lanes {
        let mut padded = [[0; MOST_LANES]; 4];
        let mut out = [0; MOST_LANES];
        for k in 0..4 {
            padded[k][..count].copy_from_slice(from[k]);
        }
        paeth_lanes(s, [&padded[0], &padded[1], &padded[2], &padded[3]], &mut out, 0);
        to.copy_from_slice(&out[..count]);
        return;
    }
    let mut at = 0;
    while at + lanes <= count {
        paeth_lanes(s, from, to, at);
        at += lanes;
    }
    // The last ones again, with those before them.
    paeth_lanes(s, from, to, count - lanes);
}

/// With `p = left + up - corner` the distances are `|p - left| = |up - corner|`, `|p - up| = |left - corner|`, and for
/// the corner their sum where left and up lie on the same side of it, else their difference. The sum is never the least
/// alone, so that all fits bytes.
#[inline(always)]
fn paeth_lanes<S: Simd>(s: S, from: [&[u8]; 4], to: &mut [u8], at: usize) {
    let lanes = S::u8s::LEN;
    let here = S::u8s::from_slice(s, &from[0][at..at + lanes]);
    let left = S::u8s::from_slice(s, &from[1][at..at + lanes]);
    let up = S::u8s::from_slice(s, &from[2][at..at + lanes]);
    let corner = S::u8s::from_slice(s, &from[3][at..at + lanes]);
    let (more_left, more_up) = (left.max(corner), up.max(corner));
    let to_left = more_up - up.min(corner);
    let to_up = more_left - left.min(corner);
    let apart = more_left.simd_eq(corner) ^ more_up.simd_eq(corner);
    let to_corner = apart.select(to_left.max(to_up) - to_left.min(to_up), S::u8s::splat(s, u8::MAX));
    // At a tie left comes before up, and up before the corner.
    let least = to_up.min(to_corner);
    let guess = to_up.simd_eq(least).select(up, corner);
    let guess = to_left.min(least).simd_eq(to_left).select(left, guess);
    (here - guess).store_slice(&mut to[at..at + lanes]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::testing::levels;

    /// The definition of the PNG specification, 9.4.
    fn paeth_of(a: u8, b: u8, c: u8) -> u8 {
        let p = i32::from(a) + i32::from(b) - i32::from(c);
        let [pa, pb, pc] = [a, b, c].map(|v| (p - i32::from(v)).abs());
        if pa <= pb && pa <= pc {
            a
        } else if pb <= pc {
            b
        } else {
            c
        }
    }

    #[test]
    fn paeth_is_that_of_the_specification_for_all_bytes() {
        let line: Vec<u8> = (0..=255).collect();
        let mut to = vec![0; 256];
        for level in levels() {
            for left in 0..=255 {
                for up in 0..=255 {
                    let lefts = [left; 256];
                    dispatch!(level, s => paeth(s, [&[0; 256], &lefts, &[up; 256], &line], &mut to));
                    for corner in 0..=255 {
                        assert_eq!(to[usize::from(corner)], paeth_of(left, up, corner).wrapping_neg());
                    }
                }
            }
        }
    }

    #[test]
    fn rows_of_any_length_are_filtered_to_their_end() {
        let bytes: Vec<u8> = (0..400u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        for pixel in [1, 2, 3, 4, 6, 8] {
            for count in (1..150).map(|pixels| pixels * pixel).filter(|count| *count < 150) {
                let row: Vec<u8> = [&vec![0; pixel], &bytes[..count]].concat();
                let above: Vec<u8> = [&vec![0; pixel], &bytes[200..200 + count]].concat();
                for level in levels() {
                    for kind in [Filter::Sub, Filter::Up, Filter::Paeth] {
                        let mut to = vec![0; count];
                        filter(level, kind, pixel, &row, &above, &mut to);
                        for i in 0..count {
                            let guess = match kind {
                                Filter::Sub => row[i],
                                Filter::Up => above[i + pixel],
                                Filter::Paeth => paeth_of(row[i], above[i + pixel], above[i]),
                            };
                            assert_eq!(to[i], row[i + pixel].wrapping_sub(guess), "{kind:?} {pixel} {count} {i}");
                        }
                    }
                }
            }
        }
    }
}
