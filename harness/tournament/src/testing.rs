//! A toy ruleset and its bots, for the tests of this crate.
//!
//! Seats move in turn; a move is a number from 0 to 3 other than the last one; every fifth decision
//! is forced. Once a round a die is thrown, and enough sixes end the game. A side's score is the sum
//! of its moves and dice.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    reason = "for tests alone"
)]

use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoker_bots::{Param, ParamKind};
use stoker_engine::map::{BuiltinMap, Map};
use stoker_engine::*;
use stoker_external::contract::{Answer, Elapsed, Outside, Remote, Seating, Trouble};
use stoker_external::fault::FaultPolicy;

use crate::entrant::{BotEntry, Entrant, Setup, Source, Values};
use crate::plan::{Draft, Format, Keep, Plan};
use crate::starts::Starts;

/// The processor time that something takes on this thread: the machine may be busy otherwise.
pub fn processor_time(run: impl FnOnce()) -> Duration {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).unwrap_or_default()
    };
    let began = now();
    run();
    now().saturating_sub(began)
}

const DIE: Purpose = Purpose::new("die");
const OPENING: Purpose = Purpose::new("opening");

/// Which sides there are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// One side.
    Solo,
    /// A team of two that share knowledge, and one who plays for a low score.
    Pair,
    /// Three identical sides.
    Three,
    /// One against two identical sides.
    Mixed,
    /// A pair without dice.
    Still,
}

const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::word(
        "layout",
        &["solo", "pair", "three", "mixed", "still"],
        "which sides there are",
    ),
    ParameterInfo::number("decisions", (0, 9_999), "decisions of a game"),
];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToyParams {
    pub layout: Layout,
    pub decisions: u32,
}

pub struct Toy {
    params: ToyParams,
    bound: u32,
    sides: Sides,
    scores: Vec<ScoreInfo>,
    facts: Vec<FactInfo>,
}

#[derive(Clone)]
pub struct ToyState {
    chance: Chance,
    decision: u32,
    last: u8,
    sums: Vec<i32>,
    sixes: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToyView {
    pub decision: u32,
    pub last: u8,
}

impl Toy {
    pub fn of(layout: Layout, decisions: u32) -> Arc<Self> {
        Arc::new(Self::new(ToyParams { layout, decisions }, None).unwrap())
    }

    /// A ruleset that breaks its promise to end.
    pub fn endless() -> Arc<Self> {
        let params = ToyParams { layout: Layout::Solo, decisions: 9 };
        Arc::new(Self { bound: 8, ..Self::new(params, None).unwrap() })
    }

    fn is_lucky(&self, state: &ToyState) -> bool {
        state.sixes == i64::from((self.params.decisions / 7).max(3))
    }

    fn seat(&self, state: &ToyState) -> Seat {
        Seat(u8::try_from(state.decision % u32::from(self.sides.seat_count())).unwrap())
    }
}

fn side(name: &'static str, kind: &'static str, seats: &'static [&'static str]) -> Side {
    let knowledge = Knowledge::Shared;
    Side { name, kind, seats, knowledge, score: 0, direction: Direction::High }
}

fn sides(layout: Layout) -> Vec<Side> {
    let low = |side| Side { direction: Direction::Low, ..side };
    let own = |side, score| Side { score, ..side };
    match layout {
        Layout::Solo => vec![side("solo", "solo", &["solo"])],
        Layout::Pair | Layout::Still => {
            vec![side("team", "team", &["left", "right"]), low(side("lone", "lone", &["lone"]))]
        }
        Layout::Three => vec![
            side("first", "each", &["a"]),
            own(side("second", "each", &["b"]), 1),
            own(side("third", "each", &["c"]), 2),
        ],
        Layout::Mixed => vec![
            low(side("one", "one", &["x"])),
            own(side("left", "many", &["y"]), 1),
            own(side("right", "many", &["z"]), 2),
        ],
    }
}

const SCORES: [&str; 3] = ["points", "points_2", "points_3"];

impl Game for Toy {
    const NAME: &'static str = "toy";
    const SUMMARY: &'static str = "for tests";
    const MAPS: &'static [BuiltinMap] = &[];
    type Params = ToyParams;
    type State = ToyState;
    type Move = u8;
    type Moves = std::array::IntoIter<u8, 3>;
    type Play = u8;
    type View = ToyView;
    type Events = Option<u8>;
    type Event = u8;

    fn presets() -> Vec<Preset<ToyParams>> {
        let params = ToyParams { layout: Layout::Pair, decisions: 12 };
        vec![Preset { name: "toy", summary: "for tests", params }]
    }

    fn parameters() -> &'static [ParameterInfo] {
        PARAMETERS
    }

    fn new(params: ToyParams, _map: Option<Arc<Map>>) -> Result<Self, SetupError> {
        let sides = Sides::new(sides(params.layout));
        let count = sides.list().iter().map(|side| side.score + 1).max().unwrap();
        let score = |name| ScoreInfo { name, unit: "points", range: (0, 9_999), meaning: "sum" };
        let fact = FactInfo { name: "sixes", unit: "dice", meaning: "sixes thrown" };
        let scores = SCORES[..count].iter().copied().map(score).collect();
        Ok(Self { bound: params.decisions, params, sides, scores, facts: vec![fact] })
    }

    fn params(&self) -> &ToyParams {
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
    fn start(&self, chance: Chance) -> ToyState {
        ToyState { chance, decision: 0, last: 3, sums: vec![0; self.scores.len()], sixes: 0 }
    }
    fn chance<'s>(&self, state: &'s ToyState) -> &'s Chance {
        &state.chance
    }
    fn turn(&self, state: &ToyState) -> Turn {
        let over = state.decision >= self.params.decisions || self.is_lucky(state);
        if !over {
            return Turn::ToMove(self.seat(state));
        }
        let best = *state.sums.iter().max().unwrap();
        let won = |side: &Side| match self.params.layout {
            Layout::Pair | Layout::Still if side.direction == Direction::Low => best <= 30,
            Layout::Pair | Layout::Still | Layout::Solo => best > 30,
            Layout::Three | Layout::Mixed => state.sums[side.score] == best,
        };
        let winners = self.sides.iter().filter(|(_, side)| won(side));
        Turn::Over(Ending {
            scores: state.sums.iter().copied().collect(),
            winners: winners.fold(SideSet::NONE, |set, (id, _)| set.with(id)),
            reason: if self.is_lucky(state) { "luck" } else { "length" },
        })
    }
    fn forced_move(&self, state: &ToyState) -> Option<u8> {
        (state.decision % 5 == 4).then_some((state.last + 1) % 4)
    }
    fn opening_choice(&self, state: &mut ToyState) -> Option<Choice<u8>> {
        let open = state.decision < 2;
        open.then(|| random_move(state, OPENING).into())
    }
    fn default_choice(&self, state: &mut ToyState) -> Choice<u8> {
        random_move(state, Purpose::new("default")).into()
    }
    fn play(&self, state: &mut ToyState, choice: Choice<u8>) -> Result<u8, IllegalMove> {
        if choice.mv > 3 || choice.mv == state.last {
            return Err(IllegalMove);
        }
        let seat = self.seat(state);
        let score = self.sides.side(self.sides.side_of(seat)).score;
        state.last = choice.mv;
        state.sums[score] += i32::from(choice.mv);
        if seat == Seat(0) && self.params.layout != Layout::Still {
            let die = state.chance.below(DIE, 6);
            state.sums[score] += i32::try_from(die).unwrap();
            state.sixes += i64::from(die == 5);
        }
        state.decision += 1;
        Ok(choice.mv)
    }
    fn redact(&self, _state: &ToyState, play: &u8, _viewer: Viewer) -> Option<u8> {
        Some(*play)
    }
    fn view(&self, state: &ToyState, _viewer: Viewer) -> ToyView {
        ToyView { decision: state.decision, last: state.last }
    }
    fn advance(&self, view: &mut ToyView, event: u8) {
        view.decision += 1;
        view.last = event;
    }
    fn legal_moves(&self, view: &ToyView) -> Self::Moves {
        others(view.last).into_iter()
    }
    fn fact_values(&self, state: &ToyState) -> Vec<i64> {
        vec![state.sixes]
    }
    fn write_move(&self, mv: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "M{mv}")
    }
    fn parse_move(&self, _seat: Seat, text: &str) -> Result<u8, MoveSyntaxError> {
        let number = text.strip_prefix('M').and_then(|digit| digit.parse().ok());
        let remedy = || MoveSyntaxError { text: text.to_owned(), remedy: "M0 to M3 are".into() };
        number.filter(|&mv| mv < 4).ok_or_else(remedy)
    }
    fn write_play(&self, play: &u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "played {play}")
    }
    fn write_board(&self, state: &ToyState, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "{:?}", state.sums)
    }
}

fn others(last: u8) -> [u8; 3] {
    [1, 2, 3].map(|step| (last + step) % 4)
}

fn random_move(state: &mut ToyState, stream: Purpose) -> u8 {
    others(state.last)[state.chance.below(stream, 3) as usize]
}

/// Moves at random.
pub struct Random;
impl Bot<Toy> for Random {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        others(view.last)[below(turn.rng(), 3) as usize].into()
    }
}

/// Makes the first legal move and says so.
pub struct First;
impl Bot<Toy> for First {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        let mut text = String::new();
        write!(text, "seat {} at \"{}\"", turn.seat(), view.decision).unwrap();
        Choice { mv: others(view.last)[0], message: Message::new(&text) }
    }
}

/// Moves illegally from the sixth decision on.
pub struct Cheat;
impl Bot<Toy> for Cheat {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        if view.decision >= 6 { view.last.into() } else { Random.choose(view, turn) }
    }
}

/// Panics from the sixth decision on, and when let go.
pub struct Faint;
impl Bot<Toy> for Faint {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        assert!(view.decision < 6, "fainted at {}", view.decision);
        Random.choose(view, turn)
    }
}
impl Drop for Faint {
    fn drop(&mut self) {
        panic!("and again");
    }
}

/// Moves illegally at once, and panics when it hears how that went.
pub struct Sore;
impl Bot<Toy> for Sore {
    fn choose(&mut self, view: &ToyView, _turn: &mut Decision<'_, u8>) -> Choice<u8> {
        view.last.into()
    }
    fn ended(&mut self, _view: &ToyView, _ending: &Ending) {
        panic!("sore");
    }
}

pub type Make = fn(&Setup<'_, Toy>) -> Box<dyn Bot<Toy>>;

pub const RANDOM: Make = |_| Box::new(Random);
pub const FIRST: Make = |_| Box::new(First);
pub const CHEAT: Make = |_| Box::new(Cheat);
pub const FAINT: Make = |_| Box::new(Faint);
pub const SORE: Make = |_| Box::new(Sore);
pub const STILLBORN: Make = |_| panic!("never made");

pub fn entrant(name: &str, make: Make) -> Entrant<Toy> {
    let bot = BotEntry {
        name: "toy",
        summary: "for tests",
        sides: &[],
        rung: None,
        searches: false,
        params: &[],
        make,
    };
    let (name, spec) = (name.to_owned(), name.to_owned());
    let source = Source::Builtin(bot, Values::default());
    Entrant { name, spec, side: None, source, unfit: vec![] }
}

/// A bot outside of this program that makes the first legal move, on a machine that fails it in some
/// matches: those for which this says so, given the bot's seed.
pub struct Fickle<F>(F);

/// A seated bot of that kind: `true` if the machine fails it.
struct Sitting(bool);

impl<F: Fn(Seed) -> bool + Send + Sync> Outside<Toy> for Fickle<F> {
    fn plays(&self, _kind: &str) -> bool {
        true
    }
    fn hash(&self) -> &str {
        ""
    }
    fn seat(&self, seating: &Seating<'_, Toy>) -> Box<dyn Remote<Toy>> {
        Box::new(Sitting((self.0)(seating.seed)))
    }
}

impl Remote<Toy> for Sitting {
    fn tell(&mut self, _event: &u8) {}
    fn choose(&mut self, _seat: Seat, view: &ToyView) -> Answer<u8> {
        let result = match self.0 {
            true => Err(Trouble::Void("no memory, no\tprocesses".to_owned())),
            false => Ok(others(view.last)[0].into()),
        };
        Answer { result, elapsed: Elapsed::default() }
    }
    fn ended(&mut self, _view: &ToyView, _ending: &Ending) {}
    fn log(&mut self) -> String {
        String::new()
    }
}

/// An entrant whose machine fails it in some matches.
pub fn fickle(name: &str, fails: impl Fn(Seed) -> bool + Send + Sync + 'static) -> Entrant<Toy> {
    Entrant { source: Source::Outside(Arc::new(Fickle(fails))), ..entrant(name, FIRST) }
}

/// Whether a bot's seed is that of the first side in one of these matches, by index, of a plan with
/// the seed of [`draft`].
pub fn is_first_side_of(seed: Seed, indices: &[u64]) -> bool {
    indices.iter().any(|&index| Seed(1).of_match(index).of_bot(SideId(0), Seat(0)) == seed)
}

/// What can be set about a bot that heeds none of it.
const PARAMS: &[Param] = &[
    Param { name: "depth", summary: "", kind: ParamKind::Int { default: 2, min: 1, max: 8 } },
    Param { name: "wild", summary: "", kind: ParamKind::Flag { default: false } },
];

/// A random bot with parameters.
pub fn varied(name: &str) -> Entrant<Toy> {
    let bot = BotEntry {
        name: "toy",
        summary: "",
        sides: &[],
        rung: None,
        searches: false,
        params: PARAMS,
        make: RANDOM,
    };
    let source = Source::Builtin(bot, Values::defaults(PARAMS));
    Entrant { name: name.to_owned(), spec: "toy".to_owned(), source, side: None, unfit: vec![] }
}

/// The version of a program that plays toys.
pub const VERSION: &str = "0.0.0+toys";

/// Random, first, cheat and faint, on random starts, all records kept.
pub fn draft(layout: Layout, matches: u64) -> Draft<Toy> {
    Draft {
        game: Toy::of(layout, 23),
        preset: None,
        entrants: vec![
            entrant("random", RANDOM),
            entrant("first", FIRST),
            entrant("cheat", CHEAT),
            entrant("faint", FAINT),
        ],
        format: Format::RoundRobin,
        matches,
        seed: Seed(1),
        starts: Starts::Random,
        keep: Keep::All,
        policy: FaultPolicy::default(),
        until_interval: None,
        shard: None,
        conditions: None,
        version: VERSION,
        program: None,
        swept: None,
    }
}

pub fn plan(layout: Layout, matches: u64) -> Plan<Toy> {
    Plan::new(draft(layout, matches)).unwrap()
}

/// The lines of the records of a small run.
pub fn record_lines(layout: Layout) -> Vec<String> {
    record_lines_of(&plan(layout, 2))
}

fn house(plan: &Plan<Toy>) -> crate::referee::House {
    crate::referee::House { starts: plan.starts(), policy: plan.policy(), slot: 0 }
}

/// The lines of all records of a plan.
pub fn record_lines_of(plan: &Plan<Toy>) -> Vec<String> {
    let mut referee = crate::referee::Referee::new(Arc::clone(plan.game()), house(plan));
    let mut line = |number| {
        let slot = plan.match_at(number);
        let lineup: Vec<_> = plan.lineup(slot.pairing).collect();
        let clock = crate::referee::Clock::Off;
        let played = referee.play(slot.seed, &lineup, clock, &mut ()).unwrap();
        crate::record::Record::of(plan, &slot, &played, &referee).to_line()
    };
    (0..plan.len()).map(&mut line).collect()
}
