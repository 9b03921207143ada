//! A bake: bands of rows from the program through the maps to sinks, on all cores, in memory that does not grow with
//! the picture.
//!
//! ```text
//! material + request -> recipe -> [ band: program -> samples of each map -> parts ] -> sinks, in order
//! ```
//! `band` makes the samples of a band, `order` keeps all cores at it and hands what comes out to the sinks from top to
//! bottom.

mod band;
#[cfg(feature = "gpu")]
mod card;
mod order;
mod stack;

#[cfg(feature = "gpu")]
use crate::eval::gpu::Failure;
use crate::eval::{Engine, Raster};
use crate::maps::{Counts, Depth, MapPlan, Recipe, Rows, Samples, Want};
use crate::material::{LONGEST_EDGE, Material};
use crate::program::{Dropped, turn_word};
pub use stack::Stack;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(feature = "gpu")]
use std::sync::atomic::Ordering;

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

/// Rows of a band of a picture of this width: about 2^18 pixels, in whole blocks of the file formats.
pub fn band_rows(width: u32) -> u32 {
    ((1 << 18) / width.max(1) / 32 * 32).clamp(32, 64)
}

/// Takes one picture in parts, from top to bottom.
pub trait Sink: Send {
    /// What can go wrong.
    type Error: Send;
    /// What makes parts of rows.
    type Pack: Pack;
    /// It, before the first part is taken.
    fn pack(&self) -> Self::Pack;
    /// The next part. It must not wait for other tasks of this thread pool.
    ///
    /// # Errors
    /// What the sink can't do; the bake stops.
    fn take(&mut self, part: <Self::Pack as Pack>::Part) -> Result<(), Self::Error>;
}

/// Makes parts of a picture of its rows, on the threads that computed them and in any order: the place for work that
/// bands can do apart from each other, as compression.
pub trait Pack: Send + Sync {
    /// A band, ready to be taken.
    type Part: Send;
    /// The part that these rows become, `first` being the first of them in the picture that is baked. All parts but the
    /// last have [`band_rows`] rows. It must not wait for other tasks of this thread pool.
    fn part(&self, first: u32, rows: Rows) -> Self::Part;
}

/// Leaves rows as they are.
pub struct Plain;

impl Pack for Plain {
    type Part = Samples;
    fn part(&self, _: u32, rows: Rows) -> Samples {
        match rows {
            Rows::U8(all) => Samples::U8(all.to_vec()),
            Rows::U16(all) => Samples::U16(all.to_vec()),
            Rows::Float(all) => Samples::Float(all.to_vec()),
        }
    }
}

/// Why a bake ended early.
#[derive(Debug, PartialEq)]
pub enum Stopped<E> {
    /// Somebody asked for it.
    Asked,
    /// A sink could not go on.
    Sink(E),
    /// What computes could not go on: a device that was lost. One line for people.
    Device(String),
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
#[derive(Clone)]
pub struct Bake {
    engine: Engine,
    recipe: Arc<Recipe>,
    tile: [f64; 3],
    size: [u32; 2],
    samples: u32,
    raster: Raster,
    region: Region,
    slice: i64,
    /// Where it runs, if not on this processor.
    #[cfg(feature = "gpu")]
    card: Option<Arc<card::Card>>,
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
        Ok(Self {
            engine: *engine,
            recipe: Arc::new(recipe),
            tile,
            size: request.size,
            samples,
            raster,
            region,
            slice,
            #[cfg(feature = "gpu")]
            card: None,
        })
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

    /// About how many bytes [`Bake::run`] holds at once on `threads` threads, with what sinks of files hold.
    pub fn bytes(&self, threads: usize) -> u64 {
        self.bytes_of(self.size(), threads)
    }

    fn bytes_of(&self, [width, height]: [u32; 2], threads: usize) -> u64 {
        let rows = band_rows(width).min(height);
        let pixels = u64::from(rows) * u64::from(width);
        let under_way = (threads.max(1) as u64).min(u64::from(height.div_ceil(rows)));
        let of_map = |map: &MapPlan| {
            let sample = match map.depth {
                Depth::Eight => 1,
                Depth::Sixteen => 2,
                Depth::Half | Depth::Float => 4,
            };
            pixels * map.stored_channels() as u64 * sample
        };
        let maps = self.recipe.maps.iter().map(of_map).sum::<u64>();
        // Packing holds a map twice more. Parts that wait are packed, and few.
        let packing = 2 * self.recipe.maps.iter().map(of_map).max().unwrap_or(0);
        let planes = if self.samples > 1 { 4 * pixels * (2 * self.recipe.program.outputs.len() as u64 + 1) } else { 0 };
        under_way * (2 * maps + packing + planes + 8 * pixels)
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
        let rows = band_rows(self.region.width);
        let bands = order::Bands { rows, height: self.region.height, pages: 1 };
        #[cfg(feature = "gpu")]
        if let Some(card) = &self.card {
            let lost = |failure: Failure| failure.to_string();
            let feed = card::Feed::new(self, card, stop).map_err(|failure| Stopped::Device(lost(failure)))?;
            let done = order::run(bands, sinks, stop, progress, |first, rows, (): &mut (), give| {
                feed.band(first, rows, give).map_err(lost)
            });
            return match done {
                // What a card leaves undone because somebody asked for it is no fault of its own.
                Err(Stopped::Device(_)) if stop.load(Ordering::Relaxed) => Err(Stopped::Asked),
                done => done,
            };
        }
        order::run(bands, sinks, stop, progress, |first, rows, memory, give| {
            self.band(self.slice, first, rows, memory, give);
            Ok(())
        })
    }

    /// Bakes into memory, on this processor or, after [`Bake::on`], on a card; without pictures where that was lost.
    pub fn images(&self) -> Vec<Image> {
        self.pictures(&AtomicBool::new(false), &|_| ()).map_or(Vec::new(), |(images, _)| images)
    }

    /// Bakes into memory, with what was noticed in each picture.
    ///
    /// # Errors
    /// `stop` having been set, or a device that was lost.
    pub fn pictures(
        &self,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Vec<Image>, Vec<Counts>), Stopped<Infallible>> {
        let [width, height] = self.size();
        let pixels = width as usize * height as usize;
        let mut sinks: Vec<Memory> = self.recipe.maps.iter().map(|map| Memory::new(map, pixels)).collect();
        let counts = self.run(&mut sinks, stop, progress)?;
        let images = self.recipe.maps.iter().zip(sinks);
        let images = images.map(|(map, sink)| Image { map: map.clone(), width, height, samples: sink.samples });
        Ok((images.collect(), counts))
    }
}

/// A picture that grows in memory.
struct Memory {
    samples: Samples,
}

impl Memory {
    fn new(map: &MapPlan, pixels: usize) -> Self {
        let mut samples = Samples::none(map);
        let more = pixels * map.stored_channels();
        match &mut samples {
            Samples::U8(all) => all.reserve_exact(more),
            Samples::U16(all) => all.reserve_exact(more),
            Samples::Float(all) => all.reserve_exact(more),
        }
        Self { samples }
    }
}

impl Sink for Memory {
    type Error = Infallible;
    type Pack = Plain;
    fn pack(&self) -> Plain {
        Plain
    }
    fn take(&mut self, rows: Samples) -> Result<(), Self::Error> {
        match (&mut self.samples, rows) {
            (Samples::U8(all), Samples::U8(rows)) => all.extend(rows),
            (Samples::U16(all), Samples::U16(rows)) => all.extend(rows),
            (Samples::Float(all), Samples::Float(rows)) => all.extend(rows),
            (all, rows) => *all = rows,
        }
        Ok(())
    }
}
