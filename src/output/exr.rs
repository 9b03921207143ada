//! Rows to OpenEXR, as a stream: one part, scan lines from top to bottom, all channels of one type.
//!
//! The `exr` crate's own writers pull pixels through a closure. Here rows are pushed, so its parts are put together anew:
//! header, an empty table of offsets, chunks in order as rows come in, and at the end the table. The blocks that one call
//! completes are compressed on all threads and written in order, so that the bytes do not depend on how many there are.
//!
//! Rejected: the crate's parallel block compressor. It owns a thread pool per file and wants the whole loop inside.

use std::io::{self, Write};

use exr::block::{BlockIndex, UncompressedBlock};
use exr::meta::attribute::{ChannelDescription, LineOrder, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData, magic_number};
use exr::prelude::{SmallVec, Vec2};
use half::f16;
use half::slice::HalfFloatSliceExt;
use rayon::prelude::*;

use super::sink::Sink;
use super::{Compression, FileSpec, Sample};

/// Blocks that wait for compression at most, per thread. Bounds the memory of one call with many rows.
const BLOCKS_PER_THREAD: usize = 2;

/// An EXR that is being written.
pub(super) struct ExrStream {
    sink: Sink,
    headers: [Header; 1],
    /// For each stored channel its place in the pixel. Stored are `Y`, or `B G R`, or `A B G R`: the format wants the alphabet.
    order: &'static [usize],
    half: bool,
    width: usize,
    block_rows: usize,
    /// Where the table of offsets lies, and the offsets of the chunks so far.
    table_at: u64,
    offsets: Vec<u64>,
    position: u64,
    /// The block that is being filled: row by row, in a row channel by channel.
    block: Vec<u8>,
    /// Full blocks that wait for compression.
    full: Vec<Vec<u8>>,
}

impl ExrStream {
    /// Writes the header and an empty table. `spec` is one that EXR can hold.
    pub(super) fn new(spec: &FileSpec, mut sink: Sink) -> io::Result<ExrStream> {
        let half = spec.sample == Sample::Half;
        let (names, order): (&[&str], &[usize]) = match spec.channels {
            1 => (&["Y"], &[0]),
            3 => (&["B", "G", "R"], &[2, 1, 0]),
            _ => (&["A", "B", "G", "R"], &[3, 2, 1, 0]),
        };
        let sample_type = if half { SampleType::F16 } else { SampleType::F32 };
        let channels: SmallVec<_> = names.iter().map(|name| ChannelDescription::named(*name, sample_type)).collect();
        let compression = match spec.compression {
            Compression::None => exr::compression::Compression::Uncompressed,
            Compression::Rle => exr::compression::Compression::RLE,
            Compression::Zip => exr::compression::Compression::ZIP16,
            Compression::Piz => exr::compression::Compression::PIZ,
        };
        let size = Vec2(spec.width as usize, spec.height as usize);
        let mut header = Header::new(Text::from(""), size, channels).with_encoding(
            compression,
            BlockDescription::ScanLines,
            LineOrder::Increasing,
        );
        header.own_attributes.layer_name = None;
        let headers = [header];

        let mut start = Vec::new();
        magic_number::write(&mut start).map_err(to_io)?;
        MetaData::validate(&headers, true).and_then(|needs| needs.write(&mut start)).map_err(to_io)?;
        Header::write_all(&headers, &mut start, false).map_err(to_io)?;
        let table_at = start.len();
        start.resize(table_at + 8 * headers[0].chunk_count, 0);
        sink.write_all(&start)?;
        Ok(ExrStream {
            sink,
            order,
            half,
            width: size.0,
            block_rows: compression.scan_lines_per_block(),
            table_at: table_at as u64,
            offsets: Vec::with_capacity(headers[0].chunk_count),
            position: start.len() as u64,
            block: Vec::new(),
            full: Vec::new(),
            headers,
        })
    }

    /// Writes whole rows, as long as there are rows left. Errors of the file show in the sink only.
    pub(super) fn write(&mut self, samples: &[f32]) -> io::Result<()> {
        let channels = self.order.len();
        let sample_bytes = if self.half { 2 } else { 4 };
        let block_bytes = self.block_rows * self.width * channels * sample_bytes;
        let limit = BLOCKS_PER_THREAD * rayon::current_num_threads();
        let mut plane = vec![0.0; self.width];
        let mut halves = vec![f16::ZERO; if self.half { self.width } else { 0 }];
        for row in samples.chunks_exact(self.width * channels) {
            for &channel in self.order {
                for (sample, pixel) in plane.iter_mut().zip(row.chunks_exact(channels)) {
                    *sample = pixel[channel];
                }
                if self.half {
                    halves.convert_from_f32_slice(&plane);
                    self.block.extend(halves.iter().flat_map(|sample| sample.to_ne_bytes()));
                } else {
                    self.block.extend(plane.iter().flat_map(|sample| sample.to_ne_bytes()));
                }
            }
            if self.block.len() == block_bytes {
                self.full.push(std::mem::take(&mut self.block));
                if self.full.len() == limit {
                    self.write_blocks()?;
                }
            }
        }
        self.write_blocks()
    }

    /// Writes the last, lower block and fills in the table of offsets.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.full.push(std::mem::take(&mut self.block));
            self.write_blocks()?;
        }
        let table: Vec<u8> = self.offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
        self.sink.rewrite(self.table_at, &table);
        Ok(())
    }

    /// Compresses the full blocks on all threads and writes them in order.
    fn write_blocks(&mut self) -> io::Result<()> {
        let first = self.offsets.len();
        let row_bytes = self.width * self.headers[0].channels.bytes_per_pixel;
        let chunks: Vec<Vec<u8>> = std::mem::take(&mut self.full)
            .into_par_iter()
            .enumerate()
            .map(|(i, data)| {
                let index = BlockIndex {
                    layer: 0,
                    pixel_position: Vec2(0, (first + i) * self.block_rows),
                    pixel_size: Vec2(self.width, data.len() / row_bytes),
                    level: Vec2(0, 0),
                };
                let mut bytes = Vec::new();
                UncompressedBlock { index, data }
                    .compress_to_chunk(&self.headers)
                    .and_then(|chunk| chunk.write(&mut bytes, 1))
                    .map(|()| bytes)
            })
            .collect::<Result<_, _>>()
            .map_err(to_io)?;
        for chunk in chunks {
            self.offsets.push(self.position);
            self.position += chunk.len() as u64;
            self.sink.write_all(&chunk)?;
        }
        Ok(())
    }
}

fn to_io(error: exr::error::Error) -> io::Error {
    match error {
        exr::error::Error::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
