//! `phantom`: a Dracula who goes where the hunters' own knowledge does not take them.
//!
//! Idea: he keeps the hunters' exact belief. Every line of his moves to a small depth is tried,
//! with what the hunters will see of it. Their belief is spread along the line, place by place, and
//! places that they can search by the rail rhythm are ruled out. A place costs the blood that
//! hunters are expected to take there: much if they know where he is, little if they have to
//! choose. What it costs later to be found is learned from matches ([`danger`]). Not all hunters
//! know that much, so the next round is also rehearsed with hunters of the lower kinds and of the
//! field; each counts by how often it has predicted the real ones. Until the forecast has come true
//! in a match, the hunters are strangers to whom each possible place is as likely as another. Seas
//! cost blood, the castle gains it, and a vampire is worth a city in its round. Blood is worth more
//! the less is left. Being boxed in is a move like any other: it teleports him to his castle.
//! Cost: the belief, some thousand lines, ten rounds for each of his moves, and four answers of each
//! kind to each turn of the hunters: one or two milliseconds a decision.
//! Weakness: after the second round hunters are a forecast, not players. What they learn from his
//! trail, and plans of several together, are not seen.

mod expected;
mod foes;
mod forecast;
mod learned;
mod look;
mod openings;
mod rehearsal;
mod studied;
mod weights;

use std::num::NonZeroUsize;
use std::sync::Arc;

use stoker_engine::course::{Board, ByHunter, Course, DraculaMove, DraculaView, Move, View};
use stoker_engine::map::{ByPlace, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng};

use super::danger::{self, ActiveInputs, HuntersConduct, Network};
use super::opponent_model::{HunterKind, OpponentModel};
use crate::course::hunters::{patrol, tracker};
use crate::course::shared::belief::{Belief, MoveModel};
use crate::course::shared::best::pick;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;
use crate::values::Values;
pub use expected::ExpectedMeetings;
use foes::Foes;
use forecast::{Habits, HuntersKnowledge, Mass};
use learned::LearnedDanger;
use look::{JudgedMove, Lookahead, ValuedMoves};
use rehearsal::Rehearsals;
pub use studied::StudiedPhantom;
pub(super) use weights::BloodScale;
use weights::PhantomWeights;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "phantom",
    summary: "A Dracula who goes where what the hunters know will not take them.",
    sides: &["dracula"],
    rung: Some(3),
    searches: false,
    params: PARAMS,
    make: |setup| {
        Box::new(Phantom { judge: Judge::new(setup), whim: setup.values.decimal("whim") })
    },
};

/// Limit on the number of moves to look ahead.
const MAX_DEPTH: usize = 8;

const PARAMS: &[Param] = &JUDGEMENT;

/// The parameters of his lookahead, and of how exactly he follows it.
pub(super) const JUDGEMENT: [Param; 19] = [
    Param::int("depth", 5, (1, MAX_DEPTH as i64)).about("Moves to look ahead."),
    Param::decimal("aim", 1.2, (0.0, 10.0))
        .about("Factor by which hunters pick the right place better than by their belief."),
    Param::decimal("far", 1.0, (0.0, 10.0))
        .about("Share of what draws hunters that counts on turns after the next."),
    Param::decimal("pack", 1.0, (0.0, 1.0))
        .about("Chance that a hunter comes to where another has just found him."),
    Param::decimal("stray", 0.1, (0.0, 10.0)).about(
        "Disregard of hunters for places that they believe unlikely: a higher value makes \
        such places safer.",
    ),
    Param::decimal("casual", 2.0, (0.0, 100.0)).about(
        "Chance that a hunter comes to any one place in reach without a reason, in percent.",
    ),
    Param::decimal("doubt", 1.0, (0.0, 1.0)).about(
        "Share of the hunters who take all possible places to be equally likely, until their moves \
        show that they know more.",
    ),
    Param::decimal("danger", 0.8, (0.0, 10.0))
        .about("Weight of the meetings to come, as learned from matches; 0 ignores them."),
    Param::decimal("later", 1.0, (0.0, 1.0))
        .about("Weight of a danger or gain one move later, as a share of the same one now."),
    Param::decimal("thrift", 100.0, (1.0, 1_000.0)).about(
        "Blood that is worth half of a whole game's score: more of it makes points of \
        plentiful blood dearer.",
    ),
    Param::decimal("vampire", 8.0, (0.0, 100.0))
        .about("Worth of placing a vampire, in points of score."),
    Param::decimal("heed", 1.0, (0.0, 1.0))
        .about("Share of a vampire's worth left by each hunter who can come by soon."),
    Param::decimal("sea", 1.0, (0.0, 10.0))
        .about("Cost of a turn at sea, as a multiple of what the blood is worth."),
    Param::decimal("guarded", 1.0, (0.0, 10.0)).about(
        "Growth of the cost of the sea while a hunter is always within a turn of the castle, where \
        blood is won back.",
    ),
    Param::decimal("castle", 1.0, (0.0, 10.0))
        .about("Gain of a turn in the castle, as a multiple of what the blood is worth."),
    Param::decimal("whim", 0.2, (0.0, 100.0))
        .about("Points of score by which moves may be worse than the best and count as equal."),
    Param::int("rehearsals", 10, (0, rehearsal::MOST as i64)).about(
        "Number of times that the next round is played after each move, by hunters as they may be.",
    ),
    Param::flag("field", true).about("Simulate the hunters in the training half of the field too."),
    Param::int("openings", 0, (0, 100)).about(
        "Number of best places from which he draws where he begins; 0 draws the number from a \
        solved mixture.",
    ),
];

/// The bot.
struct Phantom {
    judge: Judge,
    whim: f64,
}

/// The share of the hunters who take all places where he can be to be equally likely.
#[derive(Debug, Clone, Copy)]
struct Doubt {
    initial: f32,
    present: f32,
}

/// His judgement: what lookahead needs beyond a position and the hunters' belief.
#[derive(Debug, Clone)]
pub(super) struct Mind {
    depth: usize,
    habits: Habits,
    weights: PhantomWeights,
    later: f64,
    /// Weight of the danger that was learned.
    danger: f64,
    /// Growth of the cost of the sea while the castle is guarded; 1 doubles it.
    guarded: f64,
    /// Average share of the latest rounds with a hunter within a turn of the castle, 0 to 1.
    watch: f64,
    doubt: Doubt,
    /// The chance that a hunter comes without a reason, while there is no doubt.
    casual: f32,
    knowledge: HuntersKnowledge,
    foes: Arc<Foes>,
}

impl Doubt {
    /// A belief, as far as it is not doubted.
    fn applied(self, belief: &Mass) -> Mass {
        let everywhere = !PlaceSet::EMPTY;
        let possible: PlaceSet = everywhere.into_iter().filter(|&at| belief[at] > 0.0).collect();
        let even = self.present / possible.len() as f32;
        let mut mass = ByPlace::of(0.0);
        possible.into_iter().for_each(|at| mass[at] = (1.0 - self.present) * belief[at] + even);
        mass
    }
}

impl Mind {
    pub(super) fn new(rules: &Course, values: &Values) -> Self {
        let decimal = |name| values.decimal(name);
        Self {
            depth: usize::try_from(values.int("depth")).unwrap_or(1),
            habits: Habits {
                aim: narrow(decimal("aim")),
                far: narrow(decimal("far")),
                pack: narrow(decimal("pack")),
                stray: narrow(decimal("stray")),
                casual: narrow(decimal("casual") / 100.0),
            },
            weights: PhantomWeights {
                thrift: decimal("thrift"),
                vampire: decimal("vampire"),
                heed: decimal("heed"),
                sea: decimal("sea"),
                castle: decimal("castle"),
            },
            later: decimal("later"),
            danger: decimal("danger"),
            guarded: decimal("guarded"),
            watch: 0.0,
            doubt: Doubt { initial: narrow(decimal("doubt")), present: narrow(decimal("doubt")) },
            casual: narrow(decimal("casual") / 100.0),
            knowledge: HuntersKnowledge::default(),
            foes: Arc::new(Foes::new(rules)),
        }
    }

    /// Believes the forecast of the hunters as far as it has earned trust, from 0 to 1. Those whom
    /// it does not foresee come up to twice as often without a reason that he knows.
    fn believe_forecast(&mut self, trust: f64) {
        self.doubt.present = self.doubt.initial * narrow(1.0 - trust);
        self.habits.casual = (self.casual * (1.0 + self.doubt.present)).min(1.0);
    }

    /// The value of placing a vampire.
    pub(super) fn vampire(&self) -> f64 {
        self.weights.vampire
    }

    /// The model of the hunters.
    fn foes(&self) -> Arc<Foes> {
        Arc::clone(&self.foes)
    }

    /// The present value of blood to him.
    pub(super) fn scale(&self, rules: &Course, board: &Board) -> BloodScale {
        BloodScale::new(self.weights, board.score(), rules.params().start_score)
    }
}

/// A move with the value of the best line that begins with it, in points of score.
pub(super) type Valued = (DraculaMove, f64);

/// The model by which hunters are assumed to judge his moves. It is not the best fit: otherwise he
/// would be where all who know him look.
const MODEL: MoveModel = MoveModel {
    threat: -1.5,
    crowd: -0.5,
    near: -0.3,
    hunter: -1.5,
    sea: -0.7,
    castle: 1.0,
    stay: -0.5,
    hide: -0.7,
    double_back: -0.7,
};

/// His opinion of his moves, kept up with the match: the hunters' belief, and who they may be.
pub(super) struct Judge {
    rules: Arc<Course>,
    mind: Mind,
    belief: Belief,
    /// The kinds that the hunters may be.
    opponent_model: OpponentModel,
    /// Number of rounds that are rehearsed after each move.
    rehearsals: usize,
    /// Number of best places from which he draws where he begins; `None` to draw it too.
    openings: Option<NonZeroUsize>,
    /// The moves that were valued last.
    judged: Vec<JudgedMove>,
    /// The last forecast of the hunters' places, with its round.
    forecast: Option<(u16, ByHunter<Mass>)>,
    /// What the hunters have done in the match.
    conduct: HuntersConduct,
    /// What was learned about the danger after a move.
    network: Arc<Network>,
}

impl Judge {
    pub(super) fn new(setup: &Setup<'_, Course>) -> Self {
        Self {
            rules: Arc::clone(setup.game),
            mind: Mind::new(setup.game, setup.values),
            belief: Belief::new(setup.game).with_model(MODEL),
            opponent_model: OpponentModel::new(setup.game, kinds(setup)),
            rehearsals: usize::try_from(setup.values.int("rehearsals")).unwrap_or(0),
            openings: usize::try_from(setup.values.int("openings"))
                .ok()
                .and_then(NonZeroUsize::new),
            judged: vec![],
            forecast: None,
            conduct: HuntersConduct::default(),
            network: danger::fitted(),
        }
    }

    /// All legal moves with their values. A value that is more than `margin` below the best is not
    /// exact.
    pub(super) fn values(&mut self, view: &DraculaView, margin: f64, rng: &mut Rng) -> ValuedMoves {
        self.belief.update(&self.rules, &view.as_hunters());
        let forecast = self.forecast.as_ref();
        let expected = |round, hunter, to| {
            let (_, odds) = forecast.filter(|(forecast, _)| *forecast == round)?;
            Some(f64::from(odds[hunter][to]))
        };
        self.opponent_model.update(&self.rules, view, expected, rng);
        let trust = self.opponent_model.trust_in_forecast();
        self.mind.believe_forecast(trust);
        let foes = self.mind.foes();
        self.conduct.update(&self.rules, foes.tables(), view);
        self.mind.watch = f64::from(self.conduct.watch());
        let rehearsals =
            Rehearsals::of(&self.rules, &self.opponent_model, view, self.rehearsals, rng);
        let mut look = Lookahead::new(&self.rules, &mut self.mind, view.position(), &self.belief)
            .with_rehearsals(rehearsals)
            .with_danger(LearnedDanger {
                rules: &self.rules,
                tables: foes.tables(),
                network: &self.network,
                conduct: &self.conduct,
                trust: narrow(trust),
            });
        let opens = view.position().dracula().is_none();
        let mut valued = look.moves(if opens { f64::INFINITY } else { margin });
        if opens {
            let places = self.openings.map_or_else(|| openings::draw(rng), NonZeroUsize::get);
            mix_openings(&mut valued, places);
        }
        self.judged.clear();
        self.judged.extend(valued.iter().map(|&(mv, _)| look.judged(mv)));
        valued
    }

    /// Notes the move that he makes, of those that were valued last: the next hunters' moves are
    /// compared with the forecast after it.
    pub(super) fn note(&mut self, view: &DraculaView, mv: DraculaMove) {
        let judged = self.judged.iter().find(|judged| judged.mv == mv);
        self.conduct.expect(judged.map_or(0.0, |judged| narrow(judged.hits)));
        let odds = judged.and_then(|judged| self.mind.knowledge.forecast(judged.node).copied());
        self.forecast = odds.map(|odds| (view.board().round() + 1, odds));
    }

    /// What the network is told about one of the moves that were valued last; `None` for where he
    /// begins.
    fn inputs(&self, view: &DraculaView, mv: DraculaMove) -> Option<ActiveInputs> {
        view.position().dracula()?;
        let learned = LearnedDanger {
            rules: &self.rules,
            tables: self.mind.foes.tables(),
            network: &self.network,
            conduct: &self.conduct,
            trust: narrow(self.opponent_model.trust_in_forecast()),
        };
        let belief = self.mind.knowledge.belief(self.judged(mv)?.node)?;
        Some(learned.inputs(view.position(), mv, belief))
    }

    /// One of the moves that were valued last.
    fn judged(&self, mv: DraculaMove) -> Option<&JudgedMove> {
        self.judged.iter().find(|judged| judged.mv == mv)
    }

    /// The belief that hunters can have.
    pub(super) fn belief(&self) -> &Belief {
        &self.belief
    }

    /// His prices.
    pub(super) fn mind(&self) -> &Mind {
        &self.mind
    }

    /// A copy; `None` if a bot of the opponent models cannot be copied.
    pub(super) fn fork(&self) -> Option<Self> {
        Some(Self {
            rules: Arc::clone(&self.rules),
            mind: self.mind.clone(),
            belief: self.belief.clone(),
            opponent_model: self.opponent_model.fork()?,
            judged: self.judged.clone(),
            conduct: self.conduct.clone(),
            network: Arc::clone(&self.network),
            ..*self
        })
    }
}

impl Phantom {
    fn decide(&mut self, view: &DraculaView, rng: &mut Rng) -> DraculaMove {
        let valued = self.judge.values(view, self.whim, rng);
        let mv = pick(&valued, self.whim, rng).unwrap_or(DraculaMove::Teleport);
        self.judge.note(view, mv);
        mv
    }
}

/// Leaves this many of the best places to begin, all with the same value. Hunters who know him
/// expect him in the best of them, so each must be as likely as the others.
fn mix_openings(valued: &mut ValuedMoves, places: usize) {
    valued.sort_by(|a, b| b.1.total_cmp(&a.1));
    valued.truncate(places);
    let least = valued.last().map_or(0.0, |&(_, value)| value);
    valued.iter_mut().for_each(|(_, value)| *value = least);
}

/// The kinds of hunters that are cheap to simulate, and a forecast for those who know more.
fn kinds(setup: &Setup<'_, Course>) -> Vec<HunterKind> {
    let rules = setup.game;
    let like = |entry| HunterKind::like(rules, entry, "");
    let mut kinds = vec![HunterKind::forecast(), like(patrol::ENTRY), like(tracker::ENTRY)];
    kinds.extend(HunterKind::of_the_field(setup));
    kinds
}

impl Bot<Course> for Phantom {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.dracula().expect("the bot plays Dracula");
        Move::Dracula(self.decide(view, turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(Self { judge: self.judge.fork()?, ..*self }))
    }
}

/// A number in single precision: forecasts are rough, and this is twice as fast.
#[expect(clippy::cast_possible_truncation, reason = "a forecast needs no more digits")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use stoker_engine::course::Mover;
    use stoker_engine::{Chance, Count, Game, Seed, Viewer};

    use crate::values::Values;

    /// The place where a new bot begins, with the hunters in these places.
    fn beginning(rules: &Arc<Course>, hunters: [&str; 4], seed: u64) -> DraculaMove {
        let mut state = rules.start(Chance::seeded(Seed(1)));
        for code in hunters {
            let place = rules.place(code).expect("a place of the map");
            rules.play(&mut state, Move::Hunter(place).into()).expect("anywhere");
        }
        let values = Values::defaults(ENTRY.params);
        let setup = Setup { game: rules, values: &values, side: Course::DRACULA, seats: 4..5 };
        let mut rng = Seed(seed).bot_rng();
        let mut budget = Count(0);
        let mut turn = Decision::new(Mover::DRACULA, &mut rng, &mut budget);
        let view = rules.view(&state, Viewer(1));
        match (ENTRY.make)(&setup).choose(&view, &mut turn).mv {
            Move::Dracula(mv) => mv,
            Move::Hunter(_) => unreachable!("Dracula was asked"),
        }
    }

    #[test]
    fn a_chance_stays_a_chance_however_much_is_doubted() {
        let rules = Course::default();
        let values = Values::parse("casual=100", ENTRY.params).expect("a setting of this bot");
        let mut mind = Mind::new(&rules, &values);
        mind.believe_forecast(0.0);
        assert!(mind.habits.casual <= 1.0, "{}", mind.habits.casual);
    }

    /// With no hunter near, the castle promises the most, and hunters know it.
    #[test]
    fn no_place_to_begin_is_likelier_than_15_percent() {
        let rules = Arc::new(Course::default());
        let mut begun: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..400 {
            let mv = beginning(&rules, ["LO", "PA", "MA", "RO"], seed);
            *begun.entry(format!("{mv:?}")).or_default() += 1;
        }
        assert!(begun.len() >= 8, "{begun:?}");
        assert!(begun.values().all(|&count| count <= 60), "{begun:?}");
    }
}
