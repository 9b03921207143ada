//! A volume as one tall picture: all its slices from z = 0 on, through the same bands as a flat one.
//!
//! A slice is what [`Request::slice`](super::Request::slice) bakes alone, to the last bit; memory does not grow with the
//! depth. Rejected: a bake for each slice, one after another. Small slices have too few bands for all cores.

use super::band::Memory;
use super::order::{self, Bands, Give};
use super::{Bake, Sink, Stopped, band_rows};
use crate::maps::{Counts, Rows, Samples};
use std::sync::atomic::AtomicBool;

/// How the slices of a volume lie in the picture that a sink takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// One under another. No band lies across two slices, so each slice is a picture of its own, too.
    Slices,
    /// Side by side in this many columns, at least 1, row by row from the top left.
    Atlas(u32),
}

/// What a thread keeps from band to band of an atlas.
#[derive(Default)]
struct Sheet {
    memory: Memory,
    pictures: Vec<(Samples, Counts)>,
}

impl Bake {
    /// Slices of the volume that this is a slice of; 1 for a flat picture.
    pub fn depth(&self) -> u32 {
        self.raster.size[2]
    }

    /// Width and height of the picture that all slices make, pixels.
    pub fn stacked(&self, stack: Stack) -> [u32; 2] {
        let [width, height] = self.size();
        match stack {
            Stack::Slices => [width, height * self.depth()],
            Stack::Atlas(columns) => [width * columns, height * self.depth().div_ceil(columns)],
        }
    }

    /// About how many bytes [`Bake::volume`] holds at once on `threads` threads, with what sinks of files hold.
    pub fn volume_bytes(&self, stack: Stack, threads: usize) -> u64 {
        self.bytes_of(self.stacked(stack), threads)
    }

    /// Bakes all slices into sinks, one for each of [`Bake::maps`], on this processor. `progress` hears how many rows of
    /// the stacked picture are done.
    ///
    /// # Errors
    /// The first sink that can't go on, or `stop` having been set.
    pub fn volume<S: Sink>(
        &self,
        stack: Stack,
        sinks: &mut [S],
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Counts>, Stopped<S::Error>> {
        let slice = self.size()[1];
        let [width, height] = self.stacked(stack);
        let rows = band_rows(width);
        match stack {
            Stack::Slices => {
                let bands = Bands { rows, height: slice, pages: self.depth() };
                order::run(bands, sinks, stop, progress, |first, rows, memory, give| {
                    self.band(i64::from(first / slice), first % slice, rows, memory, give);
                    Ok(())
                })
            }
            Stack::Atlas(columns) => {
                let bands = Bands { rows, height, pages: 1 };
                order::run(bands, sinks, stop, progress, |first, rows, sheet, give| {
                    self.sheet(columns, first..first + rows, sheet, give);
                    Ok(())
                })
            }
        }
    }

    /// Rows of an atlas: of each slice that they lie on the rows of its own. Places behind the last slice are 0.
    fn sheet(&self, columns: u32, rows: std::ops::Range<u32>, sheet: &mut Sheet, give: Give) {
        let [width, height] = self.size().map(|n| n as usize);
        let across = width * columns as usize;
        let Sheet { memory, pictures } = sheet;
        if pictures.is_empty() {
            pictures.extend(self.maps().iter().map(|map| (Samples::none(map), Counts::default())));
        }
        for ((samples, counts), map) in pictures.iter_mut().zip(self.maps()) {
            samples.resize(0);
            samples.resize(rows.len() * across * map.stored_channels());
            *counts = Counts::default();
        }
        let mut row = rows.start;
        while row < rows.end {
            let (tile, y) = (row / height as u32, row % height as u32);
            let count = (height as u32 - y).min(rows.end - row);
            let top = (row - rows.start) as usize;
            for column in (0..columns).filter(|column| tile * columns + column < self.depth()) {
                self.band(i64::from(tile * columns + column), y, count, memory, &mut |picture, tile, found| {
                    let channels = self.maps()[picture].stored_channels();
                    let (samples, counts) = &mut pictures[picture];
                    counts.merge(found);
                    let left = (top * across + column as usize * width) * channels;
                    put(samples, tile, left, [width * channels, across * channels]);
                });
            }
            row += count;
        }
        for (picture, (samples, counts)) in pictures.iter().enumerate() {
            give(picture, samples.into(), counts);
        }
    }
}

/// Puts rows of `widths[0]` samples into rows of `widths[1]`, the first of them at `left`.
fn put(samples: &mut Samples, tile: Rows, left: usize, widths: [usize; 2]) {
    fn rows<T: Copy>(to: &mut [T], from: &[T], left: usize, [narrow, wide]: [usize; 2]) {
        for (row, from) in from.chunks_exact(narrow).enumerate() {
            to[left + row * wide..][..narrow].copy_from_slice(from);
        }
    }
    match (samples, tile) {
        (Samples::U8(to), Rows::U8(from)) => rows(to, from, left, widths),
        (Samples::U16(to), Rows::U16(from)) => rows(to, from, left, widths),
        (Samples::Float(to), Rows::Float(from)) => rows(to, from, left, widths),
        // All bands of a map are of one kind.
        _ => {}
    }
}
