//! Few colours in place of many, so that a picture is a third of its size.
//!
//! The box of colours that loses most by being one colour is cut at its mean, along the channel that varies most, until there
//! are enough (Wan, Wong and Prusinkiewicz, "An algorithm for multidimensional data clustering", 1988). No dithering: it is
//! noise, which does not pack.

use std::collections::BTreeMap;

/// A colour and how many pixels have it.
type Counted = ([u8; 3], f64);

/// At most `most` colours, and for each pixel which of them it is.
pub fn reduced(pixels: &[[u8; 3]], most: usize) -> (Vec<[u8; 3]>, Vec<u8>) {
    let mut counts: BTreeMap<[u8; 3], f64> = BTreeMap::new();
    for pixel in pixels {
        *counts.entry(*pixel).or_default() += 1.0;
    }
    let mut boxes: Vec<Vec<Counted>> = vec![counts.into_iter().collect()];
    while boxes.len() < most.min(256) {
        let losses = boxes.iter().enumerate().map(|(i, colours)| (i, worst(colours)));
        let Some((i, (channel, loss))) = losses.max_by(|a, b| a.1.1.total_cmp(&b.1.1)) else { break };
        if loss <= 0.0 {
            break;
        }
        let mean = mean(&boxes[i], channel);
        let (low, high) = boxes[i].iter().partition(|(colour, _)| f64::from(colour[channel]) < mean);
        boxes[i] = low;
        boxes.push(high);
    }
    let palette = boxes.iter().map(|colours| [0, 1, 2].map(|c| mean(colours, c).round() as u8)).collect();
    let places: BTreeMap<[u8; 3], u8> =
        boxes.iter().enumerate().flat_map(|(i, colours)| colours.iter().map(move |(c, _)| (*c, i as u8))).collect();
    (palette, pixels.iter().map(|pixel| places[pixel]).collect())
}

fn mean(colours: &[Counted], channel: usize) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (colour, n) in colours {
        sum += n * f64::from(colour[channel]);
        count += n;
    }
    sum / count
}

/// The channel whose squared distances to the mean are most, and their sum.
fn worst(colours: &[Counted]) -> (usize, f64) {
    let loss = |channel: usize| {
        let mean = mean(colours, channel);
        (channel, colours.iter().map(|(c, n)| n * (f64::from(c[channel]) - mean).powi(2)).sum())
    };
    [0, 1, 2].map(loss).into_iter().fold((0, 0.0), |most, one| if one.1 > most.1 { one } else { most })
}
