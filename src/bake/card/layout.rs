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
