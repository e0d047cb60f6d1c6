//! The latest events, in words and as markers.

use super::pieces::name_of;
use super::{SceneFacts, name};
use crate::kosmos::cards::{Cards, Side};
use crate::kosmos::told::{Reason, Refill, Source, Told};
use crate::log::Log;
use crate::scene::Marker;

/// The side that chose last, as it follows from what Dracula was told.
pub(super) fn actor(told: &Log<Told>) -> Side {
    let mut entries: Vec<&Told> = told.iter().collect();
    // Dracula lays first; he learns that the hunter has laid when the cards are dealt.
    if !entries.contains(&&Told::Deal) {
        return Side::Dracula;
    }
    let choice = entries.iter().rposition(|told| told.is_choice());
    entries.truncate(choice.unwrap_or(0));
    entries.into_iter().rev().find_map(begins).unwrap_or(Side::Hunter)
}

/// The mover, if a turn begins.
const fn begins(told: &Told) -> Option<Side> {
    if let Told::Turn(_, side) = told { Some(*side) } else { None }
}

/// The latest choice and all that follows from it, with the side whose turn it was.
fn latest<'a>(look: &'a SceneFacts<'_>) -> (&'a [Told], Side) {
    let start = look.told.iter().rposition(Told::is_choice).unwrap_or(0);
    let (before, latest) = look.told.split_at(start);
    let now = look.table.mover_or_dracula();
    let turn_before = before.iter().rev().find_map(begins);
    // A turn that began longer ago than the news go back is still the one in progress.
    (latest, turn_before.unwrap_or(now))
}

/// A line for what was chosen last, then one for each consequence.
pub(super) fn news(look: &SceneFacts<'_>) -> Vec<String> {
    let (latest, mut mover) = latest(look);
    let mut lines = vec![];
    for told in latest {
        if let Told::Turn(_, side) = told {
            mover = *side;
        }
        lines.push(line(look, told, mover));
    }
    lines
}

fn line(look: &SceneFacts<'_>, told: &Told, mover: Side) -> String {
    let (who, data) = (name(mover), look.rules.data());
    let other = name(mover.other());
    match *told {
        Told::Actions(_) => "a new action hand is taken up".to_owned(),
        Told::Lay(cards) => format!("{} lays {}", name(cards.side()), list(look, Some(cards))),
        Told::Deal => "the cards are dealt".to_owned(),
        Told::Turn(number, side) => format!("turn {number} begins, {} to move", name(side)),
        Told::Straight => "no place is turned any more".to_owned(),
        Told::Step(place) => format!("{who} steps to {place}"),
        Told::Gift => format!("{who} gives a target away"),
        Told::Hand(cards) => format!("a hand is shown: {}", list(look, cards)),
        Told::Up(Some(kind)) => format!("{who} takes up a {}", data.kind_name(kind)),
        Told::Up(None) => format!("{who} takes up an own card"),
        Told::Put(place, Some(kind)) => format!("{who} puts a {} on {place}", data.kind_name(kind)),
        Told::Put(place, None) => format!("{who} puts a card on {place}"),
        Told::Foe(kind) => format!("{who} finds a {}", data.kind_name(kind)),
        Told::Taken => format!("{who} wins a target"),
        Told::Play(card) => format!("{who} plays {}", data.action_name(card)),
        Told::Loss(lives) => format!("{who} loses {lives} of the lives"),
        Told::Void => "vigilance takes the card its special".to_owned(),
        Told::Ignored => format!("{who} leaves the card alone"),
        Told::Won => format!("{who} wins the fight"),
        Told::Lost => format!("{who} loses the fight"),
        Told::Drawn => "the fight is drawn".to_owned(),
        Told::Fly(place) => format!("{who} flies to {place}"),
        Told::Recover(kind) => format!("{who} takes a {} back", data.kind_name(kind)),
        Told::Swap(place) => format!("{who} takes up the card on {place}"),
        Told::Breath => "vampires are stronger until the end of the hunter's turn".to_owned(),
        Told::Harbour(side) => format!("{} goes to the harbour", name(side)),
        Told::Whisper => "the hunter can set no barrier in the next turn".to_owned(),
        Told::Seen => format!("{who} sees the hand of {other}"),
        Told::Fetch(source, _) => format!("{who} fetches an action card {}", from(source)),
        Told::Station => format!("{who} goes to the coach station"),
        Told::Extra => format!("{who} has the next turn too"),
        Told::Vigilance => format!("{who} is vigilant"),
        Told::Feint(kind) => format!("{who} draws a {} from the hand", data.kind_name(kind)),
        Told::Turned(place) => format!("{who} turns {place}"),
        Told::Barrier(colour, link) => {
            format!("{who} sets the {} barrier on {link}", name_of(colour))
        }
        Told::Refill(Refill::Aside) => format!("{who} takes up the cards set aside"),
        Told::Refill(Refill::Shuffle) => format!("{who} shuffles all action cards"),
        Told::Over(reason, winner) => over(reason, winner),
    }
}

const fn from(source: Source) -> &'static str {
    match source {
        Source::Aside => "from those set aside",
        Source::Pile => "from the pile",
    }
}

fn list(look: &SceneFacts<'_>, cards: Option<Cards>) -> String {
    let cards = cards.into_iter().flat_map(Cards::iter).take(15);
    let names: Vec<&str> = cards.map(|kind| look.rules.data().kind_name(kind)).collect();
    if names.is_empty() { "no cards".to_owned() } else { names.join(", ") }
}

fn over(reason: Reason, winner: Option<Side>) -> String {
    let why = match reason {
        Reason::Targets => "with five won targets",
        Reason::Proof => "by proof",
        Reason::Life => "because the other has no life left",
        Reason::Cap => "after the last turn",
    };
    winner.map_or(format!("nobody wins {why}"), |side| format!("{} wins {why}", name(side)))
}

/// The latest events that are worth jumping to.
pub(super) fn markers(look: &SceneFacts<'_>) -> Vec<Marker> {
    let (latest, mover) = latest(look);
    let marker = |told: &Told| {
        let text = told.to_string();
        let (kind, importance) = match text.split(':').next()? {
            "taken" => ("target", 3),
            "over" => ("end", 3),
            "gift" => ("gift", 2),
            "hand" | "seen" => ("hand", 2),
            "won" | "lost" | "drawn" => ("fight", 2),
            "extra" => ("extra turn", 2),
            "loss" => ("loss", 1),
            "foe" => ("look", 1),
            _ => return None,
        };
        Some(Marker { kind: kind.to_owned(), label: line(look, told, mover), importance })
    };
    latest.iter().filter_map(marker).collect()
}
