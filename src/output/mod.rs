//! Finished rows in, whole files out.
//!
//! A [`MapFile`] takes the rows of one picture from top to bottom and writes them to a temporary file beside the final one.
//! [`MapFile::commit`] flushes, syncs and renames it, so that a reader sees either the old file or the whole new one.
//! Memory is a few rows (PNG) or the blocks of one call (EXR), whatever the height of the picture.
//!
//! Rejected: the `image` crate's writers. They want the whole picture in memory (768 MB for a 16384 px normal map at
//! 16 bit) and cannot write an EXR with one channel.

mod atomic;
mod error;
mod exr;
mod hash;
mod naming;
mod png;
mod sink;

use std::path::PathBuf;

pub use atomic::{Clobber, create_folder, write_atomic};
pub use error::{Cause, OutputError};
pub use hash::PixelHash;
pub use naming::{Axes, Names, Template, collisions};

use atomic::TempFile;
use sink::Sink;

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

/// How an EXR packs its pixels. All of them keep every bit. PNG has one way only and ignores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
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
    /// EXR only.
    pub compression: Compression,
}

/// Whole rows, samples of a pixel side by side, top to bottom, native byte order.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// For [`Sample::U8`].
    U8(&'a [u8]),
    /// For [`Sample::U16`].
    U16(&'a [u16]),
    /// For [`Sample::Half`] and [`Sample::Float`].
    Float(&'a [f32]),
}

impl Rows<'_> {
    fn samples(&self) -> usize {
        match self {
            Rows::U8(s) => s.len(),
            Rows::U16(s) => s.len(),
            Rows::Float(s) => s.len(),
        }
    }

    fn fit(&self, sample: Sample) -> bool {
        matches!(
            (self, sample),
            (Rows::U8(_), Sample::U8) | (Rows::U16(_), Sample::U16) | (Rows::Float(_), Sample::Half | Sample::Float)
        )
    }
}

enum Encoder {
    Png(Box<png::PngStream>),
    Exr(Box<exr::ExrStream>),
}

/// A picture that is being written. Dropped without [`commit`](MapFile::commit), it leaves nothing behind.
pub struct MapFile {
    // Before `temp`: fields drop in this order, and the temporary file goes last.
    encoder: Encoder,
    sink: Sink,
    temp: TempFile,
    path: PathBuf,
    sample: Sample,
    row_samples: usize,
    rows_left: u32,
}

impl MapFile {
    /// Opens the temporary file beside the final one and writes the header.
    ///
    /// # Errors
    /// A spec that the format cannot hold, a final name that is a folder, and whatever the file system refuses.
    pub fn create(spec: &FileSpec) -> Result<MapFile, OutputError> {
        check(spec)?;
        let at = |error| OutputError::io(&spec.path, error);
        let temp = TempFile::create(&spec.path)?;
        let sink = Sink::new(temp.file().try_clone().map_err(at)?);
        let encoder = match spec.container {
            Container::Png => png::PngStream::new(spec, sink.clone()).map(Box::new).map(Encoder::Png),
            Container::Exr => exr::ExrStream::new(spec, sink.clone()).map(Box::new).map(Encoder::Exr),
        };
        Ok(MapFile {
            encoder: encoder.map_err(at)?,
            sink,
            temp,
            path: spec.path.clone(),
            sample: spec.sample,
            row_samples: spec.width as usize * usize::from(spec.channels),
            rows_left: spec.height,
        })
    }

    /// Writes any number of whole rows. How a picture is split over calls does not change the file's bytes.
    ///
    /// # Errors
    /// Rows of another sample type, broken rows or too many, and whatever the file system refuses.
    /// After an error the file can only be dropped.
    pub fn write_rows(&mut self, rows: Rows) -> Result<(), OutputError> {
        if !rows.fit(self.sample) {
            return Err(self.misuse(format!("rows do not fit a file of {:?}", self.sample)));
        }
        let (count, rest) = (rows.samples() / self.row_samples, rows.samples() % self.row_samples);
        if rest != 0 {
            return Err(self.misuse(format!("the last row has only {rest} samples")));
        }
        match u32::try_from(count).ok().and_then(|count| self.rows_left.checked_sub(count)) {
            Some(left) => self.rows_left = left,
            None => {
                return Err(self.misuse(format!("{count} rows where {} are left", self.rows_left)));
            }
        }
        let done = match (&mut self.encoder, rows) {
            (Encoder::Png(png), rows) => png.write(rows),
            (Encoder::Exr(exr), Rows::Float(samples)) => exr.write(samples),
            (Encoder::Exr(_), _) => Ok(()),
        };
        done.and_then(|()| self.sink.check()).map_err(|error| OutputError::io(&self.path, error))
    }

    /// Ends the stream, flushes and syncs the file, then gives it its final name.
    ///
    /// # Errors
    /// Missing rows, [`Cause::AlreadyExists`] where `clobber` refuses, and whatever the file system refuses.
    /// Nothing is left under the final name but what was there before.
    pub fn commit(self, clobber: Clobber) -> Result<(), OutputError> {
        if self.rows_left != 0 {
            return Err(self.misuse(format!("{} rows are missing", self.rows_left)));
        }
        let done = match self.encoder {
            Encoder::Png(png) => png.finish(),
            Encoder::Exr(exr) => exr.finish(),
        };
        done.and_then(|()| self.sink.finish()).map_err(|error| OutputError::io(&self.path, error))?;
        self.temp.commit(clobber)
    }

    fn misuse(&self, what: String) -> OutputError {
        OutputError::new(&self.path, Cause::Misuse(what))
    }
}

/// Refuses what the format cannot hold.
fn check(spec: &FileSpec) -> Result<(), OutputError> {
    let refuse = |what: String| Err(OutputError::new(&spec.path, Cause::Misuse(what)));
    let (samples, channels): (&[Sample], &[u8]) = match spec.container {
        Container::Png => (&[Sample::U8, Sample::U16], &[1, 2, 3, 4]),
        Container::Exr => (&[Sample::Half, Sample::Float], &[1, 3, 4]),
    };
    if !samples.contains(&spec.sample) {
        return refuse(format!("{:?} takes {samples:?}, not {:?}", spec.container, spec.sample));
    }
    if !channels.contains(&spec.channels) {
        return refuse(format!("{:?} takes {channels:?} channels, not {}", spec.container, spec.channels));
    }
    // Both formats store sides as signed 32-bit numbers; the product must be a number of bytes that a file can have.
    let sides = [spec.width, spec.height];
    let bytes = u128::from(spec.width) * u128::from(spec.height) * 16;
    if sides.iter().any(|&side| side == 0 || i32::try_from(side).is_err()) || bytes > 1 << 62 {
        return refuse(format!("no picture has {} x {} pixels", spec.width, spec.height));
    }
    Ok(())
}
