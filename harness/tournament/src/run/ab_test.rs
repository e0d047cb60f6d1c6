//! A/B tests while their matches are folded.

use stoker_engine::Game;

use super::Progress;
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::results::{ComparisonFile, RunFolder};
use crate::standings::{Comparison, Findings};
use crate::storage::FolderError;

/// The findings of the last look of an A/B test; `None` before the first.
#[derive(Debug, Clone)]
pub(super) struct LastLook(pub(super) Option<Findings>);

/// An A/B test, its file, and the findings of its last look.
pub(super) struct RunningAbTest {
    comparison: Comparison,
    file: ComparisonFile,
    found: Option<Findings>,
}

impl RunningAbTest {
    /// Begins the test of a plan, if it has one.
    pub(super) fn begin<G: Game>(
        plan: &Plan<G>,
        folder: &RunFolder,
    ) -> Result<Option<Self>, FolderError> {
        let Some(comparison) = Comparison::new(plan) else { return Ok(None) };
        let file = ComparisonFile::begin(folder, &comparison)?;
        Ok(Some(Self { comparison, file, found: None }))
    }

    /// Counts the next match. If it leads to a look, writes and reports the findings.
    pub(super) fn add(
        &mut self,
        slot: &Slot,
        outcome: &MatchOutcome,
        observer: &dyn Progress,
    ) -> Result<(), FolderError> {
        let findings = self.comparison.add(slot, outcome);
        findings.map_or(Ok(()), |findings| self.look(findings, observer))
    }

    /// Counts the next slot, whose match could not be decided.
    pub(super) fn add_void(&mut self, observer: &dyn Progress) -> Result<(), FolderError> {
        let findings = self.comparison.add_void();
        findings.map_or(Ok(()), |findings| self.look(findings, observer))
    }

    fn look(&mut self, findings: Findings, observer: &dyn Progress) -> Result<(), FolderError> {
        self.file.look(&findings)?;
        observer.found(&findings);
        self.found = Some(findings);
        Ok(())
    }

    /// True if there is a verdict.
    pub(super) fn is_over(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.verdict.is_some())
    }

    /// The last look.
    pub(super) fn last_look(&self) -> LastLook {
        LastLook(self.found.clone())
    }

    /// Hands the rows of all looks to the operating system. Returns the length of the file.
    pub(super) fn flush(&mut self) -> Result<(&'static str, u64), FolderError> {
        self.file.flush()
    }

    /// Finishes the file.
    pub(super) fn finish(self) -> Result<(), FolderError> {
        self.file.finish()
    }
}
