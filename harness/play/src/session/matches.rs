//! The matches of a session, and the players in them.

use serde::Serialize;
use stoker_engine::{Game, Seed, Viewer};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::record::Record;
use stoker_tournament::referee::Played;

use super::SessionError;
use crate::token;

/// The player of a side.
pub enum SidePlayer<G: Game> {
    /// People, with their name in records.
    People(String),
    /// A bot.
    Bot(Entrant<G>),
}

impl<G: Game> SidePlayer<G> {
    /// The name in records.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::People(name) => name,
            Self::Bot(entrant) => &entrant.name,
        }
    }
}

// Written by hand: a derived impl would require the ruleset to be `Clone` too.
impl<G: Game> Clone for SidePlayer<G> {
    fn clone(&self) -> Self {
        match self {
            Self::People(name) => Self::People(name.clone()),
            Self::Bot(entrant) => Self::Bot(entrant.clone()),
        }
    }
}

/// The fate of a record. A match goes on, whatever became of the record before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// It is stored.
    Stored,
    /// Nobody asked for it.
    Unasked,
    /// It should have been stored, and could not be.
    Lost,
}

/// A match that is to be played at a table.
pub struct TableMatch<G: Game> {
    /// The number in records.
    pub number: u64,
    /// The seed.
    pub seed: Seed,
    /// The player of each side.
    pub lineup: Vec<SidePlayer<G>>,
    /// The viewers whose seats people play, by place at the table.
    pub viewers: Vec<u8>,
    /// True if no match comes after it.
    pub is_last: bool,
}

/// The matches of a session.
pub trait Matches<G: Game> {
    /// The next match; `None` if there is none.
    ///
    /// # Errors
    /// If there is no seed for it.
    fn next(&mut self) -> Result<Option<TableMatch<G>>, SessionError>;

    /// Takes a match that is over. If moves of it are taken back, it comes once more.
    fn keep(&mut self, record: &Record, played: &Played) -> Kept;
}

/// The same people and bots, again and again.
pub struct SameLineup<G: Game, K: FnMut(&Record) -> Kept> {
    /// The player of each side.
    pub lineup: Vec<SidePlayer<G>>,
    /// The viewers of people, by place at the table.
    pub viewers: Vec<u8>,
    /// The number of the next match.
    pub number: u64,
    /// The seed of the first match. Each later match has a random one: people who know the first
    /// must not know what comes.
    pub seed: Option<Seed>,
    /// Takes records.
    pub keep: K,
}

impl<G: Game, K: FnMut(&Record) -> Kept> Matches<G> for SameLineup<G, K> {
    fn next(&mut self) -> Result<Option<TableMatch<G>>, SessionError> {
        let seed = self.seed.take().map_or_else(|| token::seed().map(Seed), Ok)?;
        let (number, lineup, viewers) = (self.number, self.lineup.clone(), self.viewers.clone());
        self.number += 1;
        Ok(Some(TableMatch { number, seed, lineup, viewers, is_last: false }))
    }

    fn keep(&mut self, record: &Record, _played: &Played) -> Kept {
        (self.keep)(record)
    }
}

/// The viewers whose sides have no bot, with their names: one person plays each.
pub fn viewers_of_people<G: Game>(
    game: &G,
    taken: impl Fn(usize) -> bool,
) -> Vec<(Viewer, String)> {
    let sides = game.sides();
    let people =
        sides.viewers().iter().enumerate().filter(|(_, place)| !taken(usize::from(place.side.0)));
    let named = people.map(|(number, place)| {
        let side = sides.side(place.side);
        let name = if usize::from(place.seats.end - place.seats.start) == side.seats.len() {
            side.name.to_owned()
        } else {
            side.seats[usize::from(place.seats.start) - usize::from(first_seat(game, number))]
                .to_owned()
        };
        (Viewer(u8::try_from(number).unwrap_or(u8::MAX)), name)
    });
    named.collect()
}

/// The first seat of the side of a viewer.
fn first_seat<G: Game>(game: &G, viewer: usize) -> u8 {
    let viewers = game.sides().viewers();
    let side = viewers[viewer].side;
    viewers.iter().find(|place| place.side == side).map_or(0, |place| place.seats.start)
}
