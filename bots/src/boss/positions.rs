//! Positions on which bots are checked: one for each kind of question.

use stoker_engine::boss::{Asked, Boss, State};
use stoker_engine::{Chance, Game, Purpose, Seed, one_of};

use crate::TrialPosition;

/// Games that are played at random to find all kinds.
const GAMES: u64 = 200;

/// A position of each kind of question that random games come to.
pub(super) fn positions(rules: &Boss) -> Vec<TrialPosition<Boss>> {
    let mut found: Vec<TrialPosition<Boss>> = vec![];
    for seed in (0..GAMES).map(Seed) {
        if found.len() == Asked::ALL.len() {
            break;
        }
        let mut rng = seed.rng(None, None, Purpose::new("positions"));
        let mut state = rules.start(Chance::seeded(seed));
        while let Some((_, asked)) = state.position().asked() {
            if !found.iter().any(|position| position.name == asked.code()) {
                found.push(position(asked, &state));
            }
            let mv = one_of(&mut rng, state.position().moves(rules));
            if mv.is_none_or(|mv| rules.play(&mut state, mv.into()).is_err()) {
                break;
            }
        }
    }
    found
}

fn position(asked: Asked, state: &State) -> TrialPosition<Boss> {
    TrialPosition {
        name: asked.code().to_owned(),
        tests: purpose(asked).to_owned(),
        state: state.clone(),
    }
}

/// The purpose of a question.
const fn purpose(asked: Asked) -> &'static str {
    match asked {
        Asked::Vampire => "a vampire is chosen",
        Asked::Action => "an action in the own turn",
        Asked::Discard => "a discard at the end of a turn",
        Asked::Stroll => "the street of a Midnight Stroll",
        Asked::Window => "a card in another's turn",
        Asked::Cry => "a warning in another's attack",
        Asked::Answer => "a Whisper in answer to a card",
        Asked::Ambush => "an ambush: a wound or a card",
        Asked::Fight => "cards played against pedestrians",
        Asked::Order => "an order of two kinds",
        Asked::Stay => "a hidden answer after a dawn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::boss::{Params, Vampires};

    #[test]
    fn there_is_a_position_for_every_kind_of_question() {
        let usual = Boss::default();
        assert_eq!(positions(&usual).len(), Asked::ALL.len() - 1);
        let choose = Params { vampires: Vampires::Choose, ..Params::default() };
        let chosen = Boss::with(choose).expect("the parameters are valid");
        assert_eq!(positions(&chosen).len(), Asked::ALL.len());
    }
}
