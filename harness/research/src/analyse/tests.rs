//! Tests with analyses of games whose answers are known.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use stoker_bots::{DrawnPositions, Standpoint, Yardstick};
use stoker_engine::course::{Course, Params};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Game, Message, Purpose, Rng, Seat, Seed, Turn, Viewer, below};
use stoker_tournament::referee::{DecisionOrigin, DecisionStep};

use super::*;
use crate::exploit::rollout::hideout::{self, Hideout, ROUNDS, View};
use rand::Rng as _;

const BUDGET: PlayoutCounts = PlayoutCounts { screening: 16, playouts: 200, worst: 10 };

fn analysis<G: Game>(
    game: &Arc<G>,
    yardstick: &dyn Yardstick<G>,
    walk: &Walk<G>,
    budget: PlayoutCounts,
    threads: usize,
) -> MatchCosts {
    let measurement = CostMeasurement { game, yardstick, budget, seed: Seed(1), threads };
    let found = measurement.analyse(walk, Seed(7), &AtomicBool::new(false), &|_, _| ());
    found.unwrap().expect("nobody stops it")
}

/// Plays a game in which `choose` selects each move, given the view, the seat and the turn.
fn walked<G: Game>(
    game: &Arc<G>,
    seed: Seed,
    mut choose: impl FnMut(&G::View, Seat, usize) -> G::Move,
) -> Walk<G> {
    let mut walk = Walk::new(Arc::clone(game), None);
    let mut state = game.start(Chance::seeded(seed));
    let mut turn = 0;
    while let Turn::ToMove(seat) = game.turn(&state) {
        let view = game.view(&state, game.sides().viewer_of(seat));
        let forced = game.forced_move(&state);
        let mv = forced.unwrap_or_else(|| choose(&view, seat, turn));
        let how = if forced.is_some() { DecisionOrigin::Forced } else { DecisionOrigin::Chosen };
        walk.decision(&state, &DecisionStep { seat, how, mv, message: Message::default() });
        game.play(&mut state, mv.into()).unwrap();
        turn += 1;
    }
    walk.ended(&state);
    walk
}

fn hideout() -> Arc<Hideout> {
    Arc::new(Hideout::new(Hideout::presets().remove(0).params, None).unwrap())
}

/// A yardstick of hiders and seekers that pick random places.
fn fickle(game: &Arc<Hideout>, guess: stoker_bots::GuessStates<Hideout>) -> BotYardstick<Hideout> {
    let cast = hideout::fickle();
    let lineup = vec![(cast.bot, cast.values.clone()), (cast.bot, cast.values)];
    let names = vec!["fickle".to_owned(), "fickle".to_owned()];
    BotYardstick { game: Arc::clone(game), lineup, names, guess }
}

/// Guesses that the hider is always in the third place.
fn third(
    _game: &Hideout,
    view: &View,
    count: usize,
    _rng: &mut Rng,
) -> Option<Vec<hideout::State>> {
    let hidden = view.hidden.iter().map(|_| Some(2)).collect();
    let all = View { hidden, looks: view.looks.clone() };
    Some(vec![hideout::State::with(Chance::seeded(Seed(1)), all); count])
}

/// The hider is in the first place, and the seeker looks there, which is best given the truth.
/// Players that guess the third place must take this for a blunder, because by their guess a look
/// there always finds the hider.
#[test]
fn playouts_begin_from_guesses_and_never_from_the_truth() {
    let game = hideout();
    let walk = walked(&game, Seed(1), |_, _, _| 0);
    let found = analysis(&game, &fickle(&game, third), &walk, BUDGET, 1);
    let seeker: Vec<_> = found.worst.iter().filter(|it| it.chooser.side == "seeker").collect();
    assert_eq!(seeker.len(), ROUNDS, "{seeker:?}");
    for cost in seeker {
        assert_eq!((&*cost.mv, &*cost.better), ("0", "2"));
        assert!((cost.cost - 1.0).abs() < 1e-9 && cost.stderr.abs() < 1e-9, "{cost:?}");
    }
}

/// All places are alike to the players, so no move costs anything. A choice is listed by chance
/// with probability 1 in 44 (2 standard errors, one side). There are 8 choices in each of 40 games,
/// so 7 are listed on average if all are suspects. More than 20 would be listed once in 20,000
/// times.
#[test]
fn where_all_moves_are_alike_next_to_nothing_is_found() {
    let game = hideout();
    let yardstick = fickle(&game, hideout::guess);
    let found = (0..40).map(|seed| {
        let mut rng = Seed(seed).rng(None, None, Purpose::BOT);
        let walk = walked(&game, Seed(seed), |_, _, _| u8::try_from(below(&mut rng, 3)).unwrap());
        analysis(&game, &yardstick, &walk, BUDGET, 2).worst.len()
    });
    let found: usize = found.sum();
    assert!(found <= 20, "{found}");
}

#[test]
fn figures_do_not_depend_on_the_number_of_threads() {
    let game = hideout();
    let yardstick = fickle(&game, hideout::guess);
    let walk = walked(&game, Seed(1), |_, _, turn| u8::try_from(turn % 3).unwrap());
    let one = analysis(&game, &yardstick, &walk, BUDGET, 1);
    assert_eq!(one, analysis(&game, &yardstick, &walk, BUDGET, 4));
    assert_eq!(one.screened, 2 * ROUNDS);
}

/// Records what it is asked to draw, and by which numbers.
struct Spy(Mutex<Vec<(usize, u64)>>);

struct Alike;

impl Yardstick<Hideout> for &'static Spy {
    fn players(&self) -> String {
        "nobody".to_owned()
    }
    fn follow(&self, _viewer: Viewer) -> Box<dyn Standpoint<Hideout>> {
        Box::new(*self)
    }
}

impl Standpoint<Hideout> for &'static Spy {
    fn see(&mut self, _view: &View) {}
    fn draw(&mut self, count: usize, rng: &mut Rng) -> Option<Box<dyn DrawnPositions<Hideout>>> {
        self.0.lock().unwrap().push((count, rng.next_u64()));
        Some(Box::new(Alike))
    }
}

impl DrawnPositions<Hideout> for Alike {
    /// A higher place is better for one side and worse for the other.
    fn score(&self, _number: usize, mv: u8) -> Option<i32> {
        Some(mv.into())
    }
}

#[test]
fn fresh_playouts_share_no_draw_with_the_screening() {
    static SPY: Spy = Spy(Mutex::new(vec![]));
    let game = hideout();
    let walk = walked(&game, Seed(1), |_, _, _| 1);
    let budget = PlayoutCounts { worst: 2, ..BUDGET };
    let found = analysis(&game, &&SPY, &walk, budget, 1);
    let draws = SPY.0.lock().unwrap().clone();
    let of = |count: usize| -> BTreeSet<u64> {
        draws.iter().filter(|draw| draw.0 == count).map(|draw| draw.1).collect()
    };
    let [screening, second, fresh] = [16, 4 * 16, 200].map(of);
    assert_eq!([screening.len(), second.len()], [2 * ROUNDS; 2], "every choice");
    assert_eq!(fresh.len(), 4, "the worst");
    assert!(screening.is_disjoint(&fresh) && second.is_disjoint(&fresh));
    assert!(screening.is_disjoint(&second));
    // The hider wants a low score, the seeker a high one. Among equals, the earliest are taken.
    let told: Vec<_> = found.worst.iter().map(|it| (it.chooser.turn, &*it.better)).collect();
    assert_eq!(told, [(0, "0"), (2, "0"), (1, "2"), (3, "2")]);
}

/// The hider makes the lowest move, the seeker the highest, so no other move is better.
#[test]
fn where_every_move_is_the_best_nothing_is_found() {
    static SPY: Spy = Spy(Mutex::new(vec![]));
    let game = hideout();
    let walk = walked(&game, Seed(1), |_, seat, _| 2 * seat.0);
    assert_eq!(analysis(&game, &&SPY, &walk, BUDGET, 1).worst, []);
}

#[test]
fn an_analysis_that_is_stopped_finds_nothing() {
    let game = hideout();
    let yardstick = fickle(&game, hideout::guess);
    let walk = walked(&game, Seed(1), |_, _, _| 0);
    let measurement = CostMeasurement {
        game: &game,
        yardstick: &yardstick,
        budget: BUDGET,
        seed: Seed(1),
        threads: 1,
    };
    let found = measurement.analyse(&walk, Seed(1), &AtomicBool::new(true), &|_, _| ());
    assert_eq!(found.unwrap(), None);
}

/// The course on its small map, with games of about 20 rounds.
fn tiny() -> Arc<Course> {
    let params = Params { start_score: 60, ..Params::default() };
    Arc::new(Course::on(params, BuiltinMap::TINY.load()).unwrap())
}

/// The course on its own map, with games of about 10 rounds.
fn short() -> Arc<Course> {
    let params = Params { start_score: 30, ..Params::default() };
    Arc::new(Course::on(params, BuiltinMap::COURSE.load()).unwrap())
}

fn yardstick(game: &Arc<Course>) -> Box<dyn Yardstick<Course>> {
    stoker_bots::course::ruleset().unwrap().yardstick_hook().unwrap()(game)
}

/// Plays the move that the yardstick's players score best, in `games` games from each view. At turn
/// `blunder`, it plays the move that they score worst.
fn by_the_yardstick(
    game: &Arc<Course>,
    seed: Seed,
    games: usize,
    blunder: Option<usize>,
) -> Walk<Course> {
    let yardstick = yardstick(game);
    let mut standpoints: Vec<_> = (0..2).map(|viewer| yardstick.follow(Viewer(viewer))).collect();
    walked(game, seed, |view, seat, turn| {
        let sides = game.sides();
        let standpoints = &mut standpoints[usize::from(sides.viewer_of(seat).0)];
        standpoints.see(view);
        let mut rng = seed.of_match(turn as u64).rng(None, Some(seat), Purpose::BOT);
        let draws = standpoints.draw(games, &mut rng).unwrap();
        let total = |mv| (0..games).map(|number| draws.score(number, mv).unwrap()).sum::<i32>();
        let hunts = sides.side_of(seat) == Course::HUNTERS;
        let value = |mv: &_| if hunts { total(*mv) } else { -total(*mv) };
        let mut moves = game.legal_moves(view);
        match blunder == Some(turn) {
            true => moves.min_by_key(value),
            false => moves.by_ref().max_by_key(value),
        }
        .unwrap()
    })
}

/// Dracula's fourth turn.
const BLUNDER: usize = 19;

#[test]
fn a_planted_blunder_is_found() {
    let game = short();
    let walk = by_the_yardstick(&game, Seed(3), 100, Some(BLUNDER));
    let found = analysis(&game, &*yardstick(&game), &walk, BUDGET, 2);
    let worst = found.worst.iter().find(|cost| cost.chooser.side == "dracula").expect("a blunder");
    assert_eq!(worst.chooser.turn, BLUNDER, "{found:#?}");
    assert!(worst.cost > 4.0 * worst.stderr, "{worst:?}");
}

/// The moves are the best of 600 playouts each. Another move can only be better by the error of
/// these, which 200 fresh playouts rarely tell from nothing. If every suspect were exactly as good
/// as the move made, 1 in 44 would be listed: 2.7 on average, of at most 20 in each of 6 games.
/// More than 10 would be listed less than once in 5,000 times.
#[test]
fn who_plays_the_choice_of_the_yardstick_is_found_to_have_done_next_to_nothing_wrong() {
    let game = tiny();
    let found = (10..16).map(|seed| {
        let walk = by_the_yardstick(&game, Seed(seed), 600, None);
        analysis(&game, &*yardstick(&game), &walk, BUDGET, 2).worst
    });
    let found: Vec<_> = found.flatten().collect();
    assert!(found.len() <= 10, "{found:#?}");
}
