//! What is said about a comparison, to people and as JSON.

use crate::compare::{Comparison, Figures, Hard, Kind, Picture};
use serde_json::{Value, json};

/// A few lines, the first one with the verdict.
pub fn text(title: &str, done: &Comparison, a: &Picture) -> String {
    let Comparison { kind, limits, figures, .. } = done;
    let verdict = match figures {
        Some(figures) if done.equal && figures.steps == 0.0 => "equal",
        Some(_) if done.equal && limits.hard == Hard::OneStep => "equal but for rounding",
        _ if done.equal => "equal within the limits",
        _ => "different",
    };
    let shape = format!("{}, {} x {}, {}, {}", kind.name(), a.width, a.height, a.channel_name(), a.depth_name());
    format!("{title}: {verdict} ({shape})\n{}", details(done, a))
}

/// The lines below: what does not fit, the figures, the causes.
pub fn details(done: &Comparison, a: &Picture) -> String {
    let mut text = String::new();
    for mismatch in &done.mismatches {
        text += &format!("  {mismatch}\n");
    }
    if let Some(figures) = done.figures.as_ref().filter(|figures| figures.steps > 0.0) {
        text += &told(figures, done, a);
    }
    for cause in &done.causes {
        text += &format!("  cause: {cause}\n");
    }
    text
}

/// The figures, and how they lie to the limits.
fn told(figures: &Figures, done: &Comparison, a: &Picture) -> String {
    let unit = done.kind.unit();
    let [x, y] = figures.at;
    let [mean, p99, max] = [figures.mean, figures.p99, figures.max].map(number);
    let mut text = format!("  mean {mean}, 99 % {p99}, maximum {max} {unit} at ({x}, {y})\n");
    let [there, other] = figures.values.each_ref().map(|values| pixel(values));
    text += &format!("  there A is {there}, B is {other}\n");
    if figures.beyond > 0 {
        let pixels = u64::from(a.width) * u64::from(a.height);
        let verb = if figures.beyond == 1 { "is" } else { "are" };
        let area = match figures.area {
            Some([x, y, 1, 1]) => format!(": at ({x}, {y})"),
            Some([x, y, 1, height]) => format!(": in column {x}, rows {y} to {}", y + height - 1),
            Some([x, y, width, 1]) => format!(": in row {y}, columns {x} to {}", x + width - 1),
            Some([x, y, width, height]) if [width, height] != [a.width, a.height] => {
                format!(": in columns {x} to {}, rows {y} to {}", x + width - 1, y + height - 1)
            }
            _ => String::new(),
        };
        text += &format!("  {} of {pixels} pixels {verb} beyond {}{area}\n", figures.beyond, limit(done));
    }
    if let Some(mean) = done.limits.mean.filter(|mean| figures.mean > *mean) {
        text += &format!("  the mean is beyond {} {unit}\n", number(mean));
    }
    text
}

/// What no pixel may be beyond.
fn limit(done: &Comparison) -> String {
    match done.limits.hard {
        Hard::Exact => "equality".into(),
        Hard::OneStep => "one step of the stored depth".into(),
        Hard::AtMost(most) => format!("{} {}", number(most), done.kind.unit()),
    }
}

/// Four digits that count.
pub fn number(v: f64) -> String {
    if !v.is_finite() {
        return "infinite".into();
    }
    let digits = if v == 0.0 { 0 } else { (3 - v.abs().log10().floor() as i32).clamp(0, 9) };
    let text = format!("{v:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// Stored values: whole numbers as they are.
fn pixel(values: &[f64]) -> String {
    let value = |v: &f64| if v.fract() == 0.0 { format!("{v}") } else { format!("{:.6}", v) };
    values.iter().map(value).collect::<Vec<_>>().join(" ")
}

/// A number that JSON may not be able to say.
fn json_number(v: f64) -> Value {
    if v.is_finite() { json!(v) } else { json!(v.to_string()) }
}

/// The same for programs.
pub fn json(done: &Comparison, pictures: [&Picture; 2]) -> Value {
    let shape = |picture: &Picture| {
        json!({
            "width": picture.width,
            "height": picture.height,
            "channels": picture.channels,
            "depth": super::super::record::depth(picture.depth),
        })
    };
    let numbers = |values: &Vec<f64>| values.iter().map(|v| json_number(*v)).collect::<Vec<_>>();
    let figures = done.figures.as_ref().map(|figures| {
        json!({
            "mean": json_number(figures.mean),
            "p99": json_number(figures.p99),
            "maximum": json_number(figures.max),
            "at": figures.at,
            "a_there": numbers(&figures.values[0]),
            "b_there": numbers(&figures.values[1]),
            "steps": json_number(figures.steps),
            "pixels_beyond": figures.beyond,
            "area_beyond": figures.area,
        })
    });
    let causes = done.causes.iter().map(|cause| {
        let mut value = json!({ "code": cause.code(), "text": cause.to_string() });
        if let crate::compare::Cause::Rolled { by } = cause {
            value["by"] = json!(by);
        }
        value
    });
    json!({
        "equal": done.equal,
        "kind": done.kind.name(),
        "unit": Kind::unit(done.kind),
        "limit": match done.limits.hard {
            Hard::Exact => json!("exact"),
            Hard::OneStep => json!("one step of the stored depth"),
            Hard::AtMost(most) => json!(most),
        },
        "mean_limit": done.limits.mean,
        "a": shape(pictures[0]),
        "b": shape(pictures[1]),
        "mismatches": done.mismatches,
        "figures": figures,
        "causes": causes.collect::<Vec<_>>(),
    })
}
