//! What running water and gravity make of a height field on the torus.
//!
//! In: heights on a periodic grid, metres. Out: the eroded heights, how much rock was taken and how much loose ground
//! lies there in the end: `height = of - wear + sediment`.
//!
//! Each step lets rain run ([`super::drainage`]), cuts by the stream power law `E = k sqrt(A) S` (area that drains
//! through a cell, slope), lays a part of what is carried down again, and lets steep ground slide ([`super::talus`]).
//! The cut is solved implicitly from the lowest cell up (Braun and Willett 2013, "A very efficient O(n), implicit and
//! parallel method to solve the stream power equation", here with several receivers), so a step may be large and no
//! cell is cut below where its water goes. What settles is a share of the mean that was cut upstream (Davy and Lague
//! 2009: `D = G Qs / A`), so fans grow where slopes end. `k` has no unit and areas and slopes scale with the tile: a
//! mountain and its model erode alike.
//!
//! Rejected: droplets, whose picture depends on the order of thousands of walks; water in pipes between cells (Mei,
//! Decaudin and Hu 2007), which needs hundreds of steps before a gully is as long as the tile.

use super::drainage::{Drainage, Run, distances, weight};
use super::flow::{cells, gather, send};
use super::talus::{Ground, slide};
use super::{Grid2, held};
use crate::eval::Engine;

/// How strongly things act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Erosion {
    /// What water cuts in all: 0 nothing, 1 valleys, 10 little of what was.
    pub strength: f64,
    /// How much of it settles again: 0 nothing, 1 as much as is cut upstream in the mean.
    pub settle: f64,
    /// The steepest slope that holds, metres per metre.
    pub talus: f64,
    /// Passes in which steep ground slides, in all.
    pub slides: u32,
    /// Rounds of rain.
    pub steps: u32,
}

/// What is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Eroded {
    /// Metres.
    pub height: Grid2,
    /// Rock that was taken away, metres, at least 0.
    pub wear: Grid2,
    /// Loose ground that lies there, metres, at least 0.
    pub sediment: Grid2,
}

/// The power of slopes by which water spreads.
const FOCUS: u32 = 4;

/// Heights after erosion.
///
/// `heights` are metres, at most 2^26 of them; `cell` is the width and height of a cell, metres, greater than 0.
/// Heights stay between the least and the greatest. What reaches the lowest cell leaves the tile.
pub fn erosion(engine: &Engine, heights: &Grid2, cell: [f64; 2], keys: Erosion) -> Eroded {
    let before = held(heights);
    let Grid2 { width, height, .. } = before;
    let mut ground =
        Ground { size: [width, height], rock: before.values.clone(), loose: vec![0.0; before.values.len()] };
    let top = before.values.iter().fold(f32::NEG_INFINITY, |a, b| if *b > a { *b } else { a });
    for step in 0..keys.steps {
        if engine.stopped() {
            break;
        }
        if keys.strength > 0.0 {
            rain(engine, &mut ground, cell, keys.strength / f64::from(keys.steps), keys.settle, top);
        }
        let until = |step: u32| keys.slides * step / keys.steps;
        slide(engine, &mut ground, cell, keys.talus, (until(step + 1) - until(step)) as usize);
    }
    let grid = |values| Grid2 { width, height, values };
    let height = ground.rock.iter().zip(&ground.loose).map(|(rock, loose)| rock + loose).collect();
    let wear = before.values.iter().zip(&ground.rock).map(|(before, rock)| before - rock).collect();
    Eroded { height: grid(height), wear: grid(wear), sediment: grid(ground.loose) }
}

/// One round: cut, carried, settled.
fn rain(engine: &Engine, ground: &mut Ground, cell: [f64; 2], strength: f64, settle: f64, top: f32) {
    let [width, height] = ground.size;
    let surface: Vec<f32> = ground.rock.iter().zip(&ground.loose).map(|(rock, loose)| rock + loose).collect();
    let surface = Grid2 { width, height, values: surface };
    let drainage = Drainage::through(engine, &surface, cell, FOCUS);
    if engine.stopped() {
        return;
    }
    let water = gather(engine, &drainage);
    let low = cut(&drainage, &surface.values, &water, cell, strength);
    // Ground is carried in whole units: 2^-34 of the relief, so that all of 2^26 cells together fit.
    let bottom = surface.values.iter().fold(top, |a, b| if *b < a { *b } else { a });
    let relief = f64::from(top) - f64::from(bottom);
    if relief <= 0.0 {
        return;
    }
    let (unit, units) = (relief / (1u64 << 34) as f64, (1u64 << 34) as f64 / relief);
    let mut load = vec![0; water.len()];
    send(engine, &drainage, &mut load, |i, arrived| {
        let below = |v: f32| ((f64::from(v) - f64::from(low[i])) * units) as u64;
        let taken = below(surface.values[i]);
        let share = (settle / f64::from(cells(water[i]))).min(1.0);
        let carried = arrived + taken;
        let laid = ((carried as f64 * share) as u64).min(below(top)).min(carried);
        let (away, here) = ((taken as f64 * unit) as f32, (laid as f64 * unit) as f32);
        let (rock, loose) = (&mut ground.rock[i], &mut ground.loose[i]);
        let from_loose = if away < *loose { away } else { *loose };
        *rock -= away - from_loose;
        *loose = *loose - from_loose + here;
        carried - laid
    });
}

/// The surface after one step of cutting: each cell from those that its water goes to.
fn cut(drainage: &Drainage, surface: &[f32], water: &[u64], cell: [f64; 2], strength: f64) -> Vec<f32> {
    let edge = (cell[0] * cell[1]).sqrt() * strength;
    let factors = distances(cell).map(|d| (edge / f64::from(d)) as f32);
    let mut low = surface.to_vec();
    for Run { cell: i, around, shares } in drainage.runs() {
        let root = cells(water[i]).sqrt();
        let (mut sum, mut all) = (surface[i], 1.0);
        for d in 0..8 {
            let below = low[around[d]];
            if shares[d] > 0 && below < surface[i] {
                let factor = factors[d] * root * weight(shares[d]);
                sum += factor * below;
                all += factor;
            }
        }
        low[i] = sum / all;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::super::flow::tests::{brute_shares, brute_water, fields};
    use super::super::flow::{Runs, flow};
    use super::super::tests::rolled;
    use super::*;
    use crate::grid::with_threads;
    use std::sync::atomic::AtomicBool;

    const KEYS: Erosion = Erosion { strength: 0.3, settle: 0.5, talus: 0.1, slides: 12, steps: 3 };

    fn wide(grid: &Grid2) -> impl Iterator<Item = f64> + '_ {
        grid.values.iter().map(|v| f64::from(*v))
    }

    fn sum(grid: &Grid2) -> f64 {
        wide(grid).sum()
    }

    #[test]
    fn ground_is_moved_and_never_made() {
        for heights in fields(40, 23) {
            let least = heights.values.iter().copied().fold(f32::INFINITY, f32::min);
            let greatest = heights.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for keys in [KEYS, Erosion { strength: 0.0, ..KEYS }, Erosion { settle: 0.0, slides: 0, ..KEYS }] {
                let got = erosion(&Engine::default(), &heights, [1.0, 1.0], keys);
                let (wear, sediment) = (sum(&got.wear), sum(&got.sediment));
                let whole = sum(&heights);
                assert!((whole - wear + sediment - sum(&got.height)).abs() < 1e-5 * whole, "{keys:?}");
                assert!(wear > 0.002 * whole, "{keys:?}: {wear} of {whole}");
                if keys.strength == 0.0 {
                    assert!((wear - sediment).abs() < 1e-5 * whole, "what slid lies there: {wear}, {sediment}");
                } else {
                    assert!(sediment < wear, "some was washed away: {wear}, {sediment}");
                }
                assert_eq!(sediment > 0.0, keys != Erosion { settle: 0.0, slides: 0, ..KEYS });
                for i in 0..heights.values.len() {
                    let [height, wear, sediment] = [&got.height, &got.wear, &got.sediment].map(|g| g.values[i]);
                    assert!(wear >= 0.0 && sediment >= 0.0, "{wear}, {sediment}");
                    assert!((heights.values[i] - wear + sediment - height).abs() < 1e-5);
                    assert!((least - 1e-5..=greatest + 1e-5).contains(&height), "{height}");
                }
            }
        }
    }

    #[test]
    fn cuts_by_the_stream_power_law_and_settles_by_the_mean_upstream() {
        for heights in fields(18, 13) {
            for cell in [[1.0, 1.0], [0.5, 2.0]] {
                let keys = Erosion { strength: 0.7, settle: 0.6, slides: 0, steps: 1, ..KEYS };
                let got = erosion(&Engine::default(), &heights, cell, keys);
                let shares = brute_shares(&heights, cell, FOCUS as i32, true);
                let water = brute_water(&shares);
                let at = |grid: &Grid2, i: usize| f64::from(grid.values[i]);
                let low = |i: usize| at(&heights, i) - at(&got.wear, i);
                for (i, (runs, water)) in shares.iter().zip(&water).enumerate() {
                    let area = water * cell[0] * cell[1];
                    let mut slope = 0.0;
                    for (n, d, share) in runs.iter().filter(|run| low(run.0) < at(&heights, i)) {
                        slope += share * (low(i) - low(*n)) / d;
                    }
                    let (cut, want) = (at(&got.wear, i), keys.strength * area.sqrt() * slope);
                    assert!((cut - want).abs() < 2e-3 * want.abs() + 2e-5, "{cut} was cut at {i}, not {want}");
                }
                // What each cell carries: sums over givers until nothing changes any more.
                let own: Vec<f64> = wide(&got.wear).collect();
                let left = |i: usize, carried: f64| carried * (1.0 - (keys.settle / water[i]).min(1.0));
                let mut carried = own.clone();
                for _ in 0..own.len() {
                    let mut next = own.clone();
                    for (i, runs) in shares.iter().enumerate() {
                        runs.iter().for_each(|(n, _, share)| next[*n] += share * left(i, carried[i]));
                    }
                    carried = next;
                }
                for (i, (laid, carried)) in wide(&got.sediment).zip(&carried).enumerate() {
                    let want = carried - left(i, *carried);
                    assert!((laid - want).abs() < 3e-3 * want + 2e-5, "{laid} lie at {i}, not {want}");
                }
            }
        }
    }

    #[test]
    fn slid_ground_is_nowhere_steeper_than_the_talus() {
        for heights in fields(24, 16) {
            let cell = [1.0, 1.25];
            let keys = Erosion { strength: 0.0, talus: 0.15, slides: 4000, steps: 1, ..KEYS };
            let got = erosion(&Engine::default(), &heights, cell, keys).height;
            let steepest = |grid: &Grid2| {
                let mut steepest = 0.0f64;
                for i in 0..24 * 16 {
                    let (x, y) = (i % 24, i / 24);
                    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1)] {
                        let fall = f64::from(grid.wrapped(x, y) - grid.wrapped(x + dx, y + dy)).abs();
                        steepest = steepest.max(fall / (dx as f64 * cell[0]).hypot(dy as f64 * cell[1]));
                    }
                }
                steepest
            };
            assert!(steepest(&heights) > 0.3, "{}", steepest(&heights));
            assert!(steepest(&got) < 0.15 * 1.001, "{}", steepest(&got));
        }
    }

    #[test]
    fn rolls_exactly_with_any_number_of_threads() {
        for heights in fields(45, 22) {
            let go = |heights: &Grid2| {
                let Eroded { height, wear, sediment } = erosion(&Engine::default(), heights, [1.0, 1.5], KEYS);
                [height, wear, sediment]
            };
            let one = with_threads(1, || go(&heights));
            assert_eq!(one, with_threads(3, || go(&heights)));
            assert_eq!(go(&rolled(&heights, 13, -7)), one.map(|grid| rolled(&grid, 13, -7)));
        }
    }

    #[test]
    fn a_model_erodes_as_the_mountain() {
        for heights in fields(30, 20) {
            let large = Grid2 { values: heights.values.iter().map(|v| 4.0 * v).collect(), ..heights };
            let want = erosion(&Engine::default(), &heights, [1.0, 1.0], KEYS).height;
            let got = erosion(&Engine::default(), &large, [4.0, 4.0], KEYS).height;
            assert_eq!(got, Grid2 { values: want.values.iter().map(|v| 4.0 * v).collect(), ..want });
        }
    }

    #[test]
    fn ends_early_when_stopped() {
        static STOP: AtomicBool = AtomicBool::new(true);
        let engine = Engine { stop: Some(&STOP), ..Engine::default() };
        let [heights, _] = fields(30, 20);
        assert_eq!(erosion(&engine, &heights, [1.0, 1.0], KEYS).height, heights);
        for runs in [Runs::Through, Runs::Ending, Runs::Down { tilt: 1.0, fade: 1e6 }] {
            assert_eq!(flow(&engine, &heights, [1.0, 1.0], 4, runs).values.len(), 600);
        }
    }

    #[test]
    fn level_ground_stays_and_wild_numbers_are_survived() {
        let level = Grid2::from_fn(17, 5, |_, _| 123.456);
        assert_eq!(erosion(&Engine::default(), &level, [1.0, 1.0], KEYS).height, level);
        let all_settles = Erosion { settle: 10.0, strength: 100.0, ..KEYS };
        let [hills, _] = fields(40, 23);
        let got = erosion(&Engine::default(), &hills, [1.0, 1.0], all_settles);
        assert!(sum(&got.sediment) <= sum(&got.wear));
        let wild = [0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0, 1e-40, 2e-40];
        for heights in
            [Grid2::from_fn(21, 9, |x, y| wild[(x * 5 + y * 3) % 8]), Grid2::from_fn(16, 1, |x, _| wild[x % 2])]
        {
            let got = erosion(&Engine::default(), &heights, [1.0, 1.0], KEYS);
            for grid in [got.height, got.wear, got.sediment] {
                assert!(grid.values.iter().all(|v| v.is_finite()));
            }
        }
    }
}
