//! The values of flags: texts in, types that can't be wrong out. Messages say what would have been right.

use crate::bake::{Offset, Region};
use crate::output::{Compression, ExrCompression, PngCompression};
use crate::preset::{Depth, Format, LONGEST_VOLUME_EDGE, Size, VolumeSize};
use clap::ValueEnum;
use std::fmt;
use std::str::FromStr;

/// Numbers between separators.
fn numbers<T: FromStr>(text: &str, separator: &[char]) -> Option<Vec<T>> {
    text.split(separator).map(|part| part.trim().parse().ok()).collect()
}

/// `1024` or `1024x512`.
#[derive(Clone, Copy, Debug)]
pub struct Pixels(pub Size);

impl FromStr for Pixels {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &['x', 'X']).as_deref() {
            Some([longer]) => Ok(Self(Size::Longer(*longer))),
            Some([width, height]) => Ok(Self(Size::Exact(*width, *height))),
            _ => Err("a size is the pixels of the longer edge, as 1024, or both, as 1024x512".into()),
        }
    }
}

/// `128` or `128x128x64`.
#[derive(Clone, Copy, Debug)]
pub struct Voxels(pub VolumeSize);

impl FromStr for Voxels {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &['x', 'X']).as_deref() {
            Some([longest]) => Ok(Self(VolumeSize::Longest(*longest))),
            Some([width, height, depth]) => Ok(Self(VolumeSize::Exact([*width, *height, *depth]))),
            _ => Err("a size is the voxels of the longest edge, as 128, or of all three, as 128x128x64".into()),
        }
    }
}

/// `8x4`: columns and rows.
#[derive(Clone, Copy, Debug)]
pub struct AtlasArg(pub [u32; 2]);

impl FromStr for AtlasArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &['x', 'X']).as_deref() {
            Some([columns, rows]) if [columns, rows].iter().all(|n| (1..=LONGEST_VOLUME_EDGE).contains(*n)) => {
                Ok(Self([*columns, *rows]))
            }
            _ => Err("an atlas has columns and rows, as 8x4".into()),
        }
    }
}

/// `1.2x0.8`, or three lengths; metres.
#[derive(Clone, Debug)]
pub struct Tile(pub Vec<f64>);

impl FromStr for Tile {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &['x', 'X']) {
            Some(lengths) if matches!(lengths.len(), 2 | 3) => Ok(Self(lengths)),
            _ => Err("a tile is two lengths in metres, as 1.2x0.8".into()),
        }
    }
}

/// `name=value` or `preset.name=value`.
#[derive(Clone, Debug)]
pub struct Set {
    /// Only for this preset.
    pub preset: Option<String>,
    /// The parameter.
    pub name: String,
    /// The text of its value.
    pub value: String,
}

impl FromStr for Set {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("a parameter is set as name=value or preset.name=value")?;
        let (preset, name) = match name.rsplit_once('.') {
            Some((preset, name)) => (Some(preset.trim().to_string()), name),
            None => (None, name),
        };
        Ok(Self { preset, name: name.trim().to_string(), value: value.to_string() })
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dotted = self.preset.as_ref().map(|p| format!("{p}.")).unwrap_or_default();
        write!(f, "{dotted}{}={}", self.name, self.value)
    }
}

/// Most pictures of one run of seeds.
const MOST_SEEDS: u64 = 10_000;

/// `1..8`, where both ends count, or `1,5,9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

impl FromStr for Seeds {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let largest = crate::preset::LARGEST_WHOLE as u64;
        let outside = || format!("seeds go from 0 to {largest}");
        let Some((first, last)) = text.split_once("..") else {
            let seeds: Vec<u64> =
                numbers(text, &[',']).ok_or("seeds are first..last, both included, as 1..8, or a list, as 1,5,9")?;
            let twice = seeds.iter().enumerate().find(|(i, seed)| seeds[..*i].contains(seed));
            return match twice {
                Some((_, seed)) => Err(format!("the seed {seed} is there twice")),
                None if seeds.len() as u64 > MOST_SEEDS => Err(format!("at most {MOST_SEEDS} seeds")),
                None if seeds.iter().any(|seed| *seed > largest) => Err(outside()),
                None => Ok(Self(seeds)),
            };
        };
        match (first.trim().parse::<u64>(), last.trim().parse::<u64>()) {
            (Ok(first), Ok(last)) if first <= last && last - first < MOST_SEEDS => {
                if last > largest {
                    Err(outside())
                } else {
                    Ok(Self((first..=last).collect()))
                }
            }
            (Ok(_), Ok(_)) => Err(format!("seeds are first..last, at most {MOST_SEEDS} of them")),
            _ => Err("seeds are first..last, both included, as 1..8, or a list, as 1,5,9".into()),
        }
    }
}

/// Most values of one sweep.
const MOST_STEPS: u32 = 256;

/// `[preset.]name=a..b:n` or `[preset.]name=a,b,c`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Only for this preset.
    pub preset: Option<String>,
    /// The parameter.
    pub name: String,
    /// Its values.
    pub steps: Steps,
}

/// The values of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub enum Steps {
    /// Evenly spaced numbers, both ends included.
    Even {
        /// The first.
        first: f64,
        /// The last.
        last: f64,
        /// How many, at least 2.
        count: u32,
    },
    /// The texts of values.
    Named(Vec<String>),
}

impl FromStr for Sweep {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a sweep is name=first..last:count, as wear=0..1:5, or a list, as kind=a,b,c".to_string();
        let Set { preset, name, value } = text.parse().map_err(|_| wrong())?;
        let Some((first, rest)) = value.split_once("..") else {
            let words: Vec<String> = value.split(',').map(|word| word.trim().to_string()).collect();
            if words.iter().any(String::is_empty) || words.len() > MOST_STEPS as usize {
                return Err(wrong());
            }
            return Ok(Self { preset, name, steps: Steps::Named(words) });
        };
        let (last, count) = rest.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().ok().filter(|v: &f64| v.is_finite()).ok_or_else(wrong);
        let (first, last) = (number(first)?, number(last)?);
        match count.trim().parse() {
            Ok(count) if (2..=MOST_STEPS).contains(&count) => {
                Ok(Self { preset, name, steps: Steps::Even { first, last, count } })
            }
            _ => Err(format!("a sweep has 2 to {MOST_STEPS} values, not {count}")),
        }
    }
}

/// `0.5,0.25` tiles or `256px,128px`.
#[derive(Clone, Copy, Debug)]
pub struct OffsetArg(pub Offset);

impl FromStr for OffsetArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "an offset is tiles, as 0.5,0.25, or whole pixels, as 256px,128px".to_string();
        let (x, y) = text.split_once(',').ok_or_else(wrong)?;
        if let (Some(x), Some(y)) = (x.trim().strip_suffix("px"), y.trim().strip_suffix("px")) {
            let whole = |text: &str| text.trim().parse().map_err(|_| wrong());
            return Ok(Self(Offset::Pixels([whole(x)?, whole(y)?])));
        }
        let number = |text: &str| text.trim().parse().ok().filter(|v: &f64| v.is_finite()).ok_or_else(wrong);
        Ok(Self(Offset::Tiles([number(x)?, number(y)?])))
    }
}

/// `X,Y,W,H`, pixels.
#[derive(Clone, Copy, Debug)]
pub struct RegionArg(pub Region);

impl FromStr for RegionArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &[',']).as_deref() {
            Some([x, y, width, height]) => Ok(Self(Region { x: *x, y: *y, width: *width, height: *height })),
            _ => Err("a region is X,Y,WIDTH,HEIGHT in pixels, as 0,0,256,128".into()),
        }
    }
}

/// `K/D`.
#[derive(Clone, Copy, Debug)]
pub struct SliceArg(pub [u32; 2]);

impl FromStr for SliceArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text, &['/']).as_deref() {
            Some([slice, depth]) if slice < depth && *depth <= crate::material::LONGEST_EDGE => {
                Ok(Self([*slice, *depth]))
            }
            Some([_, _]) => Err("slices count from 0: K is less than D, as 0/64".into()),
            _ => Err("a slice is its number and how many there are, as 0/64".into()),
        }
    }
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Whole numbers
    Png,
    /// Floats, linear
    Exr,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Png => Format::Png,
            FormatArg::Exr => Format::Exr,
        }
    }
}

/// `--layout`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LayoutArg {
    /// A texture, Khronos KTX 2.0
    Ktx2,
    /// A texture, DirectDraw with a DX10 header
    Dds,
    /// An array for numpy: depth, height, width, channels
    Npy,
    /// A picture for each slice
    Slices,
    /// All slices in one picture
    Atlas,
}

/// `--depth`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DepthArg {
    /// 8 bits: PNG, textures
    #[value(name = "8")]
    Eight,
    /// 16 bits: PNG, textures
    #[value(name = "16")]
    Sixteen,
    /// 16-bit float: EXR, textures
    Half,
    /// 32-bit float: EXR, textures
    Float,
}

impl From<DepthArg> for Depth {
    fn from(depth: DepthArg) -> Self {
        match depth {
            DepthArg::Eight => Depth::Eight,
            DepthArg::Sixteen => Depth::Sixteen,
            DepthArg::Half => Depth::Half,
            DepthArg::Float => Depth::Float,
        }
    }
}

/// `small`, `piz`, or one for each format: `small,piz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionArg(pub Compression);

impl FromStr for CompressionArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut png, mut exr) = (None, None);
        for word in text.split(',').map(str::trim) {
            let old = if let Some((_, way)) = PNG_WAYS.iter().find(|(name, _)| *name == word) {
                png.replace(*way).map(|_| "PNG")
            } else if let Some((_, way)) = EXR_WAYS.iter().find(|(name, _)| *name == word) {
                exr.replace(*way).map(|_| "EXR")
            } else {
                return Err(format!(
                    "\"{word}\" is no way to pack; PNG has {}, EXR has {}",
                    PNG_WAYS.map(|(name, _)| name).join(", "),
                    EXR_WAYS.map(|(name, _)| name).join(", "),
                ));
            };
            if let Some(format) = old {
                return Err(format!("{format} is packed in one way; give one, or one for each format as small,piz"));
            }
        }
        Ok(Self(Compression { png: png.unwrap_or_default(), exr: exr.unwrap_or_default() }))
    }
}

/// Names of the ways to pack a PNG.
const PNG_WAYS: [(&str, PngCompression); 3] =
    [("fast", PngCompression::Fast), ("balanced", PngCompression::Balanced), ("small", PngCompression::Small)];

/// Names of the ways to pack an EXR.
const EXR_WAYS: [(&str, ExrCompression); 4] = [
    ("none", ExrCompression::None),
    ("rle", ExrCompression::Rle),
    ("zip", ExrCompression::Zip),
    ("piz", ExrCompression::Piz),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_range_or_a_list() {
        let read = |text: &str| text.parse::<Seeds>().map(|seeds| seeds.0);
        assert_eq!(read("1..3"), Ok(vec![1, 2, 3]));
        assert_eq!(read("7"), Ok(vec![7]));
        assert_eq!(read("9, 2,5"), Ok(vec![9, 2, 5]));
        for (text, word) in [
            ("3..1", "first..last"),
            ("1..99999", "at most 10000"),
            ("1,a", "as 1,5,9"),
            ("4,4", "4 is there twice"),
            ("9007199254740992", "go from 0"),
            ("9007199254740990..9007199254740992", "go from 0"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(word), "{text}: {told}");
        }
    }

    #[test]
    fn a_sweep_is_a_range_or_a_list() {
        let read = |text: &str| text.parse::<Sweep>();
        let even = Steps::Even { first: 0.5, last: -2.0, count: 4 };
        let sweep =
            |preset: Option<&str>, steps| Sweep { preset: preset.map(str::to_string), name: "wear".into(), steps };
        assert_eq!(read("wear=0.5..-2:4"), Ok(sweep(None, even.clone())));
        assert_eq!(read("rock.wear = 0.5 .. -2 : 4"), Ok(sweep(Some("rock"), even)));
        assert_eq!(read("wear=#fff, #000"), Ok(sweep(None, Steps::Named(vec!["#fff".into(), "#000".into()]))));
        for text in
            ["wear", "wear=", "wear=1..2", "wear=1..2:1", "wear=1..x:3", "wear=1..2:300", "wear=a,,b", "wear=0..inf:3"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn compression_is_one_way_for_each_format() {
        let read = |text: &str| text.parse::<CompressionArg>().map(|arg| (arg.0.png, arg.0.exr));
        let (fast, zip) = (PngCompression::Fast, ExrCompression::Zip);
        assert_eq!(read("small"), Ok((PngCompression::Small, zip)));
        assert_eq!(read("piz"), Ok((fast, ExrCompression::Piz)));
        for both in ["balanced,none", "none,balanced", "none, balanced"] {
            assert_eq!(read(both), Ok((PngCompression::Balanced, ExrCompression::None)));
        }
        assert_eq!(read("fast,zip").unwrap(), (Compression::default().png, Compression::default().exr));
        for (text, word) in [
            ("small,fast", "PNG is packed in one way"),
            ("zip,zip", "EXR is packed in one way"),
            ("small,piz,zip", "EXR is packed in one way"),
            ("lzw", "\"lzw\""),
            ("", "PNG has fast, balanced, small, EXR has none, rle, zip, piz"),
            ("small,", "\"\""),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(word), "{text}: {told}");
        }
    }
}
