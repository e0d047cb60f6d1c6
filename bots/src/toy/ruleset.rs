//! The toy ruleset with its bots and its scenes.

use stoker_engine::toy::Toy;

use crate::{Audience, Ruleset, RulesetError, Scenes};

const SCENES: Scenes<Toy> = Scenes {
    scenery: Toy::scenery,
    seen: Toy::scene,
    all: Toy::scene_of_all,
    shade: Scenes::unshaded,
    open: Scenes::closed,
    messages: Audience::Own,
};

/// The toy ruleset with its bots. The program does not offer it: it is for tests, and to copy.
///
/// # Errors
/// If the parts do not fit together. A test builds the ruleset.
pub fn ruleset() -> Result<Ruleset<Toy>, RulesetError> {
    let mut toy = Ruleset::<Toy>::new();
    for bot in super::bots() {
        toy.bot(bot)?;
    }
    toy.scenes(SCENES).seal();
    Ok(toy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_bots_have_names_of_their_own() {
        let ruleset = ruleset().unwrap();
        let names: Vec<_> = ruleset.bots().iter().map(|bot| bot.name).collect();
        assert_eq!(names, ["random", "first", "greedy"]);
        assert!(ruleset.bots().iter().all(|bot| ruleset.came_with_stoker(bot)));
    }
}
