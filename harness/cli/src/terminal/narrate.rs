//! Matches as text, turn by turn.

mod story;

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
use story::ToldMatch;

/// The latest lines that stay below a board that is drawn again and again.
const KEPT: usize = 8;

/// Writes about a match while it is played.
pub(crate) struct Narrator<'a, G: Game> {
    out: &'a mut dyn Write,
    pace: ShowPace,
    stderr: Stderr,
    /// The point of view; none if the ruleset has no scenes.
    viewpoint: Option<Viewpoint<G>>,
    /// The match as the viewer is told it, if it is told to one viewer.
    told: Option<ToldMatch<G>>,
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
        let (viewpoint, told, screen, result) = (None, None, None, Ok(()));
        Self { out, pace, stderr, viewpoint, told, screen, kept, news, lineup, result }
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
    pub(crate) fn end(mut self, game: &G, result: &str, mut faults: usize) -> io::Result<()> {
        if let Some(mut told) = self.told.take() {
            told.end(&mut self, game);
            faults = told.faults();
        }
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
        match scene {
            Some(scene) => self.show_scene(scene),
            None => {
                let text = board(game, state);
                self.write(&text);
            }
        }
    }

    fn show_scene(&mut self, scene: &Scene) {
        let Some(viewpoint) = &self.viewpoint else { return };
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

    fn is_watched(&self) -> bool {
        matches!(self.pace, ShowPace::Pause(_))
    }

    /// Lets the reader look at what was written.
    fn pause(&mut self) {
        if let (ShowPace::Pause(pause), Ok(())) = (self.pace, &self.result) {
            self.result = self.out.flush();
            sleep(pause);
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
        let news = scene.and_then(|scene| self.fresh_news(scene));
        let mut lines = news.unwrap_or_else(|| vec![play_text(game, play)]);
        if let Some(line) = lines.first_mut() {
            *line += &self.suffix(game, step);
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The news of a scene; `None` if they are those of the scene before.
    fn fresh_news(&mut self, scene: &Scene) -> Option<Vec<String>> {
        let news = ScenePainter::news(scene);
        if news == self.news {
            return None;
        }
        self.news.clone_from(&news);
        Some(news)
    }

    /// The origin of a play, and its message.
    fn suffix(&self, game: &G, step: &DecisionStep<G::Move>) -> String {
        let mut text = match step.how {
            _ if !self.sees(|viewpoint| viewpoint.see_seat(game, step.seat)) => "",
            DecisionOrigin::Chosen => "",
            DecisionOrigin::Opening => "  (opening)",
            DecisionOrigin::Default => "  (default move)",
            DecisionOrigin::Forced => "  (forced)",
        }
        .to_owned();
        let hears = self.sees(|viewpoint| viewpoint.hear_seat(game, step.seat));
        if hears && !step.message.is_empty() {
            // Escaped, because a message could hold control characters of terminals.
            text += &format!("  \"{}\"", printable(step.message.as_str()));
        }
        text
    }
}

impl<G: Game> Spectator<G> for Narrator<'_, G> {
    fn wants_more(&self) -> bool {
        !stop_flag().load(Ordering::Relaxed)
    }

    fn began(&mut self, game: &G, state: &G::State) {
        let viewer = self.viewpoint.as_ref().and_then(Viewpoint::viewer);
        if let Some(viewer) = viewer {
            self.told = Some(ToldMatch::begin(game, state, viewer));
            return;
        }
        let scene = self.viewpoint.as_mut().map(|viewpoint| viewpoint.scene(game, state));
        self.show(game, state, scene.as_ref());
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        if let Some(mut told) = self.told.take() {
            told.play(self, game, state, step, play);
            self.told = Some(told);
            return;
        }
        let scene = self.viewpoint.as_mut().map(|viewpoint| viewpoint.scene(game, state));
        let told = self.turn(game, step, play, scene.as_ref());
        self.tell(&told);
        if scene.is_some() && self.is_watched() || game.board_is_due(state, play) {
            self.show(game, state, scene.as_ref());
        }
        self.pause();
    }

    fn takes_time(&self) -> bool {
        matches!(self.pace, ShowPace::Pause(_))
    }

    fn heard(&mut self, game: &G, side: SideId, text: &str) {
        if self.sees(|viewpoint| viewpoint.see_side(game, side)) {
            let side = game.sides().side(side).name;
            let lines: String = text.lines().filter_map(|line| self.said(side, line)).collect();
            match &mut self.told {
                Some(told) => told.hear(&lines),
                None => self.tell(&lines),
            }
        }
    }

    /// A reason can name a move that is hidden from this viewpoint.
    fn faulted(&mut self, game: &G, fault: &Fault) {
        let Fault { kind, reason, side, seat, .. } = fault;
        let place = printable(&fault.place(game, &self.lineup));
        let why = self.sees(|viewpoint| viewpoint.see_side(game, *side));
        let why = if why { format!(": {}", printable(reason)) } else { String::new() };
        let line = format!("fault of {place}: {kind}{why}\n");
        match &mut self.told {
            Some(told) => told.accuse(game, *seat, line),
            None => self.tell(&line),
        }
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
    use std::cell::RefCell;
    use std::rc::Rc;

    use stoker_engine::boss::Boss;
    use stoker_engine::toy::{Layout, Toy};
    use stoker_engine::{Chance, Message, Purpose, Seat, Seed, Turn, Viewer, one_of};

    use super::*;
    use crate::terminal::scene::StreamFormat;

    /// The line of a turn in which the first seat says this.
    fn told(message: &str, view: Option<&str>) -> String {
        let toy = Toy::of(Layout::Pair, 9);
        let start = toy.start(Chance::seeded(Seed(1)));
        let mut state = start.clone();
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
        narrator.began(&*toy, &start);
        narrator.played(&*toy, &state, &step, &play);
        narrator.end(&*toy, "over", 0).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().find(|line| line.starts_with("left plays")).unwrap().to_owned()
    }

    #[test]
    fn a_message_commands_no_terminal() {
        let line = told("\u{1b}[2Jboo\u{202e}\r\n", None);
        let end = "(forced)  \"\u{fffd}[2Jboo\u{fffd}\u{fffd}\u{fffd}\"";
        assert!(line.starts_with("left plays 2 and throws ") && line.ends_with(end), "{line:?}");
    }

    #[test]
    fn what_a_seat_says_is_told_to_those_alone_who_share_its_knowledge() {
        assert_eq!(told("boo", Some("team")), "left plays 2  (forced)  \"boo\"");
        assert_eq!(told("boo", Some("lone")), "left plays 2");
    }

    /// A writer that others can read.
    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.borrow_mut().push(b'\0');
            Ok(())
        }
    }

    /// Each flush is a pause.
    #[test]
    fn whoever_watches_does_not_notice_that_another_seat_was_asked_and_passed() {
        let ruleset = stoker_bots::boss::ruleset().unwrap();
        let boss = Boss::with(Boss::presets().remove(0).params).unwrap();
        let viewer = Viewer(0);
        let mut unnoticed = 0;
        for seed in (0..40).map(Seed) {
            let mut rng = seed.rng(None, None, Purpose::new("moves"));
            let viewpoint =
                Viewpoint::open(&ruleset, &boss, Some("v0"), StreamFormat::plain(80)).unwrap();
            let (mut out, pace) = (Shared::default(), ShowPace::Pause(Duration::ZERO));
            let written = out.clone();
            let mut narrator = Narrator::new(&mut out, pace, Stderr::Hidden).through(viewpoint);
            let mut state = boss.start(Chance::seeded(seed));
            narrator.began(&boss, &state);
            while let Turn::ToMove(seat) = boss.turn(&state) {
                let view = boss.view(&state, boss.sides().viewer_of(seat));
                let mv = one_of(&mut rng, boss.legal_moves(&view)).unwrap();
                let play = boss.play(&mut state, mv.into()).unwrap();
                let told = boss.redact(&state, &play, viewer).count();
                let before = written.0.borrow().len();
                let (how, message) = (DecisionOrigin::Chosen, Message::default());
                narrator.played(&boss, &state, &DecisionStep { seat, how, mv, message }, &play);
                if told == 0 {
                    unnoticed += 1;
                    assert_eq!(written.0.borrow().len(), before, "after {mv} of {seat:?}");
                }
            }
            narrator.end(&boss, "over", 0).unwrap();
            let pauses = written.0.borrow().iter().filter(|&&byte| byte == 0).count();
            assert!(pauses > 20, "{pauses}");
        }
        assert!(unnoticed > 20, "{unnoticed}");
    }
}
