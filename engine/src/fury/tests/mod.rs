//! Moments that are put together by hand, and what happens in them.

mod examples;
mod messages;
mod refused;
mod secrecy;

use super::cards::{Encounter, Hunter, Item, Ticket};
use super::notation;
use super::params::{Params, Step};
use super::state::{Adjudicator, State};
use super::table::{Phase, Whereabouts};
use super::task::Task;
use super::titles::EventCard;
use super::trail::{Face, Form, Laid, LaidCards, TrailCard};
use super::{Fury, Told};
use crate::chance::Chance;
use crate::map::{BuiltinMap, Place};
use crate::seats::{Seat, Viewer};
use crate::seed::Seed;

/// A moment of a game, put together by hand.
///
/// Godalming is in London, Seward in Dublin, Van Helsing in Lisbon and Mina in Athens. Dracula is
/// in Prague, face down on space 1. Nobody holds a card.
pub(super) struct Scene {
    pub(super) rules: Fury,
    pub(super) state: State,
}

impl Scene {
    /// A moment of the whole game.
    pub(super) fn new(phase: Phase) -> Self {
        Self::of_step(Step::Full, phase)
    }

    /// A moment of this step, in the second round.
    pub(super) fn of_step(play: Step, phase: Phase) -> Self {
        let params = Params { play, ..Params::default() };
        let rules = Fury::with(params, BuiltinMap::FURY.load()).unwrap();
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

    pub(super) fn place(&self, code: &str) -> Place {
        self.rules.world().find(code).unwrap()
    }

    pub(super) fn put(&mut self, hunter: Hunter, code: &str) {
        let place = self.place(code);
        self.state.known.table.hunters[hunter].spot = Whereabouts::At(place);
    }

    pub(super) fn at(&self, hunter: Hunter) -> &str {
        let place = self.state.known.table.hunters[hunter].place();
        place.map_or("", |place| self.rules.world().code(place))
    }

    /// Puts a place face down on a space, from 1.
    pub(super) fn lay(&mut self, space: usize, code: &str, encounters: &[Encounter]) {
        let place = self.place(code);
        let laid: LaidCards = encounters.iter().copied().map(Laid::down).collect();
        let sea = self.rules.world().seas.contains(place);
        let card =
            if sea { TrailCard::Sea(place) } else { TrailCard::City(place, Form::Plain, laid) };
        self.lay_card(space, card);
    }

    pub(super) fn lay_card(&mut self, space: usize, card: TrailCard) {
        let slot = self.adjudicator().new_slot(card, Face::Down);
        self.state.known.trail.spaces[space - 1] = Some(slot);
    }

    /// Dracula's current location is that of this space.
    pub(super) fn dracula_on(&mut self, space: usize) {
        let slot = self.state.known.trail.spaces[space - 1].as_ref().unwrap();
        self.state.known.dracula.place = slot.place();
        self.state.known.dracula.slot = slot.id;
    }

    pub(super) fn is_up(&self, space: usize) -> bool {
        let slot = &self.state.known.trail.spaces[space - 1];
        slot.as_ref().is_some_and(|slot| slot.face == Face::Up)
    }

    /// The encounters of a space, as transcripts write them.
    pub(super) fn encounters(&self, space: usize) -> String {
        let slot = self.state.known.trail.spaces[space - 1].as_ref();
        let cards = slot.map_or(&[][..], |slot| slot.encounters());
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn holds(&mut self, hunter: Hunter, titles: &[EventCard]) {
        titles.iter().for_each(|&title| self.state.known.held[hunter].events.add(title));
    }

    pub(super) fn has_items(&mut self, hunter: Hunter, items: &[Item]) {
        items.iter().for_each(|&item| self.state.known.held[hunter].items.add(item));
    }

    pub(super) fn has_ticket(&mut self, hunter: Hunter, ticket: Ticket) {
        self.state.known.pool.remove(ticket);
        self.state.known.held[hunter].tickets.add(ticket);
    }

    pub(super) fn dracula_holds(&mut self, titles: &[EventCard]) {
        titles.iter().for_each(|&title| self.state.known.dracula.events.add(title));
    }

    pub(super) fn adjudicator(&mut self) -> Adjudicator<'_> {
        Adjudicator::new(&self.rules, &mut self.state)
    }

    /// Carries out this task alone, up to the first question.
    pub(super) fn begin(&mut self, task: Task) {
        self.state.agenda.clear();
        self.state.pending = None;
        let mut adjudicator = self.adjudicator();
        adjudicator.then([task]);
        adjudicator.run_tasks();
    }

    /// The seat asked and its legal moves.
    pub(super) fn asked(&self) -> String {
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
    pub(super) fn answer(&mut self, text: &str) {
        let mv = notation::parse(&self.rules, text).unwrap();
        let legal = self.asked();
        self.state.play(&self.rules, mv.into()).unwrap_or_else(|_| panic!("{text} of {legal}"));
    }

    /// Plays several answers in a row.
    pub(super) fn answers(&mut self, texts: &str) {
        texts.split(' ').for_each(|text| self.answer(text));
    }

    /// A hunter's action.
    pub(super) fn acts(&mut self, hunter: Hunter) {
        self.begin(Task::Act(hunter));
    }

    /// Dracula's window.
    pub(super) fn plots(&mut self) {
        self.begin(Task::Plot(super::events::Plot::Phase));
    }

    /// The seat asked.
    pub(super) fn seat(&self) -> Option<Seat> {
        self.state.pending.as_ref().map(|pending| pending.asked.seat)
    }

    pub(super) fn is_out(&self, title: EventCard) -> bool {
        self.state.known.table.events_out.has(title)
    }

    pub(super) fn told(&self) -> &[Told; 2] {
        &self.state.known.told
    }
}
