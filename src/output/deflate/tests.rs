//! Streams of deflate, read back by decoders that are not ours.

use super::*;
use crate::output::testing::{Random, levels};

/// The pieces as one stream, without header and checksum.
fn stream(level: Level, pieces: &[&[u8]]) -> Vec<u8> {
    let mut all = Vec::new();
    for piece in pieces {
        let mut bits = Bits::new(all);
        deflate(level, piece, &mut bits);
        align(&mut bits);
        all = bits.into_bytes();
    }
    all.extend(LAST_BLOCK);
    all
}

/// By two readers of other people, on all levels; returns the size.
fn check(pieces: &[&[u8]]) -> usize {
    let data = pieces.concat();
    let mut first = None;
    for level in levels() {
        let stream = stream(level, pieces);
        let first = first.get_or_insert_with(|| stream.clone());
        assert!(*first == stream, "{level:?} has other bytes");
    }
    let stream = first.unwrap_or_default();
    let read = miniz_oxide::inflate::decompress_to_vec(&stream).expect("a stream");
    assert!(read == data, "{} bytes came back as {} others", data.len(), read.len());
    let mut read = vec![0; data.len() + 1];
    let mut inflate = zlib_rs::Inflate::new(false, 15);
    let status = inflate.decompress(&stream, &mut read, zlib_rs::InflateFlush::Finish);
    assert_eq!(status, Ok(zlib_rs::Status::StreamEnd));
    assert_eq!([inflate.total_in(), inflate.total_out()], [stream.len() as u64, data.len() as u64]);
    assert!(read[..data.len()] == data);
    stream.len()
}

fn bytes(count: usize, mut byte: impl FnMut() -> u32) -> Vec<u8> {
    (0..count).map(|_| byte() as u8).collect()
}

#[test]
fn runs_of_every_length_come_back() {
    let mut random = Random::new(11);
    for before in [0, 1, 5, WINDOW - 300] {
        let mut all = Vec::new();
        for count in 1..600 {
            let data = [bytes(before, || random.below(4)), vec![9; count], bytes(3, || random.below(4))].concat();
            check(&[&data]);
            all.extend(data);
        }
        check(&[&all]);
    }
}

#[test]
fn any_content_comes_back_in_any_pieces() {
    let mut random = Random::new(12);
    for round in 0..200 {
        let count = match round % 10 {
            0 => random.below(2 * BLOCK as u32 + 10),
            1..4 => random.below(9 * WINDOW as u32),
            _ => random.below(700),
        };
        let kind = random.below(6);
        let mut last = 0;
        let data = bytes(count as usize, || {
            last = match kind {
                0 => random.below(256),
                1 => random.below(3),
                // Each byte half as often as the one before it, which is worse than Fibonacci's for long.
                2 => random.next().trailing_zeros(),
                3 if random.below(40) > 0 => last,
                3 => random.below(256),
                4 => random.below(16) * random.below(16),
                _ => last + 1,
            };
            last
        });
        let middle = random.below(count + 1) as usize;
        check(&[&data[..middle], &data[middle..]]);
    }
    check(&[]);
    check(&[&[], &[], &[1]]);
}

/// The sample sees few bytes, or bytes that leave the others the longest codes: all must have one, and so must lengths
/// of matches.
#[test]
fn what_the_sample_missed_comes_back() {
    let mut random = Random::new(13);
    let mut data = vec![0; BLOCK];
    for halving in [true, false] {
        for (i, byte) in data.iter_mut().enumerate() {
            *byte = match (i / WINDOW).is_multiple_of(SAMPLED) {
                true => random.next().trailing_zeros() as u8 * u8::from(halving),
                // Eight together, and so few that the block is not stored.
                false => (random.below(256) * u32::from(i % 64 < 8)) as u8,
            };
        }
        check(&[&data]);
    }
    for count in 1..600 {
        let at = WINDOW + 300 + 40 * count;
        data[at..at + count].fill(3);
    }
    check(&[&data]);
}

/// Counts that make the deepest tree, deeper than a code may be.
#[test]
fn the_deepest_tree_comes_back() {
    let mut data = Vec::new();
    let mut pair = (1, 1);
    for byte in 0..22 {
        data.extend(std::iter::repeat_n([byte, 200], pair.0 / 2 + 1).flatten());
        pair = (pair.1, pair.0 + pair.1);
    }
    let mut random = Random::new(14);
    for i in (1..data.len()).rev() {
        data.swap(i, random.below(i as u32 + 1) as usize);
    }
    check(&[&data]);
}

#[test]
fn sizes_are_bounded() {
    let mut random = Random::new(15);
    let noise = bytes(3 * BLOCK + 77, || random.below(256));
    assert!(check(&[&noise]) <= noise.len() + noise.len() / 10000 + 10);
    for count in [0, 1, 2, 30, 300] {
        assert!(check(&[&noise[..count]]) <= count + 12);
    }
    // The format holds at most 258 bytes in 2 bits.
    let flat = vec![4; 40 * BLOCK];
    assert!(check(&[&flat]) < flat.len() / 900);
    // Half of all bytes zero, the others any of 16: an entropy of 3 bits.
    let coded = bytes(4 * BLOCK, || random.below(2) * (16 + random.below(16)));
    let size = check(&[&coded]);
    assert!(size < coded.len() * 31 / 80, "{size}");
}
