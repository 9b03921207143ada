//! A row of bits, as deflate packs them: each byte is filled from its lowest bit (RFC 1951, 3.1.1).

/// Bits that are being written behind the bytes of a vector.
pub(super) struct Bits {
    bytes: Vec<u8>,
    pub(super) tail: Tail,
}

/// The bits behind the last whole byte.
#[derive(Clone, Copy, Default)]
pub(super) struct Tail {
    /// The bits, the first one lowest; zero above them.
    pub(super) word: u64,
    /// How many there are: between calls at most 7.
    pub(super) count: u32,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    bytes: usize,
    tail: Tail,
}

impl Tail {
    /// Adds up to 56 bits to at most 7, writes 8 bytes at `at` and moves it behind the whole ones.
    #[inline(always)]
    pub(super) fn put(&mut self, code: u64, count: u32, to: &mut [u8], at: &mut usize) {
        self.word |= code << self.count;
        self.count += count;
        to[*at..*at + 8].copy_from_slice(&self.word.to_le_bytes());
        *at += (self.count >> 3) as usize;
        self.word >>= self.count & 0x38;
        self.count &= 7;
    }
}

impl Bits {
    /// Starts behind `bytes`.
    pub(super) fn new(bytes: Vec<u8>) -> Bits {
        Bits { bytes, tail: Tail::default() }
    }

    /// Writes the lowest `count` bits of a code, at most 56; the others are zero.
    pub(super) fn put(&mut self, code: u64, count: u32) {
        let (mut bytes, mut at) = ([0; 8], 0);
        self.tail.put(code, count, &mut bytes, &mut at);
        self.bytes.extend_from_slice(&bytes[..at]);
    }

    /// Writes zeros up to the next whole byte.
    pub(super) fn align(&mut self) {
        if self.tail.count > 0 {
            self.put(0, 8 - self.tail.count);
        }
    }

    /// Writes whole bytes that begin with the tail: what [`Tail::put`] made of it.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Bits so far, those of the vector included.
    pub(super) fn len(&self) -> usize {
        8 * self.bytes.len() + self.tail.count as usize
    }

    /// The end as it is now.
    pub(super) fn mark(&self) -> Mark {
        Mark { bytes: self.bytes.len(), tail: self.tail }
    }

    /// Forgets all behind the mark.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.bytes.truncate(mark.bytes);
        self.tail = mark.tail;
    }

    /// The bytes, after [`align`](Bits::align).
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
