use serde_json::json;
use stoker_bots::toy;
use stoker_engine::toy::{Layout, Toy};

use crate::client::Running;

/// A game of nine moves: a team of two seats, then a lone seat.
fn game(bots: [Option<&str>; 2], rated: bool) -> Running {
    Running::begin(&toy::ruleset().unwrap(), Toy::of(Layout::Pair, 9), &bots, rated)
}

#[test]
fn a_person_plays_a_match_to_its_end_and_another_one() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(usize::MAX);
    assert!(page.end.as_ref().unwrap()["result"].as_str().unwrap().contains("won by"));
    let (status, replay) = page.get("replay");
    assert!(status == 200 && replay.contains("<!doctype html>"));
    assert_eq!(page.post("again", &json!({})).0, 200);
    page.until(|page| page.end.is_none());
    assert_eq!(page.get("replay").0, 404);
    page.play_to(usize::MAX);
    let records = running.records.lock().unwrap();
    assert_eq!(records.iter().map(|it| it.number).collect::<Vec<_>>(), [0, 1]);
    assert_ne!(records[0].seed, records[1].seed);
    let people = records[0].people.unwrap();
    assert!(!people.rated && people.taken_back == 0);
}

#[test]
fn moves_that_are_not_legal_are_refused_and_nothing_is_lost() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(1);
    for mv in ["nonsense", "", "M99", "\u{202e}"] {
        let (status, answer) = page.make(mv);
        assert_eq!(status, 422, "{mv}: {answer}");
    }
    let late = json!({ "turn": 0, "move": page.moves()[0] });
    assert_eq!(page.post("move", &late).0, 409);
    let odd = json!({ "turn": 0, "mv": "M1" });
    assert_eq!(page.post("move", &odd).0, 400);
    page.play_to(usize::MAX);
    assert!(page.end.is_some());
}

#[test]
fn a_match_goes_on_where_moves_were_taken_back() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(4);
    let turn = page.turns.len();
    let before: Vec<_> = page.turns.clone();
    let (status, answer) = page.post("back", &json!({ "turn": turn }));
    assert_eq!(status, 200, "{answer}");
    page.until(|page| page.turns.is_empty());
    page.until(|page| page.is_due() && !page.turns.is_empty());
    assert!(page.turns.len() < turn, "{} of {turn}", page.turns.len());
    assert_eq!(page.turns[..], before[..page.turns.len()]);
    page.play_to(usize::MAX);
    let records = running.records.lock().unwrap();
    assert_eq!(records[0].people.unwrap().taken_back, 1);
    assert_eq!(records[0].checksum(), records[0].check);
}

#[test]
fn the_first_move_cannot_be_taken_back_before_it_is_made() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.until(|page| page.is_due());
    assert_eq!(page.post("back", &json!({ "turn": 0 })).0, 409);
}

#[test]
fn a_match_that_is_over_can_be_taken_back_too() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(usize::MAX);
    let turn = page.turns.len();
    assert_eq!(page.post("back", &json!({ "turn": turn })).0, 200);
    page.until(|page| page.end.is_none());
    page.play_to(usize::MAX);
    let records = running.records.lock().unwrap();
    let [record] = &records[..] else { panic!("{records:?}") };
    assert_eq!((record.number, record.people.unwrap().taken_back), (0, 1));
}

#[test]
fn a_rated_match_has_no_help() {
    let running = game([None, Some("random")], true);
    let mut page = running.page(0);
    page.play_to(2);
    let turn = page.turns.len();
    assert_eq!(page.post("back", &json!({ "turn": turn })).0, 403);
    assert_eq!(page.post("advice", &json!({ "turn": turn, "bot": "random" })).0, 403);
    assert_eq!(page.start["rated"], true);
    page.play_to(usize::MAX);
    assert!(running.records.lock().unwrap()[0].people.unwrap().rated);
}

#[test]
fn a_bot_gives_advice_that_is_legal() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(1);
    let turn = page.turns.len();
    let (status, answer) = page.post("advice", &json!({ "turn": turn, "bot": "random" }));
    assert_eq!(status, 200, "{answer}");
    let advice: serde_json::Value =
        serde_json::from_str(answer.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    assert!(page.moves().iter().any(|mv| advice["move"] == **mv), "{advice}");
    let (status, answer) = page.post("advice", &json!({ "turn": turn, "bot": "randum" }));
    assert!(status == 422 && answer.contains("ask `random`"), "{answer}");
}

#[test]
fn two_people_play_each_other() {
    let running = game([None, None], false);
    let mut pages = [running.page(0), running.page(1)];
    while !pages.iter().all(|page| page.end.is_some()) {
        for page in &mut pages {
            page.take_what_has_come();
            if page.end.is_none() && page.is_due() {
                let (status, answer) = page.make(&page.moves()[0]);
                // The answer can come before the turn: the page is then behind.
                assert!([200, 409, 429].contains(&status), "{answer}");
            }
        }
    }
    let record = running.records.lock().unwrap()[0].clone();
    assert_eq!(record.plays.len(), pages[0].turns.len());
}

#[test]
fn a_page_that_is_opened_again_shows_the_match_as_it_is() {
    let running = game([None, Some("random")], false);
    let mut page = running.page(0);
    page.play_to(3);
    let turns = page.turns.clone();
    drop(page);
    let mut page = running.page(0);
    page.until(|page| page.turns.len() == turns.len());
    assert_eq!(page.turns, turns);
    page.play_to(usize::MAX);
    assert!(page.end.is_some());
}
