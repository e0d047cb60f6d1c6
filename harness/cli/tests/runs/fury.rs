//! Games of fury drawn: on a page, on the terminal, for everybody and for a side.

use crate::common::{Place, text};

#[test]
fn a_run_has_a_report_and_its_records_a_page() {
    let place = Place::with_reports();
    let league = "league random patrol runner --ruleset fury --preset hunt --threads 2 --quiet";
    place.prints(&format!("{league} --matches 1 --records all --out run"));
    assert!(text(&place.read("run/report.html")).contains("fury, round-robin"));
    place.prints("replay run/records.jsonl.zst --match 1 --html page.html");
    assert!(text(&place.read("page.html")).contains("Replays of records.jsonl.zst"));
    let turn = place.prints("replay run/records.jsonl.zst --match 1 --turn 60");
    for part in ["small city", "hospital", "Dracula's trail", "Mina Harker's hand", "ticket pool"] {
        assert!(turn.contains(part), "{part}: {turn}");
    }
}

#[test]
fn a_match_is_watched_by_everybody_and_by_a_side() {
    let place = Place::new();
    let watch = "match dracula=random hunters=random --ruleset fury --preset fortnight --watch=0";
    let all = place.prints(watch);
    for part in ["influence", "Van Helsing", "Dracula's hand", "round 2"] {
        assert!(all.contains(part), "{part}");
    }
    let [dracula, hunters] =
        ["dracula", "hunters"].map(|side| place.prints(&format!("{watch} --view {side}")));
    assert!(hunters != all && hunters != dracula);
    assert!(hunters.contains("probability"), "the belief is told");
}

/// A program that gives this answer, whatever is asked.
#[cfg(target_os = "linux")]
fn stubborn(place: &Place, answer: &str) {
    let bot = r#"
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"decision": told["decision"], "move": "ANSWER"}), flush=True)
"#;
    std::fs::create_dir(place.path().join("stubborn")).expect("there is room for a folder");
    let toml = "protocol = \"lines\"\n[run]\nhunters = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n";
    place.write("stubborn/bot.toml", toml);
    place.write("stubborn/bot", bot.replace("ANSWER", answer));
}

/// A place where a hunter may not go, an event in a window that is closed, a ticket that nobody
/// holds: each costs the seat that was asked its say, and the match goes on.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_is_not_legal_is_a_fault_of_the_seat_asked() {
    for answer in ["M:PR", "EV:RV", "R:32:PA"] {
        let place = Place::new();
        stubborn(&place, answer);
        place.prints(
            "league hunters=./stubborn dracula=random --ruleset fury --isolation none --matches 1 \
             --records all --quiet --out run",
        );
        let faults = text(&place.read("run/faults.csv"));
        let rows: Vec<&str> = faults.lines().skip(1).collect();
        let names = ["Lord Godalming", "Dr Seward", "Van Helsing", "Mina Harker"];
        assert_eq!(rows.len(), names.len(), "{faults}");
        for ((row, name), seat) in rows.iter().zip(names).zip(1..) {
            let of_seat = format!(",hunters,{seat},{name},stubborn,random,illegal_move,seat,");
            assert!(row.contains(&of_seat), "{faults}");
            assert!(row.ends_with(&format!("illegal move `{answer}`")), "{faults}");
        }
        let verified = place.prints("verify run");
        assert!(verified.trim_end().ends_with(", 0 mismatches"), "{verified}");
    }
}

#[test]
fn records_of_another_step_are_refused() {
    let place = Place::new();
    let league = "league random --ruleset fury --preset combat --matches 1 --records all --quiet";
    place.prints(&format!("{league} --out run"));
    let records = "verify run/records.jsonl.zst";
    place.prints(&format!("{records} --preset combat"));
    for step in ["hunt", "full"] {
        let told = place.refuses(&format!("{records} --preset {step}"));
        assert!(told.contains(&format!("--preset {step} contradicts the record")), "{told}");
    }
}

/// Playouts begin in states that are guessed: trail, hands and decks.
#[test]
fn moves_are_judged_and_a_bot_is_asked_by_playouts() {
    let place = Place::new();
    let rules = "--ruleset fury --param rounds=2";
    place.prints(&format!(
        "league patrol runner {rules} --matches 1 --records all --quiet --out run"
    ));
    let judged = place.prints("analyse run/records.jsonl.zst --screening 2 --playouts 8");
    for part in ["`lurker` as dracula and `sweep` as hunters", "screened with 2 playouts per move"]
    {
        assert!(judged.contains(part), "{judged}");
    }
    let few = "--matches 2 --asking-matches 2 --playouts 8 --horizon 3 --lines 4 --quiet";
    place.prints(&format!("exploit patrol --base runner {rules} {few} --out weak"));
    let verified = place.prints("verify weak/worst.jsonl weak/line.jsonl weak/asking.jsonl");
    assert!(verified.trim_end().ends_with(", 0 mismatches"), "{verified}");
}
