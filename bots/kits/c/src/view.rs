//! The one view behind `GameView`, `HunterView` and `DraculaView`: what past plays tell.

use std::ffi::c_char;
use std::sync::OnceLock;

use stoker_engine::course::{Course, Hunter, HuntersView, Mover, Play, Sighting};
use stoker_engine::map::{Place, PlaceSet};

use crate::encounters::Encounters;
use crate::exchange::{end_for_call, end_for_plays, text};
use crate::places::PlaceId;

/// The rules, loaded once a process.
pub(crate) fn rules() -> &'static Course {
    static RULES: OnceLock<Course> = OnceLock::new();
    RULES.get_or_init(Course::default)
}

/// Loads the rules ahead of time, for a main that forks a process a turn.
#[unsafe(no_mangle)]
extern "C" fn stoker_course_prepare() {
    rules();
}

/// A `Player`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Player(i32);

impl Player {
    /// The seat's number.
    pub(crate) fn of(mover: Mover) -> Self {
        Self(mover.seat().0.into())
    }

    /// Whose seat it is; `None` for a number that is none's.
    pub(crate) fn mover(self) -> Option<Mover> {
        let index = usize::try_from(self.0).ok()?;
        let dracula = self == Self::of(Mover::Dracula);
        let hunter = Hunter::ALL.get(index).copied().map(Mover::Hunter);
        hunter.or(dracula.then_some(Mover::Dracula))
    }

    /// The hunter's seat it is, if it is one.
    pub(crate) fn hunter(self) -> Option<Hunter> {
        match self.mover()? {
            Mover::Hunter(hunter) => Some(hunter),
            Mover::Dracula => None,
        }
    }
}

/// Means of travel that count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways {
    pub(crate) road: bool,
    pub(crate) rail: bool,
    pub(crate) boat: bool,
}

impl Ways {
    pub(crate) const ALL: Self = Self { road: true, rail: true, boat: true };
}

/// What past plays tell, of either side.
pub(crate) struct View {
    /// Dracula's own past plays are read as sightings that leave nothing open.
    pub(crate) told: HuntersView,
    pub(crate) encounters: Encounters,
}

impl View {
    /// What these past plays tell.
    ///
    /// # Errors
    /// In words, if they cannot be read. Plays that the rules do not allow can; a line on standard
    /// error says so.
    pub(crate) fn read(past_plays: &[u8]) -> Result<Self, String> {
        let text = String::from_utf8_lossy(past_plays);
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let told = HuntersView::parse(rules(), &text).or_else(|refused| {
            let told = HuntersView::parse_as_told(rules(), &text).map_err(|e| e.to_string());
            if told.is_ok() {
                eprintln!("stoker_course: past plays that break the rules: {refused}; going on");
            }
            told
        })?;
        let encounters = Encounters::of(&told);
        Ok(Self { told, encounters })
    }

    /// A new view for C; ends the process if the past plays cannot be read.
    ///
    /// # Safety
    /// `past_plays` is a C string or `NULL`.
    pub(crate) unsafe fn for_c(past_plays: *const c_char) -> *mut Self {
        // SAFETY: the caller's promise.
        let Some(text) = (unsafe { text(past_plays) }) else {
            end_for_call("the past plays are NULL")
        };
        match Self::read(text) {
            Ok(view) => Box::into_raw(Box::new(view)),
            Err(problem) => end_for_plays(&format!("bad past plays: {problem}")),
        }
    }

    /// The view behind a pointer from C.
    ///
    /// # Safety
    /// `view` comes from [`for_c`](Self::for_c) and is not freed yet, or is `NULL`.
    pub(crate) unsafe fn of<'a>(view: *const Self) -> &'a Self {
        // SAFETY: the caller's promise.
        unsafe { view.as_ref() }
            .unwrap_or_else(|| end_for_call("a view function was called with NULL"))
    }

    /// Frees a view.
    ///
    /// # Safety
    /// `view` comes from [`for_c`](Self::for_c) and is freed once, or is `NULL`.
    pub(crate) unsafe fn free(view: *mut Self) {
        if !view.is_null() {
            // SAFETY: the caller's promise.
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

    /// Life or blood; 0 for nobody.
    pub(crate) fn health(&self, player: Player) -> i32 {
        match player.mover() {
            Some(Mover::Hunter(hunter)) => self.told.board().life(hunter).into(),
            Some(Mover::Dracula) => self.told.board().blood().max(0),
            None => 0,
        }
    }

    /// Where a player is, as far as it is told.
    pub(crate) fn location(&self, player: Player) -> PlaceId {
        match player.mover() {
            Some(Mover::Hunter(hunter)) => {
                self.told.board().at(hunter).map_or(PlaceId::NOWHERE, PlaceId::of)
            }
            Some(Mover::Dracula) => {
                let latest = self.told.dracula_moves_made().checked_sub(1);
                latest.map_or(PlaceId::NOWHERE, |round| self.dracula_location(round))
            }
            None => PlaceId::NOWHERE,
        }
    }

    /// Where Dracula's move of a round came to, as far as it is told.
    pub(crate) fn dracula_location(&self, round: usize) -> PlaceId {
        if let Some(place) = self.told.dracula_place(rules(), round) {
            return PlaceId::of(place);
        }
        let mut round = round;
        loop {
            let sighting = self.told.dracula_play(round).map(|play| play.mv);
            if sighting == Some(Sighting::SomeSea) {
                return PlaceId::SEA_UNKNOWN;
            }
            let back = sighting.and_then(Sighting::points_back);
            match back.and_then(|back| round.checked_sub(back)) {
                Some(earlier) => round = earlier,
                None => return PlaceId::CITY_UNKNOWN,
            }
        }
    }

    /// A player's moves, oldest first.
    pub(crate) fn moves(&self, player: Player) -> Vec<PlaceId> {
        let Some(mover) = player.mover() else { return vec![] };
        let seat = usize::from(mover.seat().0);
        let plays = self.told.plays().iter().skip(seat).step_by(5);
        let code = |play: &Play<Sighting>| match play {
            Play::Hunter(play) => PlaceId::of(play.to),
            Play::Dracula(play) => PlaceId::of_sighting(play.mv),
        };
        plays.map(code).collect()
    }

    /// Where a player's moves came to, as far as it is told, oldest first.
    pub(crate) fn locations(&self, player: Player) -> Vec<PlaceId> {
        if player == Player::of(Mover::Dracula) {
            let made = self.told.dracula_moves_made();
            return (0..made).map(|round| self.dracula_location(round)).collect();
        }
        self.moves(player)
    }

    /// The latest place of Dracula's that is told, and the latest round in which he moved there.
    pub(crate) fn last_known(&self) -> Option<(PlaceId, i32)> {
        (0..self.told.dracula_moves_made()).rev().find_map(|round| {
            let place = self.told.dracula_place(rules(), round)?;
            Some((PlaceId::of(place), i32::try_from(round).ok()?))
        })
    }

    /// The round of a player's next move.
    pub(crate) fn next_round(&self, mover: Mover) -> u16 {
        let board = self.told.board();
        board.round() + u16::from(mover.seat() < board.to_move().seat())
    }

    /// Where a player can be after the next move; none if it is not told where they are.
    pub(crate) fn next_places(&self, player: Player, ways: Ways) -> PlaceSet {
        let from = self.location(player).place();
        let Some((mover, from)) = player.mover().zip(from) else { return PlaceSet::EMPTY };
        reach(mover, self.next_round(mover), from, ways)
    }
}

/// Where a move leads from a place in a round, staying included; Dracula's trail is ignored.
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

/// As [`reach`], for what C code says; none for what is no player or no place.
pub(crate) fn reach_from(player: Player, round: i32, from: PlaceId, ways: Ways) -> PlaceSet {
    let Some((mover, from)) = player.mover().zip(from.place()) else { return PlaceSet::EMPTY };
    // Reach depends on the round's remainder only, also where it is no round of a game.
    let remainder = round.rem_euclid(rules().params().rail_divisor.into());
    reach(mover, u16::try_from(remainder).expect("a divisor is at most 8"), from, ways)
}
