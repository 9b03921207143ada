//! The head of a NPY file, version 1.0: an array of depth, height, width and, with more than one, channels.
//!
//! After numpy's `numpy.lib.format`. Mostly for scripts: `numpy.load` maps it into memory as it is.

use super::{Head, Texture};
use crate::output::Sample;

/// Magic, version and the length of the text.
const START: usize = 10;

/// Errors: smaller levels, for which an array has no place.
pub(super) fn head(texture: &Texture) -> Result<Head, String> {
    if texture.mips {
        return Err("an array has no smaller levels".into());
    }
    let kind = match texture.sample {
        Sample::U8 => "|u1",
        Sample::U16 => "<u2",
        Sample::Half => "<f2",
        Sample::Float => "<f4",
    };
    let [width, height, depth] = texture.size;
    let channels = if texture.channels > 1 { format!(", {}", texture.channels) } else { String::new() };
    let mut text =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({depth}, {height}, {width}{channels}), }}");
    // The data begins on a multiple of 64, behind a newline.
    let length = (START + text.len() + 1).next_multiple_of(64) - START;
    text.push_str(&" ".repeat(length - text.len() - 1));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    let at = bytes.len() as u64;
    Ok(Head { bytes, levels: vec![at] })
}
