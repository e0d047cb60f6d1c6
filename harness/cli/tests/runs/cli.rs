//! The command line as its users see it.

mod view;

use insta::assert_snapshot;

use crate::common::{Place, text, wait_until};

#[test]
fn stoker_without_arguments_plays_a_league_and_shows_it_again() {
    let place = Place::new();
    let first = place.prints("");
    assert!(first.contains("hunters (score in points, high is better)"), "{first}");
    let again = place.run("");
    assert_eq!(text(&again.stdout), first);
    let told = text(&again.stderr);
    let prefix = "already played: the results are in results/course-";
    assert!(told.starts_with(prefix), "{told}");
}

/// Mean scores as their sides count them, with 95% intervals: weak bots first.
#[test]
fn in_the_default_league_each_bot_beats_the_one_below_it() {
    let place = Place::new();
    let printed = place.prints("");
    let folder = printed.trim_end().rsplit(' ').next().unwrap();
    let board = text(&place.read(&format!("{folder}/leaderboard.csv")));
    let interval = |entrant: &str, side: &str| {
        let row = board.lines().map(|row| row.split(',').collect::<Vec<_>>());
        let row = row.into_iter().find(|row| row[1] == side && row[2] == entrant).unwrap();
        [row[9], row[10]].map(|bound| bound.parse::<f64>().unwrap())
    };
    for [weak, strong] in [["random", "patrol"], ["patrol", "tracker"]] {
        assert!(interval(weak, "hunters")[1] < interval(strong, "hunters")[0], "{board}");
    }
    for [weak, strong] in [["random", "wanderer"], ["wanderer", "lurker"]] {
        assert!(interval(weak, "dracula")[0] > interval(strong, "dracula")[1], "{board}");
    }
}

#[test]
fn a_leaderboard_fits_eighty_columns_without_colour() {
    let place = Place::new();
    let printed = place.prints("league random another-random-bot@random --matches 20 --out run");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert!(!printed.contains('\u{1b}'));
    assert_snapshot!(printed, @r#"
    hunters (score in points, high is better)
        rank  entrant               mean    95% interval   wins  matches  faults
     1 (1-2)  another-random-bot  218.60  167.5 to 269.7  85.0%       40       0
     2 (1-2)  random              218.60  167.5 to 269.7  85.0%       40       0

    dracula (score in points, low is better)
        rank  entrant               mean    95% interval   wins  matches  faults
     1 (1-2)  another-random-bot  218.60  167.5 to 269.7  15.0%       40       0
     2 (1-2)  random              218.60  167.5 to 269.7  15.0%       40       0

    all sides (mean of the sides' ratings)
        rank  entrant             rating  95% interval  elo   wins  matches  faults
     1 (1-2)  another-random-bot    0.00    0.0 to 0.0    0  50.0%       80       0
     2 (1-2)  random                0.00    0.0 to 0.0    0  50.0%       80       0

    entrants that play both sides (strength in Elo, apart from the side)
     entrant             strength  95% interval   wins  as hunters  as dracula
     another-random-bot         0     -74 to 74  50.0%       85.0%       15.0%
     random                     0     -74 to 74  50.0%       85.0%       15.0%
    Advantage of hunters: 298 Elo (70 to 526), wins 85.0%.

    mean score, hunters down, dracula across
                         another-random-bot  random
     another-random-bot              218.60  218.60
     random                          218.60  218.60

    80 matches; results in run
    "#);
}

#[test]
fn if_nobody_is_named_all_bots_play_that_do_not_search() {
    let place = Place::new();
    place.prints("league --matches 2 --quiet --out all");
    let quick = stoker::bots::course::bots().into_iter().filter(|bot| !bot.searches);
    let named = quick.map(|bot| bot.name).collect::<Vec<_>>().join(" ");
    place.prints(&format!("league {named} --matches 2 --quiet --out named"));
    assert_eq!(place.prints("diff all named"), "no difference\n");
}

#[test]
fn a_league_as_json_is_json_and_nothing_else() {
    let place = Place::new();
    let printed = place.prints("league random --matches 5 --out run --json");
    let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(value["complete"], true);
    assert_eq!(value["matches_played"], 5);
    assert_eq!(value["folder"], "run");
    assert_eq!(value["leaderboard"][0]["side"], "hunters");
    assert_eq!(value["leaderboard"][1]["entrant"], "random");
}

#[test]
fn quiet_leagues_say_nothing() {
    let place = Place::new();
    let output = place.run("league random --matches 5 --out run --quiet");
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
    assert!(!place.read("run/matches.csv").is_empty());
}

#[test]
fn threads_do_not_change_results() {
    let place = Place::new();
    let everyone = "league random patrol tracker wanderer lurker --matches 6 --quiet";
    for threads in [1, 2, 8] {
        place.prints(&format!("{everyone} --threads {threads} --out on-{threads}"));
    }
    assert_eq!(place.prints("diff on-1 on-2"), "no difference\n");
    assert_eq!(place.prints("diff on-1 on-8"), "no difference\n");
    let files = |run: &str| {
        let files = std::fs::read_dir(place.path().join(run)).unwrap();
        files.map(|file| file.unwrap().file_name()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(files("on-1"), files("on-8"));
    for file in ["run.toml", "matches.csv", "leaderboard.csv", "records.jsonl.zst"] {
        assert_eq!(place.read(&format!("on-1/{file}")), place.read(&format!("on-8/{file}")));
    }
}

#[test]
fn runs_that_differ_are_told_apart_with_status_1() {
    let place = Place::new();
    place.prints("league random --matches 3 --out one");
    place.prints("league random --matches 3 --seed 2 --out two");
    let output = place.run("diff one two");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("matches.csv, row"), "{}", text(&output.stdout));
}

#[test]
fn a_printed_configuration_is_read_back_as_the_same_league() {
    let place = Place::new();
    let asked = "league hunters=random dracula=a@random --matches 7 --seed 00000000000000ff \
                 --starts free --records sample:3 --format gauntlet:a --map tiny --preset written";
    let printed = place.prints(&format!("{asked} --print-config"));
    place.write("league.toml", &printed);
    assert_eq!(place.prints("league --config league.toml --print-config"), printed);
    place.prints(&format!("{asked} --out one"));
    place.prints("league --config league.toml --out two");
    assert_eq!(text(&place.read("one/run.toml")), text(&place.read("two/run.toml")));
    assert_eq!(place.read("one/matches.csv"), place.read("two/matches.csv"));
}

#[test]
fn changed_parameters_survive_being_printed() {
    let place = Place::new();
    place.write("a.toml", "entrants = [\"random\"]\n[params]\ntrail = 5\ndouble_back = 3\n");
    let printed = place.prints("league --config a.toml --print-config");
    assert!(printed.contains("\ntrail = 5\n") && printed.contains("\n# start_score = 366\n"));
    place.write("b.toml", &printed);
    assert_eq!(place.prints("league --config b.toml --print-config"), printed);
}

#[test]
fn a_run_is_played_again_from_its_run_toml() {
    let place = Place::new();
    place.write("short.toml", "params = { start_score = 30 }\nmap = \"tiny\"");
    place.prints("league --config short.toml random a@tracker hunters=patrol --format gauntlet:a --matches 3 --seed 9 --out one");
    place.prints("league --config one/run.toml --out two");
    assert_eq!(place.prints("diff one two"), "no difference\n");
}

#[test]
fn the_command_of_a_run_has_what_was_said_about_external_bots() {
    let place = Place::new();
    let wait = "a@course:sh -c 'exit 0'";
    let options = "--limit cpu_ms=700 --limit wall_ms=900 --isolation none --waive sockets";
    let mut args = vec!["league", wait, "random", "--map", "tiny", "--matches", "1"];
    args.extend(options.split(' '));
    args.extend(["--out", "run"]);
    assert!(place.run_args(&args).status.success());
    let run: toml::Table = text(&place.read("run/run.toml")).parse().unwrap();
    let command = run["command"].as_str().unwrap();
    assert!(command.ends_with(options), "{command}");
    assert!(command.starts_with("stoker league \"a@course:sh -c 'exit 0'\" random "), "{command}");
}

#[test]
fn options_replace_what_a_configuration_says() {
    let place = Place::new();
    place.write("a.toml", "entrants = [\"x@random\"]\nmatches = 9\nseed = 4\n");
    let printed = place.prints("league random --config a.toml --matches 2 --print-config");
    assert!(printed.contains("matches = 2") && printed.contains("    \"random\",\n]"));
    assert!(printed.contains("seed = \"0000000000000004\""));
}

#[test]
fn a_dry_run_lists_pairings_and_writes_nothing() {
    let place = Place::new();
    let printed = place.prints("league random a@random --matches 3 --threads 1 --dry-run");
    let listed: Vec<_> = printed.lines().take(5).collect();
    assert_snapshot!(listed.join("\n"), @r#"
    pairings: 4, matches: 4 x 3 = 12
      hunters=random - dracula=random
      hunters=random - dracula=a
      hunters=a - dracula=random
      hunters=a - dracula=a
    "#);
    assert!(printed.lines().last().unwrap().starts_with("time: about "));
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_match_of_a_league_can_be_played_again_by_its_seed() {
    let place = Place::new();
    place.prints("league random --matches 2 --records all --out run");
    let replayed = place.prints("replay run/records.jsonl.zst --match 1");
    let (head, recorded) = replayed.split_once('\n').unwrap();
    let seed = &head["match 1, seed ".len()..][..16];
    let played = place.prints(&format!("match hunters=random dracula=random --seed {seed}"));
    let (head, played) = played.split_once('\n').unwrap();
    assert_eq!(head, format!("seed {seed}: hunters=random dracula=random"));
    assert_eq!(played, recorded);
}

#[test]
fn a_match_is_told_turn_by_turn() {
    let told = Place::new().prints("match hunters=random dracula=random --map tiny --seed 3");
    let lines: Vec<_> = told.lines().skip(2).take(24).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    round 0, next: Lord Godalming
      score 366 points, next vampire in 0 rounds, rests in a row 0
        Lord Godalming  life 9 points
        Dr Seward       life 9 points
        Van Helsing     life 9 points
        Mina Harker     life 9 points
        Dracula         blood 40 points

    Lord Godalming starts in Kelport  (opening)
    Dr Seward starts in Kelport  (opening)
    Van Helsing starts in Portwick  (opening)
    Mina Harker starts in Millbridge  (opening)
    Dracula starts in Quarry Hill and leaves a vampire  (opening)

    round 1, next: Lord Godalming
      score 365 points, next vampire in 12 rounds, rests in a row 0
      G Lord Godalming  life 9 points    KP Kelport
      S Dr Seward       life 9 points    KP Kelport
      H Van Helsing     life 9 points    PW Portwick
      M Mina Harker     life 9 points    MB Millbridge
      D Dracula         blood 40 points  QH Quarry Hill (hidden)
      Dracula's trail, newest first: (QH+vampire)

    Lord Godalming rests in Kelport
    "#);
    assert!(told.lines().last().unwrap().starts_with("over: score "));
}

#[test]
fn a_match_that_is_watched_is_drawn_turn_by_turn() {
    let told = Place::new().prints("match hunters=random dracula=random --seed 3 --watch=0");
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    // The board before the first turn, and after each.
    let (boards, turns) = (told.matches("  ~ sea   ^ castle   + hospital\n").count(), "round ");
    assert_eq!(boards, told.lines().filter(|line| line.starts_with(turns)).count());
    assert!(boards > 20 && told.contains("(hidden)") && !told.contains('\u{1b}'), "{told}");
}

/// Checks what each point of view sees of the same match.
#[test]
fn a_record_is_shown_from_one_point_of_view() {
    let place = Place::new();
    place.prints("league random --matches 1 --records all --out run");
    let replay = |view: &str| place.prints(&format!("replay run/records.jsonl.zst {view}"));
    assert_eq!(replay("--view all"), replay(""));
    let [dracula, hunters] = ["dracula", "hunters"].map(|who| replay(&format!("--view {who}")));
    assert!(dracula.contains("(hidden)") && !dracula.contains("possible:"));
    assert!(!hunters.contains("(hidden)") && hunters.contains("possible:"));
    assert!(hunters.contains("\nDracula is in some city and leaves a trap\n"), "{hunters}");
    let at = replay("--view hunters --turn 5");
    assert!(at.contains("  ~ sea   ^ castle   + hospital   ? probability\n"), "{at}");
    assert!(at.ends_with("\nDracula is in some city and leaves a vampire\n"), "{at}");
    let refusal = place.refuses("replay run/records.jsonl.zst --view hunter");
    assert!(refusal.contains("there is no point of view `hunter`: did you mean `hunters`?"));
    let refusal = place.refuses("replay run/records.jsonl.zst --turn 5000");
    assert!(refusal.contains("--turn 5000: the match has "), "{refusal}");
}

#[test]
fn records_that_hold_are_verified_and_tampered_ones_are_findings() {
    let place = Place::new();
    place.prints("league random --matches 4 --records all --out run");
    let printed = place.prints("verify run/records.jsonl.zst");
    assert!(printed.starts_with("4 games, ") && printed.ends_with(" decisions, 0 mismatches\n"));

    let records = zstd::decode_all(&*place.read("run/records.jsonl.zst")).unwrap();
    let records = String::from_utf8(records).unwrap();
    place.write("forged.jsonl", records.replacen("\"score\":", "\"score\":1", 1));
    let output = place.run("verify forged.jsonl");
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains("forged.jsonl: line 1: "), "{printed}");
    assert!(printed.contains("expected ") && printed.contains("got "), "{printed}");
    let last = printed.lines().last().unwrap();
    assert!(last.starts_with("4 games, ") && last.ends_with(" mismatches"), "{last}");
}

#[test]
fn a_preset_that_contradicts_a_record_is_refused() {
    let place = Place::new();
    place.prints("league random --matches 1 --out run");
    place.prints("verify run/records.jsonl.zst --preset course");
    let refusal = place.refuses("verify run/records.jsonl.zst --preset written");
    assert!(refusal.contains("--preset written contradicts the record"), "{refusal}");
}

#[test]
fn transcripts_of_another_engine_are_verified_by_their_preset() {
    let place = Place::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/data/course-2019.jsonl.gz");
    let printed = place.prints_args(&["verify", file, "--preset", "course-2019"]);
    assert_eq!(printed, "300 games, 69008 decisions, 0 mismatches\n");

    let output = place.run_args(&["verify", file]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains(", legal\n  expected TP\n  got      CD\n"));
    assert_eq!(printed.lines().last(), Some("300 games, 69008 decisions, 26 mismatches"));
}

#[test]
fn transcripts_that_name_their_rules_are_verified_by_them_alone() {
    let place = Place::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/data/kosmos.jsonl.gz");
    let alone = place.prints_args(&["verify", file]);
    assert!(alone.ends_with(" 0 mismatches\n") && !alone.starts_with("0 games"), "{alone}");
    assert_eq!(place.prints_args(&["verify", file, "--ruleset", "kosmos"]), alone);

    let line = |ruleset: &str, params: &str| {
        format!(
            "{{\"ruleset\": \"{ruleset}\", \"params\": {params}, \"chance\": [], \"decisions\": [], \
             \"scores\": {{}}, \"winners\": [], \"ending\": \"\", \"facts\": {{}}, \"checks\": []}}\n"
        )
    };
    place.write("usual.jsonl", line("kosmos", "{}"));
    place.write("unknown.jsonl", line("chess", "{}"));
    place.write("wrong.jsonl", line("kosmos", r#"{"lifes": 3}"#));
    assert_snapshot!(place.refuses("verify usual.jsonl --ruleset course"), @"error: usual.jsonl: line 1: --ruleset course contradicts the transcript, a game of `kosmos`: leave it out");
    assert_snapshot!(place.refuses("verify usual.jsonl --preset first-game"), @"error: usual.jsonl: line 1: --preset first-game contradicts the transcript, which has other parameters: leave it out");
    assert_snapshot!(place.refuses("verify unknown.jsonl"), @"error: unknown.jsonl: line 1: there is no ruleset `chess`: `stoker rulesets` lists those there are");
    assert_snapshot!(place.refuses("verify wrong.jsonl"), @"error: wrong.jsonl: line 1: not a transcript of a game of `kosmos`: unknown field `lifes`, expected one of `lives`, `targets_min`, `targets_max`, `turns`, `first`, `barrier` at column 40");
}

#[test]
fn lists_say_what_is_built_in() {
    let place = Place::new();
    assert!(place.prints("bots").contains("random"));
    assert_snapshot!(place.prints("maps"), @r#"
    map     title                  of ruleset  places  seas
    course  Europe                 course          71    10
    tiny    Tiny                   course          10     3
    fury    Europe with hospitals  fury            70    10
    "#);
    let rulesets = place.prints("rulesets");
    assert!(rulesets.contains("start_score"));
    let blocks = rulesets.split("\n\n");
    let games = blocks.clone().filter_map(|block| block.strip_prefix(" ruleset  what it is\n "));
    let names: Vec<_> = games.filter_map(|row| row.split(' ').next()).collect();
    assert_eq!(names, ["course", "kosmos", "masters", "boss", "fury"]);
    assert_snapshot!(blocks.last().unwrap_or_default(), @r"
    example  what it is
    toy      numbers in turn, and dice that not everybody sees; to be copied, and
             not played: docs/adding-a-game.md
    ");
    let example = place.refuses("rulesets toy");
    assert!(example.contains("an example to copy, and docs/adding-a-game.md"), "{example}");
    let masters = place.prints("rulesets masters");
    let pair = masters
        .split("\nsides of the preset pair\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next());
    assert!(
        pair.is_some_and(|pair| pair.contains("Vampire 1") && !pair.contains("Vampire 2")),
        "{masters}"
    );
    for verb in ["bots", "maps", "rulesets"] {
        let printed = place.prints(&format!("{verb} --json"));
        assert!(serde_json::from_str::<serde_json::Value>(&printed).is_ok(), "{verb}");
        assert!(place.prints(verb).lines().all(|line| line.chars().count() <= 80), "{verb}");
    }
}

#[test]
fn completions_and_man_pages_are_generated() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(place.prints(&format!("completions {shell}")).contains("print-config"));
    }
    assert!(place.prints("man").starts_with(".ie"));
    place.prints("man pages");
    assert!(place.path().join("pages/stoker-league.1").is_file());
}

/// Runs a script that finds the binary in `$STOKER`, whatever characters its path has.
#[cfg(unix)]
fn in_bash(place: &Place, script: &str) -> std::process::Output {
    let mut shell = assert_cmd::Command::new("bash");
    shell.current_dir(place.path()).env("STOKER", env!("CARGO_BIN_EXE_stoker"));
    shell.args(["-c", script]).output().expect("bash runs")
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let place = Place::new();
    let output = in_bash(&place, "\"$STOKER\" rulesets | true; echo ${PIPESTATUS[0]}");
    assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), ("0\n", ""));
}

#[cfg(unix)]
#[test]
fn findings_are_findings_even_if_nobody_reads_them() {
    let place = Place::new();
    place.prints("league random --matches 1 --quiet --out run");
    let records = zstd::decode_all(&*place.read("run/records.jsonl.zst")).unwrap();
    let records = String::from_utf8(records).unwrap();
    place.write("forged.jsonl", records.replacen("\"score\":", "\"score\":1", 1));
    // The reader is gone before anything is written.
    let script = "(sleep 0.3; \"$STOKER\" verify forged.jsonl) | true; echo ${PIPESTATUS[0]}";
    let output = in_bash(&place, script);
    assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), ("1\n", ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_named() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_stoker"))
        .args(["rulesets", "--json"])
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = "error: standard output: No space left on device (os error 28)\n";
    assert_eq!(text(&output.stderr), error);
}

#[test]
fn a_long_name_is_whole_in_a_file() {
    let spec = "lurker:depth=2,aim=301,blood=401,thrift=31,vampire=9,whim=3";
    let printed = Place::new().prints(&format!("league random {spec} --matches 1 --out run"));
    assert!(printed.lines().any(|line| line.contains(&format!(" {spec} "))), "{printed}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_league_keeps_what_is_done_and_ends_with_status_130() {
    let place = Place::new();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_stoker"))
        .current_dir(place.path())
        .env("STOKER_TRIAL_NO_REPORT", "")
        .args("league random --matches 100000000 --records none --out run".split(' '))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("some matches are done", || place.lines_of("run/matches.csv") > 50);
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("interrupted after "), "{}", text(&output.stdout));
    assert!(place.read("run/matches.csv").len() > 1_000);
}

#[test]
fn a_stopped_run_is_gone_on_with_and_told_so() {
    let place = Place::new();
    place.prints("league random --matches 2 --quiet");
    let run = place.path().join("results/course-random-0000000000000001/run.toml");
    let finished = std::fs::read_to_string(&run).unwrap();
    std::fs::write(&run, finished.replace("complete = true", "complete = false")).unwrap();
    let output = place.run("league random --matches 2");
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stderr);
    assert!(told.contains("continuing the run in results/course-"), "{told}");
    assert_eq!(std::fs::read_to_string(&run).unwrap(), finished);
}
