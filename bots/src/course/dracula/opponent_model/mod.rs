//! The kinds that the hunters may be, and how well each has predicted the real ones so far.
//!
//! A Dracula does not know which hunters he faces, but sees where they go. Each kind is a bot that
//! can be asked for its move before each of their turns. The frequency with which it gives their
//! move determines its weight (Bayes' rule, with some doubt left).

mod simulation;

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaView, Hunter, Move, Play, View};
use stoker_engine::map::Place;
use stoker_engine::{Bot, Rng, Seat};

use crate::course::field;
use crate::course::shared::numbers::as_f64;
use crate::entry::{BotEntry, Setup};
use crate::random::random;
use crate::values::Values;
pub(super) use simulation::{Simulation, ask};

/// Number of times that each kind is asked for its move.
const ASKED: u32 = 4;

/// Initial probability that a kind plays as the real hunters do.
const FIDELITY: f64 = 0.5;

/// Share of the earlier evidence that is left after each move: hunters may change, and kinds are
/// rough.
const MEMORY: f64 = 0.98;

/// Share that is always divided evenly among the kinds.
const DOUBT: f64 = 0.05;

/// Fidelities, as multiples of the fidelity to itself, up to which hunters are strangers to a kind,
/// and from which they are like it.
const STRANGER: f64 = 0.78;
const LIKENESS: f64 = 0.9;

/// Fidelities of a forecast up to which the hunters do not do what it expects, and from which they
/// do. Strangers of the field have 0.15 to 0.25, `marshal` and `strategist` 0.38 to 0.42.
const UNFORESEEN: f64 = 0.27;
const FORESEEN: f64 = 0.35;

/// Weight of the latest moves, as a share of all, from which a kind can be trusted in full. It is
/// reached after 34 moves.
const KNOWN: f64 = 0.5;

/// A kind of hunters.
pub(super) struct HunterKind {
    player: HunterModel,
    /// Log odds, up to a constant common to all kinds.
    log: f64,
    /// Average probability, over the latest moves, that this kind plays as the real hunters did.
    fidelity: f64,
    /// The average probability, over the same moves, with which it foretells its own answers.
    sureness: f64,
    /// Share of the initial value that is left in the average of the fidelity.
    unseen: f64,
}

/// A kind's foretelling of a move.
#[derive(Debug, Clone, Copy)]
struct Foretelling {
    /// The probability that hunters of this kind make it.
    chance: f64,
    /// The probability with which the kind foretells its own answer.
    sureness: f64,
}

impl Foretelling {
    /// One that gives each move the same probability.
    fn even(chance: f64) -> Self {
        Self { chance, sureness: chance }
    }
}

/// The player of a kind.
enum HunterModel {
    /// A bot.
    Bot(Box<dyn Bot<Course>>),
    /// A bot that goes anywhere with equal probability, which therefore need not be asked.
    Aimless(Box<dyn Bot<Course>>),
    /// No bot: the model's owner forecasts these hunters' moves.
    Forecast,
}

impl HunterKind {
    fn new(player: HunterModel) -> Self {
        Self { player, log: 0.0, fidelity: FIDELITY, sureness: 0.0, unseen: 1.0 }
    }

    /// Hunters who play like a bot with this setting.
    ///
    /// # Panics
    /// If the bot does not accept the setting.
    pub(super) fn like(rules: &Arc<Course>, entry: BotEntry<Course>, setting: &str) -> Self {
        let values = Values::parse(setting, entry.params).expect("a setting of this bot");
        Self::new(HunterModel::Bot(hunters(rules, entry, &values)))
    }

    /// A kind for each of the hunters in the training half of the [field](crate::field); none if the
    /// setting `field` is off.
    pub(super) fn of_the_field(setup: &Setup<'_, Course>) -> impl Iterator<Item = Self> {
        let simulated = setup.values.flag("field");
        let hunters = field::training_hunters().filter(move |_| simulated);
        hunters.map(|entry| Self::like(setup.game, entry, ""))
    }

    /// Hunters who go anywhere.
    pub(super) fn aimless(rules: &Arc<Course>) -> Self {
        Self::new(HunterModel::Aimless(hunters(rules, random(), &Values::default())))
    }

    /// Hunters whose moves the model's owner forecasts.
    pub(super) fn forecast() -> Self {
        Self::new(HunterModel::Forecast)
    }

    fn bot(&self) -> Option<&dyn Bot<Course>> {
        match &self.player {
            HunterModel::Bot(bot) | HunterModel::Aimless(bot) => Some(&**bot),
            HunterModel::Forecast => None,
        }
    }

    fn fork(&self) -> Option<Self> {
        let player = match &self.player {
            HunterModel::Bot(bot) => HunterModel::Bot(bot.fork()?),
            HunterModel::Aimless(bot) => HunterModel::Aimless(bot.fork()?),
            HunterModel::Forecast => HunterModel::Forecast,
        };
        Some(Self { player, ..*self })
    }

    /// The answers of the bot, compared with the move that was played.
    fn answers(bot: &mut dyn Bot<Course>, turn: &SeenTurn<'_>, rng: &mut Rng) -> Foretelling {
        let forks = (1..ASKED).filter_map(|_| bot.fork());
        let forks: ArrayVec<Move, { ASKED as usize }> =
            forks.map(|mut fork| ask(&mut *fork, turn.view, turn.seat, rng)).collect();
        // The bot itself is asked last, because it continues from here.
        let own = ask(bot, turn.view, turn.seat, rng);
        let same = |mv: Move| as_f64(forks.iter().filter(|&&answer| answer == mv).count());
        let (asked, right) = (as_f64(forks.len()), f64::from(u8::from(own == turn.mv)));
        Foretelling {
            chance: (same(turn.mv) + right) / (asked + 1.0),
            sureness: if forks.is_empty() { 1.0 } else { same(own) / asked },
        }
    }

    /// The weight of the moves that were seen, as a share of all.
    fn known(&self) -> f64 {
        1.0 - self.unseen
    }

    /// The part of the fidelity that comes from moves that were seen.
    fn known_fidelity(&self) -> f64 {
        self.fidelity - self.unseen * FIDELITY
    }

    /// The degree, from 0 to 1, to which the hunters are of this kind.
    fn trust(&self) -> f64 {
        let HunterModel::Bot(_) = self.player else { return 0.0 };
        let (known, fidelity) = (self.known(), self.known_fidelity());
        if known <= 0.0 {
            return 0.0;
        }
        let as_itself = fidelity / (self.sureness * known).max(1e-9);
        (known / KNOWN).min(1.0) * ((as_itself - STRANGER) / (LIKENESS - STRANGER)).clamp(0.0, 1.0)
    }

    /// Updates the weight by the foretelling of the move that was played; `anything` is the
    /// probability of a random hunter's.
    fn weigh(&mut self, foretold: Option<Foretelling>, anything: f64) {
        let Some(Foretelling { chance, sureness }) = foretold else {
            self.log = MEMORY * self.log + libm::log(anything);
            return;
        };
        let likely = self.fidelity * chance + (1.0 - self.fidelity) * anything;
        self.log = MEMORY * self.log + libm::log(likely);
        self.fidelity = MEMORY * self.fidelity + (1.0 - MEMORY) * chance;
        let part = (1.0 - MEMORY) / (1.0 - MEMORY * self.unseen);
        self.sureness += part * (sureness - self.sureness);
        self.unseen *= MEMORY;
    }
}

fn hunters(rules: &Arc<Course>, entry: BotEntry<Course>, values: &Values) -> Box<dyn Bot<Course>> {
    (entry.make)(&Setup { game: rules, values, side: Course::HUNTERS, seats: 0..4 })
}

/// A hunter's turn in the game.
struct SeenTurn<'a> {
    /// The view before it.
    view: &'a View,
    seat: Seat,
    mv: Move,
}

/// All kinds, with the game up to the last update.
pub(super) struct OpponentModel {
    kinds: Vec<HunterKind>,
    simulation: Simulation,
}

impl OpponentModel {
    /// The model before the first turn, with all kinds equally likely.
    pub(super) fn new(rules: &Course, kinds: Vec<HunterKind>) -> Self {
        Self { kinds, simulation: Simulation::new(rules) }
    }

    /// A copy for a copy of its owner; `None` if a bot cannot be copied.
    pub(super) fn fork(&self) -> Option<Self> {
        let kinds = self.kinds.iter().map(HunterKind::fork).collect::<Option<_>>()?;
        Some(Self { kinds, simulation: self.simulation.clone() })
    }

    /// The game, as of the last [`update`](Self::update).
    pub(super) fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Returns true if that is the present state of the game.
    pub(super) fn follows(&self, view: &DraculaView) -> bool {
        self.simulation.position() == view.position()
    }

    /// Adds the plays since the last update, and weighs the kinds by them. `forecast` gives the
    /// probability of a hunter's move to a place in a round, if it was forecast.
    pub(super) fn update(
        &mut self,
        rules: &Course,
        view: &DraculaView,
        forecast: impl Fn(u16, Hunter, Place) -> Option<f64>,
        rng: &mut Rng,
    ) {
        for play in view.plays().get(self.simulation.plays()..).unwrap_or_default() {
            let round = self.simulation.board().round();
            // Openings may be random, and tell nothing about the players.
            if let Play::Hunter(play) = *play
                && round > 0
            {
                let forecast = forecast(round, play.hunter, play.to);
                self.weigh(rules, play.hunter, play.to, forecast, rng);
            }
            if !self.simulation.play(rules, Move::from(*play)) {
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
        let (seen, view) = self.simulation.hunters();
        let moves = u32::try_from(seen.hunter_moves(rules, hunter).len()).unwrap_or(u32::MAX);
        let anything = 1.0 / f64::from(moves.max(1));
        let turn = SeenTurn { view, seat: hunter.seat(), mv: Move::Hunter(to) };
        for kind in &mut self.kinds {
            let foretold = match &mut kind.player {
                HunterModel::Bot(bot) => Some(HunterKind::answers(&mut **bot, &turn, rng)),
                HunterModel::Aimless(_) => Some(Foretelling::even(anything)),
                HunterModel::Forecast => forecast.map(Foretelling::even),
            };
            kind.weigh(foretold, anything);
        }
    }

    /// The kinds, with their probabilities.
    fn shares(&self) -> impl Iterator<Item = (&HunterKind, f64)> {
        let most = self.kinds.iter().map(|kind| kind.log).fold(f64::MIN, f64::max);
        let odds = move |kind: &HunterKind| libm::exp(kind.log - most);
        let sum: f64 = self.kinds.iter().map(odds).sum();
        let doubt = DOUBT / self.kinds.len() as f64;
        self.kinds.iter().map(move |kind| (kind, (1.0 - DOUBT) * odds(kind) / sum + doubt))
    }

    /// The kinds that have a bot, each with the probability that it plays the next move.
    fn bots(&self) -> impl Iterator<Item = (&dyn Bot<Course>, f64)> {
        self.shares().filter_map(|(kind, share)| Some((kind.bot()?, share * kind.fidelity)))
    }

    /// The probability that a bot of any kind plays the next move; 0 if no kind has a bot.
    pub(super) fn foretold(&self) -> f64 {
        self.bots().map(|(_, share)| share).sum()
    }

    /// The trust that the bots of the kinds have earned, from 0 to 1: the degree to which playouts
    /// against them foretell real games.
    ///
    /// Each kind counts by its share. To be trusted it must foretell the hunters nearly as well as
    /// it foretells itself, over more than a few moves. Hunters who go anywhere earn no trust.
    pub(super) fn trust(&self) -> f64 {
        self.shares().map(|(kind, share)| share * kind.trust()).sum()
    }

    /// The trust that the forecast of the model's owner has earned, from 0 to 1; 0 without one.
    pub(super) fn trust_in_forecast(&self) -> f64 {
        let is_forecast = |kind: &&HunterKind| matches!(kind.player, HunterModel::Forecast);
        self.kinds.iter().find(is_forecast).map_or(0.0, |kind| {
            let fidelity = kind.known_fidelity() / kind.known().max(1e-9);
            let likeness = (fidelity - UNFORESEEN) / (FORESEEN - UNFORESEEN);
            (kind.known() / KNOWN).min(1.0) * likeness.clamp(0.0, 1.0)
        })
    }

    /// A copy of a kind's bot, chosen by probability; `at`, from 0 to 1, selects it. `None` if no
    /// kind has a bot that can be copied.
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

    use super::super::lurker;
    use crate::course::hunters::{patrol, tracker};

    /// Dracula's view after this many plays between a bot of the hunters and `lurker`.
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

    /// A model of three kinds after this many plays of a game against these hunters.
    fn modelled(hunters: BotEntry<Course>, plays: usize) -> OpponentModel {
        let rules = Arc::new(Course::default());
        let kinds = vec![
            HunterKind::aimless(&rules),
            HunterKind::like(&rules, patrol::ENTRY, ""),
            HunterKind::like(&rules, tracker::ENTRY, ""),
        ];
        let mut opponent_model = OpponentModel::new(&rules, kinds);
        assert!(opponent_model.trust() <= 0.0, "nothing is known yet");
        let view = played(&rules, hunters, plays);
        let view = view.dracula().expect("his view");
        opponent_model.update(&rules, view, |_, _, _| None, &mut Seed(9).bot_rng());
        assert_eq!(opponent_model.simulation().position(), view.position());
        opponent_model
    }

    /// The most likely kind of hunters: its number in this model, and its probability.
    fn likeliest(hunters: BotEntry<Course>) -> (usize, f64) {
        let opponent_model = modelled(hunters, 104);
        let shares = opponent_model.shares().map(|(_, share)| share);
        shares.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are three")
    }

    /// The hunters of the field with this name.
    fn stranger(name: &str) -> BotEntry<Course> {
        let mut field = crate::course::field().into_iter().map(|bot| bot.entry);
        field.find(|entry| entry.name == name).expect("a bot of the field")
    }

    #[test]
    fn a_panel_that_foretells_the_hunters_earns_trust() {
        for hunters in [patrol::ENTRY, tracker::ENTRY] {
            let trust = modelled(hunters, 304).trust();
            assert!(trust > 0.7, "{}: {trust}", hunters.name);
        }
    }

    #[test]
    fn a_panel_that_does_not_know_the_hunters_earns_none() {
        for hunters in ["researcher-a", "hounds-a", "rail-rider-a", "rester"].map(stranger) {
            let trust = modelled(hunters, 304).trust();
            assert!(trust < 0.1, "{}: {trust}", hunters.name);
        }
        let trust = modelled(random(), 304).trust();
        assert!(trust < 0.1, "random: {trust}");
    }

    #[test]
    fn a_forecast_earns_trust_by_coming_true() {
        let rules = Arc::new(Course::default());
        let trust = |foretold: f64, plays| {
            let mut opponent_model = OpponentModel::new(&rules, vec![HunterKind::forecast()]);
            let view = played(&rules, patrol::ENTRY, plays);
            let view = view.dracula().expect("his view");
            let mut rng = Seed(9).bot_rng();
            opponent_model.update(&rules, view, |_, _, _| Some(foretold), &mut rng);
            opponent_model.trust_in_forecast()
        };
        assert!(trust(0.4, 304) > 0.99, "it comes true");
        assert!(trust(0.2, 304) <= 0.0, "it does not");
        assert!(trust(0.4, 20) < 0.5, "it may be chance");
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
        let opponent_model =
            OpponentModel::new(&rules, vec![HunterKind::forecast(), HunterKind::aimless(&rules)]);
        // Half of the hunters' moves are forecast, and half of the others are like no kind.
        assert!((opponent_model.foretold() - 0.25).abs() < 1e-9, "{}", opponent_model.foretold());
        assert!(opponent_model.draw(0.0).is_some() && opponent_model.draw(0.99).is_some());
        assert!(OpponentModel::new(&rules, vec![HunterKind::forecast()]).draw(0.5).is_none());
    }
}
