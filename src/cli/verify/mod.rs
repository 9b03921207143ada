//! `bakestone verify`: presets against their goldens.
//!
//! Hashes decide: a preset bakes to the same bits on every machine, so nothing has to be compared "about". Only where they
//! differ, small pictures are baked and compared by what they mean, to say how large the difference is and where it comes
//! from. On a graphics card `golden.toml` may allow more. Rejected: goldens with tolerances everywhere; what they let pass
//! adds up from bless to bless.

mod annotate;
mod bake;
mod bless;
mod golden;
mod junit;
mod limits;
mod page;
mod parts;
mod report;
mod result;
mod tell;

use super::diff::tell as diff_tell;
use super::failed::{DONE, Failed, INTERRUPTED};
use super::input::Input;
use super::library::real;
use super::screen::Screen;
use super::values::Pixels;
use super::{EngineArgs, TargetArgs, record, signals};
use crate::compare::{Kind, Picture, compare};
use crate::output::{collisions, read_picture};
use crate::{MapPlan, Material, Settings, Want, presets};
use bake::{Delivered, Oven};
use clap::{Args, ValueEnum};
use golden::{Golden, Place};
use limits::LimitFile;
use result::{MapResult, PresetResult, State};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What `verify` takes.
#[derive(Args)]
#[command(
    after_help = "DIR holds NAME.toml for each preset, with the hash of each map, and a picture of each in NAME. All \
    maps are also looked at for seams, numbers that are none, clipped values and normals that are not of unit length.\n\n\
    Exit codes: 0 as expected, 1 something differs, is missing or could not be read or written, 2 wrong command line or preset."
)]
pub struct VerifyArgs {
    /// Files, or names of presets; `rock@mossy` is the variant `mossy`
    #[arg(required = true, value_name = "PRESET")]
    presets: Vec<String>,
    /// Folder of the goldens
    #[arg(short, long, value_name = "DIR")]
    golden: PathBuf,
    /// Pixels of the longer edge, or both edges, that are delivered [default: the preset's, in [verify] or for all, else 1024]
    #[arg(short, long, value_name = "N|WxH")]
    size: Option<Pixels>,
    /// Write goldens that differ or are missing; refused where the environment variable CI is set, but for `false`
    #[arg(long, conflicts_with = "gpu")]
    bless: bool,
    /// Folder for a page with pictures (index.html), report.json and junit.xml
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// How failures are told
    #[arg(long, default_value = "text", conflicts_with = "json")]
    format: FormatArg,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Only failures
    #[arg(short, long)]
    quiet: bool,
}

/// `--format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Lines for people
    Text,
    /// These, and annotations for GitHub Actions
    Github,
}

/// Verifies.
///
/// # Errors
/// What stops the whole run; the exit code has the rest.
pub fn run(args: &VerifyArgs, screen: &Screen) -> Result<u8, Failed> {
    let inputs: Vec<Input> = args.presets.iter().map(|typed| Input::new(typed)).collect();
    let ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    if args.bless && ci {
        return Err(Failed::wrong(
            "--bless is refused where CI is set: goldens are blessed by somebody who looks at them, and then committed",
        ));
    }
    if let Some(file) = [Some(&args.golden), args.report.as_ref()].into_iter().flatten().find(|path| path.is_file()) {
        return Err(Failed::wrong(format!("{} is a file; goldens and reports are folders", file.display())));
    }
    args.target.check(&args.presets)?;
    let limits = LimitFile::read(&args.golden)?;
    let (engine, pool) = (args.engine.engine()?, args.engine.pool()?);
    let target = args.target.target(screen, args.quiet).map_err(Failed::or_different)?;
    signals::listen()?;
    let oven = Oven { engine, target, screen, quiet: args.quiet || args.json };
    let run = Run { args, screen, oven, limits };
    pool.install(|| run.all(&inputs)).map_err(Failed::or_different)
}

/// What a run needs.
struct Run<'a> {
    args: &'a VerifyArgs,
    screen: &'a Screen,
    oven: Oven<'a>,
    limits: LimitFile,
}

/// A preset that could be read.
struct Read {
    material: Material,
    place: Place,
    size: [u32; 2],
}

impl Run<'_> {
    fn all(&self, inputs: &[Input]) -> Result<u8, Failed> {
        let read: Vec<Result<Read, Failed>> = inputs.iter().map(|input| self.read(input)).collect();
        check_names(inputs, &read)?;
        let mut results = Vec::new();
        for (input, read) in inputs.iter().zip(read) {
            let result = match read.and_then(|read| self.preset(input, &read)) {
                Err(failed) if failed.code == INTERRUPTED => return Err(failed),
                Err(failed) => PresetResult::failed(&input.typed, failed),
                Ok(result) => result,
            };
            self.tell(&result)?;
            results.push(result);
        }
        let mut code = results.iter().map(PresetResult::code).max().unwrap_or(DONE);
        if let Some(folder) = &self.args.report
            && let Err(failed) = report::write(folder, &results)
        {
            let failed = failed.or_different();
            self.screen.error(&failed);
            code = code.max(failed.code);
        }
        if self.args.json {
            self.screen.print(&record::text(&report::json(&results))?)?;
        } else if results.len() > 1 && (!self.args.quiet || code != DONE) {
            self.screen.note(&tell::summary(&results));
        }
        Ok(code)
    }

    fn tell(&self, result: &PresetResult) -> Result<(), Failed> {
        if let Some(failed) = &result.failed {
            self.screen.error(failed);
        }
        if self.args.json {
            return Ok(());
        }
        if result.code() != DONE || !self.args.quiet || result.blessed {
            self.screen.print(&tell::text(result, self.args))?;
        }
        if self.args.format == FormatArg::Github {
            self.screen.print(&annotate::github(result))?;
        }
        Ok(())
    }

    fn read(&self, input: &Input) -> Result<Read, Failed> {
        let settings = Settings { variant: input.variant.clone(), ..Settings::default() };
        let material = input.open().material(&settings)?;
        let preset = material.preset();
        let place = Place::new(&self.args.golden, &preset.name, preset.variant.as_deref());
        if place.file.file_name().is_some_and(|name| name == limits::NAME) {
            let name = limits::NAME;
            return Err(Failed::wrong(format!(
                "{}: its golden would be {name}, which holds limits; rename it",
                input.typed
            )));
        }
        let golden = real(&place.file);
        if golden.is_some() && preset.source.files().any(|(name, _)| real(name) == golden) {
            return Err(Failed::wrong(format!(
                "{}: in this folder its golden would be the preset itself; give goldens a folder of their own",
                input.typed
            )));
        }
        let size = material.pixels(self.args.size.map(|size| size.0).or(preset.verified));
        let size = size.map_err(|why| Failed::wrong(format!("{}: {why}", input.typed)))?;
        Ok(Read { place, size, material })
    }

    /// Verifies one preset, and blesses it where that is wanted and needed.
    fn preset(&self, input: &Input, read: &Read) -> Result<PresetResult, Failed> {
        let Read { material, place, size } = read;
        let preset = material.preset();
        if material.maps([1.0, 1.0, f64::INFINITY], &Want::default()).is_ok_and(|maps| maps.is_empty()) {
            return Err(Failed::wrong(format!(
                "{}: this preset makes no map, so there is nothing to verify",
                input.typed
            )));
        }
        let delivered = self.oven.delivered(&input.typed, material, *size)?;
        let now = Golden {
            bakestone: env!("CARGO_PKG_VERSION").into(),
            edition: preset.edition,
            size: *size,
            maps: delivered.iter().map(|map| (map.name.clone(), map.hash.clone())).collect(),
            parts: parts::parts(preset),
        };
        let golden = match place.read() {
            // What is damaged is written anew.
            Err(_) if self.args.bless && place.is_ours() => None,
            golden => golden?,
        };
        let file = presets::name_of(&preset.source.name).is_none().then(|| preset.source.name.clone());
        let mut result = PresetResult {
            label: input.typed.clone(),
            file,
            text: preset.source.files().next().map_or(String::new(), |(_, text)| text.to_string()),
            golden: place.file.display().to_string(),
            size: *size,
            maps: self.maps(delivered, golden.as_ref()),
            missing: golden.is_none(),
            why: None,
            failed: None,
            blessed: false,
        };
        let faulty = result.maps.iter().any(|map| !map.faults.is_empty());
        if !(result.differs() || result.missing || faulty && self.args.report.is_some()) {
            return Ok(result);
        }
        let pictures = self.oven.pictures(material, *size)?;
        for map in &mut result.maps {
            self.look(map, place, &pictures);
        }
        if result.differs() {
            result.why = golden.as_ref().map(|golden| golden.why(&now));
        }
        if self.args.bless && (result.differs() || result.missing) {
            bless::bless(place, &now, &result, &pictures)?;
            result.blessed = true;
        }
        Ok(result)
    }

    /// Hashes against those of the golden.
    fn maps(&self, delivered: Vec<Delivered>, golden: Option<&Golden>) -> Vec<MapResult> {
        let mut old: BTreeMap<String, String> = golden.map_or_else(BTreeMap::new, |golden| golden.maps.clone());
        let mut maps: Vec<MapResult> = Vec::new();
        for Delivered { name, kind, hash, mut faults } in delivered {
            faults.retain(|fault| self.limits.is_checked(&name, kind, fault.code));
            let expected = old.remove(&name);
            let state = match &expected {
                None => State::New,
                Some(expected) if *expected == hash => State::Equal,
                Some(_) => State::Differs,
            };
            let (before, after, comparison) = (None, None, None);
            maps.push(MapResult { name, kind, state, expected, actual: Some(hash), faults, before, after, comparison });
        }
        maps.extend(old.into_iter().map(|(name, hash)| MapResult {
            kind: Kind::of_name(&name).unwrap_or(Kind::Data),
            name,
            state: State::Gone,
            expected: Some(hash),
            actual: None,
            faults: Vec::new(),
            before: None,
            after: None,
            comparison: None,
        }));
        maps
    }

    /// Looks at the pictures of a map that is not as expected.
    fn look(&self, map: &mut MapResult, place: &Place, pictures: &[(MapPlan, Picture)]) {
        if map.is_fine() {
            return;
        }
        map.after = pictures.iter().find(|(plan, _)| plan.name == map.name).map(|(_, picture)| picture.clone());
        if matches!(map.state, State::Differs | State::Gone) {
            // Without a picture there is still the hash.
            map.before = read_picture(&place.picture(&map.name)).ok();
        }
        let on_card = self.args.target.gpu.is_some();
        if let (Some(before), Some(after)) = (&map.before, &map.after) {
            let limits = self.limits.limits(&map.name, map.kind);
            let done = compare(before, after, map.kind, &limits);
            if map.state == State::Differs && on_card && done.equal {
                map.state = State::Within;
            }
            map.comparison = Some(done);
        }
    }
}

/// # Errors
/// Two presets with one golden.
fn check_names(inputs: &[Input], read: &[Result<Read, Failed>]) -> Result<(), Failed> {
    let places = inputs.iter().zip(read).filter_map(|(input, read)| Some((input, &read.as_ref().ok()?.place)));
    let (inputs, files): (Vec<&Input>, Vec<String>) =
        places.map(|(input, place)| (input, place.file.to_string_lossy().into_owned())).unzip();
    match collisions(&files) {
        None => Ok(()),
        Some((first, second)) => Err(Failed::wrong(format!(
            "{} and {} would have one golden, {}; give the presets different names",
            inputs[first].typed, inputs[second].typed, files[first]
        ))),
    }
}
