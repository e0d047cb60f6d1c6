//! How a Dracula plays: how soon he is met, where, and what he risks.

use std::collections::BTreeMap;

use stoker_engine::map::Place;
use stoker_stats::{Estimate, Figure, median_ranks, share};

use super::played::{Ground, MatchRecord, TurnRecord};

/// The number of expected meetings below which a meeting is a surprise.
const UNEXPECTED: f64 = 0.05;

/// The figures of a Dracula. Each share is `None` if there is no case.
///
/// A turn ends *in danger* if it ends on land where a hunter can be on the next turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Conduct {
    /// The round of the first meeting.
    pub(crate) first_meeting: MedianRound,
    /// Of his turns: those that ended in danger while he was known.
    pub(crate) known_in_danger: Option<Estimate>,
    /// Of the turns that ended in danger while less than 5% of a meeting was expected: those after
    /// which he was met.
    pub(crate) surprises: Option<Estimate>,
    /// Of the meetings: those within two moves of the castle.
    pub(crate) near_castle: Option<Estimate>,
    /// Of the turns that he ended while he was known: those at sea.
    pub(crate) known_at_sea: Option<Estimate>,
    /// The share of the place where he began most often.
    pub(crate) commonest_start: Option<Estimate>,
}

/// A median round; `None` is later than any round: he was never met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MedianRound {
    pub(crate) median: Option<u16>,
    /// The 95% interval, if there are enough matches.
    pub(crate) interval: Option<[Option<u16>; 2]>,
}

impl Conduct {
    /// The figures of these matches, seed by seed: matches of one seed are not independent.
    pub(crate) fn of(seeds: &[Vec<&MatchRecord>]) -> Self {
        let turns = |of: fn(&TurnRecord) -> bool, yes: fn(&TurnRecord) -> bool| {
            share_of(seeds, |record| {
                let cases = record.turns.iter().filter(|turn| of(turn));
                (cases.clone().filter(|turn| yes(turn)).count() as u64, cases.count() as u64)
            })
        };
        Self {
            first_meeting: MedianRound::of(seeds.iter().flatten().map(|it| it.first_meeting())),
            known_in_danger: turns(|_| true, |turn| turn.known && in_danger(turn)),
            surprises: turns(
                |turn| in_danger(turn) && turn.expected < UNEXPECTED,
                |turn| turn.meetings > 0,
            ),
            near_castle: share_of(seeds, |record| {
                let meetings = |turns: &dyn Fn(&&TurnRecord) -> bool| -> u64 {
                    record.turns.iter().filter(turns).map(|turn| u64::from(turn.meetings)).sum()
                };
                (meetings(&|turn| turn.near_castle), meetings(&|_| true))
            }),
            known_at_sea: turns(|turn| turn.known, |turn| turn.ground == Ground::Sea),
            commonest_start: commonest_start(seeds),
        }
    }
}

impl MedianRound {
    /// The median of these rounds. Of two in the middle it is the earlier.
    pub(crate) fn of(rounds: impl Iterator<Item = Option<u16>>) -> Self {
        let mut rounds: Vec<_> = rounds.collect();
        rounds.sort_by_key(|round| (round.is_none(), *round));
        let ranked = |rank: usize| rounds.get(rank.wrapping_sub(1)).copied().flatten();
        let interval = median_ranks(rounds.len());
        Self {
            median: ranked(rounds.len().div_ceil(2)),
            interval: interval.map(|(low, high)| [ranked(low), ranked(high)]),
        }
    }
}

fn in_danger(turn: &TurnRecord) -> bool {
    turn.in_reach && turn.ground == Ground::Land
}

/// The share of cases, of which a match has some, and among them some that count.
fn share_of(
    seeds: &[Vec<&MatchRecord>],
    count: impl Fn(&MatchRecord) -> (u64, u64),
) -> Option<Estimate> {
    let sum = |matches: &Vec<&MatchRecord>| {
        let counts = matches.iter().map(|record| count(record));
        let (yes, all) = counts.fold((0, 0), |(yes, all), (y, a)| (yes + y, all + a));
        (i64::try_from(yes).unwrap_or(i64::MAX), all)
    };
    Figure::mean(seeds.iter().map(sum).collect::<Vec<_>>().into_iter()).map(|it| share(&it))
}

fn commonest_start(seeds: &[Vec<&MatchRecord>]) -> Option<Estimate> {
    let mut often: BTreeMap<usize, (u32, Place)> = BTreeMap::new();
    for place in seeds.iter().flatten().filter_map(|record| record.start()) {
        often.entry(place.index()).or_insert((0, place)).0 += 1;
    }
    let (_, commonest) = often.into_values().max_by_key(|&(count, _)| count)?;
    share_of(seeds, |record| (u64::from(record.start() == Some(commonest)), 1))
}
