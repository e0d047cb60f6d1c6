//! Positions on which bots are checked: one for each kind of question.

use stoker_engine::masters::{AgentFor, AtFor, Masters, Question, State, WhoFor};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, one_of};

use crate::TrialPosition;

/// Games that are played at random to find all kinds.
const GAMES: u64 = 400;

/// A position of each kind of question that random games come to.
pub(super) fn positions(rules: &Masters) -> Vec<TrialPosition<Masters>> {
    let mut found: Vec<TrialPosition<Masters>> = vec![];
    for seed in (0..GAMES).map(Seed) {
        let mut rng = seed.rng(None, None, Purpose::new("positions"));
        let mut state = rules.start(Chance::seeded(seed));
        while let Some((name, tests)) = kind(&state) {
            if !found.iter().any(|position| position.name == name) {
                let (name, tests) = (name.to_owned(), tests.to_owned());
                found.push(TrialPosition { name, tests, state: state.clone() });
            }
            if !play_at_random(rules, &mut state, &mut rng) {
                break;
            }
        }
    }
    found
}

fn play_at_random(rules: &Masters, state: &mut State, rng: &mut Rng) -> bool {
    let mv = one_of(rng, state.position().moves(rules));
    mv.is_some_and(|mv| rules.play(state, mv.into()).is_ok())
}

/// The kind of the question that is asked, and what it tests.
fn kind(state: &State) -> Option<(&'static str, &'static str)> {
    Some(match state.position().table().asked?.question {
        Question::District(_) => ("day districts", "several day districts apply"),
        Question::Agent(AgentFor::Asylum(_)) => ("asylum", "an agent comes to the asylum"),
        Question::Agent(AgentFor::Blessed(_)) => ("blessed agent", "an agent comes to fight"),
        Question::Agent(AgentFor::Gather(..)) => ("gathering", "agents come to the leader"),
        Question::Agent(AgentFor::Convert) => ("conversion", "an agent becomes a minion"),
        Question::Who(WhoFor::Relic(_)) => ("relic", "a vampire gets a relic"),
        Question::Who(WhoFor::Blessed) => ("blessed vampire", "a vampire has to fight"),
        Question::Who(WhoFor::Gift) => ("gift", "a vampire gains blood"),
        Question::Who(WhoFor::First(_)) => ("first fighter", "a vampire fights by day"),
        Question::Who(WhoFor::Next) => ("next fighter", "a vampire takes over in a combat"),
        Question::Discard(_) => ("discard", "a relic too many"),
        Question::Grey(..) => ("grey cells", "which cell gets more agents"),
        Question::Urn(..) => ("urn", "agents may go to the urn"),
        Question::At(AtFor::Minion(_)) => ("lost minion", "a minion is lost"),
        Question::At(AtFor::Turn) => ("turncoat", "a minion becomes an agent"),
        Question::At(AtFor::Expose) => ("exposure", "a cell is exposed"),
        Question::At(AtFor::Add(_)) => ("short reserve", "which cells get the last agents"),
        Question::Combat(_) => ("hunt", "which combat comes first"),
        Question::Minions => ("minions", "minions that are spent in a combat"),
        Question::Die => ("die", "the die that is used"),
        Question::Change => ("sleight of hand", "Laszlo may change the die"),
        Question::Action => ("action", "an action by night"),
    })
}
