//! A fingerprint of pixels, apart from the file around them.

use xxhash_rust::xxh3::Xxh3;

use super::{Rows, Sample};

/// Samples that are turned to bytes at a time.
const STEP: usize = 1024;

/// A streaming xxh3 hash of 128 bits over width, height, channels and bytes per sample, each as a little-endian `u32`,
/// and then the samples, little endian, in file order. Floats count with their 32 bits, also those that a file stores as
/// half (4 bytes per sample). Compression and splitting into bands do not matter.
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

    /// Adds samples from top to bottom.
    pub fn update(&mut self, rows: Rows) {
        match rows {
            Rows::U8(samples) => self.0.update(samples),
            Rows::U16(samples) => self.add(samples, |sample| sample.to_le_bytes()),
            Rows::Float(samples) => self.add(samples, |sample| sample.to_le_bytes()),
        }
    }

    fn add<T: Copy, const N: usize>(&mut self, samples: &[T], to_bytes: impl Fn(T) -> [u8; N]) {
        let mut bytes = [[0; N]; STEP];
        for part in samples.chunks(STEP) {
            for (out, sample) in bytes.iter_mut().zip(part) {
                *out = to_bytes(*sample);
            }
            self.0.update(bytes[..part.len()].as_flattened());
        }
    }

    /// The hash as 32 hexadecimal digits.
    pub fn finish(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}
