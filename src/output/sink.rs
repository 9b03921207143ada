//! The end of the pipe under a format: a buffered file that keeps its first error.
//!
//! After the first error all bytes are thrown away and each call tells it again, so that a file that lost some bytes
//! cannot get its final name, whatever its owner makes of errors.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// Bytes that gather before a write; larger pieces pass straight through.
const BUFFER: usize = 64 * 1024;

pub(super) struct Sink {
    file: BufWriter<File>,
    error: Option<io::Error>,
}

impl Sink {
    pub(super) fn new(file: File) -> Sink {
        Sink { file: BufWriter::with_capacity(BUFFER, file), error: None }
    }

    fn attempt(&mut self, action: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
        if self.error.is_none() {
            self.error = action(&mut self.file).err();
        }
        match &self.error {
            None => Ok(()),
            Some(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            }),
        }
    }

    /// Writes `bytes` at the end.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.attempt(|file| file.write_all(bytes))
    }

    /// Writes `bytes` over those at `offset` from the start, and stays behind them.
    pub(super) fn rewrite(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.attempt(|file| {
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(bytes)
        })
    }

    /// Empties the buffer.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.attempt(BufWriter::flush)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::{Compression, Container, FileSpec, Format, Packer, Rows, Sample};
    use super::*;
    use crate::bake::band_rows;

    fn full() -> Sink {
        let file = File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
        Sink::new(file)
    }

    /// Small pictures fit into the buffer whole, large ones fail half way: neither may pass or panic.
    #[test]
    fn a_full_device_is_always_told() {
        for side in [1, 64, 500] {
            for container in [Container::Png, Container::Exr] {
                let sample = if container == Container::Png { Sample::U16 } else { Sample::Float };
                let spec = FileSpec {
                    path: "unused".into(),
                    container,
                    width: side,
                    height: side,
                    channels: 1,
                    sample,
                    srgb: false,
                    compression: Compression::default(),
                };
                let mut sink = full();
                let packer = Packer::new(&spec).unwrap();
                let mut format = Format::new(&packer, &spec, &mut sink).unwrap();
                for first in (0..side).step_by(band_rows(side) as usize) {
                    let count = (band_rows(side).min(side - first) * side) as usize;
                    let part = match container {
                        Container::Png => packer.pack(first, Rows::U16(&vec![0x1234; count])),
                        Container::Exr => packer.pack(first, Rows::Float(&vec![0.7; count])),
                    };
                    // A part that fits into the buffer passes.
                    let _ = format.append(part.packed.unwrap(), &mut sink);
                }
                let _ = format.finish(&mut sink);
                assert_eq!(sink.finish().unwrap_err().kind(), io::ErrorKind::StorageFull, "{side} {container:?}");
                assert_eq!(sink.write(&[1]).unwrap_err().kind(), io::ErrorKind::StorageFull, "{side} {container:?}");
            }
        }
    }
}
