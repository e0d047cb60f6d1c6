//! An analysis as plain data for a page.

use stoker_engine::Viewer;
use stoker_report::findings::{ReplayFindings, ShownCost, ShownDecision, ShownLeak, ShownMiss};
use stoker_research::analyse::{BeliefSummary, Chooser, MatchCosts};

/// The part of an analysis that a page shows, with the belief of `believer`.
pub(crate) fn findings_of(analysis: MatchCosts, believer: Option<Viewer>) -> ReplayFindings {
    let belief = |figure: fn(&BeliefSummary) -> f64| {
        let known = analysis.belief.iter().map(|belief| belief.as_ref().map(figure));
        known.collect()
    };
    let worst = analysis.worst.iter().map(|found| ShownCost {
        mover: mover(&found.chooser, &found.mv),
        better: found.better.clone(),
        cost: found.cost,
        stderr: found.stderr,
        unit: found.unit.to_owned(),
    });
    let missed = analysis.missed.iter().map(|found| ShownMiss {
        mover: mover(&found.chooser, &found.mv),
        chance: found.chance,
        better: found.better.clone(),
        better_chance: found.better_chance,
    });
    let given_away = analysis.given_away.iter();
    let given_away = given_away
        .map(|found| ShownLeak { mover: mover(&found.chooser, &found.mv), bits: found.bits });
    ReplayFindings {
        hidden: analysis.hidden.map(str::to_owned),
        believer: believer.map(|viewer| viewer.0),
        entropy: belief(|belief| belief.entropy_bits),
        truth: belief(|belief| belief.truth),
        worst: worst.collect(),
        event: analysis.event.map(str::to_owned),
        missed: missed.collect(),
        given_away: given_away.collect(),
        yardstick: analysis.yardstick,
    }
}

fn mover(chooser: &Chooser, mv: &str) -> ShownDecision {
    let Chooser { turn, seat, name, .. } = *chooser;
    ShownDecision { turn, seat, name: name.to_owned(), mv: mv.to_owned() }
}
