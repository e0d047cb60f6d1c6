//! The hunters as they may be: kinds of them, and how well each has foretold the real ones so far.
//!
//! A Dracula cannot know who hunts him, but sees where they go. Each kind is a bot that can be asked
//! what it would have done before each of their turns; how often it says the same as they did
//! decides how much it counts (Bayes' rule, with some doubt left).

mod stage;

use std::sync::Arc;

use stoker_engine::course::{Course, DraculaView, Hunter, Move, Play, View};
use stoker_engine::map::Place;
use stoker_engine::{Bot, Rng, Seat};

use crate::entry::{BotEntry, Setup};
use crate::random::random;
use crate::values::Values;
pub(super) use stage::{Stage, ask};

/// How often each is asked what it would do.
const ASKED: u32 = 4;

/// How likely a kind is taken to be to play as the real hunters do, before any was seen.
const FIDELITY: f64 = 0.5;

/// What a move leaves of what earlier ones said: hunters may change, and kinds are rough.
const MEMORY: f64 = 0.98;

/// What is always left to each kind, evenly.
const DOUBT: f64 = 0.05;

/// A kind of hunters.
pub(super) struct Kind {
    player: Player,
    /// Log odds, up to a constant that all kinds have in common.
    log: f64,
    /// How likely, on average over the last moves, this kind was to play as the real hunters did.
    fidelity: f64,
}

/// Who plays like a kind.
enum Player {
    /// A bot.
    Bot(Box<dyn Bot<Course>>),
    /// One that goes anywhere, each place as likely: there is nothing to ask.
    Aimless(Box<dyn Bot<Course>>),
    /// Nobody: where they go is forecast by the owner of the panel.
    Forecast,
}

impl Kind {
    fn new(player: Player) -> Self {
        Self { player, log: 0.0, fidelity: FIDELITY }
    }

    /// Those who play like a bot, set so.
    ///
    /// # Panics
    /// If this is no setting of the bot.
    pub(super) fn like(rules: &Arc<Course>, entry: BotEntry<Course>, setting: &str) -> Self {
        let values = Values::parse(setting, entry.params).expect("a setting of this bot");
        Self::new(Player::Bot(hunters(rules, entry, &values)))
    }

    /// Those who go anywhere.
    pub(super) fn aimless(rules: &Arc<Course>) -> Self {
        Self::new(Player::Aimless(hunters(rules, random(), &Values::default())))
    }

    /// Those whose moves the owner of the panel forecasts.
    pub(super) fn forecast() -> Self {
        Self::new(Player::Forecast)
    }

    fn bot(&self) -> Option<&dyn Bot<Course>> {
        match &self.player {
            Player::Bot(bot) | Player::Aimless(bot) => Some(&**bot),
            Player::Forecast => None,
        }
    }

    fn fork(&self) -> Option<Self> {
        let player = match &self.player {
            Player::Bot(bot) => Player::Bot(bot.fork()?),
            Player::Aimless(bot) => Player::Aimless(bot.fork()?),
            Player::Forecast => Player::Forecast,
        };
        Some(Self { player, ..*self })
    }

    /// How likely those like this bot go there: as often as it does when it is asked.
    fn chance(bot: &mut dyn Bot<Course>, turn: &SeenTurn<'_>, rng: &mut Rng) -> f64 {
        let mut goes =
            |bot: &mut dyn Bot<Course>| u32::from(ask(bot, turn.view, turn.seat, rng) == turn.mv);
        // The bot itself is asked last: it goes on from here.
        let forks = (1..ASKED).filter_map(|_| bot.fork());
        let (same, asked) =
            forks.fold((0, 1), |(same, asked), mut fork| (same + goes(&mut *fork), asked + 1));
        f64::from(same + goes(bot)) / f64::from(asked)
    }

    /// Weighs it by how likely it was to play what was played, beside one who goes anywhere.
    fn weigh(&mut self, chance: Option<f64>, anything: f64) {
        let Some(chance) = chance else {
            self.log = MEMORY * self.log + libm::log(anything);
            return;
        };
        let likely = self.fidelity * chance + (1.0 - self.fidelity) * anything;
        self.log = MEMORY * self.log + libm::log(likely);
        self.fidelity = MEMORY * self.fidelity + (1.0 - MEMORY) * chance;
    }
}

fn hunters(rules: &Arc<Course>, entry: BotEntry<Course>, values: &Values) -> Box<dyn Bot<Course>> {
    (entry.make)(&Setup { game: rules, values, side: Course::HUNTERS, seats: 0..4 })
}

/// A hunter's turn that was played.
struct SeenTurn<'a> {
    /// Before it.
    view: &'a View,
    seat: Seat,
    mv: Move,
}

/// All kinds, beside the game as far as they were weighed.
pub(super) struct Panel {
    kinds: Vec<Kind>,
    stage: Stage,
}

impl Panel {
    /// Before the first turn: all kinds are as likely.
    pub(super) fn new(rules: &Course, kinds: Vec<Kind>) -> Self {
        Self { kinds, stage: Stage::new(rules) }
    }

    /// The same, for a copy of its owner; nothing if a bot cannot be copied.
    pub(super) fn fork(&self) -> Option<Self> {
        let kinds = self.kinds.iter().map(Kind::fork).collect::<Option<_>>()?;
        Some(Self { kinds, stage: self.stage.clone() })
    }

    /// The game, as of the last [`update`](Self::update).
    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// True if that is where the game is now.
    pub(super) fn follows(&self, view: &DraculaView) -> bool {
        self.stage.position() == view.position()
    }

    /// Takes in what was played since the last time, and weighs the kinds by it; `forecast` says how
    /// likely a hunter was to go to a place in a round, if that was forecast.
    pub(super) fn update(
        &mut self,
        rules: &Course,
        view: &DraculaView,
        forecast: impl Fn(u16, Hunter, Place) -> Option<f64>,
        rng: &mut Rng,
    ) {
        for play in view.plays().get(self.stage.plays()..).unwrap_or_default() {
            let round = self.stage.board().round();
            // Openings may be drawn by chance, and say nothing of who plays on.
            if let Play::Hunter(play) = *play
                && round > 0
            {
                let forecast = forecast(round, play.hunter, play.to);
                self.weigh(rules, play.hunter, play.to, forecast, rng);
            }
            if !self.stage.play(rules, Move::from(*play)) {
                return;
            }
        }
    }

    fn weigh(
        &mut self,
        rules: &Course,
        hunter: Hunter,
        to: Place,
        forecast: Option<f64>,
        rng: &mut Rng,
    ) {
        let (seen, view) = self.stage.hunters();
        let moves = u32::try_from(seen.hunter_moves(rules, hunter).len()).unwrap_or(u32::MAX);
        let anything = 1.0 / f64::from(moves.max(1));
        let turn = SeenTurn { view, seat: hunter.seat(), mv: Move::Hunter(to) };
        for kind in &mut self.kinds {
            let chance = match &mut kind.player {
                Player::Bot(bot) => Some(Kind::chance(&mut **bot, &turn, rng)),
                Player::Aimless(_) => Some(anything),
                Player::Forecast => forecast,
            };
            kind.weigh(chance, anything);
        }
    }

    /// How likely the hunters are each kind.
    fn shares(&self) -> impl Iterator<Item = (&Kind, f64)> {
        let most = self.kinds.iter().map(|kind| kind.log).fold(f64::MIN, f64::max);
        let odds = move |kind: &Kind| libm::exp(kind.log - most);
        let sum: f64 = self.kinds.iter().map(odds).sum();
        let doubt = DOUBT / self.kinds.len() as f64;
        self.kinds.iter().map(move |kind| (kind, (1.0 - DOUBT) * odds(kind) / sum + doubt))
    }

    /// The kinds that have a bot, with how likely the next move is one of it.
    fn bots(&self) -> impl Iterator<Item = (&dyn Bot<Course>, f64)> {
        self.shares().filter_map(|(kind, share)| Some((kind.bot()?, share * kind.fidelity)))
    }

    /// How likely the next move is one that a bot of a kind plays; 0 if none has a bot.
    pub(super) fn foretold(&self) -> f64 {
        self.bots().map(|(_, share)| share).sum()
    }

    /// Hunters like a bot, each as likely as it is; `at`, from 0 to 1, says which. Nobody, if no kind
    /// has a bot that can be copied.
    pub(super) fn draw(&self, at: f64) -> Option<Box<dyn Bot<Course>>> {
        let mut left = at * self.foretold();
        let mut drawn = None;
        for (bot, share) in self.bots() {
            drawn = Some(bot);
            left -= share;
            if left < 0.0 {
                break;
            }
        }
        drawn?.fork()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::Mover;
    use stoker_engine::{Chance, Game, Seed, Turn, Viewer};

    use super::super::{lurker, patrol, tracker};

    /// What Dracula sees after so many plays between a bot of the hunters and `lurker`.
    fn played(rules: &Arc<Course>, hunters: BotEntry<Course>, plays: usize) -> View {
        let mut state = rules.start(Chance::seeded(Seed(5)));
        let [mut hunters, mut dracula] =
            [(hunters, 0..4), (lurker::ENTRY, 4..5)].map(|(entry, seats)| {
                let side = if seats.start == 4 { Course::DRACULA } else { Course::HUNTERS };
                let values = Values::defaults(entry.params);
                (entry.make)(&Setup { game: rules, values: &values, side, seats })
            });
        let mut rng = Seed(7).bot_rng();
        for _ in 0..plays {
            let Turn::ToMove(seat) = rules.turn(&state) else { break };
            let dracula_is_asked = seat == Mover::DRACULA;
            let view = rules.view(&state, Viewer(u8::from(dracula_is_asked)));
            let bot = if dracula_is_asked { &mut dracula } else { &mut hunters };
            let mv = rules.forced_move(&state);
            let mv = mv.unwrap_or_else(|| ask(&mut **bot, &view, seat, &mut rng));
            rules.play(&mut state, mv.into()).expect("bots play legal moves");
        }
        rules.view(&state, Viewer(1))
    }

    /// The likeliest kind of hunters: its number in this panel, and how likely it is.
    fn likeliest(hunters: BotEntry<Course>) -> (usize, f64) {
        let rules = Arc::new(Course::default());
        let kinds = vec![
            Kind::aimless(&rules),
            Kind::like(&rules, patrol::ENTRY, ""),
            Kind::like(&rules, tracker::ENTRY, ""),
        ];
        let mut panel = Panel::new(&rules, kinds);
        let view = played(&rules, hunters, 104);
        let view = view.dracula().expect("his view");
        panel.update(&rules, view, |_, _, _| None, &mut Seed(9).bot_rng());
        assert_eq!(panel.stage().position(), view.position());
        let shares = panel.shares().map(|(_, share)| share);
        shares.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are three")
    }

    #[test]
    fn hunters_are_told_by_where_they_go() {
        for (kind, hunters) in [random(), patrol::ENTRY, tracker::ENTRY].into_iter().enumerate() {
            let (likeliest, share) = likeliest(hunters);
            assert_eq!(likeliest, kind, "{}", hunters.name);
            assert!(share > 0.9, "{}: {share}", hunters.name);
        }
    }

    #[test]
    fn kinds_are_drawn_as_often_as_they_are_likely() {
        let rules = Arc::new(Course::default());
        let panel = Panel::new(&rules, vec![Kind::forecast(), Kind::aimless(&rules)]);
        // Half of the hunters' moves are forecast, and of the others half are like no kind.
        assert!((panel.foretold() - 0.25).abs() < 1e-9, "{}", panel.foretold());
        assert!(panel.draw(0.0).is_some() && panel.draw(0.99).is_some());
        assert!(Panel::new(&rules, vec![Kind::forecast()]).draw(0.5).is_none());
    }
}
