//! From flags to jobs: a preset with its volumes and the names of all files, before any work is done.

use super::VolumeArgs;
use crate::bake::Stack;
use crate::cli::failed::Failed;
use crate::cli::input::{Input, Text};
use crate::cli::job::{check_names, colorspace, format_of};
use crate::cli::values::{DepthArg, FormatArg, LayoutArg};
use crate::maps::{Depth, Kind};
use crate::material::{LONGEST_EDGE, USUAL_VOLUME_EDGE};
use crate::output::{
    Axes, Compression, Container, LONGEST_DDS_EDGE, Names, Sample, Template, Texture, VolumeContainer,
};
use crate::preset::{Problems, VolumeSize};
use crate::{Bake, Engine, MapPlan, Material, Request, Want};
use std::path::{Path, PathBuf};

/// The longest edge of a picture that all graphics cards of the last ten years take, pixels.
const LONGEST_PICTURE: u32 = 1 << 14;

/// How all volumes of a run are laid out and stored.
pub struct Plan<'a> {
    args: &'a VolumeArgs,
    /// The layout.
    pub layout: LayoutArg,
    /// How pictures are packed.
    pub compression: Compression,
    template: Template,
    want: Want,
}

/// Volumes of one size, baked together.
pub struct Piece {
    /// What is baked; its slice is the first one of all.
    pub request: Request,
    /// The volumes.
    pub maps: Vec<MapPlan>,
    /// Whether there are smaller levels.
    pub mips: bool,
    /// Width, height and depth, voxels.
    pub size: [u32; 3],
}

/// One preset to bake.
pub struct Job {
    /// How messages call it: as it was typed.
    pub label: String,
    /// What is baked.
    pub material: Material,
    /// The volumes.
    pub pieces: Vec<Piece>,
}

/// The files of one job.
pub struct Files {
    /// Those of each volume, in the order of the pieces and their maps.
    pub volumes: Vec<Vec<PathBuf>>,
    /// What is said about them.
    pub side: PathBuf,
}

impl Files {
    /// All of them, the side file last.
    pub fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.volumes.iter().flatten().chain([&self.side])
    }
}

impl<'a> Plan<'a> {
    /// # Errors
    /// Flags that contradict each other.
    pub fn new(args: &'a VolumeArgs) -> Result<Self, Failed> {
        let layout = args.layout.unwrap_or(if args.atlas.is_some() { LayoutArg::Atlas } else { LayoutArg::Ktx2 });
        if args.atlas.is_some() && layout != LayoutArg::Atlas {
            return Err(Failed::wrong("--atlas is the shape of an atlas: drop it, or take --layout atlas"));
        }
        let template = args.template()?;
        let pictures = layout.container().is_none();
        if !pictures && (args.format.is_some() || template.container().is_some()) {
            return Err(Failed::wrong("PNG and EXR hold slices: take --layout slices or --layout atlas"));
        }
        if args.mips && (pictures || layout == LayoutArg::Npy) {
            return Err(Failed::wrong("smaller levels have a place in textures only: take --layout ktx2 or dds"));
        }
        let format = match args.depth {
            // In textures only the depth counts.
            Some(DepthArg::Eight | DepthArg::Sixteen) if !pictures => Some(FormatArg::Png),
            depth => format_of(args.format, template.container(), depth)?,
        };
        let want = Want { format: format.map(Into::into), depth: args.depth.map(Into::into), ..Want::default() };
        Ok(Self { args, layout, compression: args.compression.0, template, want })
    }

    /// How slices lie in the picture that sinks take.
    pub fn stack(&self, piece: &Piece) -> Stack {
        match self.layout {
            LayoutArg::Atlas => Stack::Atlas(self.shape(piece)[0]),
            _ => Stack::Slices,
        }
    }

    /// Columns and rows of an atlas.
    pub fn shape(&self, piece: &Piece) -> [u32; 2] {
        self.args.atlas.map_or_else(|| most_square(piece.size[2]), |atlas| atlas.0)
    }

    /// Width and height of an atlas, pixels; more than any picture has, perhaps.
    fn atlas_size(&self, piece: &Piece) -> [u64; 2] {
        let (tiles, [width, height, _]) = (self.shape(piece), piece.size);
        [u64::from(tiles[0]) * u64::from(width), u64::from(tiles[1]) * u64::from(height)]
    }

    /// A volume as files hold it. Graphics cards hardly know three channels: there, a fourth one is 1.
    pub fn texture(&self, piece: &Piece, map: &MapPlan) -> Texture {
        let channels = map.stored_channels() as u8;
        let opaque = channels == 3 && matches!(self.layout, LayoutArg::Ktx2 | LayoutArg::Dds);
        // Grey with alpha is no pair of numbers to those who open a picture.
        let pair = channels == 2 && self.layout.container().is_none();
        Texture {
            size: piece.size,
            channels: if opaque || pair { channels + 1 } else { channels },
            sample: map.depth.into(),
            colour: map.kind == Kind::Colour,
            srgb: map.is_srgb(),
            opaque,
            mips: piece.mips,
        }
    }

    /// Bytes of all files of a job: of textures all, of pictures what is left of them at best.
    pub fn bytes(&self, job: &Job) -> u64 {
        let all = job.pieces.iter().flat_map(|piece| piece.maps.iter().map(|map| self.texture(piece, map).bytes()));
        all.sum::<u64>() / if self.layout.container().is_some() { 1 } else { 8 }
    }

    /// Bytes that smaller levels hold at once: a slice of double precision, its mean and the sums of the next ones.
    pub fn memory(&self, piece: &Piece) -> u64 {
        let [width, height, _] = piece.size.map(u64::from);
        let of_map = |map: &MapPlan| width * height * u64::from(self.texture(piece, map).channels) * 8 * 3;
        if piece.mips { piece.maps.iter().map(of_map).sum() } else { 0 }
    }

    /// Names of all files of these jobs.
    ///
    /// # Errors
    /// Names that not every system takes, or that are there twice, or that are there although none may be replaced.
    pub fn files(&self, jobs: &[Job]) -> Result<Vec<Files>, Failed> {
        let preset = |job: &Job| job.material.preset().name.clone();
        let axes = Axes {
            name: jobs.iter().any(|job| preset(job) != preset(&jobs[0])),
            variant: jobs.iter().any(|job| job.material.preset().variant.is_some()),
            map: jobs.iter().any(|job| job.pieces.iter().map(|piece| piece.maps.len()).sum::<usize>() > 1),
            slice: self.layout == LayoutArg::Slices,
            ..Axes::default()
        };
        let wrong = |e| Failed::wrong(format!("--name: {e}"));
        let template = self.template.clone().with_axes(&axes).map_err(wrong)?;
        let side = self.template.clone().with_axes(&Axes { slice: false, ..axes }).map_err(wrong)?;
        let files = jobs.iter().map(|job| self.files_of(job, &template, &side)).collect::<Result<Vec<_>, _>>()?;
        let named = jobs.iter().zip(&files).flat_map(|(job, files)| files.all().map(|file| (job.label.as_str(), file)));
        check_names(&named.collect::<Vec<_>>(), jobs.iter().map(|job| &job.material), self.args.no_clobber)?;
        Ok(files)
    }

    fn files_of(&self, job: &Job, template: &Template, side: &Template) -> Result<Files, Failed> {
        // Names in the folder where one is are shown without it.
        let folder = if self.args.out == Path::new(".") { Path::new("") } else { &self.args.out };
        let preset = job.material.preset();
        let wrong = |e: String| Failed::wrong(format!("{}: {e}", job.label));
        let names = Names {
            name: &preset.name,
            variant: preset.variant.as_deref().unwrap_or_default(),
            seed: preset.seed,
            size: [0; 2],
            map: "",
            colorspace: "",
            slice: None,
        };
        let mut volumes = Vec::new();
        for (piece, map) in job.pieces.iter().flat_map(|piece| piece.maps.iter().map(move |map| (piece, map))) {
            let [width, height, depth] = piece.size;
            let names = Names { map: &map.name, colorspace: colorspace(map), size: [width, height], ..names };
            let picture = |slice| -> Result<PathBuf, Failed> {
                let container = if map.format == crate::maps::Format::Png { Container::Png } else { Container::Exr };
                Ok(folder.join(template.file_name(&Names { slice, ..names }, container).map_err(wrong)?))
            };
            volumes.push(match (self.layout, self.layout.container()) {
                // Four digits, as sequences of pictures have.
                (LayoutArg::Slices, _) => {
                    (0..depth).map(|slice| picture(Some((slice, depth.max(10_000))))).collect::<Result<_, _>>()?
                }
                (_, Some(container)) => {
                    let stem = template.fill(&names).map_err(wrong)?;
                    vec![folder.join(format!("{stem}.{}", container.extension()))]
                }
                _ => vec![picture(None)?],
            });
        }
        // The material has a side file of its own.
        let stem = side.fill(&Names { map: "volumes", ..names }).map_err(wrong)?;
        Ok(Files { volumes, side: folder.join(format!("{stem}.json")) })
    }

    /// What is worth a word about sizes.
    pub fn warnings(&self, job: &Job) -> Vec<String> {
        let mut told = Vec::new();
        for piece in &job.pieces {
            let [w, h, d] = piece.size;
            let longest = w.max(h).max(d);
            if let Ok(fits) = job.material.voxels(VolumeSize::Longest(longest))
                && (0..3).any(|i| fits[i].abs_diff(piece.size[i]) > 1)
            {
                let ([x, y, z], [a, b, c]) = (job.material.preset().tile, fits);
                told.push(format!(
                    "{w} x {h} x {d} voxels do not fit a tile of {x} x {y} x {z} m: voxels are stretched, the pattern is \
                     not moved; {a} x {b} x {c} fits"
                ));
            }
            if longest > LONGEST_DDS_EDGE && self.layout == LayoutArg::Ktx2 {
                told.push(format!(
                    "many graphics cards take volumes of at most {LONGEST_DDS_EDGE} voxels along an edge"
                ));
            }
            let [width, height] = self.atlas_size(piece);
            if self.layout == LayoutArg::Atlas && width.max(height) > u64::from(LONGEST_PICTURE) {
                told.push(format!("graphics cards take pictures of at most {LONGEST_PICTURE} pixels along an edge"));
            }
        }
        told
    }

    /// Refuses what a layout can't hold.
    fn check(&self, piece: &Piece) -> Result<(), String> {
        let [w, h, d] = piece.size;
        if self.layout == LayoutArg::Dds && w.max(h).max(d) > LONGEST_DDS_EDGE {
            return Err(format!(
                "{w} x {h} x {d} voxels are no DDS texture: Direct3D takes at most {LONGEST_DDS_EDGE} along an edge; \
                 take a smaller --size or --layout ktx2"
            ));
        }
        if self.layout == LayoutArg::Atlas {
            let [columns, rows] = self.shape(piece);
            if u64::from(columns) * u64::from(rows) != u64::from(d) {
                let [a, b] = most_square(d);
                return Err(format!(
                    "an atlas of {columns} x {rows} has {} places for {d} slices; {a} x {b} fits",
                    u64::from(columns) * u64::from(rows)
                ));
            }
            let [width, height] = self.atlas_size(piece);
            if width.max(height) > u64::from(LONGEST_EDGE) {
                return Err(format!(
                    "an atlas of {width} x {height} pixels can't be baked: an edge has at most {LONGEST_EDGE} pixels"
                ));
            }
        }
        for map in &piece.maps {
            if map.is_srgb() && map.depth == Depth::Sixteen && matches!(self.layout, LayoutArg::Ktx2 | LayoutArg::Dds) {
                return Err(format!(
                    "`{}` is a colour: textures of 16 bits are never sRGB; take --depth 8, half or float",
                    map.name
                ));
            }
            if piece.mips && matches!(map.kind, Kind::Normal { .. }) {
                return Err(format!("`{}` has no smaller levels here: means of normals are no normals", map.name));
            }
        }
        Ok(())
    }
}

/// Columns and rows for so many slices: as many columns as rows, or more.
fn most_square(depth: u32) -> [u32; 2] {
    let rows = (1..=depth.isqrt()).rev().find(|rows| depth.is_multiple_of(*rows)).unwrap_or(1);
    [depth / rows, rows]
}

impl Job {
    /// Reads and checks one preset.
    ///
    /// # Errors
    /// All that is wrong with it, or with what is wanted of it.
    pub fn new(input: &Input, text: &Text, plan: &Plan) -> Result<Self, Failed> {
        let args = plan.args;
        let material = text.material(&args.change.settings(input))?;
        let label = input.typed.clone();
        let wrong = |message: String| {
            Failed::wrong(if message.starts_with("error") { message } else { format!("{label}: {message}") })
        };
        let preset = material.preset();
        let (volumes, maps): (Vec<_>, Vec<_>) =
            args.maps.iter().cloned().partition(|name| preset.volumes.iter().any(|volume| volume.name == *name));
        let whole = args.maps.is_empty() && args.node.is_empty();
        if whole && preset.volumes.is_empty() {
            return Err(wrong(lesson(&material)));
        }
        let typed = args.size.map(|size| size.0);
        let usual = VolumeSize::Longest(USUAL_VOLUME_EDGE);
        let mut pieces = Vec::new();
        for volume in preset.volumes.iter().filter(|volume| whole || volumes.contains(&volume.name)) {
            let want = Want { volume: Some(volume.name.clone()), ..plan.want.clone() };
            let mips = args.mips || (volume.mips && matches!(plan.layout, LayoutArg::Ktx2 | LayoutArg::Dds));
            let size = typed.or(volume.size).unwrap_or(usual);
            pieces.push(Piece::new(&material, size, want, mips).map_err(wrong)?);
        }
        if !maps.is_empty() || !args.node.is_empty() {
            let maps = args.node.is_empty().then_some(maps);
            let want = Want { maps: maps.clone(), nodes: args.node.clone(), ..plan.want.clone() };
            let piece = Piece::new(&material, typed.unwrap_or(usual), want, args.mips).map_err(wrong)?;
            piece.has_all(&maps.unwrap_or_default()).map_err(wrong)?;
            pieces.push(piece);
        }
        pieces.iter().try_for_each(|piece| plan.check(piece)).map_err(wrong)?;
        Ok(Self { label, material, pieces })
    }

    /// All bakes; grids are computed here.
    ///
    /// # Errors
    /// Mistakes that show only when grids are computed.
    pub fn bakes(&self, engine: &Engine) -> Result<Vec<Bake>, Failed> {
        let bake = |piece: &Piece| Bake::new(&self.material, &piece.request, engine).map_err(Failed::wrong);
        self.pieces.iter().map(bake).collect()
    }

    /// What was noticed while the preset was read.
    pub fn warnings(&self, colour: bool) -> String {
        let preset = self.material.preset();
        Problems::new(preset.source.clone(), self.material.warnings().to_vec()).render(colour)
    }
}

impl Piece {
    fn new(material: &Material, size: VolumeSize, want: Want, mips: bool) -> Result<Self, String> {
        let size = material.voxels(size)?;
        let [width, height, depth] = size;
        let request = Request { want, slice: Some([0, depth]), ..Request::new([width, height]) };
        let samples = f64::from(material.preset().samples);
        let fine = [f64::from(width) * samples, f64::from(height) * samples, f64::from(depth)];
        let maps = material.maps(fine, &request.want)?;
        Ok(Self { request, maps, mips, size })
    }

    /// Refuses to leave out a map that was asked for: the occlusion of a height is made over a grid.
    fn has_all(&self, wanted: &[String]) -> Result<(), String> {
        let is_there = |name: &&String| self.maps.iter().any(|map| map.name == **name);
        let (there, flat): (Vec<&String>, Vec<&String>) = wanted.iter().partition(is_there);
        let Some(name) = flat.first() else { return Ok(()) };
        let message = format!("`{name}` is made over a grid, for flat pictures only: no volume can be made of it");
        let rest = there.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(",");
        Err(if rest.is_empty() { message } else { format!("{message}; take --maps {rest}") })
    }
}

/// What to say where nothing says which volumes there are.
fn lesson(material: &Material) -> String {
    let preset = material.preset();
    let node = preset.nodes.first().map_or("cloud", |node| node.name.as_str());
    let mut text = format!(
        "this preset has no volumes; write some into it, each channel a formula:\n\n    [volumes]\n    smoke = {{ size = 64, \
         channels = {{ r = \"{node}\" }} }}\n\nor take maps of the material, or nodes, as volumes: --node {node}"
    );
    if let Some(map) = preset.map_names().first() {
        text += &format!(", or --maps {map}");
    }
    text
}

/// The type of a sample of this depth.
impl From<Depth> for Sample {
    fn from(depth: Depth) -> Self {
        match depth {
            Depth::Eight => Sample::U8,
            Depth::Sixteen => Sample::U16,
            Depth::Half => Sample::Half,
            Depth::Float => Sample::Float,
        }
    }
}

impl LayoutArg {
    /// The file that holds a whole volume; `None` where pictures do.
    pub fn container(self) -> Option<VolumeContainer> {
        match self {
            LayoutArg::Ktx2 => Some(VolumeContainer::Ktx2),
            LayoutArg::Dds => Some(VolumeContainer::Dds),
            LayoutArg::Npy => Some(VolumeContainer::Npy),
            LayoutArg::Slices | LayoutArg::Atlas => None,
        }
    }
}
