//! Colours: sRGB, Oklab and HSL, exact on every machine. Colours inside a program are linear, Rec. 709 primaries.

use super::Machine;
use super::math::{self, clamp, max, min, polynomial, pow};

/// Luminance of a linear colour (Rec. 709).
#[inline(always)]
pub fn luma<M: Machine>(m: M, c: [M::F; 3]) -> M::F {
    c[0] * m.f(0.2126) + c[1] * m.f(0.7152) + c[2] * m.f(0.0722)
}

/// The sRGB transfer curve (IEC 61966-2-1): linear 0..1 to encoded 0..1; what is outside is held.
///
/// The power 1/2.4 is a polynomial of the fourth root, a minimax fit whose coefficients were rounded to f32 one after
/// another with a refit of the rest: at most 6.2e-7 from the curve, 0.04 of a step of 16 bits. Rejected: [`pow`], which
/// is three times the work and was a tenth of a bake.
#[inline(always)]
pub fn to_srgb<M: Machine>(m: M, v: M::F) -> M::F {
    let v = clamp(m, v, m.f(0.0), m.f(1.0));
    let c = [
        -0.058_446_612,
        0.123_576_13,
        1.461_524_5,
        -1.155_891_8,
        1.209_143_3,
        -0.898_405_8,
        0.394_709_35,
        -0.076_209_39,
    ];
    let curve = polynomial(m, m.sqrt(m.sqrt(v)), c);
    m.pick(m.lt(v, m.f(0.003_130_8)), v * m.f(12.92), curve)
}

/// The inverse of [`to_srgb`].
#[inline(always)]
pub fn from_srgb<M: Machine>(m: M, v: M::F) -> M::F {
    let v = clamp(m, v, m.f(0.0), m.f(1.0));
    let curve = pow(m, (v + m.f(0.055)) * m.f(1.0 / 1.055), m.f(2.4));
    m.pick(m.lt(v, m.f(0.040_45)), v * m.f(1.0 / 12.92), curve)
}

/// Oklab (Björn Ottosson, 2020) of a linear colour.
#[inline(always)]
pub fn to_oklab<M: Machine>(m: M, c: [M::F; 3]) -> [M::F; 3] {
    let l = cube_root(m, dot(m, c, [0.412_221_47, 0.536_332_54, 0.051_445_995]));
    let a = cube_root(m, dot(m, c, [0.211_903_5, 0.680_699_5, 0.107_396_96]));
    let b = cube_root(m, dot(m, c, [0.088_302_46, 0.281_718_85, 0.629_978_7]));
    [
        dot(m, [l, a, b], [0.210_454_26, 0.793_617_8, -0.004_072_047]),
        dot(m, [l, a, b], [1.977_998_5, -2.428_592_2, 0.450_593_7]),
        dot(m, [l, a, b], [0.025_904_037, 0.782_771_77, -0.808_675_77]),
    ]
}

/// The linear colour of an Oklab triple.
#[inline(always)]
pub fn from_oklab<M: Machine>(m: M, c: [M::F; 3]) -> [M::F; 3] {
    let l = c[0] + m.f(0.396_337_78) * c[1] + m.f(0.215_803_76) * c[2];
    let a = c[0] - m.f(0.105_561_346) * c[1] - m.f(0.063_854_17) * c[2];
    let b = c[0] - m.f(0.089_484_18) * c[1] - m.f(1.291_485_5) * c[2];
    let c = [l * l * l, a * a * a, b * b * b];
    [
        dot(m, c, [4.076_741_7, -3.307_711_6, 0.230_969_94]),
        dot(m, c, [-1.268_438, 2.609_757_4, -0.341_319_38]),
        dot(m, c, [-0.004_196_086_3, -0.703_418_6, 1.707_614_7]),
    ]
}

/// A linear colour with hue turned by `dh` turns, chroma and lightness raised by `dc` and `dl`, in Oklch; what is outside of
/// the colours of a screen is held channel by channel.
#[inline(always)]
pub fn oklch_shift<M: Machine>(m: M, c: [M::F; 3], dh: M::F, dc: M::F, dl: M::F) -> [M::F; 3] {
    let (zero, one) = (m.f(0.0), m.f(1.0));
    let [l, a, b] = to_oklab(m, [max(m, c[0], zero), max(m, c[1], zero), max(m, c[2], zero)]);
    let chroma = math::sqrt(m, a * a + b * b);
    // A grey has no hue: it stays grey.
    let scale = math::div(m, max(m, chroma + dc, zero), chroma);
    let turn = m.moved(m.origin(), dh);
    let (sin, cos) = (m.sin_turn(turn), m.sin_turn(m.shifted(turn, m.u(0x4000_0000))));
    let light = clamp(m, l + dl, zero, one);
    let out = from_oklab(m, [light, (a * cos - b * sin) * scale, (a * sin + b * cos) * scale]);
    [clamp(m, out[0], zero, one), clamp(m, out[1], zero, one), clamp(m, out[2], zero, one)]
}

/// A linear colour with hue turned by `dh` turns, saturation and lightness raised by `ds` and `dl`, in HSL of sRGB.
#[inline(always)]
pub fn hsl_shift<M: Machine>(m: M, c: [M::F; 3], dh: M::F, ds: M::F, dl: M::F) -> [M::F; 3] {
    let e = [to_srgb(m, c[0]), to_srgb(m, c[1]), to_srgb(m, c[2])];
    let (zero, one) = (m.f(0.0), m.f(1.0));
    let high = max(m, e[0], max(m, e[1], e[2]));
    let low = min(m, e[0], min(m, e[1], e[2]));
    let (light, chroma) = ((high + low) * m.f(0.5), high - low);
    let saturation = math::div(m, chroma, one - math::abs(m, light + light - one));
    // Hue in sixths of a turn, from the greatest channel.
    let of_red = math::div(m, e[1] - e[2], chroma);
    let of_green = math::div(m, e[2] - e[0], chroma) + m.f(2.0);
    let of_blue = math::div(m, e[0] - e[1], chroma) + m.f(4.0);
    let red = m.lt(max(m, e[1], e[2]), e[0]);
    let hue = m.pick(red, of_red, m.pick(m.lt(e[2], e[1]), of_green, of_blue));
    let hue = hue * m.f(1.0 / 6.0) + dh;
    let hue = hue - m.floor(hue);
    let s = clamp(m, saturation + ds, zero, one);
    let l = clamp(m, light + dl, zero, one);
    let chroma = (one - math::abs(m, l + l - one)) * s;
    let mut out = [zero; 3];
    for (i, out) in out.iter_mut().enumerate() {
        // 1 near the channel's own hue, 0 from a third of a turn away.
        let turn = hue + m.f([0.5, 1.0 / 6.0, -1.0 / 6.0][i]);
        let far = math::abs(m, (turn - m.floor(turn)) * m.f(6.0) - m.f(3.0));
        let share = clamp(m, m.f(2.0) - far, zero, one);
        *out = from_srgb(m, l + chroma * (share - m.f(0.5)));
    }
    out
}

#[inline(always)]
fn dot<M: Machine>(m: M, a: [M::F; 3], b: [f32; 3]) -> M::F {
    a[0] * m.f(b[0]) + a[1] * m.f(b[1]) + a[2] * m.f(b[2])
}

#[inline(always)]
fn cube_root<M: Machine>(m: M, v: M::F) -> M::F {
    pow(m, v, m.f(1.0 / 3.0))
}
