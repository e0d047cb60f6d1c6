//! Tests whether a bot can take over from a random opening.

use stoker_bots::TrialPosition;
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_engine::{Chance, Game, Seat, Seed, SideId, Turn};

use super::position_trial::ask;
use super::recorder::ExchangeRecorder;
use super::{BotTrial, CheckError, CheckRequest, TrialOutcome, TrialTimes};

/// The seed of the opening: the same every time.
const SEED: Seed = Seed(0x006f_7065_6e69_6e67);

/// Asks every seat of a side for its first move after a random opening; `None` if the ruleset has
/// no opening.
///
/// A bot that cannot take over is not unfit: by default, matches begin free if a program takes part
/// that is started for every turn.
pub(super) fn takes_over<G: Game>(
    request: &CheckRequest<'_, G>,
    side: SideId,
    kind: &'static str,
) -> Result<Option<BotTrial>, CheckError> {
    let mut times = TrialTimes::default();
    let mut faults = vec![];
    let positions = after_opening(&**request.game, side)?;
    if positions.is_empty() {
        return Ok(None);
    }
    for position in &positions {
        let recorder = ExchangeRecorder::default();
        let entrant = recorder.watch(request.entrant);
        let (outcome, taken) = ask(request.game, &entrant, position, 0, &recorder)?.in_brief();
        times.join(taken);
        if let TrialOutcome::Failed(failures) = outcome {
            let reasons = failures.into_iter().map(|failure| failure.reason);
            faults.extend(reasons.map(|reason| format!("{}: {reason}", position.name)));
        }
    }
    let outcome = match faults.first() {
        None => TrialOutcome::Ok,
        Some(first) => TrialOutcome::Remark(format!(
            "it cannot play with --starts random, because it cannot continue from an opening that \
            was played for it ({first}); with --starts free, the default for \
            `{PLAYS_PROTOCOL}` programs, it does not need to"
        )),
    };
    let (what, about) = ("random opening".to_owned(), String::new());
    Ok(Some(BotTrial { what, about, side: Some(kind), outcome, times }))
}

/// The first turn of each seat of a side after a random opening; the other seats play default
/// moves.
fn after_opening<G: Game>(game: &G, side: SideId) -> Result<Vec<TrialPosition<G>>, CheckError> {
    let refused = |_| CheckError::Ruleset(G::NAME);
    let mut state = game.start(Chance::seeded(SEED));
    let mut opened = false;
    while let Some(choice) = game.opening_choice(&mut state) {
        game.play(&mut state, choice).map_err(refused)?;
        opened = true;
    }
    let mut seats: Vec<Seat> = vec![];
    let mut found = vec![];
    while opened
        && let Turn::ToMove(seat) = game.turn(&state)
        && !seats.contains(&seat)
    {
        seats.push(seat);
        if game.sides().side_of(seat) == side {
            let name = game.sides().seat_name(seat).to_owned();
            found.push(TrialPosition { name, tests: String::new(), state: state.clone() });
        }
        let choice = game.unasked_choice(&mut state);
        game.play(&mut state, choice).map_err(refused)?;
    }
    Ok(found)
}
