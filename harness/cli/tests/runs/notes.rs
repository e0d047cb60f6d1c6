//! The drawings and output of bots, from the bot to the page: seen only by people.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;

use serde_json::{Value, json};
use stoker::results::turn_outputs_in_log;

use crate::common::{Place, text};
use crate::replay_page::replays;

/// Hunters who stay in Cologne, and draw and print this, which is Python, in each turn; `n` plays
/// were made before it.
fn hunters(place: &Place, says: &str) {
    let source = format!(
        r#"
import json, sys
n = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1}}), flush=True)
    elif told["type"] == "decide":
        n += len(told["events"])
        sys.stderr.buffer.write({says})
        sys.stderr.flush()
        print(json.dumps({{"decision": told["decision"], "move": "CO"}}), flush=True)
"#
    );
    fs::create_dir_all(place.path().join("bot")).unwrap();
    let toml = "protocol = \"lines\"\n[run]\nhunters = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n";
    place.write("bot/bot.toml", toml);
    place.write("bot/bot", source);
    place.write("short.toml", "[params]\nstart_score = 4\n");
}

const DRAWS: &str =
    r#"b"secret %d\n@note shade PA %d\n@note text thought\n@note mark m\n" % (n, n)"#;
const LEAGUE: &str = "league hunters=./bot dracula=lurker --matches 2 --records all --config \
                      short.toml --isolation none --starts free --quiet --out run";

/// The turns of a page's first match.
fn turns(place: &Place, page: &str) -> Vec<Value> {
    let page = fs::read_to_string(place.path().join(page)).unwrap();
    replays(&page)[0]["turns"].as_array().unwrap().clone()
}

fn seat(turn: &Value) -> u64 {
    turn["seat"].as_u64().unwrap()
}

#[test]
fn a_page_shows_what_a_program_drew_and_printed_beside_the_turn() {
    let place = Place::new();
    hunters(&place, DRAWS);
    place.prints(LEAGUE);
    place.prints("replay run/records.jsonl.zst --html all.html");
    let turns = turns(&place, "all.html");
    assert_eq!(turns.len(), 20);
    for (number, turn) in turns.iter().enumerate() {
        if seat(turn) == 4 {
            assert_eq!((&turn["notes"], &turn["stderr"]), (&Value::Null, &Value::Null));
            continue;
        }
        assert_eq!(turn["stderr"], json!(format!("secret {number}\n")));
        let shade = json!({"shade": {"at": "PA", "value": number}});
        assert_eq!(turn["notes"], json!([shade, {"text": "thought"}, {"mark": "m"}]));
    }
}

#[test]
fn no_opponent_sees_what_a_bot_drew_or_printed() {
    let place = Place::new();
    hunters(&place, DRAWS);
    place.prints(LEAGUE);
    place.prints("replay run/records.jsonl.zst --view dracula --html dracula.html");
    for turn in turns(&place, "dracula.html") {
        assert_eq!((&turn["notes"], &turn["stderr"]), (&Value::Null, &Value::Null), "{turn}");
    }
    place.prints("replay run/records.jsonl.zst --view hunters --html hunters.html");
    assert!(turns(&place, "hunters.html").iter().any(|turn| !turn["notes"].is_null()));
    let told = place
        .prints("match hunters=./bot dracula=lurker --isolation none --starts free --watch=0 --view dracula");
    assert!(!told.contains("thought") && !told.contains("secret"), "{told}");
}

#[test]
fn results_and_records_are_the_same_with_and_without_notes() {
    let files = [DRAWS, r#"b"""#].map(|says| {
        let place = Place::new();
        hunters(&place, says);
        place.prints(LEAGUE);
        let mut files = place.files("run");
        // It has the hash of the program.
        files.remove("run.toml").unwrap();
        files.retain(|name, _| !name.starts_with("logs/"));
        files
    });
    assert_eq!(files[0], files[1]);
    assert!(files[0].contains_key("records.jsonl.zst") && files[0].contains_key("matches.csv"));
    let records = zstd::decode_all(&files[0]["records.jsonl.zst"][..]).unwrap();
    assert!(!text(&records).contains("thought") && !text(&records).contains("secret"));
}

#[test]
fn logs_name_the_turn_before_what_was_said_in_it() {
    let place = Place::new();
    hunters(&place, DRAWS);
    place.prints(LEAGUE);
    let log = text(&place.read("run/logs/match-000001-hunters.log"));
    let start = "stoker: turn 0, seat 0\n| secret 0\n@note shade PA 0\n@note text thought\n@note mark m\n\
                 stoker: turn 1, seat 1\n| secret 1\n";
    assert!(log.starts_with(start), "{log}");
    assert_eq!(turn_outputs_in_log(&log).len(), 16);
}

/// A log that was changed reveals nothing to those who may not see it.
#[test]
fn a_log_of_one_side_is_shown_beside_its_own_turns_alone() {
    let place = Place::new();
    hunters(&place, DRAWS);
    place.prints(LEAGUE);
    let log = "| lost\nstoker: turn 4, seat 0\n| forged\n@note mark forged\nstoker: turn 0, seat 200\n\
               | odd\nstoker: turn 999999, seat 3\n| late\n@note shade XX 5\n@note arrow PA <b>\n";
    place.write("run/logs/match-000000-hunters.log", log);
    place.prints("replay run/records.jsonl.zst --html all.html");
    let turns = turns(&place, "all.html");
    let said = |turn: &Value| turn["stderr"].as_str().map(str::to_owned);
    let all: Vec<_> = turns.iter().filter_map(|turn| Some((seat(turn), said(turn)?))).collect();
    let late = "late\nstoker: 2 notes left out: no board has a spot `XX`\n".to_owned();
    assert_eq!(all, [(0, "forged\n".to_owned()), (3, late)]);
    assert!(turns.iter().all(|turn| seat(turn) != 4 || turn["notes"].is_null()));
}

#[test]
fn a_match_that_was_just_played_comes_to_a_page() {
    let place = Place::new();
    hunters(&place, r#"b"<b>&\x1b[2J\n@note text </script><script>alert(1)</script>\n""#);
    let told = place.prints(
        "match hunters=./bot dracula=lurker --isolation none --starts free --html match.html",
    );
    assert!(told.ends_with("1 match in match.html\n"), "{told}");
    let turns = turns(&place, "match.html");
    assert_eq!(turns[0]["stderr"], "<b>&\u{fffd}[2J\n");
    assert_eq!(turns[0]["notes"], json!([{"text": "</script><script>alert(1)</script>"}]));
    let page = fs::read_to_string(place.path().join("match.html")).unwrap();
    assert!(!page.contains("alert(1)"));
    let told = place.refuses("match hunters=random dracula=random --html -");
    assert_eq!(told, "error: --html -: give a file");
}

#[test]
fn texts_that_a_bot_draws_are_told_where_a_match_is_watched() {
    let place = Place::new();
    hunters(&place, r#"b"word\n@note text thought \x1b[2J%d\n@note shade PA 5\n" % n"#);
    let watched =
        place.prints("match hunters=./bot dracula=lurker --isolation none --starts free --watch=0");
    assert!(watched.contains("\n  hunters* thought \u{fffd}[2J0\n"), "{watched}");
    assert!(!watched.contains("word") && !watched.contains("shade PA"), "{watched}");
    let plain =
        place.prints("match hunters=./bot dracula=lurker --isolation none --starts free --stderr");
    assert!(plain.contains("\n  hunters| word\n") && !plain.contains("thought"), "{plain}");
}

#[test]
fn texts_that_a_bot_drew_are_told_where_its_record_is_watched() {
    let place = Place::new();
    hunters(&place, r#"b"word\n@note text thought \x1b[2J%d\n@note shade PA 5\n" % n"#);
    place.prints(LEAGUE);
    let replay = "replay run/records.jsonl.zst";
    let watched = place.prints(&format!("{replay} --watch=0"));
    assert!(watched.contains("\n  hunters* thought \u{fffd}[2J0\n"), "{watched}");
    assert!(!watched.contains("word") && !watched.contains("shade PA"), "{watched}");
    for options in ["", "--watch=0 --view dracula"] {
        let told = place.prints(&format!("{replay} {options}"));
        assert!(!told.contains("thought"), "{options}: {told}");
    }
}

#[test]
fn the_strongest_bots_show_their_forecast_and_the_values_of_their_options() {
    let place = Place::new();
    place.write("short.toml", "[params]\nstart_score = 8\n");
    place.prints(
        "league hunters=strategist:iterations=8 dracula=mastermind:playouts=8,rounds=2 --matches 1 \
         --records all --config short.toml --quiet --out run",
    );
    place.prints("replay run/records.jsonl.zst --html all.html");
    let turns = turns(&place, "all.html");
    let draws = |kind: &str, side: fn(u64) -> bool| {
        let notes = turns.iter().filter(|turn| side(seat(turn)));
        notes
            .filter_map(|turn| turn["notes"].as_array())
            .flatten()
            .any(|note| !note[kind].is_null())
    };
    for kind in ["shade", "label"] {
        assert!(draws(kind, |seat| seat < 4) && draws(kind, |seat| seat == 4), "{kind}");
    }
    // Bots are not asked for notes that are not kept.
    place.prints(
        "league hunters=strategist:iterations=8 dracula=random --matches 1 --records none \
         --config short.toml --quiet --out none",
    );
    assert!(!place.path().join("none/logs").exists());
}
