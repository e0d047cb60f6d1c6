//! The promises that the scenes of every ruleset keep.

use std::collections::BTreeSet;

use stoker_engine::scene::{Scene, Scenery};

use super::play::{Played, Run, everywhere};

/// Checks that a scene refers only to what its scenery declares.
pub(crate) fn check_form(scenery: &Scenery, scene: &Scene) {
    let spots = scenery.boards.iter().flat_map(|board| &board.spots);
    let spots: BTreeSet<_> = spots.map(|spot| &spot.key).collect();
    let cards = || scene.rows.iter().flatten();
    let pieces = scene.pieces.iter().map(|piece| &piece.at);
    let offers = scene.choices.iter().filter_map(|offer| offer.at.as_ref());
    let named = pieces.chain(offers).chain(cards().filter_map(|card| card.at.as_ref()));
    assert!(named.into_iter().all(|at| spots.contains(at)), "{scene:?}");
    let keys: BTreeSet<_> = scene.pieces.iter().map(|piece| &piece.key).collect();
    assert_eq!(keys.len(), scene.pieces.len(), "{scene:?}");
    assert_eq!(scene.rows.len(), scenery.rows.len());
    assert_eq!(scene.values.len(), scenery.panels.len());
    for (panel, value) in scenery.panels.iter().zip(&scene.values) {
        let [low, high] = panel.range;
        assert!(value.is_none_or(|value| (low..=high).contains(&value)), "{panel:?}: {value:?}");
    }
    assert!(scene.markers.iter().all(|marker| (1..=3).contains(&marker.importance)));
    let json = serde_json::to_string(scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), *scene);
}

/// Calls this after every so many decisions of random games under all parameters, and at the end of
/// each.
pub(crate) fn now_and_then<G: Played>(every: usize, mut check: impl FnMut(&Run<G>)) {
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % every == 0 || run.asked().is_none() {
            check(run);
        }
    });
}
