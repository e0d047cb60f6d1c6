//! Drafts: plans that are not checked yet.

use std::sync::Arc;

use stoker_engine::{Game, Seed, Sides};
use stoker_external::Conditions;
use stoker_external::fault::FaultPolicy;
use stoker_stats::sprt::Sprt;

use super::{
    CompareError, Compared, DrawnLineups, Games, Keep, Ladder, MatchOrder, Meetings, Pairing,
    PlanError, Schedule, compared, pairings,
};
use crate::columns::{self, check_columns};
use crate::entrant::Entrant;
use crate::starts::Starts;

/// A plan as it was asked for, before it is checked.
pub struct Draft<G: Game> {
    /// The ruleset, configured.
    pub game: Arc<G>,
    /// The preset that the parameters come from, if they come from one.
    pub preset: Option<String>,
    /// The entrants, in the order given.
    pub entrants: Vec<Entrant<G>>,
    /// The schedule: who meets whom, in which settings, and how much of it is played.
    pub schedule: Schedule<G>,
    /// The matches per pairing, at least one; on a ladder, those of each entrant on the lowest
    /// rung; with drawn lineups, those of each entrant.
    pub matches: u64,
    /// The number of games in each match.
    pub games: Games,
    /// The master seed.
    pub seed: Seed,
    /// The way in which matches begin.
    pub starts: Starts,
    /// The choice of records to keep.
    pub keep: Keep,
    /// The consequence of a fault.
    pub policy: FaultPolicy,
    /// The conditions under which external programs run, if any take part.
    pub conditions: Option<Conditions>,
    /// The version of the program that plays the plan. Results are reproducible for that version.
    pub version: &'static str,
    /// A hash of the executable, if its rules or one of its bots did not come with stoker. The
    /// version of stoker does not determine the results then.
    pub program: Option<String>,
}

impl<G: Game> Draft<G> {
    /// A round-robin of built-in bots with this number of matches per pairing: random starts, seed
    /// 1, the usual policy, and all records kept.
    #[must_use]
    pub fn new(
        version: &'static str,
        game: Arc<G>,
        entrants: Vec<Entrant<G>>,
        matches: u64,
    ) -> Self {
        Self {
            version,
            game,
            preset: None,
            entrants,
            schedule: Schedule::all(Meetings::RoundRobin),
            matches,
            games: Games::ONE,
            seed: Seed(1),
            starts: Starts::Random,
            keep: Keep::All,
            policy: FaultPolicy::default(),
            conditions: None,
            program: None,
        }
    }

    /// Checks everything that does not depend on who meets whom.
    pub(super) fn check(&self) -> Result<(), PlanError> {
        let game = &self.game;
        check_columns(self.first_columns(), game.sides(), game.scores(), game.facts())?;
        if self.matches == 0 {
            return Err(PlanError::NoMatches);
        }
        if self.schedule.until_interval().is_some() && game.sides().is_team() {
            return Err(PlanError::UntilTeam);
        }
        self.check_series()?;
        self.check_people()?;
        self.check_entrants()
    }

    fn check_series(&self) -> Result<(), PlanError> {
        let is_league = match &self.schedule {
            Schedule::League(Meetings::RoundRobin | Meetings::Gauntlet(_), _) => true,
            Schedule::League(Meetings::Lineups, _)
            | Schedule::Sweep(..)
            | Schedule::Ladder(_)
            | Schedule::Compare(_) => false,
        };
        if !self.games.is_series() {
            Ok(())
        } else if !self.game.sides().iter().any(|(side, _)| self.game.begun_by(side).is_some()) {
            Err(PlanError::NoSeries(G::NAME))
        } else if !is_league {
            Err(PlanError::SeriesFormat)
        } else {
            Ok(())
        }
    }

    /// The first columns of `matches.csv`.
    pub(super) fn first_columns(&self) -> &'static [&'static str] {
        match self.schedule.swept() {
            Some(_) => columns::SWEEP,
            None if self.games.is_series() => columns::SERIES,
            None => columns::LEAGUE,
        }
    }

    /// The pairings in every setting.
    pub(super) fn pairings(&self) -> Result<Vec<Pairing>, PlanError> {
        let (sides, entrants) = (self.game.sides(), &self.entrants);
        let pairings = match &self.schedule {
            Schedule::League(Meetings::Lineups, _) => return Ok(vec![]),
            Schedule::League(meetings, _) => self.without_doubles(self.meet(*meetings)?)?,
            Schedule::Sweep(meetings, swept, _) => {
                let mut pairings = match self.meet(*meetings) {
                    Err(PlanError::TooManyPairings) => return Err(PlanError::TooManySwept),
                    met => met?,
                };
                // A pairing without a subject would be the same in every setting.
                if !swept.subjects().is_empty() {
                    let varies = |entrant: &usize| swept.subjects().contains(entrant);
                    pairings.retain(|pairing| pairing.entrants().iter().any(varies));
                }
                pairings::in_settings(&pairings, swept.settings().len())?
            }
            Schedule::Ladder(_) => pairings::list(sides, entrants)?,
            Schedule::Compare(_) => compared::list(sides, entrants, self.seed)?,
        };
        let series = (pairings.len() as u64).checked_mul(self.matches);
        if series.and_then(|series| series.checked_mul(self.games.get())).is_none() {
            let (pairings, matches) = (pairings.len(), self.matches);
            return Err(PlanError::TooManyMatches { pairings, matches });
        }
        Ok(pairings)
    }

    /// The pairings of a league in one setting.
    fn meet(&self, meetings: Meetings) -> Result<Vec<Pairing>, PlanError> {
        let (sides, entrants) = (self.game.sides(), &self.entrants);
        match meetings {
            Meetings::RoundRobin | Meetings::Lineups => pairings::list(sides, entrants),
            Meetings::Gauntlet(entrant) if entrant >= entrants.len() => {
                Err(PlanError::NoSuchEntrant(entrant))
            }
            Meetings::Gauntlet(entrant) => {
                let mut pairings = pairings::list(sides, entrants)?;
                pairings.retain(|pairing| pairing.entrants().contains(&entrant));
                Ok(pairings)
            }
        }
    }

    /// The order of the matches, and the rule that ends the run.
    pub(super) fn order(&self, pairings: &[Pairing]) -> Result<MatchOrder, PlanError> {
        match &self.schedule {
            Schedule::League(Meetings::Lineups, _) => self.drawn().map(MatchOrder::Drawn),
            Schedule::League(..) | Schedule::Sweep(..) => Ok(MatchOrder::SeedBySeed),
            Schedule::Ladder(rungs) => self.ladder(*rungs, pairings).map(MatchOrder::Ladder),
            Schedule::Compare(question) => {
                let test = Sprt::new(*question, self.matches).map_err(CompareError::from)?;
                let compared = Compared::new(&*self.game, pairings)?;
                let test = test.of(compared.results(&*self.game));
                Ok(MatchOrder::Test(compared, test))
            }
        }
    }

    fn drawn(&self) -> Result<Arc<DrawnLineups>, PlanError> {
        let sides = self.game.sides();
        DrawnLineups::new(sides, &self.entrants, self.matches, self.seed).map(Arc::new)
    }

    fn ladder(&self, rungs: Option<u32>, pairings: &[Pairing]) -> Result<Ladder, PlanError> {
        let sides = self.game.sides();
        if sides.is_team() {
            return Err(PlanError::LadderTeam);
        }
        let able = |kind: &'static str| {
            let plays = |&entrant: &usize| self.entrants[entrant].plays(kind);
            (0..self.entrants.len()).filter(plays).collect()
        };
        let field = sides.kinds().map(able).collect();
        Ladder::new(sides, field, self.matches, rungs, pairings)
    }

    fn check_entrants(&self) -> Result<(), PlanError> {
        let sides = self.game.sides();
        if self.entrants.is_empty() {
            return Err(PlanError::NoEntrants);
        }
        for (number, entrant) in self.entrants.iter().enumerate() {
            if let Some(side) = &entrant.side
                && !sides.kinds().any(|kind| kind == side)
            {
                let (entrant, side) = (entrant.name.clone(), side.clone());
                return Err(PlanError::UnknownSide { entrant, side, sides: list_kinds(sides) });
            }
            if !sides.kinds().any(|kind| entrant.enters(kind)) {
                let sides = entrant.side.clone().unwrap_or_else(|| list_kinds(sides));
                return Err(PlanError::Idle { entrant: entrant.name.clone(), sides });
            }
            let is_same_entrant = |other: &Entrant<G>| {
                other.name == entrant.name
                    && sides.kinds().any(|kind| other.enters(kind) && entrant.enters(kind))
            };
            if self.entrants[..number].iter().any(is_same_entrant) {
                let (name, spec) = (entrant.name.clone(), entrant.spec.clone());
                return Err(PlanError::EqualNames { name, spec });
            }
        }
        Ok(())
    }
}

fn list_kinds(sides: &Sides) -> String {
    sides.kinds().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(" and ")
}
