//! The hunters' belief about Dracula's place and the cards of his trail, as shades of the map.

use std::collections::BTreeMap;

use stoker_engine::fury::{Fury, SPACES, View};
use stoker_engine::map::ByPlace;
use stoker_engine::scene::{FULL, Legend, Scene, SpotKey};
use stoker_engine::{Game, Viewer};

use super::belief::Belief;
use crate::Shade;
use crate::scenes::per_mille;

/// The key of the shading by possibility.
const POSSIBLE: &str = "possible";
/// The key of the shading by probability.
const PROBABILITY: &str = "probability";
/// The keys of the shadings of the cards of the trail, the newest first.
const CARDS: [&str; SPACES] = ["card-1", "card-2", "card-3", "card-4", "card-5", "card-6"];

/// The caveat when the belief has forgotten something.
const FORGOTTEN: &str = "more trails are possible than are kept apart, so the places of old cards \
                         were forgotten: he cannot be in all of these places, and the \
                         probabilities are approximate";

/// The shader of the hunters' scenes; `None` for Dracula, who knows where he is.
pub(super) fn make(fury: &Fury, viewer: Viewer) -> Option<Box<dyn Shade<Fury>>> {
    (viewer == Viewer(1)).then(|| Box::new(BeliefShader(Belief::new(fury))) as Box<dyn Shade<Fury>>)
}

struct BeliefShader(Belief);

impl Shade<Fury> for BeliefShader {
    fn shade(&mut self, fury: &Fury, view: &View, scene: &mut Scene) {
        let View::Hunters(view) = view else { return };
        let belief = &mut self.0;
        belief.update(view);
        let mass = belief.here();
        scene.shadings.insert(POSSIBLE.to_owned(), shades(fury, &mass, |_| FULL));
        scene.shadings.insert(PROBABILITY.to_owned(), shades(fury, &mass, per_mille));
        for (key, slot) in CARDS.into_iter().zip(&view.trail.spaces) {
            let mass = slot.as_ref().map_or(ByPlace::of(0.0), |slot| belief.of_slot(slot.id));
            scene.shadings.insert(key.to_owned(), shades(fury, &mass, per_mille));
        }
        scene.caveat = (!belief.is_exact()).then(|| FORGOTTEN.to_owned());
    }
}

/// A shade for every place with some probability; none before his first move.
fn shades(fury: &Fury, mass: &ByPlace<f64>, of: fn(f64) -> u16) -> BTreeMap<SpotKey, u16> {
    let Some(map) = fury.map() else { return BTreeMap::new() };
    let possible = map.places().into_iter().filter(|&place| mass[place] > 0.0);
    possible.map(|place| (map.code(place).to_string(), of(mass[place]))).collect()
}

pub(super) fn legends() -> BTreeMap<String, Legend> {
    let legend = |name: &str, meaning: &str| {
        (name.to_owned(), Legend { name: name.to_owned(), meaning: meaning.to_owned() })
    };
    let mut legends = BTreeMap::from([
        legend(
            POSSIBLE,
            "full: some history of Dracula's trail that explains all that the belief takes in \
             ends there",
        ),
        legend(
            PROBABILITY,
            "full: the hunters can be certain that Dracula is there, if he chooses his cards by \
             the move model of stoker's belief",
        ),
    ]);
    for (space, key) in (1..).zip(CARDS) {
        let meaning = format!(
            "full: the hunters can be certain that the card on space {space} of the trail is this \
             place, by the move model of stoker's belief; no shade if it is a power card or was \
             forgotten"
        );
        legends.insert(key.to_owned(), Legend { name: format!("card on space {space}"), meaning });
    }
    legends
}
