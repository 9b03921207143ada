//! Gaussian blur of a field on the torus.
//!
//! In: a field on a periodic grid. Out: the weighted mean around each cell on the same grid. A Gaussian is a product, so
//! rows are blurred first and columns then. Sums run over offsets in a fixed order, as differences to the cell itself: a
//! level field stays level to the last bit, and what is rolled before is what is rolled after. Weights are computed here
//! from our own 2^x, so they too are the same everywhere.
//!
//! Rejected: three box blurs, which show their corners in normals; recursive filters, whose sums have no beginning on a
//! torus.

use super::Grid2;
use crate::eval::Engine;
use crate::machine::{Machine, narrow};
use fearless_simd::SimdBase;
use rayon::prelude::*;

/// The field, blurred: a standard deviation is a third of `radius`, nothing further than that counts.
///
/// `cell` (width and height) and `radius` are metres, greater than 0. A radius below a cell changes nothing along its
/// axis; one of four tiles or more gives the mean along it.
pub fn blur(engine: &Engine, field: &Grid2, cell: [f64; 2], radius: f64) -> Grid2 {
    let Grid2 { width, height, .. } = *field;
    let across = taps(width, radius / cell[0]);
    let down = taps(height, radius / cell[1]);
    let mut rows = vec![0.0; width * height];
    rows.par_chunks_mut(width).enumerate().filter(|_| !engine.stopped()).for_each_init(
        || vec![0.0; 2 * width],
        |twice, (y, out)| {
            let row = &field.values[y * width..][..width];
            twice[..width].copy_from_slice(row);
            twice[width..].copy_from_slice(row);
            weigh(out, row, across.iter().map(|tap| (&twice[tap.0..][..width], tap.1)));
        },
    );
    let mut values = vec![0.0; width * height];
    values.par_chunks_mut(width).enumerate().filter(|_| !engine.stopped()).for_each(|(y, out)| {
        let row = |y: usize| &rows[y % height * width..][..width];
        weigh(out, row(y), down.iter().map(|tap| (row(y + tap.0), tap.1)));
    });
    Grid2 { width, height, values }
}

/// Offsets, counted forwards around the torus, and weights; the cell itself has what is missing to 1.
fn taps(cells: usize, reach: f64) -> Vec<(usize, f32)> {
    if reach >= 4.0 * cells as f64 {
        return (1..cells).map(|offset| (offset, 1.0 / cells as f32)).collect();
    }
    let mut weights = vec![0f64; cells];
    weights[0] = 1.0;
    for k in 1..=reach.floor() as usize {
        let deviations = 3.0 * k as f64 / reach;
        let m = narrow();
        let exponent = -0.5 * deviations * deviations * std::f64::consts::LOG2_E;
        let weight = f64::from(m.exp2(m.f(exponent as f32)).as_slice()[0]);
        weights[k % cells] += weight;
        weights[(cells - k % cells) % cells] += weight;
    }
    let sum = weights.iter().fold(0.0, |sum, weight| sum + weight);
    let others = weights.iter().enumerate().skip(1).filter(|(_, weight)| **weight > 0.0);
    others.map(|(offset, weight)| (offset, (weight / sum) as f32)).collect()
}

/// `here` plus the weighted differences of others to it.
fn weigh<'a>(out: &mut [f32], here: &[f32], others: impl Iterator<Item = (&'a [f32], f32)>) {
    out.fill(0.0);
    for (other, weight) in others {
        for ((out, other), here) in out.iter_mut().zip(other).zip(here) {
            *out += (other - here) * weight;
        }
    }
    for (out, here) in out.iter_mut().zip(here) {
        *out += here;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{rolled, rough};
    use super::*;
    use crate::grid::with_threads;

    /// The definition in f64: every cell within the radius along each axis, on all copies of the tile.
    fn brute(field: &Grid2, cell: [f64; 2], radius: f64, x: usize, y: usize) -> f64 {
        let weight = |k: i64, cell: f64| {
            let d = 3.0 * k as f64 * cell / radius;
            if k as f64 * cell <= radius { (-0.5 * d * d).exp() } else { 0.0 }
        };
        let (mut sum, mut all) = (0.0, 0.0);
        let reach = cell.map(|c| (radius / c) as i64);
        for j in -reach[1]..=reach[1] {
            for i in -reach[0]..=reach[0] {
                let w = weight(i.abs(), cell[0]) * weight(j.abs(), cell[1]);
                sum += w * f64::from(field.wrapped(x as i64 + i, y as i64 + j));
                all += w;
            }
        }
        sum / all
    }

    #[test]
    fn is_the_weighted_mean_around() {
        let field = rough(24, 10);
        for (cell, radius) in [([1.0, 1.0], 3.0), ([0.5, 2.0], 4.3), ([1.0, 1.0], 31.0), ([1.0, 3.0], 2.0)] {
            let got = blur(&Engine::default(), &field, cell, radius);
            for y in 0..10 {
                for x in 0..24 {
                    let want = brute(&field, cell, radius, x, y);
                    let v = f64::from(got.wrapped(x as i64, y as i64));
                    assert!((v - want).abs() < 3e-6, "{cell:?}, {radius}: {v} at {x}, {y}, not {want}");
                }
            }
        }
    }

    #[test]
    fn level_fields_stay_and_wide_ones_become_their_mean() {
        let flat = Grid2::from_fn(9, 7, |_, _| 0.3);
        assert_eq!(blur(&Engine::default(), &flat, [1.0, 2.0], 5.0), flat);
        let field = rough(16, 12);
        assert_eq!(blur(&Engine::default(), &field, [1.0, 1.0], 0.99), field);
        let mean = field.values.iter().sum::<f32>() / 192.0;
        let wide = blur(&Engine::default(), &field, [1.0, 1.0], 1e6);
        assert!(wide.values.iter().all(|v| (v - mean).abs() < 1e-5));
    }

    #[test]
    fn rolls_exactly_with_any_number_of_threads() {
        let field = rough(40, 23);
        for radius in [2.5, 90.0] {
            let go = |field: &Grid2| blur(&Engine::default(), field, [1.0, 1.5], radius);
            let one = with_threads(1, || go(&field));
            assert_eq!(one, with_threads(3, || go(&field)));
            assert_eq!(go(&rolled(&field, 17, -4)), rolled(&one, 17, -4));
        }
    }
}
