//! `stoker check` on good bots, on beginners' bots, and on hostile ones.

use std::process::Output;
use std::time::Instant;

use assert_cmd::Command;
use insta::assert_snapshot;
use serde_json::Value;

use crate::common::{Place, is_running, text, wait_until};

const GOOD: &str = r#"import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif message["type"] == "decide":
        reply = {"decision": message["decision"], "move": message["legal"][0]}
        print(json.dumps(reply), flush=True)
"#;

/// A submission `bot` that is this program in Python, for the protocol `lines`.
fn python(program: &str) -> Place {
    let command = "[\"python3\", \"bot.py\"]";
    let place = submission("lines", command);
    place.write("bot/bot.py", program);
    place
}

/// A submission `bot` that is this script, for the protocol `course`.
fn shell(script: &str) -> Place {
    let place = submission("course", "[\"sh\", \"bot.sh\"]");
    place.write("bot/bot.sh", script);
    place
}

fn submission(protocol: &str, command: &str) -> Place {
    let place = Place::new();
    std::fs::create_dir(place.path().join("bot")).expect("the folder can be written");
    let sides = format!("[run]\nhunters = {command}\ndracula = {command}\n");
    place.write("bot/bot.toml", format!("protocol = \"{protocol}\"\n{sides}"));
    place
}

fn check(place: &Place, args: &str) -> Output {
    let mut command = Command::cargo_bin("stoker").expect("the binary is built");
    command.current_dir(place.path()).env("STOKER_BUILDS", place.path().join("builds"));
    command.arg("check").args(args.split_whitespace()).output().expect("the binary runs")
}

/// The output, without the parts that differ from run to run or from Python to Python: times,
/// memory, arrows below a line of a program.
fn finds(place: &Place, args: &str, status: i32) -> String {
    let output = check(place, args);
    assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    let arrows =
        |line: &str| line.contains('^') && line.trim_matches([' ', '|', '~', '^']).is_empty();
    let steady = printed.lines().filter(|line| !line.starts_with("The most memory"));
    let steady = steady.filter(|line| !arrows(line)).map(untimed);
    let cut =
        |line: &str| line.chars().take(WIDTH).collect::<String>().trim_end().to_owned() + "\n";
    steady.map(cut).collect::<String>().replace("\n\n\n", "\n\n")
}

/// The part of a line that is compared: a message can be long.
const WIDTH: usize = 100;

/// A line of the table without its last three columns: turns and times.
fn untimed(line: &str) -> &str {
    if let Some(header) = line.strip_suffix("turns  mean ms  longest ms") {
        return header.trim_end();
    }
    let number = |word: &str| word == "-" || word.parse::<f64>().is_ok();
    let mut rest = line;
    for _ in 0..3 {
        match rest.rsplit_once(' ') {
            Some((before, word)) if number(word) => rest = before.trim_end(),
            Some(_) | None => return line,
        }
    }
    rest
}

fn json(place: &Place, args: &str) -> Value {
    let args = format!("{args} --json");
    let mut output = check(place, &args);
    for _ in 0..10 {
        // A busy machine is not the fault of a bot, and the output says so.
        if !text(&output.stderr).contains("cannot be checked") {
            break;
        }
        output = check(place, &args);
    }
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// The first failure that is reported: its kind, and what to change.
fn first_failure(place: &Place, args: &str) -> (String, String) {
    let found = json(place, args);
    let trials = found["trials"].as_array().expect("there are trials");
    let failed = trials.iter().filter_map(|trial| trial["failures"].get(0)).next();
    let failed = failed.unwrap_or_else(|| panic!("nothing failed: {found:#}"));
    let field = |name: &str| failed[name].as_str().expect("it is text").to_owned();
    (field("kind"), field("change"))
}

#[test]
fn a_good_bot_passes_on_both_sides() {
    let began = Instant::now();
    assert_snapshot!(finds(&python(GOOD), "./bot", 0), @r#"
     what                           side     result
     first turn, Lord Godalming     hunters  ok
     first turn, Dr Seward          hunters  ok
     first turn, Van Helsing        hunters  ok
     first turn, Mina Harker        hunters  ok
     mid-game turn, Lord Godalming  hunters  ok
     mid-game turn, Dr Seward       hunters  ok
     mid-game turn, Van Helsing     hunters  ok
     mid-game turn, Mina Harker     hunters  ok
     Dracula revealed               hunters  ok
     in hospital                    hunters  ok
     double back to a hide          hunters  ok
     after a teleport               hunters  ok
     at sea                         hunters  ok
     180 rounds                     hunters  ok
     odd messages                   hunters  ok
     match against lurker           hunters  ok
     match against phantom          hunters  ok
     time of a turn                 hunters  ok
     first turn                     dracula  ok
     mid-game turn                  dracula  ok
     Dracula revealed               dracula  ok
     in hospital                    dracula  ok
     double back to a hide          dracula  ok
     forced teleport                dracula  ok
     after a teleport               dracula  ok
     at sea                         dracula  ok
     180 rounds                     dracula  ok
     odd messages                   dracula  ok
     match against tracker          dracula  ok
     match against marshal          dracula  ok
     time of a turn                 dracula  ok
     plays the same twice           -        ok

    bot: 32 checks, 0 failed
    "#);
    // On an idle machine it takes 3 s. The test only asserts that no time limit was reached.
    assert!(began.elapsed().as_secs() < 300);
}

#[test]
fn a_move_in_lower_case_is_told_from_one_that_does_not_exist() {
    let place = python(&GOOD.replace("[0]}", "[0].lower()}"));
    assert_snapshot!(finds(&place, "./bot --side dracula --map tiny", 1), @r#"
     what                   side     result
     first turn             dracula  garbled_reply
     mid-game turn          dracula  garbled_reply
     match against tracker  dracula  garbled_reply
     match against marshal  dracula  garbled_reply
     time of a turn         dracula  ok

    garbled_reply: dracula, first turn
      what      `ab` is not a move: give `HI`, `D1`..`D9`, `TP` or a place's two-letter code, such as `C
      about     nothing of its own has happened yet
      sent      {"type":"start","ruleset":"course","params":{"trail":6,"double_back":5,"start_score":366
                {"type":"decide","decision":1,"seat":4,"events":[],"legal":["AB","CD","EN","GS","KP","MB
                (2177 bytes)
      received  {"decision": 1, "move": "ab"}
      change    codes are upper case: `AB`, not `ab`

    garbled_reply: dracula, mid-game turn
      what      `os` is not a move: give `HI`, `D1`..`D9`, `TP` or a place's two-letter code, such as `C
      about     the middle of a game of random moves
      sent      {"type":"start","ruleset":"course","params":{"trail":6,"double_back":5,"start_score":366
                {"type":"decide","decision":1,"seat":4,"events":[],"legal":["OS"]}
                (4879 bytes)
      received  {"decision": 1, "move": "os"}
      change    codes are upper case: `OS`, not `os`

    garbled_reply: dracula, match against tracker, decision 9, Dracula; dracula, match against marshal,

    bot: 5 checks, 4 failed
    "#);
}

#[test]
fn an_exception_is_shown_with_the_line_that_raised_it() {
    let place = python(&GOOD.replace("reply = {", "reply = {1/0: 1, "));
    assert_snapshot!(finds(&place, "./bot --side dracula", 1), @r#"
     what                   side     result
     first turn             dracula  crash
     mid-game turn          dracula  crash
     Dracula revealed       dracula  crash
     in hospital            dracula  crash
     double back to a hide  dracula  crash
     forced teleport        dracula  ok
     after a teleport       dracula  crash
     at sea                 dracula  crash
     180 rounds             dracula  crash
     odd messages           dracula  crash
     match against tracker  dracula  crash
     match against marshal  dracula  crash
     time of a turn         dracula  ok

    crash: dracula, first turn
      what      exit status 1; standard error ends: `ZeroDivisionError: division by zero`
      about     nothing of its own has happened yet
      sent      {"type":"start","ruleset":"course","params":{"trail":6,"double_back":5,"start_score":366
                (9014 bytes)
      received  nothing
      stderr    | Traceback (most recent call last):
                |   File "/work/bot.py", line 7, in <module>
                |     reply = {1/0: 1, "decision": message["decision"], "move": message["legal"][0]}
                | ZeroDivisionError: division by zero
      change    an exception that nothing catches: read the last lines of standard error
      the same  dracula, mid-game turn; dracula, Dracula revealed; dracula, in hospital; dracula, double

    bot: 13 checks, 11 failed
    "#);
}

#[test]
fn an_illegal_move_is_told_with_those_that_are_legal() {
    let place = shell("echo '{\"move\": \"D3\", \"message\": \"back\"}'\n");
    let printed = finds(&place, "./bot --side dracula", 1);
    assert!(printed.contains("illegal move `D3`"), "{printed}");
    assert!(printed.contains("change    legal were: LO HI\n"), "{printed}");
    assert!(printed.contains("forced teleport        dracula  ok"), "{printed}");
}

/// A mistake of a program, the fault that it is, and a part of the advice.
const WRONG: &[(&str, &str, &str, &str)] = &[
    ("half a reply", "printf '{\"move\": \"BR'", "garbled_reply", "not complete"),
    ("a dict", "echo \"{'move': 'BR'}\"", "garbled_reply", "json.dumps"),
    ("the other protocol", "echo '{\"type\": \"hello\"}'", "garbled_reply", "speaks `lines`"),
    ("another key", "echo '{\"Move\": \"BR\"}'", "garbled_reply", "in lower case"),
    ("a number", "echo '{\"move\": 7}'", "garbled_reply", "must be a string"),
    ("spaces", "echo '{\"move\": \" CD\"}'", "garbled_reply", "without spaces"),
    ("a place there is not", "echo '{\"move\": \"CE\"}'", "garbled_reply", "did you mean `CD`"),
    ("nothing", "cat > /dev/null", "no_reply", "write a reply"),
    ("a command there is not", "frobnicate", "crash", "was not found"),
    ("signal 11", "kill -11 $$", "crash", "-fsanitize=address"),
    ("an endless loop", "while :; do :; done", "cpu_timeout", "endless loop"),
    ("sleep", "sleep 600", "wall_timeout", "reply sooner"),
    ("endless output", "yes", "output_limit", "standard error"),
    ("noise without end on standard error", "yes >&2", "", ""),
    ("a fork bomb", "f() { f | f & }; f; sleep 600", "process_limit", "fewer processes"),
    ("a file without end", "exec yes > file", "file_limit", "write less"),
];

/// True if only a limit on wall time ends a program.
fn waits(script: &str) -> bool {
    script.ends_with("sleep 600")
}

#[test]
fn what_programs_do_wrong_is_explained() {
    for (name, script, kind, change) in WRONG {
        let place = shell(script);
        // On a busy machine, programs that end by themselves or by another limit take long.
        let wall_ms = if waits(script) { 3_000 } else { 600_000 };
        let limits = "--limit cpu_ms=300 --limit processes=16 --limit file_mib=1";
        let limits = format!("{limits} --limit wall_ms={wall_ms}");
        let found = first_failure(&place, &format!("./bot --side dracula --map tiny {limits}"));
        assert!(kind.is_empty() || found.0 == *kind, "{name}: {found:?}");
        assert!(found.1.contains(change) && !found.1.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn what_cannot_be_started_is_told_once_and_the_rest_is_not_tried() {
    let place = submission("lines", "[\"./bot.sh\"]");
    place.write("bot/bot.sh", "#!/no/such/interpreter\n");
    let printed = finds(&place, "./bot --side dracula --map tiny", 1);
    assert!(printed.contains("change    make it executable: chmod +x"), "{printed}");
    assert!(printed.ends_with("bot: 1 check, 1 failed, 3 not tried (it does not start)\n"));
    let place = submission("lines", "[\"python3\", \"bot.py\"]");
    let printed = finds(&place, "./bot --side dracula --map tiny", 1);
    assert!(printed.contains("can't open file '/work/bot.py'"), "{printed}");
}

#[test]
fn a_bot_that_waits_for_the_end_of_its_input_is_told_not_to() {
    for (from, to) in [("sys.stdin:", "sys.stdin.readlines():"), (", flush=True", "")] {
        let place = python(&GOOD.replace(from, to));
        let (kind, change) = first_failure(&place, "./bot --side dracula --limit start_ms=1500");
        assert_eq!(kind, "could_not_start");
        assert!(change.contains("flush") && change.contains("do not wait"), "{change}");
    }
    let late = GOOD.replace("print(json.dumps(reply), flush=True)", "print(json.dumps(reply))");
    let args = "./bot --side dracula --limit wall_ms=1000 --map tiny";
    let (kind, change) = first_failure(&python(&late), args);
    assert_eq!(kind, "wall_timeout");
    assert!(change.contains("flush standard output after every line"), "{change}");
}

#[test]
fn a_bot_that_counts_wrong_or_replies_as_for_the_course_is_told_so() {
    let limits = "--limit wall_ms=800 --map tiny";
    for (from, to, expected) in [
        ("message[\"decision\"],", "message[\"decision\"] - 1,", "with the number that it has"),
        ("\"decision\": message[\"decision\"], ", "", "has no `decision`"),
    ] {
        let place = python(&GOOD.replace(from, to));
        let (kind, change) = first_failure(&place, &format!("./bot --side dracula {limits}"));
        assert_eq!(kind, "garbled_reply");
        assert!(change.contains(expected), "{change}");
    }
}

#[test]
fn a_bot_that_draws_from_the_time_is_noted_and_passes() {
    let drawn = GOOD
        .replace("import json, sys", "import json, random, sys, time\nrandom.seed(time.time_ns())")
        .replace("message[\"legal\"][0]", "random.choice(message[\"legal\"])");
    let printed = finds(&python(&drawn), "./bot --side hunters", 0);
    assert!(printed.contains("plays the same twice           -        note"), "{printed}");
    assert!(printed.contains("seed your generator"), "{printed}");
}

#[test]
fn what_a_bot_says_to_a_terminal_is_not_obeyed() {
    let place = shell("printf '\\033[2Jcleared\\a' >&2; printf '\\033[31m{\"move\": 1}\\r'\n");
    let printed = finds(&place, "./bot --side dracula --map tiny", 1);
    assert!(printed.contains("[2Jcleared") && printed.contains("[31m{\"move\": 1}"), "{printed}");
    assert!(!printed.contains(['\u{1b}', '\u{7}', '\r']), "{printed}");
}

#[test]
fn a_submission_that_is_none_is_a_finding() {
    let place = submission("lines", "[\"python3\", \"bot.py\"]");
    place.write("bot/bot.toml", "protcol = \"lines\"\n[run]\nhunters = [\"python3\"]\n");
    let printed = finds(&place, "./bot --map tiny", 1);
    assert!(printed.contains("protcol"), "{printed}");
    assert!(printed.contains("unfit"), "{printed}");
}

#[test]
fn a_folder_that_is_called_like_no_bot_needs_no_dot() {
    let printed = finds(&python(GOOD), "bot --map tiny --side dracula", 0);
    assert!(printed.ends_with("bot: 6 checks, 0 failed\n"), "{printed}");
}

#[test]
fn every_built_in_bot_passes() {
    let place = Place::new();
    for bot in ["random", "patrol", "tracker", "wanderer", "lurker"] {
        let found = json(&place, bot);
        assert_eq!((&found["failed"], &found["not_tried"]), (&0.into(), &0.into()), "{bot}");
    }
}

#[test]
fn without_isolation_there_is_a_warning() {
    let output = check(&python(GOOD), "./bot --map tiny --isolation none");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.starts_with("WARNING: --isolation none: "), "{told}");
}

#[test]
fn ctrl_c_ends_a_check_after_the_turn_that_is_played() {
    let place = shell("sleep 60.0625");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("stoker"));
    command.current_dir(place.path()).env("STOKER_BUILDS", place.path().join("builds"));
    command.args("check ./bot --map tiny --limit wall_ms=3000".split(' '));
    let mut child = command.spawn().unwrap();
    wait_until("the turn has begun", || is_running("60.0625"));
    let interrupt = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let place = Place::new();
    for (args, error) in [
        ("trackr", "did you mean `tracker`?"),
        ("tracker --side dracula", "`tracker` does not play `dracula`"),
        ("tracker --side draclua", "there is no side `draclua`: did you mean `dracula`?"),
        ("./nowhere", "nowhere"),
        ("", "<ENTRANT>"),
    ] {
        let output = check(&place, args);
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), told.contains(error)), (Some(2), true), "{told}");
        assert_eq!(text(&output.stdout), "");
    }
}
