//! The functions of `GameView.h`.

use std::ffi::{c_char, c_int, c_void};

use stoker_engine::map::PlaceSet;

use crate::exchange::{Out, array, history};
use crate::places::PlaceId;
use crate::player::Player;
use crate::view::{View, Ways, reach_from};

/// Exports functions on a view, each with its documentation, its other parameters and its result.
macro_rules! on_view {
    ($($(#[$doc:meta])* fn $name:ident($view:ident $(, $arg:ident: $type:ty)*) -> $answer:ty
        $body:block)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(view: *const View $(, $arg: $type)*) -> $answer {
            // SAFETY: the header requires a view that is not freed.
            let $view = unsafe { View::of(view) };
            $body
        }
    )*};
}
pub(crate) use on_view;

/// Exports the functions that make and free a view.
macro_rules! make_and_free {
    ($new:ident, $free:ident) => {
        /// Makes a view from past plays; the messages are ignored.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $new(
            past_plays: *const c_char,
            _messages: *const c_void,
        ) -> *mut View {
            // SAFETY: the header requires a C string.
            unsafe { View::for_c(past_plays) }
        }

        /// Frees a view.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $free(view: *mut View) {
            // SAFETY: the header requires a view that is not freed.
            unsafe { View::free(view) }
        }
    };
}
pub(crate) use make_and_free;

make_and_free!(GvNew, GvFree);

on_view! {
    /// The number of complete rounds.
    fn GvGetRound(view) -> c_int { view.round() }

    /// The player to move.
    fn GvGetPlayer(view) -> Player { view.player() }

    /// The score, at least 0.
    fn GvGetScore(view) -> c_int { view.score() }

    /// A player's life or blood, at least 0.
    fn GvGetHealth(view, player: Player) -> c_int { view.health(player) }

    /// A player's place.
    fn GvGetPlayerLocation(view, player: Player) -> PlaceId { view.location(player) }

    /// The place of the immature vampire.
    fn GvGetVampireLocation(view) -> PlaceId { view.encounters.vampire() }

    /// The places of the traps.
    fn GvGetTrapLocations(view, count: Out<c_int>) -> *mut PlaceId {
        array(view.encounters.traps(), count)
    }

    /// A player's moves, oldest first.
    fn GvGetMoveHistory(
        view, player: Player, count: Out<c_int>, can_free: Out<bool>
    ) -> *mut PlaceId {
        history(view.history.moves(player), count, can_free)
    }

    /// A player's latest moves, oldest first.
    fn GvGetLastMoves(
        view, player: Player, wanted: c_int, count: Out<c_int>, can_free: Out<bool>
    ) -> *mut PlaceId {
        history(last(view.history.moves(player), wanted), count, can_free)
    }

    /// A player's past places, oldest first.
    fn GvGetLocationHistory(
        view, player: Player, count: Out<c_int>, can_free: Out<bool>
    ) -> *mut PlaceId {
        history(view.history.locations(player), count, can_free)
    }

    /// A player's latest places, oldest first.
    fn GvGetLastLocations(
        view, player: Player, wanted: c_int, count: Out<c_int>, can_free: Out<bool>
    ) -> *mut PlaceId {
        history(last(view.history.locations(player), wanted), count, can_free)
    }

    /// The places that a move leads to from a place in a round.
    fn GvGetReachable(
        _view, player: Player, round: c_int, from: PlaceId, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(reach_from(player, round, from, Ways::ALL)), count)
    }

    /// The places that a move by some means leads to from a place in a round.
    fn GvGetReachableByType(
        _view, player: Player, round: c_int, from: PlaceId,
        road: bool, rail: bool, boat: bool, count: Out<c_int>
    ) -> *mut PlaceId {
        array(ids(reach_from(player, round, from, Ways { road, rail, boat })), count)
    }
}

/// The places as `PlaceId`s for C.
pub(crate) fn ids(places: PlaceSet) -> impl Iterator<Item = PlaceId> {
    places.into_iter().map(PlaceId::of)
}

/// The last `wanted` entries.
fn last(history: &[PlaceId], wanted: c_int) -> &[PlaceId] {
    let wanted = usize::try_from(wanted).unwrap_or(0);
    &history[history.len().saturating_sub(wanted)..]
}
