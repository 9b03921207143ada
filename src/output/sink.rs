//! The end of the pipe under an encoder: a buffered file that keeps its first error.
//!
//! Writing never fails here. After the first error all bytes are thrown away, and [`Sink::check`] and [`Sink::finish`] tell.
//! That is needed, not neat: `png`'s stream writes its last chunks while being dropped and forgets their errors, and
//! `fdeflate`, below it, panics when the write of a checksum fails. With this sink neither can happen, and the error
//! still is the one of the operating system.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes that gather before a write; larger pieces pass straight through.
const BUFFER: usize = 64 * 1024;

/// A handle on the file; clones write to the same end.
#[derive(Clone)]
pub(super) struct Sink(Arc<Mutex<State>>);

struct State {
    file: BufWriter<File>,
    error: Option<io::Error>,
}

impl State {
    fn attempt(&mut self, action: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = action(&mut self.file).err();
        }
    }
}

impl Sink {
    pub(super) fn new(file: File) -> Sink {
        Sink(Arc::new(Mutex::new(State { file: BufWriter::with_capacity(BUFFER, file), error: None })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes `bytes` over those at `offset` from the start, and stays behind them.
    pub(super) fn rewrite(&self, offset: u64, bytes: &[u8]) {
        self.state().attempt(|file| {
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(bytes)
        });
    }

    /// The first error so far, if there was one.
    pub(super) fn check(&self) -> io::Result<()> {
        match &self.state().error {
            None => Ok(()),
            Some(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            }),
        }
    }

    /// Empties the buffer, then tells the first error of all.
    pub(super) fn finish(&self) -> io::Result<()> {
        self.state().attempt(BufWriter::flush);
        self.check()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.state().attempt(|file| file.write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::{Compression, Container, FileSpec, Rows, Sample, exr, png};
    use super::*;

    fn full() -> Sink {
        let file = File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
        Sink::new(file)
    }

    fn spec(container: Container, side: u32, sample: Sample) -> FileSpec {
        FileSpec {
            path: "unused".into(),
            container,
            width: side,
            height: side,
            channels: 1,
            sample,
            srgb: false,
            compression: Compression::Zip,
        }
    }

    /// Small pictures fit into the buffer whole, large ones fail half way: neither may pass or panic.
    #[test]
    fn a_full_device_is_always_told() {
        for side in [1, 64, 500] {
            let count = (side * side) as usize;
            let sink = full();
            let mut file = png::PngStream::new(&spec(Container::Png, side, Sample::U16), sink.clone()).unwrap();
            file.write(Rows::U16(&vec![0x1234; count])).unwrap();
            file.finish().unwrap();
            assert_eq!(sink.finish().unwrap_err().kind(), io::ErrorKind::StorageFull, "{side}");

            let sink = full();
            let mut file = exr::ExrStream::new(&spec(Container::Exr, side, Sample::Float), sink.clone()).unwrap();
            file.write(&vec![0.7; count]).unwrap();
            file.finish().unwrap();
            assert_eq!(sink.finish().unwrap_err().kind(), io::ErrorKind::StorageFull, "{side}");
        }
    }
}
