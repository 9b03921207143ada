//! Every built-in preset over five seeds and both ends of each of its numbers: what makes a material plausible, seamless and
//! its own.
//!
//! All that is wrong is told at once. `cargo test --test core materials -- --nocapture` also prints what was measured.

use crate::gallery::page::GROUPS;
use crate::spectrum::{likeness, octaves};
use crate::support::*;
use bakestone::maps::{Counts, Kind};
use bakestone::preset::ParamKind;
use bakestone::{Bake, Engine, Image, Material, Settings, Size, presets};

/// Pixels of the shorter edge.
const EDGE: u32 = 128;
const SEEDS: u64 = 5;

/// One bake and what is known about it.
struct Baked {
    label: String,
    group: String,
    images: Vec<Image>,
}

fn baked(label: String, material: &Material, size: Size) -> Baked {
    let request = floats(material.pixels(Some(size)).unwrap());
    let bake = Bake::new(material, &request, &Engine::default()).unwrap_or_else(|e| panic!("{label}: {e}"));
    let (images, _): (_, Vec<Counts>) = bake.pictures(&Default::default(), &|_| ()).unwrap();
    Baked { label, group: material.preset().tags.first().cloned().unwrap_or_default(), images }
}

/// A preset with its own seed and others, and with each number at its ends.
fn changes(preset: &Material) -> Vec<(String, Settings)> {
    let mut all: Vec<_> = (1..=SEEDS)
        .map(|seed| (format!("seed {seed}"), Settings { seed: Some(seed), ..Settings::default() }))
        .collect();
    for param in &preset.preset().params.list {
        let ends = match &param.kind {
            ParamKind::Number { min, max } => [min.to_string(), max.to_string()],
            ParamKind::Int { min, max } => [min.to_string(), max.to_string()],
            _ => continue,
        };
        for end in ends {
            let set = vec![(param.name.clone(), end.clone())];
            all.push((format!("{} = {end}", param.name), Settings { set, ..Settings::default() }));
        }
    }
    all
}

impl Baked {
    fn map(&self, name: &str) -> Option<&Image> {
        self.images.iter().find(|image| image.map.name == name)
    }

    /// Linear colours.
    fn colours(&self) -> Vec<[f32; 3]> {
        self.map("basecolor").map_or(Vec::new(), |image| values(image).as_chunks::<3>().0.to_vec())
    }

    fn data(&self, name: &str) -> Vec<f32> {
        self.map(name).map_or(Vec::new(), |image| values(image).to_vec())
    }
}

fn luma([r, g, b]: [f32; 3]) -> f64 {
    f64::from(0.2126 * r + 0.7152 * g + 0.0722 * b)
}

/// The sRGB code of a linear value.
fn code(v: f64) -> f64 {
    255.0 * if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.max(0.0).powf(1.0 / 2.4) - 0.055 }
}

/// What is wrong with one bake.
fn faults(baked: &Baked) -> Vec<String> {
    let mut faults = Vec::new();
    for image in &baked.images {
        let name = &image.map.name;
        let broken = values(image).iter().filter(|v| !v.is_finite()).count();
        if broken > 0 {
            faults.push(format!("{name} has {broken} samples that are no numbers"));
        }
        if let Some(seam) = seam(image) {
            faults.push(format!("{name} has a seam: {seam}"));
        }
        if let Kind::Height { span: [lo, hi] } = image.map.kind {
            let outside = values(image).iter().filter(|v| f64::from(**v) < lo || f64::from(**v) > hi).count();
            let share = outside as f64 / values(image).len() as f64;
            if share >= 0.005 {
                faults.push(format!("{:.1} % of the height lie outside of its span {lo} .. {hi}", 100.0 * share));
            }
        }
    }
    faults.extend(albedo(baked));
    faults.extend(roughness(baked));
    faults
}

/// Dielectrics between charcoal and fresh snow, metals as bright as metals are.
fn albedo(baked: &Baked) -> Vec<String> {
    let mut faults = Vec::new();
    let (colours, metallic) = (baked.colours(), baked.data("metallic"));
    let is_metal = |i: usize| metallic.get(i).is_some_and(|m| *m > 0.5);
    let of = |metal: bool| -> Vec<[f32; 3]> {
        (0..colours.len()).filter(|i| is_metal(*i) == metal).map(|i| colours[i]).collect()
    };
    let (body, metal) = (of(false), of(true));
    // A few pixels of the other kind are edges between both.
    if body.len() * 20 > colours.len() {
        let mean = code(mean(body.iter().map(|c| luma(*c))));
        if !(30.0..=240.0).contains(&mean) {
            faults.push(format!("the mean albedo is {mean:.0} in sRGB, not 30 .. 240"));
        }
    }
    if metal.len() * 20 > colours.len() {
        // Where it is bare: grease, tarnish and rust make the rest darker.
        let mut all: Vec<f32> = metal.iter().map(|c| c[0].max(c[1]).max(c[2])).collect();
        all.sort_by(f32::total_cmp);
        let bare = all[all.len() * 9 / 10];
        if bare < 0.45 {
            faults.push(format!("its bare metal reflects {bare:.2} straight on; no common one is below 0.5"));
        }
    }
    faults
}

fn roughness(baked: &Baked) -> Vec<String> {
    let mut faults = Vec::new();
    let roughness = baked.data("roughness");
    let outside = roughness.iter().filter(|v| !(0.0..=1.0).contains(*v)).count();
    if outside > 0 {
        faults.push(format!("{outside} samples of the roughness lie outside of 0 .. 1"));
    }
    let mean_value = mean(wide(&roughness));
    let spread = mean(wide(&roughness).map(|v| (v - mean_value).powi(2))).sqrt();
    // Still water and clouds are the same everywhere.
    if !["liquid", "sky"].contains(&baked.group.as_str()) && (roughness.is_empty() || spread < 0.003) {
        faults.push(format!("its roughness tells nothing: it varies by {spread:.4}"));
    }
    faults
}

/// Where the mean step across a border is much greater than that between any two neighbouring columns or rows inside. Joints of
/// boards and courses may well lie on the border; that pictures roll to the last bit is tested elsewhere.
fn seam(image: &Image) -> Option<String> {
    let (w, h, n) = (image.width as usize, image.height as usize, image.map.stored_channels());
    let v = values(image);
    let step = |a: [usize; 2], b: [usize; 2]| -> f64 {
        let [a, b] = [a, b].map(|[x, y]| (y % h * w + x % w) * n);
        (0..n).map(|c| f64::from((v[a + c] - v[b + c]).abs())).sum()
    };
    let column = |x: usize| mean((0..h).map(|y| step([x, y], [x + 1, y])));
    let row = |y: usize| mean((0..w).map(|x| step([x, y], [x, y + 1])));
    let check = |name: &str, border: f64, inside: f64| {
        (border > 2.0 * inside + 1e-6)
            .then(|| format!("{border:.5} across the {name} border, at most {inside:.5} inside"))
    };
    let most = |all: &mut dyn Iterator<Item = f64>| all.fold(0.0, f64::max);
    check("right", column(w - 1), most(&mut (0..w - 1).map(column)))
        .or_else(|| check("lower", row(h - 1), most(&mut (0..h - 1).map(row))))
}

#[test]
fn presets_hold_over_seeds_and_parameters() {
    let mut faults_of_all = Vec::new();
    for (name, preset) in built_in() {
        for (change, settings) in changes(&preset) {
            let text = &preset.preset().source.text;
            let material = material_with(text, &settings);
            let baked = baked(format!("{name}, {change}"), &material, Size::Longer(EDGE));
            faults_of_all.extend(faults(&baked).into_iter().map(|fault| format!("{}: {fault}", baked.label)));
        }
    }
    assert!(faults_of_all.is_empty(), "\n{}", faults_of_all.join("\n"));
}

/// What is laid, woven, brushed or built repeats by its nature.
fn repeats(tags: &[String]) -> bool {
    let has = |tag: &str| tags.iter().any(|t| t == tag);
    has("masonry") || has("fabric") || has("brushed") || (has("wood") && has("floor"))
}

/// Brightness as it is seen, `n` x `n` pixels.
fn brightness(name: &str, material: &Material, n: u32) -> Vec<f64> {
    let baked = baked(name.into(), material, Size::Exact(n, n));
    baked.colours().into_iter().map(|colour| code(luma(colour))).collect()
}

#[test]
fn nothing_repeats_inside_a_tile() {
    let n = 256;
    let mut faults = Vec::new();
    for (name, material) in built_in() {
        let picture = brightness(name, &material, n as u32);
        if picture.is_empty() || repeats(&material.preset().tags) {
            continue;
        }
        let (most, [x, y]) = likeness(&picture, n, n as f64 / 16.0);
        println!("{name}: like itself by {most:.2} when moved by {x}, {y}");
        if most > 0.4 {
            faults.push(format!("{name} is like itself by {most:.2} when moved by {x}, {y} of {n} pixels"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What a picture is known by: its energy by octaves, and how its colours are spread.
struct Portrait {
    name: &'static str,
    octaves: Vec<f64>,
    colours: Vec<f64>,
}

/// Half the sum of differences of two distributions: 0 the same .. 1 nothing in common.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

#[test]
fn any_two_presets_differ() {
    let n = 128;
    let portrait = |(name, material): (&'static str, Material)| {
        let baked = baked(name.into(), &material, Size::Exact(n, n));
        let colours = baked.colours();
        let mut spread = vec![0.0; 512];
        for colour in &colours {
            let [r, g, b] = colour.map(|v| (code(f64::from(v)) / 32.0).clamp(0.0, 7.0) as usize);
            spread[(r * 8 + g) * 8 + b] += 1.0 / colours.len() as f64;
        }
        let bright: Vec<f64> = colours.iter().map(|colour| code(luma(*colour))).collect();
        Portrait { name, octaves: octaves(&bright, n as usize), colours: spread }
    };
    let all: Vec<Portrait> = built_in().into_iter().map(portrait).collect();
    let mut faults = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for b in &all[..i] {
            let (spectrum, colours) = (apart(&a.octaves, &b.octaves), apart(&a.colours, &b.colours));
            if spectrum < 0.35 && colours < 0.25 {
                let (a, b) = (a.name, b.name);
                faults.push(format!("{a} and {b} differ by {spectrum:.2} in spectrum, {colours:.2} in colours"));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn presets_say_what_they_are() {
    let mut faults = Vec::new();
    for (name, material) in built_in() {
        let preset = material.preset();
        let mut fault = |text: String| faults.push(format!("{name}: {text}"));
        if preset.name != name {
            fault(format!("it calls itself {}", preset.name));
        }
        if !preset.tags.first().is_some_and(|tag| GROUPS.contains(&tag.as_str())) {
            fault(format!("its first tag is none of {}", GROUPS.join(", ")));
        }
        let words = preset.description.split_whitespace().count();
        if words < 3 || preset.description.ends_with('.') {
            fault("its description is a phrase of a few words, without a full stop".into());
        }
        if !(3..=8).contains(&preset.params.list.len()) {
            fault(format!("{} parameters, not 3 to 8", preset.params.list.len()));
        }
        for param in preset.params.list.iter().filter(|param| param.doc.is_empty()) {
            fault(format!("the parameter {} has no doc", param.name));
        }
        if !(2..=3).contains(&preset.variants.len()) {
            fault(format!("{} variants, not 2 or 3", preset.variants.len()));
        }
        for variant in &preset.variants {
            let settings = Settings { variant: Some(variant.name.clone()), ..Settings::default() };
            material_with(&preset.source.text, &settings);
        }
    }
    let names: Vec<&str> = presets::ALL.iter().map(|preset| preset.0).collect();
    assert!(names.is_sorted(), "presets::ALL is in the order of the alphabet");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The figures catch what they are for.
#[test]
fn faults_are_found() {
    let text = |map: &str| {
        format!("edition = 1\n[nodes]\nn = {{ type = 'perlin', period = 9 }}\n[maps]\n{map}\nroughness = 'n'\n")
    };
    let faults = |map: &str| faults(&baked("x".into(), &material(&text(map)), Size::Longer(96)));
    assert_eq!(faults("basecolor = \"mix('#404040', '#808080', n)\"").as_slice(), [""; 0]);
    assert!(faults("basecolor = \"'#101010'\"")[0].contains("mean albedo"));
    assert!(faults("basecolor = \"'#606060'\"\nmetallic = 1")[0].contains("metal reflects"));
    assert!(
        faults("height = { value = '0.1 * n', span = [0.03, 0.07] }\nbasecolor = \"'#808080'\"")[0]
            .contains("outside of its span")
    );
    let mut image = baked("x".into(), &material(&text("metallic = 'n'")), Size::Longer(64)).images.remove(0);
    assert!(seam(&image).is_none());
    image.width -= 7;
    image.height = 48;
    let (w, rows) = (image.width as usize, image.height as usize);
    let cut = |v: &[f32]| -> Vec<f32> { (0..rows).flat_map(|y| v[y * 64..y * 64 + w].to_vec()).collect() };
    let samples = cut(values(&image));
    image.samples = bakestone::Samples::Float(samples);
    assert!(seam(&image).is_some());
}
