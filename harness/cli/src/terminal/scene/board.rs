//! A board in one scene: its layout, with shades and pieces.

use stoker_engine::scene::{Piece, Scene};
use stoker_files::printable::printable;

use super::canvas::Canvas;
use super::layout::{BoardLayout, SpotToken};
use crate::terminal::stream_format::{Colour, Ink};

/// The sign of a shaded spot.
const SHADE: &str = "?";

/// The board with everything on it, then the meanings of its signs.
pub(super) fn drawn(layout: &BoardLayout, scene: &Scene, colour: Colour) -> String {
    let mut sheet = layout.sheet.clone();
    // As on a page, where the last one is chosen at first.
    let shading = scene.shadings.last_key_value();
    for token in &layout.tokens {
        if shading.is_some_and(|(_, shades)| shades.get(&token.key).is_some_and(|&it| it > 0)) {
            sheet.write(token.x + length(token), token.y, SHADE, Ink::Shade);
        }
    }
    let mut left = vec![];
    for token in &layout.tokens {
        let here: Vec<_> = scene.pieces.iter().filter(|piece| piece.at == token.key).collect();
        if !here.is_empty() && !put(&mut sheet, token, &here) {
            left.push(format!("{}{}", printable(&token.key), text(&here)));
        }
    }
    let mut signs = layout.signs.clone();
    if let Some((key, _)) = shading {
        signs.push(format!("{SHADE} {}", printable(key)));
    }
    let signs = if signs.is_empty() { String::new() } else { format!("  {}\n", signs.join("   ")) };
    let left =
        if left.is_empty() { left } else { vec![format!("  no room for: {}\n", left.join(" "))] };
    sheet.text(colour) + &left.concat() + &signs
}

fn length(token: &SpotToken) -> i64 {
    i64::try_from(token.length).unwrap_or(0)
}

/// The labels of the pieces, as in `[GSt]`.
fn text(pieces: &[&Piece]) -> String {
    let labels: String = pieces.iter().map(|piece| printable(&piece.label)).collect();
    format!("[{labels}]")
}

/// Writes the pieces of a spot beside it, and returns false if there is no room. Farther away they
/// could be taken for the pieces of another spot.
fn put(sheet: &mut Canvas, token: &SpotToken, pieces: &[&Piece]) -> bool {
    let text = text(pieces);
    let size = text.chars().count();
    let wide = i64::try_from(size).unwrap_or(i64::MAX / 4);
    let (x, y, after) = (token.x, token.y, token.x + length(token));
    // Right after the spot, or its shade.
    let right = if sheet.is_free(after, y, 1) { after } else { after + 1 };
    let beside = [(right, right, size + 1), (x - wide, x - wide - 1, size + 1)];
    let beside = beside.into_iter().find(|&(_, from, length)| sheet.is_free(from, y, length));
    let Some((mut x, ..)) = beside else { return false };
    sheet.write(x, y, "[", Ink::Faint);
    x += 1;
    for piece in pieces {
        let label = printable(&piece.label);
        sheet.write(x, y, &label, piece.seat.map_or(Ink::Mark, Ink::Seat));
        x += i64::try_from(label.chars().count()).unwrap_or(0);
    }
    sheet.write(x, y, "]", Ink::Faint);
    true
}
