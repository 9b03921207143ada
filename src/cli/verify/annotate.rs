//! Failures as annotations of GitHub Actions, which shows them beside the lines of a change.

use super::super::failed::DONE;
use super::parts::line;
use super::result::{PresetResult, State};
use super::tell::details;

/// A line for each failure of a preset.
pub fn github(result: &PresetResult) -> String {
    if result.code() == DONE {
        return String::new();
    }
    if let Some(failed) = &result.failed {
        let (file, line) = failed.place().unwrap_or((result.label.clone(), 1));
        return annotation(&file, line, &result.label, &failed.message());
    }
    let file = result.file.as_ref().unwrap_or(&result.golden);
    let of_part = |part: &String| line(&result.text, part);
    let why = result.why.as_ref();
    let parts = why.into_iter().flat_map(|why| why.changed.iter().chain(&why.added));
    let at = if result.file.is_some() { parts.filter_map(of_part).min().unwrap_or(1) } else { 1 };
    if result.missing && !result.blessed {
        return annotation(file, at, &result.label, &format!("there is no golden {}", result.golden));
    }
    let why = why.map_or(String::new(), |why| format!("\nwhy: {}", why.text()));
    let mut text = String::new();
    for map in result.maps.iter().filter(|map| !map.is_fine()) {
        if !matches!(map.state, State::Equal | State::Within) && !result.blessed {
            let message = format!("{} {}\n{}{why}", map.name, map.state.word(), details(map).join("\n"));
            text += &annotation(file, at, &result.label, &message);
        }
        for fault in &map.faults {
            text += &annotation(file, at, &result.label, &format!("{} {}: {}", map.name, fault.code, fault.text));
        }
    }
    text
}

/// A workflow command. What would end a message or a property is escaped as the runner wants it.
fn annotation(file: &str, line: usize, title: &str, message: &str) -> String {
    let data = |text: &str| text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    format!("::error file={},line={line},title={}::{}\n", property(file), property(title), data(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_one_line_each() {
        let text = annotation("a,b.toml", 3, "50 %: x", "one\ntwo: 5 %\n");
        assert_eq!(text, "::error file=a%2Cb.toml,line=3,title=50 %25%3A x::one%0Atwo: 5 %25\n");
    }
}
