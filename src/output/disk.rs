//! How much room there is for files: what does not fit is refused before work, with the amount.

use std::path::Path;

use crate::memory::amount;

/// What to say where `bytes` more do not fit into a folder, which need not exist yet. Nothing where the system does not say
/// how much is free.
pub fn refusal(folder: &Path, bytes: u64) -> Option<String> {
    let here = if folder.is_absolute() { folder.to_path_buf() } else { Path::new(".").join(folder) };
    let there = here.ancestors().find(|folder| folder.is_dir())?;
    let free = fs4::available_space(there).ok()?;
    (bytes > free).then(|| {
        format!(
            "the files need about {} and {} are free on the disk of {}",
            amount(bytes),
            amount(free),
            folder.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_not_fit_is_refused() {
        let folder = Path::new("a folder/that is not there");
        assert_eq!(refusal(folder, 0), None);
        let told = refusal(folder, u64::MAX).expect("no disk has that much");
        assert!(told.contains("GiB") && told.contains("that is not there"), "{told}");
    }
}
