//! How different two colours look: CIE Lab and CIEDE2000, for people; nothing here reaches a pixel of a map.
//!
//! Rejected: the distance in Oklab. Its cube root is steep at black, where one step of 8 bits would count as much as a plain
//! change of a mid grey.

/// The sRGB curve of IEC 61966-2-1 from linear to encoded, odd around 0.
pub(super) fn encode(v: f64) -> f64 {
    let size = v.abs();
    let encoded = if size <= 0.003_130_8 { 12.92 * size } else { 1.055 * size.powf(1.0 / 2.4) - 0.055 };
    encoded.copysign(v)
}

/// The inverse of [`encode`].
pub(super) fn decode(v: f64) -> f64 {
    let size = v.abs();
    let linear = if size <= 0.040_45 { size / 12.92 } else { ((size + 0.055) / 1.055).powf(2.4) };
    linear.copysign(v)
}

/// CIE 1976 L*, a*, b* of a linear colour with Rec. 709 primaries, white D65.
pub fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    // Rows of the matrix of IEC 61966-2-1, each over its sum: white is 1, 1, 1.
    let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
    // CIE 15:2004, 8.2.1.
    let f = |t: f64| if t > (6.0f64 / 29.0).powi(3) { t.cbrt() } else { t * (841.0 / 108.0) + 4.0 / 29.0 };
    let [fx, fy, fz] = [x, y, z].map(f);
    [116.0 * fy - 16.0, 500.0 * (fx - fy), 200.0 * (fy - fz)]
}

/// The colour difference CIEDE2000 between two colours in Lab, with weights of 1. The steps are those of Sharma, Wu and
/// Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application 30 (2005), 21-30.
pub fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let (sin, cos) = (|degrees: f64| degrees.to_radians().sin(), |degrees: f64| degrees.to_radians().cos());
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    // Step 1: chroma and hue, with a stretched near grey.
    let chroma = |a: f64, b: f64| (a * a + b * b).sqrt();
    let stretch = 1.0 + 0.5 * (1.0 - seventh((chroma(a1, b1) + chroma(a2, b2)) / 2.0));
    let (a1, a2) = (stretch * a1, stretch * a2);
    let (c1, c2) = (chroma(a1, b1), chroma(a2, b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    // Step 2: differences. A grey has no hue.
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        d if d > 180.0 => d - 360.0,
        d if d < -180.0 => d + 360.0,
        d => d,
    };
    let (dl, dc, dh) = (l2 - l1, c2 - c1, 2.0 * (c1 * c2).sqrt() * sin(turn / 2.0));
    // Step 3: weights at the mean of both.
    let (l, c) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let h = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => (sum + 360.0) / 2.0,
        sum => (sum - 360.0) / 2.0,
    };
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0) - 0.20 * cos(4.0 * h - 63.0);
    let bow = (l - 50.0).powi(2);
    let (sl, sc, sh) = (1.0 + 0.015 * bow / (20.0 + bow).sqrt(), 1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let rotation = -2.0 * seventh(c) * sin(60.0 * (-((h - 275.0) / 25.0).powi(2)).exp());
    let (dl, dc, dh) = (dl / sl, dc / sc, dh / sh);
    (dl * dl + dc * dc + dh * dh + rotation * dc * dh).max(0.0).sqrt()
}
