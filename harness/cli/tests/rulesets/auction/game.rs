//! The auction as a [`Game`].

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
use super::{
    Ask, Auction, Event, Move, Moves, Params, Play, RIVALS, State, View, moves, points, seat_of,
    take,
};

const OPENING: Purpose = Purpose::new("opening");
const DEFAULT: Purpose = Purpose::new("default");

const FACTS: &[FactInfo] = &[
    FactInfo { name: "vetoed", unit: "lots", meaning: "lots that were vetoed" },
    FactInfo { name: "unsold", unit: "lots", meaning: "lots that nobody took, vetoed or not" },
];

const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("hand", (1, 9), "cards in each hand; at most ranks"),
    ParameterInfo::number("ranks", (1, 9), "ranks of cards, from 1"),
    ParameterInfo::number("top_lot", (1, 9), "highest value of a lot, points"),
    ParameterInfo::number("vetoes", (0, 9), "vetoes among the three"),
];

fn side(name: &'static str, seats: &'static [&'static str], score: usize) -> Side {
    let (knowledge, direction) = (Knowledge::Shared, Direction::High);
    Side { name, kind: "rival", seats, knowledge, score, direction }
}

fn preset(name: &'static str, summary: &'static str, hand: u8, vetoes: u8) -> Preset<Params> {
    Preset { name, summary, params: Params { hand, ranks: 9, top_lot: 6, vetoes } }
}

impl Game for Auction {
    const NAME: &'static str = "auction";
    const SUMMARY: &'static str = "three rivals bid for lots in secret, and may veto a sale";
    const MAPS: &'static [BuiltinMap] = &[];

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Play;
    type View = View;
    type Events = Option<Event>;
    type Event = Event;

    fn presets() -> Vec<Preset<Params>> {
        vec![preset("auction", "six rounds", 6, 4), preset("quick", "three rounds", 3, 1)]
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: Params, map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        let Params { hand, ranks, top_lot, vetoes } = params;
        for (parameter, value) in PARAMETERS.iter().zip([hand, ranks, top_lot, vetoes]) {
            parameter.check(value.into())?;
        }
        within("hand", hand, 1..=ranks)?;
        if map.is_some() {
            return Err(SetupError::UnwantedMap);
        }
        let range = (0, i32::from(params.hand) * i32::from(params.top_lot));
        let score = |name| ScoreInfo { name, unit: "points", range, meaning: "value of lots won" };
        let scores = ["east_points", "north_points", "west_points"].map(score).to_vec();
        let sides = vec![side("east", &["East"], 0), side("north", &["North"], 1)];
        let sides = Sides::new([sides, vec![side("west", &["West"], 2)]].concat());
        Ok(Self { params, sides, scores })
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

    /// A round has three bids, and at most three rivals hold vetoes.
    fn max_decisions(&self) -> u32 {
        6 * u32::from(self.params.hand)
    }

    fn start(&self, chance: Chance) -> State {
        State::deal(&self.params, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some((seat, _)) = state.asked {
            return Turn::ToMove(seat_of(seat));
        }
        let points = points(&state.lots, &state.rounds);
        let best = points.iter().max();
        let winners = (0..).map(SideId).zip(&points).filter(|&(_, p)| Some(p) == best);
        Turn::Over(Ending {
            scores: points.iter().copied().collect(),
            winners: winners.fold(SideSet::NONE, |set, (side, _)| set.with(side)),
            reason: "sold-out",
        })
    }

    /// The last card in hand.
    fn forced_move(&self, state: &State) -> Option<Move> {
        let mut moves = state.moves();
        moves.next().filter(|_| moves.len() == 0)
    }

    /// The first round's bids.
    fn opening_choice(&self, state: &mut State) -> Option<Choice<Move>> {
        let moves = state.moves();
        let first = state.rounds.is_empty();
        first.then(|| draw(&mut state.chance, OPENING, moves).into())
    }

    /// Any card, but no veto.
    fn default_choice(&self, state: &mut State) -> Choice<Move> {
        let moves = state.moves();
        let veto = state.asked.is_some_and(|(_, ask)| ask == Ask::Veto);
        if veto { Move::Pass.into() } else { draw(&mut state.chance, DEFAULT, moves).into() }
    }

    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        let mv = choice.mv;
        let (seat, _) = state.asked.ok_or(IllegalMove)?;
        if !state.moves().any(|legal| legal == mv) {
            return Err(IllegalMove);
        }
        match mv {
            Move::Bid(rank) => state.bid(seat, rank),
            Move::Veto => state.veto(seat),
            Move::Pass => {}
        }
        state.asked = state.next(seat, mv);
        Ok(Play { seat, mv, sees: state.show() })
    }

    fn redact(&self, state: &State, play: &Play, viewer: Viewer) -> Option<Event> {
        let me = usize::from(viewer.0);
        let shown = state.rounds.last().filter(|_| play.sees[me]);
        let event = Event {
            bid: match play.mv {
                Move::Bid(rank) if play.seat == me => Some(rank),
                Move::Bid(_) | Move::Veto | Move::Pass => None,
            },
            bids: shown.map(|round| round.bids),
            veto: (play.mv == Move::Veto).then(|| seat_of(play.seat)),
            asked: asked(state, me),
        };
        let news = event.bids.is_some() || event.veto.is_some() || event.asked.is_some();
        (news || play.seat == me).then_some(event)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let me = usize::from(viewer.0);
        let (rounds, unseen) = state.rounds.split_at(state.seen[me]);
        let bid = unseen.first().map(|round| round.bids[me]);
        View {
            seat: seat_of(me),
            lots: state.lots.clone(),
            hand: state.hands[me].clone(),
            vetoes: state.vetoes[me],
            bid: bid.or(state.bids.get(me).copied()),
            rounds: rounds.to_vec(),
            asked: asked(state, me),
        }
    }

    fn advance(&self, view: &mut View, event: Event) {
        if let Some(rank) = event.bid {
            take(&mut view.hand, rank);
            view.bid = Some(rank);
        }
        if let Some(bids) = event.bids {
            view.rounds.push(super::Round { bids, veto: None });
            view.bid = None;
        }
        if let (Some(seat), Some(round)) = (event.veto, view.rounds.last_mut()) {
            round.veto = Some(seat);
            view.vetoes = view.vetoes.saturating_sub(u8::from(seat == view.seat));
        }
        view.asked = event.asked;
    }

    fn legal_moves(&self, view: &View) -> Moves {
        moves(view.asked, &view.hand)
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        let vetoed = state.rounds.iter().filter(|round| round.veto.is_some()).count();
        let unsold = state.rounds.iter().filter(|round| round.taker().is_none()).count();
        [vetoed, unsold].map(|lots| i64::try_from(lots).expect("a few")).to_vec()
    }

    fn write_move(&self, mv: Move, out: &mut dyn Write) -> fmt::Result {
        match mv {
            Move::Bid(rank) => write!(out, "B{rank}"),
            Move::Veto => out.write_str("VETO"),
            Move::Pass => out.write_str("PASS"),
        }
    }

    fn parse_move(&self, _seat: Seat, text: &str) -> Result<Move, MoveSyntaxError> {
        match text.as_bytes() {
            b"VETO" => Ok(Move::Veto),
            b"PASS" => Ok(Move::Pass),
            [b'B', digit @ b'1'..=b'9'] => Ok(Move::Bid(digit - b'0')),
            _ => Err(no_move(text, "give `B1` to `B9`, `VETO` or `PASS`")),
        }
    }

    fn write_play(&self, play: &Play, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} ", self.sides.seat_name(seat_of(play.seat)))?;
        match play.mv {
            Move::Bid(rank) => write!(out, "bids {rank}"),
            Move::Veto => out.write_str("vetoes the sale"),
            Move::Pass => out.write_str("keeps a veto back"),
        }
    }

    fn write_board(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "lots {:?}, {} of them through", state.lots, state.rounds.len())?;
        let points = points(&state.lots, &state.rounds);
        for (seat, side) in self.sides.list().iter().enumerate() {
            let (hand, vetoes) = (&state.hands[seat], state.vetoes[seat]);
            let bid = state.bids.get(seat);
            let points = points[seat];
            writeln!(
                out,
                "{}: {points} points, {hand:?}, {vetoes} vetoes, bid {bid:?}",
                side.name
            )?;
        }
        Ok(())
    }
}

fn asked(state: &State, me: usize) -> Option<Ask> {
    state.asked.filter(|&(seat, _)| seat == me).map(|(_, ask)| ask)
}

impl Redeal for Auction {
    fn redeal(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let me = usize::from(viewer.0);
        let mut other = state.clone();
        let others = (0..RIVALS).filter(|&seat| seat != me);
        // What was turned over, but not for this viewer, only the window's other rivals have seen.
        let mut pool = std::mem::take(&mut other.undealt);
        for seat in others.clone() {
            pool.append(&mut other.hands[seat]);
            pool.extend(hidden_bid(&mut other, me, seat).map(|bid| *bid));
        }
        let mut deal = || pool.swap_remove(below(rng, u32::try_from(pool.len()).unwrap()) as usize);
        for seat in others {
            other.hands[seat] = state.hands[seat].iter().map(|_| deal()).collect();
            other.hands[seat].sort_unstable();
            if let Some(bid) = hidden_bid(&mut other, me, seat) {
                *bid = deal();
            }
        }
        other.undealt = pool;
        shift_vetoes(&mut other, me);
        other
    }
}

/// The card that a rival has put down and the viewer has not seen.
fn hidden_bid(state: &mut State, me: usize, seat: usize) -> Option<&mut u8> {
    match state.rounds.get_mut(state.seen[me]) {
        Some(round) => Some(&mut round.bids[seat]),
        None => state.bids.get_mut(seat),
    }
}

impl State {
    /// The same deal, but that one of the viewer's two rivals holds all that they both held.
    pub(crate) fn with_vetoes_shifted(&self, viewer: Viewer) -> Self {
        let mut other = self.clone();
        shift_vetoes(&mut other, usize::from(viewer.0));
        other
    }
}

/// Gives one of the other two rivals the other's vetoes too, but for one that it is asked for.
fn shift_vetoes(state: &mut State, me: usize) {
    let (from, to) = ((me + 1) % RIVALS, (me + 2) % RIVALS);
    let asked = state.asked.is_some_and(|(seat, ask)| seat == from && ask == Ask::Veto);
    let moved = state.vetoes[from].saturating_sub(u8::from(asked));
    state.vetoes[from] -= moved;
    state.vetoes[to] += moved;
}
