//! From flags to jobs: one preset with one seed each, with the names of all its files, before any work is done.

use super::bake::BakeArgs;
use super::failed::Failed;
use super::input::{Input, Text};
use super::library::real;
use super::values::{DepthArg, FormatArg};
use crate::maps::{Convention, Format, Kind};
use crate::output::{Axes, Container, Names, Template, collisions};
use crate::preset::{Document, Problems, Profile};
use crate::{MapPlan, Material, Request, Want};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One preset to bake.
pub struct Job {
    /// How messages call it: as it was typed, and the seed where there are several.
    pub label: String,
    /// What is baked.
    pub material: Material,
    /// How.
    pub request: Request,
    /// The pictures.
    pub maps: Vec<MapPlan>,
    /// The size of the picture as the tile's ratio wants it.
    pub natural: [u32; 2],
}

impl Job {
    /// Reads and checks one preset.
    ///
    /// # Errors
    /// All that is wrong with it, or with what is wanted of it.
    pub fn new(input: &Input, text: &Text, seed: Option<u64>, args: &BakeArgs, want: &Want) -> Result<Self, Failed> {
        let mut settings = args.change.settings(input);
        settings.seed = seed.or(settings.seed);
        let material = text.material(&settings)?;
        let label = match seed {
            Some(seed) => format!("{} (seed {seed})", input.typed),
            None => input.typed.clone(),
        };
        let wrong = |message: String| {
            Failed::wrong(if message.starts_with("error") { message } else { format!("{label}: {message}") })
        };
        let size = material.pixels(args.size.map(|s| s.0)).map_err(wrong)?;
        let request = Request {
            samples: args.samples.map_or(0, u32::from),
            want: want.clone(),
            offset: args.offset.map_or(crate::Offset::Pixels([0; 2]), |o| o.0),
            region: args.region.map(|r| r.0),
            slice: args.slice.map(|s| s.0),
            ..Request::new(size)
        };
        request.region_of_picture().map_err(wrong)?;
        let samples = f64::from(if request.samples == 0 { material.preset().samples } else { request.samples });
        let depth = request.slice.map_or(f64::INFINITY, |[_, depth]| f64::from(depth));
        let fine = [f64::from(size[0]) * samples, f64::from(size[1]) * samples, depth];
        let maps = material.maps(fine, &request.want).map_err(wrong)?;
        if maps.is_empty() && !material.preset().volumes.is_empty() {
            return Err(wrong("this preset has volumes and no maps: `bakestone volume` bakes it".into()));
        }
        if let Some(document) = want.profile.as_ref().and_then(|profile| profile.document) {
            if request.region.is_some() {
                let ends = document.extension();
                return Err(wrong(format!(
                    "a .{ends} shows the whole tile: drop --region, or take a profile without it"
                )));
            }
            fits(document, &maps).map_err(wrong)?;
        }
        let longer = crate::Size::Longer(size[0].max(size[1]));
        let natural = material.pixels(Some(longer)).map_err(wrong)?;
        Ok(Self { label, material, request, maps, natural })
    }

    /// What was noticed while the preset was read.
    pub fn warnings(&self, colour: bool) -> String {
        let preset = self.material.preset();
        Problems::new(preset.source.clone(), self.material.warnings().to_vec()).render(colour)
    }
}

/// Which maps, and how they are stored.
///
/// # Errors
/// Flags that contradict each other.
pub fn want(args: &BakeArgs, profile: Option<Arc<Profile>>) -> Result<Want, Failed> {
    let format = format_of(args.format, args.template(profile.as_deref())?.container(), args.depth)?;
    Ok(Want {
        maps: (!args.maps.is_empty()).then(|| args.maps.clone()),
        profile,
        nodes: args.node.clone(),
        volume: None,
        format: format.map(Into::into),
        depth: args.depth.map(Into::into),
    })
}

/// The format of pictures by `--format`, the extension of `--name` and `--depth`.
///
/// # Errors
/// Flags that contradict each other.
pub fn format_of(
    format: Option<FormatArg>,
    named: Option<Container>,
    depth: Option<DepthArg>,
) -> Result<Option<FormatArg>, Failed> {
    let named = named.map(|container| match container {
        Container::Png => FormatArg::Png,
        Container::Exr => FormatArg::Exr,
    });
    if let (Some(named), Some(format)) = (named, format)
        && named != format
    {
        return Err(Failed::wrong("--name and --format ask for different formats: drop one of them"));
    }
    let float = matches!(depth, Some(DepthArg::Half | DepthArg::Float));
    let format = format.or(named).or(if float { Some(FormatArg::Exr) } else { None });
    match (format, depth) {
        (Some(FormatArg::Exr), Some(DepthArg::Eight | DepthArg::Sixteen)) => {
            Err(Failed::wrong("EXR stores floats: --depth is half or float"))
        }
        (Some(FormatArg::Png), Some(DepthArg::Half | DepthArg::Float)) => {
            Err(Failed::wrong("PNG stores whole numbers: --depth is 8 or 16"))
        }
        _ => Ok(format),
    }
}

/// Names of files, the same rule for all jobs of a run.
pub struct Naming {
    template: Template,
    folder: PathBuf,
    /// Whether there is a lit picture.
    render: bool,
}

/// The files of one job.
pub struct Files {
    /// One for each map.
    pub maps: Vec<PathBuf>,
    /// The lit picture, if one was asked for.
    pub render: Option<PathBuf>,
    /// What puts the pictures together, if the profile has such a file.
    pub document: Option<(PathBuf, Document)>,
    /// What is said about the maps.
    pub side: PathBuf,
}

impl Files {
    /// All of them, the side file last.
    pub fn all(&self) -> impl Iterator<Item = &PathBuf> {
        let document = self.document.iter().map(|(path, _)| path);
        self.maps.iter().chain(&self.render).chain(document).chain([&self.side])
    }
}

impl Naming {
    /// Adds what differs between these jobs to the names.
    ///
    /// # Errors
    /// A template that can't tell the files of one job apart.
    pub fn new(args: &BakeArgs, want: &Want, jobs: &[Job]) -> Result<Self, Failed> {
        let preset = |job: &Job| job.material.preset().name.clone();
        let axes = Axes {
            name: jobs.iter().any(|job| preset(job) != preset(&jobs[0])),
            variant: jobs.iter().any(|job| job.material.preset().variant.is_some()),
            seed: args.seeds.is_some(),
            size: false,
            map: args.render.is_some() || jobs.iter().any(|job| job.maps.len() > 1),
            slice: args.slice.is_some(),
        };
        let place = match (&args.name, &want.profile) {
            (None, Some(_)) => "`name` of the profile",
            _ => "--name",
        };
        let template = args.template(want.profile.as_deref())?.with_axes(&axes);
        let template = template.map_err(|e| Failed::wrong(format!("{place}: {e}")))?;
        // Names in the folder where one is are shown without it.
        let folder = if args.out == Path::new(".") { PathBuf::new() } else { args.out.clone() };
        Ok(Self { template, folder, render: args.render.is_some() })
    }

    /// The files of one job.
    ///
    /// # Errors
    /// Names that not every system takes.
    pub fn files(&self, job: &Job, maps: &[MapPlan]) -> Result<Files, Failed> {
        let preset = job.material.preset();
        let names = Names {
            name: &preset.name,
            variant: preset.variant.as_deref().unwrap_or_default(),
            seed: preset.seed,
            size: job.request.size,
            map: "",
            colorspace: "",
            slice: job.request.slice.map(|[slice, depth]| (slice, depth)),
        };
        let wrong = |e: String| Failed::wrong(format!("{}: {e}", job.label));
        let picture = |map: &MapPlan| {
            let names = Names { map: &map.name, colorspace: colorspace(map), ..names };
            let container = match map.format {
                Format::Png => Container::Png,
                Format::Exr => Container::Exr,
            };
            Ok(self.folder.join(self.template.file_name(&names, container).map_err(wrong)?))
        };
        let maps = maps.iter().map(picture).collect::<Result<_, Failed>>()?;
        let render = match self.render {
            true => {
                let stem = self.template.fill(&Names { map: "render", colorspace: "srgb", ..names });
                Some(self.folder.join(format!("{}.png", stem.map_err(wrong)?)))
            }
            false => None,
        };
        // Pictures of nodes are no material: their side file must not replace the material's.
        let nodes = if job.request.want.nodes.is_empty() { "" } else { "nodes" };
        let stem = self.template.fill(&Names { map: nodes, ..names });
        // A template of nothing but the map leaves no name.
        let stem = stem.or_else(|_| self.template.fill(&Names { map: &preset.name, ..names })).map_err(wrong)?;
        let document = job.request.want.profile.as_ref().and_then(|profile| profile.document);
        let document = document.map(|kind| (self.folder.join(format!("{stem}.{}", kind.extension())), kind));
        Ok(Files { maps, render, document, side: self.folder.join(format!("{stem}.json")) })
    }
}

/// Refuses pictures that a document can't hold.
fn fits(document: Document, maps: &[MapPlan]) -> Result<(), String> {
    if document == Document::Glb && maps.iter().any(|map| map.format == Format::Exr) {
        return Err(
            "a glTF binary holds PNG files: drop --format and --depth, or say no other `format` in preset and profile"
                .into(),
        );
    }
    let down = |map: &&MapPlan| matches!(map.kind, Kind::Normal { convention: Convention::DirectX, .. });
    match maps.iter().find(down) {
        Some(map) => Err(format!(
            "green of `{}` points down, and up in a .{}: say `convention = \"opengl\"` of it in the profile",
            map.name,
            document.extension()
        )),
        None => Ok(()),
    }
}

/// What the stored numbers of a map mean.
pub fn colorspace(map: &MapPlan) -> &'static str {
    match map.kind {
        Kind::Colour if map.is_srgb() => "srgb",
        Kind::Colour => "linear",
        _ => "data",
    }
}

/// Refuses a run whose files get in each other's way, or in the way of a preset.
///
/// # Errors
/// Two jobs with one file, a preset that would be replaced, a file that is there although none may be replaced.
pub fn check_files(jobs: &[Job], files: &[Files], no_clobber: bool) -> Result<(), Failed> {
    let owned = jobs.iter().zip(files).flat_map(|(job, files)| files.all().map(|file| (job.label.as_str(), file)));
    check_names(&owned.collect::<Vec<_>>(), jobs.iter().map(|job| &job.material), no_clobber)
}

/// The same for files with the labels of their owners.
///
/// # Errors
/// As [`check_files`].
pub fn check_names<'a>(
    owned: &[(&str, &PathBuf)],
    materials: impl Iterator<Item = &'a Material>,
    no_clobber: bool,
) -> Result<(), Failed> {
    let names: Vec<String> = owned.iter().map(|(_, file)| file.to_string_lossy().into_owned()).collect();
    if let Some((first, second)) = collisions(&names) {
        let label = |i: usize| owned[i].0;
        let (a, b) = (&names[first], &names[second]);
        let same = if a == b {
            format!("both be written to {a}")
        } else {
            format!("be one file on some systems: {a} and {b}")
        };
        if label(first) == label(second) {
            return Err(Failed::wrong(format!(
                "two files of {} would {same}; give them different names",
                label(first)
            )));
        }
        return Err(Failed::wrong(format!(
            "files of {} and {} would {same}; give the presets different names, or bake into different folders",
            label(first),
            label(second)
        )));
    }
    let read = materials.flat_map(|material| material.preset().source.files());
    let presets: Vec<PathBuf> = read.filter_map(|(name, _)| real(Path::new(name))).collect();
    if let Some((_, file)) = owned.iter().find(|(_, file)| real(file).is_some_and(|file| presets.contains(&file))) {
        return Err(Failed::wrong(format!("{} is a preset that is being read; it is not overwritten", file.display())));
    }
    let there: Vec<String> =
        owned.iter().filter(|(_, f)| no_clobber && f.exists()).map(|(_, f)| f.display().to_string()).collect();
    match there.as_slice() {
        [] => Ok(()),
        [one] => Err(Failed::cannot(format!("{one} exists and is kept (--no-clobber)"))),
        [one, rest @ ..] => {
            Err(Failed::cannot(format!("{one} and {} more exist and are kept (--no-clobber)", rest.len())))
        }
    }
}
