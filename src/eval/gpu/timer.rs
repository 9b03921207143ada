//! How long the GPU computes, by its own clock.
//!
//! In goes a [`Timer`] with a submission; out comes the time from the first dispatch's start to the last one's end. For
//! measurements only: a bake does not need it, and not each device has a clock.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::buffer::{Buffer, Staging};
use super::device::{Device, Submitted};
use super::failure::Failure;

/// Two readings of the GPU's clock.
#[derive(Debug)]
pub struct Timer {
    pub(super) readings: wgpu::QuerySet,
    pub(super) resolved: Buffer,
    pub(super) staging: Staging,
}

impl Device {
    /// A timer, or `None` where the device has no clock.
    ///
    /// # Errors
    /// Out of memory.
    pub fn timer(&self) -> Result<Option<Timer>, Failure> {
        if !self.raw.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let kind = wgpu::QueryType::Timestamp;
        let descriptor = wgpu::QuerySetDescriptor { label: None, ty: kind, count: 2 };
        let readings = self.caught("a timer", 16, || self.raw.create_query_set(&descriptor))?;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let descriptor = wgpu::BufferDescriptor { label: None, size: 16, usage, mapped_at_creation: false };
        let raw = self.caught("a timer", 16, || self.raw.create_buffer(&descriptor))?;
        Ok(Some(Timer { readings, resolved: Buffer { raw }, staging: self.staging(16, "a timer")? }))
    }

    /// What the timer measured of the submission `done` that it went with.
    ///
    /// # Errors
    /// As [`Device::map_read`].
    pub fn elapsed(&self, timer: &Timer, done: &Submitted, limit: Duration) -> Result<Duration, Failure> {
        let view = self.map_read(&timer.staging, done, limit, &AtomicBool::new(false))?;
        let reading = |at: usize| view.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        let ticks = match (reading(0), reading(8)) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => 0,
        };
        // The period is in nanoseconds a tick.
        Ok(Duration::from_secs_f64(ticks as f64 * f64::from(self.queue.get_timestamp_period()) * 1e-9))
    }
}
