//! The worth of things to a side: of lives, of targets, of the choice of an action card.
//!
//! The unit is the first target that a side wins.

use stoker_engine::kosmos::{ActionCard, Kind, Kosmos, Own, Side, Special, Table, Type};

use super::odds::Odds;

/// A game.
pub(super) const WIN: f64 = 12.0;
/// A beaten enemy fighter.
const BEATEN: f64 = 0.4;
/// A turn.
const TURN: f64 = 0.6;

/// The facts that a side weighs when it chooses.
#[derive(Clone, Copy)]
pub(super) struct Scales<'a> {
    pub(super) rules: &'a Kosmos,
    pub(super) side: Side,
    pub(super) table: &'a Table,
    pub(super) own: &'a Own,
    pub(super) odds: &'a Odds,
}

impl Scales<'_> {
    /// The cost of losing this many lives. A last life that a gift can save costs a target instead.
    pub(super) fn loss(&self, lives: u8) -> f64 {
        let now = self.table.lives[self.side];
        let given = self.table.won[self.side.other()];
        if now > lives || self.own.hand.targets() == 0 || given >= 4 {
            return life(now) - life(now.saturating_sub(lives));
        }
        let saved = now.saturating_add(self.rules.data().regained).saturating_sub(lives);
        target(given) + life(now) - life(saved)
    }

    /// The worth of one more won target.
    pub(super) fn target(&self) -> f64 {
        target(self.table.won[self.side])
    }

    /// The best action card after this many steps and its worth, if this enemy card was looked at.
    pub(super) fn best_card(&self, steps: u8, shown: Option<Kind>) -> (Option<ActionCard>, f64) {
        let mut best = (None, f64::NEG_INFINITY);
        for card in self.own.actions.iter() {
            let worth = self.card(card, steps, shown);
            if worth > best.1 {
                best = (Some(card), worth);
            }
        }
        if best.0.is_some() { best } else { (None, 0.0) }
    }

    /// The worth of playing an action card.
    fn card(&self, card: ActionCard, steps: u8, shown: Option<Kind>) -> f64 {
        let data = self.rules.data().action(card);
        let unpaid = steps.saturating_sub(data.movement);
        let special = data.special.filter(|_| self.side == Side::Hunter || !self.table.vigilance);
        let (gained, hurt) =
            shown.map_or((0.0, 0), |kind| self.meets(data.strength, special, kind));
        // A target that ends the game is won before anything is paid.
        if gained >= WIN {
            return WIN;
        }
        let won = gained > 0.0 && shown.is_some_and(|kind| kind.kind_of_card() == Type::Fighter);
        let special = match won && special == Some(Special::BattleLust) {
            true => TURN,
            false => special.map_or(0.0, |special| self.special(special)),
        };
        gained - self.loss_if_any(unpaid + hurt) + special - kept(data.strength, data.movement)
    }

    fn loss_if_any(&self, lives: u8) -> f64 {
        if lives == 0 { 0.0 } else { self.loss(lives) }
    }

    /// The gain of a look at a card, and the lives that it costs (A4, A5).
    fn meets(&self, strength: u8, special: Option<Special>, kind: Kind) -> (f64, u8) {
        let ignores = match special {
            Some(Special::Inspiration) => true,
            Some(Special::Darkness) => kind == Kind::Crucifix,
            _ => false,
        };
        match kind.kind_of_card() {
            Type::Target => (self.target(), 0),
            Type::Symbol => (0.0, u8::from(!ignores)),
            Type::Fighter if strength > self.strength(kind) => (BEATEN, 0),
            Type::Fighter => (0.0, u8::from(strength < self.strength(kind) && !ignores)),
        }
    }

    /// The strength of an enemy fighter (X4).
    pub(super) fn strength(&self, fighter: Kind) -> u8 {
        let data = self.rules.data();
        let stronger = self.table.breath && fighter.side() == Side::Dracula;
        data.strength(fighter) + if stronger { data.breath } else { 0 }
    }

    /// The worth of a special when its card is played without winning a fight.
    fn special(&self, special: Special) -> f64 {
        let beaten = !self.table.discards[self.side].is_empty();
        match special {
            Special::Feint => self.feint().max(0.0),
            Special::Perception => 0.1 + WIN * self.odds.bare,
            Special::Pulse | Special::Reinforcement if beaten => 0.15,
            Special::Composure => 0.25,
            Special::Inspiration | Special::Darkness => -0.2,
            Special::BattleLust => -0.3,
            Special::Vigilance | Special::Whisper | Special::Breath | Special::Eyes => 0.1,
            Special::Wings
            | Special::Depths
            | Special::Rustle
            | Special::Resistance
            | Special::Pulse
            | Special::Reinforcement => 0.05,
        }
    }

    /// The worth of drawing a card of Dracula's hand (X14).
    pub(super) fn feint(&self) -> f64 {
        if self.table.hands.dracula == 0 {
            return 0.0;
        }
        let hit = self.odds.target_in_hand;
        // Of the other ten cards, three are vampires of strength 1, which do no harm.
        let harm = if self.table.breath { 1.0 } else { 0.7 } * (1.0 - hit);
        hit * self.target() - harm * self.loss(1)
    }
}

/// The cost of no longer having a card at hand.
fn kept(strength: u8, movement: u8) -> f64 {
    let strong = match strength {
        0 | 1 => 0.0,
        2 => 0.15,
        3 => 0.4,
        _ => 0.6,
    };
    strong + if movement >= 5 { 0.1 } else { 0.0 }
}

/// The worth of this many lives.
fn life(lives: u8) -> f64 {
    match lives {
        0 => -WIN,
        1 => 0.0,
        2 => 1.0,
        3 => 1.6,
        more => 2.0 + 0.3 * f64::from(more - 4),
    }
}

/// The worth of the next target to a side that has won this many.
pub(super) fn target(won: u8) -> f64 {
    match won {
        0 => 1.0,
        1 => 1.1,
        2 => 1.3,
        3 => 1.6,
        _ => WIN,
    }
}
