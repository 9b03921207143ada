//! What is worth a warning about a bake that went well.

use super::job::Job;
use crate::maps::{Counts, Depth, Kind};
use crate::program::Dropped;
use crate::{MapPlan, Material};

/// The share of a map's samples that may be clipped without a word.
const CLIPPED: f64 = 0.005;
/// Fewer levels than this show as steps.
const FEW_LEVELS: f64 = 32.0;

/// The greatest finite number of 16 bits.
const GREATEST_HALF: f64 = 65504.0;

/// Clipped values, few levels, no relief.
pub fn of_map(map: &MapPlan, counts: &Counts, pixels: u64) -> Vec<String> {
    let mut list = Vec::new();
    let name = &map.name;
    let samples = pixels * map.stored_channels() as u64;
    let clipped = counts.below + counts.above;
    if clipped as f64 > CLIPPED * samples as f64 {
        let remedy = match map.kind {
            Kind::Height { .. } => "widen its `span` or `amplitude` in [maps]",
            _ => "bring its values into 0 .. 1, with `saturate` or `remap`",
        };
        list.push(format!(
            "{name}: {} of {samples} samples were clipped ({} below, {} above; values {:.4} .. {:.4}); {remedy}",
            clipped, counts.below, counts.above, counts.least, counts.greatest
        ));
    }
    let most = f64::from(counts.greatest).abs().max(f64::from(counts.least).abs());
    if map.depth == Depth::Half && most > GREATEST_HALF && most.is_finite() {
        list.push(format!(
            "{name}: its values are {} .. {}, and halves beyond {GREATEST_HALF} are infinite; take --depth float, or smaller values",
            counts.least, counts.greatest
        ));
    }
    let top = match map.depth {
        Depth::Eight => 255.0,
        Depth::Sixteen => 65535.0,
        // Around 0, where a flat normal's x and y lie stored as 0.5, halves are 2^-12 to 2^-11 apart.
        Depth::Half => 3072.0,
        Depth::Float => return list,
    };
    if map.depth == Depth::Half && !matches!(map.kind, Kind::Normal { signed: false, .. }) {
        return list;
    }
    match map.kind {
        Kind::Height { span: [lo, hi] } if lo == hi => {
            list.push(format!("{name}: its span is empty, so it is one grey; give it relief, or a `span` in [maps]"));
        }
        Kind::Height { span: [lo, hi] } => {
            let used = (f64::from(counts.greatest).min(hi) - f64::from(counts.least).max(lo)) / (hi - lo) * top;
            if used < FEW_LEVELS {
                let levels = used.max(0.0).floor() + 1.0;
                let remedy = if map.depth == Depth::Eight { "take --depth 16 or narrow" } else { "narrow" };
                list.push(format!(
                    "{name}: it uses only {levels} of {} levels; {remedy} its `span` in [maps]",
                    top + 1.0
                ));
            }
        }
        Kind::Normal { .. } => {
            // The most tilted direction: z is never below 0, so the least value is one of x or y.
            let used = f64::from(-counts.least).max(0.0) * top;
            if used < FEW_LEVELS {
                let levels = used.floor() + 1.0;
                let remedy = match map.depth {
                    Depth::Eight => "take --depth 16 or raise",
                    Depth::Half => "take --depth float or raise",
                    _ => "raise",
                };
                let of = if map.depth == Depth::Half { String::new() } else { format!(" of {}", top + 1.0) };
                list.push(format!(
                    "{name}: it is almost flat, with only {levels}{of} levels; {remedy} its `strength` in [maps]"
                ));
            }
        }
        Kind::Colour | Kind::Data => {}
    }
    list
}

/// Nodes of which the picture shows nothing but their mean.
pub fn nothing_left(material: &Material, dropped: &[Dropped]) -> Vec<String> {
    let preset = material.preset();
    let mut list = Vec::new();
    for (name, node) in preset.all_nodes() {
        let Some(cells) = node.body.cells(preset.tile) else { continue };
        // Later octaves are finer: where the first one is gone, all are.
        let first = |d: &&Dropped| d.weight <= 0.0 && (0..2).all(|i| d.period[i] == cells[i].round().max(1.0));
        if let Some(gone) = dropped.iter().filter(|d| d.node == name).find(first) {
            list.push(format!(
                "nothing is left of the node `{}` at this size: it has {} x {} cells; take a larger --size or a larger `cell`",
                name, gone.period[0], gone.period[1]
            ));
        }
    }
    list
}

/// A picture whose ratio is not that of the tile.
pub fn stretched(job: &Job) -> Option<String> {
    let ([w, h], [x, y]) = (job.request.size, job.natural);
    (w.abs_diff(x) > 1 || h.abs_diff(y) > 1).then(|| {
        let [tile_x, tile_y, _] = job.material.preset().tile;
        format!(
            "{w} x {h} pixels do not fit a tile of {tile_x} x {tile_y} m: texels are stretched, the pattern is not moved; \
             {x} x {y} fits"
        )
    })
}
