//! The pair as a [`Game`].

use std::fmt::{self, Write};
use std::sync::Arc;

use stoker_engine::map::{BuiltinMap, Map};
use stoker_engine::{
    Chance, Choice, Direction, Ending, FactInfo, Game, IllegalMove, Knowledge, MoveSyntaxError,
    ParameterInfo, Preset, Purpose, Rng, ScoreInfo, Seat, SetupError, Side, SideId, SideSet, Sides,
    Turn, Viewer, below,
};

use super::super::contract::Redeal;
use super::super::{draw, no_move, within};
use super::{Board, Colours, Event, Move, Moves, Pair, Params, SEATS, State, View};

const DEAL: Purpose = Purpose::new("deal");
const DEFAULT: Purpose = Purpose::new("default");

const FACTS: &[FactInfo] =
    &[FactInfo { name: "hints_left", unit: "hints", meaning: "hints that were not given" }];

const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("cards", (1, 8), "cards in each row"),
    ParameterInfo::number("colours", (2, 8), "colours that a card can have"),
    ParameterInfo::number("hints", (0, 99), "hints that the two have together"),
    ParameterInfo::number("par", (0, 16), "cards to be named right for a win"),
];

fn sides() -> Sides {
    Sides::new(vec![Side {
        name: "pair",
        kind: "pair",
        seats: &["Left", "Right"],
        knowledge: Knowledge::PerSeat,
        score: 0,
        direction: Direction::High,
    }])
}

impl Pair {
    fn right(state: &State) -> u8 {
        u8::try_from(state.board.right()).expect("at most sixteen cards")
    }

    fn moves(&self, state: &State) -> Moves {
        let seat = state.board.to_move;
        seat.map(|seat| self.view(state, Viewer(seat.0)).moves(self.params.colours))
            .unwrap_or_default()
    }
}

impl Game for Pair {
    const NAME: &'static str = "pair";
    const SUMMARY: &'static str = "two name their cards, of which each sees only the other's";
    const MAPS: &'static [BuiltinMap] = &[];

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Event;
    type View = View;
    type Events = Option<Event>;
    type Event = Event;

    fn presets() -> Vec<Preset<Params>> {
        let preset = |name, summary, hints, par| Preset {
            name,
            summary,
            params: Params { cards: 5, colours: 4, hints, par },
        };
        vec![
            preset("pair", "a hint for four cards of five", 8, 8),
            preset("laconic", "a hint for two cards of five", 4, 5),
        ]
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: Params, map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        let Params { cards, colours, hints, par } = params;
        for (parameter, value) in PARAMETERS.iter().zip([cards, colours, hints, par]) {
            parameter.check(value.into())?;
        }
        within("par", par, 0..=2 * cards)?;
        if map.is_some() {
            return Err(SetupError::UnwantedMap);
        }
        let range = (0, 2 * i32::from(params.cards));
        let meaning = "cards named right";
        let scores = vec![ScoreInfo { name: "right", unit: "cards", range, meaning }];
        Ok(Self { params, sides: sides(), scores })
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
        FACTS
    }

    fn max_decisions(&self) -> u32 {
        2 * u32::from(self.params.cards) + u32::from(self.params.hints)
    }

    fn start(&self, mut chance: Chance) -> State {
        let (cards, colours) = (self.params.cards, self.params.colours);
        let mut row = || (0..cards).map(|_| draw(&mut chance, DEAL, 0..colours)).collect();
        let rows = [row(), row()];
        State { chance, rows, board: Board::new(&self.params) }
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(seat) = state.board.to_move {
            return Turn::ToMove(seat);
        }
        let right = Self::right(state);
        let won = right >= self.params.par;
        Turn::Over(Ending {
            scores: [i32::from(right)].into_iter().collect(),
            winners: if won { SideSet::NONE.with(SideId(0)) } else { SideSet::NONE },
            reason: if won { "par" } else { "below-par" },
        })
    }

    /// The only colour left, when there is no hint to give.
    fn forced_move(&self, state: &State) -> Option<Move> {
        let mut moves = self.moves(state);
        moves.next().filter(|_| moves.len() == 0)
    }

    /// None: the deal is random enough.
    fn opening_choice(&self, _state: &mut State) -> Option<Choice<Move>> {
        None
    }

    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        let moves = self.moves(state);
        draw(&mut state.chance, DEFAULT, moves).into()
    }

    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Event, IllegalMove> {
        let mv = choice.mv;
        let seat = state.board.to_move.ok_or(IllegalMove)?;
        if !self.moves(state).any(|legal| legal == mv) {
            return Err(IllegalMove);
        }
        let me = usize::from(seat.0);
        let card = match mv {
            Move::Is(_) => Some(state.rows[me][state.board.named[me].len()]),
            Move::Not(_) => None,
        };
        let event = Event { seat, mv, card };
        state.board.apply(&event);
        Ok(event)
    }

    fn redact(&self, _state: &State, play: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*play)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let partner = state.rows[1 - usize::from(viewer.0)].clone();
        View { seat: Seat(viewer.0), partner, board: state.board.clone() }
    }

    fn advance(&self, view: &mut View, event: Event) {
        view.board.apply(&event);
    }

    fn legal_moves(&self, view: &View) -> Moves {
        view.moves(self.params.colours)
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        vec![i64::from(state.board.hints)]
    }

    fn write_move(&self, mv: Move, out: &mut dyn Write) -> fmt::Result {
        match mv {
            Move::Not(colour) => write!(out, "NOT{colour}"),
            Move::Is(colour) => write!(out, "IS{colour}"),
        }
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        match text.as_bytes() {
            [b'N', b'O', b'T', digit @ b'0'..=b'7'] => Ok(Move::Not(digit - b'0')),
            [b'I', b'S', digit @ b'0'..=b'7'] => Ok(Move::Is(digit - b'0')),
            _ => Err(no_move(text, "give `NOT0` to `NOT7` or `IS0` to `IS7`")),
        }
    }

    fn write_play(&self, play: &Event, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} ", self.sides.seat_name(play.seat))?;
        match (play.mv, play.card) {
            (Move::Not(colour), _) => write!(out, "hints that it is not {colour}"),
            (Move::Is(said), Some(was)) => write!(out, "says {said}; it is {was}"),
            (Move::Is(said), None) => write!(out, "says {said}"),
        }
    }

    fn write_board(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "{} hints, {} right", state.board.hints, Self::right(state))?;
        for seat in 0..SEATS {
            let named = state.board.named[seat].len();
            writeln!(out, "{named} named of {:?}", state.rows[seat])?;
        }
        Ok(())
    }
}

impl Redeal for Pair {
    fn redeal(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let me = usize::from(viewer.0);
        let mut other = state.clone();
        let named = state.board.named[me].len();
        let mut not = state.board.ruled_out[me];
        for card in &mut other.rows[me][named..] {
            let open = Moves {
                is: Colours::all(self.params.colours).without(not),
                not: Colours::default(),
            };
            let index = below(rng, u32::try_from(open.len()).unwrap()) as usize;
            if let Some(Move::Is(colour)) = { open }.nth(index) {
                *card = colour;
            }
            not = Colours::default();
        }
        other
    }
}
