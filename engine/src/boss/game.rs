//! Boss's Orders as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt;
use std::sync::Arc;

use super::data::Data;
use super::data_form::DATA_FORM;
use super::moves::{Move, Moves};
use super::params::{PARAMETERS, Params};
use super::players::{MOST_PLAYERS, NAMES, Player};
use super::state::{Events, Play, State};
use super::view::{Event, View};
use super::{Boss, describe};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::data::{DataFile, DataForm};
use crate::game::{
    Choice, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, ShownFact, Turn, fact,
};
use crate::map::{BuiltinMap, Map};
use crate::seats::{Direction, Knowledge, Seat, Side, SideId, Sides, Viewer};

/// E6: the facts of the game as a whole.
const FACTS: &[FactInfo] = &[
    fact("rounds", "rounds", "rounds begun"),
    fact("turns", "turns", "turns taken"),
    fact("attacks", "attacks", "attacks begun"),
    fact("failed", "attacks", "attacks that failed"),
    fact("beaten", "pedestrians", "pedestrians claimed"),
    fact("orders_left", "orders", "orders still open"),
    fact("closed", "tiles", "tiles closed"),
    fact("dead", "seats", "seats that died of wounds"),
    fact("burnt", "seats", "seats that sunlight killed"),
    fact("left", "seats", "seats that left in time"),
];

/// E6: the facts of each seat.
const OF_SEAT: [[FactInfo; 3]; MOST_PLAYERS] = [
    of_seat("vp_v0", "orders_v0", "wounds_v0"),
    of_seat("vp_v1", "orders_v1", "wounds_v1"),
    of_seat("vp_v2", "orders_v2", "wounds_v2"),
    of_seat("vp_v3", "orders_v3", "wounds_v3"),
    of_seat("vp_v4", "orders_v4", "wounds_v4"),
];

const fn of_seat(vp: &'static str, orders: &'static str, wounds: &'static str) -> [FactInfo; 3] {
    [
        fact(vp, "points", "victory points of the seat"),
        fact(orders, "orders", "orders that the seat won"),
        fact(wounds, "wounds", "wounds of the seat at the end"),
    ]
}

const RANKS: [&str; MOST_PLAYERS] = ["rank_v0", "rank_v1", "rank_v2", "rank_v3", "rank_v4"];
const SEATS: [&[&str]; MOST_PLAYERS] = [&["v0"], &["v1"], &["v2"], &["v3"], &["v4"]];

/// The sides: each seat is one (G1).
pub(super) fn sides(players: usize) -> Sides {
    let side = |number: usize| Side {
        name: NAMES[number],
        kind: "vampire",
        seats: SEATS[number],
        knowledge: Knowledge::PerSeat,
        score: number,
        direction: Direction::High,
    };
    Sides::new((0..players).map(side).collect())
}

/// The scores: the rank of each seat (E4).
pub(super) fn scores(players: usize) -> Vec<ScoreInfo> {
    let most = i32::try_from(2 * (players - 1)).expect("five seats at most");
    let score = |name| ScoreInfo {
        name,
        unit: "points",
        range: (0, most),
        meaning: "2 for each seat ranked behind this one, 1 for each tied with it",
    };
    RANKS.into_iter().take(players).map(score).collect()
}

/// The facts of a finished game (E6).
pub(super) fn facts(players: usize) -> Vec<FactInfo> {
    FACTS.iter().chain(OF_SEAT[..players].iter().flatten()).cloned().collect()
}

impl Game for Boss {
    const NAME: &'static str = "boss";
    const SUMMARY: &'static str =
        "Boss's Orders, the card game of 2023: vampires hunt for two to five players";
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
        &self.facts
    }

    fn shown_facts(&self) -> Vec<ShownFact> {
        let of = |name, unit, place: usize| {
            let fact = |seat: usize| Some(FACTS.len() + OF_SEAT[0].len() * seat + place);
            ShownFact { name, unit, by_side: (0..self.sides.list().len()).map(fact).collect() }
        };
        vec![of("vp", "points", 0), of("orders", "orders", 1)]
    }

    /// The most decisions of a game (E8).
    fn max_decisions(&self) -> u32 {
        20_000
    }

    /// E3 and E4: a seat that is dead or in the sun cannot win; one that has left can.
    fn is_out(&self, state: &State, side: SideId) -> bool {
        state.is_out(side)
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

    /// G6: messages are passed to nobody.
    #[inline]
    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        state.play(self, choice.mv)
    }

    #[inline]
    fn redact(&self, _: &State, play: &Play, viewer: Viewer) -> Events {
        play.events(Player::of_viewer(viewer))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        state.view(Player::of_viewer(viewer))
    }

    fn take_question(&self, view: &mut View) -> Option<Event> {
        view.asked.take().map(Event::Asked)
    }

    /// An answer of a seat begins a turn.
    fn beat(&self, _: &View, _: Option<&Event>, event: &Event) -> Beat {
        match event {
            Event::Told(told) => {
                told.answer_of().map_or(Beat::More, |player| Beat::Begin(Some(player.seat())))
            }
            Event::Asked(_) => Beat::More,
        }
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
        state.facts(self)
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }

    fn parse_move(&self, _: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        Move::read(text)
    }

    fn write_play(&self, play: &Play, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::play(play, out)
    }

    fn write_board(&self, state: &State, out: &mut dyn fmt::Write) -> fmt::Result {
        describe::board(self, state.position(), out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leaderboard_shows_the_points_and_orders_of_each_seat() {
        for players in 2..=5 {
            let boss = Boss::with(Params { players, ..Params::default() }).unwrap();
            for shown in boss.shown_facts() {
                assert_eq!(shown.by_side.len(), usize::from(players));
                for (seat, fact) in shown.by_side.iter().enumerate() {
                    let name = format!("{}_v{seat}", shown.name);
                    assert_eq!(boss.facts()[fact.unwrap()].name, name);
                }
            }
        }
    }
}
