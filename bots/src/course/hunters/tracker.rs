//! `tracker`: four hunters who share one set of possible places and split the work.
//!
//! Idea: [`PossiblePlaces`] tells where Dracula can be, [`Likelihood`] how likely each place is. An
//! option of a hunter who is still to move this round is worth what it can find now, plus what it
//! leaves in reach next turn and the turn after, by the rail rhythm. A place that others reach too
//! is worth less. The best pair of hunter and place is settled first, then the next, until the
//! hunter asked is settled. If next to nothing is known, all four rest, which makes a research.
//! Cost: sums over sets of places for each option of up to four hunters; nothing is allocated once
//! the tables are made.
//! Weakness: it assumes that Dracula walks at random and merely keeps out of reach. It plans no
//! further than two turns, and follows up a find only because the next hunter is asked later.

use std::sync::Arc;

use stoker_engine::course::{
    ByHunter, Course, Encounter, Hunter, HuntersView, Move, Mover, Play, View,
};
use stoker_engine::map::{ByPlace, MAX_PLACES, Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng};

use super::interest::{Interest, InterestFacts, InterestWeights};
use super::likelihood::Likelihood;
use crate::course::shared::best::Best;
use crate::course::shared::places::PossiblePlaces;
use crate::course::shared::reachable::Reach;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "tracker",
    summary: "Hunters who know where Dracula can be, and close in together.",
    sides: &["hunters"],
    rung: Some(2),
    searches: false,
    params: PARAMS,
    make: |setup| Box::new(Tracker::new(setup)),
};

const PARAMS: &[Param] = &[
    Param::int("near", 50, (0, 200))
        .about("Worth of a place in reach next turn, in percent of entering it now."),
    Param::int("far", 35, (0, 200))
        .about("Worth of a place in reach in two turns, in percent of entering it now."),
    Param::int("trail", 40, (0, 200))
        .about("Worth of finding an unknown move of the trail, in percent of meeting him."),
    Param::int("vampire", 40, (0, 200))
        .about("Worth of destroying a vampire, in percent of meeting him."),
    Param::int("death", 30, (0, 200))
        .about("Cost of going to hospital, in percent of what meeting him is worth."),
    Param::int("caution", 10, (1, 100)).about(
        "Factor by which Dracula is assumed likelier to go where no hunter can follow at \
                once.",
    ),
    Param::int("research", 50, (1, 128))
        .about("Possible places from which on all four rest to do research."),
];

/// The bot.
#[derive(Clone)]
struct Tracker {
    rules: Arc<Course>,
    weights: InterestWeights,
    near: i32,
    far: i32,
    research: usize,
    caution: u32,
    reach: Reach,
    places: PossiblePlaces,
    likely: Likelihood,
    interest: Interest,
    /// The number of plays taken into account.
    plays: usize,
    /// The round after the last visit to each place.
    visited: ByPlace<u16>,
    /// The round of the newest vampire that has not been destroyed.
    vampire: Option<usize>,
    /// The round in which all hunters rest.
    resting: Option<u16>,
}

impl Tracker {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let rules = setup.game;
        let int = |name| i32::try_from(setup.values.int(name)).unwrap_or(0);
        Self {
            rules: Arc::clone(rules),
            weights: InterestWeights {
                trail: int("trail"),
                vampire: int("vampire"),
                death: int("death"),
            },
            near: int("near"),
            far: int("far"),
            research: usize::try_from(int("research")).unwrap_or(MAX_PLACES),
            caution: int("caution").unsigned_abs(),
            reach: Reach::new(rules),
            places: PossiblePlaces::new(rules),
            likely: Likelihood::new(),
            interest: Interest::default(),
            plays: 0,
            visited: ByPlace::of(0),
            vampire: None,
            resting: None,
        }
    }

    fn learn(&mut self, view: &HuntersView) {
        for (index, play) in view.plays().iter().enumerate().skip(self.plays) {
            let round = index / 5;
            match play {
                Play::Hunter(play) => {
                    self.visited[play.to] = u16::try_from(round + 1).unwrap_or(u16::MAX);
                    let here =
                        |round: &usize| view.dracula_place(&self.rules, *round) == Some(play.to);
                    if play.met.vampires > 0 && self.vampire.as_ref().is_some_and(here) {
                        self.vampire = None;
                    }
                }
                Play::Dracula(play) if play.placed == Some(Encounter::Vampire) => {
                    self.vampire = Some(round);
                }
                Play::Dracula(_) => {}
            }
        }
        self.plays = view.plays().len();
        self.places.update(view, &self.rules);
        self.likely.update(&self.places, &self.rules, self.caution);
    }

    fn decide(&mut self, view: &HuntersView, hunter: Hunter, rng: &mut Rng) -> Place {
        if let Some(here) = self.rest_for_research(view, hunter) {
            return here;
        }
        let situation = InterestFacts {
            rules: &self.rules,
            view,
            places: &self.places,
            likely: &self.likely,
            visited: &self.visited,
            vampire: self.vampire,
        };
        self.interest.update(&situation, self.weights);
        let mut waiting = ByHunter(Hunter::ALL.map(|other| other >= hunter));
        for &earlier in &Hunter::ALL[..hunter as usize] {
            if let Some(at) = view.board().at(earlier) {
                self.settle(view, earlier, at);
            }
        }
        loop {
            let (next, to) = self.best_pair(view, &waiting, rng);
            if next == hunter {
                return to;
            }
            waiting[next] = false;
            self.settle(view, next, to);
        }
    }

    /// The place where a hunter stays if all of them rest (R1, R2), which the first of them
    /// decides.
    fn rest_for_research(&mut self, view: &HuntersView, hunter: Hunter) -> Option<Place> {
        let round = view.board().round();
        if hunter == Hunter::ALL[0] {
            let useful = self.places.now().len() >= self.research && self.can_research(view);
            self.resting = useful.then_some(round);
        }
        let on = self.resting == Some(round) && self.places.now().len() > 3;
        view.board().at(hunter).filter(|_| on)
    }

    fn can_research(&self, view: &HuntersView) -> bool {
        let params = self.rules.params();
        let oldest = self.places.rounds().checked_sub(usize::from(params.trail));
        let streak = usize::from(view.board().streak()) + Hunter::ALL.len();
        let unknown = |round| self.places.at(round).len() > 1;
        streak >= usize::from(params.research_rests) && oldest.is_some_and(unknown)
    }

    /// The pair of a waiting hunter and an option with the highest value.
    fn best_pair(
        &self,
        view: &HuntersView,
        waiting: &ByHunter<bool>,
        rng: &mut Rng,
    ) -> (Hunter, Place) {
        let mut best = Best::default();
        for hunter in Hunter::ALL.into_iter().filter(|&hunter| waiting[hunter]) {
            for to in view.hunter_moves(&self.rules, hunter) {
                best.offer((hunter, to), self.value(view, hunter, to), rng);
            }
        }
        best.choice().expect("a waiting hunter can always stay")
    }

    fn value(&self, view: &HuntersView, hunter: Hunter, to: Place) -> i32 {
        let (next, later) = self.ahead(view, hunter, to);
        let board = view.board();
        let life = board.life_at_turn(&self.rules, hunter);
        let stays = board.at(hunter) == Some(to);
        let gain = if stays { self.rules.params().life_gain_rest } else { 0 };
        self.interest.now(hunter, to, life)
            + self.interest.rest(&self.rules, life, gain)
            + self.near * self.interest.next(next) / 100
            + self.far * self.interest.later(later) / 100
    }

    /// The places that a hunter who is in a place after this turn can reach in the next turn, and
    /// in two.
    fn ahead(&self, view: &HuntersView, hunter: Hunter, from: Place) -> (PlaceSet, PlaceSet) {
        let next = view.board().round() + 1;
        (self.rules.hunter_reach(hunter, next, from), self.reach.two_turns(hunter, next, from))
    }

    /// Settles a hunter's option: what it finds and covers is worth less to the others.
    fn settle(&mut self, view: &HuntersView, hunter: Hunter, to: Place) {
        let (next, later) = self.ahead(view, hunter, to);
        self.interest.settle(to, next, later);
    }
}

impl Bot<Course> for Tracker {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let Mover::Hunter(hunter) = view.board().to_move() else {
            unreachable!("only hunters are asked");
        };
        self.learn(view);
        Move::Hunter(self.decide(view, hunter, turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
