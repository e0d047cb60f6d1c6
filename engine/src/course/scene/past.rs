//! Conclusions from the plays so far: who knows which part of Dracula's trail, and which encounters
//! are still on it.

use std::borrow::Cow;
use std::ops::Range;

use crate::course::Course;
use crate::course::board::Board;
use crate::course::moves::Sighting;
use crate::course::play::{DraculaPlay, Encounter, HunterPlay, Play};
use crate::map::Place;

/// The owner of the knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Knower {
    Hunters,
    /// Dracula, who knows everything.
    Dracula,
}

/// All plays as the viewer knows them now, and their consequences.
///
/// Dracula's moves are numbered by round, from 0.
pub(super) struct Past<'a> {
    rules: &'a Course,
    knower: Knower,
    plays: Cow<'a, [Play<Sighting>]>,
    /// The place that each of Dracula's moves led to, if the viewer knows it.
    places: Vec<Option<Place>>,
    /// True for each of these moves whose code the hunters know.
    codes: Vec<bool>,
    /// The moves whose trap or vampire was met.
    met: Vec<usize>,
    /// The public board, as far as hunters' turns change it.
    hunters: Board,
    /// The changes by the latest play.
    pub(super) latest: Latest,
}

/// The changes by the latest play.
#[derive(Default)]
pub(super) struct Latest {
    /// The place of its hunter before it; `None` before the hunter's first turn.
    pub(super) from: Option<Place>,
    /// True if it led to research (R2).
    pub(super) research: bool,
    /// The moves of the trail whose places the hunters did not know before it, newest first.
    pub(super) revealed: Vec<usize>,
}

impl<'a> Past<'a> {
    pub(super) fn of(rules: &'a Course, knower: Knower, plays: Cow<'a, [Play<Sighting>]>) -> Self {
        let mut past = Self {
            rules,
            knower,
            places: vec![],
            codes: vec![],
            met: vec![],
            hunters: Board::start(rules),
            latest: Latest::default(),
            plays,
        };
        for round in 0..past.plays.len() / 5 {
            let place = past.place_by(round);
            past.places.push(place);
        }
        let Some(last) = past.plays.len().checked_sub(1) else { return past };
        (0..last).for_each(|index| past.take(index));
        let known: Vec<_> = past.trail().map(|round| past.seen_place(round)).collect();
        let first = past.trail().start;
        past.latest.from = match past.plays[last] {
            Play::Hunter(play) => past.hunters.at(play.hunter),
            Play::Dracula(_) => None,
        };
        past.latest.research = false;
        past.take(last);
        let was_known = |round: usize| known.get(round - first).copied().flatten().is_some();
        let is_new = |&round: &usize| past.seen_place(round).is_some() && !was_known(round);
        past.latest.revealed = past.trail().rev().filter(is_new).collect();
        past
    }

    /// The latest play.
    pub(super) fn last(&self) -> Option<Play<Sighting>> {
        self.plays.last().copied()
    }

    /// Dracula's play of a round.
    pub(super) fn dracula(&self, round: usize) -> Option<DraculaPlay<Sighting>> {
        match self.plays.get(5 * round + 4)? {
            Play::Dracula(play) => Some(*play),
            Play::Hunter(_) => None,
        }
    }

    /// The number of moves that Dracula has made.
    pub(super) fn made(&self) -> usize {
        self.codes.len().min(self.places.len())
    }

    /// The rounds of the trail, oldest first.
    pub(super) fn trail(&self) -> Range<usize> {
        self.made().saturating_sub(self.size())..self.made()
    }

    /// The age of a round's move, in moves: 0 is the newest.
    pub(super) fn age(&self, round: usize) -> usize {
        self.made() - 1 - round
    }

    /// The place that a round's move led to, if the viewer knows it.
    pub(super) fn place(&self, round: usize) -> Option<Place> {
        self.places.get(round).copied().flatten()
    }

    /// The place that a round's move led to, if the hunters know it.
    pub(super) fn seen_place(&self, round: usize) -> Option<Place> {
        let mut round = round;
        loop {
            if !*self.codes.get(round)? {
                return None;
            }
            let sighting = self.dracula(round)?.mv;
            match sighting.points_back() {
                None => return sighting.place(self.rules),
                Some(back) => round = round.checked_sub(back)?,
            }
        }
    }

    /// True if the viewer knows the place of a round's move, and the hunters do not.
    pub(super) fn is_hidden(&self, round: usize) -> bool {
        // The hunters' own view hides nothing from them, even if its plays make no sense.
        let secret = self.place(round).is_some() && self.seen_place(round).is_none();
        self.knower == Knower::Dracula && secret
    }

    /// The encounter that was placed with a round's move, if it is still there.
    pub(super) fn encounter(&self, round: usize) -> Option<Encounter> {
        self.dracula(round)?.placed.filter(|_| !self.met.contains(&round))
    }

    fn size(&self) -> usize {
        self.rules.params().trail.into()
    }

    /// The place of a move; the places of all earlier moves are already in `places`.
    fn place_by(&self, round: usize) -> Option<Place> {
        let sighting = self.dracula(round)?.mv;
        match sighting.points_back() {
            None => sighting.place(self.rules),
            Some(back) => self.place(round.checked_sub(back)?),
        }
    }

    fn take(&mut self, index: usize) {
        match self.plays[index] {
            Play::Hunter(play) => self.hunter_played(play),
            Play::Dracula(play) => self.dracula_played(play.mv),
        }
    }

    /// Updates the past by a hunter's play (H4 to H6, R1, R2).
    fn hunter_played(&mut self, HunterPlay { hunter, to, met }: HunterPlay) {
        if !self.rules.is_sea(to) {
            for round in self.trail() {
                if self.place(round) == Some(to) {
                    self.reveal(round);
                }
            }
            self.clear(Encounter::Trap, met.traps, to);
            self.clear(Encounter::Vampire, met.vampires, to);
        }
        // Invented plays can hold more encounters than a life lasts.
        let life = self.hunters.life_after(self.rules, hunter, met).unwrap_or(0);
        let end = self.hunters.end_hunter_turn(self.rules, hunter, to, life);
        self.hunters.to_move = 0;
        let oldest = self.made().checked_sub(self.size()).filter(|_| end.research);
        self.latest.research = oldest.is_some();
        if let Some(oldest) = oldest {
            self.reveal(oldest);
        }
    }

    /// Updates the past by Dracula's play (K2, K3, K5).
    fn dracula_played(&mut self, mv: Sighting) {
        let round = self.codes.len();
        self.codes.push(matches!(mv, Sighting::DoubleBack(_) | Sighting::Teleport));
        let watched = self.hunters.watched(self.rules);
        if self.place(round).is_some_and(|place| watched.contains(place)) {
            self.reveal(round);
        }
        if let Some(oldest) = self.made().checked_sub(self.size())
            && self.dracula(oldest).is_some_and(|play| play.mv == Sighting::Hide)
        {
            self.codes[oldest] = true;
        }
    }

    /// Lets the hunters learn a move and the moves that it points to (K4).
    fn reveal(&mut self, round: usize) {
        let mut next = Some(round);
        while let Some(round) = next {
            let Some(code) = self.codes.get_mut(round) else { break };
            *code = true;
            let back = self.dracula(round).and_then(|play| play.mv.points_back());
            next = back.and_then(|back| round.checked_sub(back));
        }
    }

    /// Removes this many encounters of a kind from a place, oldest first, because a hunter met
    /// them.
    fn clear(&mut self, kind: Encounter, count: u8, to: Place) {
        for _ in 0..count {
            let oldest = self.trail().find(|&round| {
                self.place(round) == Some(to) && self.encounter(round) == Some(kind)
            });
            self.met.extend(oldest);
        }
    }
}
