//! Hunters of one simple habit each, or of a mixture: the oldest of the field.

use std::sync::Arc;

use stoker_engine::course::{Course, Hunter, HuntersView, Move, Mover, View};
use stoker_engine::map::{ByPlace, Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng, below};

use super::super::kit::hunters_entry;
use crate::entry::BotEntry;

/// All of them.
pub(in crate::course::field) const ENTRIES: [BotEntry<Course>; 5] = [
    hunters_entry(
        "chaser",
        "Hunters who go straight to where he was last seen, and else about at random.",
        |setup| Box::new(Sparring::new(setup.game, [Habit::Chase; 4])),
    ),
    hunters_entry(
        "camper",
        "Hunters of whom two stay next to the castle, and two chase him.",
        |setup| {
            let habits = [Habit::Camp(0), Habit::Camp(1), Habit::Chase, Habit::Chase];
            Box::new(Sparring::new(setup.game, habits))
        },
    ),
    hunters_entry("coast", "Hunters who go from port to port.", |setup| {
        Box::new(Sparring::new(setup.game, [Habit::Coast; 4]))
    }),
    hunters_entry("repeater", "Hunters who go back and forth between two places.", |setup| {
        Box::new(Sparring::new(setup.game, [Habit::Repeat; 4]))
    }),
    hunters_entry("rester", "Hunters who rest, and go to the places that this reveals.", |setup| {
        Box::new(Sparring::new(setup.game, [Habit::Rest; 4]))
    }),
];

/// A habit of a hunter.
#[derive(Debug, Clone, Copy)]
enum Habit {
    /// Goes straight to the last known place, then about at random.
    Chase,
    /// Stays at one of the castle's neighbours.
    Camp(usize),
    /// Goes from port to port, to the one left alone longest.
    Coast,
    /// Goes to and fro between two cities.
    Repeat,
    /// Rests, which is research; goes to what is known of the last three moves.
    Rest,
}

#[derive(Clone)]
struct Sparring {
    rules: Arc<Course>,
    habits: [Habit; 4],
    turns: ByPlace<ByPlace<u8>>,
    visited: ByPlace<usize>,
    before: [Option<Place>; 4],
}

impl Sparring {
    fn new(rules: &Arc<Course>, habits: [Habit; 4]) -> Self {
        let turns = ByPlace::new(|from| distances(rules, from));
        let rules = Arc::clone(rules);
        Self { rules, habits, turns, visited: ByPlace::of(0), before: [None; 4] }
    }

    fn decide(&mut self, view: &HuntersView, hunter: Hunter, rng: &mut Rng) -> Place {
        let moves = view.hunter_moves(&self.rules, hunter);
        let here = view.board().at(hunter).unwrap_or(self.rules.castle());
        let to = match self.habits[hunter as usize] {
            Habit::Chase => self.chase(view, moves, rng),
            Habit::Camp(which) => {
                let doors = self.rules.map().road(self.rules.castle());
                let door = doors.nth(which).unwrap_or(self.rules.castle());
                let seen = last_seen(&self.rules, view, 1).filter(|&place| moves.contains(place));
                seen.unwrap_or_else(|| self.towards(moves, door, rng))
            }
            Habit::Coast => {
                let seas = self.rules.seas().into_iter();
                let map = self.rules.map();
                let ports = seas.fold(PlaceSet::EMPTY, |all, sea| all | map.sea(sea));
                let ports = moves & (ports - self.rules.seas());
                ports.into_iter().min_by_key(|&port| self.visited[port]).unwrap_or(here)
            }
            Habit::Repeat => self.before[hunter as usize]
                .filter(|&place| moves.contains(place) && place != here)
                .unwrap_or_else(|| pick(moves - self.rules.seas(), rng)),
            Habit::Rest => match last_seen(&self.rules, view, 3) {
                Some(place) => self.towards(moves, place, rng),
                None => here,
            },
        };
        self.before[hunter as usize] = view.board().at(hunter);
        self.visited[to] = view.plays().len() + 1;
        if moves.contains(to) { to } else { here }
    }

    fn chase(&self, view: &HuntersView, moves: PlaceSet, rng: &mut Rng) -> Place {
        let seen = last_seen(&self.rules, view, 6);
        let fresh = seen.filter(|&place| self.visited[place] + 5 < view.plays().len());
        match fresh {
            Some(place) => self.towards(moves, place, rng),
            None => pick(moves - self.rules.seas(), rng),
        }
    }

    fn towards(&self, moves: PlaceSet, goal: Place, rng: &mut Rng) -> Place {
        let least = moves.into_iter().map(|place| self.turns[place][goal]).min().unwrap_or(0);
        pick(moves.into_iter().filter(|&place| self.turns[place][goal] == least).collect(), rng)
    }
}

/// The place where he was last seen, if in this many rounds.
fn last_seen(rules: &Course, view: &HuntersView, rounds: usize) -> Option<Place> {
    let made = view.dracula_moves_made();
    let recent = made.saturating_sub(rounds)..made;
    recent.rev().find_map(|round| view.dracula_place(rules, round))
}

fn pick(places: PlaceSet, rng: &mut Rng) -> Place {
    let count = u32::try_from(places.len()).unwrap_or(1).max(1);
    places.nth(below(rng, count) as usize).unwrap_or(Place::new(0).expect("0 is a place"))
}

fn distances(rules: &Course, from: Place) -> ByPlace<u8> {
    let mut turns = ByPlace::of(u8::MAX);
    let mut reached = PlaceSet::of(from);
    turns[from] = 0;
    for turn in 1..40 {
        let step = |place| rules.hunter_reach(Hunter::ALL[1], 0, place);
        let next = reached.into_iter().fold(reached, |all, place| all | step(place));
        (next - reached).into_iter().for_each(|place| turns[place] = turn);
        reached = next;
    }
    turns
}

impl Bot<Course> for Sparring {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let Mover::Hunter(hunter) = view.board().to_move() else {
            unreachable!("only hunters are asked");
        };
        Move::Hunter(self.decide(view, hunter, turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
