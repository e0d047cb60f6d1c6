//! Plans: tournaments as data.
//!
//! Nothing is drawn, and nothing is stored for a match: its pairing and seed are computed from its
//! number. Ten million planned matches therefore cost no memory.

mod compared;
mod draft;
mod drawn;
mod error;
mod format;
mod keep;
mod ladder;
mod pairings;
mod people;
mod schedule;
mod series;
mod shard;
mod swept;

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Game, Seed};
use stoker_external::Conditions;
use stoker_external::fault::FaultPolicy;
use stoker_stats::sprt::Sprt;

use crate::data_hash::data_hash;
use crate::entrant::Entrant;
use crate::map_id::MapId;

pub use crate::starts::{Beginning, Starts};

pub use compared::{CompareError, Compared, ComparedSide};
pub use draft::Draft;
pub use drawn::{DrawnLineups, Lineup, draws_by_default, ranks_sides};
pub use error::PlanError;
pub use format::{Format, ParseFormatError};
pub use keep::{Keep, ParseKeepError};
pub use ladder::Ladder;
pub(crate) use pairings::MOST as MOST_PAIRINGS;
pub use pairings::Pairing;
pub use schedule::{Extent, FormatAsked, Meetings, Schedule, ScheduleAsked, ScheduleError, Width};
pub use series::{Games, GamesError, PastGame, SeriesInPlay};
pub use shard::{ParseShardError, Shard};
pub use swept::{Swept, scope};

/// A checked tournament plan.
pub struct Plan<G: Game> {
    draft: Draft<G>,
    map: Option<MapId>,
    data_hash: Option<String>,
    pairings: Vec<Pairing>,
    order: MatchOrder,
}

/// The order of a plan's matches, and the rule that ends the run before the last of them.
enum MatchOrder {
    /// Seed by seed.
    SeedBySeed,
    /// Seed by seed, with lineups that are drawn for each.
    Drawn(Arc<DrawnLineups>),
    /// Rung by rung.
    Ladder(Ladder),
    /// Seed by seed, until the test is decided.
    Test(Compared, Sprt),
}

/// One match of a plan, or one game of a match that is a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 0 over the whole plan.
    pub number: u64,
    /// Its place in its series, from 0; 0 if matches are single games.
    pub game: u64,
    /// The pairing, as an index into [`Plan::pairings`]; if lineups are drawn, the match's place
    /// among those of its seed.
    pub pairing: usize,
    /// The number of its seed: the match's index within its pairing, from 0, except on a ladder.
    pub index: u64,
    /// The match seed, or that of the game in its series: the same for all pairings at this index.
    pub seed: Seed,
}

impl<G: Game> Plan<G> {
    /// Checks a draft and lists its pairings.
    ///
    /// # Errors
    /// If a side has no entrant, or anything else about the draft is wrong.
    pub fn new(draft: Draft<G>) -> Result<Self, PlanError> {
        draft.check()?;
        let pairings = draft.pairings()?;
        let map = draft.game.map().map(MapId::of);
        let data_hash = data_hash(&*draft.game);
        let order = draft.order(&pairings)?;
        let plan = Self { draft, map, data_hash, pairings, order };
        plan.check_drawn_people()?;
        match plan.shard() {
            Some(shard) if plan.range().is_empty() => {
                Err(PlanError::EmptyShard { shard, matches: plan.len() })
            }
            Some(_) | None => Ok(plan),
        }
    }

    /// The ruleset, configured.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.draft.game
    }

    /// The first columns of `matches.csv`.
    pub(crate) fn first_columns(&self) -> &'static [&'static str] {
        self.draft.first_columns()
    }

    /// The settings of a sweep, if this is one.
    #[must_use]
    pub fn swept(&self) -> Option<&Swept<G>> {
        self.draft.schedule.swept()
    }

    /// The game that a pairing plays: the one of its setting. In a series it is the first one.
    #[must_use]
    pub fn game_of(&self, pairing: usize) -> &Arc<G> {
        match self.swept() {
            Some(swept) => swept.game(self.pairings[pairing].setting()),
            None => &self.draft.game,
        }
    }

    /// The preset that the parameters come from, if they come from one.
    #[must_use]
    pub fn preset(&self) -> Option<&str> {
        self.draft.preset.as_deref()
    }

    /// The map of the game, by name and content.
    #[must_use]
    pub fn map(&self) -> Option<&MapId> {
        self.map.as_ref()
    }

    /// The hash of the data, if the ruleset uses data.
    #[must_use]
    pub fn data_hash(&self) -> Option<&str> {
        self.data_hash.as_deref()
    }

    /// The entrants.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant<G>] {
        &self.draft.entrants
    }

    /// The schedule: who meets whom, in which settings, and how much of it is played.
    #[must_use]
    pub fn schedule(&self) -> &Schedule<G> {
        &self.draft.schedule
    }

    /// The format as it is typed; `called` gives the name of the gauntlet's entrant. `None` for an
    /// A/B test, which is not typed as a format.
    pub fn format(&self, called: impl Fn(&Entrant<G>) -> String) -> Option<Format> {
        match &self.draft.schedule {
            Schedule::League(Meetings::Gauntlet(entrant), _)
            | Schedule::Sweep(Meetings::Gauntlet(entrant), ..) => {
                Some(Format::Gauntlet(called(&self.draft.entrants[*entrant])))
            }
            Schedule::League(Meetings::RoundRobin, _)
            | Schedule::Sweep(Meetings::RoundRobin, ..) => Some(Format::RoundRobin),
            Schedule::League(Meetings::Lineups, _) | Schedule::Sweep(Meetings::Lineups, ..) => {
                Some(Format::Lineups)
            }
            Schedule::Ladder(rungs) => Some(Format::Ladder(*rungs)),
            Schedule::Compare(_) => None,
        }
    }

    /// The version of the program that plays the plan.
    #[must_use]
    pub fn version(&self) -> &'static str {
        self.draft.version
    }

    /// A hash of the executable, if results depend on it.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        self.draft.program.as_deref()
    }

    /// The matches asked for: per pairing, or per entrant if lineups are drawn.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.draft.matches
    }

    /// The number of games in each match. Each of them has a number, a row and a record of its own.
    #[must_use]
    pub fn games(&self) -> Games {
        self.draft.games
    }

    /// The master seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.draft.seed
    }

    /// The way in which matches begin.
    #[must_use]
    pub fn starts(&self) -> Starts {
        self.draft.starts
    }

    /// The way in which matches begin by default.
    #[must_use]
    pub fn usual_starts(&self) -> Starts {
        self.usual_beginning().starts
    }

    /// The reason why matches begin free by default, in words; `None` if that is not the
    /// default.
    #[must_use]
    pub fn why_free(&self) -> Option<String> {
        let free = self.draft.starts == Starts::Free;
        free.then(|| self.usual_beginning().because)?
    }

    fn usual_beginning(&self) -> Beginning {
        Beginning::of(None, self.draft.game.sides(), &self.draft.entrants)
    }

    /// The choice of records to keep.
    #[must_use]
    pub fn keep(&self) -> Keep {
        self.draft.keep
    }

    /// The consequence of a fault.
    #[must_use]
    pub fn policy(&self) -> FaultPolicy {
        self.draft.policy
    }

    /// The half-width that every 95% interval of a mean score must reach for the run to end early,
    /// in the unit of the score.
    #[must_use]
    pub fn until_interval(&self) -> Option<f64> {
        self.draft.schedule.until_interval()
    }

    /// True if all matches of a pairing can be one game, so that only the first need be played:
    /// nothing but chance and the entrants themselves makes them differ.
    ///
    /// False on a ladder and with drawn lineups, where pairings meet too rarely, in series, in which
    /// another side may begin, and if people take part.
    #[must_use]
    pub(crate) fn may_repeat(&self) -> bool {
        self.draft.starts == Starts::Free
            && self.ladder().is_none()
            && self.drawn().is_none()
            && !self.games().is_series()
            && !self.has_people()
    }

    /// The part to play, if not all of it.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.draft.schedule.shard()
    }

    /// The numbers of the matches to play: all of them, or those of the shard.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.shard().map_or(0..self.len(), |shard| shard.range(self.len(), self.games()))
    }

    /// The conditions under which external programs run, if any take part.
    #[must_use]
    pub fn conditions(&self) -> Option<&Conditions> {
        self.draft.conditions.as_ref()
    }

    /// The pairings, in order: the entrants of the first side change slowest. Empty if lineups are
    /// drawn.
    #[must_use]
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The ladder, if the plan is one.
    #[must_use]
    pub fn ladder(&self) -> Option<&Ladder> {
        match &self.order {
            MatchOrder::Ladder(ladder) => Some(ladder),
            MatchOrder::SeedBySeed | MatchOrder::Drawn(_) | MatchOrder::Test(..) => None,
        }
    }

    /// The drawn lineups, if the plan has them.
    #[must_use]
    pub fn drawn(&self) -> Option<&Arc<DrawnLineups>> {
        match &self.order {
            MatchOrder::Drawn(drawn) => Some(drawn),
            MatchOrder::SeedBySeed | MatchOrder::Ladder(_) | MatchOrder::Test(..) => None,
        }
    }

    /// The number of slots on each seed, except on a ladder.
    #[must_use]
    pub fn per_seed(&self) -> u64 {
        let all = self.pairings.len() as u64 * self.games().get();
        self.drawn().map_or(all, |drawn| drawn.per_block())
    }

    /// The numbers of the matches to play, in parts. The entrants of a part are known when the
    /// parts before it are played.
    #[must_use]
    pub fn stretches(&self) -> Vec<Range<u64>> {
        self.ladder().map_or_else(|| vec![self.range()], |ladder| ladder.stretches().collect())
    }

    /// The weights of matches in an A/B test, if this is one.
    #[must_use]
    pub fn compared(&self) -> Option<&Compared> {
        match &self.order {
            MatchOrder::Test(compared, _) => Some(compared),
            MatchOrder::SeedBySeed | MatchOrder::Drawn(_) | MatchOrder::Ladder(_) => None,
        }
    }

    /// True if this is an A/B test in which the lineups of the opponents are drawn.
    #[must_use]
    pub fn draws_opponents(&self) -> bool {
        let (sides, entrants) = (self.draft.game.sides(), &self.draft.entrants);
        self.compared().is_some() && compared::draws_opponents(sides, entrants)
    }

    /// The A/B test of this plan before its first pair, if it is one.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        match &self.order {
            MatchOrder::Test(_, test) => Some(test.clone()),
            MatchOrder::SeedBySeed | MatchOrder::Drawn(_) | MatchOrder::Ladder(_) => None,
        }
    }

    /// The number of planned slots, over all shards: matches, or games if matches are series.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.order {
            MatchOrder::Ladder(ladder) => ladder.len(),
            MatchOrder::Drawn(drawn) => drawn.blocks() * drawn.per_block(),
            MatchOrder::SeedBySeed | MatchOrder::Test(..) => self.per_seed() * self.draft.matches,
        }
    }

    /// Always false: a plan has at least one match.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slot with this number, from 0.
    ///
    /// Matches go seed by seed, and each seed is played by all pairings, or by a block of drawn
    /// lineups, so that a prefix of the plan is balanced. The games of a series follow one another.
    ///
    /// # Panics
    /// If the match is on a rung of a ladder that is not decided yet.
    #[must_use]
    pub fn match_at(&self, number: u64) -> Slot {
        if let MatchOrder::Ladder(ladder) = &self.order {
            let (pairing, index) = ladder.match_at(number, &self.pairings);
            let seed = self.draft.seed.of_match(index);
            return Slot { number, game: 0, pairing, index, seed };
        }
        let games = self.games().get();
        let (place, game) = (number % self.per_seed() / games, number % games);
        let index = number / self.per_seed();
        #[expect(clippy::cast_possible_truncation, reason = "below the length of a list")]
        let pairing = place as usize;
        let seed = self.draft.seed.of_match(index).of_game(game);
        Slot { number, game, pairing, index, seed }
    }

    /// True if the record of the match with this number is kept, whatever its outcome.
    ///
    /// An A/B test plays a small part of its plan. A sample spread over all of it would be almost
    /// empty, so the first matches are kept.
    #[must_use]
    pub fn keeps(&self, number: u64) -> bool {
        match (&self.order, self.draft.keep) {
            (MatchOrder::Test(..), Keep::Sample(n)) => number < n,
            (_, keep) => keep.keeps(number, self.len()),
        }
    }

    /// True if records of highlights are kept in addition to the sample. They make no difference if
    /// none or all records are kept.
    #[must_use]
    pub(crate) fn keeps_highlights(&self) -> bool {
        matches!(self.draft.keep, Keep::Sample(n) if n < self.len())
    }

    /// The numbers of the entrants of a match, by side.
    #[must_use]
    pub fn entrants_of(&self, slot: &Slot) -> Lineup {
        match self.drawn() {
            Some(drawn) => drawn.lineup(slot.index, slot.pairing),
            None => self.pairings[slot.pairing].entrants().iter().copied().collect(),
        }
    }

    /// The entrants of a match by side, as they are in its setting.
    #[must_use]
    pub fn lineup_of(&self, slot: &Slot) -> Vec<&Entrant<G>> {
        match self.drawn() {
            Some(_) => {
                let entrants = self.entrants_of(slot).into_iter();
                entrants.map(|entrant| &self.draft.entrants[entrant]).collect()
            }
            None => self.lineup(slot.pairing).collect(),
        }
    }

    /// The entrants of a pairing by side, as they are in its setting.
    pub fn lineup(&self, pairing: usize) -> impl Iterator<Item = &Entrant<G>> {
        let pairing = &self.pairings[pairing];
        let swept = self.swept();
        pairing.entrants().iter().map(move |&entrant| {
            let changed = swept.and_then(|swept| swept.entrant(pairing.setting(), entrant));
            changed.unwrap_or(&self.draft.entrants[entrant])
        })
    }
}

#[cfg(test)]
mod tests;
