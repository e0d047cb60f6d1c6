//! Fury as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt;
use std::sync::Arc;

use super::choices::Moves;
use super::data::Data;
use super::data_form::DATA_FORM;
use super::moves::Move;
use super::params::{PARAMETERS, Params};
use super::state::{Play, State};
use super::view::{Event, View, ViewEvents};
use super::{Fury, describe, notation};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::data::{DataFile, DataForm};
use crate::game::{
    Choice, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, Turn, fact,
};
use crate::map::{BuiltinMap, Map, MapWords};
use crate::seats::{Direction, Knowledge, Seat, Side, SideId, Sides, Viewer};

/// Dracula's side.
pub(super) const DRACULA_SIDE: SideId = SideId(0);
/// The hunters' side.
pub(super) const HUNTERS_SIDE: SideId = SideId(1);

/// The facts of a finished game (O1).
const FACTS: &[FactInfo] = &[
    fact("rounds", "rounds", "number of the last round begun"),
    fact("influence", "points", "Dracula's influence"),
    fact("damage", "points", "Dracula's damage"),
    fact("despair", "tokens", "despair tokens laid"),
    fact("defeats", "hunters", "defeats of hunters"),
    fact("bites", "bites", "bites that were not prevented, those that defeat included"),
    fact("matured", "vampires", "vampires that matured"),
    fact("vampires_killed", "vampires", "vampires killed in combats"),
    fact("combats", "combats", "fights at dawn and dusk"),
];

/// The two sides with their seats (G1), and the direction of the score that each wants (G5).
pub(super) fn sides() -> Sides {
    let side = |name, seats, direction| Side {
        name,
        kind: name,
        seats,
        knowledge: Knowledge::Shared,
        score: 0,
        direction,
    };
    Sides::new(vec![
        side("dracula", &["Dracula"], Direction::High),
        side(
            "hunters",
            &["Lord Godalming", "Dr Seward", "Van Helsing", "Mina Harker"],
            Direction::Low,
        ),
    ])
}

/// The one score, with its range (G5).
pub(super) fn scores(params: &Params) -> Vec<ScoreInfo> {
    let most = i32::from(params.health) * i32::from(params.goal);
    vec![ScoreInfo {
        name: "margin",
        unit: "points",
        range: (-most, most),
        meaning: "health times influence, less goal times damage; above 0 if Dracula wins",
    }]
}

impl Game for Fury {
    const NAME: &'static str = "fury";
    const SUMMARY: &'static str =
        "Fury of Dracula, third edition: a hidden trail across Europe, and four hunters";
    const MAPS: &'static [BuiltinMap] = &[BuiltinMap::FURY];
    const MAP_WORDS: MapWords = super::world::WORDS;
    const DATA: Option<DataForm> = Some(DATA_FORM);

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Play;
    type View = View;
    type Event = Event;
    type Events = ViewEvents;

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
        Self::of(params, map.ok_or(SetupError::NoMap)?, Data::load(data)?)
    }

    fn data_file(&self) -> Option<&Arc<DataFile>> {
        Some(&self.data.file)
    }

    fn params(&self) -> &Params {
        self.params()
    }

    fn map(&self) -> Option<&Map> {
        Some(self.world().map())
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
        self.params().max_decisions()
    }

    fn start(&self, chance: Chance) -> State {
        State::start(self, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        state.turn(self)
    }

    /// N6: none.
    fn forced_move(&self, _: &State) -> Option<Move> {
        None
    }

    /// N6: none.
    fn opening_choice(&self, _: &mut State) -> Option<Choice<Move>> {
        None
    }

    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        state.default_choice()
    }

    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        state.play(self, choice)
    }

    fn redact(&self, state: &State, play: &Play, viewer: Viewer) -> ViewEvents {
        state.events(play, viewer).collect::<Vec<_>>().into_iter()
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        if viewer == Viewer(0) {
            state.dracula_view()
        } else {
            state.hunters_view(self.world().castle)
        }
    }

    fn take_question(&self, view: &mut View) -> Option<Event> {
        view.question().take().map(|asked| Event::Asked(Some(Box::new(asked))))
    }

    /// Changes come in an order of their own wherever a seat may have to be asked, so one that is out
    /// of order begins a turn.
    fn beat(&self, _: &View, last: Option<&Event>, event: &Event) -> Beat {
        match last {
            _ if matches!(event, Event::Asked(_)) => Beat::More,
            Some(last) if last.order() < event.order() => Beat::More,
            _ => Beat::Begin(None),
        }
    }

    fn advance(&self, view: &mut View, event: Event) {
        view.apply(&event);
    }

    /// The same as by default, without a copy of the events.
    fn tell(&self, state: &State, play: &Play, viewer: Viewer, view: &mut View) {
        state.show(play, viewer, view);
    }

    fn legal_moves(&self, view: &View) -> Moves {
        view.moves()
    }

    fn round(&self, state: &State) -> Option<u32> {
        Some(state.known.table.round.into())
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        state.facts()
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        notation::write(self, mv, out)
    }

    fn parse_move(&self, _: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        notation::parse(self, text)
    }

    fn write_play(&self, play: &Play, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::play(self, play, out)
    }

    fn write_board(&self, state: &State, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::board(self, state, out)
    }
}
