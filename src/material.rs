//! A material: a preset that was read, checked through and through, and is ready to be baked.

use crate::eval::Engine;
use crate::maps::{self, MapPlan, Recipe, Want};
use crate::preset::{
    self, LONGEST_VOLUME_EDGE, Library, Preset, Problem, Problems, Settings, Size, Source, Span, VolumeSize,
};
use crate::presets;
use crate::program::{At, Lower, Sampling, Value};

/// A material, valid by construction.
pub struct Material {
    preset: Preset,
    warnings: Vec<Problem>,
}

/// The longest edge of a picture, pixels.
pub const LONGEST_EDGE: u32 = 1 << 20;
/// The longer edge where neither the command nor the preset says one, pixels.
pub const USUAL_EDGE: u32 = 1024;
/// The longest edge of a volume where neither the command nor the preset says one, voxels.
pub const USUAL_VOLUME_EDGE: u32 = 128;

impl Material {
    /// Reads a preset with these settings and checks it whole: names, types, cycles, ranges, every node and every map. Of
    /// others it may extend and use those that come with the program.
    ///
    /// # Errors
    /// All mistakes at once, each with its place.
    pub fn read(source: Source, settings: &Settings) -> Result<Self, Problems> {
        Self::read_with(source, settings, &presets::BuiltIn)
    }

    /// The same where other presets come from a library.
    ///
    /// # Errors
    /// All mistakes at once, each with its place.
    pub fn read_with(source: Source, settings: &Settings, library: &dyn Library) -> Result<Self, Problems> {
        let (preset, mut problems) = preset::read_all(source, settings, library);
        let Some(preset) = preset else { return Err(problems) };
        let mut material = Self { preset, warnings: Vec::new() };
        let more = material.check();
        if problems.has_errors() {
            // What has a default in place of its mistake may lead to others: only those of other lines are told.
            let line = |span: &Span| material.preset.source.line_start(span.start);
            let own = problems.list.iter().filter(|problem| problem.source.is_none());
            let lines: Vec<usize> = own.map(|problem| line(&problem.span)).collect();
            problems.list.extend(more.into_iter().filter(|p| p.span != (0..0) && !lines.contains(&line(&p.span))));
            return Err(Problems::new(material.preset.source.clone(), problems.list));
        }
        if more.is_empty() {
            material.warnings = problems.list;
            return Ok(material);
        }
        Err(Problems::new(material.preset.source.clone(), more))
    }

    /// Lowers every node and every map without drawing anything.
    fn check(&self) -> Vec<Problem> {
        let mut l = Lower::new(&self.preset, Sampling { pixels: None }, None);
        l.in_each_preset(|l| {
            let preset = l.preset;
            for node in &preset.nodes {
                l.node(&node.name, "", &node.span, At::start());
                for output in l.outputs_of(&node.name) {
                    l.node(&node.name, output.name, &node.span, At::start());
                }
            }
            // Layers that no map shows are checked too.
            for channel in preset::CHANNELS {
                l.stack(channel.0, At::start());
            }
            for map in preset.map_names() {
                l.map(map, At::start());
            }
        });
        let (recipe, l) = maps::plan(l, &Want::default());
        let mut problems = l.problems;
        for volume in &self.preset.volumes {
            let solid = Lower::new(&self.preset, Sampling { pixels: None }, None).in_3d();
            let (_, solid) = maps::plan(solid, &Want { volume: Some(volume.name.clone()), ..Want::default() });
            let new = solid.problems.into_iter().filter(|p| !problems.contains(p)).collect::<Vec<_>>();
            problems.extend(new);
        }
        if let Err(message) = recipe {
            problems.push(Problem::error(0..0, message));
        } else if self.preset.maps.is_empty() && self.preset.layers.is_empty() && self.preset.volumes.is_empty() {
            let help = "add `[[layers]]`, or `[maps]` with a line such as `height = \"name_of_a_node\"`";
            problems.push(Problem::error(0..0, "this preset makes no map").help(help));
        }
        problems
    }

    /// The preset.
    pub fn preset(&self) -> &Preset {
        &self.preset
    }
    /// What was noticed while it was read.
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// Width and height in pixels for a wanted size: the longer edge, or both.
    ///
    /// # Errors
    /// A size of 0 or with an edge above [`LONGEST_EDGE`].
    pub fn pixels(&self, size: Option<Size>) -> Result<[u32; 2], String> {
        let [x, y, _] = self.preset.tile;
        let [w, h] = match size.or(self.preset.size).unwrap_or(Size::Longer(USUAL_EDGE)) {
            Size::Exact(w, h) => [w, h],
            Size::Longer(0) => [0, 0],
            Size::Longer(n) => {
                let along = |t: f64| (f64::from(n) * t / x.max(y)).round().max(1.0) as u32;
                [along(x), along(y)]
            }
        };
        if w == 0 || h == 0 || w > LONGEST_EDGE || h > LONGEST_EDGE {
            return Err(format!(
                "a picture of {w} x {h} pixels can't be baked: an edge has 1 to {LONGEST_EDGE} pixels"
            ));
        }
        Ok([w, h])
    }

    /// Width, height and depth in voxels for a wanted size: the longest edge, or all.
    ///
    /// # Errors
    /// A size of 0 or with an edge above [`LONGEST_VOLUME_EDGE`].
    pub fn voxels(&self, size: VolumeSize) -> Result<[u32; 3], String> {
        let tile = self.preset.tile;
        let edges = match size {
            VolumeSize::Exact(edges) => edges,
            VolumeSize::Longest(0) => [0; 3],
            VolumeSize::Longest(n) => {
                let longest = tile.into_iter().fold(0.0, f64::max);
                tile.map(|t| (f64::from(n) * t / longest).round().max(1.0) as u32)
            }
        };
        let [w, h, d] = edges;
        if edges.iter().any(|edge| *edge == 0 || *edge > LONGEST_VOLUME_EDGE) {
            return Err(format!(
                "a volume of {w} x {h} x {d} voxels can't be baked: an edge has 1 to {LONGEST_VOLUME_EDGE} voxels"
            ));
        }
        Ok(edges)
    }

    /// Everything a bake computes, for pictures with these many samples per tile along x, y and z (z infinite for a
    /// flat picture).
    ///
    /// # Errors
    /// A map or node that does not exist, or mistakes that show only when grids are computed.
    pub fn recipe(&self, samples: [f64; 3], want: &Want, engine: &Engine) -> Result<Recipe, String> {
        self.lowered(samples, want, Some(engine))
    }

    /// The pictures that a bake makes, without computing any grid; else as [`Material::recipe`].
    ///
    /// # Errors
    /// A map or node that does not exist.
    pub fn maps(&self, samples: [f64; 3], want: &Want) -> Result<Vec<MapPlan>, String> {
        self.lowered(samples, want, None).map(|recipe| recipe.maps)
    }

    fn lowered(&self, samples: [f64; 3], want: &Want, engine: Option<&Engine>) -> Result<Recipe, String> {
        let l = Lower::new(&self.preset, Sampling { pixels: Some(samples) }, engine);
        let l = if samples[2].is_finite() { l.in_3d() } else { l };
        let (recipe, l) = maps::plan(l, want);
        let recipe = recipe?;
        match l.problems.first() {
            None => Ok(recipe),
            Some(_) => Err(Problems::new(self.preset.source.clone(), l.problems).render(false)),
        }
    }

    /// The program of one node's output, for tests and measurements: `samples` as in [`Material::recipe`], `None`
    /// without octave cut-off.
    ///
    /// # Errors
    /// A node or output that does not exist.
    pub fn node(
        &self,
        name: &str,
        output: &str,
        samples: Option<[f64; 3]>,
        engine: &Engine,
    ) -> Result<(Value, crate::program::Program), String> {
        let mut l = Lower::new(&self.preset, Sampling { pixels: samples }, Some(engine));
        let value = l.node(name, output, &(0..0), At::start());
        match l.problems.first() {
            None => Ok((value, l.graph.plan(value.channels()))),
            Some(p) => Err(p.message.clone()),
        }
    }
}
