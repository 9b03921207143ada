//! The XML that test reports of most CI systems are read from: a case for each map, a suite for each preset.

use super::result::{MapResult, PresetResult, State};
use super::tell::details;
use crate::output::document::escaped;

/// The document.
pub fn xml(results: &[PresetResult]) -> String {
    let suites: Vec<Suite> = results.iter().map(suite).collect();
    let sum = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text += &format!(
        "<testsuites name=\"bakestone verify\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        sum(|suite| suite.tests),
        sum(|suite| suite.failures),
        sum(|suite| suite.errors)
    );
    for suite in &suites {
        text += &suite.text;
    }
    text + "</testsuites>\n"
}

struct Suite {
    tests: usize,
    failures: usize,
    errors: usize,
    text: String,
}

fn suite(result: &PresetResult) -> Suite {
    let name = escaped(&result.label);
    let mut cases = String::new();
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    let mut case = |map: &str, inner: &str| {
        tests += 1;
        cases += &format!("    <testcase classname=\"{name}\" name=\"{}\">{inner}</testcase>\n", escaped(map));
    };
    if let Some(failed) = &result.failed {
        errors += 1;
        let message = failed.message();
        let first = message.lines().next().unwrap_or_default();
        case("preset", &format!("<error message=\"{}\">{}</error>", escaped(first), escaped(&message)));
    } else if result.missing && !result.blessed {
        failures += 1;
        let message = escaped(&format!("there is no golden {}", result.golden));
        case("golden", &format!("<failure message=\"{message}\"/>"));
    }
    let why = result.why.as_ref().map_or(String::new(), |why| format!("why: {}\n", why.text()));
    for map in &result.maps {
        let told = failure(map, result);
        failures += usize::from(told.is_some());
        let inner = told.map(|(message, more)| {
            let text = format!("{more}{why}");
            format!("<failure message=\"{}\">{}</failure>", escaped(&message), escaped(&text))
        });
        case(&map.name, &inner.unwrap_or_default());
    }
    let head = format!("  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n");
    Suite { tests, failures, errors, text: format!("{head}{cases}  </testsuite>\n") }
}

/// What is wrong with a map: in short, and the rest.
fn failure(map: &MapResult, result: &PresetResult) -> Option<(String, String)> {
    if let Some(fault) = map.faults.first() {
        let all = map.faults.iter().map(|fault| format!("{}: {}\n", fault.code, fault.text)).collect();
        return Some((format!("{} {}", map.name, fault.code), all));
    }
    if map.is_fine() || result.blessed || (result.missing && map.state == State::New) {
        return None;
    }
    let lines: String = details(map).iter().map(|line| format!("{line}\n")).collect();
    Some((format!("{} {}", map.name, map.state.word()), lines))
}
