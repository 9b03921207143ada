//! A bake: bands of rows from the program through the maps to sinks, on all cores, in memory that does not grow with
//! the picture.
//!
//! ```text
//! material + request -> recipe -> [ bands: planes -> normals -> samples ] -> one sink per picture
//! ```
//! Work goes in waves: while the bands of one wave are computed, the rows of the wave before are handed to the sinks,
//! each sink on its own task. Rejected: a thread per file behind a channel, which is more threads than were asked for.

use crate::eval::{Engine, Raster, Window};
use crate::maps::{
    Convention, Counts, Heights, Kind, MapPlan, Method, Pixels, Recipe, Samples, Steps, Want, finish, from_slopes,
    normals,
};
use crate::material::{LONGEST_EDGE, Material};
use crate::program::Program;
use crate::program::lower::{Dropped, turn_word};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most samples per pixel and axis.
pub const MOST_SAMPLES: u32 = 16;

/// Where the picture starts on the tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offset {
    /// Whole pixels to the right and down: exactly a roll of the picture.
    Pixels([i64; 2]),
    /// Tiles to the right and down.
    Tiles([f64; 2]),
}

/// A rectangle of a picture, pixels; it may cross the border, where it wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns, at most those of the picture.
    pub width: u32,
    /// Rows, at most those of the picture.
    pub height: u32,
}

/// What is to be baked of a material.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Width and height of the whole picture, pixels.
    pub size: [u32; 2],
    /// Samples per pixel and axis, averaged: colours in linear light, heights before the normal. 0 takes the preset's.
    pub samples: u32,
    /// Which maps, and how they are stored.
    pub want: Want,
    /// Where the picture starts.
    pub offset: Offset,
    /// Only this part, with the same bits as in the whole.
    pub region: Option<Region>,
    /// Slice K of D through the volume, with 3D kernels.
    pub slice: Option<[u32; 2]>,
}

impl Request {
    /// All maps of a whole picture of this size.
    pub fn new(size: [u32; 2]) -> Self {
        Self { size, samples: 0, want: Want::default(), offset: Offset::Pixels([0; 2]), region: None, slice: None }
    }

    /// The part of the picture that is baked.
    ///
    /// # Errors
    /// A region or a slice that is no part of the picture.
    pub fn region_of_picture(&self) -> Result<Region, String> {
        let [width, height] = self.size;
        let region = self.region.unwrap_or(Region { x: 0, y: 0, width, height });
        let inside = region.x < width && region.y < height;
        if !inside || region.width == 0 || region.height == 0 || region.width > width || region.height > height {
            return Err(format!(
                "a region of {} x {} pixels at {}, {} is no part of a picture of {width} x {height}",
                region.width, region.height, region.x, region.y
            ));
        }
        match self.slice {
            Some([slice, depth]) if slice >= depth => {
                Err(format!("there is no slice {slice} of {depth}: slices count from 0 to {}", depth.max(1) - 1))
            }
            _ => Ok(region),
        }
    }
}

/// Takes the finished rows of one picture, from top to bottom.
pub trait Sink: Send {
    /// What can go wrong.
    type Error: Send;
    /// Some whole rows more.
    ///
    /// # Errors
    /// What the sink can't do; the bake stops.
    fn rows(&mut self, rows: &Samples) -> Result<(), Self::Error>;
}

/// Why a bake ended early.
#[derive(Debug, PartialEq)]
pub enum Stopped<E> {
    /// Somebody asked for it.
    Asked,
    /// A sink could not go on.
    Sink(E),
}

/// A picture in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// What it shows.
    pub map: MapPlan,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Interleaved, row by row from the top.
    pub samples: Samples,
}

/// A bake that is ready to run.
pub struct Bake {
    engine: Engine,
    recipe: Recipe,
    tile: [f64; 3],
    size: [u32; 2],
    samples: u32,
    raster: Raster,
    region: Region,
    slice: i64,
}

impl Bake {
    /// Lowers what the request wants; grids (occlusion, quantiles) are computed here, on all cores.
    ///
    /// # Errors
    /// A request that does not fit: names that do not exist, a region outside the picture, a slice that is none.
    pub fn new(material: &Material, request: &Request, engine: &Engine) -> Result<Self, String> {
        let [width, height] = request.size;
        let samples = if request.samples == 0 { material.preset().samples } else { request.samples };
        if samples > MOST_SAMPLES || width > LONGEST_EDGE || height > LONGEST_EDGE {
            return Err(format!(
                "{samples} x {samples} samples for each of {width} x {height} pixels can't be baked: at most \
                 {MOST_SAMPLES} x {MOST_SAMPLES}, with edges of {LONGEST_EDGE} pixels"
            ));
        }
        let region = request.region_of_picture()?;
        let [slice, depth] = request.slice.unwrap_or([0, 1]);
        let fine = |n: u32| f64::from(n) * f64::from(samples);
        let z = if request.slice.is_some() { f64::from(depth) } else { f64::INFINITY };
        let recipe = material.recipe([fine(width), fine(height), z], &request.want, engine)?;
        let n = i64::from(samples);
        let mut raster = match request.slice {
            None => Raster::new(width * samples, height * samples),
            Some(_) => Raster::volume(width * samples, height * samples, depth),
        };
        match request.offset {
            Offset::Pixels([x, y]) => {
                raster.origin[0] = x.rem_euclid(i64::from(width)) * n;
                raster.origin[1] = y.rem_euclid(i64::from(height)) * n;
            }
            Offset::Tiles([u, v]) => {
                raster.shift[0] = turn_word(u);
                raster.shift[1] = turn_word(v);
            }
        }
        let (tile, slice) = (material.preset().tile, i64::from(slice));
        Ok(Self { engine: *engine, recipe, tile, size: request.size, samples, raster, region, slice })
    }

    /// The pictures, in the order of the sinks.
    pub fn maps(&self) -> &[MapPlan] {
        &self.recipe.maps
    }
    /// Width and height of the pictures, pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.region.width, self.region.height]
    }
    /// Lattices that the picture can't carry, wholly or in part.
    pub fn dropped(&self) -> &[Dropped] {
        &self.recipe.dropped
    }
    /// The program, one operation a line.
    pub fn listing(&self) -> String {
        self.recipe.program.listing()
    }

    /// About how many bytes [`Bake::run`] holds at once on `threads` threads, beside what the sinks hold.
    pub fn bytes(&self, threads: usize) -> u64 {
        let pixels = u64::from(self.band_rows()) * u64::from(self.region.width);
        let samples = u64::from(self.samples) * u64::from(self.samples);
        let planes = self.recipe.program.outputs.len() as u64 + 6;
        let stored: u64 = self.recipe.maps.iter().map(|map| 4 * map.stored_channels() as u64).sum();
        let (threads, waves) = (threads.max(1) as u64, 2);
        pixels * threads * (planes * 4 * (samples + 1) + waves * 2 * stored)
    }

    /// Bakes into sinks, one for each of [`Bake::maps`]. `progress` hears how many rows are done.
    ///
    /// # Errors
    /// The first sink that can't go on, or `stop` having been set.
    pub fn run<S: Sink>(
        &self,
        sinks: &mut [S],
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Counts>, Stopped<S::Error>> {
        let rows = self.band_rows();
        let bands = self.region.height.div_ceil(rows);
        let wave = (2 * rayon::current_num_threads()) as u32;
        let mut counts = vec![Counts::default(); self.recipe.maps.len()];
        let mut ready: Vec<Vec<(Samples, Counts)>> = Vec::new();
        let mut done = 0u64;
        for first in (0..bands).step_by(wave as usize).chain([bands]) {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped::Asked);
            }
            let compute = || -> Vec<Vec<(Samples, Counts)>> {
                (first..bands.min(first + wave)).into_par_iter().map(|band| self.band(band * rows, rows)).collect()
            };
            let write = || {
                sinks
                    .par_iter_mut()
                    .enumerate()
                    .try_for_each(|(map, sink)| ready.iter().try_for_each(|band| sink.rows(&band[map].0)))
            };
            let (next, written) = rayon::join(compute, write);
            written.map_err(Stopped::Sink)?;
            for band in &ready {
                for (total, (_, counts)) in counts.iter_mut().zip(band) {
                    total.merge(counts);
                }
            }
            done += (ready.len() as u64 * u64::from(rows)).min(u64::from(self.region.height) - done);
            progress(done);
            ready = next;
        }
        Ok(counts)
    }

    /// Bakes into memory.
    pub fn images(&self) -> Vec<Image> {
        struct Memory(Option<Samples>);
        impl Sink for Memory {
            type Error = std::convert::Infallible;
            fn rows(&mut self, rows: &Samples) -> Result<(), Self::Error> {
                match (&mut self.0, rows) {
                    (Some(Samples::U8(all)), Samples::U8(rows)) => all.extend_from_slice(rows),
                    (Some(Samples::U16(all)), Samples::U16(rows)) => all.extend_from_slice(rows),
                    (Some(Samples::Float(all)), Samples::Float(rows)) => all.extend_from_slice(rows),
                    (all, rows) => *all = Some(rows.clone()),
                }
                Ok(())
            }
        }
        let mut sinks: Vec<Memory> = self.recipe.maps.iter().map(|_| Memory(None)).collect();
        let never = AtomicBool::new(false);
        // Memory can't fail, and nobody can ask to stop.
        let _ = self.run(&mut sinks, &never, &|_| ());
        let [width, height] = self.size();
        let images = self.recipe.maps.iter().zip(sinks);
        images
            .map(|(map, sink)| Image {
                map: map.clone(),
                width,
                height,
                samples: sink.0.unwrap_or(Samples::U8(Vec::new())),
            })
            .collect()
    }

    /// Rows of a band: about 2^18 pixels, but no fewer than 8 rows where memory allows, so that rows share work.
    fn band_rows(&self) -> u32 {
        let width = self.region.width.max(1);
        let fine = self.samples * self.samples;
        ((1 << 18) / width / fine).clamp(if width > 1 << 16 { 1 } else { 8 }, 64)
    }

    /// The finished rows of all pictures from row `first` of the region on.
    fn band(&self, first: u32, rows: u32) -> Vec<(Samples, Counts)> {
        let rows = rows.min(self.region.height - first) as usize;
        let window = Window {
            x: i64::from(self.region.x),
            y: i64::from(self.region.y + first),
            z: self.slice,
            width: self.region.width as usize,
            height: rows,
        };
        let planes = self.sampled(&self.recipe.program, window);
        let start = |axis: usize, first: u32| {
            let origin = (self.raster.origin[axis] / i64::from(self.samples)) as u32;
            (origin + first) % self.size[axis]
        };
        let pixels = Pixels {
            first: [start(0, self.region.x), start(1, self.region.y + first)],
            width: window.width,
            size: self.size,
        };
        let finished = self.recipe.maps.iter().map(|map| {
            if let Kind::Normal { strength, convention, method, .. } = map.kind {
                let up = convention == Convention::OpenGl;
                let unit = match method {
                    Method::Central => self.differences(&planes[map.channels[0]], window, strength, up),
                    Method::Analytic => self.slopes(window, strength, up),
                };
                let channels: Vec<&[f32]> = unit.iter().map(Vec::as_slice).collect();
                return finish(self.engine.level, map, &channels, pixels);
            }
            let channels: Vec<&[f32]> = map.channels.iter().map(|c| planes[*c].as_slice()).collect();
            finish(self.engine.level, map, &channels, pixels)
        });
        finished.collect()
    }

    /// Planes of a window of pixels: the mean of the samples of each pixel.
    fn sampled(&self, program: &Program, window: Window) -> Vec<Vec<f32>> {
        let n = self.samples as usize;
        if n == 1 {
            return self.engine.window(program, &self.raster, window);
        }
        let planes = self.engine.window(program, &self.raster, finer(window, n));
        planes.iter().map(|fine| averaged(fine, window, n)).collect()
    }

    /// Normals by central differences, with the rows and columns around the window.
    fn differences(&self, heights: &[f32], window: Window, strength: f64, up: bool) -> [Vec<f32>; 3] {
        let (w, h) = (window.width, window.height);
        let stride = w + 2;
        let mut around = vec![0.0; stride * (h + 2)];
        for (row, from) in heights.chunks_exact(w).enumerate() {
            around[(row + 1) * stride + 1..][..w].copy_from_slice(from);
        }
        let Some(program) = &self.recipe.height else { return [vec![0.0; w * h], vec![0.0; w * h], vec![1.0; w * h]] };
        let edge = |window: Window| self.sampled(program, window).swap_remove(0);
        let above = edge(Window { y: window.y - 1, height: 1, ..window });
        let below = edge(Window { y: window.y + h as i64, height: 1, ..window });
        around[1..][..w].copy_from_slice(&above);
        around[(h + 1) * stride + 1..][..w].copy_from_slice(&below);
        let whole = self.region.width == self.size[0];
        let sides = (!whole).then(|| {
            let left = edge(Window { x: window.x - 1, width: 1, ..window });
            (left, edge(Window { x: window.x + w as i64, width: 1, ..window }))
        });
        for row in 0..h {
            let (left, right) = match &sides {
                Some((left, right)) => (left[row], right[row]),
                None => (heights[row * w + w - 1], heights[row * w]),
            };
            around[(row + 1) * stride] = left;
            around[(row + 1) * stride + w + 1] = right;
        }
        let pixel = [self.tile[0] / f64::from(self.size[0]), self.tile[1] / f64::from(self.size[1])];
        normals(self.engine.level, &Heights { values: &around, width: w }, Steps::new(pixel, strength, up))
    }

    /// Normals by exact slopes.
    fn slopes(&self, window: Window, strength: f64, up: bool) -> [Vec<f32>; 3] {
        let n = self.samples as usize;
        let Some(program) = &self.recipe.height else { return Default::default() };
        let mut slopes = self.engine.slopes(program, &self.raster, finer(window, n)).swap_remove(0);
        let per_metre = [1.0, 1.0 / self.tile[0], -1.0 / self.tile[1]];
        for (plane, scale) in slopes.iter_mut().zip(per_metre) {
            if n > 1 {
                *plane = averaged(plane, window, n);
            }
            for v in plane.iter_mut() {
                *v *= scale as f32;
            }
        }
        from_slopes(self.engine.level, &slopes[1], &slopes[2], strength as f32, if up { 1.0 } else { -1.0 })
    }
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
