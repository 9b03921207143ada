//! Words of other tools, and what they are here.

/// Keys that people know from other tools.
pub(super) const TRIED: &[(&str, &str)] = &[
    ("frequency", "noises take `period = 8` (whole cells per tile) or `cell = 0.05` (metres)"),
    ("scale", "noises take `period = 8` (whole cells per tile) or `cell = 0.05` (metres)"),
    ("normalize", "values are never stretched to the extremes of a picture; the node `levels` stretches a fixed range"),
    ("normalise", "values are never stretched to the extremes of a picture; the node `levels` stretches a fixed range"),
    (
        "normalization",
        "values are never stretched to the extremes of a picture; the node `levels` stretches a fixed range",
    ),
    ("seamless", "every preset is seamless; `tile = [1, 1]` is the size of the tile in metres"),
    ("tileable", "every preset is seamless; `tile = [1, 1]` is the size of the tile in metres"),
    ("persistence", "the weight of each next octave is `gain`"),
    ("width", "the size of the picture is `size = 1024` or `size = [2048, 1024]`, at the top of the file"),
    ("resolution", "the size of the picture is `size = 1024` or `size = [2048, 1024]`, at the top of the file"),
    ("color", "the colour of the material is `basecolor`"),
    ("colour", "the colour of the material is `basecolor`"),
    ("albedo", "the colour of the material is `basecolor`"),
    ("diffuse", "the colour of the material is `basecolor`"),
    ("metalness", "this map is `metallic`"),
    ("displacement", "this map is `height`"),
    ("bump", "this map is `height`"),
    ("occlusion", "this map is `ao`"),
    ("file", "files are named by `--name` and the name of the map"),
    ("out", "maps are written because layers set them or `[maps]` names them"),
    ("output", "maps are written because layers set them or `[maps]` names them"),
    ("node", "nodes stand in the table `[nodes]`"),
    ("layer", "layers are written `[[layers]]`"),
    ("map", "maps stand in the table `[maps]`"),
];
