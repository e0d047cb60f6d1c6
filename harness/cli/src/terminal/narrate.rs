//! Matches as text, turn by turn.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use stoker_engine::{Ending, Game, SideId};
use stoker_external::fault::Fault;
use stoker_external::marked::WORDS;
use stoker_files::printable::printable;
use stoker_tournament::referee::{How, Spectator, Step};

use super::interrupt::stop_flag;

/// Tells a reader what happens, as it happens.
pub(crate) struct Narrator<'a> {
    out: &'a mut dyn Write,
    pace: Pace,
    stderr: Stderr,
    /// The names of the entrants, by side.
    lineup: Vec<String>,
    result: io::Result<()>,
}

/// Whether standard error of external bots is shown beside their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stderr {
    /// It is not.
    Hidden,
    /// It is.
    Shown,
}

/// How fast a match is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pace {
    /// As fast as it is played.
    AtOnce,
    /// With a pause after each turn.
    Pause(Duration),
}

impl<'a> Narrator<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, pace: Pace, stderr: Stderr) -> Self {
        Self { out, pace, stderr, lineup: vec![], result: Ok(()) }
    }

    /// The same with the names of the entrants, by side.
    pub(crate) fn of(self, lineup: Vec<String>) -> Self {
        Self { lineup, ..self }
    }

    /// Ends the tale.
    ///
    /// # Errors
    /// The first error of the writer; nothing was written after it.
    pub(crate) fn end<G: Game>(self, game: &G, ending: &Ending, faults: usize) -> io::Result<()> {
        self.result?;
        self.out.write_all(ending_text(game, ending).as_bytes())?;
        if faults > 0 {
            writeln!(self.out, "faults: {faults}")?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.out.write_all(text.as_bytes());
        }
    }
}

impl<G: Game> Spectator<G> for Narrator<'_> {
    fn wants_more(&self) -> bool {
        !stop_flag().load(Ordering::Relaxed)
    }

    fn began(&mut self, game: &G, state: &G::State) {
        self.write(&board(game, state));
    }

    fn played(&mut self, game: &G, state: &G::State, step: &Step<G::Move>, play: &G::Play) {
        let mut line = String::new();
        game.write_play(play, &mut line).expect("a string takes all text");
        line += match step.how {
            How::Chosen => "",
            How::Opening => "  (opening)",
            How::Default => "  (default move)",
            How::Forced => "  (forced)",
        };
        if !step.message.is_empty() {
            // Escaped, because a message could hold what a terminal obeys.
            line += &format!("  \"{}\"", printable(step.message.as_str()));
        }
        line.push('\n');
        if step.seat.0 + 1 == game.sides().seat_count() {
            line += &board(game, state);
        }
        self.write(&line);
        if let (Pace::Pause(pause), Ok(())) = (self.pace, &self.result) {
            self.result = self.out.flush();
            sleep(pause);
        }
    }

    fn takes_time(&self) -> bool {
        matches!(self.pace, Pace::Pause(_))
    }

    fn heard(&mut self, game: &G, side: SideId, text: &str) {
        if self.stderr == Stderr::Shown {
            let side = game.sides().side(side).name;
            let line = |line: &str| match line.strip_prefix(WORDS) {
                Some(said) => format!("  {side}| {}\n", printable(&said.replace('\t', "    "))),
                None => format!("  {side}: {}\n", printable(line)),
            };
            let lines: String = text.lines().map(line).collect();
            self.write(&lines);
        }
    }

    fn faulted(&mut self, game: &G, fault: &Fault) {
        let Fault { kind, reason, .. } = fault;
        let place = printable(&fault.place(game, &self.lineup));
        self.write(&format!("fault of {place}: {kind}: {}\n", printable(reason)));
    }
}

fn board<G: Game>(game: &G, state: &G::State) -> String {
    let mut text = String::new();
    game.write_board(state, &mut text).expect("a string takes all text");
    format!("\n{}\n", text.trim_end())
}

/// `over: score 12, won by dracula (score)`.
fn ending_text<G: Game>(game: &G, ending: &Ending) -> String {
    let scores: Vec<_> = game
        .scores()
        .iter()
        .zip(&ending.scores)
        .map(|(info, score)| format!("{} {score}", info.name))
        .collect();
    let winners: Vec<_> = game
        .sides()
        .iter()
        .filter(|&(id, _)| ending.winners.contains(id))
        .map(|(_, side)| side.name)
        .collect();
    let won = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
    format!("\nover: {}, won by {won} ({})\n", scores.join(", "), ending.reason)
}
