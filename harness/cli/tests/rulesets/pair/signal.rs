//! `signal`: says more with a hint than the hint says.

use stoker_bots::BotEntry;
use stoker_engine::{Bot, Choice, Decision};

use std::sync::Arc;

use super::{Colours, Move, Pair, View};

/// A hint names the colour after the card's own, in a circle: one hint tells a card.
///
/// The convention is all that its two seats share.
struct Signal {
    game: Arc<Pair>,
}

/// Lists the bot.
pub(crate) fn signal() -> BotEntry<Pair> {
    BotEntry {
        name: "signal",
        summary: "Hints by a convention: not red says that it is the colour before red.",
        sides: &[],
        rung: None,
        searches: false,
        params: &[],
        make: |setup| Box::new(Signal { game: Arc::clone(setup.game) }),
    }
}

impl Signal {
    /// The hint for the partner's next card, if it has had none.
    ///
    /// Not while this seat is behind: one that has named all its cards gives no hints any more.
    fn hint(view: &View, colours: u8) -> Option<Move> {
        let card = view.partner_next().filter(|_| view.board.hints > 0)?;
        let (me, partner) = (view.me(), 1 - view.me());
        let told = |seat: usize| view.board.ruled_out[seat] != Colours::default();
        let behind = view.board.named[me].len() < view.board.named[partner].len();
        let name = told(partner) || (told(me) && behind);
        (!name).then_some(Move::Not((card + 1) % colours))
    }

    /// What the hint says, or else any colour.
    fn name(view: &View, colours: u8) -> Move {
        let hinted = view.board.ruled_out[view.me()].first();
        Move::Is(hinted.map_or(0, |colour| (colour + colours - 1) % colours))
    }
}

impl Bot<Pair> for Signal {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let colours = self.game.params.colours;
        Self::hint(view, colours).unwrap_or_else(|| Self::name(view, colours)).into()
    }
}
