//! A picture in memory, held as it was stored.

use crate::bake::Image;
use crate::maps::{Depth, Samples};

/// A picture with interleaved samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Samples of a pixel: grey, grey and alpha, RGB, RGBA.
    pub channels: usize,
    /// How a sample is stored. Halves are held as floats.
    pub depth: Depth,
    /// Whether the file says that it is in sRGB.
    pub srgb: bool,
    /// Row by row from the top.
    pub samples: Samples,
}

impl From<Image> for Picture {
    fn from(image: Image) -> Self {
        Self {
            width: image.width,
            height: image.height,
            channels: image.map.stored_channels(),
            depth: image.map.depth,
            srgb: image.map.is_srgb(),
            samples: image.samples,
        }
    }
}

impl Picture {
    /// What its channels are.
    pub fn channel_name(&self) -> &'static str {
        ["grey", "grey with alpha", "RGB", "RGBA"]
            .get(self.channels.wrapping_sub(1))
            .copied()
            .unwrap_or("of odd channels")
    }

    /// How a sample is stored, in words.
    pub fn depth_name(&self) -> &'static str {
        depth_name(self.depth)
    }

    /// Whether samples are whole numbers.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.samples, Samples::U8(_) | Samples::U16(_))
    }

    /// The greatest whole number of a sample; 1 for floats.
    pub(super) fn top(&self) -> f64 {
        match self.samples {
            Samples::U8(_) => 255.0,
            Samples::U16(_) => 65535.0,
            Samples::Float(_) => 1.0,
        }
    }

    /// Where the alpha of a pixel is.
    pub(super) fn alpha(&self) -> Option<usize> {
        matches!(self.channels, 2 | 4).then(|| self.channels - 1)
    }

    /// Samples of a row.
    pub(super) fn row_samples(&self) -> usize {
        self.width as usize * self.channels
    }

    /// A row with whole numbers as 0..1.
    pub fn row(&self, y: u32, into: &mut Vec<f64>) {
        let n = self.row_samples();
        let at = y as usize * n..(y as usize + 1) * n;
        into.clear();
        match &self.samples {
            Samples::U8(all) => into.extend(all[at].iter().map(|v| f64::from(*v) / 255.0)),
            Samples::U16(all) => into.extend(all[at].iter().map(|v| f64::from(*v) / 65535.0)),
            Samples::Float(all) => into.extend(all[at].iter().map(|v| f64::from(*v))),
        }
    }

    /// A pixel as it is stored.
    pub fn stored(&self, [x, y]: [u32; 2]) -> Vec<f64> {
        let at = (y as usize * self.width as usize + x as usize) * self.channels;
        (at..at + self.channels)
            .map(|i| match &self.samples {
                Samples::U8(all) => f64::from(all[i]),
                Samples::U16(all) => f64::from(all[i]),
                Samples::Float(all) => f64::from(all[i]),
            })
            .collect()
    }

    /// The bits of a sample.
    pub(super) fn bits(&self, i: usize) -> u32 {
        match &self.samples {
            Samples::U8(all) => u32::from(all[i]),
            Samples::U16(all) => u32::from(all[i]),
            Samples::Float(all) => all[i].to_bits(),
        }
    }

    /// Whether a row has the bits of a row of another picture of this shape.
    pub(super) fn same_row(&self, y: u32, other: &Picture, other_y: u32) -> bool {
        let n = self.row_samples();
        let at = |y: u32| y as usize * n..(y as usize + 1) * n;
        match (&self.samples, &other.samples) {
            (Samples::U8(a), Samples::U8(b)) => a[at(y)] == b[at(other_y)],
            (Samples::U16(a), Samples::U16(b)) => a[at(y)] == b[at(other_y)],
            (Samples::Float(a), Samples::Float(b)) => {
                a[at(y)].iter().zip(&b[at(other_y)]).all(|(a, b)| a.to_bits() == b.to_bits())
            }
            _ => false,
        }
    }
}

/// How a sample is stored, in words.
pub(super) fn depth_name(depth: Depth) -> &'static str {
    match depth {
        Depth::Eight => "8 bits",
        Depth::Sixteen => "16 bits",
        Depth::Half => "halves",
        Depth::Float => "floats",
    }
}
