//! The whole truth about a game in progress, and the machine that carries tasks out.

use arrayvec::ArrayVec;

use super::Fury;
use super::cards::{ByHunter, CombatCard, DRACULA, Encounter, Hunter, Item, Ticket};
use super::changes::News;
use super::choices::{Choices, MoveKind};
use super::combat::HiddenCombat;
use super::counts::{CombatHand, Encounters, Items, Tickets};
use super::data::{MOST_EVENTS, MOST_ITEMS};
use super::moves::{Move, Word};
use super::news::Mail;
use super::table::{Reason, Table, Whereabouts};
use super::task::{Asked, Pending, Question, Task};
use super::titles::{EventCard, Events};
use super::told::Told;
use super::tracked::Tracked;
use super::trades::Traded;
use super::trail::{Face, Laid, MOST_ENCOUNTERS, SlotId, Trail, TrailSlot};
use crate::chance::Chance;
use crate::game::{Choice, Ending, IllegalMove, Turn};
use crate::map::Place;
use crate::seats::{Seat, SideSet};
use crate::seed::Purpose;

pub(super) const ITEM_STREAM: Purpose = Purpose::new("items");
pub(super) const EVENT_STREAM: Purpose = Purpose::new("events");
pub(super) const ENCOUNTER_STREAM: Purpose = Purpose::new("encounters");
pub(super) const TICKET_STREAM: Purpose = Purpose::new("tickets");
const DEFAULT: Purpose = Purpose::new("default");

/// The most tasks at a time.
pub(super) const TASKS: usize = 64;

/// Dracula's own knowledge, besides his trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draculas {
    /// His current location (T4); `None` before setup.
    pub place: Option<Place>,
    /// The slot of his current location.
    pub slot: SlotId,
    /// His encounters.
    pub hand: Encounters,
    /// His events.
    pub events: Events,
    /// His combat cards.
    pub combat: CombatHand,
    /// The one of them that he has chosen, until it is revealed (K8).
    pub chosen: Option<CombatCard>,
    /// The encounters that were discarded face down (K6).
    pub encounters_out: Encounters,
    /// His events that were discarded face down (K6).
    pub events_out: Events,
}

/// A hunter's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Its items.
    pub items: Items,
    /// Its events.
    pub events: Events,
    /// Its tickets.
    pub tickets: Tickets,
    /// The combat card that it has chosen, until it is revealed (K8).
    pub chosen: Option<CombatCard>,
}

/// A deck or a discard pile.
pub(super) type ItemPile = ArrayVec<Item, MOST_ITEMS>;
/// A deck of events.
pub(super) type EventPile = ArrayVec<EventCard, MOST_EVENTS>;

/// An event in the discards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Discarded {
    pub(super) title: EventCard,
    /// The side that lies up: an event of Dracula that was not played lies face down (K6).
    pub(super) face: Face,
}

/// All that a view shows a part of.
#[derive(Debug, Clone)]
pub(super) struct ViewableFacts {
    pub(super) table: Tracked<Table>,
    pub(super) trail: Tracked<Trail<TrailSlot>>,
    pub(super) dracula: Tracked<Draculas>,
    pub(super) held: ByHunter<Tracked<Held>>,
    /// The ticket pool.
    pub(super) pool: Tracked<Tickets>,
    /// The last answers told to Dracula and to the hunters.
    pub(super) told: Tracked<[Told; 2]>,
}

/// Decks and discard piles; the top of a deck is its last card.
#[derive(Debug, Clone, Default)]
pub(super) struct Decks {
    pub(super) encounters: ArrayVec<Encounter, MOST_ENCOUNTERS>,
    /// Those that lay face up as they were discarded are face up.
    pub(super) encounters_out: ArrayVec<Laid, MOST_ENCOUNTERS>,
    pub(super) items: ItemPile,
    pub(super) items_out: ItemPile,
    pub(super) events: EventPile,
    pub(super) events_out: ArrayVec<Discarded, MOST_EVENTS>,
}

/// The facts of a finished game that nothing else tells (O1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) defeats: u16,
    pub(super) bites: u16,
    pub(super) matured: u16,
    pub(super) vampires_killed: u16,
    pub(super) combats: u16,
}

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) known: ViewableFacts,
    pub(super) decks: Decks,
    pub(super) tally: Tally,
    pub(super) next_slot: u16,
    pub(super) traded: Traded,
    pub(super) combat: HiddenCombat,
    pub(super) agenda: ArrayVec<Task, TASKS>,
    pub(super) pending: Option<Pending>,
    pub(super) mail: Mail,
    /// All that viewers see of the play that led to this state, but for the questions.
    pub(super) news: News,
    pub(super) chance: Chance,
}

/// A decision that was made. The state after it keeps what the viewers see of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The seat that made it.
    pub seat: Seat,
    /// The question.
    pub question: Question,
    /// The answer.
    pub mv: Move,
}

/// The game has ended: what follows is not carried out (G3).
#[derive(Debug, Clone, Copy)]
pub(super) struct Over;

/// The course of a rule, which the end of the game stops.
pub(super) type Flow = Result<(), Over>;

/// The rules at work on a state.
pub(super) struct Adjudicator<'a> {
    pub(super) rules: &'a Fury,
    pub(super) at: &'a mut State,
}

impl State {
    pub(super) fn start(rules: &Fury, chance: Chance) -> Self {
        let mut state = Self {
            known: ViewableFacts::start(rules),
            decks: Decks::default(),
            tally: Tally::default(),
            next_slot: 0,
            traded: Traded::default(),
            combat: HiddenCombat::default(),
            agenda: ArrayVec::new(),
            pending: None,
            mail: Mail::NONE,
            news: News::default(),
            chance,
        };
        let mut adjudicator = Adjudicator::new(rules, &mut state);
        adjudicator.set_up();
        adjudicator.run_tasks();
        adjudicator.count();
        adjudicator.tell();
        state
    }

    /// Carries out a choice of the seat asked.
    pub(super) fn play(&mut self, rules: &Fury, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        let Some(Pending { task, asked }) = &self.pending else { return Err(IllegalMove) };
        let mv = choice.mv;
        if !asked.choices.contains(mv) {
            return Err(IllegalMove);
        }
        let (task, seat, question) = (*task, asked.seat, asked.question);
        self.pending = None;
        self.news.clear();
        let mut adjudicator = Adjudicator::new(rules, self);
        adjudicator.hear(seat, task, choice);
        if adjudicator.answer(task, mv).is_ok() {
            adjudicator.run_tasks();
        }
        adjudicator.tell();
        Ok(Play { seat, question, mv })
    }

    /// The facts of the game, in the order of their list (O1).
    pub(super) fn facts(&self) -> Vec<i64> {
        let (table, tally) = (&self.known.table, &self.tally);
        vec![
            table.round.into(),
            table.influence.into(),
            table.damage.into(),
            table.despair.into(),
            tally.defeats.into(),
            tally.bites.into(),
            tally.matured.into(),
            tally.vampires_killed.into(),
            tally.combats.into(),
        ]
    }

    pub(super) fn turn(&self, rules: &Fury) -> Turn {
        match (&self.pending, self.known.table.over) {
            (Some(pending), None) => Turn::ToMove(pending.asked.seat),
            (_, over) => Turn::Over(self.ending(rules, over.unwrap_or(Reason::Time))),
        }
    }

    /// The ending for this reason, with the margin and the winner (G5).
    fn ending(&self, rules: &Fury, reason: Reason) -> Ending {
        let (params, table) = (rules.params(), &self.known.table);
        let influence = i32::from(params.health) * i32::from(table.influence);
        let margin = influence - i32::from(params.goal) * i32::from(table.damage);
        let margin = if reason == Reason::Blood { margin.min(-1) } else { margin };
        let winner = match margin {
            1.. => SideSet::NONE.with(super::game::DRACULA_SIDE),
            0 => SideSet::NONE,
            _ => SideSet::NONE.with(super::game::HUNTERS_SIDE),
        };
        let scores = std::iter::once(margin).collect();
        Ending { scores, winners: winner, reason: reason.code() }
    }

    /// The choice for a seat that has lost its say (G6).
    pub(super) fn default_choice(&mut self) -> Choice<Move> {
        let Some(Pending { asked, .. }) = &self.pending else { return Move::Word(Word::No).into() };
        let no = Move::Word(Word::No);
        if asked.seat != DRACULA && asked.choices.contains(no) {
            return no.into();
        }
        let count = u32::try_from(asked.choices.len()).unwrap_or(1);
        let index = if count > 1 { self.chance.below(DEFAULT, count) } else { 0 };
        asked.choices.iter().nth(index as usize).unwrap_or(no).into()
    }
}

impl<'a> Adjudicator<'a> {
    pub(super) const fn new(rules: &'a Fury, at: &'a mut State) -> Self {
        Self { rules, at }
    }
}

impl Adjudicator<'_> {
    /// Carries tasks out until a seat is asked or the game is over.
    pub(super) fn run_tasks(&mut self) {
        while self.at.pending.is_none() && self.at.known.table.over.is_none() {
            let Some(task) = self.at.agenda.pop() else { break };
            if self.begin(task).is_err() {
                break;
            }
        }
    }

    /// Puts tasks on the agenda, the first to be done first.
    pub(super) fn then<const N: usize>(&mut self, tasks: [Task; N]) {
        tasks.iter().rev().for_each(|task| self.at.agenda.push(*task));
    }

    /// Asks a seat, unless its only answer is no (N3).
    pub(super) fn ask(
        &mut self,
        seat: Seat,
        question: Question,
        task: Task,
        choices: Choices,
    ) -> Flow {
        self.tell();
        if choices.only_no() {
            return self.answer(task, Move::Word(Word::No));
        }
        let (hunter, event) = (task.hunter(), task.event());
        // Written in one piece: the legal moves are large, and are not to be copied twice.
        self.at.pending =
            Some(Pending { task, asked: Asked { seat, question, hunter, event, choices } });
        Ok(())
    }

    /// Asks a seat for one of these moves, which it may decline, unless there are none (N3).
    ///
    /// Most offers are empty, so the legal moves are not put together before it is known.
    pub(super) fn offer(
        &mut self,
        seat: Seat,
        question: Question,
        task: Task,
        (kind, bits): (MoveKind, u64),
    ) -> Flow {
        if bits == 0 {
            self.tell();
            return self.answer(task, Move::Word(Word::No));
        }
        self.ask(seat, question, task, Choices::none().bits(kind, bits).word(Word::No))
    }

    pub(super) fn ask_dracula(&mut self, question: Question, task: Task, choices: Choices) -> Flow {
        self.ask(DRACULA, question, task, choices)
    }

    pub(super) fn table(&mut self) -> &mut Table {
        &mut self.at.known.table
    }

    pub(super) fn trail(&mut self) -> &mut Trail<TrailSlot> {
        &mut self.at.known.trail
    }

    /// The place on the map where a hunter stands.
    pub(super) fn place_of(&self, hunter: Hunter) -> Option<Place> {
        self.at.known.table.hunters[hunter].place()
    }

    /// Dracula's current location (T4).
    pub(super) fn here(&self) -> Place {
        self.at.known.dracula.place.unwrap_or(self.rules.world().castle)
    }

    pub(super) fn put_hunter(&mut self, hunter: Hunter, place: Place) {
        self.table().hunters[hunter].spot = Whereabouts::At(place);
    }

    /// X1: a draw with one outcome is not made.
    pub(super) fn below(&mut self, stream: Purpose, count: usize) -> usize {
        match u32::try_from(count) {
            Ok(count) if count > 1 => self.at.chance.below(stream, count) as usize,
            Ok(_) | Err(_) => 0,
        }
    }

    /// X2: the first card of the list is the top; here the last is, as in a deck.
    pub(super) fn shuffle<T>(&mut self, stream: Purpose, top_first: &mut [T]) {
        for at in (1..top_first.len()).rev() {
            let other = self.below(stream, at + 1);
            top_first.swap(at, other);
        }
        top_first.reverse();
    }

    /// X6: a ticket from the pool.
    pub(super) fn draw_ticket(&mut self) -> Option<Ticket> {
        let count = self.at.known.pool.len();
        let index = self.below(TICKET_STREAM, count);
        let ticket = self.at.known.pool.iter().nth(index)?;
        self.at.known.pool.remove(ticket);
        Some(ticket)
    }

    /// X4: an encounter for Dracula, if there is one.
    pub(super) fn draw_encounter(&mut self) {
        if self.at.decks.encounters.is_empty() {
            let out = std::mem::take(&mut self.at.decks.encounters_out);
            let mut deck: ArrayVec<Encounter, MOST_ENCOUNTERS> =
                out.iter().map(|laid| laid.kind()).collect();
            self.shuffle(ENCOUNTER_STREAM, &mut deck);
            self.at.decks.encounters = deck;
            self.at.known.table.encounters_out = Encounters::NONE;
            self.at.known.table.encounters_out_unseen = 0;
            self.at.known.dracula.encounters_out = Encounters::NONE;
        }
        if let Some(card) = self.at.decks.encounters.pop() {
            self.at.known.dracula.hand.add(card);
        }
    }

    /// Draws encounters until Dracula's hand is full (D11).
    pub(super) fn refill(&mut self) {
        for _ in self.at.known.dracula.hand.len()..HAND {
            self.draw_encounter();
        }
    }

    /// Discards an encounter, unseen unless it lies face up (T6).
    pub(super) fn discard_encounter(&mut self, laid: Laid) {
        self.at.decks.encounters_out.push(laid);
        if laid.is_up() {
            self.at.known.table.encounters_out.add(laid.kind());
        } else {
            self.at.known.table.encounters_out_unseen += 1;
            self.at.known.dracula.encounters_out.add(laid.kind());
        }
    }
}

/// Encounters that Dracula refills his hand to (D11).
pub(super) const HAND: usize = 5;
