//! The bots of the boss ruleset: each is clearly better than the one below it, at every number of
//! seats, and plays by any parameters.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values, boss};
use stoker_engine::boss::{Boss, Params, Player, State};
use stoker_engine::{Bot, Chance, Count, Decision, Ending, Game, Rng, Seed, Turn, Viewer};

/// Seeds on which no bot was tuned.
const HELD_OUT: Seed = Seed(20_231);

/// Set this for the number of seeds of the figures in the docs.
fn seeds(short: u64) -> u64 {
    std::env::var("STOKER_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

fn entry(name: &str) -> BotEntry<Boss> {
    boss::bots().into_iter().find(|entry| entry.name == name).unwrap()
}

fn player(game: &Arc<Boss>, name: &str, player: Player, seed: Seed) -> (Box<dyn Bot<Boss>>, Rng) {
    let entry = entry(name);
    let values = Values::defaults(entry.params);
    let seat = player.seat().0;
    let setup = Setup { game, values: &values, side: player.side(), seats: seat..seat + 1 };
    ((entry.make)(&setup), seed.of_bot(player.side(), player.seat()).bot_rng())
}

/// Plays a match of one bot at one seat against copies of another.
fn play(game: &Arc<Boss>, one: (&str, usize), others: &str, seed: Seed) -> Ending {
    play_out(game, one, others, seed).0
}

/// Plays a match, and returns its ending with the last state.
fn play_out(
    game: &Arc<Boss>,
    one: (&str, usize),
    others: &str,
    seed: Seed,
) -> (Ending, State, Player) {
    let seats = usize::from(game.params().players);
    let mut bots: Vec<_> = Player::ALL[..seats]
        .iter()
        .map(|seat| player(game, if seat.index() == one.1 { one.0 } else { others }, *seat, seed))
        .collect();
    let mut state = game.start(Chance::seeded(seed));
    let leader = state.position().table().leader;
    let mut views: Vec<_> = Player::ALL[..seats].iter().map(|seat| state.view(*seat)).collect();
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => return (ending, state, leader),
        };
        let asked = usize::from(seat.0);
        let (bot, rng) = &mut bots[asked];
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&views[asked], &mut Decision::new(seat, rng, &mut budget));
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
    }
}

/// The share of matches that one bot wins against copies of another, over all seats, and the lower
/// end of the 95% interval of the difference to the fair share. The winners of a tie share the win.
fn share(players: u8, one: &str, others: &str, seeds: u64) -> (f64, f64) {
    let game = Arc::new(Boss::with(Params { players, ..Params::default() }).unwrap());
    let of_seed = |index| {
        let seed = HELD_OUT.of_match(index);
        let wins = (0..usize::from(players)).map(|seat| {
            let ending = play(&game, (one, seat), others, seed);
            let won = |seat: &usize| ending.winners.contains(Player::ALL[*seat].side());
            let winners = (0..usize::from(players)).filter(won).count();
            if won(&seat) { 1.0 / winners as f64 } else { 0.0 }
        });
        wins.sum::<f64>() / f64::from(players)
    };
    let shares: Vec<f64> = (0..seeds).map(of_seed).collect();
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let low = mean - 1.0 / f64::from(players) - 1.96 * (spread / count).sqrt();
    println!("{one} against {others}, {players} seats: {mean:.3} of the matches, {low:+.3}");
    (mean, low)
}

fn clearly_better(one: &str, others: &str, short: u64) {
    for players in [2, 3, 5] {
        let (share, low) = share(players, one, others, seeds(short));
        let least = if players == 2 { 0.58 } else { 1.3 / f64::from(players) };
        assert!(share > least, "{one} wins {share:.3} against {others} at {players} seats");
        assert!(low > 0.0, "{one} against {others} at {players} seats: {low}");
    }
}

#[test]
fn greedy_is_clearly_better_than_random() {
    clearly_better("greedy", "random", 40);
}

#[test]
fn threshold_is_clearly_better_than_greedy() {
    clearly_better("threshold", "greedy", 120);
}

#[test]
fn rollout_is_clearly_better_than_threshold() {
    clearly_better("rollout", "threshold", 40);
}

/// A sensible player wins 80% and more.
#[test]
fn the_two_best_win_most_matches_against_random() {
    for (one, short) in [("threshold", 60), ("rollout", 6)] {
        for players in [2, 3, 5] {
            let (share, _) = share(players, one, "random", seeds(short).min(100 * short));
            assert!(share > 0.75, "{one} wins {share:.3} against random at {players} seats");
        }
    }
}

#[test]
fn the_bots_play_legal_moves_under_all_presets() {
    for preset in Boss::presets() {
        let game = Arc::new(Boss::with(preset.params).unwrap());
        for (bot, seeds) in [("greedy", 3), ("threshold", 3), ("rollout", 1)] {
            for seed in 0..seeds {
                play(&game, (bot, 0), bot, Seed(seed));
            }
        }
    }
}

/// Prints the balance among equals: wins in turn order from the first leader, endings, lengths and
/// points.
#[test]
fn among_equals_no_place_in_the_turn_order_wins_twice_its_share() {
    let mut games: Vec<(String, Params)> = (2..=5)
        .map(|players| (format!("{players} seats"), Params { players, ..Params::default() }))
        .collect();
    let presets = Boss::presets().into_iter().skip(1);
    games.extend(presets.map(|preset| (preset.name.to_owned(), preset.params)));
    for (name, params) in games {
        let game = Arc::new(Boss::with(params).unwrap());
        let seats = usize::from(game.params().players);
        let count = seeds(60);
        let mut wins = vec![0.0; seats];
        let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut rounds, mut points) = (0, 0);
        for index in 0..count {
            let seed = HELD_OUT.of_match(index);
            let (ending, state, leader) = play_out(&game, ("threshold", 0), "threshold", seed);
            let won = |seat: &&Player| ending.winners.contains(seat.side());
            let winners = Player::ALL[..seats].iter().filter(won).count() as f64;
            for seat in Player::ALL[..seats].iter().filter(won) {
                let place = (seat.index() + seats - leader.index()) % seats;
                wins[place] += 1.0 / winners / count as f64;
            }
            *endings.entry(ending.reason).or_default() += 1;
            let facts = game.fact_values(&state);
            rounds += facts[0];
            let of_seat = (0..seats).map(|seat| facts[10 + 3 * seat]);
            points += of_seat.max().unwrap_or(0);
        }
        let mean = |sum: i64| sum as f64 / count as f64;
        println!(
            "{name}: wins {wins:.3?}, {:.1} rounds, best {:.1} points, {endings:?}",
            mean(rounds),
            mean(points)
        );
        assert!(wins.iter().all(|wins| *wins < 2.0 / seats as f64), "{name}: {wins:?}");
    }
}
