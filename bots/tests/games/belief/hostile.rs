//! Tests of views from untrusted sources: a belief about one is empty, or about something else.

use serde_json::Value;
use stoker_bots::course::Belief;
use stoker_engine::course::{Course, HuntersView, Params, State, View};
use stoker_engine::{Game, Guess, Purpose, Rng, Seed, Viewer};

use super::rules::walk;
use crate::of_engine::damage;

/// A view of a random game after this many plays.
fn view(rules: &Course, plays: usize) -> Value {
    let mut view = None;
    walk(rules, Seed(3), 2, |state: &State| {
        if state.history().plays().len() == plays {
            view = Some(rules.view(state, Viewer(0)));
        }
    });
    serde_json::to_value(view.expect("the game is long enough")).unwrap()
}

/// Asks a belief every question, and returns its number of trails.
fn ask(rules: &Course, view: &HuntersView, rng: &mut Rng) -> usize {
    let mut belief = Belief::new(rules).with_cap(1_000);
    belief.update(rules, view);
    belief.update(rules, view);
    for age in 0..12 {
        let sum: f64 = rules.map().places().into_iter().map(|at| belief.mass(age)[at]).sum();
        assert!((0.0..1.0 + 1e-9).contains(&sum));
    }
    assert_eq!(belief.sample(rng).is_none(), belief.is_empty());
    for known in belief.trails() {
        assert!(known.weight.is_finite());
        let position = belief.position(rules, view.board(), known.trail);
        let _ = position.moves(rules).count();
    }
    belief.len()
}

#[test]
fn no_view_breaks_a_belief() {
    let mut rng = Seed(1).rng(None, None, Purpose::new("hostile"));
    let [mut read, mut empty] = [0; 2];
    let long = Params { trail: 10, double_back: 9, city_encounters: 2, ..Params::default() };
    for params in [Params::default(), long] {
        let rules = Course::on(params, Course::MAPS[0].load()).unwrap();
        for plays in [0, 3, 5, 12, 37, 64] {
            let view = view_after(&rules, plays);
            for changes in (1..=4).cycle().take(200) {
                let mut told = view.clone();
                damage(&mut told, changes, &mut rng);
                let Ok(View::Hunters(view)) = serde_json::from_value(told) else { continue };
                read += 1;
                let trails = ask(&rules, &view, &mut rng);
                empty += u32::from(trails == 0);
                // If the engine can explain a view, so can the belief.
                if trails == 0 {
                    assert!(rules.guesses(&View::Hunters(view)).is_err());
                }
            }
        }
    }
    assert!(read > 1_000 && empty > 50 && empty < read, "{read} read, {empty} empty");
}

fn view_after(rules: &Course, plays: usize) -> Value {
    match plays {
        0 => serde_json::to_value(View::Hunters(HuntersView::start(rules))).unwrap(),
        plays => view(rules, plays),
    }
}

#[test]
fn what_cannot_be_is_not_believed() {
    let rules = Course::default();
    for past in [
        // Nothing is placed on land in round 0.
        "GBE.... SBR.... HLO.... MCA.... DC?....",
        // Two double backs are within one trail.
        "GBE.... SBR.... HLO.... MCA.... DC?.V.. GBE.... SBR.... HLO.... MCA.... DD1T... \
         GBE.... SBR.... HLO.... MCA.... DD1T...",
        // A Dracula who can still move teleports.
        "GBE.... SBR.... HLO.... MCA.... DC?.V.. GBE.... SBR.... HLO.... MCA.... DTPT...",
        // A double back leads to before the start.
        "GBE.... SBR.... HLO.... MCA.... DC?.V.. GBE.... SBR.... HLO.... MCA.... DD2T...",
    ] {
        let Ok(view) = HuntersView::parse(&rules, past) else { continue };
        let mut belief = Belief::new(&rules);
        belief.update(&rules, &view);
        assert!(belief.is_empty(), "{past}");
        assert_eq!(belief.sample(&mut Seed(1).bot_rng()), None);
    }
}
