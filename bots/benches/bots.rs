//! The cost of a turn for each bot of the course ruleset, in whole games against `random` and
//! against the strongest opponent; and that of a decision for each bot of the other games.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

#[path = "../tests/common/mod.rs"]
mod common;

use stoker_bots::{BotEntry, Ruleset, Setup, Values, boss, course, fury, kosmos, masters};
use stoker_engine::course::Course;
use stoker_engine::{
    Bot, Chance, Count, Decision, Game, Purpose, Rng, Seat, Seed, SideId, Turn, Viewer, ViewerSeats,
};

/// The decisions of one viewer in one game: the seat asked, and its view.
type Script<G> = Vec<(Seat, <G as Game>::View)>;

/// Number of games that are timed in turn, so that no single game decides.
const GAMES: u64 = 8;

fn script(game: &Arc<Course>, pairing: [&str; 2], side: SideId, seed: Seed) -> Script<Course> {
    let mut script = vec![];
    common::play(game, pairing, seed, |state| {
        if let Turn::ToMove(seat) = game.turn(state)
            && game.sides().side_of(seat) == side
            && state.position().board().round() > 0
            && game.forced_move(state).is_none()
        {
            script.push((seat, game.view(state, Viewer(side.0))));
        }
    });
    assert!(!script.is_empty(), "a game has decisions of either side");
    script
}

/// A bot that plays for a viewer.
fn made<G: Game>(game: &Arc<G>, entry: &BotEntry<G>, viewer: Viewer) -> Box<dyn Bot<G>> {
    let values = Values::defaults(entry.params);
    let place = &game.sides().viewers()[usize::from(viewer.0)];
    let (side, seats) = (place.side, place.seats.clone());
    (entry.make)(&Setup { game, values: &values, side, seats })
}

/// Answers every decision of a game with a new bot, as in a match. Making the bot is timed too.
fn answer<G: Game>(
    game: &Arc<G>,
    entry: &BotEntry<G>,
    viewer: Viewer,
    script: &Script<G>,
    rng: &mut Rng,
) {
    let mut bot = made(game, entry, viewer);
    for (seat, view) in script {
        let mut budget = Count(u64::MAX);
        black_box(bot.choose(view, &mut Decision::new(*seat, rng, &mut budget)));
    }
}

/// Times decisions. Each sample is whole games, scaled to the number of decisions requested.
fn time<G: Game>(
    game: &Arc<G>,
    entry: &BotEntry<G>,
    viewer: Viewer,
    scripts: &[Script<G>],
    decisions: u64,
) -> Duration {
    let side = game.sides().viewers()[usize::from(viewer.0)].side;
    let mut rng = Seed(1).rng(Some(side), None, Purpose::BOT);
    let mut done = 0;
    let start = Instant::now();
    for script in scripts.iter().cycle() {
        answer(game, entry, viewer, script, &mut rng);
        done += script.len() as u64;
        if done >= decisions {
            break;
        }
    }
    assert!(done >= decisions, "every decision asked for was made");
    start.elapsed().mul_f64(decisions as f64 / done as f64)
}

fn turns(criterion: &mut Criterion) {
    let game = Arc::new(Course::default());
    let mut group = criterion.benchmark_group("turn");
    for entry in course::bots() {
        for (id, side) in game.sides().iter() {
            if !plays(&entry, side.kind) {
                continue;
            }
            let strongest = if id == Course::HUNTERS { "lurker" } else { "tracker" };
            for opponent in ["random", strongest] {
                let pairing = if id == Course::HUNTERS {
                    [entry.name, opponent]
                } else {
                    [opponent, entry.name]
                };
                let play = |index| script(&game, pairing, id, Seed(1).of_match(index));
                let scripts: Vec<_> = (0..GAMES).map(play).collect();
                let name = BenchmarkId::new(format!("{}-{}", side.name, entry.name), opponent);
                group.bench_function(name, |bencher| {
                    let viewer = Viewer(id.0);
                    bencher.iter_custom(|turns| time(&game, &entry, viewer, &scripts, turns));
                });
            }
        }
    }
    group.finish();
}

/// True if a bot plays sides of this kind.
fn plays<G: Game>(entry: &BotEntry<G>, kind: &str) -> bool {
    entry.sides.is_empty() || entry.sides.contains(&kind)
}

/// The decisions of a viewer in a game of these players, one for each viewer.
fn decisions<G: Game>(
    game: &Arc<G>,
    players: &[BotEntry<G>],
    viewer: Viewer,
    seed: Seed,
) -> Script<G> {
    let viewers = (0..).map(Viewer).zip(players);
    let mut bots: Vec<_> = viewers.map(|(viewer, entry)| made(game, entry, viewer)).collect();
    let mut rng = seed.bot_rng();
    let mut state = game.start(Chance::seeded(seed));
    let mut script = vec![];
    while let Turn::ToMove(seat) = game.turn(&state) {
        let asked = game.sides().viewer_of(seat);
        let view = game.view(&state, asked);
        if asked == viewer && game.forced_move(&state).is_none() {
            script.push((seat, view.clone()));
        }
        let mut budget = Count(u64::MAX);
        let mut turn = Decision::new(seat, &mut rng, &mut budget);
        let choice = bots[usize::from(asked.0)].choose(&view, &mut turn);
        let choice = game.forced_move(&state).map_or(choice, Into::into);
        game.play(&mut state, choice).expect("built-in bots play legal moves");
    }
    assert!(!script.is_empty(), "every viewer is asked");
    script
}

/// Times every bot of a ruleset in games against the strongest bots that do not search; against
/// itself where seats are alike. Of a side whose viewers are several, the first is timed.
fn among_themselves<G: Game + Default>(criterion: &mut Criterion, ruleset: &Ruleset<G>) {
    let game = Arc::new(G::default());
    let mut group = criterion.benchmark_group(G::NAME);
    let viewers = game.sides().viewers();
    let kind = |viewer: &ViewerSeats| game.sides().side(viewer.side).kind;
    let strongest = |kind| {
        let mut quick = ruleset.bots().iter().rev().filter(|bot| !bot.searches);
        *quick.find(|bot| plays(bot, kind)).expect("somebody plays each side")
    };
    let mut timed = vec![];
    for (number, place) in (0..).map(Viewer).zip(viewers) {
        let measured = kind(place);
        if timed.contains(&measured) {
            continue;
        }
        timed.push(measured);
        for entry in ruleset.bots().iter().filter(|bot| plays(bot, measured)) {
            let alike = |place: &ViewerSeats| kind(place) == measured;
            let player = |place| if alike(place) { *entry } else { strongest(kind(place)) };
            let players: Vec<_> = viewers.iter().map(player).collect();
            let games = if entry.searches { 1 } else { GAMES };
            let play = |index| decisions(&game, &players, number, Seed(1).of_match(index));
            let scripts: Vec<_> = (0..games).map(play).collect();
            group.sample_size(if entry.searches { 10 } else { 20 });
            group.bench_function(BenchmarkId::new(measured, entry.name), |bencher| {
                bencher.iter_custom(|count| time(&game, entry, number, &scripts, count));
            });
        }
    }
    group.finish();
}

fn other_games(criterion: &mut Criterion) {
    const NAMES: &str = "the names of built-in bots differ";
    among_themselves(criterion, &kosmos::ruleset().expect(NAMES));
    among_themselves(criterion, &boss::ruleset().expect(NAMES));
    among_themselves(criterion, &masters::ruleset().expect(NAMES));
    among_themselves(criterion, &fury::ruleset().expect(NAMES));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = turns, other_games
}
criterion_main!(benches);
