//! The hunters' belief about Dracula's place, as shades of the map.

use std::collections::BTreeMap;

use stoker_engine::Viewer;
use stoker_engine::course::{Course, View};
use stoker_engine::map::ByPlace;
use stoker_engine::scene::{FULL, Legend, Scene, SpotKey};

use crate::Shade;
use crate::course::shared::notes::spot;
use crate::course::{Belief, MoveModel};
use crate::scenes::per_mille;

/// The key of the shading by possibility.
const POSSIBLE: &str = "possible";
/// The key of the shading by probability.
const PROBABILITY: &str = "probability";

/// The caveat while moves are forgotten (see [`Belief`]).
const CAPPED: &str = "more trails are possible than are kept apart: he cannot be in all of these \
                      places, and the probabilities are approximate";

/// The shader of the hunters' scenes; `None` for Dracula, who knows everything.
pub(super) fn make(course: &Course, viewer: Viewer) -> Option<Box<dyn Shade<Course>>> {
    let hunters = viewer.0 == Course::HUNTERS.0;
    hunters.then(|| Box::new(BeliefShader(Belief::new(course))) as Box<dyn Shade<Course>>)
}

struct BeliefShader(Belief);

impl Shade<Course> for BeliefShader {
    fn shade(&mut self, course: &Course, view: &View, scene: &mut Scene) {
        let View::Hunters(view) = view else { return };
        let belief = &mut self.0;
        belief.update(course, view);
        let mass = belief.mass(0);
        let shaded = |of: fn(f64) -> u16| shades(course, &mass, of);
        scene.shadings.insert(POSSIBLE.to_owned(), shaded(|_| FULL));
        scene.shadings.insert(PROBABILITY.to_owned(), shaded(per_mille));
        scene.caveat = (!belief.is_exact()).then(|| CAPPED.to_owned());
    }
}

/// A shade for every place where he can be; empty before his first move.
fn shades(course: &Course, mass: &ByPlace<f64>, of: fn(f64) -> u16) -> BTreeMap<SpotKey, u16> {
    let map = course.map();
    let possible = map.places().into_iter().filter(|&place| mass[place] > 0.0);
    possible.map(|place| (spot(course, place), of(mass[place]))).collect()
}

pub(super) fn legends() -> BTreeMap<String, Legend> {
    let legend =
        |name: &str, meaning: String| (name.to_owned(), Legend { name: name.to_owned(), meaning });
    let weights = MoveModel::NAMES.iter().zip(MoveModel::default().weights());
    let weights: Vec<_> = weights.map(|(name, weight)| format!("{name} {weight}")).collect();
    BTreeMap::from([
        legend(
            POSSIBLE,
            "full: some trail of Dracula's that explains all that the hunters have seen ends there"
                .to_owned(),
        ),
        legend(
            PROBABILITY,
            format!(
                "full: the hunters can be certain that Dracula is there, if he chooses his moves \
                 by the default move model of stoker (log odds: {})",
                weights.join(", ")
            ),
        ),
    ])
}

#[cfg(test)]
mod tests {
    use stoker_engine::course::State;
    use stoker_engine::{Chance, Game, Purpose, Seed, Turn, below};

    use super::*;

    const HUNTERS: Viewer = Viewer(0);

    fn shaded(shade: &mut dyn Shade<Course>, course: &Course, state: &State) -> Scene {
        let view = course.view(state, HUNTERS);
        let mut scene = course.scene(&view);
        shade.shade(course, &view, &mut scene);
        scene
    }

    /// In random games, Dracula's true place is always possible, and shades that are updated turn
    /// by turn equal those computed from scratch.
    #[test]
    fn the_truth_is_always_possible() {
        let course = Course::default();
        let mut narrow = 0;
        for seed in 0..6 {
            let mut rng = Seed(seed).rng(None, None, Purpose::new("play"));
            let mut state = course.start(Chance::seeded(Seed(seed)));
            let mut kept = make(&course, HUNTERS).unwrap();
            for turn in 0..120 {
                let Turn::ToMove(_) = course.turn(&state) else { break };
                let mut moves = state.position().moves(&course);
                let index = below(&mut rng, u32::try_from(moves.len()).unwrap());
                let mv = moves.nth(index as usize).unwrap();
                let opening = course.opening_choice(&mut state);
                course.play(&mut state, opening.unwrap_or(mv.into())).unwrap();
                // Some views are skipped.
                if turn % 7 == 3 {
                    continue;
                }
                let scene = shaded(&mut *kept, &course, &state);
                let Some(dracula) = state.position().dracula() else {
                    assert!(scene.shadings.values().all(BTreeMap::is_empty));
                    continue;
                };
                let there = course.map().code(dracula).to_string();
                assert_eq!(scene.shadings[POSSIBLE][&there], FULL);
                let likely = &scene.shadings[PROBABILITY];
                assert!((1..=FULL).contains(&likely[&there]));
                assert!(likely.keys().eq(scene.shadings[POSSIBLE].keys()));
                let all: i32 = likely.values().map(|&shade| i32::from(shade)).sum();
                assert!((all - 1_000).abs() <= 71, "{all}");
                narrow += u32::from(likely.len() < 10);
                if turn % 20 == 0 {
                    let mut fresh = make(&course, HUNTERS).unwrap();
                    assert_eq!(shaded(&mut *fresh, &course, &state), scene);
                }
            }
        }
        assert!(narrow > 20, "{narrow}");
    }

    #[test]
    fn a_belief_that_had_to_forget_moves_says_so() {
        let course = Course::default();
        let mut state = course.start(Chance::seeded(Seed(1)));
        let [mut exact, mut capped] = [Belief::CAP, Belief::MIN_CAP]
            .map(|cap| BeliefShader(Belief::new(&course).with_cap(cap)));
        let mut forgot = 0;
        while let Turn::ToMove(_) = course.turn(&state)
            && course.round(&state) < Some(5)
        {
            let choice = course.opening_choice(&mut state);
            let choice = choice.unwrap_or_else(|| course.default_choice(&mut state));
            course.play(&mut state, choice).unwrap();
            assert_eq!(shaded(&mut exact, &course, &state).caveat, None);
            forgot += u32::from(shaded(&mut capped, &course, &state).caveat.is_some());
        }
        assert!(forgot > 0);
    }

    #[test]
    fn every_shading_has_a_legend_and_dracula_needs_none() {
        let course = Course::default();
        let mut scene = Scene::default();
        let view = course.view(&course.start(Chance::seeded(Seed(1))), HUNTERS);
        make(&course, HUNTERS).unwrap().shade(&course, &view, &mut scene);
        assert!(scene.shadings.keys().eq(legends().keys()));
        assert!(make(&course, Viewer(1)).is_none());
    }
}
