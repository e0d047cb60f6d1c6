//! `marshal`: four hunters who know every trail that Dracula can have, and cover his ways together.
//!
//! Idea: ways that his game can take in the next turns are drawn from the exact belief, by a model
//! of a Dracula who evades. A hunter in a place covers a way by how soon they can be where it
//! leads, by the rail rhythm. What one covers is worth less to another. The hunters who have yet to
//! move settle in turn for the place that adds most, counting also what can be found there now,
//! vampires, life and traps. The hunter asked goes where this plan sends them.
//! Cost: a table look-up for each way, turn and place that a hunter can go to.
//! Weakness: it assumes that Dracula follows the model, whatever the hunters do meanwhile.

mod goal;
mod outlook;
mod plan;

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, Course, HuntersView, Move, Mover, View};
use stoker_engine::map::{MAX_PLACES, Place};
use stoker_engine::{Bot, Choice, Decision, Rng};

use crate::course::hunters::openings::Openings;
use crate::course::shared::belief::{Belief, Factors, MoveModel};
use crate::course::shared::best::pick;
use crate::course::shared::reachable::Reach;
use crate::course::shared::tables::Tables;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;
use crate::values::Values;
use goal::{GoalWeights, PlanSituation};
use outlook::{MAX_TURNS, Outlook, WaySource};
use plan::Planner;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "marshal",
    summary: "Hunters who know every trail that Dracula can have, and cover his ways together.",
    sides: &["hunters"],
    rung: Some(3),
    searches: false,
    params: PARAMS,
    make: |setup| Box::new(Marshal::new(setup)),
};

/// The parameter that says where they begin.
pub(super) const OPENINGS: Param = Param::flag("openings", true)
    .about("Draw where they begin from a solved mixture of openings, not by the worth of places.");

const PARAMS: &[Param] = &[
    Param::int("ways", 128, (1, 65_536))
        .about("Ways that Dracula's game can go on, drawn for each decision."),
    OPENINGS,
    Param::int("turns", 5, (1, MAX_TURNS as i64)).about("Turns to look ahead."),
    Param::decimal("reach", 0.8, (0.0, 10.0))
        .about("Worth of a hunter who can be wherever he goes next; meeting him now is 1."),
    Param::decimal("more", 0.6, (0.0, 1.0))
        .about("Share of that which each further hunter who can be there adds to the one before."),
    Param::decimal("later", 0.8, (0.0, 10.0))
        .about("Worth of being able to be where he will be after two turns."),
    Param::decimal("fade", 0.75, (0.0, 1.0)).about("Share of that which each further turn leaves."),
    Param::decimal("overlap", 0.4, (0.0, 1.0))
        .about("Share of one hunter's cover that is superfluous for another."),
    Param::decimal("follow", 0.5, (0.0, 10.0))
        .about("Worth of each hunter who can follow up a find."),
    Param::decimal("vampire", 2.5, (0.0, 10.0)).about("Worth of destroying a vampire."),
    Param::decimal("hunt", 0.7, (0.0, 1.0))
        .about("Share of that which each turn on the way to it leaves."),
    Param::decimal("trail", 0.01, (0.0, 10.0)).about("Worth of learning a move of the trail."),
    Param::decimal("death", 2.0, (0.0, 10.0)).about("Cost of going to hospital."),
    Param::decimal("heal", 0.15, (0.0, 10.0))
        .about("Worth of a point of life to a hunter who has none left."),
    Param::decimal("guard", 0.5, (0.0, 10.0))
        .about("Worth of a hunter within two turns of the castle."),
    Param::int("guard_from", 8, (0, 1_000)).about("The round from which on the castle is guarded."),
    Param::decimal("threat", -1.5, (-10.0, 10.0))
        .about("Log odds of a place that a hunter can enter next turn."),
    Param::decimal("crowd", -0.4, (-10.0, 10.0)).about("Log odds of each further hunter who can."),
    Param::decimal("near", -0.4, (-10.0, 10.0))
        .about("Log odds of a place that a hunter can enter in two turns, none in one."),
    Param::decimal("occupied", -1.5, (-10.0, 10.0)).about("Log odds of a place where a hunter is."),
    Param::decimal("sea", -0.7, (-10.0, 10.0)).about("Log odds of a sea."),
    Param::decimal("castle", 2.0, (-10.0, 10.0)).about("Log odds of the castle."),
    Param::decimal("stay", -0.5, (-10.0, 10.0)).about("Log odds of naming the place he is in."),
    Param::decimal("hide", -0.7, (-10.0, 10.0)).about("Log odds of a hide."),
    Param::decimal("double_back", -0.7, (-10.0, 10.0)).about("Log odds of a double back."),
];

/// Difference in value that does not count.
const NOTHING: f64 = 1e-9;

/// The bot.
#[derive(Clone)]
pub(super) struct Marshal {
    rules: Arc<Course>,
    tables: Tables,
    belief: Belief,
    factors: Factors,
    weights: GoalWeights,
    reach: Reach,
    ways: usize,
    turns: usize,
    openings: Openings,
    outlook: Outlook,
    planner: Planner,
}

impl Marshal {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let rules = setup.game;
        let model = model(setup.values);
        Self {
            rules: Arc::clone(rules),
            tables: Tables::new(rules),
            belief: Belief::new(rules).with_model(model),
            factors: model.factors(),
            weights: worth(setup.values, &model),
            reach: Reach::new(rules),
            ways: usize::try_from(setup.values.int("ways")).unwrap_or(1),
            turns: usize::try_from(setup.values.int("turns")).unwrap_or(1),
            openings: openings(setup),
            outlook: Outlook::default(),
            planner: Planner::default(),
        }
    }

    /// A bot with all parameters but [`OPENINGS`] at their defaults, for a bot that starts from its
    /// choices and has parameters of its own.
    pub(super) fn with_defaults(setup: &Setup<'_, Course>) -> Self {
        let values = Values::defaults(PARAMS);
        let seats = setup.seats.clone();
        let marshal =
            Self::new(&Setup { game: setup.game, values: &values, side: setup.side, seats });
        Self { openings: openings(setup), ..marshal }
    }

    /// The value of every place to the hunter to move; only one if it is settled where they begin.
    pub(super) fn values(
        &mut self,
        view: &HuntersView,
        rng: &mut Rng,
    ) -> ArrayVec<(Place, f64), MAX_PLACES> {
        self.belief.update(&self.rules, view);
        if let Some(place) = self.opening(view.board(), rng) {
            return ArrayVec::from_iter([(place, 0.0)]);
        }
        let source = WaySource {
            rules: &self.rules,
            reach: &self.reach,
            board: view.board(),
            belief: &self.belief,
            factors: &self.factors,
            turns: self.turns,
        };
        self.outlook.draw(&source, self.ways, rng);
        self.planner.plan(&PlanSituation {
            rules: &self.rules,
            tables: &self.tables,
            board: view.board(),
            weights: &self.weights,
            turns: self.turns,
            outlook: &self.outlook,
        })
    }

    /// The place where the hunter to move begins by an opening.
    fn opening(&self, board: &Board, rng: &mut Rng) -> Option<Place> {
        let Mover::Hunter(hunter) = board.to_move() else { return None };
        if board.at(hunter).is_some() {
            return None;
        }
        self.openings.draw(board, hunter, rng)
    }

    /// One of the places with the highest value.
    pub(super) fn pick(&self, values: &[(Place, f64)], rng: &mut Rng) -> Place {
        pick(values, NOTHING, rng).unwrap_or(self.rules.hospital())
    }

    /// The belief about Dracula, as of the view valued last.
    pub(super) fn belief(&self) -> &Belief {
        &self.belief
    }

    /// The distances on this ruleset's map.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }
}

fn openings(setup: &Setup<'_, Course>) -> Openings {
    if setup.values.flag(OPENINGS.name) {
        Openings::solved(setup.game)
    } else {
        Openings::default()
    }
}

fn model(values: &Values) -> MoveModel {
    MoveModel::of_weights(MoveModel::NAMES.map(|name| values.decimal(name)))
}

fn worth(values: &Values, model: &MoveModel) -> GoalWeights {
    let coming = |hunters: f64| libm::exp(model.threat + model.crowd * (hunters - 1.0));
    GoalWeights {
        reach: values.decimal("reach"),
        more: values.decimal("more"),
        odds: [1.0, coming(1.0), coming(2.0), coming(3.0), coming(4.0)],
        sea: libm::exp(model.sea),
        later: values.decimal("later"),
        fade: values.decimal("fade"),
        overlap: values.decimal("overlap"),
        follow: values.decimal("follow"),
        vampire: values.decimal("vampire"),
        hunt: values.decimal("hunt"),
        trail: values.decimal("trail"),
        death: values.decimal("death"),
        heal: values.decimal("heal"),
        guard: values.decimal("guard"),
        guard_from: u16::try_from(values.int("guard_from")).unwrap_or(u16::MAX),
    }
}

impl Bot<Course> for Marshal {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let values = self.values(view, turn.rng());
        Move::Hunter(self.pick(&values, turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::Hunter;
    use stoker_engine::{Count, Purpose, Seat, Seed};

    /// The places chosen by the hunter to move, in 20 tries.
    fn choices(past_plays: &str) -> Vec<Place> {
        choices_with("", past_plays)
    }

    /// The same with settings.
    fn choices_with(settings: &str, past_plays: &str) -> Vec<Place> {
        let rules = Arc::new(Course::default());
        let values = Values::parse(settings, PARAMS).unwrap();
        let view = HuntersView::parse(&rules, past_plays).unwrap();
        let seat = Seat(u8::try_from(view.plays().len() % 5).unwrap());
        let choice = |seed| {
            let setup = Setup { game: &rules, values: &values, side: Course::HUNTERS, seats: 0..4 };
            let mut rng = Seed(seed).rng(None, None, Purpose::BOT);
            let mut budget = Count(0);
            let mut turn = Decision::new(seat, &mut rng, &mut budget);
            let view = View::Hunters(view.clone());
            match Marshal::new(&setup).choose(&view, &mut turn).mv {
                Move::Hunter(place) => place,
                Move::Dracula(_) => unreachable!("a hunter was asked"),
            }
        };
        (0..20).map(choice).collect()
    }

    #[test]
    fn nobody_looks_for_dracula_in_the_hospital_before_his_first_move() {
        let hospital = Course::default().hospital();
        for past in ["", "GBE....", "GBE.... SLO....", "GBE.... SLO.... HMA...."] {
            assert!(!choices_with("openings=false", past).contains(&hospital), "{past}");
        }
    }

    #[test]
    fn they_begin_by_an_opening_unless_told_otherwise() {
        let rules = Course::default();
        let board = *HuntersView::parse(&rules, "").unwrap().board();
        let openings = Openings::solved(&rules);
        let mut rng = Seed(1).bot_rng();
        let mut draw = || openings.draw(&board, Hunter::ALL[0], &mut rng).unwrap();
        let solved: Vec<_> = (0..1_000).map(|_| draw()).collect();
        assert!(choices("").iter().all(|place| solved.contains(place)));
        assert!(!choices_with("openings=false", "").iter().all(|place| solved.contains(place)));
    }

    #[test]
    fn a_find_is_followed_up() {
        let past = "GBE.... SSO.... HLO.... MCA.... DSJ.V.. GSJVD..";
        let sarajevo = Course::default().place("SJ").unwrap();
        assert_eq!(choices(past), [sarajevo; 20]);
    }
}
