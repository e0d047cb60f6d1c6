//! A simulated game, with each side's view of it.

use stoker_engine::course::{
    Board, Course, DraculaMove, DraculaView, HuntersView, Move, Mover, Play, Position, State, View,
};
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seat, Seed, Turn, Viewer};

/// The viewers of the course's two sides.
const VIEWERS: [Viewer; 2] = [Viewer(0), Viewer(1)];

/// A game in progress.
#[derive(Debug, Clone)]
pub(in crate::course) struct Simulation {
    state: State,
    views: [View; 2],
}

impl Simulation {
    /// The game before the first turn.
    pub(in crate::course) fn new(rules: &Course) -> Self {
        // The course throws no dice, so no generator of the match is needed.
        let state = rules.start(Chance::seeded(Seed(0)));
        let views = VIEWERS.map(|viewer| rules.view(&state, viewer));
        Self { state, views }
    }

    pub(in crate::course) fn position(&self) -> &Position {
        self.state.position()
    }

    pub(in crate::course) fn board(&self) -> &Board {
        self.position().board()
    }

    /// The number of plays made.
    pub(in crate::course) fn plays(&self) -> usize {
        self.truth().plays().len()
    }

    /// The hunters' view, on its own and in the form that bots get.
    pub(in crate::course) fn hunters(&self) -> (&HuntersView, &View) {
        let view = &self.views[0];
        (view.hunters().expect("the first viewer are the hunters"), view)
    }

    fn truth(&self) -> &DraculaView {
        self.state.history()
    }

    /// Plays a move. Returns false if it is illegal, and then changes nothing.
    pub(in crate::course) fn play(&mut self, rules: &Course, mv: Move) -> bool {
        let Ok(turned) = rules.play(&mut self.state, mv.into()) else { return false };
        for (viewer, view) in VIEWERS.into_iter().zip(&mut self.views) {
            rules.tell(&self.state, &turned, viewer, view);
        }
        true
    }

    /// The plays after the first `made`.
    pub(in crate::course) fn since(&self, made: usize) -> &[Play<DraculaMove>] {
        &self.truth().plays()[made..]
    }

    /// Plays a turn by a bot that plays this seat. Returns false if its move is illegal.
    fn turn(
        &mut self,
        rules: &Course,
        seat: Seat,
        bot: &mut dyn Bot<Course>,
        rng: &mut Rng,
    ) -> bool {
        let view = &self.views[usize::from(rules.sides().viewer_of(seat).0)];
        let mv = rules.forced_move(&self.state);
        let mv = mv.unwrap_or_else(|| ask(bot, view, seat, rng));
        self.play(rules, mv)
    }

    /// Plays the hunters' turns, until it is Dracula's turn or the game is over.
    pub(in crate::course) fn play_hunters(
        &mut self,
        rules: &Course,
        hunters: &mut dyn Bot<Course>,
        rng: &mut Rng,
    ) {
        while let Turn::ToMove(seat) = rules.turn(&self.state)
            && seat != Mover::DRACULA
        {
            if !self.turn(rules, seat, hunters, rng) {
                return;
            }
        }
    }

    /// Plays this many rounds, the hunters' turns first, or until the game is over.
    pub(in crate::course) fn play_on(
        &mut self,
        rules: &Course,
        rounds: usize,
        [hunters, dracula]: &mut [Box<dyn Bot<Course>>; 2],
        rngs: &mut [Rng; 2],
    ) {
        for _ in 0..rounds {
            self.play_hunters(rules, &mut **hunters, &mut rngs[0]);
            let over = rules.turn(&self.state) != Turn::ToMove(Mover::DRACULA);
            if over || !self.turn(rules, Mover::DRACULA, &mut **dracula, &mut rngs[1]) {
                return;
            }
        }
    }
}

/// A bot's answer, without time to search.
pub(in crate::course) fn ask(
    bot: &mut dyn Bot<Course>,
    view: &View,
    seat: Seat,
    rng: &mut Rng,
) -> Move {
    bot.choose(view, &mut Decision::new(seat, rng, &mut Count(0))).mv
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::HuntersView;

    /// The game after these plays, four hunters' and Dracula's by turns.
    fn simulation(rules: &Course, plays: &[&str]) -> Simulation {
        let mut simulation = Simulation::new(rules);
        for (index, code) in plays.iter().enumerate() {
            let place = rules.place(code).expect("a place of the map");
            let mv = if index % 5 == 4 {
                Move::Dracula(DraculaMove::To(place))
            } else {
                Move::Hunter(place)
            };
            assert!(simulation.play(rules, mv), "{code}");
        }
        simulation
    }

    #[test]
    fn hunters_see_no_more_than_in_a_real_game() {
        let rules = Course::default();
        let start = ["BE", "BR", "LO", "CA"];
        let [one, other] =
            ["VI", "ED"].map(|home| simulation(&rules, &[&start[..], &[home]].concat()));
        assert_ne!(one.position(), other.position());
        assert_eq!(one.hunters().1, other.hunters().1);
        let told = HuntersView::parse(&rules, "GBE.... SBR.... HLO.... MCA.... DC?.V..").unwrap();
        assert_eq!(*one.hunters().0, told);
    }

    #[test]
    fn a_move_that_is_not_legal_changes_nothing() {
        let rules = Course::default();
        let mut simulation = simulation(&rules, &["BE", "BR", "LO", "CA", "VI"]);
        let before = *simulation.position();
        let far = rules.place("ED").expect("Edinburgh");
        assert!(!simulation.play(&rules, Move::Hunter(far)));
        assert_eq!((*simulation.position(), simulation.plays()), (before, 5));
    }
}
