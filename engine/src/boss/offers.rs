//! Legal moves in words, for a person who is to choose one.

use super::Boss;
use super::codes::{Order, Tile};
use super::moves::Move;
use super::pedestrians::Pedestrian;
use super::players::NAMES;
use crate::scene::Offer;

impl Boss {
    /// A legal move, on the spot of the tile that it names.
    pub(super) fn offer(&self, mv: Move) -> Offer {
        Offer { mv: mv.to_string(), label: self.words(mv), at: spot(mv) }
    }

    /// The effect of a move, in words.
    fn words(&self, mv: Move) -> String {
        let data = self.data();
        match mv {
            Move::Attack(tile) => format!("attack {}", self.tile(tile)),
            Move::Bite(prey) => format!("bite {}: heals a wound", self.pedestrian(prey)),
            Move::Nose(tile) => format!("see who is face down in {}", self.tile(tile)),
            Move::Mist => "rise as mist: the next failed attack costs no wound".to_owned(),
            Move::Lure(player) => format!("lure {} with blood", NAMES[player.index()]),
            Move::Look(tile) => format!("look at {} as the hound", self.tile(tile)),
            Move::End => "nothing more".to_owned(),
            Move::Discard(card) => format!("discard {}", data.card_name(card)),
            Move::Stroll(street) => format!("empty {}", data.street_name(street)),
            Move::Hush => "whisper: the last card counts for nothing".to_owned(),
            Move::Cry(spot) => format!("cry out: pedestrian {spot} is 2 stronger"),
            Move::Wound => "take a wound".to_owned(),
            Move::Hit(spot, card) => format!("{} against pedestrian {spot}", data.card_name(card)),
            Move::Stop => "break the attack off".to_owned(),
            Move::Order(order) => format!("take the order for {}", wanted(order)),
            Move::Stay => "stay in the streets".to_owned(),
            Move::Leave => "leave before dawn".to_owned(),
            Move::Vampire(vampire) => format!("play {}", data.vampire_name(vampire)),
        }
    }

    /// A tile by its street; the first and second of Main Street are told apart.
    fn tile(&self, tile: Tile) -> String {
        let street = self.data().street_name(tile.street());
        let there = tile.street().tiles();
        match there.iter().position(|other| *other == tile) {
            Some(place) if there.len() > 1 => format!("{street} {}", place + 1),
            _ => street.to_owned(),
        }
    }

    fn pedestrian(&self, pedestrian: Pedestrian) -> String {
        let kind = self.data().pedestrian(pedestrian).kind.code().to_lowercase();
        format!("the {kind} {pedestrian}")
    }
}

fn wanted(order: Order) -> String {
    let code = order.code();
    if code.ends_with(['+', '-']) { format!("blood {code}") } else { code.to_lowercase() }
}

fn spot(mv: Move) -> Option<String> {
    match mv {
        Move::Attack(tile) | Move::Nose(tile) | Move::Look(tile) => Some(tile.code().to_owned()),
        Move::Stroll(street) => street.tiles().first().map(|tile| tile.code().to_owned()),
        Move::Bite(_)
        | Move::Mist
        | Move::Lure(_)
        | Move::End
        | Move::Discard(_)
        | Move::Hush
        | Move::Cry(_)
        | Move::Wound
        | Move::Hit(..)
        | Move::Stop
        | Move::Order(_)
        | Move::Stay
        | Move::Leave
        | Move::Vampire(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Boss;
    use crate::Game as _;

    #[test]
    fn moves_are_told_in_words() {
        let boss = Boss::new(Boss::presets().remove(0).params, None).unwrap();
        let words = |text: &str| boss.offer(text.parse().unwrap()).label;
        for (mv, told) in [
            ("A:MAIN2", "attack Main Street 2"),
            ("NOSE:PARK", "see who is face down in Park"),
            ("BITE:T01", "bite the tourist T01: heals a wound"),
            ("LURE:1", "lure v1 with blood"),
            ("O:AB-", "take the order for blood AB-"),
            ("O:HUNTER", "take the order for hunter"),
            ("H:2:5", "attack 5 against pedestrian 2"),
            ("-", "nothing more"),
        ] {
            assert_eq!(words(mv), told, "{mv}");
        }
    }
}
