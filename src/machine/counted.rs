//! Operations instead of numbers: a machine that only counts what a kernel asks of it, in instructions of one vector.
//!
//! In: a kernel. Out: how many operations a sample costs, which bounds how fast it can be on given ports. What x86 does
//! in one instruction counts as one; sine, powers and places are the formulas of `math`, so they count themselves.

use super::Machine;
use super::math::{cell_word, exp2_bits, log2_bits, sin_word, turn_word};
use std::cell::Cell;

thread_local! {
    static OPERATIONS: Cell<u32> = const { Cell::new(0) };
}

/// The machine. What it counts is kept apart for each thread.
#[derive(Clone, Copy)]
pub struct Counted;

/// How many operations it takes to run this.
pub fn operations<R>(run: impl FnOnce(Counted) -> R) -> u32 {
    let before = OPERATIONS.replace(0);
    run(Counted);
    OPERATIONS.replace(before)
}

/// Any number, word or place.
#[derive(Clone, Copy)]
pub struct Mark;

fn add(operations: u32) -> Mark {
    OPERATIONS.set(OPERATIONS.get() + operations);
    Mark
}

macro_rules! counted {
    ($($op:ident $f:ident $with:ty;)*) => {
        $(impl std::ops::$op<$with> for Mark {
            type Output = Mark;
            fn $f(self, _: $with) -> Mark {
                add(1)
            }
        })*
    };
}
counted! {
    Add add Mark;
    Sub sub Mark;
    Mul mul Mark;
    BitXor bitxor Mark;
    BitAnd bitand Mark;
    BitOr bitor Mark;
    Shl shl u32;
    Shr shr u32;
}
impl std::ops::Neg for Mark {
    type Output = Mark;
    fn neg(self) -> Mark {
        add(1)
    }
}

/// Lanes are taken out and put back one by one where a kernel looks something up.
const GATHER: u32 = 16;

impl Machine for Counted {
    type F = Mark;
    type U = Mark;
    type B = Mark;
    type T = Mark;

    fn f(self, _: f32) -> Mark {
        Mark
    }
    fn u(self, _: u32) -> Mark {
        Mark
    }
    fn lt(self, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn eq(self, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn pick(self, _: Mark, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn pick_u(self, _: Mark, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn lesser(self, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn greater(self, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn abs(self, _: Mark) -> Mark {
        add(1)
    }
    fn bits(self, _: Mark) -> Mark {
        Mark
    }
    fn from_bits(self, _: Mark) -> Mark {
        Mark
    }
    fn int(self, _: Mark) -> Mark {
        add(1)
    }
    fn from_int(self, _: Mark) -> Mark {
        add(1)
    }
    fn floor(self, _: Mark) -> Mark {
        add(1)
    }
    fn cell(self, t: Mark, period: Mark) -> (Mark, Mark) {
        cell_word(self, t, period)
    }
    fn moved(self, t: Mark, by: Mark) -> Mark {
        t + turn_word(self, by)
    }
    fn shifted(self, t: Mark, by: Mark) -> Mark {
        t + by
    }
    fn waves(self, t: [Mark; 3], k: [Mark; 3]) -> Mark {
        t[0] * k[0] + t[1] * k[1] + t[2] * k[2]
    }
    fn turns(self, t: Mark) -> Mark {
        self.from_int(t) * Mark
    }
    fn origin(self) -> Mark {
        Mark
    }
    fn sin_turn(self, t: Mark) -> Mark {
        sin_word(self, t)
    }
    fn when(self, _: Mark, state: &mut [Mark], body: impl FnOnce(&mut [Mark])) {
        add(2);
        body(state);
    }
    fn repeat(self, n: u32, state: &mut [Mark], body: impl Fn(Mark, &mut [Mark])) {
        for _ in 0..n {
            body(Mark, state);
        }
    }
    fn table(self, _: &'static [u32], _: Mark) -> Mark {
        add(GATHER)
    }
    fn fetch(self, _: &[f32], _: Mark) -> Mark {
        add(GATHER)
    }
    fn div(self, _: Mark, _: Mark) -> Mark {
        add(1)
    }
    fn sqrt(self, _: Mark) -> Mark {
        add(1)
    }
    fn exp2(self, x: Mark) -> Mark {
        exp2_bits(self, x)
    }
    fn log2_parts(self, x: Mark) -> (Mark, Mark) {
        log2_bits(self, x)
    }
}

#[cfg(test)]
mod tests {
    use super::super::math::{lerp, polynomial};
    use super::*;

    #[test]
    fn counts_are_those_by_hand() {
        assert_eq!(operations(|_| lerp(Mark, Mark, Mark)), 3);
        assert_eq!(operations(|m| polynomial(m, Mark, [1.0; 5])), 8);
        // Counting inside of counting does not disturb it.
        assert_eq!(operations(|m| (m.sqrt(Mark), operations(|m| m.floor(Mark)), m.abs(Mark))), 2);
        assert_eq!(operations(|m| m.repeat(7, &mut [], |_, _| _ = Mark + Mark)), 7);
    }

    /// A scanline of gradient noise is a blend of two straight lines.
    #[test]
    fn perlin_is_eight_operations_along_a_row() {
        let text =
            "edition = 1\nname = 't'\n[nodes]\nn = { type = 'perlin', out = 'signed' }\n[[layers]]\nroughness = 'n'\n";
        let settings = crate::Settings::default();
        let material = crate::Material::read(crate::Source::new("t", text), &settings).expect("a good preset");
        let (_, program) = material.node("n", "", None, &crate::Engine::default()).expect("a node");
        let [row, alone] = program.operations();
        assert_eq!(row, 8);
        assert!(alone > 60, "{alone}");
    }
}
