//! One band: strips of the program's numbers become samples while they are in the nearest cache; only heights are kept,
//! for the normals, which need the rows around them.

use super::Bake;
use super::order::Give;
use crate::eval::block::{REGISTER, STRIP};
use crate::eval::{Strip, Window};
use crate::maps::{
    Convention, Counts, Finish, Heights, Kind, MapPlan, Method, Run, Samples, Steps, Units, from_slopes, normals,
};
use crate::program::Program;
use std::ops::Range;

/// What a thread keeps from band to band.
#[derive(Default)]
pub(super) struct Memory {
    samples: Vec<Samples>,
    heights: Heights,
}

/// A map of a band while it grows.
struct Growing<'a> {
    map: &'a MapPlan,
    finish: Finish,
    samples: &'a mut Samples,
    counts: Counts,
}

impl Growing<'_> {
    fn add(&mut self, channels: &[&[f32]], run: Run) {
        self.counts.merge(&self.finish.run(channels, run, self.samples));
    }
    fn is_normal(&self) -> bool {
        matches!(self.map.kind, Kind::Normal { .. })
    }
}

impl Bake {
    /// The finished rows of all pictures of a slice (the picture's own, where it is flat) from row `first` of the region on.
    pub(super) fn band(&self, slice: i64, first: u32, rows: u32, memory: &mut Memory, give: Give) {
        let window = Window {
            x: i64::from(self.region.x),
            y: i64::from(self.region.y + first),
            z: slice,
            width: self.region.width as usize,
            height: rows as usize,
        };
        let Memory { samples, heights } = memory;
        let mut maps = self.growing(samples, window.width * window.height);
        let height = maps.iter().find(|map| map.is_normal()).map(|map| map.map.channels[0]);
        if height.is_some() {
            heights.resize(window.width, window.height);
        }
        let at = |x: usize, row: usize| Run {
            at: self.pixel_at(x as u32, first + row as u32),
            first: row * window.width + x,
        };
        self.sampled(&self.recipe.program, window, &mut |piece| {
            for map in maps.iter_mut().filter(|map| !map.is_normal()) {
                let mut channels = [&[][..]; 4];
                let count = map.map.channels.len().min(4);
                for (channel, output) in channels.iter_mut().zip(&map.map.channels) {
                    *channel = piece.output(*output);
                }
                map.add(&channels[..count], at(piece.x, piece.row));
            }
            if let Some(height) = height {
                let from = piece.output(height);
                heights.row_mut(piece.row + 1)[piece.x..][..from.len()].copy_from_slice(from);
            }
        });
        if height.is_some() {
            self.surround(heights, window);
        }
        for (picture, map) in maps.iter_mut().enumerate() {
            if map.is_normal() {
                self.add_normals(map, heights, window, &at);
            }
            give(picture, (&*map.samples).into(), &map.counts);
        }
    }

    fn growing<'a>(&'a self, samples: &'a mut Vec<Samples>, pixels: usize) -> Vec<Growing<'a>> {
        let maps = &self.recipe.maps;
        if samples.is_empty() {
            samples.extend(maps.iter().map(Samples::none));
        }
        let growing = maps.iter().zip(samples).map(|(map, samples)| {
            samples.resize(pixels * map.stored_channels());
            Growing { map, finish: Finish::new(self.engine.level, map, self.size), samples, counts: Counts::default() }
        });
        growing.collect()
    }

    /// The pixel of the whole, unshifted picture that is column `x` and row `y` of the region.
    pub(super) fn pixel_at(&self, x: u32, y: u32) -> [u32; 2] {
        let place = |axis: usize, first: u32| {
            let origin = self.raster.origin[axis] / i64::from(self.samples);
            (origin + i64::from(first)).rem_euclid(i64::from(self.size[axis])) as u32
        };
        [place(0, self.region.x + x), place(1, self.region.y + y)]
    }

    /// The places of all samples of these columns (axis 0), rows (1) or slices (2) of the region, from pixel `first` on.
    #[cfg(feature = "gpu")]
    pub(super) fn places(&self, axis: usize, first: i64, count: u32) -> Vec<u32> {
        let n = if axis < 2 { i64::from(self.samples) } else { 1 };
        let start = [i64::from(self.region.x), i64::from(self.region.y), 0][axis] + first;
        (start * n..(start + i64::from(count)) * n).map(|i| self.raster.place(axis, i)).collect()
    }

    /// Width and height of a pixel, metres.
    pub(super) fn pixel_metres(&self) -> [f64; 2] {
        [self.tile[0] / f64::from(self.size[0]), self.tile[1] / f64::from(self.size[1])]
    }

    /// Hands the outputs of a program to `each`, pixels from left to right in strips and rows from top to bottom.
    fn sampled(&self, program: &Program, window: Window, each: &mut dyn FnMut(Piece)) {
        let n = self.samples as usize;
        if n == 1 {
            self.engine.strips(program, &self.raster, window, &mut |strip| {
                each(Piece { x: strip.x, row: strip.row, numbers: Numbers::Strip(strip) });
            });
            return;
        }
        // A few rows at a time: there are n * n samples for each pixel.
        let rows = ((1 << 18) / (window.width * n * n)).max(1);
        for top in (0..window.height).step_by(rows) {
            let part = Window { y: window.y + top as i64, height: rows.min(window.height - top), ..window };
            let fine = self.engine.window(program, &self.raster, finer(part, n));
            let planes: Vec<Vec<f32>> = fine.iter().map(|fine| averaged(fine, part, n)).collect();
            for (row, x) in runs(part) {
                let start = row * part.width + x;
                let numbers = Numbers::Planes(&planes, start..start + STRIP.min(part.width - x));
                each(Piece { x, row: top + row, numbers });
            }
        }
    }

    /// The first output of a program in a window of one row or one column.
    fn edge(&self, program: &Program, window: Window) -> Vec<f32> {
        let mut line = vec![0.0; window.width * window.height];
        self.sampled(program, window, &mut |piece| {
            let from = piece.output(0);
            line[piece.row * window.width + piece.x..][..from.len()].copy_from_slice(from);
        });
        line
    }

    /// Fills in the rows and columns around a band.
    fn surround(&self, heights: &mut Heights, window: Window) {
        let Some(program) = &self.recipe.height else { return };
        let (w, h) = (window.width, window.height);
        let above = self.edge(program, Window { y: window.y - 1, height: 1, ..window });
        let below = self.edge(program, Window { y: window.y + h as i64, height: 1, ..window });
        heights.row_mut(0).copy_from_slice(&above);
        heights.row_mut(h + 1).copy_from_slice(&below);
        if self.region.width == self.size[0] {
            (1..=h).for_each(|row| heights.wrap(row));
            return;
        }
        let left = self.edge(program, Window { x: window.x - 1, width: 1, ..window });
        let right = self.edge(program, Window { x: window.x + w as i64, width: 1, ..window });
        for row in 0..h {
            heights.set_sides(row + 1, left[row], right[row]);
        }
    }

    fn add_normals(&self, map: &mut Growing, heights: &Heights, window: Window, at: &dyn Fn(usize, usize) -> Run) {
        let Kind::Normal { strength, convention, method, .. } = map.map.kind else { return };
        let up = convention == Convention::OpenGl;
        let level = self.engine.level;
        let steps = Steps::new(self.pixel_metres(), strength, up);
        let slopes = (method == Method::Analytic).then(|| self.slopes(window));
        let scale = [strength as f32, if up { strength as f32 } else { -strength as f32 }];
        let mut units: Units = [[0.0; REGISTER]; 3];
        for (row, x) in runs(window) {
            let len = STRIP.min(window.width - x);
            match &slopes {
                None => normals(level, heights, row, x, len, steps, &mut units),
                Some([dx, dy]) => {
                    let from = row * window.width + x..row * window.width + x + len;
                    from_slopes(level, &dx[from.clone()], &dy[from], scale, &mut units);
                }
            }
            map.add(&[&units[0][..len], &units[1][..len], &units[2][..len]], at(x, row));
        }
    }

    /// Exact slopes of the heights, metres per metre, x to the right and y up.
    fn slopes(&self, window: Window) -> [Vec<f32>; 2] {
        let n = self.samples as usize;
        let Some(program) = &self.recipe.height else { return Default::default() };
        let [_, dx, dy] = self.engine.slopes(program, &self.raster, finer(window, n)).swap_remove(0);
        let metric = |fine: Vec<f32>, per_metre: f64| {
            let mut plane = if n == 1 { fine } else { averaged(&fine, window, n) };
            plane.iter_mut().for_each(|v| *v *= per_metre as f32);
            plane
        };
        [metric(dx, 1.0 / self.tile[0]), metric(dy, -1.0 / self.tile[1])]
    }
}

/// A run of pixels of a row, at most a strip wide.
struct Piece<'a> {
    x: usize,
    row: usize,
    numbers: Numbers<'a>,
}

enum Numbers<'a> {
    Strip(Strip<'a>),
    Planes(&'a [Vec<f32>], Range<usize>),
}

impl Piece<'_> {
    /// An output of the program.
    fn output(&self, k: usize) -> &[f32] {
        match &self.numbers {
            Numbers::Strip(strip) => strip.output(k),
            Numbers::Planes(planes, range) => &planes[k][range.clone()],
        }
    }
}

/// Row and first column of each run of a window.
fn runs(window: Window) -> impl Iterator<Item = (usize, usize)> {
    (0..window.height).flat_map(move |row| (0..window.width).step_by(STRIP).map(move |x| (row, x)))
}

/// The same window in samples, `n` per pixel and axis.
fn finer(window: Window, n: usize) -> Window {
    let (x, y) = (window.x * n as i64, window.y * n as i64);
    Window { x, y, z: window.z, width: window.width * n, height: window.height * n }
}

/// The mean of the `n * n` samples of each pixel, summed row by row.
fn averaged(fine: &[f32], window: Window, n: usize) -> Vec<f32> {
    let share = 1.0 / (n * n) as f32;
    let mut out = vec![0.0; window.width * window.height];
    for (row, out) in out.chunks_exact_mut(window.width).enumerate() {
        for k in 0..n {
            let from = &fine[(row * n + k) * window.width * n..][..window.width * n];
            for (out, pixel) in out.iter_mut().zip(from.chunks_exact(n)) {
                for v in pixel {
                    *out += v;
                }
            }
        }
        for out in out {
            *out *= share;
        }
    }
    out
}
