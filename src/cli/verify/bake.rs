//! The two bakes of a verification: one at the size of delivery, of which nothing is kept but hashes and what is wrong, and,
//! where there is something to look at, a small one into memory.

use super::super::bake::fits_memory;
use super::super::failed::Failed;
use super::super::screen::Screen;
use super::super::signals;
use super::super::target::Target;
use super::super::write::Hashed;
use crate::bake::Stopped;
use crate::compare::{Fault, Kind, Picture, Soundness};
use crate::output::{Compression, FileSpec, PixelHash};
use crate::preset::Format;
use crate::{Bake, Engine, MapPlan, Material, Request, Want};
use std::convert::Infallible;
use std::path::PathBuf;

/// Pictures up to this edge are kept as they are.
const FULL: u32 = 512;
/// The longer edge of smaller ones.
const SMALL: u32 = 256;

/// What bakes.
pub struct Oven<'a> {
    /// With what.
    pub engine: Engine,
    /// Where.
    pub target: Target,
    /// Where it is told.
    pub screen: &'a Screen,
    /// Whether no bar is wanted.
    pub quiet: bool,
}

/// One map at the size of delivery.
pub struct Delivered {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub kind: Kind,
    /// Of its samples, as the side file has it.
    pub hash: String,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// The size of the pictures for people.
pub fn picture_size([width, height]: [u32; 2]) -> [u32; 2] {
    let longer = width.max(height);
    let scaled = |n: u32| (u64::from(n) * u64::from(SMALL) / u64::from(longer.max(1))).max(1) as u32;
    if longer <= FULL { [width, height] } else { [scaled(width), scaled(height)] }
}

fn stopped(why: Stopped<Infallible>) -> Failed {
    match why {
        Stopped::Asked => Failed::interrupted(),
        Stopped::Device(why) => Failed::cannot(why),
        Stopped::Sink(never) => match never {},
    }
}

impl Oven<'_> {
    fn bake(&self, material: &Material, request: &Request) -> Result<Bake, Failed> {
        let bake = Bake::new(material, request, &self.engine).map_err(Failed::wrong)?;
        let bake = self.target.take(bake, self.screen)?;
        fits_memory(bake.bytes(rayon::current_num_threads()))?;
        Ok(bake)
    }

    /// Hashes of all maps at their full size, and what is wrong with them.
    ///
    /// # Errors
    /// What can't be baked here, or Ctrl-C.
    pub fn delivered(&self, label: &str, material: &Material, size: [u32; 2]) -> Result<Vec<Delivered>, Failed> {
        let bake = self.bake(material, &Request::new(size))?;
        let sink = |map: &MapPlan| {
            let spec = FileSpec::of_map(map, PathBuf::new(), size, Compression::default());
            let hash = PixelHash::new(spec.width, spec.height, spec.channels, spec.sample);
            Hashed::new(Soundness::new(map, size), hash, size[0] as usize * map.stored_channels())
        };
        let mut sinks: Vec<_> = bake.maps().iter().map(sink).collect();
        let bar = self.screen.bar(label, size[1], self.quiet);
        let counts = bake.run(&mut sinks, signals::flag(), &|rows| bar.set_position(rows));
        bar.finish_and_clear();
        let all = bake.maps().iter().zip(counts.map_err(stopped)?).zip(sinks);
        let delivered = all.map(|((map, counts), sink)| {
            let (soundness, hash) = sink.finish();
            let kind = Kind::of_map(&map.kind);
            Delivered { name: map.name.clone(), kind, hash, faults: soundness.faults(&counts) }
        });
        Ok(delivered.collect())
    }

    /// All maps as PNG samples, small enough to look at.
    ///
    /// # Errors
    /// What can't be baked here, or Ctrl-C.
    pub fn pictures(&self, material: &Material, size: [u32; 2]) -> Result<Vec<(MapPlan, Picture)>, Failed> {
        let want = Want { format: Some(Format::Png), ..Want::default() };
        let bake = self.bake(material, &Request { want, ..Request::new(picture_size(size)) })?;
        let (images, _) = bake.pictures(signals::flag(), &|_| ()).map_err(stopped)?;
        Ok(images.into_iter().map(|image| (image.map.clone(), image.into())).collect())
    }
}
