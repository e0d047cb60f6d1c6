//! Faults are reported with character, round and opponent, wherever they are shown.
#![cfg(target_os = "linux")]

use std::fs;

use crate::common::{Place, text};

/// Hunters who do not answer from the second round on.
const TIRED: &str = r#"
import json, sys
told = json.load(sys.stdin)
if len(told["messages"]) >= 5:
    sys.stderr.write("tired")
    sys.exit(3)
print(json.dumps({"move": "CO"}))
"#;
const FAULT: &str = "Lord Godalming (seat 0, round 1, against lurker)";
const REASON: &str = "crash: exit status 3; standard error ends: `tired`";

/// A folder with that bot.
fn place() -> Place {
    let place = Place::new();
    fs::create_dir(place.path().join("bot")).expect("there is room for a folder");
    let toml = "protocol = \"course\"\n[run]\nhunters = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n";
    place.write("bot/bot.toml", toml);
    place.write("bot/bot", TIRED);
    place
}

#[test]
fn a_replay_of_a_forfeited_match_ends_as_the_match_did() {
    let place = place();
    let played =
        place.prints("match hunters=./bot dracula=lurker --isolation none --fault-policy forfeit");
    place.prints(
        "league hunters=./bot dracula=lurker --isolation none --fault-policy forfeit --matches 1 \
         --records all --quiet --out run",
    );
    let replayed = place.prints("replay run/records.jsonl.zst");
    let ending = |told: &str| {
        let over = told.lines().find_map(|line| line.strip_prefix("over: ").map(str::to_owned));
        over.expect("every match ends")
    };
    assert!(ending(&played).ends_with(", won by dracula (forfeit)"), "{played}");
    assert!(ending(&replayed).ends_with(", won by dracula (forfeit)"), "{replayed}");
}

#[test]
fn a_fault_is_told_with_character_round_and_opponent() {
    let place = place();
    let told = place.prints("match hunters=./bot dracula=lurker --isolation none");
    assert!(told.contains(&format!("\nfault of {FAULT}: {REASON}\n")), "{told}");

    place.prints(
        "league hunters=./bot dracula=lurker --isolation none --matches 1 --records all --quiet --out run",
    );
    let faults = text(&place.read("run/faults.csv"));
    let rows: Vec<&str> = faults.lines().collect();
    assert_eq!(rows[0], "match,turn,round,side,seat,seat_name,entrant,against,kind,loses,reason");
    assert_eq!(rows.len(), 5, "{faults}");
    let row = "0,5,1,hunters,0,Lord Godalming,bot,lurker,crash,seat,";
    assert!(rows[1].starts_with(row), "{faults}");
    let log = text(&place.read("run/logs/match-000000-hunters.log"));
    assert!(log.contains(&format!("tired\nstoker: fault of {FAULT}, turn 5: {REASON}\n")), "{log}");

    let replayed = place.prints("replay run/records.jsonl.zst");
    assert!(replayed.contains(&format!("\nfault of {FAULT}: {REASON}\n")), "{replayed}");
    assert_eq!(replayed.matches("\nfault of ").count(), 4, "{replayed}");
}
