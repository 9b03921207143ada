//! The keys `period` and `cell` of patterns: how many elements a tile has, always whole, and legal for the pattern.

use crate::preset::{Axes, Fields, Problem};

/// What the counts of a pattern must obey, and the form of its elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counts {
    /// Elements along the shorter edge where nothing is said.
    pub default: i64,
    /// Length of an element over its width.
    pub aspect: f64,
    /// Counts along and across are multiples of these.
    pub steps: [u32; 2],
    /// Columns that one length of an element holds.
    pub density: f64,
    /// The greatest length of an element over its width that the pattern can have: flatter ones get more columns.
    pub flattest: f64,
}

impl Counts {
    /// Any counts.
    pub const fn any(default: i64, aspect: f64) -> Self {
        Self { default, aspect, steps: [1, 1], density: 1.0, flattest: f64::INFINITY }
    }
}

/// The keys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountKeys {
    wanted: Wanted,
    rule: Counts,
    /// Length and width of an element where they set the size of the tile, metres.
    size: Option<[f64; 2]>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Wanted {
    /// Elements along the shorter edge.
    Along(f64),
    /// Columns and rows.
    Each(f64, f64),
    /// Length of an element, and its width where it is given, metres.
    Metres(f64, Option<f64>),
}

impl CountKeys {
    /// Reads them. Counts that are written must be legal; those that follow from metres are rounded to legal ones.
    pub fn read(fields: &mut Fields, rule: Counts) -> Self {
        let period = fields.whole_axes(
            "period",
            Some(Axes::All(rule.default)),
            1..=65535,
            "elements per tile: along the shorter edge, or [columns, rows]",
        );
        let cell = fields.axes(
            "cell",
            None,
            1e-6..=1e6,
            "length of an element with its joint, or [length, width], metres, snapped to whole counts",
        );
        let both = fields.has("period") && fields.has("cell");
        if both && !fields.sets_tile() {
            let span = fields.key_span("cell");
            let message = "`period` and `cell` say the same thing twice: keep one of them";
            fields.report(
                Problem::error(span, message).help("or let the pattern set the size of the tile: `tile = \"NODE\"`"),
            );
        }
        for (key, z) in [("period", depth(period)), ("cell", depth(cell))] {
            if z {
                let span = fields.span_of(key);
                fields.problem(span, format!("a pattern is the same at every depth: `{key}` takes one or two numbers"));
            }
        }
        let wanted = match (period, cell) {
            (Some(Axes::Each(x, y, _)), _) if fields.sets_tile() => Wanted::Each(x as f64, y as f64),
            (_, Some(Axes::All(length))) => Wanted::Metres(length, None),
            (_, Some(Axes::Each(length, width, _))) => Wanted::Metres(length, Some(width)),
            (Some(Axes::Each(x, y, _)), None) => Wanted::Each(x as f64, y as f64),
            (Some(Axes::All(p)), None) => Wanted::Along(p as f64),
            (None, None) => Wanted::Along(rule.default as f64),
        };
        if let Wanted::Each(x, y) = wanted {
            let legal = [snap(x, rule.steps[0]), snap(y, rule.steps[1])];
            if [x, y] != legal.map(f64::from) {
                let span = fields.span_of("period");
                let [a, b] = rule.steps.map(multiple);
                let message = format!(
                    "here `period` takes {a} columns and {b} rows; the nearest is [{}, {}]",
                    legal[0], legal[1]
                );
                fields.problem(span, message);
            }
        }
        let size = cell.filter(|_| fields.sets_tile()).map(|cell| match cell {
            Axes::All(length) => [length, length / rule.aspect],
            Axes::Each(length, width, _) => [length, width],
        });
        Self { wanted, rule, size }
    }

    /// Length and width of the tile that has these counts of elements of this size, where both were written.
    pub fn tile(&self, turned: bool) -> Option<[f64; 2]> {
        let (Wanted::Each(columns, rows), Some([length, width])) = (self.wanted, self.size) else { return None };
        let tile = [columns * length / self.rule.density, rows * width];
        Some(if turned { [tile[1], tile[0]] } else { tile })
    }

    /// Columns and rows on a tile of this length and width (metres) at this scale.
    pub fn counts(&self, tile: [f64; 2], scale: [f64; 2]) -> [u32; 2] {
        let Counts { aspect, steps, density, flattest, .. } = self.rule;
        let columns = match self.wanted {
            Wanted::Along(p) => density * tile[0] * p / tile[0].min(tile[1]),
            Wanted::Each(x, _) => x,
            Wanted::Metres(length, _) => density * tile[0] / length,
        };
        // Rows follow the length that there really is.
        let length = density * tile[0] / f64::from(snap(columns, steps[0]));
        let rows = match self.wanted {
            Wanted::Each(_, y) => y,
            Wanted::Metres(_, Some(width)) => tile[1] / width,
            Wanted::Along(_) | Wanted::Metres(_, None) => tile[1] * aspect / length,
        };
        let whole = [snap(columns, steps[0]), snap(rows, steps[1])].map(f64::from);
        let [columns, rows] = [snap(whole[0] * scale[0], steps[0]), snap(whole[1] * scale[1], steps[1])];
        let least = density * tile[0] * f64::from(rows) / tile[1] / flattest / f64::from(steps[0]);
        [columns.max(snap(least.ceil() * f64::from(steps[0]), steps[0])), rows]
    }

    /// The same for people: columns and rows along x and y.
    pub fn cells(&self, tile: [f64; 3], turned: bool) -> [f64; 3] {
        let (x, y) = if turned { (tile[1], tile[0]) } else { (tile[0], tile[1]) };
        let [columns, rows] = self.counts([x, y], [1.0, 1.0]).map(f64::from);
        if turned { [rows, columns, 1.0] } else { [columns, rows, 1.0] }
    }
}

fn depth<T>(axes: Option<Axes<T>>) -> bool {
    matches!(axes, Some(Axes::Each(_, _, Some(_))))
}

fn multiple(step: u32) -> String {
    match step {
        1 => "any number of".into(),
        2 => "an even number of".into(),
        n => format!("a multiple of {n}"),
    }
}

/// The nearest multiple of `step`, from one step to 65535.
fn snap(n: f64, step: u32) -> u32 {
    let most = f64::from(65535 / step);
    (n / f64::from(step)).round().clamp(1.0, most) as u32 * step
}
