//! The head of a KTX 2.0 file with one uncompressed 3D texture: header, index, format descriptor, key/value pairs.
//!
//! After the KTX File Format Specification 2.0, revision 3, and the Khronos Data Format Specification 1.3. Levels lie in
//! the file from the smallest to the largest, each on a multiple of its voxel and of 4 bytes. Row 0 is the top and slice
//! 0 the nearest one: `KTXorientation` is `rdi`.

use super::{Head, Texture};
use crate::output::Sample;

const IDENTIFIER: [u8; 12] = [0xAB, b'K', b'T', b'X', b' ', b'2', b'0', 0xBB, b'\r', b'\n', 0x1A, b'\n'];
/// Bytes of the identifier, the header and the index of sections.
const HEADER: usize = 80;
/// Bytes of an entry of the index of levels.
const LEVEL: usize = 24;

/// The `VkFormat` of one, two and four samples.
fn vk_format(texture: &Texture) -> Option<u32> {
    let formats = match (texture.sample, texture.srgb) {
        (Sample::U8, false) => [9, 16, 37],
        (Sample::U8, true) => [15, 22, 43],
        (Sample::U16, _) => [70, 77, 91],
        (Sample::Half, _) => [76, 83, 97],
        (Sample::Float, _) => [100, 103, 109],
    };
    match texture.channels {
        1 => Some(formats[0]),
        2 => Some(formats[1]),
        4 => Some(formats[2]),
        _ => None,
    }
}

/// Errors: a number of channels for which there is no format.
pub(super) fn head(texture: &Texture) -> Result<Head, String> {
    let format = vk_format(texture).ok_or(format!("KTX2 takes 1, 2 or 4 channels, not {}", texture.channels))?;
    let (levels, [width, height, depth]) = (texture.levels(), texture.size);
    let (descriptor, pairs) = (descriptor(texture), pairs());
    let descriptor_at = HEADER + LEVEL * levels as usize;
    let pairs_at = descriptor_at + descriptor.len();

    let align = if texture.voxel_bytes() > 4 { texture.voxel_bytes() } else { 4 };
    let mut at = ((pairs_at + pairs.len()) as u64).next_multiple_of(align);
    let start = at as usize;
    let mut offsets = vec![0; levels as usize];
    for level in (0..levels).rev() {
        offsets[level as usize] = at;
        at = (at + texture.level_bytes(level)).next_multiple_of(align);
    }

    let mut bytes = IDENTIFIER.to_vec();
    let words = |words: &[u32], bytes: &mut Vec<u8>| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    // No array, one face, no supercompression.
    let type_size = texture.sample_bytes() as u32;
    words(&[format, type_size, width, height, depth, 0, 1, levels, 0], &mut bytes);
    let sections = [descriptor_at, descriptor.len(), pairs_at, pairs.len()].map(|n| n as u32);
    words(&sections, &mut bytes);
    // No data of a supercompression.
    bytes.extend([0; 16]);
    for level in 0..levels {
        let length = texture.level_bytes(level);
        bytes.extend([offsets[level as usize], length, length].iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(descriptor);
    bytes.extend(pairs);
    bytes.resize(start, 0);
    Ok(Head { bytes, levels: offsets })
}

/// The data format descriptor: one basic block.
fn descriptor(texture: &Texture) -> Vec<u8> {
    const MODEL_RGBSDA: u8 = 1;
    const BT709: u8 = 1;
    const LINEAR: u8 = 1;
    const SRGB: u8 = 2;
    const CHANNELS: [u8; 4] = [0, 1, 2, 15];
    const IS_LINEAR: u8 = 1 << 4;
    const IS_SIGNED: u8 = 1 << 6;
    const IS_FLOAT: u8 = 1 << 7;

    let count = usize::from(texture.channels);
    let block = 24 + 16 * count as u32;
    let mut bytes = Vec::new();
    for word in [4 + block, 0, 2 | block << 16] {
        bytes.extend(word.to_le_bytes());
    }
    // Data has no primaries.
    let primaries = if texture.colour { BT709 } else { 0 };
    bytes.extend([MODEL_RGBSDA, primaries, if texture.srgb { SRGB } else { LINEAR }, 0]);
    // A texel is one voxel: edges less one.
    bytes.extend([0; 4]);
    bytes.extend([texture.voxel_bytes() as u8, 0, 0, 0, 0, 0, 0, 0]);
    let bits = 8 * texture.sample_bytes() as u16;
    for (i, channel) in CHANNELS.into_iter().enumerate().take(count) {
        let (kind, lower, upper) = match texture.sample {
            Sample::U8 => (0, 0, 0xff),
            Sample::U16 => (0, 0, 0xffff),
            Sample::Half | Sample::Float => (IS_FLOAT | IS_SIGNED, (-1f32).to_bits(), 1f32.to_bits()),
        };
        // Alpha is never sRGB encoded.
        let kind = if texture.srgb && channel == 15 { kind | IS_LINEAR } else { kind };
        bytes.extend((bits * i as u16).to_le_bytes());
        bytes.extend([(bits - 1) as u8, channel | kind, 0, 0, 0, 0]);
        bytes.extend(lower.to_le_bytes());
        bytes.extend(upper.to_le_bytes());
    }
    bytes
}

/// The key/value pairs, sorted by key.
fn pairs() -> Vec<u8> {
    let writer = concat!("bakestone ", env!("CARGO_PKG_VERSION"));
    let mut bytes = Vec::new();
    for (key, value) in [("KTXorientation", "rdi"), ("KTXwriter", writer)] {
        let pair = format!("{key}\0{value}\0");
        bytes.extend((pair.len() as u32).to_le_bytes());
        bytes.extend(pair.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}
