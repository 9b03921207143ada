//! Finding GPUs and naming them.
//!
//! In comes what the drivers of this machine list; out goes the same in an order that stays: cards first, software last.
//! The number of a GPU is its place in that order. No window system is asked for.
//!
//! Rejected: `Instance::request_adapter` with a power preference. It takes no name, and what it prefers depends on the
//! backend. Rejected too: merging a device that two backends list. They may differ in what they can do.

use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::failure::Failure;

/// What a device is. The order is the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A card of its own.
    Discrete,
    /// A part of the processor; shares its memory.
    Integrated,
    /// Lent by a virtual machine.
    Virtual,
    /// The driver does not say.
    Other,
    /// A driver that runs shaders on the CPU.
    Software,
}

impl Kind {
    /// One word, for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Discrete => "discrete",
            Kind::Integrated => "integrated",
            Kind::Virtual => "virtual",
            Kind::Other => "other",
            Kind::Software => "software",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Other => "unknown kind",
            Kind::Software => "software, runs on the CPU",
            _ => self.word(),
        })
    }
}

/// A GPU that could be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its place in the list of [`devices`].
    pub index: usize,
    /// The name that its driver gives.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How it is reached: `Vulkan`, `Metal`, `Direct3D 12`.
    pub backend: &'static str,
    /// The driver's name and version, as far as it gives them.
    pub driver: String,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}), {}", self.index, self.name, self.kind, self.backend)?;
        if self.driver.is_empty() { Ok(()) } else { write!(f, ", driver {}", self.driver) }
    }
}

/// Which GPU to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first of the list.
    Best,
    /// The first whose name has this in it, in capitals or not.
    Named(String),
    /// The one with this number.
    Numbered(usize),
}

/// All GPUs that could be used, best first. Empty where there is none, or no driver loader.
pub fn devices() -> Vec<About> {
    super::device::in_time("listing GPUs", || Ok(adapters().into_iter().map(|(about, _)| about).collect()))
        .unwrap_or_default()
}

/// The adapters with their names, best first.
pub(super) fn adapters() -> Vec<(About, wgpu::Adapter)> {
    let mut list: Vec<_> = ready(instance().enumerate_adapters(backends()))
        .unwrap_or_default()
        .into_iter()
        .map(|adapter| (about(&adapter.get_info()), adapter))
        .collect();
    // Stable: within a kind it stays as the backend lists it.
    list.sort_by_key(|(about, _)| about.kind);
    for (index, (about, _)) in list.iter_mut().enumerate() {
        about.index = index;
    }
    list
}

/// The chosen adapter.
pub(super) fn find(choice: &Choice) -> Result<(About, wgpu::Adapter), Failure> {
    let mut list = adapters();
    if list.is_empty() {
        return Err(Failure::NoAdapter { tried: names(backends()) });
    }
    let (place, wanted) = match choice {
        Choice::Best => (Some(0), String::new()),
        Choice::Numbered(index) => (Some(*index).filter(|index| *index < list.len()), index.to_string()),
        Choice::Named(part) => {
            let lower = part.to_lowercase();
            let place = list.iter().position(|(about, _)| about.name.to_lowercase().contains(&lower));
            (place, format!("called `{part}`"))
        }
    };
    match place {
        Some(place) => Ok(list.swap_remove(place)),
        None => {
            let found = list.iter().map(|(about, _)| about.to_string()).collect();
            Err(Failure::NoSuchDevice { wanted, found })
        }
    }
}

fn instance() -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: backends(),
        // No validation layers and no debug names, not in debug builds either: they change what is measured.
        flags: wgpu::InstanceFlags::empty(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    })
}

/// Vulkan, Metal and Direct3D 12, or what `WGPU_BACKEND` names, as far as this build has it.
fn backends() -> wgpu::Backends {
    let named = std::env::var_os("WGPU_BACKEND").is_some_and(|names| !names.is_empty());
    named
        .then(wgpu::Backends::from_env)
        .flatten()
        .unwrap_or(wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12)
        .intersection(wgpu::Instance::enabled_backend_features())
}

fn names(backends: wgpu::Backends) -> String {
    let all = [wgpu::Backend::Vulkan, wgpu::Backend::Metal, wgpu::Backend::Dx12, wgpu::Backend::Gl];
    let named: Vec<_> = all.into_iter().filter(|one| backends.contains((*one).into())).map(backend_name).collect();
    if named.is_empty() { "nothing: WGPU_BACKEND names no backend of this build".into() } else { named.join(", ") }
}

fn backend_name(backend: wgpu::Backend) -> &'static str {
    match backend {
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "Direct3D 12",
        wgpu::Backend::Gl => "OpenGL",
        _ => "unknown backend",
    }
}

fn about(info: &wgpu::AdapterInfo) -> About {
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => Kind::Discrete,
        wgpu::DeviceType::IntegratedGpu => Kind::Integrated,
        wgpu::DeviceType::VirtualGpu => Kind::Virtual,
        wgpu::DeviceType::Cpu => Kind::Software,
        wgpu::DeviceType::Other => Kind::Other,
    };
    About {
        index: 0,
        name: info.name.trim().to_string(),
        kind,
        backend: backend_name(info.backend),
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
    }
}

/// The value of a future of wgpu. Outside of browsers they are ready at once, so that no executor is needed.
pub(super) fn ready<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_is_named_as_such() {
        let about = About {
            index: 1,
            name: "llvmpipe".into(),
            kind: Kind::Software,
            backend: "Vulkan",
            driver: "llvmpipe Mesa 22".into(),
        };
        let line = "1: llvmpipe (software, runs on the CPU), Vulkan, driver llvmpipe Mesa 22";
        assert_eq!(about.to_string(), line);
        assert!(Kind::Discrete < Kind::Integrated && Kind::Other < Kind::Software);
    }

    #[test]
    fn a_wrong_choice_lists_what_there_is() {
        let found = devices();
        for choice in [Choice::Named("no such thing".into()), Choice::Numbered(1000)] {
            let failure = find(&choice).err().map(|failure| failure.to_string()).unwrap_or_default();
            match found.first() {
                Some(first) => assert!(failure.contains(&first.to_string()), "{failure}"),
                None => assert!(failure.contains("no adapter found (tried Vulkan"), "{failure}"),
            }
        }
    }
}
