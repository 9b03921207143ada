//! What all elements share: joints, rounded corners, and the height from the joint to the middle.
//!
//! In: a [`Layout`]. Out: the value of any output. The height is a function of `.edge` alone, so what a preset makes
//! of `.edge` with a formula (chips, worn borders, mortar) meets it exactly.

use super::{Edge, Frame, Layout, Part, Piece};
use crate::preset::{Expr, Fields};
use crate::program::range::Range;
use crate::program::{At, Lower, Num, Value};

/// The keys.
pub struct Surface {
    joint: Expr,
    round: Option<Expr>,
    bevel: Expr,
    profile: Profile,
}

/// How the height rises from the border.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Profile {
    Smooth,
    Straight,
    Round,
}

impl Surface {
    /// Reads them: width of the joints and of the rise by default, metres, and whether corners can be round.
    pub fn read(fields: &mut Fields, joint: f64, bevel: f64, corners: bool) -> Self {
        Self::read_with(fields, joint, bevel, corners, 0)
    }

    /// The same for elements with round tops.
    pub fn read_round(fields: &mut Fields, joint: f64, bevel: f64) -> Self {
        Self::read_with(fields, joint, bevel, false, 2)
    }

    fn read_with(fields: &mut Fields, joint: f64, bevel: f64, corners: bool, profile: usize) -> Self {
        let profiles = [
            ("smooth", Profile::Smooth, "flat at both ends"),
            ("straight", Profile::Straight, "a chamfer"),
            ("round", Profile::Round, "steep at the border, flat at the top"),
        ];
        Self {
            joint: fields.field("joint", joint, "width of the joints, metres"),
            round: corners.then(|| fields.field("round", 0.0, "radius of the corners, metres")),
            bevel: fields.field("bevel", bevel, "how far from the border the height reaches 1, metres"),
            profile: fields.choice("profile", &profiles, profile, "how the height rises from 0 at the border"),
        }
    }

    /// Width of the joints between elements of this length and width, metres.
    pub fn joint(&self, l: &mut Lower, at: At, element: [f64; 2]) -> Num {
        gap(l, at, &self.joint, element)
    }

    /// Every formula that it reads.
    pub fn uses(&self, see: &mut dyn FnMut(&Expr)) {
        see(&self.joint);
        self.round.iter().for_each(&mut *see);
        see(&self.bevel);
    }

    /// An output of a pattern.
    pub fn lower<L: Layout>(&self, l: &mut Lower, at: At, output: &str, layout: L, turned: bool) -> Value {
        if let Some(value) = part(l, at, output, &layout, turned) {
            return value;
        }
        let joint = self.joint(l, at, layout.largest());
        let round = match &self.round {
            Some(round) => metres(l, at, round),
            None => l.constant(0.0),
        };
        let edge = border(l, at, layout, turned, [joint, round]);
        Value::Number(if output == "edge" { edge } else { self.height(l, at, edge) })
    }

    /// 0 in the joint and on the border, 1 from `bevel` on.
    pub fn height(&self, l: &mut Lower, at: At, edge: Num) -> Num {
        let bevel = metres(l, at, &self.bevel);
        let (zero, one) = (l.constant(0.0), l.constant(1.0));
        // A bevel of nothing is a step.
        let least = if self.profile == Profile::Smooth { zero } else { l.constant(1e-9) };
        let bevel =
            if l.graph.range(bevel).lo >= l.graph.range(least).lo { bevel } else { l.call("max", &[bevel, least]) };
        if self.profile == Profile::Smooth {
            return l.call("smoothstep", &[zero, bevel, edge]);
        }
        let share = l.call("/", &[edge, bevel]);
        let share = l.call("saturate", &[share]);
        if self.profile == Profile::Straight {
            return share;
        }
        let two = l.constant(2.0);
        let rest = l.call("-", &[two, share]);
        let height = l.call("*", &[share, rest]);
        l.call("min", &[height, one])
    }
}

/// An output that is neither the main one nor `.edge`.
pub fn part<L: Layout>(l: &mut Lower, at: At, output: &str, layout: &L, turned: bool) -> Option<Value> {
    let [columns, rows] = layout.last().map(|n| n as f32);
    let (part, range) = match output {
        "id" => (Part::Id, Range::new(0.0, 16_777_215.0)),
        "u" => (Part::Along, Range::UNIT),
        "v" => (Part::Across, Range::UNIT),
        "row" => (Part::Row, Range::new(0.0, rows)),
        "column" => (Part::Column, Range::new(0.0, columns)),
        _ => return None,
    };
    let piece = Piece { layout: layout.clone(), frame: frame(l, at, turned), part };
    let out = l.graph.kernel(piece, at.place, &[], &[range])[0];
    Some(if part == Part::Id { Value::Id(out) } else { Value::Number(out) })
}

/// `.edge` with this joint and this radius of corners, metres.
pub fn border<L: Layout>(l: &mut Lower, at: At, layout: L, turned: bool, ins: [Num; 2]) -> Num {
    let [length, width] = layout.largest();
    let gap = 0.5 * f64::from(l.graph.range(ins[0]).hi.max(0.0));
    // A little wide, because distances are rounded.
    let wide = 1.0 + 1e-5;
    let range = Range::new((-wide * (gap + layout.hollow())) as f32, (wide * 0.5 * length.min(width)) as f32);
    let frame = frame(l, at, turned);
    let edge = l.graph.kernel(Edge { layout, frame }, at.place, &ins, &[range])[0];
    l.graph.set_pace(edge, 1.0);
    edge
}

/// The width of the gaps between elements of this length and width, metres.
pub fn gap(l: &mut Lower, at: At, width: &Expr, element: [f64; 2]) -> Num {
    let gap = metres(l, at, width);
    if width.span == (0..0) {
        // The default joint goes with the default elements, and is no mistake of anybody.
        return gap;
    }
    let range = l.graph.range(gap);
    if range.hi < 0.0 {
        l.problem(&width.span, "a joint is never less than 0 m wide", "0 leaves no joint");
    } else if f64::from(range.lo) >= element[0].min(element[1]) {
        let [length, across] = element;
        let message = format!("a joint of {} m leaves nothing of elements of {length} x {across} m", range.lo);
        l.problem(
            &width.span,
            message,
            "joints are in metres; elements are as large as `cell` or `period` says, joint included",
        );
    }
    gap
}

/// A length of a pattern, which shrinks with its octave, metres.
pub fn metres(l: &mut Lower, at: At, length: &Expr) -> Num {
    let n = l.number(length, at);
    let [x, y, _] = at.scale();
    let scale = (x * y).sqrt();
    if scale == 1.0 {
        return n;
    }
    let smaller = l.constant(1.0 / scale);
    l.call("*", &[n, smaller])
}

/// How the pattern that is being lowered lies. It starts at the corner of the tile; octaves and copies start elsewhere.
pub fn frame(l: &Lower, at: At, turned: bool) -> Frame {
    let start = if at.salt == 0 { [0; 2] } else { ["along", "across"].map(|axis| l.seed_word(axis, at)) };
    Frame { start, turned, seed: l.seed_word("elements", at) }
}

/// Length and width of the tile, and how much smaller than itself a pattern is along both.
pub fn extent(l: &Lower, at: At, turned: bool) -> ([f64; 2], [f64; 2]) {
    let ([x, y, _], [a, b, _]) = (l.preset.tile, at.scale());
    if turned { ([y, x], [b, a]) } else { ([x, y], [a, b]) }
}
