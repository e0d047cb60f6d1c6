//! Scenes show what the family knows: all of it, and nothing else.

use std::collections::BTreeSet;

use stoker_engine::masters::{Act, Cell, InDeck, Masters, Params, Table, Teams};
use stoker_engine::scene::{Scene, Scenery};
use stoker_engine::{Game, Seat};

use crate::common::play::{Run, text_of};
use crate::common::scenes::{check_form, now_and_then};

/// The decisions from one check to the next.
const EVERY: usize = 23;

#[test]
fn scenes_name_spots_and_panels_of_the_scenery_and_go_through_json() {
    now_and_then(EVERY, |run: &Run<Masters>| {
        let scenery = run.rules.scenery();
        check_form(&scenery, &run.rules.scene_of_all(&run.state));
        run.views.iter().for_each(|view| check_form(&scenery, &run.rules.scene(view)));
    });
}

#[test]
fn scenery_is_of_the_city_and_goes_through_json() {
    let scenery = Masters::default().scenery();
    let board = &scenery.boards[0];
    assert_eq!((board.spots.len(), board.links.len()), (9, 12));
    let at: BTreeSet<_> = board.spots.iter().map(|spot| spot.at).collect();
    assert_eq!(at.len(), board.spots.len());
    let station = board.spots.iter().find(|spot| spot.landmark.is_some()).unwrap();
    assert_eq!((&*station.key, station.at), ("c0", [0, 0]));
    let json = serde_json::to_string(&scenery).unwrap();
    assert_eq!(serde_json::from_str::<Scenery>(&json).unwrap(), scenery);
}

/// One for the family, or one for each vampire of a mixed team.
#[test]
fn every_viewer_is_an_onlooker_with_its_seats() {
    for (teams, players) in (2..=5).flat_map(|n| [(Teams::Shared, n), (Teams::Mixed, n)]) {
        let rules = Masters::with(Params { teams, players, ..Params::default() }).unwrap();
        let onlookers = rules.scenery().viewers;
        let viewers = rules.sides().viewers();
        assert_eq!(onlookers.len(), viewers.len());
        for (onlooker, viewer) in onlookers.iter().zip(viewers) {
            let seats = viewer.seats.clone().map(|seat| rules.sides().seat_name(Seat(seat)));
            assert!(onlooker.seats.iter().eq(seats));
        }
        let names: BTreeSet<_> = onlookers.iter().map(|onlooker| &onlooker.name).collect();
        assert_eq!(names.len(), onlookers.len());
    }
}

#[test]
fn the_seat_asked_is_offered_its_legal_moves_in_words_and_partners_none() {
    now_and_then(EVERY, |run: &Run<Masters>| {
        let asked = run.asked().map(|seat| run.rules.sides().viewer_of(seat).0);
        for (number, view) in (0u8..).zip(&run.views) {
            let scene = run.rules.scene(view);
            let legal = run.rules.legal_moves(view).map(|mv| text_of(run.rules, mv));
            assert!(scene.choices.iter().map(|offer| offer.mv.clone()).eq(legal));
            assert_eq!(scene.choices.is_empty(), asked != Some(number));
            let words: BTreeSet<_> = scene.choices.iter().map(|offer| &offer.label).collect();
            assert_eq!(words.len(), scene.choices.len(), "two of one name: {:?}", scene.choices);
        }
    });
}

/// The label of the piece with this key.
fn label<'s>(scene: &'s Scene, key: &str) -> Option<&'s str> {
    scene.pieces.iter().find(|piece| piece.key == key).map(|piece| &*piece.label)
}

#[test]
fn every_token_vampire_and_sigil_stands_on_its_cell() {
    now_and_then(EVERY, |run: &Run<Masters>| {
        let scene = run.rules.scene(&run.views[0]);
        let table = &run.views[0].table;
        for cell in Cell::ALL {
            let index = cell.index();
            for (kind, letter, count) in [
                ("agent-hidden", 'h', table.hidden[index]),
                ("agent-exposed", 'e', table.exposed[index]),
                ("minion", 'm', table.minions[index]),
            ] {
                let expected = (count > 0).then(|| format!("{letter}{count}"));
                assert_eq!(label(&scene, &format!("{kind}-{index}")), expected.as_deref());
            }
        }
        for member in table.members() {
            let at = |key: &str| {
                let key = format!("{key}-{}", member.index());
                scene.pieces.iter().find(|piece| piece.key == key).map(|piece| piece.at.clone())
            };
            let sheet = table.sheet(member);
            assert_eq!(at("vampire"), Some(format!("c{}", sheet.at.index())));
            assert_eq!(at("sigil"), sheet.sigil.map(|cell| format!("c{}", cell.index())));
        }
    });
}

/// The row of event cards to come.
fn events_to_come(table: &Table) -> Vec<String> {
    let label = |lies| match lies {
        InDeck::Of(act) => format!("{act}?"),
        InDeck::Card(card) => card.to_string(),
    };
    table.deck.iter().map(label).collect()
}

#[test]
fn cards_to_come_are_shown_by_their_act_but_for_those_that_are_known() {
    let mut known = 0;
    now_and_then(EVERY, |run: &Run<Masters>| {
        let all = run.rules.scene_of_all(&run.state);
        for view in &run.views {
            let row = run.rules.scene(view).rows[1].clone();
            let labels: Vec<_> = row.iter().map(|card| card.label.clone()).collect();
            assert_eq!(labels, events_to_come(&view.table));
            assert_eq!(row, all.rows[1], "the decks stay face down for those who see everything");
            known += labels.iter().filter(|label| !label.ends_with('?')).count();
        }
    });
    assert!(known > 50, "Nevena puts cards under the deck: {known}");
    let first = Masters::default();
    let deck = events_to_come(&Run::new(&first, 1).views[0].table);
    assert!(deck.iter().all(|label| Act::ALL.iter().any(|act| *label == format!("{act}?"))));
}

#[test]
fn news_and_markers_tell_who_did_what_and_how_it_ended() {
    let (mut news, mut markers) = (BTreeSet::new(), BTreeSet::new());
    now_and_then(3, |run: &Run<Masters>| {
        let scene = run.rules.scene_of_all(&run.state);
        assert_eq!(scene.to_move, run.asked().map(|seat| seat.0));
        assert!(scene.choices.is_empty());
        news.extend(scene.news);
        markers.extend(scene.markers.into_iter().map(|marker| marker.label));
    });
    assert!(news.iter().any(|line| line.starts_with("Vampire 4 plays ")), "{news:?}");
    for part in ["a combat", "the veil is gone"] {
        assert!(markers.contains(part), "{part}: {markers:?}");
    }
}
