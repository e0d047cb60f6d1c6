//! Updates of the facts that every seat knows, by the events it is told.

use arrayvec::ArrayVec;

use super::codes::{BloodGroup, Card, Order, Status, Tile};
use super::moves::{Move, TileSpot};
use super::pedestrians::Pedestrian;
use super::players::{Player, PlayerSet};
use super::table::{AnswerableCard, Attack, CLOSED, Claim, DEADLY, Lying, PublicSeat, Table};
use super::told::Told;

impl Table {
    /// Takes in an entry that is told. It may come from anybody, so nothing here may panic.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is of an attack, or secret")]
    pub(super) fn apply(&mut self, told: &Told) {
        match *told {
            Told::Did(player, mv) => self.do_move(player, mv),
            Told::Round(number) => self.round = number,
            Told::Sky(sky) => {
                push(&mut self.sky, sky);
                take(&mut self.sky_left, 1);
            }
            Told::Leads(player) => self.leader = player,
            Told::Turn(player) => self.begin_turn(player),
            Told::Rest(player) => self.change(player, |place| place.wounds = 0),
            Told::Over => self.end_actions(),
            Told::Done => {
                self.active = None;
                self.ended = false;
            }
            Told::Works | Told::Cancelled => self.card = None,
            Told::Bitten(player, pedestrian) => self.bite(player, pedestrian),
            Told::Mist => self.mist = true,
            Told::MistUsed => self.mist = false,
            Told::Lured(player) => self.change(player, |place| place.lured = true),
            Told::Looked(player, tile) => self.look(player, tile),
            Told::Laid(tile, group) => self.lay(tile, group),
            Told::Under(tile) => self.put_under(tile),
            Told::Wounded(player) => {
                self.change(player, |place| place.wounds = (place.wounds + 1).min(DEADLY));
            }
            Told::Won(player, order) => self.win(player, order),
            Told::Tokens(tile, tokens) => {
                if let Some(ground) = self.ground_mut(tile) {
                    ground.tokens = tokens.min(CLOSED);
                }
            }
            Told::Owed(draws) => self.owed = draws,
            Told::Draw(player, _) => {
                self.draw();
                self.change(player, |place| place.hand = place.hand.saturating_add(1));
            }
            Told::Stroll(_) => {
                self.draw();
                push(&mut self.discards, Card::Stroll);
            }
            Told::Deck(cards) => {
                self.deck_left = cards;
                self.discards.clear();
            }
            Told::Drop(player, card, count) => {
                (0..count).for_each(|_| self.discard(player, card));
            }
            Told::Out(player, status) => self.change(player, |place| {
                place.status = status;
                place.lured &= status == Status::Sun;
            }),
            Told::End(reason) => {
                self.attack = None;
                self.owed = 0;
                self.over = Some(reason);
            }
            _ => self.apply_of_attack(told),
        }
    }

    /// Takes in what happens in an attack.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest changes nothing that all know")]
    fn apply_of_attack(&mut self, told: &Told) {
        match *told {
            Told::Cried(spot) => self.cry(spot),
            Told::HitOnce(spot) => self.hit_once(spot),
            Told::Claimed(spot) => self.claim(spot),
            Told::Success => self.attack = None,
            Told::Failed => {
                self.attack = None;
                self.tally.failed = self.tally.failed.saturating_add(1);
            }
            Told::Up(tile, spot, pedestrian) => self.turn_up(tile, spot, pedestrian),
            _ => {}
        }
    }

    #[inline]
    fn change(&mut self, player: Player, change: impl FnOnce(&mut PublicSeat)) {
        if let Some(place) = self.seat_mut(player) {
            change(place);
        }
    }

    fn do_move(&mut self, by: Player, mv: Move) {
        if let Some(card) = mv.spends() {
            self.discard(by, card);
        }
        match mv {
            Move::Attack(tile) => {
                self.attack = Some(Attack::on(tile));
                self.attacked = true;
                self.tally.attacks = self.tally.attacks.saturating_add(1);
            }
            Move::Bite(_) | Move::Nose(_) | Move::Mist | Move::Lure(_) | Move::Cry(_) => {
                self.card = Some(AnswerableCard { by, mv, whispers: 0, last: by });
            }
            Move::Hush => {
                if let Some(card) = &mut self.card {
                    card.whispers = card.whispers.saturating_add(1);
                    card.last = by;
                }
            }
            Move::Look(_) => self.looked = true,
            Move::Wound | Move::Discard(_) => {
                if let Some(attack) = &mut self.attack {
                    attack.ambushes = attack.ambushes.saturating_add(1);
                }
            }
            Move::Hit(spot, card) => {
                if let Some(attack) = &mut self.attack {
                    let before = if attack.at == Some(spot) { attack.sum } else { 0 };
                    attack.at = Some(spot);
                    attack.sum = before.saturating_add(card.attack());
                }
            }
            Move::Vampire(vampire) => self.change(by, |place| place.vampire = Some(vampire)),
            Move::End
            | Move::Stroll(_)
            | Move::Stop
            | Move::Order(_)
            | Move::Stay
            | Move::Leave => {}
        }
    }

    fn discard(&mut self, by: Player, card: Card) {
        push(&mut self.discards, card);
        self.change(by, |place| take(&mut place.hand, 1));
    }

    /// A turn begins (T2).
    fn begin_turn(&mut self, player: Player) {
        self.active = Some(player);
        (self.mist, self.looked, self.attacked, self.ended) = (false, false, false, false);
        self.tally.turns = self.tally.turns.saturating_add(1);
    }

    /// The actions of a turn are over (T8).
    fn end_actions(&mut self) {
        (self.mist, self.looked, self.attacked, self.ended) = (false, false, false, true);
        if let Some(active) = self.active {
            self.change(active, |place| place.lured = false);
        }
    }

    /// A claimed pedestrian is bitten, which removes a wound (T4).
    fn bite(&mut self, player: Player, pedestrian: Pedestrian) {
        let mut claimed = self.claimed.iter_mut();
        if let Some(claim) = claimed.find(|claim| claim.pedestrian == pedestrian) {
            claim.bitten = true;
        }
        self.change(player, |place| take(&mut place.wounds, 1));
    }

    fn look(&mut self, player: Player, tile: Tile) {
        if let Some(ground) = self.ground_mut(tile) {
            for lying in &mut ground.lying {
                if let Lying::Down { seen_by, .. } = lying {
                    *seen_by = seen_by.with(player);
                }
            }
        }
    }

    fn lay(&mut self, tile: Tile, group: BloodGroup) {
        if let Some(ground) = self.ground_mut(tile) {
            push(&mut ground.lying, Lying::Down { group, seen_by: PlayerSet::default() });
        }
        take(&mut self.pedestrians_left, 1);
        if self.under.len() > usize::from(self.pedestrians_left) {
            self.under.remove(0);
        }
    }

    fn turn_up(&mut self, tile: Tile, spot: TileSpot, pedestrian: Pedestrian) {
        let lying = self.ground_mut(tile).and_then(|ground| ground.lying.get_mut(spot.index()));
        if let Some(lying) = lying {
            *lying = Lying::Up { pedestrian, hits: 0 };
        }
        if let Some(attack) = &mut self.attack {
            attack.turned.insert(spot);
        }
    }

    /// The face-down pedestrians of a tile go under the deck (D4).
    fn put_under(&mut self, tile: Tile) {
        let Some(ground) = self.tiles.iter_mut().find(|ground| ground.tile == tile) else {
            return;
        };
        for lying in &ground.lying {
            if let Lying::Down { group, .. } = lying {
                push(&mut self.under, *group);
                self.pedestrians_left = self.pedestrians_left.saturating_add(1);
            }
        }
        ground.lying.retain(|lying| matches!(lying, Lying::Up { .. }));
    }

    /// A pedestrian under attack is warned by a Cry in the Night (W3).
    fn cry(&mut self, spot: TileSpot) {
        let tile = self.attack.as_ref().map(|attack| attack.tile);
        let crier = tile.and_then(|tile| self.face_up(tile, spot));
        if let (Some(attack), Some((pedestrian, _))) = (&mut self.attack, crier) {
            attack.cry(pedestrian);
        }
    }

    /// A werewolf gets its first hit (A8).
    fn hit_once(&mut self, spot: TileSpot) {
        let Some(attack) = &mut self.attack else { return };
        attack.hit.insert(spot);
        attack.at = None;
        attack.sum = 0;
        let tile = attack.tile;
        let lying = self.ground_mut(tile).and_then(|ground| ground.lying.get_mut(spot.index()));
        if let Some(Lying::Up { hits, .. }) = lying {
            *hits = hits.saturating_add(1);
        }
    }

    /// The active seat claims a pedestrian (C1).
    fn claim(&mut self, spot: TileSpot) {
        let (Some(attack), Some(by)) = (&mut self.attack, self.active) else { return };
        attack.at = None;
        attack.sum = 0;
        attack.claims = attack.claims.saturating_add(1);
        attack.close_up(spot);
        let tile = attack.tile;
        let Some((pedestrian, _)) = self.face_up(tile, spot) else { return };
        if let Some(ground) = self.ground_mut(tile) {
            ground.lying.remove(spot.index());
        }
        push(&mut self.claimed, Claim { by, pedestrian, bitten: false });
    }

    /// A seat takes an open order (C2).
    fn win(&mut self, player: Player, order: Order) {
        if let Some(at) = self.orders.iter().position(|open| *open == order) {
            self.orders.remove(at);
        }
        self.change(player, |place| push(&mut place.won, order));
    }

    /// A draw of A13 counts as made even if it is a Midnight Stroll (D1).
    fn draw(&mut self) {
        take(&mut self.deck_left, 1);
        take(&mut self.owed, 1);
    }
}

/// Adds an entry; one too many, which no game gives, is left out.
#[inline]
pub(super) fn push<T, const N: usize>(list: &mut ArrayVec<T, N>, entry: T) {
    let _: Result<(), _> = list.try_push(entry);
}

#[inline]
fn take(count: &mut u8, less: u8) {
    *count = count.saturating_sub(less);
}
