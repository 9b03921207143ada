//! How far apart pictures may be and still count as equal.

use super::figures::Figures;

/// What holds for each pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hard {
    /// The samples are equal, to the bit.
    Exact,
    /// Each sample differs by at most one step of the stored depth, as another machine may round it.
    OneStep,
    /// At most this much, in the unit of the kind.
    AtMost(f64),
}

/// Limits for one comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// For each pixel.
    pub hard: Hard,
    /// For the mean of all pixels, in the unit of the kind, where there is such a limit.
    pub mean: Option<f64>,
}

impl Limits {
    /// Rounding is equal, all else is not.
    pub const USUAL: Limits = Limits { hard: Hard::OneStep, mean: None };
    /// Only equal samples are equal.
    pub const EXACT: Limits = Limits { hard: Hard::Exact, mean: None };

    /// No pixel further apart than this; 0 is the strictest.
    pub fn at_most(figure: f64) -> Limits {
        Limits { hard: Hard::AtMost(figure), mean: None }
    }

    /// Whether nobody set them.
    pub(super) fn are_usual(&self) -> bool {
        *self == Self::USUAL
    }

    /// Whether a pixel is too far from another one. `steps` is the greatest difference of its samples in steps of the stored
    /// depth.
    pub(super) fn excludes(&self, figure: f64, steps: f64) -> bool {
        match self.hard {
            Hard::Exact => true,
            // Steps are counted in doubles: a whole one may come out a hair longer.
            Hard::OneStep => steps > 1.0 + 1e-6,
            Hard::AtMost(most) => figure > most,
        }
    }

    /// Whether these figures are within.
    pub(super) fn hold(&self, figures: &Figures) -> bool {
        figures.beyond == 0 && self.mean.is_none_or(|mean| figures.mean <= mean)
    }
}
