//! Smaller levels of a volume: each voxel is the mean of the part of the level above that it covers.
//!
//! Where an edge is odd, the next one is half of it rounded down, and a voxel covers two and a bit: what lies across two
//! voxels counts in both, each with its share. So all of the torus counts evenly, nothing is moved, and every level tiles.
//! Levels are made of each other before rounding, in double precision and a fixed order; sRGB colours in linear light.
//!
//! Rejected: two voxels per voxel whatever the edge, as drivers do it. It leaves a slice out where an edge is odd, which is a seam.

use std::io;

use fearless_simd::prelude::*;

use super::Texture;
use crate::machine::{Machine, colour, narrow};
use crate::maps::{Rows, Samples};
use crate::output::Sample;

/// Takes level 0 row by row, gives the others slice by slice.
pub(super) struct Pyramid {
    texture: Texture,
    /// The slice of level 0 that is coming in, as numbers that may be added.
    slice: Vec<f64>,
    levels: Vec<Level>,
}

/// How a level is made of the one above.
struct Level {
    /// Slices of the level above, and of this one.
    depths: [usize; 2],
    /// Samples of a row above: voxels times channels.
    row: usize,
    channels: usize,
    columns: Vec<Span>,
    rows: Vec<Span>,
    /// Slices above that came in, and slices that are done.
    taken: usize,
    done: usize,
    /// The sums of the slice that is next, and of the one behind it.
    sums: [Vec<f64>; 2],
}

/// What a place of a level covers along one axis: the first place above, and the share of each.
struct Span {
    first: usize,
    shares: Vec<f64>,
}

/// A finished slice goes here: its level, its number and its samples.
pub(super) type Give<'a> = &'a mut dyn FnMut(u32, u32, Rows) -> io::Result<()>;

impl Pyramid {
    pub(super) fn new(texture: Texture) -> Pyramid {
        let channels = usize::from(texture.channels);
        let levels = (1..texture.levels()).map(|level| {
            let above = texture.level_size(level - 1).map(|n| n as usize);
            let size = texture.level_size(level).map(|n| n as usize);
            let sums = || vec![0.0; size[0] * size[1] * channels];
            Level {
                depths: [above[2], size[2]],
                row: above[0] * channels,
                channels,
                columns: spans(above[0], size[0]),
                rows: spans(above[1], size[1]),
                taken: 0,
                done: 0,
                sums: [sums(), sums()],
            }
        });
        Pyramid { texture, slice: Vec::new(), levels: levels.collect() }
    }

    /// Adds rows of level 0, from top to bottom and through all slices.
    pub(super) fn add(&mut self, rows: Rows, give: Give) -> io::Result<()> {
        let (texture, channels) = (self.texture, usize::from(self.texture.channels));
        let whole = texture.size[0] as usize * texture.size[1] as usize * channels;
        let light: Vec<f64> = match texture.srgb {
            true => (0..=255u8).map(|v| linear(f32::from(v) / 255.0)).collect(),
            false => Vec::new(),
        };
        let count = match rows {
            Rows::U8(all) => all.len(),
            Rows::U16(all) => all.len(),
            Rows::Float(all) => all.len(),
        };
        for i in 0..count {
            self.slice.push(match rows {
                Rows::U8(all) if texture.srgb && i % channels < 3 => light[usize::from(all[i])],
                Rows::U8(all) => f64::from(all[i]),
                Rows::U16(all) => f64::from(all[i]),
                Rows::Float(all) => f64::from(all[i]),
            });
            if self.slice.len() == whole {
                let slice = std::mem::take(&mut self.slice);
                self.push(0, &slice, give)?;
                self.slice = slice;
                self.slice.clear();
            }
        }
        Ok(())
    }

    /// Adds a slice of level `above` to the next one, and so on.
    fn push(&mut self, above: usize, slice: &[f64], give: Give) -> io::Result<()> {
        let Some(level) = self.levels.get_mut(above) else { return Ok(()) };
        let Some((number, done)) = level.take(slice) else { return Ok(()) };
        give(above as u32 + 1, number as u32, (&stored(&done, &self.texture)).into())?;
        self.push(above + 1, &done, give)
    }
}

impl Level {
    /// Takes the next slice of the level above. Gives the slice that is finished with it: every slice above ends at
    /// most one.
    fn take(&mut self, slice: &[f64]) -> Option<(usize, Vec<f64>)> {
        let flat = self.flat(slice);
        // In units of which the level above has `depths[1]` per slice and this one `depths[0]`.
        let [above, depth] = self.depths;
        let (from, to) = (self.taken * depth, (self.taken + 1) * depth);
        let border = (self.done + 1) * above;
        let share = |part: usize| part as f64 / above as f64;
        add(&mut self.sums[0], &flat, share(to.min(border) - from));
        self.taken += 1;
        if to < border {
            return None;
        }
        add(&mut self.sums[1], &flat, share(to - border));
        let empty = vec![0.0; flat.len()];
        let [done, next] = std::mem::replace(&mut self.sums, [Vec::new(), empty]);
        self.sums[0] = next;
        self.done += 1;
        Some((self.done - 1, done))
    }

    /// A slice above in the width and height of this level.
    fn flat(&self, slice: &[f64]) -> Vec<f64> {
        let (channels, width) = (self.channels, self.columns.len());
        let mut flat = vec![0.0; width * channels * self.rows.len()];
        let mut tall = vec![0.0; self.row];
        for (span, to) in self.rows.iter().zip(flat.chunks_exact_mut(width * channels)) {
            tall.fill(0.0);
            for (k, share) in span.shares.iter().enumerate() {
                add(&mut tall, &slice[(span.first + k) * self.row..][..self.row], *share);
            }
            for (span, to) in self.columns.iter().zip(to.chunks_exact_mut(channels)) {
                for (k, share) in span.shares.iter().enumerate() {
                    add(to, &tall[(span.first + k) * channels..][..channels], *share);
                }
            }
        }
        flat
    }
}

/// What each of `size` places covers of `above`.
fn spans(above: usize, size: usize) -> Vec<Span> {
    let span = |i: usize| {
        let (from, to) = (i * above, (i + 1) * above);
        let (first, end) = (from / size, to.div_ceil(size));
        let share = |k: usize| (((k + 1) * size).min(to) - (k * size).max(from)) as f64 / above as f64;
        Span { first, shares: (first..end).map(share).collect() }
    };
    (0..size).map(span).collect()
}

fn add(sums: &mut [f64], values: &[f64], share: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value * share;
    }
}

fn linear(encoded: f32) -> f64 {
    let m = narrow();
    f64::from(colour::from_srgb(m, m.f(encoded)).as_slice()[0])
}

fn encoded(linear: f64) -> f64 {
    let m = narrow();
    f64::from(colour::to_srgb(m, m.f(linear as f32)).as_slice()[0])
}

/// Numbers as samples, rounded to nearest.
fn stored(slice: &[f64], texture: &Texture) -> Samples {
    let channels = usize::from(texture.channels);
    match texture.sample {
        Sample::U8 => {
            let whole = |(i, v): (usize, &f64)| match texture.srgb && i % channels < 3 {
                true => (255.0 * encoded(*v) + 0.5) as u8,
                false => (v + 0.5) as u8,
            };
            Samples::U8(slice.iter().enumerate().map(whole).collect())
        }
        Sample::U16 => Samples::U16(slice.iter().map(|v| (v + 0.5) as u16).collect()),
        Sample::Half | Sample::Float => Samples::Float(slice.iter().map(|v| *v as f32).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::testing::Random;

    const SIZES: [[u32; 3]; 8] =
        [[8, 8, 8], [6, 5, 3], [7, 1, 2], [1, 1, 9], [3, 16, 12], [15, 2, 31], [5, 5, 5], [1, 1, 1]];

    fn texture(size: [u32; 3], channels: u8, sample: Sample) -> Texture {
        Texture { size, channels, sample, colour: false, srgb: false, opaque: false, mips: true }
    }

    fn noise(texture: &Texture) -> Samples {
        let count = texture.size.iter().product::<u32>() as usize * usize::from(texture.channels);
        let mut random = Random::new(u64::from(texture.size[0]));
        match texture.sample {
            Sample::U8 => Samples::U8((0..count).map(|_| random.below(1 << 8) as u8).collect()),
            Sample::U16 => Samples::U16((0..count).map(|_| random.below(1 << 16) as u16).collect()),
            _ => Samples::Float((0..count).map(|_| random.below(1 << 20) as f32 / 1024.0 - 512.0).collect()),
        }
    }

    fn numbers(rows: Rows) -> Vec<f64> {
        match rows {
            Rows::U8(all) => all.iter().map(|v| f64::from(*v)).collect(),
            Rows::U16(all) => all.iter().map(|v| f64::from(*v)).collect(),
            Rows::Float(all) => all.iter().map(|v| f64::from(*v)).collect(),
        }
    }

    /// All levels that a pyramid gives, in the order of their slices. `parts` rows come in at once.
    fn levels(texture: &Texture, samples: &Samples, parts: usize) -> Vec<Vec<f64>> {
        let mut levels = vec![Vec::new(); texture.levels() as usize];
        let mut slices = vec![0; levels.len()];
        let mut pyramid = Pyramid::new(*texture);
        let part = parts * texture.size[0] as usize * usize::from(texture.channels);
        let mut give = |level: u32, slice: u32, rows: Rows| {
            assert_eq!(slice, slices[level as usize], "level {level}");
            slices[level as usize] += 1;
            levels[level as usize].extend(numbers(rows));
            Ok(())
        };
        let rows: Rows = samples.into();
        let mut add = |rows| pyramid.add(rows, &mut give).unwrap();
        match rows {
            Rows::U8(all) => all.chunks(part).for_each(|part| add(Rows::U8(part))),
            Rows::U16(all) => all.chunks(part).for_each(|part| add(Rows::U16(part))),
            Rows::Float(all) => all.chunks(part).for_each(|part| add(Rows::Float(part))),
        }
        levels
    }

    /// The next level by counting: both sizes divide the fine lattice of `from * to` points, each of which lies in one
    /// voxel of either level.
    fn halved(above: &[f64], from: [u32; 3], to: [u32; 3], channels: usize) -> Vec<f64> {
        let [from, to] = [from, to].map(|size| size.map(|n| n as usize));
        let mut sums = vec![0.0; to.iter().product::<usize>() * channels];
        for z in 0..from[2] * to[2] {
            for y in 0..from[1] * to[1] {
                for x in 0..from[0] * to[0] {
                    let old = ((z / to[2]) * from[1] + y / to[1]) * from[0] + x / to[0];
                    let new = ((z / from[2]) * to[1] + y / from[1]) * to[0] + x / from[0];
                    for c in 0..channels {
                        sums[new * channels + c] += above[old * channels + c];
                    }
                }
            }
        }
        let points = from.iter().product::<usize>() as f64;
        sums.iter().map(|sum| sum / points).collect()
    }

    #[test]
    fn each_level_is_the_mean_of_the_boxes_above() {
        for size in SIZES {
            for (channels, sample) in [(1, Sample::U8), (2, Sample::U16), (3, Sample::Float), (4, Sample::U8)] {
                let texture = texture(size, channels, sample);
                let samples = noise(&texture);
                let made = levels(&texture, &samples, 1);
                assert_eq!(made.len() as u32, size.iter().max().unwrap().ilog2() + 1);
                let mut exact = numbers((&samples).into());
                for (level, made) in made.iter().enumerate().skip(1) {
                    let sizes = [level - 1, level].map(|level| texture.level_size(level as u32));
                    exact = halved(&exact, sizes[0], sizes[1], usize::from(channels));
                    assert_eq!(made.len(), exact.len());
                    // Whole numbers are rounded, floats have 24 bits.
                    let near = if sample == Sample::Float { 1e-4 } else { 0.5 + 1e-9 };
                    for (made, exact) in made.iter().zip(&exact) {
                        assert!((made - exact).abs() <= near, "{size:?} {channels} {level}: {made} for {exact}");
                    }
                }
            }
        }
    }

    /// No part of the torus is left out: the last voxel is the mean of all.
    #[test]
    fn the_last_level_is_the_mean_of_the_first() {
        for size in SIZES {
            let texture = texture(size, 1, Sample::Float);
            let samples = noise(&texture);
            let all = numbers((&samples).into());
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            if let [.., last] = &levels(&texture, &samples, 1)[1..] {
                assert_eq!(last.len(), 1, "{size:?}");
                assert!((last[0] - mean).abs() < 1e-4, "{size:?}: {} for {mean}", last[0]);
            }
        }
    }

    #[test]
    fn it_does_not_matter_how_many_rows_come_at_once() {
        let texture = texture([6, 5, 7], 4, Sample::U16);
        let samples = noise(&texture);
        let once = levels(&texture, &samples, 35);
        for parts in [1, 2, 4, 5, 11] {
            assert!(levels(&texture, &samples, parts) == once, "{parts} rows");
        }
    }

    /// Half of all light is lighter than grey 128, alpha is no light.
    #[test]
    fn colours_are_averaged_in_linear_light() {
        let texture = Texture { colour: true, srgb: true, ..texture([2, 2, 2], 4, Sample::U8) };
        let light = |v: u8| ((f64::from(v) / 255.0 + 0.055) / 1.055).powf(2.4);
        let [dark, bright] = [60, 250];
        let pixel = |i: usize| if i.is_multiple_of(2) { [dark; 4] } else { [bright; 4] };
        let samples = Samples::U8((0..8).flat_map(pixel).collect());
        let mean = 255.0 * (1.055 * ((light(dark) + light(bright)) / 2.0).powf(1.0 / 2.4) - 0.055);
        let last = &levels(&texture, &samples, 1)[1];
        assert!(mean > 180.0 && last[..3].iter().all(|v| (v - mean).abs() <= 1.0), "{last:?} for {mean}");
        assert_eq!(last[3], 155.0);
    }
}
