//! Formulas: types, dotted outputs and function calls, lowered to steps.
//!
//! A number widens to a colour or a vector; everything else that does not fit is a mistake with a place. An id is the
//! name of an element: only `random` reads it.

use super::functions::{self, Hsl, Luma, Oklch, Random};
use super::graph::Num;
use super::lower::{At, Lower, Value};
use super::op::Place;
use super::range::Range;
use crate::kernel::Kernel;
use crate::machine::hash;
use crate::preset::suggest;
use crate::preset::{Expr, ExprKind, Operator, ParamValue, Span};

/// Samples along each edge of the grid on which `cover` finds its threshold, in 2D and 3D.
const COVER_GRID: [usize; 2] = [256, 64];

/// Formulas inside of formulas at most, through all nodes: what the stack of a thread holds.
const DEEPEST: u32 = 1200;

impl Lower<'_> {
    /// A formula at a place and octave.
    pub fn expr(&mut self, e: &Expr, at: At) -> Value {
        if self.depth == DEEPEST {
            let help = "nodes that read each other add up: make fewer of them, or shorter formulas";
            return self.problem(&e.span, format!("this is inside of {DEEPEST} formulas"), help);
        }
        self.depth += 1;
        let value = self.expr_inside(e, at);
        self.depth -= 1;
        value
    }

    fn expr_inside(&mut self, e: &Expr, at: At) -> Value {
        match &e.kind {
            ExprKind::Number(v) => Value::Number(self.constant(*v)),
            ExprKind::Colour(c) => self.colour(*c),
            ExprKind::Text(_) => self.problem(&e.span, "text stands only as the salt of `random`", ""),
            ExprKind::Name(name) => self.name(name, &e.span, at),
            ExprKind::Field(of, part, span) => self.part(of, part, span, at),
            ExprKind::Negate(a) => {
                let v = self.expr(a, at);
                self.each("negate", &[(v, &a.span)])
            }
            ExprKind::Binary(Operator::Power, a, b) => self.power(a, b, at),
            ExprKind::Binary(operator, a, b) => {
                let name = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::Divide | Operator::Power => "/",
                };
                let values = [(self.expr(a, at), &a.span), (self.expr(b, at), &b.span)];
                self.each(name, &values)
            }
            ExprKind::Call { name, args, .. } => self.function(name, args, &e.span, at),
        }
    }

    /// A formula that must be a number.
    pub fn number(&mut self, e: &Expr, at: At) -> Num {
        let v = self.expr(e, at);
        self.as_number(v, &e.span)
    }

    /// A formula that must be a colour; a number is grey.
    pub fn colour_of(&mut self, e: &Expr, at: At) -> [Num; 3] {
        match self.expr(e, at) {
            Value::Colour(c) => c,
            Value::Number(n) => [n; 3],
            other => {
                let message = format!("a colour is needed here, this is {}", other.type_name());
                self.problem(&e.span, message, "");
                [self.constant(0.0); 3]
            }
        }
    }

    /// A formula whose value must be known before anything is drawn: arithmetic on numbers and parameters.
    pub fn known(&mut self, e: &Expr, what: &str, at: At) -> f32 {
        let n = self.number(e, at);
        match self.graph.value(n) {
            Some(v) => v,
            None => {
                let help = "arithmetic on numbers and parameters is allowed here, nodes are not";
                self.problem(&e.span, format!("{what} must be known before the picture is drawn"), help);
                0.0
            }
        }
    }

    /// A value that must be a number.
    pub fn as_number(&mut self, v: Value, span: &Span) -> Num {
        match v {
            Value::Number(n) => n,
            other => {
                let help = match other {
                    Value::Colour(_) => "take a channel (`.r`, `.g`, `.b`) or `luma(..)`",
                    Value::Vector(_) => "take a component: `.x`, `.y`, `.z`",
                    _ => "make a number of it with `random(id, 'salt')`",
                };
                self.problem(span, format!("a number is needed here, this is {}", other.type_name()), help);
                self.constant(0.0)
            }
        }
    }

    /// A colour of the preset, in linear light.
    pub fn colour(&mut self, c: [u8; 3]) -> Value {
        Value::Colour(c.map(|c| self.graph.constant(functions::linear(c))))
    }

    fn name(&mut self, name: &str, span: &Span, at: At) -> Value {
        let Some(param) = self.preset.params.get(name) else {
            if name == "layers" && !self.has_node(name) {
                return self.problem(span, "`layers` is not a value", "write `layers.NAME.height`");
            }
            return self.node(name, "", span, at);
        };
        match &param.value {
            ParamValue::Number(v) => Value::Number(self.constant(*v)),
            ParamValue::Int(v) => Value::Number(self.constant(*v as f64)),
            ParamValue::Bool(v) => Value::Number(self.constant(f64::from(u8::from(*v)))),
            ParamValue::Colour(c) => self.colour(*c),
            ParamValue::Choice(_) => {
                let help = "a choice can stand only where a node's key takes one of its words";
                self.problem(span, format!("the parameter `{name}` is a choice, not a value"), help)
            }
        }
    }

    fn part(&mut self, of: &Expr, part: &str, span: &Span, at: At) -> Value {
        if let ExprKind::Field(layers, layer, layer_span) = &of.kind
            && matches!(&layers.kind, ExprKind::Name(n) if n == "layers")
        {
            return self.layer_part((layer, layer_span), (part, span), at);
        }
        if let ExprKind::Name(name) = &of.kind
            && self.has_use(name)
        {
            return self.used(name, part, span, at);
        }
        if let ExprKind::Name(name) = &of.kind
            && self.outputs_of(name).iter().any(|o| o.name == part)
        {
            return self.node(name, part, span, at);
        }
        let value = self.expr(of, at);
        let channel = ["r", "g", "b"].iter().position(|c| *c == part);
        let axis = ["x", "y", "z"].iter().position(|c| *c == part);
        match (value, channel, axis) {
            (Value::Colour(c), Some(i), _) | (Value::Vector(c), _, Some(i)) => Value::Number(c[i]),
            _ => {
                let mut known: Vec<&str> = match value {
                    Value::Colour(_) => vec!["r", "g", "b"],
                    Value::Vector(_) => vec!["x", "y", "z"],
                    _ => vec![],
                };
                if let ExprKind::Name(name) = &of.kind {
                    known.extend(self.outputs_of(name).iter().map(|o| o.name));
                }
                let help = if known.is_empty() {
                    format!("{} has no parts", value.type_name())
                } else {
                    suggest(part, known.iter().copied(), "parts")
                };
                self.problem(span, format!("there is no `.{part}` here"), help)
            }
        }
    }

    /// A function of single numbers, channel by channel where an argument is a colour or a vector.
    pub fn each(&mut self, name: &str, args: &[(Value, &Span)]) -> Value {
        if let Some((v, span)) = args.iter().find(|(v, _)| matches!(v, Value::Id(_))) {
            let help = "make a number of it with `random(id, 'salt')`";
            return self.problem(span, format!("{} names an element, it is not a number", v.type_name()), help);
        }
        let colour = args.iter().any(|(v, _)| matches!(v, Value::Colour(_)));
        let vector = args.iter().find(|(v, _)| matches!(v, Value::Vector(_)));
        if let (true, Some((_, span))) = (colour, vector) {
            return self.problem(span, "a colour and a vector do not go together", "take parts: `.r` or `.x`");
        }
        let channel = |i: usize| args.iter().map(|(v, _)| *v.channels().get(i).unwrap_or(&v.channels()[0])).collect();
        if !colour && vector.is_none() {
            let ins: Vec<Num> = channel(0);
            return Value::Number(self.call(name, &ins));
        }
        let mut out = [self.constant(0.0); 3];
        for (i, out) in out.iter_mut().enumerate() {
            let ins: Vec<Num> = channel(i);
            *out = self.call(name, &ins);
        }
        if colour { Value::Colour(out) } else { Value::Vector(out) }
    }

    /// `a ^ b`: products for a literal whole number, otherwise `pow`.
    fn power(&mut self, a: &Expr, b: &Expr, at: At) -> Value {
        let base = (self.expr(a, at), &a.span);
        let (negative, literal) = match &b.kind {
            ExprKind::Number(v) => (false, Some(*v)),
            ExprKind::Negate(n) => match n.kind {
                ExprKind::Number(v) => (true, Some(v)),
                _ => (false, None),
            },
            _ => (false, None),
        };
        let Some(n) = literal.filter(|n| n.fract() == 0.0 && (0.0..=64.0).contains(n)) else {
            let exponent = (self.expr(b, at), &b.span);
            return self.each("pow", &[base, exponent]);
        };
        let one = (Value::Number(self.constant(1.0)), &b.span);
        let (mut product, mut square, mut n) = (None, base, n as u32);
        while n > 0 {
            if n & 1 == 1 {
                product = Some(match product {
                    None => square,
                    Some(p) => (self.each("*", &[p, square]), &a.span),
                });
            }
            n >>= 1;
            if n > 0 {
                square = (self.each("*", &[square, square]), &a.span);
            }
        }
        let product = product.unwrap_or(one);
        if negative { self.each("/", &[one, product]) } else { product.0 }
    }

    fn function(&mut self, name: &str, args: &[Expr], span: &Span, at: At) -> Value {
        match (name, args) {
            ("cover", [x, rest @ ..]) => self.cover(x, rest, at),
            ("random", [id, salt]) => self.random(id, salt, at),
            ("luma", [c]) => {
                let colour = self.colour_of(c, at);
                let range = colour.iter().map(|n| self.graph.range(*n)).fold(Range::point(0.0), Range::hull);
                Value::Number(self.graph.kernel(Luma, Place::Row([0; 3]), &colour, &[range])[0])
            }
            ("hsl", [c, shifts @ ..]) if shifts.len() == 3 => self.recoloured(Hsl, c, shifts, at),
            ("oklch", [c, shifts @ ..]) if shifts.len() == 3 => self.recoloured(Oklch, c, shifts, at),
            _ => {
                let values: Vec<(Value, &Span)> = args.iter().map(|a| (self.expr(a, at), &a.span)).collect();
                let known = functions::DOCS.iter().any(|d| d.name == name);
                if !known {
                    return self.problem(span, format!("there is no function `{name}` of {} values", args.len()), "");
                }
                self.each(name, &values)
            }
        }
    }

    /// A colour moved in three ways by a kernel.
    fn recoloured(&mut self, kernel: impl Kernel, colour: &Expr, shifts: &[Expr], at: At) -> Value {
        let mut ins = self.colour_of(colour, at).to_vec();
        for shift in shifts {
            ins.push(self.number(shift, at));
        }
        let out = self.graph.kernel(kernel, Place::Row([0; 3]), &ins, &[Range::UNIT; 3]);
        Value::Colour([out[0], out[1], out[2]])
    }

    fn random(&mut self, id: &Expr, salt: &Expr, at: At) -> Value {
        let ExprKind::Text(text) = &salt.kind else {
            return self.problem(&salt.span, "the salt of `random` is a text", "write `random(id, 'tone')`");
        };
        let seed = (hash::seed(hash::seed(self.preset.seed, "random"), text) >> 32) as u32;
        let whole = match self.expr(id, at) {
            Value::Id(n) => n,
            Value::Number(n) if self.graph.is_whole(n) => n,
            other => {
                let message = format!("`random` needs an id, this is {}", other.type_name());
                return self.problem(
                    &id.span,
                    message,
                    "ids are outputs of nodes such as `crack.id`; rows, columns and `floor(..)` do as well",
                );
            }
        };
        Value::Number(self.graph.kernel(Random { seed }, Place::Row([0; 3]), &[whole], &[Range::UNIT])[0])
    }

    /// The mask that covers `share` of the area, where x is greatest, with an edge `softness` wide in units of x.
    ///
    /// The threshold is found on a fixed periodic grid without octave cut-off, so it doesn't depend on the picture.
    fn cover(&mut self, x: &Expr, rest: &[Expr], at: At) -> Value {
        let share = rest.first().map_or(0.0, |e| self.known(e, "the share", at)).clamp(0.0, 1.0);
        let softness = rest.get(1).map_or(0.0, |e| self.known(e, "the softness", at)).max(0.0);
        let value = self.number(x, at);
        if share <= 0.0 || share >= 1.0 {
            return Value::Number(self.constant(if share > 0.0 { 1.0 } else { 0.0 }));
        }
        let threshold = self.threshold(x, value, share, softness, at);
        let ends = [
            self.constant(f64::from(threshold - softness / 2.0)),
            self.constant(f64::from(threshold + softness / 2.0)),
        ];
        Value::Number(self.call("smoothstep", &[ends[0], ends[1], value]))
    }

    fn threshold(&mut self, x: &Expr, value: Num, share: f32, softness: f32, at: At) -> f32 {
        let Some(engine) = self.engine else { return 0.5 };
        let key = (value, u64::from(share.to_bits()) << 32 | u64::from(softness.to_bits()));
        if let Some(t) = self.covers.get(&key) {
            return *t;
        }
        let mut inner = self.nested(super::Sampling { pixels: None });
        let n = inner.number(x, at.at_row());
        let program = inner.graph.plan(&[n]);
        let edge = COVER_GRID[self.axes() - 2];
        let depth = if self.is_3d() { edge } else { 1 };
        let mut samples = engine.grid(&program, edge, edge, depth);
        samples.sort_by(f32::total_cmp);
        let t = quantile(&samples, f64::from(share), f64::from(softness)) as f32;
        self.covers.insert(key, t);
        t
    }
}

/// The threshold t for which smoothstep(t - s/2, t + s/2, x) has the mean `share` over these sorted samples.
fn quantile(sorted: &[f32], share: f64, softness: f64) -> f64 {
    let rank = ((1.0 - share) * sorted.len() as f64) as usize;
    let hard = f64::from(sorted[rank.min(sorted.len() - 1)]);
    if softness <= 0.0 {
        return hard;
    }
    let mean = |t: f64| {
        let sum: f64 = sorted.iter().fold(0.0, |sum, x| {
            let u = ((f64::from(*x) - t) / softness + 0.5).clamp(0.0, 1.0);
            sum + u * u * (3.0 - 2.0 * u)
        });
        sum / sorted.len() as f64
    };
    let (mut lo, mut hi) = (hard - softness, hard + softness);
    for _ in 0..40 {
        let middle = 0.5 * (lo + hi);
        if mean(middle) > share { lo = middle } else { hi = middle }
    }
    0.5 * (lo + hi)
}
