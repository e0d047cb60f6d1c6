//! Rulesets that are unlike the course in every way go through the same league, records,
//! verification and leaderboard.
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use stoker::cli::{self, CommandExit};
use stoker::diff::diff_runs;
use stoker::entrant::{BotEntry, BotSource, Entrant, Values};
use stoker::plan::{Draft, Plan};
use stoker::record::RecordLines;
use stoker::registry::{Registry, Ruleset};
use stoker::results::{Completion, RunSummary};
use stoker::results::{OpenedRun, ResultTarget, RunFolder};
use stoker::run::league;
use stoker::verify::verify_record;
use stoker_bots::random;
use stoker_bots::toy::{self, GREEDY};
use stoker_engine::toy::Toy;
use stoker_engine::{Bot, Choice, Decision, Game};

use crate::rulesets::auction::{Auction, thrift};

/// Makes its first move again and again, legal or not.
struct Stubborn<G: Game> {
    game: Arc<G>,
    first: Option<G::Move>,
}

impl<G: Game> Bot<G> for Stubborn<G> {
    fn choose(&mut self, view: &G::View, _turn: &mut Decision<'_, G::Move>) -> Choice<G::Move> {
        let mv = self.first.or_else(|| self.game.legal_moves(view).next());
        self.first = mv;
        mv.unwrap().into()
    }
}

fn stubborn<G: Game>() -> BotEntry<G> {
    BotEntry::new("stubborn", "Makes its first move again and again.", |setup| {
        Box::new(Stubborn { game: Arc::clone(setup.game), first: None })
    })
}

/// Panics when asked.
struct Faint;

impl<G: Game> Bot<G> for Faint {
    fn choose(&mut self, _view: &G::View, _turn: &mut Decision<'_, G::Move>) -> Choice<G::Move> {
        panic!("fainted")
    }
}

fn faint<G: Game>() -> BotEntry<G> {
    BotEntry::new("faint", "Panics when asked.", |_| Box::new(Faint))
}

fn entrant<G: Game>(bot: BotEntry<G>) -> Entrant<G> {
    let (name, spec) = (bot.name.to_owned(), bot.name.to_owned());
    let source = BotSource::Builtin(bot, Values::default());
    Entrant { name, spec, side: None, source, unfit: vec![] }
}

/// Random starts, all records kept.
fn plan<G: Game>(preset: &str, clever: BotEntry<G>, matches: u64) -> Plan<G> {
    let preset = G::presets().into_iter().find(|own| own.name == preset).unwrap();
    let bots = [random(), clever, stubborn(), faint()];
    let entrants = bots.map(entrant).to_vec();
    let game = Arc::new(G::new(preset.params, None).unwrap());
    let draft = Draft::new(stoker::VERSION, game, entrants, matches);
    Plan::new(Draft { preset: Some(preset.name.to_owned()), ..draft }).unwrap()
}

fn run_league<G: Game>(plan: &Plan<G>, path: &Path, threads: usize) -> RunSummary {
    let target = ResultTarget::At(path.to_owned());
    let Ok(OpenedRun::New(mut folder)) = RunFolder::open(plan, "stoker league", &target) else {
        panic!("a new folder");
    };
    league(plan, &mut folder, threads, &(), &AtomicBool::new(false)).unwrap()
}

/// All files except the one with times.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    });
    // A report has the timings and the folder's name in it.
    named.filter(|(name, _)| name != "timings.csv" && name != "report.html").collect()
}

/// Plays a league on one thread and on three, and replays all of it.
fn check_league<G: Game>(plan: &Plan<G>) -> RunSummary {
    let folder = tempfile::tempdir().unwrap();
    let (one, three) = (folder.path().join("one"), folder.path().join("three"));
    let summary = run_league(plan, &one, 1);
    assert_eq!(run_league(plan, &three, 3), summary);
    assert_eq!(files(&one), files(&three));
    assert_eq!(diff_runs(&one, &three).unwrap(), []);
    assert_eq!(summary.completion, Completion::Complete);
    let mut replayed = 0;
    for line in RecordLines::open(&one.join("records.jsonl.zst")).unwrap() {
        let record = line.unwrap().record().unwrap();
        verify_record(&**plan.game(), &record).unwrap();
        replayed += 1;
    }
    assert_eq!(replayed, plan.len());
    summary
}

fn names(summary: &RunSummary) -> Vec<&str> {
    summary.report.standings().iter().map(|standing| standing.entrant.as_str()).collect()
}

#[test]
fn a_league_of_three_rivals_is_ranked_and_replayed() {
    let plan = plan::<Auction>("auction", thrift(), 20);
    let summary = check_league(&plan);
    assert_eq!(names(&summary)[0], "thrift");
    assert_eq!(summary.report.standings().len(), 4);
    assert!(summary.report.standings().iter().all(|standing| standing.side == "rival"));
    assert!(summary.faults > 0 && summary.report.crosstable().is_none());
}

#[test]
fn a_league_of_partners_without_opponents_is_ranked_and_replayed() {
    let plan = plan::<Toy>("partners", GREEDY, 50);
    assert_eq!(plan.len(), 4 * 50);
    let summary = check_league(&plan);
    assert_eq!(names(&summary)[0], "greedy");
    // A bot for each seat: both of them faint.
    let faint =
        summary.report.standings().iter().find(|standing| standing.entrant == "faint").unwrap();
    assert_eq!((faint.matches, faint.fault_count()), (50, 100));
}

/// Only the two rulesets, each with a good bot and some bad ones.
pub(crate) fn registry() -> Registry {
    let mut registry = Registry::empty();
    registry.ruleset(Ruleset::<Auction>::new()).unwrap().ruleset(toy::ruleset().unwrap()).unwrap();
    registry.bot::<Auction>(random()).unwrap().bot(thrift()).unwrap();
    registry.bot::<Auction>(stubborn()).unwrap().bot::<Toy>(stubborn()).unwrap();
    registry.bot::<Auction>(faint()).unwrap().bot::<Toy>(faint()).unwrap();
    registry
}

/// The output of a command line that must succeed.
pub(crate) fn stoker(line: &str) -> String {
    let (mut out, mut err) = (vec![], vec![]);
    let exit = cli::run_command(&registry(), line.split_whitespace(), &mut out, &mut err);
    assert_eq!(exit, CommandExit::Done, "{line}: {}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}

/// Runs `league`, `diff`, `verify` and `replay`. Returns the replay of the first match.
fn check_commands(ruleset: &str, clever: &str, matches: u64) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |run: &str| folder.path().join(run).display().to_string();
    let (one, three) = (path("one"), path("three"));
    let league = format!(
        "stoker league random {clever} stubborn faint --ruleset {ruleset} --matches 3 --records all"
    );
    let table = stoker(&format!("{league} --threads 1 --out {one}"));
    assert!(table.contains(clever) && table.contains("faint"), "{table}");
    stoker(&format!("{league} --threads 3 --out {three}"));
    stoker(&format!("stoker diff {one} {three}"));
    let verified = stoker(&format!("stoker verify {one}/records.jsonl.zst"));
    let last = verified.lines().last().unwrap();
    assert!(last.starts_with(&format!("{matches} games, ")), "{last}");
    assert!(last.ends_with(", 0 mismatches"), "{last}");
    stoker(&format!("stoker replay {one}/records.jsonl.zst"))
}

#[test]
fn every_verb_takes_the_auction() {
    // A block: each of the four entrants sits once on every seat, so it plays three matches.
    let replay = check_commands("auction", "thrift", 4);
    assert!(replay.contains("East bids") && replay.contains("sold-out"), "{replay}");
    let watched = stoker("stoker match --ruleset auction east=random north=thrift west=random");
    assert!(watched.contains("sold-out"), "{watched}");
}

#[test]
fn a_score_by_which_nobody_is_ranked_has_its_mean_on_the_leaderboard() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let league = "stoker league random thrift stubborn --ruleset auction --matches 4";
    let table = stoker(&format!("{league} --out {}", out.display()));
    assert!(table.contains("mean sold"), "{table}");
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    let column = |text: &str, name: &str| -> Vec<f64> {
        let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let place = rows.next().unwrap().iter().position(|column| *column == name).unwrap();
        rows.map(|row| row[place].parse().unwrap()).collect()
    };
    // All three take part in every match.
    let sold = column(&read("matches.csv"), "sold");
    let mean = sold.iter().sum::<f64>() / sold.len() as f64;
    let means = column(&read("leaderboard.csv"), "mean_sold");
    assert_eq!(means.len(), 3);
    assert!(means.iter().all(|shown| (shown - mean).abs() < 0.0001), "{means:?}, {mean}");
    assert!(read("report.html").contains("Mean sold"));
}

#[test]
fn every_verb_takes_partners_who_do_not_share_what_they_know() {
    let replay = check_commands("toy --preset partners", "greedy", 4 * 3);
    assert!(replay.contains("far plays") && replay.contains("length"), "{replay}");
    let watched = stoker("stoker match --ruleset toy --preset partners partners=greedy");
    assert!(watched.contains("near plays 3 and throws 1"), "{watched}");
}

/// The error of a command line that cannot be carried out.
fn refused(line: &str) -> String {
    let (mut out, mut err) = (vec![], vec![]);
    let exit = cli::run_command(&registry(), line.split_whitespace(), &mut out, &mut err);
    assert_eq!(exit, CommandExit::Failed, "{line}: {}", String::from_utf8_lossy(&out));
    String::from_utf8(err).unwrap()
}

#[test]
fn a_rival_is_asked_by_two_who_see_no_hands_but_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = |run: &str| folder.path().join(run).display().to_string();
    let asking = "stoker exploit random --base random --ruleset auction --playouts 8 --guesses 8 \
                  --asking-matches 6 --matches 6 --lines 0";
    let told = stoker(&format!("{asking} --threads 1 --out {}", path("one")));
    // Nothing guesses a hand here but luck.
    for text in ["random as rival", "if it is asked", "without a guess"] {
        assert!(told.contains(text), "{text} is missing:\n{told}");
    }
    stoker(&format!("{asking} --threads 3 --quiet --out {}", path("three")));
    assert_eq!(files(&folder.path().join("one")), files(&folder.path().join("three")));
    let verified = stoker(&format!("stoker verify {}/asking.jsonl", path("one")));
    assert!(verified.trim_end().ends_with(", 0 mismatches"), "{verified}");
}

#[test]
fn who_cannot_be_copied_or_meets_nobody_is_not_asked() {
    let refusal = refused("stoker exploit thrift --base random --ruleset auction --playouts 8");
    assert!(refusal.contains("`thrift` cannot be copied in the middle of a match"), "{refusal}");
    let refusal = refused("stoker exploit random --base thrift --ruleset auction --playouts 8");
    assert!(refusal.contains("`thrift` cannot be copied in the middle of a match"), "{refusal}");
    let refusal = refused("stoker exploit greedy --ruleset toy --preset partners");
    assert!(refusal.contains("`greedy` has no opponents"), "{refusal}");
}

#[test]
fn rules_of_any_ruleset_are_swept_and_all_who_play_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = |run: &str| folder.path().join(run).display().to_string();
    let sweep = "stoker sweep random thrift stubborn --ruleset auction --matches 4 --records all \
                 --vary rules:vetoes=0,2 --vary rules:top_lot=5..6";
    let table = stoker(&format!("{sweep} --threads 1 --out {}", path("one")));
    for text in ["thrift as rival", "random as rival", "rules:top_lot  6"] {
        assert!(table.contains(text), "{text} is missing:\n{table}");
    }
    stoker(&format!("{sweep} --threads 3 --quiet --out {}", path("three")));
    assert_eq!(files(&folder.path().join("one")), files(&folder.path().join("three")));
    let verified = stoker(&format!("stoker verify {}/records.jsonl.zst", path("one")));
    // One lineup in three turns, in four settings.
    assert!(verified.starts_with("48 games, ") || verified.contains("\n48 games, "), "{verified}");
    let alone = stoker(&format!(
        "stoker sweep greedy --ruleset toy --preset partners --vary rules:decisions=8,9 --matches 3 \
         --out {}",
        path("alone")
    ));
    assert!(alone.contains("greedy as partners"), "{alone}");
}

#[test]
fn lists_name_the_rulesets_with_their_sides_and_presets() {
    let rulesets = stoker("stoker rulesets");
    for name in ["auction", "quick", "east", "toy", "partners"] {
        assert!(rulesets.contains(name), "{name} is missing:\n{rulesets}");
    }
    let bots = stoker("stoker bots");
    assert!(bots.contains("thrift") && bots.contains("greedy"), "{bots}");
}

#[test]
fn the_commands_of_the_guide_to_adding_a_game_work() {
    let guide = include_str!("../../../../docs/adding-a-game.md");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let commands = guide.lines().filter(|line| line.starts_with("stoker "));
    let told = commands.map(|line| {
        let line = line.replace("toy-run", &path("run")).replace("toy-sweep", &path("sweep"));
        stoker(&line)
    });
    assert!(told.filter(|told| !told.is_empty()).count() >= 6);
}
