//! The views: the last move, and the dice for viewers who may see them.

use serde::{Deserialize, Serialize};

use super::{Moves, Play, State, Toy, moves};
use crate::seats::{Seat, Viewer};

/// One viewer's knowledge about a game.
///
/// No field holds the dice of others, so they cannot leak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The viewer.
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

/// The change of one view by one play.
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
    /// Updates the view. The event may come from an untrusted sender, so nothing here may panic.
    pub(super) fn apply(&mut self, event: Event) {
        self.decision = self.decision.saturating_add(1);
        self.last = event.mv;
        self.dice = self.dice.saturating_add(event.die.map_or(0, u32::from));
        self.over = event.over;
    }
}

impl Toy {
    /// Returns true if a viewer sees the dice. Only the first seat throws any.
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

    /// The event that shows a viewer the play that led to this state.
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
