//! Schedules: who meets whom, in which settings, and how much of it is played.

use stoker_engine::Game;
use stoker_stats::sprt::TestQuestion;

use super::{Shard, Swept};

/// The pairings of a league.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meetings {
    /// Everyone meets everyone.
    RoundRobin,
    /// Lineups are drawn in balanced blocks: for matches of several rivals of one kind.
    Lineups,
    /// Only pairings with this entrant, an index into the entrants.
    Gauntlet(usize),
}

/// A schedule: who meets whom, in which settings, and how much of it is played.
pub enum Schedule<G: Game> {
    /// A league.
    League(Meetings, Extent),
    /// A league in every setting, or a part of it. All seeds are played, so that settings are
    /// compared on the same ones.
    Sweep(Meetings, Swept<G>, Option<Shard>),
    /// The better half of the field goes on, again and again: for this number of rungs, or until
    /// few are left. A ladder ends with its last rung, and a part of one could not tell who climbs.
    Ladder(Option<u32>),
    /// The first two entrants meet all others, and the run ends when it is clear which of the two
    /// is better: an A/B test.
    Compare(TestQuestion),
}

/// The extent to which a league is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// All of it.
    All,
    /// This part of it.
    Part(Shard),
    /// As many matches as it takes until every 95% interval of a mean score is this narrow.
    Until(Width),
}

/// The half-width that intervals must reach, in the unit of the score: a number above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Width(f64);

impl Width {
    /// Checks a width.
    ///
    /// # Errors
    /// If it is not a finite number above 0.
    pub fn new(width: f64) -> Result<Self, ScheduleError> {
        match width.is_finite() && width > 0.0 {
            true => Ok(Self(width)),
            false => Err(ScheduleError::Width(width)),
        }
    }
}

impl<G: Game> Schedule<G> {
    /// All of a league.
    #[must_use]
    pub fn all(meetings: Meetings) -> Self {
        Self::League(meetings, Extent::All)
    }

    /// The settings of a sweep, if this is one.
    pub(super) fn swept(&self) -> Option<&Swept<G>> {
        match self {
            Self::Sweep(_, swept, _) => Some(swept),
            Self::League(..) | Self::Ladder(_) | Self::Compare(_) => None,
        }
    }

    /// The part to play, if not all of it.
    pub(super) fn shard(&self) -> Option<Shard> {
        match self {
            Self::League(_, Extent::Part(shard)) => Some(*shard),
            Self::Sweep(_, _, shard) => *shard,
            Self::League(..) | Self::Ladder(_) | Self::Compare(_) => None,
        }
    }

    /// The half-width that intervals must reach for the run to end early.
    pub(super) fn until_interval(&self) -> Option<f64> {
        match self {
            Self::League(_, Extent::Until(Width(width))) => Some(*width),
            Self::League(..) | Self::Sweep(..) | Self::Ladder(_) | Self::Compare(_) => None,
        }
    }
}

/// A schedule as it was asked for. Its options may contradict each other.
pub struct ScheduleAsked<G: Game> {
    /// The format.
    pub format: FormatAsked,
    /// The settings of a sweep, if one was asked for: all pairings are played in each of them.
    pub swept: Option<Swept<G>>,
    /// The part to play, if not all of it.
    pub shard: Option<Shard>,
    /// The half-width that every 95% interval of a mean score must reach for the run to end early,
    /// in the unit of the score.
    pub until_interval: Option<f64>,
}

/// A format as it was asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FormatAsked {
    /// A league.
    League(Meetings),
    /// A ladder with this number of rungs, or until few are left.
    Ladder(Option<u32>),
    /// An A/B test.
    Compare(TestQuestion),
}

/// The reasons why a run cannot be scheduled.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScheduleError {
    /// The width is not a finite number above 0.
    #[error(
        "{0} is not a width for an interval: give a number above 0, as in --until-interval 2.5"
    )]
    Width(f64),
    /// A sweep with a width, although it compares all settings on the same number of seeds.
    #[error("a sweep plays all its seeds: leave --until-interval out")]
    SweptUntil,
    /// A shard with a width, although only the whole run can tell when the width is reached.
    #[error(
        "a shard cannot tell when the whole run is precise enough: leave --until-interval or --shard out"
    )]
    ShardUntil,
    /// A shard of a ladder, which cannot tell who climbs.
    #[error(
        "a shard of a ladder cannot tell which entrants climb: leave --shard out, or play a round-robin"
    )]
    LadderShard,
    /// A width at which a ladder would end early.
    #[error("a ladder ends with its last rung: leave --until-interval out")]
    LadderUntil,
    /// A ladder in a sweep.
    #[error("a sweep plays every setting alike, so it cannot be a ladder: leave --format out")]
    LadderSwept,
    /// Drawn lineups in a sweep.
    #[error(
        "a sweep plays all lineups in every setting: leave --format lineups out, and name fewer \
         entrants if they are too many"
    )]
    LineupsSwept,
    /// A comparison with a shard or a width, although it has its own end.
    #[error(
        "a comparison ends at its verdict, so it has no shards and no target interval: leave --shard and --until-interval out"
    )]
    CompareEnd,
    /// A comparison within a sweep, which itself compares settings.
    #[error("a comparison has one setting: leave out the comparison or the sweep")]
    CompareSwept,
}

impl<G: Game> ScheduleAsked<G> {
    /// Checks that the options fit together.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn check(self) -> Result<Schedule<G>, ScheduleError> {
        let Self { format, swept, shard, until_interval } = self;
        let until = until_interval.map(Width::new).transpose()?;
        match (format, swept, shard, until) {
            (FormatAsked::Compare(_), Some(_), ..) => Err(ScheduleError::CompareSwept),
            (FormatAsked::Compare(question), None, None, None) => Ok(Schedule::Compare(question)),
            (FormatAsked::Compare(_), ..) => Err(ScheduleError::CompareEnd),
            (FormatAsked::Ladder(rungs), None, None, None) => Ok(Schedule::Ladder(rungs)),
            (FormatAsked::Ladder(_), _, Some(_), _) => Err(ScheduleError::LadderShard),
            (FormatAsked::Ladder(_), _, _, Some(_)) => Err(ScheduleError::LadderUntil),
            (FormatAsked::Ladder(_), Some(_), ..) => Err(ScheduleError::LadderSwept),
            (FormatAsked::League(Meetings::Lineups), Some(_), ..) => {
                Err(ScheduleError::LineupsSwept)
            }
            (FormatAsked::League(_), Some(_), _, Some(_)) => Err(ScheduleError::SweptUntil),
            (FormatAsked::League(meetings), Some(swept), shard, None) => {
                Ok(Schedule::Sweep(meetings, swept, shard))
            }
            (FormatAsked::League(_), None, Some(_), Some(_)) => Err(ScheduleError::ShardUntil),
            (FormatAsked::League(meetings), None, shard, until) => {
                let part = shard.map(Extent::Part).or(until.map(Extent::Until));
                Ok(Schedule::League(meetings, part.unwrap_or(Extent::All)))
            }
        }
    }
}
