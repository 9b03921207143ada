//! What a card that fails does to a bake. Without a device these tests say so and pass.

use crate::eval::gpu::{Choice, Device, Shaders};
use crate::maps::Rows;
use crate::{Bake, Engine, Material, Pack, Request, Settings, Sink, Source, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const TEXT: &str =
    "edition = 1\nname = 't'\n[nodes]\nn = { type = 'fbm', period = 4, octaves = 3 }\n[maps]\nheight = 'n'\n";

/// Counts its parts, and does something once it has some.
struct Counting<'a> {
    parts: u32,
    then: &'a (dyn Fn(u32) + Sync),
}

struct Nothing;

impl Pack for Nothing {
    type Part = ();
    fn part(&self, _: u32, _: Rows) {}
}

impl Sink for Counting<'_> {
    type Error = ();
    type Pack = Nothing;
    fn pack(&self) -> Nothing {
        Nothing
    }
    fn take(&mut self, (): ()) -> Result<(), ()> {
        self.parts += 1;
        (self.then)(self.parts);
        Ok(())
    }
}

fn on_card() -> Option<(Bake, Arc<Device>)> {
    let device = match Device::open(&Choice::Best, Shaders::Strict) {
        Ok(device) => Arc::new(device),
        Err(failure) => {
            assert!(std::env::var_os("BAKESTONE_REQUIRE_GPU").is_none(), "{failure}");
            eprintln!("SKIPPED: {failure}");
            return None;
        }
    };
    let material = Material::read(Source::new("t", TEXT), &Settings::default()).expect("a good preset");
    let bake = Bake::new(&material, &Request::new([3000, 4000]), &Engine::default()).expect("a good request");
    Some((bake.on(&device).expect("it runs there"), device))
}

fn run(bake: &Bake, threads: usize, stop: &AtomicBool, then: &(dyn Fn(u32) + Sync)) -> Result<(), Stopped<()>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let mut sinks: Vec<Counting> = bake.maps().iter().map(|_| Counting { parts: 0, then }).collect();
        bake.run(&mut sinks, stop, &|_| ()).map(|_| ())
    })
}

#[test]
fn a_lost_device_ends_the_bake() {
    for threads in [1, 3] {
        let Some((bake, device)) = on_card() else { return };
        let lost = run(&bake, threads, &AtomicBool::new(false), &|parts| {
            if parts == 2 {
                device.lose();
            }
        });
        let Err(Stopped::Device(why)) = lost else { panic!("{lost:?}") };
        assert!(why.contains("device lost"), "{why}");
        // Nothing more is begun on it.
        assert!(matches!(run(&bake, threads, &AtomicBool::new(false), &|_| ()), Err(Stopped::Device(_))));
    }
}

#[test]
fn who_asks_is_heard_between_the_bands_of_a_card() {
    let Some((bake, _)) = on_card() else { return };
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        let heard = AtomicU32::new(0);
        let done = run(&bake, threads, &stop, &|parts| {
            heard.fetch_max(parts, Ordering::Relaxed);
            stop.store(parts >= 3, Ordering::Relaxed);
        });
        assert_eq!(done, Err(Stopped::Asked));
        assert!(heard.into_inner() < 40);
        // The card is free for the next one.
        assert_eq!(run(&bake, threads, &AtomicBool::new(false), &|_| ()), Ok(()));
    }
}
