//! Layers: the stack of a map, as `mix` chains from the bottom up.

use super::graph::Num;
use super::lower::{At, Lower, Value};
use crate::preset::suggest;
use crate::preset::{Blend, Layer, LayerChannel, Mode, Span};

impl Lower<'_> {
    /// A map after all layers; `None` where no layer sets it.
    pub fn stack(&mut self, map: &str, at: At) -> Option<Value> {
        self.stack_below(map, self.preset.layers.len(), at)
    }

    /// A map after the first `count` layers; `None` where none of them sets it.
    fn stack_below(&mut self, map: &str, count: usize, at: At) -> Option<Value> {
        let mut below = None;
        // From the bottom up, not from the top down: there may be more layers than a stack has room for.
        for (index, layer) in self.preset.layers.iter().enumerate().take(count) {
            let Some(set) = channel(layer, map) else { continue };
            let key = (index, map.to_string(), at);
            let known = self.layers.get(&key).copied();
            let value = known.unwrap_or_else(|| self.layered(map, layer, set, below, at));
            self.layers.insert(key, value);
            below = Some(value);
        }
        below
    }

    fn layered(&mut self, map: &str, layer: &Layer, set: &LayerChannel, below: Option<Value>, at: At) -> Value {
        let span = &set.span;
        let value = if is_colour(map) {
            Value::Colour(self.colour_of(&set.value, at))
        } else {
            Value::Number(self.number(&set.value, at))
        };
        let adds = set.mode == Mode::Add;
        if layer.mask.is_none() && layer.blend == Blend::Mix && (below.is_none() || set.mode == Mode::Mix) {
            return value;
        }
        let below = below.unwrap_or_else(|| self.unset(map));
        let weight = Value::Number(self.layer_weight(layer, at));
        let target = match set.mode {
            Mode::Mix => value,
            Mode::Add => self.each("+", &[(below, span), (value, span)]),
            Mode::Multiply => self.each("*", &[(below, span), (value, span)]),
            Mode::Screen => {
                let inverse = [self.each("invert", &[(below, span)]), self.each("invert", &[(value, span)])];
                let product = self.each("*", &[(inverse[0], span), (inverse[1], span)]);
                self.each("invert", &[(product, span)])
            }
        };
        if adds {
            let part = self.each("*", &[(value, span), (weight, span)]);
            return self.each("+", &[(below, span), (part, span)]);
        }
        self.each("mix", &[(below, span), (target, span), (weight, span)])
    }

    /// How much of a layer shows: its mask, and with `blend = "height"` only where it lies higher.
    fn layer_weight(&mut self, layer: &Layer, at: At) -> Num {
        let mask = match &layer.mask {
            Some(mask) => {
                let n = self.number(mask, at);
                self.call("saturate", &[n])
            }
            None => self.constant(1.0),
        };
        let (Blend::Height { softness }, Some(set)) = (layer.blend, channel(layer, "height")) else { return mask };
        let own = self.number(&set.value, at);
        let rise = if set.mode == Mode::Mix {
            let index = self.preset.layers.iter().position(|l| l.name == layer.name).unwrap_or(0);
            let below = self.stack_below("height", index, at).unwrap_or_else(|| self.unset("height"));
            self.call("-", &[own, below.channels()[0]])
        } else {
            own
        };
        let ends = [self.constant(-softness), self.constant(softness)];
        let higher = self.call("smoothstep", &[ends[0], ends[1], rise]);
        self.call("*", &[mask, higher])
    }

    /// What a map holds where no layer has set it.
    pub fn unset(&mut self, map: &str) -> Value {
        match map {
            "basecolor" => self.colour([128, 128, 128]),
            "emission" => self.colour([0, 0, 0]),
            "opacity" | "ao" => Value::Number(self.constant(1.0)),
            "roughness" => Value::Number(self.constant(0.5)),
            _ => Value::Number(self.constant(0.0)),
        }
    }

    /// `layers.NAME.map`: the stack after that layer.
    pub(super) fn layer_part(&mut self, layer: (&str, &Span), map: (&str, &Span), at: At) -> Value {
        let names: Vec<&str> = self.preset.layers.iter().map(|l| l.name.as_str()).collect();
        let Some(index) = names.iter().position(|n| *n == layer.0) else {
            let help = suggest(layer.0, names.iter().copied(), "layers");
            return self.problem(layer.1, format!("there is no layer `{}`", layer.0), help);
        };
        match self.stack_below(map.0, index + 1, at) {
            Some(v) => v,
            None if crate::preset::CHANNELS.iter().any(|c| c.0 == map.0) => self.unset(map.0),
            None => {
                let help = suggest(map.0, crate::preset::CHANNELS.iter().map(|c| c.0), "maps");
                self.problem(map.1, format!("a layer has no map `{}`", map.0), help)
            }
        }
    }
}

fn channel<'l>(layer: &'l Layer, map: &str) -> Option<&'l LayerChannel> {
    layer.channels.iter().find(|c| c.map == map)
}

/// Whether a map of a layer is a colour.
pub fn is_colour(map: &str) -> bool {
    crate::preset::CHANNELS.iter().any(|c| c.0 == map && c.1)
}
