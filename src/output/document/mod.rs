//! Files that put the pictures of a material together: a glTF binary to look at, a MaterialX document to render with.
//!
//! In: the pictures, each with the maps that are in its channels. Out: the whole document in memory; it is small, but for the
//! PNG files that a glTF binary holds.

mod glb;
mod mtlx;

pub use glb::glb;
pub use mtlx::mtlx;

/// A material as documents see it.
#[derive(Clone, Debug)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// Width and height of a tile, metres.
    pub tile: [f64; 2],
    /// Its pictures.
    pub pictures: Vec<Picture>,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its path from the document, `/` between folders.
    pub file: String,
    /// The maps in its channels, as presets write them: `["ao", "roughness", "metallic"]`; a map of three channels stands
    /// alone.
    pub of: Vec<String>,
    /// Whether it is sRGB encoded.
    pub srgb: bool,
    /// `[lo, hi]` of a height, metres, where whole numbers hold that span.
    pub span: Option<[f64; 2]>,
}

impl Look {
    /// The picture with this map in its channels, and from which one on.
    fn find(&self, map: &str) -> Option<(usize, usize)> {
        let first = format!("{map}.r");
        self.pictures.iter().enumerate().find_map(|(i, picture)| {
            picture.of.iter().position(|of| of == map || *of == first).map(|channel| (i, channel))
        })
    }

    /// The first picture that is this map in its channel `channel`.
    fn at(&self, map: &str, channel: usize) -> Option<usize> {
        let first = format!("{map}.r");
        self.pictures.iter().position(|picture| picture.of.get(channel).is_some_and(|of| of == map || *of == first))
    }
}

/// A text for XML and HTML. Characters that XML can't hold are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
