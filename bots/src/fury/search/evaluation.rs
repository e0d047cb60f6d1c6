//! The evaluation of a position: the margin that is to be expected.
//!
//! A position has some features, each with a weight. The weights are a least-squares fit to the
//! margin that the rest of each game brought, in games of `lurker` against `sweep` (`fit.rs`).

use stoker_engine::fury::{
    DraculaView, Face, Fury, Hunter, HuntersView, Params, SPACES, State, Step, TrailSlot, View,
};
use stoker_engine::{Game, Turn, Viewer};

use super::weights::WEIGHTS;
use crate::fury::dracula::maturity;
use crate::fury::hunters::Hunters;
use crate::fury::plan::{ActionWorth, CHASE, faded};

const TRACKS: usize = 7;
const TRAIL: usize = SPACES + 2;
const HAND: usize = 1;
const HUNTERS: usize = 11;
const WHEREABOUTS: usize = 6;
/// The number of features.
pub(super) const FEATURES: usize = TRACKS + TRAIL + HAND + HUNTERS + WHEREABOUTS;

/// The numbers by which a position is evaluated.
pub(super) type Features = [f64; FEATURES];

/// The margin that is to be expected after a position.
pub(super) fn evaluate(rules: &Fury, state: &State, mut hunters: Hunters) -> f64 {
    if let Turn::Over(ending) = rules.turn(state) {
        return f64::from(ending.scores[0]);
    }
    let [his, theirs] = [0, 1].map(|viewer| rules.view(state, Viewer(viewer)));
    let (View::Dracula(his), View::Hunters(theirs)) = (his, theirs) else {
        unreachable!("each side has its own view")
    };
    hunters.common.belief.update(&theirs);
    let features = features(rules, &his, &theirs, &hunters);
    let to_come = to_come(&features, &weights(rules.params().play));
    let usual = Params::default();
    let scale = most(rules.params()) / most(&usual);
    margin(rules, &his) + scale * to_come
}

/// The weights in a step.
pub(super) fn weights(play: Step) -> Features {
    WEIGHTS.map(|(_, [hunt, combat, full])| match play {
        Step::Hunt => hunt,
        Step::Combat => combat,
        Step::Full => full,
    })
}

/// The margin that the rest of a game is expected to bring.
pub(super) fn to_come(features: &Features, weights: &Features) -> f64 {
    features.iter().zip(weights).map(|(own, weight)| own * weight).sum()
}

/// The highest margin.
fn most(params: &Params) -> f64 {
    f64::from(params.health) * f64::from(params.goal)
}

/// The margin so far.
pub(super) fn margin(rules: &Fury, view: &DraculaView) -> f64 {
    let (health, goal) = (f64::from(rules.params().health), f64::from(rules.params().goal));
    health * f64::from(view.table.influence) - goal * f64::from(view.table.damage)
}

/// The features of a position, in the order of the weights. `hunters` know what the hunters know.
pub(super) fn features(
    rules: &Fury,
    his: &DraculaView,
    theirs: &HuntersView,
    hunters: &Hunters,
) -> Features {
    let held = his.own.hand.iter().map(maturity).sum();
    let all = (tracks(rules, his).into_iter())
        .chain(trail(his))
        .chain([held])
        .chain(of_hunters(rules, hunters, theirs))
        .chain(whereabouts(his, hunters));
    let mut features = [0.0; FEATURES];
    features.iter_mut().zip(all).for_each(|(feature, own)| *feature = own);
    features
}

/// The tracks, the events and the allies. Lengths are those of the usual rules.
fn tracks(rules: &Fury, view: &DraculaView) -> [f64; TRACKS] {
    let (table, params, usual) = (&view.table, rules.params(), Params::default());
    let left = params.rounds.saturating_sub(table.round);
    [
        1.0,
        f64::from(left) * f64::from(usual.rounds) / f64::from(params.rounds),
        f64::from(table.influence) * f64::from(usual.goal) / f64::from(params.goal),
        f64::from(table.damage) * f64::from(usual.health) / f64::from(params.health),
        f64::from(table.despair),
        f64::from(table.dracula_events),
        flag(table.ally.is_some()) - flag(table.dracula_ally.is_some()),
    ]
}

/// The vampires on each space in a slot that lies face down; then in slots that lie face up, on the
/// three newer spaces and on the three older ones.
fn trail(view: &DraculaView) -> [f64; TRAIL] {
    let mut all = [0.0; TRAIL];
    for (space, slot) in view.trail.spaces.iter().enumerate() {
        let Some(slot) = slot else { continue };
        let at = if slot.face == Face::Up { SPACES + space / 3 } else { space };
        all[at] += vampires(slot);
    }
    all
}

/// The influence of the vampires in a slot, without rumors.
fn vampires(slot: &TrailSlot) -> f64 {
    slot.encounters().iter().map(|laid| maturity(laid.kind())).sum()
}

/// The hunters' health, means and places, added up.
fn of_hunters(rules: &Fury, hunters: &Hunters, view: &HuntersView) -> [f64; HUNTERS] {
    let mut sums = [0.0; HUNTERS];
    for hunter in Hunter::FOUR {
        let figure = &view.table.hunters[hunter];
        let health = f64::from(rules.data().hunters[hunter].health);
        let lost = 1.0 - hunters.left(view, hunter) / health.max(1.0);
        let [hunt, trail] = ActionWorth::new(hunters, view, hunter).stands_apart();
        let own = [
            lost,
            lost * lost,
            f64::from(figure.bites),
            flag(figure.items > 0),
            f64::from(figure.items),
            f64::from(figure.tickets),
            f64::from(figure.events),
            flag(figure.place().is_none()),
            hunt.max(0.0),
            hunt,
            trail,
        ];
        sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
    }
    sums[8] = sums[8].sqrt();
    sums
}

/// Dracula's place: how well the hunters know it, and how near they are.
fn whereabouts(view: &DraculaView, hunters: &Hunters) -> [f64; WHEREABOUTS] {
    let Some(at) = view.own.place else { return [0.0; WHEREABOUTS] };
    let atlas = &hunters.common.atlas;
    let known = hunters.common.belief.here()[at];
    let places = Hunter::FOUR.iter().filter_map(|&hunter| view.table.hunters[hunter].place());
    let near: f64 = places.map(|from| faded(&CHASE, atlas.steps(from, at))).sum();
    let sea = flag(atlas.seas.contains(at));
    let heals = flag(at == atlas.castle) * f64::from(view.table.damage.min(5));
    [known, near, known * near, sea, sea * known, heals]
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
