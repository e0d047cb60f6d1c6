//! The bots of both sides in an experiment.

use std::sync::Arc;

use stoker_bots::{BotEntry, Values};
use stoker_engine::course::{Course, Move, Mover, View};
use stoker_engine::{Choice, Seat, Seed};

use crate::matches::Seated;

/// The bots of both sides.
pub(crate) struct Pairing {
    hunters: Seated,
    dracula: Seated,
}

impl Pairing {
    /// The hunters and Dracula, with their settings.
    pub(crate) fn new(
        [hunters, dracula]: [(&BotEntry<Course>, &Values); 2],
        game: &Arc<Course>,
        seed: Seed,
    ) -> Self {
        Self {
            hunters: Seated::new(hunters, game, Course::HUNTERS, seed),
            dracula: Seated::new(dracula, game, Course::DRACULA, seed),
        }
    }

    /// The forced move, or else the choice of the bot whose turn it is.
    pub(crate) fn choose(
        &mut self,
        seat: Seat,
        forced: Option<Move>,
        [hunters, dracula]: &[View; 2],
    ) -> Choice<Move> {
        match forced {
            Some(mv) => mv.into(),
            None if seat == Mover::DRACULA => self.dracula.choose(seat, dracula),
            None => self.hunters.choose(seat, hunters),
        }
    }
}
