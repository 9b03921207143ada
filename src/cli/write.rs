//! One job into files: rows go to temporary files and are hashed on the way; names are given when all is well.

use super::failed::Failed;
use super::job::{Files, Job, colorspace};
use super::record::{self, MapRecord, SideFile};
use super::signals::{flag, stopped};
use super::warnings;
use crate::Bake;
use crate::bake::{self, Stopped};
use crate::maps::{Format, Kind};
use crate::output::document::{Look, Picture, glb, mtlx};
use crate::output::{Clobber, Compression, FileSpec, MapFile, PixelHash, Rows, create_folder, write_atomic};
use crate::preset::Document;
use std::path::{Path, PathBuf};

/// A sink whose pixels are hashed on the way.
pub struct Hashed<S> {
    inner: S,
    hash: PixelHash,
    row_samples: usize,
}

impl<S> Hashed<S> {
    /// With a hash that was begun for the picture, and the samples of a row.
    pub fn new(inner: S, hash: PixelHash, row_samples: usize) -> Self {
        Self { inner, hash, row_samples }
    }

    /// The sink and the hash.
    pub fn finish(self) -> (S, String) {
        (self.inner, self.hash.finish())
    }
}

/// Packs parts and hashes their rows.
pub struct Hashing<P> {
    packer: P,
    row_samples: usize,
}

impl<P: bake::Pack> bake::Pack for Hashing<P> {
    type Part = (P::Part, Vec<u128>);
    fn part(&self, first: u32, rows: Rows) -> Self::Part {
        (self.packer.part(first, rows), PixelHash::of_rows(rows, self.row_samples))
    }
}

impl<S: bake::Sink> bake::Sink for Hashed<S> {
    type Error = S::Error;
    type Pack = Hashing<S::Pack>;
    fn pack(&self) -> Self::Pack {
        Hashing { packer: self.inner.pack(), row_samples: self.row_samples }
    }
    fn take(&mut self, (part, hashes): (<S::Pack as bake::Pack>::Part, Vec<u128>)) -> Result<(), S::Error> {
        self.hash.update(&hashes);
        self.inner.take(part)
    }
}

/// How files are written.
#[derive(Clone, Copy)]
pub struct Writing {
    /// What happens to a file that is there.
    pub clobber: Clobber,
    /// How pixels are packed.
    pub compression: Compression,
}

/// Bakes a job into its files and returns what was made.
///
/// # Errors
/// What the file system refuses, or Ctrl-C; no file of the job is changed then, unless the very last step failed.
pub fn write(
    job: &Job,
    bake: &Bake,
    files: &Files,
    how: Writing,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SideFile, Failed> {
    for file in files.all() {
        create_folder(file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    }
    let size = bake.size();
    let mut sinks = Vec::new();
    for (map, path) in bake.maps().iter().zip(&files.maps) {
        let spec = FileSpec::of_map(map, path.clone(), size, how.compression);
        let hash = PixelHash::new(spec.width, spec.height, spec.channels, spec.sample);
        let row_samples = spec.width as usize * usize::from(spec.channels);
        sinks.push(Hashed::new(MapFile::create(&spec)?, hash, row_samples));
    }
    let counts = bake.run(&mut sinks, flag(), progress).map_err(|stopped| match stopped {
        Stopped::Asked => Failed::interrupted(),
        Stopped::Sink(error) => error.into(),
        Stopped::Device(why) => Failed::cannot(why),
    })?;
    if stopped() {
        return Err(Failed::interrupted());
    }
    let mut maps = Vec::new();
    for (((map, path), counts), sink) in bake.maps().iter().zip(&files.maps).zip(counts).zip(sinks) {
        let (sink, hash) = sink.finish();
        sink.commit(how.clobber)?;
        let file = record::relative(path, &files.side);
        let warnings = warnings::of_map(map, &counts, u64::from(size[0]) * u64::from(size[1]));
        maps.push((map.name.clone(), MapRecord::new(map, file, size, colorspace(map), hash, &counts, warnings)));
    }
    if let Some((path, kind)) = &files.document {
        write_atomic(path, &document(*kind, job, bake, files, path)?, how.clobber)?;
    }
    let side = SideFile::new(job, maps, bake.dropped());
    write_atomic(&files.side, record::text(&side)?.as_bytes(), how.clobber)?;
    Ok(side)
}

/// What puts the pictures of a job together.
///
/// # Errors
/// A picture that can't be read again.
fn document(kind: Document, job: &Job, bake: &Bake, files: &Files, path: &Path) -> Result<Vec<u8>, Failed> {
    let preset = job.material.preset();
    let pictures = bake.maps().iter().zip(&files.maps).map(|(map, file)| Picture {
        file: record::relative(file, path),
        of: map.of.clone(),
        srgb: map.is_srgb(),
        span: match map.kind {
            Kind::Height { span } if map.format == Format::Png => Some(span),
            _ => None,
        },
    });
    let look = Look { name: preset.name.clone(), tile: [preset.tile[0], preset.tile[1]], pictures: pictures.collect() };
    match kind {
        Document::Mtlx => Ok(mtlx(&look).into_bytes()),
        Document::Glb => {
            let read = |file: &PathBuf| {
                std::fs::read(file).map_err(|e| Failed::cannot(format!("cannot read {}: {e}", file.display())))
            };
            let files = files.maps.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            glb(&look, &files).map_err(Failed::cannot)
        }
    }
}
