//! The advice of built-in bots: what one would do in a person's place, from the person's view.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use stoker_bots::{BotEntry, MakeYardstick, Setup, Values, Yardstick, nearest};
use stoker_engine::{Count, Decision, Direction, Game, Seat, Seed};
use stoker_tournament::quiet;
use stoker_tournament::referee::MOST_WORK;

use crate::table::Refusal;

/// The advice of a bot.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Advice {
    /// The bot.
    bot: String,
    /// Its move, in the ruleset's notation.
    #[serde(rename = "move")]
    mv: String,
    /// The mean results of playouts after legal moves, best first; empty if the ruleset has no
    /// yardstick.
    playouts: Vec<PlayoutMean>,
    /// The players of the playouts, for people.
    players: String,
}

/// The mean result of the games that were played out after a move.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct PlayoutMean {
    #[serde(rename = "move")]
    mv: String,
    mean: f64,
    games: usize,
}

/// The most positions that are drawn for playouts.
const MOST_DRAWS: usize = 100;
/// The time after which no further position is played out.
const PATIENCE: Duration = Duration::from_secs(2);

/// The bots that can be asked.
pub(crate) struct Advisers<G: Game> {
    game: Arc<G>,
    bots: Vec<BotEntry<G>>,
    yardstick: Option<Box<dyn Yardstick<G>>>,
    seed: Seed,
}

impl<G: Game> Advisers<G> {
    pub(crate) fn new(
        game: Arc<G>,
        bots: Vec<BotEntry<G>>,
        yardstick: Option<MakeYardstick<G>>,
        seed: Seed,
    ) -> Self {
        let yardstick = yardstick.map(|make| make(&game));
        Self { game, bots, yardstick, seed }
    }

    /// The bots that play sides of this kind, strongest first.
    pub(crate) fn names(&self, kind: &str) -> Vec<&'static str> {
        let able = |bot: &&BotEntry<G>| bot.sides.is_empty() || bot.sides.contains(&kind);
        let mut bots: Vec<_> = self.bots.iter().filter(able).collect();
        bots.sort_by_key(|bot| std::cmp::Reverse(bot.rung));
        bots.iter().map(|bot| bot.name).collect()
    }

    /// Asks a bot with this view. The bot is made for this question: it knows what the view says.
    pub(crate) fn ask(&self, bot: &str, seat: Seat, view: &G::View) -> Result<Advice, Refusal> {
        let game = &self.game;
        let viewer = game.sides().viewer_of(seat);
        let place = &game.sides().viewers()[usize::from(viewer.0)];
        let names = self.names(game.sides().side(place.side).kind);
        let entry = self.bots.iter().find(|entry| entry.name == bot && names.contains(&bot));
        let Some(entry) = entry else {
            let near = nearest(bot, names.iter().copied()).unwrap_or("random");
            return Err(Refusal::NoAdvice(format!("no bot `{bot}` plays your side: ask `{near}`")));
        };
        let values = Values::parse("", entry.params)
            .map_err(|error| Refusal::NoAdvice(error.to_string()))?;
        let (side, seats) = (place.side, place.seats.clone());
        let mut rng = self.seed.of_bot(side, seat).bot_rng();
        let choice = quiet::catch(|| {
            let mut bot = (entry.make)(&Setup { game, values: &values, side, seats });
            bot.choose(view, &mut Decision::new(seat, &mut rng, &mut Count(MOST_WORK)))
        });
        let choice = choice.map_err(|panic| {
            Refusal::NoAdvice(format!("`{bot}` has no advice in mid-game: {panic}"))
        })?;
        let players = self.yardstick.as_ref().map(|it| it.players().replace('`', ""));
        let players = players.unwrap_or_default();
        let playouts = self.playouts(seat, view);
        Ok(Advice { bot: bot.to_owned(), mv: self.written(choice.mv), playouts, players })
    }

    fn written(&self, mv: G::Move) -> String {
        let mut text = String::new();
        self.game.write_move(mv, &mut text).expect("a string takes all text");
        text
    }

    /// Plays games out after each legal move, from positions that the view allows. All moves meet
    /// the same positions and the same chance.
    fn playouts(&self, seat: Seat, view: &G::View) -> Vec<PlayoutMean> {
        let sides = self.game.sides();
        let viewer = sides.viewer_of(seat);
        let Some(yardstick) = &self.yardstick else { return vec![] };
        let moves: Vec<_> = self.game.legal_moves(view).collect();
        let begin = Instant::now();
        let side = sides.viewers()[usize::from(viewer.0)].side;
        let mut rng = self.seed.of_bot(side, seat).bot_rng();
        let sums = quiet::catch(|| {
            let mut standpoint = yardstick.follow(viewer);
            standpoint.see(view);
            let draws = standpoint.draw(MOST_DRAWS, &mut rng)?;
            let mut sums = vec![0_i64; moves.len()];
            let mut games = 0;
            while games < MOST_DRAWS && begin.elapsed() < PATIENCE {
                let scores: Option<Vec<_>> =
                    moves.iter().map(|&mv| draws.score(games, mv)).collect();
                sums.iter_mut().zip(scores?).for_each(|(sum, score)| *sum += i64::from(score));
                games += 1;
            }
            Some((sums, games))
        });
        let Ok(Some((sums, games))) = sums else { return vec![] };
        #[expect(clippy::cast_precision_loss, reason = "sums of a hundred scores are small")]
        let mean = |sum: i64| sum as f64 / games as f64;
        let means = moves.iter().zip(sums);
        let mut means: Vec<_> = means
            .map(|(&mv, sum)| PlayoutMean { mv: self.written(mv), mean: mean(sum), games })
            .collect();
        best_first(&mut means, sides.side(side).direction);
        means
    }
}

fn best_first(means: &mut [PlayoutMean], direction: Direction) {
    means.sort_by(|a, b| match direction {
        Direction::High => b.mean.total_cmp(&a.mean),
        Direction::Low => a.mean.total_cmp(&b.mean),
    });
}
