//! A bot in its seat: its game, its view, its generator.

use std::cell::RefCell;
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use arrayvec::ArrayVec;
use stoker_engine::map::Map;
use stoker_engine::{Bot, Choice, Decision, Ending, Game, Rng, Seat, SetupError, SideId, SideSet};

use super::clock::{ClockBudget, Proposals, code, send, thinking_time};
use super::error::ServeError;
use super::wire::{Decide, DecisionLimits, Ended, Reply, ReplyWithNotes, Start};
use crate::entry::{BotEntry, Setup};
use crate::values::Values;

/// A bot in a match.
pub(super) struct MatchBot<G: Game> {
    game: Arc<G>,
    bot: Box<dyn Bot<G>>,
    view: G::View,
    rng: Rng,
    seats: Range<u8>,
    limits: DecisionLimits,
}

impl<G: Game> MatchBot<G> {
    /// Sets up the ruleset from `start`, and makes the bot.
    pub(super) fn new(
        entry: &BotEntry<G>,
        values: &Values,
        start: Start<G::Params, G::View>,
    ) -> Result<Self, ServeError> {
        if start.ruleset != G::NAME {
            return Err(ServeError::Ruleset { mine: G::NAME, theirs: start.ruleset });
        }
        let map = start.map.as_ref().map(|map| Map::from_plain(map, G::MAP_WORDS)).transpose()?;
        let data = match (start.data, G::DATA) {
            (Some(data), Some(form)) => Some(Arc::new(form.read("start", data)?)),
            (Some(_), None) => return Err(SetupError::UnwantedData.into()),
            (None, _) => None,
        };
        let game = Arc::new(G::configure(start.params, map.map(Arc::new), data)?);
        let (side, seats) = find_seats(&*game, &start.side, &start.seats)?;
        let kind = game.sides().side(side).kind;
        if !entry.sides.is_empty() && !entry.sides.contains(&kind) {
            return Err(ServeError::Side { bot: entry.name, side: start.side });
        }
        let view = start.view.ok_or(ServeError::NoView)?;
        let setup = Setup { game: &game, values, side, seats: seats.clone() };
        let bot = (entry.make)(&setup);
        let rng = start.seed.bot_rng();
        Ok(Self { game, bot, view, rng, seats, limits: start.limits })
    }

    /// Asks the bot and writes its answer. The question arrived at `asked`.
    pub(super) fn decide(
        &mut self,
        question: Decide<G::Event>,
        asked: Instant,
        output: &mut impl Write,
    ) -> Result<(), ServeError> {
        let Decide { decision, seat, events, legal: _ } = question;
        if !self.seats.contains(&seat) {
            return Err(ServeError::Seat { decision, seat });
        }
        self.advance(events);
        let Choice { mv, message } = self.choose(Seat(seat), decision, asked, output)?;
        let mv = code(&*self.game, mv)?;
        let reply = Reply::Move { decision, mv, message: message.into() };
        send(output, &ReplyWithNotes { reply, notes: &self.bot.notes(&self.view) })
    }

    fn choose(
        &mut self,
        seat: Seat,
        decision: u64,
        asked: Instant,
        output: &mut impl Write,
    ) -> Result<Choice<G::Move>, ServeError> {
        let proposals = RefCell::new(Proposals::new(&*self.game, output, decision));
        let mut clock =
            ClockBudget { until: asked + thinking_time(self.limits), proposals: &proposals };
        let mut propose = |mv| proposals.borrow_mut().add(mv, Instant::now());
        let mut turn = Decision::new(seat, &mut self.rng, &mut clock).tell_proposals(&mut propose);
        let choice = self.bot.choose(&self.view, &mut turn);
        proposals.into_inner().finish()?;
        Ok(choice)
    }

    /// Tells the bot how the match ended.
    pub(super) fn ended(&mut self, ended: Ended<G::Event>) -> Result<(), ServeError> {
        let ending = ending(&*self.game, &ended)?;
        self.advance(ended.events);
        self.bot.ended(&self.view, &ending);
        Ok(())
    }

    fn advance(&mut self, events: Vec<G::Event>) {
        for event in events {
            self.game.advance(&mut self.view, event);
        }
    }
}

/// The side of this name, if these are all of its seats, or one of them if they do not share
/// knowledge.
fn find_seats<G: Game>(
    game: &G,
    name: &str,
    seats: &[u8],
) -> Result<(SideId, Range<u8>), ServeError> {
    let sides = game.sides();
    let viewer = sides.viewers().iter().find(|viewer| {
        sides.side(viewer.side).name == name && viewer.seats.clone().eq(seats.iter().copied())
    });
    match viewer {
        Some(viewer) => Ok((viewer.side, viewer.seats.clone())),
        None => Err(ServeError::Seats { side: name.to_owned(), seats: seats.to_vec() }),
    }
}

fn ending<G: Game, E>(game: &G, ended: &Ended<E>) -> Result<Ending, ServeError> {
    let score = |name: &str| ended.scores.get(name).copied();
    let missing = |name: &str| ServeError::Ended(name.to_owned());
    let scores =
        game.scores().iter().map(|info| score(info.name).ok_or_else(|| missing(info.name)));
    let side = |name: &String| game.sides().iter().find(|(_, side)| side.name == name);
    let mut winners = SideSet::NONE;
    for name in &ended.winners {
        winners = winners.with(side(name).ok_or_else(|| missing(name))?.0);
    }
    Ok(Ending {
        scores: scores.collect::<Result<ArrayVec<_, 8>, _>>()?,
        winners,
        // A process sees one ending, so it leaks one word in all.
        reason: Box::leak(ended.reason.clone().into_boxed_str()),
    })
}
