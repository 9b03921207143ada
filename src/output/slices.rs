//! A volume as one picture for each slice.
//!
//! One file is open at a time: systems allow a few hundred, and volumes have thousands of slices. So slices appear one
//! after another, each of them whole; where a run ends early those that were finished are left.

use std::path::PathBuf;

use super::{Clobber, FileSpec, MapFile, OutputError, Packer, Part, Rows};
use crate::bake::{Pack, Sink};

/// Pictures of one shape that are being written, one after another.
pub struct SliceFiles {
    spec: FileSpec,
    paths: std::vec::IntoIter<PathBuf>,
    clobber: Clobber,
    file: Option<MapFile>,
    packer: Packer,
    /// Rows of the open file that are in it.
    rows: u32,
}

/// Packs rows of any slice.
pub struct SlicePacker {
    packer: Packer,
    height: u32,
}

/// Rows of a slice, ready for [`SliceFiles`].
pub struct SlicePart {
    part: Part,
    rows: u32,
}

impl SliceFiles {
    /// Opens the first file. `spec` is the shape of all; its path is not looked at.
    ///
    /// # Errors
    /// As [`MapFile::create`].
    pub fn create(spec: FileSpec, paths: Vec<PathBuf>, clobber: Clobber) -> Result<SliceFiles, OutputError> {
        let mut paths = paths.into_iter();
        let spec = FileSpec { path: paths.next().unwrap_or_default(), ..spec };
        let file = MapFile::create(&spec)?;
        Ok(SliceFiles { packer: file.packer(), spec, paths, clobber, file: Some(file), rows: 0 })
    }
}

impl Pack for SlicePacker {
    type Part = SlicePart;
    fn part(&self, first: u32, rows: Rows) -> SlicePart {
        let first = first % self.height;
        SlicePart { rows: self.packer.rows_of(first), part: self.packer.pack(first, rows) }
    }
}

impl Sink for SliceFiles {
    type Error = OutputError;
    type Pack = SlicePacker;
    fn pack(&self) -> SlicePacker {
        SlicePacker { packer: self.packer.clone(), height: self.spec.height }
    }
    fn take(&mut self, SlicePart { part, rows }: SlicePart) -> Result<(), OutputError> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => {
                self.spec.path = self.paths.next().unwrap_or_default();
                MapFile::create(&self.spec)?
            }
        };
        file.append(part)?;
        self.rows += rows;
        if self.rows < self.spec.height {
            self.file = Some(file);
            return Ok(());
        }
        self.rows = 0;
        file.commit(self.clobber)
    }
}
