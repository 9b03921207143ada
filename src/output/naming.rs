//! `--name TEMPLATE`: what the files of a run are called.
//!
//! A template and the [`Names`] of one map in, a relative path out: `{name}_{map}` gives `rock_height.png`. Names are checked
//! for all systems at once, since a folder of textures travels: what Windows refuses is refused everywhere.
//!
//! Sub-folders: a `/` written in the template makes one below the output folder. A `/` or `\` in a value (a preset's name)
//! is refused, and so is everything that could lead out of the output folder.

use std::collections::BTreeMap;

use super::Container;
use crate::preset::nearest;

/// Bytes that one part of the path may have: file systems take 255, the extension and the temporary name need some.
const LONGEST: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Name,
    Variant,
    Seed,
    Size,
    Map,
    Colorspace,
    Slice,
}

const KEYS: [(&str, Key); 7] = [
    ("name", Key::Name),
    ("variant", Key::Variant),
    ("seed", Key::Seed),
    ("size", Key::Size),
    ("map", Key::Map),
    ("colorspace", Key::Colorspace),
    ("slice", Key::Slice),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Key(Key),
}

/// `PNG` as it was typed, and what it means.
type Extension = (String, Container);

/// A parsed template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
    extension: Option<Extension>,
}

/// What one file is about.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The preset's name.
    pub name: &'a str,
    /// The variant, empty for the preset itself.
    pub variant: &'a str,
    /// The seed.
    pub seed: u64,
    /// Pixels, `[w, h]`: `1024` when they are equal, else `1024x512`.
    pub size: [u32; 2],
    /// The map.
    pub map: &'a str,
    /// `srgb`, `linear` or `raw`, say.
    pub colorspace: &'a str,
    /// For slices of a volume `(index, count)`: padded with zeros to the width of the last one.
    pub slice: Option<(u32, u32)>,
}

/// What differs between the files of one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axes {
    /// Several presets.
    pub name: bool,
    /// Several variants.
    pub variant: bool,
    /// Several seeds.
    pub seed: bool,
    /// Several sizes.
    pub size: bool,
    /// Several maps.
    pub map: bool,
    /// Several slices.
    pub slice: bool,
}

impl Default for Template {
    /// `{name}_{map}`
    fn default() -> Template {
        let parts = vec![Part::Key(Key::Name), Part::Text("_".into()), Part::Key(Key::Map)];
        Template { parts, extension: None }
    }
}

impl Template {
    /// Reads a template: text with placeholders in braces, at the end `.png` or `.exr` in any case, or neither.
    ///
    /// # Errors
    /// A sentence for the user: unknown placeholder, other extension, or text that cannot be in a file name.
    pub fn parse(text: &str) -> Result<Template, String> {
        let (stem, extension) = split_extension(text)?;
        let mut parts = Vec::new();
        let mut rest = stem;
        while let Some(at) = rest.find(['{', '}']) {
            let braced = rest[at..].strip_prefix('{').and_then(|tail| tail.split_once('}'));
            let Some((word, tail)) = braced else {
                return Err(format!("a brace without its partner in \"{text}\"; placeholders are {}", allowed()));
            };
            if at > 0 {
                parts.push(Part::Text(rest[..at].to_owned()));
            }
            parts.push(Part::Key(key(word)?));
            rest = tail;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        let template = Template { parts, extension };
        // Any values do here: what is wrong with these is wrong in the text of the template.
        let sample =
            Names { name: "a", variant: "a", seed: 0, size: [1, 1], map: "a", colorspace: "a", slice: Some((0, 1)) };
        template.fill(&sample).map(|_| template)
    }

    /// The format that the template's extension asks for.
    pub fn container(&self) -> Option<Container> {
        self.extension.as_ref().map(|(_, container)| *container)
    }

    /// Adds what varies and is not named yet: `{name}_{variant}_{seed}_{size}` before `{map}` (or at the end), `_{slice}` at the end.
    ///
    /// # Errors
    /// Several maps and no `{map}`.
    pub fn with_axes(mut self, axes: &Axes) -> Result<Template, String> {
        if axes.map && !self.has(Key::Map) {
            return Err("more than one map is written, so the name needs {map}, as in {name}_{map}".into());
        }
        let varying =
            [(axes.name, Key::Name), (axes.variant, Key::Variant), (axes.seed, Key::Seed), (axes.size, Key::Size)];
        for (varies, key) in varying {
            if varies && !self.has(key) {
                match self.parts.iter().position(|part| *part == Part::Key(Key::Map)) {
                    Some(at) => drop(self.parts.splice(at..at, [Part::Key(key), Part::Text("_".into())])),
                    None => self.parts.extend([Part::Text("_".into()), Part::Key(key)]),
                }
            }
        }
        if axes.slice && !self.has(Key::Slice) {
            self.parts.extend([Part::Text("_".into()), Part::Key(Key::Slice)]);
        }
        Ok(self)
    }

    fn has(&self, key: Key) -> bool {
        self.parts.contains(&Part::Key(key))
    }

    /// The path below the output folder, without extension. A value that is empty takes one separator with it.
    ///
    /// # Errors
    /// A sentence for the user, if the result would not be a plain name on every system.
    pub fn fill(&self, names: &Names) -> Result<String, String> {
        let mut path = String::new();
        let mut skip_separator = false;
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    let text = if skip_separator { text.strip_prefix(SEPARATORS).unwrap_or(text) } else { text };
                    path.push_str(text);
                    skip_separator = false;
                }
                Part::Key(key) => {
                    let value = value(*key, names);
                    if value.contains(['/', '\\']) {
                        return Err(format!("\"{value}\" cannot be part of a file name: it has a path separator"));
                    }
                    let at_start = path.is_empty() || path.ends_with('/');
                    if value.is_empty() && path.ends_with(SEPARATORS) {
                        path.pop();
                    }
                    skip_separator = value.is_empty() && at_start;
                    path.push_str(&value);
                }
            }
        }
        match path.split('/').find_map(|part| Some((part, fault(part)?))) {
            None => Ok(path),
            Some((part, fault)) if part == path => Err(format!("\"{path}\" cannot be a file name: it {fault}")),
            Some((part, fault)) => Err(format!("\"{path}\" cannot be a file name: its part \"{part}\" {fault}")),
        }
    }

    /// [`fill`](Template::fill) and the extension: the template's as it was typed, else that of `container`.
    ///
    /// # Errors
    /// As [`fill`](Template::fill).
    pub fn file_name(&self, names: &Names, container: Container) -> Result<String, String> {
        let extension = match &self.extension {
            Some((typed, _)) => typed,
            None => container.extension(),
        };
        Ok(format!("{}.{extension}", self.fill(names)?))
    }
}

/// The first two of `names` that are one file, also on a system that does not tell capitals apart.
pub fn collisions(names: &[String]) -> Option<(usize, usize)> {
    let mut seen = BTreeMap::new();
    names.iter().enumerate().find_map(|(i, name)| {
        let first = *seen.entry(name.to_lowercase()).or_insert(i);
        (first != i).then_some((first, i))
    })
}

/// Characters that stand between values.
const SEPARATORS: [char; 4] = ['_', '-', '.', ' '];

/// Cuts `.png` or `.exr` off. The text behind the last dot is an extension unless it holds a placeholder or a `/`.
fn split_extension(text: &str) -> Result<(&str, Option<Extension>), String> {
    let typed = |text: &'_ str| -> Option<usize> {
        let at = text.rfind('.')?;
        (!text[at..].contains(['{', '}', '/', '\\'])).then_some(at)
    };
    let Some(at) = typed(text) else {
        return Ok((text, None));
    };
    let (stem, extension) = (&text[..at], &text[at + 1..]);
    let container = [Container::Png, Container::Exr]
        .into_iter()
        .find(|container| extension.eq_ignore_ascii_case(container.extension()));
    match container {
        Some(container) if typed(stem).is_none() => Ok((stem, Some((extension.to_owned(), container)))),
        Some(_) => Err(format!("\"{text}\" has two extensions; end it in .png or .exr, or in neither")),
        None => Err(format!("\"{text}\" ends in .{extension}; the formats are .png and .exr")),
    }
}

fn allowed() -> String {
    KEYS.map(|(word, _)| format!("{{{word}}}")).join(" ")
}

fn key(word: &str) -> Result<Key, String> {
    if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == word) {
        return Ok(*key);
    }
    let hint = match nearest(word, KEYS.iter().map(|(known, _)| *known)) {
        Some(known) => format!("did you mean {{{known}}}? "),
        None => String::new(),
    };
    Err(format!("unknown placeholder {{{word}}}; {hint}placeholders are {}", allowed()))
}

fn value(key: Key, names: &Names) -> String {
    match key {
        Key::Name => names.name.to_owned(),
        Key::Variant => names.variant.to_owned(),
        Key::Seed => names.seed.to_string(),
        Key::Size if names.size[0] == names.size[1] => names.size[0].to_string(),
        Key::Size => format!("{}x{}", names.size[0], names.size[1]),
        Key::Map => names.map.to_owned(),
        Key::Colorspace => names.colorspace.to_owned(),
        Key::Slice => names.slice.map_or_else(String::new, |(index, count)| {
            let digits = count.saturating_sub(1).to_string().len();
            format!("{index:0digits$}")
        }),
    }
}

/// Why a part of a path is no plain name on every system.
/// Windows' rules: <https://learn.microsoft.com/windows/win32/fileio/naming-a-file>.
fn fault(part: &str) -> Option<&'static str> {
    let base = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let port = |prefix| {
        let mut number = base.strip_prefix(prefix).unwrap_or_default().chars();
        matches!((number.next(), number.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    if part.is_empty() {
        Some("is empty")
    } else if part.starts_with('.') {
        Some("starts with a dot")
    } else if part.ends_with(['.', ' ']) {
        Some("ends in a dot or a space")
    } else if part.chars().any(char::is_control) {
        Some("has a control character")
    } else if part.contains(['<', '>', ':', '"', '|', '?', '*', '\\']) {
        Some("has one of < > : \" | ? * \\")
    } else if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*base) || port("COM") || port("LPT") {
        Some("is a reserved name on Windows")
    } else if part.len() > LONGEST {
        Some("has more than 200 bytes")
    } else {
        None
    }
}
