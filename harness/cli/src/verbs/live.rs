//! `--live`: a run that is shown on a page while it goes on.

mod progress;

use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::Context as _;
use serde_json::json;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_files::untrusted::Folder;
use stoker_play::live::{LiveRun, Part};
use stoker_play::server::{Server, address};
use stoker_play::token;
use stoker_play::watched::WatchedRun;
use stoker_report::data::Rules;
use stoker_sandbox::Temporary;
use stoker_tournament::plan::Plan;
use stoker_tournament::quiet;
use stoker_tournament::results::{RunFolder, RunSummary};
use stoker_tournament::run::{MatchWatcher, Onlookers, RunError, watched_league};
use stoker_tournament::storage::open;

use super::league::{closing, meter, played, show};
use super::pages::{open_page, serve, warn_of_reach};
use super::report::{at_end, text_of, text_so_far};
use crate::arguments::options::{Orders, WantsReport};
use crate::arguments::pages::PagesArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use progress::LiveProgress;

/// Plays a run into its folder, and shows it meanwhile.
pub(super) fn play_into<G: Game>(
    ruleset: &Ruleset<G>,
    folder: RunFolder,
    plan: &Plan<G>,
    orders: &Orders,
    pages: &PagesArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let path = folder.path().to_owned();
    let live = Arc::new(LiveRun::new(token::fresh()?));
    let about = json!({
        "title": path.file_name().map(|name| name.to_string_lossy()),
        "watchable": ruleset.scenes_hook().is_some(),
    });
    live.show(Part::About, &about);
    let server = begin(&live, pages, io)?;
    let ended = play(ruleset, folder, plan, orders, &live, io);
    let (words, report) = match &ended {
        Ok((summary, report)) => (closing(plan, summary, &path), report.as_deref()),
        Err(error) => (format!("the run has failed: {error:#}"), None),
    };
    live.close(&json!({ "words": words, "report": report }));
    let shown = ended.and_then(|(summary, _)| show(plan, &summary, &path, orders, io));
    server.join();
    shown
}

/// Starts the server, and tells the address of the page.
fn begin(live: &Arc<LiveRun>, pages: &PagesArgs, io: &mut Io<'_>) -> anyhow::Result<Server> {
    let server = serve(pages, Arc::clone(live))?;
    let address = address(server.address(), live.secret());
    warn_of_reach(pages, "watch", io.err)?;
    writeln!(io.err, "live: {address}")?;
    io.err.flush()?;
    open_page(pages, &address, io.err)?;
    Ok(server)
}

/// Plays the run, and makes the report of its end: a file, and the text if somebody sees it.
fn play<G: Game>(
    ruleset: &Ruleset<G>,
    mut folder: RunFolder,
    plan: &Plan<G>,
    orders: &Orders,
    live: &Arc<LiveRun>,
    io: &mut Io<'_>,
) -> anyhow::Result<(RunSummary, Option<String>)> {
    let path = folder.path().to_owned();
    let reports = ReportsSoFar::begin(plan, &path)?;
    let meter = meter(plan, orders, io);
    let progress = LiveProgress::new(&meter, live);
    let run =
        ruleset.scenes_hook().map(|scenes| WatchedRun { live: Arc::clone(live), plan, scenes });
    let watcher = run.as_ref().map(|run| run as &dyn MatchWatcher<G>);
    let onlookers = Onlookers { observer: &progress, watcher };
    let outcome: Result<RunSummary, RunError> = thread::scope(|scope| {
        let _end = EndReportsOnDrop(live);
        scope.spawn(|| {
            // A report that cannot be made must not end the run: panics are caught.
            let make = |snapshot: &_| quiet::catch(|| reports.make(snapshot)).ok()?.ok();
            live.report_with(orders.threads, &make);
        });
        watched_league(plan, &mut folder, orders.threads, &onlookers, stop_flag())
    });
    meter.finish();
    let summary = played(outcome, plan, &path, io)?;
    let report = at_end(ruleset, plan, &path, orders, io)?;
    let is_for_pages = orders.report == WantsReport::No && plan.shard().is_none();
    let report = report.or_else(|| {
        let folder = (is_for_pages && live.has_pages()).then(|| open(&path).ok()).flatten()?;
        text_of(ruleset, plan, &folder).ok()
    });
    Ok((summary, report))
}

/// Ends the making of reports when the run ends, also by a panic; otherwise their thread would wait
/// for ever.
struct EndReportsOnDrop<'l>(&'l LiveRun);

impl Drop for EndReportsOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end_reports();
    }
}

/// The maker of reports of a run that goes on.
struct ReportsSoFar {
    rules: Rules,
    /// A folder with the results so far, of the same name as that of the run.
    folder: Folder,
    _home: Temporary,
}

impl ReportsSoFar {
    fn begin<G: Game>(plan: &Plan<G>, run: &Path) -> anyhow::Result<Self> {
        let temp = std::env::temp_dir();
        let place = || format!("--live: there is no room for results so far in {}", temp.display());
        let home = Temporary::make(std::process::id(), &temp).with_context(place)?;
        let name = run.file_name().unwrap_or("run".as_ref());
        let folder = Folder::make(&home.path().join(name)).with_context(place)?;
        Ok(Self { rules: Rules::of(&**plan.game()), folder, _home: home })
    }

    fn make(&self, snapshot: &stoker_tournament::run::Snapshot) -> anyhow::Result<String> {
        snapshot.write(&self.folder)?;
        text_so_far(&self.folder, &self.rules)
    }
}
