//! The text of docs/gallery.md: what presets say of themselves, in groups, and what a person says about them
//! (docs/artificial.md) at the end.

use bakestone::maps::{Kind, Want};
use bakestone::preset::{Param, ParamKind, ParamValue};
use bakestone::{Material, Settings, Source, presets};
use std::path::Path;

/// The first tag of a preset is one of these, which is its chapter.
pub const GROUPS: [&str; 10] =
    ["stone", "masonry", "wood", "metal", "ground", "fabric", "organic", "liquid", "sky", "basis"];

const HEAD: &str = "# Gallery

The presets that come with the program: a ball two tiles across, a plane three tiles across, the variants on balls of their \
own. `bakestone bake NAME` bakes one, `NAME@VARIANT` a variant, `--set PARAMETER=VALUE` changes it. Made by \
`cargo run --release --example gallery`, with the pictures, which are reduced to 128 colours to be small.
";

/// The file of a picture.
pub fn picture(name: &str, variant: Option<&str>) -> String {
    variant.map_or(format!("{name}.png"), |variant| format!("{name}.{variant}.png"))
}

/// A built-in preset.
pub fn material(name: &str, text: &str, variant: Option<String>) -> Result<Material, String> {
    let settings = Settings { variant, ..Settings::default() };
    Material::read(Source::new(name, text), &settings).map_err(|problems| problems.render(false))
}

/// The whole page.
pub fn text(root: &Path) -> Result<String, String> {
    let all: Vec<(&str, Material)> = presets::ALL
        .iter()
        .map(|(name, text)| Ok((*name, material(name, text, None)?)))
        .collect::<Result<_, String>>()?;
    let group = |material: &Material| material.preset().tags.first().cloned().unwrap_or_default();
    let mut page = HEAD.to_string();
    for name in GROUPS {
        let members: Vec<_> = all.iter().filter(|(_, material)| group(material) == name).collect();
        if !members.is_empty() {
            page += &format!("\n## {}{}\n", name[..1].to_uppercase(), &name[1..]);
        }
        for (name, material) in members {
            page += &section(name, material)?;
        }
    }
    let path = root.join("docs/artificial.md");
    let list = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(format!("{page}\n{}", list.replacen("# ", "## ", 1)))
}

/// One preset.
fn section(name: &str, material: &Material) -> Result<String, String> {
    let preset = material.preset();
    let [x, y, _] = preset.tile;
    let (description, tags) = (&preset.description, preset.tags.join(", "));
    let mut text = format!("\n### {name}\n\n{description}.\n\n![{name}](pictures/{})\n\n", picture(name, None));
    text += &format!("One tile is {x} x {y} m{}. Tags: {tags}.\n", relief(material)?);
    if !preset.variants.is_empty() {
        let row = |cell: &dyn Fn(&str) -> String| {
            let cells = preset.variants.iter().map(|variant| format!(" {} |", cell(&variant.name)));
            format!("|{}\n", cells.collect::<String>())
        };
        text += "\n";
        text += &row(&|variant| format!("![{name}@{variant}](pictures/{})", picture(name, Some(variant))));
        text += &row(&|_| ":---:".into());
        text += &row(&|variant| format!("`{name}@{variant}`"));
    }
    if !preset.params.list.is_empty() {
        text += "\n| parameter | default | range | |\n| --- | --- | --- | --- |\n";
        text += &preset.params.list.iter().map(parameter).collect::<String>();
    }
    Ok(text)
}

/// How far the height map reaches, where there is one.
fn relief(material: &Material) -> Result<String, String> {
    let maps = material.maps([1024.0, 1024.0, f64::INFINITY], &Want::default())?;
    let span = maps.iter().find_map(|map| match map.kind {
        Kind::Height { span: [lo, hi] } => Some(1000.0 * (hi - lo)),
        _ => None,
    });
    let metres = |mm: f64| if mm >= 1000.0 { format!("{:.1} m", mm / 1000.0) } else { format!("{} mm", digits(mm)) };
    Ok(span.map_or(String::new(), |mm| format!(", its height map spans {}", metres(mm))))
}

/// Two digits that count.
fn digits(value: f64) -> String {
    let places = if value >= 10.0 {
        0
    } else if value >= 1.0 {
        1
    } else {
        2
    };
    format!("{value:.places$}")
}

fn parameter(param: &Param) -> String {
    let value = match &param.default {
        ParamValue::Number(v) => v.to_string(),
        ParamValue::Int(v) => v.to_string(),
        ParamValue::Bool(v) => v.to_string(),
        ParamValue::Colour([r, g, b]) => format!("`#{r:02x}{g:02x}{b:02x}`"),
        ParamValue::Choice(word) => word.clone(),
    };
    let range = match &param.kind {
        ParamKind::Number { min, max } => format!("{min} .. {max}"),
        ParamKind::Int { min, max } => format!("{min} .. {max}, whole"),
        ParamKind::Bool => "true, false".into(),
        ParamKind::Colour => "colour".into(),
        ParamKind::Choice { of } => of.join(", "),
    };
    format!("| `{}` | {value} | {range} | {} |\n", param.name, param.doc)
}
