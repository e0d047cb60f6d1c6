//! Positions on which bots are checked: one for each kind of question.

use stoker_engine::masters::{
    AgentFor, AtFor, Family, Masters, Move, Question, State, Vampire, WhoFor,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, below, one_of};

use super::prices::PLANNER;
use super::turn::{Beam, Simulator, asks_action};
use crate::TrialPosition;
use crate::luck::Draws;

/// The most games that are played to find all kinds.
const GAMES: u64 = 400;
/// The kinds of questions that every family is asked.
const KINDS: usize = 20;
/// Of this many actions, one is taken at random.
const ODD: u32 = 4;
/// Turns that are looked at for the other actions.
const BEAM: Beam = Beam { width: 2, depth: 2 };

/// A position of each kind of question.
pub(super) fn positions(rules: &Masters) -> Vec<TrialPosition<Masters>> {
    let mut found: Vec<TrialPosition<Masters>> = vec![];
    for seed in (0..GAMES).map(Seed) {
        if found.len() == kinds(rules) {
            break;
        }
        let mut rng = seed.rng(None, None, Purpose::new("positions"));
        let mut state = rules.start(Chance::seeded(seed));
        while let Some((name, tests)) = kind(&state) {
            if !found.iter().any(|position| position.name == name) {
                let (name, tests) = (name.to_owned(), tests.to_owned());
                found.push(TrialPosition { name, tests, state: state.clone() });
            }
            let mv = next_move(rules, &state, &mut rng);
            if mv.is_none_or(|mv| rules.play(&mut state, mv.into()).is_err()) {
                break;
            }
        }
    }
    found
}

/// The number of kinds that the family is asked. Only Laszlo may change dice, and who takes over in
/// a combat is a question only if there is more than one vampire besides the fighter.
fn kinds(rules: &Masters) -> usize {
    let params = rules.params();
    let laszlo = params.family == Family::Random
        || rules.data().family(params.players, params.family).contains(&Vampire::Laszlo);
    KINDS + usize::from(laszlo) + usize::from(params.players > 2)
}

/// Any answer, but mostly a good action: families that act at random do not live to see the events
/// of the last act.
fn next_move(rules: &Masters, state: &State, rng: &mut Rng) -> Option<Move> {
    let at = state.position();
    if asks_action(at) && below(rng, ODD) > 0 {
        let turns = Simulator { rules, worth: &PLANNER }.turns(at, Draws::from(rng), BEAM);
        return turns.first().map(|turn| turn.first);
    }
    one_of(rng, at.moves(rules))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use stoker_engine::masters::Params;

    #[test]
    fn there_is_a_position_for_every_kind_of_question() {
        let presets = Masters::presets().into_iter().map(|preset| preset.params);
        let families = [Family::Second, Family::Third, Family::Random];
        let families = families.map(|family| Params { family, ..Params::default() });
        for params in presets.chain(families) {
            let rules = Masters::with(params.clone()).expect("the parameters are valid");
            let found = positions(&rules);
            let names: BTreeSet<_> = found.iter().map(|position| &*position.name).collect();
            assert_eq!(names.len(), found.len());
            assert_eq!(names.len(), kinds(&rules), "{params:?}: {names:?}");
        }
    }
}
