//! Finished rows in, whole files out.
//!
//! A [`MapFile`] takes the rows of one picture from top to bottom and writes them to a temporary file beside the final one.
//! [`MapFile::commit`] flushes, syncs and renames it, so that a reader sees either the old file or the whole new one.
//!
//! Nearly all work is that of packing, and it is done in parts of [`band_rows`](crate::bake::band_rows) rows: a [`Packer`] turns one into bytes on
//! any thread, in any order, and [`MapFile::append`] writes them in order. [`MapFile::write_rows`] does both for rows of
//! any number. Memory is what is being packed, whatever the height of the picture.
//!
//! [`read_picture`] is the way back, for comparisons.
//!
//! Volumes go to [`SliceFiles`], a picture for each slice, or to a [`VolumeFile`], a texture.
//!
//! Rejected: the `image` crate's writers. They want the whole picture in memory (768 MB for a 16384 px normal map at
//! 16 bit) and cannot write an EXR with one channel.

mod atomic;
mod bits;
mod deflate;
mod disk;
pub mod document;
mod error;
mod exr;
mod filter;
mod hash;
mod huffman;
mod naming;
mod padded;
mod part;
mod png;
mod read;
mod runs;
mod sink;
mod slices;
#[cfg(test)]
mod testing;
mod volume;
mod zlib;

use std::ops::Range;
use std::path::PathBuf;

use rayon::prelude::*;

pub use atomic::{Clobber, create_folder, write_atomic};
pub use disk::refusal as disk_refusal;
pub use error::{Cause, OutputError};
pub use hash::{PixelHash, text_hash};
pub use naming::{Axes, Names, Template, collisions};
pub use padded::Padded;
pub use part::{Packer, Part};
pub use read::{is_picture_name, read_picture, read_picture_from};
pub use slices::SliceFiles;
pub use volume::{LONGEST_DDS_EDGE, Texture, VolumeContainer, VolumeFile, VolumePacker, VolumePart, VolumeSpec};

use crate::bake::Pack;
pub use crate::maps::Rows;
use crate::maps::{Depth, MapPlan};
use atomic::TempFile;
use part::{Format, Gathered};
use sink::Sink;

/// Parts that are packed together by [`MapFile::write_rows`], per thread.
const PARTS_PER_THREAD: usize = 2;

/// The type of one stored sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// 8-bit unsigned, PNG only.
    U8,
    /// 16-bit unsigned, PNG only.
    U16,
    /// 16-bit float, EXR only. Made from `f32`, rounded to nearest even; beyond 65504 it becomes infinite.
    Half,
    /// 32-bit float, EXR only.
    Float,
}

/// The file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// PNG, 8 or 16 bits.
    Png,
    /// OpenEXR, half or float.
    Exr,
}

impl Container {
    /// The usual file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Container::Png => "png",
            Container::Exr => "exr",
        }
    }
}

/// How a PNG packs its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PngCompression {
    /// As fast as the pixels come.
    #[default]
    Fast,
    /// Up to a seventh smaller, in 20 to 30 times the time: zlib's level 6 on differences to the row above, where it pays.
    Balanced,
    /// Colour up to a fifth smaller, in up to 400 times the time: zlib's level 9 as well, on differences to the left.
    Small,
}

/// How an EXR packs its pixels. All of them keep every bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExrCompression {
    /// Not at all.
    None,
    /// Runs of equal bytes, per row.
    Rle,
    /// Deflate, 16 rows at a time.
    #[default]
    Zip,
    /// Wavelet and Huffman, 32 rows at a time.
    Piz,
}

/// How pixels are packed, in either format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compression {
    /// Of PNG.
    pub png: PngCompression,
    /// Of EXR.
    pub exr: ExrCompression,
}

/// What file to write.
#[derive(Clone, Debug)]
pub struct FileSpec {
    /// The final name. Its folder must exist.
    pub path: PathBuf,
    /// The format; the path's extension is not looked at.
    pub container: Container,
    /// Pixels across, at least 1.
    pub width: u32,
    /// Rows, at least 1.
    pub height: u32,
    /// Samples per pixel: 1 grey, 3 colour, 4 colour and alpha; for PNG also 2, grey and alpha.
    pub channels: u8,
    /// The type of each sample.
    pub sample: Sample,
    /// PNG: true writes an sRGB chunk. False writes no chunk about colour at all, as data maps want it. EXR ignores it.
    pub srgb: bool,
    /// How pixels are packed.
    pub compression: Compression,
}

impl FileSpec {
    /// The file of a map.
    pub fn of_map(map: &MapPlan, path: PathBuf, [width, height]: [u32; 2], compression: Compression) -> FileSpec {
        FileSpec {
            path,
            container: match map.format {
                crate::maps::Format::Png => Container::Png,
                crate::maps::Format::Exr => Container::Exr,
            },
            width,
            height,
            channels: map.stored_channels() as u8,
            sample: match map.depth {
                Depth::Eight => Sample::U8,
                Depth::Sixteen => Sample::U16,
                Depth::Half => Sample::Half,
                Depth::Float => Sample::Float,
            },
            srgb: map.is_srgb(),
            compression,
        }
    }

    /// A PNG to look at: 8-bit sRGB colour.
    pub fn of_picture(path: PathBuf, [width, height]: [u32; 2]) -> FileSpec {
        FileSpec {
            path,
            container: Container::Png,
            width,
            height,
            channels: 3,
            sample: Sample::U8,
            srgb: true,
            compression: Compression::default(),
        }
    }
}

impl Pack for Packer {
    type Part = Part;
    fn part(&self, first: u32, rows: Rows) -> Part {
        self.pack(first, rows)
    }
}

impl crate::bake::Sink for MapFile {
    type Error = OutputError;
    type Pack = Packer;
    fn pack(&self) -> Packer {
        self.packer()
    }
    fn take(&mut self, part: Part) -> Result<(), OutputError> {
        self.append(part)
    }
}

impl<'a> Rows<'a> {
    fn samples(&self) -> usize {
        match self {
            Rows::U8(s) => s.len(),
            Rows::U16(s) => s.len(),
            Rows::Float(s) => s.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Rows::U8(s) => s.len(),
            Rows::U16(s) => 2 * s.len(),
            Rows::Float(s) => 4 * s.len(),
        }
    }

    fn slice(self, samples: Range<usize>) -> Rows<'a> {
        match self {
            Rows::U8(s) => Rows::U8(&s[samples]),
            Rows::U16(s) => Rows::U16(&s[samples]),
            Rows::Float(s) => Rows::Float(&s[samples]),
        }
    }

    fn fit(&self, sample: Sample) -> bool {
        matches!(
            (self, sample),
            (Rows::U8(_), Sample::U8) | (Rows::U16(_), Sample::U16) | (Rows::Float(_), Sample::Half | Sample::Float)
        )
    }
}

/// A picture that is being written. Dropped without [`commit`](MapFile::commit), it leaves nothing behind.
pub struct MapFile {
    // Before `temp`: fields drop in this order, and the temporary file goes last.
    format: Format,
    sink: Sink,
    temp: TempFile,
    path: PathBuf,
    packer: Packer,
    /// The first row that is not in the file, and rows from there on that are not yet a part.
    next_row: u32,
    gathered: Gathered,
}

impl MapFile {
    /// Opens the temporary file beside the final one and writes the header.
    ///
    /// # Errors
    /// A spec that the format cannot hold, a final name that is a folder, and whatever the file system refuses.
    pub fn create(spec: &FileSpec) -> Result<MapFile, OutputError> {
        let packer = Packer::new(spec).map_err(|what| OutputError::new(&spec.path, Cause::Misuse(what)))?;
        let at = |error| OutputError::io(&spec.path, error);
        let temp = TempFile::create(&spec.path)?;
        let mut sink = Sink::new(temp.file().try_clone().map_err(at)?);
        Ok(MapFile {
            format: Format::new(&packer, spec, &mut sink).map_err(at)?,
            sink,
            temp,
            path: spec.path.clone(),
            next_row: 0,
            gathered: Gathered::new(spec.sample),
            packer,
        })
    }

    /// What packs the parts of this file.
    pub fn packer(&self) -> Packer {
        self.packer.clone()
    }

    /// Writes the next part.
    ///
    /// # Errors
    /// A part that is not the next one or was not made of its rows, and whatever the file system refuses.
    /// After an error the file can only be dropped.
    pub fn append(&mut self, part: Part) -> Result<(), OutputError> {
        if self.gathered.rows().samples() > 0 {
            return Err(self.misuse("a part where rows of another are waiting".into()));
        }
        if part.picture != self.packer.picture {
            return Err(self.misuse("a part of another picture".into()));
        }
        if part.first_row != self.next_row {
            return Err(self.misuse(format!("a part from row {} where {} is next", part.first_row, self.next_row)));
        }
        let packed = part.packed.map_err(|cause| OutputError::new(&self.path, cause))?;
        self.next_row += self.packer.picture.part_rows(self.next_row);
        self.format.append(packed, &mut self.sink).map_err(|error| OutputError::io(&self.path, error))
    }

    /// Writes any number of whole rows. How a picture is split over calls does not change the file's bytes.
    ///
    /// # Errors
    /// Rows of another sample type, broken rows or too many, and whatever the file system refuses.
    /// After an error the file can only be dropped.
    pub fn write_rows(&mut self, rows: Rows) -> Result<(), OutputError> {
        let gathered = self.gathered.rows().samples();
        let count = self.packer.picture.count_rows(rows).map_err(|what| self.misuse(what))?;
        let left = self.rows_left();
        if count > left as usize {
            return Err(self.misuse(format!("{count} rows where {left} are left")));
        }
        let mut at = 0;
        if gathered > 0 {
            let whole = self.packer.picture.part_samples(self.next_row);
            at = rows.samples().min(whole - gathered);
            self.gathered.add(rows.slice(0..at));
            if gathered + at == whole {
                let part = self.packer.pack(self.next_row, self.gathered.rows());
                self.gathered.clear();
                self.append(part)?;
            }
        }
        // A few parts at a time, which bounds what is packed and not yet written.
        let most = PARTS_PER_THREAD * rayon::current_num_threads();
        loop {
            let mut parts = Vec::new();
            let mut first = self.next_row;
            while parts.len() < most && first < self.packer.picture.height {
                let end = at + self.packer.picture.part_samples(first);
                if end > rows.samples() {
                    break;
                }
                parts.push((first, rows.slice(at..end)));
                first += self.packer.picture.part_rows(first);
                at = end;
            }
            if parts.is_empty() {
                break;
            }
            let packed: Vec<Part> = parts.into_par_iter().map(|(first, rows)| self.packer.pack(first, rows)).collect();
            for part in packed {
                self.append(part)?;
            }
        }
        self.gathered.add(rows.slice(at..rows.samples()));
        Ok(())
    }

    /// Ends the stream, flushes and syncs the file, then gives it its final name.
    ///
    /// # Errors
    /// Missing rows, [`Cause::AlreadyExists`] where `clobber` refuses, and whatever the file system refuses.
    /// Nothing is left under the final name but what was there before.
    pub fn commit(mut self, clobber: Clobber) -> Result<(), OutputError> {
        let left = self.rows_left();
        if left != 0 {
            return Err(self.misuse(format!("{left} rows are missing")));
        }
        let done = self.format.finish(&mut self.sink);
        done.and_then(|()| self.sink.finish()).map_err(|error| OutputError::io(&self.path, error))?;
        self.temp.commit(clobber)
    }

    fn rows_left(&self) -> u32 {
        self.packer.picture.height - self.next_row - self.packer.picture.gathered_rows(self.gathered.rows())
    }

    fn misuse(&self, what: String) -> OutputError {
        OutputError::new(&self.path, Cause::Misuse(what))
    }
}
