//! A round of combat as a zero-sum matrix game (fury C5, C9, C10).
//!
//! Rows are Dracula's cards, columns one hunter's. Payoffs are in points of the margin for Dracula,
//! with an estimate of the value of the rounds to come.

use stoker_engine::fury::{Combat, CombatCard, Data, Fury, Hunter, Phase, Table};
use stoker_engine::{Rng, below};

use super::matrix::solve;

/// The worth of a point of damage to a hunter.
const WOUND: f64 = 5.0;
/// The worth of a bite.
const BITE: f64 = 16.0;
/// The worth of a mesmerized hunter.
const SPELL: f64 = 6.0;
/// The worth of an item.
const ITEM: f64 = 5.0;
/// The cost of another round to Dracula, for each hunter.
const ROUND: f64 = 7.0;

/// A hunter's duel with Dracula or a vampire in the present round.
pub(super) struct Duel<'a> {
    data: &'a Data,
    goal: f64,
    influence: f64,
    combat: Combat,
    night: bool,
    hunter: Hunter,
    health_left: f64,
    bites_left: u8,
    despair: f64,
    fighters: f64,
}

impl<'a> Duel<'a> {
    pub(super) fn new(rules: &'a Fury, table: &Table, combat: Combat, hunter: Hunter) -> Self {
        let figure = &table.hunters[hunter];
        let own = &rules.data().hunters[hunter];
        let params = rules.params();
        // A vampire's damage does not win the game.
        let goal = if combat.vampire.is_some() { 4.0 } else { f64::from(params.goal) };
        Self {
            data: rules.data(),
            goal,
            influence: f64::from(params.health),
            combat,
            night: matches!(table.phase, Phase::Dusk | Phase::Night),
            hunter,
            health_left: f64::from(own.health.saturating_sub(figure.damage)),
            bites_left: own.bites.saturating_sub(figure.bites),
            despair: f64::from(table.despair),
            fighters: f64::from(combat.fighters.count_ones().max(1)),
        }
    }

    fn defeat(&self) -> f64 {
        self.influence * (2.0 + self.despair)
    }

    fn harm(&self, damage: u8) -> f64 {
        let damage = f64::from(damage);
        if damage >= self.health_left { self.defeat() } else { damage * WOUND }
    }

    fn bite(&self) -> f64 {
        if self.bites_left == 0 { self.defeat() } else { BITE }
    }

    /// The cost of the rounds to come to Dracula.
    fn rest(&self) -> f64 {
        let left = 6u8.saturating_sub(self.combat.round);
        ROUND * self.fighters * f64::from(left.min(3))
    }

    /// True if the card ends the combat, not cancelled: a vampire cannot escape in the first three
    /// rounds (fury C5.5).
    fn escapes(&self, card: CombatCard) -> bool {
        let early = self.combat.vampire.is_some() && self.combat.round <= 3;
        matches!(card, CombatCard::Bat | CombatCard::Mist) && !early
    }

    /// The gain of Dracula's card, if it is not cancelled, against this hunter with this card.
    fn effect(&self, card: CombatCard, answer: CombatCard) -> f64 {
        let mesmerized = self.combat.mesmerized >> (self.hunter as u8) & 1 == 1;
        let wreath = self.combat.wreaths >> (self.hunter as u8) & 1 == 1;
        let rage = self.combat.rage;
        match card {
            CombatCard::Claws => self.harm(rage + if self.night { 3 } else { 2 }),
            CombatCard::Strength => {
                self.harm(rage + 2) + if answer.item().is_some() { ITEM } else { 0.0 }
            }
            CombatCard::Fangs => {
                let influence = if mesmerized { self.influence } else { 0.0 };
                let back = if wreath { 4.0 * self.goal } else { 0.0 };
                self.bite() + influence - back
            }
            CombatCard::Mesmerize if !mesmerized => SPELL,
            CombatCard::Plotting => 3.0,
            CombatCard::Bat | CombatCard::Mist if self.escapes(card) => self.rest(),
            _ => 0.0,
        }
    }

    /// The damage that the hunter's card does.
    fn strike(&self, card: CombatCard, answer: CombatCard) -> f64 {
        let cancelled = self.data.cancels(answer, card);
        let spent = card == CombatCard::Strength && !cancelled && answer.item().is_some();
        let near = matches!(card, CombatCard::Fangs | CombatCard::Claws);
        let lured = matches!(card, CombatCard::Fangs | CombatCard::Mesmerize);
        let fled = !cancelled && self.escapes(card);
        match answer {
            _ if spent || fled => 0.0,
            CombatCard::Punch => 1.0,
            CombatCard::Knife => 3.0,
            CombatCard::Pistol | CombatCard::Rifle => 2.0,
            CombatCard::Crucifix if cancelled && lured => 3.0,
            CombatCard::Garlic if near => 2.0,
            CombatCard::Host if card != CombatCard::Fangs => 4.0,
            _ => 0.0,
        }
    }

    /// Dracula's gain from a round in which the hunter is engaged.
    fn payoff(&self, card: CombatCard, answer: CombatCard) -> f64 {
        let is_cancelled = self.data.cancels(answer, card);
        let effect = if is_cancelled { 0.0 } else { self.effect(card, answer) };
        let strike = self.goal * self.strike(card, answer);
        let leaves = if answer == CombatCard::Escape { self.rest() / self.fighters } else { 0.0 };
        let spends = match answer {
            CombatCard::Host | CombatCard::Circle => ITEM,
            _ => 0.0,
        };
        effect - strike + leaves + spends
    }

    /// A row for each of Dracula's cards, a column for each of the hunter's.
    pub(super) fn payoffs(&self, cards: &[CombatCard], answers: &[CombatCard]) -> Vec<Vec<f64>> {
        let row =
            |&card: &CombatCard| answers.iter().map(|&answer| self.payoff(card, answer)).collect();
        cards.iter().map(row).collect()
    }
}

/// The index of a card drawn from a mix.
pub(super) fn draw(mix: &[f64], rng: &mut Rng) -> usize {
    let mut left = f64::from(below(rng, 1 << 30)) / f64::from(1 << 30);
    let chosen = mix.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    chosen.unwrap_or(0)
}

/// Dracula's card, against the hunter whom he can hurt most.
pub(super) fn draculas_card(
    rules: &Fury,
    table: &Table,
    cards: &[CombatCard],
    rng: &mut Rng,
) -> Option<CombatCard> {
    let combat = table.combat?;
    let duels = combat.fighting().map(|hunter| {
        let answers = answers(table, &combat, hunter);
        solve(&Duel::new(rules, table, combat, hunter).payoffs(cards, &answers))
    });
    let best = duels.flatten().max_by(|one, other| one.value.total_cmp(&other.value))?;
    cards.get(draw(&best.rows, rng)).copied()
}

/// A hunter's card, against any card that Dracula may hold.
pub(super) fn hunters_card(
    rules: &Fury,
    table: &Table,
    hunter: Hunter,
    answers: &[CombatCard],
    rng: &mut Rng,
) -> Option<CombatCard> {
    let combat = table.combat?;
    let pride = rules.data().pride[usize::from(table.despair.min(3))];
    let flees = combat.vampire.is_some() || combat.round >= pride;
    let held = |card: &CombatCard| {
        let flight = matches!(card, CombatCard::Bat | CombatCard::Mist);
        rules.data().combat.of(*card) > 0 && (flees || !flight)
    };
    let cards: Vec<_> = CombatCard::ALL.iter().copied().filter(held).collect();
    let solution = solve(&Duel::new(rules, table, combat, hunter).payoffs(&cards, answers))?;
    answers.get(draw(&solution.columns, rng)).copied()
}

/// The cards that a hunter may play, as Dracula knows it.
fn answers(table: &Table, combat: &Combat, hunter: Hunter) -> Vec<CombatCard> {
    let armed = table.hunters[hunter].items > 0;
    let basic = [CombatCard::Dodge, CombatCard::Escape, CombatCard::Punch];
    let weapons = [CombatCard::Knife, CombatCard::Pistol, CombatCard::Rifle];
    let open = table.hunters[hunter].open_item.and_then(|item| item.combat_card());
    let weapons = weapons.into_iter().filter(|_| armed);
    let mut cards: Vec<_> = basic.into_iter().chain(weapons).collect();
    cards.extend(open.filter(|open| !cards.contains(open)));
    cards.retain(|card| combat.barred[hunter] != Some(*card));
    cards
}

#[cfg(test)]
mod tests;
