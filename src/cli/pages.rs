//! `bakestone completions` and `bakestone man`, from the same list of flags as the parser.

use super::Cli;
use super::failed::{DONE, Failed};
use super::screen::Screen;
use crate::output::{Clobber, create_folder, write_atomic};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// What `completions` takes.
#[derive(Args)]
pub struct CompletionsArgs {
    /// For this shell
    shell: Shell,
}

/// What `man` takes.
#[derive(Args)]
pub struct ManArgs {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints completions.
///
/// # Errors
/// A stdout that can't take it.
pub fn completions(args: &CompletionsArgs, screen: &Screen) -> Result<u8, Failed> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bakestone", &mut text);
    screen.print(&String::from_utf8_lossy(&text))?;
    Ok(DONE)
}

/// Prints the manual page, or writes all of them.
///
/// # Errors
/// A folder or a stdout that can't take it.
pub fn man(args: &ManArgs, screen: &Screen) -> Result<u8, Failed> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    match &args.out {
        None => screen.print(&String::from_utf8_lossy(&page(command)?.1))?,
        Some(folder) => {
            create_folder(folder)?;
            for command in command.get_subcommands().cloned().chain([command.clone()]) {
                write_page(folder, command, screen)?;
            }
        }
    }
    Ok(DONE)
}

fn write_page(folder: &Path, command: Command, screen: &Screen) -> Result<(), Failed> {
    let (name, text) = page(command)?;
    let path = folder.join(name);
    write_atomic(&path, &text, Clobber::Replace)?;
    screen.print(&format!("{}\n", path.display()))
}

/// The name of a page's file, and its text.
fn page(command: Command) -> Result<(String, Vec<u8>), Failed> {
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render(&mut text).map_err(|e| Failed::cannot(format!("cannot write the manual page: {e}")))?;
    Ok((man.get_filename(), text))
}
