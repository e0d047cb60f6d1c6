//! The analysis of a match that people played, for the replay at its end.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_play::session::Analyse;
use stoker_report::findings::ReplayFindings;
use stoker_research::analyse::{CostMeasurement, Yardstick};
use stoker_tournament::record::Record;

use crate::arguments::analyse::AnalyseOrder;
use crate::terminal::io::StreamKind;
use crate::verbs::analyse::walked_with;
use crate::verbs::analyse::yardstick::find;
use crate::verbs::replay::page::findings::findings_of;

/// The analysis of `stoker replay --analyse`; `None` if the ruleset has none.
pub(super) fn of<G: Game>(ruleset: &Ruleset<G>, game: &Arc<G>) -> Option<Analyse> {
    let yardstick: Arc<dyn Yardstick<G>> = find(ruleset, game, &[]).ok()?.into();
    let inference = ruleset.inference_hook();
    let game = Arc::clone(game);
    let order = AnalyseOrder::usual(StreamKind::Pipe).ok()?;
    let (budget, seed) = (order.budget, order.seed);
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    Some(Arc::new(move |record: &Record, stop: &AtomicBool| -> Option<ReplayFindings> {
        let walk = walked_with(inference, &game, record).ok()?;
        let yardstick = &*yardstick;
        let measurement = CostMeasurement { game: &game, yardstick, budget, seed, threads };
        let costs = measurement.analyse(&walk, record.seed, stop, &|_, _| {}).ok()??;
        Some(findings_of(costs, walk.believer()))
    }))
}
