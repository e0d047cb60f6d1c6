//! All that is still to be done, worked out from the question and the table (fury S3).
//!
//! A view does not show the agenda. Most of it follows from what is asked. Where it does not, a
//! guess takes one of the ways in which the question can have come up: a second action by Renewed
//! Vigor is left out, and so are cards that were used before and lie there still.

mod fights;
mod phases;

use arrayvec::ArrayVec;

use super::once_in;
use crate::fury::Fury;
use crate::fury::cards::{DRACULA, Encounter, Hunter, Item};
use crate::fury::events::{Occasion, Playing, Plot};
use crate::fury::moves::{CardCode, Good, Move, Word};
use crate::fury::params::Step;
use crate::fury::state::{Adjudicator, State, TASKS};
use crate::fury::table::{Combat, Deed, Phase, Table};
use crate::fury::task::{
    Asked, Draw, EncounterMeeting, Guards, HandLimit, How, Pending, Question, Task,
};
use crate::fury::titles::EventCard;
use crate::fury::told::Told;
use crate::fury::trades::Traded;
use crate::fury::trail::Laid;
use crate::map::Place;
use crate::seed::Rng;
use crate::windows::Window;

/// Tasks, the first to be done first.
type ToDo = ArrayVec<Task, TASKS>;

/// The question, and the state in which it is asked.
struct Resumption<'a> {
    rules: &'a Fury,
    state: &'a mut State,
    asked: &'a Asked,
    rng: &'a mut Rng,
    todo: ToDo,
}

/// Puts a question and all that follows it on the agenda of a state without one.
pub(super) fn resume(rules: &Fury, state: &mut State, asked: Asked, rng: &mut Rng) -> Option<()> {
    let mut resumption = Resumption { rules, state, asked: &asked, rng, todo: ArrayVec::new() };
    let task = resumption.task()?;
    let todo = resumption.todo;
    state.agenda = todo.into_iter().rev().collect();
    state.pending = Some(Pending { task, asked });
    Some(())
}

impl Resumption<'_> {
    fn table(&self) -> &Table {
        &self.state.known.table
    }

    fn phase(&self) -> Phase {
        self.table().phase
    }

    fn combat(&self) -> Option<Combat> {
        self.table().combat
    }

    fn then(&mut self, tasks: impl IntoIterator<Item = Task>) {
        self.todo.extend(tasks);
    }

    fn offers(&self, mv: Move) -> bool {
        self.asked.choices.contains(mv)
    }

    fn offers_any(&self, is: impl Fn(Move) -> bool) -> bool {
        self.asked.choices.iter().any(is)
    }

    fn declines(&self) -> bool {
        self.offers(Move::Word(Word::No))
    }

    fn with_rules<T>(&mut self, work: impl FnOnce(&mut Adjudicator<'_>) -> T) -> T {
        work(&mut Adjudicator::new(self.rules, self.state))
    }

    /// The task that asks; all that follows it is added to what is to be done.
    fn task(&mut self) -> Option<Task> {
        let asked = self.asked;
        if asked.seat == DRACULA {
            return self.draculas_task();
        }
        let hunter = Hunter::of(asked.seat)?;
        match asked.question {
            Question::Start => self.placing(hunter),
            Question::Action => self.acting(Task::Action(hunter, None)),
            Question::Trade => self.trading(hunter),
            Question::Keep => self.keeping(hunter),
            Question::Second => self.acting_on(Task::SecondTicket(hunter)),
            Question::GiveUp => self.giving_up(hunter),
            Question::Open => self.opening_cards(hunter),
            Question::Guard => self.guarding(hunter),
            Question::Card | Question::Fight => self.fighting(hunter),
            Question::Event => self.playing(hunter),
            Question::Place if asked.event.is_none() => self.checking(hunter),
            Question::Other if asked.event.is_none() => self.riding(hunter),
            Question::Hunter if asked.event.is_none() => self.naming(hunter),
            _ => self.effect(hunter),
        }
    }

    /// A question of a hunter's day or night that comes before its action.
    fn acting(&mut self, task: Task) -> Option<Task> {
        self.rest_of_actions();
        Some(task)
    }

    /// A question in the course of an action.
    fn acting_on(&mut self, task: Task) -> Option<Task> {
        self.end_of_action();
        Some(task)
    }

    fn trading(&mut self, from: Hunter) -> Option<Task> {
        let Some((_, Deed::Trade(with))) = self.table().course.action else { return None };
        let held = &self.state.known.held;
        let mut traded = Traded::between(from, with);
        for (number, hunter) in [from, with].into_iter().enumerate() {
            let wrap = |good| if number == 0 { Move::Give(good) } else { Move::Receive(good) };
            for (item, count) in held[hunter].items.each() {
                let barred = !self.asked.choices.contains(wrap(Good::Item(item)));
                (0..count).filter(|_| barred).for_each(|_| traded.receive_item(number, item));
            }
            for (ticket, count) in held[hunter].tickets.each() {
                let barred = !self.asked.choices.contains(wrap(Good::Ticket(ticket)));
                (0..count).filter(|_| barred).for_each(|_| traded.receive_ticket(number, ticket));
            }
        }
        self.state.traded = traded;
        self.acting_on(Task::Trade { from, with })
    }

    fn keeping(&mut self, hunter: Hunter) -> Option<Task> {
        let Told::Ticket(Some(ticket)) = self.state.known.told[1] else { return None };
        let second = hunter == Hunter::Godalming && once_in(self.rng, 2);
        let draw = if second { Draw::Second } else { Draw::First };
        self.acting_on(Task::Keep(hunter, ticket, draw))
    }

    /// A card or ticket to give up. All losses to encounters are carried out alike.
    fn giving_up(&mut self, hunter: Hunter) -> Option<Task> {
        if self.combat().is_some() && self.declines() {
            return self.shooting(hunter);
        }
        if let Some(limit) = self.limit_passed(hunter) {
            return self.over_limit(hunter, limit);
        }
        let is_ticket = |mv| matches!(mv, Move::GiveUp(code) if CardCode::ticket(&code).is_some());
        let reserves = self.table().course.action == Some((hunter, Deed::Reserve));
        if reserves && self.asked.choices.iter().all(is_ticket) {
            return self.acting_on(Task::Reserve(hunter, Draw::First));
        }
        self.rest_of_meeting(hunter);
        Some(Task::LoseGood(hunter))
    }

    fn limit_passed(&self, hunter: Hunter) -> Option<HandLimit> {
        let held = &self.state.known.held[hunter];
        let most = &self.rules.data().hunters[hunter];
        let first = self.asked.choices.iter().next()?;
        let Move::GiveUp(code) = first else { return None };
        if code.item().is_some() && held.items.len() > most.items.into() {
            return Some(HandLimit::Items);
        }
        if code.event().is_some() && held.events.len() > most.events.into() {
            return Some(HandLimit::Events);
        }
        let tickets = held.tickets.len() > crate::fury::rounds::MOST_TICKETS;
        (code.ticket().is_some() && tickets).then_some(HandLimit::Tickets)
    }

    fn over_limit(&mut self, hunter: Hunter, limit: HandLimit) -> Option<Task> {
        let task = Task::Limit(hunter, limit);
        match (self.table().course.action, limit) {
            // A5: the event of a supply comes after the limit of items.
            (Some((by, Deed::Supply)), HandLimit::Items) if by == hunter => {
                let in_city = self.table().hunters[hunter].place().is_some();
                if in_city && self.rules.params().play == Step::Full {
                    self.then([Task::SupplyEvent(hunter)]);
                }
                self.acting_on(task)
            }
            (Some((by, Deed::Supply)), HandLimit::Events) if by == hunter => self.acting_on(task),
            _ => {
                self.rest_of_settling(hunter, Some(limit));
                Some(task)
            }
        }
    }

    fn opening_cards(&mut self, hunter: Hunter) -> Option<Task> {
        let item = |mv| matches!(mv, Move::Show(code) if CardCode::item(&code).is_some());
        let items = self.offers_any(item);
        if items {
            self.then([Task::Open(hunter, HandLimit::Events)]);
        }
        self.rest_of_settling(hunter, None);
        Some(Task::Open(hunter, if items { HandLimit::Items } else { HandLimit::Events }))
    }

    /// Dogs, a Stake, a wreath or a Heavenly Host to show.
    fn guarding(&mut self, hunter: Hunter) -> Option<Task> {
        let shows = |item: Item| Move::Show(CardCode::of(item.code()));
        if self.offers_any(|mv| matches!(mv, Move::GiveUp(_))) {
            let meeting = self.ambushing(hunter, Encounter::fears_dogs)?;
            self.rest_of_ambush(meeting);
            return Some(Task::Resolve(meeting));
        }
        if self.combat().is_some_and(|combat| combat.round == 0) {
            return self.before_first_round(hunter);
        }
        if self.offers(shows(Item::Host)) {
            let later = Hunter::FOUR.into_iter().skip_while(|&other| other != hunter).skip(1);
            self.then(later.map(Task::Host));
            return self.acting_on(Task::Host(hunter));
        }
        let city = self.table().hunters[hunter].place()?;
        let asks_dogs = self.offers(shows(Item::Dogs));
        let dogs = !asks_dogs
            && self.state.known.held[hunter].items.has(Item::Dogs)
            && once_in(self.rng, 2);
        let item = if asks_dogs { Item::Dogs } else { Item::Stake };
        self.acting_on(Task::Guard(Guards { hunter, city, dogs, stake: false }, item))
    }

    /// A12.
    fn riding(&mut self, hunter: Hunter) -> Option<Task> {
        let Told::Horses(ticket) = self.state.known.told[1] else { return None };
        let steps = ticket.map_or(0, crate::fury::Ticket::yellow).max(1);
        self.acting_on(Task::Horses(hunter, steps))
    }

    /// A hunter to name: the next to act, or one who leaves by the Holy Circle.
    fn naming(&mut self, by: Hunter) -> Option<Task> {
        if self.combat().is_some() {
            self.rest_of_strikes(by);
            return Some(Task::Circle(by));
        }
        let named = |mv| if let Move::Hunter(hunter) = mv { Some(hunter.bit()) } else { None };
        let left = self.asked.choices.iter().filter_map(named).fold(0, |set, bit| set | bit);
        self.after_actions();
        Some(Task::Order { left, by })
    }

    /// A window, or an open event that was just drawn.
    fn playing(&mut self, hunter: Hunter) -> Option<Task> {
        if let Some(title) = self.asked.event {
            if !self.offers(Move::Play(title)) {
                return self.effect(hunter);
            }
            self.then([Task::Limit(hunter, HandLimit::Events)]);
            return self.acting_on(Task::Drawn(hunter, title));
        }
        let offers = |title| self.asked.choices.contains(Move::Play(title));
        if self.combat().is_some_and(|combat| combat.round > 0) {
            return self.in_combat_window(hunter);
        }
        if offers(EventCard::Forewarned) {
            let meeting = self.ambushing(hunter, |kind| !kind.is_vampire())?;
            self.then([Task::TakeEffect(meeting)]);
            self.rest_of_ambush(meeting);
            return Some(window(&[hunter], hunter, Occasion::Ambush));
        }
        let on_board = self.on_board();
        if matches!(self.phase(), Phase::Dawn | Phase::Dusk) {
            let occasion = self.time();
            self.rest_of_window();
            return Some(window(&on_board, hunter, occasion));
        }
        // V13: a False Tip is answered.
        self.then([Task::CallOff]);
        let rider = self.table().course.action?.0;
        self.ride(rider)?;
        Some(window(&on_board, hunter, Occasion::Tip))
    }

    fn time(&self) -> Occasion {
        if self.phase() == Phase::Dawn { Occasion::Dawn } else { Occasion::Dusk }
    }

    /// The journey by rail that is next (A4).
    fn ride(&mut self, rider: Hunter) -> Option<()> {
        let Some((_, Deed::Ride(_, to) | Deed::Carriage(_, to))) = self.table().course.action
        else {
            return None;
        };
        self.then([Task::Ride(rider, to)]);
        self.end_of_action();
        Some(())
    }

    /// V8: a city is named, for an event that is put away after it.
    fn checking(&mut self, hunter: Hunter) -> Option<Task> {
        let title = self.in_limbo()?;
        if title == EventCard::HiredScouts && once_in(self.rng, 2) {
            self.then([Task::Check(hunter)]);
        }
        self.after_open_event(hunter, title);
        Some(Task::Check(hunter))
    }

    /// The open event that is in no hand, deck or pile.
    fn in_limbo(&self) -> Option<EventCard> {
        let known = &self.state.known;
        let mut left = self.rules.data().events;
        let held = Hunter::FOUR.iter().flat_map(|&hunter| known.held[hunter].events.iter());
        let decks = &self.state.decks;
        let piles = decks.events.iter().copied();
        let out = decks.events_out.iter().map(|card| card.title);
        let allies = known.table.ally.into_iter().chain(known.table.dracula_ally);
        held.chain(known.dracula.events.iter())
            .chain(piles)
            .chain(out)
            .chain(allies)
            .for_each(|title| left.remove(title));
        left.iter().next()
    }

    /// An event of a hunter asks about its effect.
    fn effect(&mut self, by: Hunter) -> Option<Task> {
        let title = self.asked.event?;
        let occasion = match (self.combat(), self.phase()) {
            (Some(combat), _) => match combat.vampire {
                Some(_) => Occasion::VampireOpening,
                None => Occasion::DraculaOpening,
            },
            (None, Phase::Dawn | Phase::Dusk) => self.time(),
            (None, _) if title.is_open() => Occasion::Drawn,
            (None, _) => Occasion::Action,
        };
        if self.combat().is_some() {
            self.before_first_round(by)?;
            self.todo.insert(0, Task::Opening(by));
        } else if matches!(occasion, Occasion::Action) {
            self.end_of_action();
        } else {
            self.after_open_event(by, title);
        }
        Some(Task::Event(Playing { title, by, occasion }))
    }

    /// What follows an event played as it was drawn, or at dawn or dusk.
    fn after_open_event(&mut self, by: Hunter, title: EventCard) {
        if title.is_open() {
            self.then([Task::PutAway(title)]);
        }
        if matches!(self.phase(), Phase::Dawn | Phase::Dusk) {
            let window = window(&self.on_board(), by, self.time());
            self.then([window]);
            self.rest_of_window();
        } else {
            self.then([Task::Limit(by, HandLimit::Events)]);
            self.end_of_action();
        }
    }

    fn on_board(&self) -> ArrayVec<Hunter, 4> {
        let is_there = |hunter: &Hunter| self.table().hunters[*hunter].is_on_board();
        Hunter::FOUR.into_iter().filter(is_there).collect()
    }

    /// The encounter that ambushes a hunter: it lies face up in the city.
    fn ambushing(
        &mut self,
        hunter: Hunter,
        is: impl Fn(Encounter) -> bool,
    ) -> Option<EncounterMeeting> {
        let city = self.table().hunters[hunter].place()?;
        let found = self.with_rules(|game| {
            let cards = game.city_cards(city);
            let laid = |&(at, index): &(_, u8)| game.laid(at, index);
            let up = |card: &_| laid(card).is_some_and(Laid::is_up);
            let fits = |card: &_| up(card) && laid(card).is_some_and(|laid| is(laid.kind()));
            cards.iter().copied().find(fits)
        });
        let (at, index) = found?;
        Some(EncounterMeeting { hunter, city, at, index, how: How::Ambush })
    }

    /// The number of a card among those of its city.
    fn number_of(&mut self, meeting: &EncounterMeeting) -> u8 {
        let card = (meeting.at, meeting.index);
        let cards = self.with_rules(|game| game.city_cards(meeting.city));
        let number = cards.iter().position(|own| *own == card);
        number.and_then(|number| u8::try_from(number).ok()).unwrap_or(0)
    }

    /// What follows an encounter that ambushes: perhaps another.
    fn rest_of_ambush(&mut self, meeting: EncounterMeeting) {
        let used = 1 << self.number_of(&meeting);
        let EncounterMeeting { hunter, city, .. } = meeting;
        self.then([Task::Ambush { hunter, city, used }]);
        self.end_of_arrival(hunter);
    }

    /// What follows an encounter that was met and is discarded: the search goes on, or the ambush.
    fn rest_of_meeting(&mut self, hunter: Hunter) {
        let city = self.table().hunters[hunter].place();
        let searches = self.table().course.action == Some((hunter, Deed::Search));
        if let Some(city) = city {
            if searches {
                let guards = Guards { hunter, city, dogs: false, stake: false };
                self.then([Task::Search(guards, 0)]);
            } else {
                self.then([Task::Ambush { hunter, city, used: 0 }]);
            }
        }
        self.end_of_arrival(hunter);
    }
}

/// A window in which this hunter is asked.
fn window(hunters: &[Hunter], asked: Hunter, occasion: Occasion) -> Task {
    let mut window = Window::of(hunters.iter().map(|hunter| hunter.seat()));
    window.ask(|seat| seat == asked.seat());
    Task::Window(window, occasion)
}

/// The hunters after one in seat order, of a set.
fn later(set: u8, hunter: Hunter) -> impl Iterator<Item = Hunter> {
    let all = Hunter::FOUR.into_iter().skip_while(move |&other| other != hunter).skip(1);
    all.filter(move |other| set & other.bit() != 0)
}

/// The plot about a hunter's journey: by rail before it, then on arrival.
fn journey(table: &Table, hunter: Hunter) -> Plot {
    let going = match table.course.action {
        Some((by, Deed::Ride(_, to) | Deed::Carriage(_, to))) if by == hunter => Some(to),
        _ => None,
    };
    let place: Option<Place> = table.hunters[hunter].place();
    if going.is_some() && going != place { Plot::Rail(hunter) } else { Plot::Arrival(hunter) }
}
