//! Measures the costs of choices: a screening of all choices, and fresh playouts for the worst.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::ThreadPool;
use stoker_bots::{DrawnPositions, Yardstick};
use stoker_engine::{Direction, Game, Purpose, Seed, Viewer};
use stoker_tournament::threads::{Cores, Handouts, ThreadsError, in_parallel_on, pool};

use super::difference::MeanDifference;
use super::findings::{Cost, MatchCosts};
use super::walk::{FreeChoice, Walk, round, text_of};

/// The generator of the screening.
const SCREENING: Purpose = Purpose::new("analyse screening");
/// The generator of the second look at the worst of the screening.
const SECOND: Purpose = Purpose::new("analyse second");
/// The generator of the final measurements: its streams are independent of the others'.
const FRESH: Purpose = Purpose::new("analyse fresh");

/// The number of choices that get a second look, for each that is finally measured.
const SHORTLIST: usize = 4;
/// The number of best-looking moves that are tried in the second look.
const OPTIONS: usize = 4;
/// The factor by which the second look has more playouts per move.
const CLOSER: usize = 4;

/// The numbers of playouts and of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutCounts {
    /// Playouts of every move of every choice, to find the worst.
    pub screening: usize,
    /// Fresh playouts of each of two moves, for the worst.
    pub playouts: usize,
    /// The number of choices per side that are measured again.
    pub worst: usize,
}

/// The terms of a measurement.
pub struct CostMeasurement<'a, G: Game> {
    /// The ruleset, configured.
    pub game: &'a Arc<G>,
    /// The players that play games out.
    pub yardstick: &'a dyn Yardstick<G>,
    /// The numbers of playouts and of choices.
    pub budget: PlayoutCounts,
    /// The seed of all draws, together with the match and the turn.
    pub seed: Seed,
    /// Threads; no figure depends on it.
    pub threads: usize,
}

/// The measurement was stopped.
struct Stopped;

/// A choice, and moves that looked better.
struct Suspect<M> {
    /// Its number among the choices.
    choice: usize,
    /// Other moves and how much better each seemed, in points (positive is better); the best first.
    options: Vec<(M, f64)>,
}

impl<M> Suspect<M> {
    /// The apparent cost of the move made.
    fn cost(&self) -> f64 {
        self.options.first().map_or(0.0, |best| best.1)
    }
}

/// The result of a screening.
struct Screened<M> {
    /// The choices that looked worst, one side after the other.
    shortlist: Vec<Suspect<M>>,
    /// The number of choices that could not be judged.
    unexplained: usize,
}

/// Positions by choice; `None` if they were not wanted or not found.
type PositionsByChoice<G> = Vec<Option<Box<dyn DrawnPositions<G>>>>;

impl<G: Game> CostMeasurement<'_, G> {
    /// Measures the choices of the match with this seed; `None` if it was stopped.
    ///
    /// `done` is called with the units of work that are done, and their total.
    ///
    /// # Errors
    /// If the system refuses to start threads.
    pub fn analyse(
        &self,
        walk: &Walk<G>,
        match_seed: Seed,
        stop: &AtomicBool,
        done: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Option<MatchCosts>, ThreadsError> {
        let session = MatchMeasurement {
            measurement: self,
            walk,
            seed: self.seed.of_match(match_seed.0),
            pool: pool(self.threads, Cores::Any)?,
            stop,
            work: AnalysisProgress::new(
                walk.choices.len(),
                self.budget.worst * self.game.sides().list().len(),
            ),
            tell: done,
        };
        let Some(screened) = session.screen() else { return Ok(None) };
        let Some(worst) = session.look_again(&screened.shortlist) else { return Ok(None) };
        let Some(worst) = session.measure(&worst) else { return Ok(None) };
        let (subject, players) = (walk.subject(), self.yardstick.players());
        Ok(Some(MatchCosts {
            yardstick: format!("expected score when games are played out by {players}"),
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
struct MatchMeasurement<'a, G: Game> {
    measurement: &'a CostMeasurement<'a, G>,
    walk: &'a Walk<G>,
    seed: Seed,
    pool: ThreadPool,
    stop: &'a AtomicBool,
    work: AnalysisProgress,
    tell: &'a (dyn Fn(u64, u64) + Sync),
}

impl<G: Game> MatchMeasurement<'_, G> {
    /// Tries every move of every choice.
    fn screen(&self) -> Option<Screened<G::Move>> {
        let all = self.walk.choices.iter().enumerate().map(|(number, choice)| {
            let others = choice.moves.iter().copied().filter(|mv| *mv != choice.mv);
            (number, others.collect())
        });
        let judged = self.judge(all.collect(), SCREENING, self.measurement.budget.screening, 1)?;
        let unexplained = judged.iter().filter(|suspect| suspect.options.is_empty()).count();
        let shortlist = self.worst(judged, SHORTLIST * self.measurement.budget.worst);
        Some(Screened { shortlist, unexplained })
    }

    /// Tries the best-looking moves of the shortlisted choices again; returns the worst choices.
    fn look_again(&self, shortlist: &[Suspect<G::Move>]) -> Option<Vec<Suspect<G::Move>>> {
        let best = shortlist.iter().map(|suspect| {
            let options = suspect.options.iter().take(OPTIONS).map(|(mv, _)| *mv);
            (suspect.choice, options.collect())
        });
        let count = self.measurement.budget.screening * CLOSER;
        let judged = self.judge(best.collect(), SECOND, count, AnalysisProgress::SECOND)?;
        Some(self.worst(judged, self.measurement.budget.worst))
    }

    /// Plays choices out with the move made and with these others; a choice that cannot be played
    /// out comes back without options.
    fn judge(
        &self,
        choices: Vec<(usize, Vec<G::Move>)>,
        purpose: Purpose,
        count: usize,
        units: u64,
    ) -> Option<Vec<Suspect<G::Move>>> {
        let wanted = |number| choices.iter().any(|(choice, _)| *choice == number);
        let mut drawn = self.draw(purpose, count, &wanted)?;
        let tasks: Handouts<_> = choices
            .into_iter()
            .map(|(number, options)| (number, options, drawn[number].take()))
            .collect();
        // Views cannot be shared among threads, so no view is passed to them.
        let (game, stop, work, tell) = (&**self.measurement.game, self.stop, &self.work, self.tell);
        let made = &self.walk.choices;
        let judge = |task: usize| {
            let (number, options, draws) = tasks.take(task).ok_or(Stopped)?;
            let options = draws.map(|draws| {
                let trial =
                    ChoicePlayouts { game, choice: &made[number], draws: &*draws, count, stop };
                trial.rank(options)
            });
            work.add(units, tell);
            let options = options.unwrap_or_default();
            if stop.load(Ordering::Relaxed) {
                Err(Stopped)
            } else {
                Ok(Suspect { choice: number, options })
            }
        };
        in_parallel_on(&self.pool, tasks.count(), &judge).ok()
    }

    /// The `count` choices of each side that look worst, the worst of a side first.
    fn worst(&self, all: Vec<Suspect<G::Move>>, count: usize) -> Vec<Suspect<G::Move>> {
        let sides = self.measurement.game.sides();
        let mut by_side: Vec<Vec<_>> = sides.iter().map(|_| vec![]).collect();
        for suspect in all.into_iter().filter(|suspect| suspect.cost() > 0.0) {
            let side = sides.side_of(self.walk.choices[suspect.choice].seat);
            by_side[usize::from(side.0)].push(suspect);
        }
        for worst in &mut by_side {
            // Among equals, the earlier choice comes first.
            worst.sort_by(|one, other| {
                other.cost().total_cmp(&one.cost()).then(one.choice.cmp(&other.choice))
            });
            worst.truncate(count);
        }
        by_side.into_iter().flatten().collect()
    }

    /// Measures suspects again, with fresh playouts; returns the costs that are clear.
    fn measure(&self, suspects: &[Suspect<G::Move>]) -> Option<Vec<Cost>> {
        let wanted = |number| suspects.iter().any(|suspect| suspect.choice == number);
        let drawn = self.draw(FRESH, self.measurement.budget.playouts, &wanted)?;
        let mut worst = vec![];
        for suspect in suspects {
            let choice = &self.walk.choices[suspect.choice];
            let better = suspect.options.first().map(|best| best.0);
            if let Some((better, draws)) = better.zip(drawn[suspect.choice].as_ref()) {
                let found = self.compare(choice, better, &**draws)?;
                worst.extend(self.cost(choice, better, found));
            }
            self.work.add(AnalysisProgress::MEASURED, self.tell);
        }
        // The new figures decide the order within a side; the order of sides stays.
        worst.sort_by(worse_first);
        Some(worst.into_iter().map(|(_, cost)| cost).collect())
    }

    /// The gain of another move over the one made.
    fn compare(
        &self,
        choice: &FreeChoice<G::Move>,
        better: G::Move,
        draws: &dyn DrawnPositions<G>,
    ) -> Option<MeanDifference> {
        let (game, stop) = (&**self.measurement.game, self.stop);
        let count = self.measurement.budget.playouts;
        let trial = ChoicePlayouts { game, choice, draws, count, stop };
        let gain = |number: usize| match stop.load(Ordering::Relaxed) {
            true => Err(Stopped),
            false => Ok(trial.score(number).and_then(|score| trial.gain(number, score, better))),
        };
        let gains = in_parallel_on(&self.pool, count, &gain).ok()?;
        Some(MeanDifference::of(&gains.into_iter().flatten().collect::<Vec<_>>()))
    }

    /// The cost of a choice, with the number of its side, if the cost is clear.
    fn cost(
        &self,
        choice: &FreeChoice<G::Move>,
        better: G::Move,
        found: MeanDifference,
    ) -> Option<(u8, Cost)> {
        let game = &**self.measurement.game;
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
    ) -> Option<PositionsByChoice<G>> {
        let sides = self.measurement.game.sides();
        let mut drawn: PositionsByChoice<G> = self.walk.choices.iter().map(|_| None).collect();
        for viewer in (0..).map(Viewer).take(sides.viewers().len()) {
            let mut standpoint = self.measurement.yardstick.follow(viewer);
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

/// A choice, to be played out in drawn positions.
struct ChoicePlayouts<'t, G: Game> {
    game: &'t G,
    choice: &'t FreeChoice<G::Move>,
    draws: &'t dyn DrawnPositions<G>,
    /// The number of positions.
    count: usize,
    stop: &'t AtomicBool,
}

impl<G: Game> ChoicePlayouts<'_, G> {
    /// These moves, each with its mean gain over the one made, the best first; moves that could not
    /// be played out are left out.
    fn rank(&self, options: Vec<G::Move>) -> Vec<(G::Move, f64)> {
        let numbers = || (0..self.count).take_while(|_| !self.stop.load(Ordering::Relaxed));
        let made: Vec<_> = numbers().map(|number| self.score(number)).collect();
        let gains = |mv| {
            let pairs = numbers().zip(&made);
            let gains = pairs.filter_map(|(number, &made)| self.gain(number, made?, mv));
            gains.collect::<Vec<_>>()
        };
        let ranked = options.into_iter().map(|mv| (mv, gains(mv)));
        let ranked = ranked.filter(|(_, gains)| !gains.is_empty());
        let mut ranked: Vec<_> =
            ranked.map(|(mv, gains)| (mv, MeanDifference::of(&gains).mean)).collect();
        // The sort is stable: among equals, the first stays first.
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    /// The final score of the move made, in one position.
    fn score(&self, number: usize) -> Option<i32> {
        self.draws.score(number, self.choice.mv)
    }

    /// The gain of another move over the one made in that position, for the side that chooses: more
    /// is better.
    fn gain(&self, number: usize, made: i32, better: G::Move) -> Option<i32> {
        let sides = self.game.sides();
        let better = self.draws.score(number, better)?;
        Some(match sides.side(sides.side_of(self.choice.seat)).direction {
            Direction::High => better - made,
            Direction::Low => made - better,
        })
    }
}

/// The progress of an analysis.
struct AnalysisProgress {
    done: AtomicU64,
    total: u64,
}

/// By side, then the highest cost first.
fn worse_first(one: &(u8, Cost), other: &(u8, Cost)) -> std::cmp::Ordering {
    one.0.cmp(&other.0).then(other.1.cost.total_cmp(&one.1.cost))
}

impl AnalysisProgress {
    /// The units of a second look at a choice; screening one counts 1.
    const SECOND: u64 = 2;
    /// The units of a final measurement.
    const MEASURED: u64 = 10;

    fn new(choices: usize, worst: usize) -> Self {
        let second = (SHORTLIST * worst).min(choices) as u64 * Self::SECOND;
        let total = choices as u64 + second + worst.min(choices) as u64 * Self::MEASURED;
        Self { done: AtomicU64::new(0), total }
    }

    fn add(&self, units: u64, tell: &(dyn Fn(u64, u64) + Sync)) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        tell(done, self.total);
    }
}
