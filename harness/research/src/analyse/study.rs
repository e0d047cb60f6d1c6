//! Measuring what choices cost: a screening of all, and fresh playouts for the worst.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;
use stoker_bots::{Draws, Yardstick};
use stoker_engine::{Direction, Game, Purpose, Seed, Viewer};
use stoker_tournament::threads::{Cores, ThreadsError, pool};

use super::difference::Difference;
use super::findings::{Analysis, Cost};
use super::walk::{Moment, Walk, round, text_of};

/// The generator of what the screening draws.
const SCREENING: Purpose = Purpose::new("analyse screening");
/// The generator of what the worst are measured by; no stream of it is one of the screening's.
const FRESH: Purpose = Purpose::new("analyse fresh");

/// How much is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Playouts of every move of every choice, to find the worst.
    pub screening: usize,
    /// Fresh playouts of each of two moves, for the worst.
    pub playouts: usize,
    /// How many choices a side are measured again.
    pub worst: usize,
}

/// What is to be measured, and by what.
pub struct Study<'a, G: Game> {
    /// The ruleset, configured.
    pub game: &'a Arc<G>,
    /// Who plays games on.
    pub yardstick: &'a dyn Yardstick<G>,
    /// How much is played.
    pub budget: Budget,
    /// What all draws follow from, together with the match and the turn.
    pub seed: Seed,
    /// Threads; no figure depends on it.
    pub threads: usize,
}

/// A choice, and a move that looked better.
struct Suspect<M> {
    /// Its number among the choices.
    choice: usize,
    better: M,
    /// By how much, in the screening.
    cost: f64,
}

/// What a screening found.
struct Screened<M> {
    /// The worst of each side, side by side.
    worst: Vec<Suspect<M>>,
    /// How many choices could not be judged.
    unexplained: usize,
}

/// Positions by choice, where they were wanted and found.
type Drawn<G> = Vec<Option<Box<dyn Draws<G>>>>;

impl<G: Game> Study<'_, G> {
    /// Measures the choices of a match, whose seed says which; nothing, if it was stopped.
    ///
    /// `done` is told how many units of work are done, and of how many.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn analyse(
        &self,
        walk: &Walk<G>,
        match_seed: Seed,
        stop: &AtomicBool,
        done: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Option<Analysis>, ThreadsError> {
        let session = Session {
            study: self,
            walk,
            seed: self.seed.of_match(match_seed.0),
            pool: pool(self.threads, Cores::Any)?,
            stop,
            work: Work::new(walk.choices.len(), self.budget.worst * self.game.sides().list().len()),
            tell: done,
        };
        let Some(screened) = session.screen() else { return Ok(None) };
        let Some(worst) = session.measure(&screened.worst) else { return Ok(None) };
        let (subject, players) = (walk.subject(), self.yardstick.players());
        Ok(Some(Analysis {
            yardstick: format!("expected score when games are played on by {players}"),
            screening: self.budget.screening,
            playouts: self.budget.playouts,
            screened: walk.choices.len() - screened.unexplained,
            unexplained: screened.unexplained,
            worst,
            hidden: subject.map(|(hidden, _)| hidden),
            belief: walk.belief.clone(),
            event: subject.map(|(_, event)| event),
            missed: walk.missed(),
            given_away: walk.given_away(),
        }))
    }
}

/// The analysis of one match.
struct Session<'a, G: Game> {
    study: &'a Study<'a, G>,
    walk: &'a Walk<G>,
    seed: Seed,
    pool: ThreadPool,
    stop: &'a AtomicBool,
    work: Work,
    tell: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Game> Session<'_, G> {
    /// Finds the choices that look worst.
    fn screen(&self) -> Option<Screened<G::Move>> {
        let count = self.study.budget.screening;
        let drawn = self.draw(SCREENING, count, &|_| true)?;
        // Views cannot be shared among threads: what goes there holds none.
        let (game, stop, work, tell) = (&**self.study.game, self.stop, &self.work, self.tell);
        let choices = drawn.into_par_iter().zip(&self.walk.choices).enumerate();
        let judged = choices.map(|(number, (draws, choice))| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let judged = draws.and_then(|draws| judge(game, choice, &*draws, count));
            work.add(1, tell);
            Some(judged.map(|(better, cost)| Suspect { choice: number, better, cost }))
        });
        let judged = self.pool.install(|| judged.collect::<Option<Vec<_>>>())?;
        let unexplained = judged.iter().filter(|suspect| suspect.is_none()).count();
        Some(Screened { worst: self.worst(judged.into_iter().flatten()), unexplained })
    }

    /// The worst of each side, the worst of a side first.
    fn worst(&self, all: impl Iterator<Item = Suspect<G::Move>>) -> Vec<Suspect<G::Move>> {
        let sides = self.study.game.sides();
        let mut by_side: Vec<Vec<_>> = sides.iter().map(|_| vec![]).collect();
        for suspect in all.filter(|suspect| suspect.cost > 0.0) {
            let side = sides.side_of(self.walk.choices[suspect.choice].seat);
            by_side[usize::from(side.0)].push(suspect);
        }
        for worst in &mut by_side {
            // Stable: of equals, the earlier.
            worst.sort_by(|one, other| other.cost.total_cmp(&one.cost));
            worst.truncate(self.study.budget.worst);
        }
        by_side.into_iter().flatten().collect()
    }

    /// Measures suspects again, with fresh playouts; those whose cost is clear come back.
    fn measure(&self, suspects: &[Suspect<G::Move>]) -> Option<Vec<Cost>> {
        let wanted = |number| suspects.iter().any(|suspect| suspect.choice == number);
        let drawn = self.draw(FRESH, self.study.budget.playouts, &wanted)?;
        let mut worst = vec![];
        for suspect in suspects {
            let choice = &self.walk.choices[suspect.choice];
            if let Some(draws) = &drawn[suspect.choice] {
                let found = self.compare(choice, suspect.better, &**draws)?;
                worst.extend(self.cost(choice, suspect.better, found));
            }
            self.work.add(Work::MEASURED, self.tell);
        }
        // The figures of the screening no longer count, but the order of sides does.
        worst.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.cost.total_cmp(&one.1.cost)));
        Some(worst.into_iter().map(|(_, cost)| cost).collect())
    }

    /// By how much another move does better than the one made.
    fn compare(
        &self,
        choice: &Moment<G::Move>,
        better: G::Move,
        draws: &dyn Draws<G>,
    ) -> Option<Difference> {
        let (game, stop) = (&**self.study.game, self.stop);
        let numbers = (0..self.study.budget.playouts).into_par_iter();
        let gains = numbers.map(|number| {
            let go_on = !stop.load(Ordering::Relaxed);
            go_on.then(|| gain(game, choice, draws, number, better))
        });
        let gains = self.pool.install(|| gains.collect::<Option<Vec<_>>>())?;
        Some(Difference::of(&gains.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// What is told of a choice, with the number of its side, if its cost is clear.
    fn cost(
        &self,
        choice: &Moment<G::Move>,
        better: G::Move,
        found: Difference,
    ) -> Option<(u8, Cost)> {
        let game = &**self.study.game;
        let side = game.sides().side_of(choice.seat);
        let cost = Cost {
            chooser: choice.chooser,
            mv: text_of(game, choice.mv),
            better: text_of(game, better),
            cost: round(found.mean),
            stderr: round(found.stderr),
            unit: game.scores()[game.sides().side(side).score].unit,
        };
        found.is_clear().then_some((side.0, cost))
    }

    /// Positions for the choices that are wanted, drawn from what each mover could know.
    fn draw(
        &self,
        purpose: Purpose,
        count: usize,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Option<Drawn<G>> {
        let sides = self.study.game.sides();
        let mut drawn: Drawn<G> = self.walk.choices.iter().map(|_| None).collect();
        for viewer in (0..).map(Viewer).take(sides.viewers().len()) {
            let mut standpoint = self.study.yardstick.follow(viewer);
            for (number, choice) in self.walk.choices.iter().enumerate() {
                if self.stop.load(Ordering::Relaxed) {
                    return None;
                }
                if sides.viewer_of(choice.seat) != viewer {
                    continue;
                }
                standpoint.see(&self.walk.views[number]);
                if wanted(number) {
                    let turn = self.seed.of_match(choice.chooser.turn as u64);
                    drawn[number] = standpoint.draw(count, &mut turn.rng(None, None, purpose));
                }
            }
        }
        Some(drawn)
    }
}

/// The move that looks best beside the one made, and by how much; nothing, if no game can be played
/// on.
fn judge<G: Game>(
    game: &G,
    choice: &Moment<G::Move>,
    draws: &dyn Draws<G>,
    count: usize,
) -> Option<(G::Move, f64)> {
    let made: Vec<_> = (0..count).map(|number| draws.score(number, choice.mv)).collect();
    let others = choice.moves.iter().filter(|mv| **mv != choice.mv);
    let costs = others.map(|&better| {
        let gains = (0..).zip(&made).filter_map(|(number, &made)| {
            Some(in_favour(game, choice, draws.score(number, better)? - made?))
        });
        (better, gains.collect::<Vec<_>>())
    });
    let costs = costs.filter(|(_, gains)| !gains.is_empty());
    let costs = costs.map(|(better, gains)| (better, Difference::of(&gains).mean));
    // Of equals, the first.
    costs.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// By how much another move does better than the one made in one drawn position.
fn gain<G: Game>(
    game: &G,
    choice: &Moment<G::Move>,
    draws: &dyn Draws<G>,
    number: usize,
    better: G::Move,
) -> Option<i32> {
    let made = draws.score(number, choice.mv)?;
    Some(in_favour(game, choice, draws.score(number, better)? - made))
}

/// A difference of scores as the side that chooses counts it: more is better.
fn in_favour<G: Game>(game: &G, choice: &Moment<G::Move>, difference: i32) -> i32 {
    let sides = game.sides();
    match sides.side(sides.side_of(choice.seat)).direction {
        Direction::High => difference,
        Direction::Low => -difference,
    }
}

/// How far an analysis is.
struct Work {
    done: AtomicU64,
    total: u64,
}

impl Work {
    /// What measuring a choice again counts, where screening one counts 1.
    const MEASURED: u64 = 10;

    fn new(choices: usize, worst: usize) -> Self {
        let total = choices as u64 + worst as u64 * Self::MEASURED;
        Self { done: AtomicU64::new(0), total }
    }

    fn add(&self, units: u64, tell: &(dyn Fn(u64, u64) + Sync)) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        tell(done, self.total);
    }
}
