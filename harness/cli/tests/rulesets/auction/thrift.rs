//! `thrift`: keeps its high cards for the lots that are worth them.

use std::sync::Arc;

use stoker_bots::BotEntry;
use stoker_engine::{Bot, Choice, Decision};

use super::{Ask, Auction, Move, View};

/// Bids its cards in the order of the lots' values, and vetoes others' best sales.
struct Thrift {
    game: Arc<Auction>,
}

/// Lists the bot.
pub(crate) fn thrift() -> BotEntry<Auction> {
    BotEntry::new("thrift", "Bids high cards for dear lots, low ones for cheap.", |setup| {
        Box::new(Thrift { game: Arc::clone(setup.game) })
    })
}

impl Thrift {
    /// The best card for the dearest lot that is left, the next for the next, and so on.
    fn bid(view: &View) -> Move {
        let left = &view.lots[view.rounds.len()..];
        let cheaper = left[1..].iter().filter(|&lot| *lot < left[0]).count();
        Move::Bid(view.hand[cheaper])
    }

    /// Lets a rival have only what is cheap.
    fn judge(&self, view: &View) -> Move {
        let round = view.rounds.len() - 1;
        let taker = view.rounds[round].taker();
        let rival = taker.is_some_and(|taker| taker != usize::from(view.seat.0));
        let dear = 2 * view.lots[round] > self.game.params.top_lot;
        if rival && dear { Move::Veto } else { Move::Pass }
    }
}

impl Bot<Auction> for Thrift {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        match view.asked {
            Some(Ask::Veto) => self.judge(view),
            Some(Ask::Bid) | None => Self::bid(view),
        }
        .into()
    }
}
