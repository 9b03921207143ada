//! What went wrong with an output file: which file, why, and what to do.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An output file that could not be written. Displays the path, the cause and, where there is one, the remedy.
#[derive(Debug)]
pub struct OutputError {
    path: PathBuf,
    cause: Cause,
}

/// Why an output file could not be written.
#[derive(Debug)]
pub enum Cause {
    /// The file is there and was to be kept.
    AlreadyExists,
    /// The file's name belongs to a folder, or is no name at all.
    IsFolder,
    /// The file's name belongs to a device or a pipe.
    NotAFile,
    /// The output folder's name belongs to a file.
    NotAFolder,
    /// The caller broke the contract: a spec the format cannot hold, or wrong rows.
    Misuse(String),
    /// The file system refused.
    Io(io::Error),
}

impl OutputError {
    pub(super) fn new(path: &Path, cause: Cause) -> OutputError {
        OutputError { path: path.to_owned(), cause }
    }

    pub(super) fn io(path: &Path, error: io::Error) -> OutputError {
        OutputError::new(path, Cause::Io(error))
    }

    /// The final name of the file, or the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong.
    pub fn cause(&self) -> &Cause {
        &self.cause
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            Cause::AlreadyExists => {
                write!(f, "{path} exists and was kept; write to another name or folder, or allow replacing")
            }
            Cause::IsFolder => write!(f, "cannot write {path}: it is a folder; choose another name"),
            Cause::NotAFile => write!(f, "cannot write {path}: it is not a plain file; choose another name"),
            Cause::NotAFolder => write!(f, "cannot write into {path}: it is not a folder; choose another folder"),
            Cause::Misuse(what) => write!(f, "cannot write {path}: {what}"),
            Cause::Io(error) => write!(f, "cannot write {path}: {error}{}", remedy(error.kind())),
        }
    }
}

/// What the user can do about an error of this kind.
fn remedy(kind: io::ErrorKind) -> &'static str {
    use io::ErrorKind::*;
    match kind {
        StorageFull | QuotaExceeded => "; free some space or choose another folder",
        FileTooLarge => "; raise the limit on file sizes or choose a smaller size",
        PermissionDenied | ReadOnlyFilesystem => "; choose a folder that you may write to",
        NotFound => "; create its folder first",
        NotADirectory => "; a part of the path is a file, not a folder",
        InvalidFilename => "; choose a shorter or plainer name",
        _ => "",
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            _ => None,
        }
    }
}
