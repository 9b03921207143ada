//! `--bless`: what is baked now becomes the golden.

use super::super::failed::Failed;
use super::super::values::Pixels;
use super::golden::{Golden, Place};
use super::result::{PresetResult, State};
use crate::compare::Picture;
use crate::output::{Clobber, Compression, FileSpec, MapFile, PngCompression, create_folder};
use crate::{MapPlan, Size};
use std::path::Path;

/// Writes a golden: the pictures first, so that the hashes never speak of others.
///
/// # Errors
/// What the file system refuses.
pub fn bless(
    place: &Place,
    now: &Golden,
    result: &PresetResult,
    pictures: &[(MapPlan, Picture)],
) -> Result<(), Failed> {
    create_folder(place.pictures())?;
    for map in result.maps.iter().filter(|map| map.state != State::Equal || result.missing) {
        let path = place.picture(&map.name);
        let Some((plan, picture)) = pictures.iter().find(|(plan, _)| plan.name == map.name) else {
            // Nothing shows it any more. Where it is gone already, that is what was wanted.
            let _ = std::fs::remove_file(&path);
            continue;
        };
        let compression = Compression { png: PngCompression::Balanced, ..Compression::default() };
        let mut file = MapFile::create(&FileSpec::of_map(plan, path, [picture.width, picture.height], compression))?;
        file.write_rows((&picture.samples).into())?;
        file.commit(Clobber::Replace)?;
    }
    place.write(now)
}

/// How a golden is blessed, for people.
pub fn command(label: &str, golden: &Path, size: Option<Pixels>) -> String {
    let size = match size.map(|size| size.0) {
        None => String::new(),
        Some(Size::Longer(n)) => format!(" --size {n}"),
        Some(Size::Exact(w, h)) => format!(" --size {w}x{h}"),
    };
    format!("bakestone verify {label} --golden {}{size} --bless", golden.display())
}
