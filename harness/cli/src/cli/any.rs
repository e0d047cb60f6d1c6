//! Rulesets behind one face: each verb as a method, so that a registry can hold them all.

use std::any::Any;
use std::sync::Arc;

use stoker_bots::{Believed, Ruleset};
use stoker_engine::Game;
use stoker_files::door::Folder;
use stoker_tournament::merge::Parts;
use stoker_tournament::plan::Plan;
use stoker_tournament::record::{Head, RecordLine};
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::verify::report::Report;

use super::check::{self, CheckArgs};
use super::config::Config;
use super::draft::draft;
use super::exploit::{self, Wanted};
use super::fit::{self, AnyLearner};
use super::gauge::{self, Asked};
use super::io::{Exit, Io};
use super::lists::{self, RulesetInfo};
use super::merge::{self, MergeArgs};
use super::options::Orders;
use super::play_match::{self, MatchArgs};
use super::resume::{self, ResumeArgs};
use super::verify::{self, Checker, Source};
use super::{league, replay, tune, view};

/// A ruleset whose types are nobody else's business.
pub(crate) trait AnyRuleset: Any + Send + Sync {
    fn name(&self) -> &'static str;
    /// The league that is played when nothing is asked for.
    fn default_league(&self) -> Option<&'static str>;
    /// What lists show.
    fn info(&self) -> anyhow::Result<RulesetInfo>;
    fn league(&self, config: &Config, orders: &Orders, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    /// How many matches a league has.
    fn planned(&self, config: &Config) -> anyhow::Result<u64>;
    fn resume(
        &self,
        manifest: Manifest,
        args: &ResumeArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Exit>;
    fn merge(&self, parts: Parts, args: &MergeArgs, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    fn tune(&self, config: &Config, wanted: &tune::Wanted, io: &mut Io<'_>)
    -> anyhow::Result<Exit>;
    fn gauge(&self, asked: &Asked, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    fn exploit(&self, wanted: &Wanted, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    fn play_match(&self, args: &MatchArgs, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    fn check(&self, args: &CheckArgs, io: &mut Io<'_>) -> anyhow::Result<Exit>;
    /// What checks records of this ruleset that begin like this one.
    fn record_checker(&self, head: &Head, source: Source<'_>) -> anyhow::Result<Checker>;
    /// Checks the folder of a run.
    fn verify_folder(
        &self,
        manifest: &Manifest,
        folder: &Arc<Folder>,
        source: Source<'_>,
        report: &mut Report,
    ) -> anyhow::Result<()>;
    /// What checks games that were not played here.
    fn transcript_checker(&self, source: Source<'_>) -> anyhow::Result<Checker>;
    /// What learns from records of this ruleset.
    fn learner(&self) -> anyhow::Result<Box<dyn AnyLearner>>;
    /// Shows a record of this ruleset.
    fn replay(&self, line: &RecordLine, map: Option<&str>, io: &mut Io<'_>) -> anyhow::Result<()>;
    /// Describes the position that a text stands for.
    fn view(&self, text: &str, source: Source<'_>) -> anyhow::Result<String>;
    /// What a side can know of it that cannot see everything.
    fn belief(&self, text: &str, source: Source<'_>) -> anyhow::Result<Believed>;
}

impl<G: Game> AnyRuleset for Ruleset<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn default_league(&self) -> Option<&'static str> {
        self.default_league_hook()
    }

    fn info(&self) -> anyhow::Result<RulesetInfo> {
        lists::info(self)
    }

    fn league(&self, config: &Config, orders: &Orders, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        league::run(self, config, orders, io)
    }

    fn planned(&self, config: &Config) -> anyhow::Result<u64> {
        Ok(Plan::new(draft(self, config)?)?.len())
    }

    fn resume(
        &self,
        manifest: Manifest,
        args: &ResumeArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Exit> {
        resume::run(self, manifest, args, io)
    }

    fn merge(&self, parts: Parts, args: &MergeArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        merge::run(self, parts, args, io)
    }

    fn tune(
        &self,
        config: &Config,
        wanted: &tune::Wanted,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Exit> {
        tune::run(self, config, wanted, io)
    }

    fn gauge(&self, asked: &Asked, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        gauge::run(self, asked, io)
    }

    fn exploit(&self, wanted: &Wanted, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        exploit::run(self, wanted, io)
    }

    fn play_match(&self, args: &MatchArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        play_match::run(self, args, io)
    }

    fn check(&self, args: &CheckArgs, io: &mut Io<'_>) -> anyhow::Result<Exit> {
        check::run(self, args, io)
    }

    fn record_checker(&self, head: &Head, source: Source<'_>) -> anyhow::Result<Checker> {
        verify::record_checker::<G>(head, source)
    }

    fn verify_folder(
        &self,
        manifest: &Manifest,
        folder: &Arc<Folder>,
        source: Source<'_>,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        verify::folder::run(self, manifest, folder, source, report)
    }

    fn transcript_checker(&self, source: Source<'_>) -> anyhow::Result<Checker> {
        verify::transcript_checker::<G>(self.transcripts_hook(), source)
    }

    fn learner(&self) -> anyhow::Result<Box<dyn AnyLearner>> {
        fit::learner(self)
    }

    fn replay(&self, line: &RecordLine, map: Option<&str>, io: &mut Io<'_>) -> anyhow::Result<()> {
        replay::run::<G>(line, map, io)
    }

    fn view(&self, text: &str, source: Source<'_>) -> anyhow::Result<String> {
        view::run(self, text, source)
    }

    fn belief(&self, text: &str, source: Source<'_>) -> anyhow::Result<Believed> {
        view::belief(self, text, source)
    }
}
