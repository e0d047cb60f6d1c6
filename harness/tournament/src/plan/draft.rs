//! What was asked for: a plan before it is checked.

use std::sync::Arc;

use stoker_engine::{Game, Seed, Sides};
use stoker_external::Conditions;
use stoker_external::fault::FaultPolicy;
use stoker_stats::sprt::Sprt;

use super::{
    CompareError, Compared, Format, Keep, Ladder, Pairing, PlanError, Shard, Swept, compared,
    pairings,
};
use crate::columns::{self, check_columns};
use crate::entrant::Entrant;
use crate::starts::Starts;

/// What was asked for: a plan before it is checked.
pub struct Draft<G: Game> {
    /// The ruleset, configured.
    pub game: Arc<G>,
    /// The preset that the parameters come from, if they are those of one.
    pub preset: Option<String>,
    /// Who takes part, in the order given.
    pub entrants: Vec<Entrant<G>>,
    /// Who meets whom.
    pub format: Format,
    /// Matches per pairing, at least one; on a ladder, of each entrant on the lowest rung.
    pub matches: u64,
    /// The master seed.
    pub seed: Seed,
    /// How matches begin.
    pub starts: Starts,
    /// Which records are kept.
    pub keep: Keep,
    /// What follows a fault.
    pub policy: FaultPolicy,
    /// The run ends early when every 95% interval of a mean score is at most this much to either
    /// side, in the unit of the score.
    pub until_interval: Option<f64>,
    /// The part to play, if not all of it.
    pub shard: Option<Shard>,
    /// How programs outside of this one are run, if any take part.
    pub conditions: Option<Conditions>,
    /// The version of the program that plays it: results are promised for that.
    pub version: &'static str,
    /// A hash of the executable, if its rules or one of the bots did not come with stoker: then
    /// the version of stoker does not tell what the results are.
    pub program: Option<String>,
    /// What is swept: then all pairings are played in every setting.
    pub swept: Option<Swept<G>>,
}

impl<G: Game> Draft<G> {
    /// What is wrong with it whoever meets whom.
    pub(super) fn check(&self) -> Result<(), PlanError> {
        let game = &self.game;
        check_columns(self.first_columns(), game.sides(), game.scores(), game.facts())?;
        if self.matches == 0 {
            return Err(PlanError::NoMatches);
        }
        self.check_entrants()
    }

    /// The first columns of `matches.csv`.
    pub(super) fn first_columns(&self) -> &'static [&'static str] {
        if self.swept.is_some() { columns::SWEEP } else { columns::LEAGUE }
    }

    /// Who meets whom, in every setting.
    pub(super) fn pairings(&self) -> Result<Vec<Pairing>, PlanError> {
        let mut pairings = self.pairings_of_format()?;
        if let Some(swept) = &self.swept {
            // What does not meet a subject would be the same in every setting.
            if !swept.subjects().is_empty() {
                let varies = |entrant: &usize| swept.subjects().contains(entrant);
                pairings.retain(|pairing| pairing.entrants().iter().any(varies));
            }
            pairings = pairings::in_settings(&pairings, swept.settings().len())?;
        }
        if (pairings.len() as u64).checked_mul(self.matches).is_none() {
            let (pairings, matches) = (pairings.len(), self.matches);
            return Err(PlanError::TooManyMatches { pairings, matches });
        }
        Ok(pairings)
    }

    fn pairings_of_format(&self) -> Result<Vec<Pairing>, PlanError> {
        let (sides, entrants) = (self.game.sides(), &self.entrants);
        match self.format {
            Format::Compare(_) if self.swept.is_some() => Err(CompareError::Swept.into()),
            Format::RoundRobin | Format::Ladder(_) => pairings::list(sides, entrants),
            Format::Gauntlet(entrant) if entrant >= entrants.len() => {
                Err(PlanError::NoSuchEntrant(entrant))
            }
            Format::Gauntlet(entrant) => {
                let mut pairings = pairings::list(sides, entrants)?;
                pairings.retain(|pairing| pairing.entrants().contains(&entrant));
                Ok(pairings)
            }
            Format::Compare(_) => compared::list(sides, entrants),
        }
    }

    /// What counts for what, if it is an A/B test.
    pub(super) fn compared(&self, pairings: &[Pairing]) -> Result<Option<Compared>, CompareError> {
        let Format::Compare(question) = self.format else { return Ok(None) };
        Sprt::new(question, self.matches)?;
        Compared::new(&*self.game, pairings).map(Some)
    }

    /// How the field is halved, if it is.
    pub(super) fn ladder(&self, pairings: &[Pairing]) -> Result<Option<Ladder>, PlanError> {
        let Format::Ladder(rungs) = self.format else { return Ok(None) };
        if self.shard.is_some() {
            return Err(PlanError::LadderShard);
        }
        if self.until_interval.is_some() {
            return Err(PlanError::LadderUntil);
        }
        if self.swept.is_some() {
            return Err(PlanError::LadderSwept);
        }
        let sides = self.game.sides();
        let able = |kind: &'static str| {
            let plays = |&entrant: &usize| self.entrants[entrant].plays(kind);
            (0..self.entrants.len()).filter(plays).collect()
        };
        let field = sides.kinds().map(able).collect();
        Ladder::new(sides, field, self.matches, rungs, pairings).map(Some)
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
            let twin = |other: &Entrant<G>| {
                other.name == entrant.name
                    && sides.kinds().any(|kind| other.enters(kind) && entrant.enters(kind))
            };
            if self.entrants[..number].iter().any(twin) {
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
