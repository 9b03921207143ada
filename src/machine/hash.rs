//! Integer hashes: of lattice points (in kernels) and of seeds (on the host).

use super::Machine;

/// A well mixed word of a lattice point and a seed. Odd multipliers of xxHash32 spread the coordinates; the finaliser
/// is `lowbias32` (Chris Wellons, "Prospecting for hash functions", 2018), bias 0.17.
#[inline(always)]
pub fn point<M: Machine>(m: M, x: M::U, y: M::U, z: M::U, seed: M::U) -> M::U {
    mix(m, (x * m.u(0x9E37_79B1)) ^ (y * m.u(0x85EB_CA77)) ^ (z * m.u(0xC2B2_AE3D)) ^ seed)
}

/// The finaliser `lowbias32`.
#[inline(always)]
pub fn mix<M: Machine>(m: M, h: M::U) -> M::U {
    let h = (h ^ (h >> 16)) * m.u(0x7feb_352d);
    let h = (h ^ (h >> 15)) * m.u(0x846c_a68b);
    h ^ (h >> 16)
}

/// The upper 24 bits of a hash as a number, 0 to below 1.
#[inline(always)]
pub fn unit<M: Machine>(m: M, h: M::U) -> M::F {
    m.from_int(h >> 8) * m.f(1.0 / 16_777_216.0)
}

/// The seed of a thing named `label` below `parent`: FNV-1a over the label, then the finaliser of SplitMix64.
/// Order does not matter, names do.
pub fn seed(parent: u64, label: &str) -> u64 {
    let mut h = parent ^ 0xcbf2_9ce4_8422_2325;
    for b in label.bytes() {
        h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    split_mix(h)
}

/// The seed of the thing number `n` below `parent`.
pub fn seed_number(parent: u64, n: u64) -> u64 {
    split_mix(split_mix(parent).wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
pub fn split_mix(h: u64) -> u64 {
    let h = h.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    h ^ (h >> 31)
}
