//! Runs of equal bytes: data in, places out.

use std::ops::Range;

use fearless_simd::{Simd, prelude::*};

/// Bytes that equal the one before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The first of them: the second of the equal ones.
    pub(super) start: usize,
    /// How many.
    pub(super) count: usize,
}

impl Run {
    /// One behind the last.
    pub(super) fn end(&self) -> usize {
        self.start + self.count
    }
}

/// Bytes looked at together.
const STEP: usize = 64;
/// The shortest run that is found. A match has some 7 bits where the byte of a run has one, so that shorter ones hardly
/// pay: with 8, colour maps are 1 to 2 % smaller and take a fifth more time.
pub(super) const SHORTEST: usize = 16;

/// Appends the runs in this range of `data`, in order. One that leaves the range is cut.
#[inline(always)]
pub(super) fn find<S: Simd>(s: S, data: &[u8], range: Range<usize>, runs: &mut Vec<Run>) {
    let data = &data[..range.end];
    let mut at = range.start.max(1);
    while at < data.len() {
        let equal = equal(s, data, at);
        // A bit that is still set has SHORTEST set bits from itself on.
        let pairs = equal & equal >> 1;
        let fours = pairs & pairs >> 2;
        let eights = fours & fours >> 4;
        let starts = eights & eights >> 8;
        if starts == 0 {
            at += STEP - SHORTEST + 1;
            continue;
        }
        let skip = starts.trailing_zeros() as usize;
        let start = at + skip;
        let mut end = start + (equal >> skip).trailing_ones() as usize;
        while end == at + STEP {
            at = end;
            end += self::equal(s, data, at).trailing_ones() as usize;
        }
        runs.push(Run { start, count: end - start });
        // The byte there differs.
        at = end + 1;
    }
}

/// A bit for each of the next bytes, lowest first: set where it equals the one before it. Clear behind the data.
#[inline(always)]
fn equal<S: Simd>(s: S, data: &[u8], at: usize) -> u64 {
    let lanes = S::u8s::LEN;
    let mut bits = 0;
    if at + STEP <= data.len() {
        let (new, old) = (&data[at..at + STEP], &data[at - 1..at - 1 + STEP]);
        let mut i = 0;
        while i < STEP {
            let (new, old) = (S::u8s::from_slice(s, &new[i..i + lanes]), S::u8s::from_slice(s, &old[i..i + lanes]));
            bits |= new.simd_eq(old).to_bitmask() << i;
            i += lanes;
        }
    } else {
        for i in at..data.len() {
            bits |= u64::from(data[i] == data[i - 1]) << (i - at);
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::testing::{Random, levels};
    use fearless_simd::dispatch;

    #[test]
    fn all_runs_are_found_and_no_others() {
        let mut random = Random::new(3);
        for _ in 0..2000 {
            let mut data = Vec::new();
            while data.len() < 600 {
                let count = match random.below(40) {
                    0 => random.below(300),
                    1..4 => random.below(2 * SHORTEST as u32 + 2),
                    _ => random.below(4),
                };
                let byte = random.below(3) as u8;
                data.extend(std::iter::repeat_n(byte, count as usize));
            }
            let from = random.below(300) as usize;
            let range = from..from + random.below(300) as usize;
            let mut wanted = Vec::new();
            let mut at = range.start.max(1);
            while at < range.end {
                let count = (at..range.end).take_while(|i| data[*i] == data[*i - 1]).count();
                if count >= SHORTEST {
                    wanted.push(Run { start: at, count });
                }
                at += count + 1;
            }
            for level in levels() {
                let mut found = Vec::new();
                dispatch!(level, s => find(s, &data, range.clone(), &mut found));
                assert_eq!(found, wanted, "{range:?} {level:?} {data:?}");
            }
        }
    }
}
