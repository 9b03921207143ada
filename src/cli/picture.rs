//! A lit picture of one material: what `render`, `bake --render` and `sheet` share.
//!
//! In: a material and a view. Out: pixels, or a PNG. The maps are baked for it apart from those that `bake` writes, in floats
//! and at the size that the view can show.

use super::failed::Failed;
use super::screen::Screen;
use super::signals;
use super::target::Target;
use super::values::Pixels;
use crate::memory;
use crate::output::{Clobber, FileSpec, MapFile, Rows};
use crate::preset::Size;
use crate::render::{Maps, Scene, View, render};
use crate::{Bake, Engine, Material, Stopped};
use clap::ValueEnum;
use std::path::Path;

/// The longest edge of a picture, which is held in memory.
pub const LONGEST: u32 = 8192;

/// `--scene`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SceneArg {
    /// A ball
    Sphere,
    /// A cube, one tile on each face
    Cube,
    /// A tiled plane
    Plane,
    /// The ball on the left, the plane on the right
    Both,
    /// The upper left corner of the maps from straight above, a pixel for each texel
    Crop,
}

impl SceneArg {
    /// The view of `size` pixels along the longer edge, or both edges, with `samples` x `samples` rays per pixel.
    ///
    /// # Errors
    /// No pixels, or too many.
    pub fn view(self, size: Size, samples: u8) -> Result<View, Failed> {
        let scene = match self {
            Self::Sphere => Scene::Sphere,
            Self::Cube => Scene::Cube,
            Self::Plane => Scene::Plane,
            Self::Both => Scene::Both,
            Self::Crop => Scene::Crop,
        };
        let (width, height) = match size {
            Size::Longer(n) => (n, n / scene.panels()),
            Size::Exact(w, h) => (w, h),
        };
        if width == 0 || height == 0 || width > LONGEST || height > LONGEST {
            return Err(Failed::wrong(format!(
                "a render of {width} x {height} pixels: an edge has 1 to {LONGEST} pixels"
            )));
        }
        Ok(View { scene, width, height, samples: u32::from(samples) })
    }

    /// Pixels of the longer edge of a picture `height` pixels high.
    pub fn longer(self, height: u32) -> Size {
        Size::Longer(if self == Self::Both { 2 * height } else { height })
    }
}

/// What paints.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    /// With what maps are baked.
    pub engine: &'a Engine,
    /// Where.
    pub target: &'a Target,
    /// Where it is told.
    pub screen: &'a Screen,
}

impl Painter<'_> {
    /// The pixels of a view, with maps of these pixels or those that suit it. `progress` hears how many rows of the maps are
    /// done.
    ///
    /// # Errors
    /// What can't be baked here, or Ctrl-C.
    pub fn pixels(
        self,
        material: &Material,
        view: &View,
        texels: Option<Pixels>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<[u8; 3]>, Failed> {
        let texels = texels.map(|pixels| pixels.0).or(view.texels());
        let request = Maps::request(material, texels).map_err(Failed::wrong)?;
        let picture = u64::from(view.width) * u64::from(view.height);
        if let Some(refusal) = memory::refusal(Maps::bytes(request.size) + 6 * picture + (24 << 20)) {
            return Err(Failed::cannot(refusal));
        }
        let bake = Bake::new(material, &request, self.engine).map_err(Failed::wrong)?;
        let (images, _) = self.target.take(bake, self.screen)?.pictures(signals::flag(), progress).map_err(
            |stopped| match stopped {
                Stopped::Asked => Failed::interrupted(),
                Stopped::Device(why) => Failed::cannot(why),
                Stopped::Sink(never) => match never {},
            },
        )?;
        let [x, y, _] = material.preset().tile;
        let pixels = render(&Maps::of(images, request.size, [x, y]), view);
        if signals::stopped() { Err(Failed::interrupted()) } else { Ok(pixels) }
    }
}

/// A file that can be written to, before there is a picture for it.
///
/// # Errors
/// What the file system refuses.
pub fn create(path: &Path, [width, height]: [u32; 2]) -> Result<MapFile, Failed> {
    Ok(MapFile::create(&FileSpec::of_picture(path.to_path_buf(), [width, height]))?)
}

/// Fills it.
///
/// # Errors
/// What the file system refuses.
pub fn save(mut file: MapFile, pixels: &[[u8; 3]], clobber: Clobber) -> Result<(), Failed> {
    file.write_rows(Rows::U8(pixels.as_flattened()))?;
    Ok(file.commit(clobber)?)
}
