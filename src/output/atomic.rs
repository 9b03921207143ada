//! Files that appear whole under their final name, or not at all.
//!
//! Bytes go to `.{file}.{slot}.bakestone` in the same folder, which is renamed at the end. The temporary file is locked while
//! its owner lives; the system drops the lock when the owner dies, however it dies. The next writer of the same file
//! tries slots 0, 1, 2, ..: it removes those whose lock it can take and claims the first free name.
//!
//! Rejected: a random name or one with the process id. Finding what a killed process left then takes a listing of the
//! folder for each file, which is quadratic in a batch of thousands; numbered slots take one look-up.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::error::{Cause, OutputError};

/// Writers of one file at the same time, at most.
const SLOTS: u32 = 1000;

/// What to do with a file that has the final name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clobber {
    /// Replace it. A link is replaced, not followed.
    Replace,
    /// Keep it and fail with [`Cause::AlreadyExists`].
    Refuse,
}

/// Writes a small file in one go: whole under its final name, or not at all.
///
/// # Errors
/// As [`MapFile::create`](super::MapFile::create) and [`MapFile::commit`](super::MapFile::commit).
pub fn write_atomic(path: &Path, bytes: &[u8], clobber: Clobber) -> Result<(), OutputError> {
    let temp = TempFile::create(path)?;
    let mut file = temp.file();
    file.write_all(bytes).map_err(|error| OutputError::io(path, error))?;
    temp.commit(clobber)
}

/// Creates an output folder and those above it; one that is there is fine.
///
/// # Errors
/// [`Cause::NotAFolder`] where a file has the name, and whatever the file system refuses.
pub fn create_folder(path: &Path) -> Result<(), OutputError> {
    match fs::create_dir_all(path) {
        Err(_) if path.exists() && !path.is_dir() => Err(OutputError::new(path, Cause::NotAFolder)),
        done => done.map_err(|error| OutputError::io(path, error)),
    }
}

/// A locked temporary file beside `target`. Dropped, it is removed.
pub(super) struct TempFile {
    file: File,
    temp: PathBuf,
    target: PathBuf,
    /// The temporary name is no longer ours: another writer may have claimed it.
    renamed: bool,
}

impl TempFile {
    /// Claims a slot beside `target` and removes what dead writers left in the others.
    pub(super) fn create(target: &Path) -> Result<TempFile, OutputError> {
        match fs::metadata(target) {
            Ok(found) if found.is_dir() => return Err(OutputError::new(target, Cause::IsFolder)),
            Ok(found) if !found.is_file() => return Err(OutputError::new(target, Cause::NotAFile)),
            _ if target.file_name().is_none() => {
                return Err(OutputError::new(target, Cause::IsFolder));
            }
            _ => {}
        }
        for slot in 0..SLOTS {
            let temp = temp_path(target, slot);
            if let Some(file) = claim(&temp).map_err(|error| OutputError::io(target, error))? {
                let mut others = slot + 1..SLOTS;
                while others.next().is_some_and(|other| remove_stale(&temp_path(target, other))) {}
                return Ok(TempFile { file, temp, target: target.to_owned(), renamed: false });
            }
        }
        Err(OutputError::new(target, Cause::Misuse(format!("{SLOTS} others are writing it"))))
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Syncs the file and gives it its final name.
    pub(super) fn commit(mut self, clobber: Clobber) -> Result<(), OutputError> {
        self.file.sync_all().map_err(|error| OutputError::io(&self.target, error))?;
        match clobber {
            Clobber::Replace => self.rename()?,
            Clobber::Refuse => self.rename_new()?,
        }
        // The new name reaches the disk with the folder. Not every system can sync one; the file is whole either way.
        if let Ok(folder) = File::open(folder_of(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn rename(&mut self) -> Result<(), OutputError> {
        fs::rename(&self.temp, &self.target).map_err(|error| OutputError::io(&self.target, error))?;
        self.renamed = true;
        Ok(())
    }

    /// Gives the file its final name if that is free. A hard link does both in one step; where a file system has none,
    /// another writer can slip in between the look and the rename.
    fn rename_new(&mut self) -> Result<(), OutputError> {
        match fs::hard_link(&self.temp, &self.target) {
            Ok(()) => Ok(()),
            Err(_) if fs::symlink_metadata(&self.target).is_ok() => {
                Err(OutputError::new(&self.target, Cause::AlreadyExists))
            }
            Err(_) => self.rename(),
        }
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.renamed {
            // Nobody to tell: what stays behind is removed by the next writer.
            let _ = fs::remove_file(&self.temp);
        }
    }
}

/// Creates and locks a temporary file; `None` if another writer holds the name.
fn claim(temp: &Path) -> io::Result<Option<File>> {
    loop {
        match OpenOptions::new().write(true).create_new(true).open(temp) {
            Ok(file) => {
                // A cleaner may have got hold of it before the lock. File systems without locks have no cleaners either.
                let lost = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                return Ok((!lost && is_at(&file, temp)).then_some(file));
            }
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            Err(_) if remove_stale(temp) => {}
            Err(_) => return Ok(None),
        }
    }
}

/// Removes a temporary file whose writer is dead. False if there is none, or its writer lives.
fn remove_stale(temp: &Path) -> bool {
    // Anything but a plain file is not ours, and opening a pipe would wait.
    fs::symlink_metadata(temp).is_ok_and(|found| found.is_file())
        && OpenOptions::new()
            .write(true)
            .open(temp)
            .is_ok_and(|file| file.try_lock().is_ok() && is_at(&file, temp) && fs::remove_file(temp).is_ok())
}

/// True if the open file still has this name. Asked under the lock, the answer stays true: who removes it needs the lock.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        match (file.metadata(), fs::symlink_metadata(path)) {
            (Ok(ours), Ok(found)) => (ours.dev(), ours.ino()) == (found.dev(), found.ino()),
            _ => false,
        }
    }
    // Without file numbers: a gap of microseconds between three processes is left.
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

fn temp_path(target: &Path, slot: u32) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{slot}.bakestone"));
    target.with_file_name(name)
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
