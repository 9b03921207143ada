//! How a surface scatters light: GGX over Lambert, with no energy lost.
//!
//! In: alpha, angles, the colour at normal incidence. Out: reflectances. The specular part is the Trowbridge-Reitz (GGX)
//! distribution with the height-correlated Smith visibility (Heitz, "Understanding the Masking-Shadowing Function", 2014) and
//! Schlick's Fresnel. What a single bounce loses between the facets is given back by scaling with `1 + F0 (1 / E - 1)`
//! (Turquin, "Practical multiple scattering compensation for microfacet models", 2019).
//! E comes from a small table that is integrated at the start. The closed fit of Karis ("Physically Based Shading on Mobile",
//! 2014) was rejected: it needs an exponential and is off by some percent, which shows as lost energy on rough metal.

use std::sync::LazyLock;

use super::math::saturate;

const SIDE: usize = 32;
const POLAR: usize = 128;
const AZIMUTH: usize = 32;

/// The GGX density of facets times visibility: `D * V`, where V holds the `4 NoL NoV` of the microfacet model.
/// Times Fresnel it is the specular BRDF. All cosines must be positive.
#[inline]
pub(super) fn ggx(alpha: f32, nov: f32, nol: f32, noh: f32) -> f32 {
    let a2 = alpha * alpha;
    let d = noh * noh * (a2 - 1.0) + 1.0;
    let density = a2 / (std::f32::consts::PI * d * d);
    density * visibility(a2, nov, nol)
}

#[inline]
fn visibility(a2: f32, nov: f32, nol: f32) -> f32 {
    let from_view = nol * (nov * nov * (1.0 - a2) + a2).sqrt();
    let from_light = nov * (nol * nol * (1.0 - a2) + a2).sqrt();
    0.5 / (from_view + from_light).max(1e-7)
}

/// Schlick's weight: `F = F0 + (1 - F0) * weight`.
#[inline]
pub(super) fn schlick(cosine: f32) -> f32 {
    let m = saturate(1.0 - cosine);
    (m * m) * (m * m) * m
}

/// What a uniform sky of 1 returns through one bounce, split as `F0 * scale + bias`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Albedo {
    pub scale: f32,
    pub bias: f32,
}

impl Albedo {
    /// The factor on a single bounce that makes up for the bounces between facets.
    #[inline]
    pub fn compensation(self, f0: f32) -> f32 {
        1.0 + f0 * (1.0 / (self.scale + self.bias) - 1.0)
    }

    /// The whole specular share of a uniform sky, all bounces.
    #[inline]
    pub fn specular(self, f0: f32) -> f32 {
        saturate((f0 * self.scale + self.bias) * self.compensation(f0))
    }
}

/// [`Albedo`] over the square roots of alpha and of the cosine to the viewer.
pub(super) struct AlbedoTable {
    cells: Vec<[f32; 2]>,
}

impl AlbedoTable {
    /// The one table of the program: it depends on nothing.
    pub fn shared() -> &'static AlbedoTable {
        static TABLE: LazyLock<AlbedoTable> = LazyLock::new(AlbedoTable::new);
        &TABLE
    }

    fn new() -> AlbedoTable {
        let cosines = half_circle();
        let mut cells = Vec::with_capacity(SIDE * SIDE);
        for i in 0..SIDE {
            let rough = (i as f32 / (SIDE - 1) as f32).max(0.03);
            for j in 0..SIDE {
                let t = (j as f32 / (SIDE - 1) as f32).max(0.03);
                cells.push(integrate(rough * rough, t * t, &cosines));
            }
        }
        AlbedoTable { cells }
    }

    #[inline]
    pub fn at(&self, alpha: f32, nov: f32) -> Albedo {
        let (i, fi) = place(alpha);
        let (j, fj) = place(nov);
        let mut out = [0.0; 2];
        for (c, out) in out.iter_mut().enumerate() {
            let row = |i: usize| {
                let (a, b) = (self.cells[i * SIDE + j][c], self.cells[i * SIDE + j + 1][c]);
                a + (b - a) * fj
            };
            *out = row(i) + (row(i + 1) - row(i)) * fi;
        }
        Albedo { scale: out[0], bias: out[1] }
    }
}

#[inline]
fn place(v: f32) -> (usize, f32) {
    let x = saturate(v).sqrt() * (SIDE - 1) as f32;
    let i = (x as usize).min(SIDE - 2);
    (i, x - i as f32)
}

/// The cosines of the middles of [`AZIMUTH`] equal parts of a half circle, by the recurrence of Chebyshev.
fn half_circle() -> [f32; AZIMUTH] {
    // cos(pi / 2^n) from cos(pi / 2) = 0 by halving.
    let halve = |c: f64| ((1.0 + c) / 2.0).sqrt();
    let mut half_step = 0.0;
    let mut parts = 2;
    while parts < 2 * AZIMUTH {
        half_step = halve(half_step);
        parts *= 2;
    }
    let step = 2.0 * half_step * half_step - 1.0;
    let mut out = [0.0; AZIMUTH];
    // cos(-x) = cos(x), so that the element before the first equals the first.
    let (mut before, mut now) = (half_step, half_step);
    for c in &mut out {
        *c = now as f32;
        (before, now) = (now, 2.0 * step * now - before);
    }
    out
}

/// The mean over half vectors drawn after the density of the facets (Karis, "Real Shading in Unreal Engine 4", 2013).
fn integrate(alpha: f32, nov: f32, cosines: &[f32; AZIMUTH]) -> [f32; 2] {
    let a2 = alpha * alpha;
    let sine = (1.0 - nov * nov).max(0.0).sqrt();
    let (mut scale, mut bias) = (0.0, 0.0);
    for i in 0..POLAR {
        let u = (i as f32 + 0.5) / POLAR as f32;
        let noh2 = (1.0 - u) / (1.0 + (a2 - 1.0) * u);
        let (noh, across) = (noh2.sqrt(), (1.0 - noh2).max(0.0).sqrt());
        for &cosine in cosines {
            let voh = sine * across * cosine + nov * noh;
            let nol = 2.0 * voh * noh - nov;
            if nol > 0.0 && voh > 0.0 {
                let weight = visibility(a2, nov, nol) * 4.0 * nol * voh / noh;
                let fresnel = schlick(voh);
                scale += weight * (1.0 - fresnel);
                bias += weight * fresnel;
            }
        }
    }
    let count = (POLAR * AZIMUTH) as f32;
    [scale / count, bias / count]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `integral of BRDF * NoL` over the hemisphere by plain quadrature in f64 angles: nothing shared with the table.
    fn brute_force(alpha: f32, nov: f32, f0: f32) -> f32 {
        let (n, m) = (1000, 300);
        let view = [(1.0 - nov * nov).sqrt(), 0.0, nov];
        let mut sum = 0.0f64;
        for i in 0..n {
            let theta = (i as f64 + 0.5) / n as f64 * std::f64::consts::FRAC_PI_2;
            for j in 0..m {
                let phi = (j as f64 + 0.5) / m as f64 * std::f64::consts::PI;
                let l = [(theta.sin() * phi.cos()) as f32, (theta.sin() * phi.sin()) as f32, theta.cos() as f32];
                let h = [view[0] + l[0], l[1], view[2] + l[2]];
                let length = (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]).sqrt();
                let voh = (view[0] * h[0] + view[2] * h[2]) / length;
                let fresnel = f0 + (1.0 - f0) * schlick(voh);
                let f = ggx(alpha, nov, l[2], h[2] / length) * fresnel;
                sum += f64::from(f * l[2]) * theta.sin();
            }
        }
        let cell = std::f64::consts::FRAC_PI_2 / n as f64 * std::f64::consts::TAU / m as f64;
        (sum * cell) as f32
    }

    #[test]
    fn table_agrees_with_brute_force() {
        let table = AlbedoTable::shared();
        for rough in [0.3f32, 0.5, 0.75, 1.0] {
            for nov in [0.1f32, 0.3, 0.7, 1.0] {
                let albedo = table.at(rough * rough, nov);
                for f0 in [0.04, 1.0] {
                    let (got, right) = (f0 * albedo.scale + albedo.bias, brute_force(rough * rough, nov, f0));
                    assert!((got - right).abs() < 0.01, "{rough} {nov} {f0}: {got} {right}");
                }
            }
        }
    }

    #[test]
    fn roughest_mirror_seen_straight_on_returns_one_minus_ln_2() {
        // For alpha 1 and the eye on the normal, density times visibility integrates in closed form.
        let albedo = AlbedoTable::shared().at(1.0, 1.0);
        let right = 1.0 - std::f32::consts::LN_2;
        assert!((albedo.scale + albedo.bias - right).abs() < 1e-3);
    }

    #[test]
    fn directly_lit_white_metal_loses_nothing() {
        let table = AlbedoTable::shared();
        for rough in [0.3f32, 0.6, 1.0] {
            for nov in [0.2f32, 0.6, 1.0] {
                let alpha = rough * rough;
                let all = brute_force(alpha, nov, 1.0) * table.at(alpha, nov).compensation(1.0);
                assert!((all - 1.0).abs() < 0.03, "{rough} {nov}: {all}");
            }
        }
    }
}
