//! A glTF 2.0 binary: a plane of one tile with the material, its pictures inside.
//!
//! After the Khronos glTF 2.0 specification, sections 3.9 (materials) and 4.4 (GLB). The plane stands upright in x and y, its
//! front towards +z, in metres.

use serde_json::{Value, json};

use super::Look;

const MAGIC: u32 = u32::from_le_bytes(*b"glTF");
const VERSION: u32 = 2;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const REPEAT: u32 = 10497;
const LINEAR: u32 = 9729;
const LINEAR_MIPMAP_LINEAR: u32 = 9987;

/// The buffer, and what its parts are.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    /// An attribute of the four corners.
    fn corners<const N: usize>(&mut self, corners: [[f32; N]; 4]) -> usize {
        let bytes: Vec<u8> = corners.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        let view = self.view(&bytes, Some(ARRAY_BUFFER));
        let of = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..N).map(|i| corners.iter().map(|corner| corner[i]).reduce(pick).unwrap_or(0.0)).collect()
        };
        self.accessors.push(json!({
            "bufferView": view, "componentType": FLOAT, "count": 4, "type": format!("VEC{N}"),
            "min": of(f32::min), "max": of(f32::max),
        }));
        self.accessors.len() - 1
    }
}

/// The binary. `files` are the bytes of the PNG files of [`Look::pictures`], in their order.
///
/// # Errors
/// More than 4 GiB: the length of a glTF binary is a number of 32 bits.
pub fn glb(look: &Look, files: &[Vec<u8>]) -> Result<Vec<u8>, String> {
    let mut buffer = Buffer::default();
    let [x, y] = look.tile.map(|edge| (edge / 2.0) as f32);
    let attributes = json!({
        "POSITION": buffer.corners([[-x, y, 0.0], [x, y, 0.0], [-x, -y, 0.0], [x, -y, 0.0]]),
        "NORMAL": buffer.corners([[0.0, 0.0, 1.0]; 4]),
        // Green of a normal map points up: along normal x tangent.
        "TANGENT": buffer.corners([[1.0, 0.0, 0.0, 1.0]; 4]),
        // The first row of a picture is at 0.
        "TEXCOORD_0": buffer.corners([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
    });
    let indices: Vec<u8> = [0u16, 2, 1, 1, 2, 3].iter().flat_map(|i| i.to_le_bytes()).collect();
    let view = buffer.view(&indices, Some(ELEMENT_ARRAY_BUFFER));
    buffer.accessors.push(json!({ "bufferView": view, "componentType": UNSIGNED_SHORT, "count": 6, "type": "SCALAR" }));
    let indices = buffer.accessors.len() - 1;

    let material = material(look);
    let used: Vec<usize> = (0..files.len()).filter(|i| material.used.contains(i)).collect();
    let images: Vec<Value> = used
        .iter()
        .map(|i| {
            let view = buffer.view(&files[*i], None);
            json!({ "bufferView": view, "mimeType": "image/png", "name": look.pictures[*i].file })
        })
        .collect();
    let textures: Vec<Value> = (0..used.len()).map(|image| json!({ "sampler": 0, "source": image })).collect();
    let mut document = json!({
        "asset": { "version": "2.0", "generator": concat!("bakestone ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": look.name }],
        "meshes": [{ "primitives": [{ "attributes": attributes, "indices": indices, "material": 0 }] }],
        "materials": [material.named(&look.name, &used)],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{ "byteLength": buffer.bytes.len() }],
    });
    if !used.is_empty() {
        let sampler = json!({
            "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": REPEAT, "wrapT": REPEAT,
        });
        (document["samplers"], document["textures"], document["images"]) =
            (json!([sampler]), json!(textures), json!(images));
    }
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + text.len() + 8 + buffer.bytes.len();
    let length =
        u32::try_from(length).map_err(|_| "a glTF binary has at most 4 GiB; take a smaller size".to_string())?;
    let mut bytes = Vec::with_capacity(length as usize);
    for word in [MAGIC, VERSION, length, text.len() as u32, JSON] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(text);
    for word in [buffer.bytes.len() as u32, BIN] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(buffer.bytes);
    Ok(bytes)
}

/// A material whose textures are numbers of pictures.
struct Shading {
    used: Vec<usize>,
    /// Where in the material each of them stands.
    places: Vec<(&'static [&'static str], usize)>,
    transparent: bool,
}

fn material(look: &Look) -> Shading {
    let roughness = look.at("roughness", 1).filter(|picture| look.at("metallic", 2) == Some(*picture));
    let base = look.at("basecolor", 0);
    let places: [(&'static [&'static str], Option<usize>); 5] = [
        (&["pbrMetallicRoughness", "baseColorTexture"], base),
        (&["pbrMetallicRoughness", "metallicRoughnessTexture"], roughness),
        (&["normalTexture"], look.at("normal", 0)),
        (&["occlusionTexture"], look.at("ao", 0)),
        (&["emissiveTexture"], look.at("emission", 0)),
    ];
    let places: Vec<_> = places.into_iter().filter_map(|(place, picture)| Some((place, picture?))).collect();
    let transparent = base.is_some_and(|base| look.pictures[base].of.get(3).is_some_and(|of| of == "opacity"));
    Shading { used: places.iter().map(|place| place.1).collect(), places, transparent }
}

impl Shading {
    /// As glTF has it; `used` are the pictures of its textures.
    fn named(&self, name: &str, used: &[usize]) -> Value {
        let mut material = json!({ "name": name, "pbrMetallicRoughness": {} });
        for (place, picture) in &self.places {
            let texture = used.iter().position(|i| i == picture);
            let at = place.iter().fold(&mut material, |at, key| &mut at[*key]);
            *at = json!({ "index": texture });
        }
        let has = |key: &str| self.places.iter().any(|(place, _)| place.contains(&key));
        if !has("metallicRoughnessTexture") {
            let neutral = &mut material["pbrMetallicRoughness"];
            (neutral["metallicFactor"], neutral["roughnessFactor"]) = (json!(0.0), json!(0.5));
        }
        if has("emissiveTexture") {
            material["emissiveFactor"] = json!([1.0, 1.0, 1.0]);
        }
        if self.transparent {
            material["alphaMode"] = json!("BLEND");
        }
        material
    }
}

#[cfg(test)]
mod tests {
    use super::super::Picture;
    use super::*;

    fn picture(file: &str, of: &[&str]) -> Picture {
        Picture { file: file.into(), of: of.iter().map(|of| (*of).into()).collect(), srgb: false, span: None }
    }

    fn word(bytes: &[u8], at: usize) -> usize {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    }

    /// Read back by the layout of section 4.4: header, JSON, then the buffer in which views lie.
    #[test]
    fn pictures_lie_where_the_document_says() {
        let look = Look {
            name: "tin".into(),
            tile: [2.0, 1.0],
            pictures: vec![
                picture("c.png", &["basecolor.r", "basecolor.g", "basecolor.b", "opacity"]),
                picture("h.png", &["height"]),
                picture("orm.png", &["ao", "roughness", "metallic"]),
                picture("n.png", &["normal"]),
            ],
        };
        let files: Vec<Vec<u8>> = [5, 6, 7, 9].iter().map(|n| vec![*n as u8; *n]).collect();
        let bytes = glb(&look, &files).unwrap();
        assert_eq!((&bytes[..4], word(&bytes, 4), word(&bytes, 8)), (&b"glTF"[..], 2, bytes.len()));
        let text = word(&bytes, 12);
        assert_eq!((&bytes[16..20], text % 4), (&b"JSON"[..], 0));
        let document: Value = serde_json::from_slice(&bytes[20..20 + text]).unwrap();
        let start = 20 + text + 8;
        assert_eq!((&bytes[start - 4..start], word(&bytes, start - 8)), (&b"BIN\0"[..], bytes.len() - start));
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let held = |texture: &Value| {
            let image = &document["images"][number(&document["textures"][number(texture)]["source"])];
            let view = &document["bufferViews"][number(&image["bufferView"])];
            let at = start + number(&view["byteOffset"]);
            bytes[at..at + number(&view["byteLength"])].to_vec()
        };
        let material = &document["materials"][0];
        let pbr = &material["pbrMetallicRoughness"];
        assert_eq!(held(&pbr["baseColorTexture"]["index"]), files[0]);
        assert_eq!(held(&pbr["metallicRoughnessTexture"]["index"]), files[2]);
        assert_eq!(held(&material["occlusionTexture"]["index"]), files[2]);
        assert_eq!(held(&material["normalTexture"]["index"]), files[3]);
        assert_eq!((&material["alphaMode"], document["images"].as_array().unwrap().len()), (&json!("BLEND"), 3));
        let place = &document["accessors"][0];
        assert_eq!((&place["min"], &place["max"]), (&json!([-1.0, -0.5, 0.0]), &json!([1.0, 0.5, 0.0])));
    }
}
