//! The course ruleset as a [`Game`].
//!
//! The first items of the implementation look alike in all rulesets: constants, types, and what
//! hands out fields. A trait cannot supply them, because their values are the ruleset's own.

use std::fmt::{self, Write};
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::moves::{DraculaMove, Hunter, Move, Mover, Moves};
use super::notation::write_ascii;
use super::params::{PARAMETERS, Params};
use super::play::{Encounter, Play, Turned};
use super::state::State;
use super::view::{Event, View};
use super::{Course, describe};
use crate::beat::Beat;
use crate::chance::Chance;
use crate::game::{
    Choice, Ending, FactInfo, Game, IllegalMove, MoveSyntaxError, ParameterInfo, Preset, ScoreInfo,
    SetupError, Turn,
};
use crate::map::{BuiltinMap, Map, MapWords, PlaceSet};
use crate::message::Message;
use crate::seats::{Direction, Knowledge, Seat, Side, SideSet, Sides, Viewer};
use crate::seed::Purpose;

/// The stream of the random opening, which places everyone.
const OPENING: Purpose = Purpose::new("opening");
/// The stream of a disqualified Dracula's moves (P2).
const DEFAULT: Purpose = Purpose::new("default");
/// The message that the course's own runner sends with a default move. Some programs look for it
/// (P2).
const DEFAULT_MESSAGE: &str = "===== Generating default move...player disqualified... =====";

/// The hunters' viewer. The other viewer is Dracula's.
const HUNTERS: Viewer = Viewer(0);

const FACTS: &[FactInfo] = &[
    FactInfo { name: "rounds", unit: "rounds", meaning: "rounds that Dracula completed" },
    FactInfo { name: "blood", unit: "points", meaning: "blood that Dracula had left, raw" },
    FactInfo {
        name: "hospital_visits",
        unit: "visits",
        meaning: "times a hunter was sent to the hospital",
    },
    FactInfo { name: "vampires_matured", unit: "vampires", meaning: "vampires that matured" },
    FactInfo { name: "traps_sprung", unit: "traps", meaning: "traps that hunters met" },
    FactInfo {
        name: "dracula_encounters",
        unit: "encounters",
        meaning: "times a hunter met Dracula",
    },
];

/// The seats in playing order (G1). All hunters see the same (K1).
pub(super) fn sides() -> Sides {
    Sides::new(vec![
        Side {
            name: "hunters",
            kind: "hunters",
            seats: &Hunter::NAMES,
            knowledge: Knowledge::Shared,
            score: 0,
            direction: Direction::High,
        },
        Side {
            name: "dracula",
            kind: "dracula",
            seats: &["Dracula"],
            knowledge: Knowledge::Shared,
            score: 0,
            direction: Direction::Low,
        },
    ])
}

/// The score (G2).
pub(super) fn scores(params: &Params) -> Vec<ScoreInfo> {
    // The last turn starts with at least 1 and loses a round with a vampire, or a hospital visit.
    let last =
        (params.score_loss_round + params.score_loss_vampire).max(params.score_loss_hospital);
    vec![ScoreInfo {
        name: "score",
        unit: "points",
        range: (1 - last, params.start_score),
        meaning: "the score, raw: hunters want it high, Dracula low",
    }]
}

impl Game for Course {
    const NAME: &'static str = "course";
    const SUMMARY: &'static str =
        "the course's Fury of Dracula: four hunters against a Dracula with a hidden trail";
    const MAPS: &'static [BuiltinMap] = &[BuiltinMap::COURSE, BuiltinMap::TINY];
    const MAP_WORDS: MapWords = super::maps::WORDS;

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Turned;
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
        Self::on(params, map.ok_or(SetupError::NoMap)?)
    }

    fn params(&self) -> &Params {
        self.params()
    }

    fn map(&self) -> Option<&Map> {
        Some(self.map())
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
        5 * self.params().max_rounds()
    }

    fn start(&self, chance: Chance) -> State {
        State::start(self, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        let board = state.position().board();
        if board.is_over() {
            Turn::Over(ending(state))
        } else {
            Turn::ToMove(board.to_move().seat())
        }
    }

    /// A teleport, if it is Dracula's only move (D8).
    fn forced_move(&self, state: &State) -> Option<Move> {
        let position = state.position();
        let teleport = position.board().to_move() == Mover::Dracula
            && position.dracula_moves(self).contains(DraculaMove::Teleport);
        teleport.then_some(Move::Dracula(DraculaMove::Teleport))
    }

    /// Places everyone at random in round 0: the hunters in cities, Dracula in a city without a
    /// hunter that is not his castle.
    ///
    /// No sensible player starts elsewhere, and a start at sea or among the hunters would matter
    /// more than the play.
    fn opening_choice(&self, state: &mut State) -> Option<Choice<Move>> {
        let board = *state.position().board();
        if board.round() > 0 || board.is_over() {
            return None;
        }
        let cities = self.map().places() - self.seas();
        let (places, wrap): (_, fn(_) -> Move) = match board.to_move() {
            Mover::Hunter(_) => (cities, Move::Hunter),
            Mover::Dracula => {
                let home = PlaceSet::of(self.castle()) | PlaceSet::of(self.hospital());
                let free = cities - home - board.hunters();
                let free = if free.is_empty() { PlaceSet::of(self.castle()) } else { free };
                (free, |place| Move::Dracula(DraculaMove::To(place)))
            }
        };
        let index = draw(&mut state.chance, OPENING, places.len());
        places.nth(index).map(wrap).map(Choice::from)
    }

    /// The default move (P2): a hunter stays, or starts in the hospital; Dracula moves at random.
    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        let position = *state.position();
        let mv = match position.board().to_move() {
            Mover::Hunter(hunter) => {
                Move::Hunter(position.board().at(hunter).unwrap_or(self.hospital()))
            }
            Mover::Dracula => {
                let mut moves = Moves::dracula(position.dracula_moves(self));
                let index = draw(&mut state.chance, DEFAULT, moves.len());
                moves.nth(index).unwrap_or(Move::Dracula(DraculaMove::Teleport))
            }
        };
        Choice { mv, message: Message::new(DEFAULT_MESSAGE) }
    }

    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Turned, IllegalMove> {
        state.play(self, choice)
    }

    #[inline]
    fn redact(&self, state: &State, play: &Turned, viewer: Viewer) -> Option<Event> {
        Some(if viewer == HUNTERS {
            Event::Hunters(state.for_hunters(play))
        } else {
            Event::Dracula(state.for_dracula(play))
        })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        if viewer == HUNTERS {
            View::Hunters(state.history().as_hunters())
        } else {
            View::Dracula(state.history().clone())
        }
    }

    fn beat(&self, view: &View, _: Option<&Event>, _: &Event) -> Beat {
        Beat::Play(view.mover().seat())
    }

    #[inline]
    fn advance(&self, view: &mut View, event: Event) {
        match (view, event) {
            (View::Hunters(view), Event::Hunters(event)) => view.advance(event),
            (View::Dracula(view), Event::Dracula(event)) => view.advance(event),
            (View::Hunters(_), Event::Dracula(_)) | (View::Dracula(_), Event::Hunters(_)) => {
                debug_assert!(false, "an event of another viewer");
            }
        }
    }

    /// There is one event for each viewer, and it is large: nothing moves it about here.
    #[inline]
    fn tell(&self, state: &State, play: &Turned, _: Viewer, view: &mut View) {
        match view {
            View::Hunters(view) => view.advance(state.for_hunters(play)),
            View::Dracula(view) => view.advance(state.for_dracula(play)),
        }
    }

    fn legal_moves(&self, view: &View) -> Moves {
        match view {
            View::Hunters(view) => view.moves(self),
            View::Dracula(view) => view.moves(self),
        }
    }

    fn round(&self, state: &State) -> Option<u32> {
        Some(state.position().board().round().into())
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        let board = state.position().board();
        let [mut matured, mut traps, mut met] = [0; 3];
        for play in state.history().plays() {
            match play {
                Play::Hunter(play) => {
                    traps += i64::from(play.met.traps);
                    met += i64::from(play.met.dracula);
                }
                Play::Dracula(play) => {
                    matured += i64::from(play.left == Some(Encounter::Vampire));
                }
            }
        }
        let hospital = i64::from(state.hospital_visits());
        vec![i64::from(board.round()), i64::from(board.blood()), hospital, matured, traps, met]
    }

    fn write_move(&self, mv: Move, out: &mut dyn Write) -> fmt::Result {
        write_ascii(out, &self.move_code(mv))
    }

    fn parse_move(&self, seat: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        let hunter = Hunter::ALL.get(usize::from(seat.0));
        let (mv, remedy) = if hunter.is_some() {
            (self.place(text).map(Move::Hunter), "give a place's two-letter code, such as")
        } else {
            let mv = self.dracula_move(text).map(Move::Dracula);
            (mv, "give `HI`, `D1`..`D9`, `TP` or a place's two-letter code, such as")
        };
        mv.ok_or_else(|| MoveSyntaxError {
            text: text.to_owned(),
            remedy: format!("{remedy} `{}`", self.map().code(self.castle())),
        })
    }

    fn write_play(&self, play: &Turned, out: &mut dyn Write) -> fmt::Result {
        describe::play(self, play, out)
    }

    fn write_board(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        describe::board(self, state.history(), out)
    }

    /// True after the move of Dracula, who moves last in a round.
    fn board_is_due(&self, _: &State, play: &Turned) -> bool {
        matches!(play.play, Play::Dracula(_))
    }
}

fn draw(chance: &mut Chance, stream: Purpose, count: usize) -> usize {
    chance.below(stream, u32::try_from(count).expect("fewer than 2^32 moves")) as usize
}

/// The ending (G3). If blood and score run out together, the reason names both and the hunters win.
fn ending(state: &State) -> Ending {
    let board = state.position().board();
    let (side, reason) = match (board.blood() <= 0, board.score() <= 0) {
        (true, true) => (Course::HUNTERS, "blood-and-score"),
        (true, false) => (Course::HUNTERS, "blood"),
        (false, _) => (Course::DRACULA, "score"),
    };
    let mut scores = ArrayVec::new();
    scores.push(board.score());
    Ending { scores, winners: SideSet::NONE.with(side), reason }
}
