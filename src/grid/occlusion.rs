//! Ambient occlusion of a height field: how much of the sky each place sees.
//!
//! In: heights in metres on a periodic grid. Out: visibility on the same grid, 0 (buried) to 1 (open).
//!
//! For each azimuth the horizon h is the greatest elevation, at least 0, over all places of the surface within the
//! radius; beyond it nothing counts, before it nothing fades. Visibility is the mean over azimuths of cos^2 h: the
//! share of a cosine-weighted hemisphere about the vertical that lies above the horizon. Horizons of a height field
//! are Max 1988, "Horizon mapping"; their use for ambient occlusion is Bavoil, Sainz and Dimitrov 2008, "Image-space
//! horizon-based ambient occlusion". With s the greatest slope along a ray (rise over distance, both in metres),
//! cos^2 h = 1 / (1 + s^2), so no angle is ever computed.
//!
//! The surface between samples is bilinear. A ray is read half a cell away, where it crosses the rows of samples (or
//! the columns, whichever it crosses oftener), each crossing from the two samples beside it, and at the radius. All
//! cells share the same offsets and weights, so a row is worked by whole vectors on shifted rows of a padded copy.
//! Without the place half a cell away, white bumps came out 0.04 too open; with the other family of crossings too,
//! nothing came out better.
//!
//! Rejected: sweeps that keep a hull along each line (Timonen 2013: time free of the radius, but no cut at a radius, one
//! lane at a time, and lines that jump between cells); turning the rays from cell to cell (noise in a map).

use super::Grid2;
use crate::eval::Engine;
use crate::machine::lanes;
use fearless_simd::{Simd, prelude::*};
use rayon::prelude::*;

/// Rays: `4 << SPLITS`, evenly spread, none along an axis or a diagonal of square cells.
const SPLITS: u32 = 2;
/// Crossings are read one by one up to this many cells; further away they stand about 1/FINE of the distance apart.
const FINE: u64 = 16;
/// Cells that the kernel works at once: four vectors of the widest level (16 lanes).
const BLOCK: usize = 64;
const VECTORS: usize = 4;

/// Two neighbouring samples, as offsets in cells, and what a metre of their rise adds to the slope.
struct Pair {
    offsets: [[i64; 2]; 2],
    weights: [f32; 2],
}

/// The slopes along one ray: a pair each at the crossings, the sum of two pairs half a cell away and at the radius.
struct Ray {
    crossings: Vec<Pair>,
    sums: [Pair; 4],
}

/// A [`Pair`] seen from one row: where in the padded heights the two samples of cell 0 lie.
struct Reach {
    starts: [usize; 2],
    weights: [f32; 2],
}

/// Visibility of the sky at each cell, 0 to 1.
///
/// `heights` and both lengths are in metres, `cell_metres` along x and y, greater than 0. A radius below the shorter
/// edge of a cell (or one that is no number) reaches no other sample: the result is 1 everywhere. A radius above the
/// longer edge of the tile counts as that edge: each place has then met the nearest copy of every other. The horizon
/// beyond half a tile is that of the repeated tile. A height that is no number hides nothing.
///
/// The bits are the same for every level and any number of threads.
pub fn occlusion(engine: &Engine, heights: &Grid2, cell_metres: [f32; 2], radius_metres: f32) -> Grid2 {
    let Grid2 { width, height, .. } = *heights;
    let cell = cell_metres.map(f64::from);
    let edge = f64::max(width as f64 * cell[0], height as f64 * cell[1]);
    let radius = f64::from(radius_metres).min(edge);
    let mut values = vec![1.0; width * height];
    let shortest = cell[0].min(cell[1]);
    let reaches_a_sample = shortest > 0.0 && radius >= shortest && !radius_metres.is_nan();
    if values.is_empty() || !reaches_a_sample {
        return Grid2 { width, height, values };
    }
    let rays: Vec<Ray> = directions().into_iter().map(|d| ray(d, cell, radius)).collect();
    let padded = Padded::new(heights, &rays);
    values.par_chunks_mut(width).enumerate().filter(|_| !engine.stopped()).for_each_init(
        || (Vec::new(), vec![0.0; padded.columns]),
        |(reaches, row), (y, out)| {
            padded.reaches(&rays, y, reaches);
            lanes!(engine.level, s => work_row(s, &padded.values, padded.start(0, y), reaches, &rays, row));
            out.copy_from_slice(&row[..width]);
        },
    );
    Grid2 { width, height, values }
}

/// Unit vectors, evenly spread. Made by halving right angles: only square roots, so the same on every machine.
fn directions() -> Vec<[f64; 2]> {
    let middle = |a: [f64; 2], b: [f64; 2]| {
        let sum = [a[0] + b[0], a[1] + b[1]];
        let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
        [sum[0] / length, sum[1] / length]
    };
    let mut bounds = vec![[1.0, 0.0], [0.0, 1.0]];
    for _ in 0..SPLITS {
        let halves: Vec<_> = bounds.windows(2).flat_map(|w| [w[0], middle(w[0], w[1])]).collect();
        bounds = halves;
        bounds.push([0.0, 1.0]);
    }
    let quarter: Vec<_> = bounds.windows(2).map(|w| middle(w[0], w[1])).collect();
    let mut all = Vec::with_capacity(4 * quarter.len());
    for [x, y] in quarter {
        all.extend([[x, y], [-y, x], [-x, -y], [y, -x]]);
    }
    all
}

/// The crossings of the ray along `direction` (in metres) up to `radius` metres.
fn ray(direction: [f64; 2], cell: [f64; 2], radius: f64) -> Ray {
    let per_metre = [direction[0] / cell[0], direction[1] / cell[1]];
    let axis = usize::from(per_metre[1].abs() > per_metre[0].abs());
    let lines = per_metre[axis].abs();
    let mut crossings = Vec::new();
    let mut line = 1;
    while line as f64 <= radius * lines {
        crossings.push(crossing(per_metre, axis, line, lines / line as f64));
        line += (line / FINE).max(1);
    }
    // Within the first cell the slope runs linearly from the one at the foot to the one at the first crossing.
    let half = 0.5 * cell[0].min(cell[1]) * lines;
    let foot = Pair {
        offsets: [[per_metre[0].signum() as i64, 0], [0, per_metre[1].signum() as i64]],
        weights: per_metre.map(|slope| ((1.0 - half) * slope.abs()) as f32),
    };
    let last = (radius * lines).floor();
    let part = radius * lines - last;
    let sums = [
        foot,
        crossing(per_metre, axis, 1, half * lines),
        crossing(per_metre, axis, last as u64, (1.0 - part) / radius),
        crossing(per_metre, axis, last as u64 + 1, part / radius),
    ];
    Ray { crossings, sums }
}

/// Where the ray crosses the `line`-th line of samples along `axis`; `weight` is for the whole pair.
fn crossing(per_metre: [f64; 2], axis: usize, line: u64, weight: f64) -> Pair {
    let other = 1 - axis;
    let along = line as f64 / per_metre[axis].abs() * per_metre[other];
    let low = along.floor();
    let part = along - low;
    let mut offset = [0; 2];
    offset[axis] = if per_metre[axis] < 0.0 { -(line as i64) } else { line as i64 };
    offset[other] = low as i64;
    let mut next = offset;
    next[other] += 1;
    Pair { offsets: [offset, next], weights: [(weight * (1.0 - part)) as f32, (weight * part) as f32] }
}

/// The heights with each row continued on both sides, far enough for every offset and for whole blocks.
struct Padded {
    size: [usize; 2],
    margin: usize,
    columns: usize,
    values: Vec<f32>,
}

impl Padded {
    fn new(heights: &Grid2, rays: &[Ray]) -> Self {
        let Grid2 { width, height, .. } = *heights;
        let columns = width.next_multiple_of(BLOCK);
        let pairs = rays.iter().flat_map(|r| r.crossings.iter().chain(&r.sums));
        let reach = pairs.flat_map(|p| p.offsets).map(|[x, _]| folded(x, width).unsigned_abs() as usize);
        let margin = reach.max().unwrap_or(0);
        let mut values = Vec::with_capacity((columns + 2 * margin) * height);
        for row in heights.values.chunks_exact(width) {
            let first = (width - margin % width) % width;
            values.extend(row.iter().cycle().skip(first).take(columns + 2 * margin));
        }
        Self { size: [width, height], margin, columns, values }
    }

    /// Where cell (x, y) lies, for a folded x and any y.
    fn start(&self, x: i64, y: usize) -> usize {
        let stride = self.columns + 2 * self.margin;
        (y * stride + self.margin).wrapping_add_signed(x as isize)
    }

    /// The pairs of all rays as row `y` sees them, in order: crossings, then sums.
    fn reaches(&self, rays: &[Ray], y: usize, out: &mut Vec<Reach>) {
        out.clear();
        for pair in rays.iter().flat_map(|r| r.crossings.iter().chain(&r.sums)) {
            let starts = pair.offsets.map(|[dx, dy]| {
                let row = (y as i64 + dy).rem_euclid(self.size[1] as i64) as usize;
                self.start(folded(dx, self.size[0]), row)
            });
            out.push(Reach { starts, weights: pair.weights });
        }
    }
}

/// The offset of the nearest copy of a cell.
fn folded(offset: i64, cells: usize) -> i64 {
    let cells = cells as i64;
    let half = cells / 2;
    (offset + half).rem_euclid(cells) - half
}

/// The visibility of one row of cells that starts at `centre`; the length of `out` is a multiple of [`BLOCK`].
#[inline(always)]
fn work_row<S: Simd>(s: S, heights: &[f32], centre: usize, reaches: &[Reach], rays: &[Ray], out: &mut [f32]) {
    let one = S::f32s::splat(s, 1.0);
    let share = S::f32s::splat(s, 1.0 / rays.len() as f32);
    let lanes = S::f32s::LEN;
    let mut x = 0;
    for out in out.chunks_exact_mut(VECTORS * lanes) {
        let here = load(s, heights, centre + x);
        let mut open = [S::f32s::splat(s, 0.0); VECTORS];
        let mut rest = reaches;
        for ray in rays {
            let (crossings, after) = rest.split_at(ray.crossings.len());
            let (sums, after) = after.split_at(4);
            rest = after;
            let mut slope = [S::f32s::splat(s, 0.0); VECTORS];
            for reach in crossings {
                let next = rise(s, heights, here, reach, x);
                for i in 0..VECTORS {
                    slope[i] = greater(slope[i], next[i]);
                }
            }
            for sum in sums.chunks_exact(2) {
                let (a, b) = (rise(s, heights, here, &sum[0], x), rise(s, heights, here, &sum[1], x));
                for i in 0..VECTORS {
                    slope[i] = greater(slope[i], a[i] + b[i]);
                }
            }
            for i in 0..VECTORS {
                open[i] += one / (one + slope[i] * slope[i]);
            }
        }
        for i in 0..VECTORS {
            (open[i] * share).store_slice(&mut out[i * lanes..][..lanes]);
        }
        x += VECTORS * lanes;
    }
}

#[inline(always)]
fn load<S: Simd>(s: S, heights: &[f32], at: usize) -> [S::f32s; VECTORS] {
    let lanes = S::f32s::LEN;
    let heights = &heights[at..][..VECTORS * lanes];
    let mut v = [S::f32s::splat(s, 0.0); VECTORS];
    for i in 0..VECTORS {
        v[i] = S::f32s::from_slice(s, &heights[i * lanes..][..lanes]);
    }
    v
}

/// The slope up to a pair. Differences come before weights, so that level ground is exactly level.
#[inline(always)]
fn rise<S: Simd>(s: S, heights: &[f32], here: [S::f32s; VECTORS], to: &Reach, x: usize) -> [S::f32s; VECTORS] {
    let (mut a, b) = (load(s, heights, to.starts[0] + x), load(s, heights, to.starts[1] + x));
    let (wa, wb) = (S::f32s::splat(s, to.weights[0]), S::f32s::splat(s, to.weights[1]));
    for i in 0..VECTORS {
        a[i] = (a[i] - here[i]) * wa + (b[i] - here[i]) * wb;
    }
    a
}

/// `b` where it is greater, else `a`, also where `b` is no number: the hardware's maxima differ in that.
#[inline(always)]
fn greater<S: Simd, V: SimdFloat<S, Element = f32>>(a: V, b: V) -> V {
    b.simd_gt(a).select(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Level;

    const SIZE: usize = 256;

    /// A reproducible number in 0..1 for a cell.
    fn white(x: usize, y: usize) -> f32 {
        let mut h = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
        for _ in 0..2 {
            h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
        }
        (h >> 8) as f32 / (1 << 24) as f32
    }

    fn wave(k: usize, periods: f32) -> f32 {
        (k as f32 / SIZE as f32 * periods * std::f32::consts::TAU).sin()
    }

    /// Fields in units of a cell, with slopes of up to about 3.
    fn fields() -> Vec<(&'static str, Grid2)> {
        let noise = Grid2::from_fn(SIZE, SIZE, white);
        let bumps = Grid2::from_fn(SIZE, SIZE, |x, y| {
            let (x, y) = (x as i64, y as i64);
            (0..9).map(|i| noise.wrapped(x + i % 3, y + i / 3)).sum::<f32>()
        });
        vec![
            ("white", Grid2::from_fn(SIZE, SIZE, |x, y| 3.0 * white(x, y))),
            ("bumps", bumps),
            ("ridges", Grid2::from_fn(SIZE, SIZE, |x, y| 12.0 * (1.0 - (wave(x, 5.0) + wave(y, 3.0)).abs()))),
            (
                "steps",
                Grid2::from_fn(SIZE, SIZE, |x, y| 6.0 * ((x / 32 + y / 64) % 2) as f32 + 2.0 * ((x / 8) % 2) as f32),
            ),
            (
                "hills",
                Grid2::from_fn(SIZE, SIZE, |x, y| 12.0 * wave(x, 7.0) * wave(y, 4.0) + 4.0 * wave(x + 2 * y, 10.0)),
            ),
        ]
    }

    /// The definition, marched in f64: 64 azimuths, half a cell a step, bilinear heights.
    fn brute(heights: &Grid2, cell: [f64; 2], radius: f64, x: usize, y: usize) -> f64 {
        let bilinear = |u: f64, v: f64| {
            let (x, y) = (u.floor() as i64, v.floor() as i64);
            let at = |i, j| f64::from(heights.wrapped(x + i, y + j));
            let (s, t) = (u - u.floor(), v - v.floor());
            (at(0, 0) * (1.0 - s) + at(1, 0) * s) * (1.0 - t) + (at(0, 1) * (1.0 - s) + at(1, 1) * s) * t
        };
        let here = f64::from(heights.wrapped(x as i64, y as i64));
        let steps = (radius / (0.5 * cell[0].min(cell[1]))).ceil() as u32;
        let open = (0..64).map(|azimuth| {
            let (sin, cos) = (f64::from(azimuth) / 64.0 * std::f64::consts::TAU).sin_cos();
            let slopes = (1..=steps).map(|i| {
                let distance = radius * f64::from(i) / f64::from(steps);
                (bilinear(x as f64 + cos * distance / cell[0], y as f64 + sin * distance / cell[1]) - here) / distance
            });
            let slope = slopes.fold(0.0, f64::max);
            1.0 / (1.0 + slope * slope)
        });
        open.sum::<f64>() / 64.0
    }

    fn rolled(grid: &Grid2, dx: i64, dy: i64) -> Grid2 {
        Grid2::from_fn(grid.width, grid.height, |x, y| grid.wrapped(x as i64 - dx, y as i64 - dy))
    }

    /// A grid whose sides are no whole number of blocks, shorter than the longer radii.
    fn odd() -> Grid2 {
        Grid2::from_fn(75, 30, |x, y| 3.0 * white(x, y))
    }

    #[test]
    fn agrees_with_brute_force() {
        for (name, heights) in fields() {
            for cell in [[1.0, 1.0], [2.0, 1.0_f32]] {
                for radius in [2.0, 7.5, 40.0] {
                    let got = occlusion(&Engine::default(), &heights, cell, radius);
                    let (mut sum, mut count) = (0.0, 0.0);
                    for y in (0..SIZE).step_by(23) {
                        for x in (0..SIZE).step_by(9) {
                            let want = brute(&heights, cell.map(f64::from), radius.into(), x, y);
                            sum += (f64::from(got.wrapped(x as i64, y as i64)) - want).abs();
                            count += 1.0;
                        }
                    }
                    let mean = sum / count;
                    assert!(mean < 0.006, "{name}, cells of {cell:?}, radius {radius}: {mean} off in the mean");
                }
            }
        }
    }

    #[test]
    fn every_level_and_thread_count_gives_the_same_bits() {
        let heights = odd();
        let levels = [
            Some(Level::fallback()),
            #[cfg(target_arch = "x86_64")]
            Level::new().as_sse2().map(Level::Sse2),
            Some(Level::new()),
        ];
        for radius in [1.2, 9.0, 60.0] {
            let want =
                occlusion(&Engine { level: Level::fallback(), ..Engine::default() }, &heights, [1.0, 1.5], radius);
            for level in levels.into_iter().flatten() {
                for threads in [1, 2, 5] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    let got = pool
                        .install(|| occlusion(&Engine { level, ..Engine::default() }, &heights, [1.0, 1.5], radius));
                    let same = got.values.iter().zip(&want.values).all(|(a, b)| a.to_bits() == b.to_bits());
                    assert!(same, "{level:?}, {threads} threads, radius {radius}");
                }
            }
        }
    }

    #[test]
    fn rolls_exactly() {
        let heights = odd();
        for radius in [3.0, 100.0] {
            let open = occlusion(&Engine::default(), &heights, [1.0, 1.0], radius);
            for (dx, dy) in [(1, 0), (-17, 4), (40, 29)] {
                let got = occlusion(&Engine::default(), &rolled(&heights, dx, dy), [1.0, 1.0], radius);
                assert_eq!(got, rolled(&open, dx, dy));
            }
        }
    }

    #[test]
    fn a_tile_is_the_plane_it_repeats_over() {
        // On the large grid the offsets of the radius stay within half its width, so no column is folded there.
        let heights = odd();
        let plane = Grid2::from_fn(75 * 3, 30 * 5, |x, y| heights.wrapped(x as i64, y as i64));
        let open = occlusion(&Engine::default(), &heights, [1.0, 1.0], 70.0);
        let got = occlusion(&Engine::default(), &plane, [1.0, 1.0], 70.0);
        assert_eq!(got, Grid2::from_fn(75 * 3, 30 * 5, |x, y| open.wrapped(x as i64, y as i64)));
    }

    #[test]
    fn flat_ground_and_short_radii_are_open() {
        let flat = Grid2::from_fn(33, 5, |_, _| 123.456);
        for radius in [0.0, 1.0, 7.0, f32::INFINITY] {
            assert!(occlusion(&Engine::default(), &flat, [0.7, 1.3], radius).values.iter().all(|&v| v == 1.0));
        }
        for radius in [-1.0, 0.0, 0.99, f32::NAN] {
            assert!(occlusion(&Engine::default(), &odd(), [1.0, 2.0], radius).values.iter().all(|&v| v == 1.0));
        }
        let empty = Grid2::from_fn(0, 4, |_, _| 0.0);
        assert_eq!(occlusion(&Engine::default(), &empty, [1.0, 1.0], 3.0), empty);
    }

    #[test]
    fn only_the_shape_counts_not_its_size() {
        let heights = odd();
        let open = occlusion(&Engine::default(), &heights, [1.0, 2.0], 6.5);
        let large = Grid2::from_fn(75, 30, |x, y| 3.7 * heights.wrapped(x as i64, y as i64));
        let got = occlusion(&Engine::default(), &large, [3.7, 7.4], 3.7 * 6.5);
        assert!(got.values.iter().zip(&open.values).all(|(a, b)| (a - b).abs() < 1e-5));
    }

    #[test]
    fn wells_darken_with_depth_and_with_the_radius_that_meets_their_walls() {
        let middle = |depth: f32, radius| {
            let well = Grid2::from_fn(64, 64, |x, y| {
                let (x, y) = (x as f32 - 32.0, y as f32 - 32.0);
                if x * x + y * y < 100.0 { -depth } else { 0.0 }
            });
            occlusion(&Engine::default(), &well, [1.0, 1.0], radius).wrapped(32, 32)
        };
        assert_eq!(middle(10.0, 8.0), 1.0);
        assert!(middle(20.0, 20.0) < middle(10.0, 20.0) && middle(10.0, 20.0) < middle(5.0, 20.0));
        // A wall ten away and ten high hides half of a cosine-weighted sky.
        assert!((middle(10.0, 20.0) - 0.5).abs() < 0.03);
    }

    #[test]
    fn values_stay_in_range_whatever_the_heights() {
        let wild = [0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-40];
        let heights = Grid2::from_fn(21, 9, |x, y| wild[(x * 5 + y * 3) % 7]);
        let want = occlusion(&Engine { level: Level::fallback(), ..Engine::default() }, &heights, [1.0, 1.0], 5.0);
        assert!(want.values.iter().all(|v| (0.0..=1.0).contains(v)));
        assert_eq!(occlusion(&Engine::default(), &heights, [1.0, 1.0], 5.0), want);
    }
}
