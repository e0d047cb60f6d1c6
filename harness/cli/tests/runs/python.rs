//! Programs in Python play rulesets that the kit does not know.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stoker::entrant::{BotSource, Entrant};
use stoker::external::runnable::{Codes, Commands, MemoryMeasure};
use stoker::external::{Limits, Program, Runnable, SandboxOptions};
use stoker::fault::FaultPolicy;
use stoker::plan::Starts;
use stoker::referee::{AnswerTiming, Played, Referee, RefereeError, RefereeSettings, Spectator};
use stoker::spec::Protocol;
use stoker_bots::Values;
use stoker_engine::boss::Boss;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::masters::Masters;
use stoker_engine::toy::Toy;
use stoker_engine::{Game, Seed, SideId};
use stoker_sandbox::Isolation;
use tempfile::TempDir;

use crate::rulesets::auction::Auction;

/// Bids its highest card, keeps its vetoes back, and follows its hand by events.
const BIDDER: &str = r#"
import stoker_bot

class Bidder(stoker_bot.Bot):
    def advance(self, view, event):
        if "bid" in event:
            view["hand"].remove(event["bid"])
        return view

    def choose(self, turn):
        assert len(turn.start["sides"]) == turn.params["players"] == 5
        if "PASS" in turn.legal:
            assert {"asked": "veto"} in turn.news and turn.view["vetoes"] > 0
            return "PASS"
        assert turn.legal == ["B%d" % rank for rank in sorted(set(turn.view["hand"]))]
        return turn.legal[-1]

stoker_bot.run(Bidder())
"#;

/// Goes on as it comes.
const LAST: &str = r#"
import stoker_bot

class Last(stoker_bot.Bot):
    def choose(self, turn):
        assert turn.view["side"] in ("dracula", "hunter")
        assert turn.news[-1]["asked"] if turn.news else turn.view["asked"] == "lay"
        return turn.rng.choice(turn.legal)

stoker_bot.run(Last())
"#;

fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/kits/python")
}

/// A folder with this bot, and with the part of the kit that serves any ruleset.
fn folder(bot: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.py"), bot).unwrap();
    fs::copy(kit().join("stoker_bot.py"), folder.path().join("stoker_bot.py")).unwrap();
    folder
}

fn program<G: Game>(name: &str, folder: &TempDir) -> Entrant<G> {
    limited(name, folder, Limits { wall_ms: 20_000, cpu_ms: 5_000, ..Limits::default() })
}

/// The program `bot.py` in a folder, with limits of its own.
pub(crate) fn limited<G: Game>(name: &str, folder: &TempDir, limits: Limits) -> Entrant<G> {
    let command = ["/usr/bin/python3", "-S", "bot.py"].map(str::to_owned).to_vec();
    let runnable = Runnable {
        protocol: Protocol::Lines,
        commands: Commands::Every(command),
        folder: Some(folder.path().to_owned()),
        read_only: vec![],
        limits,
        memory: MemoryMeasure::Asked,
        codes: Codes::Today,
        served: BTreeMap::new(),
        hash: String::new(),
    };
    let launcher = Some(PathBuf::from(env!("CARGO_BIN_EXE_stoker")));
    let options = SandboxOptions { launcher, ..SandboxOptions::new(Isolation::None) };
    let program = Program::new(name, runnable, None, Arc::new(options)).unwrap();
    let source = BotSource::External(Arc::new(program));
    Entrant { name: name.to_owned(), spec: name.to_owned(), side: None, source, unfit: vec![] }
}

/// Plays a match on a seed that will do.
fn play<G: Game>(game: &Arc<G>, lineup: &[&Entrant<G>]) -> Played {
    play_on(Seed(3), game, lineup)
}

/// Plays a match without an opening.
fn play_on<G: Game>(seed: Seed, game: &Arc<G>, lineup: &[&Entrant<G>]) -> Played {
    play_watched(seed, game, lineup, || ()).0
}

/// Plays a match without an opening, and again if the machine had too much to do for it. The
/// spectator has seen the last of them.
pub(crate) fn play_watched<G: Game, S: Spectator<G>>(
    seed: Seed,
    game: &Arc<G>,
    lineup: &[&Entrant<G>],
    spectator: impl Fn() -> S,
) -> (Played, S) {
    for slot in 900.. {
        let (starts, policy) = (Starts::Free, FaultPolicy::Seat);
        let mut referee = Referee::new(Arc::clone(game), RefereeSettings { starts, policy, slot });
        let mut watching = spectator();
        match referee.play(seed, lineup, AnswerTiming::Off, &mut watching) {
            Err(RefereeError::Void(_)) if slot < 904 => {}
            played => return (played.unwrap(), watching),
        }
    }
    unreachable!("the fifth is not played again")
}

/// The auction of five.
pub(crate) fn five_rivals() -> Arc<Auction> {
    let preset = Auction::presets().into_iter().find(|preset| preset.name == "five").unwrap();
    Arc::new(Auction::new(preset.params, None).unwrap())
}

#[test]
fn five_programs_in_python_play_an_auction() {
    let game = five_rivals();
    let folder = folder(BIDDER);
    let bidder = program("bidder", &folder);
    let played = play(&game, &[&bidder; 5]);
    assert!(played.faults.is_empty(), "{:?} {:?}", played.faults, played.logs);
    assert_eq!(played.ending.reason, "sold-out");
    // Four bids each, and a question for each veto that is held.
    assert!(played.decisions > 4 * 5, "{}", played.decisions);
}

/// Plays any ruleset at random.
const ANY: &str = r#"
import stoker_bot

class Any(stoker_bot.Bot):
    def choose(self, turn):
        assert turn.view["viewer"] in range(4) and 0 <= turn.view["last"] <= 3
        return turn.rng.choice(turn.legal)

stoker_bot.run(Any())
"#;

#[test]
fn programs_in_python_play_every_preset_of_the_toy() {
    let folder = folder(ANY);
    for preset in Toy::presets() {
        let game = Arc::new(<Toy as Game>::new(preset.params, None).unwrap());
        let any = program("any", &folder);
        let lineup = vec![&any; game.sides().iter().count()];
        let played = play(&game, &lineup);
        assert!(played.faults.is_empty(), "{}: {:?} {:?}", preset.name, played.faults, played.logs);
        assert!(played.decisions > 0, "{}", preset.name);
    }
}

#[test]
fn two_programs_in_python_play_kosmos() {
    let game = Arc::new(Kosmos::default());
    let own = folder(LAST);
    let alone = TempDir::new().unwrap();
    fs::copy(kit().join("kosmos/bot.py"), alone.path().join("bot.py")).unwrap();
    let [last, looker] = [program("last", &own), program("looker", &alone)];
    for lineup in [[&last, &looker], [&looker, &last]] {
        let played = play(&game, &lineup);
        assert!(played.faults.is_empty(), "{:?} {:?}", played.faults, played.logs);
    }
}

/// The example of the kit for a ruleset, as a program of one file.
fn example<G: Game>(name: &str) -> (TempDir, Entrant<G>) {
    let alone = TempDir::new().unwrap();
    let bot = kit().join(G::NAME).join("bot.py");
    fs::copy(bot, alone.path().join("bot.py")).unwrap();
    let entrant = program(name, &alone);
    (alone, entrant)
}

fn at_random<G: Game>() -> Entrant<G> {
    let (name, spec) = ("random".to_owned(), "random".to_owned());
    let source = BotSource::Builtin(stoker_bots::random(), Values::default());
    Entrant { name, spec, side: None, source, unfit: vec![] }
}

/// The matches in which examples are compared with `random`. Each difference is large.
const SEEDS: [Seed; 3] = [Seed(1), Seed(2), Seed(3)];

#[test]
fn the_example_for_masters_comes_further_than_random() {
    let game = Arc::new(Masters::default());
    let (_folder, fighter) = example("fighter");
    let progress = |entrant: &Entrant<Masters>| -> i32 {
        let played = SEEDS.map(|seed| play_on(seed, &game, &[entrant]));
        assert!(played.iter().all(|played| played.faults.is_empty()), "{played:?}");
        played.iter().map(|played| played.ending.scores[1]).sum()
    };
    let (own, random) = (progress(&fighter), progress(&at_random()));
    assert!(own > random, "{own} {random}");
}

/// It wins seven games out of ten: on twenty seeds, of both sides, more than half.
#[test]
fn the_example_for_kosmos_beats_random() {
    let game = Arc::new(Kosmos::default());
    let (_folder, looker) = example("looker");
    let random = at_random();
    let mut wins = 0;
    for seed in (1..=20).map(Seed) {
        for (lineup, own) in [([&looker, &random], 0), ([&random, &looker], 1)] {
            let played = play_on(seed, &game, &lineup);
            assert!(played.faults.is_empty(), "{:?} {:?}", played.faults, played.logs);
            wins += usize::from(played.ending.winners.contains(SideId(own)));
        }
    }
    assert!(wins > 20, "{wins} of 40");
}

#[test]
fn the_example_for_boss_finishes_ahead_of_random() {
    let game = Arc::new(Boss::default());
    let (_folder, hunter) = example("hunter");
    let random = at_random();
    let points = SEEDS.map(|seed| {
        let played = play_on(seed, &game, &[&hunter, &random, &random]);
        assert!(played.faults.is_empty(), "{:?} {:?}", played.faults, played.logs);
        // 2 for each seat behind it.
        played.ending.scores[0]
    });
    assert!(points.iter().sum::<i32>() > 2 * 3, "{points:?}");
}
