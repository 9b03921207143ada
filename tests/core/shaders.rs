//! What a graphics card gets: every registered node can be recorded, in text that compiles and in modules that leave the
//! driver no choice. What each node is recorded as is kept for review in tests/golden/shaders.
//!
//! `BLESS=1 cargo test --test core shaders` accepts new texts.

use crate::support::*;
use bakestone::eval::gpu::spirv::{Controls, faults, strict};
use bakestone::machine::wgsl::Arithmetic;
use bakestone::maps::shader::shader as map_shader;
use bakestone::maps::{Kind, Method};
use bakestone::program::shader::{Show, shader};
use bakestone::{Bake, Engine};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules of a text are as they must be: every float operation marked, nothing that cards do as they like.
fn check(text: &str, name: &str, modules: &mut Vec<Vec<u32>>) {
    let controls = Controls { rte: true, preserve: true, denorm: false };
    let words = strict(text, controls).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    let faults = faults(&words);
    assert!(faults.is_empty(), "{name}: {faults:?}\n{text}");
    modules.push(words);
}

/// Another program's opinion on the modules.
fn validate(modules: &[Vec<u32>]) {
    if Command::new("spirv-val").arg("--version").output().is_err() {
        assert!(std::env::var_os("BAKESTONE_REQUIRE_GPU").is_none(), "there is no spirv-val");
        eprintln!("SKIPPED: there is no spirv-val");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (i, words) in modules.iter().enumerate() {
        let file: PathBuf = folder.path().join(format!("{i}.spv"));
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(&file, bytes).unwrap();
        let said = Command::new("spirv-val").args(["--target-env", "vulkan1.1"]).arg(&file).output().unwrap();
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
}

/// Sums, differences and products of floats that are used for anything else than to be guarded.
fn unguarded(text: &str) -> usize {
    use naga::{BinaryOperator, Expression, ScalarKind, Statement};
    let module = naga::front::wgsl::parse_str(text).unwrap();
    let flags = naga::valid::ValidationFlags::all();
    let info = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty()).validate(&module).unwrap();
    let (guard, _) = module.functions.iter().find(|(_, f)| f.name.as_deref() == Some("kept")).unwrap();
    let mut open = 0;
    for (handle, function) in module.functions.iter() {
        let mut guarded = Vec::new();
        calls(&function.body, &mut |statement| {
            if let Statement::Call { function, arguments, .. } = statement
                && *function == guard
            {
                guarded.extend(arguments.clone());
            }
        });
        for (expression, value) in function.expressions.iter() {
            let Expression::Binary {
                op: BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply,
                ..
            } = value
            else {
                continue;
            };
            let kind = info[handle][expression].ty.inner_with(&module.types).scalar_kind();
            open += usize::from(kind == Some(ScalarKind::Float) && !guarded.contains(&expression));
        }
    }
    open
}

/// All statements, those inside of others too.
fn calls(block: &naga::Block, see: &mut dyn FnMut(&naga::Statement)) {
    for statement in block.iter() {
        see(statement);
        let inner = match statement {
            naga::Statement::Block(inner) => vec![inner],
            naga::Statement::If { accept, reject, .. } => vec![accept, reject],
            naga::Statement::Loop { body, continuing, .. } => vec![body, continuing],
            _ => Vec::new(),
        };
        inner.into_iter().for_each(|inner| calls(inner, see));
    }
}

#[test]
fn a_bare_product_is_seen() {
    let text = "fn kept(v: f32) -> f32 { return v; }\nfn k0(a: f32, b: f32) -> f32 { RETURN }";
    assert_eq!(unguarded(&text.replace("RETURN", "return kept(kept(a * b) + 1.0f);")), 0);
    assert_eq!(unguarded(&text.replace("RETURN", "return kept(a * b + 1.0f);")), 1);
}

#[test]
fn every_node_can_be_recorded() {
    let mut modules = Vec::new();
    for case in cases() {
        let program = program(&material(&case.text()), "tested");
        let name = case.name();
        check(&shader(&program, Show::Values, 1, Arithmetic::Marked).text, &name, &mut modules);
        check(&shader(&program, Show::Slopes(0, [1.0; 2]), 2, Arithmetic::Marked).text, &name, &mut modules);
        let guarded = shader(&program, Show::Values, 3, Arithmetic::Guarded).text;
        check(&guarded, &name, &mut Vec::new());
        assert_eq!(unguarded(&guarded), 0, "{name}\n{guarded}");
    }
    validate(&modules);
}

#[test]
fn every_map_can_be_recorded() {
    let mut modules = Vec::new();
    for (name, material) in built_in() {
        for request in [floats([64, 64]), bakestone::Request::new([64, 64])] {
            let bake = Bake::new(&material, &request, &Engine::default()).unwrap();
            for map in bake.maps() {
                for (method, dither) in [(Method::Central, false), (Method::Analytic, true)] {
                    let mut map = map.clone();
                    map.dither = dither;
                    if let Kind::Normal { method: of_map, .. } = &mut map.kind {
                        *of_map = method;
                    }
                    let text = map_shader(&map, 7, [0.01; 2], Arithmetic::Marked).text;
                    check(&text, &format!("{name} {}", map.name), &mut modules);
                }
            }
        }
    }
    validate(&modules);
}

/// Seeds, sizes and numbers are parameters: they change the buffers and not the text.
#[test]
fn parameters_are_no_part_of_the_text() {
    for case in cases() {
        let of = |seed: &str| {
            shader(&program(&material(&case.text_with(seed)), "tested"), Show::Values, 1, Arithmetic::Marked)
        };
        let (a, b) = (of("1"), of("77"));
        assert_eq!(a.text, b.text, "{}", case.name());
    }
    let text =
        p0("type = 'fbm', period = 4, octaves = 5, gain = 'g'", "[params]\ng = { value = 0.5, min = 0, max = 1 }");
    let of = |gain: &str| {
        let text = text.replace("value = 0.5", &format!("value = {gain}"));
        shader(&program(&material(&text), "base"), Show::Values, 1, Arithmetic::Marked)
    };
    let (a, b) = (of("0.5"), of("0.61"));
    assert!(a.text == b.text && a.args != b.args);
    // Octaves share a function.
    let more = p0("type = 'fbm', period = 4, octaves = 9", "");
    let more = shader(&program(&material(&more), "base"), Show::Values, 1, Arithmetic::Marked);
    assert_eq!(a.text.matches("fn k").count(), more.text.matches("fn k").count());
}

/// A shader without what stands in one of the files before: each function is kept once, where it comes first.
fn news(text: &str, file: &str, known: &mut BTreeMap<String, String>) -> String {
    let (head, mut rest) = text.split_at(text.find("fn ").unwrap());
    let mut out = match known.get(head) {
        Some(before) => format!("// head of {before}\n"),
        None => {
            known.insert(head.into(), file.into());
            head.into()
        }
    };
    while let Some(start) = rest.find("fn ") {
        let end = rest[start..].find("\n}\n").map_or(rest.len(), |end| start + end + 3);
        let (name, body) = rest[start..end].split_at(rest[start..end].find('(').unwrap());
        out += &rest[..start];
        match known.get(body) {
            Some(before) => out += &format!("// {name} is {before}\n"),
            None => {
                known.insert(body.into(), format!("{} of {file}", &name[3..]));
                out += &rest[start..end];
            }
        }
        rest = &rest[end..];
    }
    out + rest
}

#[test]
fn functions_are_kept_once() {
    let mut known = BTreeMap::new();
    let first =
        news("head\nfn k0(a: f32) -> f32 {\n    return a;\n}\n@compute\nfn main() {\n}\n", "a.wgsl", &mut known);
    assert_eq!(first, "head\nfn k0(a: f32) -> f32 {\n    return a;\n}\n@compute\nfn main() {\n}\n");
    let next =
        news("head\nfn k3(a: f32) -> f32 {\n    return a;\n}\nfn main() {\n    k3();\n}\n", "b.wgsl", &mut known);
    assert_eq!(next, "// head of a.wgsl\n// fn k3 is k0 of a.wgsl\nfn main() {\n    k3();\n}\n");
}

#[test]
fn texts_are_those_that_were_reviewed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/shaders");
    let asked = std::env::var_os("BLESS").is_some();
    assert!(!(asked && std::env::var_os("CI").is_some()), "nothing is blessed in CI");
    let mut differ = Vec::new();
    let mut kept = Vec::new();
    let (mut flat, mut known) = (String::new(), BTreeMap::new());
    for case in cases().into_iter().filter(|case| case.number == 0) {
        let text = shader(&program(&material(&case.text()), "tested"), Show::Values, 1, Arithmetic::Marked).text;
        // One is enough where depth changes nothing.
        if case.dimensions == 3 && text == flat {
            continue;
        }
        flat.clone_from(&text);
        let name = format!("{}_{}d.wgsl", case.kind, case.dimensions);
        let text = news(&text, &name, &mut known);
        let path = folder.join(&name);
        kept.push(name.clone());
        if std::fs::read_to_string(&path).is_ok_and(|golden| golden == text) {
            continue;
        }
        if asked {
            println!("blessed {name}");
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, text).unwrap();
        } else {
            differ.push(name);
        }
    }
    assert!(differ.is_empty(), "{differ:?} differ. If that is meant: BLESS=1 cargo test --test core shaders");
    let stray = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let stray: Vec<String> = stray.filter(|name| !kept.contains(name)).collect();
    assert!(stray.is_empty(), "no node makes {stray:?}");
}
