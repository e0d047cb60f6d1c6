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
use super::{Ask, Auction, Event, Leak, MOST, Move, Moves, Params, Play, State, View};
use super::{index, moves, seat_of, take};

const OPENING: Purpose = Purpose::new("opening");
const DEFAULT: Purpose = Purpose::new("default");

/// The rivals: name, seat, score and fact of each.
const RIVALS: [(&str, &[&str], &str, &str); MOST] = [
    ("east", &["East"], "east_points", "east_lots"),
    ("north", &["North"], "north_points", "north_lots"),
    ("west", &["West"], "west_points", "west_lots"),
    ("south", &["South"], "south_points", "south_lots"),
    ("centre", &["Centre"], "centre_points", "centre_lots"),
];

const FACTS: [FactInfo; 2] = [
    FactInfo { name: "vetoed", unit: "lots", meaning: "lots that were vetoed" },
    FactInfo { name: "unsold", unit: "lots", meaning: "lots that nobody took, vetoed or not" },
];

const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("players", (2, 5), "rivals"),
    ParameterInfo::number("hand", (1, 9), "cards in each hand; at most ranks"),
    ParameterInfo::number("ranks", (1, 9), "ranks of cards, from 1"),
    ParameterInfo::number("top_lot", (1, 9), "highest value of a lot, points"),
    ParameterInfo::number("vetoes", (0, 9), "vetoes among all rivals"),
];

fn side(name: &'static str, seats: &'static [&'static str], score: usize) -> Side {
    let (knowledge, direction) = (Knowledge::Shared, Direction::High);
    Side { name, kind: "rival", seats, knowledge, score, direction }
}

fn preset(name: &'static str, summary: &'static str, sizes: [u8; 3]) -> Preset<Params> {
    let [players, hand, vetoes] = sizes;
    Preset { name, summary, params: Params { players, hand, ranks: 9, top_lot: 6, vetoes } }
}

/// A score for each rival, and what all lots together were sold for.
fn scores(params: &Params) -> Vec<ScoreInfo> {
    let range = (0, i32::from(params.hand) * i32::from(params.top_lot));
    let score = |name, meaning| ScoreInfo { name, unit: "points", range, meaning };
    let rivals = RIVALS.iter().take(params.players.into());
    let mut scores: Vec<_> = rivals.map(|rival| score(rival.2, "value of lots won")).collect();
    scores.push(score("sold", "value of the lots that were sold"));
    scores
}

fn facts(params: &Params) -> Vec<FactInfo> {
    let rivals = RIVALS.iter().take(params.players.into());
    let lots = rivals.map(|rival| FactInfo { name: rival.3, unit: "lots", meaning: "lots won" });
    FACTS.into_iter().chain(lots).collect()
}

impl Game for Auction {
    const NAME: &'static str = "auction";
    const SUMMARY: &'static str = "rivals bid for lots in secret, and may veto a sale";
    const MAPS: &'static [BuiltinMap] = &[];

    type Params = Params;
    type State = State;
    type Move = Move;
    type Moves = Moves;
    type Play = Play;
    type View = View;
    type Events = Vec<Event>;
    type Event = Event;

    fn presets() -> Vec<Preset<Params>> {
        vec![
            preset("auction", "six rounds", [3, 6, 4]),
            preset("quick", "three rounds", [3, 3, 1]),
            preset("two", "two rivals", [2, 4, 2]),
            preset("five", "five rivals", [5, 4, 7]),
        ]
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: Params, map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        let Params { players, hand, ranks, top_lot, vetoes } = params;
        let values = [players, hand, ranks, top_lot, vetoes];
        for (parameter, value) in PARAMETERS.iter().zip(values) {
            parameter.check(value.into())?;
        }
        within("hand", hand, 1..=ranks)?;
        if map.is_some() {
            return Err(SetupError::UnwantedMap);
        }
        let rivals = RIVALS.iter().take(players.into()).enumerate();
        let sides = rivals.map(|(score, &(name, seats, ..))| side(name, seats, score));
        let (sides, scores) = (Sides::new(sides.collect()), scores(&params));
        Ok(Self { facts: facts(&params), params, sides, scores, leak: None })
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

    /// In a round each rival bids, and is asked for a veto at most once.
    fn max_decisions(&self) -> u32 {
        2 * u32::from(self.params.players) * u32::from(self.params.hand)
    }

    fn start(&self, chance: Chance) -> State {
        State::deal(&self.params, self.leak, chance)
    }

    fn chance<'s>(&self, state: &'s State) -> &'s Chance {
        &state.chance
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some((seat, _)) = state.asked() {
            return Turn::ToMove(seat_of(seat));
        }
        let points = state.points();
        let best = points.iter().max();
        let winners = (0..).map(SideId).zip(&points).filter(|&(_, p)| Some(p) == best);
        Turn::Over(Ending {
            scores: points.iter().copied().chain([points.iter().sum()]).collect(),
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
        let veto = state.asked().is_some_and(|(_, ask)| ask == Ask::Veto);
        if veto { Move::Pass.into() } else { draw(&mut state.chance, DEFAULT, moves).into() }
    }

    fn play(&self, state: &mut State, choice: Choice<Move>) -> Result<Play, IllegalMove> {
        let mv = choice.mv;
        let (seat, _) = state.asked().ok_or(IllegalMove)?;
        if !state.moves().any(|legal| legal == mv) {
            return Err(IllegalMove);
        }
        let turned = state.make(seat, mv);
        Ok(Play { seat, mv, turned, sold: state.window.is_none() && (turned || mv.ends_a_sale()) })
    }

    fn redact(&self, state: &State, play: &Play, viewer: Viewer) -> Vec<Event> {
        let me = usize::from(viewer.0);
        let mut events = vec![];
        events.extend(match play.mv {
            Move::Veto => Some(Event::Veto(seat_of(play.seat))),
            Move::Bid(rank) => (play.seat == me).then_some(Event::Bid(rank)),
            Move::Pass => (play.seat == me).then_some(Event::Passed),
        });
        let shown = state.rounds.last().filter(|_| play.turned);
        events.extend(shown.map(|round| Event::Turned(round.bids.clone())));
        let leaks = self.leak.is_some_and(|leak| match leak {
            Leak::Pass => play.mv == Move::Pass,
            Leak::Count | Leak::Bid => true,
            Leak::Order => false,
        });
        events.extend(leaks.then(|| Event::Leaked(state.leaked())));
        events.extend(asked(state, me).map(Event::Asked));
        events
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let me = usize::from(viewer.0);
        let hidden = state.bids.revealed().is_none();
        View {
            seat: seat_of(me),
            lots: state.lots.clone(),
            hand: state.hands[me].clone(),
            vetoes: state.vetoes[me],
            bid: state.bids.own(seat_of(me)).copied().filter(|_| hidden),
            rounds: state.rounds.clone(),
            asked: asked(state, me),
            leaked: state.leaked(),
        }
    }

    fn take_question(&self, view: &mut View) -> Option<Event> {
        view.asked.take().map(Event::Asked)
    }

    fn advance(&self, view: &mut View, event: Event) {
        match event {
            Event::Bid(rank) => {
                take(&mut view.hand, rank);
                view.bid = Some(rank);
                view.asked = None;
            }
            Event::Turned(bids) => {
                view.rounds.push(super::Round { bids, veto: None });
                view.bid = None;
            }
            Event::Passed => view.asked = None,
            Event::Veto(seat) => view.veto(seat),
            Event::Asked(ask) => view.asked = Some(ask),
            Event::Leaked(leaked) => view.leaked = leaked,
        }
    }

    fn legal_moves(&self, view: &View) -> Moves {
        moves(view.asked, &view.hand)
    }

    fn fact_values(&self, state: &State) -> Vec<i64> {
        let vetoed = state.rounds.iter().filter(|round| round.veto.is_some()).count();
        let unsold = state.rounds.iter().filter(|round| round.taker().is_none()).count();
        let won = |seat| state.rounds.iter().filter(|round| round.taker() == Some(seat)).count();
        let lots = [vetoed, unsold].into_iter().chain((0..state.hands.len()).map(won));
        lots.map(|lots| i64::try_from(lots).expect("a few")).collect()
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
        let points = state.points();
        for (seat, side) in self.sides.list().iter().enumerate() {
            let (hand, vetoes) = (&state.hands[seat], state.vetoes[seat]);
            let bid = state.bids.own(seat_of(seat));
            let points = points[seat];
            writeln!(
                out,
                "{}: {points} points, {hand:?}, {vetoes} vetoes, bid {bid:?}",
                side.name
            )?;
        }
        Ok(())
    }

    /// True when a lot is sold.
    fn board_is_due(&self, _: &State, play: &Play) -> bool {
        play.sold
    }
}

impl Move {
    /// True if it can end the window for vetoes.
    fn ends_a_sale(self) -> bool {
        matches!(self, Self::Veto | Self::Pass)
    }
}

impl View {
    fn veto(&mut self, seat: Seat) {
        if let Some(round) = self.rounds.last_mut() {
            round.veto = Some(seat);
        }
        if seat == self.seat {
            self.vetoes = self.vetoes.saturating_sub(1);
            self.asked = None;
        }
    }
}

fn asked(state: &State, me: usize) -> Option<Ask> {
    state.asked().filter(|&(seat, _)| seat == me).map(|(_, ask)| ask)
}

impl Redeal for Auction {
    fn redeal(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let me = usize::from(viewer.0);
        let mut other = state.clone();
        let others = (0..state.hands.len()).filter(|&seat| seat != me);
        let hidden = state.bids.revealed().is_none();
        let mut pool = std::mem::take(&mut other.undealt);
        for seat in others.clone() {
            pool.append(&mut other.hands[seat]);
            pool.extend(state.bids.own(seat_of(seat)).filter(|_| hidden));
        }
        let mut deal = || pool.swap_remove(below(rng, u32::try_from(pool.len()).unwrap()) as usize);
        for seat in others {
            other.hands[seat] = state.hands[seat].iter().map(|_| deal()).collect();
            other.hands[seat].sort_unstable();
        }
        if hidden {
            other.bids = super::bids_of(state.rivals());
            for seat in 0..state.hands.len() {
                let Some(&bid) = state.bids.own(seat_of(seat)) else { break };
                other.bids.commit(if seat == me { bid } else { deal() });
            }
        }
        other.undealt = pool;
        let rivals = u32::from(state.rivals());
        let [from, to] = [(); 2].map(|()| below(rng, rivals) as usize);
        if from != me && to != me {
            other.shift_vetoes(from, to);
        }
        other
    }
}

impl State {
    /// The same deal, except that a rival holds all vetoes of another too.
    pub(crate) fn with_vetoes_shifted(&self, from: Seat, to: Seat) -> Self {
        let mut other = self.clone();
        other.shift_vetoes(index(from), index(to));
        other
    }

    /// Gives a rival another's vetoes too, except for one that it is asked for.
    fn shift_vetoes(&mut self, from: usize, to: usize) {
        let moved = self.vetoes[from] - u8::from(self.asked() == Some((from, Ask::Veto)));
        self.vetoes[from] -= moved;
        self.vetoes[to] += moved;
    }
}
