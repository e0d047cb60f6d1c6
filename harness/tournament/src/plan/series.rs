//! Series: matches of several games, in which the loser of a game begins the next one.

use std::sync::Arc;

use stoker_engine::{Game, SideId, SideSet, Sides};

use super::{Plan, Slot};

/// The most games in a match.
const MOST: u64 = 99;

/// The number of games in a match, from 1 to 99. If there are several, the match is a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Games(u64);

/// Error: a number of games that no match has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a match cannot have {0} games: give 1 to {MOST}")]
pub struct GamesError(u64);

impl Games {
    /// A match that is a single game.
    pub const ONE: Self = Self(1);

    /// Checks a number of games.
    ///
    /// # Errors
    /// If it is not from 1 to 99.
    pub fn new(games: u64) -> Result<Self, GamesError> {
        if (1..=MOST).contains(&games) { Ok(Self(games)) } else { Err(GamesError(games)) }
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }

    /// True if a match has several games.
    #[must_use]
    pub fn is_series(self) -> bool {
        self != Self::ONE
    }
}

/// The result of a game, as far as it decides what follows in its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PastGame {
    /// These sides won.
    Won(SideSet),
    /// It could not be decided.
    Void,
}

/// A series while its games are played or read, in order.
///
/// The ruleset's parameters say who begins the first game. After a game with exactly one loser,
/// that side begins; otherwise the same side begins again. After a void game there is no telling
/// who would begin, so the rest of the series is void too.
pub struct SeriesInPlay<'p, G: Game> {
    plan: &'p Plan<G>,
    /// The game with another beginner than that of the plan.
    begun: Option<Arc<G>>,
    is_void: bool,
}

impl<'p, G: Game> SeriesInPlay<'p, G> {
    /// The series of this plan, before the first.
    #[must_use]
    pub fn new(plan: &'p Plan<G>) -> Self {
        Self { plan, begun: None, is_void: false }
    }

    /// The game to play in the next slot; `None` if a game before it in its series is void.
    pub fn next(&mut self, slot: &Slot) -> Option<&Arc<G>> {
        if slot.game == 0 {
            *self = Self::new(self.plan);
        }
        let usual = self.plan.game_of(slot.pairing);
        (!self.is_void).then(|| self.begun.as_ref().unwrap_or(usual))
    }

    /// Notes the result of the game that came last.
    pub fn ended(&mut self, game: PastGame) {
        match game {
            PastGame::Void => self.is_void = true,
            PastGame::Won(winners) if self.plan.games().is_series() => {
                let game = self.plan.game();
                if let Some(side) = loser(winners, game.sides())
                    && let Some(begun) = game.begun_by(side)
                {
                    self.begun = Some(Arc::new(begun));
                }
            }
            PastGame::Won(_) => {}
        }
    }
}

/// The one side that lost; `None` if there is no such side, or there are several.
fn loser(winners: SideSet, sides: &Sides) -> Option<SideId> {
    let mut lost = sides.iter().map(|(side, _)| side).filter(|&side| !winners.contains(side));
    lost.next().filter(|_| lost.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Draft, Meetings, PlanError, Schedule};
    use crate::testing::*;

    fn plan(games: u64) -> Plan<Toy> {
        let games = Games::new(games).unwrap();
        Plan::new(Draft { games, ..draft(Layout::Pair, 5) }).unwrap()
    }

    #[test]
    fn the_loser_of_a_game_begins_the_next() {
        let plan = plan(4);
        let mut series = SeriesInPlay::new(&plan);
        let mut layout = |number, past| {
            let slot = plan.match_at(number);
            let layout = series.next(&slot).map(|game| game.params().layout);
            series.ended(past);
            layout
        };
        let [team, lone] = [0, 1].map(|side| PastGame::Won(SideSet::NONE.with(SideId(side))));
        let nobody = PastGame::Won(SideSet::NONE);
        assert_eq!(layout(0, team), Some(Layout::Pair));
        assert_eq!(layout(1, nobody), Some(Layout::Reversed), "the lone side lost");
        assert_eq!(layout(2, lone), Some(Layout::Reversed), "two lost, so it begins again");
        assert_eq!(layout(3, team), Some(Layout::Pair), "the team lost");
        assert_eq!(layout(4, PastGame::Void), Some(Layout::Pair), "a new series");
        assert_eq!(layout(5, team), None, "nobody knows who would begin");
        assert_eq!(layout(8, team), Some(Layout::Pair));
    }

    #[test]
    fn the_games_of_a_series_share_pairing_and_index_and_have_seeds_of_their_own() {
        let (series, single) = (plan(3), plan(1));
        assert_eq!(series.len(), 3 * single.len());
        for number in 0..series.len() {
            let (slot, of_match) = (series.match_at(number), single.match_at(number / 3));
            assert_eq!((slot.pairing, slot.index), (of_match.pairing, of_match.index));
            assert_eq!((slot.number, slot.game), (number, number % 3));
            assert_eq!(slot.seed, of_match.seed.of_game(slot.game));
        }
    }

    #[test]
    fn a_shard_cuts_no_series() {
        let shards = (1..=4).map(|index| Draft {
            games: Games::new(3).unwrap(),
            schedule: part(index, 4),
            ..draft(Layout::Pair, 5)
        });
        let ranges: Vec<_> = shards.map(|draft| Plan::new(draft).unwrap().range()).collect();
        assert!(ranges.iter().all(|range| range.start % 3 == 0 && range.end % 3 == 0));
        assert_eq!(ranges.last().unwrap().end, plan(3).len());
    }

    #[test]
    fn what_has_no_series_is_refused() {
        assert_eq!(Games::new(0), Err(GamesError(0)));
        assert_eq!(Games::new(100), Err(GamesError(100)));
        let games = Games::new(2).unwrap();
        let refused = |draft: Draft<Toy>| Plan::new(Draft { games, ..draft }).err();
        assert_eq!(refused(draft(Layout::Three, 5)), Some(PlanError::NoSeries("toy")));
        let ladder = Draft { schedule: Schedule::Ladder(None), ..draft(Layout::Pair, 5) };
        assert_eq!(refused(ladder), Some(PlanError::SeriesFormat));
        let gauntlet = Schedule::all(Meetings::Gauntlet(0));
        assert_eq!(refused(Draft { schedule: gauntlet, ..draft(Layout::Pair, 5) }), None);
    }
}
