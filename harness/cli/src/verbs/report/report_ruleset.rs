//! A ruleset as a report needs it.

use std::borrow::Borrow;
use std::sync::Arc;

use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_engine::scene::Scenery;
use stoker_files::untrusted::Folder;
use stoker_report::data::Rules;
use stoker_report::document::ReplayedMatch;
use stoker_report::replay::replay;
use stoker_report::report::ReportAudience;
use stoker_report::report_ruleset::ReportRuleset;
use stoker_report::views::Views;
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::identity::params_json;
use stoker_tournament::plan::{PastGame, Plan, SeriesInPlay};
use stoker_tournament::record::Record;
use stoker_tournament::referee::{AnswerTiming, Referee, RefereeSettings};
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::results::turn_outputs_in_match;
use stoker_tournament::verify::verify_record;

use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::arguments::rules::GameFiles;
use crate::verbs::draft::draft;

/// A ruleset with the plan of a run.
pub(crate) struct GameReportRuleset<'r, G: Game, P> {
    ruleset: &'r Ruleset<G>,
    plan: P,
}

/// The ruleset of a run that this file describes.
///
/// # Errors
/// If its plan cannot be made again: its map may be missing.
pub(crate) fn report_ruleset<'r, G: Game>(
    ruleset: &'r Ruleset<G>,
    manifest: Manifest,
    files: GameFiles<'_>,
) -> anyhow::Result<Box<dyn ReportRuleset + 'r>> {
    // Nothing is run, so the isolation of programs does not matter.
    let recorded =
        LeagueConfig::recorded(Manifest { isolation: None, ..manifest }, ProgramSearch::Nowhere);
    let config = LeagueConfig { files: files.into(), ..recorded };
    let plan = Plan::new(draft(ruleset, &config)?)?;
    Ok(Box::new(GameReportRuleset { ruleset, plan }))
}

impl<'r, G: Game, P: Borrow<Plan<G>>> GameReportRuleset<'r, G, P> {
    /// This ruleset with this plan.
    pub(crate) fn new(ruleset: &'r Ruleset<G>, plan: P) -> Self {
        Self { ruleset, plan }
    }

    fn plan(&self) -> &Plan<G> {
        self.plan.borrow()
    }

    /// The game of a match with this record, if the plan has such a match.
    fn game_of(&self, record: &Record) -> Option<Arc<G>> {
        let plan = self.plan();
        let game = match plan.swept() {
            None => plan.game(),
            Some(_) if record.number < plan.len() => {
                plan.game_of(plan.match_at(record.number).pairing)
            }
            Some(_) => return None,
        };
        if !plan.games().is_series() {
            return Some(Arc::clone(game));
        }
        let begun = game.sides().iter().filter_map(|(side, _)| game.begun_by(side));
        begun.map(Arc::new).find(|game| params_json(&**game) == record.params)
    }
}

/// True for a bot of this program that answers at once.
fn is_quick<G: Game>(entrant: &Entrant<G>) -> bool {
    match &entrant.source {
        BotSource::Builtin(bot, _) => !bot.searches,
        BotSource::External(_) | BotSource::Person => false,
    }
}

impl<G: Game, P: Borrow<Plan<G>> + Sync> ReportRuleset for GameReportRuleset<'_, G, P> {
    fn rules(&self) -> Rules {
        Rules::of(&**self.plan().game())
    }

    fn again(&self) -> Vec<String> {
        let plan = self.plan();
        // The pairings of a ladder depend on its results.
        if plan.ladder().is_some() {
            return vec![];
        }
        let all_quick = |name: &str| {
            plan.entrants().iter().filter(|entrant| entrant.name == name).all(is_quick)
        };
        let names = plan.entrants().iter().map(|entrant| entrant.name.clone());
        names.filter(|name| all_quick(name)).collect()
    }

    fn play_again(&self, number: u64) -> Option<Record> {
        let plan = self.plan();
        if plan.ladder().is_some() || number >= plan.len() {
            return None;
        }
        let slot = plan.match_at(number);
        let lineup = plan.lineup_of(&slot);
        if !lineup.iter().all(|entrant| is_quick(entrant)) {
            return None;
        }
        let referee_settings =
            RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot: 0 };
        let mut referee = Referee::new(Arc::clone(plan.game_of(slot.pairing)), referee_settings);
        let mut series = SeriesInPlay::new(plan);
        let mut record = None;
        // The games before it decide who begins.
        for slot in (number - slot.game..=number).map(|number| plan.match_at(number)) {
            referee.turn_to(series.next(&slot)?);
            let played = referee.play(slot.seed, &lineup, AnswerTiming::Off, &mut ()).ok()?;
            series.ended(PastGame::Won(played.ending.winners));
            record = Some(Record::of(plan, &slot, &played, &referee));
        }
        record
    }

    fn why_none(&self, audience: ReportAudience) -> Option<String> {
        let Some(scenes) = self.ruleset.scenes_hook() else {
            return Some(format!("ruleset `{}` has no scenes", G::NAME));
        };
        let is_closed = || (scenes.open)(self.plan().game()).is_none();
        (audience == ReportAudience::Public && is_closed())
            .then(|| "the ruleset has no point of view without hidden moves".to_owned())
    }

    fn capture(
        &self,
        run: &Folder,
        record: &Record,
        audience: ReportAudience,
    ) -> Result<(Scenery, ReplayedMatch), String> {
        let Some(scenes) = self.ruleset.scenes_hook() else {
            return Err(format!("ruleset `{}` has no scenes", G::NAME));
        };
        let game = &*self.game_of(record).ok_or("the plan has no such match")?;
        verify_record(game, record).map_err(|mismatches| {
            let first = mismatches.first().map(ToString::to_string).unwrap_or_default();
            format!("the record does not verify: {first}")
        })?;
        let views = match audience {
            ReportAudience::Owner => Views::All,
            ReportAudience::Public => {
                let open = (scenes.open)(game);
                Views::Only(open.ok_or("the ruleset has no point of view without hidden moves")?)
            }
        };
        let mut replay =
            replay(game, &scenes, record, None, views).map_err(|error| error.to_string())?;
        let scenery = (scenes.scenery)(game);
        if audience == ReportAudience::Owner {
            // Records are shown without logs that cannot be read.
            let said = turn_outputs_in_match(run, record.number, game.sides()).unwrap_or_default();
            replay.put_beside(game, &scenery, said, views);
        }
        Ok((scenery, replay))
    }
}
