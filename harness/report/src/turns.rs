//! The turns of a page: the part of a decision that its readers may know.

use stoker_bots::Audience;
use stoker_engine::scene::Marker;
use stoker_engine::{Game, Seat};
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::DecisionStep;

use crate::document::ReplayTurn;
use crate::views::Views;

/// The highest importance of a marker.
const MOST_IMPORTANT: u8 = 3;

/// The part of a match that a page may show.
#[derive(Clone, Copy)]
pub(crate) struct Visibility {
    pub(crate) views: Views,
    pub(crate) messages: Audience,
}

impl Visibility {
    /// True if the moves of a seat and their origins may be shown.
    fn does<G: Game>(self, game: &G, seat: Seat) -> bool {
        self.views.reveal(game, seat)
    }

    /// True if the messages of a seat may be shown.
    fn says<G: Game>(self, game: &G, seat: Seat) -> bool {
        match self.views {
            Views::All => true,
            Views::Only(viewer) => self.messages.includes(game, viewer, seat),
        }
    }

    /// A decision, with the move that was told, if it is of another seat. Everyone may see that there
    /// was a fault; only its reason can give a secret away.
    pub(crate) fn turn<G: Game>(
        self,
        game: &G,
        step: &DecisionStep<G::Move>,
        told: Option<G::Move>,
        faults: &[&RecordedFault],
    ) -> ReplayTurn {
        let kinds = faults.iter().map(|fault| fault.kind.to_string());
        let known = faults.iter().filter(|fault| self.does(game, Seat(fault.seat)));
        let reasons = known.map(|fault| fault.reason.clone());
        let mut turn = ReplayTurn {
            seat: Some(step.seat.0),
            fault: kinds.collect::<Vec<_>>().join("; "),
            fault_reason: reasons.collect::<Vec<_>>().join("; "),
            ..ReplayTurn::default()
        };
        let does = self.does(game, step.seat);
        if let Some(mv) = if does { Some(step.mv) } else { told } {
            game.write_move(mv, &mut turn.mv).expect("a string takes all text");
        }
        if does {
            turn.how = step.how.to_string();
        }
        if self.says(game, step.seat) {
            step.message.as_str().clone_into(&mut turn.message);
        }
        turn
    }
}

/// The marker of a fault.
pub(crate) fn fault_marker<G: Game>(game: &G, fault: &RecordedFault) -> Marker {
    let seat = game.sides().seat_name(Seat(fault.seat));
    Marker {
        kind: "fault".to_owned(),
        label: format!("fault of {seat}: {}", fault.kind),
        importance: MOST_IMPORTANT,
    }
}
