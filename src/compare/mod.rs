//! Two pictures by what they mean: how far apart, where, whether that is rounding or a difference, and why.
//!
//! ```text
//! two pictures + kind + limits -> figures (mean, 99 %, maximum, place) -> verdict
//!                              -> causes: what was done to A that makes it B, to the sample
//! ```
//! Normals are compared in degrees, heights and data in steps of 16 bit, colours in CIEDE2000. Without limits of somebody's
//! own, what differs by one step of the stored depth is rounding and all else a difference: a mean hides a seam, which is one
//! column of a thousand, so each pixel counts. Rejected: structural similarity and other measures of likeness. They say
//! "looks alike" of pictures that are moved by a pixel.
//!
//! Everything happens in memory: files are read in `output`, presets baked in `cli`.

mod causes;
mod colour;
mod figures;
mod kind;
mod limits;
mod pair;
mod picture;
mod roll;
mod shown;
mod soundness;
#[cfg(test)]
mod tests;

pub use causes::Cause;
pub use colour::{ciede2000, lab};
pub use figures::Figures;
pub use kind::Kind;
pub use limits::{Hard, Limits};
pub use pair::Pair;
pub use picture::Picture;
pub use shown::Shown;
pub use soundness::{Fault, Soundness};

/// What came out of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// By what the pictures were compared.
    pub kind: Kind,
    /// Against what.
    pub limits: Limits,
    /// Whether they count as equal.
    pub equal: bool,
    /// Sizes, channels or depths that are not the same, a sentence each.
    pub mismatches: Vec<String>,
    /// How far apart they are; `None` where one can't be laid over the other.
    pub figures: Option<Figures>,
    /// What was done to A that makes it B.
    pub causes: Vec<Cause>,
}

/// Compares two pictures.
pub fn compare(a: &Picture, b: &Picture, kind: Kind, limits: &Limits) -> Comparison {
    let mut mismatches = shapes(a, b);
    let mut done =
        Comparison { kind, limits: *limits, equal: false, mismatches: Vec::new(), figures: None, causes: Vec::new() };
    if !mismatches.is_empty() {
        done.causes = causes::between_shapes(a, b);
        done.mismatches = mismatches;
        return done;
    }
    if a.depth != b.depth {
        mismatches.push(format!(
            "A is stored in {}, B in {}",
            picture::depth_name(a.depth),
            picture::depth_name(b.depth)
        ));
    }
    let pair = Pair::new(a, b, kind);
    let figures = figures::measure(&pair, limits);
    done.kind = pair.kind;
    let within = limits.hold(&figures) && (a.depth == b.depth || limits.hard != Hard::Exact);
    // No rounding makes an exact roll, however faint the picture is.
    let rolled = if figures.max > 0.0 { roll::find(a, b) } else { None };
    done.equal = within && (rolled.is_none() || !limits.are_usual());
    done.causes = match rolled {
        Some(by) => vec![Cause::Rolled { by }],
        None if within => Vec::new(),
        None => causes::find(&pair),
    };
    done.mismatches = mismatches;
    done.figures = Some(figures);
    done
}

/// Sizes and channels that keep one picture from being laid over the other.
fn shapes(a: &Picture, b: &Picture) -> Vec<String> {
    let mut list = Vec::new();
    if [a.width, a.height] != [b.width, b.height] {
        list.push(format!("A has {} x {} pixels, B {} x {}", a.width, a.height, b.width, b.height));
    }
    if a.channels != b.channels {
        list.push(format!("A is {}, B is {}", a.channel_name(), b.channel_name()));
    }
    list
}
