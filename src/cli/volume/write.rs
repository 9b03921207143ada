//! One job into files: rows go to temporary files and are hashed on the way; names are given when all is well.

use super::job::{Files, Job, Plan};
use super::record::{SideFile, VolumeRecord};
use crate::Bake;
use crate::bake::{Sink, Stopped};
use crate::cli::failed::Failed;
use crate::cli::record;
use crate::cli::signals::{flag, stopped};
use crate::cli::values::LayoutArg;
use crate::cli::warnings;
use crate::cli::write::Hashed;
use crate::maps::MapPlan;
use crate::output::{
    Clobber, FileSpec, MapFile, OutputError, Padded, PixelHash, SliceFiles, Texture, VolumeFile, VolumeSpec,
    create_folder, write_atomic,
};
use std::path::{Path, PathBuf};

/// A file that gets its final name in the end.
trait Commit {
    fn commit(self, clobber: Clobber) -> Result<(), OutputError>;
}

impl Commit for VolumeFile {
    fn commit(self, clobber: Clobber) -> Result<(), OutputError> {
        VolumeFile::commit(self, clobber)
    }
}

impl Commit for MapFile {
    fn commit(self, clobber: Clobber) -> Result<(), OutputError> {
        MapFile::commit(self, clobber)
    }
}

impl Commit for SliceFiles {
    /// Each slice got its name when it was finished.
    fn commit(self, _: Clobber) -> Result<(), OutputError> {
        Ok(())
    }
}

/// Bakes a job into its files and returns what was made. `progress` hears how many rows of all are done.
///
/// # Errors
/// What the file system refuses, or Ctrl-C. Textures and atlases are left as they were then, unless the very last step
/// failed; slices that were finished are there.
pub fn write(
    job: &Job,
    bakes: &[Bake],
    files: &Files,
    plan: &Plan,
    clobber: Clobber,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SideFile, Failed> {
    for file in files.all() {
        create_folder(file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    }
    let picture = |texture: &Texture, map: &MapPlan, path: &Path, size| {
        let spec = FileSpec::of_map(map, path.to_path_buf(), size, plan.compression);
        FileSpec { channels: texture.channels, ..spec }
    };
    let volumes = match (plan.layout, plan.layout.container()) {
        (_, Some(container)) => baked(job, bakes, files, plan, clobber, progress, |texture, _, paths, _| {
            VolumeFile::create(&VolumeSpec { path: paths[0].clone(), container, texture: *texture })
        }),
        (LayoutArg::Atlas, _) => baked(job, bakes, files, plan, clobber, progress, |texture, map, paths, stacked| {
            MapFile::create(&picture(texture, map, &paths[0], stacked))
        }),
        _ => baked(job, bakes, files, plan, clobber, progress, |texture, map, paths, _| {
            let [width, height, _] = texture.size;
            SliceFiles::create(picture(texture, map, &paths[0], [width, height]), paths.to_vec(), clobber)
        }),
    }?;
    let side = SideFile::new(job, volumes, bakes.iter().flat_map(|bake| bake.dropped()));
    write_atomic(&files.side, record::text(&side)?.as_bytes(), clobber)?;
    Ok(side)
}

/// Bakes all pieces into sinks that `create` makes of a volume, its files, and the size of its slices as one picture.
fn baked<S: Sink<Error = OutputError> + Commit>(
    job: &Job,
    bakes: &[Bake],
    files: &Files,
    plan: &Plan,
    clobber: Clobber,
    progress: &(dyn Fn(u64) + Sync),
    create: impl Fn(&Texture, &MapPlan, &[PathBuf], [u32; 2]) -> Result<S, OutputError>,
) -> Result<Vec<(String, VolumeRecord)>, Failed> {
    let mut paths = files.volumes.iter();
    let mut written = Vec::new();
    let mut before = 0;
    for (bake, piece) in bakes.iter().zip(&job.pieces) {
        let stack = plan.stack(piece);
        let stacked = bake.stacked(stack);
        let paths: Vec<&Vec<PathBuf>> = paths.by_ref().take(piece.maps.len()).collect();
        let mut sinks = Vec::new();
        for (map, paths) in bake.maps().iter().zip(&paths) {
            let texture = plan.texture(piece, map);
            let channels = map.stored_channels() as u8;
            let inner =
                Padded { inner: create(&texture, map, paths, stacked)?, channels: [channels, texture.channels] };
            let hash = PixelHash::new(stacked[0], stacked[1], channels, texture.sample);
            sinks.push(Hashed::new(inner, hash, stacked[0] as usize * usize::from(channels)));
        }
        let done = |rows| progress(before + rows);
        let counts = bake.volume(stack, &mut sinks, flag(), &done).map_err(|stopped| match stopped {
            Stopped::Asked => Failed::interrupted(),
            Stopped::Sink(error) => error.into(),
            Stopped::Device(why) => Failed::cannot(why),
        })?;
        before += u64::from(stacked[1]);
        written.push((bake, piece, paths, counts, sinks));
    }
    if stopped() {
        return Err(Failed::interrupted());
    }
    let mut volumes = Vec::new();
    for (bake, piece, paths, counts, sinks) in written {
        for (((map, paths), counts), sink) in bake.maps().iter().zip(paths).zip(counts).zip(sinks) {
            let (padded, hash) = sink.finish();
            padded.inner.commit(clobber)?;
            let names = paths.iter().map(|path| record::relative(path, &files.side)).collect();
            let warnings = warnings::of_map(map, &counts, voxels(piece.size));
            let volume = VolumeRecord::new(job, plan, piece, map, names, hash, &counts, warnings);
            volumes.push((map.name.clone(), volume));
        }
    }
    Ok(volumes)
}

fn voxels(size: [u32; 3]) -> u64 {
    size.into_iter().map(u64::from).product()
}
