//! How much ground drains through each cell of a height field on the torus.
//!
//! In: heights on a periodic grid. Out: the area whose rain runs through each cell, its own among it. Water is counted
//! in whole numbers, so no drop is lost and the order in which runs meet changes no bit.
//!
//! On tilted ground water runs around the tile and meets itself. There it fades with the way, and the tile is run
//! through until nothing changes any more: whole numbers that only grow reach the same end in any order.

use super::Grid2;
use super::drainage::{Drainage, Run, distances, part};
use crate::eval::Engine;
use crate::machine::{Machine, narrow};
use fearless_simd::SimdBase;

/// What becomes of water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Runs {
    /// It gets out of hollows over their lowest rims and ends in the lowest cell of the tile.
    Through,
    /// It ends in hollows.
    Ending,
    /// The ground falls down the picture; water ends in hollows and dries up on its way.
    Down {
        /// Metres that the ground falls per metre, more than it does by itself.
        tilt: f64,
        /// Metres over which water fades to 1/e.
        fade: f64,
    },
}

/// The rain of one cell: that of 2^26 cells, 256 times around the tile, is below 2^63.
const RAIN: u64 = 1 << 28;

/// Times that water may run around a tile: enough to the last unit where it fades to 1/e within 8 tiles.
const TURNS: usize = 256;

/// The area that drains through each cell, in cells: at least 1.
///
/// `heights` are metres, at most 2^26 of them, `cell` is the width and height of a cell, metres, greater than 0. A cell
/// shares its water among its lower neighbours by the power `focus` of their slopes.
pub fn flow(engine: &Engine, heights: &Grid2, cell: [f64; 2], focus: u32, runs: Runs) -> Grid2 {
    let heights = super::held(heights);
    let water = match runs {
        Runs::Through => gather(engine, &Drainage::through(engine, &heights, cell, focus)),
        Runs::Ending => gather(engine, &Drainage::ending(engine, &heights, cell, focus, 0.0)),
        Runs::Down { tilt, fade } => {
            let drainage = Drainage::ending(engine, &heights, cell, focus, tilt);
            around_the_tile(engine, &drainage, distances(cell).map(|d| f64::from(d) / fade))
        }
    };
    Grid2 { values: water.into_iter().map(cells).collect(), ..heights }
}

/// Water as cells of rain.
#[inline]
pub(super) fn cells(water: u64) -> f32 {
    (water as f64 * (1.0 / RAIN as f64)) as f32
}

/// All water, once down the order of the cells.
pub(super) fn gather(engine: &Engine, drainage: &Drainage) -> Vec<u64> {
    let mut water = vec![RAIN; drainage.cells()];
    send(engine, drainage, &mut water, |_, water| water);
    water
}

/// Sends what is `kept` of each cell's amount down its runs, from high to low, to the last unit.
#[inline]
pub(super) fn send(engine: &Engine, drainage: &Drainage, amounts: &mut [u64], mut kept: impl FnMut(usize, u64) -> u64) {
    for (done, Run { cell, around, shares }) in drainage.runs().rev().enumerate() {
        if done.is_multiple_of(1 << 16) && engine.stopped() {
            return;
        }
        let amount = kept(cell, amounts[cell]);
        let (mut left, mut last) = (amount, None);
        for d in 0..8 {
            if shares[d] > 0 {
                let part = part(amount, shares[d]);
                amounts[around[d]] += part;
                left -= part;
                last = Some(around[d]);
            }
        }
        if let Some(last) = last {
            amounts[last] += left;
        }
    }
}

/// The same where runs close: `fades` are the ways to the eight neighbours in units of the way that fades to 1/e.
fn around_the_tile(engine: &Engine, drainage: &Drainage, fades: [f64; 8]) -> Vec<u64> {
    let m = narrow();
    let kept = fades.map(|way| {
        let left = m.exp2(m.f((-way * std::f64::consts::LOG2_E) as f32)).as_slice()[0];
        // Below a whole, so that what runs in a circle ends.
        ((left * 32768.0) as u16).min(32767)
    });
    let mut place = vec![0u32; drainage.cells()];
    for (k, run) in drainage.runs().enumerate() {
        place[run.cell] = k as u32;
    }
    // What comes from cells that stand before the receiver in the order waits for the next turn.
    let mut early = vec![0; drainage.cells()];
    let mut water = vec![RAIN; drainage.cells()];
    for _ in 0..TURNS {
        let mut late = vec![0; early.len()];
        water = early.iter().map(|more| RAIN + more).collect::<Vec<u64>>();
        for Run { cell, around, shares } in drainage.runs().rev() {
            let amount = water[cell];
            for ((to, share), kept) in around.into_iter().zip(shares).zip(kept) {
                let run = part(part(amount, share), kept);
                if place[to] < place[cell] {
                    water[to] += run;
                } else {
                    late[to] += run;
                }
            }
        }
        if late == early || engine.stopped() {
            break;
        }
        early = late;
    }
    water
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{rolled, rough};
    use super::*;
    use crate::grid::with_threads;

    /// To which neighbours the water of each cell goes and how much of it, from the definition: the search looks at all
    /// cells in each round, shares are f64.
    pub fn brute_shares(heights: &Grid2, cell: [f64; 2], focus: i32, through: bool) -> Vec<Vec<(usize, f64, f64)>> {
        let (w, h) = (heights.width as i64, heights.height as i64);
        let at = |i: usize| f64::from(heights.values[i]);
        let around = |i: usize| -> Vec<(usize, f64)> {
            let (x, y) = (i as i64 % w, i as i64 / w);
            let offsets = (-1..=1).flat_map(|j| (-1..=1).map(move |i| (i, j))).filter(|o| *o != (0, 0));
            let near = |(i, j): (i64, i64)| ((y + j).rem_euclid(h) * w + (x + i).rem_euclid(w)) as usize;
            offsets.map(|o| (near(o), (o.0 as f64 * cell[0]).hypot(o.1 as f64 * cell[1]))).collect()
        };
        let all = 0..heights.values.len();
        let mut rounds = vec![usize::MAX; all.len()];
        let least = |cells: &[usize]| cells.iter().map(|i| at(*i)).fold(f64::INFINITY, f64::min);
        let mut seen: Vec<usize> = all.clone().filter(|i| at(*i) == least(&all.clone().collect::<Vec<_>>())).collect();
        for round in 0.. {
            let low = least(&seen);
            seen.iter().filter(|i| at(**i) == low).for_each(|i| rounds[*i] = round);
            seen = all.clone().filter(|i| rounds[*i] == usize::MAX).collect();
            seen.retain(|i| around(*i).iter().any(|(n, _)| rounds[*n] != usize::MAX));
            if seen.is_empty() {
                break;
            }
        }
        all.map(|i| {
            let mut around = around(i);
            if through {
                around.retain(|(n, _)| rounds[*n] < rounds[i]);
            }
            let falls: Vec<_> = around.iter().copied().filter(|(n, _)| at(*n) < at(i)).collect();
            let weigh = |(n, d): (usize, f64)| (n, d, ((at(i) - at(n)) / d).powi(focus));
            let mut runs: Vec<_> = falls.into_iter().map(weigh).collect();
            if runs.is_empty() && through {
                let low = least(&around.iter().map(|n| n.0).collect::<Vec<_>>());
                runs = around.into_iter().filter(|(n, _)| at(*n) == low).map(|(n, d)| (n, d, 1.0)).collect();
            }
            let sum: f64 = runs.iter().map(|run| run.2).sum();
            runs.into_iter().map(|(n, d, weight)| (n, d, weight / sum)).collect()
        })
        .collect()
    }

    /// What drains through each cell: sums over givers until nothing changes any more.
    pub fn brute_water(shares: &[Vec<(usize, f64, f64)>]) -> Vec<f64> {
        let mut water = vec![1.0; shares.len()];
        for _ in 0..shares.len() {
            let mut next = vec![1.0; shares.len()];
            for (i, runs) in shares.iter().enumerate() {
                runs.iter().for_each(|(n, _, share)| next[*n] += share * water[i]);
            }
            if next == water {
                break;
            }
            water = next;
        }
        water
    }

    /// Hills, and the same in steps with much level ground.
    pub fn fields(width: usize, height: usize) -> [Grid2; 2] {
        let noise = rough(width, height);
        let hills = Grid2::from_fn(width, height, |x, y| {
            let (x, y) = (x as i64, y as i64);
            (0..25).map(|i| noise.wrapped(x + i % 5, y + i / 5)).sum::<f32>() / 5.0
        });
        let steps = Grid2 { values: hills.values.iter().map(|v| (v * 6.0).floor() * 0.25).collect(), ..hills };
        [hills, steps]
    }

    const DOWN: Runs = Runs::Down { tilt: 0.8, fade: 9.0 };

    #[test]
    fn agrees_with_the_definition() {
        for heights in fields(18, 13) {
            for (cell, focus) in [([1.0, 1.0], 4), ([0.5, 2.0], 1)] {
                for runs in [Runs::Through, Runs::Ending] {
                    let got = flow(&Engine::default(), &heights, cell, focus, runs);
                    let want = brute_water(&brute_shares(&heights, cell, focus as i32, runs == Runs::Through));
                    for (i, (v, want)) in got.values.iter().zip(&want).enumerate() {
                        let v = f64::from(*v);
                        assert!((v - want).abs() < 2e-3 * want, "{runs:?}, {cell:?}: {v} at {i}, not {want}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_drop_is_lost() {
        let engine = Engine::default();
        for heights in fields(40, 23) {
            let through = Drainage::through(&engine, &heights, [1.0, 1.0], 4);
            let ending = Drainage::ending(&engine, &heights, [1.0, 1.0], 4, 0.0);
            for drainage in [through, ending] {
                let (mut ends, mut sum) = (0, 0);
                let water = gather(&engine, &drainage);
                for run in drainage.runs() {
                    match run.shares.into_iter().sum::<u16>() {
                        0 => (ends, sum) = (ends + 1, sum + water[run.cell]),
                        shares => assert_eq!(shares, 1 << 15),
                    }
                }
                assert!(ends > 0);
                assert_eq!(sum, 40 * 23 * RAIN);
            }
        }
    }

    #[test]
    fn a_wall_is_wet_everywhere_and_runs_close() {
        // All cells of a bare wall have the same: rain, and what is left of a neighbour's water.
        let bare = Grid2::from_fn(12, 20, |_, _| 0.3);
        let (fade, tilt) = (5.0f64, 2.0f64);
        let slopes = [1.0, 0.5f64.sqrt()].map(|part: f64| (tilt * part).powi(4));
        let left = slopes[0] * (-1.0 / fade).exp() + 2.0 * slopes[1] * (-(2.0f64.sqrt()) / fade).exp();
        let want = 1.0 / (1.0 - left / (slopes[0] + 2.0 * slopes[1]));
        let got = flow(&Engine::default(), &bare, [1.0, 1.0], 4, Runs::Down { tilt, fade });
        for v in got.values {
            assert!((f64::from(v) - want).abs() < 2e-3 * want, "{v}, not {want}");
        }
    }

    #[test]
    fn rolls_exactly_with_any_number_of_threads() {
        for heights in fields(45, 22) {
            for runs in [Runs::Through, Runs::Ending, DOWN] {
                let go = |heights: &Grid2| flow(&Engine::default(), heights, [1.0, 1.5], 4, runs);
                let one = with_threads(1, || go(&heights));
                assert_eq!(one, with_threads(3, || go(&heights)));
                assert_eq!(go(&rolled(&heights, 13, -7)), rolled(&one, 13, -7), "{runs:?}");
            }
        }
    }

    #[test]
    fn whatever_the_heights_there_is_an_answer() {
        let wild = [0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0, 1e-40, 2e-40];
        let heights = Grid2::from_fn(21, 9, |x, y| wild[(x * 5 + y * 3) % 8]);
        for runs in [Runs::Through, Runs::Ending, DOWN] {
            let got = flow(&Engine::default(), &heights, [1.0, 1.0], 16, runs);
            assert!(got.values.iter().all(|v| (1.0..=1e6).contains(v)));
        }
        for (width, height) in [(1, 1), (16, 1), (2, 16)] {
            let got = flow(&Engine::default(), &rough(width, height), [1.0, 1.0], 4, Runs::Through);
            assert_eq!(got.values.iter().copied().fold(0.0, f32::max), (width * height) as f32);
        }
    }
}
