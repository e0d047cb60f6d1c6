//! The layout of a board: its spots near their positions, and none over another.

use std::collections::BTreeMap;

use stoker_engine::scene::{Board, Shape, Spot};
use stoker_files::printable::printable;

use super::canvas::Canvas;
use crate::terminal::stream_format::Ink;

/// Signs of landmarks and of the rarer kinds of spots, in the order in which they turn up.
const LANDMARKS: [char; 4] = ['^', '+', '*', '#'];
const KINDS: [char; 4] = ['~', '=', '%', '&'];
/// The most lines of a map, and the fewest.
const TALLEST: f64 = 30.0;
const SHORTEST: f64 = 8.0;
/// The height of a character, in widths.
const CHARACTER: f64 = 2.0;
/// Room that each spot of a map has to its right: for a shade, and a piece in brackets.
const ROOM: usize = 4;
/// Room that each spot of a grid or a row takes for its pieces, in characters.
const CELL: usize = 12;

/// A board, laid out once for all of its scenes.
pub(super) struct BoardLayout {
    /// The sheet with the spots on it.
    pub(super) sheet: Canvas,
    pub(super) tokens: Vec<SpotToken>,
    /// The meanings of the signs: `^ castle`.
    pub(super) signs: Vec<String>,
}

/// A spot as it is written.
pub(super) struct SpotToken {
    pub(super) key: String,
    pub(super) x: i64,
    pub(super) y: i64,
    /// The length of its text; the character after it is free, for a shade.
    pub(super) length: usize,
}

impl BoardLayout {
    pub(super) fn new(board: &Board, width: usize) -> Self {
        let signs = Signs::of(board);
        let (places, height) = places(board, width);
        let mut sheet = Canvas::new(width, height);
        let mut taken = sheet.clone();
        let mut tokens = vec![];
        for (spot, (x, y)) in board.spots.iter().zip(places) {
            let (text, ink) = signs.text(spot);
            let length = text.chars().count();
            let (x, y) = nearest(&taken, x, y, length + ROOM);
            sheet.write(x, y, &text, ink);
            taken.write(x, y, &"#".repeat(length + ROOM), Ink::Plain);
            tokens.push(SpotToken { key: spot.key.clone(), x, y, length });
        }
        Self { sheet, tokens, signs: signs.meanings() }
    }
}

/// The signs of a board's kinds and landmarks.
struct Signs<'b> {
    usual: Option<&'b str>,
    kinds: Vec<&'b str>,
    landmarks: Vec<&'b str>,
}

impl<'b> Signs<'b> {
    /// The kind that most spots are of needs no sign.
    fn of(board: &'b Board) -> Self {
        let mut counts = BTreeMap::<&str, usize>::new();
        board.spots.iter().for_each(|spot| *counts.entry(&spot.kind).or_default() += 1);
        let usual = counts.iter().max_by_key(|(_, count)| **count).map(|(kind, _)| *kind);
        let mut signs = Self { usual, kinds: vec![], landmarks: vec![] };
        for spot in &board.spots {
            let landmark = spot.landmark.as_deref();
            if Some(&*spot.kind) != usual && !signs.kinds.contains(&&*spot.kind) {
                signs.kinds.push(&spot.kind);
            }
            signs.landmarks.extend(landmark.filter(|known| !signs.landmarks.contains(known)));
        }
        signs
    }

    /// A spot's key with its signs: `~AS`, `CD^`.
    fn text(&self, spot: &Spot) -> (String, Ink) {
        let sign = |all: &[&str], of: &str, signs: [char; 4]| {
            let found = all.iter().position(|one| *one == of);
            found.map_or_else(String::new, |index| signs[index % signs.len()].to_string())
        };
        let kind = sign(&self.kinds, &spot.kind, KINDS);
        let landmark = spot.landmark.as_deref().unwrap_or_default();
        let ink = match (&spot.landmark, Some(&*spot.kind) == self.usual) {
            (Some(_), _) => Ink::Mark,
            (None, true) => Ink::Plain,
            (None, false) => Ink::Other,
        };
        (kind + &printable(&spot.key) + &sign(&self.landmarks, landmark, LANDMARKS), ink)
    }

    fn meanings(&self) -> Vec<String> {
        let kinds = self.kinds.iter().zip(KINDS.iter().cycle());
        let landmarks = self.landmarks.iter().zip(LANDMARKS.iter().cycle());
        let text = |(what, sign): (&&str, &char)| format!("{sign} {}", printable(what));
        kinds.chain(landmarks).map(text).collect()
    }
}

/// The positions of spots on a sheet of this width, and the sheet's height.
fn places(board: &Board, width: usize) -> (Vec<(i64, i64)>, usize) {
    match board.shape {
        Shape::Globe | Shape::Plane => projected(board, width),
        Shape::Grid => in_cells(board, width, 2),
        Shape::Line => in_cells(board, width, 1),
    }
}

/// A map, north up: as wide as the sheet, and as high as its proportions ask, within limits.
fn projected(board: &Board, width: usize) -> (Vec<(i64, i64)>, usize) {
    let range = |axis: usize| {
        let values = || board.spots.iter().map(|spot| f64::from(spot.at[axis]));
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((west, east), (south, north)) = (range(0), range(1));
    let shrink = match board.shape {
        Shape::Globe => (f64::midpoint(south, north) / 100.0).to_radians().cos().abs().max(0.1),
        Shape::Plane | Shape::Grid | Shape::Line => 1.0,
    };
    let (wide, high) = (((east - west) * shrink).max(1.0), (north - south).max(1.0));
    // The last spots take some characters to the right of where they are.
    let columns = f64::from(u16::try_from(width).unwrap_or(u16::MAX)) - 10.0;
    let lines = (columns / wide * high / CHARACTER).clamp(SHORTEST, TALLEST).round();
    let cell = |share: f64, of: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "at most the sheet's size")]
        let cell = (share.clamp(0.0, 1.0) * of).round() as i64;
        cell
    };
    let at = |spot: &Spot| {
        let [x, y] = spot.at.map(f64::from);
        (1 + cell((x - west) * shrink / wide, columns), cell((north - y) / high, lines - 1.0))
    };
    let places = board.spots.iter().map(at).collect();
    (places, usize::try_from(cell(1.0, lines)).unwrap_or(1))
}

/// A grid from the top left corner, or a row.
fn in_cells(board: &Board, width: usize, apart: i64) -> (Vec<(i64, i64)>, usize) {
    let most = |axis: usize| board.spots.iter().map(|spot| i64::from(spot.at[axis])).max();
    let columns = usize::try_from(most(0).unwrap_or(0) + 1).unwrap_or(1).max(1);
    let cell = i64::try_from((width / columns).clamp(4, CELL)).unwrap_or(4);
    let row = |spot: &Spot| if board.shape == Shape::Grid { i64::from(spot.at[1]) } else { 0 };
    let at = |spot: &Spot| (1 + i64::from(spot.at[0]) * cell, row(spot) * apart);
    let places: Vec<_> = board.spots.iter().map(at).collect();
    let bottom = places.iter().map(|place| place.1).max().unwrap_or(0).clamp(0, 200);
    (places, usize::try_from(bottom + 1).unwrap_or(1))
}

/// The free stretch nearest to a place; the place itself, if there is none.
fn nearest(sheet: &Canvas, x: i64, y: i64, length: usize) -> (i64, i64) {
    let steps = (-8..=8).flat_map(|down| (-30..=30).map(move |right| (right, down)));
    let free = steps.filter(|&(right, down)| sheet.is_free(x + right, y + down, length));
    // One line down counts as four characters across: a shift sideways distorts a map less.
    let best = free.min_by_key(|&(right, down)| right * right + 16 * down * down);
    best.map_or((x, y), |(right, down)| (x + right, y + down))
}
