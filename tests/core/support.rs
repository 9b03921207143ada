//! What all suites share: the keys that node types need, small presets, pictures in memory.

use bakestone::eval::{Engine, Raster, Window};
use bakestone::machine::{Level, level_names};
use bakestone::maps::Format;
use bakestone::program::{Program, Value};
use bakestone::{Bake, Image, Material, Offset, Region, Request, Samples, Settings, Source, Want, nodes, presets};
use std::sync::OnceLock;

/// For each node type the keys to test it with, each a node of its own. Flat ones have no 3D form.
struct Kind {
    name: &'static str,
    keys: &'static [&'static str],
    flat: bool,
}

const fn kind(name: &'static str, keys: &'static [&'static str]) -> Kind {
    Kind { name, keys, flat: false }
}

const KINDS: &[Kind] = &[
    kind(
        "perlin",
        &["period = 4", "period = [3, 7, 2]", "hash = 'perlin2002', period = 5", "period = 3, per = 'cells.id'"],
    ),
    kind("value", &["period = 4", "period = [1, 6, 2], out = 'vector'"]),
    kind(
        "worley",
        &[
            "period = 4",
            "period = [2, 9, 4], value = 'f1', metric = 'manhattan'",
            "period = 5, value = 'f2', metric = 'manhattan', jitter = 0.7",
            "period = 3, value = 'f2_f1', metric = 'chebyshev'",
            "period = 4, value = 'edge'",
        ],
    ),
    kind(
        "fbm",
        &[
            "period = 3, octaves = 5",
            "basis = 'worley', period = 2, octaves = 3.5, lacunarity = [2.1, 1.7, 2.6]",
            "basis = 'cells', octaves = 2, out = 'signed'",
            "basis = 'stripes', octaves = 3",
        ],
    ),
    kind("turbulence", &["period = 3, octaves = 4"]),
    kind("billow", &["period = 3, octaves = 4, gain = 0.7"]),
    kind("ridged", &["basis = 'value', period = 3, octaves = 4"]),
    kind(
        "wave",
        &[
            "frequency = [3, 2, 1]",
            "frequency = [1, -4, 2], shape = 'triangle', phase = '2 * base'",
            "frequency = [2, 1, 0], shape = 'saw'",
        ],
    ),
    kind(
        "bricks",
        &[
            "period = [3, 10]",
            "period = [6, 4], bond = 'flemish', round = 0.02, joint = '0.02 + 0.02 * base'",
            "period = [3, 4], bond = 'english', bevel = 0.04, profile = 'round'",
            "period = 3, bond = 'herringbone', round = 0.03, bevel = 0.05, profile = 'straight'",
        ],
    ),
    kind(
        "tiles",
        &[
            "period = [3, 5], bevel = 0.1",
            "shape = 'hex', period = 3, bevel = 0.08, round = '0.02 * base', joint = 0.02",
            "shape = 'penny', period = 4, along = 'y', bevel = 0.1, profile = 'round'",
            "shape = 'fish_scale', period = 3, bevel = 0.1",
        ],
    ),
    kind("planks", &["period = [2, 5], bevel = 0.03", "along = 'y', period = [3, 4], vary = 0.9, round = 0.02"]),
    kind("cobbles", &["period = 4, bevel = 0.05", "period = [3, 4], jitter = 1, radius = '0.1 + 0.1 * base'"]),
    kind(
        "weave",
        &["period = 6", "weave = 'twill', period = [8, 4], joint = 0.02", "weave = 'satin', period = 5, joint = 0.01"],
    ),
    kind("rings", &["spacing = 0.08", "period = [2, 1], spacing = 0.1, phase = '2 * base', late = 0.5"]),
    kind("checker", &["period = 4, soft = 0.05", "period = [2, 6]"]),
    kind("bands", &["widths = [1, 2, 0.5], bevel = 0.04", "repeat = 3, along = 'y', joint = 0.03"]),
    kind(
        "gradient",
        &[
            "phase = 0.2",
            "axis = 'y', period = 3, shape = 'smooth', phase = 'base'",
            "shape = 'saw', phase = '0.5 * base'",
        ],
    ),
    kind(
        "scatter",
        &[
            "period = 5",
            "period = [3, 4], shape = 'line', ratio = 0.2, size = [0.2, 0.5], layers = 3, density = 0.6, overlap = 'order'",
            "period = 4, shape = 'chip', bevel = 0.8, density = 'base + 0.3', scale = '0.5 + base', turn = 'base'",
            "period = 3, shape = 'ring', ratio = 0.4, size = 0.3, overlap = 'add', profile = 'smooth'",
            "period = 3, layers = 1, stamp = 'base', shape = 'leaf', ratio = 0.8, profile = 'straight', bevel = 1, grid = 32",
        ],
    ),
    kind("constant", &["value = 0.3", "value = '#c08040'"]),
    kind("formula", &["value = 'base ^ 2 + sin(3 * base) * cells.f1'", "value = \"mix('#204060', '#fff', base)\""]),
    kind("warp", &["of = 'base', by = 'drift', amount = 0.08", "of = 'cells', by = 'base', amount = '0.1 * base'"]),
    kind("offset", &["of = 'base', by = [0.3, -0.111, 0.2]"]),
    kind("shift", &["of = 'base * cells.f1', x = '0.05 * base', y = 0.02, z = 0.1"]),
    kind(
        "ramp",
        &[
            "of = 'base', stops = [[0, '#102030'], [0.5, '#c0a080'], [1, '#ffffff']]",
            "of = 'base', stops = [[0, '#0000ff'], [1, '#ffff00']], space = 'oklab'",
            "of = 'base', stops = [[0, 0], [0.4, 2], [1, 1]]",
        ],
    ),
    kind(
        "palette",
        &[
            "of = 'cells.id', colours = ['#800000', '#008000', '#000080']",
            "of = 'base', colours = ['#800000', '#008000', '#000080']",
            "of = 'cells.id', colours = ['#800000', '#008000', '#000080'], weights = [1, 5, 0.5]",
        ],
    ),
    kind("curve", &["of = 'base', points = [[0, 0], [0.4, 0.7], [1, 1]]"]),
    kind("levels", &["of = 'base', low = 0.2, high = 0.8, gamma = 1.8"]),
    kind("terrace", &["of = 'base', smooth = 0.6"]),
    kind("slope", &["of = '0.05 * base'"]),
    kind("soften", &["of = 'base', radius = 0.05", "of = 'cells * stripes', radius = 0.2"]),
    kind("normal_of", &["of = '0.05 * base', strength = '1 + base'"]),
    kind("histogram", &["of = 'base'", "of = 'base', mode = 'scan', position = 'stripes', contrast = 0.2, grid = 64"]),
    Kind { name: "blur", keys: &["of = 'base', grid = 64, radius = 0.1"], flat: true },
    Kind { name: "distance", keys: &["of = 'base', grid = 64, radius = 0.2"], flat: true },
    kind("curvature", &["of = '0.05 * base', radius = 0.02"]),
    Kind {
        name: "flow",
        keys: &[
            "of = '0.3 * base', grid = 64",
            "of = '0.2 * base', grid = 64, tilt = 1.5, fade = 0.3",
            "of = '0.2 * base', grid = 64, hollows = 'end', focus = 1",
        ],
        flat: true,
    },
    Kind {
        name: "erosion",
        keys: &["of = '0.3 * base', grid = 64", "of = '0.3 * base', grid = 64, strength = 0, talus = 0.4, steps = 1"],
        flat: true,
    },
    Kind { name: "occlusion", keys: &["of = '0.05 * base', grid = 64, radius = 0.1"], flat: true },
];

/// A node type with some keys, in 2D or 3D.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub kind: &'static str,
    pub keys: &'static str,
    pub dimensions: u32,
    /// Its place among the cases of its type, for names.
    pub number: usize,
}

/// Every registered node type with each of its keys, in 2D and 3D. Fails where a type has no entry above.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for node in nodes::registry() {
        let kind = KINDS.iter().find(|k| k.name == node.name);
        let kind =
            kind.unwrap_or_else(|| panic!("tests/core/support.rs has no keys for the node type `{}`", node.name));
        for (number, keys) in kind.keys.iter().enumerate() {
            for dimensions in if kind.flat { 2..=2 } else { 2..=3 } {
                cases.push(Case { kind: kind.name, keys, dimensions, number });
            }
        }
    }
    assert!(KINDS.iter().all(|k| nodes::find(k.name).is_some()), "keys for a type that is not registered");
    cases
}

impl Case {
    /// A preset with the node `tested`, and `base`, `drift` (a vector), `cells` and `stripes` to be read by it.
    pub fn text(&self) -> String {
        self.text_with("1")
    }
    pub fn text_with(&self, seed: &str) -> String {
        let comma = if self.keys.is_empty() { "" } else { ", " };
        format!(
            "edition = 1\nseed = {seed}\ndimensions = {}\ntile = [1, 1, 1]\n[nodes]\n\
             base = {{ type = 'perlin', period = 3 }}\n\
             drift = {{ type = 'fbm', period = 2, octaves = 2, out = 'vector' }}\n\
             cells = {{ type = 'worley', period = 4 }}\n\
             stripes = {{ type = 'wave', frequency = [2, 1, 1] }}\n\
             tested = {{ type = '{}'{comma}{} }}\n[maps]\nroughness = 0.5\n",
            self.dimensions, self.kind, self.keys
        )
    }
    /// The names of the node and of its further outputs.
    pub fn outputs(&self) -> Vec<String> {
        let material = material(&self.text());
        let node = material.preset().nodes.iter().find(|n| n.name == "tested").unwrap();
        let further = node.body.outputs().iter().map(|o| format!("tested.{}", o.name));
        std::iter::once("tested".to_string()).chain(further).collect()
    }
    /// For messages.
    pub fn name(&self) -> String {
        format!("{}D {} {{ {} }}", self.dimensions, self.kind, self.keys)
    }
}

/// P0 of the catalogue of cases, with one piece of its node's line replaced.
pub fn p0(node: &str, more: &str) -> String {
    format!(
        "edition = 1\nname = 'p0'\nseed = 1\nsize = 256\n{more}\n[nodes]\nbase = {{ {node} }}\n[maps]\nheight = 'base'\n"
    )
}

/// The node of P0.
pub const P0_NODE: &str = "type = 'fbm', basis = 'perlin', period = 4, octaves = 5, lacunarity = 2.0, gain = 0.5";

/// A preset that must be right.
pub fn material(text: &str) -> Material {
    material_with(text, &Settings::default())
}
pub fn material_with(text: &str, settings: &Settings) -> Material {
    match Material::read(Source::new("test.toml", text), settings) {
        Ok(material) => material,
        Err(problems) => panic!("{}\n{text}", problems.render(false)),
    }
}
pub fn seeded(text: &str, seed: u64) -> Material {
    material_with(text, &Settings { seed: Some(seed), ..Settings::default() })
}

/// What a wrong preset is told.
pub fn refused(text: &str) -> String {
    match Material::read(Source::new("test.toml", text), &Settings::default()) {
        Ok(_) => panic!("this preset was not refused:\n{text}"),
        Err(problems) => problems.render(false),
    }
}

/// Presets for what depends on the request more than on the preset, of all kinds: flat and solid, with grids and without.
pub const FEW: [&str; 4] = ["brick", "linen", "marble", "turbulence"];

/// All presets that come with the program.
pub fn built_in() -> Vec<(&'static str, Material)> {
    presets::ALL.iter().map(|(name, text)| (*name, material(text))).collect()
}

/// The SIMD levels of this machine.
pub fn levels() -> Vec<(&'static str, Level)> {
    level_names().into_iter().filter(|l| l.0 != "auto").filter_map(|(name, level)| Some((name, level?))).collect()
}

/// The program of a node, without octave cut-off.
pub fn program(material: &Material, node: &str) -> Program {
    program_of(material, node).1
}
pub fn program_of(material: &Material, node: &str) -> (Value, Program) {
    let (name, output) = node.split_once('.').unwrap_or((node, ""));
    material.node(name, output, None, &Engine::default()).unwrap()
}

/// All outputs of a program on a whole picture; 3D ones at slice 0 of 1, which lies in the middle.
pub fn planes(engine: &Engine, program: &Program, width: u32, height: u32) -> Vec<Vec<f32>> {
    let window = Window { x: 0, y: 0, z: 0, width: width as usize, height: height as usize };
    engine.window(program, &Raster::new(width, height), window)
}
/// The first output on a whole picture.
pub fn plane(program: &Program, width: u32, height: u32) -> Vec<f32> {
    Engine::default().grid(program, width as usize, height as usize, 1)
}
/// A node as f32, without octave cut-off.
pub fn picture(material: &Material, node: &str, width: u32, height: u32) -> Vec<f32> {
    plane(&program(material, node), width, height)
}

/// The values of all channels at one place of the tile, in 2^-32 tiles, without octave cut-off.
pub fn at_place(engine: &Engine, program: &Program, place: [u32; 3]) -> Vec<f32> {
    // The only sample of a 1 x 1 picture lies in the middle.
    let shift = place.map(|p| p.wrapping_sub(1 << 31));
    let raster = Raster { size: [1; 3], origin: [0; 3], shift };
    let window = Window { x: 0, y: 0, z: 0, width: 1, height: 1 };
    engine.window(program, &raster, window).into_iter().map(|plane| plane[0]).collect()
}

pub fn bits(plane: &[f32]) -> Vec<u32> {
    plane.iter().map(|v| v.to_bits()).collect()
}

/// A request for the node `tested` as floats.
pub fn tested(size: [u32; 2]) -> Request {
    let want = Want { nodes: vec!["tested".into()], format: Some(Format::Exr), ..Want::default() };
    Request { want, ..Request::new(size) }
}
/// A request for all maps as floats.
pub fn floats(size: [u32; 2]) -> Request {
    Request { want: Want { format: Some(Format::Exr), ..Want::default() }, ..Request::new(size) }
}
pub fn bake(material: &Material, request: &Request) -> Vec<Image> {
    bake_on(material, request, &Engine::default())
}
pub fn bake_on(material: &Material, request: &Request, engine: &Engine) -> Vec<Image> {
    Bake::new(material, request, engine).unwrap().images()
}
/// The samples of a picture of floats.
pub fn values(image: &Image) -> &[f32] {
    match &image.samples {
        Samples::Float(v) => v,
        other => panic!("{} holds {other:?}", image.map.name),
    }
}
/// The only map of this name.
pub fn map<'i>(images: &'i [Image], name: &str) -> &'i Image {
    images.iter().find(|i| i.map.name == name).unwrap_or_else(|| panic!("there is no map {name}"))
}
/// One channel of a picture of floats.
pub fn channel(image: &Image, c: usize) -> Vec<f32> {
    values(image).iter().skip(c).step_by(image.map.stored_channels()).copied().collect()
}

/// The samples of a rectangle of a picture that wraps.
pub fn cut(image: &Image, region: Region) -> Samples {
    let channels = image.map.stored_channels();
    let (w, h) = (image.width as usize, image.height as usize);
    let mut at = Vec::new();
    for y in 0..region.height as usize {
        for x in 0..region.width as usize {
            let (x, y) = ((region.x as usize + x) % w, (region.y as usize + y) % h);
            at.extend((0..channels).map(|c| (y * w + x) * channels + c));
        }
    }
    match &image.samples {
        Samples::U8(v) => Samples::U8(at.iter().map(|i| v[*i]).collect()),
        Samples::U16(v) => Samples::U16(at.iter().map(|i| v[*i]).collect()),
        Samples::Float(v) => Samples::Float(at.iter().map(|i| v[*i]).collect()),
    }
}
/// The picture that starts `by` pixels further.
pub fn rolled(image: &Image, by: [i64; 2]) -> Samples {
    let x = by[0].rem_euclid(i64::from(image.width)) as u32;
    let y = by[1].rem_euclid(i64::from(image.height)) as u32;
    cut(image, Region { x, y, width: image.width, height: image.height })
}
pub fn offset(request: &Request, by: [i64; 2]) -> Request {
    Request { offset: Offset::Pixels(by), ..request.clone() }
}

/// Runs with this many threads.
pub fn with_threads<R: Send>(threads: usize, go: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(go)
}

/// Words that look random, the same in every run.
pub struct Words(pub u64);
impl Words {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = ((self.0 >> 18) ^ self.0) >> 27;
        (x as u32).rotate_right((self.0 >> 59) as u32)
    }
    pub fn place(&mut self) -> [u32; 3] {
        [self.next(), self.next(), self.next()]
    }
    /// 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.next()) / 4_294_967_296.0
    }
}

pub fn mean(v: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for v in v {
        sum += v;
        n += 1.0;
    }
    sum / n
}
pub fn wide(v: &[f32]) -> impl Iterator<Item = f64> + '_ {
    v.iter().map(|v| f64::from(*v))
}
/// Pearson's r.
pub fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let (ma, mb) = (mean(wide(a)), mean(wide(b)));
    let product = |x: &[f32], mx: f64, y: &[f32], my: f64| {
        x.iter().zip(y).map(|(x, y)| (f64::from(*x) - mx) * (f64::from(*y) - my)).sum::<f64>()
    };
    product(a, ma, b, mb) / (product(a, ma, a, ma) * product(b, mb, b, mb)).sqrt()
}
/// The mean of each block of `n` x `n` pixels.
pub fn boxed(plane: &[f32], width: usize, n: usize) -> Vec<f32> {
    let small = width / n;
    let height = plane.len() / width / n;
    let mut out = vec![0f64; small * height];
    for (i, v) in plane.iter().enumerate() {
        out[(i / width / n) * small + i % width / n] += f64::from(*v);
    }
    out.into_iter().map(|v| (v / (n * n) as f64) as f32).collect()
}

/// Facts that others published; where from stands in the file.
pub fn published() -> &'static toml::Table {
    static TABLE: OnceLock<toml::Table> = OnceLock::new();
    TABLE.get_or_init(|| include_str!("../vectors.toml").parse().unwrap())
}
