//! Shortest paths of hunters, over rounds with different reaches of rail.

use stoker_engine::course::{Hunter, Mover};
use stoker_engine::map::{Place, PlaceSet};

use crate::places::PlaceId;
use crate::player::Player;
use crate::view::{View, Ways, reach};

/// Limit above the length of any path: a hunter who walks gets everywhere in fewer moves.
const MOST_MOVES: u16 = 1_000;

impl View {
    /// The places of a shortest path, without the start; none if there is no path.
    ///
    /// Waiting for a train is a move too: the path then names the same place twice in a row.
    pub(crate) fn path(&self, player: Player, to: PlaceId) -> Vec<PlaceId> {
        let from = player.hunter().zip(self.location(player).place());
        let Some(((hunter, from), to)) = from.zip(to.place()) else { return vec![] };
        let path = shortest(hunter, self.next_round(Mover::Hunter(hunter)), from, to);
        path.into_iter().map(PlaceId::of).collect()
    }
}

/// A shortest path by breadth-first search, one layer for each move. A hunter can stay, so each
/// layer contains the one before, and the first layer with the place ends the search.
fn shortest(hunter: Hunter, start: u16, from: Place, to: Place) -> Vec<Place> {
    let mover = Mover::Hunter(hunter);
    let leads = |round, place| reach(mover, round, place, Ways::ALL);
    let mut layers = vec![];
    let mut reached = PlaceSet::of(from);
    for made in 0..MOST_MOVES {
        if reached.contains(to) {
            break;
        }
        let round = start.wrapping_add(made);
        layers.push((round, reached));
        reached = reached.into_iter().fold(PlaceSet::EMPTY, |all, at| all | leads(round, at));
    }
    back(to, &layers, leads)
}

/// Follows the layers back from the end, and avoids waiting where there is a choice.
fn back(
    to: Place,
    layers: &[(u16, PlaceSet)],
    leads: impl Fn(u16, Place) -> PlaceSet,
) -> Vec<Place> {
    let mut path = vec![];
    let mut at = to;
    for &(round, layer) in layers.iter().rev() {
        path.push(at);
        let before: PlaceSet =
            layer.into_iter().filter(|&place| leads(round, place).contains(at)).collect();
        let moving = before - PlaceSet::of(at);
        at = moving.min().or(before.min()).expect("each place of a layer is led to");
    }
    path.reverse();
    path
}
