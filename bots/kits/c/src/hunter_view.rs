//! The functions of `HunterView.h`.

use std::ffi::{c_char, c_int, c_void};

use crate::exchange::{Out, array};
use crate::game_view::{ids, make_and_free, on_view};
use crate::places::PlaceId;
use crate::player::Player;
use crate::view::{View, Ways};

make_and_free!(HvNew, HvFree);

on_view! {
    /// The number of complete rounds.
    fn HvGetRound(view) -> c_int { view.round() }

    /// The player to move.
    fn HvGetPlayer(view) -> Player { view.player() }

    /// The score, at least 0.
    fn HvGetScore(view) -> c_int { view.score() }

    /// A player's life or blood, at least 0.
    fn HvGetHealth(view, player: Player) -> c_int { view.health(player) }

    /// A player's place.
    fn HvGetPlayerLocation(view, player: Player) -> PlaceId { view.location(player) }

    /// The place of the immature vampire.
    fn HvGetVampireLocation(view) -> PlaceId { view.encounters.vampire() }

    /// Dracula's latest revealed place, and the round in which he moved there.
    fn HvGetLastKnownDraculaLocation(view, round: Out<c_int>) -> PlaceId {
        let Some((place, when)) = view.last_known() else { return PlaceId::NOWHERE };
        round.set(when);
        place
    }

    /// A shortest path of a hunter, without the start.
    fn HvGetShortestPathTo(
        view, hunter: Player, dest: PlaceId, length: Out<c_int>
    ) -> *mut PlaceId {
        array(view.path(hunter, dest), length)
    }

    /// The places that the player to move can reach.
    fn HvWhereCanIGo(view, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.next_places(view.player(), Ways::ALL)), count)
    }

    /// The places that the player to move can reach by some means.
    fn HvWhereCanIGoByType(
        view, road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(view.next_places(view.player(), Ways { road, rail, boat })), count)
    }

    /// The places that a player can reach next.
    fn HvWhereCanTheyGo(view, player: Player, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.next_places(player, Ways::ALL)), count)
    }

    /// The places that a player can reach next by some means.
    fn HvWhereCanTheyGoByType(
        view, player: Player, road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(view.next_places(player, Ways { road, rail, boat })), count)
    }
}
