//! From graph to program: what the outputs need, the ends of octaves taken over by noises, registers reused.
//!
//! None of this changes a bit: a fused end is the same two operations in the same order.

use super::graph::{Graph, Num, Origin};
use super::op::{Place, Wiring};
use super::{Program, Step};
use std::sync::Arc;

impl Graph {
    /// The program for these outputs.
    pub fn plan(&self, outputs: &[Num]) -> Program {
        let needed = self.needed(outputs);
        let readers = self.readers(&needed, outputs);
        let mut steps = Vec::new();
        let mut taken_over = vec![false; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| needed[*i]) {
            if let Some((noise, end)) = node.op.is_sum().and_then(|end| Some((self.step_of(node.ins[1])?, end)))
                && readers[node.ins[1].index()] == 1
                && let Some(op) = self.nodes[noise].op.summed(end)
            {
                taken_over[noise] = true;
                let place = self.nodes[noise].place;
                steps.push(Planned { op, place, ins: vec![node.ins[0]], outs: node.outs.clone(), circle: None });
            } else {
                let op = Arc::clone(&node.op);
                let (place, ins, outs) = (node.place, node.ins.clone(), node.outs.clone());
                steps.push(Planned { op, place, ins, outs, circle: node.circle.map(|_| i) });
            }
        }
        // A noise that an octave's end took over is dropped; its end stands at the later place of the two.
        let order: Vec<usize> = (0..self.nodes.len()).filter(|i| needed[*i]).collect();
        let steps = steps.into_iter().zip(order).filter(|(_, i)| !taken_over[*i]).map(|(s, _)| s).collect();
        self.allocate(steps, outputs)
    }

    fn step_of(&self, n: Num) -> Option<usize> {
        match self.origins[n.index()].0 {
            Origin::Constant(_) => None,
            Origin::Step(step) => Some(step),
        }
    }

    fn needed(&self, outputs: &[Num]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut todo: Vec<usize> = outputs.iter().filter_map(|n| self.step_of(*n)).collect();
        while let Some(i) = todo.pop() {
            if std::mem::replace(&mut needed[i], true) {
                continue;
            }
            todo.extend(self.nodes[i].ins.iter().filter_map(|n| self.step_of(*n)));
            if let Place::Free(circles) = self.nodes[i].place {
                todo.extend(circles.iter().map(|c| self.circles[c.index()]));
            }
        }
        needed
    }

    /// How often each number is read, outputs included.
    fn readers(&self, needed: &[bool], outputs: &[Num]) -> Vec<usize> {
        let mut readers = vec![0; self.origins.len()];
        let steps = self.nodes.iter().zip(needed).filter(|(_, needed)| **needed);
        for n in steps.flat_map(|(node, _)| &node.ins).chain(outputs) {
            readers[n.index()] += 1;
        }
        readers
    }

    fn allocate(&self, steps: Vec<Planned>, outputs: &[Num]) -> Program {
        let mut last = vec![None; self.origins.len()];
        let mut last_circle = vec![None; self.circles.len()];
        for (i, step) in steps.iter().enumerate() {
            for n in &step.ins {
                last[n.index()] = Some(i);
            }
            if let Place::Free(circles) = step.place {
                for c in circles {
                    last_circle[c.index()] = Some(i);
                }
            }
        }
        for n in outputs {
            last[n.index()] = Some(usize::MAX);
        }
        let (mut numbers, mut circles) = (Registers::default(), Registers::default());
        let mut of_number = vec![usize::MAX; self.origins.len()];
        let mut of_circle = vec![usize::MAX; self.circles.len()];
        let mut out = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let place = match step.place {
                Place::Row(shift) => Place::Row(shift),
                Place::Free(c) => Place::Free(c.map(|c| of_circle[c.index()])),
            };
            // Outputs get registers before inputs give theirs back: a run may write past its end.
            let outs = match step.circle {
                Some(node) => {
                    let register = circles.take();
                    if let Some(c) = self.nodes[node].circle {
                        of_circle[c.index()] = register;
                    }
                    vec![Some(register)]
                }
                None => {
                    let mut give = |n: &Num| {
                        last[n.index()].map(|_| {
                            of_number[n.index()] = numbers.take();
                            of_number[n.index()]
                        })
                    };
                    step.outs.iter().map(&mut give).collect()
                }
            };
            for n in &step.ins {
                let is_step = self.step_of(*n).is_some();
                if last[n.index()] == Some(index) && is_step {
                    numbers.give_back(of_number[n.index()]);
                }
            }
            if let Place::Free(c) = step.place {
                for c in c.iter().filter(|c| last_circle[c.index()] == Some(index)) {
                    circles.give_back(of_circle[c.index()]);
                }
            }
            let wiring = Wiring { index, place, ins: Vec::new(), outs };
            out.push(Step { op: Arc::clone(&step.op), wiring });
        }
        // Each number has one register for good, so what is read can be named at the end, when it is known where the
        // registers of constants begin.
        let mut constants = Vec::new();
        let mut register = |n: &Num| {
            let of = &mut of_number[n.index()];
            if let (Origin::Constant(v), usize::MAX) = (self.origins[n.index()].0, *of) {
                *of = numbers.count + constants.len();
                constants.push(v);
            }
            *of
        };
        for (step, planned) in out.iter_mut().zip(&steps) {
            step.wiring.ins = planned.ins.iter().map(&mut register).collect();
        }
        let outputs = outputs.iter().map(&mut register).collect();
        Program { steps: out, numbers: numbers.count, circles: circles.count, constants, outputs }
    }
}

struct Planned {
    op: Arc<dyn super::op::Op>,
    place: Place<super::Circle>,
    ins: Vec<Num>,
    outs: Vec<Num>,
    circle: Option<usize>,
}

/// Registers of one bank.
#[derive(Default)]
struct Registers {
    count: usize,
    free: Vec<usize>,
}

impl Registers {
    fn fresh(&mut self) -> usize {
        self.count += 1;
        self.count - 1
    }
    fn take(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| self.fresh())
    }
    fn give_back(&mut self, register: usize) {
        if !self.free.contains(&register) {
            self.free.push(register);
        }
    }
}
