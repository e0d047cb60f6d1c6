//! The common interface of all rulesets: each verb as a method, so that a registry can hold them.
//!
//! This module has only signatures. `verbs::any`, a layer above, implements them.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use stoker_bots::submissions::SubmissionForm;
use stoker_bots::{Believed, Mismatch};
use stoker_engine::scene::Scenery;
use stoker_engine::{Game, Seed};
use stoker_files::untrusted::Folder;
use stoker_report::data::Rules;
use stoker_report::document::ReplayedMatch;
use stoker_report::report_ruleset::ReportRuleset;
use stoker_research::analyse::MatchCosts;
use stoker_research::fit::Fitted;
use stoker_tournament::merge::Parts;
use stoker_tournament::record::{Record, RecordHead, RecordLine};
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::verify::report::FolderReport;

use super::info::RulesetInfo;
use crate::arguments::analyse::AnalyseOrder;
use crate::arguments::check::CheckArgs;
use crate::arguments::config::LeagueConfig;
use crate::arguments::exploit::ExploitOrder;
use crate::arguments::gauge::GaugeOrder;
use crate::arguments::merge::MergeArgs;
use crate::arguments::options::Orders;
#[cfg(feature = "play")]
use crate::arguments::play::PlayArgs;
use crate::arguments::play_match::MatchArgs;
use crate::arguments::replay::{CaptureOrder, ReplayArgs};
use crate::arguments::resume::ResumeArgs;
use crate::arguments::rules::GameFiles;
use crate::arguments::tune;
use crate::arguments::verify::ReplayRules;
use crate::arguments::view::ViewArgs;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::scene::StreamFormat;

/// A ruleset with its types erased.
pub(crate) trait AnyRuleset: Any + Send + Sync {
    fn name(&self) -> &'static str;
    /// The default league, which `stoker` without arguments plays.
    fn default_league(&self) -> Option<&'static str>;
    /// The form of submissions that come as sources alone.
    fn submission_form(&self) -> Option<&'static SubmissionForm>;
    /// The ruleset as lists show it.
    fn info(&self) -> anyhow::Result<RulesetInfo>;
    fn league(
        &self,
        config: &LeagueConfig,
        orders: &Orders,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit>;
    /// The number of matches of a league or sweep.
    fn planned(&self, config: &LeagueConfig) -> anyhow::Result<u64>;
    fn resume(
        &self,
        folder: Arc<Folder>,
        manifest: Manifest,
        args: &ResumeArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit>;
    fn merge(&self, parts: Parts, args: &MergeArgs, io: &mut Io<'_>)
    -> anyhow::Result<CommandExit>;
    fn tune(
        &self,
        config: &LeagueConfig,
        wanted: &tune::TuneOrder,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit>;
    fn gauge(&self, asked: &GaugeOrder, io: &mut Io<'_>) -> anyhow::Result<CommandExit>;
    fn exploit(&self, wanted: &ExploitOrder, io: &mut Io<'_>) -> anyhow::Result<CommandExit>;
    #[cfg(feature = "play")]
    fn play(&self, args: &PlayArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit>;
    /// Plays in a league of people, which was begun before or begins.
    #[cfg(feature = "play")]
    fn play_league(
        &self,
        begun: Option<(Arc<Folder>, Manifest)>,
        args: &PlayArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit>;
    fn play_match(&self, args: &MatchArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit>;
    fn check(&self, args: &CheckArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit>;
    /// A checker for records with the parameters and map of this head.
    fn record_checker(
        &self,
        head: &RecordHead,
        source: ReplayRules<'_>,
    ) -> anyhow::Result<GameChecker>;
    /// Checks the folder of a run.
    fn verify_folder(
        &self,
        manifest: &Manifest,
        folder: &Arc<Folder>,
        source: ReplayRules<'_>,
        report: &mut FolderReport,
    ) -> anyhow::Result<()>;
    /// A checker for games that were not played here.
    fn transcript_checker(&self, source: ReplayRules<'_>) -> anyhow::Result<GameChecker>;
    /// The data file that comes with the ruleset, if it uses one.
    fn data(&self) -> Option<&'static str>;
    /// A learner that takes records of this ruleset.
    fn learner(&self) -> anyhow::Result<Box<dyn AnyLearner>>;
    /// Shows a record of this ruleset.
    fn replay(
        &self,
        line: &RecordLine,
        args: &ReplayArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Replayed>;
    /// Captures a record of this ruleset for a page.
    fn capture(&self, line: &RecordLine, order: &CaptureOrder<'_>) -> anyhow::Result<Captured>;
    /// This ruleset, configured as a run has it, for the report of the run.
    fn report_ruleset(
        &self,
        manifest: Manifest,
        files: GameFiles<'_>,
    ) -> anyhow::Result<Box<dyn ReportRuleset + '_>>;
    /// Its sides and scores with its usual parameters, for the report of a study.
    fn rules(&self) -> anyhow::Result<Rules>;
    /// The command that repeats the study in a folder, if its description has none.
    fn study_command(&self, folder: &Folder) -> Option<String>;
    /// Analyses a record of this ruleset.
    fn analyse(
        &self,
        line: &RecordLine,
        files: GameFiles<'_>,
        order: &AnalyseOrder<'_>,
    ) -> anyhow::Result<Analysed>;
    /// Draws the position that a text stands for.
    fn view(
        &self,
        text: &str,
        source: ReplayRules<'_>,
        stream_format: StreamFormat,
    ) -> anyhow::Result<String>;
    /// Draws the position in a file.
    fn view_position(
        &self,
        file: &Path,
        args: &ViewArgs,
        stream_format: StreamFormat,
    ) -> anyhow::Result<String>;
    /// The belief of a side that does not see everything, in the position of a text.
    fn belief(&self, text: &str, source: ReplayRules<'_>) -> anyhow::Result<Believed>;
}

/// The result of analysing a record.
pub(crate) enum Analysed {
    /// The findings.
    Done(Box<MatchAnalysis>),
    /// The reason why it cannot be analysed, without the record's place in its file.
    Refused(anyhow::Error),
    /// The analysis was stopped.
    Stopped,
}

/// The findings of one match.
#[derive(Debug, Serialize)]
pub(crate) struct MatchAnalysis {
    #[serde(rename = "match")]
    pub(crate) number: u64,
    pub(crate) seed: Seed,
    pub(crate) ruleset: String,
    /// The names of the sides, in order.
    pub(crate) sides: Vec<String>,
    /// The entrants, by side.
    pub(crate) entrants: BTreeMap<String, String>,
    /// Its ending, in words.
    pub(crate) ending: String,
    pub(crate) analysis: MatchCosts,
}

impl MatchAnalysis {
    /// The findings of a recorded match.
    pub(crate) fn of<G: Game>(game: &G, record: &Record, analysis: MatchCosts) -> Self {
        Self {
            number: record.number,
            seed: record.seed,
            ruleset: record.ruleset.clone(),
            sides: game.sides().list().iter().map(|side| side.name.to_owned()).collect(),
            entrants: record.entrants.clone(),
            ending: record.result(game),
            analysis,
        }
    }
}

/// A record captured for a page.
pub(crate) enum Captured {
    /// The scenery and the replay.
    Shown(Box<(Scenery, ReplayedMatch)>),
    /// The reason why it cannot be shown, without the record's place in its file.
    Refused(anyhow::Error),
    /// It was stopped.
    Stopped,
}

/// The result of showing a record.
pub(crate) enum Replayed {
    /// It was shown.
    Shown,
    /// The reason why it cannot be shown, without the record's place in its file.
    Refused(anyhow::Error),
}

/// The result of checking one game.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) turns: u64,
    pub(crate) mismatches: Vec<Mismatch>,
}

/// Checks games of one kind.
pub(crate) type GameChecker = Box<dyn Fn(&RecordLine) -> anyhow::Result<Checked>>;

/// Learns from records of one ruleset.
pub(crate) trait AnyLearner {
    /// Takes in a game.
    fn game(
        &mut self,
        head: RecordHead,
        record: &Record,
        files: GameFiles<'_>,
    ) -> anyhow::Result<()>;
    /// The model fitted to all games so far, if there was one.
    fn fitted(&self) -> Option<Fitted>;
}
