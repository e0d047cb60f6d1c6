//! What a viewer knows: the last move, and the dice of those who share its knowledge.

use serde::{Deserialize, Serialize};

use super::{Moves, Play, State, Toy, moves};
use crate::seats::{Seat, Viewer};

/// One viewer's knowledge of a game.
///
/// The dice of others are in no field: nobody can leak what is not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// Decisions made so far.
    pub decision: u32,
    /// The last move; 3 before the first.
    pub last: u8,
    /// The sum of the dice that this viewer has seen.
    pub dice: u32,
    /// True if the game is over.
    pub over: bool,
}

/// The change that one play makes to one view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The move.
    pub mv: u8,
    /// The die thrown, from 0 to 5, if this viewer sees it.
    pub die: Option<u8>,
    /// True if the game is over.
    pub over: bool,
}

impl View {
    /// Brings the view up to date. It may come from anybody, so nothing here may panic.
    pub(super) fn apply(&mut self, event: Event) {
        self.decision = self.decision.saturating_add(1);
        self.last = event.mv;
        self.dice = self.dice.saturating_add(event.die.map_or(0, u32::from));
        self.over = event.over;
    }
}

impl Toy {
    /// True if a viewer sees the dice: those of the first seat are the only ones.
    pub(super) fn sees_dice(&self, viewer: Viewer) -> bool {
        viewer == self.sides.viewer_of(Seat(0))
    }

    pub(super) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        View {
            viewer,
            decision: state.decision,
            last: state.last,
            dice: if self.sees_dice(viewer) { state.dice } else { 0 },
            over: self.is_over(state),
        }
    }

    /// What a viewer learns from the play that led to this state.
    pub(super) fn event_for(&self, state: &State, play: &Play, viewer: Viewer) -> Event {
        let die = play.die.filter(|_| self.sees_dice(viewer));
        Event { mv: play.mv, die, over: self.is_over(state) }
    }

    pub(super) fn moves_of(&self, view: &View) -> Moves {
        let asked = self.sides.viewer_of(self.seat_at(view.decision));
        if view.over || asked != view.viewer {
            return moves::none();
        }
        moves::moves_after(view.last)
    }
}
