//! `HunterView.h`.

use std::ffi::{c_char, c_int, c_void};

use crate::exchange::{Out, array};
use crate::game_view::{ids, make_and_free, on_view};
use crate::places::PlaceId;
use crate::player::Player;
use crate::view::{View, Ways};

make_and_free!(HvNew, HvFree);

on_view! {
    /// How many rounds are complete.
    fn HvGetRound(view) -> c_int { view.round() }

    /// Whose turn it is.
    fn HvGetPlayer(view) -> Player { view.player() }

    /// The score, at least 0.
    fn HvGetScore(view) -> c_int { view.score() }

    /// A player's life or blood, at least 0.
    fn HvGetHealth(view, player: Player) -> c_int { view.health(player) }

    /// Where a player is.
    fn HvGetPlayerLocation(view, player: Player) -> PlaceId { view.location(player) }

    /// Where the immature vampire is.
    fn HvGetVampireLocation(view) -> PlaceId { view.encounters.vampire() }

    /// The latest place of Dracula's that was revealed, and the round in which he moved there.
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

    /// Where the player whose turn it is can go.
    fn HvWhereCanIGo(view, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.next_places(view.player(), Ways::ALL)), count)
    }

    /// Where the player whose turn it is can go by some means.
    fn HvWhereCanIGoByType(
        view, road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(view.next_places(view.player(), Ways { road, rail, boat })), count)
    }

    /// Where a player can go next.
    fn HvWhereCanTheyGo(view, player: Player, count: Out<c_int>) -> *mut PlaceId {
        array(ids(view.next_places(player, Ways::ALL)), count)
    }

    /// Where a player can go next by some means.
    fn HvWhereCanTheyGoByType(
        view, player: Player, road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(view.next_places(player, Ways { road, rail, boat })), count)
    }
}
