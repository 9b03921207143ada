//! Volumes in one file: a texture that an engine loads, or an array.
//!
//! Rows of all slices come in from z = 0 on, each slice from top to bottom. They are written where they belong as they
//! come, so memory is what is being packed and, with smaller levels, two slices of each. A file appears whole under its
//! final name, or not at all.
//!
//! Rejected: the `ktx2` and `ddsfile` crates. The first only reads, the second holds the whole texture in memory.

mod dds;
mod ktx2;
mod mips;
mod npy;

use std::io;
use std::path::PathBuf;

use half::f16;

use super::atomic::{Clobber, TempFile};
use super::error::{Cause, OutputError};
use super::sink::Sink;
use super::{Rows, Sample};
use crate::bake::Pack;
use crate::maps::Samples;
use mips::Pyramid;

/// The longest edge of a volume in Direct3D: `D3D11_REQ_TEXTURE3D_U_V_OR_W_DIMENSION`.
pub const LONGEST_DDS_EDGE: u32 = dds::LONGEST_EDGE;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeContainer {
    /// Khronos texture, version 2.
    Ktx2,
    /// DirectDraw surface with a DX10 header.
    Dds,
    /// Array of numpy, version 1.0; without smaller levels.
    Npy,
}

impl VolumeContainer {
    /// The usual file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            VolumeContainer::Ktx2 => "ktx2",
            VolumeContainer::Dds => "dds",
            VolumeContainer::Npy => "npy",
        }
    }
}

/// What file to write.
#[derive(Clone, Debug)]
pub struct VolumeSpec {
    /// The final name. Its folder must exist.
    pub path: PathBuf,
    /// The format; the path's extension is not looked at.
    pub container: VolumeContainer,
    /// What is in it.
    pub texture: Texture,
}

/// A volume as a graphics card sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Width, height and depth, voxels; each at least 1.
    pub size: [u32; 3],
    /// Samples of a voxel: 1, 2 or 4; 3 in an array only.
    pub channels: u8,
    /// The type of each sample.
    pub sample: Sample,
    /// Whether the samples are colours: the first three.
    pub colour: bool,
    /// Whether those are sRGB encoded; 8 bits only.
    pub srgb: bool,
    /// Whether the last of four channels was not asked for, and is 1 everywhere.
    pub opaque: bool,
    /// Whether there are smaller levels, down to one voxel.
    pub mips: bool,
}

impl Texture {
    /// How many levels there are.
    pub fn levels(&self) -> u32 {
        let longest = self.size.into_iter().max().unwrap_or(1).max(1);
        if self.mips { longest.ilog2() + 1 } else { 1 }
    }

    /// The size of a level, voxels: each edge halved and rounded down.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        self.size.map(|edge| (edge >> level).max(1))
    }

    /// Bytes of one sample.
    pub fn sample_bytes(&self) -> u64 {
        match self.sample {
            Sample::U8 => 1,
            Sample::U16 | Sample::Half => 2,
            Sample::Float => 4,
        }
    }

    /// Bytes of one voxel.
    pub fn voxel_bytes(&self) -> u64 {
        u64::from(self.channels) * self.sample_bytes()
    }

    /// Bytes of one slice of a level.
    fn slice_bytes(&self, level: u32) -> u64 {
        let [width, height, _] = self.level_size(level);
        u64::from(width) * u64::from(height) * self.voxel_bytes()
    }

    /// Bytes of a level.
    fn level_bytes(&self, level: u32) -> u64 {
        self.slice_bytes(level) * u64::from(self.level_size(level)[2])
    }

    /// Bytes of all levels: what a file has, but for its head and a little padding.
    pub fn bytes(&self) -> u64 {
        (0..self.levels()).map(|level| self.level_bytes(level)).sum()
    }
}

/// The start of a file, and where each level begins, the largest first.
struct Head {
    bytes: Vec<u8>,
    levels: Vec<u64>,
}

/// Makes bytes of rows.
pub struct VolumePacker {
    half: bool,
    mips: bool,
}

/// Rows of a volume, ready for [`VolumeFile`].
pub struct VolumePart {
    first_row: u32,
    bytes: Vec<u8>,
    /// The rows themselves, where smaller levels are made of them.
    rows: Option<Samples>,
}

impl Pack for VolumePacker {
    type Part = VolumePart;
    fn part(&self, first: u32, rows: Rows) -> VolumePart {
        let copy = || match rows {
            Rows::U8(all) => Samples::U8(all.to_vec()),
            Rows::U16(all) => Samples::U16(all.to_vec()),
            Rows::Float(all) => Samples::Float(all.to_vec()),
        };
        VolumePart { first_row: first, bytes: bytes(rows, self.half), rows: self.mips.then(copy) }
    }
}

/// Samples as files hold them, little endian.
fn bytes(rows: Rows, half: bool) -> Vec<u8> {
    match rows {
        Rows::U8(all) => all.to_vec(),
        Rows::U16(all) => all.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Rows::Float(all) if half => all.iter().flat_map(|v| f16::from_f32(*v).to_le_bytes()).collect(),
        Rows::Float(all) => all.iter().flat_map(|v| v.to_le_bytes()).collect(),
    }
}

/// A volume that is being written. Dropped without [`commit`](VolumeFile::commit), it leaves nothing behind.
pub struct VolumeFile {
    // Before `temp`: fields drop in this order, and the temporary file goes last.
    sink: Sink,
    temp: TempFile,
    spec: VolumeSpec,
    levels: Vec<u64>,
    /// The first row that is not in the file, counted through all slices.
    next_row: u32,
    pyramid: Option<Pyramid>,
}

impl VolumeFile {
    /// Opens the temporary file beside the final one and writes the head.
    ///
    /// # Errors
    /// A spec that the format cannot hold, a final name that is a folder, and whatever the file system refuses.
    pub fn create(spec: &VolumeSpec) -> Result<VolumeFile, OutputError> {
        let texture = &spec.texture;
        let head = match spec.container {
            VolumeContainer::Ktx2 => ktx2::head(texture),
            VolumeContainer::Dds => dds::head(texture),
            VolumeContainer::Npy => npy::head(texture),
        };
        let head = head.map_err(|what| OutputError::new(&spec.path, Cause::Misuse(what)))?;
        let temp = TempFile::create(&spec.path)?;
        let at = |error| OutputError::io(&spec.path, error);
        let mut sink = Sink::new(temp.file().try_clone().map_err(at)?);
        sink.write(&head.bytes).map_err(at)?;
        let pyramid = (head.levels.len() > 1).then(|| Pyramid::new(*texture));
        Ok(VolumeFile { sink, temp, spec: spec.clone(), levels: head.levels, next_row: 0, pyramid })
    }

    /// Ends the stream, flushes and syncs the file, then gives it its final name.
    ///
    /// # Errors
    /// Missing rows, [`Cause::AlreadyExists`] where `clobber` refuses, and whatever the file system refuses.
    pub fn commit(mut self, clobber: Clobber) -> Result<(), OutputError> {
        let [_, height, depth] = self.spec.texture.size;
        let left = height * depth - self.next_row;
        if left > 0 {
            return Err(OutputError::new(&self.spec.path, Cause::Misuse(format!("{left} rows are missing"))));
        }
        self.sink.finish().map_err(|error| OutputError::io(&self.spec.path, error))?;
        self.temp.commit(clobber)
    }

    fn write(&mut self, part: &VolumePart) -> io::Result<()> {
        let texture = self.spec.texture;
        let row_bytes = u64::from(texture.size[0]) * texture.voxel_bytes();
        if part.first_row != self.next_row {
            let what = format!("a part from row {} where {} is next", part.first_row, self.next_row);
            return Err(io::Error::other(what));
        }
        self.sink.rewrite(self.levels[0] + u64::from(part.first_row) * row_bytes, &part.bytes)?;
        self.next_row += (part.bytes.len() as u64 / row_bytes) as u32;
        if let (Some(pyramid), Some(rows)) = (&mut self.pyramid, &part.rows) {
            pyramid.add(rows.into(), &mut |level, slice, samples| {
                let at = self.levels[level as usize] + u64::from(slice) * texture.slice_bytes(level);
                self.sink.rewrite(at, &bytes(samples, texture.sample == Sample::Half))
            })?;
        }
        Ok(())
    }
}

impl crate::bake::Sink for VolumeFile {
    type Error = OutputError;
    type Pack = VolumePacker;
    fn pack(&self) -> VolumePacker {
        VolumePacker { half: self.spec.texture.sample == Sample::Half, mips: self.pyramid.is_some() }
    }
    fn take(&mut self, part: VolumePart) -> Result<(), OutputError> {
        self.write(&part).map_err(|error| OutputError::io(&self.spec.path, error))
    }
}
