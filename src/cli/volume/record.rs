//! What is written down about volumes: the side file `{name}_volumes.json`, and the same facts for `--json`.

use super::job::{Files, Job, Piece, Plan};
use crate::MapPlan;
use crate::cli::job::colorspace;
use crate::cli::record::{Clipped, Head, KindRecord, Ordered, depth, dropped};
use crate::cli::values::LayoutArg;
use crate::maps::{Counts, Format};
use crate::program::Dropped;
use serde::Serialize;
use serde_json::{Value, json};

/// The side file.
#[derive(Serialize)]
pub struct SideFile {
    #[serde(flatten)]
    head: Head,
    /// The volumes by name.
    pub volumes: Ordered<VolumeRecord>,
    /// Lattices that a volume can't carry: node, cells along x y z, and how much is left.
    dropped: Vec<Value>,
}

impl SideFile {
    /// What is to be said about a job.
    pub fn new<'a>(job: &Job, volumes: Vec<(String, VolumeRecord)>, lost: impl Iterator<Item = &'a Dropped>) -> Self {
        Self { head: Head::new(job.material.preset()), volumes: Ordered(volumes), dropped: lost.map(dropped).collect() }
    }

    /// What `--json` says about a job.
    pub fn told(&self, job: &Job, files: &Files, warnings: &[String]) -> Value {
        let volumes = self.volumes.0.iter().zip(&files.volumes).map(|((name, volume), paths)| {
            let mut value = json!(volume);
            value["paths"] = paths.iter().map(|path| json!(path.display().to_string())).collect();
            (name.clone(), value)
        });
        json!({
            "preset": job.label,
            "name": job.material.preset().name,
            "side_file": files.side.display().to_string(),
            "volumes": Ordered(volumes.collect()),
            "dropped": self.dropped,
            "warnings": warnings,
        })
    }
}

/// One volume.
#[derive(Serialize)]
pub struct VolumeRecord {
    /// From the side file's folder; of slices one for each, from z = 0 on.
    files: Vec<String>,
    /// Width, height and depth, voxels: x to the right, y down, z away.
    pub size: [u32; 3],
    /// Metres from voxel to voxel along each.
    spacing: [f64; 3],
    /// What was asked for; formats may hold more.
    channels: usize,
    layout: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    atlas: Option<[u32; 2]>,
    format: &'static str,
    /// Channels that the format has.
    stored: u8,
    depth: Value,
    /// 1 without smaller ones.
    levels: u32,
    colorspace: &'static str,
    /// xxh3-128 of the samples of level 0 as they were made, slices one under another; of an atlas as they lie in it.
    hash: String,
    #[serde(flatten)]
    kind: KindRecord,
    clipped: Clipped,
    /// For `--json` and stderr; the side file says facts only.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

impl VolumeRecord {
    /// What is to be said about a volume.
    #[expect(clippy::too_many_arguments, reason = "one for each fact that is known elsewhere")]
    pub fn new(
        job: &Job,
        plan: &Plan,
        piece: &Piece,
        map: &MapPlan,
        files: Vec<String>,
        hash: String,
        counts: &Counts,
        warnings: Vec<String>,
    ) -> Self {
        let tile = job.material.preset().tile;
        let texture = plan.texture(piece, map);
        let picture = if map.format == Format::Exr { "exr" } else { "png" };
        let (layout, format) = match plan.layout {
            LayoutArg::Ktx2 => ("texture", "ktx2"),
            LayoutArg::Dds => ("texture", "dds"),
            LayoutArg::Npy => ("array", "npy"),
            LayoutArg::Slices => ("slices", picture),
            LayoutArg::Atlas => ("atlas", picture),
        };
        Self {
            files,
            size: piece.size,
            spacing: [0, 1, 2].map(|axis| tile[axis] / f64::from(piece.size[axis])),
            channels: map.stored_channels(),
            layout,
            atlas: (plan.layout == LayoutArg::Atlas).then(|| plan.shape(piece)),
            format,
            stored: texture.channels,
            depth: depth(map.depth),
            levels: texture.levels(),
            colorspace: colorspace(map),
            hash,
            kind: KindRecord::new(map),
            clipped: Clipped::new(counts),
            warnings,
        }
    }
}
