//! A game that is played on in thought, with what each side sees of it.

use stoker_engine::course::{Board, Course, DraculaView, Hunter, HuntersView, Move, Position, State, View};
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seat, Seed, Turn, Viewer};

/// The viewers of the course's two sides.
const VIEWERS: [Viewer; 2] = [Viewer(0), Viewer(1)];

/// A game in progress.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    state: State,
    views: [View; 2],
}

impl Stage {
    /// Before the first turn.
    pub(super) fn new(rules: &Course) -> Self {
        // The course throws no dice, so no generator of the match is needed.
        let state = rules.start(Chance::seeded(Seed(0)));
        let views = VIEWERS.map(|viewer| rules.view(&state, viewer));
        Self { state, views }
    }

    pub(super) fn position(&self) -> &Position {
        self.state.position()
    }

    pub(super) fn board(&self) -> &Board {
        self.position().board()
    }

    /// How many plays were made.
    pub(super) fn plays(&self) -> usize {
        self.truth().plays().len()
    }

    /// What the hunters see, whole and as it is lent to a bot.
    pub(super) fn hunters(&self) -> (&HuntersView, &View) {
        let view = &self.views[0];
        (view.hunters().expect("the first viewer are the hunters"), view)
    }

    fn truth(&self) -> &DraculaView {
        self.state.history()
    }

    /// Plays a legal move; one that is not changes nothing.
    pub(super) fn play(&mut self, rules: &Course, mv: Move) {
        let Ok(turned) = rules.play(&mut self.state, mv.into()) else { return };
        for (viewer, view) in VIEWERS.into_iter().zip(&mut self.views) {
            if let Some(event) = rules.redact(&self.state, &turned, viewer) {
                rules.advance(view, event);
            }
        }
    }

    /// Goes on for so many rounds, Dracula's turn last, or until the game is over.
    pub(super) fn play_on(
        &mut self,
        rules: &Course,
        rounds: usize,
        bots: &mut [Box<dyn Bot<Course>>; 2],
        rngs: &mut [Rng; 2],
    ) {
        let end = self.plays() + rounds * (Hunter::ALL.len() + 1);
        while self.plays() < end
            && let Turn::ToMove(seat) = rules.turn(&self.state)
        {
            let mv = rules.forced_move(&self.state).unwrap_or_else(|| {
                let side = usize::from(rules.sides().viewer_of(seat).0);
                ask(&mut *bots[side], &self.views[side], seat, &mut rngs[side])
            });
            let made = self.plays();
            self.play(rules, mv);
            if self.plays() == made {
                return;
            }
        }
    }
}

/// What a bot does, without time to search.
pub(super) fn ask(bot: &mut dyn Bot<Course>, view: &View, seat: Seat, rng: &mut Rng) -> Move {
    bot.choose(view, &mut Decision::new(seat, rng, &mut Count(0))).mv
}
