//! The hunters' bots: `patrol` and `sweep`.
//!
//! Idea: each action has a worth in points of the margin. A move is worth the chance to meet
//! Dracula at dusk, the cards of the trail that may be turned up there, and how near the rest of
//! the belief is. A search is worth the influence that what lies there may bring, less the harm
//! that it does. `patrol` plans for one hunter at a time, without trains, by the belief about
//! Dracula's place alone. `sweep` divides the belief among the four, uses trains, hunts the trail
//! before it matures, and solves rounds of combat as matrix games.
//! Cost: less than a millisecond a decision on average; most of it is the belief.
//! Weakness: both look one action ahead, and assume that Dracula moves by the model whatever they
//! do.

use std::sync::Arc;

use stoker_engine::fury::{
    Asked, CardCode, Choices, CombatCard, Encounter, EventCard, Face, Fury, Hunter, HuntersView,
    Item, Move, Question, SeenCard, SeenLaid, SeenSlot, Step, View, Word,
};
use stoker_engine::map::{ByPlace, Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng, one_of};

use super::atlas::Atlas;
use super::belief::Belief;
use super::duel;
use crate::entry::{BotEntry, Setup};

pub(super) const PATROL: BotEntry<Fury> = BotEntry {
    name: "patrol",
    summary: "Supplies itself, then goes where Dracula is likely to be, each hunter alone.",
    sides: &["hunters"],
    rung: Some(1),
    searches: false,
    params: &[],
    make: |setup| Box::new(Hunters::new(setup, PATROLS)),
};

pub(super) const SWEEP: BotEntry<Fury> = BotEntry {
    name: "sweep",
    summary: "Plans four hunters over what Dracula's trail may be, with tickets and items.",
    sides: &["hunters"],
    rung: Some(2),
    searches: false,
    params: &[],
    make: |setup| Box::new(Hunters::new(setup, SWEEPS)),
};

/// The differences between the two bots.
#[derive(Debug, Clone, Copy)]
struct Style {
    /// The weight of the cards of the trail, besides Dracula himself.
    trail: f64,
    /// True if the belief is divided among the hunters.
    shares: bool,
    /// True if it uses tickets, events and mixed strategies.
    skilled: bool,
}

const PATROLS: Style = Style { trail: 0.0, shares: false, skilled: false };
const SWEEPS: Style = Style { trail: 1.0, shares: true, skilled: true };

/// The worth of the rest of the belief, by the number of links to it.
const NEARNESS: [f64; 9] = [1.0, 0.7, 0.45, 0.3, 0.2, 0.13, 0.08, 0.05, 0.03];
/// The points of the margin for a belief in an adjacent place.
const PULL: f64 = 16.0;

#[derive(Clone)]
struct Hunters {
    rules: Arc<Fury>,
    atlas: Arc<Atlas>,
    belief: Belief,
    style: Style,
}

impl Hunters {
    fn new(setup: &Setup<'_, Fury>, style: Style) -> Self {
        let rules = Arc::clone(setup.game);
        let atlas = Arc::new(Atlas::new(&rules));
        let belief = Belief::on(Arc::clone(&atlas), &rules);
        Self { rules, atlas, belief, style }
    }

    fn answer(&self, view: &HuntersView, asked: &Asked, rng: &mut Rng) -> Option<Move> {
        let choices = &asked.choices;
        let hunter = Hunter::FOUR.get(usize::from(asked.seat.0).checked_sub(1)?).copied()?;
        let word = |word| Some(Move::Word(word)).filter(|mv| choices.contains(*mv));
        match asked.question {
            Question::Start => self.start(view, choices),
            Question::Action => Plan { bots: self, view, hunter }.best(choices),
            Question::Card => {
                let cards: Vec<_> = choices.iter().filter_map(card).collect();
                if self.style.skilled {
                    let table = &view.table;
                    return duel::hunters_card(&self.rules, table, hunter, &cards, rng)
                        .map(Move::Card);
                }
                cards.into_iter().max_by_key(|card| strength(*card)).map(Move::Card)
            }
            Question::Trade => word(Word::No),
            Question::Keep => word(Word::Keep),
            Question::Second => word(Word::Ticket),
            Question::Fight => word(Word::Fight).or_else(|| word(Word::No)),
            Question::GiveUp => give_up(choices),
            Question::Guard => choices.iter().next(),
            Question::Event => self.event(view, hunter, choices),
            Question::Place => self.likeliest(choices),
            _ => word(Word::Ally).or_else(|| word(Word::Check)).or_else(|| choices.iter().next()),
        }
    }

    /// A first city far from the other hunters, with many ways out.
    fn start(&self, view: &HuntersView, choices: &Choices) -> Option<Move> {
        let places = choices.iter().filter_map(place);
        let worth = |at: &Place| {
            let others = Hunter::FOUR.iter().filter_map(|&other| view.table.hunters[other].place());
            let far = others.map(|other| self.atlas.steps(*at, other)).min().unwrap_or(5).min(5);
            let around = self.atlas.within(*at, 2).len();
            usize::from(far) * 8 + around
        };
        places.max_by_key(worth).map(Move::To)
    }

    /// The likeliest place of Dracula.
    fn likeliest(&self, choices: &Choices) -> Option<Move> {
        let here = self.belief.here();
        let places = choices.iter().filter_map(place);
        let best = places.max_by(|one, other| here[*one].total_cmp(&here[*other]));
        best.map(Move::To).or_else(|| choices.iter().next())
    }

    fn event(&self, view: &HuntersView, hunter: Hunter, choices: &Choices) -> Option<Move> {
        let no = Some(Move::Word(Word::No)).filter(|mv| choices.contains(*mv));
        if !self.style.skilled {
            return no.or_else(|| choices.iter().next());
        }
        let figure = &view.table.hunters[hunter];
        let left = self.rules.data().hunters[hunter].health.saturating_sub(figure.damage);
        let play = choices.iter().find(|mv| match mv {
            Move::Play(EventCard::EscapeRoute) => left < 4,
            Move::Play(EventCard::HeroicLeap) => left > 5,
            Move::Play(EventCard::PlannedAmbush | EventCard::SpeedyTelegraph) => false,
            Move::Show(_) | Move::Play(_) => true,
            _ => false,
        });
        play.or(no).or_else(|| choices.iter().next())
    }
}

/// The worth of one hunter's actions.
struct Plan<'a> {
    bots: &'a Hunters,
    view: &'a HuntersView,
    hunter: Hunter,
}

impl Plan<'_> {
    fn best(&self, choices: &Choices) -> Option<Move> {
        let field = self.field();
        let mut best: Option<(f64, Move)> = None;
        for mv in choices.iter() {
            let worth = self.worth(mv, &field);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn at(&self) -> Option<Place> {
        self.view.table.hunters[self.hunter].place()
    }

    fn worth(&self, mv: Move, field: &ByPlace<f64>) -> f64 {
        let stays = self.at().map_or(0.0, |at| field[at]);
        match mv {
            Move::To(place) => field[place],
            Move::Ride(ticket, place) if self.bots.style.skilled => {
                field[place] - 2.0 - 0.5 * f64::from(ticket.white())
            }
            Move::Word(Word::Search) => stays + self.search(),
            Move::Word(Word::Rest) => stays + self.rest(),
            Move::Word(Word::Supply) => stays + self.supply(),
            Move::Word(Word::Ticket) => {
                let held = self.view.table.hunters[self.hunter].tickets;
                stays + if self.bots.style.skilled && held < 2 { 1.5 } else { 0.1 }
            }
            Move::Word(Word::Bond) if self.bots.style.skilled => stays + 1.4,
            Move::Word(Word::No) => stays,
            _ => -100.0,
        }
    }

    /// The worth of each place to stand in at dusk.
    fn field(&self) -> ByPlace<f64> {
        let (here, atlas) = (self.bots.belief.here(), &self.bots.atlas);
        let goal = f64::from(self.bots.rules.params().goal);
        let others = self.others();
        let healthy = self.left() > self.risk();
        let trail = self.trail_worth();
        let all = atlas.cities | atlas.seas;
        let mut field = ByPlace::of(0.0);
        for at in all {
            let company = others.contains(at);
            let hit = if company { 1.4 } else { 2.0 } * goal * here[at];
            let near: f64 = all.into_iter().map(|to| self.pull(at, to, &here, others)).sum();
            let sea = if atlas.seas.contains(at) { 4.0 } else { 0.0 };
            let met = match (atlas.cities.contains(at), healthy) {
                (true, true) => hit,
                (true, false) => -hit,
                (false, _) => 0.0,
            };
            field[at] = met + near + trail[at] - sea;
        }
        field
    }

    fn pull(&self, at: Place, to: Place, here: &ByPlace<f64>, others: PlaceSet) -> f64 {
        let mass = here[to];
        if mass <= 0.0 {
            return 0.0;
        }
        let steps = usize::from(self.bots.atlas.steps(at, to));
        let near = NEARNESS.get(steps).copied().unwrap_or(0.0);
        let covered = self.bots.style.shares
            && others
                .into_iter()
                .any(|other| usize::from(self.bots.atlas.steps(other, to)) < steps);
        PULL * mass * near * if covered { 0.5 } else { 1.0 }
    }

    /// The worth of going to each place for the cards of the trail.
    fn trail_worth(&self) -> ByPlace<f64> {
        let mut worth = ByPlace::of(0.0);
        let weight = self.bots.style.trail;
        if weight <= 0.0 || self.left() <= 2.0 {
            return worth;
        }
        for (age, slot) in (1u8..).zip(&self.view.trail.spaces) {
            let Some(slot) = slot else { continue };
            let prize = prize(slot, age) * weight;
            let news = if slot.face == Face::Down { 3.0 } else { 0.0 };
            let mass = self.bots.belief.of_slot(slot.id);
            for at in self.bots.atlas.cities {
                if mass[at] > 0.0 {
                    self.spread(&mut worth, at, mass[at] * (0.5 * prize + news));
                }
            }
        }
        worth
    }

    fn spread(&self, worth: &mut ByPlace<f64>, at: Place, points: f64) {
        if self.bots.style.shares && self.others().contains(at) {
            return;
        }
        worth[at] += points;
        for next in self.bots.atlas.road(at) {
            worth[next] += points * 0.3;
        }
    }

    /// The worth of a search here.
    fn search(&self) -> f64 {
        let Some(at) = self.at() else { return -1.0 };
        let trail = &self.view.trail;
        let slots = (1u8..).zip(&trail.spaces);
        let here = |slot: &SeenSlot| matches!(slot.card, SeenCard::City(city, ..) if city == at);
        let own = slots.filter_map(|(age, slot)| Some((age, slot.as_ref()?)));
        let prize: f64 =
            own.filter(|(_, slot)| here(slot)).map(|(age, slot)| prize(slot, age)).sum();
        let lairs = trail.lairs.iter().flatten().filter(|slot| here(slot)).count();
        let known = prize + 2.0 * f64::from(u8::try_from(lairs).unwrap_or(0));
        if known <= 0.0 {
            return -1.0;
        }
        let danger = if self.left() <= 3.0 { 20.0 } else { 4.0 };
        known - danger
    }

    fn rest(&self) -> f64 {
        let health = f64::from(self.bots.rules.data().hunters[self.hunter].health);
        let share = 1.0 - self.left() / health.max(1.0);
        18.0 * share * share
    }

    /// Items first: without them a combat is lost.
    fn supply(&self) -> f64 {
        let figure = &self.view.table.hunters[self.hunter];
        let atlas = &self.bots.atlas;
        let plays = self.bots.rules.params().play;
        let city = self.at().filter(|at| atlas.cities.contains(*at));
        let large = city.is_none_or(|at| self.bots.is_large(at));
        let items = match (plays, figure.items) {
            (Step::Hunt, _) | (_, 3..) => 0.0,
            _ if !large => 0.0,
            (_, 0) => 14.0,
            (_, 1) => 9.0,
            (_, _) => 4.0,
        };
        let events = if plays == Step::Full && figure.events < 3 { 2.0 } else { 0.0 };
        items + events
    }

    fn left(&self) -> f64 {
        let health = self.bots.rules.data().hunters[self.hunter].health;
        f64::from(health.saturating_sub(self.view.table.hunters[self.hunter].damage))
    }

    /// The damage that a meeting at dusk can do.
    fn risk(&self) -> f64 {
        match self.bots.rules.params().play {
            Step::Hunt => f64::from(self.bots.rules.params().skirmish_night),
            Step::Combat | Step::Full => 3.0,
        }
    }

    fn others(&self) -> PlaceSet {
        let others = Hunter::FOUR.into_iter().filter(|other| *other != self.hunter);
        others.filter_map(|other| self.view.table.hunters[other].place()).collect()
    }
}

impl Hunters {
    fn is_large(&self, at: Place) -> bool {
        use stoker_engine::Game;
        use stoker_engine::map::Size;
        let attributes = self.rules.map().and_then(|map| map.attributes());
        attributes.and_then(|attributes| attributes.size(at)) == Some(Size::Large)
    }
}

/// The influence that the encounters of a slot may bring, in points, with its age on the trail.
fn prize(slot: &SeenSlot, age: u8) -> f64 {
    let laid = match &slot.card {
        SeenCard::SomeCity(_, laid) | SeenCard::City(_, _, laid) => laid.as_slice(),
        _ => &[],
    };
    let cards: f64 = laid.iter().map(|laid| points(*laid, slot.rumor)).sum();
    cards * (0.6 + 0.08 * f64::from(age))
}

fn points(laid: SeenLaid, rumor: bool) -> f64 {
    let more = if rumor { 3.0 } else { 0.0 };
    match laid.known().map(|laid| laid.kind()) {
        None => 15.0 * (0.7 + more * 0.5),
        Some(Encounter::Aristocrat) => 15.0 * (4.0 + more),
        Some(Encounter::NewVampire) => 15.0 * (2.0 + more),
        Some(Encounter::Reckless) => 15.0 * (1.0 + more),
        Some(_) => 1.0,
    }
}

/// The answer to a question for an item: the least valuable one is given up; Holy Bullets are used
/// where they may be.
fn give_up(choices: &Choices) -> Option<Move> {
    let code = |mv: Move| if let Move::GiveUp(code) = mv { Some(code) } else { None };
    let value = |code: &CardCode| {
        let item = code.text().parse::<Item>();
        item.map_or(1, |item| item.combat_card().map_or(2, |card| 2 + strength(card)))
    };
    let worst = choices.iter().filter_map(code).min_by_key(value).map(Move::GiveUp);
    worst.or_else(|| choices.iter().next())
}

fn strength(card: CombatCard) -> u8 {
    match card {
        CombatCard::Host => 9,
        CombatCard::Knife => 8,
        CombatCard::Rifle => 7,
        CombatCard::Pistol => 6,
        CombatCard::Crucifix => 5,
        CombatCard::Garlic => 4,
        CombatCard::Punch => 3,
        CombatCard::Dodge => 2,
        _ => 1,
    }
}

fn place(mv: Move) -> Option<Place> {
    if let Move::To(place) = mv { Some(place) } else { None }
}

fn card(mv: Move) -> Option<CombatCard> {
    if let Move::Card(card) = mv { Some(card) } else { None }
}

impl Bot<Fury> for Hunters {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let View::Hunters(view) = view else { unreachable!("the hunters have their own view") };
        self.belief.update(view);
        let Some(asked) = &view.asked else { return Move::Word(Word::No).into() };
        let best = self.answer(view, asked, turn.rng()).filter(|mv| asked.choices.contains(*mv));
        let any = one_of(turn.rng(), asked.choices.iter());
        best.or(any).unwrap_or(Move::Word(Word::No)).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}
