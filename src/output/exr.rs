//! Rows to OpenEXR, in parts: scan lines from top to bottom, all channels of one type.
//!
//! The `exr` crate's own writers pull pixels through a closure. Here rows are pushed, so its parts are put together anew:
//! header, an empty table of offsets, chunks in order as rows come in, and at the end the table. Blocks that lie whole in
//! a part are compressed with it, on any thread; one that lies across two is put together and compressed as the second
//! is appended. So the bytes depend neither on threads nor on the height of parts.
//!
//! Rejected: the crate's parallel block compressor. It owns a thread pool per file and wants the whole loop inside.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use exr::block::{BlockIndex, UncompressedBlock};
use exr::meta::attribute::{ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData, magic_number};
use exr::prelude::{SmallVec, Vec2};
use half::f16;
use half::slice::HalfFloatSliceExt;

use super::sink::Sink;
use super::{ExrCompression, FileSpec, Sample};

/// What packing a part takes.
#[derive(Clone)]
pub(super) struct ExrPacker(Arc<Plan>);

struct Plan {
    headers: [Header; 1],
    /// For each stored channel its place in the pixel. Stored are `Y`, or `B G R`, or `A B G R`: the format wants the alphabet.
    order: &'static [usize],
    half: bool,
    width: usize,
    height: usize,
    block_rows: usize,
}

/// A packed part. Bytes are in the order of a block: row by row, in a row channel by channel.
pub(super) struct ExrPart {
    /// The end of a block that began in an earlier part, and whether this finishes it.
    head: Vec<u8>,
    head_ends: bool,
    /// Compressed blocks.
    chunks: Vec<Vec<u8>>,
    /// The start of a block that goes on in the next part.
    tail: Vec<u8>,
}

impl ExrPacker {
    /// `spec` is one that EXR can hold.
    pub(super) fn new(spec: &FileSpec) -> ExrPacker {
        let half = spec.sample == Sample::Half;
        let (names, order): (&[&str], &[usize]) = match spec.channels {
            1 => (&["Y"], &[0]),
            3 => (&["B", "G", "R"], &[2, 1, 0]),
            _ => (&["A", "B", "G", "R"], &[3, 2, 1, 0]),
        };
        let sample_type = if half { SampleType::F16 } else { SampleType::F32 };
        let channels: SmallVec<_> = names.iter().map(|name| ChannelDescription::named(*name, sample_type)).collect();
        let compression = match spec.compression.exr {
            ExrCompression::None => exr::compression::Compression::Uncompressed,
            ExrCompression::Rle => exr::compression::Compression::RLE,
            ExrCompression::Zip => exr::compression::Compression::ZIP16,
            ExrCompression::Piz => exr::compression::Compression::PIZ,
        };
        let size = Vec2(spec.width as usize, spec.height as usize);
        let mut header = Header::new(Text::from(""), size, channels).with_encoding(
            compression,
            BlockDescription::ScanLines,
            LineOrder::Increasing,
        );
        header.own_attributes.layer_name = None;
        ExrPacker(Arc::new(Plan {
            headers: [header],
            order,
            half,
            width: size.0,
            height: size.1,
            block_rows: compression.scan_lines_per_block(),
        }))
    }

    /// Packs the rows of one part.
    pub(super) fn pack(&self, first_row: usize, samples: &[f32]) -> io::Result<ExrPart> {
        let plan = &self.0;
        let block = plan.block_rows;
        let row_samples = plan.width * plan.order.len();
        let end = first_row + samples.len() / row_samples;
        let bytes = |rows: Range<usize>| {
            plan.bytes(&samples[(rows.start - first_row) * row_samples..(rows.end - first_row) * row_samples])
        };
        let mut at = first_row.next_multiple_of(block).min(end);
        let head = bytes(first_row..at);
        let head_ends = at > first_row && (at.is_multiple_of(block) || at == plan.height);
        let mut chunks = Vec::new();
        while at < end && (at + block <= end || end == plan.height) {
            let next = (at + block).min(end);
            chunks.push(plan.chunk(at / block, bytes(at..next))?);
            at = next;
        }
        Ok(ExrPart { head, head_ends, chunks, tail: bytes(at..end) })
    }
}

impl Plan {
    /// Rows as a block holds them.
    fn bytes(&self, samples: &[f32]) -> Vec<u8> {
        let channels = self.order.len();
        let mut bytes = Vec::with_capacity(samples.len() * if self.half { 2 } else { 4 });
        let mut plane = vec![0.0; self.width];
        let mut halves = vec![f16::ZERO; if self.half { self.width } else { 0 }];
        for row in samples.chunks_exact(self.width * channels) {
            for &channel in self.order {
                for (sample, pixel) in plane.iter_mut().zip(row.chunks_exact(channels)) {
                    *sample = pixel[channel];
                }
                if self.half {
                    halves.convert_from_f32_slice(&plane);
                    bytes.extend(halves.iter().flat_map(|sample| sample.to_ne_bytes()));
                } else {
                    bytes.extend(plane.iter().flat_map(|sample| sample.to_ne_bytes()));
                }
            }
        }
        bytes
    }

    /// Compresses the block with this number.
    fn chunk(&self, number: usize, data: Vec<u8>) -> io::Result<Vec<u8>> {
        let row_bytes = self.width * self.headers[0].channels.bytes_per_pixel;
        let index = BlockIndex {
            layer: 0,
            pixel_position: Vec2(0, number * self.block_rows),
            pixel_size: Vec2(self.width, data.len() / row_bytes),
            level: Vec2(0, 0),
        };
        let mut bytes = Vec::new();
        UncompressedBlock { index, data }
            .compress_to_chunk(&self.headers)
            .and_then(|chunk| chunk.write(&mut bytes, 1))
            .map_err(to_io)?;
        Ok(bytes)
    }
}

/// An EXR that is being written.
pub(super) struct ExrFile {
    plan: Arc<Plan>,
    /// Where the table of offsets lies, and the offsets of the chunks so far.
    table_at: u64,
    offsets: Vec<u64>,
    position: u64,
    /// The start of a block that lies across parts.
    block: Vec<u8>,
}

impl ExrFile {
    /// Writes the header and an empty table.
    pub(super) fn new(packer: &ExrPacker, sink: &mut Sink) -> io::Result<ExrFile> {
        let plan = packer.0.clone();
        let chunks = plan.headers[0].chunk_count;
        let mut start = Vec::new();
        magic_number::write(&mut start).map_err(to_io)?;
        MetaData::validate(&plan.headers, true).and_then(|needs| needs.write(&mut start)).map_err(to_io)?;
        Header::write_all(&plan.headers, &mut start, false).map_err(to_io)?;
        let table_at = start.len();
        start.resize(table_at + 8 * chunks, 0);
        sink.write(&start)?;
        Ok(ExrFile {
            plan,
            table_at: table_at as u64,
            offsets: Vec::with_capacity(chunks),
            position: start.len() as u64,
            block: Vec::new(),
        })
    }

    /// Writes the next part.
    pub(super) fn append(&mut self, part: ExrPart, sink: &mut Sink) -> io::Result<()> {
        self.block.extend(part.head);
        if part.head_ends {
            let chunk = self.plan.chunk(self.offsets.len(), std::mem::take(&mut self.block))?;
            self.write(&chunk, sink)?;
        }
        for chunk in part.chunks {
            self.write(&chunk, sink)?;
        }
        self.block.extend(part.tail);
        Ok(())
    }

    fn write(&mut self, chunk: &[u8], sink: &mut Sink) -> io::Result<()> {
        self.offsets.push(self.position);
        self.position += chunk.len() as u64;
        sink.write(chunk)
    }

    /// Fills in the table of offsets.
    pub(super) fn finish(self, sink: &mut Sink) -> io::Result<()> {
        let table: Vec<u8> = self.offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
        sink.rewrite(self.table_at, &table)
    }
}

fn to_io(error: exr::error::Error) -> io::Error {
    match error {
        exr::error::Error::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
