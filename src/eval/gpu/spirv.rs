//! Shaders in SPIR-V that leave a driver no choice in how floats are computed.
//!
//! In comes WGSL text; out go the words of a module in which each float operation is decorated `NoContraction`, and which
//! asks for rounding to nearest and for zeros with signs, where the device advertises that. [`faults`] looks at words, its
//! own or others, and names all that the rules of exactness forbid.
//!
//! Rejected: a SPIR-V back end of our own. The pass needs to know a dozen instructions; naga knows the rest.
//! Rejected: integer barriers on Vulkan. They cost 7 % on an H200, this nothing, and they don't keep denormals.
//!
//! Numbers are those of the SPIR-V specification 1.6, section 3 ("Binary Form") and 2.4 (order of a module).

use std::collections::HashSet;

use naga::back::spv::{self, Capability};
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// Float controls that a device advertises for 32 bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Rounding to nearest, ties to even. On NVIDIA it keeps denormals too.
    pub rte: bool,
    /// Signs of zeros, infinities and NaNs stay.
    pub preserve: bool,
    /// Denormals stay.
    pub denorm: bool,
}

/// Words before the first instruction: magic number, version, generator, bound of ids, schema.
const HEADER: usize = 5;

const ENTRY_POINT: u16 = 15;
const EXECUTION_MODE: u16 = 16;
const CAPABILITY: u16 = 17;
const EXTENSION: u16 = 10;
const EXT_INST: u16 = 12;
const TYPE_FLOAT: u16 = 22;
const DECORATE: u16 = 71;
const CONVERT_F_TO_U: u16 = 109;
const CONVERT_F_TO_S: u16 = 110;

/// The decoration.
const NO_CONTRACTION: u32 = 42;
/// Execution modes.
const LOCAL_SIZE: u32 = 17;
const DENORM_PRESERVE: u32 = 4459;
const SIGNED_ZERO_INF_NAN_PRESERVE: u32 = 4461;
const ROUNDING_MODE_RTE: u32 = 4462;

/// Float operations that are exact once nothing is fused: `FNegate FAdd FSub FMul VectorTimesScalar`.
const EXACT: [u16; 5] = [127, 129, 131, 133, 142];

/// Operations that are not exact on each device, or whose order of sums is the driver's.
const INEXACT: [(u16, &str); 21] = [
    (115, "OpFConvert"),
    (116, "OpQuantizeToF16"),
    (136, "OpFDiv"),
    (140, "OpFRem"),
    (141, "OpFMod"),
    (143, "OpMatrixTimesScalar"),
    (144, "OpVectorTimesMatrix"),
    (145, "OpMatrixTimesVector"),
    (146, "OpMatrixTimesMatrix"),
    (147, "OpOuterProduct"),
    (148, "OpDot"),
    (207, "OpDPdx"),
    (208, "OpDPdy"),
    (209, "OpFwidth"),
    (350, "OpGroupNonUniformFAdd"),
    (352, "OpGroupNonUniformFMul"),
    (355, "OpGroupNonUniformFMin"),
    (358, "OpGroupNonUniformFMax"),
    (5614, "OpAtomicFMinEXT"),
    (5615, "OpAtomicFMaxEXT"),
    (6035, "OpAtomicFAddEXT"),
];

/// Built-in functions (GLSL.std.450) that are exact: `FAbs SAbs SSign Floor`, smallest and largest of integers, and bits.
const EXACT_BUILT_IN: [u32; 13] = [4, 5, 7, 8, 38, 39, 41, 42, 44, 45, 73, 74, 75];
/// `FClamp NClamp`: naga keeps a float within the range of an integer before it converts. Nowhere else.
const CLAMPS: [u32; 2] = [43, 81];

/// Compiles a compute shader with the entry point `main`.
///
/// Indices are not checked and loops not bounded by naga: our texts check the one and count the other. The division of
/// integers keeps its check for zero. Workgroup memory is not cleared, which nothing here uses.
///
/// # Errors
/// One line on what is wrong with the text.
pub fn strict(wgsl: &str, controls: Controls) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| {
        let line = error.location(wgsl).map_or(0, |place| place.line_number);
        format!("line {line}: {}", error.message())
    })?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).map_err(|error| {
        let line = error.location(wgsl).map_or(0, |place| place.line_number);
        let mut said = format!("line {line}: {error}");
        let mut source = std::error::Error::source(error.as_inner());
        while let Some(cause) = source {
            said += &format!(": {cause}");
            source = cause.source();
        }
        said
    })?;
    let options = spv::Options {
        // The newest that each Vulkan 1.1 device takes.
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        fake_missing_bindings: false,
        binding_map: bindings(&module),
        bounds_check_policies: naga::proc::BoundsCheckPolicies::default(),
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let entry = spv::PipelineOptions { shader_stage: naga::ShaderStage::Compute, entry_point: "main".into() };
    let words = spv::write_vec(&module, &info, &options, Some(&entry)).map_err(|error| error.to_string())?;
    Ok(decorate(&words, controls))
}

/// Each buffer keeps the place that its text gives it.
fn bindings(module: &naga::Module) -> spv::BindingMap {
    let places = module.global_variables.iter().filter_map(|(_, variable)| variable.binding);
    places
        .map(|place| {
            let info =
                spv::BindingInfo { descriptor_set: place.group, binding: place.binding, binding_array_size: None };
            (place, info)
        })
        .collect()
}

/// Adds the decorations and the float controls.
fn decorate(words: &[u32], controls: Controls) -> Vec<u32> {
    let wanted = [
        (controls.denorm, Capability::DenormPreserve, DENORM_PRESERVE),
        (controls.preserve, Capability::SignedZeroInfNanPreserve, SIGNED_ZERO_INF_NAN_PRESERVE),
        (controls.rte, Capability::RoundingModeRTE, ROUNDING_MODE_RTE),
    ];
    let modes: Vec<_> = wanted.into_iter().filter(|(wanted, ..)| *wanted).collect();
    let main = instructions(words).find(|one| one.code == ENTRY_POINT).and_then(|one| one.word(2));

    let mut out = words[..HEADER].to_vec();
    let mut stage = 0;
    for one in instructions(words) {
        // Sections come in a fixed order; ours go to the end of each, before what follows.
        if stage == 0 && one.code != CAPABILITY {
            for (_, capability, _) in &modes {
                out.extend([head(CAPABILITY, 2), *capability as u32]);
            }
            if !modes.is_empty() {
                let name = literal("SPV_KHR_float_controls");
                out.push(head(EXTENSION, 1 + name.len()));
                out.extend(name);
            }
            stage = 1;
        }
        if stage == 1 && !is_before_names(one.code) {
            for (_, _, mode) in &modes {
                out.extend([head(EXECUTION_MODE, 4), main.unwrap_or(0), *mode, 32]);
            }
            stage = 2;
        }
        if stage == 2 && !is_before_decorations(one.code) {
            for float in instructions(words).filter(|one| EXACT.contains(&one.code)) {
                out.extend([head(DECORATE, 3), float.word(2).unwrap_or(0), NO_CONTRACTION]);
            }
            stage = 3;
        }
        out.extend(one.words);
    }
    out
}

/// Capabilities, extensions, imports, memory model, entry points, execution modes.
fn is_before_names(code: u16) -> bool {
    matches!(code, CAPABILITY | EXTENSION | 11 | 14 | ENTRY_POINT | EXECUTION_MODE | 331)
}

/// Those, and what is for debuggers: sources, strings, names.
fn is_before_decorations(code: u16) -> bool {
    is_before_names(code) || matches!(code, 2..=7 | 330)
}

/// What the rules of exactness forbid in a module, a line each. Empty for one that may run.
pub fn faults(words: &[u32]) -> Vec<String> {
    let whole = instructions(words).map(|one| one.words.len()).sum::<usize>() + HEADER;
    if words.first() != Some(&0x0723_0203) || whole != words.len() {
        return vec!["it is no SPIR-V module".into()];
    }
    let decorated: HashSet<_> = instructions(words)
        .filter(|one| one.code == DECORATE && one.word(2) == Some(NO_CONTRACTION))
        .filter_map(|one| one.word(1))
        .collect();
    let mut found = Vec::new();
    let mut rest = instructions(words).peekable();
    while let Some(one) = rest.next() {
        if EXACT.contains(&one.code) && one.word(2).is_none_or(|id| !decorated.contains(&id)) {
            found.push(format!("float operation {} without NoContraction", one.code));
        }
        if let Some((_, name)) = INEXACT.iter().find(|(code, _)| *code == one.code) {
            found.push(format!("{name} is not exact on each device"));
        }
        if one.code == TYPE_FLOAT && one.word(2) != Some(32) {
            found.push("floats of another width than 32 bit".into());
        }
        if let (EXT_INST, Some(function)) = (one.code, one.word(4)) {
            let converted = rest.peek().is_some_and(|next| {
                matches!(next.code, CONVERT_F_TO_U | CONVERT_F_TO_S) && next.word(3) == one.word(2)
            });
            let exact = EXACT_BUILT_IN.contains(&function) || (CLAMPS.contains(&function) && converted);
            if !exact {
                found.push(format!("built-in function {function} (GLSL.std.450) is not exact on each device"));
            }
        }
    }
    found
}

/// The workgroup size that a module declares.
pub fn workgroup_size(words: &[u32]) -> Option<[u32; 3]> {
    let mode = instructions(words).find(|one| one.code == EXECUTION_MODE && one.word(2) == Some(LOCAL_SIZE))?;
    Some([mode.word(3)?, mode.word(4)?, mode.word(5)?])
}

/// An instruction with its operands.
#[derive(Clone, Copy)]
struct Instruction<'a> {
    code: u16,
    words: &'a [u32],
}

impl Instruction<'_> {
    /// The word at a place; the first one holds the code. A result's id stands at 2, after its type.
    fn word(&self, place: usize) -> Option<u32> {
        self.words.get(place).copied()
    }
}

/// The instructions of a module; ends early where a length makes no sense.
fn instructions(words: &[u32]) -> impl Iterator<Item = Instruction<'_>> {
    let mut rest = words.get(HEADER..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let length = (first >> 16) as usize;
        if length == 0 || length > rest.len() {
            return None;
        }
        let (words, after) = rest.split_at(length);
        rest = after;
        Some(Instruction { code: first as u16, words })
    })
}

fn head(code: u16, length: usize) -> u32 {
    (length as u32) << 16 | u32::from(code)
}

/// A text, closed by a zero byte, in whole words.
fn literal(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() + 1).next_multiple_of(4), 0);
    bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    const ALL: Controls = Controls { rte: true, preserve: true, denorm: true };

    fn shader(body: &str) -> String {
        format!(
            "@group(0) @binding(0) var<storage, read> a: array<f32>;
             @group(0) @binding(1) var<storage, read_write> b: array<f32>;
             @compute @workgroup_size(16, 4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                 let i = id.x;
                 {body}
             }}"
        )
    }

    fn words(body: &str, controls: Controls) -> Vec<u32> {
        strict(&shader(body), controls).expect("it compiles")
    }

    #[test]
    fn each_float_operation_is_decorated() {
        let body = "var v = a[i] * a[i + 1u] + 0.5; v = -v - f32(u32(v)) + floor(abs(v)) + f32(i32(v) / 3);
                    for (var k = 0u; k < 4u; k++) { v = v * 1.5; }
                    let w = vec2<f32>(v, 1.0) * v + vec2<f32>(2.0); b[i] = w.x;";
        let words = words(body, ALL);
        assert_eq!(faults(&words), Vec::<String>::new());
        assert_eq!(workgroup_size(&words), Some([16, 4, 1]));
        let count = |code| instructions(&words).filter(|one| one.code == code).count();
        assert!(count(127) == 1 && count(129) > 3 && count(133) > 1 && count(142) == 1);
        let modes: Vec<_> = instructions(&words).filter(|one| one.code == EXECUTION_MODE).collect();
        assert_eq!(modes.iter().filter_map(|one| one.word(2)).collect::<Vec<_>>(), [17, 4459, 4461, 4462]);
    }

    #[test]
    fn what_is_broken_is_seen() {
        let mut broken = words("b[i] = a[i] * 3.0;", ALL);
        let at = broken.windows(3).position(|three| three[0] == head(DECORATE, 3) && three[2] == 42);
        broken[at.expect("a decoration") + 2] = 0;
        assert_eq!(faults(&broken), ["float operation 133 without NoContraction"]);
        broken.push(head(1, 9));
        assert_eq!(faults(&broken), ["it is no SPIR-V module"]);
        assert_eq!(faults(&[]), ["it is no SPIR-V module"]);
    }

    #[test]
    fn what_is_not_exact_is_seen() {
        for expression in [
            "a[i] / a[0]",
            "a[i] % a[0]",
            "sqrt(a[i])",
            "inverseSqrt(a[i])",
            "sin(a[i])",
            "exp2(a[i])",
            "log2(a[i])",
            "pow(a[i], a[0])",
            "fma(a[i], a[0], 1.0)",
            "mix(a[i], a[0], 0.3)",
            "smoothstep(0.0, 1.0, a[i])",
            "length(vec2(a[i], a[0]))",
            "normalize(vec2(a[i], a[0])).x",
            "dot(vec2(a[i], a[0]), vec2(a[0], 1.0))",
            "round(a[i])",
            "fract(a[i])",
            "min(a[i], a[0])",
            "clamp(a[i], 0.0, 1.0)",
            "saturate(a[i])",
            "unpack2x16float(u32(i)).x",
            "bitcast<f32>(pack4x8unorm(vec4(a[i])))",
            "tanh(a[i])",
            "sign(a[i])",
        ] {
            // For some of them naga wants a capability, which is as good.
            let made = strict(&shader(&format!("b[i] = {expression};")), ALL);
            assert!(made.is_err() || made.is_ok_and(|words| !faults(&words).is_empty()), "{expression}");
        }
    }

    #[test]
    fn a_wrong_text_is_an_error_with_its_line() {
        let unknown = strict("@compute @workgroup_size(1)\nfn main() { let a = nothing; }", ALL);
        assert!(unknown.as_ref().is_err_and(|said| said.starts_with("line 2: ")), "{unknown:?}");
        let wrong = strict("fn f(a: f32) -> u32 { return a; }\n@compute @workgroup_size(1) fn main() {}", ALL);
        assert!(wrong.is_err());
        assert!(strict("@compute @workgroup_size(1) fn other() {}", ALL).is_err());
    }

    #[test]
    fn spirv_val_agrees() {
        let body = "var v = a[i]; if (i < 7u) { v = v * a[0] + f32(u32(v * 9.0)); } b[i] = floor(-v);";
        for bits in 0..8 {
            let on = |bit: u32| bits >> bit & 1 == 1;
            let words = words(body, Controls { rte: on(0), preserve: on(1), denorm: on(2) });
            let bytes: Vec<_> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let path = std::env::temp_dir().join(format!("bakestone-{}-{bits}.spv", std::process::id()));
            std::fs::write(&path, bytes).expect("a temporary file");
            let run = Command::new("spirv-val").args(["--target-env", "vulkan1.1"]).arg(&path).output();
            let _ = std::fs::remove_file(&path);
            match run {
                Err(_) => return eprintln!("SKIPPED: there is no spirv-val"),
                Ok(run) => assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr)),
            }
        }
    }
}
