//! The hunters' bots: `patrol` and `sweep`.
//!
//! Idea: each action has a worth in points of the margin (`plan.rs`).
//! `patrol` looks after one hunter at a time, on foot, by the belief about Dracula's place alone.
//! `sweep` shares the belief out among the four, goes by rail, goes after the trail before it
//! matures, and solves rounds of combat as matrix games.
//! Cost: less than a millisecond a decision on average; most of it is the belief.
//! Weakness: both look one action ahead, and assume that Dracula moves by the model whatever they
//! do.

use stoker_engine::fury::{
    Asked, CardCode, Choices, CombatCard, EventCard, Fury, Hunter, HuntersView, Item, Move,
    Question, View, Word,
};
use stoker_engine::map::Place;
use stoker_engine::{Bot, Choice, Decision, Rng};

use super::common::{FuryKnowledge, place, settled};
use super::duel;
use super::plan::ActionWorth;
use crate::entry::{BotEntry, Setup};

pub(super) const PATROL: BotEntry<Fury> = BotEntry {
    name: "patrol",
    summary: "Supplies itself, then goes where Dracula is likely to be, each hunter alone.",
    sides: &["hunters"],
    rung: Some(1),
    searches: false,
    params: &[],
    make: |setup| Box::new(Hunters::new(setup, Style { skilled: false })),
};

pub(super) const SWEEP: BotEntry<Fury> = BotEntry {
    name: "sweep",
    summary: "Plans four hunters over what Dracula's trail may be, with tickets and items.",
    sides: &["hunters"],
    rung: Some(2),
    searches: false,
    params: &[],
    make: |setup| Box::new(Hunters::sweep(setup)),
};

/// The differences between the two bots.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Shares the belief out among the hunters, goes after the trail and by rail, asks Mina, plays
    /// events, joins fights, and draws combat cards from the best mix.
    pub(super) skilled: bool,
}

#[derive(Clone)]
pub(super) struct Hunters {
    pub(super) common: FuryKnowledge,
    pub(super) style: Style,
}

impl std::ops::Deref for Hunters {
    type Target = FuryKnowledge;
    fn deref(&self) -> &FuryKnowledge {
        &self.common
    }
}

impl Hunters {
    /// The bot `sweep`.
    pub(super) fn sweep(setup: &Setup<'_, Fury>) -> Self {
        Self::new(setup, Style { skilled: true })
    }

    fn new(setup: &Setup<'_, Fury>, style: Style) -> Self {
        Self { common: FuryKnowledge::new(setup), style }
    }

    pub(super) fn answer(&self, view: &HuntersView, asked: &Asked, rng: &mut Rng) -> Option<Move> {
        let choices = &asked.choices;
        let hunter = Hunter::FOUR.get(usize::from(asked.seat.0).checked_sub(1)?).copied()?;
        let word = |word| Some(Move::Word(word)).filter(|mv| choices.contains(*mv));
        match asked.question {
            Question::Start => self.start(view, choices),
            Question::Action => ActionWorth::new(self, view, hunter).best(choices.iter()),
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
            Question::Fight => self.join(view, hunter),
            Question::GiveUp => give_up(choices),
            Question::Guard | Question::Event => self.event(view, hunter, choices),
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

    /// A vampire's fight is joined by those who have a weapon and are not nearly defeated.
    fn join(&self, view: &HuntersView, hunter: Hunter) -> Option<Move> {
        let armed = view.held[hunter].items.iter().any(|item| item.combat_card().is_some());
        let joins = self.style.skilled && armed && self.left(view, hunter) > 4.0;
        Some(Move::Word(if joins { Word::Join } else { Word::No }))
    }

    /// The damage that a hunter can still suffer, the last of which defeats it.
    pub(super) fn left(&self, view: &HuntersView, hunter: Hunter) -> f64 {
        let health = self.rules.data().hunters[hunter].health;
        f64::from(health.saturating_sub(view.table.hunters[hunter].damage))
    }

    /// Events, and the items that are shown before a search or a combat.
    fn event(&self, view: &HuntersView, hunter: Hunter, choices: &Choices) -> Option<Move> {
        let left = self.left(view, hunter);
        let plays = |mv: &Move| match mv {
            Move::Show(_) => true,
            Move::Play(_) if !self.style.skilled => false,
            Move::Play(EventCard::EscapeRoute) => left < 4.0,
            Move::Play(EventCard::HeroicLeap) => left > 5.0,
            Move::Play(event) => {
                !matches!(event, EventCard::PlannedAmbush | EventCard::SpeedyTelegraph)
            }
            _ => false,
        };
        let no = || choices.iter().find(|mv| *mv == Move::Word(Word::No));
        choices.iter().find(plays).or_else(no).or_else(|| choices.iter().next())
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

fn card(mv: Move) -> Option<CombatCard> {
    if let Move::Card(card) = mv { Some(card) } else { None }
}

impl Bot<Fury> for Hunters {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let View::Hunters(view) = view else { unreachable!("the hunters have their own view") };
        self.common.belief.update(view);
        let Some(asked) = &view.asked else { return Move::Word(Word::No).into() };
        let best = self.answer(view, asked, turn.rng());
        settled(asked, best, turn.rng())
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}
