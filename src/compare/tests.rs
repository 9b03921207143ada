//! Values from outside, brute force, and what the usual limits must tell apart.

use super::colour::{decode, encode};
use super::*;
use crate::maps::{Depth, Samples};

/// A picture of whole numbers from a function of place and channel.
fn picture(depth: Depth, [width, height]: [u32; 2], channels: usize, at: impl Fn(u32, u32, usize) -> f64) -> Picture {
    let mut values = Vec::new();
    for y in 0..height {
        for x in 0..width {
            values.extend((0..channels).map(|c| at(x, y, c)));
        }
    }
    let samples = match depth {
        Depth::Eight => Samples::U8(values.iter().map(|v| (v * 255.0).round() as u8).collect()),
        Depth::Sixteen => Samples::U16(values.iter().map(|v| (v * 65535.0).round() as u16).collect()),
        Depth::Half | Depth::Float => Samples::Float(values.iter().map(|v| *v as f32).collect()),
    };
    Picture { width, height, channels, depth, srgb: false, samples }
}

/// A smooth periodic wave from 0.1 to 0.9 without symmetry, other in each channel.
fn wave(x: u32, y: u32, c: usize, [width, height]: [u32; 2]) -> f64 {
    let turn = |i: u32, n: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    let (u, v) = (turn(x, width), turn(y, height));
    0.5 + 0.16 * (u + c as f64).sin()
        + 0.05 * (2.0 * u + 1.1).cos()
        + 0.11 * (v + 2.0 * u + 0.4).sin()
        + 0.08 * (2.0 * v - u + c as f64).cos()
}

const SIZE: [u32; 2] = [48, 32];

fn data(depth: Depth, channels: usize) -> Picture {
    picture(depth, SIZE, channels, |x, y, c| wave(x, y, c, SIZE))
}

/// Directions of unit length over a smooth relief.
fn normals(depth: Depth) -> Picture {
    picture(depth, SIZE, 3, |x, y, c| {
        let [dx, dy] = [wave(x, y, 0, SIZE) - 0.5, wave(x, y, 1, SIZE) - 0.45];
        let length = (dx * dx + dy * dy + 1.0).sqrt();
        0.5 + 0.5 * [dx, dy, 1.0][c] / length
    })
}

fn usual(a: &Picture, b: &Picture, kind: Kind) -> Comparison {
    compare(a, b, kind, &Limits::USUAL)
}

/// Changes the samples of a copy: index, value in 0..top.
fn changed(picture: &Picture, change: impl Fn(usize, i64) -> i64) -> Picture {
    let mut copy = picture.clone();
    match &mut copy.samples {
        Samples::U8(all) => {
            all.iter_mut().enumerate().for_each(|(i, v)| *v = change(i, i64::from(*v)).clamp(0, 255) as u8);
        }
        Samples::U16(all) => {
            all.iter_mut().enumerate().for_each(|(i, v)| *v = change(i, i64::from(*v)).clamp(0, 65535) as u16);
        }
        Samples::Float(_) => panic!("whole numbers"),
    }
    copy
}

/// Moves pixels: for each place of the copy the one it is taken from.
fn moved(picture: &Picture, from: impl Fn(u32, u32) -> [u32; 2]) -> Picture {
    let top = picture.top();
    let stored = |x, y, c| picture.stored(from(x, y))[c] / top;
    Picture {
        srgb: picture.srgb,
        ..super::tests::picture(picture.depth, [picture.width, picture.height], picture.channels, stored)
    }
}

/// All kinds with the depths that they are stored in.
fn all() -> Vec<(Picture, Kind)> {
    let mut all = Vec::new();
    for depth in [Depth::Eight, Depth::Sixteen] {
        all.push((normals(depth), Kind::Normal));
        all.push((data(depth, 1), Kind::Height));
        all.push((data(depth, 1), Kind::Data));
        for channels in [1, 3, 4] {
            all.push((data(depth, channels), Kind::Colour));
        }
    }
    all
}

/// Sharma, Wu and Dalal 2005, table 1: all 34 pairs, made to find the usual mistakes.
#[test]
fn ciede2000_has_the_published_values() {
    let table: [[f64; 7]; 34] = [
        [50.0, 2.6772, -79.7751, 50.0, 0.0, -82.7485, 2.0425],
        [50.0, 3.1571, -77.2803, 50.0, 0.0, -82.7485, 2.8615],
        [50.0, 2.8361, -74.0200, 50.0, 0.0, -82.7485, 3.4412],
        [50.0, -1.3802, -84.2814, 50.0, 0.0, -82.7485, 1.0000],
        [50.0, -1.1848, -84.8006, 50.0, 0.0, -82.7485, 1.0000],
        [50.0, -0.9009, -85.5211, 50.0, 0.0, -82.7485, 1.0000],
        [50.0, 0.0, 0.0, 50.0, -1.0, 2.0, 2.3669],
        [50.0, -1.0, 2.0, 50.0, 0.0, 0.0, 2.3669],
        [50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0009, 7.1792],
        [50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0010, 7.1792],
        [50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0011, 7.2195],
        [50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0012, 7.2195],
        [50.0, -0.0010, 2.4900, 50.0, 0.0009, -2.4900, 4.8045],
        [50.0, -0.0010, 2.4900, 50.0, 0.0010, -2.4900, 4.8045],
        [50.0, -0.0010, 2.4900, 50.0, 0.0011, -2.4900, 4.7461],
        [50.0, 2.5, 0.0, 50.0, 0.0, -2.5, 4.3065],
        [50.0, 2.5, 0.0, 73.0, 25.0, -18.0, 27.1492],
        [50.0, 2.5, 0.0, 61.0, -5.0, 29.0, 22.8977],
        [50.0, 2.5, 0.0, 56.0, -27.0, -3.0, 31.9030],
        [50.0, 2.5, 0.0, 58.0, 24.0, 15.0, 19.4535],
        [50.0, 2.5, 0.0, 50.0, 3.1736, 0.5854, 1.0000],
        [50.0, 2.5, 0.0, 50.0, 3.2972, 0.0, 1.0000],
        [50.0, 2.5, 0.0, 50.0, 1.8634, 0.5757, 1.0000],
        [50.0, 2.5, 0.0, 50.0, 3.2592, 0.3350, 1.0000],
        [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
        [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
        [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
        [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
        [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
        [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
        [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
        [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
        [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
        [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
    ];
    for [l1, a1, b1, l2, a2, b2, expected] in table {
        let (one, two) = ([l1, a1, b1], [l2, a2, b2]);
        assert!((ciede2000(one, two) - expected).abs() < 5e-5, "{one:?} {two:?}: {}", ciede2000(one, two));
        assert!((ciede2000(two, one) - expected).abs() < 5e-5, "{two:?} {one:?}");
        assert_eq!(ciede2000(one, one), 0.0);
    }
}

/// Lab of sRGB's white and primaries as Bruce Lindbloom's calculator and CSS Color 4 give them, to their digits.
#[test]
fn lab_of_primaries() {
    for (colour, expected) in [
        ([1.0, 1.0, 1.0], [100.0, 0.0, 0.0]),
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [53.24, 80.09, 67.20]),
        ([0.0, 1.0, 0.0], [87.73, -86.18, 83.18]),
        ([0.0, 0.0, 1.0], [32.30, 79.19, -107.86]),
    ] {
        let found = lab(colour);
        assert!(found.iter().zip(expected).all(|(f, e): (&f64, f64)| (f - e).abs() < 0.03), "{colour:?}: {found:?}");
    }
    for i in 0..=1000 {
        let v = f64::from(i) / 1000.0;
        assert!((decode(encode(v)) - v).abs() < 1e-6);
    }
}

/// C46c, C47
#[test]
fn one_step_everywhere_is_rounding() {
    for (a, kind) in all() {
        for sign in [[1, 1, 1, 1], [-1, -1, -1, -1], [1, -1, 1, -1]] {
            let b = changed(&a, |i, v| v + sign[i % a.channels.max(2)]);
            let done = usual(&a, &b, kind);
            assert!(done.equal, "{kind:?} {:?} {} {done:?}", a.depth, a.channels);
            assert!(done.figures.is_some_and(|f| f.max > 0.0 && (f.steps - 1.0).abs() < 1e-6));
            for limits in [Limits::EXACT, Limits::at_most(0.0)] {
                assert!(!compare(&a, &b, kind, &limits).equal, "{kind:?} {limits:?}");
            }
            let two = changed(&a, |i, v| v + 2 * sign[i % a.channels.max(2)]);
            assert!(!usual(&a, &two, kind).equal, "{kind:?}");
        }
        assert!(compare(&a, &a, kind, &Limits::EXACT).equal && compare(&a, &a, kind, &Limits::at_most(0.0)).equal);
    }
}

#[test]
fn the_mean_has_a_limit_of_its_own() {
    for (a, kind) in all() {
        let b = changed(&a, |_, v| v + 1);
        let mean = usual(&a, &b, kind).figures.unwrap().mean;
        let with = |mean: f64| compare(&a, &b, kind, &Limits { hard: Hard::AtMost(1e9), mean: Some(mean) }).equal;
        assert!(with(1.001 * mean) && !with(0.999 * mean), "{kind:?}");
    }
}

/// C46a
#[test]
fn one_changed_pixel_is_found() {
    for (a, kind) in all() {
        let place = [17, 23];
        for channel in 0..a.channels {
            let at = (place[1] * SIZE[0] + place[0]) as usize * a.channels + channel;
            let b = changed(&a, |i, v| if i == at { v + (v / 20).max(3) } else { v });
            let done = usual(&a, &b, kind);
            let figures = done.figures.clone().unwrap();
            assert!(!done.equal, "{kind:?} {:?} channel {channel}: {done:?}", a.depth);
            assert_eq!((figures.at, figures.beyond, figures.area), (place, 1, Some([17, 23, 1, 1])));
            assert_eq!((&figures.values[0], &figures.values[1]), (&a.stored(place), &b.stored(place)));
            assert!(done.causes.is_empty(), "{:?}", done.causes);
        }
    }
}

/// C46b: the last column becomes the first one, its neighbour over the border.
#[test]
fn a_replaced_column_is_found() {
    for (a, kind) in all() {
        let b = moved(&a, |x, y| [if x == SIZE[0] - 1 { 0 } else { x }, y]);
        let done = usual(&a, &b, kind);
        assert!(!done.equal, "{kind:?} {:?}", a.depth);
        let area = done.figures.unwrap().area.unwrap();
        assert_eq!((area[0], area[2]), (SIZE[0] - 1, 1), "{kind:?} {area:?}");
    }
}

/// C46d, in all directions, and for pictures so faint that values alone can't tell.
#[test]
fn a_roll_is_found_and_named() {
    let by = |right: i64, down: i64| {
        move |x: u32, y: u32| {
            let from = |i: u32, by: i64, n: u32| (i64::from(i) - by).rem_euclid(i64::from(n)) as u32;
            [from(x, right, SIZE[0]), from(y, down, SIZE[1])]
        }
    };
    let faint = picture(Depth::Eight, SIZE, 1, |x, y, _| 0.5 + 0.02 * wave(x, y, 0, SIZE));
    let all = all().into_iter().chain([(faint, Kind::Data)]);
    for (a, kind) in all {
        for (right, down) in [(1, 0), (0, 1), (-1, 0), (0, -1), (7, -5), (24, 16), (-23, 15)] {
            let done = usual(&a, &moved(&a, by(right, down)), kind);
            assert!(!done.equal, "{kind:?} {right} {down}");
            let [Cause::Rolled { by: [x, y] }] = done.causes[..] else { panic!("{kind:?}: {:?}", done.causes) };
            // Half a picture to the left is half a picture to the right.
            assert_eq!((x.rem_euclid(48), y.rem_euclid(32)), (right.rem_euclid(48), down.rem_euclid(32)));
            assert!(x.abs() <= 24 && y.abs() <= 16);
        }
    }
    // A constant picture has no direction, and a pattern is found by the shortest way.
    let stripes = picture(Depth::Sixteen, SIZE, 1, |x, _, _| f64::from(x % 6) / 6.0);
    let done = usual(&stripes, &moved(&stripes, by(1, 0)), Kind::Data);
    assert_eq!(done.causes, [Cause::Rolled { by: [1, 0] }]);
    // One sample besides, and it is no roll any more.
    let mut other = moved(&stripes, by(1, 0));
    other = changed(&other, |i, v| if i == 77 { v + 1 } else { v });
    assert!(!usual(&stripes, &other, Kind::Data).causes.iter().any(|cause| cause.code() == "rolled"));
}

#[test]
fn what_was_done_to_a_whole_picture_is_named() {
    let top = |picture: &Picture| picture.top() as i64;
    for depth in [Depth::Eight, Depth::Sixteen] {
        let normal = normals(depth);
        let green = changed(&normal, |i, v| if i % 3 == 1 { top(&normal) - v } else { v });
        assert_eq!(usual(&normal, &green, Kind::Normal).causes, [Cause::GreenFlipped { normal: true }]);
        let colour = data(depth, 3);
        let bgr = picture(depth, SIZE, 3, |x, y, c| wave(x, y, 2 - c, SIZE));
        assert_eq!(usual(&colour, &bgr, Kind::Colour).causes, [Cause::RedBlueSwapped]);
        let square = [40, 40];
        let grey = picture(depth, square, 1, |x, y, c| wave(x, y, c, square));
        let last = 39;
        for (change, cause) in [
            (moved(&grey, |x, y| [x, last - y]), Cause::UpsideDown),
            (moved(&grey, |x, y| [last - x, y]), Cause::Mirrored),
            (moved(&grey, |x, y| [y, x]), Cause::Transposed),
            (changed(&grey, |_, v| top(&grey) - v), Cause::Inverted),
            (picture(depth, square, 1, |x, y, c| encode(wave(x, y, c, square))), Cause::Encoded),
            (picture(depth, square, 1, |x, y, c| decode(wave(x, y, c, square))), Cause::Decoded),
        ] {
            let done = usual(&grey, &change, Kind::Data);
            assert!(!done.equal);
            assert_eq!(done.causes, [cause], "{depth:?}");
        }
        // The curve of what is stored, not of what it was made from: both were rounded.
        let again = changed(&grey, |_, v| (encode(v as f64 / grey.top()) * grey.top()).round() as i64);
        assert_eq!(usual(&grey, &again, Kind::Data).causes, [Cause::Encoded]);
        // Every pixel bears it out, or nobody says it.
        let nearly = changed(&green, |i, v| if i == 100 { v + 9 } else { v });
        assert_eq!(usual(&normal, &nearly, Kind::Normal).causes, []);
    }
}

#[test]
fn other_shapes_and_depths_are_explained() {
    let (eight, sixteen) = (data(Depth::Eight, 1), data(Depth::Sixteen, 1));
    let done = usual(&sixteen, &eight, Kind::Height);
    assert!(!done.equal && done.mismatches.len() == 1);
    assert_eq!(done.causes, [Cause::Coarser { a: false, depth: Depth::Eight }]);
    let rgb = picture(Depth::Sixteen, SIZE, 3, |x, y, _| wave(x, y, 0, SIZE));
    let done = usual(&rgb, &sixteen, Kind::Height);
    assert_eq!((done.equal, done.figures, done.causes), (false, None, vec![Cause::GreyRepeated]));
    let rgba = picture(Depth::Sixteen, SIZE, 4, |x, y, c| if c == 3 { 1.0 } else { wave(x, y, 0, SIZE) });
    assert_eq!(usual(&rgb, &rgba, Kind::Colour).causes, [Cause::OpaqueAlpha]);
    assert_eq!(usual(&sixteen, &rgba, Kind::Colour).causes, [Cause::GreyRepeated, Cause::OpaqueAlpha]);
    let clear = changed(&rgba, |i, v| if i == 7 { v - 1 } else { v });
    assert_eq!(usual(&clear, &rgb, Kind::Colour).causes, [Cause::Alpha]);
    let small = picture(Depth::Sixteen, [48, 31], 1, |x, y, c| wave(x, y, c, SIZE));
    let done = usual(&sixteen, &small, Kind::Height);
    assert!(done.mismatches[0].contains("48 x 32") && done.mismatches[0].contains("48 x 31"), "{done:?}");
}

/// Figures against the plainest way to compute them.
#[test]
fn figures_are_those_of_brute_force() {
    for (a, kind) in all() {
        let b = changed(&a, |i, v| v + ((i * i * 2_654_435_761) >> 7) as i64 % 11 - 5);
        let figures = usual(&a, &b, kind).figures.unwrap();
        let top = a.top();
        let unit = |p: &[f64]| p.iter().map(|v| v / top).collect::<Vec<f64>>();
        let mut all: Vec<(f64, [u32; 2])> = Vec::new();
        for y in 0..SIZE[1] {
            for x in 0..SIZE[0] {
                let (p, q) = (unit(&a.stored([x, y])), unit(&b.stored([x, y])));
                let d: Vec<f64> = p.iter().zip(&q).map(|(p, q)| (p - q).abs()).collect();
                let figure = match kind {
                    Kind::Height | Kind::Data => d.iter().fold(0.0f64, |m, v| m.max(*v)) * 65535.0,
                    Kind::Normal => 2.0 * d.iter().map(|v| v * v).sum::<f64>().sqrt().asin().to_degrees(),
                    Kind::Colour => {
                        let of = |p: &[f64]| lab([0, 1, 2].map(|c| decode(p[if p.len() < 3 { 0 } else { c }])));
                        let alpha = if a.channels == 4 { 100.0 * d[3] } else { 0.0 };
                        ciede2000(of(&p), of(&q)).max(alpha)
                    }
                };
                all.push((figure, [x, y]));
            }
        }
        let mean = all.iter().map(|f| f.0).sum::<f64>() / all.len() as f64;
        let worst = all.iter().fold((-1.0, [0, 0]), |w, f| if f.0 > w.0 + 1e-9 { *f } else { w });
        let mut sorted: Vec<f64> = all.iter().map(|f| f.0).collect();
        sorted.sort_by(f64::total_cmp);
        let p99 = sorted[sorted.len() - 1 - sorted.len() / 100];
        assert!((figures.mean - mean).abs() < 1e-9 * (1.0 + mean), "{kind:?}");
        assert!((figures.max - worst.0).abs() < 1e-6 * (1.0 + worst.0), "{kind:?} {} {}", figures.max, worst.0);
        assert!(figures.p99 >= p99 - 1e-9 && figures.p99 <= p99 * 1.01, "{kind:?} {} {p99}", figures.p99);
    }
}

#[test]
fn floats_are_compared_by_their_spacing() {
    // Halves from 1/4 to 1/2 are 2^-12 apart, those up to 1 twice that.
    let spacing = |v: f64| {
        2f64.powi(if v < 0.25 {
            -13
        } else if v < 0.5 {
            -12
        } else {
            -11
        })
    };
    let next = |by: f64| {
        picture(Depth::Half, SIZE, 3, move |x, y, c| {
            let v = wave(x, y, c, SIZE).max(0.126);
            ((v / spacing(v)).round() + by) * spacing(v)
        })
    };
    let a = next(0.0);
    assert!(usual(&a, &next(1.0), Kind::Data).equal && usual(&a, &next(-1.0), Kind::Data).equal);
    assert!(!usual(&a, &next(3.0), Kind::Data).equal);
    // Heights of a few millimetres are as fine as those of metres.
    for scale in [0.004, 100.0] {
        let low = picture(Depth::Float, SIZE, 1, |x, y, c| scale * wave(x, y, c, SIZE));
        let more = |by: f64| picture(Depth::Float, SIZE, 1, move |x, y, c| scale * (wave(x, y, c, SIZE) + by));
        assert!(usual(&low, &more(0.4 / 65535.0), Kind::Height).equal, "{scale}");
        assert!(!usual(&low, &more(3.0 / 65535.0), Kind::Height).equal, "{scale}");
    }
    // Directions from -1 to 1 are those from 0 to 1.
    let stored = picture(Depth::Float, SIZE, 3, |x, y, c| wave(x, y, c, SIZE));
    let unit = |picture: &Picture| {
        let mut copy = picture.clone();
        if let Samples::Float(all) = &mut copy.samples {
            for p in all.chunks_exact_mut(3) {
                let length = p.iter().map(|v| v * v).sum::<f32>().sqrt();
                p.iter_mut().for_each(|v| *v /= length);
            }
        }
        copy
    };
    let signed = unit(&stored);
    let mut plain = signed.clone();
    if let Samples::Float(all) = &mut plain.samples {
        all.iter_mut().for_each(|v| *v = 0.5 + 0.5 * *v);
    }
    let done = compare(&signed, &plain, Kind::Normal, &Limits::at_most(0.01));
    assert!(done.equal, "{done:?}");
}

#[test]
fn what_is_no_number_is_a_difference() {
    let a = picture(Depth::Float, SIZE, 1, |x, y, c| wave(x, y, c, SIZE));
    let broken = |at: usize| {
        let mut copy = a.clone();
        if let Samples::Float(all) = &mut copy.samples {
            all[at] = f32::NAN;
        }
        copy
    };
    for kind in [Kind::Data, Kind::Height, Kind::Colour] {
        for limits in [Limits::USUAL, Limits::EXACT, Limits::at_most(1e9)] {
            let done = compare(&a, &broken(50), kind, &limits);
            let figures = done.figures.unwrap();
            assert!(!done.equal && figures.max.is_infinite() && figures.at == [2, 1], "{kind:?}");
            assert!(compare(&broken(50), &broken(50), kind, &limits).equal, "{kind:?} {limits:?}");
        }
    }
}

#[test]
fn one_channel_is_no_direction() {
    let a = data(Depth::Eight, 1);
    let done = usual(&a, &changed(&a, |_, v| v + 2), Kind::Normal);
    assert_eq!((done.kind, done.kind.unit()), (Kind::Data, "steps of 16 bit"));
}

#[test]
fn kinds_are_guessed() {
    for (name, kind) in [
        ("rock_normal", Some(Kind::Normal)),
        ("Rock_Normal_2k", Some(Kind::Normal)),
        ("normal_height", Some(Kind::Height)),
        ("rock-basecolor.1024", Some(Kind::Colour)),
        ("rock ao", Some(Kind::Data)),
        ("abnormal", None),
        ("", None),
    ] {
        assert_eq!(Kind::of_name(name), kind, "{name}");
    }
    assert_eq!(Kind::of_picture(&data(Depth::Eight, 1)), Kind::Data);
    assert_eq!(Kind::of_picture(&data(Depth::Eight, 3)), Kind::Colour);
}

/// An almost even grey that got darker fits every curve, and tells of none.
#[test]
fn curves_are_not_seen_in_even_greys() {
    let light = picture(Depth::Eight, [16, 16], 1, |x, y, _| (252.0 + f64::from((x + y) % 3)) / 255.0);
    let darker = picture(Depth::Eight, [16, 16], 1, |x, y, _| (249.0 + f64::from((x + y) % 3)) / 255.0);
    assert_eq!(usual(&light, &darker, Kind::Data).causes, []);
}
