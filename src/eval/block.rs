//! The working memory of one worker: a row of one strip of columns, registers of numbers and of circles.

/// Columns of a strip.
pub const STRIP: usize = 512;
/// Room past the end of a register: a run of lanes may write there.
pub const PAD: usize = 16;
/// Numbers of a register.
pub const REGISTER: usize = STRIP + PAD;

/// A register whose length the compiler knows: with `i < STRIP`, lanes from `i` on need no check of bounds.
pub fn register(numbers: &[f32]) -> &[f32; REGISTER] {
    numbers.first_chunk().expect("a register has REGISTER numbers")
}

/// Registers for values.
pub struct Block {
    /// Columns in use, 1 to [`STRIP`].
    pub len: usize,
    /// The columns, in 2^-32 tiles; beyond `len` they go on.
    pub x: Vec<u32>,
    /// The row.
    pub y: u32,
    /// The slice.
    pub z: u32,
    /// Counts the strips that were walked: scratch memory of an older strip is stale.
    pub strip: u64,
    /// Registers of numbers.
    pub numbers: Vec<Vec<f32>>,
    /// Registers of circles, in 2^-32 tiles.
    pub circles: Vec<Vec<u32>>,
    /// What each step keeps between rows of a strip.
    pub scratch: Vec<Scratch>,
}

/// What a lattice noise keeps while it walks down a strip.
#[derive(Default)]
pub struct Scratch {
    /// The strip that `ends` and `columns` were made for.
    pub strip: Option<u64>,
    /// The row and slice of cells that `corners` were made for.
    pub cells: Option<[u32; 2]>,
    /// The cell of the first column.
    pub first: u64,
    /// Where the run of each cell ends, in columns.
    pub ends: Vec<usize>,
    /// Numbers of each column.
    pub columns: Vec<f32>,
    /// Numbers of each lattice line for this row of cells.
    pub corners: Vec<f32>,
    /// Numbers of each lattice line for this scanline.
    pub lines: Vec<f32>,
}

impl Block {
    /// Registers filled with 0.
    pub fn new(numbers: usize, circles: usize, steps: usize) -> Self {
        Self {
            len: 0,
            x: vec![0; REGISTER],
            y: 0,
            z: 0,
            strip: 0,
            numbers: vec![vec![0.0; REGISTER]; numbers],
            circles: vec![vec![0; REGISTER]; circles],
            scratch: (0..steps).map(|_| Scratch::default()).collect(),
        }
    }
}

/// Registers for values with slopes.
pub struct SlopeBlock {
    /// Columns in use.
    pub len: usize,
    /// The columns, in 2^-32 tiles.
    pub x: Vec<u32>,
    /// The row.
    pub y: u32,
    /// The slice.
    pub z: u32,
    /// Value and derivative per tile along x, y, z.
    pub numbers: Vec<[Vec<f32>; 4]>,
    /// Places in 2^-32 tiles.
    pub circles: Vec<Vec<u32>>,
    /// How each place moves with x, y, z.
    pub circle_slopes: Vec<[Vec<f32>; 3]>,
}

impl SlopeBlock {
    /// Registers filled with 0.
    pub fn new(numbers: usize, circles: usize) -> Self {
        let row = || vec![0.0f32; REGISTER];
        Self {
            len: 0,
            x: vec![0; REGISTER],
            y: 0,
            z: 0,
            numbers: (0..numbers).map(|_| [row(), row(), row(), row()]).collect(),
            circles: vec![vec![0; REGISTER]; circles],
            circle_slopes: (0..circles).map(|_| [row(), row(), row()]).collect(),
        }
    }
}
