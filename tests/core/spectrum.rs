//! Spectra of pictures: the Fourier transform by halving, autocorrelation, energy by octaves.

use std::f64::consts::TAU;

/// A complex number.
type Complex = [f64; 2];

fn times(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// Cooley and Tukey's transform in place; the length is a power of two.
fn transform(v: &mut [Complex]) {
    let n = v.len();
    if n < 2 {
        return;
    }
    let mut even: Vec<Complex> = v.iter().step_by(2).copied().collect();
    let mut odd: Vec<Complex> = v.iter().skip(1).step_by(2).copied().collect();
    transform(&mut even);
    transform(&mut odd);
    for k in 0..n / 2 {
        let angle = -TAU * k as f64 / n as f64;
        let turned = times([angle.cos(), angle.sin()], odd[k]);
        v[k] = [even[k][0] + turned[0], even[k][1] + turned[1]];
        v[k + n / 2] = [even[k][0] - turned[0], even[k][1] - turned[1]];
    }
}

fn transform_2d(v: &mut [Complex], n: usize) {
    v.chunks_mut(n).for_each(transform);
    for x in 0..n {
        let mut column: Vec<Complex> = (0..n).map(|y| v[y * n + x]).collect();
        transform(&mut column);
        column.into_iter().enumerate().for_each(|(y, c)| v[y * n + x] = c);
    }
}

/// The distance of a frequency or a shift from 0, both ways around.
fn around(i: usize, n: usize) -> f64 {
    i.min(n - i) as f64
}

/// The energy of each frequency of an `n` x `n` picture without its mean.
fn power(picture: &[f64], n: usize) -> Vec<f64> {
    let mut v: Vec<Complex> = picture.iter().map(|p| [*p, 0.0]).collect();
    transform_2d(&mut v, n);
    v[0] = [0.0; 2];
    v.into_iter().map(|[a, b]| a * a + b * b).collect()
}

/// The share of the energy in each octave of frequencies: 1, 2..3, 4..7, .. waves per tile.
pub fn octaves(picture: &[f64], n: usize) -> Vec<f64> {
    let power = power(picture, n);
    let mut bands = vec![0.0; n.ilog2() as usize + 1];
    for (i, energy) in power.iter().enumerate() {
        let waves = around(i % n, n).hypot(around(i / n, n));
        bands[waves.max(1.0).log2() as usize] += energy;
    }
    let all: f64 = bands.iter().sum();
    bands.into_iter().map(|band| band / all.max(1e-30)).collect()
}

/// How much an `n` x `n` picture is like itself, moved: the most over all shifts of at least `least` pixels, and that shift.
/// 1 is a repetition. Waves longer than an eighth of the tile are left out: they are like themselves in any case.
pub fn likeness(picture: &[f64], n: usize, least: f64) -> (f64, [usize; 2]) {
    let mut v: Vec<Complex> = power(picture, n).into_iter().map(|energy| [energy, 0.0]).collect();
    for (i, c) in v.iter_mut().enumerate() {
        if around(i % n, n).hypot(around(i / n, n)) < 8.0 {
            *c = [0.0; 2];
        }
    }
    transform_2d(&mut v, n);
    let whole = v[0][0].max(1e-30);
    let far = |i: &usize| around(i % n, n).hypot(around(i / n, n)) >= least;
    let most = (0..n * n).filter(far).max_by(|a, b| v[*a][0].total_cmp(&v[*b][0])).unwrap_or(0);
    (v[most][0] / whole, [most % n, most / n])
}

#[test]
fn a_wave_has_one_octave_and_repeats() {
    let n = 64;
    let wave =
        |waves: f64| -> Vec<f64> { (0..n * n).map(|i| (TAU * waves * (i % n) as f64 / n as f64).sin()).collect() };
    assert!(octaves(&wave(5.0), n)[2] > 0.999);
    assert!(octaves(&wave(1.0), n)[0] > 0.999);
    let (most, shift) = likeness(&wave(16.0), n, 6.0);
    assert!(most > 0.999 && shift[0] % 4 == 0, "{most} {shift:?}");
    // A speck here and there is like itself nowhere else.
    let specks: Vec<f64> = (0..n * n).map(|i| if [77, 1500, 3001].contains(&i) { 1.0 } else { 0.0 }).collect();
    assert!(likeness(&specks, n, 6.0).0 < 0.5);
}
