//! Distances to the border of a mask on the torus.
//!
//! In: a mask on a periodic grid. Out: metres to its border on the same grid, positive outside, negative inside. The
//! border is where the straight line between two neighbouring samples crosses 0.5: points on the lines between samples,
//! so a soft mask has its border between cells, and a hard one half way.
//!
//! The distances are exact: points on lines along x are met by the nearest one of each row, then by the rows above and
//! below, points on lines along y the other way round, and the lesser counts. That is the separable transform of
//! Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions" (2012), without the envelope: within a
//! radius its second pass is a minimum over shifted rows, which runs in whole vectors.
//!
//! Rejected: distances between cells, which jump from one cell to minus one across the border.

use super::Grid2;
use crate::eval::Engine;
use rayon::prelude::*;

/// Metres to the border of the mask, where it passes 0.5; below 0 inside, cut at `radius`.
///
/// `cell` (width and height) and `radius` are metres, greater than 0. A mask without border is `radius` away everywhere.
pub fn distance(engine: &Engine, mask: &Grid2, cell: [f64; 2], radius: f64) -> Grid2 {
    let Grid2 { width, height, .. } = *mask;
    let mut squares = vec![f32::INFINITY; width * height];
    let beside = nearest(mask, 0, cell[0]);
    let steps = steps(height, cell[1], radius);
    squares.par_chunks_mut(width).enumerate().filter(|_| !engine.stopped()).for_each(|(y, out)| {
        for (offset, square) in &steps {
            lessen(out, &beside[(y + offset) % height * width..][..width], *square);
        }
    });
    drop(beside);
    let above = nearest(mask, 1, cell[1]);
    let steps = self::steps(width, cell[0], radius);
    squares.par_chunks_mut(width).enumerate().filter(|_| !engine.stopped()).for_each_init(
        || vec![0.0; 2 * width],
        |twice, (y, out)| {
            let row = &above[y * width..][..width];
            twice[..width].copy_from_slice(row);
            twice[width..].copy_from_slice(row);
            for (offset, square) in &steps {
                lessen(out, &twice[*offset..][..width], *square);
            }
        },
    );
    let radius = radius as f32;
    for (square, mask) in squares.iter_mut().zip(&mask.values) {
        let metres = square.sqrt().min(radius);
        *square = if *mask > INSIDE { -metres } else { metres };
    }
    Grid2 { width, height, values: squares }
}

/// A mask is inside above this.
const INSIDE: f32 = 0.5;

/// Offsets up to the radius, counted forwards around the torus, with their squares in square metres.
fn steps(cells: usize, cell: f64, radius: f64) -> Vec<(usize, f32)> {
    let far = (radius / cell).min((cells / 2) as f64) as usize;
    let mut steps = vec![(0, 0.0)];
    for k in 1..=far {
        let square = (k as f64 * cell * (k as f64 * cell)) as f32;
        steps.extend([(k, square), (cells - k, square)]);
    }
    steps
}

fn lessen(out: &mut [f32], other: &[f32], square: f32) {
    for (out, other) in out.iter_mut().zip(other) {
        let other = other + square;
        *out = if other < *out { other } else { *out };
    }
}

/// The square of the distance from each sample along an axis to the nearest border on its line, square metres.
fn nearest(mask: &Grid2, axis: usize, cell: f64) -> Vec<f32> {
    let Grid2 { width, height, .. } = *mask;
    let (samples, stride) = [(width, 1), (height, width)][axis];
    let (lines, next_line) = [(height, width), (width, 1)][axis];
    let cell = cell as f32;
    let mut out = vec![f32::INFINITY; width * height];
    for line in 0..lines {
        let at = |i: usize| line * next_line + i % samples * stride;
        // Twice around: what stands before the first sample is known after one turn.
        let mut since = f32::INFINITY;
        for i in 0..2 * samples {
            let border = crossing(mask.values[at(i + samples - 1)], mask.values[at(i)]);
            since = border.map_or(since + 1.0, |part| 1.0 - part);
            out[at(i)] = since;
        }
        let mut until = f32::INFINITY;
        for i in (0..2 * samples).rev() {
            until = crossing(mask.values[at(i)], mask.values[at(i + 1)]).unwrap_or(until + 1.0);
            out[at(i)] = out[at(i)].min(until);
        }
        for i in 0..samples {
            let metres = out[at(i)] * cell;
            out[at(i)] = metres * metres;
        }
    }
    out
}

/// Where a line from `a` to `b` passes the border, 0 to 1.
fn crossing(a: f32, b: f32) -> Option<f32> {
    if (a > INSIDE) == (b > INSIDE) {
        return None;
    }
    let part = (INSIDE - a) / (b - a);
    Some(if (0.0..=1.0).contains(&part) { part } else { 0.5 })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{rolled, rough};
    use super::*;
    use crate::grid::with_threads;

    /// The definition in f64: all points of the border on nine copies of the tile.
    fn brute(mask: &Grid2, cell: [f64; 2], radius: f64) -> Vec<f64> {
        let (w, h) = (mask.width as i64, mask.height as i64);
        let mut points = Vec::new();
        for y in -h..2 * h {
            for x in -w..2 * w {
                let a = f64::from(mask.wrapped(x, y));
                for [i, j] in [[1, 0], [0, 1]] {
                    let b = f64::from(mask.wrapped(x + i, y + j));
                    if (a > 0.5) != (b > 0.5) {
                        let part = (0.5 - a) / (b - a);
                        points.push([x as f64 + part * i as f64, y as f64 + part * j as f64]);
                    }
                }
            }
        }
        let mut out = Vec::new();
        for y in 0..h {
            for x in 0..w {
                let metres = |p: &[f64; 2]| ((p[0] - x as f64) * cell[0]).hypot((p[1] - y as f64) * cell[1]);
                let least = points.iter().map(metres).fold(radius, f64::min);
                out.push(if mask.wrapped(x, y) > 0.5 { -least } else { least });
            }
        }
        out
    }

    fn spots(width: usize, height: usize, hard: bool) -> Grid2 {
        let noise = rough(width, height);
        Grid2::from_fn(width, height, |x, y| {
            let (x, y) = (x as i64, y as i64);
            let v = (0..9).map(|i| noise.wrapped(x + i % 3, y + i / 3)).sum::<f32>() / 9.0 - 0.08;
            if hard { f32::from(u8::from(v > 0.5)) } else { v }
        })
    }

    #[test]
    fn agrees_with_all_points_of_the_border() {
        for hard in [false, true] {
            for (cell, radius) in [([1.0, 1.0], 4.0), ([0.3, 1.0], 2.0), ([1.0, 1.0], 1e3)] {
                let mask = spots(26, 15, hard);
                let inside = mask.values.iter().filter(|v| **v > 0.5).count();
                assert!((20..300).contains(&inside), "{inside}");
                let got = distance(&Engine::default(), &mask, cell, radius);
                for (i, (v, want)) in got.values.iter().zip(brute(&mask, cell, radius)).enumerate() {
                    assert!((f64::from(*v) - want).abs() < 1e-5, "{cell:?}, {radius}: {v} at {i}, not {want}");
                }
            }
        }
    }

    #[test]
    fn a_disc_has_its_radius_and_a_bare_mask_none() {
        // A soft disc of radius 10.3 around (20, 20). Points of the border are at most a cell and a half apart, so the
        // nearest one is at most h^2 / 2d further than the circle, with h of three quarters.
        let from_middle = |x: usize, y: usize| ((x as f64 - 20.0).hypot(y as f64 - 20.0)) as f32;
        let disc = Grid2::from_fn(40, 40, |x, y| 0.5 + (10.3 - from_middle(x, y)) * 0.4);
        let got = distance(&Engine::default(), &disc, [1.0, 1.0], 8.0);
        for y in 0..40 {
            for x in 0..40 {
                let want = (from_middle(x, y) - 10.3).clamp(-8.0, 8.0);
                let v = got.wrapped(x as i64, y as i64);
                let near = 0.3 / want.abs().max(1.5);
                assert!((v - want).abs() < near, "{v} at {x}, {y}, not {want}");
            }
        }
        for (value, want) in [(0.5, 3.0), (0.6, -3.0)] {
            let bare = Grid2::from_fn(8, 5, |_, _| value);
            assert!(distance(&Engine::default(), &bare, [1.0, 1.0], 3.0).values.iter().all(|v| *v == want));
        }
    }

    #[test]
    fn rolls_exactly_with_any_number_of_threads() {
        let mask = spots(45, 22, false);
        for radius in [3.0, 100.0] {
            let go = |mask: &Grid2| distance(&Engine::default(), mask, [1.0, 1.5], radius);
            let one = with_threads(1, || go(&mask));
            assert_eq!(one, with_threads(3, || go(&mask)));
            assert_eq!(go(&rolled(&mask, 13, -7)), rolled(&one, 13, -7));
        }
    }
}
