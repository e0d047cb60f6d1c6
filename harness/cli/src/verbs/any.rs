//! The verbs of one ruleset, behind the interface that a registry holds.

use std::path::Path;
use std::sync::Arc;

use stoker_bots::submissions::SubmissionForm;
use stoker_bots::{Believed, Ruleset};
use stoker_engine::Game;
use stoker_files::untrusted::Folder;
use stoker_report::data::Rules;
use stoker_report::report_ruleset::ReportRuleset;
use stoker_tournament::merge::Parts;
use stoker_tournament::plan::Plan;
use stoker_tournament::record::{RecordHead, RecordLine};
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::verify::report::FolderReport;

use super::draft::draft;
use super::{
    analyse, check, exploit, fit, gauge, league, lists, merge, play_match, replay, report, resume,
    tune, verify, view,
};
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
use crate::arguments::tune::TuneOrder;
use crate::arguments::verify::ReplayRules;
use crate::arguments::view::ViewArgs;
use crate::registry::AnyRuleset;
use crate::registry::any::{Analysed, AnyLearner, Captured, GameChecker, Replayed};
use crate::registry::info::RulesetInfo;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::scene::StreamFormat;

impl<G: Game> AnyRuleset for Ruleset<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn default_league(&self) -> Option<&'static str> {
        self.default_league_hook()
    }

    fn submission_form(&self) -> Option<&'static SubmissionForm> {
        Self::submission_form(self)
    }

    fn data(&self) -> Option<&'static str> {
        G::DATA.map(|form| form.embedded)
    }

    fn info(&self) -> anyhow::Result<RulesetInfo> {
        lists::info(self)
    }

    fn league(
        &self,
        config: &LeagueConfig,
        orders: &Orders,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit> {
        league::play_league(self, config, orders, io)
    }

    fn planned(&self, config: &LeagueConfig) -> anyhow::Result<u64> {
        Ok(Plan::new(draft(self, config)?)?.len())
    }

    fn resume(
        &self,
        folder: Arc<Folder>,
        manifest: Manifest,
        args: &ResumeArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit> {
        resume::resume_run(self, folder, manifest, args, io)
    }

    fn merge(
        &self,
        parts: Parts,
        args: &MergeArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit> {
        merge::merge_parts(self, parts, args, io)
    }

    fn tune(
        &self,
        config: &LeagueConfig,
        wanted: &TuneOrder,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit> {
        tune::tune_bot(self, config, wanted, io)
    }

    fn gauge(&self, asked: &GaugeOrder, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
        gauge::gauge_entrants(self, asked, io)
    }

    fn exploit(&self, wanted: &ExploitOrder, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
        exploit::find_exploit(self, wanted, io)
    }

    #[cfg(feature = "play")]
    fn play(&self, args: &PlayArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
        super::play::play_matches(self, args, io)
    }

    #[cfg(feature = "play")]
    fn play_league(
        &self,
        begun: Option<(Arc<Folder>, Manifest)>,
        args: &PlayArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<CommandExit> {
        super::play::league::play_league(self, begun, args, io)
    }

    fn play_match(&self, args: &MatchArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
        play_match::play_match(self, args, io)
    }

    fn check(&self, args: &CheckArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
        check::check_bot(self, args, io)
    }

    fn record_checker(
        &self,
        head: &RecordHead,
        source: ReplayRules<'_>,
    ) -> anyhow::Result<GameChecker> {
        verify::record_checker::<G>(head, source)
    }

    fn verify_folder(
        &self,
        manifest: &Manifest,
        folder: &Arc<Folder>,
        source: ReplayRules<'_>,
        report: &mut FolderReport,
    ) -> anyhow::Result<()> {
        verify::folder::check_folder(self, manifest, folder, source, report)
    }

    fn transcript_checker(&self, source: ReplayRules<'_>) -> anyhow::Result<GameChecker> {
        verify::transcript_checker::<G>(self.transcripts_hook(), source)
    }

    fn learner(&self) -> anyhow::Result<Box<dyn AnyLearner>> {
        fit::learner(self)
    }

    fn replay(
        &self,
        line: &RecordLine,
        args: &ReplayArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Replayed> {
        replay::replay_record(self, line, args, io)
    }

    fn capture(&self, line: &RecordLine, order: &CaptureOrder<'_>) -> anyhow::Result<Captured> {
        replay::page::capture(self, line, order)
    }

    fn report_ruleset(
        &self,
        manifest: Manifest,
        files: GameFiles<'_>,
    ) -> anyhow::Result<Box<dyn ReportRuleset + '_>> {
        report::report_ruleset::report_ruleset(self, manifest, files)
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        report::usual_rules::<G>()
    }

    fn study_command(&self, folder: &Folder) -> Option<String> {
        report::study_command::<G>(folder)
    }

    fn analyse(
        &self,
        line: &RecordLine,
        files: GameFiles<'_>,
        order: &AnalyseOrder<'_>,
    ) -> anyhow::Result<Analysed> {
        analyse::analyse_record(self, line, files, order)
    }

    fn view(
        &self,
        text: &str,
        source: ReplayRules<'_>,
        stream_format: StreamFormat,
    ) -> anyhow::Result<String> {
        view::draw_view(self, text, source, stream_format)
    }

    fn view_position(
        &self,
        file: &Path,
        args: &ViewArgs,
        stream_format: StreamFormat,
    ) -> anyhow::Result<String> {
        view::draw_position(self, file, args, stream_format)
    }

    fn belief(&self, text: &str, source: ReplayRules<'_>) -> anyhow::Result<Believed> {
        view::belief(self, text, source)
    }
}
