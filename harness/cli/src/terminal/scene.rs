//! Scenes as text: boards in characters with the pieces where they are, values, cards, news.
//!
//! Nothing here knows a game: the scene and its scenery hold everything that is drawn. Names can
//! come from any file, so every text is made printable.

mod board;
mod canvas;
mod layout;
#[cfg(test)]
mod tests;

use stoker_engine::scene::{Card, FULL, Piece, RowKind, Scene, Scenery};
use stoker_files::printable::printable;

use super::stream_format::Ink;
pub(crate) use super::stream_format::StreamFormat;
use layout::BoardLayout;

/// The least width at which boards are drawn.
const NARROWEST: usize = 40;
/// The most shaded spots that are listed.
const LISTED: usize = 8;

/// Draws the scenes of one game.
pub(crate) struct ScenePainter {
    scenery: Scenery,
    seats: Vec<String>,
    layouts: Vec<BoardLayout>,
    stream_format: StreamFormat,
}

impl ScenePainter {
    pub(crate) fn new(scenery: Scenery, stream_format: StreamFormat) -> Self {
        let drawn = stream_format.width >= NARROWEST;
        let boards = scenery.boards.iter().filter(|_| drawn);
        let layouts = boards.map(|board| BoardLayout::new(board, stream_format.width)).collect();
        let seats = scenery.viewers.iter().flat_map(|viewer| &viewer.seats);
        Self { seats: seats.map(|name| printable(name)).collect(), scenery, layouts, stream_format }
    }

    /// The scene with its boards.
    pub(crate) fn drawn(&self, scene: &Scene) -> String {
        let mut text = self.heading(scene);
        let several = self.scenery.boards.len() > 1;
        for (board, layout) in self.scenery.boards.iter().zip(&self.layouts) {
            if several {
                text += &format!("\n{}\n", printable(&board.name));
            }
            text += &board::drawn(layout, scene, self.stream_format.colour);
        }
        text + &self.rest(scene)
    }

    /// The scene without its boards.
    pub(crate) fn told(&self, scene: &Scene) -> String {
        self.heading(scene) + &self.rest(scene)
    }

    /// The news of the scene, a line each. Consequences of the first are indented.
    pub(crate) fn news(scene: &Scene) -> Vec<String> {
        let lines = scene.news.iter().enumerate();
        lines.map(|(index, line)| "  ".repeat(index.min(1)) + &printable(line)).collect()
    }

    /// `round 1, next: Lord Godalming`, then the values that belong to no seat.
    fn heading(&self, scene: &Scene) -> String {
        let round = scene.round.map(|round| format!("round {round}"));
        let next = match scene.to_move.map(|seat| self.seats.get(usize::from(seat))) {
            Some(Some(name)) => format!("next: {name}"),
            Some(None) => "next: ?".to_owned(),
            None => "the game is over".to_owned(),
        };
        let when: Vec<_> = round.into_iter().chain([next]).collect();
        let values = self.values(scene, None);
        let values =
            (!values.is_empty()).then(|| wrapped("  ", values, ", ", self.stream_format.width));
        format!("{}\n{}", when.join(", "), values.unwrap_or_default())
    }

    fn rest(&self, scene: &Scene) -> String {
        self.seats_of(scene) + &self.rows(scene) + &self.shadings(scene)
    }

    /// A line per seat: `  G Lord Godalming  life 9 points  BE Belgrade`.
    fn seats_of(&self, scene: &Scene) -> String {
        let longest =
            |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let seats = || (0..=u8::MAX).zip(&self.seats);
        let values: Vec<_> =
            seats().map(|(seat, _)| self.values(scene, Some(seat)).join(", ")).collect();
        let piece = |seat| scene.pieces.iter().find(|piece| piece.seat == Some(seat));
        let labels: Vec<_> = seats()
            .map(|(seat, _)| piece(seat).map_or(String::new(), |piece| printable(&piece.label)))
            .collect();
        let [names, values_wide, labels_wide] =
            [&self.seats, &values, &labels].map(|it| longest(it));
        let labels_wide = labels_wide.max(1);
        let line = |(((seat, name), values), label): (((u8, &String), &String), &String)| {
            let piece = piece(seat);
            if piece.is_none() && values.is_empty() {
                return String::new();
            }
            let at = piece.map_or_else(String::new, |piece| self.place_of(piece, name));
            let label =
                self.stream_format.colour.paint(Ink::Seat(seat), &format!("{label:labels_wide$}"));
            let line = format!("{name:names$}  {values:values_wide$}  {at}");
            let room = self.stream_format.width.saturating_sub(labels_wide + 3);
            format!("  {label} {}\n", cut(line.trim_end(), room))
        };
        seats().zip(&values).zip(&labels).map(line).collect()
    }

    /// The place of a piece: `BE Belgrade`, and the piece's name if it differs from the seat's.
    fn place_of(&self, piece: &Piece, seat: &str) -> String {
        let spot = self.scenery.boards.iter().flat_map(|board| &board.spots);
        let name = spot.clone().find(|spot| spot.key == piece.at).map_or("", |spot| &*spot.name);
        let what = printable(&piece.name);
        let note = match (what == seat, piece.hidden) {
            (true, true) => " (hidden)".to_owned(),
            (true, false) => String::new(),
            (false, _) => format!(" ({what})"),
        };
        format!("{} {}{note}", printable(&piece.at), printable(name))
    }

    /// The values of a seat without the seat's name, or those that belong to no seat.
    fn values(&self, scene: &Scene, seat: Option<u8>) -> Vec<String> {
        let owner = seat.and_then(|seat| self.seats.get(usize::from(seat)));
        let all = self.scenery.panels.iter().zip(&scene.values);
        let own = all.filter(|(panel, _)| panel.seat == seat);
        let text = |(panel, value): (&stoker_engine::scene::Panel, &Option<i64>)| {
            let name = printable(&panel.name);
            let short = owner.and_then(|owner| name.strip_prefix(&format!("{owner}'s ")));
            let value = value.map_or("?".to_owned(), |value| value.to_string());
            let unit = printable(&panel.unit);
            let said = unit.is_empty() || name.contains(&unit);
            let unit = if said { String::new() } else { format!(" {unit}") };
            format!("{} {value}{unit}", short.unwrap_or(&name))
        };
        own.map(text).collect()
    }

    /// A paragraph for each row of cards.
    fn rows(&self, scene: &Scene) -> String {
        let rows = self.scenery.rows.iter().zip(&scene.rows).filter(|(_, cards)| !cards.is_empty());
        let text = |(row, cards): (&stoker_engine::scene::Row, &Vec<Card>)| {
            let order = if row.kind == RowKind::Trail { ", newest first" } else { "" };
            let head = format!("  {}{order}: ", printable(&row.name));
            wrapped(&head, cards.iter().map(card).collect(), "  ", self.stream_format.width)
        };
        rows.map(text).collect()
    }

    /// The spots that are shaded most, and the number of the others.
    fn shadings(&self, scene: &Scene) -> String {
        let text = |(key, shades): (&String, &std::collections::BTreeMap<String, u16>)| {
            let legend = self.scenery.legends.get(key).map_or(key, |legend| &legend.name);
            let mut spots: Vec<_> = shades.iter().filter(|(_, shade)| **shade > 0).collect();
            spots.sort_by_key(|&(_, shade)| std::cmp::Reverse(*shade));
            let head = format!("  {}: ", printable(legend));
            if spots.iter().all(|(_, shade)| **shade == FULL) {
                let keys = spots.iter().map(|(spot, _)| printable(spot));
                let few = spots.len() <= 2 * LISTED;
                let some =
                    if few { keys.collect() } else { vec![format!("{} spots", spots.len())] };
                return wrapped(&head, some, " ", self.stream_format.width);
            }
            let listed = spots.iter().take(LISTED).map(|&(spot, shade)| {
                format!("{} {:.1}%", printable(spot), f64::from(*shade) * 100.0 / f64::from(FULL))
            });
            let more = spots.len().checked_sub(LISTED).filter(|&more| more > 0);
            let more = more.map(|more| format!("{more} more"));
            wrapped(&head, listed.chain(more).collect(), ", ", self.stream_format.width)
        };
        let shadings = scene.shadings.iter().filter(|(_, shades)| !shades.is_empty()).map(text);
        let caveat = scene.caveat.iter().map(|caveat| {
            let words = caveat.split_whitespace().map(printable).collect();
            wrapped("  caveat: ", words, " ", self.stream_format.width)
        });
        shadings.chain(caveat).collect()
    }
}

/// A card as text: `HI=KL+trap`, in brackets if not everybody knows it.
fn card(card: &Card) -> String {
    let at = card.at.as_ref().filter(|at| **at != card.label);
    let at = at.map_or_else(String::new, |at| format!("={}", printable(at)));
    let on: String = card.on.iter().map(|on| format!("+{}", printable(on))).collect();
    let text = format!("{}{at}{on}", printable(&card.label));
    if card.hidden { format!("({text})") } else { text }
}

/// Parts after a heading, on as many lines as they need, each of them whole.
fn wrapped(head: &str, parts: Vec<String>, between: &str, width: usize) -> String {
    let length = |text: &str| text.chars().count();
    let (mut text, mut used) = (head.to_owned(), length(head));
    let last = parts.len().saturating_sub(1);
    for (index, part) in parts.into_iter().enumerate() {
        let part = if index < last { part + between } else { part };
        if used > 4 && used + length(part.trim_end()) > width && index > 0 {
            text = format!("{}\n    ", text.trim_end());
            used = 4;
        }
        used += length(&part);
        text += &part;
    }
    format!("{}\n", text.trim_end())
}

/// A line, cut to the width.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(3)).collect::<String>() + "..."
}
