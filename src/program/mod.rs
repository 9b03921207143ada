//! A material as a flat list of coarse operations on registers.
//!
//! In: the nodes of a material. Out: a [`Program`] that knows no node, no name and no preset: steps, registers,
//! constants and outputs. `lower` builds a single-assignment graph (a node is a function of a place and an octave),
//! `plan` prunes it to the outputs that are wanted, fuses the ends of octaves into noises and gives registers.

mod averaged;
mod blend;
pub mod formula;
pub mod functions;
mod fused;
mod graph;
mod lattice;
pub mod lower;
pub mod op;
mod plan;
pub mod range;
#[cfg(feature = "gpu")]
pub mod shader;
pub mod stack;
mod used;
mod warp;

pub use graph::{Circle, Graph, Num};
pub use lattice::{CellSize, Dropped, Sampling, counts};
pub use lower::{At, Lower, Table, Value, turn_word};
pub use warp::Along;

use op::{Op, Wiring};
use std::sync::Arc;

/// One operation with its registers.
pub struct Step {
    /// What is done.
    pub op: Arc<dyn Op>,
    /// On which registers.
    pub wiring: Wiring,
}

/// A program for one set of outputs.
pub struct Program {
    /// In the order in which they run.
    pub steps: Vec<Step>,
    /// Registers of numbers that steps write; those of the constants follow.
    pub numbers: usize,
    /// Registers of circles.
    pub circles: usize,
    /// What the registers after those hold for good.
    pub constants: Vec<f32>,
    /// The register of each output.
    pub outputs: Vec<usize>,
}

impl Program {
    /// Vector operations that a sample costs: along a row, and alone.
    pub fn operations(&self) -> [u32; 2] {
        let each = self.steps.iter().map(|step| step.op.operations());
        each.fold([0; 2], |[row, alone], [r, a]| [row + r, alone + a])
    }

    /// One line per step, for people.
    pub fn listing(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        let named = |r: &usize| match r.checked_sub(self.numbers) {
            Some(constant) => format!("{}", self.constants[constant]),
            None => format!("r{r}"),
        };
        for (i, step) in self.steps.iter().enumerate() {
            let w = &step.wiring;
            let place = match w.place {
                _ if !step.op.placed() => String::new(),
                op::Place::Row([0, 0, 0]) => " at row".into(),
                op::Place::Row(_) => " at shifted row".into(),
                op::Place::Free(c) => format!(" at c{} c{} c{}", c[0], c[1], c[2]),
            };
            let bank = if step.op.outs() == 0 { "c" } else { "r" };
            let outs: Vec<String> = w.outs.iter().map(|o| o.map_or("_".into(), |o| format!("{bank}{o}"))).collect();
            let ins: Vec<String> = w.ins.iter().map(named).collect();
            let _ = writeln!(text, "{i:4}  {} = {}({}){place}", outs.join(", "), step.op.name(), ins.join(", "));
        }
        let outputs: Vec<String> = self.outputs.iter().map(named).collect();
        let _ = writeln!(text, "      -> {}", outputs.join(", "));
        text
    }
}
