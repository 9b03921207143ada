//! How a picture is cut for a card: slots of whole parts, steps of a few rows.

use crate::bake::{Region, band_rows};
use crate::eval::gpu::Failure;
use crate::maps::MapPlan;
use crate::maps::shader::{QUAD, bytes};

/// Bytes of samples of a slot, unless one part has more.
const SLOT: u64 = 16 << 20;
/// Bytes of the planes, unless a few rows have more.
const PLANES: u64 = 48 << 20;

/// How a picture is worked off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub region: Region,
    /// Rows of a part.
    pub part: u32,
    /// Rows of a slot, whole parts.
    pub slot: u32,
    /// Rows of a step.
    pub step: u32,
    /// Rows and columns around a step that its normals need.
    pub halo: u32,
    /// Pixels of a row of a plane, and of a plane.
    pub stride: u32,
    pub plane: u32,
    /// Bytes of the samples of a slot.
    pub bytes: u64,
}

impl Layout {
    /// For that many planes, at most `binding` bytes of them.
    pub(super) fn new(region: Region, maps: &[MapPlan], planes: u64, halo: u32, binding: u64) -> Result<Self, Failure> {
        let part = band_rows(region.width);
        let row: u64 = maps.iter().map(|map| u64::from(region.width) * pixel_bytes(map)).sum();
        let parts = (SLOT / (row * u64::from(part)).max(1)).max(1).min(u64::from(region.height.div_ceil(part)));
        let slot = (part * parts as u32).min(region.height);
        let stride = region.width + 2 * halo;
        let plane_row = 4 * u64::from(stride) * planes;
        let limit = PLANES.min(binding);
        // A step begins with a whole word of samples.
        let rows = (limit / plane_row.max(1)).saturating_sub(2 * u64::from(halo)) / u64::from(QUAD);
        let step = (rows.min(1 << 20) as u32).max(1) * QUAD;
        let step = step.min(slot);
        let plane = u64::from(stride) * u64::from(step + 2 * halo);
        let bytes = maps.iter().map(|map| whole_quads(slot, region.width) * pixel_bytes(map)).sum();
        let plane = u32::try_from(plane).map_err(|_| Failure::TooLarge {
            what: format!("{step} rows"),
            wanted: plane,
            limit: u64::from(u32::MAX),
            unit: "pixels",
        })?;
        Ok(Self { region, part, slot, step, halo, stride, plane, bytes })
    }

    pub(super) fn slots(&self) -> u32 {
        self.region.height.div_ceil(self.slot)
    }
    /// Slots that are in use at once: one for the card and one for the threads, or as many as give each thread a part.
    pub(super) fn ring(&self, threads: usize) -> u32 {
        let parts = self.slot.div_ceil(self.part);
        (2 * threads as u32).div_ceil(parts).clamp(2, 8).min(self.slots())
    }
    pub(super) fn rows_of(&self, slot: u32) -> u32 {
        self.slot.min(self.region.height - slot * self.slot)
    }
    /// The first byte of the samples of each map in a slot of this many rows.
    pub(super) fn starts(&self, maps: &[MapPlan], rows: u32) -> Vec<u64> {
        let mut next = 0;
        let start = |map: &MapPlan| {
            let start = next;
            next += whole_quads(rows, self.region.width) * pixel_bytes(map);
            start
        };
        maps.iter().map(start).collect()
    }
}

/// Pixels of these rows, rounded up so that the last thread has room.
fn whole_quads(rows: u32, width: u32) -> u64 {
    (u64::from(rows) * u64::from(width)).next_multiple_of(u64::from(QUAD))
}

/// Bytes of a pixel of a map on the host.
pub(super) fn pixel_bytes(map: &MapPlan) -> u64 {
    (map.stored_channels() * bytes(map)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::{Depth, Format, Kind};
    use crate::program::range::Range;

    fn map(depth: Depth, channels: usize) -> MapPlan {
        MapPlan {
            name: "a".into(),
            of: Vec::new(),
            kind: Kind::Data,
            channels: (0..channels).collect(),
            format: Format::Png,
            depth,
            dither: false,
            range: Range::UNIT,
        }
    }

    /// Whatever the picture and the device: all rows have a place, steps begin with whole words, and what fits a few rows
    /// fits the binding.
    #[test]
    fn slots_and_steps_cover_a_picture() {
        let maps = [map(Depth::Sixteen, 1), map(Depth::Eight, 3), map(Depth::Float, 3), map(Depth::Eight, 1)];
        for width in [1, 3, 64, 257, 2049, 8191, 65_536, 1 << 20] {
            for height in [1, 5, 63, 64, 1000, 1 << 20] {
                for (planes, halo, binding) in [(1, 0, 1 << 27), (12, 1, 1 << 27), (40, 1, 1 << 31)] {
                    let region = Region { x: 0, y: 0, width, height };
                    let layout = Layout::new(region, &maps, planes, halo, binding).expect("it has a layout");
                    let rows: u64 = (0..layout.slots()).map(|slot| u64::from(layout.rows_of(slot))).sum();
                    assert_eq!(rows, u64::from(height));
                    assert!(layout.slot.is_multiple_of(layout.part) || layout.slots() == 1);
                    assert!(layout.step.is_multiple_of(QUAD) || layout.step == layout.slot);
                    let bytes = 4 * u64::from(layout.plane) * planes;
                    let least = 4 * u64::from(layout.stride) * planes * u64::from(QUAD + 2 * halo);
                    assert!(bytes <= PLANES.max(least), "{layout:?}");
                    // Maps follow each other without overlap, to the end.
                    let mut end = 0;
                    for (map, start) in maps.iter().zip(layout.starts(&maps, layout.slot)) {
                        assert!(start == end && start % 4 == 0);
                        end = start + (u64::from(layout.slot) * u64::from(width)).div_ceil(4) * 4 * pixel_bytes(map);
                    }
                    assert!(end <= layout.bytes, "{layout:?}");
                }
            }
        }
    }
}
