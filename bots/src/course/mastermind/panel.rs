//! The hunters as they may be: the built-in ones below, and how well each has foretold the real
//! ones so far.

use std::sync::Arc;

use stoker_engine::course::{Course, DraculaView, Hunter, Move, Play, View};
use stoker_engine::map::Place;
use stoker_engine::{Bot, Rng, Seat};

use super::super::{marshal, patrol, tracker};
use super::stage::{Stage, ask};
use crate::entry::{BotEntry, Setup};
use crate::random::random;
use crate::values::Values;

/// How often each is asked what the real hunter before it would do.
const ASKED: u32 = 4;

/// What a hunter of a kind plays as its bot does; the rest of the time, anything.
const TRUE_TO_KIND: f64 = 0.8;

/// What a move leaves of what earlier ones said: hunters may change, and kinds are rough.
const MEMORY: f64 = 0.98;

/// What is always left to what was thought of the kinds at the start.
const DOUBT: f64 = 0.1;

/// A kind of hunters.
struct Kind {
    /// Who plays like it.
    bot: Box<dyn Bot<Course>>,
    /// Whether that is any move, each as likely: there is nothing to ask.
    aimless: bool,
    /// Log odds, up to a constant that all kinds have in common.
    log: f64,
}

impl Kind {
    fn new(rules: &Arc<Course>, entry: BotEntry<Course>, setting: &str) -> Self {
        let values = Values::parse(setting, entry.params).expect("a setting of this bot");
        let setup = Setup { game: rules, values: &values, side: Course::HUNTERS, seats: 0..4 };
        Self { bot: (entry.make)(&setup), aimless: false, log: 0.0 }
    }

    fn fork(&self) -> Option<Self> {
        Some(Self { bot: self.bot.fork()?, ..*self })
    }

    /// How likely it goes there.
    fn chance(&mut self, view: &View, seat: Seat, to: Move, moves: usize, rng: &mut Rng) -> f64 {
        let anything = 1.0 / f64::from(u32::try_from(moves).unwrap_or(u32::MAX));
        if self.aimless {
            return anything;
        }
        let mut goes = |bot: &mut dyn Bot<Course>| u32::from(ask(bot, view, seat, rng) == to);
        // The bot itself is asked last: it goes on from here.
        let forks = (1..ASKED).filter_map(|_| self.bot.fork());
        let same = forks.map(|mut fork| goes(&mut *fork)).sum::<u32>() + goes(&mut *self.bot);
        let share = f64::from(same) / f64::from(ASKED);
        TRUE_TO_KIND * share + (1.0 - TRUE_TO_KIND) * anything
    }
}

/// All kinds, beside the game as far as they were weighed.
pub(super) struct Panel {
    kinds: Vec<Kind>,
    game: Stage,
}

impl Panel {
    pub(super) fn new(rules: &Arc<Course>, ways: i64) -> Self {
        let marshal = format!("ways={ways}");
        let bots = [(patrol::ENTRY, ""), (tracker::ENTRY, ""), (marshal::ENTRY, &*marshal)];
        let kinds = bots.map(|(entry, setting)| Kind::new(rules, entry, setting));
        let aimless = Kind { aimless: true, ..Kind::new(rules, random(), "") };
        let kinds = std::iter::once(aimless).chain(kinds).collect();
        Self { kinds, game: Stage::new(rules) }
    }

    /// The same, for a copy of its owner; nothing if a bot cannot be copied.
    pub(super) fn fork(&self) -> Option<Self> {
        let kinds = self.kinds.iter().map(Kind::fork).collect::<Option<_>>()?;
        Some(Self { kinds, game: self.game.clone() })
    }

    /// The game, as of the last [`update`](Self::update).
    pub(super) fn game(&self) -> &Stage {
        &self.game
    }

    /// Takes in what was played since the last time, and weighs the kinds by it.
    pub(super) fn update(&mut self, rules: &Course, view: &DraculaView, rng: &mut Rng) {
        for play in &view.plays()[self.game.plays()..] {
            let mv = match *play {
                Play::Hunter(play) => {
                    self.weigh(rules, play.hunter, play.to, rng);
                    Move::Hunter(play.to)
                }
                Play::Dracula(play) => Move::Dracula(play.mv),
            };
            self.game.play(rules, mv);
        }
    }

    fn weigh(&mut self, rules: &Course, hunter: Hunter, to: Place, rng: &mut Rng) {
        let (seen, view) = self.game.hunters();
        let moves = seen.hunter_moves(rules, hunter).len();
        for kind in &mut self.kinds {
            let chance = kind.chance(view, hunter.seat(), Move::Hunter(to), moves, rng);
            kind.log = kind.log * MEMORY + libm::log(chance);
        }
    }

    /// Hunters of one kind, as likely as they are this kind; `at`, from 0 to 1, says which.
    pub(super) fn draw(&self, at: f64) -> Option<Box<dyn Bot<Course>>> {
        let most = self.kinds.iter().map(|kind| kind.log).fold(f64::MIN, f64::max);
        let weights = || self.kinds.iter().map(|kind| libm::exp(kind.log - most));
        let (sum, even) = (weights().sum::<f64>(), 1.0 / self.kinds.len() as f64);
        let mut left = at;
        let mut kinds = self.kinds.iter().zip(weights());
        let drawn = kinds.find(|(_, weight)| {
            left -= (1.0 - DOUBT) * weight / sum + DOUBT * even;
            left < 0.0
        });
        drawn.map_or(self.kinds.last(), |(kind, _)| Some(kind))?.bot.fork()
    }
}
