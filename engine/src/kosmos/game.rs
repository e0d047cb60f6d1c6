//! Kosmos as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt;
use std::sync::Arc;

use super::cards::Side as KosmosSide;
use super::data::Data;
use super::moves::{Move, Moves};
use super::params::{PARAMETERS, Params};
use super::state::{Events, Play, State};
use super::view::{Event, View};
use super::{DATA_FORM, Kosmos, describe, notation};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::data::{DataFile, DataForm};
use crate::game::{
    Choice, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, Turn, fact,
};
use crate::map::{BuiltinMap, Map};
use crate::seats::{Direction, Knowledge, Seat, Side, SideId, Sides, Viewer};

/// The facts of a finished game (Z6).
const FACTS: &[FactInfo] = &[
    fact("turns", "turns", "turns begun"),
    fact("lives_dracula", "lives", "lives that Dracula had left"),
    fact("lives_hunter", "lives", "lives that the hunter had left"),
    fact("victims_won", "cards", "victims that Dracula won, gifts included"),
    fact("coffins_won", "cards", "coffins that the hunter won, gifts included"),
    fact("gifts_dracula", "gifts", "gifts given by Dracula"),
    fact("gifts_hunter", "gifts", "gifts given by the hunter"),
    fact("hands_shown", "times", "times that both hands were shown"),
    fact("extra_turns", "turns", "extra turns begun"),
];

/// The two sides (G1), and the direction of the score that each wants (G3).
pub(super) fn sides() -> Sides {
    let side = |side: KosmosSide, seats, direction| Side {
        name: side.name(),
        kind: side.name(),
        seats,
        knowledge: Knowledge::PerSeat,
        score: 0,
        direction,
    };
    Sides::new(vec![
        side(KosmosSide::Dracula, &["Dracula"], Direction::Low),
        side(KosmosSide::Hunter, &["Van Helsing"], Direction::High),
    ])
}

/// The one score (G3).
pub(super) fn scores() -> Vec<ScoreInfo> {
    vec![ScoreInfo {
        name: "result",
        unit: "wins",
        range: (-1, 1),
        meaning: "1 if the hunter wins, -1 if Dracula wins, 0 if nobody does",
    }]
}

impl Game for Kosmos {
    const NAME: &'static str = "kosmos";
    const SUMMARY: &'static str =
        "Dracula, the card and board game of 2003: a duel of hidden cards and memory";
    const MAPS: &'static [BuiltinMap] = &[];
    const DATA: Option<DataForm> = Some(DATA_FORM);

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Play;
    type View = View;
    type Event = Event;
    type Events = Events;

    fn presets() -> Vec<Preset<Params>> {
        Params::presets()
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: Params, map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        Self::configure(params, map, None)
    }

    fn configure(
        params: Params,
        map: Option<Arc<Map>>,
        data: Option<Arc<DataFile>>,
    ) -> Result<Self, SetupError> {
        SetupError::if_map(map.as_ref())?;
        Self::of(params, Data::load(data)?)
    }

    /// G2: in a series, the loser of the last game begins.
    fn begun_by(&self, side: SideId) -> Option<Self> {
        let first = match side {
            SideId(0) => KosmosSide::Dracula,
            SideId(_) => KosmosSide::Hunter,
        };
        Some(Self { params: Params { first, ..self.params.clone() }, ..self.clone() })
    }

    fn data_file(&self) -> Option<&Arc<DataFile>> {
        Some(&self.data.file)
    }

    fn params(&self) -> &Params {
        self.params()
    }

    fn sides(&self) -> &Sides {
        &self.sides
    }

    fn scores(&self) -> &[ScoreInfo] {
        &self.scores
    }

    fn facts(&self) -> &[FactInfo] {
        FACTS
    }

    fn max_decisions(&self) -> u32 {
        self.params().max_decisions(self.data().highest_movement())
    }

    fn start(&self, chance: Chance) -> State {
        State::start(self, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn()
    }

    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        state.default_choice(self)
    }

    /// D4: what is said is dropped.
    #[inline]
    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        state.play(self, choice.mv)
    }

    #[inline]
    fn redact(&self, _: &State, play: &Play, viewer: Viewer) -> Events {
        play.events(KosmosSide::of_viewer(viewer))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        state.view(KosmosSide::of_viewer(viewer))
    }

    fn take_question(&self, view: &mut View) -> Option<Event> {
        view.asked.take().map(Event::Asked)
    }

    /// A choice begins a turn. All choices that are told to both sides are the mover's.
    fn beat(&self, view: &View, _: Option<&Event>, event: &Event) -> Beat {
        match event {
            Event::Told(told) if told.is_choice() => {
                Beat::Begin(view.table.mover.map(|mover| mover.seat()))
            }
            Event::Told(_) | Event::Asked(_) => Beat::More,
        }
    }

    #[inline]
    fn advance(&self, view: &mut View, event: Event) {
        view.apply(self, event);
    }

    #[inline]
    fn legal_moves(&self, view: &View) -> Moves {
        view.moves(self)
    }

    fn round(&self, state: &State) -> Option<u32> {
        Some(state.position.table.turn.into())
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        state.facts()
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        notation::write(mv, out)
    }

    fn parse_move(&self, seat: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        let side = if seat == KosmosSide::Dracula.seat() {
            KosmosSide::Dracula
        } else {
            KosmosSide::Hunter
        };
        notation::parse(side, text)
    }

    fn write_play(&self, play: &Play, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::play(play, out)
    }

    fn write_board(&self, state: &State, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::board(&state.position, out)
    }

    /// True when a turn begins, and at the end.
    fn board_is_due(&self, _: &State, play: &Play) -> bool {
        play.ends_a_turn()
    }
}
