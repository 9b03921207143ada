//! What is taken from zlib: its search for matches, for files that shall be small, and its way to join checksums.
//!
//! `zlib-rs` and not `flate2`, which is `zlib-rs` below and cannot choose a strategy.

use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Status, Strategy};

/// Adler-32 of no bytes.
pub(super) const ADLER_START: u32 = 1;
/// The first two bytes of a stream: deflate with a window of 32 KiB (RFC 1950, 2.2).
pub(super) const HEADER: [u8; 2] = [0x78, 0x01];

/// Appends `data`, deflated and closed by an empty stored block, if that takes less than `limit` bytes.
pub(super) fn deflate(data: &[u8], level: i32, strategy: Strategy, limit: usize, mut to: Vec<u8>) -> Option<Vec<u8>> {
    // Negative: without the header and checksum of a stream.
    let mut deflate =
        Deflate::new_with_config(DeflateConfig { level, strategy, window_bits: -15, ..DeflateConfig::default() });
    let start = to.len();
    to.resize(start + limit, 0);
    // It is done when it leaves room, and no earlier.
    let status = deflate.compress(data, &mut to[start..], DeflateFlush::SyncFlush);
    let count = deflate.total_out() as usize;
    to.truncate(start + count);
    (status == Ok(Status::Ok) && deflate.total_in() == data.len() as u64 && count < limit).then_some(to)
}

/// The Adler-32 of some bytes and `count` more behind them from those of both: zlib's `adler32_combine`.
pub(super) fn adler_combine(first: u32, second: u32, count: u64) -> u32 {
    const BASE: u64 = 65521;
    // The low half is 1 plus the sum of the bytes, the high half the sum of all low halves so far.
    let [a, b] = [first & 0xffff, first >> 16].map(u64::from);
    let [c, d] = [second & 0xffff, second >> 16].map(u64::from);
    let low = (a + c + BASE - 1) % BASE;
    let high = (b + d + count % BASE * (a + BASE - 1)) % BASE;
    (high << 16 | low) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::testing::Random;

    #[test]
    fn joined_checksums_are_those_of_the_whole() {
        let of = |bytes: &[u8]| simd_adler32::adler32(&bytes);
        let mut random = Random::new(5);
        let bytes: Vec<u8> = (0..300_000).map(|_| random.below(256) as u8 | 0xc0).collect();
        assert_eq!(of(&[]), ADLER_START);
        for _ in 0..300 {
            let end = random.below(300_000) as usize;
            let middle = random.below(end as u32 + 1) as usize;
            let (first, second) = bytes[..end].split_at(middle);
            assert_eq!(adler_combine(of(first), of(second), second.len() as u64), of(&bytes[..end]));
        }
    }

    #[test]
    fn no_room_gives_nothing() {
        let data = [7, 9].repeat(500);
        let whole = deflate(&data, 6, Strategy::Default, 2000, vec![1]).unwrap();
        let count = whole.len() - 1;
        assert_eq!(deflate(&data, 6, Strategy::Default, count + 1, vec![1]).unwrap(), whole);
        assert!(whole.ends_with(&[0, 0, 0xff, 0xff]));
        for limit in 0..=count {
            assert_eq!(deflate(&data, 6, Strategy::Default, limit, vec![1]), None);
        }
    }
}
