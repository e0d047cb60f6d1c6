//! The moves of each player and the places they led to, as C programs ask for them.

use stoker_engine::course::{HuntersView, Mover, Play, Sighting};

use crate::places::PlaceId;
use crate::player::Player;

/// Histories, oldest first.
#[derive(Debug)]
pub(crate) struct History {
    /// The moves of each seat.
    moves: [Vec<PlaceId>; 5],
    /// The places that Dracula's moves led to, as far as they are told. Hides, double backs and
    /// teleports are resolved.
    dracula: Vec<PlaceId>,
}

impl History {
    pub(crate) fn of(told: &HuntersView, castle: PlaceId) -> Self {
        let rounds = told.plays().len() / 5;
        let mut history = Self {
            moves: std::array::from_fn(|_| Vec::with_capacity(rounds + 1)),
            dracula: Vec::with_capacity(rounds),
        };
        for play in told.plays() {
            match play {
                Play::Hunter(play) => {
                    history.moves[play.hunter as usize].push(PlaceId::of(play.to));
                }
                Play::Dracula(play) => {
                    history.moves[4].push(PlaceId::of_sighting(play.mv));
                    history.dracula.push(history.came_to(play.mv, castle));
                }
            }
        }
        history
    }

    /// The place that Dracula's next move leads to, as far as it is told.
    fn came_to(&self, mv: Sighting, castle: PlaceId) -> PlaceId {
        match (mv, mv.points_back()) {
            (Sighting::Teleport, _) => castle,
            (_, None) => PlaceId::of_sighting(mv),
            (_, Some(back)) => {
                let round = self.dracula.len().checked_sub(back);
                round.map_or(PlaceId::CITY_UNKNOWN, |round| self.dracula[round])
            }
        }
    }

    /// A player's moves; none if the number is not a player's.
    pub(crate) fn moves(&self, player: Player) -> &[PlaceId] {
        player.mover().map_or(&[], |mover| &self.moves[usize::from(mover.seat().0)])
    }

    /// The places that a player's moves led to, as far as they are told.
    pub(crate) fn locations(&self, player: Player) -> &[PlaceId] {
        if player == Player::of(Mover::Dracula) { self.dracula() } else { self.moves(player) }
    }

    /// The places that Dracula's moves led to, as far as they are told, by round.
    pub(crate) fn dracula(&self) -> &[PlaceId] {
        &self.dracula
    }
}
