//! A fingerprint of pixels, apart from the file around them.
//!
//! Rows are hashed apart, so that threads can share the work, and then the hashes of the rows.

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::{Rows, Sample};

/// A streaming xxh3 hash of 128 bits over width, height, channels and bytes per sample, each as a little-endian `u32`,
/// and then the xxh3-128 hash of each row from top to bottom, 16 bytes little endian each. A row is its samples, little
/// endian, in file order. Floats count with their 32 bits, also those that a file stores as half (4 bytes per sample).
/// Compression and splitting into bands do not matter.
pub struct PixelHash(Xxh3);

impl PixelHash {
    /// Starts a hash for a picture of this shape.
    pub fn new(width: u32, height: u32, channels: u8, sample: Sample) -> PixelHash {
        let sample_bytes: u32 = match sample {
            Sample::U8 => 1,
            Sample::U16 => 2,
            Sample::Half | Sample::Float => 4,
        };
        let mut hash = Xxh3::new();
        for number in [width, height, u32::from(channels), sample_bytes] {
            hash.update(&number.to_le_bytes());
        }
        PixelHash(hash)
    }

    /// The hashes of rows that have `samples` samples each.
    pub fn of_rows(rows: Rows, samples: usize) -> Vec<u128> {
        match rows {
            Rows::U8(all) => all.chunks_exact(samples).map(xxh3_128).collect(),
            Rows::U16(all) => hashes(all, samples, u16::to_le_bytes),
            Rows::Float(all) => hashes(all, samples, f32::to_le_bytes),
        }
    }

    /// Adds rows from top to bottom.
    pub fn update(&mut self, rows: &[u128]) {
        for row in rows {
            self.0.update(&row.to_le_bytes());
        }
    }

    /// The hash as 32 hexadecimal digits.
    pub fn finish(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// The xxh3-128 hash of a text, as 32 hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

fn hashes<T: Copy, const N: usize>(all: &[T], samples: usize, to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u128> {
    let mut bytes = vec![[0; N]; samples];
    let rows = all.chunks_exact(samples).map(|row| {
        for (out, sample) in bytes.iter_mut().zip(row) {
            *out = to_bytes(*sample);
        }
        xxh3_128(bytes.as_flattened())
    });
    rows.collect()
}
