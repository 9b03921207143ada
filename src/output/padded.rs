//! A sink with more channels than the rows that come in: formats have no place for some numbers of them.

use super::Rows;
use crate::bake::{Pack, Sink};

/// Adds channels to each pixel: 0, and 1 for the fourth.
pub struct Padded<S> {
    /// Takes the wider rows.
    pub inner: S,
    /// Channels that come in, and channels that `inner` takes: as many or more, at most 4.
    pub channels: [u8; 2],
}

/// See [`Padded`].
pub struct Padding<P> {
    inner: P,
    channels: [usize; 2],
}

impl<P: Pack> Pack for Padding<P> {
    type Part = P::Part;
    fn part(&self, first: u32, rows: Rows) -> P::Part {
        let [from, to] = self.channels;
        if from == to {
            return self.inner.part(first, rows);
        }
        match rows {
            Rows::U8(all) => self.inner.part(first, Rows::U8(&wider(all, from, to, u8::MAX))),
            Rows::U16(all) => self.inner.part(first, Rows::U16(&wider(all, from, to, u16::MAX))),
            Rows::Float(all) => self.inner.part(first, Rows::Float(&wider(all, from, to, 1.0))),
        }
    }
}

fn wider<T: Copy + Default>(all: &[T], from: usize, to: usize, one: T) -> Vec<T> {
    let mut out = Vec::with_capacity(all.len() / from * to);
    for pixel in all.chunks_exact(from) {
        out.extend_from_slice(pixel);
        out.extend((from..to).map(|channel| if channel == 3 { one } else { T::default() }));
    }
    out
}

impl<S: Sink> Sink for Padded<S> {
    type Error = S::Error;
    type Pack = Padding<S::Pack>;
    fn pack(&self) -> Self::Pack {
        Padding { inner: self.inner.pack(), channels: self.channels.map(usize::from) }
    }
    fn take(&mut self, part: <S::Pack as Pack>::Part) -> Result<(), S::Error> {
        self.inner.take(part)
    }
}
