//! The toy as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt;
use std::sync::Arc;

use super::params::PARAMETERS;
use super::{Event, Layout, Moves, Params, Play, State, Toy, View, moves};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::game::{
    Choice, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, Turn,
};
use crate::map::{BuiltinMap, Map};
use crate::seats::{Seat, SideId, Sides, Viewer};
use crate::seed::Purpose;

const OPENING: Purpose = Purpose::new("opening");
const DEFAULT: Purpose = Purpose::new("default");
/// Decisions of a random opening.
const OPENING_DECISIONS: u32 = 2;

impl Game for Toy {
    const NAME: &'static str = "toy";
    const SUMMARY: &'static str = "numbers in turn, and dice that not everybody sees";
    const MAPS: &'static [BuiltinMap] = &[];

    type Params = Params;
    type State = State;
    type Move = u8;
    type Moves = Moves;
    type Play = Play;
    type View = View;
    type Event = Event;
    type Events = Option<Event>;

    fn presets() -> Vec<Preset<Params>> {
        Params::presets()
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: Params, map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        match map {
            Some(_) => Err(SetupError::UnwantedMap),
            None => Self::with(params),
        }
    }

    fn begun_by(&self, side: SideId) -> Option<Self> {
        let layout = match (self.params.layout, side) {
            (Layout::Pair | Layout::Reversed, SideId(0)) => Layout::Pair,
            (Layout::Pair | Layout::Reversed, _) => Layout::Reversed,
            _ => return None,
        };
        Some(Self { params: Params { layout, ..self.params.clone() }, ..self.clone() })
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn map(&self) -> Option<&Map> {
        None
    }

    fn sides(&self) -> &Sides {
        &self.sides
    }

    fn scores(&self) -> &[ScoreInfo] {
        &self.scores
    }

    fn facts(&self) -> &[FactInfo] {
        &self.facts
    }

    fn max_decisions(&self) -> u32 {
        self.bound
    }

    fn start(&self, chance: Chance) -> State {
        State::new(chance, self.scores.len())
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        if self.is_over(state) {
            Turn::Over(self.ending(state))
        } else {
            Turn::ToMove(self.seat_at(state.decision))
        }
    }

    fn forced_move(&self, state: &State) -> Option<u8> {
        state.forced_move()
    }

    fn opening_choice(&self, state: &mut State) -> Option<Choice<u8>> {
        let open = state.decision < OPENING_DECISIONS;
        open.then(|| state.random_move(OPENING).into())
    }

    fn default_choice(&self, state: &mut State) -> Choice<u8> {
        state.random_move(DEFAULT).into()
    }

    /// Nobody gets the message.
    fn play(&self, state: &mut State, choice: Choice<u8>) -> Result<Play, IllegalMove> {
        self.carry_out(state, choice.mv)
    }

    fn redact(&self, state: &State, play: &Play, viewer: Viewer) -> Option<Event> {
        Some(self.event_for(state, play, viewer))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_of(state, viewer)
    }

    fn beat(&self, view: &View, _: Option<&Event>, _: &Event) -> Beat {
        Beat::Play(self.seat_at(view.decision))
    }

    fn told_move(&self, event: &Event) -> Option<u8> {
        Some(event.mv)
    }

    fn advance(&self, view: &mut View, event: Event) {
        view.apply(event);
    }

    fn legal_moves(&self, view: &View) -> Moves {
        self.moves_of(view)
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        vec![state.sixes.into()]
    }

    fn write_move(&self, mv: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        moves::write(mv, out)
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<u8, MoveSyntaxError> {
        moves::parse(text)
    }

    fn write_play(&self, play: &Play, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{} plays {}", self.sides.seat_name(play.seat), play.mv)?;
        match play.die {
            Some(die) => write!(out, " and throws {}", die + 1),
            None => Ok(()),
        }
    }

    fn write_board(&self, state: &State, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "{:?}, {} sixes", state.scores.as_slice(), state.sixes)
    }

    /// True when each seat has had its turn.
    fn board_is_due(&self, _: &State, play: &Play) -> bool {
        play.seat.0 + 1 == self.sides.seat_count()
    }
}
