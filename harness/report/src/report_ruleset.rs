//! A ruleset as a report needs it, with its types erased.

use stoker_engine::scene::Scenery;
use stoker_files::untrusted::Folder;
use stoker_tournament::record::Record;

use crate::data::Rules;
use crate::document::ReplayedMatch;
use crate::report::ReportAudience;

/// A ruleset with the configuration of a run.
pub trait ReportRuleset: Sync {
    /// Its sides, scores and facts.
    fn rules(&self) -> Rules;

    /// The entrants whose matches can be played again quickly: built-in bots that do not search.
    fn again(&self) -> Vec<String>;

    /// Plays a match of the run again; `None` if not all its entrants are such bots.
    fn play_again(&self, number: u64) -> Option<Record>;

    /// The reason why no match at all can be shown to this audience, if there is one.
    fn why_none(&self, audience: ReportAudience) -> Option<String>;

    /// Checks a record and captures its scenes, with the words in the run's logs beside them.
    ///
    /// # Errors
    /// A sentence that explains why it cannot be shown to this audience.
    fn capture(
        &self,
        run: &Folder,
        record: &Record,
        audience: ReportAudience,
    ) -> Result<(Scenery, ReplayedMatch), String>;
}

/// The same replay for a public page, without words of bots and reasons of faults.
///
/// The points of view stay as they are: the caller captures a public replay without hidden moves.
#[must_use]
pub fn published(replay: ReplayedMatch) -> ReplayedMatch {
    let turns = replay.turns.into_iter().map(|turn| crate::document::ReplayTurn {
        message: String::new(),
        stderr: String::new(),
        notes: vec![],
        fault_reason: String::new(),
        ..turn
    });
    ReplayedMatch { seed: None, analysis: None, turns: turns.collect(), ..replay }
}
