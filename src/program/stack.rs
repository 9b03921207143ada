//! Layers: the stack of a map, as `mix` chains from the bottom up.
//!
//! With `blend = "height"` the weight of a layer comes from heights: it shows where it stands above the stack below,
//!
//! ```text
//! rise   = own height - height below - (1 - mask) reach
//! weight = smoothstep(-softness, softness, rise)
//! ```
//!
//! and its height is lowered as well, so that the new height is the greater of both, rounded over `softness`. `reach` is
//! the most that the layer can stand above the stack plus `softness`, so where the mask is 0 it is hidden. To add masks
//! to heights and show the greater sum is Mishkinis, "Advanced Terrain Texture Splatting" (2013), and the height blend of
//! Unreal's landscapes; theirs is a ratio with a crease at both ends of the transition, for heights and masks in one unit.

use super::graph::Num;
use super::lattice::Sampling;
use super::lower::{At, Lower, Value};
use crate::preset::suggest;
use crate::preset::{Blend, CHANNELS, Layer, LayerChannel, Mode, Span};

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
            let key = (self.member, index, map.to_string(), at);
            let known = self.layers.get(&key).copied();
            let value = known.unwrap_or_else(|| self.layered(index, set, below, at));
            self.layers.insert(key, value);
            below = Some(value);
        }
        below
    }

    fn layered(&mut self, index: usize, set: &LayerChannel, below: Option<Value>, at: At) -> Value {
        let layer = &self.preset.layers[index];
        let (map, span) = (set.map, &set.span);
        let mut value = if is_colour(map) {
            Value::Colour(self.colour_of(&set.value, at))
        } else {
            Value::Number(self.number(&set.value, at))
        };
        let whole = layer.mask.is_none() && layer.blend == Blend::Mix && set.opacity.is_none();
        if whole && (below.is_none() || set.mode == Mode::Mix) {
            return value;
        }
        let below = below.unwrap_or_else(|| self.unset(map));
        let mut weight = self.layer_weight(index, at);
        if let Some(opacity) = &set.opacity {
            let opacity = self.number(opacity, at);
            let opacity = self.call("saturate", &[opacity]);
            weight = self.call("*", &[weight, opacity]);
        }
        let weight = Value::Number(weight);
        let lowered = if map == "height" { self.lowered(index, at).map(Value::Number) } else { None };
        if set.mode == Mode::Add {
            if let Some(lowered) = lowered {
                value = self.each("+", &[(value, span), (lowered, span)]);
            }
            let part = self.each("*", &[(value, span), (weight, span)]);
            return self.each("+", &[(below, span), (part, span)]);
        }
        let mut target = self.met(set, below, value);
        if let Some(lowered) = lowered {
            target = self.each("+", &[(target, span), (lowered, span)]);
        }
        self.each("mix", &[(below, span), (target, span), (weight, span)])
    }

    /// What a value makes of the one below, where it shows wholly.
    fn met(&mut self, set: &LayerChannel, below: Value, value: Value) -> Value {
        let function = match set.mode {
            Mode::Mix => return value,
            Mode::Add => "+",
            Mode::Multiply => "*",
            Mode::Screen => "screen",
            Mode::Overlay => "overlay",
            Mode::SoftLight => "soft_light",
        };
        self.each(function, &[(below, &set.span), (value, &set.span)])
    }

    /// How much of a layer shows: its mask, or where it lies higher. One for all its maps.
    fn layer_weight(&mut self, index: usize, at: At) -> Num {
        let key = (self.member, index, "mask".to_string(), at);
        if let Some(Value::Number(known)) = self.layers.get(&key) {
            return *known;
        }
        let weight = match self.preset.layers[index].blend {
            Blend::Mix => self.layer_mask(index, at).unwrap_or_else(|| self.constant(1.0)),
            Blend::Height { softness } => {
                let mut rise = self.rise(index, at);
                if let Some(lowered) = self.lowered(index, at) {
                    rise = self.call("+", &[rise, lowered]);
                }
                let ends = [self.constant(-softness), self.constant(softness)];
                self.call("smoothstep", &[ends[0], ends[1], rise])
            }
        };
        self.layers.insert(key, Value::Number(weight));
        weight
    }

    /// The mask of a layer, held to 0..1.
    fn layer_mask(&mut self, index: usize, at: At) -> Option<Num> {
        let mask = self.preset.layers[index].mask.as_ref()?;
        let mask = self.number(mask, at);
        Some(self.call("saturate", &[mask]))
    }

    /// How far a layer stands above the stack below where its mask is 1, metres.
    fn rise(&mut self, index: usize, at: At) -> Num {
        let Some(set) = channel(&self.preset.layers[index], "height") else { return self.constant(0.0) };
        let own = self.number(&set.value, at);
        if set.mode == Mode::Add {
            return own;
        }
        let below = self.stack_below("height", index, at).unwrap_or_else(|| self.unset("height"));
        let target = self.met(set, below, Value::Number(own));
        self.call("-", &[target.channels()[0], below.channels()[0]])
    }

    /// What the mask adds to the height of a layer that interlocks, metres, 0 or below; `None` where it adds nothing.
    fn lowered(&mut self, index: usize, at: At) -> Option<Num> {
        let Blend::Height { .. } = self.preset.layers[index].blend else { return None };
        let mask = self.layer_mask(index, at)?;
        let reach = self.reach(index);
        let one = self.constant(1.0);
        let missing = self.call("-", &[mask, one]);
        Some(self.call("*", &[missing, reach]))
    }

    /// The most that a layer can stand above the stack below, and its softness, metres.
    fn reach(&mut self, index: usize) -> Num {
        if !self.reaches.contains_key(&self.member) {
            // Of all octaves and layers at once: it must not depend on the size of the picture.
            let mut inner = self.nested(Sampling { pixels: None });
            inner.engine = None;
            inner.reaches.insert(self.member, vec![0.0; self.preset.layers.len()]);
            for (index, layer) in self.preset.layers.iter().enumerate() {
                let Blend::Height { softness } = layer.blend else { continue };
                let rise = inner.rise(index, At::start());
                // A little more, because heights are rounded.
                let reach = 1.000_01 * (f64::from(inner.graph.range(rise).hi.max(0.0)) + softness);
                if let Some(known) = inner.reaches.get_mut(&self.member) {
                    known[index] = reach;
                }
            }
            self.reaches.extend(inner.reaches.remove_entry(&self.member));
        }
        let reach = self.reaches.get(&self.member).and_then(|reaches| reaches.get(index)).copied().unwrap_or(0.0);
        if let (false, Some(set)) = (reach.is_finite(), channel(&self.preset.layers[index], "height")) {
            let message = "how high this layer can stand is not known, so its mask can't lower it";
            self.problem(&set.span, message, "hold the height: `clamp(.., 0, 0.01)`");
            return self.constant(0.0);
        }
        self.constant(reach)
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

    /// `layers.NAME.map`: the stack after that layer; `layers.NAME.mask`: how much of that layer shows.
    pub(super) fn layer_part(&mut self, layer: (&str, &Span), map: (&str, &Span), at: At) -> Value {
        let names: Vec<&str> = self.preset.layers.iter().map(|l| l.name.as_str()).collect();
        let Some(index) = names.iter().position(|n| *n == layer.0) else {
            let help = suggest(layer.0, names.iter().copied(), "layers");
            return self.problem(layer.1, format!("there is no layer `{}`", layer.0), help);
        };
        if map.0 == "mask" {
            return Value::Number(self.layer_weight(index, at));
        }
        match self.stack_below(map.0, index + 1, at) {
            Some(v) => v,
            None if CHANNELS.iter().any(|c| c.0 == map.0) => self.unset(map.0),
            None => {
                let help = suggest(map.0, CHANNELS.iter().map(|c| c.0).chain(["mask"]), "maps");
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
    CHANNELS.iter().any(|c| c.0 == map && c.1)
}
