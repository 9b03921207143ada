//! Mean, 99th percentile, maximum and the place of it, over all pixels of a pair.

use super::limits::Limits;
use super::pair::Pair;
use rayon::prelude::*;

/// How far apart two pictures are, in the unit of their kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Over all pixels.
    pub mean: f64,
    /// 99 % of the pixels are at most this far apart, to half a percent of it.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
    /// Column and row of the worst pixel, the first one of several.
    pub at: [u32; 2],
    /// What A and B have stored there.
    pub values: [Vec<f64>; 2],
    /// The greatest difference of a sample in steps of the stored depth.
    pub steps: f64,
    /// Pixels that are beyond the hard limit.
    pub beyond: u64,
    /// The rectangle that holds them: first column and row, width, height.
    pub area: Option<[u32; 4]>,
}

/// Rows that one thread measures at a time.
const ROWS: u32 = 64;
/// Bits of a float that don't decide its bin: bins are half a percent wide.
const BIN: u32 = 15;

/// What is known of some rows.
struct Part {
    sum: f64,
    worst: Option<(f64, [u32; 2])>,
    steps: f64,
    beyond: u64,
    /// First and last column and row of these.
    area: [u32; 4],
    bins: Vec<u32>,
}

/// Measures all pixels. Sums are added in the order of the rows, whatever the number of threads.
pub(super) fn measure(pair: &Pair, limits: &Limits) -> Figures {
    let (width, height) = (pair.a.width, pair.a.height);
    let parts: Vec<Part> =
        (0..height.div_ceil(ROWS)).into_par_iter().filter_map(|i| part(pair, limits, i * ROWS)).collect();
    let pixels = u64::from(width) * u64::from(height);
    let mut figures = Figures {
        mean: parts.iter().map(|part| part.sum).sum::<f64>() / pixels as f64,
        p99: 0.0,
        max: 0.0,
        at: [0, 0],
        values: [pair.a.stored([0, 0]), pair.b.stored([0, 0])],
        steps: parts.iter().map(|part| part.steps).fold(0.0, f64::max),
        beyond: parts.iter().map(|part| part.beyond).sum(),
        area: None,
    };
    for (figure, at) in parts.iter().filter_map(|part| part.worst) {
        if figure > figures.max || (figures.max == 0.0 && figure == 0.0) {
            (figures.max, figures.at) = (figure, at);
            figures.values = [pair.a.stored(at), pair.b.stored(at)];
        }
    }
    let beyond = parts.iter().filter(|part| part.beyond > 0).map(|part| part.area);
    let hull = |a: [u32; 4], b: [u32; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
    figures.area = beyond.reduce(hull).map(|[x, y, right, bottom]| [x, y, right - x + 1, bottom - y + 1]);
    figures.p99 = percentile(&parts, pixels).min(figures.max);
    figures
}

/// The upper edge of the bin that holds the first 99 % of all pixels.
fn percentile(parts: &[Part], pixels: u64) -> f64 {
    let most = parts.iter().map(|part| part.bins.len()).max().unwrap_or(0);
    let count = |bin: usize| parts.iter().filter_map(|part| part.bins.get(bin)).map(|n| u64::from(*n)).sum::<u64>();
    let mut above = 0;
    for bin in (1..most).rev() {
        above += count(bin);
        if above > pixels / 100 {
            return f64::from(f32::from_bits(((bin as u32 + 1) << BIN) - 1));
        }
    }
    0.0
}

/// Rows from `first` on; `None` where they are equal to the bit.
fn part(pair: &Pair, limits: &Limits, first: u32) -> Option<Part> {
    let rows = first..(first + ROWS).min(pair.a.height);
    let n = pair.a.channels;
    let mut part: Option<Part> = None;
    let mut both = [Vec::new(), Vec::new()];
    for y in rows.filter(|y| !pair.a.same_row(*y, pair.b, *y)) {
        let part = part.get_or_insert_with(|| Part {
            sum: 0.0,
            worst: None,
            steps: 0.0,
            beyond: 0,
            area: [u32::MAX, u32::MAX, 0, 0],
            bins: Vec::new(),
        });
        pair.rows(y, &mut both);
        let [a, b] = &both;
        for (x, (a, b)) in a.chunks_exact(n).zip(b.chunks_exact(n)).enumerate() {
            let steps = pair.steps(a, b);
            if steps == 0.0 {
                continue;
            }
            let (figure, x) = (pair.figure(a, b), x as u32);
            part.sum += figure;
            part.steps = part.steps.max(steps);
            if part.worst.is_none_or(|(worst, _)| figure > worst) {
                part.worst = Some((figure, [x, y]));
            }
            if limits.excludes(figure, steps) {
                part.beyond += 1;
                let [left, top, right, bottom] = part.area;
                part.area = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
            }
            let bin = ((figure as f32).min(f32::MAX).to_bits() >> BIN) as usize;
            if part.bins.len() <= bin {
                part.bins.resize(bin + 1, 0);
            }
            part.bins[bin] += 1;
        }
    }
    part
}
