//! Bands on all cores, what comes out of them in order.
//!
//! Each thread takes the next band, computes it, makes the parts of all pictures, and hands each to its picture's line.
//! A line gives parts to its sink from top to bottom; whichever thread brings the part that is next also brings those
//! that waited for it. Nobody starts a band too far ahead of the slowest line, so memory is bounded also where a disk is
//! slow. Rejected: waves of bands with a wait between them, where threads idled a tenth of the time, and a thread per
//! file behind a channel, which is more threads than were asked for.

use super::{Pack, Sink, Stopped};
use crate::maps::{Counts, Rows};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bands per thread that may be under way.
const AHEAD: u32 = 3;

/// How a picture is cut.
#[derive(Clone, Copy)]
pub(super) struct Bands {
    /// Rows of a band; the last one may have fewer.
    pub rows: u32,
    /// Rows of the picture.
    pub height: u32,
    /// Pictures of that height, one under another as one; no band lies across two of them.
    pub pages: u32,
}

impl Bands {
    /// Of one page.
    fn of_page(self) -> u32 {
        self.height.div_ceil(self.rows)
    }
    fn count(self) -> u32 {
        self.pages * self.of_page()
    }
    fn first(self, band: u32) -> u32 {
        band / self.of_page() * self.height + band % self.of_page() * self.rows
    }
    fn rows_of(self, band: u32) -> u32 {
        self.rows.min(self.height - band % self.of_page() * self.rows)
    }
}

type PartOf<S> = <<S as Sink>::Pack as Pack>::Part;

/// The parts of one picture that wait for their turn.
struct Line<P> {
    parts: BTreeMap<u32, P>,
    /// The band whose part the sink wants.
    next: u32,
    /// Whether a thread is at the sink.
    busy: bool,
}

struct State<S: Sink> {
    claimed: u32,
    lines: Vec<Line<PartOf<S>>>,
    counts: Vec<Counts>,
    failed: Option<Stopped<S::Error>>,
}

impl<S: Sink> State<S> {
    /// The first band that is not in all sinks.
    fn slowest(&self) -> u32 {
        self.lines.iter().map(|line| line.next).min().unwrap_or(self.claimed)
    }
}

struct Work<'a, S: Sink> {
    bands: Bands,
    /// Bands that may be under way.
    ahead: u32,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    packs: Vec<S::Pack>,
    sinks: Vec<Mutex<&'a mut S>>,
    state: Mutex<State<S>>,
    moved: Condvar,
}

/// Takes rows of a picture that are ready, by its index, with what was noticed.
pub(super) type Give<'a> = &'a mut dyn FnMut(usize, Rows, &Counts);

/// Computes all bands and hands their parts to the sinks, one for each picture. `band` gets its first row, its rows and
/// memory of its own, which it finds again as it left it; what stops it stops all.
pub(super) fn run<S: Sink, M: Default>(
    bands: Bands,
    sinks: &mut [S],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    band: impl Fn(u32, u32, &mut M, Give) -> Result<(), String> + Sync,
) -> Result<Vec<Counts>, Stopped<S::Error>> {
    let threads = rayon::current_num_threads();
    let lines = sinks.iter().map(|_| Line { parts: BTreeMap::new(), next: 0, busy: false }).collect();
    let state = State { claimed: 0, lines, counts: vec![Counts::default(); sinks.len()], failed: None };
    let work = Work {
        bands,
        ahead: AHEAD * threads as u32,
        stop,
        progress,
        packs: sinks.iter().map(Sink::pack).collect(),
        sinks: sinks.iter_mut().map(Mutex::new).collect(),
        state: Mutex::new(state),
        moved: Condvar::new(),
    };
    (0..threads).into_par_iter().with_max_len(1).for_each(|_| work.go(&band));
    let state = work.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.failed.map_or(Ok(state.counts), Err)
}

impl<S: Sink> Work<'_, S> {
    fn go<M: Default>(&self, band: &(impl Fn(u32, u32, &mut M, Give) -> Result<(), String> + Sync)) {
        let mut memory = M::default();
        while let Some(index) = self.claim() {
            let (first, rows) = (self.bands.first(index), self.bands.rows_of(index));
            let done = band(first, rows, &mut memory, &mut |picture, samples, counts| {
                let part = self.packs[picture].part(first, samples);
                self.deliver(picture, index, part, counts);
            });
            if let Err(why) = done {
                self.state().failed.get_or_insert(Stopped::Device(why));
                self.moved.notify_all();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next band; waits while the slowest line is too far behind. A band that is under way is on a thread of its
    /// own that waits for nobody, so this ends.
    fn claim(&self) -> Option<u32> {
        let mut state = self.state();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                state.failed.get_or_insert(Stopped::Asked);
            }
            if state.failed.is_some() || state.claimed == self.bands.count() {
                return None;
            }
            if state.claimed < state.slowest() + self.ahead {
                state.claimed += 1;
                return Some(state.claimed - 1);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Puts a part into its line, and serves the sink if nobody does.
    fn deliver(&self, picture: usize, band: u32, part: PartOf<S>, counts: &Counts) {
        let mut state = self.state();
        state.counts[picture].merge(counts);
        state.lines[picture].parts.insert(band, part);
        if state.lines[picture].busy {
            return;
        }
        state.lines[picture].busy = true;
        while state.failed.is_none() {
            let next = state.lines[picture].next;
            let Some(part) = state.lines[picture].parts.remove(&next) else { break };
            let before = state.slowest();
            drop(state);
            let taken = self.sinks[picture].lock().unwrap_or_else(PoisonError::into_inner).take(part);
            state = self.state();
            match taken {
                Ok(()) => state.lines[picture].next += 1,
                Err(error) => {
                    state.failed.get_or_insert(Stopped::Sink(error));
                }
            }
            if state.slowest() > before {
                let done = self.bands.first(state.slowest());
                (self.progress)(u64::from(done));
            }
            self.moved.notify_all();
        }
        state.lines[picture].busy = false;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plain;
    use super::*;
    use crate::maps::Samples;
    use std::sync::atomic::AtomicU32;

    const BANDS: Bands = Bands { rows: 32, height: 32 * 60 + 5, pages: 1 };

    /// Keeps what it takes; fails at a part.
    struct Keeps {
        rows: Vec<u16>,
        parts: u32,
        fails_at: u32,
    }

    impl Sink for Keeps {
        type Error = u32;
        type Pack = Plain;
        fn pack(&self) -> Plain {
            Plain
        }
        fn take(&mut self, part: Samples) -> Result<(), u32> {
            if self.parts == self.fails_at {
                return Err(self.parts);
            }
            self.parts += 1;
            if let Samples::U16(rows) = part {
                self.rows.extend(rows);
            }
            Ok(())
        }
    }

    fn sinks(fails_at: [u32; 2]) -> [Keeps; 2] {
        fails_at.map(|fails_at| Keeps { rows: Vec::new(), parts: 0, fails_at })
    }

    /// Rows that tell which they are, in two pictures, after more work in some bands than in others.
    fn work(first: u32, rows: u32, give: Give) -> Result<(), String> {
        let turns = first.wrapping_mul(0x9e37_79b1) >> 12;
        std::hint::black_box((0..turns).fold(0, |a: u32, b| a.rotate_left(3) ^ b));
        for picture in 0..2 {
            let numbers: Vec<u16> = (first..first + rows).map(|row| row as u16 * 2 + picture as u16).collect();
            give(picture, Rows::U16(&numbers), &Counts { above: 1, ..Counts::default() });
        }
        Ok(())
    }

    fn on<R: Send>(threads: usize, job: impl FnOnce() -> R + Send) -> R {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(job)
    }

    #[test]
    fn rows_arrive_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let mut sinks = sinks([u32::MAX; 2]);
            let told = Mutex::new(Vec::new());
            let tell = |rows: u64| told.lock().expect("no panic").push(rows);
            let counts = on(threads, || {
                run(BANDS, &mut sinks, &AtomicBool::new(false), &tell, |first, rows, _: &mut (), give| {
                    work(first, rows, give)
                })
            });
            assert_eq!(counts.unwrap_or_default().iter().map(|c| c.above).collect::<Vec<_>>(), [61, 61]);
            for (picture, sink) in sinks.iter().enumerate() {
                assert!(sink.rows.iter().copied().eq((0..BANDS.height as u16).map(|row| row * 2 + picture as u16)));
            }
            let told = told.into_inner().expect("no panic");
            assert!(told.is_sorted() && told.last() == Some(&u64::from(BANDS.height)), "{told:?}");
        }
    }

    #[test]
    fn a_sink_that_fails_ends_all() {
        for threads in [1, 4] {
            let mut sinks = sinks([u32::MAX, 7]);
            let bands = AtomicU32::new(0);
            let done = on(threads, || {
                run(BANDS, &mut sinks, &AtomicBool::new(false), &|_| (), |first, rows, _: &mut (), give| {
                    bands.fetch_add(1, Ordering::Relaxed);
                    work(first, rows, give)
                })
            });
            assert_eq!(done.err(), Some(Stopped::Sink(7)));
            assert_eq!(sinks[1].parts, 7);
            // Nobody ran further ahead of the failing picture than is allowed.
            assert!(bands.into_inner() <= 7 + AHEAD * threads as u32);
        }
    }

    #[test]
    fn who_asks_is_heard_between_bands() {
        let stop = AtomicBool::new(false);
        let bands = AtomicU32::new(0);
        let done = on(2, || {
            run(BANDS, &mut sinks([u32::MAX; 2]), &stop, &|_| (), |first, rows, _: &mut (), give| {
                stop.store(bands.fetch_add(1, Ordering::Relaxed) == 5, Ordering::Relaxed);
                work(first, rows, give)
            })
        });
        assert_eq!(done.err(), Some(Stopped::Asked));
        // The sixth band asked; those that had been claimed by then are finished.
        assert!(bands.into_inner() <= 6 + 2);
    }
}
