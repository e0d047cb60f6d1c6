//! Playouts: games that cheap policies play to the end, to judge positions by their results.
//!
//! Idea: hunters act on what they could know, [`PossibleTrail`], which each playout carries along
//! with the position. Dracula sees everything. Styles of play can be mixed, so that a search does
//! not learn to beat a single opponent. Chance is [`Noise`], which two playouts of one draw share
//! wherever they can.
//! Cost: sets of places and a table of distances; about 0.3 microseconds a turn, and nothing is
//! allocated.
//! Weakness: no policy plans, and a player who knows a style beats it.

mod dracula;
mod hunters;
mod noise;
mod possible;
#[cfg(test)]
mod tests;

use stoker_engine::course::{Course, Move, Mover, Position};

use super::tables::Tables;

pub use dracula::DraculaStyle;
pub use hunters::HunterStyle;
pub use noise::Noise;
pub use possible::PossibleTrail;

/// A position, and the places where the hunters of a playout think that Dracula can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutState {
    /// The truth.
    pub position: Position,
    /// The hunters' knowledge, derived from public facts.
    pub possible: PossibleTrail,
}

/// The styles of both sides in a playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Styles {
    /// The hunters' style.
    pub hunters: HunterStyle,
    /// Dracula's style.
    pub dracula: DraculaStyle,
}

/// A player of playouts.
///
/// # Examples
/// ```
/// use stoker_bots::course::{DraculaStyle, HunterStyle, Noise, Playout, PlayoutState};
/// use stoker_bots::course::{Styles, Tables};
/// use stoker_engine::{Purpose, Seed, course::Course};
/// let (rules, mut rng) = (Course::default(), Seed(1).rng(None, None, Purpose::BOT));
/// let tables = Tables::new(&rules);
/// let styles = Styles { hunters: HunterStyle::Seeker, dracula: DraculaStyle::Evader };
/// let mut playout_state = PlayoutState::start(&rules);
/// let noise = Noise::draw(&mut rng);
/// Playout::new(&rules, &tables).play_turns(&mut playout_state, styles, u32::MAX, noise);
/// assert!(playout_state.position.board().is_over());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Playout<'a> {
    rules: &'a Course,
    tables: &'a Tables,
}

impl PlayoutState {
    /// The scene before the first turn.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        Self { position: Position::start(rules), possible: PossibleTrail::start(rules) }
    }

    /// Plays a move that is known to be legal, and updates the hunters' knowledge by its public
    /// part.
    #[inline]
    pub fn play(&mut self, rules: &Course, mv: Move) {
        let outcome = self.position.play_unchecked(rules, mv);
        match mv {
            Move::Hunter(to) => {
                self.possible.hunter_played(rules, &self.position, to, outcome.revealed);
            }
            Move::Dracula(_) => self.possible.dracula_played(rules, &self.position),
        }
    }
}

impl<'a> Playout<'a> {
    /// Playouts by these rules, with the tables made from them.
    #[must_use]
    pub fn new(rules: &'a Course, tables: &'a Tables) -> Self {
        Self { rules, tables }
    }

    /// The move that a policy plays.
    #[inline]
    #[must_use]
    pub fn choose(&self, playout_state: &PlayoutState, styles: Styles, noise: Noise) -> Move {
        match playout_state.position.board().to_move() {
            Mover::Hunter(hunter) => {
                let style = styles.hunters;
                Move::Hunter(hunters::choose(
                    self.rules,
                    self.tables,
                    playout_state,
                    hunter,
                    style,
                    noise,
                ))
            }
            Mover::Dracula => {
                let style = styles.dracula;
                Move::Dracula(dracula::choose(self.rules, self.tables, playout_state, style, noise))
            }
        }
    }

    /// Plays until the game is over or this many turns are played, and returns their number.
    #[inline]
    pub fn play_turns(
        &self,
        playout_state: &mut PlayoutState,
        styles: Styles,
        turns: u32,
        noise: Noise,
    ) -> u32 {
        let mut played = 0;
        while played < turns && !playout_state.position.board().is_over() {
            let mv = self.choose(playout_state, styles, noise);
            playout_state.play(self.rules, mv);
            played += 1;
        }
        played
    }
}
