//! Masters as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt;
use std::sync::Arc;

use super::cells::Member;
use super::data::Data;
use super::data_form::DATA_FORM;
use super::moves::{Move, Moves};
use super::params::{PARAMETERS, Params, Teams};
use super::state::{Play, State};
use super::step::MOST_DECISIONS;
use super::told::Told;
use super::view::{Event, View};
use super::{Masters, describe};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::data::{DataFile, DataForm};
use crate::game::{
    Choice, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, ShownFact, Turn, fact,
};
use crate::map::{BuiltinMap, Map};
use crate::seats::{Direction, Knowledge, Seat, Side, Sides, Viewer};

/// The facts of a finished game (R2).
const FACTS: &[FactInfo] = &[
    fact("rounds", "rounds", "the round in which the game ended"),
    fact("veil", "points", "the veil at the end"),
    fact("kills", "kills", "kills of all vampires"),
    fact("sigils", "sigils", "dread sigils placed"),
    fact("minions", "minions", "minions in the city at the end"),
    fact("drained", "times", "times that a vampire's blood fell to 0"),
    fact("veil_lost", "points", "the sum of all falls of the veil"),
    fact("relics", "relics", "relics drawn"),
    fact("combats", "combats", "combats begun"),
];

/// The facts whose means the leaderboard shows.
const SHOWN: [&str; 4] = ["rounds", "kills", "sigils", "veil_lost"];

/// The seats of a family of five; smaller ones have the first of them.
const SEATS: [&str; 5] = ["Vampire 0", "Vampire 1", "Vampire 2", "Vampire 3", "Vampire 4"];

/// The names of the sides of a mixed team: the numbers of their seats.
const NUMBERS: [&str; 5] = ["0", "1", "2", "3", "4"];

/// G1: one side, or one for each vampire.
pub(super) fn sides(params: &Params) -> Sides {
    let players = usize::from(params.players);
    let side = |name, seats| Side {
        name,
        kind: "vampires",
        seats,
        knowledge: Knowledge::Shared,
        score: 0,
        direction: Direction::High,
    };
    Sides::new(match params.teams {
        Teams::Shared => vec![side("vampires", &SEATS[..players])],
        Teams::Mixed => (0..players).map(|seat| side(NUMBERS[seat], &SEATS[seat..=seat])).collect(),
    })
}

/// The two scores (G4).
pub(super) fn scores() -> Vec<ScoreInfo> {
    let score = |name, unit, range, meaning| ScoreInfo { name, unit, range, meaning };
    vec![
        score("victory", "wins", (0, 1), "1 if the ritual was held"),
        score("progress", "points", (0, 100), "how far the family came: kills, sigils, minions"),
    ]
}

impl Game for Masters {
    const NAME: &'static str = "masters";
    const SUMMARY: &'static str =
        "Masters of the Night: a family of vampires, all for one, against the Inquisition";
    const MAPS: &'static [BuiltinMap] = &[];
    const DATA: Option<DataForm> = Some(DATA_FORM);

    type Params = Params;
    type State = State;
    type Move = Move;
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

    /// The facts that results show: the length of the game, and what the family has achieved.
    fn shown_facts(&self) -> Vec<ShownFact> {
        let shown = |name: &&'static str| {
            let place = FACTS.iter().position(|fact| fact.name == *name)?;
            let by_side = vec![Some(place); self.sides.list().len()];
            Some(ShownFact { name, unit: FACTS[place].unit, by_side })
        };
        SHOWN.iter().filter_map(shown).collect()
    }

    /// The most decisions of a game (D5).
    fn max_decisions(&self) -> u32 {
        MOST_DECISIONS.into()
    }

    fn start(&self, chance: Chance) -> State {
        State::start(self, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn(self)
    }

    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        state.default_choice(self)
    }

    #[inline]
    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        state.play(self, choice)
    }

    #[inline]
    fn redact(&self, state: &State, play: &Play, _: Viewer) -> Option<Event> {
        Some(state.event(play))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let seat = match self.params.teams {
            Teams::Shared => None,
            Teams::Mixed => Member::try_from(viewer.0).ok(),
        };
        View { seat, ..state.view() }
    }

    fn beat(&self, _: &View, _: Option<&Event>, event: &Event) -> Beat {
        Beat::Play(event.made.seat.seat())
    }

    fn told_move(&self, event: &Event) -> Option<Move> {
        Some(event.made.mv)
    }

    #[inline]
    fn advance(&self, view: &mut View, event: Event) {
        view.apply(event);
    }

    #[inline]
    fn legal_moves(&self, view: &View) -> Moves {
        view.moves(self)
    }

    fn round(&self, state: &State) -> Option<u32> {
        Some(state.position.table.round.into())
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        state.position.table.facts().to_vec()
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    fn parse_move(&self, _: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        text.parse().map_err(|_| MoveSyntaxError {
            text: text.to_owned(),
            remedy: "give one of the legal moves, such as `END` or `MV:POL:1`".to_owned(),
        })
    }

    fn write_play(&self, play: &Play, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::play(play, out)
    }

    fn write_board(&self, state: &State, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::board(&state.position.table, out)
    }

    /// Once a night turn.
    fn board_is_due(&self, _: &State, play: &Play) -> bool {
        play.told.as_slice().iter().any(|told| matches!(told, Told::Turn(_) | Told::Over(_)))
    }
}
