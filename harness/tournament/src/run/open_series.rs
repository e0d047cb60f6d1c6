//! Series of which the journal has the first games alone.

use std::collections::BTreeMap;
use std::ops::Range;

use stoker_engine::Game;

use super::RunError;
use crate::journal::{Journal, SlotResult};
use crate::plan::{PastGame, Plan};

/// The games in the journal of series that are not finished, by number.
///
/// A killed run can leave a series unfinished, and so can a void game, after which the rest of its
/// series is void and may be played on request.
#[derive(Debug, Default)]
pub(super) struct OpenSeries(BTreeMap<u64, PastGame>);

impl OpenSeries {
    /// Reads the first games of all series that the journal does not finish.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub(super) fn read<G: Game>(plan: &Plan<G>, journal: &Journal) -> Result<Self, RunError> {
        let missing = journal.done().missing_of(plan.range());
        let first = |span: &Range<u64>| span.start - span.start % plan.games().get();
        let begun = missing.iter().map(|span| first(span)..span.start);
        let mut begun = begun.filter(|games| !games.is_empty()).peekable();
        let mut games = BTreeMap::new();
        let mut entries = journal.entries();
        while let Some(open) = begun.peek() {
            let Some(entry) = entries.next()? else { break };
            if open.contains(&entry.number) {
                games.insert(entry.number, past_game(&entry.fate));
            }
            if entry.number + 1 >= open.end {
                begun.next();
            }
        }
        Ok(Self(games))
    }

    /// The results of these games, as far as the journal has them, in order.
    pub(super) fn games(&self, numbers: Range<u64>) -> impl Iterator<Item = PastGame> + '_ {
        self.0.range(numbers).map(|(_, &game)| game)
    }
}

fn past_game(fate: &SlotResult) -> PastGame {
    match fate {
        SlotResult::Played(finished) => PastGame::Won(finished.outcome.winners),
        SlotResult::Void(_) => PastGame::Void,
    }
}
