//! `mastermind`: a Dracula who plays the hunters' answer through before he moves.
//!
//! Idea: the moves that `phantom` finds best are each tried against the same draws of how the game
//! may go on: mostly hunters who act on their exact belief, which every simulated turn changes as a
//! real one would; some who chase, camp or roam. Dracula answers as his lookahead says, and what is
//! left after the last round is judged by that lookahead, with what the hunters then know. Moves
//! that do badly are given up halfway, so that the others get more draws.
//! Cost: a fifth of a millisecond for each game of two rounds that is played on; they are counted.
//! Weakness: few rounds are played through, the rest is a forecast; nobody knows how the hunters
//! who sit there really choose.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::View;
use stoker_engine::course::{Course, DraculaMove, DraculaView, Encounter, Hunter, Move, Position};
use stoker_engine::{Bot, Choice, Decision};

use super::belief::Belief;
use super::phantom::{Foes, JUDGEMENT, Lookahead, Mind, Scale, Style, Valued, believed};
use super::playout::Noise;
use crate::entry::{BotEntry, Setup};
use crate::params::{Param, ParamKind};

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Course> = BotEntry {
    name: "mastermind",
    summary: "A Dracula who plays the hunters' answer through before he moves.",
    sides: &["dracula"],
    rung: Some(4),
    searches: true,
    params: PARAMS,
    make: |setup| Box::new(Mastermind::new(setup)),
};

/// The most moves that are played through.
const MAX_WIDTH: usize = 16;

const PARAMS: &[Param] = &[
    Param {
        name: "games",
        summary: "Ways that the game may go on, played through for each decision.",
        kind: ParamKind::Int { default: 64, min: 0, max: 1_000_000 },
    },
    Param {
        name: "turns",
        summary: "Rounds that each of them goes on for.",
        kind: ParamKind::Int { default: 2, min: 1, max: 12 },
    },
    Param {
        name: "width",
        summary: "Moves that are played through.",
        kind: ParamKind::Int { default: 6, min: 1, max: MAX_WIDTH as i64 },
    },
    Param {
        name: "slack",
        summary: "Moves worse than the best by more points of score are not played through.",
        kind: ParamKind::Decimal { default: 25.0, min: 0.0, max: 1_000.0 },
    },
    Param {
        name: "trust",
        summary: "How much what was played through counts, as a share; the rest is the forecast.",
        kind: ParamKind::Decimal { default: 0.5, min: 0.0, max: 1.0 },
    },
    Param {
        name: "beyond",
        summary: "Moves to look ahead after a round that was played through.",
        kind: ParamKind::Int { default: 4, min: 1, max: 6 },
    },
    JUDGEMENT[0],
    JUDGEMENT[1],
    JUDGEMENT[2],
    JUDGEMENT[3],
    JUDGEMENT[4],
    JUDGEMENT[5],
    JUDGEMENT[6],
    JUDGEMENT[7],
    JUDGEMENT[8],
    JUDGEMENT[9],
    JUDGEMENT[10],
    JUDGEMENT[11],
    JUDGEMENT[12],
];

/// With more trails than this the hunters know so little that their answer does not matter.
const MOST_TRAILS: usize = 2_000;

/// The bot.
#[derive(Clone)]
struct Mastermind {
    rules: Arc<Course>,
    games: usize,
    turns: usize,
    width: usize,
    slack: f64,
    trust: f64,
    whim: f64,
    mind: Mind,
    /// For what is left after a round.
    beyond: Mind,
    belief: Belief,
    foes: Arc<Foes>,
}

/// A move that is played through.
struct Candidate {
    mv: DraculaMove,
    /// What the forecast says.
    forecast: f64,
    /// After it: the position, and what the hunters know.
    position: Position,
    belief: Belief,
    /// What the games that were played through came to, and how many they were.
    sum: f64,
    games: u32,
}

impl Candidate {
    fn value(&self, trust: f64) -> f64 {
        if self.games == 0 {
            return self.forecast;
        }
        trust * self.sum / f64::from(self.games) + (1.0 - trust) * self.forecast
    }
}

impl Mastermind {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let count = |name| usize::try_from(setup.values.int(name)).unwrap_or(1);
        let mind = Mind::new(setup.game, setup.values);
        Self {
            rules: Arc::clone(setup.game),
            turns: count("turns"),
            games: count("games"),
            width: count("width"),
            slack: setup.values.decimal("slack"),
            trust: setup.values.decimal("trust"),
            whim: setup.values.decimal("whim"),
            beyond: mind.clone().with_depth(count("beyond")),
            belief: believed(setup.game),
            foes: mind.foes(),
            mind,
        }
    }

    fn decide(&mut self, view: &DraculaView, turn: &mut Decision<'_, Move>) -> DraculaMove {
        self.belief.update(&self.rules, &view.as_hunters());
        let position = view.position();
        let mut look = Lookahead::new(&self.rules, &mut self.mind, position, &self.belief);
        let mut valued = look.moves(self.slack);
        valued.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best = valued[0].1;
        if valued.len() == 1 || position.dracula().is_none() || self.belief.len() > MOST_TRAILS {
            return super::phantom::pick(&valued, self.whim, turn.rng());
        }
        valued.retain(|valued| valued.1 >= best - self.slack);
        valued.truncate(self.width);
        turn.propose(Move::Dracula(valued[0].0));
        let mut candidates: ArrayVec<Candidate, MAX_WIDTH> =
            valued.iter().map(|&valued| self.candidate(position, valued)).collect();
        self.play_through(position, &mut candidates, turn);
        let valued = candidates.iter().map(|candidate| (candidate.mv, candidate.value(self.trust)));
        super::phantom::pick(&valued.collect::<ArrayVec<_, MAX_WIDTH>>(), self.whim, turn.rng())
    }

    fn candidate(&self, position: &Position, (mv, forecast): Valued) -> Candidate {
        let mut position = *position;
        let outcome = position.play_unchecked(&self.rules, Move::Dracula(mv));
        let mut belief = self.belief.clone();
        belief.follow(&self.rules, outcome.play, &position);
        Candidate { mv, forecast, position, belief, sum: 0.0, games: 0 }
    }

    /// Plays games through, the same draws for every candidate, and gives up the worse half each
    /// time that half of the games that are left are played.
    fn play_through(
        &mut self,
        root: &Position,
        candidates: &mut ArrayVec<Candidate, MAX_WIDTH>,
        turn: &mut Decision<'_, Move>,
    ) {
        let scale = self.mind.scale(&self.rules, root.board());
        let mut left = self.games;
        while candidates.len() > 1 && left >= candidates.len() {
            let share = if candidates.len() > 2 { left / 2 } else { left };
            for _ in 0..(share / candidates.len()).max(1) {
                if !turn.more() {
                    return;
                }
                let noise = Noise::draw(turn.rng());
                for candidate in candidates.iter_mut() {
                    let value = self.play_on(root, &scale, candidate, noise);
                    candidate.sum += value;
                    candidate.games += 1;
                }
                left = left.saturating_sub(candidates.len());
            }
            let trust = self.trust;
            candidates.sort_by(|a, b| b.value(trust).total_cmp(&a.value(trust)));
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        }
    }

    /// What comes of playing on from a candidate, in points of score.
    fn play_on(&mut self, root: &Position, scale: &Scale, from: &Candidate, noise: Noise) -> f64 {
        let mut position = from.position;
        let mut belief = from.belief.clone();
        let style = Style::drawn(noise, position.board());
        for turn in 0..self.turns {
            if turn > 0 {
                self.dracula_answers(&mut position, &mut belief);
            }
            self.hunters_answer(&mut position, &mut belief, style, noise);
            if position.board().is_over() {
                break;
            }
        }
        let board = position.board();
        let taken = f64::from(root.board().score() - board.score());
        let blood = scale.of(board.blood()) - scale.of(root.board().blood());
        if board.is_over() {
            return taken + blood;
        }
        let rules = &*self.rules;
        let ahead = Lookahead::roughly(rules, &mut self.beyond, &position, &belief).best_line();
        taken + blood + self.brood(&position) + ahead
    }

    fn hunters_answer(
        &self,
        position: &mut Position,
        belief: &mut Belief,
        style: Style,
        noise: Noise,
    ) {
        for hunter in Hunter::ALL {
            if position.board().is_over() {
                return;
            }
            let to = self.foes.choose(&self.rules, position, belief, hunter, style, noise);
            let outcome = position.play_unchecked(&self.rules, Move::Hunter(to));
            belief.follow(&self.rules, outcome.play, position);
        }
    }

    fn dracula_answers(&mut self, position: &mut Position, belief: &mut Belief) {
        let rules = &*self.rules;
        let valued = Lookahead::roughly(rules, &mut self.beyond, position, belief).moves(0.0);
        let best = valued.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let mv = best.map_or(DraculaMove::Teleport, |&(mv, _)| mv);
        let outcome = position.play_unchecked(rules, Move::Dracula(mv));
        belief.follow(rules, outcome.play, position);
    }

    /// What the vampires on the trail are worth: the more, the older they are.
    fn brood(&self, position: &Position) -> f64 {
        let young = self.mind.vampire();
        let grown = f64::from(self.rules.params().score_loss_vampire);
        let trail = position.trail().moves();
        let size = f64::from(self.rules.params().trail);
        let vampires =
            trail.iter().zip(0u8..).filter(|(mv, _)| mv.encounter == Some(Encounter::Vampire));
        vampires.map(|(_, age)| young + (grown - young) * f64::from(age) / size).sum()
    }
}

impl Bot<Course> for Mastermind {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.dracula().expect("the bot plays Dracula");
        Move::Dracula(self.decide(view, turn)).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
