//! Entrants and plans of the toy ruleset, for tests: good entrants, and misbehaving ones.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    reason = "for tests alone"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use stoker_bots::Param;
use stoker_engine::toy::{self, moves_after};
use stoker_engine::*;
use stoker_external::contract::{
    Elapsed, Exchange, ExternalBot, Remote, Seating, TimedAnswer, Trouble,
};
use stoker_files::untrusted::Folder;

use crate::entrant::{BotEntry, BotSource, Entrant, Setup, Values};
use crate::identity::GameHash;
use crate::outcome::{Likeness, MatchOutcome};
use crate::plan::{Draft, Extent, Meetings, Plan, Schedule, Shard, Width};

pub use stoker_bots::toy::First;
pub use stoker_engine::toy::{Layout, Play as ToyPlay, State as ToyState, Toy, View as ToyView};

/// The processor time that a function takes on this thread, which does not depend on other load.
pub fn processor_time(run: impl FnOnce()) -> Duration {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).unwrap_or_default()
    };
    let began = now();
    run();
    now().saturating_sub(began)
}

/// The folder of a run, held open.
pub fn held(path: &Path) -> Arc<Folder> {
    Arc::new(crate::storage::open(path).unwrap())
}

/// A ruleset that goes on for longer than it promises.
pub fn endless() -> Arc<Toy> {
    let toy = Toy::with(toy::Params { layout: Layout::Solo, decisions: 9 }).unwrap();
    Arc::new(toy.promising(8))
}

/// A legal move; all are equally likely.
fn at_random(view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
    one_of(turn.rng(), moves_after(view.last)).unwrap().into()
}

/// Moves illegally from decision 6 on, counted from 0.
pub struct Cheat;
impl Bot<Toy> for Cheat {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        if view.decision >= 6 { view.last.into() } else { at_random(view, turn) }
    }
}

/// Panics from decision 6 on, counted from 0, and when it is dropped.
pub struct Faint;
impl Bot<Toy> for Faint {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        assert!(view.decision < 6, "fainted at {}", view.decision);
        at_random(view, turn)
    }
}
impl Drop for Faint {
    fn drop(&mut self) {
        panic!("and again");
    }
}

/// Moves illegally at once, and panics when it is told the ending.
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

pub const RANDOM: Make = |setup| (stoker_bots::random().make)(setup);
pub const FIRST: Make = stoker_bots::toy::FIRST.make;
pub const CHEAT: Make = |_| Box::new(Cheat);
pub const FAINT: Make = |_| Box::new(Faint);
pub const SORE: Make = |_| Box::new(Sore);
pub const PANICS_WHEN_MADE: Make = |_| panic!("never made");

pub fn entrant(name: &str, make: Make) -> Entrant<Toy> {
    let bot = BotEntry::new("toy", "for tests", make);
    let (name, spec) = (name.to_owned(), name.to_owned());
    let source = BotSource::Builtin(bot, Values::default());
    Entrant { name, spec, side: None, source, unfit: vec![] }
}

/// An external program, for sides of a kind, or for all if that is empty.
pub struct Elsewhere<F> {
    pub kind: &'static str,
    pub seat: F,
}

/// The behaviour of such a program in a match: it answers by the last move.
pub struct Sitting {
    pub answer: Box<dyn FnMut(u8) -> Result<Choice<u8>, Trouble> + Send>,
    pub elapsed: Elapsed,
    pub log: String,
    pub exchange: Option<Exchange>,
}

impl Sitting {
    /// A program that takes no time and says nothing.
    pub fn new(answer: impl FnMut(u8) -> Result<Choice<u8>, Trouble> + Send + 'static) -> Self {
        let elapsed = Elapsed::default();
        Self { answer: Box::new(answer), elapsed, log: String::new(), exchange: None }
    }
}

impl<F: Fn(&Seating<'_, Toy>) -> Sitting + Send + Sync> ExternalBot<Toy> for Elsewhere<F> {
    fn plays(&self, kind: &str) -> bool {
        self.kind.is_empty() || self.kind == kind
    }
    fn hash(&self) -> &str {
        ""
    }
    fn seat(&self, seating: &Seating<'_, Toy>) -> Box<dyn Remote<Toy>> {
        Box::new((self.seat)(seating))
    }
}

impl Remote<Toy> for Sitting {
    fn tell(&mut self, _event: &toy::Event) {}
    fn choose(&mut self, _seat: Seat, view: &ToyView) -> TimedAnswer<u8> {
        TimedAnswer { result: (self.answer)(view.last), elapsed: self.elapsed }
    }
    fn ended(&mut self, _view: &ToyView, _ending: &Ending) {}
    fn log(&mut self) -> String {
        self.log.clone()
    }
    fn exchange(&self) -> Option<Exchange> {
        self.exchange.clone()
    }
}

/// An entrant that is such a program.
pub fn elsewhere(
    name: &str,
    kind: &'static str,
    seat: impl Fn(&Seating<'_, Toy>) -> Sitting + Send + Sync + 'static,
) -> Entrant<Toy> {
    let source = BotSource::External(Arc::new(Elsewhere { kind, seat }));
    Entrant { source, ..entrant(name, FIRST) }
}

/// A program that makes the first legal move, on a machine that fails it in some matches. `fails`
/// selects these by the bot's seed.
pub fn fickle(name: &str, fails: impl Fn(Seed) -> bool + Send + Sync + 'static) -> Entrant<Toy> {
    elsewhere(name, "", move |seating| {
        let fails = fails(seating.seed);
        Sitting::new(move |last| match fails {
            true => Err(Trouble::Void("no memory, no\tprocesses".to_owned())),
            false => Ok(moves_after(last).next().unwrap().into()),
        })
    })
}

/// True if a bot's seed is that of the first side in one of these matches, by index, of a plan with
/// the seed of [`draft`].
pub fn is_first_side_of(seed: Seed, indices: &[u64]) -> bool {
    indices.iter().any(|&index| Seed(1).of_match(index).of_bot(SideId(0), Seat(0)) == seed)
}

/// Parameters that the bot ignores.
const PARAMS: &[Param] = &[Param::int("depth", 2, (1, 8)), Param::flag("wild", false)];

/// A random bot with parameters.
pub fn varied(name: &str) -> Entrant<Toy> {
    let bot = BotEntry { params: PARAMS, ..BotEntry::new("toy", "", RANDOM) };
    let source = BotSource::Builtin(bot, Values::defaults(PARAMS));
    Entrant { name: name.to_owned(), spec: "toy".to_owned(), source, side: None, unfit: vec![] }
}

/// The version of a program that plays toys.
pub const VERSION: &str = "0.0.0+toys";

/// A match with these scores that nobody has won.
pub fn outcome_of(scores: &[i32]) -> MatchOutcome {
    MatchOutcome {
        scores: scores.iter().copied().collect(),
        winners: SideSet::NONE,
        ending: "length".into(),
        decisions: 1,
        facts: vec![],
        faults: vec![],
        hash: GameHash(0),
        likeness: Likeness::Unknown,
    }
}

/// A plan of random, first, cheat and faint, with random starts, in which all records are kept.
pub fn draft(layout: Layout, matches: u64) -> Draft<Toy> {
    let entrants = vec![
        entrant("random", RANDOM),
        entrant("first", FIRST),
        entrant("cheat", CHEAT),
        entrant("faint", FAINT),
    ];
    Draft::new(VERSION, Toy::of(layout, 23), entrants, matches)
}

/// A part of a round-robin.
pub fn part(index: u64, of: u64) -> Schedule<Toy> {
    Schedule::League(Meetings::RoundRobin, Extent::Part(Shard::new(index, of).unwrap()))
}

/// A round-robin that ends when intervals are this narrow.
pub fn until(width: f64) -> Schedule<Toy> {
    Schedule::League(Meetings::RoundRobin, Extent::Until(Width::new(width).unwrap()))
}

pub fn plan(layout: Layout, matches: u64) -> Plan<Toy> {
    Plan::new(draft(layout, matches)).unwrap()
}

/// The lines of the records of a small run.
pub fn record_lines(layout: Layout) -> Vec<String> {
    record_lines_of(&plan(layout, 2))
}

fn referee_settings(plan: &Plan<Toy>) -> crate::referee::RefereeSettings {
    crate::referee::RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot: 0 }
}

/// The lines of all records of a plan.
pub fn record_lines_of(plan: &Plan<Toy>) -> Vec<String> {
    let mut referee = crate::referee::Referee::new(Arc::clone(plan.game()), referee_settings(plan));
    let mut line = |number| {
        let slot = plan.match_at(number);
        let lineup = plan.lineup_of(&slot);
        let timing = crate::referee::AnswerTiming::Off;
        let played = referee.play(slot.seed, &lineup, timing, &mut ()).unwrap();
        crate::record::Record::of(plan, &slot, &played, &referee).to_line()
    };
    (0..plan.len()).map(&mut line).collect()
}
