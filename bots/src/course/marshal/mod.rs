//! `marshal`: four hunters who know every trail that Dracula can have, and cover his ways together.
//!
//! Idea: from the exact belief ways are drawn that his game can take in the next turns, by a model
//! of a Dracula who evades. A hunter in a place covers a way by how soon he can be where it leads,
//! at the rail rhythm; what one covers, another covers for less. The hunters who have yet to move
//! settle in turn for the place that adds most, with what can be found there now, vampires, life
//! and traps; the hunter asked goes where this plan sends him.
//! Cost: a table look-up for each way, turn and place that a hunter can go to.
//! Weakness: Dracula is taken to follow the model, whatever the hunters do meanwhile.

mod outlook;
mod plan;

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, HuntersView, Move, View};
use stoker_engine::map::{MAX_PLACES, Place};
use stoker_engine::{Bot, Choice, Decision, Rng, below};

use super::belief::{Belief, MoveModel};
use super::tables::Tables;
use crate::entry::{BotEntry, Setup};
use crate::params::{Param, ParamKind};
use crate::values::Values;
use outlook::{MAX_TURNS, Outlook, Source};
use plan::{Planner, Situation, Worth};

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Course> = BotEntry {
    name: "marshal",
    summary: "Hunters who know every trail that Dracula can have, and cover his ways together.",
    sides: &["hunters"],
    params: PARAMS,
    make: |setup| Box::new(Marshal::new(setup)),
};

const fn decimal(name: &'static str, default: f64, max: f64, summary: &'static str) -> Param {
    Param { name, summary, kind: ParamKind::Decimal { default, min: 0.0, max } }
}

const fn odds(name: &'static str, default: f64, summary: &'static str) -> Param {
    Param { name, summary, kind: ParamKind::Decimal { default, min: -10.0, max: 10.0 } }
}

const PARAMS: &[Param] = &[
    Param {
        name: "ways",
        summary: "Ways that Dracula's game can go on, drawn for each decision.",
        kind: ParamKind::Int { default: 128, min: 1, max: 65_536 },
    },
    Param {
        name: "turns",
        summary: "Turns to look ahead.",
        kind: ParamKind::Int { default: 5, min: 1, max: MAX_TURNS as i64 },
    },
    decimal(
        "reach",
        0.5,
        10.0,
        "What it is worth to be able to be where he will be after a turn; \
        meeting him now is 1.",
    ),
    decimal("share", 0.5, 1.0, "vampire overlap."),
    decimal("vfade", 0.7, 1.0, "vampire fade."),
    decimal("later", 0.8, 10.0, "two turns."),
    decimal("more", 0.6, 1.0, "further hunters."),
    odds("evade", -0.8, "evade"),
    odds("crowd2", -0.3, "crowd2"),
    decimal("fade", 0.75, 1.0, "What each further turn leaves of that."),
    decimal("overlap", 0.4, 1.0, "How much of one hunter's reach makes another's superfluous."),
    decimal("follow", 0.6, 10.0, "What each hunter who can follow up a find is worth."),
    decimal("vampire", 2.0, 10.0, "What destroying a vampire is worth."),
    decimal("trail", 0.05, 10.0, "What learning a move of the trail is worth."),
    decimal("death", 1.2, 10.0, "What going to hospital costs."),
    decimal("heal", 0.15, 10.0, "What a point of life is worth to who has none left."),
    decimal("guard", 0.5, 10.0, "What having a hunter within two turns of the castle is worth."),
    Param {
        name: "guard_from",
        summary: "The round from which on the castle is guarded.",
        kind: ParamKind::Int { default: 8, min: 0, max: 1_000 },
    },
    odds("threat", -1.5, "Log odds of a place that a hunter can enter next turn."),
    odds("crowd", -0.5, "Log odds of each further hunter who can."),
    odds("near", -0.3, "Log odds of a place that a hunter can enter in two turns, none in one."),
    odds("occupied", -1.5, "Log odds of a place where a hunter is."),
    odds("sea", -0.7, "Log odds of a sea."),
    odds("castle", 2.0, "Log odds of the castle."),
    odds("stay", -0.5, "Log odds of naming the place he is in."),
    odds("hide", -0.7, "Log odds of a hide."),
    odds("double_back", -0.7, "Log odds of a double back."),
];

/// The bot.
pub(super) struct Marshal {
    rules: Arc<Course>,
    tables: Tables,
    belief: Belief,
    model: MoveModel,
    worth: Worth,
    guard_from: u16,
    ways: usize,
    turns: usize,
    outlook: Outlook,
    planner: Planner,
}

impl Marshal {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let rules = setup.game;
        let decimal = |name| setup.values.decimal(name);
        let decimal_ = |name| setup.values.decimal(name);
        let model = MoveModel {
            threat: decimal("threat"),
            crowd: decimal("crowd"),
            near: decimal("near"),
            hunter: decimal("occupied"),
            sea: decimal("sea"),
            castle: decimal("castle"),
            stay: decimal("stay"),
            hide: decimal("hide"),
            double_back: decimal("double_back"),
        };
        Self {
            rules: Arc::clone(rules),
            tables: Tables::new(rules),
            belief: Belief::new(rules).with_model(model),
            model,
            worth: Worth {
                reach: decimal("reach"),
                fade: decimal("fade"),
                later: decimal("later"),
                share: decimal("share"),
                vfade: decimal("vfade"),
                more: decimal("more"),
                sea: libm::exp(model.sea),
                threat: [0.0, 1.0, 2.0, 3.0, 4.0].map(|count| {
                    let crowd = f64::max(count - 1.0, 0.0) * decimal_("crowd2");
                    libm::exp(if count > 0.0 { decimal_("evade") + crowd } else { 0.0 })
                }),
                overlap: decimal("overlap"),
                follow: decimal("follow"),
                vampire: decimal("vampire"),
                trail: decimal("trail"),
                death: decimal("death"),
                heal: decimal("heal"),
                guard: decimal("guard"),
            },
            guard_from: u16::try_from(setup.values.int("guard_from")).unwrap_or(u16::MAX),
            ways: usize::try_from(setup.values.int("ways")).unwrap_or(1),
            turns: usize::try_from(setup.values.int("turns")).unwrap_or(1),
            outlook: Outlook::default(),
            planner: Planner::default(),
        }
    }

    /// For a bot that starts from its choices, whatever that bot's own parameters are.
    pub(super) fn within(setup: &Setup<'_, Course>, setting: &str) -> Self {
        let values = Values::parse(setting, PARAMS).expect("a setting in the code is valid");
        let seats = setup.seats.clone();
        Self::new(&Setup { game: setup.game, values: &values, side: setup.side, seats })
    }

    /// What every place is worth to the hunter to move.
    pub(super) fn values(
        &mut self,
        view: &HuntersView,
        rng: &mut Rng,
    ) -> ArrayVec<(Place, f64), MAX_PLACES> {
        self.belief.update(&self.rules, view);
        let source = Source {
            rules: &self.rules,
            tables: &self.tables,
            board: view.board(),
            belief: &self.belief,
            model: &self.model,
            turns: self.turns,
        };
        self.outlook.draw(&source, self.ways, rng);
        self.planner.plan(&Situation {
            rules: &self.rules,
            tables: &self.tables,
            board: view.board(),
            worth: &self.worth,
            guard_from: self.guard_from,
            turns: self.turns,
            outlook: &self.outlook,
        })
    }

    /// One of the places that are worth most.
    pub(super) fn pick(&self, values: &[(Place, f64)], rng: &mut Rng) -> Place {
        let best = values.iter().map(|value| value.1).fold(f64::NEG_INFINITY, f64::max);
        let equal = || values.iter().filter(|value| value.1 >= best - 1e-9);
        let pick = below(rng, u32::try_from(equal().count()).unwrap_or(1)) as usize;
        equal().nth(pick).map_or(self.rules.hospital(), |value| value.0)
    }

    /// What is known of Dracula, as of the view valued last.
    pub(super) fn belief(&self) -> &Belief {
        &self.belief
    }

    /// The distances on this ruleset's map.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Bot<Course> for Marshal {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let values = self.values(view, turn.rng());
        Move::Hunter(self.pick(&values, turn.rng())).into()
    }
}
