//! A match as one viewer is told it.
//!
//! What is written depends on the viewer's events alone, and so does each pause. So a turn is written
//! when the next one begins: only then has the viewer been told all of it.

use std::convert::Infallible;

use stoker_engine::{Game, Seat, Viewer};
use stoker_report::story::{Step, Story};
use stoker_tournament::referee::DecisionStep;

use super::{Narrator, play_text};

/// A match that a viewer is told.
pub(super) struct ToldMatch<G: Game> {
    story: Story<G>,
    lines: ToldLines,
}

/// The lines that are not written yet.
#[derive(Default)]
struct ToldLines {
    /// The turn of which more may be told; `None` at the start.
    turn: Option<ToldTurn>,
    /// The lines before the next turn of the viewer's own.
    own: String,
    /// The faults of others at the decision that is made now.
    faults: Vec<(Seat, String)>,
    /// The number of faults that the viewer was told.
    told_faults: usize,
}

/// A turn.
#[derive(Default)]
struct ToldTurn {
    /// The lines before the play: faults, and what a bot said.
    lead: String,
    /// The play in words, if the viewer knows it.
    words: Option<String>,
    /// The origin of the play, and its message.
    suffix: String,
    board_is_due: bool,
}

impl<G: Game> ToldMatch<G> {
    pub(super) fn begin(game: &G, state: &G::State, viewer: Viewer) -> Self {
        Self { story: Story::begin(game, state, viewer), lines: ToldLines::default() }
    }

    /// The number of faults that the viewer was told.
    pub(super) fn faults(&self) -> usize {
        self.lines.told_faults
    }

    /// Keeps lines for the next turn of the viewer's own.
    pub(super) fn hear(&mut self, lines: &str) {
        self.lines.own += lines;
    }

    /// Keeps a fault of a seat. That of another seat is told only if its decision is.
    pub(super) fn accuse(&mut self, game: &G, seat: Seat, line: String) {
        if self.story.owns(game, seat) {
            self.lines.own += &line;
            self.lines.told_faults += 1;
        } else {
            self.lines.faults.push((seat, line));
        }
    }

    /// Tells what the viewer learns of a decision.
    pub(super) fn play(
        &mut self,
        narrator: &mut Narrator<'_, G>,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
    ) {
        let Self { story, lines } = self;
        let suffix = narrator.suffix(game, step);
        let mut turn = ToldTurn { suffix, ..ToldTurn::default() };
        if story.owns(game, step.seat) {
            turn.lead = std::mem::take(&mut lines.own);
            turn.words = Some(play_text(game, play));
        } else {
            let mv = story.told_move(game, state, play);
            turn.words = mv.map(|mv| move_text(game, step.seat, mv));
        }
        let mut untold = Some(turn);
        let told: Result<(), Infallible> =
            story.play(game, state, (step.seat, play), &mut |told| {
                if let Step::Begins { by, before } = told {
                    narrator.finish(game, before, lines.turn.take());
                    let known = untold.take_if(|_| by == Some(step.seat));
                    let turn = known.map(|turn| lines.with_faults(turn, step.seat));
                    lines.turn = Some(turn.unwrap_or_default());
                }
                Ok(())
            });
        let Ok(()) = told;
        lines.faults.clear();
        if let Some(turn) = &mut lines.turn {
            turn.board_is_due |= game.board_is_due(state, play);
        }
    }

    /// Writes what is left.
    pub(super) fn end(&mut self, narrator: &mut Narrator<'_, G>, game: &G) {
        narrator.finish(game, self.story.view(), self.lines.turn.take());
        narrator.tell(&std::mem::take(&mut self.lines.own));
    }
}

/// A move in words.
fn move_text<G: Game>(game: &G, seat: Seat, mv: G::Move) -> String {
    let mut text = format!("{} plays ", game.sides().seat_name(seat));
    game.write_move(mv, &mut text).expect("a string takes all text");
    text
}

impl ToldLines {
    /// A turn of this seat, with the seat's faults.
    fn with_faults(&mut self, mut turn: ToldTurn, seat: Seat) -> ToldTurn {
        for (_, line) in self.faults.iter().filter(|(of, _)| *of == seat) {
            turn.lead += line;
            self.told_faults += 1;
        }
        turn
    }
}

impl<G: Game> Narrator<'_, G> {
    /// Writes a turn, with the view at its end; without a turn, the start.
    fn finish(&mut self, game: &G, view: &G::View, turn: Option<ToldTurn>) {
        let Some(viewpoint) = &mut self.viewpoint else { return };
        let scene = viewpoint.seen(game, view);
        let Some(ToldTurn { lead, words, suffix, board_is_due }) = turn else {
            return self.show_scene(&scene);
        };
        let mut lines = self.fresh_news(&scene).unwrap_or_else(|| words.into_iter().collect());
        if let Some(line) = lines.first_mut() {
            *line += &suffix;
        }
        self.tell(&lead);
        self.tell(&lines.into_iter().map(|line| line + "\n").collect::<String>());
        if board_is_due || self.is_watched() {
            self.show_scene(&scene);
        }
        self.pause();
    }
}
