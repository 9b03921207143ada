//! A shader while it grows: functions that kernels were recorded as, their parameters, and the data that they read.
//!
//! In: recorded functions, one for each call. Out: the text of the distinct ones, and the words of two buffers. A call is
//! `k3(12u, ..)`: function 3 with the parameters from `args[12]` on, so octaves share their function.

use super::wgsl::{Arithmetic, Data, Parameter, Recorded, Recorder, Wgsl, called};
use std::collections::HashMap;
use std::fmt::Write;

/// The functions of a shader and what they are called with.
pub struct Shader {
    arithmetic: Arithmetic,
    /// Signature and body of each function.
    functions: Vec<String>,
    known: HashMap<String, usize>,
    args: Vec<u32>,
    data: Vec<u32>,
    /// Where blocks of data begin.
    blocks: HashMap<(usize, usize), u32>,
}

/// A finished shader: its first bindings are `job`, `args` and `data`; what `main` needs besides follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// WGSL, entry point `main`.
    pub text: String,
    /// What `args` holds.
    pub args: Vec<u32>,
    /// What `data` holds; never empty.
    pub data: Vec<u32>,
}

/// The most words of `args` that are a uniform buffer, which every device has with this size.
const UNIFORM_WORDS: usize = 4096;

impl Shader {
    /// One without functions.
    pub fn new(arithmetic: Arithmetic) -> Self {
        let (functions, known, blocks) = (Vec::new(), HashMap::new(), HashMap::new());
        Self { arithmetic, functions, known, args: Vec::new(), data: Vec::new(), blocks }
    }

    /// How arithmetic is kept as it is.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// A call of a recorded function: the arguments of its signature follow those of `p`, as in
    /// `(p: u32, i0: f32) -> f32`.
    pub fn call(&mut self, signature: &str, recorded: Recorded, arguments: &[String]) -> String {
        let text = format!("{signature} {{\n{}}}\n", recorded.body);
        let number = *self.known.entry(text).or_insert_with_key(|text| {
            self.functions.push(text.clone());
            self.functions.len() - 1
        });
        let starts: Vec<u32> = recorded.data.into_iter().map(|data| self.block(data)).collect();
        let words = recorded.parameters.iter().map(|parameter| match parameter {
            Parameter::Word(word) => *word,
            Parameter::Data(index) => starts[*index],
        });
        let first = self.parameters(words);
        let mut call = format!("k{number}({first}u");
        for argument in arguments {
            let _ = write!(call, ", {argument}");
        }
        call + ")"
    }

    /// Records a function of named arguments, `[name, type]`, and gives a call of it; `body` gives the name of the result.
    pub fn function(
        &mut self,
        takes: &[[&str; 2]],
        gives: &str,
        arguments: &[&str],
        body: impl FnOnce(Wgsl) -> String,
    ) -> String {
        let recorder = Recorder::new(self.arithmetic);
        let result = body(Wgsl(&recorder));
        let takes: String = takes.iter().map(|[name, kind]| format!(", {name}: {kind}")).collect();
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        self.call(&format!("(p: u32{takes}) -> {gives}"), recorder.finish(&result), &arguments)
    }

    /// A word of the buffer of parameters, as an expression.
    pub fn word(&mut self, word: u32) -> String {
        format!("args[{}u].x", self.parameters([word].into_iter()))
    }

    /// A number of the buffer of parameters, as an expression.
    pub fn number(&mut self, v: f32) -> String {
        format!("bitcast<f32>({})", self.word(v.to_bits()))
    }

    /// Appends parameters; gives the index of their first vector.
    fn parameters(&mut self, words: impl Iterator<Item = u32>) -> usize {
        let first = self.args.len() / 4;
        self.args.extend(words);
        self.args.resize(self.args.len().next_multiple_of(4), 0);
        first
    }

    fn block(&mut self, data: Data) -> u32 {
        *self.blocks.entry(data.key).or_insert_with(|| {
            let start = self.data.len() as u32;
            self.data.extend(data.words);
            start
        })
    }

    /// The whole text: `head` declares the struct `Job` and further bindings, `main` is the entry point with what it
    /// needs. Only guarded arithmetic reads `job.zero`.
    pub fn finish(mut self, head: &str, main: &str) -> Finished {
        let mut text = String::from(head);
        text += "@group(0) @binding(0) var<uniform> job: Job;\n";
        if self.args.len() <= UNIFORM_WORDS {
            self.args.resize(self.args.len().next_power_of_two().max(64), 0);
            let _ =
                writeln!(text, "@group(0) @binding(1) var<uniform> args: array<vec4<u32>, {}>;", self.args.len() / 4);
        } else {
            text += "@group(0) @binding(1) var<storage, read> args: array<vec4<u32>>;\n";
        }
        text += "@group(0) @binding(2) var<storage, read> data: array<u32>;\n";
        if self.arithmetic == Arithmetic::Guarded {
            text += "fn kept(v: f32) -> f32 {\n    return bitcast<f32>(bitcast<u32>(v) ^ job.zero);\n}\n";
        }
        text += &called(&self.functions.concat(), self.arithmetic);
        for (number, function) in self.functions.iter().enumerate() {
            let _ = write!(text, "fn k{number}{function}");
        }
        text += main;
        if self.data.is_empty() {
            self.data.push(0);
        }
        Finished { text, args: self.args, data: self.data }
    }
}

impl Finished {
    /// Whether `args` is a uniform buffer; else it is a storage buffer.
    pub fn has_uniform_args(&self) -> bool {
        self.args.len() <= UNIFORM_WORDS
    }
}
