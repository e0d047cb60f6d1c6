//! Setup and the course of a round (fury S).

use super::cards::{Encounter, Hunter, Item};
use super::choices::{Choices, MoveKind};
use super::counts::Items;
use super::events::{Occasion, Plot};
use super::moves::{Move, NumberedLink, Way};
use super::params::Step;
use super::state::{
    Adjudicator, Draculas, ENCOUNTER_STREAM, EVENT_STREAM, Flow, Held, ITEM_STREAM, Over,
    ViewableFacts,
};
use super::table::{Course, Phase, PublicHunter, Reason, Table, Whereabouts};
use super::task::{FollowingSteps, HandLimit, Question, Task};
use super::titles::EventCard;
use super::told::Told;
use super::trail::{Face, Form, LaidCards, SlotId, Trail, TrailCard, TrailSlot};
use super::{Fury, cards, counts, titles};
use crate::map::{Place, PlaceSet};

use arrayvec::ArrayVec;

/// Tickets that a hunter may hold (H1).
pub(super) const MOST_TICKETS: usize = 2;
/// Despair tokens (M5).
pub(super) const DESPAIR: u8 = 3;
/// Events that Dracula may hold, without and with Immanuel Hildesheim (V4).
pub(super) const MOST_DRACULA_EVENTS: usize = 4;
pub(super) const MOST_WITH_HILDESHEIM: usize = 6;

impl Table {
    pub(super) fn start(rules: &Fury) -> Self {
        let tokens = &rules.data().tokens;
        Self {
            round: 0,
            phase: Phase::Setup,
            influence: 0,
            damage: 0,
            despair: 0,
            hunters: cards::ByHunter::new(|_| PublicHunter::NEW),
            fog: ArrayVec::new(),
            storms: PlaceSet::EMPTY,
            roads: [0; 2],
            rails: [0; 2],
            rumors: 1,
            rumor_pool: tokens.rumor - 1,
            mist: false,
            ground: None,
            hosts: PlaceSet::EMPTY,
            ally: None,
            dracula_ally: None,
            hand: 0,
            dracula_events: 0,
            tickets: 0,
            encounters: 0,
            items: 0,
            events: 0,
            encounters_out: counts::Encounters::NONE,
            encounters_out_unseen: 0,
            items_out: Items::NONE,
            events_out: titles::Events::NONE,
            events_out_unseen: 0,
            combat: None,
            course: Course::default(),
            over: None,
        }
    }
}

impl ViewableFacts {
    pub(super) fn start(rules: &Fury) -> Self {
        let dracula = Draculas {
            place: None,
            slot: SlotId(0),
            hand: counts::Encounters::NONE,
            events: titles::Events::NONE,
            combat: counts::CombatHand::NONE,
            chosen: None,
            encounters_out: counts::Encounters::NONE,
            events_out: titles::Events::NONE,
        };
        Self {
            table: Table::start(rules).into(),
            trail: Trail::default().into(),
            dracula: dracula.into(),
            held: cards::ByHunter::new(|_| Held::default().into()),
            pool: rules.data().tickets.into(),
            told: <[Told; 2]>::default().into(),
        }
    }
}

/// The tasks of a round, in order (S3).
pub(super) const ROUND: [Task; 11] = [
    Task::Begin(Phase::Dawn),
    Task::Fight,
    Task::Settle,
    Task::Begin(Phase::Day),
    Task::Begin(Phase::Dusk),
    Task::Fight,
    Task::Settle,
    Task::DuskEnd,
    Task::Begin(Phase::Night),
    Task::Begin(Phase::Dracula),
    Task::EndRound,
];

/// The tasks of a round from the begin of a phase on, the last first.
pub(super) fn rest_of_round(phase: Phase) -> impl Iterator<Item = Task> {
    let from = ROUND.iter().position(|task| *task == Task::Begin(phase)).unwrap_or(0);
    ROUND.into_iter().skip(from).rev()
}

impl Adjudicator<'_> {
    pub(super) fn plays(&self, step: Step) -> bool {
        self.rules.params().play >= step
    }

    /// Sets the game up: decks are shuffled, and cards are dealt (X3, S1).
    pub(super) fn set_up(&mut self) {
        let data = self.rules.data().clone();
        if self.plays(Step::Combat) {
            let mut items: ArrayVec<Item, 64> = data.items.iter().collect();
            self.shuffle(ITEM_STREAM, &mut items);
            self.at.decks.items = items;
        }
        if self.plays(Step::Full) {
            let order = data.event_order.iter();
            let copies = order.flat_map(|&card| (0..data.events.of(card)).map(move |_| card));
            let mut events = copies.collect::<ArrayVec<_, 96>>();
            self.shuffle(EVENT_STREAM, &mut events);
            self.at.decks.events = events;
        }
        let mut encounters: ArrayVec<Encounter, 32> = data.encounters.iter().collect();
        self.shuffle(ENCOUNTER_STREAM, &mut encounters);
        self.at.decks.encounters = encounters;
        self.refill();
        let [first, second, third, fourth] = Hunter::FOUR.map(Task::PlaceHunter);
        self.then([first, second, third, fourth, Task::PlaceDracula, Task::Round]);
    }

    /// Asks a hunter for its first city (S2).
    pub(super) fn ask_start(&mut self, hunter: Hunter) -> Flow {
        let world = self.rules.world();
        let cities = world.cities - PlaceSet::of(world.castle);
        let choices = Choices::none().places(MoveKind::To, cities);
        self.ask(hunter.seat(), Question::Start, Task::PlaceHunter(hunter), choices)
    }

    pub(super) fn place_hunter(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.put_hunter(hunter, place);
        }
        Ok(())
    }

    /// Asks Dracula for his first city (S2).
    pub(super) fn ask_dracula_start(&mut self) -> Flow {
        let world = self.rules.world();
        let figures = &self.at.known.table.hunters;
        let taken: PlaceSet =
            Hunter::FOUR.into_iter().filter_map(|hunter| figures[hunter].place()).collect();
        let cities = world.cities - PlaceSet::of(world.castle) - taken;
        let choices = Choices::none().places(MoveKind::To, cities);
        self.ask_dracula(Question::Start, Task::PlaceDracula, choices)
    }

    pub(super) fn place_dracula(&mut self, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            let card = TrailCard::City(place, Form::Plain, LaidCards::new());
            let slot = self.new_slot(card, Face::Down);
            self.at.known.dracula.place = Some(place);
            self.at.known.dracula.slot = slot.id;
            self.trail().spaces[0] = Some(slot);
        }
        Ok(())
    }

    /// A slot with the next number.
    pub(super) fn new_slot(&mut self, card: TrailCard, face: Face) -> TrailSlot {
        let id = SlotId(self.at.next_slot);
        self.at.next_slot = self.at.next_slot.wrapping_add(1);
        TrailSlot { id, card, face, rumor: false }
    }

    /// Puts the phases of a round on the agenda (S3).
    pub(super) fn round(&mut self) -> Flow {
        self.table().round += 1;
        self.then(ROUND);
        Ok(())
    }

    /// Begins a phase, and puts what happens in it on the agenda (S3, S6, D).
    pub(super) fn begin_phase(&mut self, phase: Phase) -> Flow {
        let table = self.table();
        table.phase = phase;
        (table.course.action, table.course.acted, table.course.declined) = (None, 0, false);
        match phase {
            Phase::Day | Phase::Night => self.begin_actions(),
            Phase::Dawn => {
                table.course.telegraph = None;
                self.open_time_window(Occasion::Dawn);
                self.then([Task::Dawn]);
            }
            Phase::Dusk => {
                (table.course.telegraph, table.course.vigor) = (None, 0);
                self.open_time_window(Occasion::Dusk);
            }
            Phase::Dracula => {
                (table.course.telegraph, table.course.long_night) = (None, false);
                self.then([
                    Task::Plot(Plot::Phase),
                    Task::Slide,
                    Task::Leave,
                    Task::EndMist,
                    Task::Movement(FollowingSteps::Encounter),
                    Task::Swiftness,
                    Task::EndPhase,
                    Task::Settle,
                ]);
            }
            Phase::Setup => {}
        }
        Ok(())
    }

    /// The window of dawn or dusk, then settling (S7, V5).
    fn open_time_window(&mut self, occasion: Occasion) {
        if self.plays(Step::Full) {
            self.then([Task::TimeWindow(occasion), Task::Settle]);
        }
    }

    /// The hunters act in seat order, or as Speedy Telegraph has it (S6, V5).
    fn begin_actions(&mut self) {
        match self.at.known.table.course.telegraph {
            Some(by) => {
                let left = self.at.known.table.those(PublicHunter::is_on_board);
                self.then([Task::Order { left, by }]);
            }
            None => self.then(Hunter::FOUR.map(Task::Act)),
        }
    }

    /// V6: with Unearthly Swiftness there is one more movement, without an encounter step.
    pub(super) fn swiftness(&mut self) -> Flow {
        if self.at.known.table.course.swiftness {
            self.then([
                Task::Slide,
                Task::Leave,
                Task::EndMist,
                Task::Movement(FollowingSteps::None),
            ]);
        }
        Ok(())
    }

    /// Events for this phase of Dracula's have had their effect.
    pub(super) fn end_phase(&mut self) -> Flow {
        let course = &mut self.table().course;
        (course.great_wolf, course.swiftness) = (false, false);
        Ok(())
    }

    /// Ends the game after the last round; otherwise another round begins (G4).
    pub(super) fn end_round(&mut self) -> Flow {
        if self.at.known.table.round >= self.rules.params().rounds {
            self.table().over = Some(Reason::Time);
            return Err(Over);
        }
        self.then([Task::Round]);
        Ok(())
    }

    /// Dawn: tokens are placed, and defeated hunters come back (S5).
    pub(super) fn dawn(&mut self) -> Flow {
        let (params, round) = (self.rules.params(), self.at.known.table.round);
        if round == 1 {
            return Ok(());
        }
        let lay = self.at.known.table.despair;
        if (round - 1).is_multiple_of(params.week) {
            let table = self.table();
            table.despair = DESPAIR.min(table.despair + 1);
            if table.rumor_pool > 0 {
                table.rumor_pool -= 1;
                table.rumors += 1;
            }
        }
        if lay == DESPAIR {
            self.gain(params.fury)?;
        }
        let [first, second, third, fourth] = Hunter::FOUR.map(Task::Return);
        self.then([first, second, third, fourth, Task::RemoveHosts]);
        Ok(())
    }

    /// Asks Dracula for the hospital of a defeated hunter, if several are as near (H6).
    pub(super) fn ask_hospital(&mut self, hunter: Hunter) -> Flow {
        let hospitals = match self.at.known.table.hunters[hunter].spot {
            Whereabouts::Fallen(place) => self.rules.world().nearest_hospitals(place),
            Whereabouts::FallenInHospital(number) => 1 << number,
            Whereabouts::Unplaced | Whereabouts::At(_) | Whereabouts::Hospital(_) => return Ok(()),
        };
        if hospitals.is_power_of_two() {
            let number = u8::try_from(hospitals.trailing_zeros()).unwrap_or(0);
            return self.put_into_hospital(hunter, Move::Hospital(number));
        }
        let choices = Choices::none().bits(MoveKind::Hospital, hospitals.into());
        self.ask_dracula(Question::Hospital, Task::Return(hunter), choices)
    }

    pub(super) fn put_into_hospital(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Hospital(number) = mv {
            self.table().hunters[hunter].spot = Whereabouts::Hospital(number);
        }
        Ok(())
    }

    /// Takes the heavenly hosts away (S5d).
    pub(super) fn remove_hosts(&mut self) -> Flow {
        self.table().hosts = PlaceSet::EMPTY;
        Ok(())
    }

    /// The end of dusk: fog lifts, and Dracula takes a roadblock and a storm away (S9).
    pub(super) fn dusk_end(&mut self) -> Flow {
        let mut cities = PlaceSet::EMPTY;
        self.table().fog.retain(|city| {
            let stays = cities.contains(*city);
            cities.insert(*city);
            stays
        });
        self.then([Task::Unblock, Task::Calm]);
        Ok(())
    }

    /// Asks Dracula which roadblock he takes away, if there is a choice (S9).
    pub(super) fn ask_unblock(&mut self) -> Flow {
        let table = &self.at.known.table;
        let [roads, rails] = [Way::Road, Way::Rail].map(|way| table.blocked(way));
        if roads == 0 && rails == 0 {
            return Ok(());
        }
        let choices =
            Choices::none().wide(MoveKind::UnblockRail, rails).wide(MoveKind::UnblockRoad, roads);
        if choices.len() == 1 {
            let only = choices.iter().next();
            return only.map_or(Ok(()), |only| self.unblock(only));
        }
        self.ask_dracula(Question::GiveUp, Task::Unblock, choices)
    }

    pub(super) fn unblock(&mut self, mv: Move) -> Flow {
        if let Move::Unblock(link) = mv {
            self.set_roadblock(link, TokenPresence::No);
        }
        Ok(())
    }

    /// Puts a roadblock on a link, or takes it away.
    pub(super) fn set_roadblock(&mut self, link: NumberedLink, lies: TokenPresence) {
        let table = self.table();
        let bit = 1 << link.number;
        let blocked = table.blocked(link.way);
        let blocked = match lies {
            TokenPresence::Yes => blocked | bit,
            TokenPresence::No => blocked & !bit,
        };
        table.set_blocked(link.way, blocked);
    }

    /// Asks Dracula which storm he takes away, if there is a choice (S9).
    pub(super) fn ask_calm(&mut self) -> Flow {
        let storms = self.at.known.table.storms;
        match storms.len() {
            0 => Ok(()),
            1 => storms.min().map_or(Ok(()), |sea| self.calm(Move::Calm(sea))),
            _ => {
                let choices = Choices::none().places(MoveKind::Calm, storms);
                self.ask_dracula(Question::GiveUp, Task::Calm, choices)
            }
        }
    }

    pub(super) fn calm(&mut self, mv: Move) -> Flow {
        if let Move::Calm(sea) = mv {
            self.table().storms.remove(sea);
        }
        Ok(())
    }

    /// S4: puts the questions on the agenda that there are.
    pub(super) fn settle(&mut self) -> Flow {
        self.then([Task::DraculaLimit]);
        for hunter in Hunter::FOUR.into_iter().rev() {
            self.settle_hunter(hunter);
        }
        Ok(())
    }

    /// Puts the questions to one hunter on the agenda.
    pub(super) fn settle_hunter(&mut self, hunter: Hunter) {
        let figure = &self.at.known.table.hunters[hunter];
        let open = figure.open_item.is_some() || figure.open_event.is_some();
        let weakened = self.is_weakened(hunter);
        if weakened || open {
            self.at.agenda.push(Task::Open(hunter, HandLimit::Events));
            self.at.agenda.push(Task::Open(hunter, HandLimit::Items));
        }
        for limit in self.exceeded_limits(hunter).rev() {
            self.then([Task::Limit(hunter, limit)]);
        }
    }

    /// The limits that a hunter's hand exceeds, in the order in which they are asked about (H8).
    pub(super) fn exceeded_limits(
        &self,
        hunter: Hunter,
    ) -> impl DoubleEndedIterator<Item = HandLimit> + use<> {
        let held = &self.at.known.held[hunter];
        let limits = &self.rules.data().hunters[hunter];
        let over = [
            (HandLimit::Items, held.items.len() > limits.items.into()),
            (HandLimit::Events, held.events.len() > limits.events.into()),
            (HandLimit::Tickets, held.tickets.len() > MOST_TICKETS),
        ];
        over.into_iter().filter(|(_, over)| *over).map(|(limit, _)| limit)
    }

    /// Asks a hunter that holds more than its limit what it gives up (H8).
    pub(super) fn ask_limit(&mut self, hunter: Hunter, limit: HandLimit) -> Flow {
        let held = &self.at.known.held[hunter];
        let limits = &self.rules.data().hunters[hunter];
        let (count, most, choices) = match limit {
            HandLimit::Items => (
                held.items.len(),
                limits.items.into(),
                Choices::none().bits(MoveKind::GiveUpItem, held.items.kinds()),
            ),
            HandLimit::Events => (
                held.events.len(),
                limits.events.into(),
                Choices::none().bits(MoveKind::GiveUpEvent, held.events.kinds()),
            ),
            HandLimit::Tickets => (
                held.tickets.len(),
                MOST_TICKETS,
                Choices::none().bits(MoveKind::GiveUpTicket, held.tickets.kinds()),
            ),
        };
        if count <= most {
            return Ok(());
        }
        self.ask(hunter.seat(), Question::GiveUp, Task::Limit(hunter, limit), choices)
    }

    pub(super) fn over_limit(&mut self, hunter: Hunter, limit: HandLimit, mv: Move) -> Flow {
        self.give_up(hunter, mv);
        self.then([Task::Limit(hunter, limit)]);
        Ok(())
    }

    /// S4: Dracula may hold four events, six with Immanuel Hildesheim (V4).
    pub(super) fn ask_dracula_limit(&mut self) -> Flow {
        let helped = self.at.known.table.dracula_ally == Some(EventCard::Hildesheim);
        let most = if helped { MOST_WITH_HILDESHEIM } else { MOST_DRACULA_EVENTS };
        let events = &self.at.known.dracula.events;
        if events.len() <= most {
            return Ok(());
        }
        let choices = Choices::none().bits(MoveKind::GiveUpEvent, events.kinds());
        self.ask_dracula(Question::GiveUp, Task::DraculaLimit, choices)
    }

    pub(super) fn over_dracula_limit(&mut self, mv: Move) -> Flow {
        if let Move::GiveUp(code) = mv
            && let Some(title) = code.event()
        {
            self.at.known.dracula.events.remove(title);
            self.discard_event_unseen(title);
        }
        self.then([Task::DraculaLimit]);
        Ok(())
    }

    /// The hunters that stand in a place, a bit for each.
    pub(super) fn stand_in(&self, place: Place) -> u8 {
        self.at.known.table.hunters_at(place)
    }
}

/// The presence of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenPresence {
    Yes,
    No,
}
