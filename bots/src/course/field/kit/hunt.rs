//! The situation of a hunter who is to move.

use stoker_engine::course::{Board, Course, Hunter, HuntersView, Play};
use stoker_engine::map::{ByPlace, Place, PlaceSet};
use stoker_engine::{Rng, below};

use super::{Ground, any_of, placed};
use crate::course::Tables;
use crate::course::shared::best::Best;
use crate::course::shared::places::{joined, of_kind};

/// A place of Dracula's that the hunters know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::course::field) struct Seen {
    /// The place.
    pub(in crate::course::field) place: Place,
    /// Its age in rounds: 1 if his latest move led there.
    pub(in crate::course::field) age: usize,
}

/// The situation of a hunter who is to move.
pub(in crate::course::field) struct Hunt<'a> {
    ground: &'a Ground,
    view: &'a HuntersView,
    hunter: Hunter,
    /// The generator of the match's hunters.
    pub(in crate::course::field) rng: &'a mut Rng,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        view: &'a HuntersView,
        hunter: Hunter,
        rng: &'a mut Rng,
    ) -> Self {
        Self { ground, view, hunter, rng }
    }

    /// The rules.
    pub(in crate::course::field) fn rules(&self) -> &'a Course {
        &self.ground.rules
    }

    /// The distances on the map.
    pub(in crate::course::field) fn tables(&self) -> &'a Tables {
        &self.ground.tables
    }

    /// Everything that the hunters know.
    pub(in crate::course::field) fn view(&self) -> &'a HuntersView {
        self.view
    }

    /// The public board.
    pub(in crate::course::field) fn board(&self) -> &'a Board {
        self.view.board()
    }

    /// The hunter who is to move.
    pub(in crate::course::field) fn hunter(&self) -> Hunter {
        self.hunter
    }

    /// The hunter's number, 0 to 3.
    pub(in crate::course::field) fn number(&self) -> usize {
        self.hunter as usize
    }

    /// The round, from 0.
    pub(in crate::course::field) fn round(&self) -> u16 {
        self.board().round()
    }

    /// The hunter's life at the start of the turn.
    pub(in crate::course::field) fn life(&self) -> u8 {
        self.board().life_at_turn(self.rules(), self.hunter)
    }

    /// Returns true if the hunter is hurt: has 3 life or less.
    pub(in crate::course::field) fn is_hurt(&self) -> bool {
        self.life() <= 3
    }

    /// The hunter's place; in round 0, the hospital, where hunters without a move go.
    pub(in crate::course::field) fn here(&self) -> Place {
        self.board().at(self.hunter).unwrap_or(self.rules().hospital())
    }

    /// The place of another hunter; `None` in round 0 before that hunter's turn.
    pub(in crate::course::field) fn at(&self, hunter: Hunter) -> Option<Place> {
        self.board().at(hunter)
    }

    /// The hunter's legal moves, with the present place, which is a rest.
    pub(in crate::course::field) fn moves(&self) -> PlaceSet {
        self.view.hunter_moves(self.rules(), self.hunter)
    }

    /// The cities that the hunter can go to now, without the present place and the hospital.
    pub(in crate::course::field) fn cities(&self) -> PlaceSet {
        let rules = self.rules();
        let none = PlaceSet::of(rules.hospital()) | PlaceSet::of(self.here());
        self.moves() - rules.seas() - none
    }

    /// All cities except the hospital.
    pub(in crate::course::field) fn land(&self) -> PlaceSet {
        let rules = self.rules();
        rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital())
    }

    /// The castle.
    pub(in crate::course::field) fn castle(&self) -> Place {
        self.rules().castle()
    }

    /// The cities next to the castle by road.
    pub(in crate::course::field) fn castle_doors(&self) -> PlaceSet {
        self.rules().map().road(self.castle())
    }

    /// The place of the hunter in a list of codes, one for each hunter; any city on a map that
    /// lacks it.
    pub(in crate::course::field) fn start_at(&mut self, codes: [&str; 4]) -> Place {
        let named = self.rules().place(codes[self.number()]);
        named.or_else(|| any_of(self.land(), self.rng)).unwrap_or(self.castle())
    }

    /// The newest place of Dracula's that is known and at most this many rounds old.
    pub(in crate::course::field) fn seen(&self, rounds: usize) -> Option<Seen> {
        let made = self.view.dracula_moves_made();
        let mut ages = 1..=rounds.min(made);
        ages.find_map(|age| {
            let place = self.view.dracula_place(self.rules(), made - age)?;
            Some(Seen { place, age })
        })
    }

    /// Returns true if Dracula is known to have been in the castle.
    pub(in crate::course::field) fn was_at_castle(&self) -> bool {
        let mut rounds = 0..self.view.dracula_moves_made();
        let castle = Some(self.castle());
        rounds.any(|round| self.view.dracula_place(self.rules(), round) == castle)
    }

    /// The places where Dracula's move of a round can have led, by what was seen of its kind, and
    /// at a double back of its encounter.
    pub(in crate::course::field) fn kind(&self, round: usize) -> PlaceSet {
        let play = self.view.dracula_play(round);
        play.map_or(self.rules().map().places(), |play| of_kind(self.rules(), play))
    }

    /// The places that Dracula can have reached since he was seen, by the kinds of his moves. He is
    /// not where a hunter is now, unless he was seen there last round.
    pub(in crate::course::field) fn possible(&self, seen: Seen) -> PlaceSet {
        let made = self.view.dracula_moves_made();
        let later = made + 1 - seen.age..made;
        let mut places = PlaceSet::of(seen.place);
        for round in later {
            places = joined(self.rules(), places) & self.kind(round);
        }
        if seen.age == 1 { places } else { places - (self.board().hunters() - self.rules().seas()) }
    }

    /// The places of the hunters who have already moved in this round.
    pub(in crate::course::field) fn claimed(&self) -> PlaceSet {
        let moved = placed(self.board()).filter(|&(hunter, _)| hunter < self.hunter);
        moved.map(|(_, place)| place).collect()
    }

    /// By place, the round after the latest visit of a hunter; 0 if there was none.
    pub(in crate::course::field) fn visited(&self) -> ByPlace<u16> {
        let mut visited = ByPlace::of(0);
        for (index, play) in self.view.plays().iter().enumerate() {
            if let Play::Hunter(play) = play {
                visited[play.to] = u16::try_from(index / 5 + 1).unwrap_or(u16::MAX);
            }
        }
        visited
    }

    /// The number of turns that a hunter needs to a place, from this round on. Hunters who have
    /// already moved begin in the next round.
    pub(in crate::course::field) fn turns(&self, hunter: Hunter, to: Place) -> u8 {
        let round = self.round() + u16::from(hunter < self.hunter);
        let from = self.at(hunter);
        from.map_or(0, |from| self.tables().hunter_turns(hunter, round, from, to))
    }

    /// The number of hunters who are nearer to a place than this one, in turns. Of hunters as near,
    /// the one with the lower number counts as nearer.
    pub(in crate::course::field) fn nearer(&self, to: Place) -> usize {
        let own = (self.turns(self.hunter, to), self.hunter);
        Hunter::ALL.into_iter().filter(|&other| (self.turns(other, to), other) < own).count()
    }

    /// The legal move after which the fewest turns are left to a place. Among equals a city is
    /// better than a sea, and chance decides between cities.
    pub(in crate::course::field) fn towards(&mut self, goal: Place) -> Place {
        let (hunter, next) = (self.hunter, self.round() + 1);
        let (tables, seas) = (self.tables(), self.rules().seas());
        self.best(self.moves(), |place| {
            let turns = tables.hunter_turns(hunter, next, place, goal);
            -2 * i32::from(turns) - i32::from(seas.contains(place))
        })
    }

    /// The move towards the nearest of these places, chosen at random among equals. Without any,
    /// the hunter rests.
    pub(in crate::course::field) fn towards_nearest(&mut self, goals: PlaceSet) -> Place {
        if goals.is_empty() {
            return self.here();
        }
        let turns = goals.into_iter().map(|goal| self.turns(self.hunter, goal)).min();
        let near = |&goal: &Place| Some(self.turns(self.hunter, goal)) == turns;
        let near = goals.into_iter().filter(near).collect();
        let goal = self.any(near);
        self.towards(goal)
    }

    /// The search for a Dracula who was seen: the way to the place where he was last round, or else
    /// to the nearest possible city, chosen at random among equals. Without any, the hunter rests.
    pub(in crate::course::field) fn search(&mut self, seen: Seen) -> Place {
        if seen.age == 1 {
            return self.towards(seen.place);
        }
        let cities = self.possible(seen) & self.land();
        self.towards_nearest(cities)
    }

    /// A beat: the city in reach that hunters left alone longest, chosen at random among equals.
    /// Without one in `within`, the way to the nearest city of `within`.
    pub(in crate::course::field) fn beat(&mut self, within: PlaceSet) -> Place {
        let cities = self.cities() & within;
        if cities.is_empty() {
            return self.towards_nearest(within - PlaceSet::of(self.here()));
        }
        let visited = self.visited();
        self.best(cities, |place| -i32::from(visited[place]))
    }

    /// One of the places, all equally likely; the present one if there are none.
    pub(in crate::course::field) fn any(&mut self, places: PlaceSet) -> Place {
        any_of(places, self.rng).unwrap_or(self.here())
    }

    /// The place with the highest value, chosen at random among equals; the present one if there
    /// are no places.
    pub(in crate::course::field) fn best(
        &mut self,
        places: PlaceSet,
        value: impl Fn(Place) -> i32,
    ) -> Place {
        let mut best = Best::default();
        for place in places {
            best.offer(place, value(place), self.rng);
        }
        best.choice().unwrap_or(self.here())
    }

    /// A random number below `n`, which is not 0.
    pub(in crate::course::field) fn below(&mut self, n: u32) -> u32 {
        below(self.rng, n)
    }
}
