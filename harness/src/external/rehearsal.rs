//! Rehearsals: whether a program can play at all, and whether it plays the same twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use stoker_engine::{Chance, Choice, Game, Seat, Seed, SideId, Turn, Viewer};

use crate::entrant::{Entrant, Source, Unfit};
use crate::fault::FaultKind;
use crate::plan::kinds;
use crate::referee::outside::{ATTEMPTS, Outside, Remote, Seating, Trouble};
use crate::stats::Status;

/// How many decisions of its own a program makes in a rehearsal.
const DECISIONS: usize = 6;
/// The seed of rehearsals: none that a tournament is likely to have.
const SEED: Seed = Seed(0x7265_6865_6172_7365);
/// Programs that draw from a clock of seconds are to see another second the second time.
const PAUSE: Duration = Duration::from_millis(1_100);

/// What a program did in a rehearsal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rehearsal {
    /// Its moves and messages, up to its first fault.
    choices: Vec<(String, String)>,
    /// Its first fault.
    fault: Option<(FaultKind, String)>,
}

/// What rehearsals showed of the entrants that are not part of this program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Names of entrants that did not play the same twice, in their order.
    pub changeable: Vec<String>,
}

/// Has every entrant that is not part of this program play a few turns, twice; marks those that
/// cannot start as unfit. Once `stop` is set, no more is asked, and less is found.
///
/// # Errors
/// If the machine or this program fails, in words.
pub fn rehearse_all<G: Game>(
    game: &Arc<G>,
    entrants: &mut [Entrant<G>],
    stop: &AtomicBool,
) -> Result<Findings, String> {
    let began = Instant::now();
    let first = rehearsals(game, entrants, stop)?;
    for Played { entrant, kind, rehearsal } in &first {
        if let Some(reason) = rehearsal.stillborn() {
            let status = Status::Unfit(reason.to_owned());
            entrants[*entrant].unfit.push(Unfit { side: (*kind).to_owned(), status });
        }
    }
    let mut findings = Findings::default();
    // There is nothing to compare with where the first decision was a fault.
    for before in first.iter().filter(|played| !played.rehearsal.choices.is_empty()) {
        let entrant = &entrants[before.entrant];
        let Source::Outside(program) = &entrant.source else { continue };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        sleep(PAUSE.saturating_sub(began.elapsed()));
        let again = rehearse(game, &**program, side_of_kind(game, before.kind))?;
        if before.rehearsal.differs(&again) && !findings.changeable.contains(&entrant.name) {
            findings.changeable.push(entrant.name.clone());
        }
    }
    Ok(findings)
}

/// What an entrant did on a kind of side.
struct Played {
    entrant: usize,
    kind: &'static str,
    rehearsal: Rehearsal,
}

fn rehearsals<G: Game>(
    game: &Arc<G>,
    entrants: &[Entrant<G>],
    stop: &AtomicBool,
) -> Result<Vec<Played>, String> {
    let mut played = vec![];
    for (number, entrant) in entrants.iter().enumerate() {
        let Source::Outside(program) = &entrant.source else { continue };
        for kind in kinds(game.sides()).filter(|kind| entrant.plays(kind)) {
            if stop.load(Ordering::Relaxed) {
                return Ok(played);
            }
            let rehearsal = rehearse(game, &**program, side_of_kind(game, kind))?;
            played.push(Played { entrant: number, kind, rehearsal });
        }
    }
    Ok(played)
}

fn side_of_kind<G: Game>(game: &Arc<G>, kind: &str) -> SideId {
    let side = game.sides().iter().find(|(_, side)| side.kind == kind);
    side.expect("every kind is that of a side").0
}

/// Has a program play a side for a few turns, against default moves.
///
/// # Errors
/// If the machine or this program fails again and again, in words.
pub fn rehearse<G: Game>(
    game: &Arc<G>,
    program: &dyn Outside<G>,
    side: SideId,
) -> Result<Rehearsal, String> {
    let mut attempt = 1;
    loop {
        match play(game, program, side) {
            Err(_) if attempt < ATTEMPTS => attempt += 1,
            result => return result,
        }
    }
}

/// One attempt at that.
fn play<G: Game>(
    game: &Arc<G>,
    program: &dyn Outside<G>,
    side: SideId,
) -> Result<Rehearsal, String> {
    let mut stage = Stage::new(game, program, side);
    let mut rehearsal = Rehearsal { choices: vec![], fault: None };
    while rehearsal.choices.len() < DECISIONS
        && let Turn::ToMove(seat) = game.turn(&stage.state)
    {
        let choice = match stage.choose(seat) {
            None => game.default_choice(&mut stage.state),
            Some(Ok(choice)) => choice,
            Some(Err(Trouble::Void(reason))) => return Err(reason),
            Some(Err(Trouble::Fault(kind, reason))) => {
                rehearsal.fault = Some((kind, reason));
                break;
            }
        };
        if game.sides().side_of(seat) == side {
            rehearsal.note(&**game, &choice);
        }
        let choice = match game.forced_move(&stage.state) {
            Some(mv) => mv.into(),
            None => choice,
        };
        if !stage.play(choice) {
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

    /// Why it cannot be asked anything, if that is so.
    fn stillborn(&self) -> Option<&str> {
        match &self.fault {
            Some((FaultKind::CouldNotStart | FaultKind::NoReply, reason)) => {
                self.choices.is_empty().then_some(reason)
            }
            Some(_) | None => None,
        }
    }

    /// Whether one of them shows something else, as far as both went.
    fn differs(&self, other: &Self) -> bool {
        self.choices.iter().zip(&other.choices).any(|(one, other)| one != other)
    }
}

/// A game in which one side is played by a program.
struct Stage<'g, G: Game> {
    game: &'g Arc<G>,
    side: SideId,
    state: G::State,
    players: Vec<Player<G>>,
}

/// What plays for a viewer of the side.
struct Player<G: Game> {
    viewer: Viewer,
    remote: Box<dyn Remote<G>>,
    view: G::View,
}

impl<'g, G: Game> Stage<'g, G> {
    fn new(game: &'g Arc<G>, program: &dyn Outside<G>, side: SideId) -> Self {
        let mut state = game.start(Chance::seeded(SEED));
        while let Some(choice) = game.opening_choice(&mut state) {
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
                let seating = Seating { game, view: &view, side, seats, seed, slot: 0 };
                let remote = program.seat(&seating);
                Player { viewer, remote, view }
            })
            .collect();
        Self { game, side, state, players }
    }

    /// Asks whoever plays for a seat; `None` if that is another side's.
    fn choose(&mut self, seat: Seat) -> Option<Result<Choice<G::Move>, Trouble>> {
        if self.game.sides().side_of(seat) != self.side {
            return None;
        }
        let viewer = self.game.sides().viewer_of(seat);
        let player = self.players.iter_mut().find(|player| player.viewer == viewer)?;
        Some(player.remote.choose(seat, &player.view).result)
    }

    /// Plays a choice and tells it; not if it is illegal.
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
