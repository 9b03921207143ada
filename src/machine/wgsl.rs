//! Recording: a machine that writes down what a kernel asks of it, as the body of a function of WGSL.
//!
//! In: a kernel, run once. Out: the text of its function, and the parameters that it was run with. Parameters are no part of
//! the text: they stand in a buffer, so that other seeds, sizes and settings use the same shader. Equal operations are
//! written once. Rejected: shaders written by hand, which are a second truth.
//!
//! Where a driver can't be told to leave arithmetic alone, each sum and product passes through an exclusive or with a zero that only
//! the run knows ([`Arithmetic::Guarded`]): nothing can be fused across it.

use super::math::{cell_word, exp2_bits, floor_int, log2_bits, sin_word, turn_word};
use super::{Dual, Machine, Slope, SlopedPlace, exact};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;

/// How sums and products are kept from being fused or reordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Arithmetic {
    /// The operations are marked in the compiled module: the text is plain.
    Marked,
    /// Each result passes through an integer operation, by the function `kept`.
    Guarded,
}

/// A parameter of a recorded function.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// A word, or a number as its bits.
    Word(u32),
    /// Where the block of data of this number begins.
    Data(usize),
}

/// Words that a kernel reads: a table, or the numbers of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// Tells equal blocks of several functions: address and length.
    pub key: (usize, usize),
    /// The words.
    pub words: Vec<u32>,
}

/// A function while it is written.
pub struct Recorder {
    arithmetic: Arithmetic,
    text: RefCell<String>,
    /// For each open block: which value an expression has.
    known: RefCell<Vec<HashMap<String, usize>>>,
    /// How values are called.
    names: RefCell<Vec<String>>,
    parameters: RefCell<Vec<Parameter>>,
    data: RefCell<Vec<Data>>,
}

/// A recorded function: its body reads parameter i in word i of `args[p]` and on.
pub struct Recorded {
    /// The lines between the braces.
    pub body: String,
    /// What it was recorded with.
    pub parameters: Vec<Parameter>,
    /// The data that it reads.
    pub data: Vec<Data>,
}

impl Recorder {
    /// Begins a function.
    pub fn new(arithmetic: Arithmetic) -> Self {
        Self {
            arithmetic,
            text: RefCell::default(),
            known: RefCell::new(vec![HashMap::new()]),
            names: RefCell::default(),
            parameters: RefCell::default(),
            data: RefCell::default(),
        }
    }

    /// Ends the function with this expression as its result.
    pub fn finish(self, result: &str) -> Recorded {
        self.line(&format!("return {result};"));
        Recorded { body: self.text.take(), parameters: self.parameters.take(), data: self.data.take() }
    }

    fn line(&self, line: &str) {
        let depth = self.known.borrow().len();
        let _ = writeln!(self.text.borrow_mut(), "{:1$}{line}", "", 4 * depth);
    }

    /// A value that is called `name` as it is.
    fn named(&self, name: String) -> Value<'_> {
        let mut names = self.names.borrow_mut();
        names.push(name);
        Value { index: names.len() - 1, recorder: self }
    }

    /// The value of an expression, written once for each block that sees it.
    fn value(&self, expression: String) -> Value<'_> {
        let known = self.known.borrow().iter().rev().find_map(|block| block.get(&expression).copied());
        if let Some(index) = known {
            return Value { index, recorder: self };
        }
        let value = self.fresh(&expression);
        if let Some(block) = self.known.borrow_mut().last_mut() {
            block.insert(expression, value.index);
        }
        value
    }

    /// A new value, whatever it is.
    fn fresh(&self, expression: &str) -> Value<'_> {
        let value = self.named(String::new());
        let name = format!("v{}", value.index);
        self.line(&format!("let {name} = {expression};"));
        self.names.borrow_mut()[value.index] = name;
        value
    }

    /// The word of a parameter.
    fn parameter(&self, parameter: Parameter) -> String {
        let mut all = self.parameters.borrow_mut();
        let slot = all.iter().position(|p| *p == parameter).unwrap_or_else(|| {
            all.push(parameter);
            all.len() - 1
        });
        format!("args[p + {}u].{}", slot / 4, ["x", "y", "z", "w"][slot % 4])
    }

    /// The parameter that says where a block of data begins.
    fn data(&self, key: (usize, usize), words: impl FnOnce() -> Vec<u32>) -> String {
        let mut all = self.data.borrow_mut();
        let index = all.iter().position(|data| data.key == key).unwrap_or_else(|| {
            all.push(Data { key, words: words() });
            all.len() - 1
        });
        self.parameter(Parameter::Data(index))
    }

    /// A block that changes the state.
    fn block<'r>(&'r self, head: &str, state: &mut [Float<'r>], body: impl FnOnce(&mut [Float<'r>])) {
        let variables: Vec<String> = state
            .iter()
            .map(|value| {
                let variable = self.named(String::new());
                let name = format!("s{}", variable.index);
                self.line(&format!("var {name} = {};", value.0.name()));
                name
            })
            .collect();
        self.line(&format!("{head} {{"));
        self.known.borrow_mut().push(HashMap::new());
        for (value, name) in state.iter_mut().zip(&variables) {
            *value = Float(self.fresh(name));
        }
        body(state);
        for (value, name) in state.iter().zip(&variables) {
            self.line(&format!("{name} = {};", value.0.name()));
        }
        self.known.borrow_mut().pop();
        self.line("}");
        for (value, name) in state.iter_mut().zip(&variables) {
            *value = Float(self.fresh(name));
        }
    }
}

#[derive(Clone, Copy)]
struct Value<'r> {
    index: usize,
    recorder: &'r Recorder,
}

impl<'r> Value<'r> {
    fn name(self) -> String {
        self.recorder.names.borrow()[self.index].clone()
    }
    /// `self op other`.
    fn with(self, op: &str, other: Value) -> Value<'r> {
        self.recorder.value(format!("{} {op} {}", self.name(), other.name()))
    }
    /// `function(self)`.
    fn through(self, function: &str) -> Value<'r> {
        self.recorder.value(format!("{function}({})", self.name()))
    }
    /// The same, kept apart from what comes before and after.
    #[inline(never)]
    fn kept(self, op: &str, other: Value) -> Value<'r> {
        match self.recorder.arithmetic {
            Arithmetic::Marked => self.with(op, other),
            Arithmetic::Guarded => self.recorder.value(format!("kept({} {op} {})", self.name(), other.name())),
        }
    }
}

/// A number that is being recorded.
#[derive(Clone, Copy)]
pub struct Float<'r>(Value<'r>);
/// A word that is being recorded.
#[derive(Clone, Copy)]
pub struct Word<'r>(Value<'r>);
/// An answer that is being recorded.
#[derive(Clone, Copy)]
pub struct Mask<'r>(Value<'r>);

impl Float<'_> {
    /// What it is called in the text.
    pub fn name(self) -> String {
        self.0.name()
    }
}
impl Word<'_> {
    /// What it is called in the text.
    pub fn name(self) -> String {
        self.0.name()
    }
}

/// The functions that recorded ones may call, as far as `text` calls them: `quotient` and `root`, correctly rounded.
pub fn called(text: &str, arithmetic: Arithmetic) -> String {
    let mut functions = String::new();
    if text.contains("quotient(") {
        let recorder = Recorder::new(arithmetic);
        let m = Wgsl(&recorder);
        let result = exact::div(m, m.float("a"), m.float("b")).name();
        functions += &format!("fn quotient(a: f32, b: f32) -> f32 {{\n{}}}\n", recorder.finish(&result).body);
    }
    if text.contains("root(") {
        let recorder = Recorder::new(arithmetic);
        let m = Wgsl(&recorder);
        let result = exact::sqrt(m, m.float("a")).name();
        functions += &format!("fn root(a: f32) -> f32 {{\n{}}}\n", recorder.finish(&result).body);
    }
    functions
}

/// Results of a function: one number, or an array of several.
pub fn list(results: &[Float]) -> String {
    match results {
        [one] => one.name(),
        all => {
            let names: Vec<String> = all.iter().map(|v| v.name()).collect();
            format!("array<f32, {}>({})", all.len(), names.join(", "))
        }
    }
}

macro_rules! operators {
    ($($type:ident $way:ident: $($trait:ident $function:ident $op:literal),*;)*) => {
        $($(impl<'r> std::ops::$trait for $type<'r> {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                Self(self.0.$way($op, other.0))
            }
        })*)*
    };
}
operators! {
    Float kept: Add add "+", Sub sub "-", Mul mul "*";
    Word with: Add add "+", Sub sub "-", Mul mul "*", BitXor bitxor "^", BitAnd bitand "&", BitOr bitor "|";
}

impl std::ops::Neg for Float<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        match self.0.recorder.arithmetic {
            Arithmetic::Marked => Self(self.0.through("-")),
            Arithmetic::Guarded => {
                Self(self.0.recorder.value(format!("bitcast<f32>(bitcast<u32>({}) ^ 0x80000000u)", self.0.name())))
            }
        }
    }
}
impl std::ops::Shl<u32> for Word<'_> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        Self(self.0.recorder.value(format!("{} << {by}u", self.0.name())))
    }
}
impl std::ops::Shr<u32> for Word<'_> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        Self(self.0.recorder.value(format!("{} >> {by}u", self.0.name())))
    }
}

/// The machine.
#[derive(Clone, Copy)]
pub struct Wgsl<'r>(pub &'r Recorder);

impl<'r> Wgsl<'r> {
    /// An argument of the function that is a number.
    pub fn float(self, name: impl Into<String>) -> Float<'r> {
        Float(self.0.named(name.into()))
    }
    /// An argument of the function that is a word.
    pub fn word(self, name: impl Into<String>) -> Word<'r> {
        Word(self.0.named(name.into()))
    }
    /// The places x, y and z.
    pub fn places(self) -> [Word<'r>; 3] {
        ["x", "y", "z"].map(|name| self.word(name))
    }
    /// The numbers i0, i1 and on.
    pub fn inputs(self, count: usize) -> Vec<Float<'r>> {
        (0..count).map(|i| self.float(format!("i{i}"))).collect()
    }
    fn select<V>(self, c: Mask, [a, b]: [Value<'r>; 2], of: impl Fn(Value<'r>) -> V) -> V {
        of(self.0.value(format!("select({}, {}, {})", b.name(), a.name(), c.0.name())))
    }
}

impl<'r> Dual<Wgsl<'r>> {
    /// The places x, y and z, with slopes x0, x1, x2 and so on.
    pub fn sloped_places(self) -> [SlopedPlace<Word<'r>, Float<'r>>; 3] {
        ["x", "y", "z"].map(|name| SlopedPlace {
            place: self.0.word(name),
            d: [0, 1, 2].map(|axis| self.0.float(format!("{name}{axis}"))),
        })
    }
    /// The numbers i0, i4 and on, with their slopes behind each.
    pub fn sloped_inputs(self, count: usize) -> Vec<Slope<Float<'r>>> {
        let name = |i: usize| self.0.float(format!("i{i}"));
        (0..count).map(|i| Slope { value: name(4 * i), d: [1, 2, 3].map(|k| name(4 * i + k)) }).collect()
    }
}

impl<'r> Machine for Wgsl<'r> {
    type F = Float<'r>;
    type U = Word<'r>;
    type B = Mask<'r>;
    type T = Word<'r>;

    fn f(self, v: f32) -> Float<'r> {
        self.float(if v.is_sign_negative() { format!("({v:?}f)") } else { format!("{v:?}f") })
    }
    fn u(self, v: u32) -> Word<'r> {
        self.word(if v < 10_000 { format!("{v}u") } else { format!("0x{v:08x}u") })
    }
    fn arg_f(self, v: f32) -> Float<'r> {
        let word = self.0.parameter(Parameter::Word(v.to_bits()));
        Float(self.0.value(format!("bitcast<f32>({word})")))
    }
    fn arg_u(self, v: u32) -> Word<'r> {
        let word = self.0.parameter(Parameter::Word(v));
        Word(self.0.value(word))
    }
    fn lt(self, a: Float<'r>, b: Float<'r>) -> Mask<'r> {
        Mask(a.0.with("<", b.0))
    }
    fn eq(self, a: Word<'r>, b: Word<'r>) -> Mask<'r> {
        Mask(a.0.with("==", b.0))
    }
    fn pick(self, c: Mask<'r>, a: Float<'r>, b: Float<'r>) -> Float<'r> {
        self.select(c, [a.0, b.0], Float)
    }
    fn pick_u(self, c: Mask<'r>, a: Word<'r>, b: Word<'r>) -> Word<'r> {
        self.select(c, [a.0, b.0], Word)
    }
    fn abs(self, a: Float<'r>) -> Float<'r> {
        self.from_bits(self.bits(a) & self.u(0x7fff_ffff))
    }
    fn bits(self, a: Float<'r>) -> Word<'r> {
        Word(a.0.through("bitcast<u32>"))
    }
    fn from_bits(self, a: Word<'r>) -> Float<'r> {
        Float(a.0.through("bitcast<f32>"))
    }
    fn int(self, a: Float<'r>) -> Word<'r> {
        Word(a.0.through("i32").through("bitcast<u32>"))
    }
    fn from_int(self, a: Word<'r>) -> Float<'r> {
        Float(a.0.through("bitcast<i32>").through("f32"))
    }
    fn floor(self, a: Float<'r>) -> Float<'r> {
        floor_int(self, a)
    }
    fn cell(self, t: Word<'r>, period: Word<'r>) -> (Word<'r>, Float<'r>) {
        cell_word(self, t, period)
    }
    fn moved(self, t: Word<'r>, by: Float<'r>) -> Word<'r> {
        t + turn_word(self, by)
    }
    fn shifted(self, t: Word<'r>, by: Word<'r>) -> Word<'r> {
        t + by
    }
    fn waves(self, t: [Word<'r>; 3], k: [Word<'r>; 3]) -> Word<'r> {
        t[0] * k[0] + t[1] * k[1] + t[2] * k[2]
    }
    fn turns(self, t: Word<'r>) -> Float<'r> {
        self.from_int(t) * self.f(1.0 / 4_294_967_296.0)
    }
    fn origin(self) -> Word<'r> {
        self.u(0)
    }
    fn sin_turn(self, t: Word<'r>) -> Float<'r> {
        sin_word(self, t)
    }
    fn when(self, c: Mask<'r>, state: &mut [Float<'r>], body: impl FnOnce(&mut [Float<'r>])) {
        self.0.block(&format!("if ({})", c.0.name()), state, body);
    }
    fn repeat(self, n: u32, state: &mut [Float<'r>], body: impl Fn(Word<'r>, &mut [Float<'r>])) {
        let count = self.word("");
        let name = format!("n{}", count.0.index);
        self.0.names.borrow_mut()[count.0.index].clone_from(&name);
        let head = format!("for (var {name} = 0u; {name} < {n}u; {name}++)");
        self.0.block(&head, state, |state| body(Word(self.0.fresh(&name)), state));
    }
    fn table(self, t: &'static [u32], i: Word<'r>) -> Word<'r> {
        let start = self.0.data((t.as_ptr().addr(), t.len()), || t.to_vec());
        let inside = i & self.u(t.len() as u32 - 1);
        Word(self.0.value(format!("data[{start} + {}]", inside.name())))
    }
    fn fetch(self, data: &[f32], i: Word<'r>) -> Float<'r> {
        let start = self.0.data((data.as_ptr().addr(), data.len()), || data.iter().map(|v| v.to_bits()).collect());
        Float(self.0.value(format!("bitcast<f32>(data[{start} + {}])", i.name())))
    }
    fn div(self, a: Float<'r>, b: Float<'r>) -> Float<'r> {
        Float(self.0.value(format!("quotient({}, {})", a.name(), b.name())))
    }
    fn sqrt(self, a: Float<'r>) -> Float<'r> {
        Float(a.0.through("root"))
    }
    fn exp2(self, x: Float<'r>) -> Float<'r> {
        exp2_bits(self, x)
    }
    fn log2_parts(self, x: Float<'r>) -> (Float<'r>, Float<'r>) {
        log2_bits(self, x)
    }
}
