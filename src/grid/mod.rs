//! Filters that need more than a place: they work on a declared periodic grid.
//!
//! In: a field sampled at the cell centres of a grid that covers one tile. Out: a grid of the same size, read back
//! with [`read_cubic`], so that the result is again a function of the place on the torus.
//!
//! Reading is by the Catmull-Rom cubic (Catmull and Rom 1974): it goes through the samples, its slope is continuous,
//! and it needs four samples per axis. A cubic B-spline was rejected: it does not go through the samples, so it blurs
//! by about a cell unless the table is first passed through a recursive filter around the whole torus. The price of
//! Catmull-Rom is overshoot of up to an eighth of a step beside the step: a reader of a bounded quantity clamps.

mod blur;
mod distance;
mod drainage;
mod erosion;
mod flow;
pub mod occlusion;
mod talus;

pub use blur::blur;
pub use distance::distance;
pub use erosion::{Eroded, Erosion, erosion};
pub use flow::{Runs, flow};
pub use occlusion::occlusion;

/// A field on a periodic grid: row 0 on top, cell (x, y) at `values[y * width + x]`, sampled at its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid2 {
    /// Cells along x.
    pub width: usize,
    /// Cells along y.
    pub height: usize,
    /// `width * height` values, row by row.
    pub values: Vec<f32>,
}

impl Grid2 {
    /// A grid whose cell (x, y) holds `value(x, y)`.
    pub fn from_fn(width: usize, height: usize, mut value: impl FnMut(usize, usize) -> f32) -> Self {
        let mut values = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                values.push(value(x, y));
            }
        }
        Self { width, height, values }
    }

    /// The value of cell (x, y) of the plane that the tile repeats over. The grid must not be empty.
    pub fn wrapped(&self, x: i64, y: i64) -> f32 {
        let x = x.rem_euclid(self.width as i64) as usize;
        let y = y.rem_euclid(self.height as i64) as usize;
        self.values[y * self.width + x]
    }
}

/// Catmull-Rom weights of the samples at -1, 0, 1 and 2 for a place `t` in 0..1. They sum to 1 up to rounding, and
/// are exactly `[0, 1, 0, 0]` at 0 and `[0, 0, 1, 0]` at 1.
pub fn cubic_weights(t: f32) -> [f32; 4] {
    let rest = 1.0 - t;
    [-0.5 * t * rest * rest, (1.5 * t - 2.5) * t * t + 1.0, (1.5 * rest - 2.5) * rest * rest + 1.0, -0.5 * rest * t * t]
}

/// The grid at the place (u, v) of the torus, each a fraction of the tile in units of 2^-32; sample k of n lies at
/// (k + 1/2) / n.
///
/// Exact at every sample whose place is a whole number of units, which is all of them where n is a power of two; a
/// constant grid reads back exactly everywhere. The grid must not be empty, with fewer than 2^32 cells along an axis.
pub fn read_cubic(grid: &Grid2, u: u32, v: u32) -> f32 {
    let (x, across) = cell(u, grid.width);
    let (y, down) = cell(v, grid.height);
    let (across, down) = (cubic_weights(across), cubic_weights(down));
    let mut rows = [0.0; 4];
    for (row, y) in rows.iter_mut().zip(y - 1..) {
        let samples = [-1, 0, 1, 2].map(|i| grid.wrapped(x + i, y));
        *row = weighted(samples, across);
    }
    weighted(rows, down)
}

/// The sample at or before the place `u`, and the way to the next one in 0..1, a multiple of 2^-24.
fn cell(u: u32, samples: usize) -> (i64, f32) {
    let place = u64::from(u) * samples as u64;
    let index = (place >> 32) as i64;
    let part = (place as u32 >> 8) as f32 * (1.0 / (1 << 24) as f32);
    if part < 0.5 { (index - 1, part + 0.5) } else { (index, part - 0.5) }
}

/// The weighted mean, as differences from one sample so that equal samples give exactly their value.
fn weighted(samples: [f32; 4], weights: [f32; 4]) -> f32 {
    let [before, here, next, after] = samples;
    let [w0, _, w2, w3] = weights;
    here + (w0 * (before - here) + w2 * (next - here) + w3 * (after - here))
}

/// Heights within a thousand million metres, so that differences of them are numbers; what is no number is the least.
fn held(heights: &Grid2) -> Grid2 {
    const FAR: f32 = 1e9;
    let hold = |v: &f32| if *v > -FAR { if *v < FAR { *v } else { FAR } } else { -FAR };
    Grid2 { values: heights.values.iter().map(hold).collect(), ..*heights }
}

#[cfg(test)]
fn with_threads<R: Send>(threads: usize, go: impl FnOnce() -> R + Send) -> R {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(go),
        Err(error) => panic!("{error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn rolled(grid: &Grid2, dx: i64, dy: i64) -> Grid2 {
        Grid2::from_fn(grid.width, grid.height, |x, y| grid.wrapped(x as i64 - dx, y as i64 - dy))
    }

    pub(super) fn rough(width: usize, height: usize) -> Grid2 {
        Grid2::from_fn(width, height, |x, y| ((x * 7919 + y * 104_729) % 1009) as f32 / 1009.0)
    }

    fn centre(k: usize, n: usize) -> u32 {
        (((2 * k as u64 + 1) << 31) / n as u64) as u32
    }

    #[test]
    fn cubic_goes_through_the_samples() {
        let grid = rough(64, 16);
        for y in 0..16 {
            for x in 0..64 {
                assert_eq!(read_cubic(&grid, centre(x, 64), centre(y, 16)), grid.wrapped(x as i64, y as i64));
            }
        }
        let grid = rough(100, 7);
        for y in 0..7 {
            for x in 0..100 {
                let read = read_cubic(&grid, centre(x, 100), centre(y, 7));
                assert!((read - grid.wrapped(x as i64, y as i64)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn cubic_has_no_seam_and_no_jump() {
        // One step of 2^20 units is 2^-12 of a tile, 0.005 cells: a value changes by at most 3 per cell here.
        let grid = rough(20, 5);
        let step = 1_u32 << 20;
        for i in 0..4096_u32 {
            let u = i * step;
            for v in [0, 77_777_777, u32::MAX] {
                let (a, b) = (read_cubic(&grid, u, v), read_cubic(&grid, u.wrapping_add(step), v));
                assert!((a - b).abs() < 0.02, "{a} {b} at {i}");
                let (a, b) = (read_cubic(&grid, v, u), read_cubic(&grid, v, u.wrapping_add(step)));
                assert!((a - b).abs() < 0.02, "{a} {b} at {i}");
            }
        }
    }

    #[test]
    fn cubic_keeps_constants_and_parabolas() {
        let flat = Grid2::from_fn(9, 3, |_, _| 0.7);
        // Catmull-Rom reproduces polynomials up to degree two; stay away from the seam, where the parabola jumps.
        let bowl = Grid2::from_fn(32, 32, |x, y| {
            let (x, y) = (x as f32 - 16.0, y as f32 - 16.0);
            x * x - 2.0 * y * y + 3.0 * x + x * y
        });
        for i in 0..1000_u32 {
            let (u, v) = (i.wrapping_mul(0x9e37_79b1), i.wrapping_mul(0x85eb_ca77));
            assert_eq!(read_cubic(&flat, u, v), 0.7);
            let x = f64::from(u) / f64::from(1 << 27) - 16.5;
            let y = f64::from(v) / f64::from(1 << 27) - 16.5;
            if x.abs() < 14.0 && y.abs() < 14.0 {
                let want = x * x - 2.0 * y * y + 3.0 * x + x * y;
                assert!((f64::from(read_cubic(&bowl, u, v)) - want).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn cubic_weights_sum_to_one() {
        for i in 0..=1000 {
            let sum: f32 = cubic_weights(i as f32 / 1000.0).iter().sum();
            assert!((sum - 1.0).abs() < 1e-6);
        }
        assert_eq!(cubic_weights(0.0), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(cubic_weights(1.0), [0.0, 0.0, 1.0, 0.0]);
    }
}
