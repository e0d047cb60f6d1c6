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
