//! Properties that the reader of `run.toml` must have for any text.

use std::any::Any;

use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::manifest::Manifest;

use super::draft::draft;
use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::registry::{Fuzzed, Registry};

/// The text of a `run.toml`, as `stoker resume` and `stoker merge` read it. Writing and reading it
/// again gives the same, and so does describing its plan again. Returns true if it has a plan.
#[must_use]
pub(crate) fn run_toml(registry: &Registry, text: &str) -> bool {
    let Ok(run) = Manifest::parse(text) else { return false };
    let written = run.to_toml().expect("it came from TOML");
    let again = Manifest::parse(&written).expect("it was written so");
    assert_eq!(again.to_toml().as_ref(), Ok(&written));
    if let Some(shard) = run.part() {
        assert!(run.range_of(shard).end <= run.whole_plan());
    }
    let Ok(ruleset) = registry.find(Some(&run.tournament.ruleset)) else { return false };
    let ruleset: &dyn Any = ruleset;
    ruleset.downcast_ref().is_some_and(|ruleset| has_plan::<Fuzzed>(ruleset, &run))
}

fn has_plan<G: Game>(ruleset: &Ruleset<G>, run: &Manifest) -> bool {
    let config = LeagueConfig::recorded(run.clone(), ProgramSearch::Nowhere);
    let plan_of = |config: &LeagueConfig| Plan::new(draft(ruleset, config).ok()?).ok();
    let Some(plan) = plan_of(&config) else { return false };
    assert!(plan.range().end <= plan.len());
    let described = |plan: &Plan<G>| Manifest::new(plan, "").expect("a plan can be written");
    let first = described(&plan);
    let _ = run.differences(&first);
    let _ = run.differences_of_matches(&first);
    let config = LeagueConfig::recorded(first.clone(), ProgramSearch::Nowhere);
    let second = plan_of(&config).map(|plan| described(&plan));
    let differences = second.map(|second| first.differences(&second));
    assert_eq!(differences.as_deref(), Some(&[][..]), "{first:?}");
    true
}
