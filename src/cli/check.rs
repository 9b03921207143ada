//! `bakestone check`: all mistakes of presets, nothing else.

use super::ChangeArgs;
use super::failed::{DONE, Failed};
use super::input::Input;
use super::screen::Screen;
use crate::preset::Problems;
use clap::Args;

/// What `check` takes.
#[derive(Args)]
pub struct CheckArgs {
    /// Files, or names of built-in presets
    #[arg(required = true, value_name = "PRESET")]
    presets: Vec<String>,
    #[command(flatten)]
    change: ChangeArgs,
    /// Don't say which presets are good
    #[arg(short, long)]
    quiet: bool,
}

/// Reports.
///
/// # Errors
/// What stops the whole run; the exit code has the rest.
pub fn run(args: &CheckArgs, screen: &Screen) -> Result<u8, Failed> {
    let inputs: Vec<Input> = args.presets.iter().map(|typed| Input::new(typed)).collect();
    args.change.check(&inputs)?;
    let (mut code, mut bad) = (DONE, 0);
    for input in &inputs {
        match read(input, args, screen) {
            Ok(()) if args.quiet => {}
            Ok(()) => screen.print(&format!("{}: good\n", input.typed))?,
            Err(failed) => {
                screen.error(&failed);
                code = code.max(failed.code);
                bad += 1;
            }
        }
    }
    if bad > 0 && inputs.len() > 1 {
        screen.note(&format!("{bad} of {} presets are wrong", inputs.len()));
    }
    Ok(code)
}

/// A preset as it stands, and each of its variants.
fn read(input: &Input, args: &CheckArgs, screen: &Screen) -> Result<(), Failed> {
    let text = input.open();
    let settings = args.change.settings(input);
    let material = text.material(&settings)?;
    let preset = material.preset();
    screen.note_text(&Problems::new(preset.source.clone(), material.warnings().to_vec()).render(screen.colour));
    material.pixels(None).map_err(|e| Failed::wrong(format!("{}: {e}", input.typed)))?;
    if settings.variant.is_some() {
        return Ok(());
    }
    for variant in &preset.variants {
        let settings = crate::Settings { variant: Some(variant.name.clone()), ..settings.clone() };
        if let Err(failed) = text.material(&settings) {
            screen.note(&format!("in the variant `{}`:", variant.name));
            return Err(failed);
        }
    }
    Ok(())
}
