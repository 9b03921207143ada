//! The nearest known name to one that was mistyped.
//!
//! Comes in: what was written and the names that would have been right. Goes out: the best guess, if one is near enough to be
//! worth saying. Swapped neighbours count as one mistake (`heigth`), which plain Levenshtein distance counts as two.

/// Number of single mistakes (a letter too many, too few, wrong, or two neighbours swapped) between two names.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let wrong = last[j] + usize::from(a[i] != b[j]);
            let mut best = wrong.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The name among `known` that `written` was most likely meant to be: at most a third of its letters wrong. The first wins a tie.
pub fn nearest<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let length = written.chars().count();
    if length > 64 {
        return None;
    }
    let written = written.to_lowercase();
    known
        .into_iter()
        .map(|name| (distance(&written, name), name))
        .filter(|(wrong, name)| *wrong <= (length.max(name.chars().count()) / 3).max(1) && *wrong < length)
        .min_by_key(|(wrong, _)| *wrong)
        .map(|(_, name)| name)
}

/// ``did you mean `octaves`?`` where a name is near, else the list of all of them: ``known are a, b``.
pub fn suggest<'k>(written: &str, known: impl IntoIterator<Item = &'k str> + Clone, what: &str) -> String {
    if let Some(name) = nearest(written, known.clone()) {
        return format!("did you mean `{name}`?");
    }
    let names: Vec<&str> = known.into_iter().collect();
    if names.is_empty() { format!("there are no {what}") } else { format!("{what}: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance("heigth", "height"), 1);
        assert_eq!(distance("octave", "octaves"), 1);
        assert_eq!(distance("strenght", "strength"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("käse", "kase"), 1);
    }

    #[test]
    fn far_names_are_not_offered() {
        assert_eq!(nearest("banana", ["octaves", "gain"]), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("Gain", ["octaves", "gain"]), Some("gain"));
        assert_eq!(suggest("banana", ["octaves", "gain"], "known keys"), "known keys: octaves, gain");
    }
}
