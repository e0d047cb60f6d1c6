//! A game at one moment, without what led to it.

use super::Masters;
use super::asked::Task;
use super::cards::{ACT_CARDS, ACTS, Act, CardSet, Dice, EventCard, InDeck, MOST_EVENTS};
use super::cells::{CELLS, Cell, CellSet, Member};
use super::codes::{DISTRICTS, District, RELICS, Relic, RelicSet, Vampire};
use super::combat::DICE_EACH;
use super::list::List;
use super::moves::{Move, Moves};
use super::params::Family;
use super::step::Adjudicator;
use super::table::{MOST_VEIL, Table, Tally, VampireSheet};
use super::told::Tellings;
use crate::chance::Luck;
use crate::game::IllegalMove;
use crate::seed::Purpose;

/// The streams of the draws at the start, and of the dice (S2, S6).
const FAMILY: Purpose = Purpose::new("family");
const CITY: Purpose = Purpose::new("city");
const EVENTS: Purpose = Purpose::new("events");
const RELICS_DRAWN: Purpose = Purpose::new("relics");
pub(super) const DICE: Purpose = Purpose::new("dice");

/// S3: blood at the start.
const FIRST_BLOOD: u8 = 4;
/// S3: the minions of the game.
pub(super) const MINIONS: u8 = 9;

/// A game at one moment: what all can see, and the order of the decks, which nobody knows.
///
/// Searches copy this. It has no part that is on the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) table: Table,
    /// The event deck, the top first.
    pub(super) events: List<EventCard, MOST_EVENTS>,
    /// The relic deck, the top first.
    pub(super) relics: List<Relic, RELICS>,
}

impl Position {
    /// A new game, up to its first question.
    #[must_use]
    pub fn start(rules: &Masters, luck: &mut dyn Luck, told: &mut Tellings) -> Self {
        let vampires = family(rules, luck);
        let city = city(rules, luck);
        let events = event_deck(rules, luck);
        let mut relics = *rules.data().relics();
        shuffle(luck, RELICS_DRAWN, &mut relics);
        let mut table = first_table(rules, city);
        table.vampires = vampires;
        table.deck = events.iter().map(|card| InDeck::Of(card.act())).collect();
        table.tasks.push(Task::Dawn);
        let mut position = Self { table, events, relics: relics.into_iter().collect() };
        let mut adjudicator = Adjudicator { rules, at: &mut position, luck, told };
        adjudicator.roll(DICE_EACH * rules.params().players);
        adjudicator.carry_on();
        position
    }

    /// The part of the position that all can see.
    #[inline]
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The event deck, the top first.
    #[must_use]
    pub fn events(&self) -> &[EventCard] {
        self.events.as_slice()
    }

    /// The relic deck, the top first.
    #[must_use]
    pub fn relics(&self) -> &[Relic] {
        self.relics.as_slice()
    }

    /// The legal moves of the seat asked; none if the game is over.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Masters) -> Moves {
        self.table.moves(rules)
    }

    /// Carries out a move of the seat asked, and all that follows up to the next question.
    ///
    /// # Errors
    /// If the move is not legal; the position is unchanged.
    #[inline]
    pub fn play(
        &mut self,
        rules: &Masters,
        mv: Move,
        luck: &mut dyn Luck,
        told: &mut Tellings,
    ) -> Result<(), IllegalMove> {
        if !self.table.legal(rules).contains(&mv) {
            return Err(IllegalMove);
        }
        self.play_legal(rules, mv, luck, told);
        Ok(())
    }

    /// Carries out a move that is known to be legal, as one from [`moves`](Self::moves) is.
    #[inline]
    pub fn play_legal(
        &mut self,
        rules: &Masters,
        mv: Move,
        luck: &mut dyn Luck,
        told: &mut Tellings,
    ) {
        self.table.decisions = self.table.decisions.saturating_add(1);
        let mut adjudicator = Adjudicator { rules, at: self, luck, told };
        if adjudicator.answer(mv).is_continue() {
            adjudicator.carry_on();
        }
    }
}

/// S2: the usual shuffle.
pub(super) fn shuffle<T>(luck: &mut dyn Luck, stream: Purpose, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last + 1).expect("decks are short");
        items.swap(last, luck.below(stream, bound) as usize);
    }
}

/// The vampires that play, as they begin (P1, S2, S3).
fn family(rules: &Masters, luck: &mut dyn Luck) -> List<VampireSheet, 5> {
    let params = rules.params();
    let mut all = *rules.data().vampires();
    let who: &[Vampire] = match params.family {
        Family::Random => {
            shuffle(luck, FAMILY, &mut all);
            &all[..usize::from(params.players)]
        }
        Family::First | Family::Second | Family::Third => {
            rules.data().family(params.players, params.family)
        }
    };
    let sheet =
        |who: &Vampire| VampireSheet { who: *who, blood: FIRST_BLOOD, ..VampireSheet::default() };
    who.iter().map(sheet).collect()
}

/// The districts by cell: the railway first, the others shuffled (S1, S2).
fn city(rules: &Masters, luck: &mut dyn Luck) -> [District; CELLS] {
    let mut city = [District::Railway; DISTRICTS];
    let others = rules.data().districts().iter().filter(|row| **row != District::Railway);
    city[1..].iter_mut().zip(others).for_each(|(place, district)| *place = *district);
    shuffle(luck, CITY, &mut city[1..]);
    city
}

/// The event deck, top first (S2, S4).
fn event_deck(rules: &Masters, luck: &mut dyn Luck) -> List<EventCard, MOST_EVENTS> {
    let mut deck = List::new();
    for act in Act::ALL {
        let mut cards: [EventCard; ACT_CARDS] = *rules.data().act(*act);
        shuffle(luck, EVENTS, &mut cards);
        cards[..rules.params().cards_per_act()].iter().for_each(|card| deck.push(*card));
    }
    debug_assert_eq!(deck.len(), ACTS * rules.params().cards_per_act());
    deck
}

/// S3, S5: the table before anything is rolled or asked.
fn first_table(rules: &Masters, city: [District; CELLS]) -> Table {
    let first_minions = rules.params().first_minions();
    let mut minions = [0; CELLS];
    minions[Cell::STATION.index()] = first_minions;
    Table {
        round: 0,
        leader: Member::default(),
        veil: MOST_VEIL,
        owed: 0,
        marked: CellSet::EMPTY,
        deck: List::new(),
        seen: CardSet::default(),
        relic_deck: RelicSet::ALL,
        dice: Dice::default(),
        agents_left: rules.track().agents,
        minions_left: MINIONS - first_minions,
        city,
        hidden: [0; CELLS],
        exposed: [0; CELLS],
        minions,
        vampires: List::new(),
        urn: None,
        obelisk: None,
        curse: None,
        lying: List::new(),
        tonight: None,
        timepiece: false,
        actor: None,
        ap: 0,
        changed: RelicSet::default(),
        combat: None,
        asked: None,
        tasks: List::new(),
        over: None,
        decisions: 0,
        tally: Tally::default(),
    }
}
