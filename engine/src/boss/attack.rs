//! An attack (boss A) and claiming (C).

use super::choices::matching;
use super::codes::{Ability, Asked, Order, Reason, Status, Street, Tile, Vampire};
use super::moves::{Move, TileSpot};
use super::params::Death;
use super::players::Player;
use super::position::Adjudicator;
use super::table::{CLOSED, DEADLY, Lying};
use super::told::Told;
use super::values::left_over;

/// The way in which an attack fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// The attacker stops (A7).
    Stop,
    /// An ambush ends it (A4).
    Ambush,
}

impl Adjudicator<'_> {
    /// Turns up all pedestrians on the attacked tile (A2).
    pub(super) fn begin_attack(&mut self) {
        let Some((at, tile)) = self.target() else { return };
        let mut next = 0;
        while let Some(spot) = TileSpot::new(next) {
            match self.at.table.tiles[at].lying.get(next) {
                None => break,
                Some(Lying::Up { .. }) => {}
                Some(Lying::Down { .. }) => self.turn_up(at, tile, spot),
            }
            next += 1;
        }
        self.ask_ambush();
    }

    /// The tile under attack, and its place in the layout.
    fn target(&self) -> Option<(usize, Tile)> {
        let tile = self.at.table.attack.as_ref()?.tile;
        let at = self.at.table.tiles.iter().position(|ground| ground.tile == tile)?;
        Some((at, tile))
    }

    fn turn_up(&mut self, at: usize, tile: Tile, spot: TileSpot) {
        let pedestrian = self.at.hidden.lying[at][spot.index()];
        self.tell(Told::Up(tile, spot, pedestrian));
        if self.rules.data().pedestrian(pedestrian).adds {
            self.lay(at);
        }
    }

    /// A4: asks for the next ambush; else the reveal window opens.
    fn ask_ambush(&mut self) {
        let (table, active) = (&self.at.table, self.active());
        let Some((attack, ground)) = table.attacked_ground() else { return };
        let turned =
            TileSpot::all().zip(&ground.lying).filter(|(spot, _)| attack.turned.contains(*spot));
        let ambushes = turned.filter(|(_, lying)| match lying {
            Lying::Up { pedestrian, .. } => self.rules.ambushes(table, *pedestrian),
            Lying::Down { .. } => false,
        });
        let ghost = table.seat(active).vampire == Some(Vampire::Ghost);
        if !ghost && ambushes.count() > usize::from(attack.ambushes) {
            self.ask(active, Asked::Ambush);
        } else {
            self.ask_cry(active);
        }
    }

    /// Carries out the answer to an ambush: a wound or a discarded card (A4).
    pub(super) fn ambushed(&mut self, player: Player, mv: Move) {
        if mv == Move::Wound {
            self.tell(Told::Wounded(player));
            if self.at.table.seat(player).wounds >= DEADLY {
                return self.fail(Failure::Ambush);
            }
        }
        self.ask_ambush();
    }

    /// Carries out an attack card against a pedestrian, or stops the attack (A7).
    pub(super) fn fought(&mut self, mv: Move) {
        let Move::Hit(spot, _) = mv else { return self.fail(Failure::Stop) };
        let table = &self.at.table;
        let sum = table.attack.as_ref().map_or(0, |attack| attack.sum);
        if sum < self.rules.value_at(table, spot) {
            self.ask(self.active(), Asked::Fight);
        } else {
            self.beat(spot);
        }
    }

    /// A pedestrian is beaten and claimed; a werewolf may only be hit (A8).
    fn beat(&mut self, spot: TileSpot) {
        let Some((at, tile)) = self.target() else { return };
        let Some((pedestrian, hits)) = self.at.table.face_up(tile, spot) else { return };
        let wolf = self.rules.data().pedestrian(pedestrian).ability == Ability::Wolf;
        let moon = self.at.table.sky_now().is_some_and(super::Sky::full_moon);
        if wolf && moon && hits == 0 {
            self.tell(Told::HitOnce(spot));
            return self.fight_on();
        }
        self.at.hidden.lying[at].remove(spot.index());
        self.tell(Told::Claimed(spot));
        self.take_order(pedestrian);
    }

    /// Takes an order that the pedestrian fits, if there is one; asks if there are two (C2).
    fn take_order(&mut self, pedestrian: super::Pedestrian) {
        let active = self.active();
        match matching(self.rules, &self.at.table, pedestrian) {
            [None, None] => self.fight_on(),
            [Some(order), None] | [None, Some(order)] => self.win(active, order),
            [Some(_), Some(_)] => self.ask(active, Asked::Order),
        }
    }

    /// Takes the order that was chosen (C2).
    pub(super) fn ordered(&mut self, player: Player, mv: Move) {
        if let Move::Order(order) = mv {
            self.win(player, order);
        }
    }

    /// Gives an order to a seat; the last one ends the game (C3).
    fn win(&mut self, player: Player, order: Order) {
        self.tell(Told::Won(player, order));
        if self.at.table.orders.is_empty() {
            self.over(Reason::Orders);
        } else {
            self.fight_on();
        }
    }

    /// Asks for the next attack card, or ends the attack if nobody is left over (A10).
    fn fight_on(&mut self) {
        let ground = self.at.table.attacked_ground();
        if ground.is_some_and(|(attack, ground)| left_over(attack, ground).next().is_some()) {
            self.ask(self.active(), Asked::Fight);
        } else {
            self.succeed();
        }
    }

    /// The attack has succeeded (A13).
    fn succeed(&mut self) {
        let Some((at, tile)) = self.target() else { return };
        let loyal = self.rules.loyal(&self.at.table);
        self.tell(Told::Success);
        let tokens = self.at.table.tiles[at].tokens;
        if tile == Tile::Vigil && tokens > 0 {
            self.tell(Told::Tokens(tile, tokens - 1));
        }
        self.reward(loyal + u8::from(tile.street() == Street::Market));
    }

    /// The attack has failed: a wound, tokens, and the draws for what was claimed (A12, A13).
    fn fail(&mut self, how: Failure) {
        let active = self.active();
        let Some((at, tile)) = self.target() else { return };
        let (loyal, more) = (self.rules.loyal(&self.at.table), self.failure_tokens());
        let vigilance = self.rules.params().vigilance.is_on();
        self.tell(Told::Failed);
        if how == Failure::Stop && !(vigilance && tile == Tile::Park) {
            let mist = self.at.table.mist;
            self.tell(if mist { Told::MistUsed } else { Told::Wounded(active) });
        }
        if vigilance && more > 0 {
            let tokens = self.at.table.tiles[at].tokens.saturating_add(more).min(CLOSED);
            self.tell(Told::Tokens(tile, tokens));
        }
        let deadly = self.rules.params().death == Death::Out;
        if deadly && self.at.table.seat(active).wounds >= DEADLY {
            self.go_out(active, Status::Dead);
        }
        if self.at.table.tiles.iter().all(|ground| !ground.is_open()) {
            self.over(Reason::Vigilance);
        } else if self.at.table.in_streets() == 0 {
            self.over(Reason::Empty);
        } else {
            self.reward(loyal);
        }
    }

    /// The tokens that a failure brings (A12).
    fn failure_tokens(&self) -> u8 {
        let table = &self.at.table;
        let Some((attack, ground)) = table.attacked_ground() else { return 0 };
        let data = self.rules.data();
        let mut left = left_over(attack, ground);
        let whistle = left.any(|left| data.pedestrian(left).ability == Ability::Whistle);
        let ghost = table.seat(self.active()).vampire == Some(Vampire::Ghost);
        let more = 1 + u8::from(whistle) + u8::from(ground.tile == Tile::Park);
        more.saturating_sub(u8::from(ground.tile == Tile::Docks) + u8::from(ghost))
    }

    /// A13: the draws of an attacker that is still in the streets.
    fn reward(&mut self, draws: u8) {
        let active = self.active();
        if self.at.table.is_in(active) && draws > 0 {
            self.tell(Told::Owed(draws));
            self.draw_owed(active);
        } else {
            self.go_on();
        }
    }
}
