//! PNG and EXR files in, pictures in memory out, as they are stored.
//!
//! The crates `png` and `exr` decode, without limits of their own: what does not fit into memory is refused before it is read,
//! whatever the header says. A PNG comes row by row, so that nothing is held but the samples.
//!
//! Rejected: the `image` crate, whose limits refuse pictures that this program has written, and which reads no EXR with one
//! channel.

use crate::compare::Picture;
use crate::maps::{Depth, Samples};
use crate::memory;
use exr::image::{AnyChannel, AnyChannels, FlatSamples};
use exr::meta::MetaData;
use exr::prelude::{ReadChannels, ReadLayers, Vec2};
use half::f16;
use png::{BitDepth, ColorType, Transformations};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Seek};
use std::path::Path;

const PNG: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
const EXR: [u8; 4] = [0x76, 0x2f, 0x31, 0x01];

/// Whether a name ends as those of pictures do.
pub fn is_picture_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".png") || name.ends_with(".exr")
}

/// Reads a file.
///
/// # Errors
/// A file that can't be read, and what [`read_picture_from`] says.
pub fn read_picture(path: &Path) -> Result<Picture, String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("{name} is a folder, not a picture"));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("there is no file {name}"),
        _ => format!("cannot read {name}: {error}"),
    })?;
    read_picture_from(&name.to_string(), BufReader::with_capacity(1 << 18, file))
}

/// Reads a picture that messages call `name`. Its first bytes say what it is.
///
/// # Errors
/// What is no picture, is cut off or damaged, needs more memory than there is, or has other channels than grey, RGB and alpha.
pub fn read_picture_from(name: &str, mut source: impl BufRead + Seek) -> Result<Picture, String> {
    let head = source.fill_buf().map_err(|error| format!("cannot read {name}: {error}"))?;
    if head.starts_with(&PNG) {
        read_png(source).map_err(|why| format!("cannot read {name}: {why}"))
    } else if head.starts_with(&EXR) {
        read_exr(source).map_err(|why| format!("cannot read {name}: {why}"))
    } else if head.is_empty() {
        Err(format!("cannot read {name}: it is empty"))
    } else {
        Err(format!("cannot read {name}: it is neither a PNG nor an OpenEXR picture"))
    }
}

/// Refuses a picture that memory can't hold.
fn fits(width: usize, height: usize, pixel_bytes: usize) -> Result<(), String> {
    let bytes = (width as u64).saturating_mul(height as u64).saturating_mul(pixel_bytes as u64);
    memory::refusal(bytes).map_or(Ok(()), |refusal| Err(format!("{width} x {height} pixels: {refusal}")))
}

fn no_memory(_: std::collections::TryReserveError) -> String {
    "there is not enough memory for it".into()
}

fn png_error(error: png::DecodingError) -> String {
    match error {
        png::DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => "it is cut off".into(),
        png::DecodingError::IoError(error) => error.to_string(),
        error => format!("it is damaged: {error}"),
    }
}

fn read_png(source: impl BufRead + Seek) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new_with_limits(source, png::Limits { bytes: usize::MAX });
    decoder.set_transformations(Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(png_error)?;
    let (colour, bits) = reader.output_color_type();
    let info = reader.info();
    let (width, height, srgb, interlaced) = (info.width, info.height, info.srgb.is_some(), info.interlaced);
    let channels = match colour {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb | ColorType::Indexed => 3,
        ColorType::Rgba => 4,
    };
    let wide = bits == BitDepth::Sixteen;
    let sample_bytes = if wide { 2 } else { 1 };
    let row_bytes = width as usize * channels * sample_bytes;
    fits(width as usize, height as usize, channels * sample_bytes * if interlaced { 2 } else { 1 })?;
    let (mut eight, mut sixteen) = (Vec::new(), Vec::new());
    let whole = row_bytes.checked_mul(height as usize).ok_or("it has more pixels than can be counted")?;
    match wide {
        true => sixteen.try_reserve_exact(whole / 2).map_err(no_memory)?,
        false => eight.try_reserve_exact(whole).map_err(no_memory)?,
    }
    let mut take = |bytes: &[u8]| match wide {
        true => sixteen.extend(bytes.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]]))),
        false => eight.extend_from_slice(bytes),
    };
    if interlaced {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(whole).map_err(no_memory)?;
        bytes.resize(whole, 0);
        reader.next_frame(&mut bytes).map_err(png_error)?;
        take(&bytes);
    } else {
        let mut row = vec![0; row_bytes];
        for _ in 0..height {
            reader.read_row(&mut row).map_err(png_error)?.ok_or("it is cut off")?;
            take(&row);
        }
    }
    reader.finish().map_err(png_error)?;
    let (depth, samples) = match wide {
        true => (Depth::Sixteen, Samples::U16(sixteen)),
        false => (Depth::Eight, Samples::U8(eight)),
    };
    Ok(Picture { width, height, channels, depth, srgb, samples })
}

fn exr_error(error: exr::error::Error) -> String {
    match error {
        exr::error::Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => "it is cut off".into(),
        exr::error::Error::Io(error) => error.to_string(),
        error => format!("it is damaged or no picture: {error}"),
    }
}

/// The first layer in full size.
fn read_exr(mut source: impl BufRead + Seek) -> Result<Picture, String> {
    let meta = MetaData::read_from_buffered(&mut source, false).map_err(exr_error)?;
    source.rewind().map_err(|error| error.to_string())?;
    for header in &meta.headers {
        let Vec2(width, height) = header.layer_size;
        // As it comes out of the file, and once more as the samples of pixels.
        fits(width, height, header.channels.bytes_per_pixel + 4 * header.channels.list.len())?;
    }
    let read = exr::prelude::read().no_deep_data().largest_resolution_level().all_channels().first_valid_layer();
    let layer = read.all_attributes().from_buffered(source).map_err(exr_error)?.layer_data;
    let Vec2(width, height) = layer.size;
    if width == 0 || height == 0 {
        return Err("it has no pixels".into());
    }
    let channels = in_order(&layer.channel_data)?;
    let n = channels.len();
    let whole = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(n));
    let whole = whole.ok_or("it has more pixels than can be counted")?;
    let mut all = Vec::new();
    all.try_reserve_exact(whole).map_err(no_memory)?;
    all.resize(whole, 0f32);
    for (c, channel) in channels.iter().enumerate() {
        let to = all[c..].iter_mut().step_by(n);
        match &channel.sample_data {
            FlatSamples::F16(from) => to.zip(from).for_each(|(to, from): (_, &f16)| *to = from.to_f32()),
            FlatSamples::F32(from) => to.zip(from).for_each(|(to, from)| *to = *from),
            FlatSamples::U32(_) => return Err(format!("its channel {} holds whole numbers, not floats", channel.name)),
        }
    }
    let halves = channels.iter().all(|channel| matches!(channel.sample_data, FlatSamples::F16(_)));
    let size = |n: usize| u32::try_from(n).map_err(|_| "it has more pixels than can be counted");
    Ok(Picture {
        width: size(width)?,
        height: size(height)?,
        channels: n,
        depth: if halves { Depth::Half } else { Depth::Float },
        srgb: false,
        samples: Samples::Float(all),
    })
}

/// Y, or R G B, each with A where there is one; a single channel may have any name.
fn in_order(channels: &AnyChannels<FlatSamples>) -> Result<Vec<&AnyChannel<FlatSamples>>, String> {
    let list = &channels.list;
    let names = || list.iter().map(|channel| channel.name.to_string()).collect::<Vec<_>>().join(", ");
    if let Some(channel) = list.iter().find(|channel| channel.sampling != Vec2(1, 1)) {
        return Err(format!("its channel {} is coarser than the picture", channel.name));
    }
    let find = |name: &str| list.iter().find(|channel| channel.name.to_string() == name);
    let all = |names: &[&str]| names.iter().map(|name| find(name)).collect::<Option<Vec<_>>>();
    let found = match list.len() {
        1 => list.first().map(|only| vec![only]),
        2 => all(&["Y", "A"]),
        3 => all(&["R", "G", "B"]),
        4 => all(&["R", "G", "B", "A"]),
        _ => None,
    };
    found.ok_or_else(|| format!("its channels are {}; they can be Y or R, G, B, each with A", names()))
}
