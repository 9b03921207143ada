//! An open GPU: its limits, what went wrong on it, and waiting with an end.
//!
//! In comes a [`Choice`]; out goes a [`Device`] that threads share by reference. wgpu panics on errors that nobody
//! handles, on a device that is lost in the middle of a wait, and can wait for ever. Here each call that makes something
//! catches its own errors, the first of all others is kept as the device's failure, and each wait has a limit.
//!
//! Rejected: opening and closing a device for each bake. It costs 10 to 80 ms.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::adapter::{self, About, Choice, ready};
use super::failure::{Failure, one_line};
use super::pipeline::Pipelines;
use super::spirv::Controls;

/// How long listing and opening GPUs may take. On an H200 with cold caches it took 0.6 s, on a machine whose cores were
/// taken by others 5 s.
const OPENING: Duration = Duration::from_secs(12);
/// How often a wait looks whether somebody asked for an end.
const LOOK: Duration = Duration::from_millis(100);

/// Which shaders a device gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shaders {
    /// Strict SPIR-V where the device takes it.
    Strict,
    /// WGSL on each device. For tests.
    Plain,
}

/// A place in the queue: what was submitted up to here. Made by [`Device::submit`].
#[derive(Clone, Debug)]
pub struct Submitted(pub(super) wgpu::SubmissionIndex);

/// An open GPU.
pub struct Device {
    pub(super) raw: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) pipelines: Pipelines,
    about: About,
    limits: wgpu::Limits,
    strict: Option<Controls>,
    failure: Arc<First>,
    /// One thread asks at a time: wgpu-core 30 panics where a wait times out while another thread empties the queue.
    asking: Mutex<()>,
}

/// The first failure that no call could report.
#[derive(Default)]
struct First(Mutex<Option<Failure>>);

impl First {
    fn set(&self, failure: Failure) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    fn get(&self) -> Option<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Device {
    /// Opens a GPU with all that it can.
    ///
    /// # Errors
    /// No adapter, no such device, or it does not open within a few seconds.
    pub fn open(choice: &Choice, shaders: Shaders) -> Result<Device, Failure> {
        let choice = choice.clone();
        in_time("opening the GPU", move || Device::open_here(&choice, shaders))
    }

    fn open_here(choice: &Choice, shaders: Shaders) -> Result<Device, Failure> {
        let (about, adapter) = adapter::find(choice)?;
        let strict = match shaders {
            Shaders::Strict => controls(&adapter),
            Shaders::Plain => None,
        };
        let mut features = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
        features.set(wgpu::Features::PASSTHROUGH_SHADERS, strict.is_some());
        let limits = adapter.limits();
        let cannot = |reason: String| Failure::CannotOpen { device: about.name.clone(), reason };
        let (raw, queue) = ready(adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: features,
            required_limits: limits.clone(),
            ..Default::default()
        }))
        .ok_or_else(|| cannot("the driver did not answer".into()))?
        .map_err(|error| cannot(one_line(&error.to_string())))?;

        let failure = Arc::new(First::default());
        let seen = failure.clone();
        raw.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            seen.set(Failure::Lost { reason: one_line(&error.to_string()) });
        }));
        let seen = failure.clone();
        raw.set_device_lost_callback(move |reason, message| {
            let said = if message.is_empty() { format!("{reason:?}") } else { one_line(&message) };
            seen.set(Failure::Lost { reason: said });
        });
        let asking = Mutex::default();
        Ok(Device { raw, queue, pipelines: Pipelines::default(), about, limits, strict, failure, asking })
    }

    /// Takes the device away, as a driver does after a fault.
    #[cfg(test)]
    pub(crate) fn lose(&self) {
        self.raw.destroy();
    }

    /// What was opened.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// What it can take at once.
    pub fn limits(&self) -> &wgpu::Limits {
        &self.limits
    }

    /// Whether its shaders are strict SPIR-V. Where not, each product that feeds a sum needs an integer barrier in the text.
    pub fn is_strict(&self) -> bool {
        self.strict.is_some()
    }

    /// The float controls of its strict shaders.
    pub(super) fn controls(&self) -> Option<Controls> {
        self.strict
    }

    /// Why the device is of no use any more, if it is not.
    pub fn failure(&self) -> Option<Failure> {
        self.failure.get()
    }

    /// Waits until the GPU is done with all up to `done`, or until `stop` is set. After a time-out the device is given
    /// up.
    ///
    /// # Errors
    /// It took longer than `limit`, the device is lost, or somebody asked for an end.
    pub fn wait(&self, done: &Submitted, limit: Duration, stop: &AtomicBool) -> Result<(), Failure> {
        let start = Instant::now();
        loop {
            let timeout = Some(LOOK.min(limit));
            let how = wgpu::PollType::Wait { submission_index: Some(done.0.clone()), timeout };
            if self.poll(how)? {
                return Ok(());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if start.elapsed() >= limit {
                return Err(self.give_up(Failure::TimedOut { what: "its work".into(), limit }));
            }
        }
    }

    /// Whether it came in time.
    pub(super) fn poll(&self, how: wgpu::PollType) -> Result<bool, Failure> {
        let _one = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        // `poll` panics where the device is lost while it waits; the callback has the reason by then.
        match quietly(|| self.raw.poll(how)) {
            Ok(Ok(_)) => {}
            Ok(Err(wgpu::PollError::Timeout)) => return self.healthy().map(|()| false),
            Ok(Err(error)) => self.failure.set(Failure::Lost { reason: one_line(&error.to_string()) }),
            Err(said) => self.failure.set(Failure::Lost { reason: format!("while waiting for it: {said}") }),
        }
        self.healthy().map(|()| true)
    }

    /// Gives the device up, if nothing did before, and says why.
    pub(super) fn give_up(&self, failure: Failure) -> Failure {
        self.failure.set(failure.clone());
        self.failure.get().unwrap_or(failure)
    }

    fn healthy(&self) -> Result<(), Failure> {
        self.failure.get().map_or(Ok(()), Err)
    }

    /// Makes something and catches what goes wrong with it. Out of memory is no reason to give the device up.
    pub(super) fn caught<T>(&self, what: &str, bytes: u64, make: impl FnOnce() -> T) -> Result<T, Failure> {
        self.healthy()?;
        let memory = self.raw.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.raw.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = self.raw.push_error_scope(wgpu::ErrorFilter::Validation);
        let made = quietly(make);
        let refused = ready(validation.pop()).flatten().or(ready(internal.pop()).flatten());
        if ready(memory.pop()).flatten().is_some() {
            return Err(Failure::Memory { what: what.into(), bytes });
        }
        if let Some(error) = refused {
            return Err(Failure::Refused { what: what.into(), reason: one_line(&error.to_string()) });
        }
        // An error of a lost device shows in no scope.
        self.healthy()?;
        made.map_err(|said| self.give_up(Failure::Lost { reason: format!("during {what}: {said}") }))
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.failure().is_some() {
            // The last queue waits for the GPU without end when dropped, and panics on some errors. This one stays.
            std::mem::forget(self.queue.clone());
        }
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("about", &self.about).field("strict", &self.strict).finish_non_exhaustive()
    }
}

/// Which float controls strict shaders may use, or `None` where the device takes no SPIR-V from us.
///
/// They belong to Vulkan 1.2; older devices would need an extension that wgpu does not switch on. Where a device wants
/// one rounding mode (or one way with denormals) for all widths, a mode for 32 bit alone is not allowed.
#[cfg(not(target_vendor = "apple"))]
#[allow(unsafe_code)]
fn controls(adapter: &wgpu::Adapter) -> Option<Controls> {
    use ash::vk;
    if !adapter.features().contains(wgpu::Features::PASSTHROUGH_SHADERS) {
        return None;
    }
    // SAFETY: the handles are only asked for properties while the guard lives, and destroyed by nobody here.
    let hal = unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }?;
    let version = hal.physical_device_capabilities().properties().api_version;
    let version = version.min(hal.shared_instance().instance_api_version());
    if version < vk::API_VERSION_1_1 {
        return None;
    }
    if version < vk::API_VERSION_1_2 {
        return Some(Controls::default());
    }
    let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut floats);
    // SAFETY: the instance and the device are alive (above); the call is part of Vulkan 1.1; `all` chains one structure
    // that a Vulkan 1.2 device knows, and both outlive the call.
    unsafe {
        let instance = hal.shared_instance().raw_instance();
        instance.get_physical_device_properties2(hal.raw_physical_device(), &mut all);
    }
    let free = |mode| mode != vk::ShaderFloatControlsIndependence::NONE;
    Some(Controls {
        rte: floats.shader_rounding_mode_rte_float32 == vk::TRUE && free(floats.rounding_mode_independence),
        preserve: floats.shader_signed_zero_inf_nan_preserve_float32 == vk::TRUE,
        denorm: floats.shader_denorm_preserve_float32 == vk::TRUE && free(floats.denorm_behavior_independence),
    })
}

/// wgpu has no Vulkan here.
#[cfg(target_vendor = "apple")]
fn controls(_: &wgpu::Adapter) -> Option<Controls> {
    None
}

/// Does `work` in a thread of its own and waits for it no longer than [`OPENING`]: a driver that hangs is left behind.
pub(super) fn in_time<T: Send + 'static>(
    what: &str,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let (send, receive) = mpsc::channel();
    let started = thread::Builder::new().name("gpu".into()).spawn(move || {
        if let Ok(done) = quietly(work) {
            // Nobody waits any more after a time-out.
            let _ = send.send(done);
        }
    });
    let cannot = |reason: String| Failure::CannotOpen { device: "driver".into(), reason };
    started.map_err(|error| cannot(error.to_string()))?;
    receive.recv_timeout(OPENING).unwrap_or_else(|error| {
        Err(match error {
            mpsc::RecvTimeoutError::Timeout => Failure::TimedOut { what: what.into(), limit: OPENING },
            mpsc::RecvTimeoutError::Disconnected => cannot(format!("{what} failed inside the driver layer")),
        })
    })
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a call into wgpu. If it panicked, what it said; nothing is printed then.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                before(info);
            }
        }));
    });
    let was = QUIET.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(was);
    done.map_err(|said| match (said.downcast_ref::<String>(), said.downcast_ref::<&str>()) {
        (Some(said), _) => one_line(said),
        (None, Some(said)) => one_line(said),
        (None, None) => "no word".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_or_a_hang_of_a_driver_is_a_failure() {
        assert_eq!(quietly(|| 3), Ok(3));
        assert_eq!(quietly::<()>(|| panic!("not to be seen")), Err("not to be seen".into()));
        let failed = in_time::<()>("a test", || panic!("not to be seen"));
        assert!(matches!(failed, Err(Failure::CannotOpen { .. })), "{failed:?}");
        let hung = in_time("a test", || {
            thread::sleep(2 * OPENING);
            Ok(())
        });
        assert!(matches!(hung, Err(Failure::TimedOut { .. })), "{hung:?}");
    }
}
