//! Measures bots against each other, without the harness: mean scores and milliseconds a decision.
//!
//! `cargo run --release -p stoker-bots --example sparring -- HUNTERS DRACULAS [matches] [seed] [first]`
//!
//! Both are specs, several joined with `+`: `tracker+patrol`, `lurker:depth=3`. Besides the
//! built-in bots there are the sparring hunters of `habits.rs`. Matches start at random openings,
//! the same for every pairing. With `WATCH` in the environment every round is printed, with `SCORES`
//! every score.

mod habits;

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoker_bots::{BotEntry, Setup, Values, course};
use stoker_engine::course::Course;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seat, Seed, SideId, Turn, Viewer};

/// A bot in play, with its generator and the time it took.
struct Player {
    bot: Box<dyn Bot<Course>>,
    rng: Rng,
    spent: Duration,
    decisions: u32,
}

impl Player {
    fn new(game: &Arc<Course>, spec: &str, side: SideId, seed: Seed) -> Self {
        let (name, setting) = spec.split_once(':').unwrap_or((spec, ""));
        let entry = entry(name);
        let values = Values::parse(setting, entry.params).unwrap_or_else(|error| panic!("{error}"));
        let seats = if side == Course::HUNTERS { 0..4 } else { 4..5 };
        let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
        let bot = (entry.make)(&Setup { game, values: &values, side, seats });
        Self { bot, rng, spent: Duration::ZERO, decisions: 0 }
    }
}

fn entry(name: &str) -> BotEntry<Course> {
    let mut all = course::bots().into_iter().chain(habits::ENTRIES);
    all.find(|entry| entry.name == name).unwrap_or_else(|| panic!("there is no bot `{name}`"))
}

/// How a match went.
struct Played {
    score: i32,
    /// Time and decisions of hunters, then Dracula.
    spent: [(Duration, u32); 2],
}

fn play(game: &Arc<Course>, pairing: [&str; 2], seed: Seed) -> Played {
    let [hunters, dracula] = pairing;
    let mut players = [
        Player::new(game, hunters, Course::HUNTERS, seed),
        Player::new(game, dracula, Course::DRACULA, seed),
    ];
    let mut state = game.start(Chance::seeded(seed));
    let viewers = [Viewer(0), Viewer(1)];
    let mut views = viewers.map(|viewer| game.view(&state, viewer));
    let mut belief = course::Belief::new(game);
    while let Turn::ToMove(seat) = game.turn(&state) {
        let choice = if let Some(opening) = game.opening_choice(&mut state) {
            opening
        } else if let Some(forced) = game.forced_move(&state) {
            forced.into()
        } else {
            let viewer = usize::from(game.sides().viewer_of(seat).0);
            let Player { bot, rng, spent, decisions } = &mut players[viewer];
            let mut budget = Count(u64::MAX);
            let start = Instant::now();
            let choice = bot.choose(&views[viewer], &mut Decision::new(seat, rng, &mut budget));
            *spent += start.elapsed();
            *decisions += 1;
            choice
        };
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        watch(game, &state, &mut belief);
        for (viewer, view) in viewers.into_iter().zip(&mut views) {
            if let Some(event) = game.redact(&state, &played, viewer) {
                game.advance(view, event);
            }
        }
    }
    let spent = players.map(|player| (player.spent, player.decisions));
    Played { score: state.position().board().score(), spent }
}

/// Shows a round after Dracula's turn, if asked to.
fn watch(game: &Course, state: &stoker_engine::course::State, belief: &mut course::Belief) {
    if std::env::var_os("WATCH").is_none() || seat_of(state) != 0 {
        return;
    }
    let plays = state.history().plays();
    let recent = &plays[plays.len().saturating_sub(5)..];
    let view = game.view(state, Viewer(0));
    belief.update(game, view.hunters().expect("theirs"));
    let place = state.position().dracula().expect("he has moved");
    let at = belief.mass(0)[place];
    let places = game.map().places().into_iter().filter(|&p| belief.mass(0)[p] > 0.0).count();
    let board = state.position().board();
    let plays: Vec<_> = recent
        .iter()
        .map(|play| match play {
            stoker_engine::course::Play::Hunter(play) => format!(
                "{}{}{}{}",
                game.map().code(play.to).as_str(),
                "T".repeat(play.met.traps.into()),
                "V".repeat(play.met.vampires.into()),
                if play.met.dracula { "D!" } else { "" }
            ),
            stoker_engine::course::Play::Dracula(play) => {
                format!("{:?} {}", play.mv, game.map().code(place).as_str())
            }
        })
        .collect();
    println!(
        "{:3} blood {:3} score {:3} trails {:5} places {places:2} at {at:.3} {}",
        board.round() - 1,
        board.blood(),
        board.score(),
        belief.len(),
        plays.join(" ")
    );
}

fn seat_of(state: &stoker_engine::course::State) -> u8 {
    state.position().board().to_move().seat().0
}

/// A mean with half the width of its 95% interval.
fn mean(values: &[i32]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
    let squares: f64 = values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

fn measure(game: &Arc<Course>, pairing: [&str; 2], [matches, seed, first]: [u64; 3]) {
    let mut scores = vec![];
    let mut spent = [(Duration::ZERO, 0); 2];
    for index in first..first + matches {
        let played = play(game, pairing, Seed(seed).of_match(index));
        scores.push(played.score);
        for (sum, (time, decisions)) in spent.iter_mut().zip(played.spent) {
            *sum = (sum.0 + time, sum.1 + decisions);
        }
    }
    let (mean, half) = mean(&scores);
    let hunters_won = scores.iter().filter(|&&score| score > 0).count();
    let [hunters, dracula] =
        spent.map(|(time, decisions)| time.as_secs_f64() * 1e3 / f64::from(decisions.max(1)));
    println!(
        "{:>14} {:>14} {mean:7.1} +- {half:5.1}  ended above 0: {hunters_won:3} of {matches}  ms: \
         {hunters:.3} {dracula:.3}",
        pairing[0], pairing[1]
    );
    if std::env::var_os("SCORES").is_some() {
        println!("{scores:?}");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [hunters, draculas, rest @ ..] = args.as_slice() else {
        panic!("usage: sparring HUNTERS DRACULAS [matches] [seed] [first]");
    };
    let number = |index: usize, default| {
        rest.get(index).map_or(default, |text| text.parse::<u64>().expect("a number"))
    };
    let numbers = [number(0, 30), number(1, 1), number(2, 0)];
    let game = Arc::new(Course::default());
    for dracula in draculas.split('+') {
        for hunters in hunters.split('+') {
            measure(&game, [hunters, dracula], numbers);
        }
    }
}
