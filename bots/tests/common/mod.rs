//! Helpers that play matches of the course ruleset between built-in bots.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values, course};
use stoker_engine::course::{Course, Params, State};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seat, Seed, SideId, Turn};

/// The built-in bot with this name.
pub(crate) fn entry(name: &str) -> BotEntry<Course> {
    let blind = course::references().into_iter().map(|references| references.blind);
    let field = course::field().into_iter().map(|bot| bot.entry);
    let mut all = course::bots().into_iter().chain(blind).chain(field);
    all.find(|entry| entry.name == name).expect("a bot of this name")
}

/// A bot that was made for the first side that it plays, without settings.
pub(crate) fn made(game: &Arc<Course>, entry: &BotEntry<Course>) -> Box<dyn Bot<Course>> {
    let (side, seats) = match entry.sides {
        ["dracula", ..] => (Course::DRACULA, 4..5),
        _ => (Course::HUNTERS, 0..4),
    };
    (entry.make)(&Setup { game, values: &Values::default(), side, seats })
}

/// A bot in play, with its generator.
struct Player {
    bot: Box<dyn Bot<Course>>,
    rng: Rng,
}

impl Player {
    fn new(game: &Arc<Course>, name: &str, setting: &str, side: SideId, seed: Seed) -> Self {
        let entry = entry(name);
        let values = Values::parse(setting, entry.params).expect("a valid setting");
        let seats = if side == Course::HUNTERS { 0..4 } else { 4..5 };
        let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
        let bot = (entry.make)(&Setup { game, values: &values, side, seats });
        Self { bot, rng }
    }
}

/// The way in which a match begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Starts {
    /// Everyone chooses freely.
    Free,
    /// The seeded random opening is played.
    Random,
}

/// Plays a match from a random opening between two specs, and returns the score. `watch` gets each
/// state.
pub(crate) fn play(
    game: &Arc<Course>,
    pairing: [&str; 2],
    seed: Seed,
    watch: impl FnMut(&State),
) -> i32 {
    play_from(Starts::Random, game, pairing, seed, watch)
}

/// Plays a match with this kind of opening.
pub(crate) fn play_from(
    starts: Starts,
    game: &Arc<Course>,
    [hunters, dracula]: [&str; 2],
    seed: Seed,
    mut watch: impl FnMut(&State),
) -> i32 {
    let player = |spec: &str, side| {
        let (name, setting) = spec.split_once(':').unwrap_or((spec, ""));
        Player::new(game, name, setting, side, seed)
    };
    let mut players = [player(hunters, Course::HUNTERS), player(dracula, Course::DRACULA)];
    let mut state = game.start(Chance::seeded(seed));
    let viewers = [stoker_engine::Viewer(0), stoker_engine::Viewer(1)];
    let mut views = viewers.map(|viewer| game.view(&state, viewer));
    loop {
        let Turn::ToMove(seat) = game.turn(&state) else { break };
        let opening = if starts == Starts::Random { game.opening_choice(&mut state) } else { None };
        let choice = if let Some(opening) = opening {
            opening
        } else if let Some(forced) = game.forced_move(&state) {
            forced.into()
        } else {
            let viewer = usize::from(game.sides().viewer_of(seat).0);
            let Player { bot, rng } = &mut players[viewer];
            let mut budget = Count(u64::MAX);
            bot.choose(&views[viewer], &mut Decision::new(seat, rng, &mut budget))
        };
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in viewers.into_iter().zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
        watch(&state);
    }
    state.position().board().score()
}

/// Asserts that the same seed gives the same game, and another seed another.
pub(crate) fn assert_only_the_seed_decides(pairing: [&str; 2]) {
    let game = Arc::new(Course::default());
    let games = [7, 7, 8].map(|seed| {
        let mut plays = vec![];
        play(&game, pairing, Seed(seed), |state| plays = state.history().plays().to_vec());
        plays
    });
    assert_eq!(games[0], games[1], "{pairing:?}");
    assert_ne!(games[0], games[2], "{pairing:?}");
}

/// The scores of this many matches, with the same seeds for every pairing.
pub(crate) fn scores(game: &Arc<Course>, pairing: [&str; 2], matches: u64) -> Vec<i32> {
    (0..matches).map(|index| play(game, pairing, Seed(1).of_match(index), |_| ())).collect()
}

/// The points that the first pairing scores more than the second, match by match: the mean with
/// half the width of its 95% interval.
pub(crate) fn difference(pairings: [[&str; 2]; 2], matches: u64) -> (f64, f64) {
    let game = Arc::new(Course::default());
    let [first, second] = pairings.map(|pairing| scores(&game, pairing, matches));
    mean(&first.iter().zip(&second).map(|(first, second)| first - second).collect::<Vec<_>>())
}

/// The presets and extreme rules, on both maps.
pub(crate) fn all_rules() -> impl Iterator<Item = Arc<Course>> {
    let short = Params { trail: 2, double_back: 1, start_score: 60, ..Params::default() };
    let long = Params { trail: 10, double_back: 9, start_score: 120, ..Params::default() };
    let poor = Params { start_blood: 1, blood_gain_castle: 0, ..Params::default() };
    let free =
        Params { blood_loss_sea: 0, vampire_period: 1, start_score: 200, ..Params::default() };
    let rich =
        Params { start_blood: 1_000, blood_loss_hunter: 0, start_score: 60, ..Params::default() };
    let bare =
        Params { city_encounters: 0, rail_divisor: 8, start_score: 100, ..Params::default() };
    let odd = [short, long, poor, free, rich, bare];
    let params = Params::presets().into_iter().map(|preset| preset.params).chain(odd);
    let maps = [BuiltinMap::COURSE, BuiltinMap::TINY].map(BuiltinMap::load);
    let on = move |params: Params| {
        let course = |map| Course::on(params.clone(), map).expect("valid rules");
        maps.clone().map(course).map(Arc::new)
    };
    params.flat_map(on)
}

/// A mean with half the width of its 95% interval.
pub(crate) fn mean(values: &[i32]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
    let squares: f64 = values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
}

/// Plays whole games of a pairing by many rules, from random and from free openings.
pub(crate) fn assert_plays_by_any_rules(pairing: [&str; 2]) {
    for (index, rules) in all_rules().enumerate() {
        for starts in [Starts::Random, Starts::Free] {
            let mut turns = 0;
            play_from(starts, &rules, pairing, Seed(11).of_match(index as u64), |_| turns += 1);
            assert!(turns >= 5, "{pairing:?}");
        }
    }
}
