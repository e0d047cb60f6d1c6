//! The worth of a hunter's actions, in points of the margin.
//!
//! Idea: targets are the places where Dracula may be, and those where cards of his trail may lie
//! that will mature. A target is worth less for each link to it, and less for each other hunter who
//! is as near. A day's move counts most, because only by day can a hunter move; what can be done by
//! night is left for the night.

use stoker_engine::fury::{
    EventCard, Face, Hunter, HuntersView, Laid, Move, Phase, RUMOR, SPACES, SeenCard, SeenLaid,
    SeenSlot, Step, Ticket, Word,
};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::hunters::Hunters;

/// The damage that a hunter without items does to Dracula when they meet.
const HIT: f64 = 1.4;
/// The damage that each item adds.
const ARMED: f64 = 0.4;
/// The damage that a hunter does in a skirmish, with some help.
const SKIRMISH: f64 = 2.0;
/// The probability that a meeting defeats a hunter whom the next bite defeats.
const BITTEN: f64 = 0.3;
/// The probability that a meeting defeats a hunter who has little health left.
const HURT: f64 = 0.35;
/// The shares of the first hunter who stands at Dracula's place and of the others there.
const COMPANY: [f64; 4] = [1.0, 0.9, 0.8, 0.8];
/// The worth of Dracula's place by the number of links to it: he moves on meanwhile.
pub(super) const CHASE: [f64; 9] = [1.0, 0.55, 0.3, 0.17, 0.09, 0.05, 0.03, 0.015, 0.01];
/// The worth of a card of the trail by the number of links to it.
const ERRAND: [f64; 6] = [1.0, 0.7, 0.5, 0.35, 0.25, 0.17];
/// The shares of the first hunter on the way to Dracula's place and of those who come to help.
const HELP: [f64; 4] = [1.0, 0.6, 0.5, 0.4];
/// The worth of turning a card of the trail up, besides what lies on it.
const NEWS: f64 = 6.0;
/// The influence expected of an encounter that lies face down, without and with a rumor token.
const UNSEEN: [f64; 2] = [0.7, 4.0];
/// The share of the worth of a supply by day: it can be had by night, too.
const BY_DAY: f64 = 0.25;
/// The points that a place at sea is worse than one on land.
const AT_SEA: f64 = 4.0;

/// The worth of one hunter's actions.
pub(super) struct ActionWorth<'a> {
    bots: &'a Hunters,
    view: &'a HuntersView,
    hunter: Hunter,
    here: ByPlace<f64>,
    /// The places that may be worth a way: the cards of the trail that may be there.
    errands: Vec<Errand>,
    /// The places of the others.
    others: Vec<Place>,
}

/// A place where a card of the trail may lie.
struct Errand {
    at: Place,
    worth: f64,
    /// The days until it leaves the trail.
    left: u8,
}

impl<'a> ActionWorth<'a> {
    pub(super) fn new(bots: &'a Hunters, view: &'a HuntersView, hunter: Hunter) -> Self {
        let others =
            Hunter::FOUR.into_iter().filter(|other| *other != hunter && bots.style.skilled);
        let others = others.filter_map(|other| view.table.hunters[other].place()).collect();
        let here = bots.belief.here();
        let mut plan = Self { bots, view, hunter, here, errands: vec![], others };
        plan.errands = plan.errands();
        plan
    }

    /// The move that is worth most.
    pub(super) fn best(&self, moves: impl Iterator<Item = Move>) -> Option<Move> {
        let mut best: Option<(f64, Move)> = None;
        for mv in moves {
            let worth = self.worth(mv);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The worth of where the hunter stands: for the hunt after Dracula, and for the trail.
    pub(super) fn stands_apart(&self) -> [f64; 2] {
        self.at().map_or([0.0; 2], |at| [self.hunt(at), self.trail(at)])
    }

    fn at(&self) -> Option<Place> {
        self.view.table.hunters[self.hunter].place()
    }

    pub(super) fn worth(&self, mv: Move) -> f64 {
        let stays = || self.at().map_or(0.0, |at| self.stand(at));
        let skilled = self.bots.style.skilled;
        match mv {
            Move::To(place) => self.stand(place),
            Move::Ride(ticket, place) if skilled => self.stand(place) - fare(ticket),
            Move::Carriage(ticket, place) if skilled => self.stand(place) - fare(ticket) - 3.0,
            Move::Word(Word::Search) => stays() + self.search(),
            Move::Word(Word::Rest) => stays() + self.rest(),
            Move::Word(Word::Supply) => stays() + self.supply(),
            Move::Word(Word::Ticket) => stays() + self.ticket(),
            Move::Word(Word::Bond) if skilled => stays() + self.bond(),
            Move::Play(event) if skilled => stays() + action(event),
            Move::Word(Word::No) => stays(),
            _ => -100.0,
        }
    }

    /// The worth of standing in a place at dusk.
    fn stand(&self, at: Place) -> f64 {
        let atlas = &self.bots.atlas;
        let sea = if atlas.seas.contains(at) { AT_SEA } else { 0.0 };
        self.hunt(at) + self.trail(at) - sea
    }

    /// The worth of a place for the hunt after Dracula himself. Those for whom a meeting is worth
    /// nothing keep away.
    fn hunt(&self, at: Place) -> f64 {
        let atlas = &self.bots.atlas;
        let meeting = self.meeting();
        let mut sum = 0.0;
        for to in atlas.everywhere() {
            let mass = self.here[to];
            if mass <= 0.0 {
                continue;
            }
            let steps = atlas.steps(at, to);
            sum += mass
                * match steps {
                    0 if atlas.seas.contains(at) => meeting.max(0.0) * CHASE[1],
                    0 => meeting * self.share(&COMPANY, to, 0),
                    steps => meeting.max(0.0) * faded(&CHASE, steps) * self.share(&HELP, to, steps),
                };
        }
        sum
    }

    /// The worth of a meeting with Dracula, in points.
    fn meeting(&self) -> f64 {
        let figure = &self.view.table.hunters[self.hunter];
        let bites = self.bots.rules.data().hunters[self.hunter].bites;
        let hunt = self.bots.rules.params().play == Step::Hunt;
        let hit = if hunt { SKIRMISH } else { HIT + ARMED * f64::from(figure.items) };
        let defeat = if self.left() <= self.risk() {
            if hunt { 1.0 } else { HURT }
        } else if !hunt && figure.bites >= bites {
            BITTEN
        } else {
            0.0
        };
        let cost = self.bots.health() * (2.0 + f64::from(self.view.table.despair));
        let wins =
            hit + f64::from(self.view.table.damage) >= f64::from(self.bots.rules.params().health);
        if wins { 2.0 * hit * self.bots.goal() } else { hit * self.bots.goal() - defeat * cost }
    }

    /// The share of a hunter so far away among all who go there.
    fn share(&self, shares: &[f64; 4], to: Place, steps: u8) -> f64 {
        let nearer = |other: &&Place| self.bots.atlas.steps(**other, to) <= steps;
        shares[self.others.iter().filter(nearer).count().min(shares.len() - 1)]
    }

    /// The worth of a place for the cards of the trail: only the nearest hunter counts.
    fn trail(&self, at: Place) -> f64 {
        let atlas = &self.bots.atlas;
        let worth = |errand: &Errand| {
            let steps = atlas.steps(at, errand.at);
            if steps > errand.left {
                return 0.0;
            }
            let others = self.others.iter().map(|other| atlas.steps(*other, errand.at));
            let covered = others.min().map_or(0.0, |steps| faded(&ERRAND, steps));
            errand.worth * (faded(&ERRAND, steps) - covered).max(0.0)
        };
        self.errands.iter().map(worth).sum()
    }

    fn errands(&self) -> Vec<Errand> {
        let mut errands = vec![];
        if !self.bots.style.skilled || self.left() <= 2.0 {
            return errands;
        }
        for (age, slot) in (1u8..).zip(&self.view.trail.spaces) {
            let Some(slot) = slot else { continue };
            let news = if slot.card.face() == Face::Down { NEWS } else { 0.0 };
            let worth = self.prize(slot, age) + news;
            let left = u8::try_from(SPACES).unwrap_or(0).saturating_sub(age);
            let mass = self.bots.belief.of_slot(slot.id);
            let places = self.bots.atlas.cities.into_iter().filter(|at| mass[*at] > 0.0);
            errands.extend(places.map(|at| Errand { at, worth: worth * mass[at], left }));
        }
        errands
    }

    /// The worth of a search here.
    fn search(&self) -> f64 {
        let Some(at) = self.at() else { return -1.0 };
        let trail = &self.view.trail;
        let slots = (1u8..).zip(&trail.spaces);
        let here = |slot: &SeenSlot| match slot.card {
            SeenCard::City(city, ..) | SeenCard::Castle(city, ..) => city == at,
            _ => false,
        };
        let own = slots.filter_map(|(age, slot)| Some((age, slot.as_ref()?)));
        let prize: f64 =
            own.filter(|(_, slot)| here(slot)).map(|(age, slot)| self.prize(slot, age)).sum();
        let lairs = trail.lairs.iter().flatten().filter(|slot| here(slot)).count();
        let known = prize + 2.0 * f64::from(u8::try_from(lairs).unwrap_or(0));
        if known <= 0.0 {
            return -1.0;
        }
        let danger = if self.left() <= 3.0 { 20.0 } else { 4.0 };
        known - danger
    }

    /// The influence that the encounters of a slot may bring, in points, with its age on the trail.
    fn prize(&self, slot: &SeenSlot, age: u8) -> f64 {
        let laid = match &slot.card {
            SeenCard::SomeCity(_, laid)
            | SeenCard::City(_, _, laid)
            | SeenCard::Castle(_, _, laid) => &laid[..],
            _ => &[],
        };
        let cards: f64 = laid.iter().map(|laid| threat(*laid, slot)).sum();
        self.bots.health() * cards * (0.6 + 0.08 * f64::from(age))
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
        let large = city.is_none_or(|at| atlas.large.contains(at));
        let limits = &self.bots.rules.data().hunters[self.hunter];
        let items = match figure.items {
            _ if plays == Step::Hunt || !large || figure.items >= limits.items => 0.0,
            0 => 14.0,
            1 => 9.0,
            _ => 4.0,
        };
        let events = if plays == Step::Full && figure.events < limits.events { 3.0 } else { 0.0 };
        (items + events) * self.later()
    }

    /// The share of the worth of what can as well be done by night.
    fn later(&self) -> f64 {
        let day = self.view.table.phase == Phase::Day;
        if day && self.bots.style.skilled { BY_DAY } else { 1.0 }
    }

    fn ticket(&self) -> f64 {
        match self.view.table.hunters[self.hunter].tickets {
            _ if !self.bots.style.skilled => 0.1,
            0 => 6.0 * self.later(),
            1 => 3.0 * self.later(),
            _ => 0.1,
        }
    }

    /// Mina's answer is worth most if either is as likely.
    fn bond(&self) -> f64 {
        let around = self.at().map_or(PlaceSet::EMPTY, |at| self.bots.atlas.within(at, 2));
        let near: f64 = around.into_iter().map(|at| self.here[at]).sum();
        24.0 * near * (1.0 - near)
    }

    fn left(&self) -> f64 {
        self.bots.left(self.view, self.hunter)
    }

    /// The damage that a meeting at dusk can do.
    fn risk(&self) -> f64 {
        match self.bots.rules.params().play {
            Step::Hunt => f64::from(self.bots.rules.params().skirmish_night),
            Step::Combat | Step::Full => 3.0,
        }
    }
}

/// The share that is left after so many links.
pub(super) fn faded(shares: &[f64], steps: u8) -> f64 {
    shares.get(usize::from(steps)).copied().unwrap_or(0.0)
}

/// The worth of keeping a ticket.
fn fare(ticket: Ticket) -> f64 {
    1.0 + 0.5 * f64::from(ticket.white())
}

/// The worth of an event that is an action.
fn action(event: EventCard) -> f64 {
    match event {
        EventCard::VampireLair => 28.0,
        EventCard::Hypnosis => 8.0,
        EventCard::WaxCylinders => 6.0,
        EventCard::ConsecratedGround => 5.0,
        EventCard::MoneyTrail => 2.0,
        _ => -100.0,
    }
}

/// The influence that an encounter in this slot may bring.
fn threat(laid: SeenLaid, slot: &SeenSlot) -> f64 {
    let rumor = slot.rumor;
    match laid.known().map(Laid::kind) {
        None => UNSEEN[usize::from(rumor)],
        Some(kind) if kind.is_vampire() => {
            f64::from(kind.influence()) + if rumor { f64::from(RUMOR) } else { 0.0 }
        }
        Some(_) => 0.07,
    }
}
