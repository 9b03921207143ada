//! Profiles: which files a bake writes for a program that loads them, as data.
//!
//! A profile names its files and says what is in each: a map, or several as channels. Presets know nothing of profiles, and a
//! profile works for all presets: what a material does not have is left out, or is neutral in a channel.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::diagnostics::{Problem, Problems, Source};
use super::fields::{Fields, Scope, Table, Value};
use super::formula::is_name;
use super::maps::{CONVENTIONS, Convention, Depth, Format, MAPS, read_storage};
use super::nearest::{distance, suggest};
use super::pack::{Channels, read_channels};
use super::{dismantle, in_file_order, is_file_name, table_of};

/// The files of a material for one program.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// What it is for, in a line.
    pub description: String,
    /// The template of file names, as `--name` takes it; `{map}` is the name of a file here.
    pub name: Option<String>,
    /// What puts the files together.
    pub document: Option<Document>,
    /// The files.
    pub files: Vec<FileDecl>,
}

/// A file beside the pictures that puts them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// A plane with the material, as a glTF 2.0 binary with the pictures inside.
    Glb,
    /// A MaterialX document.
    Mtlx,
}

impl Document {
    /// Its file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Document::Glb => "glb",
            Document::Mtlx => "mtlx",
        }
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileDecl {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub source: FileSource,
    /// The file format, instead of the preset's.
    pub format: Option<Format>,
    /// How many bits a channel has, instead of what the preset says.
    pub depth: Option<Depth>,
}

/// What is in a file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileSource {
    /// A map. Of a normal map, where green points, whatever the preset says.
    Map(String, Option<Convention>),
    /// Channels of maps.
    Channels(Box<Channels>),
}

/// Reads a profile.
///
/// # Errors
/// All that is wrong with it.
pub fn read_profile(source: Source) -> Result<Profile, Problems> {
    let source = Arc::new(source);
    let (text, errors) = DeTable::parse_recoverable(&source.text);
    let table = text.into_inner();
    let broken: Vec<Problem> =
        errors.iter().map(|error| Problem::error(error.span().unwrap_or(0..0), error.message())).collect();
    let scope = Scope::bare(&source);
    let mut problems = Vec::new();
    let mut root = Fields::new("", 0..0, Table::Whole(&table), scope);
    let description = root.text("description", "what it is for").map_or(String::new(), |text| text.0);
    let name = root.text("name", "template of file names, as `--name` takes it").map(|text| text.0);
    let documents = [
        ("glb", Document::Glb, "a plane with the material, glTF 2.0"),
        ("mtlx", Document::Mtlx, "a MaterialX document"),
    ];
    let document = root.optional_choice("document", &documents, "a file that puts the pictures together");
    let files = root.raw("files", "tables", "what is written: a map, or maps as channels");
    let files = files.map_or_else(Vec::new, |value| read_files(value, scope, &mut problems));
    problems.extend(root.finish());
    if files.is_empty() && problems.is_empty() {
        let problem = Problem::error(0..0, "this profile has no file");
        problems
            .push(problem.help("for example `[files.ORM]` with `r = \"ao\"`, `g = \"roughness\"`, `b = \"metallic\"`"));
    }
    dismantle(table);
    // What a broken text lacks is not missed.
    let problems = if broken.is_empty() { problems } else { broken };
    if problems.is_empty() {
        Ok(Profile { description, name, document, files })
    } else {
        Err(Problems::new(source, problems))
    }
}

fn read_files<'a>(value: &'a Value<'a>, scope: Scope<'a>, problems: &mut Vec<Problem>) -> Vec<FileDecl> {
    let mut files = Vec::new();
    for (name, span, value) in in_file_order(table_of("files", value, problems)) {
        if !is_file_name(name) {
            let problem = Problem::error(span.clone(), format!("{name:?} cannot be a part of the name of a file"));
            problems.push(problem.help("it is made of letters, digits, - and _"));
        }
        let DeValue::Table(table) = value.get_ref() else {
            let problem = Problem::error(value.span(), format!("the file `{name}` is a table"));
            problems.push(problem.help(format!("for example `{name} = {{ map = \"roughness\" }}`")));
            continue;
        };
        let mut fields = Fields::new(format!("file `{name}`"), value.span(), Table::Whole(table), scope);
        let source = read_file(&mut fields);
        let (format, depth) = read_storage(&mut fields);
        problems.extend(fields.finish());
        files.push(FileDecl { name: name.to_string(), source, format, depth });
    }
    files
}

fn read_file(fields: &mut Fields) -> FileSource {
    let Some((map, span)) = fields.text("map", "the map in it; r, g, b, a and rgb are for several") else {
        return FileSource::Channels(Box::new(read_channels(fields, None)));
    };
    if !is_name(&map) || MAPS.iter().any(|known| distance(known, &map) == 1) {
        let help = suggest(&map, MAPS.iter().copied(), "maps");
        fields.report(Problem::error(span, format!("unknown map `{map}`")).help(help));
    }
    let convention =
        if map == "normal" { fields.optional_choice("convention", &CONVENTIONS, "where green points") } else { None };
    FileSource::Map(map, convention)
}
