//! The kit of the field: what a style needs beyond its own idea.
//!
//! A style of hunters implements [`HunterStyle`] and reads the game from a [`Hunt`]. A style of
//! Dracula implements [`DraculaStyle`] and reads it from a [`Flight`]. Every place and move that
//! their methods choose is legal.

mod flight;
mod hunt;
#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use stoker_engine::course::{Board, Course, DraculaMove, Hunter, Move, Mover, View};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng, below};

use crate::course::Tables;
use crate::entry::{BotEntry, Setup};

pub(super) use flight::{Flight, Way};
pub(super) use hunt::{Hunt, Seen};

/// A style of hunters. One value plays all four of a match.
pub(super) trait HunterStyle: Clone + Send + 'static {
    /// The place where a hunter begins, in round 0. Every place is legal.
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place;
    /// The place where a hunter goes in a later round.
    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place;
}

/// A style of Dracula.
pub(super) trait DraculaStyle: Clone + Send + 'static {
    /// The place where he begins, in round 0: any but the hospital.
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove;
    /// The move of a later round.
    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove;
}

/// The rules and the distances on their map.
#[derive(Clone)]
pub(super) struct Ground {
    rules: Arc<Course>,
    tables: Arc<Tables>,
}

impl Ground {
    fn new(setup: &Setup<'_, Course>) -> Self {
        Self { rules: Arc::clone(setup.game), tables: Arc::new(Tables::new(setup.game)) }
    }
}

/// The entry of a hunters' bot of the field.
pub(super) const fn hunters_entry(
    name: &'static str,
    summary: &'static str,
    make: fn(&Setup<'_, Course>) -> Box<dyn Bot<Course>>,
) -> BotEntry<Course> {
    BotEntry { sides: &["hunters"], ..BotEntry::new(name, summary, make) }
}

/// The entry of a Dracula of the field.
pub(super) const fn dracula_entry(
    name: &'static str,
    summary: &'static str,
    make: fn(&Setup<'_, Course>) -> Box<dyn Bot<Course>>,
) -> BotEntry<Course> {
    BotEntry { sides: &["dracula"], ..BotEntry::new(name, summary, make) }
}

/// A bot that plays hunters of a style.
pub(super) fn hunters<S: HunterStyle>(setup: &Setup<'_, Course>, style: S) -> Box<dyn Bot<Course>> {
    Box::new(Hunters { ground: Ground::new(setup), style })
}

/// A bot that plays a Dracula of a style.
pub(super) fn dracula<S: DraculaStyle>(
    setup: &Setup<'_, Course>,
    style: S,
) -> Box<dyn Bot<Course>> {
    Box::new(Dracula { ground: Ground::new(setup), style })
}

#[derive(Clone)]
struct Hunters<S> {
    ground: Ground,
    style: S,
}

impl<S: HunterStyle> Bot<Course> for Hunters<S> {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let Mover::Hunter(hunter) = view.board().to_move() else {
            unreachable!("only hunters are asked");
        };
        let mut hunt = Hunt::new(&self.ground, view, hunter, turn.rng());
        let to = match view.board().at(hunter) {
            None => self.style.start(&mut hunt),
            Some(_) => self.style.go(&mut hunt),
        };
        Move::Hunter(to).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}

#[derive(Clone)]
struct Dracula<S> {
    ground: Ground,
    style: S,
}

impl<S: DraculaStyle> Bot<Course> for Dracula<S> {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.dracula().expect("the bot plays Dracula");
        let mut flight = Flight::new(&self.ground, view, turn.rng());
        let mv = match view.position().dracula() {
            None => self.style.start(&mut flight),
            Some(_) => self.style.go(&mut flight),
        };
        Move::Dracula(mv).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}

/// One of the places, all equally likely; `None` if there are none.
fn any_of(places: PlaceSet, rng: &mut Rng) -> Option<Place> {
    let count = u32::try_from(places.len()).unwrap_or(0);
    if count == 0 { None } else { places.nth(below(rng, count) as usize) }
}

/// The hunters who are placed, with their places.
fn placed(board: &Board) -> impl Iterator<Item = (Hunter, Place)> {
    Hunter::ALL.into_iter().filter_map(|hunter| Some((hunter, board.at(hunter)?)))
}
