//! The page of a report: expected, difference, actual, and actual moved by half a tile, for each map that is not as it should
//! be. One file without scripts, with all pictures in it.

use super::super::failed::Failed;
use super::result::{MapResult, PresetResult};
use super::tell;
use crate::compare::{Pair, Picture, Shown};
use crate::output::document::escaped;

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>bakestone verify</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 72rem; color: #222; background: #fff; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.2rem; margin-top: 2.5rem; border-top: 1px solid #ccc; padding-top: 1rem; }
h3 { font-size: 1rem; margin-bottom: .3rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .2rem 1.2rem .2rem 0; border-bottom: 1px solid #ddd; }
pre { white-space: pre-wrap; background: #f4f4f2; padding: .6rem .8rem; margin: .4rem 0; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figure img { width: 100%; image-rendering: pixelated; background: #181818; display: block; }
figcaption { color: #555; }
.bad { color: #a40000; }
.good { color: #1c6b1c; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; }
  h2, th, td { border-color: #444; }
  pre { background: #242424; }
  figcaption { color: #aaa; }
  .bad { color: #ff8a80; }
  .good { color: #8fd08f; }
}
</style>
</head>
<body>
"#;

/// The page.
///
/// # Errors
/// Never in practice: a picture that can't be packed.
pub fn html(results: &[PresetResult]) -> Result<String, Failed> {
    let mut text = format!("{HEAD}<h1>bakestone verify</h1>\n<p>{}</p>\n", escaped(&tell::summary(results)));
    text += "<table>\n<tr><th>Preset</th><th>State</th><th>Maps</th><th>Pixels</th></tr>\n";
    for result in results {
        let class = if result.code() == 0 { "good" } else { "bad" };
        let [width, height] = result.size;
        text += &format!(
            "<tr><td>{}</td><td class=\"{class}\">{}</td><td>{}</td><td>{width} x {height}</td></tr>\n",
            escaped(&result.label),
            result.word(),
            result.maps.len()
        );
    }
    text += "</table>\n";
    for result in results.iter().filter(|result| result.code() != 0 || result.blessed) {
        text += &format!("<h2>{}: {}</h2>\n", escaped(&result.label), result.word());
        if let Some(failed) = &result.failed {
            text += &format!("<pre>{}</pre>\n", escaped(&failed.message()));
        }
        if let Some(why) = &result.why {
            text += &format!("<p>Why: {}.</p>\n", escaped(&why.text()));
        }
        for map in result.maps.iter().filter(|map| map.after.is_some() || map.before.is_some()) {
            text += &section(map)?;
        }
    }
    Ok(text + "</body>\n</html>\n")
}

fn section(map: &MapResult) -> Result<String, Failed> {
    let mut text = format!("<h3>{} ({}): {}</h3>\n", escaped(&map.name), map.kind.name(), map.state.word());
    let faults = map.faults.iter().map(|fault| format!("{}: {}", fault.code, fault.text));
    let lines: Vec<String> = tell::details(map).into_iter().chain(faults).collect();
    if !lines.is_empty() {
        text += &format!("<pre>{}</pre>\n", escaped(&lines.join("\n")));
    }
    text += "<div class=\"pictures\">\n";
    let mut add = |name: &str, [width, height]: [u32; 2], pixels: &[[u8; 3]]| {
        let data = base64(&png([width, height], pixels)?);
        text += &format!(
            "<figure><img alt=\"{name}\" width=\"{width}\" height=\"{height}\" src=\"data:image/png;base64,{data}\">\
             <figcaption>{name}</figcaption></figure>\n"
        );
        Ok::<(), Failed>(())
    };
    let size = |picture: &Picture| [picture.width, picture.height];
    if let Some(before) = &map.before {
        add("expected", size(before), &shown(before, map))?;
    }
    if let (Some(before), Some(after), Some(done)) = (&map.before, &map.after, &map.comparison)
        && let Some(figures) = &done.figures
    {
        let pair = Pair::new(before, after, map.kind);
        let pixels: Vec<[u8; 3]> = (0..before.height).flat_map(|y| pair.difference_row(y, figures.max)).collect();
        add("difference, amplified", size(before), &pixels)?;
    }
    if let Some(after) = &map.after {
        let pixels = shown(after, map);
        add("actual", size(after), &pixels)?;
        add("actual, moved by half a tile", size(after), &moved(size(after), &pixels))?;
    }
    Ok(text + "</div>\n")
}

fn shown(picture: &Picture, map: &MapResult) -> Vec<[u8; 3]> {
    let shown = Shown::new(picture, map.kind, &[]);
    (0..picture.height).flat_map(|y| shown.row(y)).collect()
}

/// Half a tile to the right and down: what lay on the border lies in the middle.
fn moved([width, height]: [u32; 2], pixels: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let (width, height) = (width as usize, height as usize);
    let from = |x: usize, y: usize| pixels[(y + height / 2) % height * width + (x + width / 2) % width];
    (0..height).flat_map(|y| (0..width).map(move |x| from(x, y))).collect()
}

fn png([width, height]: [u32; 2], pixels: &[[u8; 3]]) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels.as_flattened())?;
        writer.finish()
    });
    written.map_err(|error| Failed::cannot(format!("cannot pack a picture of the report: {error}")))?;
    Ok(bytes)
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let bits = (word >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[bits]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_has_the_published_values() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), encoded);
    }

    #[test]
    fn the_border_moves_into_the_middle() {
        let pixels: Vec<[u8; 3]> = (0..6).map(|i| [i; 3]).collect();
        // 0 1 2 over 3 4 5.
        let moved: Vec<u8> = moved([3, 2], &pixels).iter().map(|pixel| pixel[0]).collect();
        assert_eq!(moved, [4, 5, 3, 1, 2, 0]);
    }
}
