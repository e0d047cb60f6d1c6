//! The functions of `DraculaView.h`.

use std::ffi::{c_char, c_int, c_void};

use stoker_engine::course::Mover;
use stoker_engine::map::PlaceSet;

use crate::exchange::{Out, array};
use crate::game_view::{ids, make_and_free, on_view};
use crate::places::PlaceId;
use crate::player::Player;
use crate::view::{View, Ways};

make_and_free!(DvNew, DvFree);

on_view! {
    /// The number of complete rounds.
    fn DvGetRound(view) -> c_int { view.round() }

    /// The score, at least 0.
    fn DvGetScore(view) -> c_int { view.score() }

    /// A player's life or blood, at least 0.
    fn DvGetHealth(view, player: Player) -> c_int { view.health(player) }

    /// A player's place.
    fn DvGetPlayerLocation(view, player: Player) -> PlaceId { view.location(player) }

    /// The place of the immature vampire.
    fn DvGetVampireLocation(view) -> PlaceId { view.encounters.vampire() }

    /// The places of the traps.
    fn DvGetTrapLocations(view, count: Out<c_int>) -> *mut PlaceId {
        array(view.encounters.traps(), count)
    }

    /// Dracula's valid moves, special ones included.
    fn DvGetValidMoves(view, count: Out<c_int>) -> *mut PlaceId {
        array(view.valid_moves().into_iter().map(PlaceId::of_move), count)
    }

    /// The places that Dracula's valid moves lead to.
    fn DvWhereCanIGo(view, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.dracula_can_go(Ways::ALL)), count)
    }

    /// The places that Dracula's valid moves lead to by some means.
    fn DvWhereCanIGoByType(view, road: bool, boat: bool, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.dracula_can_go(Ways { road, rail: false, boat })), count)
    }

    /// The places that a player can reach next.
    fn DvWhereCanTheyGo(view, player: Player, count: Out<c_int>) -> *mut PlaceId {
        array(ids(they(view, player, Ways::ALL)), count)
    }

    /// The places that a player can reach next by some means.
    fn DvWhereCanTheyGoByType(
        view, player: Player, road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(they(view, player, Ways { road, rail, boat })), count)
    }
}

/// The places that a player can reach next. For Dracula, who knows his trail, those of his valid
/// moves.
fn they(view: &View, player: Player, ways: Ways) -> PlaceSet {
    if player == Player::of(Mover::Dracula) {
        return view.dracula_can_go(ways);
    }
    view.next_places(player, ways)
}
