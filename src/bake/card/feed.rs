//! Keeping a card at work: slots are filled in turn, and their parts handed out.
//!
//! Two slots at least: while the threads pack the rows of one, the card works on the other. On a slow card a step is cut into
//! calls of about a tenth of a second, so that no driver takes it for hung; a quick one gets whole steps and no pause.

use super::layout::{Layout, pixel_bytes};
use super::{Card, Shader};
use crate::bake::Bake;
use crate::bake::order::Give;
use crate::eval::gpu::{Buffer, Copy, Dispatch, Failure, Group, Staging, Submitted, View};
use crate::maps::shader::{self as map_shader, NOTHING_SEEN, QUAD};
use crate::maps::{Counts, Depth, MapPlan, Rows};
use crate::program::shader as program_shader;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A call that took less may be followed by a larger one.
const QUICK: Duration = Duration::from_millis(60);
/// A call that took more is followed by a smaller one.
const SLOW: Duration = Duration::from_millis(200);
/// What the card writes one slot into.
struct Slot {
    samples: Buffer,
    counts: Buffer,
    read_samples: Staging,
    read_counts: Staging,
    /// Buffers of the shader of each map.
    groups: Vec<Group>,
}

/// What a slot is about.
enum State {
    Free,
    Submitted(u32, Submitted),
    /// A thread waits for it.
    Mapping(u32),
    Ready(u32, Arc<View>, Vec<Counts>, u32),
}

/// The bands of one picture, as they come from the card.
pub(in crate::bake) struct Feed<'a> {
    bake: &'a Bake,
    card: &'a Card,
    layout: Layout,
    places: Buffer,
    program: Group,
    slopes: Option<Group>,
    slots: Vec<Slot>,
    stop: &'a AtomicBool,
    queue: Mutex<Queue>,
    moved: Condvar,
}

struct Queue {
    states: Vec<State>,
    /// The slot of the picture that is submitted next.
    next: u32,
    /// What went wrong for one thread, which ends the others too.
    failure: Option<Failure>,
}

impl<'a> Feed<'a> {
    /// Ends early once `stop` is set.
    pub(in crate::bake) fn new(bake: &'a Bake, card: &'a Card, stop: &'a AtomicBool) -> Result<Self, Failure> {
        let device = &*card.device;
        let maps = &bake.recipe.maps;
        let binding = device.limits().max_storage_buffer_binding_size;
        let layout = Layout::new(bake.region, maps, card.planes, card.halo, binding)?;
        let columns = bake.places(0, -i64::from(card.halo), layout.stride);
        let rows = (layout.step + 2 * card.halo) as usize * bake.samples as usize;
        let mut places = vec![0; rows];
        places.extend(columns);
        let places = device.upload(bytemuck::cast_slice(&places), "places")?;
        let planes = device.storage(4 * u64::from(layout.plane) * card.planes, "the numbers of some rows")?;
        let slots = (0..layout.ring(rayon::current_num_threads())).map(|_| {
            let samples = device.storage(layout.bytes, "the samples of some rows")?;
            let counts = device.storage(16 * maps.len() as u64, "counts")?;
            let groups = card.maps.iter().map(|map| map.group(device, &[&planes, &samples, &counts]));
            Ok(Slot {
                groups: groups.collect::<Result<_, Failure>>()?,
                read_samples: device.staging(samples.bytes(), "the samples of some rows")?,
                read_counts: device.staging(counts.bytes(), "counts")?,
                samples,
                counts,
            })
        });
        let slots: Vec<Slot> = slots.collect::<Result<_, Failure>>()?;
        Ok(Self {
            program: card.program.group(device, &[&places, &planes])?,
            slopes: card.slopes.as_ref().map(|slopes| slopes.group(device, &[&places, &planes])).transpose()?,
            queue: Mutex::new(Queue { states: slots.iter().map(|_| State::Free).collect(), next: 0, failure: None }),
            bake,
            card,
            layout,
            places,
            slots,
            stop,
            moved: Condvar::new(),
        })
    }

    /// Hands the rows of a part to `give`.
    pub(in crate::bake) fn band(&self, first: u32, rows: u32, give: Give) -> Result<(), Failure> {
        let slot = first / self.layout.slot;
        let (view, counts) = self.view(slot).inspect_err(|failure| {
            self.queue().failure.get_or_insert_with(|| failure.clone());
            self.moved.notify_all();
        })?;
        let maps = &self.bake.recipe.maps;
        let starts = self.layout.starts(maps, self.layout.rows_of(slot));
        let inside = u64::from(first % self.layout.slot);
        for (picture, (map, start)) in maps.iter().zip(starts).enumerate() {
            let row = u64::from(self.layout.region.width) * pixel_bytes(map);
            let from = (start + inside * row) as usize;
            let bytes = &view[from..from + (u64::from(rows) * row) as usize];
            let seen = if inside == 0 { counts[picture] } else { Counts::default() };
            give(picture, samples(map, bytes), &seen);
        }
        drop(view);
        self.done(slot);
        Ok(())
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the card wrote into a slot; waits for it, and keeps the card at work. Those who hold a slot wait for nobody, so this
    /// ends.
    fn view(&self, wanted: u32) -> Result<(Arc<View>, Vec<Counts>), Failure> {
        let mut queue = self.queue();
        loop {
            if let Some(failure) = &queue.failure {
                return Err(failure.clone());
            }
            self.submit_ahead(&mut queue)?;
            let place = queue.states.iter().position(|state| match state {
                State::Free => false,
                State::Submitted(slot, _) | State::Mapping(slot) | State::Ready(slot, ..) => *slot == wanted,
            });
            let Some(place) = place else {
                queue = self.moved.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let done = match &queue.states[place] {
                State::Ready(_, view, counts, _) => return Ok((Arc::clone(view), counts.clone())),
                State::Submitted(_, done) => done.clone(),
                State::Free | State::Mapping(_) => {
                    queue = self.moved.wait(queue).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            };
            queue.states[place] = State::Mapping(wanted);
            drop(queue);
            let mapped = self.map(place, &done);
            queue = self.queue();
            let (view, counts) = mapped?;
            let parts = self.layout.rows_of(wanted).div_ceil(self.layout.part);
            queue.states[place] = State::Ready(wanted, Arc::new(view), counts, parts);
            self.moved.notify_all();
        }
    }

    fn map(&self, place: usize, done: &Submitted) -> Result<(View, Vec<Counts>), Failure> {
        let slot = &self.slots[place];
        let words = self.card.device.map_read(&slot.read_counts, done, self.card.patience, self.stop)?;
        let word = |i: usize| u32::from_le_bytes([words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]]);
        let counts = (0..slot.groups.len()).map(|map| map_shader::counts([0, 1, 2, 3].map(|k| word(4 * map + k))));
        Ok((self.card.device.map_read(&slot.read_samples, done, self.card.patience, self.stop)?, counts.collect()))
    }

    /// One part of a slot is packed.
    fn done(&self, slot: u32) {
        let mut queue = self.queue();
        for state in &mut queue.states {
            if let State::Ready(ready, _, _, left) = state
                && *ready == slot
            {
                *left -= 1;
                if *left == 0 {
                    *state = State::Free;
                    self.moved.notify_all();
                }
            }
        }
    }

    /// Gives the card all that there is room for.
    fn submit_ahead(&self, queue: &mut Queue) -> Result<(), Failure> {
        while queue.next < self.layout.slots()
            && let Some(place) = queue.states.iter().position(|state| matches!(state, State::Free))
        {
            let done = self.submit(queue.next, &self.slots[place])?;
            queue.states[place] = State::Submitted(queue.next, done);
            queue.next += 1;
        }
        Ok(())
    }

    /// Computes the rows of a slot, step by step.
    fn submit(&self, number: u32, slot: &Slot) -> Result<Submitted, Failure> {
        let device = &*self.card.device;
        let first = number * self.layout.slot;
        let rows = self.layout.rows_of(number);
        let nothing: Vec<u32> = self.card.maps.iter().flat_map(|_| NOTHING_SEEN).collect();
        device.write(&slot.counts, bytemuck::cast_slice(&nothing), "counts")?;
        let starts = self.layout.starts(&self.bake.recipe.maps, rows);
        let mut row = 0;
        loop {
            let step = self.layout.step.min(rows - row);
            let copies = [
                Copy { from: &slot.samples, to: &slot.read_samples, bytes: slot.samples.bytes() },
                Copy { from: &slot.counts, to: &slot.read_counts, bytes: slot.counts.bytes() },
            ];
            let last = row + step == rows;
            let done = self.step(slot, &starts, [first + row, row], step, if last { &copies } else { &[] })?;
            if last {
                return Ok(done);
            }
            row += step;
        }
    }

    /// Computes some rows: `[in the region, in the slot]`.
    fn step(
        &self,
        slot: &Slot,
        starts: &[u64],
        [first, inside]: [u32; 2],
        rows: u32,
        copies: &[Copy],
    ) -> Result<Submitted, Failure> {
        let device = &*self.card.device;
        let Layout { halo, stride, plane, region, .. } = self.layout;
        let places = self.bake.places(1, i64::from(first) - i64::from(halo), rows + 2 * halo);
        device.write(&self.places, bytemuck::cast_slice(&places), "places")?;
        let mut tail = Vec::new();
        for (index, (map, shader)) in self.bake.recipe.maps.iter().zip(&self.card.maps).enumerate() {
            let pixels = rows * region.width;
            let groups = pixels.div_ceil(QUAD).div_ceil(map_shader::GROUP);
            let across = groups.min(device.limits().max_compute_workgroups_per_dimension);
            let done = u64::from(inside) * u64::from(region.width) * pixel_bytes(map);
            let job = map_shader::Job {
                width: region.width,
                pixels,
                stride,
                plane,
                corner: halo * stride + halo,
                to: ((starts[index] + done) / 4) as u32,
                line: across * map_shader::GROUP,
                counts: 4 * index as u32,
                at: self.bake.pixel_at(0, first),
                around: self.bake.size,
            };
            device.write(&shader.job, bytemuck::cast_slice(&job.words()), "a job")?;
            let groups = [across, groups.div_ceil(across), 1];
            tail.push(Dispatch { pipeline: &shader.pipeline, group: &slot.groups[index], groups });
        }
        let mut passes = vec![(&self.card.program, &self.program)];
        passes.extend(self.card.slopes.as_ref().zip(self.slopes.as_ref()));
        let (width, height) = (stride, rows + 2 * halo);
        let squared = u64::from(self.bake.samples).pow(2);
        let samples = u64::from(width) * u64::from(height) * squared;
        let quick = width <= self.widest() && samples <= self.card.call.load(Ordering::Relaxed);
        let mut work = Vec::new();
        for (shader, group) in passes {
            if quick {
                work.push(self.call(shader, group, [0, 0], [width, height])?);
            } else {
                self.paced(shader, group, [width, height])?;
            }
        }
        work.extend(tail);
        device.submit(&work, copies, None)
    }

    /// Runs the shader of a program over the planes in calls that the card is done with soon, and waits for each.
    fn paced(&self, shader: &Shader, group: &Group, [width, height]: [u32; 2]) -> Result<(), Failure> {
        let [mut x, mut y] = [0, 0];
        let squared = u64::from(self.bake.samples).pow(2);
        while y < height {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let call = self.card.call.load(Ordering::Relaxed);
            let pixels = u32::try_from((call / squared).max(1)).unwrap_or(u32::MAX);
            let size = if pixels < width || x > 0 || width > self.widest() {
                [pixels.min(width - x).min(self.widest()), 1]
            } else {
                [width, (pixels / width).min(height - y)]
            };
            let start = Instant::now();
            let work = self.call(shader, group, [x, y], size)?;
            let done = self.card.device.submit(&[work], &[], None)?;
            self.card.device.wait(&done, self.card.patience, self.stop)?;
            let took = start.elapsed();
            if took < QUICK {
                self.card.call.store(call * 2, Ordering::Relaxed);
            } else if took > SLOW {
                self.card.call.store((call / 2).max(1), Ordering::Relaxed);
            }
            self.card.longest.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
            x += size[0];
            if x == width {
                [x, y] = [0, y + size[1]];
            }
        }
        Ok(())
    }

    /// The most columns of a call.
    fn widest(&self) -> u32 {
        self.card.device.limits().max_compute_workgroups_per_dimension.saturating_mul(program_shader::GROUP)
    }

    /// One call of the shader of a program.
    fn call<'b>(
        &'b self,
        shader: &'b Shader,
        group: &'b Group,
        first: [u32; 2],
        size: [u32; 2],
    ) -> Result<Dispatch<'b>, Failure> {
        let Layout { halo, stride, plane, step, .. } = self.layout;
        let columns_at = (step + 2 * halo) * self.bake.samples;
        let z = self.bake.places(2, self.bake.slice, 1)[0];
        let job = program_shader::Job { first, size, columns_at, z, stride, plane };
        self.card.device.write(&shader.job, bytemuck::cast_slice(&job.words()), "a job")?;
        let groups = [size[0].div_ceil(program_shader::GROUP), size[1].div_ceil(program_shader::GROUP), 1];
        Ok(Dispatch { pipeline: &shader.pipeline, group, groups })
    }
}

/// Rows of a map as they lie in memory.
fn samples<'a>(map: &MapPlan, bytes: &'a [u8]) -> Rows<'a> {
    match map.depth {
        Depth::Eight => Rows::U8(bytes),
        Depth::Sixteen => Rows::U16(bytemuck::cast_slice(bytes)),
        Depth::Half | Depth::Float => Rows::Float(bytemuck::cast_slice(bytes)),
    }
}
