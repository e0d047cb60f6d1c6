//! The moves of each player and where they came to, as C programs ask for them.

use stoker_engine::course::{HuntersView, Mover, Play, Sighting};

use crate::places::PlaceId;
use crate::player::Player;

/// Histories, oldest first.
#[derive(Debug)]
pub(crate) struct History {
    /// By seat.
    moves: [Vec<PlaceId>; 5],
    /// Where each of Dracula's moves came to, as far as it is told: a hide, a double back and a
    /// teleport are resolved.
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

    /// Where Dracula's next move comes to, as far as it is told.
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

    /// A player's moves; none for a number that is no player's.
    pub(crate) fn moves(&self, player: Player) -> &[PlaceId] {
        player.mover().map_or(&[], |mover| &self.moves[usize::from(mover.seat().0)])
    }

    /// Where a player's moves came to, as far as it is told.
    pub(crate) fn locations(&self, player: Player) -> &[PlaceId] {
        if player == Player::of(Mover::Dracula) { self.dracula() } else { self.moves(player) }
    }

    /// Where Dracula's moves came to, as far as it is told, by round.
    pub(crate) fn dracula(&self) -> &[PlaceId] {
        &self.dracula
    }
}
