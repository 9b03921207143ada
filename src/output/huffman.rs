//! Huffman codes of bounded length: counts of symbols in, code lengths and codes out.
//!
//! Lengths are those of Huffman's tree, made by two queues (Moffat and Katajainen, "In-Place Calculation of
//! Minimum-Redundancy Codes", 1995); those above the limit are cut to it, which uses up more codes than there are, and
//! one short code after the other gets a bit longer until they suffice again.
//!
//! Rejected: package-merge, which finds the best bounded code. Symbols whose codes are cut hardly occur, so that there is
//! next to nothing to gain.

/// Lengths of codes in bits, 1 to `limit`, for symbols that occur; 0 for the others. Two or more codes are complete: no
/// row of bits is left without a meaning. One alone has one bit. `2^limit` is at least the number of symbols, and the
/// sum of the counts fits 32 bits.
pub(super) fn lengths<const N: usize>(counts: &[u32; N], limit: usize) -> [u8; N] {
    let mut lengths = [0; N];
    // By count, then by symbol.
    let mut order: Vec<(u32, u16)> = (0..N as u16).map(|i| (counts[usize::from(i)], i)).filter(|o| o.0 > 0).collect();
    order.sort_unstable_by_key(|&(count, symbol)| u64::from(count) << 16 | u64::from(symbol));
    if let [(_, only)] = order[..] {
        lengths[usize::from(only)] = 1;
    }
    if order.len() < 2 {
        return lengths;
    }
    let of_length = bounded(&depths(&order), limit);
    let mut rarest = order.iter();
    for length in (1..=limit).rev() {
        for (_, symbol) in rarest.by_ref().take(of_length[length]) {
            lengths[usize::from(*symbol)] = length as u8;
        }
    }
    lengths
}

/// How deep each leaf lies in Huffman's tree over two or more sorted counts.
fn depths(order: &[(u32, u16)]) -> Vec<usize> {
    let leaves = order.len();
    // Inner nodes come into being sorted as well, so that the two least nodes are always at the heads of two queues.
    let mut sums: Vec<u32> = Vec::with_capacity(leaves - 1);
    let mut parents = vec![0; 2 * leaves - 1];
    let (mut leaf, mut inner) = (0, 0);
    for node in 0..leaves - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            if leaf < leaves && (inner == node || order[leaf].0 <= sums[inner]) {
                sum += order[leaf].0;
                parents[leaf] = leaves + node;
                leaf += 1;
            } else {
                sum += sums[inner];
                parents[leaves + inner] = leaves + node;
                inner += 1;
            }
        }
        sums.push(sum);
    }
    let mut depths = vec![0; 2 * leaves - 1];
    for node in (0..2 * leaves - 2).rev() {
        depths[node] = depths[parents[node]] + 1;
    }
    depths.truncate(leaves);
    depths
}

/// The number of codes of each length, none longer than `limit`.
fn bounded(depths: &[usize], limit: usize) -> Vec<usize> {
    let mut of_length = vec![0; limit + 1];
    for depth in depths {
        of_length[(*depth).min(limit)] += 1;
    }
    // Kraft's sum in units of the longest code; a complete code has exactly 2^limit of them.
    let mut used: usize = (1..=limit).map(|length| of_length[length] << (limit - length)).sum();
    while used > 1 << limit {
        // One of the longest codes becomes the sister of a shorter one, which grows by a bit: one unit less.
        let shorter = (1..limit).rev().find(|&length| of_length[length] > 0).unwrap_or(limit - 1);
        of_length[shorter] -= 1;
        of_length[shorter + 1] += 2;
        of_length[limit] -= 1;
        used -= 1;
    }
    of_length
}

/// The canonical codes of these lengths (RFC 1951, 3.2.2), first bit lowest, as deflate packs them.
pub(super) fn codes<const N: usize>(lengths: &[u8; N]) -> [u16; N] {
    let mut of_length = [0u16; 16];
    for length in lengths.iter().filter(|length| **length > 0) {
        of_length[usize::from(*length)] += 1;
    }
    let mut next = [0u16; 16];
    for length in 1..16 {
        next[length] = (next[length - 1] + of_length[length - 1]) << 1;
    }
    let mut codes = [0; N];
    for (code, &length) in codes.iter_mut().zip(lengths) {
        if length > 0 {
            let next = &mut next[usize::from(length)];
            *code = next.reverse_bits() >> (16 - length);
            *next += 1;
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::testing::Random;

    fn check<const N: usize>(counts: &[u32; N], limit: usize) {
        let lengths = lengths(counts, limit);
        let used = counts.iter().filter(|count| **count > 0).count();
        let mut kraft = 0;
        for (count, length) in counts.iter().zip(lengths) {
            assert_eq!(*count > 0, length > 0);
            assert!(usize::from(length) <= limit);
            kraft += if length > 0 { 1 << (limit - usize::from(length)) } else { 0 };
        }
        let whole = match used {
            0 => 0,
            1 => 1 << (limit - 1),
            _ => 1 << limit,
        };
        assert_eq!(kraft, whole, "{counts:?}");
        // The rarer symbol never has the shorter code.
        for (a, b) in (0..N).flat_map(|a| (0..N).map(move |b| (a, b))) {
            assert!(counts[a] == 0 || counts[a] >= counts[b] || lengths[a] >= lengths[b], "{counts:?}");
        }
        // No code starts another.
        let codes = codes(&lengths);
        for (a, b) in (0..N).flat_map(|a| (0..N).map(move |b| (a, b))) {
            if a != b && lengths[a] > 0 && lengths[a] <= lengths[b] {
                assert_ne!(codes[a], codes[b] & ((1 << lengths[a]) - 1), "{counts:?}");
            }
        }
    }

    #[test]
    fn codes_are_complete_for_any_counts() {
        let mut random = Random::new(1);
        for round in 0..300 {
            let counts: [u32; 286] = std::array::from_fn(|_| match round % 3 {
                0 => random.below(3),
                1 => 1 << random.below(20),
                _ => random.below(1 << 13),
            });
            check(&counts, 9 + round % 6);
            let few: [u32; 19] = std::array::from_fn(|_| random.below(50).saturating_sub(20) * random.below(90));
            check(&few, 7);
        }
        check(&[0; 286], 14);
        check(&std::array::from_fn::<u32, 286, _>(|i| u32::from(i == 7)), 14);
        check(&std::array::from_fn::<u32, 286, _>(|i| u32::from(i > 283)), 14);
        check(&[1; 286], 14);
    }

    /// Fibonacci's numbers make the deepest tree: each code one bit longer than the next.
    #[test]
    fn the_deepest_tree_is_bounded() {
        let mut pair = (1, 1);
        let counts: [u32; 30] = std::array::from_fn(|_| {
            pair = (pair.1, pair.0 + pair.1);
            pair.0
        });
        check(&counts, 14);
        check(&counts, 5);
        let lengths = lengths(&counts, 29);
        assert_eq!(lengths[0], 29);
        assert_eq!(lengths[29], 1);
    }

    /// Without a limit in the way, no other prefix code is shorter: tried with all trees of five leaves.
    #[test]
    fn short_codes_are_the_best() {
        let mut random = Random::new(2);
        let trees = [[1, 2, 3, 4, 4], [1, 3, 3, 3, 3], [2, 2, 2, 3, 3]];
        for _ in 0..500 {
            let mut counts: [u32; 5] = std::array::from_fn(|_| 1 + random.below(100));
            let ours: u32 =
                counts.iter().zip(lengths(&counts, 14)).map(|(count, length)| count * u32::from(length)).sum();
            counts.sort_by_key(|count| std::cmp::Reverse(*count));
            let best = trees.iter().map(|tree| counts.iter().zip(tree).map(|(count, length)| count * length).sum());
            assert_eq!(Some(ours), best.min());
        }
    }
}
