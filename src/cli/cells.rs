//! The cells of a contact sheet: each preset with each variant, seed and value that was asked for.

use super::ChangeArgs;
use super::failed::Failed;
use super::input::Input;
use super::sheet::SheetArgs;
use super::values::{Steps, Sweep};
use crate::preset::ParamKind;
use crate::{Material, Settings};

/// The most cells of a sheet.
const MOST: usize = 1024;

/// One picture of a sheet.
pub struct Cell {
    /// The preset and its variant, and below it what was changed.
    pub label: [String; 2],
    /// What is shown.
    pub material: Material,
}

/// All cells: presets outside, then variants, seeds, and the values of sweeps, the last of them inside.
///
/// # Errors
/// Presets that are wrong or can't be changed like that; too many cells.
pub fn cells(args: &SheetArgs, inputs: &[Input]) -> Result<Vec<Cell>, Failed> {
    let mut cells = Vec::new();
    for input in inputs {
        let text = input.open();
        let settings = args.change.settings(input);
        let base = text.material(&settings)?;
        let mut kinds = vec![(input.variant.clone(), settings)];
        if args.variants && input.variant.is_none() {
            let variants = base.preset().variants.iter().map(|variant| Some(variant.name.clone()));
            let settings = kinds[0].1.clone();
            kinds.extend(variants.map(|v| (v.clone(), Settings { variant: v, ..settings.clone() })));
        }
        for (variant, settings) in kinds {
            let name = match variant {
                Some(variant) => format!("{}@{variant}", input.stem),
                None => input.stem.clone(),
            };
            for (change, settings) in changes(args, input, &base, settings)? {
                if cells.len() == MOST {
                    return Err(too_many());
                }
                let material = text.material(&settings)?;
                cells.push(Cell { label: [name.clone(), change], material });
            }
        }
    }
    Ok(cells)
}

fn too_many() -> Failed {
    Failed::wrong(format!("a sheet has at most {MOST} cells; take fewer seeds or values"))
}

/// What is changed in one preset, and how it is called.
fn changes(
    args: &SheetArgs,
    input: &Input,
    base: &Material,
    settings: Settings,
) -> Result<Vec<(String, Settings)>, Failed> {
    let mut all = vec![(String::new(), settings)];
    if let Some(seeds) = &args.seeds {
        if seeds.0.len() > MOST {
            return Err(too_many());
        }
        let seeded = |seed: &u64| (format!("seed {seed}"), Settings { seed: Some(*seed), ..all[0].1.clone() });
        all = seeds.0.iter().map(seeded).collect();
    }
    for sweep in args.sweep.iter().filter(|sweep| sweep.preset.as_ref().is_none_or(|p| *p == input.stem)) {
        let values = values(sweep, base);
        if all.len().saturating_mul(values.len()) > MOST {
            return Err(too_many());
        }
        let with = |(label, settings): &(String, Settings), value: &String| {
            let mut settings = settings.clone();
            settings.set.push((sweep.name.clone(), value.clone()));
            let gap = if label.is_empty() { "" } else { " " };
            (format!("{label}{gap}{}={value}", sweep.name), settings)
        };
        all = all.iter().flat_map(|one| values.iter().map(|value| with(one, value)).collect::<Vec<_>>()).collect();
    }
    Ok(all)
}

/// The texts of the values of a sweep: whole numbers where the parameter takes no others.
fn values(sweep: &Sweep, base: &Material) -> Vec<String> {
    let whole = base.preset().params.get(&sweep.name).is_some_and(|p| matches!(p.kind, ParamKind::Int { .. }));
    match &sweep.steps {
        Steps::Named(words) => words.clone(),
        Steps::Even { first, last, count } => {
            let at = |i: u32| first + (last - first) * f64::from(i) / f64::from(count.saturating_sub(1).max(1));
            let mut all: Vec<String> =
                (0..*count).map(|i| if whole { format!("{:.0}", at(i)) } else { short(at(i)) }).collect();
            all.dedup();
            all
        }
    }
}

/// A number with at most six digits behind the point.
fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// # Errors
/// A sweep for a preset that is not among these.
pub fn check(sweeps: &[Sweep], change: &ChangeArgs, inputs: &[Input]) -> Result<(), Failed> {
    change.check(inputs)?;
    let mine = |sweep: &&Sweep| sweep.preset.as_ref().is_some_and(|p| inputs.iter().all(|input| input.stem != *p));
    match sweeps.iter().find(mine) {
        None => Ok(()),
        Some(sweep) => {
            let preset = sweep.preset.as_deref().unwrap_or_default();
            let help = crate::preset::suggest(preset, inputs.iter().map(|i| i.stem.as_str()), "presets of this call");
            Err(Failed::wrong(format!("--sweep {}: there is no preset `{preset}` in this call; {help}", sweep.name)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(0.1 + 0.2, "0.3"), (2.0, "2"), (-1e-9, "0"), (1.0 / 3.0, "0.333333"), (100.0, "100")] {
            assert_eq!(short(value), text);
        }
    }
}
