//! Playouts: a comparison of moves by how a round ends, on many draws of the hidden facts.

use stoker_engine::boss::{Boss, Card, Move, Player, Position, Possible, Status, Tellings};

use super::quick::Quick;
use crate::luck::Draws;

/// The error of an estimate that another move has to beat, in standard errors.
const CAUTION: f64 = 1.3;
/// The points that wounds are expected to cost a seat that plays on, by their number.
const WOUNDS: [f64; 4] = [0.0, 0.5, 4.0, 8.0];
/// The points that a hand is expected to bring: for a point of strength, a Mist Form, a Bite.
const HAND: [f64; 3] = [0.5, 1.5, 0.75];
/// The lead, in points, that is worth half of what a decided game is worth.
const HALF: f64 = 8.0;

/// The rules, and the model of every seat.
#[derive(Clone, Copy)]
pub(super) struct Playouts<'a> {
    pub(super) rules: &'a Boss,
    pub(super) quick: &'a Quick,
    /// Rounds that are played out after the one in progress.
    pub(super) rounds: u8,
}

/// A move that is tried: by how much its playouts ended better than those of the usual move.
#[derive(Debug, Clone, Copy)]
struct Advantage {
    mv: Move,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Advantage {
    const fn of(mv: Move) -> Self {
        Self { mv, count: 0.0, sum: 0.0, squares: 0.0 }
    }

    fn add(&mut self, better: f64) {
        self.count += 1.0;
        self.sum += better;
        self.squares += better * better;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// True if the move is better by more than the error of the estimate.
    fn is_better(&self) -> bool {
        let mean = self.mean();
        let spread = (self.squares / self.count.max(1.0) - mean * mean).max(0.0);
        mean > CAUTION * (spread / (self.count - 1.0).max(1.0)).sqrt()
    }
}

/// The moves to compare.
pub(super) struct Options<'m> {
    pub(super) usual: Move,
    pub(super) others: &'m [Move],
}

impl Playouts<'_> {
    /// The best move after about this many playouts: the usual one, unless another is better by
    /// more than the error of the estimate.
    ///
    /// All moves are tried on the same draws. Then half of the others are dropped, and the rest are
    /// tried on more draws, until one is left to compare with the usual move. It stops early when
    /// `more` says so.
    pub(super) fn best(
        self,
        possible: &Possible,
        Options { usual, others }: Options<'_>,
        playouts: usize,
        luck: &mut Draws,
        more: &mut dyn FnMut() -> bool,
    ) -> Move {
        let mut trials: Vec<Advantage> = others.iter().copied().map(Advantage::of).collect();
        let halvings = trials.len().max(1).ilog2() as usize + 1;
        for _ in 0..halvings {
            let draws = (playouts / (halvings * (trials.len() + 1))).max(2);
            for _ in 0..draws {
                if !more() {
                    break;
                }
                self.try_all(possible, usual, &mut trials, luck);
            }
            trials.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
            trials.truncate((trials.len() / 2).max(1));
        }
        trials.first().filter(|best| best.is_better()).map_or(usual, |best| best.mv)
    }

    /// Plays the usual move and the others on from one draw, with the same luck for all.
    fn try_all(self, possible: &Possible, usual: Move, trials: &mut [Advantage], luck: &mut Draws) {
        let answer = |at: &Position, player| self.quick.stays(self.rules, at, player);
        let at = possible.draw_with(luck, answer);
        let same = luck.branch();
        let known = self.playout(&at, usual, same);
        for trial in trials {
            trial.add(self.playout(&at, trial.mv, same) - known);
        }
    }

    /// The worth of a move to the seat asked, when the rounds are played out.
    fn playout(self, at: &Position, mv: Move, mut luck: Draws) -> f64 {
        let Some((player, _)) = at.asked() else { return 0.0 };
        let mut at = at.clone();
        let last = at.table().round.saturating_add(self.rounds);
        let mut next = Some(mv);
        while let Some(mv) = next {
            let played = at.play(self.rules, mv, &mut luck, &mut Tellings::new());
            let go_on = at.asked().is_some() && at.table().round <= last;
            next = match played {
                Ok(()) => go_on.then(|| self.quick.answer(self.rules, &at)),
                // The model may not know an answer; the last move always ends something.
                Err(_) => at.moves(self.rules).last(),
            };
        }
        self.worth(&at, player)
    }

    /// The worth of a position to a seat, from -1 to 1: by how much it is ahead of the best other.
    fn worth(self, at: &Position, player: Player) -> f64 {
        let all = Player::ALL.into_iter().take(at.table().players());
        let others = all.filter(|other| *other != player);
        let best = others.map(|other| self.expected(at, other)).fold(0.0, f64::max);
        let ahead = self.expected(at, player) - best;
        ahead / (HALF + ahead.abs())
    }

    /// The points of a seat, with what its hand and its wounds are expected to come to.
    fn expected(self, at: &Position, player: Player) -> f64 {
        let table = at.table();
        let place = table.seat(player);
        let points = f64::from(self.rules.points(table, player));
        if place.status != Status::In || table.over.is_some() {
            return points;
        }
        let hand = &at.own(player).hand;
        let attacks = Card::ATTACKS.into_iter();
        let strength: u8 = attacks.map(|card| card.attack() * hand.count(card)).sum();
        let held = [strength, hand.count(Card::Mist), hand.count(Card::Bite)];
        let held: f64 = held.into_iter().zip(HAND).map(|(held, each)| f64::from(held) * each).sum();
        let wounds = usize::from(place.wounds).min(WOUNDS.len() - 1);
        points + held - WOUNDS[wounds]
    }
}
