//! `mastermind`: a Dracula who plays games out against every kind of hunters before he moves.
//!
//! Idea: policy rollout over an ensemble. The moves that `phantom`'s lookahead values most are each
//! played out for some rounds, with the same chance and against the same hunters. These are copies
//! of the ladder's hunters who do not search and of the field's for training; each kind comes as
//! often as it has predicted the real ones ([`OpponentModel`]). They act on what they would know
//! then, `marshal` on its whole belief; Dracula plays as `lurker` does. The results in score, blood
//! and vampires are compared. Bad moves are dropped halfway, which leaves more games to the others.
//! The games count only as far as the copies have foretold the real hunters in this match; the rest
//! is `phantom`'s judgement.
//! Cost: a millisecond or two for each game of eight rounds against `marshal`, a quarter of one
//! against the others. The games are counted.
//! Weakness: against hunters of an unknown kind he is no better than `phantom`.
//!
//! # Source
//! G. Tesauro and G. Galperin, "On-line policy improvement using Monte-Carlo search", 1996.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng as _;
use stoker_engine::course::{Course, DraculaMove, Encounter, Move, Position, View};
use stoker_engine::scene::{Note, SpotKey};
use stoker_engine::{Bot, Choice, Decision, Purpose, Seed};

use super::lurker;
use super::opponent_model::{HunterKind, OpponentModel, ask};
use super::phantom::{JUDGEMENT, Judge, Valued};
use crate::course::hunters::{marshal, patrol, tracker};
use crate::course::shared::best::pick;
use crate::course::shared::notes::note_forecast;
use crate::entry::{BotEntry, Setup};
use crate::params::{Param, join};
use crate::values::Values;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "mastermind",
    summary: "A Dracula who plays games on against hunters as they may be before he moves.",
    sides: &["dracula"],
    rung: Some(4),
    searches: true,
    params: PARAMS,
    make: |setup| Box::new(Mastermind::new(setup)),
};

/// Limit on the number of moves that are compared.
const MAX_OPTIONS: usize = 16;

const PARAMS: &[Param] = &join::<7, 19, 26>(OWN, JUDGEMENT);

const OWN: [Param; 7] = [
    Param::int("playouts", 48, (0, 1_000_000))
        .about("Games that are played on for each decision, over all moves compared."),
    Param::int("rounds", 8, (1, 1_000))
        .about("Rounds that each of them goes on for after the move."),
    Param::int("options", 6, (1, MAX_OPTIONS as i64))
        .about("Number of moves that are compared: those with the best forecasts."),
    Param::decimal("margin", 25.0, (0.0, 1_000.0))
        .about("Moves forecast worse than the best by more points of score are not compared."),
    Param::decimal("weight", 0.8, (0.0, 1.0))
        .about("Weight of the games played, as a share; the rest is the forecast."),
    Param::int("ahead", 3, (1, lurker::MAX_DEPTH as i64))
        .about("Moves that he looks ahead in games that are played on."),
    Param::int("ways", 16, (1, 4_096))
        .about("Draws from their belief by which the strongest hunters of such games decide."),
];

/// With more trails than this, the hunters know so little that their answer does not matter, and
/// copies of bots that hold all trails are expensive.
const MOST_TRAILS: usize = 2_000;

/// The fractional part of the golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The bot.
struct Mastermind {
    rules: Arc<Course>,
    settings: MastermindSettings,
    /// `phantom`'s opinion of his moves.
    judge: Judge,
    /// The kinds that the hunters may be, with the game so far.
    opponent_model: OpponentModel,
    /// The bot that plays for him in playouts.
    deputy: Box<dyn Bot<Course>>,
    /// The moves that were compared in the last decision, with their values in points of score.
    compared: Vec<Valued>,
}

#[derive(Debug, Clone, Copy)]
struct MastermindSettings {
    playouts: usize,
    rounds: usize,
    options: usize,
    margin: f64,
    weight: f64,
    whim: f64,
}

/// A move to compare.
struct Candidate {
    mv: DraculaMove,
    /// The value by the forecast, in points of score.
    forecast: f64,
    /// The sum of the results of its playouts, and their number.
    sum: f64,
    games: u32,
}

impl Candidate {
    fn value(&self, weight: f64) -> f64 {
        if self.games == 0 {
            return self.forecast;
        }
        weight * self.sum / f64::from(self.games) + (1.0 - weight) * self.forecast
    }
}

/// The moves to compare.
type Candidates = ArrayVec<Candidate, MAX_OPTIONS>;

impl Mastermind {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let count = |name| usize::try_from(setup.values.int(name)).unwrap_or(1);
        let decimal = |name| setup.values.decimal(name);
        let settings = MastermindSettings {
            playouts: count("playouts"),
            rounds: count("rounds"),
            options: count("options"),
            margin: decimal("margin"),
            weight: decimal("weight"),
            whim: decimal("whim"),
        };
        Self {
            rules: Arc::clone(setup.game),
            settings,
            judge: Judge::new(setup),
            opponent_model: opponent_model(setup),
            deputy: deputy(setup),
            compared: vec![],
        }
    }

    fn decide(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Option<DraculaMove> {
        let truth = view.dracula().expect("the bot plays Dracula");
        self.opponent_model.update(&self.rules, truth, |_, _, _| None, turn.rng());
        // The deputy keeps up with the game, so that its copies need not.
        ask(&mut *self.deputy, view, turn.seat(), turn.rng());
        let trust = self.opponent_model.trust();
        let MastermindSettings { options, whim, .. } = self.settings;
        let margin = whim.max(self.settings.margin * trust);
        let mut valued = self.judge.values(truth, margin, turn.rng());
        valued.sort_by(|a, b| b.1.total_cmp(&a.1));
        self.compared.clear();
        self.compared.extend(valued.iter().take(options));
        let best = valued[0].1;
        let known = self.judge.belief().len() <= MOST_TRAILS && self.opponent_model.follows(truth);
        if valued.len() == 1 || truth.position().dracula().is_none() || !known || trust <= 0.0 {
            return pick(&valued, whim, turn.rng());
        }
        valued.retain(|valued| valued.1 >= best - margin);
        valued.truncate(options);
        turn.propose(Move::Dracula(valued[0].0));
        let candidate = |&(mv, forecast): &Valued| Candidate { mv, forecast, sum: 0.0, games: 0 };
        let mut candidates: Candidates = valued.iter().map(candidate).collect();
        let weight = self.settings.weight * trust;
        self.compare(&mut candidates, weight, turn);
        let valued = candidates.iter().map(|candidate| (candidate.mv, candidate.value(weight)));
        let valued: ArrayVec<_, MAX_OPTIONS> = valued.collect();
        self.compared.clear();
        self.compared.extend(&valued);
        pick(&valued, whim, turn.rng())
    }

    /// The values of the moves that were compared, by the spots they lead to.
    fn values(&self, view: &View) -> BTreeMap<SpotKey, String> {
        let mut values: BTreeMap<SpotKey, String> = BTreeMap::new();
        let offers = self.rules.scene(view).choices;
        for &(mv, value) in &self.compared {
            let code =
                String::from_utf8_lossy(&self.rules.move_code(Move::Dracula(mv))).into_owned();
            let offer = offers.iter().find(|offer| offer.mv == code);
            let Some(at) = offer.and_then(|offer| offer.at.clone()) else { continue };
            let value =
                if code == at { format!("{value:.1}") } else { format!("{code} {value:.1}") };
            let told = values.entry(at).or_default();
            *told = if told.is_empty() { value } else { format!("{told}, {value}") };
        }
        values
    }

    /// Plays games out, against the same hunters and with the same chance after every candidate.
    /// Drops the worse half each time that half of the remaining games are played.
    fn compare(&self, candidates: &mut Candidates, weight: f64, turn: &mut Decision<'_, Move>) {
        let mut left = self.settings.playouts;
        let mut which = 0.0;
        while candidates.len() > 1 && left >= candidates.len() {
            let share = if candidates.len() > 2 { left / 2 } else { left };
            for _ in 0..(share / candidates.len()).max(1) {
                if !turn.more() {
                    return;
                }
                // The golden ratio spreads any number of games evenly.
                which += GOLDEN;
                if which >= 1.0 {
                    which -= 1.0;
                }
                let seed = Seed(turn.rng().next_u64());
                for candidate in candidates.iter_mut() {
                    if let Some(value) = self.play_on(candidate.mv, which, seed) {
                        candidate.sum += value;
                        candidate.games += 1;
                    }
                }
                left = left.saturating_sub(candidates.len());
            }
            candidates.sort_by(|a, b| b.value(weight).total_cmp(&a.value(weight)));
            candidates.truncate(candidates.len().div_ceil(2).max(2));
            turn.propose(Move::Dracula(candidates[0].mv));
        }
    }

    /// The result of a playout after a move, in points of score.
    fn play_on(&self, mv: DraculaMove, which: f64, seed: Seed) -> Option<f64> {
        let mut bots = [self.opponent_model.draw(which)?, self.deputy.fork()?];
        let mut game = self.opponent_model.simulation().clone();
        let before = *game.board();
        game.play(&self.rules, Move::Dracula(mv));
        let mut rngs =
            [Course::HUNTERS, Course::DRACULA].map(|side| seed.rng(Some(side), None, Purpose::BOT));
        game.play_on(&self.rules, self.settings.rounds, &mut bots, &mut rngs);
        let scale = self.judge.mind().scale(&self.rules, &before);
        let board = game.board();
        let taken = f64::from(before.score() - board.score());
        let blood = scale.of(board.blood()) - scale.of(before.blood());
        let vampires = if board.is_over() { 0.0 } else { self.vampires(game.position()) };
        Some(taken + blood + vampires)
    }

    /// The value of the vampires on the trail; older ones are worth more.
    fn vampires(&self, position: &Position) -> f64 {
        let young = self.judge.mind().vampire();
        let grown = f64::from(self.rules.params().score_loss_vampire);
        let trail = position.trail().moves();
        let size = f64::from(self.rules.params().trail);
        let vampires =
            trail.iter().zip(0u8..).filter(|(mv, _)| mv.encounter == Some(Encounter::Vampire));
        vampires.map(|(_, age)| young + (grown - young) * f64::from(age) / size).sum()
    }
}

/// The kinds of hunters that he simulates: those of the ladder that do not search, and those of the
/// field for training.
fn opponent_model(setup: &Setup<'_, Course>) -> OpponentModel {
    let rules = setup.game;
    let marshal = format!("ways={}", setup.values.int("ways"));
    let mut kinds = vec![
        HunterKind::aimless(rules),
        HunterKind::like(rules, patrol::ENTRY, ""),
        HunterKind::like(rules, tracker::ENTRY, ""),
        HunterKind::like(rules, marshal::ENTRY, &marshal),
    ];
    kinds.extend(HunterKind::of_the_field(setup));
    OpponentModel::new(rules, kinds)
}

/// The bot that plays for him in playouts: fast, and careful enough.
fn deputy(setup: &Setup<'_, Course>) -> Box<dyn Bot<Course>> {
    let setting = format!("depth={}", setup.values.int("ahead"));
    let entry = lurker::ENTRY;
    let values = Values::parse(&setting, entry.params).expect("a setting of this bot");
    (entry.make)(&Setup { values: &values, seats: setup.seats.clone(), ..*setup })
}

impl Bot<Course> for Mastermind {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let mv = self.decide(view, turn).unwrap_or(DraculaMove::Teleport);
        self.judge.note(view.dracula().expect("the bot plays Dracula"), mv);
        Move::Dracula(mv).into()
    }

    /// The hunters' belief by his reckoning, and the values of the moves that he compared.
    fn notes(&self, view: &View) -> Vec<Note> {
        let mut notes = note_forecast(&self.rules, &self.judge.belief().mass(0));
        let values = self.values(view).into_iter();
        notes.extend(values.map(|(at, text)| Note::Label { at, text }));
        notes
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(Self {
            rules: Arc::clone(&self.rules),
            settings: self.settings,
            judge: self.judge.fork()?,
            opponent_model: self.opponent_model.fork()?,
            deputy: self.deputy.fork()?,
            compared: vec![],
        }))
    }
}
