//! Rounds and turns (boss R, T), and going out (E5).

use arrayvec::ArrayVec;

use super::codes::{Asked, Reason, Sky, Status};
use super::moves::{Move, TileSpot};
use super::params::{Death, Lead};
use super::players::{ByPlayer, Player};
use super::position::Adjudicator;
use super::table::{DEADLY, Lying};
use super::told::Told;

impl Adjudicator<'_> {
    /// Begins a round: a sky card is turned up, and the lead passes on (R2, R3).
    pub(super) fn begin_round(&mut self) {
        let round = self.at.table.round.saturating_add(1);
        self.tell(Told::Round(round));
        if let Some(sky) = self.at.hidden.sky.pop() {
            self.tell(Told::Sky(sky));
            if sky == Sky::Sun {
                return self.sunlight();
            }
        }
        if round > 1 && self.rules.params().lead == Lead::Rotate {
            let table = &self.at.table;
            self.tell(Told::Leads(table.leader.after(1, table.players())));
        }
        self.next_turn(0);
    }

    fn sunlight(&mut self) {
        for player in Player::ALL.into_iter().take(self.at.table.players()) {
            if self.at.table.is_in(player) {
                self.tell(Told::Out(player, Status::Sun));
            }
        }
        self.over(Reason::Sunlight);
    }

    /// R4: the next seat from this many places after the leader, or the end of the round.
    fn next_turn(&mut self, first: usize) {
        let (leader, players) = (self.at.table.leader, self.at.table.players());
        for places in first..players {
            let player = leader.after(places, players);
            if self.at.table.is_in(player) && self.begin_turn(player) {
                return;
            }
        }
        self.end_round();
    }

    /// T1, T2; false if the seat rests.
    fn begin_turn(&mut self, player: Player) -> bool {
        let rests = self.rules.params().death == Death::Rest;
        if rests && self.at.table.seat(player).wounds >= DEADLY {
            self.tell(Told::Rest(player));
            return false;
        }
        self.tell(Told::Turn(player));
        self.open_window(player);
        true
    }

    /// Asks the active seat for another action, unless its actions are over (T3, T7).
    pub(super) fn go_on(&mut self) {
        let (table, active) = (&self.at.table, self.active());
        if !table.is_in(active) || table.seat(active).wounds >= DEADLY {
            self.end_actions();
        } else {
            self.ask(active, Asked::Action);
        }
    }

    /// Carries out an action (T3 to T5).
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are cards")]
    pub(super) fn act(&mut self, player: Player, mv: Move) {
        match mv {
            Move::Attack(_) => self.begin_attack(),
            Move::End => self.end_actions(),
            Move::Look(tile) => {
                self.look(player, tile);
                self.go_on();
            }
            _ => self.ask_answers(player),
        }
    }

    /// Ends the actions of a turn, refills the tiles, and asks for discards (T8, T9).
    pub(super) fn end_actions(&mut self) {
        let active = self.active();
        self.tell(Told::Over);
        for tile in 0..self.at.table.tiles.len() {
            self.refill(tile);
        }
        if self.at.table.is_in(active) && !self.at.own[active].hand.is_empty() {
            self.ask(active, Asked::Discard);
        } else {
            self.refill_hand();
        }
    }

    /// T8: a tile is refilled, by its place in the layout.
    pub(super) fn refill(&mut self, tile: usize) {
        let ground = &self.at.table.tiles[tile];
        let slots = usize::from(self.rules.data().slots(ground.tile));
        for _ in ground.lying.len()..slots {
            self.lay(tile);
        }
    }

    /// Lays the top pedestrian of the deck face down on a tile, if there is one.
    pub(super) fn lay(&mut self, tile: usize) {
        let Some(pedestrian) = self.at.hidden.pedestrians.pop() else { return };
        self.at.hidden.lying[tile].push(pedestrian);
        let group = pedestrian.group(self.rules.data());
        self.tell(Told::Laid(self.at.table.tiles[tile].tile, group));
    }

    /// T4, T5: a seat sees all that is face down on a tile.
    pub(super) fn look(&mut self, player: Player, tile: super::Tile) {
        let Some(at) = self.at.table.tiles.iter().position(|ground| ground.tile == tile) else {
            return;
        };
        for spot in TileSpot::all().take(self.at.table.tiles[at].lying.len()) {
            let down = matches!(self.at.table.tiles[at].lying[spot.index()], Lying::Down { .. });
            if down {
                let seen = self.at.hidden.lying[at][spot.index()];
                self.tell(Told::Saw(player, tile, spot, seen));
            }
        }
        self.tell(Told::Looked(player, tile));
    }

    /// Goes on after a discard: with the next one, or with the draws (T9).
    pub(super) fn discarded(&mut self, mv: Move) {
        let active = self.active();
        if mv == Move::End || self.at.own[active].hand.is_empty() {
            self.refill_hand();
        } else {
            self.ask(active, Asked::Discard);
        }
    }

    /// T10, and then the end of the turn.
    pub(super) fn refill_hand(&mut self) {
        let active = self.active();
        let limit = self.rules.hand_limit(&self.at.table, active);
        while self.at.table.is_in(active) && self.at.table.seat(active).hand < limit {
            match self.draw(active) {
                super::draws::Drawn::Card | super::draws::Drawn::Stroll => {}
                super::draws::Drawn::Asked => return,
                super::draws::Drawn::Nothing => break,
            }
        }
        let (leader, players) = (self.at.table.leader, self.at.table.players());
        let places = (active.index() + players - leader.index()) % players;
        self.tell(Told::Done);
        self.next_turn(places + 1);
    }

    /// Ends a round: after a dawn, seats choose to stay or to leave (R5).
    fn end_round(&mut self) {
        let table = &self.at.table;
        if table.round >= self.rules.params().rounds {
            return self.over(Reason::Cap);
        }
        if !table.dawned() {
            return self.begin_round();
        }
        let first = table.in_order_from(table.leader).next();
        match first {
            Some(first) => self.ask(first, Asked::Stay),
            None => self.over(Reason::Empty),
        }
    }

    /// R5: answers are hidden until the last is in. Each seat knows its own, so they are kept there,
    /// and not in [`Commitments`](crate::commitments::Commitments).
    pub(super) fn stayed(&mut self, player: Player) {
        let table = &self.at.table;
        let all: ArrayVec<Player, 5> = table.in_order_from(table.leader).collect();
        let next = all.iter().skip_while(|other| **other != player).nth(1);
        match next {
            Some(next) => self.ask(*next, Asked::Stay),
            None => self.show_answers(&all),
        }
    }

    fn show_answers(&mut self, all: &[Player]) {
        let answers = ByPlayer::new(|player| self.at.own[player].commit.unwrap_or(Move::Leave));
        all.iter().for_each(|player| self.tell(Told::Shown(*player, answers[*player])));
        for player in all.iter().filter(|player| answers[**player] == Move::Leave) {
            self.go_out(*player, Status::Left);
        }
        if self.at.table.in_streets() == 0 {
            self.over(Reason::Empty);
        } else {
            self.begin_round();
        }
    }

    /// A seat goes out, and its hand is discarded (E5).
    pub(super) fn go_out(&mut self, player: Player, status: Status) {
        let hand = self.at.own[player].hand;
        for card in hand.kinds() {
            self.tell(Told::Drop(player, card, hand.count(card)));
        }
        self.tell(Told::Out(player, status));
    }
}
