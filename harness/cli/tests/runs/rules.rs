//! Parameters of the rules and data files on the command line.

use serde_json::Value;

use crate::common::{Place, text};

const POSITION: &str = include_str!("../../../../docs/position-kosmos.json");

/// The embedded data file of a ruleset with one text changed.
fn data(place: &Place, ruleset: &str, name: &str, [from, to]: [&str; 2]) {
    let embedded = place.prints(&format!("rulesets {ruleset} --data"));
    assert!(embedded.contains(from), "{from}");
    place.write(name, embedded.replacen(from, to, 1));
}

/// A card that pays for seven steps, and not six.
fn far(place: &Place) {
    data(place, "kosmos", "far.json", ["\"movement\": 6", "\"movement\": 7"]);
}

const LEAGUE: &str = "league random --ruleset kosmos --matches 4 --records all --quiet";

#[test]
fn a_parameter_is_in_the_records_and_in_run_toml_and_the_command_plays_it_again() {
    let place = Place::new();
    place.prints(&format!("{LEAGUE} --param turns=9 --param first=hunter --out run"));
    let run = text(&place.read("run/run.toml"));
    assert!(run.contains("turns = 9\n") && run.contains("first = \"hunter\"\n"), "{run}");
    let run: toml::Table = run.parse().unwrap();
    let command = run["command"].as_str().unwrap();
    assert!(command.contains("--param first=hunter --param turns=9"), "{command}");
    let told = place.prints("verify run --param turns=9");
    assert!(told.ends_with(", 0 mismatches\n"), "{told}");
    let error = place.refuses("verify run/records.jsonl.zst --param turns=8");
    assert!(error.contains("--param turns=8 contradicts"), "{error}");
    place.prints("match dracula=random hunter=random --ruleset kosmos --param turns=9");
}

#[test]
fn a_parameter_that_makes_no_sense_is_refused_by_name() {
    let place = Place::new();
    let refused = |param: &str| place.refuses(&format!("{LEAGUE} --param {param}"));
    assert!(refused("lives").contains("give NAME=VALUE"));
    assert!(refused("live=4").contains("did you mean `lives`?"));
    assert!(refused("lives=0").contains("`lives` is 0, but must be in 1..=9"));
    assert!(refused("lives=many").contains("parameter `lives` of the ruleset"));
    assert!(refused("first=nobody").contains("parameter `first` of the ruleset"));
    assert!(refused("lives=4 --param lives=5").contains("given twice"));
}

/// Every verb that plays matches or asks about positions takes parameters.
#[test]
fn a_parameter_is_checked_whatever_the_verb() {
    let place = Place::new();
    for command in [
        "league random",
        "match random random",
        "check ./bot",
        "sweep random --vary memory:bluff=1,2",
        "compare memory careful",
        "tune memory --param bluff",
        "gauge hunter=memory",
        "exploit memory --side hunter",
        "play hunter=memory",
    ] {
        let error = place.refuses(&format!("{command} --ruleset kosmos --param lives=0"));
        assert!(error.contains("`lives` is 0, but must be in 1..=9"), "{command}: {error}");
    }
    place.write("moment.json", POSITION);
    let error = place.refuses("view --position moment.json --param lives=3");
    assert!(error.contains("--param lives=3 contradicts the position"), "{error}");
}

#[test]
fn the_shell_completes_parameters() {
    let script = Place::new().prints("completions bash");
    assert!(script.contains("targets_max=") && script.contains("first=hunter"));
    let teams = script.split_once("--teams)").expect("there is such an option").1;
    let values = teams.lines().find(|line| line.contains("compgen")).unwrap();
    assert!(values.contains("\"shared mixed\"") || values.contains("\"mixed shared\""), "{values}");
}

/// The line of a run with the hash of its data.
fn data_hash(place: &Place, run: &str) -> String {
    let run = text(&place.read(&format!("{run}/run.toml")));
    let line = run.lines().find(|line| line.starts_with("data_hash = ")).map(str::to_owned);
    line.unwrap_or_else(|| panic!("{run}"))
}

#[test]
fn a_data_file_is_in_every_record_and_the_run() {
    let place = Place::new();
    far(&place);
    place.prints(&format!("{LEAGUE} --out own"));
    place.prints(&format!("{LEAGUE} --data far.json --out far"));
    assert_ne!(data_hash(&place, "own"), data_hash(&place, "far"));
    for made in ["verify far", "verify far/records.jsonl.zst", "resume far"] {
        let error = place.refuses(made);
        assert!(error.contains("other data"), "{made}: {error}");
    }
    let told = place.prints("verify far --data far.json");
    assert!(told.ends_with(", 0 mismatches\n"), "{told}");
    assert!(place.refuses("verify own --data far.json").contains("data"));
}

#[test]
fn boss_and_masters_take_data_files_too() {
    for (ruleset, change, bad) in [
        (
            "boss",
            ["\"cry\": {\"value\": 2", "\"cry\": {\"value\": 3"],
            ["\"count\": 13", "\"count\": 14"],
        ),
        ("masters", ["\"agents\": 10", "\"agents\": 9"], ["\"id\": \"2-05\"", "\"id\": \"2-19\""]),
    ] {
        let place = Place::new();
        let league = format!("league random --ruleset {ruleset} --matches 2 --records all --quiet");
        data(&place, ruleset, "own.json", change);
        place.prints(&format!("{league} --data own.json --out run"));
        place.prints(&format!("{league} --out embedded"));
        assert_ne!(data_hash(&place, "run"), data_hash(&place, "embedded"));
        assert!(place.refuses("verify run").contains("other data"), "{ruleset}");
        let told = place.prints("verify run --data own.json");
        assert!(told.ends_with(", 0 mismatches\n"), "{told}");
        data(&place, ruleset, "bad.json", bad);
        let error = place.refuses(&format!("{league} --data bad.json"));
        assert!(error.contains("data file `bad.json`"), "{error}");
    }
}

#[test]
fn shards_with_a_data_file_come_to_what_one_run_comes_to() {
    let place = Place::new();
    far(&place);
    place.prints(&format!("{LEAGUE} --data far.json --out whole"));
    for shard in [1, 2] {
        place.prints(&format!("{LEAGUE} --data far.json --shard {shard}/2 --out part-{shard}"));
    }
    assert!(place.refuses("merge part-1 part-2 --out merged").contains("--data FILE"));
    place.prints("merge part-1 part-2 --out merged --data far.json --quiet");
    assert_eq!(place.files("merged"), place.files("whole"));
    place.prints(&format!("{LEAGUE} --shard 2/2 --out other"));
    let error = place.refuses("merge part-1 other --out mixed --data far.json");
    assert!(error.contains("data_hash"), "{error}");
    let error = place.refuses(&format!("{LEAGUE} --reuse whole --out again"));
    assert!(error.contains("data_hash"), "{error}");
}

#[test]
fn a_data_file_that_does_not_suit_the_rules_is_refused_with_its_name_and_the_reason() {
    let place = Place::new();
    let refused = |from: &str, to: &str| {
        data(&place, "kosmos", "bad.json", [from, to]);
        let error = place.refuses(&format!("{LEAGUE} --data bad.json"));
        assert!(error.contains("data file `bad.json`"), "{error}");
        error
    };
    let sixteen = refused("\"count\": 3", "\"count\": 4");
    assert!(sixteen.contains("`cards in all` of `dracula` is 16, but must be 15"), "{sixteen}");
    assert!(refused("\"wings\"", "\"webs\"").contains("unknown variant `webs`"));
    assert!(refused("\"count\": 3", "\"count\": -3").contains("is -3, but must be in 0..=15"));
    assert!(refused("\"count\": 3", "\"count\": 3.5").contains("whole number"));
    assert!(refused("free to be replaced", "ours").contains("`note` is an explanation"));
    assert!(
        refused("\"turns\", \"value\": 200", "\"turns\", \"value\": 9").contains("--param turns=9")
    );
    let embedded = place.prints("rulesets kosmos --data");
    let kept = embedded.lines().filter(|line| !line.contains("{\"code\": \"B"));
    place.write("bad.json", kept.collect::<Vec<_>>().join("\n"));
    let cut = place.refuses(&format!("{LEAGUE} --data bad.json"));
    assert!(cut.contains("cut in two: no way leads from A1 to C1"), "{cut}");
    let course = place.refuses("league random --matches 1 --data bad.json");
    assert!(course.contains("does not use a data file"), "{course}");
    assert!(place.refuses("rulesets course --data").contains("has no data file"));
}

/// A program that plays on only if the card that was changed is in the data it was told.
const READER: &str = r#"
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "start":
        cards = told["data"]["sides"]["dracula"]["actions"]
        assert max(card["movement"] for card in cards) == 7, cards
    elif told["type"] == "decide":
        print(json.dumps({"decision": told["decision"], "move": told["legal"][0]}), flush=True)
"#;

/// Plays a match of the program on a side, and returns its record.
fn record(place: &Place, side: &str, code: &str, options: &str) -> Value {
    std::fs::create_dir(place.path().join("bot")).expect("a new folder");
    place.write("bot/bot.py", code);
    let told = format!("protocol = \"lines\"\n[run]\n{side} = [\"python3\", \"bot.py\"]\n");
    place.write("bot/bot.toml", told);
    let other = if side == "dracula" { "hunter" } else { "dracula" };
    let entrants = format!("{side}=./bot {other}=random");
    let league = format!("league {entrants} --ruleset kosmos --isolation none --matches 1");
    place.prints(&format!("{league} --records all --quiet --out run {options}"));
    let lines = zstd::decode_all(&*place.read("run/records.jsonl.zst")).expect("records");
    serde_json::from_str(text(&lines).lines().next().expect("a record")).expect("JSON")
}

#[test]
fn a_program_is_told_the_data_in_force() {
    let place = Place::new();
    far(&place);
    let record = record(&place, "dracula", READER, "--data far.json");
    assert_eq!(record["faults"], serde_json::json!([]));
}

/// Moves that are not legal now, as programs with an error make them.
#[test]
fn a_move_that_is_not_legal_now_is_a_fault_of_the_seat_that_made_it() {
    const WRONG: &str = r#"
import json, sys
HABIT = "KIND"
ALIKE = [
    {"V1", "V2", "V3", "AM", "CO"},
    {"H1", "H2", "H3", "CR", "VI"},
    {"FLU", "PUL", "TIE", "ATE", "RAU", "STI", "AUG", "DUN", "FLS", "SCH"},
    {"SCF", "GEL", "VER", "KAM", "WAC", "STA", "TAU", "EIN", "WID", "EIL"},
]
before = None
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "decide":
        legal, move = told["legal"], told["legal"][0]
        if HABIT == "earlier" and before and before not in legal:
            move = before
        elif HABIT == "question" and "END" not in legal:
            move = "END"
        elif HABIT == "lay" and told["decision"] == 1:
            move = legal[0][:2] * 6
        elif HABIT == "card":
            for cards in ALIKE:
                if cards.issuperset(legal) and cards.difference(legal):
                    move = min(cards.difference(legal))
        before = told["legal"][0]
        print(json.dumps({"decision": told["decision"], "move": move}), flush=True)
"#;
    let sides = [("dracula", 0), ("hunter", 1)];
    let habits = ["earlier", "question", "lay", "card"];
    for ((side, seat), habit) in sides.iter().flat_map(|side| habits.map(|habit| (*side, habit))) {
        let place = Place::new();
        let wrong = WRONG.replace("KIND", habit);
        let record = record(&place, side, &wrong, "--fault-policy lenient");
        let fault = &record["faults"][0];
        assert_eq!((&fault["side"], &fault["seat"]), (&side.into(), &seat.into()), "{habit}");
        assert_eq!(fault["kind"], "illegal_move", "{habit}: {fault}");
        let told = place.prints("verify run");
        assert!(told.ends_with(", 0 mismatches\n"), "{habit}: {told}");
    }
}
