//! What people read about a verification.

use super::result::{MapResult, PresetResult, State};
use super::{VerifyArgs, bless, diff_tell};

/// A preset.
pub fn text(result: &PresetResult, args: &VerifyArgs) -> String {
    let PresetResult { label, golden, size: [width, height], .. } = result;
    if result.failed.is_some() {
        return format!("{label}: not verified\n");
    }
    let maps = result.maps.len();
    let plural = if maps == 1 { "" } else { "s" };
    let mut text = match result.word() {
        "as expected" => format!("{label}: as expected ({maps} map{plural}, {width} x {height})\n"),
        "no golden" => format!("{label}: there is no golden {golden}\n"),
        "differs" => format!("{label}: differs from {golden}\n"),
        "blessed" => format!("{label}: blessed {golden}\n"),
        word => format!("{label}: {word}\n"),
    };
    for map in &result.maps {
        text += &of_map(map, result);
    }
    if let Some(why) = &result.why {
        text += &format!("  why: {}\n", why.text());
    }
    if !result.blessed && (result.missing || result.differs()) {
        text += &format!("  if that is meant: {}\n", bless::command(label, &args.golden, args.size));
    }
    text
}

fn of_map(map: &MapResult, result: &PresetResult) -> String {
    let hash = |hash: &Option<String>| hash.clone().unwrap_or("nothing".into());
    let change = format!("{} -> {}", hash(&map.expected), hash(&map.actual));
    let mut text = match map.state {
        State::Equal => String::new(),
        _ if result.missing && !result.blessed => String::new(),
        state if result.blessed => format!("  {} ({}): {change}\n", map.name, state.word()),
        state => format!("  {} {}: {change}\n", map.name, state.word()),
    };
    for line in details(map) {
        text += &format!("    {line}\n");
    }
    for fault in &map.faults {
        text += &format!("  {} {}: {}\n", map.name, fault.code, fault.text);
    }
    text
}

/// What pictures say about a map, a line each.
pub fn details(map: &MapResult) -> Vec<String> {
    let (Some(done), Some(before)) = (&map.comparison, &map.before) else {
        let lacking = map.state == State::Differs && map.before.is_none();
        return if lacking { vec!["the golden has no picture of it to compare with".into()] } else { Vec::new() };
    };
    let lines = diff_tell::details(done, before);
    let size = format!("{} x {}", before.width, before.height);
    if lines.is_empty() {
        return vec![format!("pictures of {size} pixels show no difference")];
    }
    let lines = lines.lines().map(|line| line.trim_start().to_string());
    std::iter::once(format!("pictures of {size} pixels, A the golden and B what is baked now:")).chain(lines).collect()
}

/// All presets in one line.
pub fn summary(results: &[PresetResult]) -> String {
    let words = ["as expected", "blessed", "differs", "no golden", "faulty", "failed"];
    let count = |word: &&str| results.iter().filter(|result| result.word() == *word).count();
    let parts = words.iter().map(|word| (count(word), word)).filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, word)| format!("{n} {word}")).collect();
    let plural = if results.len() == 1 { "" } else { "s" };
    format!("{} preset{plural}: {}", results.len(), parts.join(", "))
}
