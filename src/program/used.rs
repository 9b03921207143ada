//! Presets that a preset uses: which one is being lowered, and their maps as values.
//!
//! Formulas, keys and seeds of a preset mean its own nodes and parameters. So lowering enters the preset whose map is asked for,
//! at the same place and octave, and leaves it with the value. All share one graph.

use super::lower::{At, Lower, Value};
use super::stack::is_colour;
use crate::preset::{Preset, Span, suggest};
use std::collections::HashMap;

/// A preset and all that it uses, directly or not; itself first.
pub struct Family<'a>(Vec<Member<'a>>);

struct Member<'a> {
    preset: &'a Preset,
    /// What stands before the names of its nodes: `moss.`
    prefix: String,
    nodes: HashMap<&'a str, usize>,
    uses: HashMap<&'a str, usize>,
}

impl<'a> Family<'a> {
    /// The family of a preset.
    pub fn new(preset: &'a Preset) -> Self {
        let mut family = Self(Vec::new());
        family.add(preset, String::new());
        family
    }

    fn add(&mut self, preset: &'a Preset, prefix: String) -> usize {
        let member = self.0.len();
        let nodes = preset.nodes.iter().enumerate().map(|(i, node)| (node.name.as_str(), i)).collect();
        self.0.push(Member { preset, prefix: prefix.clone(), nodes, uses: HashMap::new() });
        for used in &preset.uses {
            let index = self.add(&used.preset, format!("{prefix}{}.", used.name));
            self.0[member].uses.insert(&used.name, index);
        }
        member
    }

    /// The preset of a member.
    pub fn preset(&self, member: usize) -> &'a Preset {
        self.0[member].preset
    }
}

impl<'a> Lower<'a> {
    /// The number of a node of the preset that is being lowered.
    pub(super) fn index_of(&self, node: &str) -> Option<usize> {
        self.family.0[self.member].nodes.get(node).copied()
    }

    /// The name of one of its nodes as seen from the material: `moss.drift`.
    pub(super) fn whole_name(&self, node: &str) -> String {
        self.family.0[self.member].prefix.clone() + node
    }

    /// Runs `body` in each preset of the family.
    pub fn in_each_preset(&mut self, mut body: impl FnMut(&mut Self)) {
        for member in 0..self.family.0.len() {
            self.inside_preset(member, &mut body);
        }
    }

    fn inside_preset<R>(&mut self, member: usize, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = (self.preset, self.member);
        (self.preset, self.member) = (self.family.preset(member), member);
        let result = body(self);
        (self.preset, self.member) = outer;
        result
    }

    /// Whether the preset that is being lowered uses another one by this name.
    pub(super) fn has_use(&self, name: &str) -> bool {
        self.family.0[self.member].uses.contains_key(name)
    }

    /// `moss.height`: a map of a preset in use.
    pub(super) fn used(&mut self, name: &str, map: &str, span: &Span, at: At) -> Value {
        let member = self.family.0[self.member].uses.get(name).copied();
        let value = member.and_then(|member| self.inside_preset(member, |l| l.map(map, at)));
        value.unwrap_or_else(|| {
            let known = member.map_or(Vec::new(), |member| self.family.preset(member).map_names());
            let help = suggest(map, known.iter().copied(), "maps of it");
            self.problem(span, format!("the preset `{name}` sets no map `{map}`"), help)
        })
    }

    /// A map as `[maps]` and the layers give it, heights in metres; `None` where neither sets it.
    pub fn map(&mut self, map: &str, at: At) -> Option<Value> {
        let decl = self.preset.maps.iter().find(|decl| decl.name == map);
        let Some(value) = decl.and_then(|decl| decl.value.as_ref()) else { return self.stack(map, at) };
        if map == "height" {
            let mut metres = self.number(value, at);
            if let Some(amplitude) = decl.and_then(|decl| decl.amplitude) {
                let scale = self.constant(amplitude);
                metres = self.call("*", &[metres, scale]);
            }
            return Some(Value::Number(metres));
        }
        if is_colour(map) {
            return Some(Value::Colour(self.colour_of(value, at)));
        }
        Some(self.expr(value, at))
    }
}
