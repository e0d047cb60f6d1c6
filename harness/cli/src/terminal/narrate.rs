//! Matches as text, turn by turn.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

use anyhow::ensure;
use stoker_engine::scene::Scene;
use stoker_engine::{Game, SideId};
use stoker_external::fault::Fault;
use stoker_external::line_marks::{BOT_NOTE, WORDS};
use stoker_files::printable::printable;
use stoker_tournament::referee::{DecisionOrigin, DecisionStep, Spectator};

use super::interrupt::stop_flag;
use super::scene::ScenePainter;
use super::viewpoint::Viewpoint;

/// The latest lines that stay below a board that is drawn again and again.
const KEPT: usize = 8;

/// Writes about a match while it is played.
pub(crate) struct Narrator<'a, G: Game> {
    out: &'a mut dyn Write,
    pace: ShowPace,
    stderr: Stderr,
    /// The point of view; none if the ruleset has no scenes.
    viewpoint: Option<Viewpoint<G>>,
    /// The number of lines of the screen on which each scene is drawn over the one before; if none,
    /// scenes follow one another.
    screen: Option<usize>,
    kept: VecDeque<String>,
    /// The news of the turn before.
    news: Vec<String>,
    /// The names of the entrants, by side.
    lineup: Vec<String>,
    result: io::Result<()>,
}

/// The choice to show standard error of external bots beside their turns, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stderr {
    /// It is not.
    Hidden,
    /// It is.
    Shown,
}

/// The pace at which a match is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ShowPace {
    /// As fast as it is played.
    AtOnce,
    /// With a pause after each turn.
    Pause(Duration),
}

/// The pace that `--watch` asks for.
pub(crate) fn pace(watch: Option<f64>) -> anyhow::Result<ShowPace> {
    let Some(seconds) = watch else { return Ok(ShowPace::AtOnce) };
    ensure!((0.0..=3_600.0).contains(&seconds), "--watch={seconds}: give 0 to 3600 seconds");
    Ok(ShowPace::Pause(Duration::from_secs_f64(seconds)))
}

impl<'a, G: Game> Narrator<'a, G> {
    pub(crate) fn new(out: &'a mut dyn Write, pace: ShowPace, stderr: Stderr) -> Self {
        let (lineup, kept, news) = (vec![], VecDeque::new(), vec![]);
        let (viewpoint, screen, result) = (None, None, Ok(()));
        Self { out, pace, stderr, viewpoint, screen, kept, news, lineup, result }
    }

    /// The same with the names of the entrants, by side.
    pub(crate) fn of(self, lineup: Vec<String>) -> Self {
        Self { lineup, ..self }
    }

    /// The same from this point of view, if there is one.
    pub(crate) fn through(self, viewpoint: Option<Viewpoint<G>>) -> Self {
        Self { viewpoint, ..self }
    }

    /// The same on a screen of this many lines, if the match is watched on one.
    pub(crate) fn on_screen(self, lines: Option<usize>) -> Self {
        let watched = matches!(self.pace, ShowPace::Pause(_));
        Self { screen: lines.filter(|_| watched), ..self }
    }

    /// Ends with a result, such as `score 12, won by dracula (score)`.
    ///
    /// # Errors
    /// The first error of the writer; nothing was written after it.
    pub(crate) fn end(self, result: &str, faults: usize) -> io::Result<()> {
        self.result?;
        writeln!(self.out, "\nover: {}", printable(result))?;
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

    /// Writes a text that belongs to a turn: at once, or below the next board on a screen.
    fn tell(&mut self, text: &str) {
        self.kept.extend(text.lines().map(str::to_owned));
        self.kept.drain(..self.kept.len().saturating_sub(KEPT));
        if self.screen.is_none() {
            self.write(text);
        }
    }

    /// Shows a position: with its boards, if it is watched.
    fn show(&mut self, game: &G, state: &G::State, scene: Option<&Scene>) {
        let (Some(viewpoint), Some(scene)) = (&self.viewpoint, scene) else {
            let text = board(game, state);
            return self.write(&text);
        };
        match self.pace {
            ShowPace::AtOnce => {
                let text = format!("\n{}\n", viewpoint.painter.told(scene));
                self.write(&text);
            }
            ShowPace::Pause(_) => {
                let drawn = viewpoint.painter.drawn(scene);
                self.draw(&drawn);
            }
        }
    }

    /// Draws over the earlier drawing, if there is a screen with room for it.
    fn draw(&mut self, drawn: &str) {
        let room = drawn.lines().count() + KEPT + 1;
        match self.screen {
            Some(lines) if lines > room => {
                let kept: Vec<_> = self.kept.iter().map(String::as_str).collect();
                // From the top left corner, over what was there.
                let text = format!("\u{1b}[H\u{1b}[J{drawn}\n{}\n", kept.join("\n"));
                self.write(&text);
            }
            Some(_) => {
                let kept: String = self.kept.drain(..).map(|line| line + "\n").collect();
                self.write(&format!("\n{drawn}\n{kept}"));
            }
            None => self.write(&format!("\n{drawn}\n")),
        }
    }

    fn sees(&self, of: impl FnOnce(&Viewpoint<G>) -> bool) -> bool {
        self.viewpoint.as_ref().is_none_or(of)
    }

    /// A marked line of a side, if it is to be shown. Of drawings, only the texts are, and only if
    /// the match is watched.
    fn said(&self, side: &str, line: &str) -> Option<String> {
        let shown = self.stderr == Stderr::Shown;
        if let Some(drawn) = line.strip_prefix(BOT_NOTE) {
            let watched = matches!(self.pace, ShowPace::Pause(_));
            let text = drawn.strip_prefix("text ").or_else(|| drawn.strip_prefix("mark "));
            return text.filter(|_| watched).map(|text| format!("  {side}* {}\n", printable(text)));
        }
        shown.then(|| match line.strip_prefix(WORDS) {
            Some(said) => format!("  {side}| {}\n", printable(&said.replace('\t', "    "))),
            None => format!("  {side}: {}\n", printable(line)),
        })
    }

    /// The lines of a turn: the play, its kind, and its message.
    fn turn(
        &mut self,
        game: &G,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
        scene: Option<&Scene>,
    ) -> String {
        let sees = self.sees(|viewpoint| viewpoint.see_seat(game, step.seat));
        let mut lines = match scene.map(ScenePainter::news) {
            None => vec![play_text(game, play)],
            // A seat that declines makes no news. A viewer that does not see it must not notice it
            // either.
            Some(news) if news == self.news && sees => vec![play_text(game, play)],
            Some(news) if news == self.news => vec![],
            Some(news) => {
                self.news.clone_from(&news);
                news
            }
        };
        let hears = self.sees(|viewpoint| viewpoint.hear_seat(game, step.seat));
        if let Some(line) = lines.first_mut() {
            *line += match step.how {
                _ if !sees => "",
                DecisionOrigin::Chosen => "",
                DecisionOrigin::Opening => "  (opening)",
                DecisionOrigin::Default => "  (default move)",
                DecisionOrigin::Forced => "  (forced)",
            };
            if hears && !step.message.is_empty() {
                // Escaped, because a message could hold control characters of terminals.
                *line += &format!("  \"{}\"", printable(step.message.as_str()));
            }
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }
}

impl<G: Game> Spectator<G> for Narrator<'_, G> {
    fn wants_more(&self) -> bool {
        !stop_flag().load(Ordering::Relaxed)
    }

    fn began(&mut self, game: &G, state: &G::State) {
        let scene = self.viewpoint.as_mut().map(|viewpoint| viewpoint.scene(game, state));
        self.show(game, state, scene.as_ref());
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        let scene = self.viewpoint.as_mut().map(|viewpoint| viewpoint.scene(game, state));
        let told = self.turn(game, step, play, scene.as_ref());
        self.tell(&told);
        let drawn = scene.is_some() && matches!(self.pace, ShowPace::Pause(_));
        if drawn || game.board_is_due(state, play) {
            self.show(game, state, scene.as_ref());
        }
        if let (ShowPace::Pause(pause), Ok(())) = (self.pace, &self.result) {
            self.result = self.out.flush();
            sleep(pause);
        }
    }

    fn takes_time(&self) -> bool {
        matches!(self.pace, ShowPace::Pause(_))
    }

    fn heard(&mut self, game: &G, side: SideId, text: &str) {
        if self.sees(|viewpoint| viewpoint.see_side(game, side)) {
            let side = game.sides().side(side).name;
            let lines: String = text.lines().filter_map(|line| self.said(side, line)).collect();
            self.tell(&lines);
        }
    }

    /// A reason can name a move that is hidden from this viewpoint.
    fn faulted(&mut self, game: &G, fault: &Fault) {
        let Fault { kind, reason, side, .. } = fault;
        let place = printable(&fault.place(game, &self.lineup));
        let why = self.sees(|viewpoint| viewpoint.see_side(game, *side));
        let why = if why { format!(": {}", printable(reason)) } else { String::new() };
        self.tell(&format!("fault of {place}: {kind}{why}\n"));
    }
}

fn play_text<G: Game>(game: &G, play: &G::Play) -> String {
    let mut line = String::new();
    game.write_play(play, &mut line).expect("a string takes all text");
    line
}

fn board<G: Game>(game: &G, state: &G::State) -> String {
    let mut text = String::new();
    game.write_board(state, &mut text).expect("a string takes all text");
    format!("\n{}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use stoker_engine::toy::{Layout, Toy};
    use stoker_engine::{Chance, Message, Seat, Seed};

    use super::*;
    use crate::terminal::scene::StreamFormat;

    /// The text of a turn in which the first seat says this.
    fn told(message: &str, view: Option<&str>) -> String {
        let toy = Toy::of(Layout::Pair, 9);
        let mut state = toy.start(Chance::seeded(Seed(1)));
        let play = toy.play(&mut state, 2.into()).unwrap();
        let message = Message::new(message);
        let step = DecisionStep { seat: Seat(0), how: DecisionOrigin::Forced, mv: 2, message };
        let stream_format = StreamFormat::plain(80);
        let viewpoint =
            Viewpoint::open(&stoker_bots::toy::ruleset().unwrap(), &*toy, view, stream_format)
                .unwrap();
        let mut out = vec![];
        let mut narrator =
            Narrator::new(&mut out, ShowPace::AtOnce, Stderr::Hidden).through(viewpoint);
        narrator.played(&*toy, &state, &step, &play);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_message_commands_no_terminal() {
        let line = told("\u{1b}[2Jboo\u{202e}\r\n", None);
        let end = "(forced)  \"\u{fffd}[2Jboo\u{fffd}\u{fffd}\u{fffd}\"\n";
        assert!(line.starts_with("left plays 2 and throws ") && line.ends_with(end), "{line:?}");
    }

    #[test]
    fn what_a_seat_says_is_told_to_those_alone_who_share_its_knowledge() {
        assert_eq!(told("boo", Some("team")), "left plays 2  (forced)  \"boo\"\n");
        assert_eq!(told("boo", Some("lone")), "left plays 2\n");
    }
}
