//! A MaterialX document: the pictures as inputs of a `standard_surface`.
//!
//! After the MaterialX specification 1.38. Ambient occlusion has no input there: renderers find it themselves.

use std::fmt::Write;

use super::{Look, escaped};

/// How an input of the surface is read.
struct Input {
    /// The map, as presets call it.
    map: &'static str,
    /// The input of the surface.
    name: &'static str,
    /// Its type.
    kind: &'static str,
}

const INPUTS: [Input; 6] = [
    Input { map: "basecolor", name: "base_color", kind: "color3" },
    Input { map: "metallic", name: "metalness", kind: "float" },
    Input { map: "roughness", name: "specular_roughness", kind: "float" },
    Input { map: "emission", name: "emission_color", kind: "color3" },
    Input { map: "opacity", name: "opacity", kind: "color3" },
    Input { map: "normal", name: "normal", kind: "vector3" },
];

/// The document.
pub fn mtlx(look: &Look) -> String {
    let id = identifier(&look.name);
    let (mut graph, mut surface, mut displaced) = (String::new(), String::new(), String::new());
    for input in &INPUTS {
        let Input { map, name, kind } = input;
        let Some(read) = read(look, map, kind, &mut graph) else { continue };
        let read = match (*map, *kind) {
            ("normal", _) => node(&mut graph, "normalmap", "vector3", "bent", &[("in", "vector3", &read)]),
            ("opacity", _) => node(&mut graph, "convert", "color3", "opacities", &[("in", "float", &read)]),
            _ => read,
        };
        let _ = writeln!(graph, "    <output name=\"{map}_out\" type=\"{kind}\" nodename=\"{read}\" />");
        let _ = writeln!(
            surface,
            "    <input name=\"{name}\" type=\"{kind}\" nodegraph=\"NG_{id}\" output=\"{map}_out\" />"
        );
        if *map == "emission" {
            surface += "    <input name=\"emission\" type=\"float\" value=\"1\" />\n";
        }
    }
    if let Some(read) = read(look, "height", "float", &mut graph) {
        let span = look.find("height").and_then(|(i, _)| look.pictures[i].span).unwrap_or([0.0, 1.0]);
        let amplitude = span[1] - span[0];
        let midlevel = if amplitude == 0.0 { 0.5 } else { -span[0] / amplitude + 0.0 };
        let level = midlevel.to_string();
        let _ = writeln!(
            graph,
            "    <subtract name=\"raised\" type=\"float\">\n      <input name=\"in1\" type=\"float\" nodename=\"{read}\" />\n      \
             <input name=\"in2\" type=\"float\" value=\"{level}\" />\n    </subtract>\n    \
             <output name=\"height_out\" type=\"float\" nodename=\"raised\" />"
        );
        let _ = writeln!(
            displaced,
            "  <displacement name=\"DS_{id}\" type=\"displacementshader\">\n    \
             <input name=\"displacement\" type=\"float\" nodegraph=\"NG_{id}\" output=\"height_out\" />\n    \
             <input name=\"scale\" type=\"float\" value=\"{amplitude}\" />\n  </displacement>"
        );
    }
    let displacement = match displaced.is_empty() {
        true => String::new(),
        false => {
            format!("    <input name=\"displacementshader\" type=\"displacementshader\" nodename=\"DS_{id}\" />\n")
        }
    };
    format!(
        "<?xml version=\"1.0\"?>\n<materialx version=\"1.38\" colorspace=\"lin_rec709\">\n  <nodegraph name=\"NG_{id}\">\n{graph}  \
         </nodegraph>\n  <standard_surface name=\"SR_{id}\" type=\"surfaceshader\">\n{surface}  </standard_surface>\n{displaced}  \
         <surfacematerial name=\"{id}\" type=\"material\">\n    \
         <input name=\"surfaceshader\" type=\"surfaceshader\" nodename=\"SR_{id}\" />\n{displacement}  \
         </surfacematerial>\n</materialx>\n"
    )
}

/// Adds the nodes that read a map, and names the last of them; `None` where no picture has it.
fn read(look: &Look, map: &str, kind: &str, graph: &mut String) -> Option<String> {
    let (i, channel) = look.find(map)?;
    let picture = &look.pictures[i];
    let wide = match picture.of.len() {
        4 => "color4",
        _ if picture.of.len() > 1 || kind == "color3" => "color3",
        _ if map == "normal" => "vector3",
        _ => "float",
    };
    let wanted = match map {
        "normal" => "vector3",
        "basecolor" | "emission" => "color3",
        _ => "float",
    };
    let image = format!("picture{i}");
    if !graph.contains(&format!("name=\"{image}\"")) {
        let space = if picture.srgb { " colorspace=\"srgb_texture\"" } else { "" };
        let _ = writeln!(
            graph,
            "    <tiledimage name=\"{image}\" type=\"{wide}\">\n      <input name=\"file\" type=\"filename\" value=\"{}\"{space} />\n    \
             </tiledimage>",
            escaped(&picture.file)
        );
    }
    Some(match (wide, wanted) {
        ("color3" | "color4", "float") => {
            let which = channel.to_string();
            let name = format!("{map}_part");
            let _ = writeln!(
                graph,
                "    <extract name=\"{name}\" type=\"float\">\n      <input name=\"in\" type=\"{wide}\" nodename=\"{image}\" />\n      \
                 <input name=\"index\" type=\"integer\" value=\"{which}\" />\n    </extract>"
            );
            name
        }
        ("color4", "color3") => node(graph, "convert", "color3", &format!("{map}_rgb"), &[("in", "color4", &image)]),
        _ => image,
    })
}

/// Adds a node that reads others, and names it.
fn node(graph: &mut String, category: &str, kind: &str, name: &str, inputs: &[(&str, &str, &str)]) -> String {
    let _ = writeln!(graph, "    <{category} name=\"{name}\" type=\"{kind}\">");
    for (input, kind, from) in inputs {
        let _ = writeln!(graph, "      <input name=\"{input}\" type=\"{kind}\" nodename=\"{from}\" />");
    }
    let _ = writeln!(graph, "    </{category}>");
    name.to_string()
}

/// A name of letters, digits and _, as MaterialX takes them.
fn identifier(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if plain.starts_with(|c: char| c.is_ascii_digit()) { format!("_{plain}") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::super::Picture;
    use super::*;

    /// Each name that is referred to is there, once.
    #[test]
    fn nodes_are_named_once_and_found() {
        let picture = |file: &str, of: &[&str], srgb| Picture {
            file: file.into(),
            of: of.iter().map(|of| (*of).into()).collect(),
            srgb,
            span: (of[0] == "height").then_some([-0.25, 0.75]),
        };
        let packed = [
            picture("a & b/c.png", &["basecolor.r", "basecolor.g", "basecolor.b", "opacity"], true),
            picture("orm.png", &["ao", "roughness", "metallic"], false),
            picture("n.png", &["normal"], false),
            picture("h.png", &["height"], false),
        ];
        let plain = [
            picture("c.png", &["basecolor"], true),
            picture("e.png", &["emission"], true),
            picture("r.png", &["roughness"], false),
        ];
        for (pictures, read) in [(packed.to_vec(), 4), (plain.to_vec(), 3), (Vec::new(), 0)] {
            let text = mtlx(&Look { name: "1 old-tin".into(), tile: [1.0, 1.0], pictures });
            let all = |key: &str| -> Vec<String> {
                let mark = format!(" {key}=\"");
                let parts = text.split(mark.as_str()).skip(1);
                parts.map(|rest| rest.split('"').next().unwrap_or_default().to_string()).collect()
            };
            let names = all("name");
            for name in all("nodename").into_iter().chain(all("nodegraph")).chain(all("output")) {
                assert_eq!(names.iter().filter(|known| **known == name).count(), 1, "{name} in\n{text}");
            }
            assert_eq!(text.matches("<tiledimage").count(), read);
            assert_eq!(text.matches('<').count(), text.matches('>').count());
            assert!(!text.contains("a & b") && names.contains(&"_1_old_tin".to_string()), "{text}");
        }
    }

    #[test]
    fn a_height_is_displaced_in_metres() {
        let picture =
            Picture { file: "h.png".into(), of: vec!["height".into()], srgb: false, span: Some([-0.25, 0.75]) };
        let text = mtlx(&Look { name: "hill".into(), tile: [1.0, 1.0], pictures: vec![picture] });
        assert!(text.contains("name=\"in2\" type=\"float\" value=\"0.25\""), "{text}");
        assert!(text.contains("name=\"scale\" type=\"float\" value=\"1\""), "{text}");
    }
}
