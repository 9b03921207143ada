//! Memory of the GPU, and reading it back without a copy.
//!
//! In come sizes and bytes; out go buffers, checked against the device's limits before the driver sees them, and a
//! [`View`] of a finished staging buffer that any number of threads can read.
//!
//! Rejected: `util::StagingBelt`, which is for uploads, and `DeviceExt::create_buffer_init`, which panics when memory is out.

use std::ops::Deref;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use super::device::{Device, Submitted};
use super::failure::Failure;

/// Memory that shaders read or write.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub(super) raw: wgpu::Buffer,
}

/// Memory that the CPU can read after a copy into it.
#[derive(Clone, Debug)]
pub struct Staging {
    pub(super) raw: wgpu::Buffer,
}

impl Buffer {
    /// Its size, in bytes; a multiple of 4.
    pub fn bytes(&self) -> u64 {
        self.raw.size()
    }
}

impl Staging {
    /// Its size, in bytes; a multiple of 4.
    pub fn bytes(&self) -> u64 {
        self.raw.size()
    }
}

/// What the GPU wrote, readable until dropped. Another copy into the same [`Staging`] has to wait until then.
#[derive(Debug)]
pub struct View {
    view: Option<wgpu::BufferView>,
    raw: wgpu::Buffer,
}

impl Deref for View {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.view.as_deref().unwrap_or(&[])
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // In this order: unmapping below a view that lives is a panic.
        self.view = None;
        self.raw.unmap();
    }
}

impl Device {
    /// A buffer that shaders read and write; zeros at first.
    ///
    /// # Errors
    /// Too large for the device, or out of memory.
    pub fn storage(&self, bytes: u64, what: &str) -> Result<Buffer, Failure> {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        self.buffer(bytes, what, self.limits().max_storage_buffer_binding_size, usage).map(|raw| Buffer { raw })
    }

    /// A small buffer of parameters.
    ///
    /// # Errors
    /// As [`Device::storage`].
    pub fn uniform(&self, bytes: u64, what: &str) -> Result<Buffer, Failure> {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        self.buffer(bytes, what, self.limits().max_uniform_buffer_binding_size, usage).map(|raw| Buffer { raw })
    }

    /// A buffer that results are copied into for the CPU to read.
    ///
    /// # Errors
    /// As [`Device::storage`].
    pub fn staging(&self, bytes: u64, what: &str) -> Result<Staging, Failure> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        self.buffer(bytes, what, u64::MAX, usage).map(|raw| Staging { raw })
    }

    /// A storage buffer with `data` in it.
    ///
    /// # Errors
    /// As [`Device::storage`].
    pub fn upload(&self, data: &[u8], what: &str) -> Result<Buffer, Failure> {
        let buffer = self.storage(data.len() as u64, what)?;
        self.write(&buffer, data, what)?;
        Ok(buffer)
    }

    /// Puts `data` at the front of a buffer; what is submitted after this sees it.
    ///
    /// # Errors
    /// It does not fit, or out of memory.
    pub fn write(&self, to: &Buffer, data: &[u8], what: &str) -> Result<(), Failure> {
        let wanted = data.len() as u64;
        check(what, wanted, to.bytes())?;
        self.caught(what, wanted, || {
            // Writes go in whole words.
            let (words, rest) = data.split_at(data.len() / 4 * 4);
            if !words.is_empty() {
                self.queue.write_buffer(&to.raw, 0, words);
            }
            if !rest.is_empty() {
                let mut last = [0; 4];
                last[..rest.len()].copy_from_slice(rest);
                self.queue.write_buffer(&to.raw, words.len() as u64, &last);
            }
        })
    }

    /// Waits for `done` and shows what it copied into `from`. Threads may wait for different buffers at once.
    ///
    /// # Errors
    /// It took longer than `limit`, the device is lost, `stop` was set, or `from` is being viewed already.
    pub fn map_read(
        &self,
        from: &Staging,
        done: &Submitted,
        limit: Duration,
        stop: &AtomicBool,
    ) -> Result<View, Failure> {
        let (send, receive) = mpsc::channel();
        self.caught("reading back", from.bytes(), || {
            from.raw.map_async(wgpu::MapMode::Read, .., move |answer| {
                // Nobody waits any more after a time-out.
                let _ = send.send(answer);
            });
        })?;
        self.wait(done, limit, stop)?;
        // The buffer may have been mapped while another thread polled: its answer comes from there, a moment later. Or
        // it came free between the two calls: then it takes one more look.
        let refused = |reason: String| Failure::Refused { what: "reading back".into(), reason };
        let answer = match receive.try_recv() {
            Ok(answer) => answer,
            Err(_) => {
                self.poll(wgpu::PollType::Poll)?;
                receive
                    .recv_timeout(limit)
                    .map_err(|_| self.give_up(Failure::TimedOut { what: "reading back".into(), limit }))?
            }
        };
        answer.map_err(|_| refused("the buffer is in use or the device is gone".into()))?;
        let view = from.raw.get_mapped_range(..).map_err(|error| refused(error.to_string()))?;
        Ok(View { view: Some(view), raw: from.raw.clone() })
    }

    fn buffer(&self, bytes: u64, what: &str, binding: u64, usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, Failure> {
        check(what, bytes, binding.min(self.limits().max_buffer_size) / 4 * 4)?;
        let size = bytes.max(4).next_multiple_of(4);
        let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        self.caught(what, size, || self.raw.create_buffer(&descriptor))
    }
}

/// An error if `wanted` bytes are more than `limit`.
pub(super) fn check(what: &str, wanted: u64, limit: u64) -> Result<(), Failure> {
    if wanted <= limit {
        return Ok(());
    }
    Err(Failure::TooLarge { what: what.into(), wanted, limit, unit: "bytes" })
}
