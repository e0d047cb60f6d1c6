//! Positions on which bots are checked: one for each kind of question to each side.

use stoker_engine::kosmos::{Asked, Kosmos, Side, State};
use stoker_engine::{Chance, Game, Purpose, Seed, one_of};

use crate::TrialPosition;

/// Games that are played at random to find all kinds.
const GAMES: u64 = 400;

/// A position of each kind of question to each side that random games come to. A bot is asked in
/// those of its own side alone.
pub(super) fn positions(rules: &Kosmos) -> Vec<TrialPosition<Kosmos>> {
    let mut found: Vec<((Side, Asked), TrialPosition<Kosmos>)> = vec![];
    for seed in (0..GAMES).map(Seed) {
        let mut rng = seed.rng(None, None, Purpose::new("positions"));
        let mut state = rules.start(Chance::seeded(seed));
        while let Some(asked) = state.position().asked() {
            if !found.iter().any(|(before, _)| *before == asked) {
                found.push((asked, position(asked.1, &state)));
            }
            let mv = one_of(&mut rng, state.position().moves(rules));
            if mv.is_none_or(|mv| rules.play(&mut state, mv.into()).is_err()) {
                break;
            }
        }
    }
    found.into_iter().map(|(_, position)| position).collect()
}

fn position(asked: Asked, state: &State) -> TrialPosition<Kosmos> {
    TrialPosition {
        name: asked.code().to_owned(),
        tests: purpose(asked).to_owned(),
        state: state.clone(),
    }
}

/// The purpose of a question.
const fn purpose(asked: Asked) -> &'static str {
    match asked {
        Asked::Lay => "the six cards that are laid",
        Asked::Walk => "a step, or the end of the walk",
        Asked::Meet => "the hand is shown or not",
        Asked::Look => "a card is looked at or not",
        Asked::Put => "a card is put down",
        Asked::Play => "an action card",
        Asked::Save => "a gift that saves the last life",
        Asked::Use => "a special that is used or not",
        Asked::Fly => "a place to fly to",
        Asked::Recover => "a beaten fighter is taken back",
        Asked::Swap => "an own card on the board is changed",
        Asked::Harbour => "a figure goes to the harbour",
        Asked::Fetch => "an action card is fetched",
        Asked::Turn => "a place is turned",
        Asked::Barrier => "a barrier is set",
        Asked::Second => "a second barrier is set",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sides that can be asked this.
    fn sides(asked: Asked) -> &'static [Side] {
        match asked {
            Asked::Fly | Asked::Swap | Asked::Harbour | Asked::Second => &[Side::Dracula],
            Asked::Fetch | Asked::Turn => &[Side::Hunter],
            Asked::Lay
            | Asked::Walk
            | Asked::Meet
            | Asked::Look
            | Asked::Put
            | Asked::Play
            | Asked::Save
            | Asked::Use
            | Asked::Recover
            | Asked::Barrier => &Side::BOTH,
        }
    }

    #[test]
    fn there_is_a_position_for_every_kind_of_question_under_every_preset() {
        for preset in Kosmos::presets() {
            let rules = Kosmos::with(preset.params).expect("a preset is valid");
            let found = positions(&rules);
            let asked: Vec<_> =
                found.iter().filter_map(|found| found.state.position().asked()).collect();
            for &kind in Asked::ALL {
                let to = sides(kind).iter().filter(|&&side| asked.contains(&(side, kind)));
                assert_eq!(to.count(), sides(kind).len(), "{}: {kind:?}", preset.name);
            }
        }
    }
}
