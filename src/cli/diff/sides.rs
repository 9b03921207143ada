//! What stands on the two sides of `diff`, and which pictures of them belong together.

use super::super::failed::Failed;
use super::super::git::{Revisions, Versioned};
use super::super::input::Input;
use super::super::signals;
use super::DiffArgs;
use crate::bake::Stopped;
use crate::compare::{Kind, Picture};
use crate::output::{is_picture_name, read_picture, read_picture_from};
use crate::{Bake, Engine, Material, Request, Settings, Size, memory};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Pixels of the longer edge of presets where nobody says it.
const EDGE: u32 = 512;
/// Folders within folders that are looked into.
const DEEPEST: usize = 16;

/// Ends of names of pictures that are not read.
const OTHERS: [&str; 12] = ["jpg", "jpeg", "tga", "tif", "tiff", "bmp", "webp", "gif", "hdr", "dds", "ktx2", "psd"];

/// One side.
pub enum Side {
    /// A picture.
    Picture(Picked),
    /// A preset, baked.
    Preset(Box<Material>, String),
    /// Pictures by the names of their files.
    Folder(BTreeMap<String, Picked>),
    /// What a side file names, by the names of the maps.
    Maps(BTreeMap<String, Picked>),
}

/// A picture that is read when its turn comes.
pub enum Picked {
    /// A file, and what is known of it.
    File(PathBuf, Option<Kind>),
    /// A file in a revision.
    Versioned(Versioned),
    /// A map.
    Baked(Box<Picture>, Kind),
}

/// Two pictures that belong together, or one that is alone.
pub struct Item {
    /// What both are called.
    pub name: String,
    /// What the sides are called.
    pub labels: [String; 2],
    /// The pictures.
    pub sides: [Option<Picked>; 2],
}

impl Picked {
    /// The picture, and what it shows as far as that is known.
    ///
    /// # Errors
    /// What can't be read.
    pub fn load(self) -> Result<(Picture, Option<Kind>), Failed> {
        let of_name = |path: &Path| path.file_stem().and_then(|stem| Kind::of_name(&stem.to_string_lossy()));
        match self {
            Picked::File(path, kind) => {
                let picture = read_picture(&path).map_err(Failed::wrong)?;
                Ok((picture, kind.or_else(|| of_name(&path))))
            }
            Picked::Versioned(file) => {
                let picture = read_picture_from(&file.path, Cursor::new(file.bytes()?)).map_err(Failed::wrong)?;
                Ok((picture, of_name(Path::new(&file.path))))
            }
            Picked::Baked(picture, kind) => Ok((*picture, Some(kind))),
        }
    }
}

impl Side {
    /// What was typed: by its end a picture or a side file, by what is there a folder, else a preset.
    ///
    /// # Errors
    /// Presets that are wrong, folders and side files that can't be read.
    pub fn new(typed: &str) -> Result<Self, Failed> {
        if let Some(file) = Versioned::parse(typed) {
            let mut file = file?;
            if is_picture_name(&file.path) {
                return Ok(Side::Picture(Picked::Versioned(file)));
            }
            let variant = file.path.rsplit_once('@').map(|(path, variant)| (path.to_string(), variant.to_string()));
            let mut settings = Settings::default();
            if let Some((path, variant)) = variant {
                (file.path, settings.variant) = (path, Some(variant));
            }
            let material = Material::read_with(file.source()?, &settings, &Revisions)?;
            return Ok(Side::Preset(Box::new(material), typed.to_string()));
        }
        let path = Path::new(typed);
        if path.is_dir() {
            let mut all = BTreeMap::new();
            collect(path, path, 0, &mut all)?;
            return Ok(Side::Folder(all));
        }
        if is_picture_name(typed) {
            return Ok(Side::Picture(Picked::File(path.to_path_buf(), None)));
        }
        if typed.to_ascii_lowercase().ends_with(".json") {
            return Ok(Side::Maps(side_file(path)?));
        }
        let input = Input::new(typed);
        let settings = Settings { variant: input.variant.clone(), ..Settings::default() };
        let extension = path.extension().map_or(String::new(), |extension| extension.to_string_lossy().to_lowercase());
        if OTHERS.contains(&extension.as_str()) {
            return Err(Failed::wrong(format!("{typed} can't be compared: pictures end with .png or .exr")));
        }
        let material = input.open().material(&settings)?;
        Ok(Side::Preset(Box::new(material), typed.to_string()))
    }

    /// Whether it may have more than one picture.
    pub fn is_many(&self) -> bool {
        !matches!(self, Side::Picture(_))
    }

    fn what(&self) -> &'static str {
        match self {
            Side::Picture(_) => "a picture",
            Side::Preset(..) => "a preset",
            Side::Folder(_) => "a folder",
            Side::Maps(_) => "a side file",
        }
    }
}

/// Brings together what belongs together.
///
/// # Errors
/// Sides that can't be compared, and what can't be baked.
pub fn items(a: Side, b: Side, args: &DiffArgs, engine: &Engine) -> Result<Vec<Item>, Failed> {
    let labels = [args.a.clone(), args.b.clone()];
    if args.size.is_some() && !matches!(a, Side::Preset(..)) {
        return Err(Failed::wrong("--size is for presets: pictures have theirs"));
    }
    let [a, b] = match [a, b] {
        [Side::Picture(a), Side::Picture(b)] => {
            return Ok(vec![Item { name: args.b.clone(), labels, sides: [Some(a), Some(b)] }]);
        }
        [Side::Preset(a, typed), Side::Preset(b, other)] => {
            let size = args.size.map_or(Size::Longer(EDGE), |size| size.0);
            [baked(&a, &typed, size, engine)?, baked(&b, &other, size, engine)?]
        }
        [Side::Folder(a), Side::Folder(b)] | [Side::Maps(a), Side::Maps(b)] => [a, b],
        [a, b] => {
            return Err(Failed::wrong(format!(
                "`{}` is {}, `{}` is {}: compare two of a kind",
                args.a,
                a.what(),
                args.b,
                b.what()
            )));
        }
    };
    if a.is_empty() && b.is_empty() {
        return Err(Failed::wrong(format!("there are no pictures in `{}` and `{}`", args.a, args.b)));
    }
    let mut names: BTreeMap<String, [Option<Picked>; 2]> = BTreeMap::new();
    for (side, pictures) in [a, b].into_iter().enumerate() {
        for (name, picked) in pictures {
            names.entry(name).or_default()[side] = Some(picked);
        }
    }
    Ok(names.into_iter().map(|(name, sides)| Item { name, labels: labels.clone(), sides }).collect())
}

/// All maps of a material.
fn baked(material: &Material, typed: &str, size: Size, engine: &Engine) -> Result<BTreeMap<String, Picked>, Failed> {
    let wrong = |message: String| Failed::wrong(format!("{typed}: {message}"));
    let size = material.pixels(Some(size)).map_err(wrong)?;
    let bake = Bake::new(material, &Request::new(size), engine).map_err(Failed::wrong)?;
    let pixels = u64::from(size[0]) * u64::from(size[1]);
    // Up to 16 bytes a pixel for each map, on both sides.
    if let Some(refusal) =
        memory::refusal(bake.bytes(rayon::current_num_threads()) + 32 * pixels * bake.maps().len() as u64)
    {
        return Err(Failed::cannot(format!("{typed}: {refusal}; take a smaller --size")));
    }
    let (images, _) = bake.pictures(signals::flag(), &|_| ()).map_err(|stopped| match stopped {
        Stopped::Asked => Failed::interrupted(),
        Stopped::Device(why) => Failed::cannot(why),
        Stopped::Sink(never) => match never {},
    })?;
    let picked = images.into_iter().map(|image| {
        let (name, kind) = (image.map.name.clone(), Kind::of_map(&image.map.kind));
        (name, Picked::Baked(Box::new(image.into()), kind))
    });
    Ok(picked.collect())
}

/// The pictures below a folder, by their paths from there.
fn collect(root: &Path, folder: &Path, depth: usize, all: &mut BTreeMap<String, Picked>) -> Result<(), Failed> {
    let cannot = |error| Failed::wrong(format!("cannot read the folder {}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() && depth < DEEPEST {
            collect(root, &path, depth + 1, all)?;
        } else if is_picture_name(&name) && path.is_file() {
            all.insert(name, Picked::File(path, None));
        }
    }
    Ok(())
}

/// The maps that a side file names.
fn side_file(path: &Path) -> Result<BTreeMap<String, Picked>, Failed> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| Failed::wrong(format!("cannot read {name}: {error}")))?;
    let wrong = || Failed::wrong(format!("{name} is no side file of a bake: it has no `maps` with a `file` each"));
    let side: Value = serde_json::from_slice(&bytes).map_err(|_| wrong())?;
    let maps = side["maps"].as_object().ok_or_else(wrong)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let of_map = |(map, about): (&String, &Value)| {
        let file = about["file"].as_str().ok_or_else(wrong)?;
        let kind = match about["colorspace"].as_str() {
            Some("srgb" | "linear") => Kind::Colour,
            _ if about.get("convention").is_some() => Kind::Normal,
            _ if about.get("amplitude").is_some() => Kind::Height,
            _ => Kind::Data,
        };
        Ok((map.clone(), Picked::File(folder.join(file), Some(kind))))
    };
    maps.iter().map(of_map).collect()
}
