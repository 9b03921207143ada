//! The head of a DDS file with one uncompressed 3D texture and a DX10 header.
//!
//! After Microsoft's "DDS file layout for volume textures" and `DDS_HEADER_DXT10`. Levels lie in the file from the
//! largest to the smallest, without padding; a level is its slices one after another.

use super::{Head, Texture};
use crate::output::Sample;

/// `D3D11_REQ_TEXTURE3D_U_V_OR_W_DIMENSION`.
pub(super) const LONGEST_EDGE: u32 = 2048;

/// The `DXGI_FORMAT` of one, two and four samples.
fn dxgi_format(texture: &Texture) -> Option<u32> {
    let formats = match texture.sample {
        Sample::U8 => [61, 49, if texture.srgb { 29 } else { 28 }],
        Sample::U16 => [56, 35, 11],
        Sample::Half => [54, 34, 10],
        Sample::Float => [41, 16, 2],
    };
    match texture.channels {
        1 => Some(formats[0]),
        2 => Some(formats[1]),
        4 => Some(formats[2]),
        _ => None,
    }
}

/// Errors: a number of channels for which there is no format, or an edge that Direct3D does not take.
pub(super) fn head(texture: &Texture) -> Result<Head, String> {
    // DDSD_CAPS, _HEIGHT, _WIDTH, _PITCH, _PIXELFORMAT, _DEPTH; _MIPMAPCOUNT.
    const FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x1000 | 0x80_0000;
    const MIPMAP_COUNT: u32 = 0x2_0000;
    const FOURCC: u32 = 0x4;
    // DDSCAPS_TEXTURE, _COMPLEX; _MIPMAP; DDSCAPS2_VOLUME.
    const CAPS: u32 = 0x1000 | 0x8;
    const MIPMAP: u32 = 0x40_0000;
    const VOLUME: u32 = 0x20_0000;
    const TEXTURE3D: u32 = 4;
    // DDS_ALPHA_MODE_OPAQUE; _CUSTOM: a channel like the others.
    const OPAQUE: u32 = 3;
    const CUSTOM: u32 = 4;

    let format = dxgi_format(texture).ok_or(format!("DDS takes 1, 2 or 4 channels, not {}", texture.channels))?;
    let (levels, [width, height, depth]) = (texture.levels(), texture.size);
    if texture.size.iter().any(|edge| *edge > LONGEST_EDGE) {
        return Err(format!("Direct3D takes volumes of at most {LONGEST_EDGE} voxels along an edge"));
    }
    let pitch = (u64::from(width) * texture.voxel_bytes()) as u32;
    let several = levels > 1;
    let mut words = vec![124, FLAGS | if several { MIPMAP_COUNT } else { 0 }, height, width, pitch, depth, levels];
    words.extend([0; 11]);
    words.extend([32, FOURCC, u32::from_le_bytes(*b"DX10"), 0, 0, 0, 0, 0]);
    words.extend([CAPS | if several { MIPMAP } else { 0 }, VOLUME, 0, 0, 0]);
    words.extend([format, TEXTURE3D, 0, 1, if texture.opaque { OPAQUE } else { CUSTOM }]);
    let mut bytes = b"DDS ".to_vec();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));

    let mut at = bytes.len() as u64;
    let mut offsets = Vec::new();
    for level in 0..levels {
        offsets.push(at);
        at += texture.level_bytes(level);
    }
    Ok(Head { bytes, levels: offsets })
}
