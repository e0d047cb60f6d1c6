//! Every title does what its row says: a test or more for each of the 47.

mod action;
mod combat;
mod messages;
mod open;
mod phase;
mod secrecy;
mod time;
mod travel;

use crate::chance::Chance;
use crate::fury::cards::{Encounter, Hunter, Item, Ticket};
use crate::fury::notation;
use crate::fury::state::{Adjudicator, State};
use crate::fury::table::{Phase, Whereabouts};
use crate::fury::task::Task;
use crate::fury::titles::EventCard;
use crate::fury::trail::{Face, Form, Laid, LaidCards, TrailCard};
use crate::fury::{Fury, Told};
use crate::map::Place;
use crate::seats::Seat;
use crate::seed::Seed;

/// A moment of a game, put together by hand.
///
/// Godalming is in London, Seward in Dublin, Van Helsing in Lisbon and Mina in Athens. Dracula is
/// in Prague, face down on space 1. Nobody holds a card.
struct Scene {
    rules: Fury,
    state: State,
}

impl Scene {
    fn new(phase: Phase) -> Self {
        let rules = Fury::default();
        let state = State::start(&rules, Chance::seeded(Seed(21)));
        let mut scene = Self { rules, state };
        for (hunter, code) in Hunter::FOUR.into_iter().zip(["LO", "DU", "LS", "AT"]) {
            scene.put(hunter, code);
        }
        scene.state.known.dracula.hand = [Encounter::Rats, Encounter::Wolves].into_iter().collect();
        scene.state.known.table.round = 2;
        scene.state.known.table.phase = phase;
        scene.lay(1, "PR", &[]);
        scene.dracula_on(1);
        scene
    }

    fn place(&self, code: &str) -> Place {
        self.rules.world().find(code).unwrap()
    }

    fn put(&mut self, hunter: Hunter, code: &str) {
        let place = self.place(code);
        self.state.known.table.hunters[hunter].spot = Whereabouts::At(place);
    }

    fn at(&self, hunter: Hunter) -> &str {
        let place = self.state.known.table.hunters[hunter].place();
        place.map_or("", |place| self.rules.world().code(place))
    }

    /// Puts a place face down on a space, from 1.
    fn lay(&mut self, space: usize, code: &str, encounters: &[Encounter]) {
        let place = self.place(code);
        let laid: LaidCards = encounters.iter().copied().map(Laid::down).collect();
        let sea = self.rules.world().seas.contains(place);
        let card =
            if sea { TrailCard::Sea(place) } else { TrailCard::City(place, Form::Plain, laid) };
        self.lay_card(space, card);
    }

    fn lay_card(&mut self, space: usize, card: TrailCard) {
        let slot = self.adjudicator().new_slot(card, Face::Down);
        self.state.known.trail.spaces[space - 1] = Some(slot);
    }

    /// Dracula's current location is that of this space.
    fn dracula_on(&mut self, space: usize) {
        let slot = self.state.known.trail.spaces[space - 1].as_ref().unwrap();
        self.state.known.dracula.place = slot.place();
        self.state.known.dracula.slot = slot.id;
    }

    fn is_up(&self, space: usize) -> bool {
        let slot = &self.state.known.trail.spaces[space - 1];
        slot.as_ref().is_some_and(|slot| slot.face == Face::Up)
    }

    /// The encounters of a space, as transcripts write them.
    fn encounters(&self, space: usize) -> String {
        let slot = self.state.known.trail.spaces[space - 1].as_ref();
        let cards = slot.map_or(&[][..], |slot| slot.encounters());
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn holds(&mut self, hunter: Hunter, titles: &[EventCard]) {
        titles.iter().for_each(|&title| self.state.known.held[hunter].events.add(title));
    }

    fn has_items(&mut self, hunter: Hunter, items: &[Item]) {
        items.iter().for_each(|&item| self.state.known.held[hunter].items.add(item));
    }

    fn has_ticket(&mut self, hunter: Hunter, ticket: Ticket) {
        self.state.known.pool.remove(ticket);
        self.state.known.held[hunter].tickets.add(ticket);
    }

    fn dracula_holds(&mut self, titles: &[EventCard]) {
        titles.iter().for_each(|&title| self.state.known.dracula.events.add(title));
    }

    fn adjudicator(&mut self) -> Adjudicator<'_> {
        Adjudicator::new(&self.rules, &mut self.state)
    }

    /// Carries out this task alone, up to the first question.
    fn begin(&mut self, task: Task) {
        self.state.agenda.clear();
        self.state.pending = None;
        let mut adjudicator = self.adjudicator();
        adjudicator.then([task]);
        adjudicator.run_tasks();
    }

    /// The seat asked and its legal moves.
    fn asked(&self) -> String {
        let Some(pending) = &self.state.pending else { return String::new() };
        let text = |mv| {
            let mut text = String::new();
            notation::write(&self.rules, mv, &mut text).unwrap();
            text
        };
        let legal: Vec<String> = pending.asked.choices.iter().map(text).collect();
        format!("{}: {}", pending.asked.seat.0, legal.join(" "))
    }

    /// The seat asked answers.
    fn answer(&mut self, text: &str) {
        let mv = notation::parse(&self.rules, text).unwrap();
        let legal = self.asked();
        self.state.play(&self.rules, mv.into()).unwrap_or_else(|_| panic!("{text} of {legal}"));
    }

    /// Plays several answers in a row.
    fn answers(&mut self, texts: &str) {
        texts.split(' ').for_each(|text| self.answer(text));
    }

    /// A hunter's action.
    fn acts(&mut self, hunter: Hunter) {
        self.begin(Task::Act(hunter));
    }

    /// Dracula's window.
    fn plots(&mut self) {
        self.begin(Task::Plot(super::Plot::Phase));
    }

    /// The seat asked.
    fn seat(&self) -> Option<Seat> {
        self.state.pending.as_ref().map(|pending| pending.asked.seat)
    }

    fn is_out(&self, title: EventCard) -> bool {
        self.state.known.table.events_out.has(title)
    }

    fn told(&self) -> &[Told; 2] {
        &self.state.known.told
    }
}

#[test]
fn every_title_has_one_row_in_the_order_of_codes() {
    let hunters: Vec<EventCard> = super::HUNTERS.iter().map(|row| row.title).collect();
    let draculas: Vec<EventCard> = super::DRACULAS.iter().map(|row| row.title).collect();
    let of = |dracula: bool| {
        let all = EventCard::ALL.iter().copied();
        all.filter(move |title| title.is_draculas() == dracula).collect::<Vec<_>>()
    };
    assert_eq!((hunters, draculas), (of(false), of(true)));
}
