//! Bytes to deflate (RFC 1951), made for filtered noise: literals under Huffman codes made for each block, and runs of
//! equal bytes as matches of distance 1. Nothing else repeats in noise, so nothing else is searched for.
//!
//! Noisy blocks are counted from a sample: one window in four, and then each byte gets a code, also those not seen.
//! Blocks that would be larger than their bytes are stored.
//!
//! Rejected: one fixed code as in `fdeflate`, which is no faster, and wrong for each kind of map (sizes in `png.rs`).

use fearless_simd::{Level, Simd, dispatch};

use super::bits::{Bits, Tail};
use super::huffman;
use super::runs::{self, Run};

/// Bytes in a block.
const BLOCK: usize = 1 << 18;
/// Bytes that are encoded at a time. Runs end with them, so it is a multiple of the longest match.
const WINDOW: usize = 16 * LONGEST_MATCH;
/// One window of so many is counted, in blocks that have enough of them.
const SAMPLED: usize = 4;
const SHORTEST_MATCH: usize = 3;
const LONGEST_MATCH: usize = 258;
/// The most bytes in a stored block.
const LONGEST_STORED: usize = 65535;

/// Literals, the end of the block, lengths of matches.
const SYMBOLS: usize = 286;
const END: usize = 256;
const FIRST_MATCH: usize = 257;
/// The longest code. Four of them, and 7 bits that wait, fit a word of 64.
const LIMIT: usize = 14;
/// The longest code of a code length, and the order in which these are written (RFC 1951, 3.2.7).
const LENGTH_LIMIT: usize = 7;
const LENGTH_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/// Both distances of the code: 1, which is used, and 2, which makes the code complete. Some readers refuse others.
const DISTANCES: [u8; 2] = [1, 1];

/// For each length of a match its symbol, from [`FIRST_MATCH`] on, and for each symbol its first length and the number of
/// extra bits (RFC 1951, 3.2.5).
const MATCH_SYMBOLS: [u8; LONGEST_MATCH + 1] = match_symbols();
#[rustfmt::skip]
const MATCH_FIRST: [u16; 29] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const MATCH_EXTRA: [u8; 29] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

const fn match_symbols() -> [u8; LONGEST_MATCH + 1] {
    let mut symbols = [0; LONGEST_MATCH + 1];
    let (mut length, mut symbol) = (SHORTEST_MATCH, 0);
    while length <= LONGEST_MATCH {
        if symbol + 1 < MATCH_FIRST.len() && length >= MATCH_FIRST[symbol + 1] as usize {
            symbol += 1;
        }
        symbols[length] = symbol as u8;
        length += 1;
    }
    symbols
}

/// Writes blocks that hold these bytes, none of them the last one of a stream.
pub(super) fn deflate(level: Level, data: &[u8], out: &mut Bits) {
    let mut runs = Vec::new();
    for block in data.chunks(BLOCK) {
        let start = out.mark();
        let bits = out.len();
        compress(level, block, &mut runs, out);
        let stored = 8 * (block.len() + 5 * block.len().div_ceil(LONGEST_STORED));
        if out.len() - bits > stored {
            out.back_to(start);
            store(block, out);
        }
    }
}

/// Writes an empty stored block, which ends on a whole byte, so that other pieces can follow: zlib's `Z_SYNC_FLUSH`.
pub(super) fn align(out: &mut Bits) {
    out.put(0, 3);
    out.align();
    out.put(0xffff_0000, 32);
}

/// A block without any bytes that ends a stream, from a whole byte on: fixed codes, and the end.
pub(super) const LAST_BLOCK: [u8; 2] = [0b011, 0];

fn store(data: &[u8], out: &mut Bits) {
    for piece in data.chunks(LONGEST_STORED) {
        out.put(0, 3);
        out.align();
        let length = piece.len() as u16;
        out.put(u64::from(length) | u64::from(!length) << 16, 32);
        out.extend(piece);
    }
}

/// Writes one block with codes of its own.
fn compress(level: Level, data: &[u8], runs: &mut Vec<Run>, out: &mut Bits) {
    runs.clear();
    for start in (0..data.len()).step_by(WINDOW) {
        let range = start..data.len().min(start + WINDOW);
        dispatch!(level, s => runs::find(s, data, range.clone(), runs));
    }
    // Where little is left between runs, or little at all, everything is counted.
    let literals = data.len() - runs.iter().map(|run| run.count).sum::<usize>();
    let step = if literals < data.len() / 4 || data.len() < 2 * SAMPLED * WINDOW { 1 } else { SAMPLED };
    let mut counts = Counts::default();
    for (start, window, runs) in windows(data, runs).step_by(step) {
        counts.window(window, start, runs);
    }
    let mut counts = counts.symbols();
    if step > 1 {
        // Any byte may have been missed, and any match where there are runs.
        let possible = if runs.is_empty() { FIRST_MATCH } else { SYMBOLS };
        counts[..possible].iter_mut().for_each(|count| *count = *count * SAMPLED as u32 + 1);
    }
    let lengths = huffman::lengths(&counts, LIMIT);
    write_lengths(&lengths, out);
    let codes = Codes::new(&lengths);
    // Each byte has at most LIMIT bits, and the last 8 bytes may be written over.
    let mut buffer = [0; WINDOW * LIMIT / 8 + 16];
    for (start, window, runs) in windows(data, runs) {
        let tail = &mut out.tail;
        let count = dispatch!(level, s => encode(s, window, start, runs, &codes, tail, &mut buffer));
        out.extend(&buffer[..count]);
    }
    out.put(codes.end.into(), lengths[END].into());
}

/// The windows of a block: where each starts, its bytes, its runs.
fn windows<'a>(data: &'a [u8], mut runs: &'a [Run]) -> impl Iterator<Item = (usize, &'a [u8], &'a [Run])> {
    data.chunks(WINDOW).enumerate().map(move |(i, window)| {
        let start = i * WINDOW;
        let (here, later) = runs.split_at(runs.partition_point(|run| run.start < start + WINDOW));
        runs = later;
        (start, window, here)
    })
}

/// How often what occurs in the sample. Bytes are counted in turns, as counting the same one twice has to wait.
struct Counts {
    bytes: [[u32; 256]; 4],
    matches: [u32; MATCH_FIRST.len()],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { bytes: [[0; 256]; 4], matches: [0; MATCH_FIRST.len()] }
    }
}

impl Counts {
    /// Adds a window, whose first byte is that at `start` of the block. The end of a run and a run that does not pay are
    /// literals as well, which are not counted but have a code: a literal of the same byte comes before each run.
    fn window(&mut self, data: &[u8], start: usize, runs: &[Run]) {
        let mut at = 0;
        for run in runs {
            let place = run.start - start;
            self.literals(&data[at..place]);
            for length in matches(run.count) {
                self.matches[usize::from(MATCH_SYMBOLS[length])] += 1;
            }
            at = run.end() - start;
        }
        self.literals(&data[at..]);
    }

    fn literals(&mut self, data: &[u8]) {
        let mut groups = data.chunks_exact(4);
        for group in &mut groups {
            for i in 0..4 {
                self.bytes[i][usize::from(group[i])] += 1;
            }
        }
        for byte in groups.remainder() {
            self.bytes[0][usize::from(*byte)] += 1;
        }
    }

    /// Counts of all symbols.
    fn symbols(&self) -> [u32; SYMBOLS] {
        let mut counts = [0; SYMBOLS];
        for i in 0..END {
            counts[i] = self.bytes.iter().map(|turn| turn[i]).sum();
        }
        counts[END] = 1;
        counts[FIRST_MATCH..].copy_from_slice(&self.matches);
        counts
    }
}

/// The lengths of the matches that a run is made of. One or two bytes at its end may be left.
#[inline(always)]
fn matches(mut count: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let length = count.min(LONGEST_MATCH);
        count -= length;
        (length >= SHORTEST_MATCH).then_some(length)
    })
}

/// Codes ready to be written: the code from bit 8 on, its number of bits below.
struct Codes {
    literals: [u32; 256],
    /// For each length of a match, with the extra bits and the distance, which is 0.
    matches: [u32; LONGEST_MATCH + 1],
    end: u16,
}

impl Codes {
    fn new(lengths: &[u8; SYMBOLS]) -> Codes {
        let codes = huffman::codes(lengths);
        let literals = std::array::from_fn(|i| u32::from(codes[i]) << 8 | u32::from(lengths[i]));
        let mut matches = [0; LONGEST_MATCH + 1];
        for (length, code) in matches.iter_mut().enumerate().skip(SHORTEST_MATCH) {
            let symbol = usize::from(MATCH_SYMBOLS[length]);
            let bits = lengths[FIRST_MATCH + symbol];
            let extra = (length as u32 - u32::from(MATCH_FIRST[symbol])) << bits;
            let all = u32::from(bits + MATCH_EXTRA[symbol] + DISTANCES[0]);
            *code = (u32::from(codes[FIRST_MATCH + symbol]) | extra) << 8 | all;
        }
        Codes { literals, matches, end: codes[END] }
    }
}

/// Writes a window, whose first byte is that at `start` of the block, and returns the number of whole bytes.
#[inline(always)]
fn encode<S: Simd>(
    _: S,
    data: &[u8],
    start: usize,
    runs: &[Run],
    codes: &Codes,
    tail: &mut Tail,
    to: &mut [u8],
) -> usize {
    let mut bits = *tail;
    let (mut from, mut at) = (0, 0);
    for run in runs {
        let place = run.start - start;
        let literal = codes.literals[usize::from(data[place])];
        let length = run.count.min(LONGEST_MATCH);
        if codes.matches[length] & 0xff >= length as u32 * (literal & 0xff) {
            continue;
        }
        literals(&data[from..place], &codes.literals, &mut bits, to, &mut at);
        let mut left = run.count;
        while left >= SHORTEST_MATCH {
            let length = left.min(LONGEST_MATCH);
            let code = codes.matches[length];
            bits.put((code >> 8).into(), code & 0xff, to, &mut at);
            left -= length;
        }
        from = place + run.count - left;
    }
    literals(&data[from..], &codes.literals, &mut bits, to, &mut at);
    *tail = bits;
    at
}

/// Four at a time: pairs are joined first, so that only one step in four has to wait for the one before.
#[inline(always)]
fn literals(data: &[u8], codes: &[u32; 256], bits: &mut Tail, to: &mut [u8], at: &mut usize) {
    // A shift takes the low 6 bits of its count only, which spares cutting the length out of a code.
    let shifted = |code: u32, by: u32| u64::from(code >> 8) << (by & 63);
    let mut groups = data.chunks_exact(4);
    for group in &mut groups {
        let a = codes[usize::from(group[0])];
        let b = codes[usize::from(group[1])];
        let c = codes[usize::from(group[2])];
        let d = codes[usize::from(group[3])];
        let (ab, cd) = (shifted(a, 0) | shifted(b, a), shifted(c, 0) | shifted(d, c));
        let length = a + b;
        bits.put(ab | cd << (length & 63), (length + (c + d)) & 63, to, at);
    }
    let mut code = 0;
    let mut count = 0;
    for byte in groups.remainder() {
        let next = codes[usize::from(*byte)];
        code |= shifted(next, count);
        count += next & 63;
    }
    bits.put(code, count, to, at);
}

/// Writes the head of a block: code lengths under a code of their own, with repeats (RFC 1951, 3.2.7).
fn write_lengths(lengths: &[u8; SYMBOLS], out: &mut Bits) {
    let used = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1).max(FIRST_MATCH);
    let all = [&lengths[..used], &DISTANCES].concat();
    // Symbols, and what follows each: its bits and their number.
    let mut symbols: Vec<(u8, usize, u32)> = Vec::new();
    for equal in all.chunk_by(|a, b| a == b) {
        let (length, mut left) = (equal[0], equal.len());
        if length > 0 {
            symbols.push((length, 0, 0));
            left -= 1;
        }
        let most = if length > 0 { 6 } else { 138 };
        while left >= 3 {
            let count = left.min(most);
            symbols.push(match (length, count) {
                (1.., _) => (16, count - 3, 2),
                (0, ..=10) => (17, count - 3, 3),
                (0, _) => (18, count - 11, 7),
            });
            left -= count;
        }
        symbols.extend(std::iter::repeat_n((length, 0, 0), left));
    }
    let mut counts = [0; LENGTH_ORDER.len()];
    for (symbol, ..) in &symbols {
        counts[usize::from(*symbol)] += 1;
    }
    let lengths = huffman::lengths(&counts, LENGTH_LIMIT);
    let codes = huffman::codes(&lengths);
    let ordered = LENGTH_ORDER.map(|symbol| lengths[symbol]);
    let written = ordered.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1).max(4);
    // Not the last block, codes of its own.
    out.put(0b100, 3);
    out.put((used - FIRST_MATCH) as u64, 5);
    out.put(DISTANCES.len() as u64 - 1, 5);
    out.put(written as u64 - 4, 4);
    for length in &ordered[..written] {
        out.put((*length).into(), 3);
    }
    for (symbol, extra, bits) in symbols {
        let symbol = usize::from(symbol);
        out.put(codes[symbol].into(), lengths[symbol].into());
        out.put(extra as u64, bits);
    }
}

#[cfg(test)]
mod tests;
