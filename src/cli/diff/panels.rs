//! The picture of a comparison: A, the difference amplified, B.

use super::super::failed::Failed;
use super::super::picture;
use crate::compare::{Pair, Shown};
use crate::output::{Clobber, Rows, create_folder};
use std::path::Path;

/// Pixels between the parts.
const GAP: usize = 8;
const PAPER: [u8; 3] = [24, 24, 26];

/// Writes it row by row, whatever its size. White in the middle is a difference of `most`.
///
/// # Errors
/// What the file system refuses.
pub fn write(path: &Path, pair: &Pair, most: f64) -> Result<(), Failed> {
    let (a, b) = (pair.a, pair.b);
    let width = u64::from(a.width) * 3 + 2 * GAP as u64;
    let width = u32::try_from(width)
        .map_err(|_| Failed::wrong(format!("{width} pixels are too wide for a picture of the difference")))?;
    create_folder(path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let mut file = picture::create(path, [width, a.height])?;
    let (shown_a, shown_b) = (Shown::new(a, pair.kind, &[b]), Shown::new(b, pair.kind, &[a]));
    let gap = [PAPER; GAP];
    for y in 0..a.height {
        let row = [&shown_a.row(y)[..], &gap, &pair.difference_row(y, most), &gap, &shown_b.row(y)].concat();
        file.write_rows(Rows::U8(row.as_flattened()))?;
    }
    Ok(file.commit(Clobber::Replace)?)
}
