//! The device layer on whatever Vulkan device there is. Without one it says so and passes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::*;

const LIMIT: Duration = Duration::from_secs(10);
/// Nobody asks for an end.
static GOING: AtomicBool = AtomicBool::new(false);

/// `out = (a * b + c) - a` with a row length, so that a 2D dispatch has cells that fall outside.
const TEXT: &str = "
struct Size { width: u32, count: u32 }
@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(16, 16) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.y * size.width + id.x;
    if (id.x >= size.width || i >= size.count) { return; }
    let a = numbers[3u * i];
    let b = numbers[3u * i + 1u];
    let c = numbers[3u * i + 2u];
    out[i] = (a * b + c) - a;
}";
const BINDINGS: [Binding; 3] = [Binding::Uniform, Binding::ReadOnly, Binding::ReadWrite];

fn open(shaders: Shaders) -> Option<Device> {
    match Device::open(&Choice::Best, shaders) {
        Ok(device) => Some(device),
        Err(failure) => {
            assert!(std::env::var_os("BAKESTONE_REQUIRE_GPU").is_none(), "{failure}");
            eprintln!("SKIPPED: {failure}");
            None
        }
    }
}

/// Random bits: all magnitudes, denormals, both zeros; no infinities and NaNs, whose payload is nobody's promise.
fn numbers(count: usize, mut seed: u32) -> Vec<f32> {
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed
    };
    (0..count)
        .map(|i| {
            let bits = next();
            let exponent = match i % 4 {
                0 => 0,
                1 => bits >> 24 & 63,
                _ => 96 + (bits >> 24 & 63),
            };
            f32::from_bits(bits & 0x807f_ffff | exponent << 23)
        })
        .collect()
}

fn run(device: &Device, seed: u32) -> Result<(), Failure> {
    let (width, count) = (301, 301 * 67 - 5);
    let numbers = numbers(3 * count, seed);
    let pipeline = device.pipeline(TEXT, &BINDINGS)?;
    let size = device.uniform(16, "a size")?;
    device.write(&size, bytemuck::cast_slice(&[width as u32, count as u32]), "a size")?;
    let from = device.upload(bytemuck::cast_slice(&numbers), "numbers")?;
    let to = device.storage(4 * count as u64, "results")?;
    let staging = device.staging(4 * count as u64, "results")?;
    let group = device.group(&pipeline, &[&size, &from, &to])?;
    let timer = device.timer()?;
    let dispatch = Dispatch { pipeline: &pipeline, group: &group, groups: [19, 5, 1] };
    let copy = Copy { from: &to, to: &staging, bytes: to.bytes() };
    let done = device.submit(&[dispatch], &[copy], timer.as_ref())?;
    let view = device.map_read(&staging, &done, LIMIT, &GOING)?;
    let got: &[f32] = bytemuck::cast_slice(&view);
    assert_eq!(got.len(), count);
    let wrong = (0..count).filter(|i| {
        let (a, b, c) = (numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        got[*i].to_bits() != ((a * b + c) - a).to_bits()
    });
    let wrong = wrong.count();
    // Plain WGSL is only exact where a device does not contract and keeps denormals.
    if device.is_strict() || device.about().kind == Kind::Software {
        assert_eq!(wrong, 0, "of {count} on {}", device.about());
    } else {
        eprintln!("plain WGSL: {wrong} of {count} differ on {}", device.about());
    }
    // A view and a second one: the buffer is taken until the first is gone.
    assert!(matches!(device.map_read(&staging, &done, LIMIT, &GOING), Err(Failure::Refused { .. })));
    assert!(matches!(device.submit(&[], &[copy], None), Err(Failure::Refused { .. })));
    drop(view);
    device.map_read(&staging, &done, LIMIT, &GOING)?;
    if let Some(timer) = timer {
        assert!(device.elapsed(&timer, &done, LIMIT)? < LIMIT);
    }
    assert_eq!(device.failure(), None);
    Ok(())
}

#[test]
fn both_paths_have_the_bits_of_rust() {
    for shaders in [Shaders::Strict, Shaders::Plain] {
        let Some(device) = open(shaders) else { return };
        eprintln!("{}; strict: {:?}", device.about(), device.controls());
        assert!(shaders == Shaders::Strict || !device.is_strict());
        run(&device, 0x9e37_79b9).expect("it runs");
    }
}

#[test]
fn threads_share_a_device() {
    let Some(device) = open(Shaders::Strict) else { return };
    let device = Arc::new(device);
    let threads: Vec<_> = (1..=4)
        .map(|seed| {
            let device = device.clone();
            std::thread::spawn(move || (0..8).for_each(|turn| run(&device, seed + 10 * turn).expect("it runs")))
        })
        .collect();
    for thread in threads {
        thread.join().expect("no panic");
    }
    let again = device.pipeline(TEXT, &BINDINGS).expect("it compiles");
    assert!(Arc::ptr_eq(&again, &device.pipeline(TEXT, &BINDINGS).expect("it compiles")));
}

#[test]
fn a_view_is_read_by_several_threads() {
    let Some(device) = open(Shaders::Strict) else { return };
    let data: Vec<u32> = (0..1 << 16).collect();
    let from = device.upload(bytemuck::cast_slice(&data), "data").expect("memory");
    let to = device.staging(from.bytes(), "data").expect("memory");
    let done = device.submit(&[], &[Copy { from: &from, to: &to, bytes: from.bytes() }], None).expect("a place");
    let view = device.map_read(&to, &done, LIMIT, &GOING).expect("a view");
    std::thread::scope(|scope| {
        for (part, want) in view.chunks(1 << 16).zip(data.chunks(1 << 14)) {
            scope.spawn(move || assert_eq!(part, bytemuck::cast_slice::<u32, u8>(want)));
        }
    });
}

#[test]
fn too_much_is_a_failure_and_harms_nothing() {
    for shaders in [Shaders::Strict, Shaders::Plain] {
        let Some(device) = open(shaders) else { return };
        let too_large = |failure: Option<Failure>| matches!(failure, Some(Failure::TooLarge { .. }));
        let limits = device.limits();
        assert!(too_large(device.storage(limits.max_storage_buffer_binding_size + 4, "a band").err()));
        assert!(too_large(device.storage(u64::MAX, "a band").err()));
        assert!(too_large(device.uniform(limits.max_uniform_buffer_binding_size + 4, "parameters").err()));
        assert!(too_large(device.staging(limits.max_buffer_size + 4, "a band").err()));
        let pipeline = device.pipeline(TEXT, &BINDINGS).expect("it compiles");
        let small = device.storage(64, "a band").expect("memory");
        let size = device.uniform(16, "a size").expect("memory");
        let group = device.group(&pipeline, &[&size, &small, &device.storage(64, "out").expect("memory")]);
        let group = group.expect("a group");
        for groups in [[65536 + limits.max_compute_workgroups_per_dimension, 1, 1], [1, u32::MAX, 1]] {
            let dispatch = Dispatch { pipeline: &pipeline, group: &group, groups };
            assert!(too_large(device.submit(&[dispatch], &[], None).err()));
        }
        let staging = device.staging(32, "a band").expect("memory");
        assert!(too_large(device.submit(&[], &[Copy { from: &small, to: &staging, bytes: 64 }], None).err()));
        assert!(too_large(device.write(&small, &[0; 65], "data").err()));
        // Wrong kinds and numbers of buffers, and shaders that are none.
        assert!(matches!(device.group(&pipeline, &[&small]), Err(Failure::Refused { .. })));
        assert!(matches!(device.group(&pipeline, &[&small, &small, &small]), Err(Failure::Refused { .. })));
        let wide = TEXT.replace("16, 16", "4096, 4096");
        for text in ["no shader", "@compute @workgroup_size(1) fn other() {}", &wide] {
            let failure = device.pipeline(text, &BINDINGS).expect_err("a failure");
            eprintln!("{failure}");
            assert!(matches!(failure, Failure::Shader { .. } | Failure::TooLarge { .. }), "{failure:?}");
            assert!(!failure.to_string().contains('\n'));
        }
        if device.is_strict() {
            let text = TEXT.replace("(a * b + c) - a", "a / b");
            assert!(matches!(device.pipeline(&text, &BINDINGS), Err(Failure::Shader { .. })));
        }
        // All of that, and it still works.
        run(&device, 77).expect("it runs");
    }
}

#[test]
fn a_device_that_is_gone_is_a_failure() {
    let Some(device) = open(Shaders::Strict) else { return };
    let staging = device.staging(64, "a band").expect("memory");
    let done = device.submit(&[], &[], None).expect("a place");
    device.raw.destroy();
    let waited = device.wait(&done, LIMIT, &GOING);
    let mapped = device.map_read(&staging, &done, LIMIT, &GOING).map(|_| ());
    let made = device.storage(64, "a band").map(|_| ());
    for outcome in [waited, mapped, made] {
        assert!(matches!(outcome, Err(Failure::Lost { .. })), "{outcome:?}");
    }
    assert!(device.failure().is_some());
}

#[test]
fn no_time_is_a_failure() {
    let Some(device) = open(Shaders::Strict) else { return };
    // Enough work that it is not done at once: 4096 x 4096 threads that loop.
    let text = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(16, 16) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            var v = id.x; for (var k = 0u; k < 200u; k++) { v = v * 1664525u + id.y; } out[v % 16u] = v;
        }";
    let pipeline = device.pipeline(text, &[Binding::ReadWrite]).expect("it compiles");
    let out = device.storage(64, "out").expect("memory");
    let group = device.group(&pipeline, &[&out]).expect("a group");
    let work = [Dispatch { pipeline: &pipeline, group: &group, groups: [128, 128, 1] }; 4];
    let done = device.submit(&work, &[], None).expect("a place");
    let waited = device.wait(&done, Duration::from_nanos(1), &GOING);
    assert!(matches!(waited, Err(Failure::TimedOut { .. })), "{waited:?}");
    assert!(matches!(device.storage(64, "more"), Err(Failure::TimedOut { .. })));
}

/// Runs itself anew where the loader finds no driver: the environment of this process is shared by all tests.
#[test]
fn without_a_driver_it_says_so_at_once() {
    if std::env::var_os("BAKESTONE_TEST_NO_DRIVER").is_some() {
        let before = Instant::now();
        assert_eq!(devices(), []);
        let failure = Device::open(&Choice::Best, Shaders::Strict).expect_err("a failure");
        assert!(failure.to_string().starts_with("there is no GPU that bakestone can use: no adapter found (tried "));
        assert!(before.elapsed() < Duration::from_secs(5));
        return;
    }
    // The crate's name is no part of a test's.
    let (_, module) = module_path!().split_once("::").expect("a module of the crate");
    let name = format!("{module}::without_a_driver_it_says_so_at_once");
    let run = std::process::Command::new(std::env::current_exe().expect("a test is a file"))
        .args(["--exact", &name, "--nocapture"])
        .envs([("VK_ICD_FILENAMES", "/nonexistent"), ("VK_DRIVER_FILES", "/nonexistent")])
        .env("BAKESTONE_TEST_NO_DRIVER", "1")
        .output()
        .expect("it starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(String::from_utf8_lossy(&run.stdout).contains("1 passed"));
}

/// Takes buffers until there is no memory left. Only where that is the card's own: a software device would take this
/// machine's.
#[test]
fn no_memory_is_a_failure() {
    let Some(device) = open(Shaders::Strict) else { return };
    if device.about().kind != Kind::Discrete {
        return eprintln!("SKIPPED: {} has no memory of its own", device.about());
    }
    let bytes = device.limits().max_buffer_size.min(device.limits().max_storage_buffer_binding_size) / 4 * 4;
    let mut taken = Vec::new();
    let failure = loop {
        match device.storage(bytes, "a band") {
            Ok(buffer) => taken.push(buffer),
            Err(failure) => break failure,
        }
    };
    eprintln!("after {} buffers: {failure}", taken.len());
    assert!(matches!(failure, Failure::Memory { .. }), "{failure:?}");
    drop(taken);
    run(&device, 5).expect("it runs");
}

#[test]
fn all_of_it_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Device>();
    shared::<Pipeline>();
    shared::<Group>();
    shared::<Buffer>();
    shared::<Staging>();
    shared::<View>();
    shared::<Submitted>();
    shared::<Timer>();
    shared::<Failure>();
}
