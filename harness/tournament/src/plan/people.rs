//! People among the entrants of a plan.

use stoker_engine::Game;

use super::schedule::Extent;
use super::{Draft, Pairing, Plan, PlanError, Schedule, Slot};
use crate::entrant::Entrant;

impl<G: Game> Draft<G> {
    /// Refuses people in anything but a whole league of single games: nobody plays a sweep, and
    /// nobody knows which shard or rung a person will finish.
    pub(super) fn check_people(&self) -> Result<(), PlanError> {
        let is_whole = match &self.schedule {
            Schedule::League(_, Extent::All) => !self.games.is_series(),
            Schedule::League(_, Extent::Part(_) | Extent::Until(_))
            | Schedule::Sweep(..)
            | Schedule::Ladder(_)
            | Schedule::Compare(_) => false,
        };
        match self.entrants.iter().find(|entrant| entrant.is_person()) {
            Some(person) if !is_whole => Err(PlanError::People(person.name.clone())),
            Some(_) | None => Ok(()),
        }
    }

    /// The pairings in which no person plays several sides: such a person would know what each of
    /// them knows.
    pub(super) fn without_doubles(&self, all: Vec<Pairing>) -> Result<Vec<Pairing>, PlanError> {
        let Some(person) = self.entrants.iter().find(|entrant| entrant.is_person()) else {
            return Ok(all);
        };
        let mut left = all;
        left.retain(|pairing| self.double(pairing.entrants()).is_none());
        match left.is_empty() {
            true => Err(PlanError::PersonTwice(person.name.clone())),
            false => Ok(left),
        }
    }

    /// The person who plays several sides of this lineup, if there is one.
    fn double(&self, lineup: &[usize]) -> Option<&Entrant<G>> {
        let mut places = lineup.iter().enumerate();
        let twice = places.find(|&(place, &entrant)| {
            self.entrants[entrant].is_person() && lineup[..place].contains(&entrant)
        });
        twice.map(|(_, &entrant)| &self.entrants[entrant])
    }
}

impl<G: Game> Plan<G> {
    /// True if people are among the entrants.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.entrants().iter().any(Entrant::is_person)
    }

    /// True if people play in the match of this slot.
    #[must_use]
    pub fn seats_people(&self, slot: &Slot) -> bool {
        self.has_people() && self.lineup_of(slot).into_iter().any(Entrant::is_person)
    }

    /// Refuses drawn lineups with a person at several sides of one match.
    pub(super) fn check_drawn_people(&self) -> Result<(), PlanError> {
        if self.drawn().is_none() || !self.has_people() {
            return Ok(());
        }
        let lineups = (0..self.len()).map(|number| self.entrants_of(&self.match_at(number)));
        let double = lineups.into_iter().find_map(|lineup| self.draft.double(&lineup));
        double.map_or(Ok(()), |person| Err(PlanError::PersonTwice(person.name.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Games, Meetings};
    use crate::testing::*;

    fn league(layout: Layout, people: &[&str], bots: &[&str]) -> Draft<Toy> {
        let people = people.iter().map(|name| Entrant::person((*name).to_owned(), None));
        let bots = bots.iter().map(|name| entrant(name, RANDOM));
        Draft { entrants: people.chain(bots).collect(), ..draft(layout, 2) }
    }

    fn refused(draft: Draft<Toy>) -> String {
        Plan::new(draft).err().unwrap().to_string()
    }

    #[test]
    fn a_person_meets_everyone_else_on_the_same_seeds() {
        let plan = Plan::new(league(Layout::Pair, &["ada", "bob"], &["bot"])).unwrap();
        let lineups: Vec<_> = plan.pairings().iter().map(|it| it.entrants().to_vec()).collect();
        assert_eq!(lineups, [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]]);
        let seats: Vec<_> = (0..7).map(|at| plan.seats_people(&plan.match_at(at))).collect();
        assert_eq!(seats, [true, true, true, true, true, true, false]);
        assert_eq!(plan.match_at(0).seed, plan.match_at(6).seed);
        assert!(plan.has_people() && !plan.may_repeat());
    }

    #[test]
    fn nobody_plays_several_sides_of_a_match() {
        let words = "`ada` is a person, and would play several sides of one match";
        assert!(refused(league(Layout::Three, &["ada"], &[])).starts_with(words));
        let mut drawn = league(Layout::Three, &["ada"], &["a"]);
        drawn.schedule = Schedule::all(Meetings::Lineups);
        assert!(refused(drawn).starts_with(words));
        let enough = Plan::new(league(Layout::Three, &["ada"], &["a", "b", "c"])).unwrap();
        assert!(enough.pairings().iter().any(|pairing| pairing.entrants().contains(&0)));
    }

    #[test]
    fn people_play_nothing_but_whole_leagues_of_single_games() {
        let people = || league(Layout::Pair, &["ada"], &["a", "b"]);
        for schedule in [part(1, 2), until(0.5), Schedule::Ladder(None)] {
            let words = refused(Draft { schedule, ..people() });
            assert!(
                words.starts_with("`ada` is a person, and people play whole leagues"),
                "{words}"
            );
        }
        let games = Games::new(2).unwrap();
        assert!(Plan::new(Draft { games, ..people() }).is_err());
    }
}
