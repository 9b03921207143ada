//! From nodes to the graph: a node is a function of a place and an octave.
//!
//! In: a preset, and how finely it will be sampled. Out: the graph, and every mistake of types with its place. The
//! whole context of a node is [`At`]; (node, output, at) is kept, so that what two nodes share is computed once.

use super::graph::{Circle, Graph, Num};
use super::lattice::{Dropped, Sampling};
use super::op::Place;
use super::range::Range;
use super::used::Family;
use crate::eval::Engine;
use crate::machine::hash;
use crate::nodes::Measure;
use crate::preset::{NodeSeed, Preset, Problem, Span};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Where, at which octave and with which seeds a node is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// The places.
    pub place: Place<Circle>,
    /// How much smaller than itself the node is, per axis (bits of f64).
    scale: [u64; 3],
    /// Mixed into every seed below: octaves, axes of a warp, parts of a vector.
    pub salt: u64,
}

impl At {
    /// The node itself, at the pixels of a row.
    pub fn start() -> Self {
        Self { place: Place::Row([0; 3]), scale: [1f64.to_bits(); 3], salt: 0 }
    }
    /// How much smaller than itself the node is, per axis.
    pub fn scale(&self) -> [f64; 3] {
        self.scale.map(f64::from_bits)
    }
    /// The same octave and seeds at another place.
    pub fn at_place(self, place: Place<Circle>) -> Self {
        Self { place, ..self }
    }
    /// `by` times smaller, with other seeds.
    pub fn octave(self, by: [f64; 3], salt: u64) -> Self {
        let old = self.scale();
        let scale = [0, 1, 2].map(|i| (old[i] * by[i]).to_bits());
        Self { scale, salt: hash::seed_number(self.salt, salt), ..self }
    }
    /// The same octave and seeds at the pixels of a row: what a grid of its own samples.
    pub fn at_row(self) -> Self {
        Self { place: Place::Row([0; 3]), ..self }
    }
    /// With other seeds.
    pub fn salted(self, label: &str) -> Self {
        Self { salt: hash::seed(self.salt, label), ..self }
    }
}

/// What a node or a formula gives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Number(Num),
    /// A linear colour.
    Colour([Num; 3]),
    /// A vector.
    Vector([Num; 3]),
    /// A whole number below 2^24 that names an element.
    Id(Num),
}

impl Value {
    /// The name of its type.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Colour(_) => "a colour",
            Value::Vector(_) => "a vector",
            Value::Id(_) => "an id",
        }
    }
    /// Its numbers.
    pub fn channels(&self) -> &[Num] {
        match self {
            Value::Number(n) | Value::Id(n) => std::slice::from_ref(n),
            Value::Colour(c) | Value::Vector(c) => c,
        }
    }
}

/// The most steps of a program.
const MOST_STEPS: usize = 20_000;

/// The work of lowering.
pub struct Lower<'a> {
    /// The preset that is being lowered: the material's, or one that it uses.
    pub preset: &'a Preset,
    /// All of them, and which one it is.
    pub(super) family: Rc<Family<'a>>,
    pub(super) member: usize,
    /// How finely it will be sampled.
    pub sampling: Sampling,
    /// 2 or 3: which kernels are used.
    dimensions: u32,
    /// What evaluates grids and quantiles on the way; without one they are skipped (checks and listings).
    pub engine: Option<&'a Engine>,
    /// The program so far.
    pub graph: Graph,
    /// Mistakes so far.
    pub problems: Vec<Problem>,
    /// Lattices that faded.
    pub dropped: Vec<Dropped>,
    /// The seed of the node that is being lowered.
    pub(super) seed: u64,
    /// Its whole name.
    pub(super) node: String,
    /// Values by preset, node, output and place.
    memo: HashMap<(usize, usize, String, At), Value>,
    /// Values by preset, layer, map and place.
    pub(super) layers: HashMap<(usize, usize, String, At), Value>,
    /// How far the mask lowers each layer of a preset that interlocks, metres.
    pub(super) reaches: HashMap<usize, Vec<f64>>,
    /// Formulas inside of formulas that are being lowered.
    pub(super) depth: u32,
    pub(super) covers: HashMap<(Num, u64), f32>,
    /// What was computed on grids, by node and octave: once for all places and for programs of programs.
    tables: Tables,
    /// What several outputs of a node are made of, by node and place.
    shared: HashMap<(String, At), [Num; 4]>,
    full: bool,
}

/// Tables by node and octave, shared by all programs of a recipe.
type Tables = Rc<RefCell<HashMap<(String, At), Rc<[Table]>>>>;

/// What a node computed on a grid of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Columns and rows.
    pub size: [usize; 2],
    /// The numbers, row by row.
    pub values: Arc<[f32]>,
    /// Between which bounds what is read from it lies.
    pub range: Range,
}

impl<'a> Lower<'a> {
    /// Begins a program.
    pub fn new(preset: &'a Preset, sampling: Sampling, engine: Option<&'a Engine>) -> Self {
        Self::begin(Rc::new(Family::new(preset)), sampling, engine)
    }

    fn begin(family: Rc<Family<'a>>, sampling: Sampling, engine: Option<&'a Engine>) -> Self {
        let preset = family.preset(0);
        let graph = Graph::new(sampling.footprint(preset.tile));
        Self {
            preset,
            family,
            member: 0,
            sampling,
            dimensions: preset.dimensions,
            engine,
            graph,
            problems: Vec::new(),
            dropped: Vec::new(),
            seed: preset.seed,
            node: String::new(),
            memo: HashMap::new(),
            layers: HashMap::new(),
            reaches: HashMap::new(),
            depth: 0,
            covers: HashMap::new(),
            tables: Rc::default(),
            shared: HashMap::new(),
            full: false,
        }
    }

    /// A program of the same preset for another sampling (a grid), with nothing in it.
    pub fn fresh(&self, sampling: Sampling) -> Lower<'a> {
        let mut fresh = Lower::begin(Rc::clone(&self.family), sampling, self.engine);
        fresh.dimensions = self.dimensions;
        (fresh.preset, fresh.member) = (self.preset, self.member);
        fresh.tables = Rc::clone(&self.tables);
        fresh
    }

    /// The same for what a formula reads: formulas around it still count.
    pub fn nested(&self, sampling: Sampling) -> Lower<'a> {
        Lower { depth: self.depth, ..self.fresh(sampling) }
    }

    /// A program of the same preset with all octaves of everything, and without grids: for bounds.
    pub fn without_cut_off(&self) -> Lower<'a> {
        let nested = self.nested(Sampling { pixels: None });
        Lower { engine: None, ..nested }
    }

    /// Uses 3D kernels whatever the preset says: slices and volumes.
    pub fn in_3d(mut self) -> Self {
        self.dimensions = 3;
        self
    }

    /// Whether the tile has three dimensions.
    pub fn is_3d(&self) -> bool {
        self.dimensions == 3
    }
    /// The axes that count.
    pub fn axes(&self) -> usize {
        self.dimensions as usize
    }
    /// Whether there is a node of this name.
    pub fn has_node(&self, name: &str) -> bool {
        self.index_of(name).is_some()
    }
    /// The outputs of a node beside its main one.
    pub fn outputs_of(&self, name: &str) -> &'static [crate::nodes::Output] {
        let mut body = self.node_body(name);
        // A chain of stand-ins is never longer than there are nodes.
        for _ in 0..self.preset.nodes.len() {
            match body.and_then(|b| b.stands_for()) {
                Some(of) => body = self.node_body(of),
                None => break,
            }
        }
        body.map_or(&[], |b| b.outputs())
    }
    /// A mistake at a place of the preset.
    pub fn problem(&mut self, span: &Span, message: impl Into<String>, help: impl Into<String>) -> Value {
        let (message, help) = (message.into(), help.into());
        let mut problem = Problem::error(span.clone(), message);
        if !help.is_empty() {
            problem = problem.help(help);
        }
        if !self.problems.iter().any(|p| p.span == problem.span && p.message == problem.message) {
            self.problems.push(problem);
        }
        Value::Number(self.constant(0.0))
    }
    /// A constant.
    pub fn constant(&mut self, v: f64) -> Num {
        self.graph.constant(v as f32)
    }

    /// A node's output (`""` is the main one) at a place and octave.
    pub fn node(&mut self, name: &str, output: &str, span: &Span, at: At) -> Value {
        let Some(index) = self.index_of(name) else {
            let known = self.preset.nodes.iter().map(|node| node.name.as_str());
            let help = crate::preset::suggest(name, known, "nodes");
            return self.problem(span, format!("there is no node `{name}`"), help);
        };
        if self.graph.len() > MOST_STEPS {
            if !std::mem::replace(&mut self.full, true) {
                let message = format!("this material needs more than {MOST_STEPS} operations");
                self.problem(span, message, "fractals of fractals multiply their octaves: use fewer");
            }
            return Value::Number(self.constant(0.0));
        }
        let key = (self.member, index, output.to_string(), at);
        if let Some(v) = self.memo.get(&key) {
            return *v;
        }
        let body = &*self.preset.nodes[index].body;
        let value = self.inside(index, at, |l, at| body.lower(l, at, output));
        if let Value::Number(n) = value {
            let known = self.outputs_of(name).iter().find(|known| known.name == output);
            match known.map(|known| known.measure) {
                Some(Measure::Distance) => self.graph.set_pace(n, 1.0),
                Some(Measure::Count) => self.graph.set_whole(n),
                _ => {}
            }
        }
        self.memo.insert(key, value);
        value
    }

    /// What a node is made of.
    pub fn node_body(&self, name: &str) -> Option<&'a dyn crate::nodes::Node> {
        self.index_of(name).map(|i| &*self.preset.nodes[i].body)
    }

    /// A node for a fractal: in signed form, with what the picture can carry of it. A node that is no noise fades by
    /// itself: it is taken as it is.
    pub fn noise_of(&mut self, name: &str, span: &Span, at: At) -> (Num, f64) {
        let noise = self.node_body(name).and_then(|body| body.as_noise());
        let (Some(noise), Some(index)) = (noise, self.index_of(name)) else {
            let v = self.node(name, "", span, at);
            let n = self.as_number(v, span);
            return (self.signed(n), 1.0);
        };
        self.inside(index, at, |l, at| {
            let weight = noise.counts(l.preset.tile).map_or(1.0, |counts| l.weight(counts, at));
            let n = if weight > 0.0 { noise.signed(l, at) } else { l.constant(0.0) };
            (n, f64::from(weight))
        })
    }

    /// Runs `body` as the node number `index`: with its seed, its name and its warp.
    fn inside<R>(&mut self, index: usize, at: At, body: impl FnOnce(&mut Self, At) -> R) -> R {
        let decl = &self.preset.nodes[index];
        let own = match &decl.seed {
            NodeSeed::Name(name) => hash::seed(self.preset.seed, name),
            NodeSeed::Number(n) => hash::seed_number(self.preset.seed, *n),
        };
        let name = self.whole_name(&decl.name);
        let outer = (std::mem::replace(&mut self.seed, own), std::mem::replace(&mut self.node, name));
        let at = match &decl.per {
            Some(per) => self.per_element(per, at),
            None => at,
        };
        let at = match &decl.warp {
            Some(warp) => self.warped(&warp.by, &warp.amount, at),
            None => at,
        };
        let result = body(self, at);
        (self.seed, self.node) = outer;
        result
    }

    /// The table of the node that is being lowered, computed where it isn't known yet.
    pub fn table(&mut self, at: At, compute: impl FnOnce(&mut Self) -> Table) -> Table {
        self.tables(at, |l| vec![compute(l)])[0].clone()
    }

    /// The tables of a node that computes several at once, one for each output.
    pub fn tables(&mut self, at: At, compute: impl FnOnce(&mut Self) -> Vec<Table>) -> Rc<[Table]> {
        let key = (self.node.clone(), at.at_row());
        if let Some(known) = self.tables.borrow().get(&key) {
            return Rc::clone(known);
        }
        let tables: Rc<[Table]> = compute(self).into();
        self.tables.borrow_mut().insert(key, Rc::clone(&tables));
        tables
    }

    /// What all outputs of the node that is being lowered are made of, added to the program once for each place.
    pub fn shared(&mut self, at: At, compute: impl FnOnce(&mut Self) -> [Num; 4]) -> [Num; 4] {
        let key = (self.node.clone(), at);
        if let Some(known) = self.shared.get(&key) {
            return *known;
        }
        let computed = compute(self);
        self.shared.insert(key, computed);
        computed
    }

    /// The function `name` of these numbers, which must exist.
    pub fn call(&mut self, name: &str, ins: &[Num]) -> Num {
        match super::functions::call(&mut self.graph, name, ins) {
            Some(n) => n,
            None => self.constant(0.0),
        }
    }

    /// A seed of the node that is being lowered, for this label.
    pub fn seed_word(&self, label: &str, at: At) -> u32 {
        (hash::seed(hash::seed_number(self.seed, at.salt), label) >> 32) as u32
    }
}

/// Turns to 2^-32 turns, on the host.
pub fn turn_word(turns: f64) -> u32 {
    let fraction = turns - turns.floor();
    if fraction.is_finite() { (fraction * 4_294_967_296.0).round() as u64 as u32 } else { 0 }
}
