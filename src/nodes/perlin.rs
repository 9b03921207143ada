//! `perlin`: gradient noise after Ken Perlin, "Improving Noise" (SIGGRAPH 2002): quintic fade, gradients from the
//! lattice, here of a tile (the lattice is wrapped before it is hashed).
//!
//! In 3D the 12 directions to the edges of a cube, four of them twice, as published; in 2D 8 directions of equal
//! length, 45 degrees apart and off the axes. A 2D noise is its own kernel, not a slice: a slice at a whole z would use 2D directions of
//! unequal lengths. Along a scanline the noise between two lattice lines is a blend of two straight lines.

use super::noise::{CellKeys, Moments, Noise, NoiseType, signed_range};
use crate::kernel::{Axis, Grid, Lattice};
use crate::machine::math::{lerp, quintic};
use crate::machine::{Machine, hash};
use crate::preset::Fields;
use crate::program::{At, Lower, Num};

/// Raw 2D noise reaches 0.6609 and has its 99.99th percentile at 0.638; this brings that to 0.957.
const SCALE_2D: f32 = 1.5;
/// Raw 3D noise reaches 1.0366 and has its 99.99th percentile at 0.82; this brings that to 0.95.
const SCALE_3D: f32 = 1.16;

/// The node.
pub struct Perlin {
    cells: CellKeys,
    published: bool,
}

impl NoiseType for Perlin {
    const NAME: &'static str = "perlin";
    const DOC: &'static str = "gradient noise: soft blobs of one size (Perlin 2002)";
    fn read(fields: &mut Fields) -> Self {
        let cells = CellKeys::read(fields);
        let hashes = [
            ("mixed", false, "an integer hash: no period of its own, a new noise for each seed"),
            (
                "perlin2002",
                true,
                "the permutation table and scale of the reference implementation; the seed does not matter",
            ),
        ];
        Self { cells, published: fields.choice("hash", &hashes, 0, "where the gradients come from") }
    }
}

impl Noise for Perlin {
    fn signed(&self, l: &mut Lower, at: At) -> Num {
        let Some(period) = l.periods(self.cells.counts(l.preset.tile), at) else { return l.constant(0.0) };
        let out = if self.published {
            // The published kernel is 3D; a 2D bake is its slice at a whole z.
            l.lattice_published(Perlin3::<Published> { scale: 1.0, hash: Published }, period, at, &signed_range(1.0366))
        } else if l.is_3d() {
            l.lattice(Perlin3 { scale: SCALE_3D, hash: Mixed }, period, at, &signed_range(1.0366 * SCALE_3D))
        } else {
            l.lattice(Perlin2, period, at, &signed_range(0.6609 * SCALE_2D))
        };
        out[0]
    }
    fn moments(&self, dimensions: usize) -> Moments {
        match (dimensions, self.published) {
            (3, false) => Moments { mean: 0.0, abs: [0.2551, 0.0978, 0.0458, 0.0243] },
            (2, false) => Moments { mean: 0.0, abs: [0.2627, 0.1037, 0.0501, 0.0274] },
            (3, _) => Moments { mean: 0.0, abs: [0.2199, 0.0727, 0.0293, 0.0134] },
            // The slice at a whole z, where gradients are foreshortened.
            _ => Moments { mean: 0.0, abs: [0.2064, 0.0646, 0.0249, 0.0109] },
        }
    }
    fn counts(&self, tile: [f64; 3]) -> Option<[f64; 3]> {
        Some(self.cells.counts(tile))
    }
}

/// How a lattice point becomes a word.
pub trait PointHash: Copy + Send + Sync + 'static {
    /// The word of a lattice point.
    fn word<M: Machine>(self, m: M, x: M::U, y: M::U, z: M::U, seed: u32) -> M::U;
}

/// The integer hash.
#[derive(Clone, Copy)]
pub struct Mixed;

impl PointHash for Mixed {
    #[inline(always)]
    fn word<M: Machine>(self, m: M, x: M::U, y: M::U, z: M::U, seed: u32) -> M::U {
        hash::point(m, x, y, z, m.arg_u(seed))
    }
}

/// Perlin's permutation table.
#[derive(Clone, Copy)]
pub struct Published;

impl PointHash for Published {
    #[inline(always)]
    fn word<M: Machine>(self, m: M, x: M::U, y: M::U, z: M::U, _: u32) -> M::U {
        let a = m.table(&PERMUTATION, x);
        let b = m.table(&PERMUTATION, a + y);
        m.table(&PERMUTATION, b + z)
    }
}

/// The 3D kernel.
#[derive(Clone, Copy)]
pub struct Perlin3<H> {
    scale: f32,
    hash: H,
}

/// One of the 12 directions to the edges of a cube, by the low 4 bits of `h` as in the reference implementation.
#[inline(always)]
fn edge<M: Machine>(m: M, h: M::U) -> [M::F; 3] {
    let (zero, one) = (m.u(0), m.u(0x3f80_0000));
    // Plus or minus 1, as bits.
    let u = one ^ (h << 31);
    let v = one ^ ((h << 30) & m.u(0x8000_0000));
    // u goes to y for 8..15, to x below; v to y for 0..3, to x for 12 and 14, else to z.
    let u_to_y = m.eq(h & m.u(8), m.u(8));
    let v_to_y = m.eq(h & m.u(12), zero);
    let v_to_x = m.eq(h & m.u(13), m.u(12));
    let x = m.pick_u(u_to_y, zero, u) ^ m.pick_u(v_to_x, v, zero);
    let y = m.pick_u(u_to_y, u, zero) ^ m.pick_u(v_to_y, v, zero);
    let z = m.pick_u(v_to_x, zero, m.pick_u(v_to_y, zero, v));
    [m.from_bits(x), m.from_bits(y), m.from_bits(z)]
}

impl<H: PointHash> Lattice for Perlin3<H> {
    type Corner<M: Machine> = [M::F; 12];
    type Line<M: Machine> = [M::F; 2];
    type Lines<M: Machine> = [[M::F; 2]; 2];
    type Column<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const FIRST: i32 = 0;

    fn name(&self) -> String {
        "perlin 3D".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, m: M, x: M::F, _: &Grid) -> [M::F; 2] {
        [x, quintic(m, x)]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, z: &Axis<M>, grid: &Grid) -> [M::F; 12] {
        let (y1, z1) = (y.step(m, 1), z.step(m, 1));
        let a = edge(m, self.hash.word(m, x, y.cell, z.cell, grid.seed));
        let b = edge(m, self.hash.word(m, x, y1, z.cell, grid.seed));
        let c = edge(m, self.hash.word(m, x, y.cell, z1, grid.seed));
        let d = edge(m, self.hash.word(m, x, y1, z1, grid.seed));
        [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, m: M, g: [M::F; 12], y: &Axis<M>, z: &Axis<M>, _: &Grid) -> [M::F; 2] {
        let (y0, z0) = (y.fraction, z.fraction);
        let (y1, z1) = (y0 - m.f(1.0), z0 - m.f(1.0));
        let (v, w) = (quintic(m, y0), quintic(m, z0));
        let slope = lerp(lerp(g[0], g[3], v), lerp(g[6], g[9], v), w);
        let front = lerp(g[1] * y0 + g[2] * z0, g[4] * y1 + g[5] * z0, v);
        let back = lerp(g[7] * y0 + g[8] * z1, g[10] * y1 + g[11] * z1, v);
        let scale = m.f(self.scale);
        [slope * scale, lerp(front, back, w) * scale]
    }
    #[inline(always)]
    fn pixel<M: Machine>(
        &self,
        m: M,
        lines: &[[M::F; 2]; 2],
        column: [M::F; 2],
        _: &[Axis<M>; 3],
        _: &Grid,
    ) -> [M::F; 1] {
        [between(m, lines, column)]
    }
}

/// The blend of the straight lines of the lattice lines on both sides.
#[inline(always)]
fn between<M: Machine>(m: M, lines: &[[M::F; 2]; 2], [x, fade]: [M::F; 2]) -> M::F {
    lerp(lines[0][0] * x + lines[0][1], lines[1][0] * (x - m.f(1.0)) + lines[1][1], fade)
}

/// The 2D kernel.
#[derive(Clone, Copy)]
pub struct Perlin2;

/// One of 8 directions of length 1, by the low 3 bits of `h`: 22.5 degrees off the axes, so that no lattice edge can be
/// a straight line of zeros, which |noise| would show as a crease.
#[inline(always)]
fn direction<M: Machine>(m: M, h: M::U) -> [M::F; 2] {
    let long = m.u(0.923_879_5_f32.to_bits());
    let short = m.u(0.382_683_43_f32.to_bits());
    let steep = m.eq(h & m.u(4), m.u(4));
    let x = m.pick_u(steep, short, long) ^ (h << 31);
    let y = m.pick_u(steep, long, short) ^ ((h << 30) & m.u(0x8000_0000));
    [m.from_bits(x), m.from_bits(y)]
}

impl Lattice for Perlin2 {
    type Corner<M: Machine> = [M::F; 4];
    type Line<M: Machine> = [M::F; 2];
    type Lines<M: Machine> = [[M::F; 2]; 2];
    type Column<M: Machine> = [M::F; 2];
    type Out<M: Machine> = [M::F; 1];
    const FIRST: i32 = 0;

    fn name(&self) -> String {
        "perlin 2D".into()
    }
    #[inline(always)]
    fn column<M: Machine>(&self, m: M, x: M::F, _: &Grid) -> [M::F; 2] {
        [x, quintic(m, x)]
    }
    #[inline(always)]
    fn corner<M: Machine>(&self, m: M, x: M::U, y: &Axis<M>, _: &Axis<M>, grid: &Grid) -> [M::F; 4] {
        let a = direction(m, hash::point(m, x, y.cell, m.u(0), m.arg_u(grid.seed)));
        let b = direction(m, hash::point(m, x, y.step(m, 1), m.u(0), m.arg_u(grid.seed)));
        [a[0], a[1], b[0], b[1]]
    }
    #[inline(always)]
    fn line<M: Machine>(&self, m: M, g: [M::F; 4], y: &Axis<M>, _: &Axis<M>, _: &Grid) -> [M::F; 2] {
        let y0 = y.fraction;
        let v = quintic(m, y0);
        let scale = m.f(SCALE_2D);
        [lerp(g[0], g[2], v) * scale, lerp(g[1] * y0, g[3] * (y0 - m.f(1.0)), v) * scale]
    }
    #[inline(always)]
    fn pixel<M: Machine>(
        &self,
        m: M,
        lines: &[[M::F; 2]; 2],
        column: [M::F; 2],
        _: &[Axis<M>; 3],
        _: &Grid,
    ) -> [M::F; 1] {
        [between(m, lines, column)]
    }
}

/// Ken Perlin's permutation of 0..255, as published with the reference implementation of improved noise (2002).
#[rustfmt::skip]
static PERMUTATION: [u32; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240,
    21, 10, 23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88,
    237, 149, 56, 87, 174, 20, 125, 136, 171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83,
    111, 229, 122, 60, 211, 133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216,
    80, 73, 209, 76, 132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186,
    3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255, 82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17,
    182, 189, 28, 42, 223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129,
    22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193, 238,
    210, 144, 12, 191, 179, 162, 241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106, 157, 184,
    84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141, 128, 195,
    78, 66, 215, 61, 156, 180,
];
