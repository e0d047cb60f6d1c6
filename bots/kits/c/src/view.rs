//! The view behind `GameView`, `HunterView` and `DraculaView`: what past plays tell.

use std::ffi::c_char;

use stoker_engine::course::{HuntersView, Mover};
use stoker_engine::map::{Place, PlaceSet};

use crate::encounters::Encounters;
use crate::exchange::{end_for_call, end_for_plays};
use crate::history::History;
use crate::past_plays::{self, Reading};
use crate::places::PlaceId;
use crate::player::Player;
use crate::rules::rules;
use crate::text::text;

/// The means of travel that count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways {
    pub(crate) road: bool,
    pub(crate) rail: bool,
    pub(crate) boat: bool,
}

impl Ways {
    pub(crate) const ALL: Self = Self { road: true, rail: true, boat: true };
}

/// The facts from either side's past plays.
pub(crate) struct View {
    /// The view from the past plays. Dracula's own past plays are read as sightings that leave
    /// nothing open.
    pub(crate) told: HuntersView,
    pub(crate) history: History,
    pub(crate) encounters: Encounters,
}

impl View {
    fn new(told: HuntersView) -> Self {
        let history = History::of(&told, PlaceId::of(rules().castle()));
        let encounters = Encounters::of(told.plays(), history.dracula());
        Self { told, history, encounters }
    }

    /// A new view for C; ends the process if the past plays cannot be read.
    ///
    /// # Safety
    /// `past_plays` is a C string or `NULL`.
    pub(crate) unsafe fn for_c(past_plays: *const c_char) -> *mut Self {
        // SAFETY: the caller guarantees it.
        let Some(text) = (unsafe { text(past_plays) }) else {
            end_for_call("the past plays are NULL")
        };
        match past_plays::read(text, Reading::asked) {
            Ok(told) => Box::into_raw(Box::new(Self::new(told))),
            Err(problem) => end_for_plays(&format!("bad past plays: {problem}")),
        }
    }

    /// The view behind a pointer from C.
    ///
    /// # Safety
    /// `view` comes from [`for_c`](Self::for_c) and is not freed yet, or is `NULL`.
    pub(crate) unsafe fn of<'a>(view: *const Self) -> &'a Self {
        // SAFETY: the caller guarantees it.
        unsafe { view.as_ref() }
            .unwrap_or_else(|| end_for_call("a view function was called with NULL"))
    }

    /// Frees a view.
    ///
    /// # Safety
    /// `view` comes from [`for_c`](Self::for_c) and is freed once, or is `NULL`.
    pub(crate) unsafe fn free(view: *mut Self) {
        if !view.is_null() {
            // SAFETY: the caller guarantees it.
            drop(unsafe { Box::from_raw(view) });
        }
    }

    pub(crate) fn round(&self) -> i32 {
        self.told.board().round().into()
    }

    pub(crate) fn player(&self) -> Player {
        Player::of(self.told.board().to_move())
    }

    pub(crate) fn score(&self) -> i32 {
        self.told.board().score().max(0)
    }

    /// A player's life or blood, at least 0.
    ///
    /// A number that is not a player's has the life that hunters start with: the first releases of
    /// the course's own tests ask for one, and stop at 0.
    pub(crate) fn health(&self, player: Player) -> i32 {
        match player.mover() {
            Some(Mover::Hunter(hunter)) => self.told.board().life(hunter).into(),
            Some(Mover::Dracula) => self.told.board().blood().max(0),
            None => rules().params().start_life.into(),
        }
    }

    /// A player's place, as far as it is told.
    pub(crate) fn location(&self, player: Player) -> PlaceId {
        match player.mover() {
            Some(Mover::Hunter(hunter)) => {
                self.told.board().at(hunter).map_or(PlaceId::NOWHERE, PlaceId::of)
            }
            Some(Mover::Dracula) => {
                self.history.dracula().last().copied().unwrap_or(PlaceId::NOWHERE)
            }
            None => PlaceId::NOWHERE,
        }
    }

    /// Dracula's latest known place, and the latest round in which he moved there.
    pub(crate) fn last_known(&self) -> Option<(PlaceId, i32)> {
        let by_round = self.history.dracula();
        let round = by_round.iter().rposition(|at| at.place().is_some())?;
        Some((by_round[round], i32::try_from(round).ok()?))
    }

    /// The round of a player's next move.
    pub(crate) fn next_round(&self, mover: Mover) -> u16 {
        let board = self.told.board();
        board.round() + u16::from(mover.seat() < board.to_move().seat())
    }

    /// The places that a player's next move can lead to; none if the player's place is unknown.
    pub(crate) fn next_places(&self, player: Player, ways: Ways) -> PlaceSet {
        let from = self.location(player).place();
        let Some((mover, from)) = player.mover().zip(from) else { return PlaceSet::EMPTY };
        reach(mover, self.next_round(mover), from, ways)
    }
}

/// The places that a move leads to from a place in a round, staying included. Dracula's trail is
/// ignored.
pub(crate) fn reach(mover: Mover, round: u16, from: Place, ways: Ways) -> PlaceSet {
    let map = rules().map();
    let when = |wanted, places| if wanted { places } else { PlaceSet::EMPTY };
    let near =
        PlaceSet::of(from) | when(ways.road, map.road(from)) | when(ways.boat, map.sea(from));
    match mover {
        Mover::Hunter(hunter) => near | when(ways.rail, rules().rail_reach(hunter, round, from)),
        Mover::Dracula => near & rules().dracula_reach(from),
    }
}

/// The same as [`reach`] for arguments from C code; none if the player or the place is invalid.
pub(crate) fn reach_from(player: Player, round: i32, from: PlaceId, ways: Ways) -> PlaceSet {
    let Some((mover, from)) = player.mover().zip(from.place()) else { return PlaceSet::EMPTY };
    // Reach depends on the round's remainder only, even if no game has such a round.
    let remainder = round.rem_euclid(rules().params().rail_divisor.into());
    reach(mover, u16::try_from(remainder).expect("a divisor is at most 8"), from, ways)
}
