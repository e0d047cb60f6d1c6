//! Rehearsals, which try whether a program can play at all, and whether it plays the same twice.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use stoker_engine::{Chance, Choice, Game, Seat, Seed, SideId, Turn, Viewer};
use stoker_external::contract::waiting::Waiting;
use stoker_external::contract::{ATTEMPTS, ExternalBot, Notes, Remote, Seating, Trouble};
use stoker_external::fault::FaultKind;
use stoker_external::unfit::{EntrantStatus, Unfit};
use stoker_external::verdict::UNREGISTERED;

use crate::entrant::{BotSource, Entrant};
use crate::starts::Starts;
use crate::threads::in_parallel;

/// The number of its own decisions that a program makes in a rehearsal.
const DECISIONS: usize = 6;
/// The time after which no more is asked: a field of slow programs should not cost hours.
const LONGEST: Duration = Duration::from_secs(3);
/// The seed of rehearsals, which a tournament is unlikely to use.
const SEED: Seed = Seed(0x7265_6865_6172_7365);
/// The pause before the second rehearsal, so that a program that is seeded by a clock of seconds
/// sees another second.
const PAUSE: Duration = Duration::from_millis(1_100);

/// The decisions of a program in a rehearsal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rehearsal {
    /// Its moves and messages, up to its first fault.
    choices: Vec<(String, String)>,
    /// Its first fault.
    fault: Option<(FaultKind, String)>,
}

/// The findings of rehearsals about external entrants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RehearsalFindings {
    /// The names of entrants that did not play the same twice, in their order.
    pub changeable: Vec<String>,
    /// The names of entrants without findings, because the machine or this program failed them,
    /// each with the failure. A tournament will show more.
    pub untried: Vec<(String, String)>,
}

/// Has every external entrant play a few turns, twice, from the beginning of a game or after a
/// random opening. Entrants that cannot start are marked as unfit. Once `stop` is set, no more is
/// asked, and findings may be missing.
pub fn rehearse_all<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    entrants: &mut [Entrant<G>],
    stop: &AtomicBool,
) -> RehearsalFindings {
    let began = Instant::now();
    let subjects = subjects(&**game, entrants);
    let (first, failed) = rehearse_subjects(game, starts, entrants, &subjects, stop);
    // If the first decision was a fault, there is nothing to compare.
    let compared: Vec<_> =
        first.iter().filter(|(_, rehearsal)| !rehearsal.choices.is_empty()).collect();
    if !compared.is_empty() && !stop.load(Ordering::Relaxed) {
        sleep(PAUSE.saturating_sub(began.elapsed()));
    }
    let again: Vec<_> = compared.iter().map(|(subject, _)| *subject).collect();
    let (again, _) = rehearse_subjects(game, starts, entrants, &again, stop);
    let mut findings = RehearsalFindings::default();
    for (subject, reason) in failed {
        findings.untried.push((entrants[subject.entrant].name.clone(), reason));
    }
    for (subject, again) in &again {
        let before = compared.iter().find(|(before, _)| before == subject);
        let name = &entrants[subject.entrant].name;
        if before.is_some_and(|(_, before)| before.differs(again))
            && !findings.changeable.contains(name)
        {
            findings.changeable.push(name.clone());
        }
    }
    for (subject, rehearsal) in &first {
        if let Some(reason) = rehearsal.start_failure() {
            let (side, status) = (subject.kind.to_owned(), EntrantStatus::Unfit(reason.to_owned()));
            entrants[subject.entrant].unfit.push(Unfit { side, status });
        }
    }
    findings
}

/// The subject of one rehearsal: an entrant, by number, on a kind of side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RehearsalSubject {
    entrant: usize,
    kind: &'static str,
}

fn subjects<G: Game>(game: &G, entrants: &[Entrant<G>]) -> Vec<RehearsalSubject> {
    let is_external = |entrant: &Entrant<G>| matches!(entrant.source, BotSource::External(_));
    let of = |(number, entrant)| {
        let entrant: &Entrant<G> = entrant;
        let able = game.sides().kinds().filter(|kind| is_external(entrant) && entrant.plays(kind));
        able.map(move |kind| RehearsalSubject { entrant: number, kind }).collect::<Vec<_>>()
    };
    entrants.iter().enumerate().flat_map(of).collect()
}

/// A subject with its rehearsal.
type Rehearsed = (RehearsalSubject, Rehearsal);
/// A subject with its failure, in words.
type Failed = (RehearsalSubject, String);

/// Rehearses on all cores. Returns rehearsals and failures, each in the order of the subjects.
fn rehearse_subjects<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    entrants: &[Entrant<G>],
    subjects: &[RehearsalSubject],
    stop: &AtomicBool,
) -> (Vec<Rehearsed>, Vec<Failed>) {
    let rehearse_subject = |slot: usize| {
        let subject = subjects[slot];
        let rehearsal = match &entrants[subject.entrant].source {
            BotSource::External(program) if !stop.load(Ordering::Relaxed) => {
                let (side, slot) = (side_of_kind(game, subject.kind), slot.try_into().unwrap_or(0));
                rehearse(game, starts, &**program, side, slot)
            }
            BotSource::External(_) | BotSource::Builtin(..) | BotSource::Person => {
                Ok(Rehearsal::default())
            }
        };
        Ok::<_, Infallible>((subject, rehearsal))
    };
    let Ok(all) = in_parallel(subjects.len(), &rehearse_subject);
    let (mut rehearsed, mut failed) = (vec![], vec![]);
    for (subject, result) in all {
        match result {
            Ok(rehearsal) => rehearsed.push((subject, rehearsal)),
            Err(reason) => failed.push((subject, reason)),
        }
    }
    (rehearsed, failed)
}

fn side_of_kind<G: Game>(game: &Arc<G>, kind: &str) -> SideId {
    let side = game.sides().iter().find(|(_, side)| side.kind == kind);
    side.expect("every kind is that of a side").0
}

/// Has a program play a side for a few turns against default moves. No other rehearsal may use the
/// slot at the same time.
///
/// # Errors
/// If the machine or this program fails again and again. The error describes the last failure.
fn rehearse<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    program: &dyn ExternalBot<G>,
    side: SideId,
    slot: u32,
) -> Result<Rehearsal, String> {
    let mut attempt = 1;
    loop {
        match play(game, starts, program, side, slot) {
            Err(_) if attempt < ATTEMPTS => attempt += 1,
            result => return result,
        }
    }
}

/// Makes one attempt at a rehearsal.
fn play<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    program: &dyn ExternalBot<G>,
    side: SideId,
    slot: u32,
) -> Result<Rehearsal, String> {
    let began = Instant::now();
    let mut rehearsal_game = RehearsalGame::new(game, starts, program, side, slot);
    let mut rehearsal = Rehearsal::default();
    while rehearsal.choices.len() < DECISIONS
        && began.elapsed() < LONGEST
        && let Turn::ToMove(seat) = game.turn(&rehearsal_game.state)
    {
        let choice = match rehearsal_game.choose(seat) {
            None => game.unasked_choice(&mut rehearsal_game.state),
            Some(Ok(choice)) => {
                rehearsal.note(&**game, &choice);
                game.forced_move(&rehearsal_game.state).map_or(choice, Choice::from)
            }
            Some(Err(Trouble::Void(reason) | Trouble::Starved { reason, .. })) => {
                return Err(reason);
            }
            Some(Err(Trouble::Fault(kind, reason))) => {
                rehearsal.fault = Some((kind, reason));
                break;
            }
        };
        if !rehearsal_game.play(choice) {
            rehearsal.fault = Some((FaultKind::IllegalMove, String::new()));
            break;
        }
    }
    Ok(rehearsal)
}

impl Rehearsal {
    fn note<G: Game>(&mut self, game: &G, choice: &Choice<G::Move>) {
        let mut mv = String::new();
        game.write_move(choice.mv, &mut mv).expect("a string takes all text");
        self.choices.push((mv, choice.message.to_string()));
    }

    /// The reason why it cannot be asked anything; `None` if it can.
    fn start_failure(&self) -> Option<&str> {
        match &self.fault {
            // The program plays, but has no answer to this turn.
            Some((FaultKind::NoReply, reason)) if reason == UNREGISTERED => None,
            Some((FaultKind::CouldNotStart | FaultKind::NoReply, reason)) => {
                self.choices.is_empty().then_some(reason)
            }
            Some(_) | None => None,
        }
    }

    /// True if a choice that both made differs.
    fn differs(&self, other: &Self) -> bool {
        self.choices.iter().zip(&other.choices).any(|(one, other)| one != other)
    }
}

/// A game in which a program plays one side.
struct RehearsalGame<'g, G: Game> {
    game: &'g Arc<G>,
    side: SideId,
    state: G::State,
    players: Vec<ViewerProgram<G>>,
}

/// The program that plays for a viewer of the side.
struct ViewerProgram<G: Game> {
    viewer: Viewer,
    remote: Box<dyn Remote<G>>,
    view: G::View,
}

impl<'g, G: Game> RehearsalGame<'g, G> {
    fn new(
        game: &'g Arc<G>,
        starts: Starts,
        program: &dyn ExternalBot<G>,
        side: SideId,
        slot: u32,
    ) -> Self {
        let mut state = game.start(Chance::seeded(SEED));
        while starts == Starts::Random
            && let Some(choice) = game.opening_choice(&mut state)
        {
            if game.play(&mut state, choice).is_err() {
                break;
            }
        }
        let viewers = (0..).map(Viewer).zip(game.sides().viewers());
        let players = viewers
            .filter(|(_, place)| place.side == side)
            .map(|(viewer, place)| {
                let view = game.view(&state, viewer);
                let seats = place.seats.clone();
                let seed = SEED.of_bot(side, Seat(seats.start));
                let (waiting, notes) = (&Waiting::default(), Notes::Dropped);
                let seating =
                    Seating { game, view: &view, side, seats, seed, slot, waiting, notes };
                let remote = program.seat(&seating);
                ViewerProgram { viewer, remote, view }
            })
            .collect();
        Self { game, side, state, players }
    }

    /// Asks the program that plays for a seat; `None` if the seat belongs to another side.
    fn choose(&mut self, seat: Seat) -> Option<Result<Choice<G::Move>, Trouble>> {
        if self.game.sides().side_of(seat) != self.side {
            return None;
        }
        let viewer = self.game.sides().viewer_of(seat);
        let player = self.players.iter_mut().find(|player| player.viewer == viewer)?;
        Some(player.remote.choose(seat, &player.view).result)
    }

    /// Plays a choice and tells the program of it. Returns false if the choice is illegal.
    fn play(&mut self, choice: Choice<G::Move>) -> bool {
        let Ok(play) = self.game.play(&mut self.state, choice) else { return false };
        for player in &mut self.players {
            for event in self.game.redact(&self.state, &play, player.viewer) {
                player.remote.tell(&event);
                self.game.advance(&mut player.view, event);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
