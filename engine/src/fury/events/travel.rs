//! Events about journeys and ambushes (fury V11 to V14).

use super::{Occasion, Playing, Plot};
use crate::fury::cards::Hunter;
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::Move;
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::task::{Question, Task};
use crate::map::Place;

/// `CC`: the ticket counts as four steps on any rails. The move `K` says where to.
pub(super) const fn chartered_carriage(
    _: &mut Adjudicator<'_>,
    _: Playing,
    _: Option<Move>,
) -> Flow {
    Ok(())
}

/// `FW`: the encounter that ambushes is discarded without effect.
pub(super) fn forewarned(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    if let Some(Task::TakeEffect(meeting)) = game.prevent_next() {
        game.discard_met(&meeting);
    }
    Ok(())
}

/// `FT`: when a hunter goes by rail.
pub(super) const fn on_rails(_: &Adjudicator<'_>, plot: Plot) -> bool {
    matches!(plot, Plot::Rail(_))
}

/// `FT`: the hunter does not move, unless a hunter on the board plays Good Luck.
pub(super) fn false_tip(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.then([Task::CallOff]);
    game.open_window_on_board(Occasion::Tip);
    Ok(())
}

/// `CS`: when a hunter has come by rail or sea.
pub(super) const fn on_arrival(_: &Adjudicator<'_>, plot: Plot) -> bool {
    matches!(plot, Plot::Arrival(_))
}

/// `CS`: the hunter discards an item.
pub(super) fn customs_search(game: &mut Adjudicator<'_>, plot: Plot, _: Option<Move>) -> Flow {
    if let Some(hunter) = plot.hunter() {
        game.then([Task::LoseItem(hunter)]);
    }
    Ok(())
}

impl Adjudicator<'_> {
    /// A window of the hunters on the board.
    pub(in crate::fury) fn open_window_on_board(&mut self, occasion: Occasion) {
        let on_board = self.at.known.table.those(crate::fury::PublicHunter::is_on_board);
        self.open_window(crate::fury::table::hunters_of(on_board), occasion);
    }

    /// A False Tip takes effect.
    pub(in crate::fury) fn call_off(&mut self) -> Flow {
        self.prevent_next();
        Ok(())
    }

    /// A4: a hunter goes by rail.
    pub(in crate::fury) fn ride(&mut self, hunter: Hunter, place: Place) -> Flow {
        self.put_hunter(hunter, place);
        self.then([Task::Arrive(hunter, crate::fury::task::Arrival::Far)]);
        Ok(())
    }

    /// `CS`: asks the hunter which item it discards.
    pub(in crate::fury) fn ask_lost_item(&mut self, hunter: Hunter) -> Flow {
        let items = self.at.known.held[hunter].items.kinds();
        let choices = Choices::none().bits(MoveKind::GiveUpItem, items);
        self.ask(hunter.seat(), Question::GiveUp, Task::LoseItem(hunter), choices)
    }

    /// Asks a hunter which event a Hoax takes (E3 `HX`).
    pub(in crate::fury) fn ask_lost_event(&mut self, hunter: Hunter) -> Flow {
        let events = self.at.known.held[hunter].events.kinds();
        let choices = Choices::none().bits(MoveKind::GiveUpEvent, events);
        self.ask(hunter.seat(), Question::GiveUp, Task::LoseEvent(hunter), choices)
    }
}
