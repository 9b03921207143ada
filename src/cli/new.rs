//! `bakestone new`: a preset to start from.

use super::failed::{DONE, Failed};
use super::input::Input;
use super::screen::Screen;
use crate::output::{Clobber, write_atomic};
use crate::{Settings, Source};
use clap::Args;
use std::path::PathBuf;

/// What `new` takes.
#[derive(Args)]
pub struct NewArgs {
    /// The name of the material; NAME.toml is written
    name: String,
    /// Start from this preset
    #[arg(long, value_name = "PRESET")]
    from: Option<String>,
}

/// Writes the preset and names the file.
///
/// # Errors
/// A name that can't be one, or a file that is there.
pub fn run(args: &NewArgs, screen: &Screen) -> Result<u8, Failed> {
    let typed = args.name.strip_suffix(".toml").unwrap_or(&args.name);
    let path = PathBuf::from(format!("{typed}.toml"));
    let name = PathBuf::from(typed).file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
        return Err(Failed::wrong(format!("`{name}` can't be the name of a material: take letters, digits, _ and -")));
    }
    let text = match &args.from {
        None => STARTER.replace("NAME", &name),
        Some(from) => {
            let input = Input::new(from);
            if input.variant.is_some() {
                return Err(Failed::wrong(format!("{from}: a copy has all variants; name the preset alone")));
            }
            let text = input.open();
            text.material(&Settings::default())?;
            let copy = renamed(&text.source()?.text, &name);
            // The presets that it extends or uses must be found from its new place, too.
            text.read(Source::new(path.display().to_string(), copy.as_str()), &Settings::default())?;
            copy
        }
    };
    write_atomic(&path, text.as_bytes(), Clobber::Refuse)?;
    screen.print(&format!("{}\n", path.display()))?;
    screen.note(&format!("now: bakestone bake {} --watch", path.display()));
    Ok(DONE)
}

/// The text with another `name`, which is added where there is none.
fn renamed(text: &str, name: &str) -> String {
    let line = format!("name = \"{name}\"");
    let root = text.lines().take_while(|line| !line.trim_start().starts_with('['));
    let place = root.enumerate().find(|(_, l)| l.split_once('=').is_some_and(|(key, _)| key.trim() == "name"));
    let mut lines: Vec<&str> = text.lines().collect();
    match place {
        Some((i, _)) => lines[i] = &line,
        None => lines.insert(0, &line),
    }
    lines.join("\n") + "\n"
}

/// Small, and every part of a preset is in it.
const STARTER: &str = include_str!("starter.toml");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Material;

    fn name_of(text: &str) -> String {
        let read = Material::read(Source::new("x.toml", text), &Settings::default());
        read.unwrap_or_else(|p| panic!("{}", p.render(false))).preset().name.clone()
    }

    #[test]
    fn the_starter_is_a_good_preset() {
        assert_eq!(name_of(&STARTER.replace("NAME", "moss")), "moss");
    }

    #[test]
    fn copies_have_the_new_name() {
        for (_, text) in crate::presets::ALL {
            assert_eq!(name_of(&renamed(text, "other")), "other");
        }
        let nameless = "edition = 1\n[maps]\nheight = \"0.5\"\nname = \"0.2\"\n";
        assert_eq!(name_of(&renamed(nameless, "other")), "other");
    }
}
