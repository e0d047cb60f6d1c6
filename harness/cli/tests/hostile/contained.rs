//! Every hostile bot gets its one fault, and harms nobody.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::arena::{Arena, Starter, soon};
use crate::rows;
use crate::seat::{name, sources};
use stoker::external::line_marks;
use stoker::fault::FaultKind;

/// No fault: it is contained, or merely odd.
const NONE: &str = "";
/// It is not allowed to play.
const UNFIT: &str = "unfit";

/// Every hostile bot, limits of its own, and the one fault that it must be charged with: with a
/// question mark if it depends on how fast its opponent is, or on whether control groups count.
const BOTS: [(&str, &str, &str); 72] = [
    // The slowest first: so it is played beside all others.
    ("sleeps_lines", "", NONE),
    ("blank_lines", "", "output_limit"),
    ("busy_children", "cpu_ms = 150\nwall_ms = 10000", "cpu_timeout"),
    ("busy_loop", "cpu_ms = 150\nwall_ms = 10000", "cpu_timeout"),
    ("byte_by_byte_lines", "", NONE),
    ("chatter", "wall_ms = 400", NONE),
    ("closes_pipes", "", "no_reply"),
    ("closes_streams", "wall_ms = 5000", "no_reply"),
    ("daemon_late", "", "no_reply"),
    ("daemon_reply", "", NONE),
    ("daemon_silent", "", "no_reply"),
    ("dies_asleep_lines", "", "crash?"),
    ("endless_errors", "", "output_limit"),
    ("endless_line", "", "output_limit"),
    ("endless_output", "", "output_limit"),
    ("escapes", "", NONE),
    ("exits_at_once", "", UNFIT),
    ("fills_disk", "", "file_limit"),
    ("fills_lines", "", NONE),
    ("foresees_lines", "", "garbled_reply"),
    ("fork_bomb", "", "process_limit"),
    ("garbled_lines", "", "output_limit"),
    ("goes_away", "", "no_reply"),
    ("grabber", "", UNFIT),
    ("half_line", "", "garbled_reply"),
    ("half_lines", "wall_ms = 400", "wall_timeout"),
    ("helpers", "cpu_ms = 500\nwall_ms = 10000", "cpu_timeout"),
    ("helpers_lines", "cpu_ms = 500\nwall_ms = 10000", "cpu_timeout"),
    ("hog_children", "", "out_of_memory"),
    ("huge_reply", "", "output_limit"),
    ("killer", "", NONE),
    ("late_reply", "wall_ms = 400", "wall_timeout"),
    ("leaves_signs", "", NONE),
    ("long_file", "", "file_limit"),
    ("looks_around", "", NONE),
    ("many_errors", "", "output_limit"),
    ("many_files", "", "file_limit"),
    ("many_maps", "", "cpu_timeout or out_of_memory?"),
    ("memory_hog", "", "out_of_memory"),
    ("multiplies_lines", "", NONE),
    ("nested_json", "", "garbled_reply"),
    ("nested_lines", "wall_ms = 2000", "garbled_reply"),
    ("never_listens", "wall_ms = 400", "wall_timeout"),
    ("never_reads", "", NONE),
    ("noise", "", "garbled_reply"),
    ("noise_lines", "wall_ms = 2000", "garbled_reply"),
    ("oddities", "", NONE),
    ("ponders_lines", "", NONE),
    ("proposals", "", "output_limit"),
    ("rare_calls", "", NONE),
    ("reads_others", "", NONE),
    ("repeats_keys", "wall_ms = 2000", "garbled_reply"),
    ("shared_hogs", "", "out_of_memory"),
    ("shared_pages", "", NONE),
    ("shared_then_left", "", "out_of_memory"),
    ("sleeper", "wall_ms = 400", "wall_timeout"),
    ("socket_buffers", "", "out_of_memory"),
    ("sockets", "", NONE),
    ("speaks_as_stoker", "", NONE),
    ("starves_lines", "", NONE),
    ("stops_itself", "wall_ms = 400", "wall_timeout"),
    ("stops_lines", "wall_ms = 400", "wall_timeout?"),
    ("symlinks", "", NONE),
    ("terminal", "", "crash"),
    ("tracer", "", NONE),
    ("traces_lines", "", NONE),
    ("two_lines", "", NONE),
    ("two_replies", "", NONE),
    ("vanishes_lines", "cpu_ms = 300\nwall_ms = 10000", "cpu_timeout"),
    ("wakes_lines", "", NONE),
    ("writes_others", "", NONE),
    ("wrong_turn", "wall_ms = 2000", "garbled_reply"),
];

/// Bots that only the isolation and counts of `--isolation full` contain.
const BEYOND_BWRAP: [&str; 15] = [
    // `bwrap` holds its pipes too: it is late instead of silent.
    "closes_pipes",
    "closes_streams",
    // Its programs see the user who started `stoker` as root, although without power.
    "escapes",
    // Without a disk of its own, it fills the machine's.
    "fills_disk",
    // Nobody stops these while their opponents move.
    "fills_lines",
    "multiplies_lines",
    "ponders_lines",
    "starves_lines",
    "traces_lines",
    "wakes_lines",
    // Without a control group, more processes than a machine can take are there before a sample.
    "fork_bomb",
    // It gets only what the system allows to everyone who can read a file.
    "leaves_signs",
    // Without a disk of its own, it fills the machine's.
    "many_files",
    // Without a control group or a network namespace, what sockets hold is not counted.
    "socket_buffers",
    // What it opens belongs to the same sandbox.
    "tracer",
];

/// Bots that misuse nothing but their answers, files of their own and time: what is promised of
/// these holds without any isolation, and they can be run so without harm.
const TALKERS: [&str; 31] = [
    "blank_lines",
    "busy_loop",
    "byte_by_byte_lines",
    "chatter",
    "closes_pipes",
    "endless_errors",
    "endless_line",
    "endless_output",
    "exits_at_once",
    "garbled_lines",
    "goes_away",
    "half_line",
    "half_lines",
    "huge_reply",
    "late_reply",
    "long_file",
    "many_errors",
    "nested_json",
    "nested_lines",
    "never_listens",
    "never_reads",
    "noise",
    "noise_lines",
    "oddities",
    "proposals",
    "sleeper",
    "speaks_as_stoker",
    "terminal",
    "two_lines",
    "two_replies",
    "wrong_turn",
];

/// A short game without hospital visits: a hunter can stay at sea for all of it.
const RULES: &str = "\
starts = \"free\"
fault_policy = \"forfeit\"
matches = 1
records = \"all\"

[params]
start_score = 2
life_loss_trap = 0
life_loss_dracula = 0

[limits]
cpu_ms = 1500
wall_ms = 10000
memory_mib = 128
processes = 20
output_kib = 256
file_mib = 4
disk_mib = 24
";

/// The way in which a league comes to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Uninterrupted,
    /// It is killed in the middle, and resumed.
    Killed,
}

/// Plays these against a built-in and two honest programs, `out` being the folder of the results.
/// Returns what was printed.
fn league(arena: &Arena, bots: &[&str], out: &str, isolation: &str) -> String {
    league_with(arena, bots, out, isolation, Progress::Uninterrupted)
}

fn league_with(
    arena: &Arena,
    bots: &[&str],
    out: &str,
    isolation: &str,
    progress: Progress,
) -> String {
    let hostile: String = bots.iter().map(|bot| format!("\"hunters=./bots/{bot}\",\n")).collect();
    let entrants = format!(
        "entrants = [\n\"hunters=patrol\",\n\"dracula=wanderer\",\n\"./bots/honest\",\n\
         \"dracula=./bots/works_lines\",\n{hostile}]\n"
    );
    arena.write("league.toml", entrants + RULES);
    let args = ["league", "--config", "league.toml", "--out", out, "--isolation", isolation];
    let args = [&args[..], &["--threads", "2"]].concat();
    let output = match progress {
        Progress::Uninterrupted => arena.run(&args),
        Progress::Killed => {
            kill_in_the_middle(arena, &args, out);
            arena.run(&["resume", out, "--threads", "2"])
        }
    };
    if stood_still(arena, out) {
        let resume = ["resume", out, "--again-void", "--isolation", isolation, "--threads", "2"];
        return text_of(&output) + &printed(&arena.run(&resume));
    }
    printed(&output)
}

/// True if matches are void, and all of them because a machine that is too busy stood still: that
/// is no bot's doing, and they can be played again. With another reason they stay void.
fn stood_still(arena: &Arena, out: &str) -> bool {
    let matches = arena.read(&format!("{out}/matches.csv"));
    let rows = rows(&matches);
    let mut voids = rows.iter().map(|row| &row["void"]).filter(|void| !void.is_empty()).peekable();
    voids.peek().is_some() && voids.all(|void| void.contains("the machine stood still"))
}

/// The output of a command that succeeded.
fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text_of(output));
    text_of(output)
}

fn text_of(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
}

/// Kills a league when a third of its matches are over. Everything that it started ends too.
fn kill_in_the_middle(arena: &Arena, args: &[&str], out: &str) {
    let child = arena.start(args);
    let process = child.id();
    let rows = || fs::read_to_string(arena.path(format!("{out}/matches.csv")));
    let begun = || rows().is_ok_and(|rows| rows.lines().count() > BOTS.len());
    assert!(soon(Duration::from_secs(1_200), begun));
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    child.wait_with_output().unwrap();
    let gone = soon(Duration::from_secs(60), || arena.left_behind(process).is_empty());
    assert!(gone, "{:?}", arena.left_behind(process));
    assert!(arena.read(&format!("{out}/run.toml")).contains("complete = false"));
}

/// The matches of `results/NAME` in which no hostile bot played: everything about them except their
/// number.
fn others(arena: &Arena, out: &str) -> Vec<String> {
    let text = arena.read(&format!("{out}/matches.csv"));
    let honest = |row: &&str| ["patrol", "honest"].contains(&row.split(',').nth(2).unwrap());
    let rows = text.lines().skip(1).filter(honest);
    rows.map(|row| row.split_once(',').unwrap().1.to_owned()).collect()
}

fn all_are_contained(
    starter: Starter,
    isolation: &str,
    hostile: &[(&str, &str, &str)],
    progress: Progress,
) {
    let arena = Arena::new(starter);
    arena.hand_in("honest", "");
    arena.hand_in("works_lines", "");
    for (bot, limits, _) in hostile {
        arena.hand_in(bot, limits);
    }
    league(&arena, &[], "results/alone", isolation);
    let handed_in = arena.read("bots/honest/bot.toml");
    arena.hand_in("quick_lines", "");
    let mut bots: Vec<_> = hostile.iter().map(|&(bot, ..)| bot).collect();
    bots.push("quick_lines");
    let printed = league_with(&arena, &bots, "results/run", isolation, progress);
    nothing_is_obeyed(&printed);

    let faults = arena.read("results/run/faults.csv");
    assert!(!faults.contains("BREACH"), "{faults}");
    nothing_is_obeyed(&faults);
    let board = arena.read("results/run/leaderboard.csv");
    let wrong: Vec<_> = hostile.iter().filter_map(|bot| judged_otherwise(bot, &board)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{faults}\n{board}");
    for honest in ["honest", "quick_lines"] {
        assert_eq!(judged_otherwise(&(honest, "", NONE), &board), None);
    }
    has_lost_nothing(&arena, "works_lines", &faults);

    assert_eq!(others(&arena, "results/run"), others(&arena, "results/alone"));
    assert_eq!(others(&arena, "results/run").len(), 6);
    assert_eq!(arena.read("bots/honest/bot.toml"), handed_in);
    assert_eq!(arena.read("bots/honest/secret"), arena.read("secret"));
    assert!(!arena.read("secret").contains("broken"));
    let run = arena.read("results/run/run.toml");
    assert!(run.contains("complete = true") && run.contains("void = 0"), "{run}");
    let counted = |line: &str| line.starts_with("cpu = \"rlimit, and the caller, by ");
    assert!(run.lines().any(counted), "{run}");
    let verified = arena.run(&["verify", "results/run/records.jsonl.zst"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

/// An honest bot that answers after 100 ms of its own processor time is not charged for more, in
/// any turn of the league, and has no fault.
fn has_lost_nothing(arena: &Arena, bot: &str, faults: &str) {
    let own = rows(faults).into_iter().filter(|row| row["entrant"] == bot);
    assert_eq!(own.collect::<Vec<_>>(), []);
    let timings = arena.read("results/run/timings.csv");
    let rows = rows(&timings);
    let row = rows.iter().find(|row| row["entrant"] == bot);
    let row = row.unwrap_or_else(|| panic!("{bot} is not there:\n{timings}"));
    let most: f64 = row["cpu_max_ms"].parse().unwrap();
    assert!((99.0..110.0).contains(&most), "{row:?}");
}

/// Nothing in a text is obeyed by a terminal, or deceives its reader.
fn nothing_is_obeyed(text: &str) {
    let deceives = |c: char| {
        (c.is_control() && !"\n\t".contains(c))
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let found = text.lines().find(|line| line.contains(deceives));
    assert_eq!(found, None);
}

#[test]
fn what_bots_say_is_shown_as_data_in_logs_matches_and_replays() {
    let arena = Arena::new(Starter::Own);
    for bot in ["oddities", "speaks_as_stoker", "terminal"] {
        arena.hand_in(bot, "");
        let hunters = format!("hunters=./bots/{bot}");
        arena.write("league.toml", format!("entrants = [\"{hunters}\", \"wanderer\"]\n{RULES}"));
        let out = format!("results/{bot}");
        let played = arena.run(&["league", "--config", "league.toml", "--out", &out]);
        assert_eq!(played.status.code(), Some(0), "{played:?}");
        let log = format!("{out}/logs/match-000000-hunters.log");
        let log = fs::read_to_string(arena.path(&log)).unwrap_or_default();
        assert!(bot == "oddities" || log.contains("| "), "{bot}");
        let fault = |line: &str| line.starts_with("stoker: fault of Lord Godalming ");
        let mut own = log
            .lines()
            .filter(|line| !line.starts_with("| ") && line_marks::turn_of(line).is_none());
        assert!(own.all(|line| bot == "terminal" && fault(line)), "{log}");

        let replayed = arena.run(&["replay", &format!("{out}/records.jsonl.zst")]);
        for text in [log.into_bytes(), played.stdout, played.stderr, replayed.stdout] {
            nothing_is_obeyed(&String::from_utf8(text).unwrap());
        }
    }
    let args = ["match", "hunters=./bots/terminal", "dracula=wanderer", "--stderr"];
    let shown = arena.run(&[&args[..], &["--fault-policy", "forfeit"]].concat());
    let shown = String::from_utf8([shown.stdout, shown.stderr].concat()).unwrap();
    assert!(shown.contains("\n  hunters| "), "{shown}");
    nothing_is_obeyed(&shown);
}

/// The differences between the leaderboard and the expected status, matches, and faults by kind of
/// a bot.
fn judged_otherwise(&(bot, _, expected): &(&str, &str, &str), board: &str) -> Option<String> {
    let rows = rows(board);
    let Some(row) = rows.iter().find(|row| row["side"] == "hunters" && row["entrant"] == bot)
    else {
        return Some(format!("{bot} is not on the leaderboard"));
    };
    let count = |kind: &FaultKind| (kind.name(), &row[kind.name()]);
    let faults = FaultKind::ALL.iter().map(count).filter(|(_, count)| *count != "0");
    let faults: Vec<_> = faults.map(|(kind, count)| format!("{count} {kind}")).collect();
    let found =
        format!("{}, {} matches, faults: {}", row["status"], row["matches"], faults.join(", "));
    let played = |faults: &str| format!("ok, 3 matches, faults: {faults}");
    let wanted = match (expected, expected.strip_suffix('?')) {
        (UNFIT, _) => vec!["unfit, 0 matches, faults: ".to_owned()],
        (NONE, _) => vec![played("")],
        (_, Some(kinds)) => numbers_of(kinds).iter().map(|faults| played(faults)).collect(),
        (kind, None) => vec![played(&format!("3 {kind}"))],
    };
    (!wanted.contains(&found)).then(|| format!("{bot}: {found} (not {})", wanted.join(" or ")))
}

/// Up to three faults, of one kind or, after `or`, of another, in the order of the leaderboard.
fn numbers_of(kinds: &str) -> Vec<String> {
    let kinds: Vec<_> = kinds.split(" or ").collect();
    let order = |kind: &str| FaultKind::ALL.iter().position(|known| known.name() == kind);
    assert!(kinds.is_sorted_by_key(|kind| order(kind).expect("a kind of fault")));
    let told = |numbers: &[u32]| {
        let pairs = numbers.iter().zip(&kinds).filter(|(number, _)| **number > 0);
        pairs.map(|(number, kind)| format!("{number} {kind}")).collect::<Vec<_>>().join(", ")
    };
    let others = if kinds.len() > 1 { 0..=3 } else { 0..=0 };
    let pairs = (0..=3).flat_map(|one| others.clone().map(move |other| [one, other]));
    pairs.filter(|[one, other]| one + other <= 3).map(|numbers| told(&numbers)).collect()
}

/// The most time of the leagues with every hostile bot: each of them plays three matches, and a
/// match takes at most one turn of full length on average, since that turn ends it. Here an idle
/// machine takes a tenth of this.
fn most_time() -> Duration {
    let longest_turn = Duration::from_secs(10);
    let matches = u32::try_from(3 * BOTS.len()).expect("there are few bots");
    matches * longest_turn
}

#[test]
fn every_hostile_bot_gets_its_fault_and_harms_nobody() {
    for starter in Starter::all() {
        let began = Instant::now();
        // Once without an interruption is enough: what follows is the same for both.
        let progress = match starter {
            Starter::Own => Progress::Killed,
            Starter::Ordinary => Progress::Uninterrupted,
        };
        all_are_contained(starter, "full", &BOTS, progress);
        let took = began.elapsed();
        println!("{starter:?}: {took:?}");
        assert!(took < most_time(), "{starter:?}: {took:?}");
    }
}

#[test]
fn hostile_bots_are_contained_in_bwrap_as_far_as_it_is_promised() {
    if !Path::new("/usr/bin/bwrap").exists() {
        println!("skipped: bwrap is not installed");
        return;
    }
    let contained = BOTS.iter().filter(|(bot, ..)| !BEYOND_BWRAP.contains(bot)).copied();
    let contained: Vec<_> = contained.collect();
    for starter in Starter::all() {
        all_are_contained(starter, "bwrap", &contained, Progress::Uninterrupted);
    }
}

#[test]
fn bots_that_only_talk_are_judged_alike_where_nothing_isolates_them() {
    let talkers = BOTS.iter().filter(|(bot, ..)| TALKERS.contains(bot)).copied();
    let talkers: Vec<_> = talkers.collect();
    assert_eq!(talkers.len(), TALKERS.len());
    for starter in Starter::all() {
        all_are_contained(starter, "none", &talkers, Progress::Uninterrupted);
    }
}

/// Otherwise nothing would follow from their failure.
#[test]
fn those_who_reach_out_get_through_where_nothing_isolates_them() {
    let bots = ["reads_others", "sockets", "symlinks", "writes_others"];
    let arena = Arena::new(Starter::all().pop().expect("there is someone"));
    arena.hand_in("honest", "");
    arena.hand_in("works_lines", "");
    bots.iter().for_each(|bot| arena.hand_in(bot, ""));
    let printed = league(&arena, &bots, "results/run", "none");
    assert!(printed.contains("WARNING: --isolation none"), "{printed}");
    let faults = rows(&arena.read("results/run/faults.csv"));
    for bot in bots {
        let own: Vec<_> = faults.iter().filter(|row| row["entrant"] == bot).collect();
        assert!(
            !own.is_empty() && own.iter().all(|row| row["reason"].contains("BREACH")),
            "{bot}: {faults:?}"
        );
    }
}

#[test]
fn every_hostile_bot_begins_with_its_only_comment() {
    for source in sources() {
        let text = fs::read_to_string(&source).unwrap();
        let is_c = source.extension().is_some_and(|kind| kind == "c");
        let mark = if is_c { "/* " } else { "\"\"\"" };
        let ends = if is_c { 1 } else { 2 };
        let one = text.starts_with(mark) && text.matches(mark).count() == ends;
        assert!(one, "{}", source.display());
    }
}

#[test]
fn every_hostile_bot_is_in_the_table() {
    let listed = BOTS.map(|(bot, ..)| bot);
    let honest = ["counts_lines", "honest", "quick_lines", "works_lines"];
    let tried = [&listed[..], &honest].concat();
    let named = sources().into_iter().map(|source| name(&source));
    let unlisted = named.filter(|bot| !tried.contains(&&**bot));
    assert_eq!(unlisted.collect::<Vec<_>>(), [""; 0]);
}
