//! Drawing (boss D).

use super::choices::stroll_streets;
use super::codes::{Asked, Card};
use super::moves::Move;
use super::players::Player;
use super::position::Adjudicator;
use super::setup::ABILITIES;
use super::table::Lying;
use super::told::Told;

/// The result of a draw (D1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    /// A card came to hand.
    Card,
    /// A Midnight Stroll, without anywhere to go.
    Stroll,
    /// A Midnight Stroll, and the drawer is asked.
    Asked,
    /// There was no card to draw.
    Nothing,
}

impl Adjudicator<'_> {
    /// A seat draws an ability card (D1).
    pub(super) fn draw(&mut self, player: Player) -> Drawn {
        if self.at.hidden.deck.is_empty() {
            self.reshuffle();
        }
        let Some(card) = self.at.hidden.deck.pop() else { return Drawn::Nothing };
        if card != Card::Stroll {
            self.tell(Told::Draw(player, Some(card)));
            return Drawn::Card;
        }
        self.tell(Told::Stroll(player));
        if stroll_streets(&self.at.table).next().is_none() {
            return Drawn::Stroll;
        }
        self.ask(player, Asked::Stroll);
        Drawn::Asked
    }

    /// Shuffles the discards into a new deck (D3).
    fn reshuffle(&mut self) {
        if self.at.table.discards.iter().all(|card| *card == Card::Stroll) {
            return;
        }
        let mut deck = self.at.table.discards.clone();
        self.shuffle(ABILITIES, &mut deck);
        deck.reverse();
        self.tell(Told::Deck(super::count(deck.len())));
        self.at.hidden.deck = deck;
    }

    /// D4, and what the draw was for.
    pub(super) fn strolled(&mut self, player: Player, mv: Move) {
        let Move::Stroll(street) = mv else { return };
        let of_street = |step: &Self, tile: usize| {
            let ground = &step.at.table.tiles[tile];
            ground.tile.street() == street && ground.is_open()
        };
        for tile in 0..self.at.table.tiles.len() {
            if of_street(self, tile) {
                self.put_under(tile);
            }
        }
        for tile in 0..self.at.table.tiles.len() {
            if of_street(self, tile) {
                self.refill(tile);
            }
        }
        self.after_draw(player);
    }

    /// D4: what is face down goes to the bottom of the deck in order of position.
    fn put_under(&mut self, tile: usize) {
        let ground = &self.at.table.tiles[tile];
        if !ground.has_hidden() {
            return;
        }
        let hidden = &mut self.at.hidden;
        let mut lying = ground.lying.iter();
        let pedestrians = &mut hidden.pedestrians;
        hidden.lying[tile].retain(|pedestrian| {
            let stays = matches!(lying.next(), Some(Lying::Up { .. }));
            if !stays {
                pedestrians.insert(0, *pedestrian);
            }
            stays
        });
        self.tell(Told::Under(ground.tile));
    }

    /// A draw that was interrupted by a question goes on: in the order in which draws can come, at
    /// the end of a turn (T10), after an attack (A13), or for a Bite (T4).
    fn after_draw(&mut self, player: Player) {
        if self.at.table.ended {
            self.refill_hand();
        } else {
            self.draw_owed(player);
        }
    }

    /// A13, T4: makes the draws that are to come, and goes on.
    pub(super) fn draw_owed(&mut self, player: Player) {
        while self.at.table.owed > 0 {
            match self.draw(player) {
                Drawn::Card | Drawn::Stroll => {}
                Drawn::Asked => return,
                Drawn::Nothing => self.tell(Told::Owed(0)),
            }
        }
        self.after_card(player);
    }
}
