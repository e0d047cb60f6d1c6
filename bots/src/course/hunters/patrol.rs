//! `patrol`: four hunters who walk their beats and check where Dracula was seen.
//!
//! Idea: go to the newest known city of the trail, if it is near; rest when hurt; otherwise walk on
//! to the nearby city that was left alone longest and that no other hunter can check as well.
//! Cost: a handful of set operations a turn; nothing is allocated.
//! Weakness: it draws no conclusions: a sighting is all it knows, and it runs after the past.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, Hunter, HuntersView, Move, Mover, Play, View};
use stoker_engine::map::{ByPlace, MAX_PLACES, Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng};

use crate::course::shared::best::pick;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "patrol",
    summary: "Hunters who spread out, rest when hurt, and check a sighting near by.",
    sides: &["hunters"],
    rung: Some(1),
    searches: false,
    params: PARAMS,
    make: |setup| Box::new(Patrol::new(setup)),
};

/// The parameter for the life at which a hunter rests.
pub(super) const REST: Param = Param::int("rest", 4, (0, 100))
    .about("Life in points at which, or below which, a hunter rests.");

/// The parameter for the distance that hunters keep from each other.
pub(super) const SPREAD: Param = Param::int("spread", 8, (0, 100)).about(
    "Rounds of being left alone that a city must make up for each other hunter who can \
                go there too.",
);

const PARAMS: &[Param] = &[
    REST,
    Param::int("memory", 3, (0, 9))
        .about("Greatest age of a sighting that is checked, in rounds; 0 is where Dracula is now."),
    SPREAD,
];

/// The bot.
#[derive(Clone)]
pub(super) struct Patrol {
    rules: Arc<Course>,
    rest: i64,
    /// The age up to which sightings count, in rounds; `None` if they are ignored.
    memory: Option<usize>,
    spread: i32,
    /// The number of plays taken into account.
    plays: usize,
    /// The round after the last visit to each place.
    visited: ByPlace<u16>,
}

impl Patrol {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let int = |name| setup.values.int(name);
        Self {
            rules: Arc::clone(setup.game),
            rest: int("rest"),
            memory: Some(usize::try_from(int("memory")).unwrap_or(0)),
            spread: i32::try_from(int("spread")).unwrap_or(0),
            plays: 0,
            visited: ByPlace::of(0),
        }
    }

    /// A player that ignores sightings.
    pub(super) fn blind(rules: &Arc<Course>, rest: i64, spread: i32) -> Self {
        let rules = Arc::clone(rules);
        Self { rules, rest, memory: None, spread, plays: 0, visited: ByPlace::of(0) }
    }

    fn note_visits(&mut self, view: &HuntersView) {
        for (index, play) in view.plays().iter().enumerate().skip(self.plays) {
            if let Play::Hunter(play) = play {
                self.visited[play.to] = u16::try_from(index / 5 + 1).unwrap_or(u16::MAX);
            }
        }
        self.plays = view.plays().len();
    }

    fn decide(&self, view: &HuntersView, hunter: Hunter, rng: &mut Rng) -> Option<Place> {
        let moves = view.hunter_moves(&self.rules, hunter);
        let here = view.board().at(hunter);
        if let Some(place) = self.sighting_near(view, moves) {
            return Some(place);
        }
        if i64::from(view.board().life_at_turn(&self.rules, hunter)) <= self.rest && here.is_some()
        {
            return here;
        }
        let cities = moves - self.rules.seas() - PlaceSet::of(self.rules.hospital());
        let cities = here.map_or(cities, |here| cities - PlaceSet::of(here));
        self.best_beat(view, hunter, if cities.is_empty() { moves } else { cities }, rng)
    }

    /// The newest known city of the trail, if this turn can lead there.
    fn sighting_near(&self, view: &HuntersView, moves: PlaceSet) -> Option<Place> {
        let made = view.dracula_moves_made();
        let memory = self.memory?.min(usize::from(self.rules.params().trail) - 1);
        let recent = made.saturating_sub(memory + 1)..made;
        let known = recent.rev().filter_map(|round| {
            let place = view.dracula_place(&self.rules, round)?;
            // A city that a hunter has searched since then is known to be empty.
            let stale = usize::from(self.visited[place]) > round + 1;
            (!stale && !self.rules.is_sea(place)).then_some(place)
        });
        known.take(1).find(|&place| moves.contains(place))
    }

    fn best_beat(
        &self,
        view: &HuntersView,
        hunter: Hunter,
        places: PlaceSet,
        rng: &mut Rng,
    ) -> Option<Place> {
        let value = |place: Place| {
            let others = Hunter::ALL.into_iter().filter(|&other| other != hunter);
            let covered = others
                .filter_map(|other| Some((other, view.board().at(other)?)))
                .filter(|&(other, at)| {
                    self.rules.hunter_reach(other, view.board().round(), at).contains(place)
                })
                .map(|_| self.spread);
            -i32::from(self.visited[place]) - covered.sum::<i32>()
        };
        let valued: ArrayVec<_, MAX_PLACES> =
            places.into_iter().map(|place| (place, value(place))).collect();
        pick(&valued, 0, rng)
    }
}

impl Bot<Course> for Patrol {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let Mover::Hunter(hunter) = view.board().to_move() else {
            unreachable!("only hunters are asked");
        };
        self.note_visits(view);
        let to = self.decide(view, hunter, turn.rng());
        Move::Hunter(to.expect("a hunter can always stay")).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
