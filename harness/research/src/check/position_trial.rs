//! Trials of a bot on one position.

use std::sync::Arc;

use stoker_bots::TrialPosition;
use stoker_engine::{Chance, Game, Purpose, Rng, Seat, Seed, SideId, Turn, one_of};
use stoker_external::contract::Trouble;
use stoker_external::contract::waiting::Waiting;
use stoker_external::fault::FaultKind;
use stoker_external::line_marks::{REMARK, turn_of};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::quiet;
use stoker_tournament::referee::player::{Occasion, SeatedBot};
use stoker_tournament::referee::{AnswerTiming, KeptNotes};

use super::advice::{self, Case};
use super::recorder::{Evidence, ExchangeRecorder, codes, legal, text};
use super::{CheckError, TrialFailure, TrialOutcome, TrialTimes};

/// The seed of trials: the positions are the same every time.
const SEED: Seed = Seed(0x0063_6865_636b);
const TRIAL: Purpose = Purpose::new("check");

/// The side to move.
pub(super) fn mover<G: Game>(game: &G, state: &G::State) -> Option<SideId> {
    match game.turn(state) {
        Turn::ToMove(seat) => Some(game.sides().side_of(seat)),
        Turn::Over(_) => None,
    }
}

/// The first turn of each seat of a side, and one of its turns in mid-game.
pub(super) fn usual<G: Game>(game: &G, side: SideId) -> Result<Vec<TrialPosition<G>>, CheckError> {
    let length = random_game(game, |_, _, _| {})?;
    let mut found = vec![];
    for (from, when, tests) in [
        (0, "first turn", "nothing of its own has happened yet"),
        (length / 2, "mid-game turn", "the middle of a game of random moves"),
    ] {
        let mut seats: Vec<Seat> = vec![];
        random_game(game, |decision, seat, state| {
            if decision >= from && game.sides().side_of(seat) == side && !seats.contains(&seat) {
                seats.push(seat);
                let name = match game.sides().side(side).seats {
                    [_] => when.to_owned(),
                    _ => format!("{when}, {}", game.sides().seat_name(seat)),
                };
                found.push(TrialPosition { name, tests: tests.to_owned(), state: state.clone() });
            }
        })?;
    }
    Ok(found)
}

/// Plays a game of random moves, and calls `visit` at each decision. Returns the number of
/// decisions.
fn random_game<G: Game>(
    game: &G,
    mut visit: impl FnMut(u32, Seat, &G::State),
) -> Result<u32, CheckError> {
    let mut rng = SEED.rng(None, None, TRIAL);
    let mut state = game.start(Chance::seeded(SEED));
    let mut decision = 0;
    while let Turn::ToMove(seat) = game.turn(&state)
        && decision < game.max_decisions()
    {
        visit(decision, seat, &state);
        let mv = match game.forced_move(&state) {
            Some(mv) => mv,
            None => {
                random_move(game, &state, seat, &mut rng).ok_or(CheckError::Ruleset(G::NAME))?
            }
        };
        game.play(&mut state, mv.into()).map_err(|_| CheckError::Ruleset(G::NAME))?;
        decision += 1;
    }
    Ok(decision)
}

fn random_move<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Option<G::Move> {
    let view = game.view(state, game.sides().viewer_of(seat));
    one_of(rng, game.legal_moves(&view))
}

/// The answer of an entrant in a position.
pub(super) struct Answered {
    outcome: TrialOutcome,
    times: TrialTimes,
    /// The move, if it is legal.
    played: Option<String>,
}

impl Answered {
    fn failed(kind: FaultKind, reason: String, evidence: Evidence, times: TrialTimes) -> Self {
        let outcome = TrialOutcome::Failed(vec![failure(kind, reason, evidence)]);
        Self { outcome, times, played: None }
    }

    /// The result of the trial.
    pub(super) fn in_brief(self) -> (TrialOutcome, TrialTimes) {
        (self.outcome, self.times)
    }

    /// The result of the trial, with the move that it plays.
    pub(super) fn in_full(self) -> (TrialOutcome, TrialTimes) {
        let outcome = match (self.outcome, self.played) {
            (TrialOutcome::Ok, Some(mv)) => TrialOutcome::Remark(format!("it plays `{mv}`")),
            (TrialOutcome::Remark(note), Some(mv)) => {
                TrialOutcome::Remark(format!("it plays `{mv}`; {note}"))
            }
            (outcome, _) => outcome,
        };
        (outcome, self.times)
    }
}

/// Seats the entrant in a position, and asks it once.
pub(super) fn ask<G: Game>(
    game: &Arc<G>,
    entrant: &Entrant<G>,
    position: &TrialPosition<G>,
    slot: u32,
    recorder: &ExchangeRecorder,
) -> Result<Answered, CheckError> {
    let state = &position.state;
    let Turn::ToMove(seat) = game.turn(state) else { return Err(CheckError::Ruleset(G::NAME)) };
    let viewer = game.sides().viewer_of(seat);
    let (waiting, notes) = (&Waiting::default(), KeptNotes::None);
    let occasion = Occasion { seed: SEED, slot, waiting, notes };
    let number = usize::from(viewer.0);
    let (mut player, crash) = SeatedBot::seat(game, occasion, number, entrant.into(), state);
    if let Some(reason) = crash {
        let (kind, evidence) = (FaultKind::Crash, Evidence::default());
        return Ok(Answered::failed(kind, reason, evidence, TrialTimes::default()));
    }
    let (answer, elapsed) = player.choose(state, seat, AnswerTiming::On);
    let mut times = TrialTimes::default();
    elapsed.into_iter().for_each(|elapsed| times.add(elapsed));
    let forced = game.forced_move(state).is_some();
    let view = game.view(state, viewer);
    let played = answer.as_ref().ok().map(|choice| text(&**game, choice.mv));
    let fault = match answer {
        Err(Trouble::Void(reason) | Trouble::Starved { reason, .. }) => {
            return Err(CheckError::Machine(reason));
        }
        _ if forced => None,
        Err(Trouble::Fault(kind, reason)) => Some((kind, reason)),
        Ok(choice) if game.legal_moves(&view).any(|mv| mv == choice.mv) => None,
        Ok(choice) => {
            Some((FaultKind::IllegalMove, format!("illegal move `{}`", text(&**game, choice.mv))))
        }
    };
    let log = player.log();
    // A bot may panic when it is dropped.
    let gone = quiet::catch(move || drop(player));
    let fault = fault.or(gone.err().map(|reason| (FaultKind::Crash, reason)));
    Ok(match fault {
        None => Answered { outcome: noted(&log), times, played },
        Some((kind, reason)) => {
            let mut evidence = recorder.take(seat, kind);
            if evidence.legal.is_empty() {
                evidence.legal = legal(&**game, &view);
                evidence.codes = codes(&**game);
            }
            Answered::failed(kind, reason, evidence, times)
        }
    })
}

/// A fault with advice about it.
pub(super) fn failure(kind: FaultKind, reason: String, evidence: Evidence) -> TrialFailure {
    let advice = advice::advice(&Case { kind, reason: &reason, evidence: &evidence });
    TrialFailure { kind: kind.name(), reason, place: String::new(), advice, evidence }
}

/// The outcome if no fault was recorded: the notes of this program, if there are any.
pub(super) fn noted(log: &str) -> TrialOutcome {
    let told = log.lines().filter(|line| turn_of(line).is_none());
    let notes = told.filter_map(|line| line.strip_prefix(REMARK));
    let mut seen: Vec<&str> = vec![];
    for note in notes {
        if !seen.contains(&note) && seen.len() < MOST_NOTES {
            seen.push(note);
        }
    }
    if seen.is_empty() { TrialOutcome::Ok } else { TrialOutcome::Remark(seen.join("; ")) }
}

/// The most notes that are shown for one trial.
const MOST_NOTES: usize = 3;
