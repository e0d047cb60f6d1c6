//! The choice of the matches that a report shows turn by turn.

use std::collections::BTreeMap;

use crate::data::RunData;
use crate::data::games::{EntrantGames, MatchRef, NotableMatches};
use crate::data::recorded::Recorded;

/// The most replays in a report: with more, browsers take long to open the page.
pub const MOST: usize = 200;

/// The reason why a match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PickReason {
    /// It is an entrant's worst.
    Worst,
    /// It is an entrant's best.
    Best,
    /// It is an entrant's first with a fault of its own.
    Faulty,
    /// It is the nearest to an entrant's mean.
    Typical,
    /// It has a record.
    Recorded,
}

impl PickReason {
    const OF_ENTRANTS: [Self; 4] = [Self::Worst, Self::Best, Self::Faulty, Self::Typical];

    /// The word for a list of replays.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Best => "best",
            Self::Faulty => "first fault",
            Self::Typical => "typical",
            Self::Recorded => "recorded",
        }
    }

    fn of(self, notable_matches: &NotableMatches) -> Option<MatchRef> {
        match self {
            Self::Worst => notable_matches.worst.map(|(_, match_ref)| match_ref),
            Self::Best => notable_matches.best.map(|(_, match_ref)| match_ref),
            Self::Faulty => notable_matches.faulty,
            Self::Typical => notable_matches.typical.map(|(_, match_ref)| match_ref),
            Self::Recorded => None,
        }
    }
}

/// A match that is shown, with the reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// The match.
    pub match_ref: MatchRef,
    /// The kind of side, the entrant and the reason; empty if the match merely has a record.
    pub reasons: Vec<(String, String, PickReason)>,
}

impl Pick {
    /// The number of the match.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.match_ref.number
    }
}

/// The matches to show, the most wanted first. These are one match of each entrant on each kind of
/// side, then a second one, and so on; last, any others that have records.
#[must_use]
pub fn picks(data: &RunData) -> Vec<Pick> {
    let mut picks = Picks::default();
    if let Some(games) = &data.games {
        let rows = by_rank(data, &games.rows);
        for why in PickReason::OF_ENTRANTS {
            for row in &rows {
                if let Some(match_ref) = why.of(&row.notable_matches) {
                    picks.add(match_ref, Some((row.kind.clone(), row.entrant.clone(), why)));
                }
            }
        }
    }
    match (&data.games, &data.recorded) {
        (Some(games), _) => games.recorded.iter().for_each(|&match_ref| picks.add(match_ref, None)),
        (None, Recorded::These(numbers)) => {
            let notable_matches = numbers.iter().map(|&number| MatchRef { number, hash: None });
            notable_matches.take(MOST).for_each(|match_ref| picks.add(match_ref, None));
        }
        (None, Recorded::All) => {}
    }
    picks.list
}

/// The rows in the order of the leaderboards.
fn by_rank<'g>(data: &RunData, rows: &'g [EntrantGames]) -> Vec<&'g EntrantGames> {
    let place = |row: &EntrantGames| {
        let is_own = |standing: &stoker_tournament::standings::Standing| {
            standing.side == row.kind && standing.entrant == row.entrant
        };
        data.standings.iter().find(|standing| is_own(standing)).and_then(|standing| standing.rank)
    };
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by_key(|row| place(row).unwrap_or(u32::MAX));
    rows
}

#[derive(Default)]
struct Picks {
    list: Vec<Pick>,
    places: BTreeMap<u64, usize>,
}

impl Picks {
    fn add(&mut self, match_ref: MatchRef, reason: Option<(String, String, PickReason)>) {
        match self.places.get(&match_ref.number) {
            Some(&place) => self.list[place].reasons.extend(reason),
            None if self.list.len() < MOST => {
                self.places.insert(match_ref.number, self.list.len());
                self.list.push(Pick { match_ref, reasons: reason.into_iter().collect() });
            }
            None => {}
        }
    }
}
