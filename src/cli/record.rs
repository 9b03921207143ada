//! What is written down about a bake: the side file `{name}.json`, and the same facts for `--json`.
//!
//! No time, no host, no number of threads: the same bake gives the same bytes.

use super::failed::Failed;
use super::job::Job;
use crate::MapPlan;
use crate::bake::{Offset, Region};
use crate::maps::{Convention, Counts, Depth, Format, Kind, Method};
use crate::output::text_hash;
use crate::preset::{ParamValue, Preset};
use crate::presets;
use crate::program::Dropped;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::path::Path;

/// Names with values, in this order.
#[derive(Clone)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// What a side file says about a preset.
#[derive(Serialize, Clone)]
pub struct Head {
    /// The version that baked it.
    pub bakestone: &'static str,
    /// Which pictures a preset makes.
    pub edition: u32,
    /// The preset's name.
    pub name: String,
    description: String,
    tags: Vec<String>,
    seed: u64,
    variant: Option<String>,
    params: Ordered<Value>,
    /// The presets that it extends or uses, directly or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    made_from: Vec<MadeFrom>,
    /// Metres that one tile covers, x y z.
    tile: [f64; 3],
}

impl Head {
    /// Of a preset.
    pub fn new(preset: &Preset) -> Self {
        let params = preset.params.list.iter().map(|p| (p.name.clone(), param(&p.value))).collect();
        Self {
            bakestone: env!("CARGO_PKG_VERSION"),
            edition: preset.edition,
            name: preset.name.clone(),
            description: preset.description.clone(),
            tags: preset.tags.clone(),
            seed: preset.seed,
            variant: preset.variant.clone(),
            params: Ordered(params),
            made_from: made_from(preset),
            tile: preset.tile,
        }
    }
}

/// The side file.
#[derive(Serialize, Clone)]
pub struct SideFile {
    /// The preset.
    #[serde(flatten)]
    pub head: Head,
    /// Pixels of the whole picture.
    pub size: [u32; 2],
    /// Per pixel and axis.
    samples: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<[u32; 2]>,
    /// The pictures by name.
    pub maps: Ordered<MapRecord>,
    /// Lattices that the picture can't carry: node, cells along x y z, and how much is left.
    pub dropped: Vec<Value>,
}

impl SideFile {
    /// What is to be said about a job.
    pub fn new(job: &Job, maps: Vec<(String, MapRecord)>, lost: &[Dropped]) -> Self {
        let (preset, request) = (job.material.preset(), &job.request);
        Self {
            head: Head::new(preset),
            size: request.size,
            samples: if request.samples == 0 { preset.samples } else { request.samples },
            offset: match request.offset {
                Offset::Pixels([0, 0]) => None,
                Offset::Pixels(pixels) => Some(json!({ "pixels": pixels })),
                Offset::Tiles(tiles) => Some(json!({ "tiles": tiles })),
            },
            region: request.region.map(|Region { x, y, width, height }| json!([x, y, width, height])),
            slice: request.slice,
            maps: Ordered(maps),
            dropped: lost.iter().map(dropped).collect(),
        }
    }
}

/// A lattice that a picture can't carry.
pub fn dropped(lost: &Dropped) -> Value {
    json!({ "node": lost.node, "period": lost.period, "weight": lost.weight })
}

/// A preset that another one is made from.
#[derive(Serialize, Clone)]
struct MadeFrom {
    /// From the folder of the preset that was baked, or `std:NAME`.
    preset: String,
    /// xxh3-128 of its text.
    hash: String,
}

/// In the order of their names, which no order in the presets changes.
fn made_from(preset: &Preset) -> Vec<MadeFrom> {
    let name = |file: &str| match presets::name_of(file) {
        Some(name) => format!("std:{name}"),
        None => relative(Path::new(file), Path::new(&preset.source.name)),
    };
    let further = preset.source.files().skip(1);
    let mut all: Vec<MadeFrom> =
        further.map(|(file, text)| MadeFrom { preset: name(file), hash: text_hash(text) }).collect();
    all.sort_by(|a, b| a.preset.cmp(&b.preset));
    all
}

/// One picture.
#[derive(Serialize, Clone)]
pub struct MapRecord {
    /// From the side file's folder.
    pub file: String,
    /// The maps in its channels, where its name does not say it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    of: Vec<String>,
    width: u32,
    height: u32,
    channels: usize,
    format: &'static str,
    depth: Value,
    colorspace: &'static str,
    /// xxh3-128 of the stored samples.
    hash: String,
    #[serde(flatten)]
    kind: KindRecord,
    clipped: Clipped,
    /// For `--json` and stderr; the side file says facts only.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// Samples that were held to what can be stored.
#[derive(Serialize, Clone)]
pub struct Clipped {
    below: u64,
    above: u64,
}

impl Clipped {
    /// Of what was noticed.
    pub fn new(counts: &Counts) -> Self {
        Self { below: counts.below, above: counts.above }
    }
}

/// What only some maps have.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub enum KindRecord {
    /// `metres = amplitude * (stored - midlevel)` where the encoding is `span`.
    Height {
        /// `metres` or `span`.
        encoding: &'static str,
        /// Metres.
        amplitude: f64,
        /// Stored.
        midlevel: f64,
        /// Metres.
        span: [f64; 2],
    },
    /// Directions.
    Normal {
        /// `signed` or `unsigned`.
        encoding: &'static str,
        /// Where green points.
        convention: &'static str,
        /// Factor on the true slopes.
        strength: f64,
        /// How slopes were found.
        method: &'static str,
    },
    /// Nothing more.
    Other {},
}

impl KindRecord {
    /// Of a map.
    pub fn new(map: &MapPlan) -> Self {
        let exr = map.format == Format::Exr;
        match map.kind {
            Kind::Height { span: [lo, hi] } => KindRecord::Height {
                encoding: if exr { "metres" } else { "span" },
                amplitude: hi - lo,
                midlevel: if lo == hi { 0.5 } else { -lo / (hi - lo) + 0.0 },
                span: [lo, hi],
            },
            Kind::Normal { strength, convention, signed, method } => KindRecord::Normal {
                encoding: if exr && signed { "signed" } else { "unsigned" },
                convention: match convention {
                    Convention::OpenGl => "opengl",
                    Convention::DirectX => "directx",
                },
                strength,
                method: match method {
                    Method::Central => "central",
                    Method::Analytic => "analytic",
                },
            },
            Kind::Colour | Kind::Data => KindRecord::Other {},
        }
    }
}

/// How a sample is stored, as presets write it.
pub fn depth(depth: Depth) -> Value {
    match depth {
        Depth::Eight => json!(8),
        Depth::Sixteen => json!(16),
        Depth::Half => json!("half"),
        Depth::Float => json!("float"),
    }
}

impl MapRecord {
    /// What is to be said about a picture.
    pub fn new(
        map: &MapPlan,
        file: String,
        [width, height]: [u32; 2],
        colorspace: &'static str,
        hash: String,
        counts: &Counts,
        warnings: Vec<String>,
    ) -> Self {
        Self {
            file,
            of: map.of.clone(),
            width,
            height,
            channels: map.stored_channels(),
            format: if map.format == Format::Exr { "exr" } else { "png" },
            depth: depth(map.depth),
            colorspace,
            hash,
            kind: KindRecord::new(map),
            clipped: Clipped::new(counts),
            warnings,
        }
    }
}

/// A parameter's value, as a preset writes it.
pub fn param(value: &ParamValue) -> Value {
    match value {
        ParamValue::Number(v) => json!(v),
        ParamValue::Int(v) => json!(v),
        ParamValue::Bool(v) => json!(v),
        ParamValue::Colour([r, g, b]) => json!(format!("#{r:02x}{g:02x}{b:02x}")),
        ParamValue::Choice(word) => json!(word),
    }
}

/// A file's path as seen from the folder of the side file, with `/`.
pub fn relative(file: &Path, side: &Path) -> String {
    let folder = side.parent().unwrap_or(Path::new(""));
    let path = match file.strip_prefix(folder) {
        Ok(inside) => inside.to_path_buf(),
        // The map's folder lies beside: up, and down again.
        Err(_) => {
            let common = folder.ancestors().find(|a| file.starts_with(a)).unwrap_or(Path::new(""));
            let up = folder.strip_prefix(common).map_or(0, |rest| rest.components().count());
            let down = file.strip_prefix(common).unwrap_or(file);
            std::iter::repeat_n("..", up).collect::<std::path::PathBuf>().join(down)
        }
    };
    path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// JSON for people, with a newline at the end.
///
/// # Errors
/// Never in practice: there is nothing in it that JSON can't say.
pub fn text(value: &impl Serialize) -> Result<String, Failed> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| text + "\n").map_err(|e| Failed::cannot(format!("cannot write JSON: {e}")))
}
