//! Dracula's bots: `runner` and `lurker`.
//!
//! Idea: `runner` goes to the city farthest from the hunters, puts vampires down and lets them
//! mature. `lurker` keeps a belief such as the hunters', from what it sees of theirs: it goes where
//! they are unlikely to look for it. It puts down what harms hunters where they are near, turns its
//! hand over by lairs, and solves rounds of combat as matrix games.
//! Cost: less than a millisecond a decision on average; most of it is the belief.
//! Weakness: both look one move ahead, and never use Misdirect, Dark Call, or Hide with Wolf Form.

use stoker_engine::fury::{
    Asked, Choices, CombatCard, DraculaView, Encounter, EventCard, Face, Fury, Hunter, Laid, Move,
    Question, TrailCard, TrailSlot, View, Word,
};
use stoker_engine::map::{ByPlace, Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng, one_of};

use super::common::{FuryKnowledge, place, settled};
use super::duel;
use crate::entry::{BotEntry, Setup};

pub(super) const RUNNER: BotEntry<Fury> = BotEntry {
    name: "runner",
    summary: "Goes where the hunters are far away, and lets vampires mature.",
    sides: &["dracula"],
    rung: Some(1),
    searches: false,
    params: &[],
    make: |setup| Box::new(Dracula::new(setup, Style::Runs)),
};

pub(super) const LURKER: BotEntry<Fury> = BotEntry {
    name: "lurker",
    summary: "Goes where the hunters do not expect him, and tends what matures.",
    sides: &["dracula"],
    rung: Some(2),
    searches: false,
    params: &[],
    make: |setup| Box::new(Dracula::lurker(setup)),
};

/// The way in which he avoids the hunters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// He goes far away from them.
    Runs,
    /// He goes where they do not expect him.
    Lurks,
}

#[derive(Clone)]
pub(super) struct Dracula {
    pub(super) common: FuryKnowledge,
    style: Style,
}

impl std::ops::Deref for Dracula {
    type Target = FuryKnowledge;
    fn deref(&self) -> &FuryKnowledge {
        &self.common
    }
}

impl Dracula {
    /// The bot `lurker`.
    pub(super) fn lurker(setup: &Setup<'_, Fury>) -> Self {
        Self::new(setup, Style::Lurks)
    }

    fn new(setup: &Setup<'_, Fury>, style: Style) -> Self {
        Self { common: FuryKnowledge::new(setup), style }
    }

    fn lurks(&self) -> bool {
        self.style == Style::Lurks
    }

    pub(super) fn answer(&self, view: &DraculaView, asked: &Asked, rng: &mut Rng) -> Option<Move> {
        let choices = &asked.choices;
        let word = |word| Some(Move::Word(word)).filter(|mv| choices.contains(*mv));
        match asked.question {
            Question::Start => self.start(view, choices),
            Question::Movement => self.movement(view, choices),
            Question::Encounter => self.encounter(view, choices),
            Question::Leave => self.leave(view, choices),
            Question::Mature => choices.iter().next(),
            Question::Rumor => self.rumor(view, choices),
            Question::Ambush => self.ambush(view, asked),
            Question::Card => self.card(view, choices, rng),
            Question::Hunter => self.victim(view, choices),
            Question::Fight => word(Word::No),
            Question::Event => self.event(choices),
            Question::Bats => word(Word::No),
            _ => choices.iter().next(),
        }
    }

    fn nearest(&self, view: &DraculaView, at: Place) -> f64 {
        let steps = places(view).map(|hunter| self.atlas.steps(hunter, at)).min();
        f64::from(steps.unwrap_or(6).min(6))
    }

    /// A first city far from the hunters, with many ways out.
    fn start(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        let worth = |at: Place| {
            let ways = self.atlas.road(at).len().min(5);
            self.nearest(view, at) * 3.0 + f64::from(u8::try_from(ways).unwrap_or(0))
        };
        best(choices.iter(), |mv| place(mv).map_or(-100.0, worth))
    }

    fn movement(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        let worth = self.movements(view)?;
        best(choices.iter(), worth)
    }

    /// The worth of each movement; `None` before he has a place.
    pub(super) fn movements(&self, view: &DraculaView) -> Option<impl Fn(Move) -> f64> {
        let here = view.own.place?;
        let belief = self.lurks().then(|| self.expectation());
        Some(move |mv| match mv {
            Move::To(to) => self.stand(view, to, belief.as_ref()) - self.sea_cost(view, here, to),
            Move::Wolf(to) => {
                let cost = if self.lurks() { 1.0 } else { 2.3 };
                self.stand(view, to, belief.as_ref()) - cost * self.goal()
            }
            Move::Back(lair) => self.back(view, lair, belief.as_ref()),
            Move::Word(Word::Hide) => self.stand(view, here, belief.as_ref()) - 1.0,
            Move::Word(Word::Feed) => {
                let heal = f64::from(view.table.damage.min(3)) * self.goal();
                self.stand(view, here, belief.as_ref()) + heal * 0.6 - 12.0
            }
            Move::Word(Word::Trapped) => -200.0,
            _ => -300.0,
        })
    }

    /// The hunters' belief after a move that they do not see.
    fn expectation(&self) -> ByPlace<f64> {
        let here = self.belief.here();
        let mut next = ByPlace::of(0.0);
        for from in self.atlas.everywhere() {
            if here[from] <= 0.0 {
                continue;
            }
            let to = self.atlas.adjacent(from) | PlaceSet::of(from);
            let share = here[from] / f64::from(u8::try_from(to.len()).unwrap_or(1));
            to.into_iter().for_each(|to| next[to] += share);
        }
        next
    }

    /// The worth of standing in a place for a round.
    fn stand(&self, view: &DraculaView, at: Place, belief: Option<&ByPlace<f64>>) -> f64 {
        let nearest = self.nearest(view, at);
        let sea = self.atlas.seas.contains(at);
        let home = if at == self.atlas.castle {
            f64::from(view.table.damage.min(5)) * 0.75 * self.goal()
        } else {
            0.0
        };
        let ways = self.atlas.adjacent(at).len().min(5);
        let room = f64::from(u8::try_from(ways).unwrap_or(0));
        let open = if sea { -8.0 } else { 0.0 };
        let Some(belief) = belief else {
            return nearest * 6.0 + room + home + open;
        };
        let mut danger = 0.0;
        for hunter in places(view) {
            let steps = self.atlas.steps(hunter, at);
            let reach = match steps {
                0 => 1.4,
                1 => 1.0,
                2 => 0.35,
                3 => 0.15,
                _ => 0.0,
            };
            danger += reach;
        }
        let sure = (belief[at] * 3.0).min(1.0);
        let meets = if sea { 0.2 } else { 1.0 };
        nearest * 3.0 + room + home + open - 14.0 * danger * (0.35 + sure) * meets
    }

    fn sea_cost(&self, view: &DraculaView, from: Place, to: Place) -> f64 {
        let seas = self.atlas.seas;
        let smith = view.table.ally == Some(EventCard::RufusSmith);
        let damage = match (seas.contains(from), seas.contains(to)) {
            (_, false) => 0.0,
            (true, true) if !smith => 1.0,
            (_, true) => 2.0,
        };
        damage * self.goal()
    }

    fn back(&self, view: &DraculaView, lair: u8, belief: Option<&ByPlace<f64>>) -> f64 {
        let slot =
            view.trail.lairs.get(usize::from(lair.saturating_sub(1))).and_then(Option::as_ref);
        let Some(slot) = slot else { return -300.0 };
        let Some(at) = slot.place() else { return -300.0 };
        let vampires: f64 = slot.encounters().iter().map(|laid| maturity(laid.kind())).sum();
        self.stand(view, at, belief) + 4.0 * vampires
    }

    /// An encounter for a slot: vampires where hunters are far, harm where they are near.
    fn encounter(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        let at = view.own.place;
        let near = at.map_or(6.0, |at| self.nearest(view, at));
        let lair = view.trail.leaving.is_some();
        best(choices.iter(), |mv| {
            let Move::Encounter(kind) = mv else { return 0.0 };
            let ripe = maturity(kind);
            if !self.lurks() {
                return ripe;
            }
            if lair {
                -ripe - harm(kind) * 0.1
            } else if near >= 2.0 {
                ripe * 3.0 + harm(kind) * 0.2
            } else {
                ripe + harm(kind)
            }
        })
    }

    /// Chooses between maturing and a lair: what can mature does, and the rest makes a lair, so
    /// that the hand turns over.
    fn leave(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        let mature = Move::Word(Word::Mature);
        let slot = view.trail.leaving.as_ref()?;
        let ripe = slot.encounters().iter().any(|laid| maturity(laid.kind()) > 0.0);
        if ripe || !self.lurks() || self.is_rich(view) {
            return Some(mature);
        }
        let empty = (1u8..).zip(&view.trail.lairs).find(|(_, lair)| lair.is_none());
        let lair = empty.map_or(mature, |(number, _)| Move::Lair(number));
        Some(lair).filter(|mv| choices.contains(*mv)).or(Some(mature))
    }

    /// Vampires in hand are enough: no card is given away for new ones.
    fn is_rich(&self, view: &DraculaView) -> bool {
        let hand = &view.own.hand;
        let vampires = hand.iter().filter(|kind| maturity(*kind) > 1.0).count();
        vampires >= hand.len()
    }

    /// Puts a rumor token on the most valuable vampire that is not known yet.
    fn rumor(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        best(choices.iter(), |mv| {
            let Move::Rumor(number) = mv else { return 0.5 };
            let slot = view.trail.spaces.get(usize::from(number - 1)).and_then(Option::as_ref);
            slot.filter(|slot| slot.city().is_some()).map_or(0.0, |slot| {
                let ripe: f64 = slot.encounters().iter().map(|laid| maturity(laid.kind())).sum();
                if slot.face == Face::Up { 0.0 } else { ripe }
            })
        })
    }

    /// With what harms most. Vampires that stay on the board lie better face down.
    fn ambush(&self, view: &DraculaView, asked: &Asked) -> Option<Move> {
        let at = asked.hunter.and_then(|hunter| view.table.hunters[hunter].place());
        let offered = asked.choices.iter().filter(|mv| matches!(mv, Move::Ambush(_))).count();
        let cards = at.map_or(vec![], |at| usable(view, at, offered));
        let worth = |mv: Move| {
            let Move::Ambush(number) = mv else { return 0.0 };
            let kind = cards.get(usize::from(number.saturating_sub(1))).copied();
            kind.map_or(-0.1, |kind| if self.lurks() { bite(kind) } else { harm(kind) })
        };
        best(asked.choices.iter(), worth)
    }

    fn card(&self, view: &DraculaView, choices: &Choices, rng: &mut Rng) -> Option<Move> {
        let card = |mv| if let Move::Card(card) = mv { Some(card) } else { None };
        let cards: Vec<CombatCard> = choices.iter().filter_map(card).collect();
        if !self.lurks() {
            return one_of(rng, cards).map(Move::Card);
        }
        duel::draculas_card(&self.rules, &view.table, &cards, rng).map(Move::Card)
    }

    /// The hunter who has least health left.
    fn victim(&self, view: &DraculaView, choices: &Choices) -> Option<Move> {
        best(choices.iter(), |mv| {
            let Move::Hunter(hunter) = mv else { return -100.0 };
            let health = self.rules.data().hunters[hunter].health;
            -f64::from(health.saturating_sub(view.table.hunters[hunter].damage))
        })
    }

    fn event(&self, choices: &Choices) -> Option<Move> {
        let plays = |mv: &Move| match mv {
            Move::Play(EventCard::UnearthlySwiftness | EventCard::WildHorses) => false,
            Move::Play(_) => true,
            _ => false,
        };
        let no = Some(Move::Word(Word::No)).filter(|mv| choices.contains(*mv));
        choices.iter().find(plays).or(no).or_else(|| choices.iter().next())
    }
}

/// The encounters that can ambush in a city, in their order, if so many are offered (fury B1c). Of
/// those that were used at this arrival only vampires are still there, face up.
fn usable(view: &DraculaView, at: Place, offered: usize) -> Vec<Encounter> {
    let in_city = |slot: &&TrailSlot| slot.place() == Some(at);
    let spaces = || view.trail.spaces.iter().flatten();
    let slots = match spaces().find(in_city) {
        Some(slot) => {
            let hides = |other: &&TrailSlot| matches!(other.card, TrailCard::Hide(Some(of), ..) if of == slot.id);
            [Some(slot), spaces().find(hides)]
        }
        None => [view.trail.lairs.iter().flatten().find(in_city), None],
    };
    let cards = slots.into_iter().flatten().flat_map(TrailSlot::encounters);
    let mut cards: Vec<Laid> =
        cards.copied().filter(|laid| laid.kind() != Encounter::Soil).collect();
    let mut used = cards.len().saturating_sub(offered);
    cards.retain(|laid| {
        let gone = used > 0 && laid.is_up() && laid.kind().is_vampire();
        used -= usize::from(gone);
        !gone
    });
    cards.into_iter().map(Laid::kind).collect()
}

/// The places where hunters stand, one for each hunter on the map.
fn places(view: &DraculaView) -> impl Iterator<Item = Place> + '_ {
    Hunter::FOUR.into_iter().filter_map(|hunter| view.table.hunters[hunter].place())
}

/// The influence that an encounter brings when it matures, and something for lesser effects.
pub(super) fn maturity(kind: Encounter) -> f64 {
    if kind == Encounter::Soil { 0.3 } else { f64::from(kind.influence()) }
}

/// The harm that an ambush does.
fn harm(kind: Encounter) -> f64 {
    match kind {
        Encounter::Reckless => 3.0,
        Encounter::Wolves | Encounter::Bodyguards => 2.0,
        Encounter::Mob | Encounter::Bats | Encounter::Aristocrat => 1.6,
        Encounter::Rats | Encounter::Saboteur => 1.2,
        Encounter::NewVampire => 1.0,
        Encounter::Fog | Encounter::Hoax => 0.8,
        Encounter::Spy => 0.2,
        Encounter::Soil => 0.0,
    }
}

/// The worth of an ambush, if vampires that would stay face up are kept for later.
fn bite(kind: Encounter) -> f64 {
    match kind {
        Encounter::Aristocrat | Encounter::NewVampire => -1.0,
        kind => harm(kind),
    }
}

/// The move that is worth most; the first of several.
fn best(moves: impl Iterator<Item = Move>, worth: impl Fn(Move) -> f64) -> Option<Move> {
    let mut best: Option<(f64, Move)> = None;
    for mv in moves {
        let own = worth(mv);
        if best.is_none_or(|(known, _)| own > known) {
            best = Some((own, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

impl Bot<Fury> for Dracula {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let View::Dracula(view) = view else { unreachable!("Dracula has his own view") };
        if self.lurks() {
            self.common.belief.update_for_dracula(view);
        }
        let Some(asked) = &view.asked else { return Move::Word(Word::No).into() };
        let best = self.answer(view, asked, turn.rng());
        settled(asked, best, turn.rng())
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}
