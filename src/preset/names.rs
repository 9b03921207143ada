//! What refers to what: names that do not exist, and circles.
//!
//! Comes in: the nodes, layers, maps and volumes that were read. Goes out: problems only. The search for circles keeps its own stack, so
//! that a chain of 10000 nodes is a message and not a crash; one of more than [`LONGEST_CHAIN`] is refused so that whatever
//! walks nodes later may recurse.

use std::collections::{BTreeMap, BTreeSet};

use super::diagnostics::{Problem, Span};
use super::formula::{Expr, ExprKind};
use super::layers::{CHANNELS, Layer};
use super::nearest::suggest;
use super::{NodeDecl, Use};

/// The greatest number of nodes in a row, each made from the next.
pub const LONGEST_CHAIN: u32 = 256;

/// Checks all names in formulas, and that nothing is made from itself. Returns the number of nodes in the longest row, each
/// made from the next.
///
/// `declared` are the names of all nodes, parameters and presets in use, also of those that could not be read; `made` are
/// the formulas of maps and volumes, which nothing reads.
pub(super) fn check(
    declared: &BTreeSet<String>,
    nodes: &[NodeDecl],
    layers: &[Layer],
    made: &[&Expr],
    uses: &[Use],
    problems: &mut Vec<Problem>,
) -> u32 {
    let first_use = nodes.len() + layers.len();
    let mut names = Names { declared, index: BTreeMap::new(), layers: BTreeMap::new(), uses, first_use, problems };
    names.index.extend(nodes.iter().enumerate().map(|(i, node)| (node.name.as_str(), i)));
    names.layers.extend(layers.iter().enumerate().map(|(i, layer)| (layer.name.as_str(), nodes.len() + i)));
    let mut graph: Vec<Vertex> = Vec::with_capacity(nodes.len() + layers.len());
    for node in nodes {
        let mut reads = Vec::new();
        node.body.uses(&mut |expr| names.walk(expr, &mut reads));
        node.per.iter().for_each(|per| names.walk(per, &mut reads));
        if let Some(warp) = &node.warp {
            names.walk(&warp.by, &mut reads);
            names.walk(&warp.amount, &mut reads);
        }
        graph.push(Vertex { name: node.name.clone(), span: node.span.clone(), reads, below: None });
    }
    for (i, layer) in layers.iter().enumerate() {
        let mut reads = Vec::new();
        let values = layer.channels.iter().map(|channel| &channel.value);
        let opacities = layer.channels.iter().filter_map(|channel| channel.opacity.as_ref());
        for expr in layer.mask.iter().chain(values).chain(opacities) {
            names.walk(expr, &mut reads);
        }
        let below = (i > 0).then(|| nodes.len() + i - 1);
        reads.retain(|(to, span)| {
            let fine = *to < nodes.len() + i || *to >= first_use;
            if !fine {
                let message =
                    format!("the layer `{}` cannot read `layers.{}`", layer.name, layers[to - nodes.len()].name);
                names.problems.push(
                    Problem::error(span.clone(), message)
                        .help("a layer reads those below it only, which stand before it in the file"),
                );
            }
            fine
        });
        graph.push(Vertex { name: format!("layers.{}", layer.name), span: layer.span.clone(), reads, below });
    }
    made.iter().for_each(|expr| names.walk(expr, &mut Vec::new()));
    for used in uses {
        graph.push(Vertex { name: used.name.clone(), span: used.span.clone(), reads: Vec::new(), below: None });
    }
    // Nothing in a preset that is used reads from here, so of it only its longest row counts.
    let mut states = vec![State::New; first_use];
    states.extend(uses.iter().map(|used| State::Done(used.preset.longest)));
    find_circles(&graph, nodes.len(), states, problems)
}

struct Names<'a> {
    declared: &'a BTreeSet<String>,
    index: BTreeMap<&'a str, usize>,
    layers: BTreeMap<&'a str, usize>,
    uses: &'a [Use],
    /// The vertex of the first preset in use.
    first_use: usize,
    problems: &'a mut Vec<Problem>,
}

impl Names<'_> {
    /// Looks up each name of a formula; the nodes and layers among them go to `reads`.
    fn walk(&mut self, expr: &Expr, reads: &mut Vec<(usize, Span)>) {
        match &expr.kind {
            ExprKind::Field(of, map, map_span) => match &of.kind {
                ExprKind::Field(root, layer, span) if is_layers(root) => self.layer(layer, span, map, map_span, reads),
                ExprKind::Name(_) if is_layers(of) => self.unfinished(expr),
                ExprKind::Name(name) if self.is_use(name) => self.used(name, of, map, map_span, reads),
                _ => self.walk(of, reads),
            },
            ExprKind::Name(name) if name == "layers" => self.unfinished(expr),
            ExprKind::Name(name) if self.is_use(name) => {
                let problem = Problem::error(expr.span.clone(), format!("`{name}` is a preset in use, not a value"));
                self.problems.push(problem.help(format!("take one of its maps, for example `{name}.height`")));
            }
            ExprKind::Name(name) => match self.index.get(name.as_str()) {
                Some(node) => reads.push((*node, expr.span.clone())),
                None if self.declared.contains(name) => {}
                None => {
                    let known = self.declared.iter().map(String::as_str).take(40);
                    let help = suggest(name, known, "known names");
                    self.problems.push(Problem::error(expr.span.clone(), format!("unknown name `{name}`")).help(help));
                }
            },
            _ => {
                for part in expr.parts() {
                    self.walk(part, reads);
                }
            }
        }
    }

    fn layer(&mut self, layer: &str, span: &Span, map: &str, map_span: &Span, reads: &mut Vec<(usize, Span)>) {
        match self.layers.get(layer) {
            Some(index) => reads.push((*index, span.clone())),
            None => {
                let help = suggest(layer, self.layers.keys().copied().take(40), "layers");
                self.problems.push(Problem::error(span.clone(), format!("unknown layer `{layer}`")).help(help));
            }
        }
        let known = || CHANNELS.iter().map(|channel| channel.0).chain(["mask"]);
        if !known().any(|name| name == map) {
            let help = suggest(map, known(), "maps of a layer");
            self.problems.push(Problem::error(map_span.clone(), format!("unknown map `{map}`")).help(help));
        }
    }

    fn is_use(&self, name: &str) -> bool {
        self.uses.iter().any(|used| used.name == name)
    }

    fn used(&mut self, name: &str, of: &Expr, map: &str, map_span: &Span, reads: &mut Vec<(usize, Span)>) {
        let Some(index) = self.uses.iter().position(|used| used.name == name) else { return };
        reads.push((self.first_use + index, of.span.clone()));
        let known = self.uses[index].preset.map_names();
        if !known.contains(&map) {
            let help = match map {
                "normal" => "a node `{ type = \"normal_of\" }` of its height gives one".to_string(),
                "ao" if known.contains(&"height") => {
                    "a node `{ type = \"occlusion\" }` of its height gives one".to_string()
                }
                _ => suggest(map, known, "maps of it"),
            };
            let message = format!("the preset `{name}` sets no map `{map}`");
            self.problems.push(Problem::error(map_span.clone(), message).help(help));
        }
    }

    fn unfinished(&mut self, expr: &Expr) {
        let problem = Problem::error(expr.span.clone(), "this names no map of a layer");
        self.problems.push(problem.help("write `layers.NAME.MAP`, for example `layers.veins.height`"));
    }
}

fn is_layers(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "layers")
}

/// A node or a layer, and what it is made from.
struct Vertex {
    name: String,
    span: Span,
    reads: Vec<(usize, Span)>,
    /// The layer that it lies on.
    below: Option<usize>,
}

impl Vertex {
    fn next(&self, at: usize) -> Option<usize> {
        self.reads.get(at).map(|read| read.0).or(self.below.filter(|_| at == self.reads.len()))
    }
}

#[derive(Clone, Copy)]
enum State {
    New,
    Open,
    /// With the number of nodes in the longest row from here on.
    Done(u32),
}

/// Depth first, with a stack of (vertex, how many of its inputs were looked at). The first `nodes` vertices are nodes. Returns
/// the number of nodes in the longest row.
fn find_circles(graph: &[Vertex], nodes: usize, mut states: Vec<State>, problems: &mut Vec<Problem>) -> u32 {
    let (mut too_long, mut longest_of_all) = (false, 0);
    for start in 0..graph.len() {
        let mut stack: Vec<(usize, usize)> = Vec::new();
        if matches!(states[start], State::New) {
            states[start] = State::Open;
            stack.push((start, 0));
        }
        while let Some(&(vertex, at)) = stack.last() {
            if let Some(next) = graph[vertex].next(at) {
                if let Some(top) = stack.last_mut() {
                    top.1 += 1;
                }
                match states[next] {
                    State::New => {
                        states[next] = State::Open;
                        stack.push((next, 0));
                    }
                    State::Open => problems.push(circle(graph, &stack, next)),
                    State::Done(_) => {}
                }
                continue;
            }
            stack.pop();
            let mut longest = 0;
            for next in (0..).map_while(|at| graph[vertex].next(at)) {
                if let State::Done(length) = states[next] {
                    longest = longest.max(length);
                }
            }
            // Any number of layers may lie on each other: they are walked in a loop.
            let length = longest + u32::from(vertex < nodes);
            if length > LONGEST_CHAIN && !too_long {
                too_long = true;
                let problem =
                    Problem::error(graph[vertex].span.clone(), format!("more than {LONGEST_CHAIN} nodes in a row"));
                problems.push(
                    problem
                        .label("this one is made from too long a chain")
                        .help("a chain of nodes this long is most likely a mistake"),
                );
            }
            states[vertex] = State::Done(length);
            longest_of_all = longest_of_all.max(length);
        }
    }
    longest_of_all
}

/// The message for the circle that closes at `again`.
fn circle(graph: &[Vertex], stack: &[(usize, usize)], again: usize) -> Problem {
    let first = stack.iter().position(|(vertex, _)| *vertex == again).unwrap_or(0);
    let inside = &stack[first..];
    let mut names: Vec<&str> = inside.iter().map(|(vertex, _)| graph[*vertex].name.as_str()).collect();
    if names.len() > 12 {
        names.splice(6..names.len() - 5, [".."]);
    }
    let path = format!("{} -> {}", names.join(" -> "), graph[again].name);
    // The last step, if it is written somewhere: it is what one would remove.
    let written = inside.iter().rev().find_map(|(vertex, at)| graph[*vertex].reads.get(at.wrapping_sub(1)));
    let span = written.map_or_else(|| graph[again].span.clone(), |read| read.1.clone());
    let message = if inside.len() == 1 {
        format!("`{}` is made from itself", graph[again].name)
    } else {
        format!("`{}` is made from itself: {path}", graph[again].name)
    };
    Problem::error(span, message).label("this closes the circle").help(format!("remove one of the steps {path}"))
}
