//! Text in a picture: labels of a contact sheet.
//!
//! The font is Noto Sans Mono in one size, drawn beforehand, from a crate of tables. Rejected: a font renderer, which is more
//! code than all else here, and a font of 8 x 8 bits, which is hard to read beside a smooth picture.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

const WEIGHT: FontWeight = FontWeight::Regular;
/// Pixels of a line.
pub const LINE: usize = 16;

/// A text that is at most this wide: what is too long ends in `..`. The font has printable ASCII only; other characters
/// become question marks.
pub fn fitting(text: &str, pixels: usize) -> String {
    let most = pixels / get_raster_width(WEIGHT, RasterHeight::Size16);
    let mut letters: Vec<char> = text.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect();
    if letters.len() > most {
        letters.truncate(most.saturating_sub(2));
        letters.extend(std::iter::repeat_n('.', most.min(2)));
    }
    letters.into_iter().collect()
}

/// Draws a line of text into a picture of this width; what lies outside is not drawn.
pub fn draw(picture: &mut [[u8; 3]], width: usize, [x, y]: [usize; 2], text: &str, ink: [u8; 3]) {
    let mut left = x;
    for letter in text.chars() {
        let Some(letter) = get_raster(letter, WEIGHT, RasterHeight::Size16) else { continue };
        for (dy, row) in letter.rows().enumerate() {
            for (dx, cover) in row.iter().enumerate().filter(|(dx, _)| left + dx < width) {
                let Some(pixel) = picture.get_mut((y + dy) * width + left + dx) else { continue };
                let cover = u32::from(*cover);
                for (under, over) in pixel.iter_mut().zip(ink) {
                    *under = ((u32::from(*under) * (255 - cover) + u32::from(over) * cover + 127) / 255) as u8;
                }
            }
        }
        left += letter.width();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(text: &str) -> usize {
        text.len() * get_raster_width(WEIGHT, RasterHeight::Size16)
    }

    /// The columns that have ink.
    fn columns(text: &str) -> Vec<usize> {
        let mut picture = vec![[0; 3]; 100 * LINE];
        draw(&mut picture, 100, [3, 0], text, [255; 3]);
        (0..100).filter(|x| (0..LINE).any(|y| picture[y * 100 + x][1] > 127)).collect()
    }

    #[test]
    fn letters_stand_one_after_another() {
        let one = columns("l");
        let two = columns(" l");
        assert!(!one.is_empty() && one[0] >= 3 && *one.last().unwrap() < 3 + width("l"));
        assert!(two.iter().zip(&one).all(|(b, a)| *b == a + width(" ")));
        assert!(columns(" ").is_empty());
        // Nothing wraps around into the next row.
        assert!(columns(&"M".repeat(50)).iter().all(|x| *x >= 3));
    }

    #[test]
    fn long_texts_are_cut() {
        let room = width("0123456789");
        assert_eq!(fitting("0123456789", room), "0123456789");
        assert_eq!(fitting("0123456789a", room), "01234567..");
        assert_eq!(fitting("gr\u{fc}n", room), "gr?n");
        assert_eq!(fitting("abc", 0), "");
    }
}
