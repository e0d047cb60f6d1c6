//! Errors of a plan.

use stoker_external::unfit::EntrantStatus;

use super::compared::CompareError;
use super::{Shard, ladder, pairings};
use crate::columns::ColumnClash;

/// The reasons why a tournament cannot be planned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// There are no entrants.
    #[error("no entrants: name at least one, such as `random`")]
    NoEntrants,
    /// No entrant plays this side.
    #[error("no entrant plays `{0}`: add one that can, such as `{0}=random`")]
    NoEntrant(&'static str),
    /// The entrants that would play this side are unfit to.
    #[error("no entrant plays `{side}` (`{entrant}`: {status})")]
    NoFitEntrant {
        /// The side.
        side: &'static str,
        /// The name of the first such entrant.
        entrant: String,
        /// The reason why it does not play.
        status: EntrantStatus,
    },
    /// An entrant is restricted to a side that the ruleset does not have.
    #[error("entrant `{entrant}` is for side `{side}`, but the sides are {sides}")]
    UnknownSide {
        /// The entrant's name.
        entrant: String,
        /// The side that it is restricted to.
        side: String,
        /// The ruleset's sides.
        sides: String,
    },
    /// An entrant can play none of the sides it may.
    #[error("entrant `{entrant}` cannot play {sides}: leave it out, or let it play another side")]
    Idle {
        /// The entrant's name.
        entrant: String,
        /// The sides in question.
        sides: String,
    },
    /// Two entrants that can play one side have one name.
    #[error("two entrants are called `{name}`: give one another name, as in `other@{spec}`")]
    EqualNames {
        /// The name.
        name: String,
        /// The spec of the later one.
        spec: String,
    },
    /// A series of a ruleset that has none.
    #[error(
        "in `{0}` the loser of a game cannot begin the next, so it has no series: leave --games out"
    )]
    NoSeries(&'static str),
    /// A series in a format that plays single games.
    #[error(
        "only a round-robin and a gauntlet play series: leave --games out, or play one of these"
    )]
    SeriesFormat,
    /// No matches are asked for.
    #[error("0 matches per pairing: give at least 1")]
    NoMatches,
    /// The gauntlet's entrant is not among the entrants.
    #[error("the gauntlet's entrant has number {0}, but no entrant has that number")]
    NoSuchEntrant(usize),
    /// More pairings than fit in memory.
    #[error(
        "more than {} pairings: use fewer entrants, or draw lineups with --format lineups if all \
         sides are of one kind",
        pairings::MOST
    )]
    TooManyPairings,
    /// More pairings than fit in memory in each setting of a sweep, whose lineups are never drawn.
    #[error("more than {} pairings in each setting: use fewer entrants", pairings::MOST)]
    TooManySwept,
    /// More pairings than fit in memory, over all settings.
    #[error(
        "{pairings} pairings in each of {settings} settings are more than {}: use fewer entrants \
         or settings",
        pairings::MOST
    )]
    TooManyInSettings {
        /// The number of pairings in each setting.
        pairings: usize,
        /// The number of settings.
        settings: usize,
    },
    /// More matches than can be numbered.
    #[error("{pairings} pairings of {matches} matches are too many: ask for fewer matches")]
    TooManyMatches {
        /// The number of pairings.
        pairings: usize,
        /// The matches asked for, per pairing.
        matches: u64,
    },
    /// Drawn lineups for sides of several kinds.
    #[error(
        "lineups are drawn for sides of one kind, and this game has several: play a round-robin or \
         a gauntlet"
    )]
    LineupKinds,
    /// Drawn lineups of fewer than two entrants.
    #[error("lineups are drawn for two entrants and more, not for {0}: leave --format lineups out")]
    LineupEntrants(usize),
    /// Drawn lineups of partners who would always play together.
    #[error(
        "{entrants} entrants at {seats} seats would always play together, so nobody's effect would \
         show: leave --format lineups out, or name more entrants"
    )]
    LineupTeam {
        /// The number of entrants.
        entrants: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A ladder of partners.
    #[error("partners win or lose together, so none of them climbs a ladder: play a round-robin")]
    LadderTeam,
    /// A run of partners that ends with the intervals of their mean scores.
    #[error(
        "partners share their scores, so the interval of a mean score does not say how well an \
         entrant is known: leave --until-interval out, and give --matches"
    )]
    UntilTeam,
    /// More than two identical sides.
    #[error("a ladder cannot have more than two sides of one kind: play a round-robin")]
    LadderSides,
    /// The number of rungs is out of range.
    #[error("a ladder cannot have {rungs} rungs: give 1 to {}", ladder::MOST_RUNGS)]
    LadderRungs {
        /// The number that was asked for.
        rungs: u32,
    },
    /// A shard without a match.
    #[error("shard {shard} has no match: the plan has only {matches}")]
    EmptyShard {
        /// The shard.
        shard: Shard,
        /// The number of planned matches.
        matches: u64,
    },
    /// People in a schedule that is not a whole league.
    #[error(
        "`{0}` is a person, and people play whole leagues of single games: not sweeps, shards, \
         ladders, comparisons or series, and not until an interval is narrow"
    )]
    People(String),
    /// A person who would know what several sides know.
    #[error("`{0}` is a person, and would play several sides of one match: name more entrants")]
    PersonTwice(String),
    /// Two entrants cannot be compared so.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// Two columns of the result files would have one name.
    #[error(transparent)]
    Columns(#[from] ColumnClash),
}
