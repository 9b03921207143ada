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
