//! The bots of the kosmos ruleset: each is clearly better than the one below it, and plays by any
//! parameters.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::sync::Arc;

use stoker_bots::{BotEntry, SeesAll, Setup, Values, kosmos};
use stoker_engine::kosmos::{BarrierStep, Kosmos, Mark, Move, Params, Place, Side, State, View};
use stoker_engine::transcript::TranscriptPosition;
use stoker_engine::{
    Bot, Chance, Choice, Count, Decision, Ending, Game, Guess, Rng, Seat, Seed, Turn, Viewer,
};

/// Seeds on which no bot was tuned.
const HELD_OUT: Seed = Seed(20_031);
const SEEDS: u64 = 200;

fn entry(name: &str) -> BotEntry<Kosmos> {
    let blind = kosmos::references().map(|references| references.blind);
    kosmos::bots().into_iter().chain(blind).find(|entry| entry.name == name).unwrap()
}

fn player(game: &Arc<Kosmos>, name: &str, side: Side, seed: Seed) -> (Box<dyn Bot<Kosmos>>, Rng) {
    let entry = entry(name);
    let values = Values::defaults(entry.params);
    let seat = side.seat().0;
    let setup = Setup { game, values: &values, side: side.id(), seats: seat..seat + 1 };
    ((entry.make)(&setup), seed.of_bot(side.id(), side.seat()).bot_rng())
}

/// Makes the choices of a side.
trait Plays {
    fn choose(&mut self, state: &State, view: &View, seat: Seat) -> Choice<Move>;
}

impl Plays for (Box<dyn Bot<Kosmos>>, Rng) {
    fn choose(&mut self, _state: &State, view: &View, seat: Seat) -> Choice<Move> {
        let mut budget = Count(u64::MAX);
        self.0.choose(view, &mut Decision::new(seat, &mut self.1, &mut budget))
    }
}

/// A bot, or a player who is told every card.
enum DuelPlayer {
    Bot(Box<dyn Bot<Kosmos>>, Rng),
    Seer(Box<dyn SeesAll<Kosmos>>, Rng),
}

impl Plays for DuelPlayer {
    fn choose(&mut self, state: &State, view: &View, seat: Seat) -> Choice<Move> {
        let mut budget = Count(u64::MAX);
        match self {
            Self::Bot(bot, rng) => bot.choose(view, &mut Decision::new(seat, rng, &mut budget)),
            Self::Seer(seer, rng) => seer.choose(state, &mut Decision::new(seat, rng, &mut budget)),
        }
    }
}

/// Plays a match of Dracula's bot against the hunter's, and returns its moves and its ending.
fn play(game: &Arc<Kosmos>, [dracula, hunter]: [&str; 2], seed: Seed) -> (Vec<String>, Ending) {
    let mut players =
        [player(game, dracula, Side::Dracula, seed), player(game, hunter, Side::Hunter, seed)];
    let state = game.start(Chance::seeded(seed));
    play_on(game, state, &mut players)
}

/// Plays from a state to the end, and returns the moves and the ending.
fn play_on(
    game: &Kosmos,
    mut state: State,
    players: &mut [impl Plays; 2],
) -> (Vec<String>, Ending) {
    let mut views = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
    let mut moves = vec![];
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => return (moves, ending),
        };
        let asked = usize::from(seat.0);
        let choice = players[asked].choose(&state, &views[asked], seat);
        moves.push(format!("{:?}", choice.mv));
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
    }
}

/// Wins of the first bot less those of the second in the two games of each seed, from -2 to 2.
fn differences(first: &str, second: &str) -> Vec<f64> {
    let game = Arc::new(Kosmos::default());
    let of = |index| {
        let seed = HELD_OUT.of_match(index);
        let [as_dracula, as_hunter] =
            [[first, second], [second, first]].map(|pair| play(&game, pair, seed).1.scores[0]);
        f64::from(as_hunter - as_dracula)
    };
    (0..SEEDS).map(of).collect()
}

/// More than 58% of the games, and the 95% interval of the difference above 0.
fn clearly_beats(first: &str, second: &str) {
    let all = differences(first, second);
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let squares: f64 = all.iter().map(|value| (value - mean).powi(2)).sum();
    let half = 1.96 * (squares / (count - 1.0) / count).sqrt();
    let wins = 0.5 + mean / 4.0;
    println!("{first} wins {wins:.3} against {second}; difference {mean:.2} +- {half:.2}");
    assert!(mean - half > 0.0 && wins >= 0.58, "{first} wins {wins:.3} against {second}");
}

#[test]
fn careful_clearly_beats_random() {
    clearly_beats("careful", "random");
}

#[test]
fn memory_clearly_beats_careful() {
    clearly_beats("memory", "careful");
}

#[test]
fn reckoner_clearly_beats_memory() {
    clearly_beats("reckoner", "memory");
}

#[test]
fn every_bot_plays_by_any_parameters() {
    let odd = [
        Params { lives: 1, ..Params::default() },
        Params { lives: 9, turns: 30, barrier: BarrierStep::Must, ..Params::default() },
        Params { targets_max: 0, first: Side::Hunter, ..Params::default() },
        Params { targets_min: 5, turns: 2, ..Params::default() },
    ];
    let presets = Kosmos::presets().into_iter().map(|preset| preset.params);
    for params in presets.chain(odd) {
        let game = Arc::new(Kosmos::with(params).unwrap());
        for dracula in kosmos::bots() {
            for hunter in kosmos::bots() {
                for seed in 0..6 {
                    play(&game, [dracula.name, hunter.name], Seed(seed));
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let game = Arc::new(Kosmos::default());
    for pair in [["memory", "careful"], ["careful", "memory"], ["reckoner", "reckoner"]] {
        let [one, same, other] = [7, 7, 8].map(|seed| play(&game, pair, Seed(seed)).0);
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
}

#[test]
fn a_fork_answers_as_its_original() {
    let game = Arc::new(Kosmos::default());
    for name in ["careful", "memory", "reckoner"] {
        let state = game.start(Chance::seeded(Seed(3)));
        let view = game.view(&state, Viewer(0));
        let (mut bot, rng) = player(&game, name, Side::Dracula, Seed(3));
        let mut fork = bot.fork().unwrap();
        let answers = [&mut bot, &mut fork].map(|bot| {
            let (mut rng, mut budget) = (rng.clone(), Count(0));
            bot.choose(&view, &mut Decision::new(Side::Dracula.seat(), &mut rng, &mut budget)).mv
        });
        assert_eq!(answers[0], answers[1], "{name}");
    }
}

/// Wins of the omniscient player of a side, in this number of games against a bot.
fn seen_wins(side: Side, opponent: &str, games: u64) -> u64 {
    let game = Arc::new(Kosmos::default());
    let entry = kosmos::references()[usize::from(side.seat().0)].omniscient;
    let values = Values::defaults(entry.params);
    let wins = |index: &u64| {
        let seed = HELD_OUT.of_match(*index);
        let mut players = Side::BOTH.map(|seated| {
            let (bot, rng) = player(&game, opponent, seated, seed);
            let seat = seated.seat().0;
            let setup =
                Setup { game: &game, values: &values, side: side.id(), seats: seat..seat + 1 };
            match seated == side {
                true => DuelPlayer::Seer((entry.make)(&setup), rng),
                false => DuelPlayer::Bot(bot, rng),
            }
        });
        let ending = play_on(&game, game.start(Chance::seeded(seed)), &mut players).1;
        ending.scores[0] == if side == Side::Hunter { 1 } else { -1 }
    };
    (0..games).filter(wins).count() as u64
}

#[test]
fn who_sees_every_card_nearly_always_wins() {
    for side in Side::BOTH {
        for opponent in ["careful", "memory", "reckoner"] {
            let wins = seen_wins(side, opponent, 100);
            println!("{side:?} wins {wins} of 100 against {opponent}");
            assert!(wins >= 85, "{side:?} wins {wins} of 100 against {opponent}");
        }
    }
}

/// The wins of Dracula's bot in this number of games against the hunter's.
fn dracula_wins(pair: [&str; 2], games: u64) -> u64 {
    let game = Arc::new(Kosmos::default());
    let wins = |index: &u64| play(&game, pair, HELD_OUT.of_match(*index)).1.scores[0] == -1;
    (0..games).filter(wins).count() as u64
}

#[test]
fn who_forgets_every_card_is_worse_than_any_bot_that_does_not() {
    let [blind, careful] =
        ["blind-dracula", "careful"].map(|name| dracula_wins([name, "memory"], 200));
    assert!(blind < careful, "{blind} {careful}");
    let [blind, careful] =
        ["blind-hunter", "careful"].map(|name| dracula_wins(["memory", name], 200));
    assert!(blind > careful, "{blind} {careful}");
}

#[test]
fn who_is_blind_does_the_same_whatever_was_seen() {
    let game = Arc::new(Kosmos::default());
    let mut state = game.start(Chance::seeded(Seed(5)));
    let mut changed = 0;
    while let Turn::ToMove(seat) = game.turn(&state) {
        let side = Side::BOTH[usize::from(seat.0)];
        let view = game.view(&state, Viewer(seat.0));
        let mut unseen = view.clone();
        unseen.own.seen = None;
        for &place in Place::ALL {
            // What is known of own cards decides which can be changed (X3), so it stays.
            let mark = &mut unseen.own.record[place];
            if mark.side() == Some(side.other()) {
                *mark = Mark::Unknown;
            }
        }
        changed += usize::from(unseen != view);
        let blind = ["blind-dracula", "blind-hunter"][usize::from(seat.0)];
        let [one, other] = [&view, &unseen].map(|view| {
            let mut blind = player(&game, blind, side, Seed(5));
            blind.choose(&state, view, seat).mv
        });
        assert_eq!(one, other);
        let mut random = player(&game, "careful", side, Seed(5));
        let choice = random.choose(&state, &view, seat);
        game.play(&mut state, choice).unwrap();
    }
    assert!(changed > 20, "{changed}");
}

/// The states of a game that a bot plays against itself, at every tenth decision.
fn states(game: &Arc<Kosmos>, name: &str, seed: Seed) -> Vec<State> {
    let mut players = Side::BOTH.map(|side| player(game, name, side, seed));
    let mut state = game.start(Chance::seeded(seed));
    let mut kept = vec![];
    for number in 0.. {
        let Turn::ToMove(seat) = game.turn(&state) else { break };
        if number % 10 == 1 {
            kept.push(state.clone());
        }
        let view = game.view(&state, Viewer(seat.0));
        let choice = players[usize::from(seat.0)].choose(&state, &view, seat);
        game.play(&mut state, choice).unwrap();
    }
    kept
}

#[test]
fn every_bot_plays_on_from_a_guess_of_either_seat() {
    let game = Arc::new(Kosmos::default());
    let mut asked = [0, 0];
    for seed in (0..3).map(Seed) {
        for state in states(&game, "reckoner", seed) {
            let Turn::ToMove(seat) = game.turn(&state) else { unreachable!("it goes on") };
            asked[usize::from(seat.0)] += 1;
            let guesses = game.guesses(&game.view(&state, Viewer(seat.0))).unwrap();
            let guess = game.sample(&guesses, &mut seed.bot_rng());
            for bot in kosmos::bots() {
                let mut players = Side::BOTH.map(|side| player(&game, bot.name, side, seed));
                play_on(&game, guess.clone(), &mut players);
            }
        }
    }
    assert!(asked.iter().all(|&states| states > 10), "{asked:?}");
}

/// Nothing is told of what was before the position, and the bots have only the sum of it.
#[test]
fn every_bot_plays_on_from_a_position() {
    let game = Arc::new(Kosmos::default());
    let text = include_str!("../../docs/position-kosmos.json");
    let position: TranscriptPosition<Kosmos> = serde_json::from_str(text).unwrap();
    for bot in kosmos::bots() {
        let state = position.state(&game, Seed(1)).unwrap();
        assert_eq!(state.view(Side::Hunter).told.len(), 0);
        let mut players = Side::BOTH.map(|side| player(&game, bot.name, side, Seed(1)));
        play_on(&game, state, &mut players);
    }
}
