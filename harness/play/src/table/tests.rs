use std::sync::Arc;
use std::thread;

use super::*;
use crate::feed::MOST_PAGES;

fn new_match() -> Line {
    Line::NewMatch { viewers: vec![0, 1], is_last: false }
}

fn table() -> GameTable {
    let person = |viewer: u8| {
        let (name, token) = (format!("viewer {viewer}"), format!("secret-{viewer}"));
        Person { viewer, name, token }
    };
    let table = GameTable::new(vec![person(0), person(1)]);
    table.begin(new_match());
    table
}

/// Notes decisions that all pages show: the viewer, and whether a person chose the move.
fn noted(table: &GameTable, decisions: &[(u8, bool)]) {
    for &(viewer, chosen) in decisions {
        note(table, viewer, chosen, vec![vec![Some(viewer)]; 2]);
    }
}

/// Notes a choice of a person that no other page shows.
fn hidden(table: &GameTable, viewer: u8) {
    let page = |place| if place == viewer { vec![Some(viewer)] } else { vec![] };
    note(table, viewer, true, [0, 1].map(page).to_vec());
}

fn note(table: &GameTable, viewer: u8, chosen: bool, added: AddedTurns) {
    let mv = table.turn().to_string();
    let decision = PastDecision { viewer, mv, message: String::new(), chosen, faults: vec![] };
    table.note(decision, added);
}

fn back(table: &GameTable, viewer: u8, turn: u32) -> Result<(), Refusal> {
    table.take_back(table.place_of(viewer).unwrap(), turn)
}

/// The names of the events for the first place.
fn told(table: &GameTable) -> Vec<&'static str> {
    table.places()[0].feed.subscribe().borrow().events.iter().map(|event| event.name).collect()
}

#[test]
fn the_last_choice_is_taken_back_and_moves_without_a_choice_are_skipped() {
    let table = table();
    noted(&table, &[(0, true), (2, false), (0, true), (2, false), (0, false), (2, false)]);
    assert_eq!(back(&table, 0, 6), Ok(()));
    assert_eq!(table.wait_for_break(), Some(Break::Back { keep: 2 }));
    assert_eq!((table.taken_back(), table.line_to(2).len()), (1, 2));
}

#[test]
fn nothing_is_taken_back_before_the_first_choice() {
    let table = table();
    noted(&table, &[(2, false), (0, false), (2, false), (0, true)]);
    assert_eq!(back(&table, 0, 3), Err(Refusal::NothingToTakeBack));
    assert_eq!(back(&table, 0, 4), Ok(()));
}

#[test]
fn the_choice_of_another_person_is_not_undone() {
    let table = table();
    noted(&table, &[(0, true), (1, true), (0, true)]);
    assert_eq!(back(&table, 1, 3), Err(Refusal::OthersMoved));
    assert_eq!(back(&table, 0, 2), Err(Refusal::OthersMoved));
    assert_eq!((table.taken_back(), table.is_broken()), (0, false));
    assert_eq!(back(&table, 0, 3), Ok(()));
}

/// Otherwise the answer would tell whether that person was asked.
#[test]
fn a_hidden_choice_of_another_person_is_undone_and_the_answer_does_not_tell() {
    let [asked, passed_over] = [(); 2].map(|()| table());
    for table in [&asked, &passed_over] {
        noted(table, &[(0, true)]);
    }
    hidden(&asked, 1);
    for table in [&asked, &passed_over] {
        noted(table, &[(0, false)]);
        assert_eq!(back(table, 0, 2), Ok(()));
        assert_eq!(table.wait_for_break(), Some(Break::Back { keep: 0 }));
    }
}

/// A turn of somebody, such as a change that may be anybody's.
#[test]
fn nothing_is_taken_back_past_what_another_person_may_have_done() {
    let table = table();
    noted(&table, &[(0, true)]);
    note(&table, 2, false, vec![vec![None], vec![]]);
    assert_eq!(back(&table, 0, 2), Err(Refusal::OthersMoved));
    let alone =
        GameTable::new(vec![Person { viewer: 0, name: String::new(), token: String::new() }]);
    alone.begin(Line::NewMatch { viewers: vec![0], is_last: false });
    note(&alone, 0, true, vec![vec![Some(0)]]);
    note(&alone, 2, false, vec![vec![None]]);
    assert_eq!(back(&alone, 0, 2), Ok(()));
}

#[test]
fn a_match_that_is_going_back_cannot_be_taken_back_again() {
    let table = table();
    noted(&table, &[(0, true), (2, false), (0, true), (2, false)]);
    assert_eq!(back(&table, 0, 4), Ok(()));
    assert_eq!(back(&table, 0, 4), Err(Refusal::OnTheWay));
    table.begin(Line::SameMatch { again: 2 });
    noted(&table, &[(0, true)]);
    assert_eq!(back(&table, 0, 1), Err(Refusal::OnTheWay));
    noted(&table, &[(2, false)]);
    assert_eq!(back(&table, 0, 2), Ok(()));
    assert_eq!(table.taken_back(), 2);
}

#[test]
fn nothing_of_a_rated_match_is_taken_back() {
    let table = table().rated();
    noted(&table, &[(0, true)]);
    assert_eq!(back(&table, 0, 1), Err(Refusal::Rated));
}

#[test]
fn the_next_match_begins_only_after_this_one() {
    let table = table();
    assert_eq!(table.again(), Err(Refusal::NotOver));
    table.end(None);
    assert_eq!(table.again(), Ok(()));
    assert_eq!(table.again(), Err(Refusal::OnTheWay));
    assert_eq!(table.wait_for_break(), Some(Break::Again));
    table.begin(new_match());
    assert_eq!((table.taken_back(), table.turn(), table.again()), (0, 0, Err(Refusal::NotOver)));
}

#[test]
fn only_the_person_who_is_asked_has_wishes() {
    let table = table();
    let [zero, one] = [0, 1].map(|viewer| table.place_of(viewer).unwrap());
    let advice = || Wish::Advice { bot: "random".to_owned() };
    let refused = |place, turn| table.wish(place, turn, advice()).err();
    assert_eq!(refused(zero, 0), Some(Refusal::NotYourTurn));
    noted(&table, &[(2, false); 3]);
    hidden(&table, 1);
    let asking = table.ask(zero);
    assert_eq!(refused(zero, 2), Some(Refusal::NotYourTurn));
    assert_eq!(refused(one, 3), Some(Refusal::NotYourTurn));
    assert_eq!(refused(zero, 3), None);
    assert_eq!(table.next_wish().unwrap().wish, advice());
    drop(asking);
    assert_eq!(refused(zero, 3), Some(Refusal::NotYourTurn));
}

#[test]
fn wishes_that_come_too_late_are_answered() {
    let table = table();
    let place = table.place_of(0).unwrap();
    let asking = table.ask(place);
    let mv = || Wish::Move { mv: "1".to_owned(), message: String::new() };
    let [first, second] = [(); 2].map(|()| table.wish(place, 0, mv()).unwrap());
    let request = table.next_wish().unwrap();
    request.reply.send(Ok("{}".to_owned())).unwrap();
    drop(asking);
    assert_eq!(first.blocking_recv().unwrap(), Ok("{}".to_owned()));
    assert_eq!(second.blocking_recv().unwrap(), Err(Refusal::NotYourTurn));
    let _asking = table.ask(place);
    assert!(table.state().requests.is_empty());
}

#[test]
fn closing_wakes_everyone_who_waits() {
    let table = Arc::new(table());
    let waiting = [
        thread::spawn({
            let table = Arc::clone(&table);
            move || table.wait_for_break().is_none()
        }),
        thread::spawn({
            let table = Arc::clone(&table);
            move || table.next_wish().is_none()
        }),
    ];
    table.close();
    assert!(waiting.into_iter().all(|thread| thread.join().unwrap()));
    table.begin(new_match());
    assert!(table.is_closed() && table.is_broken());
    assert_eq!((table.again(), back(&table, 0, 1)), (Err(Refusal::Closed), Err(Refusal::Closed)));
}

#[test]
fn a_replay_is_replaced_only_while_its_line_is_shown() {
    let table = table();
    let line = table.end(Some("plain".into()));
    table.analysed(line, Some("analysed".into()));
    assert_eq!(table.replay().as_deref(), Some("analysed"));
    assert_eq!(told(&table), ["analysed"]);
    table.begin(Line::SameMatch { again: 0 });
    table.end(Some("another".into()));
    table.analysed(line, Some("late".into()));
    assert_eq!((table.replay().as_deref(), told(&table).len()), (Some("another"), 1));
}

#[test]
fn a_place_has_room_for_some_pages() {
    let table = table();
    let place = table.place_of(0).unwrap();
    let pages: Vec<_> = (0..MOST_PAGES).map(|_| place.feed.page().unwrap()).collect();
    assert!(place.feed.page().is_none() && table.place_of(1).unwrap().feed.page().is_some());
    drop(pages);
    assert!(place.feed.page().is_some());
}
