//! Parts of a picture: what packs them, what they are once packed, and the formats that take them.

use crate::bake::band_rows;

use super::error::Cause;
use super::exr::{ExrFile, ExrPacker, ExrPart};
use super::png::{PngFile, PngPacker, PngPart};
use super::sink::Sink;
use super::{Container, FileSpec, Rows, Sample};

/// The most bytes of a row of a PNG: a part must fit a chunk, which has less than 2^31.
const LONGEST_PNG_ROW: u64 = 1 << 24;

/// Turns parts of one picture into bytes of its file, on any thread and in any order.
#[derive(Clone)]
pub struct Packer {
    kind: Kind,
    pub(super) picture: Picture,
}

/// What a file and the parts for it have in common.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Picture {
    container: Container,
    sample: Sample,
    width: u32,
    pub(super) height: u32,
    row_samples: usize,
}

#[derive(Clone)]
enum Kind {
    Png(PngPacker),
    Exr(ExrPacker),
}

/// Rows of one part, ready for [`MapFile::append`](super::MapFile::append).
pub struct Part {
    pub(super) picture: Picture,
    pub(super) first_row: u32,
    pub(super) packed: Result<Packed, Cause>,
}

pub(super) enum Packed {
    Png(PngPart),
    Exr(ExrPart),
}

impl Packer {
    /// Errors: what the format cannot hold, in words.
    pub(super) fn new(spec: &FileSpec) -> Result<Packer, String> {
        check(spec)?;
        Ok(Packer {
            kind: match spec.container {
                Container::Png => Kind::Png(PngPacker::new(spec)),
                Container::Exr => Kind::Exr(ExrPacker::new(spec)),
            },
            picture: Picture {
                container: spec.container,
                sample: spec.sample,
                width: spec.width,
                height: spec.height,
                row_samples: spec.width as usize * usize::from(spec.channels),
            },
        })
    }

    /// Packs one part: the rows from `first_row` on, which is a multiple of [`band_rows`] of the width, and as many of
    /// them, or those up to the last one. Mistakes show when the part is appended.
    pub fn pack(&self, first_row: u32, rows: Rows) -> Part {
        Part { picture: self.picture, first_row, packed: self.packed(first_row, rows) }
    }

    /// How many rows the part has that starts at this one.
    pub(super) fn rows_of(&self, first_row: u32) -> u32 {
        self.picture.part_rows(first_row)
    }

    fn packed(&self, first_row: u32, rows: Rows) -> Result<Packed, Cause> {
        let count = self.picture.count_rows(rows).map_err(Cause::Misuse)?;
        if count == 0 || count != self.picture.part_rows(first_row) as usize {
            return Err(Cause::Misuse(format!("{count} rows from row {first_row} on are not one part")));
        }
        match (&self.kind, rows) {
            (Kind::Exr(exr), Rows::Float(samples)) => {
                exr.pack(first_row as usize, samples).map(Packed::Exr).map_err(Cause::Io)
            }
            (Kind::Png(png), rows) => Ok(Packed::Png(png.pack(first_row == 0, rows))),
            (Kind::Exr(_), _) => Err(Cause::Misuse("an EXR takes floats".into())),
        }
    }
}

impl Picture {
    /// How many rows the part has that starts at this one.
    pub(super) fn part_rows(&self, first_row: u32) -> u32 {
        band_rows(self.width).min(self.height.saturating_sub(first_row))
    }

    pub(super) fn part_samples(&self, first_row: u32) -> usize {
        self.part_rows(first_row) as usize * self.row_samples
    }

    /// The number of rows. Errors: samples of another type, or half a row.
    pub(super) fn count_rows(&self, rows: Rows) -> Result<usize, String> {
        if !rows.fit(self.sample) {
            return Err(format!("rows do not fit a file of {:?}", self.sample));
        }
        match rows.samples() % self.row_samples {
            0 => Ok(rows.samples() / self.row_samples),
            rest => Err(format!("the last row has only {rest} samples")),
        }
    }

    /// The number of rows that wait to become a part.
    pub(super) fn gathered_rows(&self, rows: Rows) -> u32 {
        (rows.samples() / self.row_samples) as u32
    }
}

/// A file of either format that is being written.
pub(super) enum Format {
    Png(PngFile),
    Exr(ExrFile),
}

impl Format {
    pub(super) fn new(packer: &Packer, spec: &FileSpec, sink: &mut Sink) -> std::io::Result<Format> {
        match &packer.kind {
            Kind::Png(_) => PngFile::new(spec, sink).map(Format::Png),
            Kind::Exr(exr) => ExrFile::new(exr, sink).map(Format::Exr),
        }
    }

    pub(super) fn append(&mut self, part: Packed, sink: &mut Sink) -> std::io::Result<()> {
        match (self, part) {
            (Format::Png(png), Packed::Png(part)) => png.append(&part, sink),
            (Format::Exr(exr), Packed::Exr(part)) => exr.append(part, sink),
            _ => Err(std::io::Error::other("a part of another format")),
        }
    }

    pub(super) fn finish(self, sink: &mut Sink) -> std::io::Result<()> {
        match self {
            Format::Png(png) => png.finish(sink),
            Format::Exr(exr) => exr.finish(sink),
        }
    }
}

/// Rows that are not yet a part.
pub(super) enum Gathered {
    U8(Vec<u8>),
    U16(Vec<u16>),
    Float(Vec<f32>),
}

impl Gathered {
    pub(super) fn new(sample: Sample) -> Gathered {
        match sample {
            Sample::U8 => Gathered::U8(Vec::new()),
            Sample::U16 => Gathered::U16(Vec::new()),
            Sample::Half | Sample::Float => Gathered::Float(Vec::new()),
        }
    }

    /// Adds rows of the same type.
    pub(super) fn add(&mut self, rows: Rows) {
        match (self, rows) {
            (Gathered::U8(all), Rows::U8(more)) => all.extend_from_slice(more),
            (Gathered::U16(all), Rows::U16(more)) => all.extend_from_slice(more),
            (Gathered::Float(all), Rows::Float(more)) => all.extend_from_slice(more),
            _ => {}
        }
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        match self {
            Gathered::U8(all) => Rows::U8(all),
            Gathered::U16(all) => Rows::U16(all),
            Gathered::Float(all) => Rows::Float(all),
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Gathered::U8(all) => all.clear(),
            Gathered::U16(all) => all.clear(),
            Gathered::Float(all) => all.clear(),
        }
    }
}

/// Refuses what the format cannot hold.
fn check(spec: &FileSpec) -> Result<(), String> {
    let (samples, channels): (&[Sample], &[u8]) = match spec.container {
        Container::Png => (&[Sample::U8, Sample::U16], &[1, 2, 3, 4]),
        Container::Exr => (&[Sample::Half, Sample::Float], &[1, 3, 4]),
    };
    if !samples.contains(&spec.sample) {
        return Err(format!("{:?} takes {samples:?}, not {:?}", spec.container, spec.sample));
    }
    if !channels.contains(&spec.channels) {
        return Err(format!("{:?} takes {channels:?} channels, not {}", spec.container, spec.channels));
    }
    // Both formats store sides as signed 32-bit numbers; the product must be a number of bytes that a file can have.
    let sides = [spec.width, spec.height];
    let bytes = u128::from(spec.width) * u128::from(spec.height) * 16;
    if sides.iter().any(|&side| side == 0 || i32::try_from(side).is_err()) || bytes > 1 << 62 {
        return Err(format!("no picture has {} x {} pixels", spec.width, spec.height));
    }
    let row_bytes = u64::from(spec.width) * u64::from(spec.channels) * if spec.sample == Sample::U16 { 2 } else { 1 };
    if spec.container == Container::Png && row_bytes > LONGEST_PNG_ROW {
        return Err(format!("rows of {} pixels are too long", spec.width));
    }
    Ok(())
}
