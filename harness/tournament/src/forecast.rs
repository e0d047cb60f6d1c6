//! Estimates of the duration of matches, from the time that the entrants' turns have taken so far.

mod pace;
mod stopwatch;

use std::time::Duration;

use stoker_engine::{Chance, Game, SideId, Turn};

use crate::plan::Plan;
use crate::starts::FIRST_MATCHES;
use crate::steady::Steady;

pub use pace::TurnPace;
pub use stopwatch::Stopwatch;

/// The durations of matches so far, by pairing and by entrant.
#[derive(Debug)]
pub struct Forecast {
    /// By pairing, then side: the row of the entrant that plays it on that kind of side.
    rows_of: Vec<Vec<usize>>,
    rows: Vec<Mean>,
    /// By row: the pace of turns in matches that are not over.
    paces: Vec<TurnPace>,
    /// By side: the turns of a match, as far as that is known without playing one.
    turns: Vec<u32>,
    pairings: Vec<Mean>,
    /// By pairing: true if it is likely to repeat one game.
    repeats: Vec<bool>,
}

/// A mean of times.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: Duration,
    count: u32,
}

impl Mean {
    fn add(&mut self, time: Duration) {
        self.sum += time;
        self.count += 1;
    }

    fn get(self) -> Option<Duration> {
        self.sum.checked_div(self.count)
    }
}

impl Forecast {
    /// A forecast before any match.
    pub fn new<G: Game>(plan: &Plan<G>) -> Self {
        let sides = plan.game().sides();
        let kinds: Vec<_> = sides.kinds().collect();
        let kind_of = |side: &stoker_engine::Side| kinds.iter().position(|kind| *kind == side.kind);
        let row = |(side, &entrant): (&stoker_engine::Side, &usize)| {
            kind_of(side).unwrap_or(0) * plan.entrants().len() + entrant
        };
        let rows_of = |pairing: &crate::plan::Pairing| {
            sides.list().iter().zip(pairing.entrants()).map(row).collect()
        };
        let count = plan.pairings().len();
        let steady = plan.may_repeat().then(|| Steady::find(plan));
        let repeats = |pairing| steady.as_ref().is_some_and(|steady| steady.repeats(plan, pairing));
        Self {
            rows_of: plan.pairings().iter().map(rows_of).collect(),
            rows: vec![Mean::default(); kinds.len() * plan.entrants().len()],
            paces: vec![TurnPace::default(); kinds.len() * plan.entrants().len()],
            turns: turns_to_the_end(
                &**plan.game(),
                plan.game().start(Chance::seeded(plan.seed())),
                vec![0; sides.list().len()],
            ),
            pairings: vec![Mean::default(); count],
            repeats: (0..count).map(repeats).collect(),
        }
    }

    /// Counts a match that was played, with the total time of each side's turns.
    pub fn add(&mut self, pairing: usize, times: &[(SideId, Duration)]) {
        for (side, time) in times {
            self.rows[self.rows_of[pairing][usize::from(side.0)]].add(*time);
        }
        self.pairings[pairing].add(times.iter().map(|(_, time)| *time).sum());
    }

    /// Sets the pace of turns in matches that are not over, by row.
    pub(crate) fn set_paces(&mut self, paces: &[TurnPace]) {
        self.paces.copy_from_slice(paces);
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// By pairing, then side: the row of the entrant that plays it on that kind of side.
    pub(crate) fn rows_of(&self) -> &[Vec<usize>] {
        &self.rows_of
    }

    /// Notes that a pairing is now known to repeat one game.
    pub(crate) fn repeats(&mut self, pairing: usize) {
        self.repeats[pairing] = true;
    }

    /// Notes that a pairing is now known to play other games on other seeds.
    pub(crate) fn varies(&mut self, pairing: usize) {
        self.repeats[pairing] = false;
    }

    /// The number of matches that are likely to be played among the first `matches` of a pairing.
    pub fn to_play(&self, pairing: usize, matches: u64) -> u64 {
        if self.repeats[pairing] { matches.min(FIRST_MATCHES) } else { matches }
    }

    /// The likely duration of a match of a pairing: the mean of those before, or else the time that
    /// its entrants took against others; `None` before any match.
    pub fn of_match(&self, pairing: usize) -> Option<Duration> {
        self.pairings[pairing].get().or_else(|| {
            let rows = self.rows_of[pairing].iter().zip(&self.turns);
            rows.map(|(&row, &turns)| self.of_row(row, turns)).sum::<Option<Duration>>()
        })
    }

    /// The time that an entrant's turns on a kind of side take in a match. An entrant that has not
    /// played yet is taken to be as slow as the others on average.
    fn of_row(&self, row: usize, turns: u32) -> Option<Duration> {
        self.seen(row, turns).or_else(|| {
            let seen = (0..self.rows.len()).filter_map(|row| self.seen(row, turns));
            let seen: Vec<Duration> = seen.collect();
            seen.iter().sum::<Duration>().checked_div(u32::try_from(seen.len()).ok()?)
        })
    }

    /// The same for an entrant that has played: from whole matches, if there are any.
    fn seen(&self, row: usize, turns: u32) -> Option<Duration> {
        self.rows[row].get().or_else(|| self.paces[row].of_turns(turns))
    }
}

/// The turns of each side at the end of a match that continues from this state with default moves;
/// `turns` are those so far.
pub fn turns_to_the_end<G: Game>(game: &G, mut state: G::State, mut turns: Vec<u32>) -> Vec<u32> {
    let mut all: u32 = turns.iter().sum();
    while let Turn::ToMove(seat) = game.turn(&state)
        && all < game.max_decisions()
    {
        let choice = game.unasked_choice(&mut state);
        if game.play(&mut state, choice).is_err() {
            break;
        }
        turns[usize::from(game.sides().side_of(seat).0)] += 1;
        all += 1;
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Draft;
    use crate::starts::Starts;
    use crate::testing::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn forecast(starts: Starts) -> Forecast {
        let entrants = vec![entrant("first", FIRST), entrant("random", RANDOM)];
        let game = Toy::of(Layout::Still, 23);
        let draft = Draft { game, entrants, starts, ..draft(Layout::Still, 9) };
        Forecast::new(&Plan::new(draft).unwrap())
    }

    fn add(forecast: &mut Forecast, pairing: usize, team: u32, lone: u32) {
        forecast.add(pairing, &[(SideId(0), team * SECOND), (SideId(1), lone * SECOND)]);
    }

    #[test]
    fn a_pairing_that_has_not_met_takes_what_its_entrants_took_against_others() {
        let mut forecast = forecast(Starts::Random);
        assert_eq!(forecast.of_match(0), None);
        add(&mut forecast, 0, 10, 1);
        add(&mut forecast, 0, 20, 3);
        // The mean times of the two sides are 15 s and 2 s.
        assert_eq!(forecast.of_match(0), Some(17 * SECOND));
        add(&mut forecast, 3, 100, 40);
        // The team takes 15 s as in pairing 0, and the lone side 40 s as in pairing 3.
        assert_eq!(forecast.of_match(1), Some(55 * SECOND));
        assert_eq!(forecast.of_match(2), Some(102 * SECOND));
    }

    #[test]
    fn of_a_pairing_that_is_likely_to_repeat_itself_three_matches_are_played() {
        let mut forecast = forecast(Starts::Free);
        assert_eq!([0, 1, 2, 3].map(|pairing| forecast.to_play(pairing, 9)), [3, 9, 9, 9]);
        forecast.varies(0);
        forecast.repeats(3);
        assert_eq!([0, 3].map(|pairing| forecast.to_play(pairing, 9)), [9, 3]);
        assert_eq!(forecast.to_play(3, 2), 2);
    }
}
