//! Properties that every ruleset must have, checked on random games.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use stoker_engine::{
    Chance, Choice, Ending, Game, Message, Purpose, Rng, Seat, Seed, SideId, Turn, Viewer, below,
    one_of,
};

/// The checker's own generator.
const CHECK: Purpose = Purpose::new("contract");

/// A ruleset whose hidden facts can be dealt anew, to prove that nobody sees them.
pub(crate) trait Redeal: Game {
    /// A state that differs only in what this viewer cannot know.
    fn redeal(&self, state: &Self::State, viewer: Viewer, rng: &mut Rng) -> Self::State;
}

/// The way in which a decision is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionOrigin {
    Chosen,
    Opening,
    Default,
    Forced,
}

/// One decision of a checked game.
type Step<G> = (DecisionOrigin, Choice<<G as Game>::Move>);

/// A random game in progress, with what every viewer was told of it.
struct Table<'g, G: Game> {
    game: &'g G,
    state: G::State,
    views: Vec<G::View>,
    steps: Vec<Step<G>>,
    /// True if the random opening still goes on.
    opening: bool,
    /// A seat that has lost its say.
    silenced: Option<Seat>,
    rng: Rng,
}

/// Plays this many random games and asserts all that a [`Game`] promises, except secrecy.
///
/// Every second game has a random opening; in every third, one seat plays only default moves.
pub(crate) fn check_contract<G: Game>(game: &G, games: u64) {
    check_description(game);
    let mut known_moves = vec![];
    for seed in (0..games).map(Seed) {
        let mut table = Table::new(game, seed);
        let ending = loop {
            match game.turn(&table.state) {
                Turn::Over(ending) => break ending,
                Turn::ToMove(seat) => table.check_decision(seat, &mut known_moves),
            }
        };
        check_ending(game, &table.state, &ending);
        table.check_nothing_is_played_after_the_end(&known_moves);
        table.check_replay(&ending);
    }
}

/// Plays this many random games and asserts that no viewer sees what could be dealt otherwise.
pub(crate) fn check_secrecy<G: Redeal>(game: &G, games: u64) {
    assert_eq!(breach_of_secrecy(game, games), None);
}

/// Plays this many random games, and reports a viewer that sees what could be dealt otherwise.
pub(crate) fn breach_of_secrecy<G: Redeal>(game: &G, games: u64) -> Option<String> {
    for seed in (0..games).map(Seed) {
        let mut table = Table::new(game, seed);
        while let Turn::ToMove(seat) = game.turn(&table.state) {
            for viewer in viewers(game) {
                let twin = game.redeal(&table.state, viewer, &mut table.rng);
                let view = &table.views[usize::from(viewer.0)];
                if game.view(&twin, viewer) != *view {
                    return Some(format!("{viewer:?} of seed {seed}"));
                }
                let mine = game.sides().viewer_of(seat) == viewer;
                for mv in game.legal_moves(view) {
                    let forced = game.forced_move(&twin).is_some_and(|forced| forced != mv);
                    let accepted = game.play(&mut twin.clone(), mv.into()).is_ok();
                    assert!(mine && (accepted || forced), "{mv:?} of seed {seed}");
                }
            }
            table.step();
        }
    }
    None
}

/// Presets, sides and scores are what lists and files can rely on.
fn check_description<G: Game>(game: &G) {
    let presets = G::presets();
    assert!(presets.iter().any(|preset| preset.params == *game.params()), "of no preset");
    assert_distinct(presets.iter().map(|preset| preset.name));
    for preset in &presets {
        round_trip(&preset.params);
        let mut json = serde_json::to_value(&preset.params).unwrap();
        let fields: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
        let mut told: Vec<_> = G::parameters().iter().map(|parameter| parameter.name).collect();
        told.sort_unstable();
        assert_eq!(fields, told, "parameters and their descriptions");
        json["no_such_parameter"] = 1.into();
        assert!(serde_json::from_value::<G::Params>(json).is_err(), "an unknown field is kept");
    }
    let (sides, scores) = (game.sides(), game.scores());
    assert!(!scores.is_empty() && sides.list().iter().all(|side| side.score < scores.len()));
    assert!(scores.iter().all(|score| score.range.0 <= score.range.1));
    assert_distinct(sides.list().iter().map(|side| side.name));
    let columns = scores.iter().map(|score| score.name);
    assert_distinct(columns.chain(game.facts().iter().map(|fact| fact.name)));
}

/// A question that can be taken out of a view can be put back, and nothing else is in it.
fn check_question<G: Game>(game: &G, view: &G::View) {
    let mut unasked = view.clone();
    let Some(question) = game.take_question(&mut unasked) else {
        return assert_eq!(unasked, *view, "a question that is no event stays");
    };
    assert_eq!(game.legal_moves(&unasked).count(), 0);
    game.advance(&mut unasked, question);
    assert_eq!(unasked, *view);
}

fn check_ending<G: Game>(game: &G, state: &G::State, ending: &Ending) {
    assert_eq!(ending.scores.len(), game.scores().len());
    for (score, info) in ending.scores.iter().zip(game.scores()) {
        let (low, high) = info.range;
        assert!((low..=high).contains(score), "{} is {score}", info.name);
    }
    let sides = game.sides().list().len();
    let strangers = (0..8).skip(sides).map(SideId);
    assert!(strangers.into_iter().all(|side| !ending.winners.contains(side)));
    assert!(!ending.reason.is_empty() && !ending.reason.contains(char::is_whitespace));
    assert_eq!(game.fact_values(state).len(), game.facts().len());
}

impl<'g, G: Game> Table<'g, G> {
    fn new(game: &'g G, seed: Seed) -> Self {
        let mut rng = seed.rng(None, None, CHECK);
        let state = game.start(Chance::seeded(seed));
        let views = viewers(game).map(|viewer| game.view(&state, viewer)).collect();
        let seats = u32::from(game.sides().seat_count());
        let seat = Seat(u8::try_from(below(&mut rng, seats)).unwrap());
        let silenced = (seed.0 % 3 == 2).then_some(seat);
        Self { game, state, views, steps: vec![], opening: seed.0 % 2 == 1, silenced, rng }
    }

    fn check_decision(&mut self, seat: Seat, known_moves: &mut Vec<G::Move>) {
        let legal = self.check_legal_moves(seat);
        for mv in &legal {
            self.check_notation(seat, *mv);
            if !known_moves.contains(mv) {
                known_moves.push(*mv);
            }
        }
        // Three of them at a time: a game has many decisions.
        for _ in 0..3.min(known_moves.len()) {
            let index = below(&mut self.rng, u32::try_from(known_moves.len()).unwrap());
            let mv = known_moves[index as usize];
            if !legal.contains(&mv) {
                self.check_refused(mv);
            }
        }
        self.check_forced(&legal);
        self.step();
        assert!(self.steps.len() <= self.game.max_decisions() as usize, "the game goes on");
        // JSON of every view would take longer than all the rest.
        if self.steps.len() < 40 || self.steps.len().is_multiple_of(100) {
            self.views.iter().for_each(round_trip);
            self.check_text();
        }
    }

    /// Checks that the seat asked has moves, all different, and no other seat has any.
    fn check_legal_moves(&self, seat: Seat) -> Vec<G::Move> {
        let asked = self.game.sides().viewer_of(seat);
        for (viewer, view) in viewers(self.game).zip(&self.views) {
            let moves = self.game.legal_moves(view);
            assert_eq!(moves.len() > 0, viewer == asked, "{viewer:?} while {asked:?} is asked");
        }
        let moves = self.game.legal_moves(&self.views[usize::from(asked.0)]);
        let count = moves.len();
        let legal: Vec<_> = moves.collect();
        assert_eq!(legal.len(), count);
        assert!(legal.iter().enumerate().all(|(i, mv)| !legal[..i].contains(mv)), "{legal:?}");
        legal
    }

    fn check_notation(&self, seat: Seat, mv: G::Move) {
        let mut text = String::new();
        self.game.write_move(mv, &mut text).unwrap();
        let plain = !text.contains(|c: char| c.is_whitespace() || c == ',');
        assert!(plain && (1..=16).contains(&text.len()), "`{text}`");
        assert_eq!(self.game.parse_move(seat, &text), Ok(mv));
    }

    /// Checks that a forced move is legal and accepted, and otherwise every legal move.
    fn check_forced(&self, legal: &[G::Move]) {
        let forced = self.game.forced_move(&self.state);
        assert!(forced.is_none_or(|mv| legal.contains(&mv)), "{forced:?} of {legal:?}");
        for mv in legal.iter().filter(|&&mv| forced.is_none_or(|forced| forced == mv)) {
            let played = self.game.play(&mut self.state.clone(), (*mv).into());
            assert!(played.is_ok(), "{mv:?} is refused");
        }
    }

    fn check_refused(&mut self, mv: G::Move) {
        let before = self.snapshot();
        assert!(self.game.play(&mut self.state, mv.into()).is_err(), "{mv:?} is accepted");
        assert_eq!(self.snapshot(), before, "{mv:?} left traces");
    }

    /// All that can be asked of a state.
    fn snapshot(&self) -> (Turn, Vec<G::View>, Vec<i64>, usize, String) {
        let views = viewers(self.game).map(|viewer| self.game.view(&self.state, viewer));
        let mut board = String::new();
        self.game.write_board(&self.state, &mut board).unwrap();
        let facts = self.game.fact_values(&self.state);
        let drawn = self.game.chance(&self.state).drawn().len();
        (self.game.turn(&self.state), views.collect(), facts, drawn, board)
    }

    fn check_text(&self) {
        let mut board = String::new();
        self.game.write_board(&self.state, &mut board).unwrap();
        assert!(board.ends_with('\n'), "{board:?}");
    }

    /// Makes a decision and tells the viewers.
    fn step(&mut self) {
        let (how, choice) = self.decide();
        let mv = choice.mv;
        self.steps.push((how, choice.clone()));
        let play = self.game.play(&mut self.state, choice).expect("a move of the ruleset's own");
        let mut line = String::new();
        self.game.write_play(&play, &mut line).unwrap();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        for (viewer, view) in viewers(self.game).zip(&mut self.views) {
            for event in self.game.redact(&self.state, &play, viewer) {
                round_trip(&event);
                assert!(self.game.told_move(&event).is_none_or(|told| told == mv), "{line}");
                self.game.advance(view, event);
            }
            assert_eq!(*view, self.game.view(&self.state, viewer), "{viewer:?} after {line}");
            check_question(self.game, view);
        }
    }

    fn decide(&mut self) -> Step<G> {
        if self.opening {
            if let Some(choice) = self.game.opening_choice(&mut self.state) {
                return (DecisionOrigin::Opening, choice);
            }
            self.opening = false;
        }
        let Turn::ToMove(seat) = self.game.turn(&self.state) else { unreachable!("not over") };
        if let Some(mv) = self.game.forced_move(&self.state) {
            return (DecisionOrigin::Forced, mv.into());
        }
        if self.silenced == Some(seat) {
            return (DecisionOrigin::Default, self.game.default_choice(&mut self.state));
        }
        let viewer = self.game.sides().viewer_of(seat);
        let moves = self.game.legal_moves(&self.views[usize::from(viewer.0)]);
        let mv = one_of(&mut self.rng, moves).expect("who is asked has moves");
        (DecisionOrigin::Chosen, Choice { mv, message: Message::new("a \"word\"\n") })
    }

    fn check_nothing_is_played_after_the_end(&mut self, known_moves: &[G::Move]) {
        for view in &self.views {
            assert_eq!(self.game.legal_moves(view).len(), 0);
        }
        known_moves.iter().take(10).for_each(|&mv| self.check_refused(mv));
    }

    /// The recorded chance and moves come to the same game, and to nothing else.
    fn check_replay(&self, ending: &Ending) {
        let game = self.game;
        let outcomes = game.chance(&self.state).drawn().to_vec();
        let mut state = game.start(Chance::recorded(outcomes.clone()));
        for (how, choice) in &self.steps {
            let own = match how {
                DecisionOrigin::Chosen => None,
                DecisionOrigin::Opening => game.opening_choice(&mut state),
                DecisionOrigin::Default => Some(game.default_choice(&mut state)),
                DecisionOrigin::Forced => game.forced_move(&state).map(Choice::from),
            };
            assert!(own.is_none_or(|own| own == *choice), "{how:?} differs");
            game.play(&mut state, choice.clone()).expect("it was played before");
        }
        assert_eq!(game.turn(&state), Turn::Over(ending.clone()));
        assert_eq!(game.chance(&state).check(), Ok(()));
        assert_eq!(game.chance(&state).drawn(), outcomes);
        let views = viewers(game).map(|viewer| game.view(&state, viewer));
        assert!(views.eq(self.views.iter().cloned()));
    }
}

/// The numbers of a ruleset's viewers.
pub(crate) fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> {
    (0..).map(Viewer).take(game.sides().viewers().len())
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value, "{json}");
}

fn assert_distinct<'a>(names: impl Iterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    names.for_each(|name| assert!(seen.insert(name), "`{name}` twice"));
}
