//! A bot at the table, with its view and its generator.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use stoker_bots::SeesAll;
use stoker_engine::{Bot, Choice, Count, Decision, Ending, Game, Rng, Seat, Seed, SideId, Viewer};
use stoker_external::Limits;
use stoker_external::absent::Nobody;
use stoker_external::contract::waiting::Waiting;
use stoker_external::contract::{
    Elapsed, Notes, Remote, Seating, TimedAnswer, Trouble, thread_time,
};
use stoker_external::fault::FaultKind;
use stoker_external::sketch::Sketch;

use super::{AnswerTiming, KeptNotes, Seated, Seer};
use crate::entrant::{BotSource, Entrant, Setup};
use crate::quiet;

/// The most work that a bot may do on one decision, in its own units. It is a backstop, far above
/// the work of a built-in bot that counts its own iterations.
pub const MOST_WORK: u64 = 10_000_000;

/// One viewer's bot.
pub struct SeatedBot<G: Game> {
    mind: DecisionMaker<G>,
    view: G::View,
    viewer: Viewer,
    side: SideId,
    seats: Range<u8>,
    /// True if it thinks for long in this program.
    ponders: bool,
    /// True if an answer came close to a time limit.
    hurried: bool,
    /// The drawings of a built-in bot, if they are kept.
    sketch: Option<Sketch>,
}

/// The bot or program that decides.
enum DecisionMaker<G: Game> {
    /// A bot of this program, with its generator.
    Builtin(Box<dyn Bot<G>>, Rng),
    /// A player of this program that sees the truth, with its generator.
    Seer(Box<dyn SeesAll<G>>, Rng),
    /// An external bot, with its limits if there are any.
    Remote(Box<dyn Remote<G>>, Option<Limits>),
    /// No bot any more: the text of the panic that ended it, or the reason why it was dropped.
    Gone(String),
}

/// The match for which a bot is seated.
#[derive(Debug, Clone, Copy)]
pub struct Occasion<'a> {
    /// The seed of the match.
    pub seed: Seed,
    /// The number of the referee at work.
    pub slot: u32,
    /// The bots that could think while others are asked.
    pub waiting: &'a Waiting,
    /// The bots whose notes are kept.
    pub notes: KeptNotes,
}

impl<G: Game> SeatedBot<G> {
    /// Seats a viewer's bot. The text is that of a panic while the bot was made.
    ///
    /// # Panics
    /// If there is no such viewer.
    pub fn seat(
        game: &Arc<G>,
        occasion: Occasion<'_>,
        viewer: usize,
        who: Seated<'_, G>,
        state: &G::State,
    ) -> (Self, Option<String>) {
        let place = &game.sides().viewers()[viewer];
        let (side, seats) = (place.side, place.seats.clone());
        let viewer = Viewer(u8::try_from(viewer).expect("no more viewers than seats"));
        let view = game.view(state, viewer);
        // The match seed would let a bot foresee the chance outcomes of others.
        let seed = occasion.seed.of_bot(side, Seat(seats.start));
        let ponders = match who {
            Seated::Entrant(Entrant { source: BotSource::Builtin(bot, _), .. }) => bot.searches,
            Seated::Entrant(Entrant { source: BotSource::External(bot), .. }) => !bot.is_program(),
            Seated::Entrant(Entrant { source: BotSource::Person, .. }) | Seated::Seer(_) => false,
        };
        let made = match who {
            Seated::Entrant(Entrant { source: BotSource::Builtin(bot, values), .. }) => {
                quiet::catch(|| (bot.make)(&Setup { game, values, side, seats: seats.clone() }))
                    .map(|bot| DecisionMaker::Builtin(bot, seed.bot_rng()))
            }
            Seated::Seer(Seer { entry, values, .. }) => {
                quiet::catch(|| (entry.make)(&Setup { game, values, side, seats: seats.clone() }))
                    .map(|seer| DecisionMaker::Seer(seer, seed.bot_rng()))
            }
            Seated::Entrant(Entrant { source: BotSource::External(program), .. }) => {
                let (slot, waiting, seats) = (occasion.slot, occasion.waiting, seats.clone());
                let notes = occasion.notes.of_programs();
                let seating =
                    Seating { game, view: &view, side, seats, seed, slot, waiting, notes };
                Ok(DecisionMaker::Remote(program.seat(&seating), program.limits()))
            }
            Seated::Entrant(Entrant { source: BotSource::Person, .. }) => {
                let nobody = Nobody("people play at a table, and nobody sits there");
                Ok(DecisionMaker::Remote(Box::new(nobody), None))
            }
        };
        let (mind, crash) = match made {
            Ok(mind) => (mind, None),
            Err(reason) => (DecisionMaker::Gone(reason.clone()), Some(reason)),
        };
        let sketch = match occasion.notes.of_builtins() {
            Notes::Dropped => None,
            Notes::Kept => Some(Sketch::default()),
        };
        (Self { mind, view, viewer, side, seats, ponders, hurried: false, sketch }, crash)
    }

    pub(super) fn side(&self) -> SideId {
        self.side
    }

    pub(crate) fn seats(&self) -> Range<u8> {
        self.seats.clone()
    }

    /// True if it is not part of this program.
    pub(super) fn is_remote(&self) -> bool {
        matches!(self.mind, DecisionMaker::Remote(..))
    }

    /// True if it thinks for long in this program, which enforces no time limit on it.
    pub(super) fn ponders(&self) -> bool {
        self.ponders
    }

    /// True if it can be asked, if necessary after a restart of its program.
    pub(super) fn goes_on(&self) -> bool {
        !matches!(self.mind, DecisionMaker::Gone(_))
    }

    /// True if an answer came so close to a time limit that another one could go differently.
    pub(super) fn was_hurried(&self) -> bool {
        self.hurried
    }

    /// Asks for a choice in this state. The time is measured if timing is on, and always for
    /// external bots.
    pub fn choose(
        &mut self,
        state: &G::State,
        seat: Seat,
        timing: AnswerTiming,
    ) -> (Result<Choice<G::Move>, Trouble>, Option<Elapsed>) {
        if let DecisionMaker::Remote(remote, limits) = &mut self.mind {
            let TimedAnswer { result, elapsed } = remote.choose(seat, &self.view);
            self.hurried |= limits.is_some_and(|limits| limits.are_near(elapsed.wall, elapsed.cpu));
            return (result, Some(elapsed));
        }
        let (result, elapsed) = match timing {
            AnswerTiming::Off => (self.think(state, seat), None),
            AnswerTiming::On => {
                let (result, elapsed) = timed(|| self.think(state, seat));
                (result, Some(elapsed))
            }
        };
        if result.is_ok() {
            self.draw();
        }
        (result, elapsed)
    }

    /// Lets a built-in bot draw its thoughts, if they are kept. A panic while it does so loses only
    /// these drawings.
    fn draw(&mut self) {
        if let (Some(sketch), DecisionMaker::Builtin(bot, _)) = (&mut self.sketch, &self.mind) {
            let notes = quiet::catch(|| bot.notes(&self.view)).unwrap_or_default();
            notes.iter().for_each(|note| sketch.draw(note));
        }
    }

    /// Asks a built-in bot; a panic ends it.
    fn think(&mut self, state: &G::State, seat: Seat) -> Result<Choice<G::Move>, Trouble> {
        let crash = |reason| Trouble::Fault(FaultKind::Crash, reason);
        let (view, mut budget) = (&self.view, Count(MOST_WORK));
        let answer = match &mut self.mind {
            DecisionMaker::Builtin(bot, rng) => {
                quiet::catch(|| bot.choose(view, &mut Decision::new(seat, rng, &mut budget)))
            }
            DecisionMaker::Seer(seer, rng) => {
                quiet::catch(|| seer.choose(state, &mut Decision::new(seat, rng, &mut budget)))
            }
            DecisionMaker::Gone(reason) => return Err(crash(reason.clone())),
            DecisionMaker::Remote(..) => unreachable!("those are asked elsewhere"),
        };
        answer.map_err(|reason| {
            self.discard(&reason);
            crash(reason)
        })
    }

    #[inline]
    pub(crate) fn tell(&mut self, game: &G, state: &G::State, play: &G::Play) {
        let remote = match &mut self.mind {
            DecisionMaker::Builtin(..) => None,
            // A seer reads the state itself.
            DecisionMaker::Seer(..) => return,
            DecisionMaker::Remote(remote, _) => Some(remote),
            DecisionMaker::Gone(_) => return,
        };
        match remote {
            None => {
                game.tell(state, play, self.viewer, &mut self.view);
            }
            Some(remote) => {
                for event in game.redact(state, play, self.viewer) {
                    remote.tell(&event);
                    game.advance(&mut self.view, event);
                }
            }
        }
    }

    /// Tells the bot the ending and lets it go. The error is the text of a panic.
    pub(super) fn dismiss(&mut self, ending: &Ending) -> Result<(), String> {
        let view = &self.view;
        match &mut self.mind {
            DecisionMaker::Gone(_) | DecisionMaker::Seer(..) => Ok(()),
            DecisionMaker::Remote(remote, _) => {
                remote.ended(view, ending);
                Ok(())
            }
            mind @ DecisionMaker::Builtin(..) => {
                let mind = std::mem::replace(mind, DecisionMaker::Gone(String::new()));
                quiet::catch(move || {
                    if let DecisionMaker::Builtin(mut bot, _) = mind {
                        bot.ended(view, ending);
                    }
                })
            }
        }
    }

    /// Stops whatever an external bot is running now.
    pub(super) fn stop(&mut self) {
        if let DecisionMaker::Remote(remote, _) = &mut self.mind {
            remote.stop();
        }
    }

    /// The words of an external bot since the last call, or the drawings of any bot, if they are
    /// kept.
    pub fn log(&mut self) -> String {
        match (&mut self.mind, &mut self.sketch) {
            (DecisionMaker::Remote(remote, _), _) => remote.log(),
            (DecisionMaker::Builtin(..), Some(sketch)) => sketch.take(),
            (DecisionMaker::Builtin(..) | DecisionMaker::Seer(..) | DecisionMaker::Gone(_), _) => {
                String::new()
            }
        }
    }

    /// Drops a bot that has panicked, or whose match was broken off. A further panic is ignored.
    #[cold]
    pub(super) fn discard(&mut self, reason: &str) {
        let mind = std::mem::replace(&mut self.mind, DecisionMaker::Gone(reason.to_owned()));
        let _ = quiet::catch(move || drop(mind));
    }
}

/// Runs something and measures the time that it takes.
fn timed<R>(run: impl FnOnce() -> R) -> (R, Elapsed) {
    let (wall, cpu) = (Instant::now(), thread_time());
    let result = run();
    let elapsed = Elapsed { wall: wall.elapsed(), cpu: thread_time().saturating_sub(cpu) };
    (result, elapsed)
}
