//! Events (fury V): one row for each title, which names when it can be played and its effect.
//!
//! [`HUNTERS`] and [`DRACULAS`] are the tables. An effect is one function. It is called with no
//! answer when the card is played, and once more with each answer to a question that it asks.

mod action;
mod combat;
mod open;
mod phase;
mod time;
mod travel;

#[cfg(test)]
mod tests;

use super::cards::{DRACULA, Hunter};
use super::choices::{Choices, MoveKind};
use super::moves::Move;
use super::state::{Adjudicator, Flow};
use super::task::{Question, Task};
use super::titles::EventCard;
use crate::windows::{Then, Window};

/// A moment at which hunters may play events (V3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occasion {
    /// As the card is drawn by a supply (V8).
    Drawn,
    /// The window at dawn (V5).
    Dawn,
    /// The window at dusk (V5).
    Dusk,
    /// As an action (V9).
    Action,
    /// With a ticket (V11). It is played by a move of its own, `K`.
    Ticket,
    /// An encounter that is not a vampire ambushes (V12).
    Ambush,
    /// Dracula plays False Tip (V13).
    Tip,
    /// Before the first round of a combat with Dracula (V17).
    DraculaOpening,
    /// Before the first round of a vampire's fight (V17).
    VampireOpening,
    /// The cards of the first round are revealed (V18).
    Reveal,
    /// A bite or a killing blow would land, or an escape would succeed, and Godalming takes
    /// part (V19).
    Revenge,
    /// A bite or a killing blow would land (V19).
    Rescue,
}

impl Occasion {
    /// The way in which a window goes on after a card was played in it.
    const fn then(self) -> Then {
        match self {
            Self::Ambush | Self::Tip | Self::Revenge | Self::Rescue => Then::Close,
            _ => Then::Again,
        }
    }
}

/// A moment at which Dracula may play events (V3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plot {
    /// The start of his phase (V6).
    Phase,
    /// A hunter goes by rail (V13).
    Rail(Hunter),
    /// A hunter has come by rail or sea (V14).
    Arrival(Hunter),
    /// The start of a combat (V16).
    Combat,
}

impl Plot {
    /// The hunter that it is about.
    pub(super) const fn hunter(self) -> Option<Hunter> {
        match self {
            Self::Rail(hunter) | Self::Arrival(hunter) => Some(hunter),
            Self::Phase | Self::Combat => None,
        }
    }
}

/// An event of the hunters that takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Playing {
    pub(super) title: EventCard,
    /// The player.
    pub(super) by: Hunter,
    pub(super) occasion: Occasion,
}

/// An effect of a hunters' event: called as the card is played, and with each answer.
type Effect = fn(&mut Adjudicator<'_>, Playing, Option<Move>) -> Flow;
/// An effect of an event of Dracula: called as the card is played, and with each answer.
type DraculaEffect = fn(&mut Adjudicator<'_>, Plot, Option<Move>) -> Flow;

/// A title of the hunters.
struct Row {
    title: EventCard,
    /// The occasions on which it can be played.
    occasions: &'static [Occasion],
    /// True if this hunter can play it now.
    can: fn(&Adjudicator<'_>, Hunter) -> bool,
    effect: Effect,
}

/// A title of Dracula.
struct DraculaRow {
    title: EventCard,
    /// True if he can play it on this occasion.
    can: fn(&Adjudicator<'_>, Plot) -> bool,
    effect: DraculaEffect,
}

const OPEN: &[Occasion] = &[Occasion::Drawn, Occasion::Dawn, Occasion::Dusk];
const TIME: &[Occasion] = &[Occasion::Dawn, Occasion::Dusk];
const ACTION: &[Occasion] = &[Occasion::Action];
const OPENING: &[Occasion] = &[Occasion::DraculaOpening, Occasion::VampireOpening];

/// True on every occasion of the title.
const fn always(_: &Adjudicator<'_>, _: Hunter) -> bool {
    true
}

const fn row(
    title: EventCard,
    occasions: &'static [Occasion],
    can: fn(&Adjudicator<'_>, Hunter) -> bool,
    effect: Effect,
) -> Row {
    Row { title, occasions, can, effect }
}

/// The titles of the hunters, in the order of their codes.
static HUNTERS: [Row; 30] = [
    row(EventCard::SisterAgatha, OPEN, always, open::ally),
    row(EventCard::BloodTransfusion, ACTION, action::can_transfuse, action::blood_transfusion),
    row(EventCard::BehindTheVeil, OPEN, always, open::behind_the_veil),
    row(EventCard::CharteredCarriage, &[Occasion::Ticket], always, travel::chartered_carriage),
    row(EventCard::ConsecratedGround, ACTION, action::can_consecrate, action::consecrated_ground),
    row(EventCard::EvilPresence, OPEN, always, open::evil_presence),
    row(EventCard::EscapeRoute, &[Occasion::DraculaOpening], always, combat::escape_route),
    row(EventCard::ExcellentWeather, ACTION, action::can_sail, action::excellent_weather),
    row(EventCard::Forewarned, &[Occasion::Ambush], always, travel::forewarned),
    row(
        EventCard::GoodLuck,
        &[Occasion::Dawn, Occasion::Dusk, Occasion::Tip],
        time::can_be_lucky,
        time::good_luck,
    ),
    row(EventCard::GreatStrength, &[Occasion::Rescue], always, combat::great_strength),
    row(EventCard::HeroicLeap, OPENING, always, combat::heroic_leap),
    row(EventCard::HiredScouts, OPEN, always, open::hired_scouts),
    row(EventCard::Hypnosis, ACTION, action::can_hypnotize, action::hypnosis),
    row(EventCard::JonathanHarker, OPEN, always, open::ally),
    row(EventCard::LuckyFind, OPENING, always, combat::lucky_find),
    row(EventCard::LongNight, &[Occasion::Dusk], always, time::long_night),
    row(EventCard::LocalRumors, OPEN, always, open::local_rumors),
    row(EventCard::LucysRevenge, &[Occasion::Revenge], always, combat::lucys_revenge),
    row(EventCard::MoneyTrail, ACTION, action::in_city, action::money_trail),
    row(EventCard::MysticResearch, ACTION, action::can_research, action::mystic_research),
    row(EventCard::NewspaperReports, OPEN, always, open::newspaper_reports),
    row(EventCard::PlannedAmbush, &[Occasion::Reveal], always, combat::planned_ambush),
    row(EventCard::RufusSmith, OPEN, always, open::ally),
    row(EventCard::RenewedVigor, &[Occasion::Dawn], always, time::renewed_vigor),
    row(EventCard::SenseOfEmergency, ACTION, action::can_hurry, action::sense_of_emergency),
    row(EventCard::SurprisingReturn, TIME, time::can_return, time::surprising_return),
    row(EventCard::SpeedyTelegraph, TIME, time::can_telegraph, time::speedy_telegraph),
    row(EventCard::VampireLair, ACTION, action::can_stake, action::vampire_lair),
    row(EventCard::WaxCylinders, ACTION, action::can_listen, action::wax_cylinders),
];

const fn plot(
    title: EventCard,
    can: fn(&Adjudicator<'_>, Plot) -> bool,
    effect: DraculaEffect,
) -> DraculaRow {
    DraculaRow { title, can, effect }
}

/// The titles of Dracula, in the order of their codes.
static DRACULAS: [DraculaRow; 17] = [
    plot(EventCard::Brides, phase::in_phase, phase::brides),
    plot(EventCard::CustomsSearch, travel::on_arrival, travel::customs_search),
    plot(EventCard::DevilishPower, phase::can_destroy, phase::devilish_power),
    plot(EventCard::DarknessReturns, phase::can_return, phase::darkness_returns),
    plot(EventCard::Enraged, combat::at_start, combat::enraged),
    plot(EventCard::FalseTip, travel::on_rails, travel::false_tip),
    plot(EventCard::GreatWolf, phase::can_be_wolf, phase::great_wolf),
    plot(EventCard::HiddenSchemes, phase::can_scheme, phase::hidden_schemes),
    plot(EventCard::Hildesheim, phase::in_phase, phase::hildesheim),
    plot(EventCard::NocturnalVisit, phase::can_visit, phase::nocturnal_visit),
    plot(EventCard::Roadblock, phase::can_block, phase::roadblock),
    plot(EventCard::Seduction, combat::can_seduce, combat::seduction),
    plot(EventCard::SummonStorms, phase::can_storm, phase::summon_storms),
    plot(EventCard::SensationalistPress, phase::in_phase, phase::sensationalist_press),
    plot(EventCard::UnearthlySwiftness, phase::can_hurry, phase::unearthly_swiftness),
    plot(EventCard::VampiricInfluence, phase::can_visit, phase::vampiric_influence),
    plot(EventCard::WildHorses, combat::can_drive, combat::wild_horses),
];

impl Adjudicator<'_> {
    /// The events that a hunter can play on this occasion, a bit for each.
    pub(super) fn playable(&self, hunter: Hunter, occasion: Occasion) -> u64 {
        let held = &self.at.known.held[hunter].events;
        if held.is_empty() {
            return 0;
        }
        let can = |row: &&Row| {
            held.has(row.title) && row.occasions.contains(&occasion) && (row.can)(self, hunter)
        };
        HUNTERS.iter().filter(can).fold(0, |set, row| set | 1 << row.title.index())
    }

    /// The events that Dracula can play on this occasion, a bit for each.
    fn plots(&self, occasion: Plot) -> u64 {
        let held = &self.at.known.dracula.events;
        if held.is_empty() {
            return 0;
        }
        let can = |row: &&DraculaRow| held.has(row.title) && (row.can)(self, occasion);
        DRACULAS.iter().filter(can).fold(0, |set, row| set | 1 << row.title.index())
    }

    /// A window of these hunters, in seat order (V3).
    pub(super) fn open_window(&mut self, hunters: impl Iterator<Item = Hunter>, on: Occasion) {
        self.then([Task::Window(Window::of(hunters.map(Hunter::seat)), on)]);
    }

    /// V5: a window of the hunters on the board, in hospitals and at sea too.
    pub(super) fn time_window(&mut self, occasion: Occasion) -> Flow {
        self.open_window_on_board(occasion);
        Ok(())
    }

    /// Asks the next hunter that holds something to play.
    pub(super) fn ask_window(&mut self, mut window: Window<4>, occasion: Occasion) -> Flow {
        self.tell();
        let playable = |seat| Hunter::of(seat).map_or(0, |hunter| self.playable(hunter, occasion));
        let Some(seat) = window.ask(|seat| playable(seat) != 0) else { return Ok(()) };
        let plays = (MoveKind::Play, playable(seat));
        self.offer(seat, Question::Event, Task::Window(window, occasion), plays)
    }

    /// A hunter plays an event in a window, or passes.
    pub(super) fn played(&mut self, mut window: Window<4>, on: Occasion, mv: Move) -> Flow {
        let player = window.asked().and_then(Hunter::of);
        let (Move::Play(title), Some(by)) = (mv, player) else {
            window.pass();
            self.then([Task::Window(window, on)]);
            return Ok(());
        };
        window.act(on.then());
        self.then([Task::Window(window, on)]);
        self.play_event(Playing { title, by, occasion: on })
    }

    /// V1: the card leaves the hand and takes effect. Open events are discarded after it.
    pub(super) fn play_event(&mut self, playing: Playing) -> Flow {
        let Playing { title, by, .. } = playing;
        self.at.known.held[by].events.remove(title);
        self.close_cards(by);
        if title.is_open() {
            self.then([Task::PutAway(title)]);
        } else {
            self.discard_event(title);
        }
        self.take_event(playing, None)
    }

    /// Carries on with the effect of an event of the hunters.
    pub(super) fn take_event(&mut self, playing: Playing, answer: Option<Move>) -> Flow {
        match HUNTERS.iter().find(|row| row.title == playing.title) {
            Some(row) => (row.effect)(self, playing, answer),
            None => Ok(()),
        }
    }

    /// Asks the player of an event about its effect.
    fn ask_player(&mut self, playing: Playing, question: Question, choices: Choices) -> Flow {
        self.ask(playing.by.seat(), question, Task::Event(playing), choices)
    }

    /// Asks Dracula for an event, if he has one to play.
    pub(super) fn ask_plot(&mut self, occasion: Plot) -> Flow {
        let plots = (MoveKind::Play, self.plots(occasion));
        self.offer(DRACULA, Question::Event, Task::Plot(occasion), plots)
    }

    /// Dracula plays an event, or passes. He is asked again until he passes, but for a rail move or
    /// an arrival, about which there is one question.
    pub(super) fn plotted(&mut self, occasion: Plot, mv: Move) -> Flow {
        let Move::Play(title) = mv else { return Ok(()) };
        if matches!(occasion, Plot::Phase | Plot::Combat) {
            self.then([Task::Plot(occasion)]);
        }
        self.at.known.dracula.events.remove(title);
        if !title.is_draculas_ally() {
            self.discard_event(title);
        }
        self.take_dracula_event(title, occasion, None)
    }

    /// Carries on with the effect of an event of Dracula.
    pub(super) fn take_dracula_event(
        &mut self,
        title: EventCard,
        occasion: Plot,
        answer: Option<Move>,
    ) -> Flow {
        match DRACULAS.iter().find(|row| row.title == title) {
            Some(row) => (row.effect)(self, occasion, answer),
            None => Ok(()),
        }
    }

    /// Asks Dracula about the effect of his event.
    fn ask_plotter(
        &mut self,
        (title, occasion): (EventCard, Plot),
        question: Question,
        choices: Choices,
    ) -> Flow {
        self.ask_dracula(question, Task::DraculaEvent(title, occasion), choices)
    }

    /// Discards an event after its effect (V1).
    pub(super) fn put_away(&mut self, title: EventCard) -> Flow {
        self.discard_event(title);
        Ok(())
    }

    /// Takes the next task after open windows off the agenda, so that it does not happen.
    pub(super) fn prevent_next(&mut self) -> Option<Task> {
        while let Some(Task::Window(..)) = self.at.agenda.last() {
            self.at.agenda.pop();
        }
        self.at.agenda.pop()
    }
}
