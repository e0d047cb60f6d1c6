//! The width of text, and text cut to the available room.
//!
//! Widths are those of DejaVu Sans, Verdana or Arial, whichever is widest. With a narrower font, a
//! text needs less than the reserved room.

use stoker_files::printable::printable;
use unicode_segmentation::UnicodeSegmentation;

/// The size of text, in pixels.
pub(super) const FONT: f64 = 12.0;
/// The longest text that is written anywhere, in visible characters.
const LONGEST: usize = 400;
const ELLIPSIS: &str = "…";

/// The width of a text, in pixels; at least what a browser needs.
pub(super) fn width(text: &str) -> f64 {
    FONT * text.graphemes(true).map(grapheme).sum::<f64>()
}

/// The width of a visible character, in sizes of the font.
fn grapheme(text: &str) -> f64 {
    text.chars().map(character).fold(0.0, f64::max)
}

fn character(c: char) -> f64 {
    match c {
        'i' | 'l' | '\'' => 0.28,
        ' ' | ',' | '.' | 'j' => 0.37,
        '!' | '(' | ')' | '[' | ']' | '-' | '/' | '\\' | ':' | ';' | '|' | 'f' | 't' | 'r'
        | 'I' => 0.46,
        'J' | 's' | 'z' | '"' | '?' => 0.56,
        'c' | 'k' | 'v' | 'x' | 'y' => 0.6,
        'm' | 'w' | 'M' | 'W' | '@' | '…' => 1.0,
        '%' => 1.08,
        'N' | 'O' | 'Q' | 'G' | 'H' | 'D' | 'U' | '&' | '#' | '$' | '+' | '<' | '=' | '>' | '^'
        | '~' => 0.84,
        'a'..='z' | '0'..='9' | '{' | '}' | '*' | '_' | '`' => 0.64,
        'A'..='Z' => 0.74,
        _ if c < '\u{1f000}' => 1.1,
        _ => 1.45,
    }
}

/// A text of at most this width, with an ellipsis if it was cut.
pub(super) fn cut(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = room - width(ELLIPSIS);
    let fits = |grapheme: &&str| {
        left -= width(grapheme);
        left >= 0.0
    };
    let kept: String = text.graphemes(true).take_while(fits).collect();
    kept.trim_end().to_owned() + ELLIPSIS
}

/// A text that XML allows, on one line and of bounded length.
pub(super) fn clean(text: &str) -> String {
    let line = text.replace(['\n', '\r', '\t'], " ");
    let mut all = line.graphemes(true);
    let kept: String = all.by_ref().take(LONGEST).collect();
    let cut = if all.next().is_some() { ELLIPSIS } else { "" };
    // XML does not allow these two characters at all.
    printable(&kept).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}") + cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_text_fits_and_ends_in_an_ellipsis() {
        for text in ["WWWWWWWWWWWWWWWW", "a long name of an entrant", "ключ鍵שלום😀😀😀😀😀"]
        {
            for room in [12.6, 30.0, 61.0] {
                let cut = cut(text, room);
                assert!(width(&cut) <= room && cut.ends_with(ELLIPSIS), "{cut}");
            }
            assert_eq!(cut(text, width(text)), text);
        }
    }

    #[test]
    fn no_text_can_break_the_file_or_fill_it() {
        let hostile = format!("a\u{0}\u{1b}\u{fffe}\u{ffff}\u{202e}\nb{}", "x".repeat(100_000));
        let clean = clean(&hostile);
        let shown = "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd} bxx";
        assert!(clean.starts_with(shown) && clean.len() < 500, "{clean}");
    }
}
